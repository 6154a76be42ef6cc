"""Runs one function over its rows in a locked-down child, and tells the host row by row what came of it.

Lines to the host: ``ready`` first; ``3 P`` and ``3 F`` (row 3 returned a true or a false value), ``3 E 7 "ValueError:
x"`` (it raised at line 7), ``3 M 7 ""`` (out of memory), ``3 Q "..."`` (it asks the judge). Lines from the host, to a
question: ``3 T``, ``3 F`` or ``3 X "why not"``. The host believes nothing else.
"""

import ast
import builtins
import importlib
import json
import marshal
import os
import signal
import struct
import sys
from types import SimpleNamespace, TracebackType
from typing import Any

from spade_core.sandbox.child import tables
from spade_core.sandbox.child.names import READY

FILE = "<assertion>"
_MOST_CHARACTERS = 300
_LEAST_SECONDS = 0.001
_PARSED_BYTES = 400
_HEADER = struct.Struct("!Q")
_Row = tuple[dict[str, object], str, str]


class _Question:
    """An awaitable that hands a question to the loop below and comes back with the answer."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __await__(self) -> Any:
        return (yield self.text)


async def ask_llm(prompt: str, response: str, question: str) -> bool:
    """Ask the judge; the host puts in the real prompt and response."""
    if not all(isinstance(text, str) for text in (prompt, response, question)):
        raise TypeError("ask_llm takes three strings")
    answer: bool = await _Question(question)
    return answer


def read_job(descriptor: int) -> "dict[str, Any]":
    """Return the job that the host sent: source, name, rows, seconds a row may take, the longest question."""
    size = _HEADER.unpack(_read_exactly(descriptor, _HEADER.size))[0]
    job: dict[str, Any] = marshal.loads(_read_exactly(descriptor, size))  # noqa: S302 - the host's own bytes
    return job


def _read_exactly(descriptor: int, size: int) -> bytes:
    parts = []
    while size:
        part = os.read(descriptor, min(size, 1 << 20))
        if not part:
            os._exit(1)
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


class Run:
    """One function over its rows."""

    def __init__(self, descriptor: int, job: "dict[str, Any]") -> None:
        self._descriptor = descriptor
        self._rows: list[_Row] = job["rows"]
        self._left = [(job["seconds"], job["wall_seconds"])] * len(self._rows)
        """What every row has left of its time, of the processor's and by the clock: all its turns share it."""
        self._most_question: int = job["question"]
        self._row = 0
        self._waiting: dict[int, Any] = {}
        self._heard = b""
        space: dict[str, Any] = {"__builtins__": _builtins(self.guard), "__name__": "assertion", "ask_llm": ask_llm}
        exec(_compiled(job["source"]), space)  # noqa: S102 - this process exists for it
        self._function = space[job["name"]]

    def finish(self) -> None:
        """Run every row, then wait for the answers to what they asked."""
        self._say(READY.decode())
        for index, row in enumerate(self._rows):
            self._row = index
            self._advance(index, self._function(*row), None, None)
        while self._waiting:
            self._answer(self._line())

    def guard(self) -> None:
        """End the process when the exception being handled is a lack of memory: no function may hide that."""
        error = sys.exc_info()[1]
        if error is not None and _tells_of_the_limit(error):
            self._say(f'{self._row} M {_line_of(error.__traceback__)} ""')
            os._exit(0)

    def _advance(self, index: int, coroutine: Any, answer: "bool | None", error: "BaseException | None") -> None:
        self._row = index
        self._arm(*self._left[index])
        try:
            question = coroutine.send(answer) if error is None else coroutine.throw(error)
        except StopIteration as end:
            self._verdict(index, end.value)
        except BaseException as failure:  # noqa: BLE001 - whatever generated code raises
            self._raised(index, failure)
        else:
            self._waiting[index] = coroutine
            self._say(f"{index} Q {json.dumps(self._shortened(question))}")
        self._left[index] = self._arm(0.0, 0.0)

    def _shortened(self, question: object) -> "str | None":
        """Return so much of a question that the host can see when it is too long; None for what is no text."""
        return str.__str__(question)[: self._most_question + 1] if isinstance(question, str) else None

    def _verdict(self, index: int, value: object) -> None:
        try:
            self._say(f"{index} P" if value else f"{index} F")
        except BaseException as failure:  # noqa: BLE001
            self._raised(index, failure)

    def _raised(self, index: int, failure: BaseException) -> None:
        line = _line_of(failure.__traceback__)
        if _tells_of_the_limit(failure):
            self._say(f'{index} M {line} ""')
            os._exit(0)
        words = _words_of(failure)
        text = type(failure).__name__ + (": " + words if words else "")
        self._say(f"{index} E {line} {json.dumps(text[:_MOST_CHARACTERS])}")

    def _answer(self, line: bytes) -> None:
        index, kind, *text = line.split(b" ", 2)
        coroutine = self._waiting.pop(int(index))
        error = RuntimeError(json.loads(text[0])) if kind == b"X" else None
        self._advance(int(index), coroutine, kind == b"T", error)

    def _arm(self, seconds: float, wall_seconds: float) -> "tuple[float, float]":
        """Let the kernel end this process after so much processor time, or so much by the clock; return what was left.

        What was left is never nothing: a timer set to nothing would not ring.
        """
        processor, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
        wall, _ = signal.setitimer(signal.ITIMER_REAL, wall_seconds)
        return max(processor, _LEAST_SECONDS), max(wall, _LEAST_SECONDS)

    def _say(self, line: str) -> None:
        left = line.encode("utf-8", "backslashreplace") + b"\n"
        while left:
            left = left[os.write(self._descriptor, left) :]

    def _line(self) -> bytes:
        while b"\n" not in self._heard:
            part = os.read(self._descriptor, 1 << 16)
            if not part:
                os._exit(1)
            self._heard += part
        line, _, self._heard = self._heard.partition(b"\n")
        return line


