"""The placeholders of a template's parts, by dialect.

What is not one: JSON braces in a ``{x}`` template, ``{{x}}`` where that escapes a brace, a ``<tag>`` (a
delimiter), a Markdown link or check box. ``[NAME]`` is one that only a person fills in: not confident.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from spade_core.prompt_files.template import Dialect, Placeholder
from spade_core.text import EXPRESSION, Span

Mark = tuple[str, int, int]
"""Name, and where the mark begins and ends in the text."""

_IDENTIFIER = r"[A-Za-z_][\w.\-]*"
_FORMAT_SPEC = r"(?:[^\s{}]?[<>=^])?[-+ ]?z?\#?0?\d*[,_]?(?:\.\d+)?[bcdeEfFgGnosxX%]?|(?:%[A-Za-z][-/.:, ]?)+"
_FSTRING = re.compile(
    rf"\{{\{{|\}}\}}|\{{(?P<name>[^\W\d]\w*(?:\.\w+|\[[^\[\]{{}}\"']+\])*|\d*)(?:![rsa])?(?::(?:{_FORMAT_SPEC}))?\}}"
)
# The look-behind stands after the brace, so that the search can skip to braces.
_BRACES = re.compile(rf"\{{(?:\{{\s*(?P<double>{_IDENTIFIER})\s*\}}\}}|(?<![\w$]\{{)(?P<single>[A-Za-z_][\w.]*)\}})")
_VSCODE = re.compile(rf"\$\{{(?:input:)?(?P<dollar>{_IDENTIFIER})(?::[^{{}}\n]*)?\}}|{_BRACES.pattern}")
_DOLLAR = re.compile(r"\$\$|\$\{(?P<braced>[A-Za-z_]\w*)\}|\$(?P<bare>[A-Za-z_]\w*)")
_PERCENT = re.compile(
    r"%%|(?<![\w%])%(?:\((?P<name>[^()\n]+)\))?[-#0+]{0,4}(?:\d{1,9}|\*)?(?:\.(?:\d{1,9}|\*))?[sdifrxgeG](?![A-Za-z])"
)
_HUMAN = re.compile(
    r"\[(?<![\w\]!\[\\]\[)(?P<name>[A-Z][A-Z0-9]*(?:[ _-][A-Z0-9]+)*|[a-z][a-z0-9]*(?:_[a-z0-9]+)+"
    r"|(?:[Ii]nsert|[Yy]our|[Ee]nter) [^\[\]\n{}]{1,40})\](?![\w(\[:])"
)
_NOT_HUMAN = frozenset({"INST", "SYS", "TODO", "CLS", "SEP", "MASK", "PAD", "BOS", "EOS", "UNK", "END", "X", "NOTE"})


def placeholders_in(texts: Sequence[str], dialect: Dialect) -> tuple[Placeholder, ...]:
    """Return the placeholders of each part's text, in reading order."""
    find = _FINDERS[dialect]
    local = _jinja_locals(texts) if dialect is Dialect.JINJA else frozenset()
    found: list[Placeholder] = []
    for part, text in enumerate(texts):
        marks = [mark for mark in find(text) if mark[0].split(".")[0] not in local]
        expressions = [each.span() for each in EXPRESSION.finditer(text)] if "${" in text else []
        marks = [mark for mark in marks if not overlaps(mark[1:], expressions)]
        placeholders = with_human_marks(text, part, marks)
        found.extend(_less_sure_in_code(text, placeholders) if dialect is Dialect.VSCODE else placeholders)
    return tuple(found)


def with_human_marks(text: str, part: int, marks: Iterable[Mark]) -> list[Placeholder]:
    """Return the placeholders for `marks`, and for those human ones of `text` that lie outside of them."""
    sure = [Placeholder(name, part, Span(start, end)) for name, start, end in marks]
    human = [each for each in _HUMAN.finditer(text) if len(each["name"]) > 1 and each["name"] not in _NOT_HUMAN]
    if not human:
        return sure
    taken = [(p.span.start, p.span.end) for p in sure]
    free = (each for each in human if not overlaps(each.span(), taken))
    sure += [Placeholder(each["name"], part, Span(*each.span()), confident=False) for each in free]
    return sorted(sure, key=lambda p: p.span)


_CODE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_EDITOR_VARIABLE = re.compile(r"\$\{(?:input:|selection|selectedText|file|workspaceFolder)")


def _less_sure_in_code(text: str, placeholders: Iterable[Placeholder]) -> Iterator[Placeholder]:
    """Yield the placeholders, not confident of those in Markdown code, where ``{x}`` mostly is code."""
    code = [match.span() for match in _CODE.finditer(text)] if "`" in text or "~~~" in text else []
    if not code:
        yield from placeholders
        return
    for placeholder in placeholders:
        span = (placeholder.span.start, placeholder.span.end)
        is_code = overlaps(span, code) and not _EDITOR_VARIABLE.match(text, span[0])
        yield replace(placeholder, confident=False) if is_code else placeholder


def fstring_marks(text: str) -> Iterator[Mark]:
    """Yield the ``{x}`` marks; positional ones (``{}``) are named by their number from 0."""
    auto = 0
    for match in _FSTRING.finditer(text):
        name = match["name"]
        if name is None:
            continue
        if not name:
            name, auto = str(auto), auto + 1
        yield name, *match.span()


