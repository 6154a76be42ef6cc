"""Prompts held in the string constants of a Python file, found without running it."""

import ast
import re
import warnings
from collections import ChainMap
from collections.abc import Iterable, Iterator

from spade_core.errors import Problem, PromptFileError
from spade_core.prompt_files.chat import template_of
from spade_core.prompt_files.dialects import dialect_by_majority
from spade_core.prompt_files.patterns import CONSTANT_NAME
from spade_core.prompt_files.placeholders import fstring_marks, overlaps, with_human_marks
from spade_core.prompt_files.python_text import PythonText, in_a_row
from spade_core.prompt_files.python_values import (
    Source,
    Spoken,
    chat_of,
    entries_of,
    text_of,
    text_or_hole,
    wrapped_name,
)
from spade_core.prompt_files.template import (
    Dialect,
    Placeholder,
    PromptFile,
    PromptFormat,
    PromptTemplate,
    TemplatePart,
)
from spade_core.text import LineIndex

_SURROGATE = re.compile("[\ud800-\udfff]")
_MAX_ENTRIES_DEPTH = 3
_BLOCKS = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.ExceptHandler),
    *(ast.Match, ast.match_case),
)


def read_python(path: str, text: str) -> PromptFile:
    """Return the prompts in a Python file: one template for each constant named like a prompt.

    Names: ``PROMPT``, ``Class.PROMPT``, ``function.PROMPT``, ``PROMPTS[0]``, ``PROMPTS['greet']``; a name
    assigned again gets ``#2``. A constant whose text is not in its expression is a problem.
    Raises PromptFileError with the line when the file is not Python.
    """
    try:
        module = _parsed(path, text)
        finder = _Finder(path, text)
        finder.visit(module, "")
        templates = tuple(finder.templates())
    except (RecursionError, MemoryError) as error:
        raise PromptFileError(path, None, "expressions nested too deeply to be read") from error
    return PromptFile(
        path=path,
        format=PromptFormat.PYTHON,
        text=text,
        templates=templates,
        metadata={},
        problems=tuple(finder.problems),
    )


def _parsed(path: str, text: str) -> ast.Module:
    if "\0" in text:
        raise PromptFileError(path, LineIndex(text).line_of(text.index("\0")), "not Python: it holds a NUL character")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd escapes in code that is not ours
            return ast.parse(_SURROGATE.sub("\ufffd", text))
    except SyntaxError as error:
        raise PromptFileError(path, error.lineno, f"not Python: {error.msg}") from error
    except ValueError as error:
        raise PromptFileError(path, None, f"not Python: {error}") from error


