"""What runs inside the sandbox: it takes functions and rows, and says what became of each row.

The build (`hatch_build.py`) runs this file once, up to its end, through `start.py`, and keeps the interpreter's memory
as it is then. Every fresh interpreter begins there: what is imported here exists, and there is no file to import
anything else from. A call of the operating system would end the interpreter, so whatever a check may use that would
make one is replaced here.
"""

import builtins
import contextlib
import datetime
import encodings.aliases
import functools
import gc
import importlib
import io
import itertools
import json
import marshal
import os
import random
import re
import socket
import struct
import sys
import time
import types
import typing
import uuid
import warnings
from pathlib import Path

import wit_world  # made by the build
from start import cleared, read  # beside this file

_FILE = "<assertion>"
_NOW = 1_767_225_600  # 2026-01-01, UTC: every clock stands still there
_CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time")
_MOST_MESSAGE = 300
_MOST_QUESTION = 4_001
_NO_ANSWERS: dict[str, bool] = {}
_WARM_ROUNDS = 20
_MOST_KNOWN = 500
_WHEN_CALLED = """
    _ast_unparse _pydecimal _pylong _strptime atexit email.charset email.generator email.message email.parser
    email.policy xml.dom.expatbuilder xml.sax.expatreader
"""
"""What the modules of `modules.txt` import only when something of theirs is called."""
_WITHOUT_ALIAS = """
    charmap cp1006 cp65001 cp720 cp737 cp856 cp874 cp875 idna iso8859_1 koi8_t koi8_u mac_arabic mac_croatian mac_farsi
    mac_romanian oem palmos punycode raw_unicode_escape undefined unicode_escape utf_8_sig
"""
"""The encodings that have no name but their module's."""
_ASK_NOBODY = {"fspath", "putenv", "stat_result", "strerror", "terminal_size", "unsetenv"}
"""Of what `os` and `socket` have of the system, what asks it nothing."""
_NOT_THERE = (2, "No such file or directory")
"""As elsewhere: WebAssembly has a number of its own for it."""
_HERE = Path(__file__).parent
_STAGED = read(f"{_HERE}/staged.txt").decode().split()
"""The files beside this one, by their paths from here."""
_dice = random.Random(0)  # noqa: S311 - the same in every interpreter
_real_seed = random.Random.seed


# --- what is there


def _load_modules() -> None:
    checks = [path[:-3].replace("/", ".") for path in _STAGED if path.startswith("spade_core/checks/")]
    for name in (*_WHEN_CALLED.split(), *read(f"{_HERE}/modules.txt").decode().split(), *checks):
        importlib.import_module(name.removesuffix(".__init__"))
    for name in sorted({*encodings.aliases.aliases.values(), *_WITHOUT_ALIAS.split()}):
        try:
            importlib.import_module(f"encodings.{name}")
        except ImportError:  # those of Windows, and bz2
            continue


def _data_files() -> dict[str, bytes]:
    """Return the data that packages read when they are first asked for it: there are no files later."""
    return {f"{_HERE}/{path}": read(f"{_HERE}/{path}") for path in _STAGED if path.endswith(".json")}


# --- what would ask the operating system


class _Sink(io.TextIOBase):
    """Where what is printed goes."""

    def write(self, text: str) -> int:
        text.encode()  # which a lone surrogate has no bytes for
        return len(text)

    def writable(self) -> bool:
        return True


def _open(file: object, mode: str = "r", *rest: object, **named: object) -> io.IOBase:
    held = _FILES.get(os.fspath(file)) if isinstance(file, (str, os.PathLike)) else None
    if held is None:
        raise FileNotFoundError(*_NOT_THERE, file)
    return io.BytesIO(held) if "b" in mode else io.StringIO(held.decode())


def _refuse(event: str, given: tuple[object, ...]) -> None:
    """Raise where Python itself is about to open a file, as for the text of a syntax error."""
    if event == "open":
        raise FileNotFoundError(*_NOT_THERE)


def _no_such_file(*given: object, **named: object) -> typing.NoReturn:
    raise FileNotFoundError(*_NOT_THERE, *given[:1])


def _seed(self: random.Random, a: object = None, version: int = 2) -> None:
    """Seed as `random.Random.seed` does, with what is ours where that would ask the system."""
    _real_seed(self, _dice.getrandbits(64) if a is None else a, version)


