"""The marks in a prompt that are not language: placeholders of every dialect, XML-like tags, bullets.

Every quantifier is bounded, so that a hostile line costs at most a constant per character.
"""

import re

GLYPHS = "•◦▪‣●○"
"""Signs that begin an item of a list, wherever they stand in a line."""
_PLACEHOLDER = (
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
