"""Which dialect a template's placeholders are written in.

Decided once for a file or template: by its extension, else by what it says of itself (`template_format`),
else by the marks that it has most of.
"""

import re
from collections.abc import Iterable

from spade_core.prompt_files.template import Dialect

_NAMES = {
    "f-string": Dialect.FSTRING,
    "fstring": Dialect.FSTRING,
    "python": Dialect.FSTRING,
    "jinja": Dialect.JINJA,
    "jinja2": Dialect.JINJA,
    "liquid": Dialect.JINJA,
    "handlebars": Dialect.HANDLEBARS,
    "mustache": Dialect.HANDLEBARS,
    "percent": Dialect.PERCENT,
    "dollar": Dialect.DOLLAR,
    "string.template": Dialect.DOLLAR,
    "none": Dialect.NONE,
    "plain": Dialect.NONE,
}

_JINJA_TAG = re.compile(r"\{%-?\s*(?:if|for|set|else|elif|endif|endfor|include|macro|block|raw)\b|\{#[^{}#\n]*#\}")
_HANDLEBARS_TAG = re.compile(r"\{\{~?[#/>^!]|\{\{~?\s*(?:role\s+[\"']|history\s*\}\})")
_DOUBLE = re.compile(r"(?<!\{)\{\{[-~]?\s*[A-Za-z_][^{}\n]*\}\}")
_TRIPLE = re.compile(r"\{\{\{\s*[A-Za-z_][\w.]*\s*\}\}\}")
_SINGLE = re.compile(r"(?<![{$])\{[A-Za-z_][\w.]*(?:\[\w+\])?(?:![rsa])?(?::[^\s{}\"']*)?\}(?!\})")
_VSCODE = re.compile(
    r"\$\{(?:(?:input|env|config|command):[^{}\n]*|selection|selectedText|file|fileBasename|workspaceFolder)\}"
)
_DOLLAR = re.compile(r"(?<![\w$])\$(?:\{[A-Za-z_]\w*\}|[A-Za-z_]\w*)")
_PERCENT = re.compile(r"(?<![%\w])%(?:\([A-Za-z_]\w*\))?[-#0+]{0,4}\d{0,9}(?:\.\d{1,9})?[sdifr](?![A-Za-z])")


def dialect_named(name: object) -> Dialect | None:
    """Return the dialect that a `template_format` names; None when it names none that is known."""
    return _NAMES.get(name.strip().lower()) if isinstance(name, str) else None


def dialect_by_majority(texts: Iterable[str]) -> Dialect:
    """Return the dialect that most marks in `texts` are written in; NONE when there are no marks.

    A block tag (``{% if %}``, ``{{#each}}``) settles it. On a draw the dialect named first in `counts` wins.
    """
    text = "\n\n".join(texts)
    if "{" in text and _JINJA_TAG.search(text):
        return Dialect.JINJA
    if "{{" in text and _HANDLEBARS_TAG.search(text):
        return Dialect.HANDLEBARS
    in_editors = _count(_VSCODE, text, "${")
    counts = {
        Dialect.FSTRING: _count(_SINGLE, text, "{"),
        Dialect.JINJA: _count(_DOUBLE, text, "{{"),
        Dialect.VSCODE: in_editors,
        Dialect.DOLLAR: _count(_DOLLAR, text, "$") - in_editors,
        Dialect.PERCENT: _count(_PERCENT, text, "%"),
        Dialect.HANDLEBARS: _count(_TRIPLE, text, "{{{"),
    }
    best = max(counts, key=lambda dialect: counts[dialect])
    return best if counts[best] > 0 else Dialect.NONE


def _count(mark: re.Pattern[str], text: str, opening: str) -> int:
    """Return how often a mark occurs; `opening` is what every one of them has, and is quick to look for."""
    return sum(1 for _ in mark.finditer(text)) if opening in text else 0