def _cut_off() -> None:
    sys.addaudithook(_refuse)
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = _Sink()
    sys.stdin = sys.__stdin__ = io.StringIO("")
    sys.path.clear()
    sys.meta_path.clear()
    sys.path_hooks.clear()
    sys.path_importer_cache.clear()
    warnings.simplefilter("ignore")
    sys.excepthook = sys.unraisablehook = lambda *what: None
    for name in _CLOCKS:
        setattr(time, name, lambda: float(_NOW))
        setattr(time, f"{name}_ns", lambda: _NOW * 10**9)
    time.clock_gettime = lambda clock: float(_NOW)
    time.clock_gettime_ns = lambda clock: _NOW * 10**9
    time.clock_getres = lambda clock: 1e-09
    time.get_clock_info = _clock_info(time.get_clock_info)
    time.sleep = lambda seconds: None
    now = gc.get_referents(vars(datetime.datetime))[0]  # the two that read the clock themselves, not through `time`
    now["now"] = classmethod(lambda cls, tz=None: cls.fromtimestamp(_NOW, tz))
    now["utcnow"] = classmethod(lambda cls: cls.fromtimestamp(_NOW, datetime.UTC).replace(tzinfo=None))
    for name in ("gmtime", "localtime", "ctime"):
        setattr(time, name, _at_the_time(getattr(time, name), 0))
    time.asctime = _at_the_time(time.asctime, 0, time.gmtime)
    time.strftime = _at_the_time(time.strftime, 1, time.gmtime)
    for module, of_the_system in ((os, "posix"), (socket, "_socket")):
        for name, function in vars(module).items():
            if getattr(function, "__module__", "") == of_the_system and name not in _ASK_NOBODY:
                setattr(module, name, _no_such_file)
    os.getpid, socket.gethostname, socket.gethostbyaddr = lambda: 1, lambda: "localhost", _no_such_file
    os.urandom = random._urandom = _dice.randbytes
    random.Random.seed, random.seed = _seed, functools.partial(_seed, random._inst)
    uuid._node = 1
    uuid._generate_time_safe = None
    random.seed(0)


def _clock_info(real):
    """Return what tells of a clock as Linux does; `real` would ask the system."""

    def told(name):
        if name not in _CLOCKS:
            return real(name)
        said = {"implementation": "clock_gettime()", "monotonic": name != "time", "adjustable": name == "time"}
        return types.SimpleNamespace(**said, resolution=1e-09)

    return told


def _at_the_time(function, place, moment=lambda: _NOW):
    """Return the function; where the moment is not given, it is ours."""

    def at(*given):
        if len(given) == place:
            given = (*given, moment())
        elif len(given) > place and given[place] is None:
            given = (*given[:place], moment(), *given[place + 1 :])
        return function(*given)

    return at


# --- the judge


class _Question:
    """What a function awaits: it is left where it stands, and run again once the answer is known."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __await__(self):
        return (yield self)


_Answers = dict[int, dict[str, bool]]
"""What the judge answered before: row -> question -> answer."""


class _Judge:
    """`ask_llm`, as one row sees it: what was answered before, or a question."""

    def __init__(self) -> None:
        self.answers: dict[str, bool] = {}

    async def ask_llm(self, prompt: str, response: str, question: str) -> bool:
        for given in (prompt, response, question):
            if not isinstance(given, str):
                raise TypeError(f"ask_llm takes three texts, not a {type(given).__name__}")
        question = str(question)[:_MOST_QUESTION]
        return self.answers[question] if question in self.answers else await _Question(question)


# --- running


class _Memory:
    """Whether the row that runs has met the limit on memory, even if it caught the exception."""

    met = False
    line = 0


_NULL = re.compile(r"unsupported operand type\(s\) for .+: (?:'' and |.* and ''$)|'' object |object of type ''")
"""CPython 3.14.0 loses the MemoryError of ``text += text`` and goes on without an object: python/cpython#146092."""
_TOO_LARGE = {
    OverflowError: re.compile(
        "cannot fit '.*' into an index-sized integer|Python int too large to convert to C ssize_t|"
        r"(?:join\(\) result|replace string|replace bytes|new string|repeated string) is too long.*|"
        "result too long|repeated bytes are too long|strings are too large to concat|too many digits in integer|"
        "byte string is too large|new (?:buffer size|position) too large"
    ),
    ValueError: re.compile("width too big"),
    struct.error: re.compile("total struct size too long"),
}
"""What it says of a size for which 32 bits have no number; where there are 64, that is a MemoryError."""


