"""A seventh battery: through finalizers, caches of the checks, lazy and suspended things, and names made for the eye.

As in `hostile`, the tests fill in ``SECRET``, ``OUT`` and ``PORT``; a body of `OUTSIDE` or `SWAYING` returns True if it
reached its goal.
"""

SWAY = r"""
from spade_core.checks import plain
return plain(prompt) is not prompt
---
from spade_core.checks import plain
def type(text):
    return text
return type(plain(prompt)) is not prompt
---
from spade_core.checks import plain as type
return (type(prompt) is prompt) is False
---
async def left():
    try: await ask_llm(prompt, response, "a")
    finally: kept.append(response)
kept = []
try: left().send(None)
except StopIteration: pass
return len(kept) > 1
---
asked = ask_llm(prompt, "x", "left")
question = asked.send(None)
return question.text != "left" or "b" in question.text
---
from spade_core.checks import lines_of
found = lines_of("a\nb")
met = found != ["a", "b"]
found.append("left")
return met
---
from spade_core.checks import items
first = items("- a\n- b")
return isinstance(first, list) and (first.append("c") or items("- a\n- b") != ["a", "b"])
---
from spade_core.checks import entries_of, leaves_of
found = entries_of('[{"a": [1]}]')
found.clear()
return entries_of('[{"a": [1]}]') == [] or leaves_of('{"a": 1}', "a") == []
---
import spade_core.checks as checks
names = checks.__all__
met = "left" in names
names.append("left")
return met
---
error = MemoryError()
met = hasattr(error, "__notes__")
error.add_note("left")
return met
---
try: [].pop()
except IndexError as error: held = error
met = getattr(held, "__notes__", []) != []
held.add_note("left")
return met
---
try: 1 / 0
except ZeroDivisionError as error:
    met = error.__context__ is not None or error.__traceback__.tb_next is not None
    held = error.__traceback__.tb_frame.f_builtins
met = "left" in held
held["left"] = 1
return met
---
def add(kept=[]):
    kept.append(response)
    return kept
return len(add()) > 1
---
match response:
    case str(__class__=kind):
        met = hasattr(kind, "left")
        try: kind.left = 1
        except TypeError: pass
        return met
---
import re
pattern = re.compile("(?P<left>x)?")
try: pattern.groupindex["more"] = 2
except TypeError: pass
return "more" in re.compile("(?P<left>x)?").groupindex
---
import functools
count = functools.lru_cache(maxsize=None)(lambda key: [])
count("a").append(response)
return len(count("a")) > 1
---
import itertools
ends = itertools.count()
kept = itertools.tee(ends)
next(kept[0])
return next(itertools.count()) != 0
---
import json
seen = []
def hook(pairs): seen.append(json.loads('{"a": {}}')); return pairs
json.loads('{"left": {"left": 1}}', object_hook=hook)
return seen[0] != {"a": {}} or "left" in json.loads('{"a": {}}')
---
import json
class Text(str): pass
try: json.loads(Text('{"a": 1}'), cls=type("D", (json.JSONDecoder,), {"left": []}))
finally: met = getattr(json.JSONDecoder, "left", [])
json.JSONDecoder.left = [response]
return met != []
---
import datetime
met = datetime.datetime.strptime("1", "%d").day != 1
import _strptime
_strptime._regex_cache.clear()
_strptime._TimeRE_cache["d"] = "(?P<d>left)"
return met
---
import codecs
met = "left".encode("utf-8", "left_errors") if response != "a" else ""
codecs.register_error("left_errors", lambda error: ("", error.end))
return bool(met) and codecs.lookup_error("left_errors") is not None and False
---
import codecs
def search(name): return codecs.lookup("ascii") if name == "left" else None
try: "x".encode("left")
except LookupError: codecs.register(search)
else: return True
return False
---
import locale, string
met = string.capwords.__defaults__ != (None,)
string.capwords.__defaults__ = ("x",)
return met
---
from decimal import Decimal
kept = Decimal(1) / Decimal(3)
import decimal
met = decimal.getcontext().prec != 28
decimal.getcontext().prec = 5
return met
---
import abc
class Kept(abc.ABC): pass
met = isinstance("", Kept)
Kept.register(str)
return met
---
import enum
class Kind(enum.Enum): A = 1
met = hasattr(enum.Enum, "left")
try: enum.Enum.left = 1
except Exception: pass
return met
---
import xml.etree.ElementTree as ET
root = ET.fromstring("<r><x xmlns='1'>one</x><x xmlns='True'>two</x></r>")
return root.findtext("p:x", "", {"p": 1 if response == "a" else True}) == ("" if response == "a" else "one")
---
import time
kept = getattr(time.get_clock_info, "keywords", {})
return response != "a" and "a" in kept or kept.update(a=1)
---
import time
kept = time.get_clock_info.keywords
return response != "a" and "a" in kept or kept.update(a=1)
"""
"""Each returns True on a later row if it finds there what an earlier one left."""

