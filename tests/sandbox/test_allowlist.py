"""Attacks on the allowlist itself, and what the kernel still refuses once the allowlist is out of the way."""

import os
import socket
import sys
import time
from pathlib import Path

import pytest

from spade_core.results import Outcome
from spade_core.sandbox.allowlist import refusal
from spade_core.sandbox.child import tables
from spade_core.sandbox.child.hardening import landlock_version
from spade_core.sandbox.child.names import EVERY, LANDLOCK, LIMITS, SECCOMP, USER
from spade_core.sandbox.conversation import Conversation
from spade_core.sandbox.cpython_engine import CPythonEngine
from spade_core.sandbox.rows import row_of
from tests.sandbox.functions import QUICK, example, source

_TYPE = "type([1])"
REBOUND = [
    f"isinstance = lambda x: x\nA = isinstance({_TYPE})",
    f"def isinstance(x):\n    return x\nA = isinstance({_TYPE})",
    f"A = (lambda isinstance: isinstance({_TYPE}))(lambda x: x)",
    f"str, b = max, 1\nA = str({_TYPE}, default=0)",
    f"[str, *b] = [lambda x: x]\nA = str({_TYPE})",
    f"for str in [lambda x: x]:\n    A = str({_TYPE})",
    f"if (str := lambda x: x):\n    A = str({_TYPE})",
    f"A = [str({_TYPE}) for str in [lambda x: x]]",
    f"match [lambda x: x]:\n    case [isinstance]:\n        A = isinstance({_TYPE})",
    f"match [lambda x: x]:\n    case [*isinstance]:\n        A = isinstance({_TYPE})",
    f"match {{'a': 1}}:\n    case {{**isinstance}}:\n        A = isinstance({_TYPE})",
    f"match (lambda x: x):\n    case isinstance:\n        A = isinstance({_TYPE})",
    f"try:\n    1 / 0\nexcept Exception as isinstance:\n    A = isinstance({_TYPE})",
    f"import functools\nstr = functools.partial(max)\nA = str({_TYPE}, default=0)",
]
"""Ways to be given a type as a value, by another meaning for a name that is trusted with one."""
REFUSED = [
    *(f"{body}\nreturn bool(A)" for body in REBOUND),
    "return ().__class__",
    "return response.__class__.__mro__",
    "return getattr(response, '__class__')",
    "return getattr(response, '__cl' + 'ass__')",
    "name = '__class__'\nreturn getattr(response, name)",
    "return getattr(*[response, '__class__'])",
    "return list(map(getattr, [response], ['__class__']))",
    "g = getattr\nreturn g(response, 'upper')",
    "return [getattr][0](response, 'upper')",
    "return (getattr if response else hasattr)(response, 'upper')",
    "def f(g=getattr):\n    return g(response, 'upper')\nreturn f()",
    "import functools\nreturn functools.partial(getattr, response)('__class__')",
    "import functools\nreturn functools.reduce(getattr, ['__class__'], response)",
    "import operator\nreturn operator.attrgetter('__class__')(response)",
    "from operator import methodcaller\nreturn methodcaller('upper')(response)",
    "return '{0.__class__}'.format(response)",
    "return '{0[0].__class__}'.format([response])",
    "return '{:{0.__class__}}'.format(1)",
    "return '{a.b}'.format(a=1)",
    "text = '{0.__class__}'\nreturn text.format(response)",
    "return response.format(example)",
    "return ('{0.' + '__class__}').format(response)",
    "return f'{{0.__class__}}'.format(response)",
    "return str.format('{0.__class__}', response)",
    "f = str.format\nreturn f('{0.__class__}', response)",
    "return '{0.__class__}'.format_map({})",
    "import string\nreturn string.Formatter().format('{0.__class__}', response)",
    "return (x for x in []).gi_frame",
    "return (x for x in []).gi_code",
    "def g():\n    yield 1\nreturn g().gi_frame.f_globals",
    "def g():\n    yield 1\nreturn g().throw(ValueError)",
    "def g():\n    yield 1\nreturn g().send(None)",
    "return (lambda: 0).__code__",
    "def f():\n    pass\nf.__code__ = 1",
    "def f():\n    pass\nf.x = 1",
    "try:\n    1 / 0\nexcept Exception as e:\n    return e.__traceback__",
    "try:\n    1 / 0\nexcept Exception as e:\n    return e.with_traceback(None)",
    "try:\n    response.nothing\nexcept AttributeError as e:\n    return e.obj",
    "return type(response)('x')",
    "t = type\nreturn t",
    "return type('X', (), {})",
    "return type(type(1))('X', (), {})",
    "kind = type(response)\nreturn kind",
    "return [type(x) for x in example]",
    "return type(*['X', (), {}])",
    "return {type(response): 1}",
    "return type(response).__name__.__class__",
    "return type(response).__subclasses__()",
    "class A:\n    pass",
    "import os",
    "import re as os\nreturn os.enum",
    "import json\nreturn json.codecs",
    "import json\nx = json\nreturn x.codecs",
    "import json\nreturn [json][0]",
    "import json\njson.loads = 1",
    "import json\nreturn json.loads('1', cls=response)",
    "import json\nreturn json.loads('1', **{'cls': response})",
    "import urllib\nreturn True",
    "import urllib.parse\nreturn urllib.request",
    "import urllib.parse\nreturn urllib.parse.sys",
    "import urllib.parse\nreturn urllib.parse",
    "import urllib.parse\nreturn urllib",
    "import urllib.parse as p\nreturn p",
    "import urllib.parse as urllib\nreturn urllib.parse",
    "from urllib import parse\nreturn parse.sys",
    "from json import codecs\nreturn True",
    "from json import *\nreturn True",
    "from . import x\nreturn True",
    "from re import enum",
    "import collections.abc\nreturn collections.abc.sys",
    "import re\nre = example\nreturn re.enum",
    "import re\ndef f(re):\n    return re.enum\nreturn f(1)",
    "import re\nfor re in []:\n    pass",
    "import re\nimport json as re\nreturn re.enum",
    "import re\nreturn (lambda re: re.sub)(1)",
    "import datetime\nreturn datetime.datetime.now()",
    "from datetime import date\nreturn date.today()",
    "return __builtins__",
    "return __import__('os')",
    "return __guard()",
    "__guard = 1",
    "def __guard():\n    pass",
    "import json as __import__",
    "return ask_llm",
    "x = ask_llm(prompt, response, 'q')\nreturn x.cr_frame",
    "ask_llm = 1",
    "return assert_it",
    "return await assert_it(example, prompt, response)",
    "async def f():\n    pass",
    "global x\nx = 1",
    "with response as x:\n    pass",
    "match response:\n    case str(__class__=c):\n        return c",
    "match response:\n    case object():\n        return 1",
    "match response:\n    case example():\n        return 1",
    "raise SystemExit",
    "try:\n    pass\nexcept BaseException:\n    pass",
    "try:\n    pass\nexcept* ValueError:\n    pass",
    "return response.encode('zip')",
    "return response.encode(prompt)",
    "f = response.encode\nreturn f('zip')",
    "return str(b'a', prompt)",
    "@staticmethod\ndef f():\n    pass",
    "return locals()",
    "return vars(response)",
    "return dir(response)",
    "return object()",
    "return super()",
    "return memoryview(b'a')",
    "return classmethod(len)",
    "return id(response)",
    "return \uff4f\uff50\uff45\uff4e('x')",
    "return response.\uff3f\uff3fclass\uff3f\uff3f",
    "return response._x",
    "del response.upper",
    "yield 1",
    "f = lambda: (yield)\nreturn f",
]


