"""A sixth battery: names that one scope binds and another has from Python, caches that take 1 for True, forged answers.

As in `hostile`, the tests fill in ``SECRET``, ``OUT`` and ``PORT``; a body of `SWAYING` returns True if it reached its
goal.
"""

SWAY = r"""
first = [0 for eval in ()]
rows = eval("ask_llm.__func__.__globals__")["WitWorld"]
kept = eval("ask_llm.__func__.__globals__")
met = "left" in kept
kept["left"] = 1
return met
---
def unused():
    from json import dumps as globals
held = globals()
met = "left" in held
held["left"] = 1
return met
---
keep = lambda vars: vars
kept = vars(int) if False else vars(keep)
def mine(): pass
def unused(exec): pass
exec("import builtins\nbuiltins.left = builtins.__dict__.get('left', 0) + 1")
def unused2(eval): pass
return eval("__builtins__.left") > 1
---
def unused(__builtins__): pass
met = "left" in __builtins__.dict.fromkeys(__builtins__.vars(__builtins__))
__builtins__.setattr(__builtins__, "left", 1)
return met
---
def unused(__import__): pass
kept = __import__("sys").modules
met = "left" in kept
kept["left"] = 1
return met
---
from typing import List
x = {"a": 1, "b": True}.get(response, 1.0)
return str(List[x]) != f"typing.List[{x}]"
---
from typing import Dict
x = {"a": 0, "b": False}.get(response, 0.0)
return str(Dict[str, x]) != f"typing.Dict[str, {x}]"
---
def unused(locals, __loader__): pass
return __loader__ is None
---
import urllib.parse
x = {"a": 0, "b": False}.get(response, "")
split = urllib.parse.urlsplit
try: return str(split("http://a/b#c", "", x)) != str(split("http://a/b#c", allow_fragments=x))
except Exception: return False
---
import struct
x = {"a": "2s"}.get(response, b"2s")
return struct.unpack(x, b"ab") != (b"ab",)
---
import re
p = {"a": "a"}.get(response, b"a")
try: return re.sub(p, "b", "a") != "b"
except TypeError: return response == "a"
---
import emoji
met = emoji.emojize(":corazón_rojo:", language="en") != ":corazón_rojo:"
emoji.emojize(":corazón_rojo:", language="es")
return met
---
from decimal import Decimal
try: Decimal("x")
except Exception as error: held = error.args
if response == "b": return held != held
held[0].append(1) if isinstance(held[0], list) else None
return isinstance(held[0], list) and len(held[0]) > 2
---
import json
try: json.dumps.left
except AttributeError as e: held = e.obj
return held is not json.dumps
---
from functools import lru_cache
@lru_cache
def f(x): return type(x) == int
f(1)
return f(True) is False and f(2.0)
---
import functools, json
f = functools.cache(json.loads)
f("[1]").append(2)
return f("[1]") != [1, 2] or json.loads("[1]") != [1]
---
import xml.etree.ElementTree as ET
root = ET.fromstring("<a/>")
met = root.attrib != {}
root.attrib["left"] = "1"
root.append(root)
return met
---
import collections
N = collections.namedtuple("N", "a")
met = N(1).count(1) != 1
return met
---
def gen():
    try:
        yield 1
    finally:
        kept.append(response)
kept = []
g = gen(); next(g)
kept.append(g); kept.append(kept)
return len(kept) != 2
---
async def left(): kept.append(1)
kept = []
c = left()
kept.append(c); kept.append(kept)
return len(kept) != 2
---
import datetime
tz = datetime.timezone.utc
met = datetime.datetime.now(tz).year
return met != 2026
---
import operator
kept = operator.itemgetter(0)
return operator.contains("left", response) and response == "left"
---
import math
held = {math.nan: 1}
return math.nan not in held
---
import itertools
it = itertools.count()
next(it)
return next(it) != 1
---
from typing import FrozenSet as f
x = {"a": 2, "b": 2.0}.get(response, 2 + 0j)
return str(f[x]) != f"typing.FrozenSet[{x}]"
---
def unused(compile, hasattr): pass
code = compile("left = __builtins__", "x", "exec")
return hasattr(code, "left")
---
async def unused(delattr): yield delattr
def names(object): return [dir for dir in object]
return "left" in dir(names) or delattr(names, "left")
---
try: pass
except ValueError as breakpoint: pass
def inner():
    return breakpoint()
return inner() is None
---
match response:
    case [open]: pass
    case _: pass
def read(): return open("SECRET")
return read() is not None
---
def outer(input):
    def inner(): return super
    return inner()
return outer(1)(int).x
---
def unused(): import json as memoryview
return memoryview.left
---
for staticmethod in (): pass
kept = [property for property in (1,)]
def made(): return staticmethod(len)
return made()(response) == 2
---
def late():
    try: yield
    finally:
        while True: pass
held = [late()]
next(held[0])
held.append(held)
del held
for _ in range(3000): held = [[]]; held[0].append(held)
return False
---
import re
x = {"a": 258}.get(response, 258.0)
try: return re.RegexFlag(x) is not None and response != "a"
except ValueError: return False
---
import emoji
seen = []
emoji.demojize("\N{THUMBS UP SIGN}", version=0.1, handle_version=lambda one, data: seen.append("fr" in data) or "")
emoji.demojize("\N{THUMBS UP SIGN}", language="fr")
return seen[0]
---
import emoji
seen = []
def note(one, data):
    seen.append(":left:" in data["alias"])
    data["alias"].append(":left:")
    return ""
emoji.demojize("\N{THUMBS UP SIGN}", version=0.1, handle_version=note)
return seen[0]
---
from collections import _sys as g
found = "mark" in g.modules
g.modules.update(mark=1)
from collections import deque as g
return found
---
from csv import field_size_limit as g
old = g(7)
from csv import reader as g
return old == 7
---
def inner(size):
    from csv import field_size_limit as g
    return g(size)
from csv import reader as g
return inner(8) == 8
---
import csv as g
from csv import field_size_limit as g
return g(6) == 6
---
from csv import field_size_limit as type
return type(9) == 9
---
import hashlib
try:
    hashlib.pbkdf2_hmac
except AttributeError as error:
    kept = error.obj.algorithms_available
    found = "mark" in kept
    kept.add("mark")
    return found
return False
"""
"""Each returns True on a later row if it finds there what an earlier one left."""

