"""A fifth battery: bodies that look as if they kept nothing and do, and ways out and on that the other four leave out.

As in `hostile`, the tests fill in ``SECRET``, ``OUT`` and ``PORT``; a body of `OUTSIDE` or `SWAYING` returns True if it
reached its goal.
"""

SWAY = r"""
import collections.abc
met = isinstance(response, collections.abc.MutableSet)
collections.abc.MutableSet.register(str)
return met
---
from collections.abc import Awaitable
kinds = [Awaitable]
met = isinstance(1, Awaitable)
kinds[0].register(int)
return met
---
import typing
met = isinstance(2.5, typing.Sized)
typing.Sized.register(float)
return met
---
import typing
def mine(): return response
met = [each() for each in typing.get_overloads(mine)]
typing.overload(mine)
return met != []
---
import json, typing
try: met = "{0.__final__}".format(json.dumps) == "True"
except AttributeError: met = False
typing.final(json.dumps)
return met
---
import json, typing
try: met = "{0.left}".format(json.dumps) == "1"
except AttributeError: met = False
def mine(x: "__import__('json').dumps.__dict__.setdefault('left', 1)"): pass
try: typing.get_type_hints(mine)
except TypeError: pass
return met
---
import typing
def mine(x: "__import__('builtins').__dict__.setdefault('left', [])"): pass
kept = typing.get_type_hints(mine)["x"]
kept.append(response)
return len(kept) > 1
---
import typing
later = typing.ForwardRef("__import__('json').__dict__.setdefault('left', [])")
kept = typing.evaluate_forward_ref(later)
kept.append(1)
return len(kept) > 1
---
import string
def mine(): pass
space = string.Formatter().get_field("0.__globals__", [mine], {})[0]
met = "left" in space
space["left"] = 1
return met
---
def mine(): return response
return "'a', 'b', 'c'" in "{0.__globals__[ask_llm].__func__.__globals__[WitWorld].rows.responses}".format(mine)
---
def mine(): return response
inner = "{0." + "_" * 2 + "globals" + "_" * 2 + "[ask_llm].__func__.__globals__[WitWorld].rows.responses}"
return "'a', 'b', 'c'" in inner.format(mine)
---
def mine(): return response
inner = "{a.__globals__[ask_llm].__func__.__globals__[WitWorld].rows.responses}"
return "'a', 'b', 'c'" in inner.format_map({"a": mine})
---
def mine(): return response
inner = ["{0.__globals__[ask_llm].__func__.__globals__[WitWorld].rows.responses}"]
return any("'a', 'b', 'c'" in each for each in map(str.format, inner, [mine]))
---
def run(): yield response
text = "{0.gi_frame.f_globals[ask_llm].__func__.__globals__[WitWorld].rows.responses}"
return "'a', 'b', 'c'" in text.format(run())
---
import string
def mine(): return response
text = "{0.__globals__[ask_llm].__func__.__globals__[WitWorld].rows.responses}"
return "'a', 'b', 'c'" in string.Formatter().vformat(text, [mine], {})
---
import urllib.parse
urllib.parse.urlsplit("http://left")
return urllib.parse.urlsplit.cache_info().hits > 0
---
from urllib.parse import urlsplit
split = [urlsplit]
split[0]("http://left")
return split[0].cache_info().hits > 0
---
import difflib
table = difflib.HtmlDiff().make_table([response + "x"], ["y"])
return "difflib_chg_to0__0" not in table
---
import statistics
first = {"a": None}.get(response, 1) and statistics.NormalDist().samples(1)
statistics.NormalDist().samples(1)
return first not in (None, [statistics.NormalDist().inv_cdf(0.8444218515250481)])
---
import textwrap
met = textwrap.fill("a\tb", expand_tabs=False) == "aXb"
textwrap.TextWrapper.unicode_whitespace_trans[9] = ord("X")
return met
---
import textwrap
wrapper = textwrap.TextWrapper()
met = 97 in wrapper.unicode_whitespace_trans
wrapper.unicode_whitespace_trans.update({97: 98})
return met
---
import collections, copy
kind = type(int)
def reduce(self, version): return (lambda: collections.Counter, (), (None, {"left": True}))
try: met = "{0.left}".format(collections.Counter) == "True"
except AttributeError: met = False
copy.copy(kind("X", (), {"__reduce_ex__": reduce})())
return met
---
import collections, copy
def reduce(self, version): return (lambda: collections.Counter, (), (None, {"total": lambda self: -1}))
met = collections.Counter("aa").total() == -1
kinds = [type(each) for each in (int,)]
copy.copy(kinds[0]("X", (), {"__reduce_ex__": reduce})())
return met
---
import collections, copy
def reduce(self, version): return (lambda: collections.Counter, (), (None, {"elements": lambda self: [-1]}))
met = list(collections.Counter("a").elements()) == [-1]
first, *others = map(type, (int,))
copy.copy(first("X", (), {"__reduce_ex__": reduce})())
return met
---
from spade_core.checks import casing
met = "left" in casing.re.enum.sys.modules
casing.re.enum.sys.modules["left"] = 1
return met
---
from spade_core.checks.casing import re
met = "left" in re.enum.sys.modules
re.enum.sys.modules["left"] = 1
return met
---
import ast
load = ast.parse("a").body[0].value.ctx
try: met = "{0.left}".format(load) == "1"
except AttributeError: met = False
load.left = 1
return met
---
import emoji
met = "left" in emoji.EMOJI_DATA
emoji.EMOJI_DATA["left"] = {"en": ":left:", "status": 2}
return met
---
import re
met = re.RegexFlag(1 << 20).name == "LEFT"
re.RegexFlag._value2member_map_[1 << 20] = type("F", (), {"name": "LEFT"})()
return met
---
import json
met = json.dumps({"a": 1}) != '{"a": 1}'
json.dumps.__kwdefaults__["indent"] = 3
return met
---
import datetime
met = datetime.datetime.now().year != 2026
datetime.datetime.now.__func__.__globals__["_NOW"] = 0
return met
---
import random
kept = random.Random.seed.__globals__["_dice"]
met = kept.random() == 0.5
kept.random = lambda: 0.5
return met
---
import contextlib
@contextlib.contextmanager
def held(): yield held.__wrapped__.__globals__
with held() as inner:
    met = "left" in inner
    inner["left"] = 1
return met
---
import warnings
met = ("left", None, Warning, None, 0) in warnings.filters
warnings.filters.append(("left", None, Warning, None, 0))
return met
---
import calendar
met = calendar.firstweekday() != 0
calendar.setfirstweekday(3)
return met
---
import csv
met = "left" in csv.list_dialects()
csv.register_dialect("left", delimiter="|")
return met
---
import functools, numbers
met = isinstance("x", numbers.Number)
functools.singledispatch(len)
numbers.Number.register(str)
return met
---
import xml.etree.ElementTree as tree
met = "left" in tree._namespace_map.values()
tree.register_namespace("left", "http://left")
return met
---
import unicodedata
met = getattr(unicodedata.__spec__, "left", 0) == 1
unicodedata.__spec__.left = 1
return met
"""
"""Each returns True on a later row if it finds there what an earlier one left, or on any if it reads of another row."""