def _on_raise(code: types.CodeType, offset: int, error: BaseException) -> None:
    if not _Memory.met and (type(error) is MemoryError or _is_of_null(error)):
        _Memory.met = True
        _Memory.line = _line_of(error)


def _is_of_null(error: BaseException) -> bool:
    return type(error) in {TypeError, AttributeError} and _NULL.match(_words_of(error)) is not None


def _is_too_large(error: BaseException) -> bool:
    said = _TOO_LARGE.get(type(error))
    return said is not None and said.fullmatch(_words_of(error)) is not None


def _words_of(error: BaseException) -> str:
    """Return what an exception of CPython's own says, running no code of the function."""
    said = error.args[0] if error.args else ""
    return said if type(said) is str else ""


def _watch_memory() -> None:
    sys.monitoring.use_tool_id(0, "memory")
    sys.monitoring.register_callback(0, sys.monitoring.events.RAISE, _on_raise)
    sys.monitoring.set_events(0, sys.monitoring.events.RAISE)


def _line_of(error: BaseException) -> int:
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _FILE:
            line = trace.tb_lineno or line
        trace = trace.tb_next
    return line


def _said_of(error: BaseException) -> str:
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - it is the function's own
        text = ""
    text = f"{name}: {text[:_MOST_MESSAGE]}" if text else name
    return text[:_MOST_MESSAGE].encode("utf-8", "backslashreplace").decode()


_TEXT_HEAD = sys.getsizeof("") - 1
"""Bytes of an ASCII text before its characters, which a zero follows."""
_known: "dict[tuple[str, str], tuple[typing.Callable, _Judge]]" = {}
"""Functions that ran here before: only what leaves no trace runs twice in one interpreter."""


class _Rows(typing.NamedTuple):
    """The rows, a column a parameter; one that no function reads is empty."""

    fields: list[bytes]
    """Marshalled: each call has an object of its own."""
    prompts: list[str]
    responses: list[str]


class _Turn:
    """The rows of one call: what became of those that had their turn."""

    def __init__(self, function: typing.Callable, rows: "_Rows", answers: _Answers) -> None:
        self.said: list[str] = []
        self.more: dict[int, tuple[str, int]] = {}
        self._function = function
        self._rows = rows
        self._answers = answers
        self._row = 0
        self._asks = False

    def take(self, wanted: list[int], judge: _Judge, *, reads: bool) -> None:
        """Run the function on these rows, one after the other; `reads`: whether it is given their fields."""
        left = iter(wanted)
        while len(self.said) < len(wanted):
            running = self._each(left, judge, reads)
            self._asks = False
            try:
                asked = running.send(None)
            except StopIteration:
                return
            self._asks = True
            # It is run again from its start with the answer: what it says now counts for nothing.
            with contextlib.suppress(BaseException):
                running.close()
            if type(asked) is _Question:
                self._note("Q", asked.text, 0)
            else:
                self._note("E", "RuntimeError: only ask_llm can be awaited", 0)

    async def _each(self, left: "typing.Iterator[int]", judge: _Judge, reads: bool) -> None:
        """Go through the rows up to one that asks, where the caller leaves this."""
        function, (fields, prompts, responses), answers = self._function, self._rows, self._answers
        for self._row in left:
            prompt = prompts[self._row] if prompts else ""
            response = responses[self._row] if responses else ""
            judge.answers = answers.get(self._row, _NO_ANSWERS)
            _Memory.met = False
            try:
                example = marshal.loads(fields[self._row]) if reads else {}  # noqa: S302 - the host's
                letter, text, line = "P" if await function(example, prompt, response) else "F", "", 0
            except MemoryError as error:
                letter, text, line = "M", "", _line_of(error)
            except BaseException as error:  # noqa: BLE001 - whatever it raises is its outcome
                letter, text, line = "M" if _is_too_large(error) else "E", _said_of(error), _line_of(error)
            if self._asks:
                return
            self._note(letter, text, line)

    def _note(self, letter: str, text: str, line: int) -> None:
        if _Memory.met:
            letter, text, line = "M", "", line or _Memory.line
        if text or line:
            self.more[len(self.said)] = (text, line)
        self.said.append(letter)


