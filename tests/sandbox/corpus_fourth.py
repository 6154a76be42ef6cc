"""A fourth lot: corners of the standard library and of the language that models reach for now and then.

Most end in one bit of all that they found, so that a difference in any of it is seen on half of the rows.
"""

_TEXT = r"""
from string import Template
out = (
    Template("$name has ${count} of $$5 $missing").safe_substitute(example),
    Template(response).safe_substitute(example),
)
return sum(map(ord, repr(out))) % 2 == 0
---
from string import Template
out = Template(response).substitute(example)
return sum(map(ord, repr(out))) % 2 == 0
---
from string import Template
class T(Template):
    delimiter = '%'
    idpattern = r'[a-z]+(?:\.[a-z]+)?'
out = T(response + " %name %count %%").safe_substitute(example), T(response).get_identifiers(), T(response).is_valid()
return sum(map(ord, repr(out))) % 2 == 0
---
import textwrap
out = (
    textwrap.wrap(response, 12, break_long_words=False, fix_sentence_endings=True),
    textwrap.shorten(response, 15, placeholder='…'),
    textwrap.indent(response, '> ', lambda l: True),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import textwrap
out = textwrap.fill(
    response, width=9, initial_indent='* ', subsequent_indent='  ', max_lines=2, tabsize=3, drop_whitespace=False
)
return sum(map(ord, repr(out))) % 2 == 0
---
import unicodedata
out = [
    (
        unicodedata.category(c),
        unicodedata.bidirectional(c),
        unicodedata.combining(c),
        unicodedata.east_asian_width(c),
        unicodedata.name(c, '?'),
        unicodedata.mirrored(c),
        unicodedata.decomposition(c),
    )
    for c in response[:6]
]
return sum(map(ord, repr(out))) % 2 == 0
---
import unicodedata
out = (
    [unicodedata.normalize(f, response) for f in ('NFC', 'NFD', 'NFKC', 'NFKD')],
    [unicodedata.is_normalized(f, response) for f in ('NFC', 'NFD')],
    [unicodedata.numeric(c, None) for c in response],
    [unicodedata.digit(c, -1) for c in response],
)
return sum(map(ord, repr(out))) % 2 == 0
---
import difflib
out = (
    list(difflib.unified_diff(prompt.splitlines(), response.splitlines(), 'a', 'b', lineterm='', n=0)),
    round(difflib.SequenceMatcher(None, prompt, response, autojunk=False).ratio(), 9),
    difflib.SequenceMatcher(lambda c: c == ' ', response, example['name']).get_opcodes(),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import difflib
out = (
    difflib.get_close_matches(response, ['Hello', 'name', 'count', example['name'], 'sorry'], n=2, cutoff=0.1),
    list(difflib.ndiff([response], [example['name']])),
    list(difflib.context_diff([response], ['x\n'])),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import statistics
lens = [len(w) for w in response.split()]
out = statistics.mean(lens), statistics.median_grouped(lens), statistics.multimode(lens), statistics.pstdev(lens)
return sum(map(ord, repr(out))) % 2 == 0
---
from fractions import Fraction
out = [Fraction(w) for w in response.split()], Fraction(len(response) + 1, 7).limit_denominator(5)
return sum(map(ord, repr(out))) % 2 == 0
---
from decimal import Decimal, getcontext, localcontext, ROUND_HALF_UP, ROUND_CEILING, Inexact, InvalidOperation
with localcontext() as ctx:
    ctx.prec = 5
    ctx.rounding = ROUND_CEILING
    a = Decimal(len(response)) / 7
    ctx.traps[Inexact] = len(response) % 2 == 1
    b = Decimal(1) / 3
out = a, b, getcontext().prec, (Decimal(len(response)) / 3).quantize(Decimal('.01'), ROUND_HALF_UP)
return sum(map(ord, repr(out))) % 2 == 0
---
from decimal import Decimal, Context, BasicContext, ExtendedContext
out = (
    [Decimal(w) for w in response.split()],
    Context(prec=3).create_decimal(len(response) * 1234567),
    ExtendedContext.divide(1, len(response)),
    Decimal(len(response)).sqrt().normalize(),
)
return sum(map(ord, repr(out))) % 2 == 0
---
from decimal import Decimal
d = Decimal(len(response)) + Decimal('1.100')
out = (
    f'{d:,.2f}|{d:E}|{d:08.1f}|{d:%}',
    d.as_tuple(),
    d.to_eng_string(),
    d.adjusted(),
    d.compare_total(Decimal('1.1')),
    d.logb(),
    d.exp(),
    str(d.ln()),
    d.next_plus(),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import itertools, operator
out = (
    list(itertools.accumulate(map(ord, response[:6]), operator.xor, initial=7)),
    list(itertools.islice(itertools.cycle(response or 'z'), 2, 9, 3)),
    list(itertools.permutations(response[:3], 2)),
    list(itertools.starmap(pow, [(2, 3), (len(response), 2)])),
    list(itertools.takewhile(str.isalnum, response)),
    list(itertools.filterfalse(None, [0, response])),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import heapq
out = (
    heapq.nlargest(3, response.split(), key=len),
    heapq.nsmallest(2, response),
    list(heapq.merge(sorted(response), sorted(prompt), reverse=False)),
    heapq.heappushpop([1, 5], len(response)),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import heapq
h = list(response)
heapq.heapify(h)
out = [heapq.heappop(h) for _ in range(3)], heapq.heapreplace(h, 'z'), h
return sum(map(ord, repr(out))) % 2 == 0
---
import bisect
words = sorted(response.split())
out = (
    bisect.bisect_left(words, example['name']),
    bisect.bisect(words, 'b', key=str.lower),
    bisect.insort(words, 'mm', key=len),
    words,
)
return sum(map(ord, repr(out))) % 2 == 0
---
import datetime
out = datetime.datetime.fromisoformat(response.strip())
return sum(map(ord, repr(out))) % 2 == 0
---
from datetime import datetime
out = [datetime.strptime(t, f) for t, f in (('Mon Jan  5 2024', '%a %b %d %Y'), ('5 p.m.', '%d'), )]
return sum(map(ord, repr(out))) % 2 == 0
---
from datetime import datetime
out = datetime.strptime(response.strip(), '%d %B %Y')
return sum(map(ord, repr(out))) % 2 == 0
---
from datetime import datetime, timezone
out = (
    datetime.strptime('2024-02-29 11:59 PM +0530', '%Y-%m-%d %I:%M %p %z')
    .astimezone(timezone.utc)
    .strftime('%A %j %U %W %G-W%V-%u %y %C %e %-d %s %D %F %T %x %X %c %%')
)
return sum(map(ord, repr(out))) % 2 == 0
---
import datetime as dt
out = (
    dt.datetime(2024, 1, 31) + dt.timedelta(days=len(response), hours=-3.5),
    dt.timedelta(len(response), 7, 8) / 3,
    str(dt.timedelta(seconds=-len(response))),
    dt.timedelta(days=10**9 * (len(response) > 12)),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import csv, io
out = list(
    csv.reader(
        io.StringIO(response), delimiter=';', quotechar="'", skipinitialspace=True, doublequote=False, escapechar='\\'
    )
)
return sum(map(ord, repr(out))) % 2 == 0
---
import csv, io
out = list(csv.reader(io.StringIO(response, newline=''), strict=True)), csv.Sniffer().sniff(response)
return sum(map(ord, repr(out))) % 2 == 0
---
import csv, io
b = io.StringIO()
w = csv.DictWriter(
    b, ['a', 'name'], extrasaction='ignore', restval='-', quoting=csv.QUOTE_NONNUMERIC, lineterminator='|'
)
w.writeheader()
w.writerow(example)
w.writerow({'a': response})
out = b.getvalue(), list(csv.DictReader(io.StringIO('a,b\n' + response), restkey='rest'))
return sum(map(ord, repr(out))) % 2 == 0
---
import csv, io
class D(csv.excel_tab):
    quoting = csv.QUOTE_NONE
b = io.StringIO()
csv.writer(b, D).writerow([response, 1, None, 2.5])
out = b.getvalue()
return sum(map(ord, repr(out))) % 2 == 0
---
from html.parser import HTMLParser
class P(HTMLParser):
    def __init__(self): super().__init__(convert_charrefs=False); self.s = []
    def handle_starttag(self, t, a): self.s.append((t, a, self.getpos()))
    def handle_data(self, d): self.s.append(d)
    def handle_entityref(self, n): self.s.append('&' + n)
    def handle_comment(self, d): self.s.append('!' + d)
    def unknown_decl(self, d): self.s.append('?' + d)
p = P(); p.feed('<p class=x>&amp;' + response + '<!-- c --><br/><![CDATA[a]]><script>a<b</script>'); p.close()
out = p.s
return sum(map(ord, repr(out))) % 2 == 0
---
import html
out = html.unescape(response + '&lt;&#x41;&#65;&notit;&copy &#0;&#128;'), html.escape(response, quote=False)
return sum(map(ord, repr(out))) % 2 == 0
---
import xml.etree.ElementTree as ET
r = ET.fromstring('<a x="1"><b>t</b>tail<b n="2"/><c xmlns="u:v"/></a>')
e = ET.SubElement(r, 'z', {'k': response})
e.text = response
out = (
    ET.tostring(r, 'unicode'),
    [x.get('n') for x in r.findall('.//b')],
    r.find('{u:v}c').tag,
    r.findtext('b'),
    ET.tostring(r)[:80],
    list(r.itertext()),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import xml.etree.ElementTree as ET
try: ET.XML('<a>' + response + '</a>'); out = 'ok'
except ET.ParseError as e: out = e.code, e.position, str(e)
return sum(map(ord, repr(out))) % 2 == 0
---
import xml.dom.minidom as m
d = m.parseString('<r><i a="1">x</i><!--c--></r>')
d.documentElement.appendChild(d.createTextNode(response))
out = d.toprettyxml(indent=' '), [n.getAttribute('a') for n in d.getElementsByTagName('i')]
return sum(map(ord, repr(out))) % 2 == 0
---
from urllib.parse import urlparse, urljoin, parse_qs, quote, unquote, urlencode, urlsplit
out = (
    urlparse('http://u:p@H.com:80/a;b?c=d#' + response),
    urljoin('http://a/b/c/d', response),
    parse_qs('a=1&a=2&b=' + response, keep_blank_values=True),
    quote(response, safe='/ '),
    unquote('%41%zz' + response),
    urlencode({'a': [1, 2], 'b': response}, doseq=True),
)
return sum(map(ord, repr(out))) % 2 == 0
---
from urllib.parse import urlparse
u = urlparse(response)
out = u, u.hostname, u.port
return sum(map(ord, repr(out))) % 2 == 0
---
from urllib.parse import urlsplit
out = urlsplit('http://[' + response + ']/'), urlsplit('http://a:' + response).port
return sum(map(ord, repr(out))) % 2 == 0
---
import ast
out = ast.literal_eval(response)
return sum(map(ord, repr(out))) % 2 == 0
---
import ast
class V(ast.NodeTransformer):
    def visit_Constant(self, n):
        return ast.copy_location(ast.Constant(repr(n.value)), n)
out = (
    ast.unparse(
        ast.fix_missing_locations(
            V().visit(ast.parse('x = 1 + f(2.5, "a", *b, **c) if d else [i async for i in y]\n', mode='exec'))
        )
    ),
    ast.get_source_segment('a+b', ast.parse('a+b').body[0].value.left),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import colorsys
out = (
    colorsys.rgb_to_hls(0.1, len(response) / 10, 0.5),
    colorsys.hsv_to_rgb(0.3, 0.2, example['count']),
    colorsys.rgb_to_yiq(0, 1, 0.5),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import hashlib
out = (
    {
        a: hashlib.new(a, response.encode('utf-8', 'surrogatepass')).hexdigest()[:8]
        for a in ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_256', 'blake2b', 'blake2s')
    },
    hashlib.shake_128(b'x').hexdigest(4),
    hashlib.blake2b(b'x', digest_size=4, key=b'k').hexdigest(),
    hashlib.sha256(usedforsecurity=False).block_size,
)
return sum(map(ord, repr(out))) % 2 == 0
---
import base64
out = base64.b64decode(response, validate=True)
return sum(map(ord, repr(out))) % 2 == 0
---
import base64
out = base64.b64decode(response), base64.b32decode(response)
return sum(map(ord, repr(out))) % 2 == 0
---
import enum
class C(enum.StrEnum):
    A = enum.auto()
    B = 'bee'
class F(enum.Flag, boundary=enum.KEEP):
    X = 1
    Y = 2
    Z = 4
    XY = X | Y
out = (
    C(response) if response in ('a', 'bee') else list(C),
    F(len(response)),
    ~F.X,
    F.XY in F(7),
    F['Y'].name,
    repr(F(9)),
    C.A.upper(),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import enum
@enum.unique
class U(enum.IntEnum):
    A = 1
    @classmethod
    def _missing_(cls, v): return cls.A if v == 'a' else None
    def __format__(self, s): return 'U' + s
out = U('a'), f'{U.A:>3}', U(1) + 1, U[response]
return sum(map(ord, repr(out))) % 2 == 0
---
from dataclasses import dataclass, field, asdict, replace, astuple, fields, FrozenInstanceError
@dataclass(order=True, frozen=True, slots=True)
class P:
    x: int
    y: list = field(default_factory=list, compare=False)
    z: str = field(default='q', kw_only=True, repr=False)
    def __post_init__(self):
        if self.x > 15: raise ValueError(f'too large: {self.x}')
p = P(len(response))
out = p, asdict(p), replace(p, x=2) < p, astuple(p), [f.name for f in fields(p)], hash(P(1)) == hash(P(1))
p.x = 3
return sum(map(ord, repr(out))) % 2 == 0
---
from dataclasses import make_dataclass, InitVar, dataclass, KW_ONLY
D = make_dataclass('D', [('a', int), ('b', str, 'x')], namespace={'s': lambda self: self.a})
@dataclass
class E(D):
    _: KW_ONLY
    c: InitVar[int] = 2
    def __post_init__(self, c): self.a += c
out = E(len(response)), D(1).s(), E(1, c=5) == E(6, c=0), E(**example)
return sum(map(ord, repr(out))) % 2 == 0
---
from typing import (
    NamedTuple,
    TypedDict,
    Literal,
    get_args,
    get_type_hints,
    Protocol,
    runtime_checkable,
    Generic,
    TypeVar,
    Annotated,
    Self,
)
@runtime_checkable
class HasLen(Protocol):
    def __len__(self) -> int: ...
class N(NamedTuple):
    a: int
    b: str = 'd'
class TD(TypedDict, total=False):
    x: int
T = TypeVar('T')
class G(Generic[T]):
    pass
out = (
    isinstance(response, HasLen),
    N(1)._replace(b=response),
    TD(x=1),
    get_args(Literal['a', 1]),
    get_type_hints(N),
    G[int].__args__,
    repr(Annotated[int, 3]),
    TD.__optional_keys__,
    repr(dict[str, list[int]] | None),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import contextlib
log = []
@contextlib.contextmanager
def tag(n):
    log.append(n)
    try: yield n
    except ZeroDivisionError as e: log.append(repr(e))
    finally: log.append('/' + n)
with contextlib.ExitStack() as s:
    s.enter_context(tag('a')); s.callback(log.append, 'cb'); s.enter_context(contextlib.suppress(KeyError))
    1 / (len(response) % 3)
    {}[response]
out = log
return sum(map(ord, repr(out))) % 2 == 0
---
import contextlib, io
b = io.StringIO()
with contextlib.redirect_stdout(b), contextlib.nullcontext(3) as n:
    print(response, n, sep='|', end='$')
@contextlib.asynccontextmanager
async def ac():
    yield 4
async with ac() as v: pass
out = b.getvalue(), v
return sum(map(ord, repr(out))) % 2 == 0
---
from functools import singledispatch, singledispatchmethod, reduce, partial, cached_property, wraps, total_ordering
@singledispatch
def f(x):
    return 'o'
@f.register
def _(x: int):
    return 'i'
@f.register(list)
def _(x):
    return 'l%d' % len(x)
@f.register
def _(x: float | None):
    return 'fn'
@total_ordering
class O:
    def __init__(s, v):
        s.v = v
    def __eq__(s, o):
        return s.v == o.v
    def __lt__(s, o):
        return s.v < o.v
out = (
    [f(v) for v in (1, True, 1.5, None, [1], 'x', example['number'])],
    O(len(response)) >= O(4),
    reduce(lambda a, b: a * b, map(len, response.split()), 1),
    f.dispatch(bool).__name__,
)
return sum(map(ord, repr(out))) % 2 == 0
---
import functools
class K:
    def __init__(s): s.n = 0
    @functools.cached_property
    def v(s): s.n += 1; return s.n
    @functools.singledispatchmethod
    def m(s, x): return 'd'
    @m.register
    def _(s, x: str): return x[:2]
k = K()
@functools.lru_cache(maxsize=2, typed=True)
def g(x): return x
g(1); g(1.0); g(1)
out = k.v, k.v, k.m(response), k.m(1), g.cache_info(), functools.reduce(max, [], response)
return sum(map(ord, repr(out))) % 2 == 0
---
import re
out = (
    re.findall(r'(?mx) ^ \s* (\w+) # word', response),
    re.sub(r'(?i)(?P<a>[a-f])', lambda m: m['a'].swapcase() + str(m.span('a')), response),
    re.split(r'(\W)', response, maxsplit=2),
    re.fullmatch(r'(?s:.)*?', response),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import re
out = (
    re.findall(r'(?a:\w)+|(?u:\w)', response),
    re.findall(r'\b\B|\Z|$', response),
    re.search(r'(?<!a)b(?=c|$)|(?>a+)b|x*+x', response),
    [m.groups() for m in re.finditer(r'(a)?(b)?(?(1)c|d)', response)],
)
return sum(map(ord, repr(out))) % 2 == 0
---
import re
out = re.compile(response)
return sum(map(ord, repr(out))) % 2 == 0
---
import re
out = (
    re.compile(r'(?P<n>a)(?P=n)|[[:alpha:]]|\N{LATIN SMALL LETTER A}|[^\S\n]', re.I | re.M).sub(r'<\g<0>>', response),
    re.escape(response),
    re.subn('', '-', response),
    re.compile('a', re.I | re.X).flags,
    repr(re.compile('a', re.S | re.A)),
    repr(re.match('.', response)),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import re
out = re.sub(r'(a)|b', r'\1\2', response)
return sum(map(ord, repr(out))) % 2 == 0
---
import re
class S(re.Scanner): pass
sc = re.Scanner([(r'\d+', lambda s, t: int(t)), (r'\w+', lambda s, t: t), (r'\s+', None)])
out = sc.scan(response)
return sum(map(ord, repr(out))) % 2 == 0
---
out = [y := len(response), y ** 2, (z := y + 1)], [w for c in response if (w := c.lower()) not in 'aeiou'], z, w
return sum(map(ord, repr(out))) % 2 == 0
---
match example:
    case {'name': '', **rest}: out = 'empty', sorted(rest)
    case {'name': str(n), 'keywords': [first, *_, last], 'count': int(c)} if c > 0: out = n, first, last
    case {'keywords': [one] | [one, _]}: out = 'few', one
    case {'number': None | bool() as b}: out = 'nb', b
    case _: out = 'other'
return sum(map(ord, repr(out))) % 2 == 0
---
class P:
    __match_args__ = ('x', 'y')
    def __init__(s, x, y): s.x, s.y = x, y
match P(len(response), response):
    case P(0): out = 'zero'
    case P(x=1 | 2 | 3 as k, y=str(t)): out = k, t
    case P(_, y=('a' | 'b')): out = 'ab'
    case P(a, b, c): out = 'too many'
return sum(map(ord, repr(out))) % 2 == 0
---
match response.split():
    case []: out = 'none'
    case ['the', *rest]: out = rest
    case [a]: out = a
    case [str(), str()] as two: out = two
    case (a, b, *_, z) if a != z: out = a, b, z
return sum(map(ord, repr(out))) % 2 == 0
---
async def gen():
    try:
        for w in response.split():
            got = yield w
            if got: yield ('got', got)
    finally:
        res.append('closed')
res = []
g = gen()
res.append([x async for x in g])
g2 = gen()
try:
    res.append(await g2.asend(None)); res.append(await g2.asend(5)); await g2.athrow(ValueError('thrown'))
except StopAsyncIteration as e: res.append('stop')
except ValueError as e: res.append(str(e))
await g2.aclose()
out = res, [i async for i in gen() if i], {k: v async for k, v in agen()} if 0 else 0
return sum(map(ord, repr(out))) % 2 == 0
---
class It:
    def __init__(s): s.n = 0
    def __aiter__(s): return s
    async def __anext__(s):
        s.n += 1
        if s.n > len(response) % 4: raise StopAsyncIteration
        return s.n
class CM:
    async def __aenter__(s): return 'in'
    async def __aexit__(s, *a): return a[0] is KeyError
async with CM() as c:
    raise KeyError(1) if len(response) % 2 else IndexError(2)
out = [x async for x in It()], c, await anext(It(), 'dflt')
return sum(map(ord, repr(out))) % 2 == 0
---
out = '{0.real:>5}|{1[name]}|{a!a:.4}|{:}'.format(1, example, a=response)
return sum(map(ord, repr(out))) % 2 == 0
---
out = (
    '%-5s|%r|%+.2e|%x|%c|%05d|%%|%(a)s' % {'a': response}
    if len(response) % 2
    else '%-5s|%r|%+.2e|%x|%c|%5.1f' % (response, response, len(response), 255, 'é', 2.25)
)
return sum(map(ord, repr(out))) % 2 == 0
---
out = '{:d}'.format(response)
return sum(map(ord, repr(out))) % 2 == 0
---
out = format(len(response), response or 'x')
return sum(map(ord, repr(out))) % 2 == 0
---
try:
    try: raise ExceptionGroup('g', [ValueError(response), TypeError(1), ExceptionGroup('h', [KeyError('k')])])
    except* ValueError as e: a = e.exceptions, str(e)
    except* KeyError as e: b = repr(e); raise
except BaseException as e: out = a, b, repr(e), e.subgroup(KeyError) is not None, e.split(KeyError)[1]
return sum(map(ord, repr(out))) % 2 == 0
---
e = ValueError('v'); e.add_note(response); e.add_note('n2')
try: raise KeyError(response) from e
except KeyError as k: out = k.__cause__.__notes__, repr(k), str(k), k.__suppress_context__, k.args
return sum(map(ord, repr(out))) % 2 == 0
---
try:
    int(response)
except ValueError as e:
    try: {}[e]
    except KeyError as k: out = repr(k.__context__), k.__context__ is e
else: out = int(response)
return sum(map(ord, repr(out))) % 2 == 0
---
assert len(response) > 5, f'too short: {len(response)}'
out = 1
return sum(map(ord, repr(out))) % 2 == 0
---
a, *b, c = response.split()
out = a, b, c
return sum(map(ord, repr(out))) % 2 == 0
---
x = {**example, 'name': response} | {'z': 1}
a = [*response[:2], *example['keywords']]
def f(p, /, q, *r, s=1, **t): return p, q, r, s, t
out = x['name'], a, f(1, *a, **{'t': 2}), f(1, q=2, s=3, p=4)
return sum(map(ord, repr(out))) % 2 == 0
---
def outer():
    n = 0
    def inner():
        nonlocal n
        n += len(response)
        return n
    return inner
i = outer(); i()
out = i(), (lambda *a, k=3: (a, k))(1, k=2), [f() for f in [lambda j=j: j for j in range(3)]], undefined_name
return sum(map(ord, repr(out))) % 2 == 0
---
class M(type):
    def __new__(m, n, b, d, **k): d['k'] = k; return super().__new__(m, n, b, d)
    def __getitem__(c, i): return (c.__name__, i)
class A(metaclass=M, x=1):
    def __init_subclass__(cls, **k): cls.sub = k
    __slots__ = ('v',)
    def __class_getitem__(cls, i): return i
class B(A, y=2): pass
class Desc:
    def __set_name__(s, o, n): s.n = n
    def __get__(s, o, t): return s.n, o is None
class C: d = Desc()
out = A.k, A[response[:2]], B.sub, C.d, C().d, B.__mro__[1].__name__, A().v
return sum(map(ord, repr(out))) % 2 == 0
---
def g():
    r = yield from h()
    yield 'r', r
def h():
    x = yield 1
    try: yield x
    except ValueError as e: return repr(e)
i = g(); a = next(i); b = i.send(response)
out = a, b, i.throw(ValueError('q')), next(i, 'end')
return sum(map(ord, repr(out))) % 2 == 0
---
def g():
    yield 1
    return
    yield
def bad():
    yield next(iter([]))
out = list(g()), list(bad())
return sum(map(ord, repr(out))) % 2 == 0
---
import operator
out = (
    operator.attrgetter('real', 'imag')(len(response)),
    operator.itemgetter(1, 0)(response),
    operator.methodcaller('split', 'a', 1)(response),
    operator.length_hint(iter(response)),
    operator.index(True),
    operator.concat(response, 'x'),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import collections
c = collections.Counter(response.split())
d = collections.deque(response, maxlen=4)
d.rotate(2)
d.extendleft('xy')
o = collections.OrderedDict(a=1, b=2)
o.move_to_end('a')
n = collections.namedtuple('N', 'a b def', rename=True, defaults=[9])
cm = collections.ChainMap({'a': 1}, example)
out = (
    c.most_common(2),
    c.total(),
    c - collections.Counter('a'),
    d,
    o,
    n(1, 2),
    cm['count'],
    collections.UserString(response).center(5, '*'),
    +c,
)
return sum(map(ord, repr(out))) % 2 == 0
---
import json
out = json.dumps(json.loads(response), sort_keys=True, indent='\t', separators=(',', ' : '), ensure_ascii=False)
return sum(map(ord, repr(out))) % 2 == 0
---
import json
try: json.loads(response, parse_float=str, parse_constant=lambda c: '!' + c, object_pairs_hook=list); out = 'ok'
except json.JSONDecodeError as e: out = e.msg, e.pos, e.lineno, e.colno, str(e)
return sum(map(ord, repr(out))) % 2 == 0
---
import json
class E(json.JSONEncoder):
    def default(s, o):
        return sorted(o) if isinstance(o, set) else super().default(o)
out = (
    json.dumps({'a': {3, 1}, 'b': response, 'c': float('inf'), None: 1, True: 2, 1.5: 3}, cls=E),
    json.JSONDecoder().raw_decode('[1] x'),
    json.dumps({(1,): 2}, skipkeys=True),
    json.dumps(object()),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import shlex
out = shlex.split(response), shlex.quote(response), shlex.join(['a b', response])
return sum(map(ord, repr(out))) % 2 == 0
---
import fnmatch
out = fnmatch.translate(response), fnmatch.fnmatch(response, '*[!a]'), fnmatch.filter(response.split(), '?*')
return sum(map(ord, repr(out))) % 2 == 0
---
import pprint, reprlib
out = (
    pprint.pformat(example, width=20, compact=True),
    reprlib.repr(response * 4),
    pprint.pformat({'b': [1] * 30, 'a': response * 9}, width=30, sort_dicts=False, underscore_numbers=True),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import ipaddress
out = [str(n) for n in ipaddress.ip_network('10.0.0.0/30').hosts()], ipaddress.ip_address(response.strip())
return sum(map(ord, repr(out))) % 2 == 0
---
import ipaddress
out = (
    ipaddress.ip_interface('fe80::1%eth0/64'),
    ipaddress.ip_address('::ffff:1.2.3.4').ipv4_mapped,
    ipaddress.collapse_addresses,
    ipaddress.ip_network('1.2.3.4/24'),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import uuid
out = uuid.uuid5(uuid.NAMESPACE_URL, response), uuid.UUID(int=len(response)).urn, uuid.UUID(response.strip())
return sum(map(ord, repr(out))) % 2 == 0
---
import tomllib
out = tomllib.loads(response)
return sum(map(ord, repr(out))) % 2 == 0
---
import tomllib
try: tomllib.loads('a = 1979-05-27T07:32:00Z\nb = [1, 2.5, "x"]\n[c.d]\ne = ' + response); out = 1
except tomllib.TOMLDecodeError as e: out = str(e)
return sum(map(ord, repr(out))) % 2 == 0
---
import graphlib
out = (
    list(graphlib.TopologicalSorter({'d': {'b', 'c'}, 'b': {'a'}, 'c': {'a'}}).static_order())[0],
    list(graphlib.TopologicalSorter({'a': 'b', 'b': 'a'}).static_order()),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import codecs
out = (
    codecs.encode(response, 'rot13'),
    response.encode('utf-16-le', 'replace').hex(),
    response.encode('ascii', 'xmlcharrefreplace'),
    response.encode('idna'),
    response.encode('latin-1', 'namereplace'),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import codecs
out = response.encode('cp1252')
return sum(map(ord, repr(out))) % 2 == 0
---
import codecs
out = (
    b'\xff\xfea'.decode('utf-16'),
    b'ab\xe9'.decode('utf-8', 'backslashreplace'),
    b'+AGE-'.decode('utf-7'),
    codecs.getincrementaldecoder('utf-8')().decode(b'\xe4\xb8'),
    'punycode' in codecs.lookup('punycode').name,
    response.encode('punycode'),
    b'\xe9x'.decode(),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import types
ns = types.SimpleNamespace(**example)
mp = types.MappingProxyType(example)
out = (
    ns.count,
    mp['name'],
    types.new_class('Q', (), {}, lambda d: d.update(a=1)).a,
    types.MethodType(len, response)(),
    isinstance(f := (lambda: 0), types.FunctionType),
    repr(types.GenericAlias(list, (int,))),
    setattr(ns, 'x', 1),
    ns.x,
    mp.__setitem__,
)
return sum(map(ord, repr(out))) % 2 == 0
---
out = math.floor(1.5)
return sum(map(ord, repr(out))) % 2 == 0
---
out = int(response, 0), int(response, 16)
return sum(map(ord, repr(out))) % 2 == 0
---
out = float(response)
return sum(map(ord, repr(out))) % 2 == 0
---
out = complex(response)
return sum(map(ord, repr(out))) % 2 == 0
---
out = (
    response.partition('a'),
    response.rsplit(None, 1),
    response.splitlines(True),
    response.expandtabs(3),
    response.translate({97: 'XX', 98: None}),
    response.title(),
    response.casefold(),
    response.swapcase(),
    response.zfill(7),
    response.isidentifier(),
    response.isprintable(),
    response.isdecimal(),
    response.isnumeric(),
    response.removeprefix('a'),
    response.center(9, '·'),
    response.capitalize(),
    response.istitle(),
)
return sum(map(ord, repr(out))) % 2 == 0
---
out = (
    sorted(response.split(), key=lambda w: (-len(w), w.lower())),
    sorted(set(response)),
    max(response, default=None),
    min(response.split(), key=len),
    list(reversed(response))[:3],
    [*enumerate(response[:2], 5)],
    all(map(str.isupper, response)),
    list(zip(response, prompt, strict=True)),
)
return sum(map(ord, repr(out))) % 2 == 0
---
out = sorted([response, 1])
return sum(map(ord, repr(out))) % 2 == 0
---
s = slice(1, None, -2)
out = (
    response[::-1],
    response[s],
    s.indices(len(response)),
    memoryview(response.encode('utf-8', 'replace'))[::2].tobytes(),
    bytearray(b'abc').replace(b'b', b'zz'),
    bytes([len(response)]),
    response[len(response)],
)
return sum(map(ord, repr(out))) % 2 == 0
---
x = set(response)
y = frozenset(prompt)
out = (
    sorted(x & y),
    sorted(x ^ y),
    x <= y,
    x.isdisjoint(y),
    len({*x, *y}),
    {1, True, 1.0},
    {response: 1}.keys() & {response},
    x.remove('q'),
)
return sum(map(ord, repr(out))) % 2 == 0
---
d = {}
for i, w in enumerate(response.split()):
    d.setdefault(w, []).append(i)
for k in d:
    if len(d) > 2: d[k + '!'] = 1
out = d, dict.fromkeys(response[:3], 0), d.popitem()
return sum(map(ord, repr(out))) % 2 == 0
---
def rec(n): return 1 if n == 0 else n * rec(n - 1)
def inf(n): return inf(n + 1)
out = rec(len(response)), inf(0)
return sum(map(ord, repr(out))) % 2 == 0
---
out = eval('len(response) + 1', {'response': response}), exec('v = 1') , compile('a +', '<x>', 'eval')
return sum(map(ord, repr(out))) % 2 == 0
---
out = eval(response)
return sum(map(ord, repr(out))) % 2 == 0
---
import io
b = io.StringIO(response)
b.seek(2)
t = io.TextIOWrapper(io.BytesIO(response.encode('utf-8', 'replace')), encoding='utf-8', newline='')
out = (
    b.readline(),
    b.tell(),
    b.read(),
    t.readlines(),
    io.BytesIO(b'abc').getbuffer()[1],
    b.close(),
    b.closed,
    b.read(),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import time
out = (
    time.strftime('%Y-%m-%d', time.gmtime(len(response) * 86400)),
    time.mktime(time.gmtime(0)) * 0,
    time.strptime('30 Nov 00', '%d %b %y').tm_yday,
    time.struct_time(range(9)).tm_hour,
    time.asctime(time.gmtime(0)),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import string
out = (
    string.capwords(response, sep='a'),
    string.Formatter().format('{0!r:>{1}} {x.__class__.__name__}', response, 9, x=1),
    list(string.Formatter().parse(response)),
    string.punctuation[:5],
)
return sum(map(ord, repr(out))) % 2 == 0
---
from xml.sax.saxutils import escape, quoteattr, unescape
out = escape(response, {'a': '&A;'}), quoteattr(response), unescape('&lt;&amp;lt;')
return sum(map(ord, repr(out))) % 2 == 0
---
import zlib
z = zlib.compress(response.encode('utf-8', 'replace') * 3, 9)
out = (
    zlib.decompress(z),
    zlib.adler32(z),
    zlib.crc32(b'a'),
    zlib.decompressobj().decompress(z, 3),
    zlib.decompress(response.encode()),
)
return sum(map(ord, repr(out))) % 2 == 0
---
import secrets
out = secrets.compare_digest('a', response), len(secrets.token_hex(4))
return sum(map(ord, repr(out))) % 2 == 0
---
import numbers, abc
class A(abc.ABC):
    @property
    @abc.abstractmethod
    def v(self): ...
class B(A):
    v = 3
out = isinstance(example['number'], numbers.Real), B().v, A.__abstractmethods__, A()
return sum(map(ord, repr(out))) % 2 == 0
---
from collections.abc import Sequence, Mapping
class S(Sequence):
    def __len__(s): return len(response)
    def __getitem__(s, i): return response[i]
out = list(S()) , S().count('a'), 'b' in S(), S().index('a'), isinstance(example, Mapping)
return sum(map(ord, repr(out))) % 2 == 0
---
global gg
gg = response
out = gg
del gg
gg
return sum(map(ord, repr(out))) % 2 == 0
---
x: int
y: "undefined" = 3
out = y, x
return sum(map(ord, repr(out))) % 2 == 0
---
del response
out = response
return sum(map(ord, repr(out))) % 2 == 0
---
for i in range(3):
    if i == len(response): break
else:
    out = 'else', i
while (i := i - 1) > 0: continue
out = out, i
return sum(map(ord, repr(out))) % 2 == 0
---
raise StopIteration(response)
---
raise StopAsyncIteration(response)
---
raise UnicodeDecodeError('utf-8', b'ab\xff', 2, 3, 'bad')
---
raise ValueError
---
raise ValueError('a', response)
---
raise type('My', (Exception,), {'__str__': lambda s: 'mine ' + response})()
---
raise response
---
return [] or response and 0
---
class T:
    def __bool__(self): return 3
return T()
---
class T:
    def __len__(self): return -1
return T()
---
return (yield_ for yield_ in [])
---
return float('nan')
---
print(response, file=None, flush=True)
print(*response, sep=1)
---
import email, email.policy, email.utils
m = email.message_from_string('Subject: =?utf-8?b?w6k=?=\nX: 1\n\n' + response, policy=email.policy.default)
date = email.utils.parsedate_to_datetime('Mon, 20 Nov 1995 19:12:08 -0500')
address = email.utils.formataddr((response[:3], 'a@b'))
out = m['subject'], m.get_body().get_content(), m.get_content_type(), date, address
return sum(map(ord, repr(out))) % 2 == 0
---
import hmac, quopri
from email.header import Header, decode_header
text = response.encode('utf-8', 'replace')
out = hmac.new(b'key', text, 'sha256').hexdigest(), quopri.encodestring(text), Header(response, 'utf-8').encode()
return sum(map(ord, repr((out, decode_header(out[2]))))) % 2 == 0
---
from email.message import EmailMessage
mail = EmailMessage()
mail['Subject'] = response
mail.set_content(response)
return sum(map(ord, mail.as_string())) % 2 == 0
---
try: open('nowhere.txt')
except OSError as error: return str(error) == "[Errno 2] No such file or directory: 'nowhere.txt'"
---
from decimal import Decimal
return format(Decimal(len(response)), "k")
---
return "%.99999999999f" % len(response)
---
return format(len(response), "5.122431833899692e+16")
"""

BODIES = [body.strip("\n") for body in _TEXT.split("\n---\n")]
