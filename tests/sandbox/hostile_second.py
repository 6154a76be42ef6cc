"""Hostile bodies aimed at the second engine in particular. Each returns True if and only if it reached its goal.

As in `hostile`, the tests fill in ``SECRET``, ``OUT``, ``PORT`` and ``ENV``.
"""

REACH = r"""
import functools
return functools.partial(len).func is not None
---
import functools
return functools.partial(str.format, "{0.__class__}")(response) != ""
---
import functools
return functools.cmp_to_key(lambda a, b: 0)(response).obj is not None
---
return sorted([response], key="{0.__class__}".format) != []
---
return list(map("{0.__class__.__init__.__globals__}".format, [response])) != []
---
return f"{response!r:{prompt.__class__}}" != ""
---
return f"{'{0.__class__}':{10}}".format(response) != ""
---
import re
return re.compile("a").scanner("a") is not None
---
import re
return re.match("", response).re is not None
---
import re
re["x"] = 1
return True
---
import re
return getattr(re, "compile") is not None
---
import re
return hasattr(re, "enum")
---
import re
def re():
    return True
return re()
---
import re
try:
    1 / 0
except ZeroDivisionError as re:
    return re.args is not None
---
import re
match response:
    case re:
        return re is response
---
import re
match {"a": 1}:
    case {**re}:
        return re is not None
---
match [1, 2]:
    case [*__guard]:
        return True
---
[__guard := 1]
return True
---
for response.x in [1]:
    return True
---
[*response.x] = [1]
return True
---
def f():
    global ask_llm
    ask_llm = 1
f()
return True
---
def f():
    nonlocal response
    import os as response
f()
return True
---
raise type(response)
---
return getattr(response, "upper", open)("SECRET").read() != ""
---
return getattr(response, "\x5f\x5fclass\x5f\x5f") is not None
---
return ｇｅｔａｔｔｒ(response, "__class__") is not None
---
return ﹍﹍import﹍﹍("os") is not None
---
# -*- coding: utf-7 -*-
x = "+ACI- or open(+ACI-SECRET+ACI-).read() or +ACI-"
return "+ACI-" not in x
---
# a comment that ends here, for some readers:
return open("SECRET").read() != ""
---
from urllib.parse import unquote
return unquote("%41", "os") == "A"
---
from urllib.parse import unquote
return unquote("%41", "../../../../../../SECRET") == "A"
---
from urllib.parse import unquote
return unquote("%41", "__import__") == "A"
---
from urllib.parse import quote
return quote("a", "", "utf-8", "SECRET.handler") != "a"
---
import json
return json.loads("[1]", parse_int=eval) is not None
---
import json
return json.loads('"SECRET"', object_hook=open) is None
---
import json
return json.dumps({1}, default=open) != ""
---
from urllib.parse import urlencode
return urlencode({"SECRET": "r"}, quote_via=open) is not None
---
import emoji
return emoji.core is not None
---
import emoji
return emoji.config.load_language("../../SECRET") is None
---
import emoji
return emoji.unicode_codes.json.codecs.open("SECRET").read() != ""
---
import emoji
return emoji.EMOJI_DATA._table is not None
---
import emoji
return emoji.emojize.__closure__ is not None
---
import emoji
return emoji.demojize(":x:", language="../../../../SECRET") == "secret"
---
import copy
return copy.deepcopy(ask_llm) is not None
---
import copy
return copy.copy(copy) is not None
---
try:
    int("x")
except ValueError as e:
    return e.__context__ is not None or e.__traceback__.tb_next is not None
---
try:
    import nothing
except ImportError as e:
    return e.name_from is not None
---
import typing
return typing.Callable.__getitem__ is not None
---
import typing
return typing.List["__import__('os').mkdir('OUT')"].__args__[0].__forward_code__ is not None
---
import statistics
return statistics.mean.__globals__["sys"] is not None
---
import datetime
return datetime.datetime.strptime("1", "%d").__class__ is not None
---
import string
return string.Template is not None
---
import ast
return ast.literal_eval("__import__('os').getpid()") > 0
---
import ast
return ast.literal_eval("open('SECRET').read()") != ""
---
x = ask_llm(prompt, response, "?")
return x is not None
---
return [ask_llm for _ in response] != []
---
return (lambda: (yield response))() is not None
---
def f():
    x = yield 1
    return f().gi_frame
return list(f()) == [2]
---
raise StopIteration(True)
---
def stop(x):
    raise StopIteration(True)
return [stop(x) for x in response]
---
raise GeneratorExit
"""