def overlaps(span: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    """Return whether the span shares a character with one of `taken`, which are ascending and disjoint."""
    before = bisect_left(taken, (span[1], 0))
    return before > 0 and taken[before - 1][1] > span[0]


def _vscode_marks(text: str) -> Iterator[Mark]:
    pattern = _VSCODE if "$" in text else _BRACES  # four times as quick: all its matches begin alike
    for match in pattern.finditer(text):
        yield match[match.lastindex or 0], match.start(), match.end()


def _dollar_marks(text: str) -> Iterator[Mark]:
    for match in _DOLLAR.finditer(text):
        name = match["braced"] or match["bare"]
        if name:
            yield name, *match.span()


def _percent_marks(text: str) -> Iterator[Mark]:
    auto = 0
    for match in _PERCENT.finditer(text):
        if match[0] == "%%":
            continue
        name = match["name"]
        if name is None:
            name, auto = str(auto), auto + 1
        yield name, *match.span()


# No pattern here looks past the next brace, or it would look at the rest of the text from every brace.
_JINJA = re.compile(r"\{\{[-+]?(?P<output>[^{}]*)\}\}|\{%[-+]?\s*(?P<tag>\w+)(?P<rest>[^{}]*)%\}")
_JINJA_COMMENT = (re.compile(r"\{#"), re.compile(r"#\}"))
_JINJA_RAW = (re.compile(r"\{%[-+]?\s*raw\s*[-+]?%\}"), re.compile(r"\{%[-+]?\s*endraw\s*[-+]?%\}"))
_JINJA_BINDING = re.compile(
    r"\{%[-+]?\s*(?:for\s+(?P<loop>[\w\s,()]{1,200}?)\s+in\b|set\s+(?P<set>[\w\s,]{1,200}?)\s*[=%]"
    r"|macro\s+\w+\((?P<macro>[^(){}]*)\))"
)
_JINJA_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
_JINJA_NAME = re.compile(r"(?<![\w.|])(?<!\|\s)[A-Za-z_][\w.]*(?!\s*\()")
_JINJA_WORDS = frozenset(
    {"and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"}
    | {"loop", "range", "defined", "undefined", "recursive", "self"}
)


def _jinja_marks(text: str) -> Iterator[Mark]:
    for match in _JINJA.finditer(_blanked(_blanked(text, *_JINJA_COMMENT), *_JINJA_RAW)):
        if match["output"] is not None:
            expression = match["output"]
        elif match["tag"] == "for":
            expression = match["rest"].partition(" in ")[2]
        elif match["tag"] in ("if", "elif"):
            expression = match["rest"]
        else:
            continue
        name = _first_name(expression)
        if name:
            yield name, *match.span()


def _first_name(expression: str) -> str | None:
    blanked = _JINJA_STRING.sub(lambda match: " " * len(match[0]), expression)
    for match in _JINJA_NAME.finditer(blanked):
        if match[0].split(".")[0] not in _JINJA_WORDS:
            return match[0]
    return None


def _jinja_locals(texts: Iterable[str]) -> frozenset[str]:
    """Return the names that the template binds itself (loop variables, ``set``): they are no inputs."""
    names: set[str] = set()
    for text in texts:
        for match in _JINJA_BINDING.finditer(text):
            bound = match["loop"] or match["set"] or match["macro"] or ""
            names.update(re.findall(r"[A-Za-z_]\w*", bound))
    return frozenset(names)


def _blanked(text: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    """Return the text, as long, with spaces for all from each opening mark to the next closing one."""
    kept: list[str] = []
    at = 0
    while (begin := opening.search(text, at)) and (end := closing.search(text, begin.end())):
        kept += [text[at : begin.start()], " " * (end.end() - begin.start())]
        at = end.end()
    return "".join([*kept, text[at:]])


_HANDLEBARS = re.compile(r"\{\{(?:\{(?P<raw>[^{}]*)\}\}\}|~?(?P<inner>[^{}]*?)~?\}\})")
_HANDLEBARS_LONG_COMMENT = (re.compile(r"\{\{~?!--"), re.compile(r"--~?\}\}"))
_HANDLEBARS_COMMENT = (re.compile(r"\{\{~?!"), re.compile(r"\}\}"))
_HANDLEBARS_WORDS = frozenset({"else", "this", "role", "history", "section", "true", "false", "null"})
_HANDLEBARS_PATH = re.compile(rf"(?:[\w\-]+=)?(?:this\.|\.\./)*(?P<name>{_IDENTIFIER})$")


def _handlebars_marks(text: str) -> Iterator[Mark]:
    for match in _HANDLEBARS.finditer(_blanked(_blanked(text, *_HANDLEBARS_LONG_COMMENT), *_HANDLEBARS_COMMENT)):
        is_escaped = match["raw"] is None and text[match.start() - 1 : match.start()] == "\\"
        name = None if is_escaped else _handlebars_name(match["raw"] or match["inner"] or "")
        if name:
            yield name, *match.span()


def _handlebars_name(inner: str) -> str | None:
    words = inner.split()
    if not words or words[0][0] in "/>@^&*\"'" or words[0] in _HANDLEBARS_WORDS:
        return None
    arguments = words[1:] if len(words) > 1 else [words[0].lstrip("#")]
    for word in arguments:
        match = _HANDLEBARS_PATH.match(word.strip("()"))
        if match and match["name"] not in _HANDLEBARS_WORDS and match["name"] != "as":
            return match["name"]
    return None


def _no_marks(_text: str) -> Iterator[Mark]:
    return iter(())


_FINDERS: dict[Dialect, Callable[[str], Iterable[Mark]]] = {
    Dialect.FSTRING: fstring_marks,
    Dialect.JINJA: _jinja_marks,
    Dialect.HANDLEBARS: _handlebars_marks,
    Dialect.VSCODE: _vscode_marks,
    Dialect.DOLLAR: _dollar_marks,
    Dialect.PERCENT: _percent_marks,
    Dialect.NONE: _no_marks,
}