class _Finder:
    """Walks the statements of a file and gathers the constants."""

    def __init__(self, path: str, text: str) -> None:
        self.problems: list[Problem] = []
        self._path = path
        self._text = text
        self._lines = LineIndex(text)
        self._known: ChainMap[str, ast.expr | None] = ChainMap()
        self._found: dict[str, list[Spoken]] = {}
        self._more: dict[str, list[PythonText]] = {}  # what += adds to a text
        self._names: dict[str, list[str]] = {}  # the names given to one constant, one for each time it is assigned

    def visit(self, node: ast.AST, scope: str) -> None:
        """Gather the constants assigned in the statements below `node`, in file order."""
        for statement in _statements(node):
            match statement:
                case ast.ClassDef(name=name):
                    self._visit_inner(statement, f"{scope}{name}.", hidden=())
                case ast.FunctionDef(name=name, args=args) | ast.AsyncFunctionDef(name=name, args=args):
                    self._visit_inner(statement, f"{scope}{name}.", hidden=[arg.arg for arg in _all_args(args)])
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        self._assigned(target, value, scope)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._assigned(target, value, scope)
                case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                    self._known[name] = None
                    if isinstance(op, ast.Add):
                        self._added(scope + name, value)
                case _:
                    pass

    def _visit_inner(self, node: ast.AST, scope: str, *, hidden: Iterable[str]) -> None:
        """Visit a class or function: what it assigns is known inside it only, its parameters are unknown."""
        outer = self._known
        self._known = outer.new_child(dict.fromkeys(hidden))
        self.visit(node, scope)
        self._known = outer

    def templates(self) -> Iterator[PromptTemplate]:
        """Yield a template for each constant, in file order."""
        for name, spoken in self._found.items():
            more = self._more.get(name)
            yield _template(name, [(None, in_a_row([spoken[0][1], *more]))] if more else spoken)

    @property
    def _source(self) -> Source:
        return Source(self._text, self._lines, self._known)

    def _assigned(self, target: ast.expr, value: ast.expr, scope: str) -> None:
        match target:
            case ast.Name(id=name) | ast.Attribute(attr=name) if CONSTANT_NAME.fullmatch(name):
                if not _is_constant(value):
                    self._constant(scope + name, value)
            case _:
                pass
        if isinstance(target, ast.Name):
            self._known[target.id] = value

    def _constant(self, name: str, value: ast.expr) -> None:
        given = self._names.setdefault(name, [])
        free = f"{name}#{len(given) + 1}" if given else name
        if self._value(free, value, 0):
            given.append(free)
        else:
            self._report(name, value)

    def _value(self, name: str, value: ast.expr, depth: int) -> bool:
        """Gather what the expression says under `name`; return whether it says anything."""
        source = self._source
        is_name = isinstance(value, ast.Name)
        value = source.resolved(value)
        if (text := text_of(value, source)) is not None:
            if not _is_label(name, text):
                self._found[name] = [(None, text)]
            return True
        if (chat := chat_of(value, source)) is not None:
            self._found[name] = chat
            return True
        if depth >= _MAX_ENTRIES_DEPTH or (depth and is_name):
            return False
        entries = list(entries_of(value))
        said = [self._value(name + key, item, depth + 1) for key, item in entries if not _is_constant(item)]
        return any(said) or (not entries and isinstance(value, ast.List | ast.Tuple | ast.Dict))

    def _added(self, name: str, value: ast.expr) -> None:
        """Take ``NAME += value`` as more text of NAME."""
        given = self._names.get(name)
        spoken = self._found.get(given[-1]) if given else None
        if given and spoken is not None and len(spoken) == 1 and spoken[0][0] is None:
            self._more.setdefault(given[-1], []).append(text_or_hole(value, self._source))

    def _report(self, name: str, value: ast.expr) -> None:
        """Tell that a constant's text is elsewhere; numbers and other constants' names are no text and no news."""
        if not any(isinstance(node, ast.Call | ast.IfExp | ast.comprehension) for node in ast.walk(value)):
            return
        fact = f"{name} is skipped: its value is not a text that can be read without running the file"
        self.problems.append(Problem(self._path, value.lineno, fact))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands below `node` in file order, but for what is inside of expressions, classes and functions."""
    waiting = [node]
    while waiting:
        parent = waiting.pop()
        if parent is not node:
            yield parent
        if parent is node or isinstance(parent, _BLOCKS):
            waiting.extend(reversed(list(ast.iter_child_nodes(parent))))


_LABEL = re.compile(r"[A-Za-z0-9_.-]*")


def _is_label(name: str, text: PythonText) -> bool:
    """Whether the text of a ``PROMPT_...`` is one bare word, as of ``PROMPT_STYLE = "short"``: a setting, no prompt."""
    return name.rpartition(".")[2].startswith("PROMPT_") and _LABEL.fullmatch(text.text) is not None


def _is_constant(node: ast.expr) -> bool:
    """Whether the expression is but the name of a prompt constant, or a template class around it."""
    name = wrapped_name(node)
    return name is not None and CONSTANT_NAME.fullmatch(name) is not None


def _all_args(args: ast.arguments) -> list[ast.arg]:
    more = [arg for arg in (args.vararg, args.kwarg) if arg is not None]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *more]


def _template(name: str, spoken: list[Spoken]) -> PromptTemplate:
    said = [(role, text.with_lf()) for role, text in spoken if text.text.strip()]
    parts = tuple(TemplatePart(role=role, text=text.text, source=text.mapped.source) for role, text in said)
    dialect = _dialect([text for _, text in said])
    if not any(text.is_fstring or text.holes for _, text in said):
        return template_of(name, parts, dialect)
    found = [mark for part, (_, text) in enumerate(said) for mark in _placeholders(part, text)]
    return PromptTemplate(name=name, dialect=dialect, parts=parts, placeholders=tuple(found))


def _dialect(texts: list[PythonText]) -> Dialect:
    told = next((text.dialect for text in texts if text.dialect is not None), None)
    if any(text.is_fstring for text in texts):
        return Dialect.FSTRING
    if told is None and any(text.holes for text in texts):
        by_marks = dialect_by_majority(text.text for text in texts)
        return Dialect.FSTRING if by_marks is Dialect.NONE else by_marks
    return told if told is not None else dialect_by_majority(text.text for text in texts)


def _placeholders(part: int, text: PythonText) -> list[Placeholder]:
    """Return the holes, and outside of f-strings the ``{x}`` marks that ``.format`` would fill."""
    holes = [(start, end) for _, start, end in text.holes]
    more = () if text.is_fstring else fstring_marks(text.text)
    free = [mark for mark in more if not overlaps(mark[1:], holes)]
    marks = sorted([*text.holes, *free], key=lambda mark: mark[1:])
    return with_human_marks(text.text, part, marks)
