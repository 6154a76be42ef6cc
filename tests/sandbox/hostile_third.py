"""A third battery: by modules that the permitted ones hold, on what runs the function, and by native code.

As in `hostile`, the tests fill in ``OUT`` and ``PORT``; a body of `REACHING` returns True if it reached its goal.
"""

REACH = r"""
import re
sys = re.enum.sys
return bool(sys.modules["ctypes"])
---
os = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "_wrap_close"][0].__init__.__globals__
return os["environ"].get("SPADE_CANARY") == "here"
---
os = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "_wrap_close"][0].__init__.__globals__
return len(os["listdir"]("/")) > 0
---
os = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "_wrap_close"][0].__init__.__globals__
return os["open"]("/etc/passwd", 0) >= 0
---
os = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "_wrap_close"][0].__init__.__globals__
fd = os["open"]("OUT", os["O_CREAT"] | os["O_WRONLY"]); return os["write"](fd, b"x") == 1
---
os = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "_wrap_close"][0].__init__.__globals__
return os["write"](1, b"\x08\0\0\0\0\0\0\0[[\"P\",0,[]]]") > 0
---
os = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "_wrap_close"][0].__init__.__globals__
return os["write"](2, b"oops") > 0 and os["fsync"](0) is None
---
import io
import re
sys = re.enum.sys
posix = sys.modules["posix"]
return bool(posix.read(0, 100))
---
import re
sys = re.enum.sys
return sys.modules["os"].system("touch OUT") == 0
---
import re
sys = re.enum.sys
os = sys.modules["os"]
pid = os.fork()
return True
---
import re
sys = re.enum.sys
imp = sys.modules["_imp"] if "_imp" in sys.modules else __builtins__.__import__("_imp")
spec = type("S", (), {"name": "_socket", "origin": None, "parent": ""})()
return imp.create_builtin(spec).socket(2, 1).connect(("127.0.0.1", PORT)) is None
---
import re
sys = re.enum.sys
loader = sys.modules["_frozen_importlib"].BuiltinImporter
return loader.load_module("_ctypes") is not None
---
import re
sys = re.enum.sys
loader = sys.modules["_frozen_importlib"].BuiltinImporter
socket = loader.load_module("_socket"); s = socket.socket(2, 1); s.connect(("127.0.0.1", PORT)); return True
---
import re
sys = re.enum.sys
sys.modules["_io"].FileIO("OUT", "w").write(b"x")
return True
---
import re
sys = re.enum.sys
sys.modules["_io"].open("/proc/self/environ").read()
return True
---
import re
sys = re.enum.sys
return sys.modules["_io"].open_code("/etc/passwd").read() != b""
---
import re
sys = re.enum.sys
t = sys.modules["_thread"] if "_thread" in sys.modules else __import__("_thread")
out = []
t.start_new_thread(lambda: out.append(1), ())
import time
time.sleep(1)
return out == [1]
---
import re
sys = re.enum.sys
m = sys.modules.get("componentize_py_runtime")
return m is not None and m.call_import(None, [], 0) is not None
---
import re
sys = re.enum.sys
w = sys.modules["wit_world"]
return any("poll" in n or "wasi" in n for n in dir(w))
---
import re
sys = re.enum.sys
app = sys.modules["app"]
app.WitWorld.run = lambda self, job: '{"said": "P", "more": {}}'
return False
---
import re
sys = re.enum.sys
app = sys.modules["app"]
app._FILES["x"] = b"1"
app._NOW = 5
return app._FILES["/etc/passwd"] is not None
---
import re
sys = re.enum.sys
gc = sys.modules["gc"]
return any(type(o) is dict and "SPADE_CANARY" in o for o in gc.get_objects() + gc.get_referents(sys))
---
import re
sys = re.enum.sys
atexit = sys.modules.get("atexit") or __import__("atexit")
atexit.register(lambda: 1 / 0); atexit._run_exitfuncs(); return False
---
import re
sys = re.enum.sys
sys.settrace(lambda *a: None); sys.setprofile(lambda *a: None); return False
---
import re
sys = re.enum.sys
sys.monitoring.free_tool_id(0); sys.monitoring.use_tool_id(0, "x"); return False
---
import re
sys = re.enum.sys
sys.setrecursionlimit(10**8)
def f(n): return f(n + 1)
return f(0)
---
import re
sys = re.enum.sys
sys.set_int_max_str_digits(0)
return len(str(7 ** 10 ** 8)) > 1
---
class S(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash("P")
    def __bool__(self): raise SystemExit("P")
return S("P")
---
class B:
    def __bool__(self): return 2
return B()
---
class B:
    def __len__(self): return -1
return B()
---
class E(BaseException):
    def __str__(self): return "x" * 10**7
raise E
---
class E(Exception):
    def __str__(self): raise KeyboardInterrupt
raise E
---
raise KeyboardInterrupt("stop the host")
---
raise GeneratorExit
---
raise StopIteration(True)
---
raise SystemExit(0)
---
import re
sys = re.enum.sys
sys.exit("bye")
---
exit(3)
---
class Meta(type):
    __name__ = property(lambda s: "P" * 10**6)
class E(Exception, metaclass=Meta): pass
raise E("x")
---
type("E", (Exception,), {"__module__": "\ud800", "__qualname__": "\ud800"})
raise type("\ud800"[:0] + "E\n{\"said\": \"P\"}", (Exception,), {})("\ud800\x00")
---
class Aw:
    def __await__(self): yield "not a question"
await Aw()
return True
---
class Aw:
    def __await__(self):
        try: yield ask_llm
        except GeneratorExit: yield 2
await Aw()
return True
---
import re
builtins = re.enum.sys.modules["builtins"]
return builtins.__import__("subprocess").run(["touch", "OUT"]).returncode == 0
---
return eval(compile("__import__('os').listdir('.')", "x", "eval")) != []
---
import re
sys = re.enum.sys
code = (lambda: 0).__code__
bad = code.replace(co_code=b"\xff\xff" * 200, co_stacksize=2**20)
return type(lambda: 0)(bad, {})() is not None
---
f = (lambda: 0); f.__code__ = f.__code__.replace(co_code=bytes([100, 255] * 64), co_consts=())
return f()
---
import struct
import re
sys = re.enum.sys
mv = memoryview(bytearray(8)).cast("B")
return sys.modules["_struct"].pack_into("8s", mv, 2**31 - 1, b"x") is None
---
import re
sys = re.enum.sys
return sys._getframe(1).f_back.f_globals["_FILES"]["/etc/passwd"]
---
import re
sys = re.enum.sys
frame = sys._getframe(1)
frame.f_locals["self"].said.extend("P" * 10)
return False
---
import re
sys = re.enum.sys
frame = sys._getframe(1)
frame.f_locals["self"].said.append("Z")
frame.f_locals["self"].more[-5] = ("x", "y")
return False
"""