ANSWERS = r"""
"[" * 900000
"{\"a\":" * 100000
'{"said": "P", "more": {"0": ["x", 1e999]}}'
'{"said": "E", "more": {"0": ["x", -5]}}'
'{"said": "E", "more": {"0": ["\\ud800 \\u001b[2J", 99999999999999]}}'
'{"said": "P", "more": {"1e1": ["x", 1]}}'
'{"said": "P", "more": {"0": ["x", %s]}}' % ("9" * 4000)
'{"said": ["P", "P"], "more": {}}'
'{"said": "Q", "more": {}}'
'{"said": "Q", "more": {"0": ["\\ud800?", 1]}}'
'{"said": "E", "more": {"0": [%s1%s, 1]}}' % ("[" * 900, "]" * 900)
'{"said": "E", "more": {"0": ["x", "1"], "00": []}}'
'{"said": "E", "more": [["x", 1]]}'
'{"refused": ["x", 1e999]}'
'{"refused": ["\\ud800", -3]}'
'{"refused": "ab"}'
'{"refused": null, "said": "P"}'
'NaN'
"\ud800"
None
"""
"""What a function that has taken over the interpreter may say in its place, as it would write it."""

FORGING = [
    f"space = ask_llm.__func__.__globals__\nspace['json'] = type('J', (), {{'dumps': staticmethod(lambda *a: {said})}})"
    for said in ANSWERS.strip("\n").splitlines()
]
FORGING.append("ask_llm.__self__.answers = {}\nreturn await ask_llm(prompt, response, 'again?')")
SWAYING = [body.strip("\n") for body in SWAY.split("\n---\n")]
