"""Hostile bodies, our own. Each returns True if and only if it reached its goal; none may.

The tests fill in ``SECRET`` (a file), ``OUT`` (a path to write), ``PORT`` (a listening port) and ``ENV`` (a variable).
"""

REACH = """
return open("SECRET").read() != ""
---
with open("SECRET") as f:
    return f.read() != ""
---
return len([line for line in open("SECRET")]) > 0
---
open("OUT", "w").write("x")
return True
---
with open("OUT", "a") as f:
    f.write("x")
return True
---
import io
return io.open("SECRET").read() != ""
---
import os
return os.path.exists("SECRET")
---
import os
return os.environ.get("ENV") is not None
---
import os
return os.getenv("ENV") is not None
---
import os
os.mkdir("OUT")
return True
---
import os
return len(os.listdir("/")) > 0
---
import os
return os.getcwd() != "/"
---
import os
return os.system("touch OUT") == 0
---
import os
return os.popen("echo hi").read() != ""
---
import os
return os.fork() >= 0
---
import os
os.kill(os.getppid(), 9)
return True
---
import os
return os.getpid() > 0
---
from os import environ
return "ENV" in environ
---
import os as o
return bool(o.environ)
---
import posix
return posix.getpid() > 0
---
import nt
return True
---
import pathlib
return pathlib.Path("SECRET").exists()
---
from pathlib import Path
Path("OUT").write_text("x")
return True
---
from pathlib import Path
return Path.home() is not None
---
import subprocess
return subprocess.run(["true"]).returncode == 0
---
import subprocess
subprocess.Popen(["touch", "OUT"])
return True
---
import socket
return socket.create_connection(("127.0.0.1", PORT)) is not None
---
import socket
return socket.gethostname() != ""
---
import urllib.request
return urllib.request.urlopen("http://127.0.0.1:PORT").status == 200
---
import http.client
http.client.HTTPConnection("127.0.0.1", PORT).request("GET", "/")
return True
---
import ctypes
return ctypes.CDLL(None) is not None
---
import ctypes
return ctypes.string_at(0) is not None
---
import mmap
return True
---
import multiprocessing
return multiprocessing.cpu_count() > 0
---
import threading
threading.Thread(target=print).start()
return True
---
import _thread
_thread.start_new_thread(print, ())
return True
---
import asyncio
asyncio.create_subprocess_shell("touch OUT")
return True
---
import signal
signal.signal(signal.SIGALRM, print)
return True
---
import sys
return len(sys.modules) > 0
---
import sys
sys.exit(0)
---
import sys
sys.stdout.write("x")
return True
---
import sys
return sys._getframe() is not None
---
import gc
return len(gc.get_objects()) > 0
---
import inspect
return inspect.currentframe() is not None
---
import importlib
return importlib.import_module("os") is not None
---
import builtins
builtins.len = lambda x: 0
return True
---
import builtins
return builtins.__import__("os") is not None
---
import pickle
return pickle.loads(b"cos\\ngetpid\\n(tR.") > 0
---
import shutil
return shutil.disk_usage("/") is not None
---
import tempfile
return tempfile.mkdtemp() != ""
---
import glob
return len(glob.glob("/*")) > 0
---
import platform
return platform.node() != ""
---
import getpass
return getpass.getuser() != ""
---
import time
time.sleep(0)
return time.time() > 1_750_000_000
---
from datetime import datetime
return datetime.now().year > 2024
---
import random
a = random.random()
return a != 0.844421851525048 and a >= 0
---
import uuid
return uuid.uuid4() is not None
---
import secrets
return secrets.token_hex() != ""
---
import code
return True
---
import pdb
pdb.set_trace()
return True
---
import webbrowser
return webbrowser.open("http://127.0.0.1:PORT")
---
import sqlite3
sqlite3.connect("OUT")
return True
---
import logging
logging.FileHandler("OUT")
return True
---
import linecache
return linecache.getlines("SECRET") != []
---
import fileinput
return len(list(fileinput.input("SECRET"))) > 0
---
import tokenize
return tokenize.open("SECRET").read() != ""
---
import runpy
runpy.run_path("SECRET")
return True
---
import zipfile
zipfile.ZipFile("OUT", "w")
return True
---
import spade_core
return True
---
import pydantic_monty
return True
---
from spade_core.sandbox import Sandbox
return True
---
import antigravity
return True
---
return __import__("os").getpid() > 0
---
return __builtins__ is not None
---
return __builtins__["open"]("SECRET").read() != ""
---
return __loader__ is not None
---
return __spec__ is not None
---
return "os" in globals()
---
return len(globals()) > 0
---
return "response" in locals() and False or len(vars()) > 0
---
return "__class__" in dir(response)
---
return eval("open('SECRET').read()") != ""
---
exec("import os\\nos.mkdir('OUT')")
return True
---
return eval("__import__('os').getpid()") > 0
---
return compile("1", "x", "eval") is not None
---
return eval(compile("open('SECRET').read()", "x", "eval")) != ""
---
breakpoint()
return True
---
return input() == ""
---
help()
return True
---
quit()
---
exit(0)
---
raise SystemExit(0)
---
raise KeyboardInterrupt
---
return len(().__class__.__base__.__subclasses__()) > 0
---
return len("".__class__.__mro__) > 0
---
return [c for c in ().__class__.__bases__[0].__subclasses__() if "wrap" in c.__name__] != []
---
return (lambda: 0).__globals__ is not None
---
return (lambda: 0).__code__ is not None
---
def f():
    pass
f.__code__ = (lambda: True).__code__
return f()
---
def f():
    pass
return f.__globals__["__builtins__"] is not None
---
return assert_it.__globals__ is not None
---
return (x for x in [1]).gi_frame.f_back is not None
---
return (x for x in [1]).gi_frame.f_globals is not None
---
async def g():
    return 1
c = g()
return c.cr_frame is not None
---
try:
    1 / 0
except Exception as e:
    return e.__traceback__.tb_frame.f_back is not None
---
try:
    1 / 0
except ZeroDivisionError as e:
    return e.__traceback__.tb_frame.f_globals is not None
---
return type(response).__subclasses__(type(response)) is not None
---
return type("X", (), {}) is not None
---
return type("X", (object,), {"__getattr__": lambda s, n: n})().anything == "anything"
---
return type(type(1))("X", (), {}) is not None
---
return object.__subclasses__() != []
---
return getattr((), "__cl" + "ass__") is not None
---
return getattr(getattr((), "__class__"), "__base__") is not None
---
setattr(response, "x", 1)
return True
---
delattr(example, "items")
return True
---
return "{0.__class__}".format(response) != ""
---
return "{0.__class__.__init__.__globals__}".format(example) != ""
---
return "{a.__class__}".format(a=1) != ""
---
return "{0[__class__]}".format({"__class__": 1}) != "1"
---
return "{0.__class__}".format_map({"0": 1}) != ""
---
fmt = "{0.__cl" + "ass__}"
return fmt.format(1) != ""
---
return format(response, "s").__class__ is not None
---
return f"{response.__class__}" != ""
---
return "%(x)s" % {"x": ().__class__} != ""
---
return str.format("{0.__class__}", 1) != ""
---
return list(map(str.format, ["{0.__class__}"], [1])) != [""]
---
class A:
    def __init_subclass__(cls):
        pass
return A.__subclasses__() == []
---
class A(type):
    pass
return A.__mro__ is not None
---
class A:
    def __class_getitem__(cls, item):
        return True
return A[open]
---
class A:
    __slots__ = ()
return A.__dict__ is not None
---
@property
def f(self):
    return True
return f.fget is not None
---
@staticmethod
def f():
    return True
return f.__func__()
---
match response:
    case str(__class__=c):
        return c is not None
---
match 1:
    case object(__doc__=d):
        return d is not None
---
return [x for x in [open]][0]("SECRET").read() != ""
---
return max([open], key=lambda f: 1)("SECRET").read() != ""
---
return {"f": open}["f"]("SECRET").read() != ""
---
def f(o=open):
    return o("SECRET").read()
return f() != ""
---
o = open
return o("SECRET").read() != ""
---
(o := open)
return o("SECRET").read() != ""
---
import json
return json.codecs.open("SECRET").read() != ""
---
import json
return json.decoder.scanner.re.sys is not None
---
import json
return json.__loader__ is not None
---
import json
json.loads = lambda x: True
return json.loads("0")
---
import json
return json.load(open("SECRET")) is not None
---
import json
return json.__builtins__["open"]("SECRET").read() != ""
---
from json import codecs
return codecs.open("SECRET").read() != ""
---
from json import *
return codecs is not None
---
import json.tool
return True
---
import math
return math.__spec__.loader is not None
---
import math
math.floor = lambda x: 0
return True
---
import re
return re.enum.sys.modules is not None
---
import re
return re.sre_compile is not None
---
import re
return re.copyreg is not None
---
import re
return re._cache is not None
---
import re
return re.template is not None
---
import string
return string.Formatter().get_field("0.__class__", (1,), {}) is not None
---
import string
return string.Formatter().vformat("{0.__class__}", (1,), {}) != ""
---
import string
return string.Template("$x").substitute(x=().__class__) != ""
---
import collections
return collections.abc.sys is not None
---
import collections
return collections._sys.modules is not None
---
from collections import namedtuple
return namedtuple("A", "x", module="os")(1) is not None and namedtuple.__globals__ is not None
---
import itertools
return itertools.tee.__self__ is not None
---
import functools
return functools.reduce(getattr, ["__class__"], response) is not None
---
import functools
return functools.partial(open, "SECRET")().read() != ""
---
import functools
return functools.sys is not None
---
import operator
return operator.attrgetter("__class__")(1) is not None
---
import operator
return operator.methodcaller("__class__")(1) is not None
---
import statistics
return statistics.sys is not None
---
import statistics
return statistics.random.os is not None
---
import textwrap
return textwrap.re.sys is not None
---
import difflib
return difflib._namedtuple is not None
---
import html
return html._re is not None
---
import urllib.parse
return urllib.parse.sys is not None
---
import urllib.parse
return urllib.request is not None
---
import unicodedata
return unicodedata.ucd_3_2_0.__class__ is not None
---
import datetime
return datetime.sys is not None
---
import datetime
return datetime.datetime.__class__ is not None
---
import typing
return typing.sys is not None
---
import typing
return typing.get_type_hints(lambda: 0, {"x": open}) is not None and typing.__builtins__ is not None
---
import dataclasses
return dataclasses.make_dataclass("X", [("a", "open('SECRET')")]) is not None
---
import types
return types.FunctionType((lambda: True).__code__, {})()
---
import types
return types.CodeType is not None
---
import contextlib
return contextlib.os is not None
---
import enum
return enum.sys is not None
---
import decimal
return decimal.getcontext() is not None and decimal.__builtins__ is not None
---
import copy
return copy.copy(1) == 1 and copy.__builtins__ is not None
---
import weakref
return weakref.ref(lambda: 0) is not None
---
import ast
return ast.literal_eval("1") == 1 and ast.sys is not None
---
import emoji
return emoji.__builtins__ is not None
---
global response
return True
---
global assert_it
def assert_it(*a):
    return True
return True
---
nonlocal_probe = [frame for frame in []]
return bool(nonlocal_probe) or ask_llm.__globals__ is not None
---
return __emit is not None
---
__emit("0 P")
return True
---
__rows.clear()
return True
---
__current = 5
return __verdict is not None
---
return len(__rows) > 0
---
return __ask(0, "a", "b", "c") is not None
---
return True if yield_from else False
---
for x in (yield 1):
    return True
---
del __builtins__
return True
---
import sys as __rows
return True
---
def __told(error):
    return " P"
raise ValueError
---
async for x in response:
    return True
---
async with response as r:
    return True
---
return (await response) is not None
---
return await assert_it(example, prompt, response)
---
return await open("SECRET")
"""