OUT_OF_IT = r"""
import random
random.seed()
return random.Random().random() == random.SystemRandom().random()
---
import traceback
return any("app.py" in each and "def " in each for each in traceback.format_stack())
---
import xml.sax
return xml.sax.parse("SECRET", xml.sax.ContentHandler()) is None
---
import enum
os = enum.sys.modules["os"]
return os.path.exists("SECRET") or os.path.exists("/")
---
import enum
os = enum.sys.modules["os"]
return os.listdir(".") != [] and os.getcwd() != ""
---
import enum
os = enum.sys.modules["os"]
os.putenv("SPADE_CANARY", "gone")
os.unsetenv("SPADE_CANARY")
return os.getenv("SPADE_CANARY") is not None
---
import enum
os = enum.sys.modules["os"]
os.open("OUT", os.O_CREAT | os.O_WRONLY)
return True
---
import email.utils
return email.utils.make_msgid().rpartition("@")[2] != "localhost>"
---
try: import pathlib
except ImportError: return False
pathlib.Path("OUT").write_text("x")
return True
---
import enum
posix = enum.sys.modules["posix"]
return posix.getpid() != 1 and posix.stat("/") is not None
"""
"""Each returns True if it learns or changes something of the machine."""

BOMBS = r"""
import re
return re.match(r"(a*)*(a*)*(a*)*\1b", "a" * 60) is None
---
import re
return re.sub(r"(.*)(.*)(.*)(.*)(.*)x", "", "a" * 4000) == ""
---
import re
text = "a" * 30_000
return re.search(r"^(\w+\s?)*$", text + "!") is None
---
kept = []
def grow():
    kept.append(bytearray(1 << 20))
    yield
    yield from grow()
for _ in grow(): pass
---
try:
    while True: pass
except* BaseException:
    pass
---
import contextlib
while True:
    with contextlib.suppress(BaseException):
        while True: pass
---
class Never:
    def __bool__(self): return Never().__bool__()
return Never()
---
class Never:
    def __len__(self):
        while True: pass
return Never()
---
def never():
    try:
        while True: yield
    finally:
        while True: pass
steps = never()
next(steps)
del steps
---
import string
return len(string.Formatter().format("{0:{1}}", "x", 1 << 30)) == 1
---
import collections
deep = collections.ChainMap({})
while True: deep = deep.new_child({len(deep.maps): "x" * 1000})
---
import functools
@functools.cache
def kept(n): return [n] * 10_000
n = 0
while True:
    n += 1
    kept(n)
---
import json
deep = {}
for _ in range(10**5): deep = {"a": deep}
return json.dumps(deep) == ""
---
import copy
row = [0] * 1000
while True: row = [copy.deepcopy(row), copy.deepcopy(row)]
---
import yaml
return yaml.safe_load("[" * 10**5) is None
---
import statistics
return statistics.quantiles(range(10**9), n=10**9) == []
---
import itertools
return len(list(itertools.accumulate(itertools.repeat("x" * 1000)))) == 1
---
import html
return len(html.escape("&" * 10**8)) == 1
---
import base64
text = b"x" * 10**6
while True: text = base64.b64encode(text)
---
import datetime
day = datetime.timedelta(microseconds=1)
start = datetime.datetime.min
while start < datetime.datetime.max: start += day
"""
"""Each meets a limit, or ends without having passed."""

SWAYING = [body.strip("\n") for body in SWAY.split("\n---\n")]
OUTSIDE = [body.strip("\n") for body in OUT_OF_IT.split("\n---\n")]
EXHAUSTING = [body.strip("\n") for body in BOMBS.split("\n---\n")]