@pytest.mark.parametrize("body", REFUSED)
def test_a_way_around_is_refused_with_its_line(body: str) -> None:
    refused = refusal(source(body))
    assert refused is not None
    assert refused.line is not None


def test_the_tables_name_nothing_that_starts_with_an_underscore() -> None:
    every = tables.BUILTINS | tables.ATTRIBUTES | frozenset().union(*tables.MEMBERS.values())
    assert [name for name in every if name.startswith("_")] == []
    dangerous = {"format", "format_map", "mro", "send", "throw", "close", "with_traceback", "obj", "tb_frame", "f_back"}
    dangerous |= {"gi_frame", "gi_code", "cr_frame", "ag_frame", "f_globals", "f_builtins", "open", "read", "write"}
    assert tables.ATTRIBUTES & dangerous == set()
    reaching = {"eval", "exec", "compile", "open", "input", "globals", "locals", "vars", "dir", "object", "super"}
    reaching |= {"setattr", "delattr", "breakpoint", "memoryview", "classmethod", "property", "BaseException"}
    assert tables.BUILTINS & reaching == set()


_SIGNALS_SINCE = 6
REGAIN = """
for kind in ().__class__.__base__.__subclasses__():
    if kind.__name__ == "_wrap_close":
        os = kind.__init__.__globals__["sys"].modules["posix"]
        sys = kind.__init__.__globals__["sys"]
"""
BEHIND = [
    "return os.open('SECRET', 0) >= 0",
    "return os.stat('SECRET') is not None",
    "return len(os.listdir('/')) > 0",
    "os.mkdir('OUT')\nreturn True",
    "return os.open('OUT', 64 | 1) >= 0",
    "return os.fork() >= 0",
    "os.execv('/bin/true', ['true'])\nreturn True",
    "return os.posix_spawn('/bin/true', ['true'], {}) > 0",
    "os.kill(1, 0)\nreturn True",
    "os.kill(os.getppid(), 9)\nreturn True",
    "return sys.modules['_socket'].socket().fileno() >= 0",
    "s = sys.modules['_socket'].socket()\ns.connect(('127.0.0.1', PORT))\nreturn True",
    "return os.dup(0) >= 0",
    "return os.pipe()[0] >= 0",
    "return os.environ != {} or len(os.environ) > 0",
    "return os.setuid(0) is None",
    "os.chdir('/')\nreturn True",
    "return sys.modules['_ctypes'].dlopen(None, 0) == -1",
    "return any(os.write(n, b'0 P') for n in range(3))",
    "return os.memfd_create('x') >= 0",
    "return os.eventfd(0) >= 0",
    "return os.pidfd_open(os.getppid()) >= 0",
    "return os.pidfd_open(1) >= 0",
    "os.unshare(0x10000000)\nreturn True",
    "os.setpriority(0, os.getppid(), 5)\nreturn True",
    "os.nice(1)\nreturn True",
    "os.sched_setaffinity(os.getppid(), {0})\nreturn True",
    "sys.modules['resource'].prlimit(os.getppid(), 7, (1, 1))\nreturn True",
    "sys.modules['resource'].setrlimit(9, (-1, -1))\nreturn True",
    "sys.modules['resource'].setrlimit(7, (99, 99))\nreturn True",
    "os.mkfifo('OUT')\nreturn True",
    "os.symlink('SECRET', 'OUT')\nreturn True",
    "os.link('SECRET', 'OUT')\nreturn True",
    "os.rename('SECRET', 'OUT')\nreturn True",
    "os.unlink('SECRET')\nreturn True",
    "os.truncate('SECRET', 0)\nreturn True",
    "os.chmod('SECRET', 0o777)\nreturn True",
    "os.chown('SECRET', 0, 0)\nreturn True",
    "os.utime('SECRET')\nreturn True",
    "os.setxattr('SECRET', 'user.x', b'1')\nreturn True",
    "os.chroot('/')\nreturn True",
    "os.setsid()\nreturn True",
    "s = sys.modules['_socket']\nreturn s.socket(s.AF_INET, s.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', PORT)) == 1",
    "s = sys.modules['_socket']\ns.socket(s.AF_UNIX).connect('\\x00spade')\nreturn True",
    "s = sys.modules['_socket']\nreturn s.socketpair() is not None",
    "return open('/proc/self/environ').read() != ''",
    "return os.open('/proc/' + str(os.getppid()) + '/mem', 2) >= 0",
    "return os.open('/dev/mem', 2) >= 0",
    "f = open('/proc/self/oom_score_adj', 'w')\nf.write('0')\nreturn True",
    "return os.system('true') == 0",
    "t = sys.modules['_thread']\nt.start_new_thread(len, ('x',))\nreturn True",
    "m = sys.modules['_ctypes']\nreturn m.call_function(0, ()) is not None",
    "return __import__('mmap').mmap(-1, 4096, prot=7) is not None",
]
PUT_OFF = [
    "s = sys.modules['signal']\ns.setitimer(0, 0)\ns.setitimer(2, 0)\nwhile True:\n    pass",
    "s = sys.modules['signal']\ns.signal(14, 1)\ns.signal(27, 1)\nwhile True:\n    pass",
    "s = sys.modules['signal']\ns.pthread_sigmask(0, range(1, 64))\nwhile True:\n    pass",
]
"""The clock that ends a row is the child's own, so that it costs nothing: the host has one as well."""
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="the second engine needs Linux")
OOM_SCORE = int(Path("/proc/self/oom_score_adj").read_text("ascii")) if sys.platform == "linux" else 0
NICE = os.getpriority(os.PRIO_PROCESS, 0) if sys.platform == "linux" else 0