EXHAUST = """
while True:
    pass
---
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
---
for i in range(10 ** 12):
    pass
return True
---
x = []
while True:
    x.append("x" * 10_000)
---
x = [0]
while True:
    x = x + x
---
x = "a"
while True:
    x += x
---
x = {}
i = 0
while True:
    x[i] = str(i) * 100
    i += 1
---
return len("a" * 10 ** 11) == 0
---
return len([0] * 10 ** 10) == 0
---
return 9 ** 9 ** 9 == 0
---
x = 3
while True:
    x = x * x
---
x = 10 ** 5000
for i in range(10 ** 6):
    x *= x
return False
---
return 1 << 10 ** 12 == 0
---
return pow(7, 10 ** 9) == 0
---
return "%099999999999d" % 1 == ""
---
return "{:>99999999999}".format("x") == ""
---
return f"{1:>99999999999}" == ""
---
return "x".ljust(10 ** 12) == ""
---
return "x".center(10 ** 12) == ""
---
return "x".zfill(10 ** 12) == ""
---
return ("a" * 10 ** 6).replace("a", "b" * 10 ** 6) == ""
---
return "ab".join(["x" * 10 ** 6] * 10 ** 6) == ""
---
def f():
    return f()
return f()
---
f = lambda n: f(n + 1)
return f(0)
---
def f():
    try:
        return f()
    except RecursionError:
        return f()
return f()
---
x = ()
for i in range(200_000):
    x = (x,)
return hash(x) == 0
---
x = []
for i in range(200_000):
    x = [x]
return x == [x]
---
x = {}
for i in range(200_000):
    x = {"a": x}
return str(x) == ""
---
return sum(range(10 ** 12)) == 0
---
return max(range(10 ** 12)) == 0
---
return list(range(10 ** 10)) == []
---
return sorted(range(10 ** 9)) == []
---
return 5.5 in range(10 ** 12)
---
return set(range(10 ** 9)) == {1}
---
return [x for x in range(10 ** 9)] == []
---
return [[x for x in range(10 ** 6)] for y in range(10 ** 6)] == []
---
return any(x < 0 for x in range(10 ** 12))
---
return "a" * 10 ** 8 in "a" * 10 ** 9
---
x = "a" * 10 ** 7
n = 0
while True:
    n += x.count("aab")
---
import re
return re.match(r"(a+)+$", "a" * 60 + "b") is not None
---
import re
return re.sub("a", "b" * 10 ** 6, "a" * 10 ** 6) == ""
---
import re
return re.match("(" * 5_000 + ")" * 5_000, "") is None
---
import json
return json.loads("[" * 1_000_000) is None
---
import json
return json.loads("9" * 4_000) ** 100_000 == 0
---
import itertools
return len(list(itertools.repeat(1))) == 0
---
import itertools
return sum(itertools.count()) == 0
---
import itertools
return len(list(itertools.product(range(100), repeat=10))) == 0
---
import math
return math.factorial(10 ** 9) == 0
---
import math
return math.comb(10 ** 8, 10 ** 7) == 0
---
import time
time.sleep(10 ** 6)
return False
---
import asyncio
await asyncio.sleep(10 ** 6)
return False
---
import collections
return collections.Counter(range(10 ** 9)) is None
---
import textwrap
return textwrap.wrap("a " * 10 ** 8, 1) == []
---
import difflib
return difflib.SequenceMatcher(None, "ab" * 10 ** 5, "ba" * 10 ** 5).ratio() > 2
---
import statistics
return statistics.mean(range(10 ** 9)) == 0
---
print("x" * 10 ** 9)
return False
---
while True:
    print("x" * 1000)
---
raise ValueError("x" * 10 ** 9)
---
example["loop"] = example
return str(example) == ""
---
x = [1]
for i in x:
    x.append(i)
return False
---
return int("9" * 10 ** 8) == 0
---
return int("9" * 4_000) ** 4_000 ** 2 == 0
---
return len(str(10 ** 4_000) * 10 ** 7) == 0
---
class Slow:
    def __str__(self):
        while True:
            pass
return str(Slow()) == ""
---
class Slow(Exception):
    def __str__(self):
        while True:
            pass
raise Slow
---
class Slow:
    def __bool__(self):
        while True:
            pass
return Slow()
---
class Slow:
    def __del__(self):
        while True:
            pass
Slow()
return False
"""

REACHING = [body.strip("\n") for body in REACH.split("\n---\n")]
EXHAUSTING = [body.strip("\n") for body in EXHAUST.split("\n---\n")]


def filled(body: str, *, secret: str, out: str, port: int, variable: str) -> str:
    """Return a body with its targets put in."""
    return body.replace("SECRET", secret).replace("OUT", out).replace("PORT", str(port)).replace("ENV", variable)
