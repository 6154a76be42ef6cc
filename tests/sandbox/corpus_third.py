"""A third lot of assertions in the manner of models: libraries, odd text, dates, numbers, and what syntax there is."""

_TEXT = r"""
import random
rng = random.Random(len(response))
return rng.randint(1, 6) + rng.choice([1, 2, 3]) > 4 and rng.sample(range(9), 3) != []
---
import random
random.seed(response)
return random.random() < .5 or random.shuffle([1, 2, 3]) is not None
---
import random
return len({random.Random().random() for _ in range(3)}) == 3 and random.seed() is None
---
import traceback
try:
    int(response)
except ValueError:
    return 'invalid literal' in traceback.format_exc() and 'assert' in traceback.format_stack()[-1]
return True
---
import traceback
try:
    raise KeyError(response[:3])
except KeyError as error:
    return traceback.format_exception_only(error)[-1].startswith('KeyError')
---
import email.utils
return email.utils.parseaddr(f'{example["name"]} <a@b.c>')[1] == 'a@b.c'
---
import email.utils
return email.utils.formatdate(len(response)).endswith('1970 -0000')
---
import datetime
try:
    day = datetime.date.fromisoformat(response.strip()[:10])
except ValueError:
    return True
return day.weekday() < 5
---
from datetime import datetime, timedelta, timezone
start = datetime(2024, 2, 28, tzinfo=timezone.utc) + timedelta(days=len(response) % 3)
return start.strftime('%Y-%m-%d %H:%M %z') != '2024-02-29 00:00 +0000'
---
from datetime import datetime
for shape in ('%Y-%m-%d', '%d.%m.%Y', '%B %d, %Y', '%H:%M'):
    try:
        return datetime.strptime(response.strip(), shape).year >= 1900
    except ValueError:
        continue
return len(response) % 2 == 0
---
import datetime
return (datetime.timedelta(seconds=len(response) * 977) // datetime.timedelta(minutes=7)) % 2 == 0
---
import datetime
return datetime.date(2024, 1, 31).replace(month=len(response) % 12 + 1).isocalendar().week < 40
---
import calendar
return calendar.monthrange(2000 + len(response), 2)[1] == 28 and calendar.isleap(2000 + len(response)) is False
---
import calendar
return any(name.lower() in response.lower() for name in [*calendar.day_name, *calendar.month_abbr] if name)
---
import time
return time.strftime('%Y', time.gmtime(len(response) * 10**7)) == '1970'
---
import json
try:
    found = json.loads(response, parse_float=str, parse_constant=lambda name: name)
except json.JSONDecodeError as error:
    return error.pos <= len(response) and error.lineno >= 1
return not isinstance(found, str)
---
import json
try:
    pairs = json.loads(response, object_pairs_hook=list)
except ValueError:
    return False
return isinstance(pairs, list) and len(pairs) > 0
---
import json
text = json.dumps(example, sort_keys=True, indent=2, ensure_ascii=False)
return json.loads(text) == example and text.count('\n') > 5
---
import json
decoder = json.JSONDecoder()
at = response.find('{')
if at < 0:
    return True
try:
    found, end = decoder.raw_decode(response, at)
except ValueError:
    return False
return end <= len(response) and isinstance(found, dict)
---
import json
class Odd(json.JSONEncoder):
    def default(self, value):
        return sorted(map(str, value))
return json.dumps({'words': set(response.split())}, cls=Odd) != '{"words": []}'
---
import re
return [m.group() for m in re.finditer(r'\b\w{3,}\b', response)] == re.findall(r'\b\w{3,}\b', response)
---
import re
return re.search(r'(?<!\d)(?:19|20)\d{2}(?!\d)', response) is None
---
import re
return re.sub(r'(?P<a>\w)(?P<b>\w)', r'\g<b>\g<a>', response) != response
---
import re
return re.subn(r'\s+', ' ', response.strip())[1] < 4
---
import re
return bool(re.match(r'^(?=.*[A-Z])(?=.*\d).{3,}$', response, re.DOTALL))
---
import re
return re.split(r'([,;.])', response, maxsplit=2)[0] == response
---
import re
return re.compile('|'.join(map(re.escape, example['keywords'])) or r'(?!)').search(response) is not None
---
import re
match = re.search(r'```(\w*)\n(.*?)```', response, flags=re.S)
return match is None or match.lastindex == 2
---
import re
return re.fullmatch(r'(?i:yes|no)[.!]?', response.strip()) is not None or re.search(r'\A\Z', response) is not None
---
import re
return len(re.findall(r'(?m)^\s{0,3}#{1,6}\s', response)) == len(re.findall(r'(?m)^#', response))
---
import re
return re.search(r'(\b\w+\b)(?:\s+\1\b)+', response, re.I) is None
---
import re
return re.sub(r'[^\x00-\x7F]+', lambda m: f'<{len(m[0])}>', response).isascii()
---
import re
try:
    re.compile(response)
except re.error as error:
    return error.pos is None or error.pos <= len(response)
return True
---
import statistics
lengths = [len(word) for word in response.split()] or [0]
return statistics.mean(lengths) <= 5 and statistics.median_low(lengths) <= 5 and statistics.pstdev(lengths) < 3
---
import statistics
try:
    return statistics.mode(response.lower()) in ' e' or statistics.stdev(map(ord, response)) > 20
except statistics.StatisticsError:
    return False
---
import statistics
values = [float(len(line)) for line in response.splitlines()]
return len(values) < 2 or statistics.fmean(values) == sum(values) / len(values) or statistics.quantiles(values)[1] > 3
---
import difflib
return difflib.SequenceMatcher(None, response.lower(), prompt.lower()).ratio() < .6
---
import difflib
return difflib.get_close_matches(response[:5], example['keywords'], n=1, cutoff=.5) == []
---
import difflib
return sum(line.startswith(('+ ', '- ')) for line in difflib.ndiff(prompt.split(), response.split())) < 9
---
import difflib
return len(list(difflib.unified_diff(['a\n', 'b\n'], response.splitlines(True), n=0))) > 3
---
import html
return html.unescape(html.escape(response)) == response and html.escape(response, quote=False).count('<') == 0
---
from html.parser import HTMLParser
class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []
    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
tags = Tags()
tags.feed(response + '<p class="a">&amp;</p>')
return ('p', {'class': 'a'}) in tags.found
---
import textwrap
return textwrap.shorten(response, width=20, placeholder='...').endswith('...') or len(response) <= 20
---
import textwrap
return all(len(line) <= 30 for line in textwrap.wrap(response, 30, break_long_words=False))
---
import textwrap
return textwrap.indent(response, '> ', lambda line: line.strip() != '').count('> ') == len(
    [line for line in response.splitlines(True) if line.strip()])
---
from collections import Counter
counts = Counter(response.lower().split())
return not counts or counts.most_common(1)[0][1] <= 2 and (counts - Counter({'the': 1})).total() >= 0
---
from collections import defaultdict, OrderedDict
groups = defaultdict(list)
for word in response.split():
    groups[len(word)].append(word)
ordered = OrderedDict(sorted(groups.items()))
return list(ordered)[:1] != [1]
---
from collections import deque, ChainMap, namedtuple
Part = namedtuple('Part', 'text size', defaults=[0])
last = deque((Part(word, len(word)) for word in response.split()), maxlen=2)
return ChainMap({'a': 1}, example).get('a') == 1 and all(part._replace(size=1).size == 1 for part in last)
---
import unicodedata
return unicodedata.normalize('NFC', response) == unicodedata.normalize('NFC', unicodedata.normalize('NFD', response))
---
import unicodedata
return {unicodedata.category(char)[0] for char in response if char < 'ༀ'} <= set('LNPZ')
---
import unicodedata
return sum(unicodedata.east_asian_width(char) in 'WF' for char in response if char < '龥') == 0
---
return response.casefold() == response.lower() and response.swapcase().swapcase() == response
---
return response.isprintable() or response.isidentifier() or response.istitle()
---
return [part.strip() for part in response.partition(':')][2] != '' and response.rpartition(' ')[0] != response
---
return response.translate(str.maketrans('abc', 'xyz', '.,!?')) == response
---
return response.expandtabs(4) == response and response.zfill(5).startswith('0')
---
lines = response.splitlines(keepends=True)
return ''.join(lines) == response and not any(line.endswith('\r') for line in lines)
---
plain = response.encode('ascii', 'xmlcharrefreplace')
return response.encode('utf-8', 'replace').decode('utf-8') == response or plain == b''
---
return max(response, key=ord, default='') < 'z' and min(map(len, response.split()), default=0) < 3
---
words = response.split()
return sorted(words, key=lambda word: (-len(word), word.lower())) == sorted(words, key=str.lower)
---
import string
return not set(response) - set(string.printable) and string.capwords(response) != response
---
import string
return string.Template('$name: ${count}').safe_substitute(example).startswith(str(example['name']))
---
import string
return all(name in (None, 'name', 'count') for _, name, _, _ in string.Formatter().parse('{name}-{count:>3}'))
---
import itertools
return all(left <= right for left, right in itertools.pairwise(len(line) for line in response.splitlines()))
---
import itertools
return max((len(list(run)) for _, run in itertools.groupby(response)), default=0) < 4
---
import itertools
return [*itertools.islice(itertools.cycle(response or 'x'), 3)] != list(itertools.takewhile(str.isalpha, response))
---
import functools
return functools.reduce(lambda total, char: total * 31 + ord(char) & 0xFFFFFFFF, response, 7) % 2 == 0
---
import functools
@functools.lru_cache(maxsize=None)
def steps(n):
    return n if n < 2 else steps(n - 1) + steps(n - 2)
return steps(len(response) % 30) % 2 == 0
---
from functools import partial
from operator import itemgetter
rows = [{'name': word, 'size': len(word)} for word in response.split()]
return [*map(itemgetter('size'), rows)] == [*map(partial(int.__add__, 0), map(itemgetter('size'), rows))]
---
import math
n = len(response)
return math.isclose(math.sqrt(n) ** 2, n) and math.gcd(n, 12) in (1, 2, 3) and math.log2(n + 1) < 5
---
import math
return math.ceil(len(response) / 7) * 7 >= len(response) and math.comb(len(response), 2) < 500
---
from decimal import Decimal, InvalidOperation, ROUND_HALF_UP
try:
    return Decimal(response.strip()).quantize(Decimal('0.01'), rounding=ROUND_HALF_UP) >= 0
except InvalidOperation:
    return False
---
from decimal import Decimal
return sum((Decimal(str(x)) for x in (0.1, 0.2, len(response))), Decimal(0)) == Decimal('0.3') + len(response)
---
from fractions import Fraction
try:
    return Fraction(response.strip()).limit_denominator(10) > 0
except (ValueError, ZeroDivisionError):
    return len(response) > 3
---
return round(len(response) / 3, 2) == float(f'{len(response) / 3:.2f}') and divmod(-len(response), 7)[1] < 5
---
return int(response, 0) > 3
---
return float(response) == float(response)
---
return f'{float(len(response)):.3g}' == f'{len(response):g}' and f'{len(response):#x}'.startswith('0x')
---
import csv, io
rows = list(csv.DictReader(io.StringIO(response), skipinitialspace=True))
return all(None not in row for row in rows)
---
import csv, io
out = io.StringIO()
csv.writer(out, quoting=csv.QUOTE_ALL).writerow([response, example['count'], None])
return next(csv.reader(io.StringIO(out.getvalue(), newline='')))[1] == str(example['count'])
---
import csv
try:
    return csv.Sniffer().sniff(response, delimiters=',;|').delimiter in ',;|'
except csv.Error:
    return False
---
import ast
try:
    tree = ast.parse(response)
except (SyntaxError, ValueError):
    return False
return any(isinstance(node, ast.Call) for node in ast.walk(tree)) or ast.unparse(tree) == response.strip()
---
import ast
try:
    return isinstance(ast.literal_eval(response), (int, float, list))
except (ValueError, SyntaxError, TypeError):
    return True
---
import xml.etree.ElementTree as ET
try:
    root = ET.fromstring(f'<r>{response}</r>')
except ET.ParseError as error:
    return error.position[0] >= 1
return root.find('.//b') is None and ''.join(root.itertext()) == response
---
from xml.dom import minidom
from xml.parsers.expat import ExpatError
try:
    return minidom.parseString(f'<a n="1">{response}</a>').documentElement.getAttribute('n') == '1'
except (ExpatError, ValueError):
    return False
---
import yaml
try:
    found = yaml.safe_load(response)
except yaml.YAMLError as error:
    return getattr(error, 'problem_mark', None) is not None
return not isinstance(found, dict)
---
import yaml
return yaml.safe_load(yaml.safe_dump({'a': [1, 2.5, None, True]}, sort_keys=False)) == {'a': [1, 2.5, None, True]}
---
from urllib.parse import urlparse, parse_qs, quote
try:
    found = urlparse(response.strip())
except ValueError:
    return False
query = parse_qs('q=' + quote(response, errors='replace'))
return found.scheme in ('', 'http', 'https') and query.get('q', [''])[0] != 'x'
---
import base64, binascii
try:
    return base64.b64decode(response, validate=True) != b''
except (binascii.Error, ValueError):
    return False
---
import hashlib
return hashlib.sha256(response.encode('utf-8', 'ignore')).hexdigest()[0] in '01234567'
---
import hashlib, uuid
return str(uuid.uuid5(uuid.NAMESPACE_URL, 'a')).count('-') == 4 and hashlib.md5(b'').hexdigest().startswith('d41d')
---
import enum
class Tone(enum.StrEnum):
    WARM = enum.auto()
    COLD = enum.auto()
return any(tone in response.lower() for tone in Tone) or Tone('warm') is not Tone.WARM
---
from dataclasses import dataclass, field, asdict
@dataclass(order=True)
class Line:
    size: int
    text: str = field(compare=False)
lines = sorted(Line(len(text), text) for text in response.splitlines())
return [asdict(line)['size'] for line in lines] == sorted(map(len, response.splitlines()))
---
import heapq, bisect
sizes = sorted(len(word) for word in response.split())
return heapq.nlargest(2, sizes) == sizes[::-1][:2] and bisect.bisect_left(sizes, 3) <= len(sizes)
---
import contextlib, io
out = io.StringIO()
with contextlib.redirect_stdout(out):
    print(response, end='')
return out.getvalue() == response
---
import shlex
try:
    return len(shlex.split(response)) < 5
except ValueError:
    return False
---
import fnmatch, ipaddress
try:
    ipaddress.ip_address(response.strip())
except ValueError:
    return fnmatch.fnmatch(response, '*[0-9]*')
return True
---
match example:
    case {'name': str() as name, 'nested': {'deep': [first, *rest]}} if name:
        return first in response or len(rest) > 1
    case {'count': int(count)} if count > 0:
        return count < len(response)
    case _:
        return False
---
if (found := response.find('a')) >= 0 and (rest := response[found:]):
    return rest[0] == 'a'
return not any((last := char) == 'z' for char in response)
---
def deeper(value, depth=0):
    if isinstance(value, dict):
        return max((deeper(each, depth + 1) for each in value.values()), default=depth)
    if isinstance(value, list):
        return max((deeper(each, depth + 1) for each in value), default=depth)
    return depth
return deeper(example) == 3
---
async def words():
    for word in response.split():
        yield word
return [word async for word in words() if word.isalpha()] == [word for word in response.split() if word.isalpha()]
---
try:
    first, second, *_ = response.split()
except ValueError as error:
    return 'unpack' in str(error)
else:
    return first != second
finally:
    response = ''
---
return sum(1 for line in response.split('\n') if line[:1] in '-*' and line) / max(1, response.count('\n') + 1) > .5
---
return example['missing'] in response
---
return response[100] == 'x' if len(response) > 3 else response.missing
---
return len(response) / (len(response.split()) - 1) < 9
---
total = 0
for key, value in sorted(example.items(), key=lambda pair: pair[0]):
    total += {str: len, list: len, dict: len}.get(type(value), lambda each: 1)(value)
return total > 6
---
del example['count']
example |= {'extra': response}
return list(example)[-1] == 'extra' and 'count' not in example
---
raise AssertionError(f'{len(response)} characters, {response!r:.20}')
"""

BODIES = [body.strip("\n") for body in _TEXT.split("\n---\n")]