class _TooComplexError(MemoryError):
    """What CPython's parser raises when it gives a text up, whatever memory there is; looks like a MemoryError."""


_TooComplexError.__name__ = _TooComplexError.__qualname__ = "MemoryError"
_TooComplexError.__module__ = "builtins"


def _tells_of_the_limit(error: BaseException) -> bool:
    return isinstance(error, MemoryError) and not isinstance(error, _TooComplexError)


def literal_eval(node_or_string: Any) -> Any:
    """Stand in for `ast.literal_eval`; where the parser gives up, that is no lack of memory."""
    try:
        return ast.literal_eval(node_or_string)
    except MemoryError:
        if not isinstance(node_or_string, str) or not _has_room_for(len(node_or_string)):
            raise
    raise _TooComplexError


def _has_room_for(characters: int) -> bool:
    """Whether there is the memory that parsing so long a text takes at most; it is not touched, so this is quick."""
    try:
        bytearray(characters * _PARSED_BYTES)
    except MemoryError:
        return False
    return True


def _words_of(failure: BaseException) -> str:
    """Return an exception's own words; none when asking for them raises."""
    try:
        return str.__str__(str(failure))
    except BaseException:  # noqa: BLE001 - generated code wrote its __str__
        return ""


def _line_of(trace: "TracebackType | None") -> int:
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _compiled(source: str) -> Any:
    """Return the function's code: its own annotations left out, and a guard where an exception could be swallowed."""
    tree = ast.parse(source)
    function = tree.body[0]
    if isinstance(function, ast.AsyncFunctionDef):
        function.returns = None
        for argument in (*function.args.posonlyargs, *function.args.args):
            argument.annotation = None
    for node in ast.walk(tree):
        if isinstance(node, ast.Try):
            for handler in node.handlers:
                handler.body.insert(0, _guard_call(handler.body[0]))
            if node.finalbody:
                node.finalbody.insert(0, _guard_call(node.finalbody[0]))
    return compile(tree, FILE, "exec", dont_inherit=True, optimize=0)


def _guard_call(before: ast.stmt) -> ast.stmt:
    call = ast.Expr(ast.Call(ast.Name("__guard", ast.Load()), [], []))
    for node in ast.walk(call):
        ast.copy_location(node, before)
    return call


def _builtins(guard: Any) -> "dict[str, Any]":
    allowed: dict[str, Any] = {name: getattr(builtins, name) for name in tables.BUILTINS}
    return allowed | {"print": _print_nothing, "__import__": _import, "__guard": guard}


class _Nowhere:
    """A strict UTF-8 stream that keeps nothing."""

    def write(self, text: str) -> None:
        """Raise where the text cannot be encoded, like a real stream."""
        text.encode("utf-8")

    def flush(self) -> None:
        """Do nothing."""


_NOWHERE = _Nowhere()


def _print_nothing(*values: object, **named: Any) -> None:
    """Stand in for print: it does all that print does but write."""
    if named.get("file") is None:
        named["file"] = _NOWHERE
    print(*values, **named)  # noqa: T201


def _modules() -> "dict[str, SimpleNamespace]":
    found = {}
    for name, members in tables.MEMBERS.items():
        if name in tables.NOT_STANDARD:
            continue
        module = importlib.import_module(name)
        found[name] = SimpleNamespace(
            **{member: getattr(module, member) for member in members if hasattr(module, member)}
        )
    found["ast"] = SimpleNamespace(literal_eval=literal_eval)
    found["urllib"] = SimpleNamespace(parse=found["urllib.parse"])
    return found


MODULES = _modules()
"""Stand-ins that hold the allowed members only; made in the zygote, those not standard when first needed."""


def _import(
    name: str,
    space: object = None,
    local: object = None,
    wanted: "tuple[str, ...] | list[str] | None" = (),
    level: int = 0,
) -> object:
    """Stand in for ``__import__``. The interpreter's own C code passes a list, generated code never can."""
    if isinstance(wanted, list) and name in sys.modules:
        return sys.modules[name]
    known = name if wanted or "." not in name else name.partition(".")[0]
    if level or known not in MODULES or name not in MODULES:
        raise ImportError(f"there is no module {name} in the sandbox")
    return MODULES[known]