SWAY = r"""
import re
sys = re.enum.sys
sys.modules["re"].sub = lambda *a: "z"
return False
---
import re
builtins = re.enum.sys.modules["builtins"]
builtins.len = lambda x: 77
builtins.sorted = builtins.sum = builtins.isinstance = None
return False
---
import json
json.loads = None; json.decoder.JSONDecoder.decode = None
return False
---
import re
sys = re.enum.sys
del sys.modules["re"], sys.modules["json"], sys.modules["math"]
return False
---
import datetime
import re
sys = re.enum.sys
gc = sys.modules["gc"]
gc.get_referents(vars(datetime.date))[0]["today"] = lambda *a: 5
gc.get_referents(vars(str))[0]["upper"] = lambda s: "no"
return False
---
import re
sys = re.enum.sys
gc = sys.modules["gc"]
for o in gc.get_objects():
    if type(o) is dict: o.clear()
return False
---
import time
time.time = lambda: 0
return False
---
import collections
collections.Counter.__getitem__ = lambda s, k: 9
return False
---
import string
string.digits = "x"
return False
---
import re
sys = re.enum.sys
sys.setrecursionlimit(60)
return False
---
import re
sys = re.enum.sys
sys.argv[:] = ["a"] * 9
return False
---
keep = []
def gen():
    try:
        while True: yield
    finally:
        import re
        builtins = re.enum.sys.modules["builtins"]
        builtins.len = None
g = gen(); next(g); keep.append(g); keep.append(keep)
return False
---
class Trap:
    def __del__(self):
        import re
        builtins = re.enum.sys.modules["builtins"]
        builtins.sum = None
t = Trap(); t.t = t
return False
---
import weakref
import re
sys = re.enum.sys
class T: pass
t = T(); sys.t = t
weakref.finalize(t, setattr, sys.modules["builtins"], "len", None)
return False
---
import re
re.purge(); re.compile = None; re._cache = {}; re._compile = None
return False
---
example["a"].append(2); example.clear()
return False
---
import codecs
codecs.register(lambda n: None); codecs.register_error("strict", lambda e: ("", e.end))
return False
---
import re
sys = re.enum.sys
sys.modules["app"]._known.clear(); sys.modules["app"]._Turn = None
return False
---
import re
sys = re.enum.sys
sys.modules["app"].WitWorld.rows = [(None, "p", "zz")] * 9
return False
"""
"""Each spoils something that the next function needs, as `CONTROL` in the tests does; none returns True."""