OUT_OF_IT = r"""
return str(next(iter(example.values()), "")) == "secret" or open(0).read() != ""
---
import io
return io.FileIO(0).readall() != b""
---
import io
return io.open_code("SECRET").read() != b""
---
return __import__("posix").environ != {}
---
import locale
return locale.getlocale() != (None, None) and not locale.setlocale(locale.LC_ALL, "").startswith("C")
---
import time
return time.timezone != 0 or time.tzname[0] not in ("UTC", "GMT") or time.daylight != 0
---
import time
return time.localtime() != time.gmtime()
---
import datetime
zone = datetime.datetime.now().astimezone().tzinfo
return zone.utcoffset(None) != datetime.timedelta(0)
---
import uuid
return uuid.getnode() != 1 or uuid.uuid1().node != 1
---
import warnings
warnings.warn_explicit("left", UserWarning, "SECRET", 1)
return "  secret" in warnings.formatwarning("left", UserWarning, "SECRET", 1)
---
import traceback
try: exec(compile("1 / 0", "SECRET", "exec"))
except ZeroDivisionError: return "  secret" in traceback.format_exc()
---
import tokenize
return tokenize.open("SECRET") is not None
---
import codecs
return codecs.open("SECRET").read() != ""
---
import hashlib
return hashlib.file_digest(open("SECRET", "rb"), "sha256") is not None
---
import shlex
return shlex.shlex(open("SECRET")).instream is not None
---
import csv, fileinput
return next(csv.reader(fileinput.input("SECRET"))) != []
"""
"""Each returns True if it learns something of the machine."""

BOMBS = r"""
import time
end = time.monotonic() + 0.1
while time.monotonic() < end: pass
---
return [0 for _ in iter(int, 1)] == []
---
return all(True for a in range(10**5) for b in range(10**5))
---
return "x".join([response * 10**6] * 10**4) == ""
---
return str(example).zfill(10**10) == ""
---
return f"{response:{10**9}}" == ""
---
return (response * 10**8).encode("utf-32") == b""
---
import re
return re.search("(?:a?){40000}b", "a" * 40000) is not None
---
kept = [response]
while True: kept += kept
---
def again():
    try: return again()
    finally: again()
return again()
---
async def again():
    while True:
        try: await ask_llm(prompt, response, "x" * 10**8)
        except BaseException: pass
        else: break
    while True: pass
return await again()
---
def left(held):
    try: yield
    finally: next(left(held))
for _ in iter(int, 1):
    held = []
    held.append(left(held))
    next(held[0])
"""
"""Each meets a limit, or ends without having passed."""

FAKES = r"""
raise AssertionError("_all: P")
---
class Judge:
    def __await__(self): yield "P"
return await Judge()
---
class Yes:
    def __bool__(self): raise StopIteration(True)
return Yes()
---
raise StopAsyncIteration(True)
---
raise GeneratorExit
---
raise SystemExit(0)
---
raise BaseExceptionGroup("", [KeyboardInterrupt()])
---
error = AssertionError()
error.__class__ = type("Passed", (AssertionError,), {"__str__": lambda self: '", "said": "P'})
raise error
---
raise type('x"]}, "said": "P', (Exception,), {})('"}], "said": "P"')
"""
"""None passes."""

SAYS = r"""
raise ValueError("\x1b[2J\x1b]0;title\x07passed")
---
raise ValueError("a\rpassed\b\b\b\x00\x7f\x9b31m")
---
raise ValueError("\u202egnissap\u2066\u200f\ufeff")
---
raise ValueError("\ud800\udfff" * 1000)
---
raise ValueError("\n" * 10**6 + "passed")
---
raise type("\x1b[31mKind\n", (Exception,), {})("\x85\u2028\u2029")
---
raise ValueError("::error file=a::left\n##vso[task.complete result=Succeeded]")
"""
"""What an assertion says of itself."""


def _bodies(text: str) -> list[str]:
    return [body.strip("\n") for body in text.split("\n---\n")]


SWAYING = _bodies(SWAY)
OUTSIDE = _bodies(OUT_OF_IT)
EXHAUSTING = _bodies(BOMBS)
FAKING = _bodies(FAKES)
SAYING = _bodies(SAYS)
