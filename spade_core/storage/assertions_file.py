"""The assertions file, read with ``ast`` and never run: its functions with their exact text and place.

A function's text is whole lines: from its first decorator or ``async def`` to the last line of its body, comments that
are indented below it included. The comment lines directly above it are its `lead`. Both together are its block;
everything between blocks belongs to the person and is never touched.
"""

import ast
import re
import warnings
from collections import Counter
from dataclasses import dataclass

from spade_core.errors import Problem
from spade_core.text import Span

_CONFLICT = re.compile(r"^(<<<<<<<|>>>>>>>|\|\|\|\|\|\|\||=======)(?: .*)?$", re.MULTILINE)
_INDENTED_COMMENT = re.compile(r"[ \t]+#")
_AT_MARGIN = re.compile(r"[^\s#]")
_STATEMENT = re.compile(r"[^\W\d]|[@#]")
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_MOST_CHUNKS = 16


@dataclass(frozen=True, slots=True)
class AssertionFunction:
    """One ``async def`` of the file, as it stands there."""

    name: str
    source: str
    """Its whole lines, without the last line end; line ends as in the file."""
    lead: str
    """The comment lines directly above it, without the last line end; often empty."""
    span: Span
    """Of `source` in the file's text, in code points."""
    block: Span
    """Of lead and source together."""
    first_line: int
    """1-based."""
    last_line: int
    asks_judge: bool
    """Whether it calls ``ask_llm``."""


@dataclass(frozen=True, slots=True)
class AssertionsFile:
    """What one assertions file holds."""

    path: str
    text: str
    functions: tuple[AssertionFunction, ...]
    """In the order of the file; two may have one name, then the last counts, as in Python."""
    problems: tuple[Problem, ...] = ()
    syntax_error: Problem | None = None
    """Why the file as a whole is not Python; the functions are then those that can be read by themselves."""


def parse_assertions(text: str, path: str) -> AssertionsFile:
    """Return the functions of an assertions file; a syntax error leaves the others readable.

    `text` has no byte order mark. Top-level ``async def`` whose name does not begin with ``_`` are assertions. What
    else stands at the top level is kept but reported, because each function runs by itself, without it.
    """
    lines = _lines_of(text)
    try:
        tree = parse_python(text)
    except SyntaxError as error:
        problem = Problem(path, error.lineno, _syntax_fact(text, error))
        functions = _functions_of_chunks(text, lines)
        return AssertionsFile(path, text, functions, (problem, *_twice(functions, path)), problem)
    functions = _functions_of(tree, text, lines, first_line=1)
    return AssertionsFile(path, text, functions, (*_not_run(tree, path), *_twice(functions, path)))


def parse_python(text: str) -> ast.Module:
    """Return the syntax tree; whatever keeps it from being parsed is a SyntaxError.

    Raises:
        SyntaxError: it is not Python, holds NUL or a lone surrogate, or is nested too deeply.
    """
    if odd := _UNREADABLE.search(text):
        line = len(re.findall(r"\r\n|\n|\r", text[: odd.start()])) + 1
        raise SyntaxError("a NUL or a byte that is not UTF-8", (None, line, None, None))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in a string is the person's business
            return ast.parse(text)
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error) or "nested too deeply", (None, 1, None, None)) from error


def conflict_line(text: str) -> int | None:
    """Return the 1-based line of the first git conflict marker, if there is one."""
    for match in _CONFLICT.finditer(text):
        if match[1] != "=======":
            return text.count("\n", 0, match.start()) + 1
    return None


def _syntax_fact(text: str, error: SyntaxError) -> str:
    marked = conflict_line(text)
    if marked is not None:
        return f"git conflict marker on line {marked}; resolve the conflict"
    return f"not Python: {error.msg}"


def _lines_of(text: str) -> list[int]:
    """Return the offset at which each line starts, as Python counts lines, and the text's length."""
    starts = [0]
    for match in re.finditer(r"\r\n|\n|\r", text):
        starts.append(match.end())
    return starts if starts[-1] == len(text) else [*starts, len(text)]


def _line(text: str, lines: list[int], number: int) -> str:
    """Return a line (1-based) without its line end."""
    return text[lines[number - 1] : lines[number]].rstrip("\r\n")


def _functions_of(tree: ast.Module, text: str, lines: list[int], *, first_line: int) -> tuple[AssertionFunction, ...]:
    """Return the assertions of a tree whose line 1 is the file's line `first_line`."""
    ends = [0, *(_last_line(node) + first_line - 1 for node in tree.body)]
    return tuple(
        _function(node, text, lines, after=ends[i], shift=first_line - 1)
        for i, node in enumerate(tree.body)
        if isinstance(node, ast.AsyncFunctionDef) and not node.name.startswith("_")
    )