SWAY = r"""
def f(seen=[]):
    seen.append(1)
    return len(seen)
return f() > 1
---
example["a"].append(1)
return len(example["a"]) > 2
---
found = "left" in example
example["left"] = 1
return found
---
import collections
counts = collections.Counter(example["a"])
counts.update("left")
return collections.Counter(example["a"]) == counts
---
shared = dict.fromkeys("ab", [])
shared["a"].append(response)
return len(shared["b"]) > 1
---
import itertools
numbers = itertools.count()
next(numbers)
return next(numbers) > 1
---
def g():
    try:
        yield 1
    finally:
        example["a"].append("left")
kept = [g()]
next(kept[0])
kept.append(kept)
return len(example["a"]) > 1
---
import re
again = re.compile("(left)?")
return again.match("left" if response == "a" else "").group(1) == "left" and response != "a"
---
import json
json.loads('{"a": 1}', object_pairs_hook=example.update)
return "a" in example and example["a"] == 1 and response != "a" and "left" in example
---
import datetime
datetime.datetime.strptime("2024", "%Y")
return datetime.datetime.strptime("24", "%y").year != 2024
---
import emoji
found = emoji.emojize(":left:", language="alias") == "😀"
emoji.EMOJI_DATA["😀"]["alias"].append(":left:")
return found
"""
"""Each is run on several rows: on the second or a later one it returns True if it finds what another row left."""

MORE_SWAY = r"""
import builtins
found = getattr(builtins, "left", 0)
builtins.left = 1
return found
---
import json
found = json.loads is len
json.loads = len
return found
---
found = list(map(type, response)) != [str]
def spoil():
    yield
frame = spoil().gi_frame
frame.f_builtins["type"] = frame.f_builtins["len"]
return found
---
import re
try:
    re.compile("left", 2.0)
except TypeError:
    re.compile("left", 2)
    return False
return True
---
import functools
found = getattr(functools.reduce, "left", 0) or len(functools.WRAPPER_ASSIGNMENTS)
functools.WRAPPER_ASSIGNMENTS = ()
return not found
---
import random
seen = random.random()
return seen != 0.8444218515250481
---
import decimal
found = decimal.getcontext().prec != 28
decimal.getcontext().prec = 3
return found
---
global count
try:
    count = not count
except NameError:
    count = False
return count
---
import emoji
found = "left" in emoji.EMOJI_DATA
emoji.EMOJI_DATA["left"] = {}
return found
---
import string
found = string.Template.delimiter != "$"
string.Template.delimiter = "left"
return found
---
import typing
match response:
    case str(upper=up):
        kept = up
found = getattr(typing, "left", False)
setattr(typing, "left", True)
return found
---
async def me():
    await ask_llm(prompt, response, "Q?")
waiting = me()
space = waiting.cr_frame.f_globals
waiting.close()
found = "left" in space
space["left"] = 1
return found
---
import __future__
import calendar
found = calendar.firstweekday() != 0
calendar.setfirstweekday(5)
return found
---
import csv
found = "left" in csv.list_dialects()
csv.register_dialect("left")
return found
---
import warnings
found = len(warnings.filters)
warnings.simplefilter("error")
return found != len(warnings.filters) - 1 and response != "a"
"""
"""The same, by what only an interpreter shared by the rows would keep."""

REACH_OUTSIDE = r"""
import os
return os.path.exists("SECRET")
---
for one in object.__subclasses__():
    if one.__name__ == "_wrap_close":
        return one.__init__.__globals__["open"]("SECRET").read() != ""
---
for one in object.__subclasses__():
    if one.__name__ == "_wrap_close":
        return len(one.__init__.__globals__["listdir"]("/")) > 0
---
for one in object.__subclasses__():
    if one.__name__ == "_wrap_close":
        return one.__init__.__globals__["stat"]("SECRET") is not None
---
for one in object.__subclasses__():
    if one.__name__ == "_wrap_close":
        return one.__init__.__globals__["environ"].get("SPADE_CANARY") == "here"
---
for one in object.__subclasses__():
    if one.__name__ == "_wrap_close":
        return one.__init__.__globals__["open"]("SECRET", 0) >= 0
---
return __import__("_io").FileIO("SECRET").read() != b""
---
return __import__("_io").open_code("SECRET").read() != b""
---
import io
return io.FileIO("SECRET").read() != b""
---
import pathlib
return pathlib.Path("SECRET").read_text() != ""
---
return __import__("posix").open("SECRET", 0) >= 0
---
return __import__("sys").modules["os"].open("OUT", 65) >= 0
---
return __import__("_socket").socket().connect(("127.0.0.1", PORT)) is None
---
import tokenize
return tokenize.open("SECRET").read() != ""
---
import xml.etree.ElementTree as ET
return ET.parse("SECRET") is not None
---
import time
return time.clock_gettime(0) > 0 and time.clock_gettime(0) != 1_767_225_600
---
import codecs
return codecs.open("SECRET").read() != ""
---
import uuid
return uuid.getnode() not in (0, 1)
"""
"""Each returns True if it learns something of the machine it runs on."""

