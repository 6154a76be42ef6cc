"""The words, mostly English and all in lower case, and the marks that decide where a sentence or a heading ends.

Every quantifier of the marks is bounded, so that a hostile line costs at most a constant per character.
"""

import re

from spade_core.text import EXPRESSION, word_set

CARRIERS = word_set(
    "e.g i.e eg ie dr mr mrs ms prof sr jr st vs cf viz resp approx ca figs eqs chap ed eds al incl excl hon capt "
    "dept govt bzw ggf evtl inkl sog ex ej sra dra ud uds mme mlle"
)
"""Abbreviations whose stop does not end a sentence."""

SOMETIMES_LAST = word_set(
    "etc v.v inc ltd co corp a.m p.m u.s u.k e.u u.n ph.d b.c a.d d.c jan feb mar apr jun jul aug sep sept oct nov dec"
)
"""Abbreviations that often end a sentence: the next word decides."""

BEFORE_NUMBERS = word_set("no nos nr p pp fig eq vol ch sec art v max min tel ext est")
"""Abbreviations only when a number follows: "No. 5", "p. 3"."""

OPENING = word_set(
    "the a an this that these those it you your we our i he she they there here if when while as in on for to from do "
    "don't use be make give keep write never always please then also and but so however each every all any no only "
    "respond reply answer return provide include avoid ensure mention start end add list let think"
)
"""Words that, capitalised, more likely open a sentence than continue a name."""

DANGLING = word_set(
    "a an the of to and or nor with in on at by for from into onto than as if that which whose is are was were be "
    "your their its his her our my between about not very then least most exactly"
)
"""Words that do not end a sentence: one at a line end means that it runs on."""

ASKING = word_set(
    "always never do don't dont not no only please include exclude avoid use ensure mention must should make keep be "
    "write give return provide respond reply answer follow you your remember consider if when for also and like here"
)
"""A line that opens with one of these asks for something: it may lead into a list and is no title."""


GLYPHS = "•◦▪‣●○"
"""Signs that begin an item of a list, wherever they stand in a line."""
_PLACEHOLDER = (
    rf"{EXPRESSION.pattern}|"
    r"\{{2,3}[^{}]{1,200}\}{2,3}"  # {{ x.y }}, {{#if x}}, {{{x}}}
    r"|\{[%#][^{}]{1,200}[%#]\}"  # {% if a.b %}, {# note #}
    r"|\$\{[^{}\n]{1,100}\}"  # ${input:x}
    r"|\{[^{}\s\"'][^{}\"\n]{0,80}\}"  # {x.y}, {x!r:>10}
    r"|%\([A-Za-z_]\w{0,60}\)[a-z]|%s"
    r"|\$[A-Za-z_]\w{0,60}"
)

PLACEHOLDER = re.compile(_PLACEHOLDER)
"""A placeholder of any dialect."""

TAG = re.compile(
    r"</?[A-Za-z_][\w:.-]{0,60}(?:\s[^<>\n]{0,200})?/?>"
    r"|<\|[^|<>\n]{1,60}\|>"
    r"|<</?[A-Z]{2,20}>>|\[/?[A-Z_]{2,20}\]"
    r"|<!--[^<>\n]{0,200}-->"
)
"""An XML-like tag or a chat template's mark: ``<text>``, ``<|system|>``, ``[INST]``."""

LABELLED_PLACEHOLDER = re.compile(
    r"[^\s:{}]{1,30}(?: [^\s:{}]{1,30}){0,2} ?[:：=]\s*[\"'`<*\[]*(?:" + _PLACEHOLDER + r")[\"'`>*\]]*"
)
"""``Tools: {tools}``: a label and the placeholder it names."""
