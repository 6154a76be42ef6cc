"""The assertions file, read with ``ast`` and never run: its functions with their exact text and place.

A function's text is whole lines: from its first decorator or ``async def`` to the last line of its body, comments that
are indented below it included. The comment lines directly above it are its `lead`. Both together are its block;
everything between blocks belongs to the person and is never touched.
"""

import ast
import re
from collections import Counter
from dataclasses import dataclass

from spade_core.errors import Problem
from spade_core.storage.source_lines import UNREADABLE, SourceLines, parse_python, readable_chunks
from spade_core.text import Span

_CONFLICT = re.compile(r"^(?:<{7}|>{7}|\|{7})(?: .*)?$", re.MULTILINE)
_INDENTED_COMMENT = re.compile(r"[ \t]+#")


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
    unseen: frozenset[str] = frozenset()
    """Names of functions that are there and no assertions: a ``def`` without ``async``, or one within something."""


def parse_assertions(text: str, path: str) -> AssertionsFile:
    """Return the functions of an assertions file; a syntax error leaves the others readable.

    `text` has no byte order mark. Top-level ``async def`` whose name does not begin with ``_`` are assertions. What
    else stands at the top level is kept but reported, because each function runs by itself, without it.
    """
    lines = SourceLines.of(text)
    try:
        tree = parse_python(text)
    except SyntaxError as error:
        problem = Problem(path, error.lineno, _syntax_fact(text, error))
        chunks = readable_chunks(lines)
        found = [f for first, chunk in chunks for f in _functions_of(chunk, lines, first_line=first)]
        functions = tuple(function for function in found if not UNREADABLE.search(function.source))
        return AssertionsFile(path, text, functions, (problem, *_twice(functions, path)), problem)
    functions = tuple(_functions_of(tree, lines))
    names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    unseen = frozenset(names - {function.name for function in functions})
    problems = (*_not_run(tree, path), *_twice(functions, path))
    return AssertionsFile(path, text, functions, problems, unseen=unseen)


def conflict_line(text: str) -> int | None:
    """Return the 1-based line of the first git conflict marker, if there is one."""
    marker = _CONFLICT.search(text)
    return None if marker is None else text.count("\n", 0, marker.start()) + 1


def _syntax_fact(text: str, error: SyntaxError) -> str:
    marked = conflict_line(text)
    if marked is not None:
        return f"git conflict marker on line {marked}; resolve the conflict"
    return f"not Python: {error.msg}"


def _functions_of(tree: ast.Module, lines: SourceLines, *, first_line: int = 1) -> list[AssertionFunction]:
    """Return the assertions of a tree whose line 1 is the file's line `first_line`."""
    shift = first_line - 1
    ends = [shift, *(_last_line(node) + shift for node in tree.body)]
    return [
        _function(node, lines, after=ends[i], shift=shift)
        for i, node in enumerate(tree.body)
        if isinstance(node, ast.AsyncFunctionDef) and not node.name.startswith("_")
    ]


def _function(node: ast.AsyncFunctionDef, lines: SourceLines, *, after: int, shift: int) -> AssertionFunction:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) + shift
    last = _with_indented_comments(lines, _last_line(node) + shift)
    lead = first
    while lead - 1 > after and lines.line(lead - 1).startswith("#"):
        lead -= 1
    span = Span(lines.start(first), lines.end(last))
    return AssertionFunction(
        name=node.name,
        source=span.of(lines.text),
        lead=lines.text[lines.start(lead) : span.start].rstrip("\r\n"),
        span=span,
        block=Span(lines.start(lead), span.end),
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


def _with_indented_comments(lines: SourceLines, last: int) -> int:
    """Return the last line of a body with the indented comments below it."""
    for number in range(last + 1, lines.count + 1):
        line = lines.line(number)
        if _INDENTED_COMMENT.match(line):
            last = number
        elif line.strip():
            break
    return last


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
