"""Assertions in the manner of models, one library after another: what a judge from outside might bring along."""

_TEXT = r"""
import re
return bool(re.search(r'^\s*[-*•]\s+\S', response, re.MULTILINE)) and len(response) < 400
---
import re
return not re.findall(r'(?i)\b(?:sorry|cannot|as an ai)\b', response)
---
import re
words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", response)
return 1 <= len(words) <= 12
---
import re
parts = re.split(r'(?<=[.!?])\s+', response.strip())
return all(len(p.split()) <= 25 for p in parts if p)
---
import re
m = re.match(r'(?P<key>\w+)\s*:\s*(?P<value>.+)', response, re.S)
return m is not None and m['key'].istitle() and len(m.groupdict()['value']) > 2
---
import re
return re.sub(r'(\w)\1+', lambda m: m.group(0).upper(), response) == response
---
import re
return re.fullmatch(r'(?:\d{1,3}(?:,\d{3})*|\d+)(?:\.\d+)?', response.strip()) is not None
---
import re
pattern = re.compile(r'''
  (\d+)   # number
  \s*
  ([a-z]+)? # unit
''', re.VERBOSE | re.IGNORECASE)
return [m.span(2) for m in pattern.finditer(response)][:1] == [(-1, -1)]
---
import re
return re.escape(response) == response or re.compile(re.escape(response)).fullmatch(response) is not None
---
import json
try:
    data = json.loads(response)
except json.JSONDecodeError as error:
    raise AssertionError(f'{error.msg} at {error.lineno}:{error.colno}')
return isinstance(data, dict) and set(data) <= {'name', 'count'}
---
import json
text = response[response.find('{'):response.rfind('}') + 1]
return json.loads(text or '{}') == {}
---
import json
return json.loads(json.dumps(response, ensure_ascii=len(response) % 2 == 0)) == response
---
import json
return len(json.dumps(example, sort_keys=True, indent=2, default=str).splitlines()) > 8
---
import json
def no_twins(pairs):
    keys = [k for k, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f'twins in {keys}')
    return dict(pairs)
return bool(json.loads(response, object_pairs_hook=no_twins, parse_float=str, parse_constant=lambda c: c))
---
import json
value, end = json.JSONDecoder().raw_decode(response.lstrip())
return end == len(response.strip())
---
from datetime import datetime
for form in ('%Y-%m-%d', '%d/%m/%Y', '%B %d, %Y'):
    try:
        datetime.strptime(response.strip(), form)
        return True
    except ValueError:
        continue
return False
---
from datetime import date, timedelta
start = date(2024, 2, 28) + timedelta(days=len(response))
return start.isocalendar().week % 2 == 0 or start.strftime('%A %j %U') in response
---
import datetime
moment = datetime.datetime.fromisoformat('2024-03-31T01:30:00+01:00')
return (moment.astimezone(datetime.timezone.utc) + datetime.timedelta(minutes=len(response))).isoformat() > prompt
---
from datetime import time
return time.fromisoformat(response.strip()[:5]).replace(second=1) < time(12)
---
import calendar
return any(day in response for day in calendar.day_name) or calendar.monthrange(2024, 2)[1] == 28
---
from collections import Counter
most = Counter(response.lower().split()).most_common(2)
return not most or most[0][1] <= 2 or most[0][0] == 'the'
---
from collections import Counter
first, second = Counter(response), Counter(prompt)
return (first & second).total() >= (first - second).total() or +first == first | second
---
from collections import defaultdict, OrderedDict
groups = defaultdict(list)
for word in response.split():
    groups[len(word)].append(word)
keys = OrderedDict(sorted(groups.items()))
keys.move_to_end(1)
return next(iter(keys)) > 0
---
from collections import ChainMap, deque, namedtuple
Part = namedtuple('Part', 'head tail', defaults=('',))
last = deque(response.split(','), maxlen=2)
return ChainMap({}, {'a': Part(*last)})['a'].tail != ''
---
import statistics
lengths = [len(w) for w in response.split()]
return statistics.mean(lengths) < 6 and statistics.median_high(lengths) >= 1 and statistics.pstdev(lengths) < 4
---
import statistics
numbers = [float(w) for w in response.replace(',', ' ').split() if w.replace('.', '', 1).isdecimal()]
return statistics.stdev(numbers) > statistics.quantiles(numbers, n=4)[0]
---
import statistics
return statistics.multimode(response)[:1] == [' '] or statistics.mode(response) == 'a'
---
import unicodedata
return all(unicodedata.category(c)[0] not in 'CZ' or c in ' \n' for c in response)
---
import unicodedata
plain = ''.join(c for c in unicodedata.normalize('NFKD', response) if not unicodedata.combining(c))
return plain.casefold() == response.casefold()
---
import unicodedata
names = [unicodedata.name(c, '') for c in response if c < '\u0600']
return not any('GREEK' in name or name.startswith('COMBINING') for name in names)
---
import unicodedata
return sum(unicodedata.numeric(c) for c in response if c.isnumeric()) == unicodedata.digit(response[:1])
---
import textwrap
return max(map(len, textwrap.wrap(response, 20, break_long_words=False)), default=0) <= 20
---
import textwrap
return textwrap.shorten(response, 30, placeholder='…').endswith('…') or textwrap.fill(response, 10).count('\n') < 3
---
import textwrap
return textwrap.indent(response, '> ', lambda line: line.strip()).startswith('> ')
---
import string
return not set(response) - set(string.printable) and string.capwords(response) != response
---
import string
return response.translate(str.maketrans('', '', string.punctuation)).split() == response.split()
---
import string
fields = [name for _, name, _, _ in string.Formatter().parse(response) if name]
return fields == []
---
from string import Template
return Template(response).safe_substitute(name='x') == response or Template(response).is_valid()
---
import itertools
runs = [(k, len(list(g))) for k, g in itertools.groupby(response)]
return max(n for _, n in runs) < 3
---
from itertools import pairwise, accumulate, zip_longest
words = response.split()
return all(a != b for a, b in pairwise(words)) and list(zip_longest(words, accumulate(map(len, words))))[-1][1] < 40
---
import itertools
lines = response.splitlines(keepends=True)
first = list(itertools.takewhile(str.strip, lines))
return ''.join(itertools.chain.from_iterable(lines)) == response and len(first) < 3
---
import html
return html.unescape(html.escape(response)) == response and html.unescape(response) == response
---
from html.parser import HTMLParser
class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []
    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
    def handle_data(self, data):
        self.seen.append(len(data))
tags = Tags()
tags.feed(response)
tags.close()
return len(tags.seen) == 1
---
import xml.etree.ElementTree as ET
root = ET.fromstring(f'<root>{response}</root>')
return ''.join(root.itertext()) == response and root.find('.//b') is None
---
from xml.sax.saxutils import escape, quoteattr
import xml.etree.ElementTree as ET
return ET.fromstring(f'<a k={quoteattr(response)}>{escape(response)}</a>').text == response
---
from xml.dom import minidom
return minidom.parseString(f'<a>{len(response)}</a>').documentElement.firstChild.data.isdigit()
---
import csv, io
rows = list(csv.reader(io.StringIO(response), skipinitialspace=True))
return len({len(row) for row in rows if row}) <= 1
---
import csv, io
out = io.StringIO()
csv.writer(out, quoting=csv.QUOTE_MINIMAL).writerow(response.split(' '))
return next(csv.reader([out.getvalue()])) == response.split(' ')
---
import csv
dialect = csv.Sniffer().sniff(response or 'a,b')
return dialect.delimiter in ',;\t'
---
import difflib
return difflib.SequenceMatcher(None, prompt, response).ratio() < .6
---
import difflib
return difflib.get_close_matches(response, ['Hello', 'the', 'sorry', 'name'], n=1, cutoff=.5) == []
---
import difflib
diff = list(difflib.unified_diff(prompt.splitlines(), response.splitlines(), lineterm='', n=0))
return sum(line.startswith('+') for line in diff) <= 2
---
from decimal import Decimal, InvalidOperation, ROUND_HALF_UP, getcontext
try:
    price = Decimal(response.strip().lstrip('$'))
except InvalidOperation:
    return False
return price == price.quantize(Decimal('0.01'), rounding=ROUND_HALF_UP)
---
from fractions import Fraction
return Fraction(response.strip()).limit_denominator(10).denominator < 5
---
from decimal import Decimal
from fractions import Fraction
number = example['count']
return Fraction(Decimal(number) / 3) != Fraction(number, 3) and round(Decimal('2.675'), 2) == Decimal('2.68')
---
import math
return math.isclose(math.fsum(map(ord, response)) / math.comb(9, 2), math.dist([0], [len(response)]), rel_tol=.9)
---
import ast
tree = ast.parse(response.strip())
return any(isinstance(n, ast.Constant) for n in ast.walk(tree))
---
import ast
return isinstance(ast.literal_eval(response.strip()), (list, dict, int, float))
---
import base64, binascii, hashlib
try:
    raw = base64.b64decode(response, validate=True)
except (binascii.Error, ValueError):
    raw = response.encode('utf-8', 'replace')
return int(hashlib.sha256(raw).hexdigest()[-1], 16) % 2 == 0
---
from urllib.parse import urlparse, parse_qs, quote, unquote
url = urlparse(response.strip())
return unquote(quote(response, errors='replace')) == response and not url.scheme and parse_qs(url.query) == {}
---
import functools, operator
return functools.reduce(operator.xor, map(ord, response), 0) % 2 == 0
---
import heapq, bisect
words = sorted(response.split())
return heapq.nsmallest(2, words, key=len) == words[:2] and bisect.bisect(words, 'm') >= len(words) // 2
---
from dataclasses import dataclass, field, asdict
@dataclass(order=True)
class Line:
    size: int
    text: str = field(compare=False, default='')
lines = [Line(len(t), t) for t in response.splitlines()]
return sorted(lines) == lines and all(asdict(l)['size'] < 50 for l in lines)
---
from enum import Enum, auto
class Kind(Enum):
    SHORT = auto()
    LONG = auto()
return (Kind.SHORT if len(response) < 20 else Kind['LONG']) is Kind.SHORT
---
match response.split():
    case []:
        return False
    case [word]:
        return word.isalpha()
    case [first, *_, last] if first == last:
        return False
    case _:
        return True
---
import uuid
return str(uuid.uuid5(uuid.NAMESPACE_DNS, response))[0] in '01234567'
---
import typing
from typing import TypedDict
class Row(TypedDict, total=False):
    name: str
return Row(name=response) == {'name': response} and typing.get_type_hints(Row)['name'] is str
---
import copy
own = copy.deepcopy(example)
own['nested']['deep'].append(response)
return example['nested'] != own['nested']
---
import locale
return locale.strxfrm(response.strip()) >= '' and f'{len(response):n}' == str(len(response))
---
text = response.encode('utf-16-le', 'surrogatepass').decode('utf-16-le', 'surrogatepass')
return text == response and response.encode('ascii', 'namereplace').decode().isascii()
---
try:
    raise ExceptionGroup('two', [ValueError(response), KeyError(1)])
except* ValueError as group:
    kept = len(group.exceptions)
except* KeyError:
    pass
return kept == 1
---
total = 0
for index, char in enumerate(response):
    if char.isspace():
        continue
    if index > 20:
        break
    total += ord(char) % 7
else:
    return total < 60
return total > 30
---
return f'{len(response):>8,}|{response[:5]!r:^12}|{len(response) / 7:.3e}|{prompt[:2]=}' > response
---
return '%-10.3s|%+05d|%x|%r' % (response, len(response), len(response), response[:3]) > response
---
assert isinstance(response, str) and response.strip(), f'empty: {response!r}'
return response[0].isupper() or response.strip()[-1] in '.!?'
"""

BODIES = [body.strip("\n") for body in _TEXT.split("\n---\n")]