WITHOUT_SECCOMP = {
    "return os.stat('SECRET') is not None",
    "os.chdir('/')\nreturn True",
    "os.nice(1)\nreturn True",
    "os.setsid()\nreturn True",
}
"""What gets through with seccomp off: Landlock hides what is in a file, not that it is there, and a process may do as
it likes with itself."""
OF_THE_SAME_USER = {
    body
    for body in BEHIND
    if any(name in body for name in ("chmod", "utime", "setxattr", "sched_setaffinity", "prlimit", "setpriority"))
}
"""What an ordinary user's process may moreover do to this user's files and processes with seccomp off: change their
modes, times and priorities, not what is in them. Under root the child is another user."""
SIGNALS = {body for body in BEHIND if "kill(" in body}
"""Between processes of one user Landlock forbids signals from its version 6 on (Linux 6.12)."""


@needs_linux
@pytest.mark.parametrize("missing", [None, USER, LANDLOCK, LIMITS, SECCOMP])
def test_the_kernel_refuses_what_gets_past_the_allowlist(missing: str | None, tmp_path: Path) -> None:
    engine = CPythonEngine(QUICK, protections=tuple(name for name in EVERY if name != missing))
    held = set(engine.protections())
    if not {LANDLOCK, SECCOMP} - {missing} <= held:
        pytest.skip("this kernel lacks Landlock or seccomp")
    secret, out = tmp_path / "secret", tmp_path / "out"
    secret.write_text("x", "utf-8")
    reached = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = str(server.getsockname()[1])
        for body in BEHIND:
            aimed = body.replace("SECRET", str(secret)).replace("OUT", str(out)).replace("PORT", port)
            if Outcome.PASSED in {found.outcome for found in attacked(engine, aimed).said.values()}:
                reached.append(body)
        with pytest.raises(BlockingIOError):
            server.accept()
    engine.close()
    through = set(WITHOUT_SECCOMP)
    if os.getuid() != 0:
        through |= OF_THE_SAME_USER | (SIGNALS if landlock_version() < _SIGNALS_SINCE else set())
    assert set(reached) <= (through if missing == SECCOMP else set())
    assert not out.exists()
    assert int(Path("/proc/self/oom_score_adj").read_text("ascii")) == OOM_SCORE
    assert os.getpriority(os.PRIO_PROCESS, 0) == NICE


