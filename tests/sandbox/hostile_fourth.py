"""A fourth battery: bodies that know the guest from inside, and ways to run out that the others leave out.

As in `hostile`, the tests fill in ``OUT`` and ``PORT``; a body of `OUTSIDE` or `SWAYING` returns True if it reached its
goal.
"""

OUT_OF_IT = r"""
import typing
return typing.sys.modules["app"].__loader__.get_data("SECRET") != b""
---
import xml.sax
text = '<!DOCTYPE a [<!ENTITY e SYSTEM "file://SECRET">]><a>&e;</a>'
found = []
handler = xml.sax.ContentHandler()
handler.characters = found.append
xml.sax.parseString(text, handler)
return "".join(found) == "secret"
---
from xml.dom import minidom
return minidom.parse("SECRET") is not None
---
from xml.dom import minidom
text = '<!DOCTYPE a [<!ENTITY e SYSTEM "file://SECRET">]><a>&e;</a>'
return "secret" in (minidom.parseString(text).documentElement.firstChild.data or "")
---
import tomllib
with open("SECRET", "rb") as file:
    return tomllib.load(file) is not None
---
import yaml
return yaml.unsafe_load("!!python/object/apply:os.system ['touch OUT']") == 0
---
import yaml
return "secret" in yaml.unsafe_load("!!python/object/apply:builtins.open ['SECRET']").read()
---
import secrets
return secrets.token_bytes.__globals__["_sysrand"].__class__.__module__ != "random" or secrets.os.getlogin() != ""
---
import ipaddress, email.utils
return email.utils.make_msgid().rpartition("@")[2].strip(">") not in ("", "localhost", "(none)")
---
import traceback
linecache = traceback.linecache
linecache.updatecache = None
return "secret" in "".join(linecache.getlines("SECRET"))
---
import tokenize
with tokenize.open("SECRET") as file:
    return file.read() != ""
---
import array
with open("OUT", "wb") as file:
    array.array("b", [1]).tofile(file)
return True
---
import fnmatch
return fnmatch.os.listdir("/") != []
---
import warnings
return warnings.sys.modules["os"].environ.get("PATH") is not None
---
import types, re
code = (lambda: 0).__code__.replace(co_code=bytes([100, 0] * 3), co_stacksize=1)
return types.FunctionType(code, {})() is open
"""
"""Each returns True if it learns something of the machine, or changes something there."""

SWAY = r"""
import fnmatch
left = fnmatch.filter.__globals__.setdefault("left", [])
left.append(1)
return len(left) > 1
---
import typing
gc = typing.sys.modules["gc"]
world = next(o for o in gc.get_objects() if isinstance(o, type) and o.__name__ == "WitWorld")
met = getattr(world, "met", False)
world.met = True
return met
---
import typing
gc = typing.sys.modules["gc"]
found = [o for o in gc.get_objects() if type(o) is dict and "_known" in o and "_Memory" in o]
met = found[0].get("met_before", False)
for space in found:
    space["met_before"] = True
return met
---
import xml.sax
met = xml.sax.handler.feature_namespaces == "changed"
xml.sax.handler.feature_namespaces = "changed"
return met
---
import abc
class Seen(abc.ABC):
    pass
met = issubclass(int, abc.ABC)
abc.ABC.__class__.register(abc.ABC, int)
return met
---
import warnings
met = warnings.sys.flags is None
warnings.sys.flags = None
return met
---
import decimal
met = decimal.getcontext().prec == 7
decimal.getcontext().prec = 7
decimal.DefaultContext.prec = 7
return met
---
import locale
met = getattr(locale, "_override_localeconv", {}) == {"a": 1}
locale._override_localeconv = {"a": 1}
return met
"""
"""Each returns True on a second row if it finds there what it left on the first."""

BOMBS = r"""
import array
x = array.array("d", [0.0])
while True: x += x
---
import array
return len(array.array("d", [0.0]) * (1 << 28)) == 1
---
import tomllib
return tomllib.loads("a = " + "[" * 10**6) == {}
---
import tomllib
return len(tomllib.loads("".join(f"k{i} = 1\n" for i in range(10**7)))) == 1
---
import ipaddress
return sum(1 for _ in ipaddress.ip_network("0.0.0.0/0")) == 1
---
import ipaddress
return len(list(ipaddress.ip_network("::/8").subnets(new_prefix=64))) == 1
---
import fnmatch
return fnmatch.fnmatch("a" * 10**6, "*a" * 10**5 + "b")
---
from xml.dom import minidom
return len(minidom.parseString("<a>" + "<b/>" * 10**7 + "</a>").documentElement.childNodes) == 1
---
from xml.dom import minidom
return minidom.parseString("<a>" * 10**6 + "</a>" * 10**6) is None
---
x = ""
while True: x = x + "a" * 1_000_000
---
x = "a"
while True:
    try: x += x
    except TypeError: pass
---
x, y = [], "a" * 1_000_000
while True: x.append(y + str(len(x)))
---
import contextlib
stack = contextlib.ExitStack()
while True: stack.callback(print, "a" * 10**5 + str(id(stack)))
---
x = memoryview(bytearray(10**7))
y = []
while True: y.append(x.tobytes())
---
def grow(x): return grow([x, *range(10**5)])
grow([])
---
async def f(): await f()
await f()
---
class A:
    def __eq__(self, other): return self == other
return A() == A()
---
x = {}
for i in range(10**8): x[i] = x.copy() if i % 1000 == 0 else i
"""

OUTSIDE = [body.strip("\n") for body in OUT_OF_IT.split("\n---\n")]
SWAYING = [body.strip("\n") for body in SWAY.split("\n---\n")]
EXHAUSTING = [body.strip("\n") for body in BOMBS.split("\n---\n")]