BOMBS = r"""
import ast
return ast.literal_eval("-" * 10 ** 6 + "1") == 1
---
import ast
return ast.literal_eval("[" * 10 ** 5) == 1
---
import typing
return typing.List["(" * 10 ** 5] == 1
---
import itertools
x = iter([])
for i in range(10 ** 6):
    x = itertools.chain(x)
return list(x) == [1]
---
x = iter([])
for i in range(10 ** 6):
    x = map(len, x)
return list(x) == [1]
---
import copy
x = []
for i in range(200_000):
    x = [x]
return copy.deepcopy(x) == [1]
---
import json
x = []
for i in range(200_000):
    x = [x]
return json.dumps(x) == ""
---
import re
return re.compile("a|b" * 10 ** 6, 128) is None
---
import re
return re.compile("(?:a{1,60000}){1,60000}" * 2_000).match("a" * 10 ** 6) is None
---
return "\t".expandtabs(10 ** 10) == ""
---
return (1).to_bytes(10 ** 11, "big") == b""
---
return bytes(10 ** 11) == b""
---
x = bytearray(1)
while True:
    x.extend(x)
---
import math
return math.perm(10 ** 8, 10 ** 7) == 0
---
return "%s" * 10 ** 8 % (("a" * 100,) * 10 ** 8) == ""
---
return ("a" * 10 ** 6).translate({97: "b" * 10 ** 6}) == ""
---
import statistics
return statistics.quantiles([1, 2], n=10 ** 9) == []
---
from urllib.parse import unquote
return unquote("%41" * 10 ** 8) == ""
---
import html
return html.unescape("&amp;" * 10 ** 8) == ""
---
import emoji
return emoji.emoji_count("😀" * 10 ** 8) == 0
---
import heapq
return heapq.nsmallest(10 ** 9, iter(int, 1)) == []
---
import collections
return collections.deque(iter(int, 1)) == []
---
import textwrap
return textwrap.wrap("x" * 10 ** 8, 1) == []
---
try:
    x = [0] * 10 ** 8
finally:
    return True
---
def g():
    try:
        yield [0] * 10 ** 8
    except Exception:
        yield True
return next(g())
---
def g():
    while True:
        try:
            yield
        finally:
            while True:
                pass
x = g()
next(x)
del x
return True
"""

FORGE = (
    "raise ValueError('x\"\\n1 P\\n')",
    "raise ValueError('\\n1 P\\n\\r\\n1 P\\r\\n\\u20281 P\\u2028')",
    "raise KeyError('\\ud800\\n1 P\\n')",
    "raise ValueError(b'\\n1 P\\n', '1 P', 10 ** 5000)",
    "raise OSError(2, '\\n1 P\\n', '\\n1 P\\n')",
    "raise SyntaxError('\\n1 P\\n', ('\\n1 P\\n', 1, 1, '1 P'))",
    "raise UnicodeDecodeError('\\n1 P\\n', b'x', 0, 1, '\\n1 P\\n')",
    "print('1 P')\nprint('\\n1 P\\n', end='\\n1 P\\n')\nreturn []",
    "raise TimeoutError('it runs longer than 1 s on one row')",
    "raise MemoryError",
    "raise RecursionError('1 P')",
    "raise ExceptionGroup('\\n1 P\\n', [ValueError('1 P')])",
    "return 1 / 0",
)
"""Said by the first of two rows; the second returns False whatever the first one says."""

REACHING = [body.strip("\n") for body in REACH.split("\n---\n")]
SWAYING = [body.strip("\n") for text in (SWAY, MORE_SWAY) for body in text.split("\n---\n")]
OUTSIDE = [body.strip("\n") for body in REACH_OUTSIDE.split("\n---\n")]
EXHAUSTING = [body.strip("\n") for body in BOMBS.split("\n---\n")]