BOMBS = r"""
return pow(7, 10**8) > 0
---
return pow(3, 2**60, 2**4000 - 1) > 0 and len(str(3 ** 3000000)) > 0
---
import math
return math.factorial(10**7) > 0
---
import math
return math.comb(10**7, 5 * 10**6) > 0
---
import re
return re.match(r"(a|a)*b", "a" * 64) is not None
---
import re
return re.match(r"(?:a?){40}a{40}", "a" * 40) is not None and re.search(r"(x+x+)+y", "x" * 60) is None
---
return "{:>{w}}".format("x", w=10**9) != ""
---
return "%1000000000d" % 1 != ""
---
return f"{1:010000000000d}" != ""
---
return "a" * 2**30 != ""
---
return b"".join([b"a" * 2**26] * 64) != b""
---
return list(range(10**9)) != []
---
return [[]] * 10**9 != []
---
return sum(range(10**12)) > 0
---
return max(iter(int, 1)) > 0
---
import itertools
return sum(1 for _ in itertools.product("ab", repeat=60)) > 0
---
import itertools
return list(itertools.permutations(range(14))) != []
---
import itertools
for _ in itertools.count(): pass
---
import collections
return len(collections.deque(iter(int, 1), maxlen=0)) > 0
---
return len({i: i for i in range(10**9)}) > 0
---
return hash(tuple(range(10**8))) > 0
---
x = []
for _ in range(500000): x = [x]
return repr(x) != ""
---
import json
return json.loads("[" * 10**6) is None
---
import json
return json.dumps([0] * 10**8) != ""
---
import ast
return ast.parse("-" * 10**6 + "1") is None
---
import ast
return ast.literal_eval("(" * 5000 + ")" * 5000) == 1
---
return eval("+".join(["1"] * 10**6)) > 0
---
exec("def f():\n" + "".join(" " * i + " if 1:\n" for i in range(1, 99)))
---
import decimal
return decimal.Decimal(10) ** decimal.Decimal("1e17") > 0
---
import decimal
decimal.getcontext().prec = 10**7
return decimal.Decimal(2).sqrt() > 0
---
import fractions
f = fractions.Fraction(1, 3)
while True: f = f * f + 1
---
import difflib
return difflib.SequenceMatcher(None, "ab" * 20000, "ba" * 20000, autojunk=False).ratio() > 0
---
import textwrap
return textwrap.wrap("x " * 10**7, 1) != []
---
import unicodedata
return unicodedata.normalize("NFKD", "\ufdfa" * 10**7) != ""
---
import html
return html.unescape("&" * 10**7) != ""
---
import zlib
return len(zlib.decompress(zlib.compress(b"0" * 10**7) * 1) * 1000) > 0
---
import xml.etree.ElementTree as E
names = "abcdefghijklm"
ten = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip(names, names[1:]))
e = f'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">{ten}]><a>&m;</a>'
return E.fromstring(e) is not None
---
import yaml
names = "abcdefghij"
lines = [f"{b}: &{b} [{','.join(['*' + a] * 9)}]" for a, b in zip(names, names[1:])]
return repr(yaml.safe_load("a: &a [x,x,x,x,x,x,x,x,x]\n" + "\n".join(lines))) != ""
---
import random
return random.sample(range(10**9), 10**8) != []
---
import random
return random.getrandbits(2**31 - 1) > 0
---
import hashlib
return hashlib.pbkdf2_hmac("sha256", b"x", b"y", 10**9) != b""
---
import statistics
return statistics.median(range(10**9)) > 0
---
import csv, io
return sum(1 for _ in csv.reader(io.StringIO("a,b\n" * 10**8))) > 0
---
import string
return "".join(string.Template("$a" * 10**7).substitute(a="b" * 1000)) != ""
---
import functools
return functools.reduce(lambda a, b: a * a, range(100), 10**100) > 0
---
try:
    while True: pass
except BaseException:
    return True
finally:
    return True
---
def f():
    try: f()
    finally: f()
f()
---
x = "a"
while True:
    try: x += x
    except MemoryError: pass
---
class A:
    def __del__(self): A()
a = A()
while True: a = None; a = A()
---
import emoji
return emoji.demojize("👍" * 10**7) != ""
---
def g():
    while True: yield
for _ in g(): pass
---
return int("9" * 4300) ** 100000 > 0
---
return "a".replace("", "b" * 10**6).replace("b", "c" * 10**6) != ""
"""

REACHING = [body.strip("\n") for body in REACH.split("\n---\n")]
SWAYING = [body.strip("\n") for body in SWAY.split("\n---\n")]
EXHAUSTING = [body.strip("\n") for body in BOMBS.split("\n---\n")]
