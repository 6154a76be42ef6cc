"""Pre-flight: whether a source is one assertion, and what it says about itself."""

import ast
import warnings
from dataclasses import dataclass
from functools import lru_cache

from spade_core.text import with_parse_retry

MAX_SOURCE_BYTES = 20_000
MAX_DEPTH = 120
"""Deepest nesting of syntax that is analysed; readable code stays far below."""
PARAMETERS = ("example", "prompt", "response")
JUDGE_NAME = "ask_llm"
_QUESTION_POSITION = 2


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a source is no assertion in the paper's signature, or is not run here: the first place that is at fault."""

    reason: str
    line: int | None = None
    """1-based; None when the fault has no single line."""
    column: int | None = None
    """0-based, in characters; None when there is no single place."""


@dataclass(frozen=True, slots=True)
class Preflight:
    """What parsing found; nothing was run."""

    rejection: Rejection | None
    """None when the source is one assertion in the paper's signature."""
    name: str = ""
    docstring: str = ""
    asks_judge: bool = False
    """Whether it names ``ask_llm`` at all."""
    question: str | None = None
    """The question put to the judge, when it is one literal."""

    @property
    def accepted(self) -> bool:
        """Whether the source may go on to an engine."""
        return self.rejection is None


@lru_cache(maxsize=1024)
def preflight(source: str) -> Preflight:
    """Return what `source` is: exactly one undecorated ``async def name(example, prompt, response)``, or why not."""
    parsed = parse_assertion(source)
    if isinstance(parsed, Rejection):
        return Preflight(rejection=parsed)
    return Preflight(
        rejection=None,
        name=parsed.name,
        docstring=ast.get_docstring(parsed) or "",
        asks_judge=any(isinstance(node, ast.Name) and node.id == JUDGE_NAME for node in nodes_in(parsed)),
        question=_literal_question(parsed),
    )


@lru_cache(maxsize=64)
def parse_assertion(source: str) -> ast.AsyncFunctionDef | Rejection:
    """Return the one function in `source`, or the reason to reject it. Never raises, whatever the text.

    Whoever asks for the same source gets the same tree, so nobody changes it.
    """
    tree = _parse(source)
    if isinstance(tree, Rejection):
        return tree
    if too_deep := _too_deep(tree):
        return too_deep
    for statement in tree.body:
        if not isinstance(statement, ast.AsyncFunctionDef):
            return Rejection(_misplaced(statement), statement.lineno)
    functions = [statement for statement in tree.body if isinstance(statement, ast.AsyncFunctionDef)]
    if not functions:
        return Rejection("there is no function")
    if len(functions) > 1:
        return Rejection("there is more than one function", functions[1].lineno)
    return _signature_fault(functions[0]) or functions[0]


@lru_cache(maxsize=64)
def nodes_in(function: ast.AsyncFunctionDef) -> tuple[ast.AST, ...]:
    """Return all nodes of a function that `parse_assertion` gave: whoever reads it walks through all of them."""
    return tuple(ast.walk(function))


def _parse(source: str) -> ast.Module | Rejection:
    size = len(source.encode("utf-8", "surrogatepass"))
    if size > MAX_SOURCE_BYTES:
        return Rejection(f"the source has {size} bytes, more than {MAX_SOURCE_BYTES}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return with_parse_retry(lambda: ast.parse(source))
    except SyntaxError as error:
        return Rejection(f"it is not valid Python: {error.msg}", error.lineno)
    except ValueError as error:  # NUL, lone surrogates
        return Rejection(f"it is not valid Python: {error}")
    except (RecursionError, MemoryError):
        return Rejection("it is nested too deeply")


def _too_deep(tree: ast.AST) -> Rejection | None:
    level: list[ast.AST] = [tree]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return None
    line = next((node.lineno for node in level if isinstance(node, ast.expr | ast.stmt)), None)
    return Rejection("it is nested too deeply", line)


def _misplaced(statement: ast.stmt) -> str:
    if isinstance(statement, ast.FunctionDef):
        return f"{statement.name} is not async: write `async def`"
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return "there is an import outside the function: move it inside"
    return "there is code outside the function"


def _signature_fault(function: ast.AsyncFunctionDef) -> Rejection | None:
    arguments = function.args
    names = tuple(argument.arg for argument in (*arguments.posonlyargs, *arguments.args))
    line = function.lineno
    if function.decorator_list:
        return Rejection("it has a decorator", function.decorator_list[0].lineno)
    if names != PARAMETERS or arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        return Rejection(f"its parameters are not ({', '.join(PARAMETERS)})", line)
    if arguments.defaults:
        return Rejection("a parameter has a default", arguments.defaults[0].lineno)
    if getattr(function, "type_params", None):
        return Rejection("it has type parameters", line)
    return None


def _literal_question(function: ast.AsyncFunctionDef) -> str | None:
    calls = [
        node
        for node in nodes_in(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == JUDGE_NAME
    ]
    if len(calls) != 1:
        return None
    given = [keyword.value for keyword in calls[0].keywords if keyword.arg == "question"]
    given += calls[0].args[_QUESTION_POSITION : _QUESTION_POSITION + 1]
    if given and isinstance(given[0], ast.Constant) and isinstance(given[0].value, str):
        return given[0].value
    return None