def _function(node: ast.AsyncFunctionDef, text: str, lines: list[int], *, after: int, shift: int) -> AssertionFunction:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) + shift
    last = _with_indented_comments(text, lines, _last_line(node) + shift)
    lead = first
    while lead - 1 > after and _line(text, lines, lead - 1).startswith("#"):
        lead -= 1
    span = Span(lines[first - 1], lines[last - 1] + len(_line(text, lines, last)))
    return AssertionFunction(
        name=node.name,
        source=span.of(text),
        lead=text[lines[lead - 1] : span.start].rstrip("\r\n"),
        span=span,
        block=Span(lines[lead - 1], span.end),
        first_line=first,
        last_line=last,
        asks_judge=asks_judge(node),
    )


def asks_judge(node: ast.AST) -> bool:
    """Whether a function calls ``ask_llm``."""
    return any(
        isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "ask_llm"
        for inner in ast.walk(node)
    )


def _last_line(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _with_indented_comments(text: str, lines: list[int], last: int) -> int:
    """Return the last line of a body with the indented comments below it."""
    for number in range(last + 1, len(lines)):
        line = _line(text, lines, number)
        if _INDENTED_COMMENT.match(line):
            last = number
        elif line.strip():
            break
    return last


def _functions_of_chunks(text: str, lines: list[int]) -> tuple[AssertionFunction, ...]:
    """Return the functions that can be read by themselves, in a file that cannot be read as a whole.

    The file is cut before every line at the left margin. A chunk that does not parse takes in those that follow (the
    cut may have gone through a string or a signature); when that does not help it is left out. Law: a function is read
    whole or not at all.
    """
    readable = _UNREADABLE.sub("\ufffd", text)
    cuts = [*_cuts(readable, lines), len(lines)]
    found: list[AssertionFunction] = []
    at = 0
    while at < len(cuts) - 1:
        for after in range(at + 1, min(at + _MOST_CHUNKS, len(cuts))):
            if after < len(cuts) - 1 and _cuts_a_body(readable, lines, cuts[after]):
                continue
            try:
                tree = parse_python(readable[lines[cuts[at] - 1] : lines[cuts[after] - 1]])
            except SyntaxError:
                continue
            functions = _functions_of(tree, text, lines, first_line=cuts[at])
            found.extend(function for function in functions if not _UNREADABLE.search(function.source))
            at = after
            break
        else:
            at += 1
    return tuple(found)


def _cuts(text: str, lines: list[int]) -> list[int]:
    """Return the lines at the left margin, each with the comments and decorators right above it."""
    cuts = []
    for number in range(1, len(lines)):
        if not _AT_MARGIN.match(_line(text, lines, number)):
            continue
        while number > 1 and _line(text, lines, number - 1).startswith(("@", "#")):
            number -= 1
        cuts.append(number)
    return list(dict.fromkeys(cuts))


def _cuts_a_body(text: str, lines: list[int], cut: int) -> bool:
    """Whether something that starts no statement (a conflict marker) stands at the margin in the middle of a body."""
    if _STATEMENT.match(_line(text, lines, cut)):
        return False
    following = (_line(text, lines, number) for number in range(cut + 1, len(lines)))
    return next((line.startswith((" ", "\t")) for line in following if line.strip()), False)


def _not_run(tree: ast.Module, path: str) -> list[Problem]:
    """Return a problem for each top-level statement that no function will see."""
    problems = []
    for i, node in enumerate(tree.body):
        is_docstring = i == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.AsyncFunctionDef) or is_docstring:
            continue
        if isinstance(node, ast.FunctionDef) and node.name.startswith("assert_"):
            fact = f"{node.name} is not run: write `async def {node.name}(example: dict, prompt: str, response: str)`"
        elif isinstance(node, ast.Import | ast.ImportFrom):
            fact = "this import is not seen by the functions: each runs by itself; move it into the function"
        else:
            fact = "this is not seen by the functions: each runs by itself; move it into the function"
        problems.append(Problem(path, node.lineno, fact))
    return problems


def _twice(functions: tuple[AssertionFunction, ...], path: str) -> list[Problem]:
    counts = Counter(function.name for function in functions)
    last = {function.name: function for function in functions}
    return [
        Problem(path, function.first_line, f"{function.name} is defined again on line {last[function.name].first_line}")
        for function in functions
        if counts[function.name] > 1 and last[function.name] is not function
    ]


def renamed(source: str, old: str, new: str) -> str:
    """Return a function's source with another name in its ``def`` line."""
    return re.sub(
        rf"^((?:async[ \t]+)?def[ \t]+){re.escape(old)}\b", rf"\g<1>{new}", source, count=1, flags=re.MULTILINE
    )
