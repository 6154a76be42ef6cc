"""The words and abbreviations, mostly English, that decide where a sentence or a heading ends; all in lower case."""

from spade_core.text import word_set

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