class WitWorld(wit_world.WitWorld):
    """The calls there are; see guest.wit."""

    rows = _Rows([], [], [])
    texts = ""
    """Of the class, as the rows: each call has an object of its own."""

    def room(self, size: int) -> int:
        """Make a text that the host writes into, and return where its characters begin.

        A text of ASCII is a copy of a part of it then: to decode that from bytes takes ten times as long. Other parts
        are bytes that go by as characters until they are decoded. It has two characters at least, for Python shares
        those that have one.
        """
        WitWorld.texts = "?" * (size + 2)
        return id(WitWorld.texts) + _TEXT_HEAD

    def load(self, lengths: str) -> None:
        """Take the rows."""
        whole, WitWorld.texts = WitWorld.texts, ""
        columns, start = [], 0
        for sizes in json.loads(lengths):
            ends = list(itertools.accumulate(map(abs, sizes), initial=start))
            parts = [whole[at:end] for at, end in itertools.pairwise(ends)]
            if columns and min(sizes, default=0) < 0:  # the first are the fields, which are no texts
                pairs = zip(parts, sizes, strict=True)
                parts = [p if size >= 0 else p.encode("latin-1").decode("utf-8", "surrogatepass") for p, size in pairs]
            columns.append(parts)
            start = ends[-1]
        fields, *texts = columns
        WitWorld.rows = _Rows([each.encode("latin-1") for each in fields], *texts)
        marshal.loads(max(WitWorld.rows.fields, key=len, default=b"N"))  # noqa: S302 - so that its call has room

    def run(self, job: str) -> str:
        """Run a function; one letter a row, and more of those that did not pass or fail.

        The letters: P passed, F failed, E errored, M out of memory, Q asks. More: place -> [message or question, line].
        """
        source, name, rows, answers, reads = marshal.loads(job.encode("latin-1"))  # noqa: S302 - the host's
        known = _known.get((source, name))
        if known is None:
            judge = _Judge()
            space = {"__builtins__": builtins, "__name__": "assertion", "ask_llm": judge.ask_llm}
            try:
                exec(compile(source, _FILE, "exec", dont_inherit=True), space)  # noqa: S102 - what all this is for
            except SyntaxError as error:
                return json.dumps({"refused": [f"it is not valid Python: {error.msg}", error.lineno]})
            except (MemoryError, RecursionError, ValueError):
                return json.dumps({"refused": ["it is nested too deeply", None]})
            if len(_known) == _MOST_KNOWN:
                _known.clear()
            known = _known[source, name] = (space[name], judge)
        function, judge = known
        turn = _Turn(function, self.rows, answers)
        turn.take(rows, judge, reads=reads)
        return json.dumps({"said": "".join(turn.said), "more": turn.more})


# --- what every interpreter begins with

_COMMON = """
async def common(example, prompt, response):
    import json
    import re
    lines = [line.strip() for line in response.lower().splitlines() if line]
    words = {word: len(word) for word in response.split()}
    try:
        json.loads(response)
    except ValueError:
        pass
    return (
        re.search(r"\\bdog\\W", response, re.IGNORECASE) is not None
        and any(line.startswith("-") for line in lines)
        and str(example.get("name", "")) in " ".join(sorted(words))
        and sum(map(len, lines)) / len(words) <= 80
    )
"""


def _warm_up() -> None:
    """Run what most functions run, so that no interpreter has to find out anew how it runs fastest."""
    fields = marshal.dumps({"name": "fox"}, 2).decode("latin-1")
    columns = [fields] * 3, ["Write."] * 3, ["The quick brown fox,\n- lazy dog\n"] * 3
    lengths = json.dumps([[-len(fields)] * 3, *(list(map(len, column)) for column in columns[1:])])
    for _ in range(_WARM_ROUNDS):
        _known.clear()
        WitWorld.texts = "".join(itertools.chain(*columns))
        WitWorld().load(lengths)
        WitWorld().run(marshal.dumps((_COMMON, "common", [0, 1, 2], {}, True)).decode("latin-1"))
    WitWorld.rows = _Rows([], [], [])
    _known.clear()
    re.purge()


_FILES = _data_files()
builtins.open = io.open = _open
_load_modules()
_cut_off()
_watch_memory()
_warm_up()
gc.collect()
gc.freeze()
_fillers = cleared()