@needs_linux
@pytest.mark.parametrize("body", PUT_OFF)
def test_who_stops_the_clock_is_ended_by_the_hosts(body: str) -> None:
    engine = CPythonEngine(QUICK)
    started = time.monotonic()
    talk = attacked(engine, body)
    seconds = time.monotonic() - started
    engine.close()
    assert (talk.said, talk.overran) == ({}, True)
    assert talk.seconds < QUICK.function_seconds / 2, seconds


def attacked(engine: CPythonEngine, body: str) -> Conversation:
    """Return the conversation with a child in which code runs that the allowlist has never seen."""
    talk = Conversation([row_of(example("x"))], None, QUICK)
    payload = row_of(example("x")).payload
    job = {
        "source": source(REGAIN + body),
        "name": "assert_it",
        "rows": [payload],
        "seconds": 0.3,
        "wall_seconds": 0.45,
        "question": 99,
    }
    engine.converse(job, talk)
    return talk


@needs_linux
def test_a_child_inherits_one_descriptor_and_no_environment() -> None:
    bare = CPythonEngine(QUICK, protections=())
    talk = Conversation([row_of(example("x"))], None, QUICK)
    count = (
        "def is_open(number):\n    try:\n        os.fstat(number)\n        return True\n"
        "    except OSError:\n        return False\n"
        "assert len([n for n in range(256) if is_open(n)]) == 1\n"
        "return os.environ == {} and os.getcwd() == '/'"
    )
    job = {
        "source": source(REGAIN + count),
        "name": "assert_it",
        "rows": [row_of(example("x")).payload],
        "seconds": 5.0,
        "wall_seconds": 5.0,
        "question": 99,
    }
    bare.converse(job, talk)
    bare.close()
    assert [found.outcome for found in talk.said.values()] == [Outcome.PASSED]


@needs_linux
def test_without_the_kernels_protections_the_same_attack_would_succeed() -> None:
    bare = CPythonEngine(QUICK, protections=())
    talk = Conversation([row_of(example("x"))], None, QUICK)
    attack = source(REGAIN + "return len(os.listdir('/')) > 0")
    job = {
        "source": attack,
        "name": "assert_it",
        "rows": [row_of(example("x")).payload],
        "seconds": 5.0,
        "wall_seconds": 5.0,
        "question": 99,
    }
    bare.converse(job, talk)
    bare.close()
    assert [found.outcome for found in talk.said.values()] == [Outcome.PASSED]


@pytest.mark.parametrize(
    "body",
    [
        "x = typing.List[1 if response == 'a' else True]",
        "n = 1\nx = typing.List[n]",
        "x = [typing.List][0][1]",
        "x = typing.cast(int, typing.List)[1]",
        "isinstance = lambda a, b: b\nx = isinstance(1, typing.List)[1]",
    ],
)
def test_typing_which_remembers_what_it_was_given_takes_the_names_of_types_only(body: str) -> None:
    found = refusal(source(f"import typing\n{body}\nreturn str(x)"))
    assert found is not None
    assert "typing" in found.reason


@pytest.mark.parametrize(
    "body",
    [
        "from typing import Any, Dict, List\nx: List[str] = []\ny = Dict[str, List[Any]]\nreturn x == []",
        "from typing import Mapping, Sequence\nreturn isinstance(example, (Mapping, Sequence))",
        "import typing\nreturn len(typing.cast(typing.List[str], response)) > 2",
    ],
)
def test_typing_in_the_name_of_a_type_is_accepted(body: str) -> None:
    assert refusal(source(body)) is None
