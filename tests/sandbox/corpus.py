"""Bodies of assertions in the manner of generated ones: our own, for comparing engines with CPython.

`BODIES` are separated by lines of dashes in the text; `VARIANTS` multiplies templates by their words.
"""

_TEXT = '''
return len(response.split()) <= 100
---
words = response.split()
return 2 <= len(words) <= 6
---
"""At most three sentences."""
sentences = [s for s in response.replace("!", ".").replace("?", ".").split(".") if s.strip()]
return len(sentences) <= 3
---
return len(response) < 40
---
return len(response.encode("utf-8")) <= 30
---
return response.strip() != ""
---
return response == response.strip()
---
lines = response.splitlines()
return len(lines) > 1
---
lines = [line for line in response.split("\\n") if line.strip()]
return all(line.lstrip().startswith(("-", "*", "+")) for line in lines)
---
bullets = 0
for line in response.splitlines():
    if line.strip().startswith("- "):
        bullets += 1
return bullets >= 2
---
paragraphs = [p for p in response.split("\\n\\n") if p.strip()]
return len(paragraphs) == 2
---
return any(word in response.lower() for word in ["movie", "film", "a"])
---
return not any(word in response for word in ("sorry", "cannot", "As an AI"))
---
banned = ["spoiler", "ending", "e"]
for word in banned:
    if word in response.casefold():
        return False
return True
---
return example["name"] in response
---
return example["name"].lower() in response.lower()
---
return all(keyword in response for keyword in example["keywords"])
---
return any(keyword.lower() in response.lower() for keyword in example["keywords"])
---
missing = [k for k in example["keywords"] if k not in response]
return len(missing) == 0
---
count = sum(1 for keyword in example["keywords"] if keyword in response)
return count >= 2
---
return example.get("name", "") in response
---
return example["absent"] in response
---
name = example.get("absent")
if name is None:
    return False
return name in response
---
return response.startswith("Hello")
---
return response.strip().endswith((".", "!", "?"))
---
return response[0].isupper()
---
return response[:1].isupper()
---
return response[-1] == "."
---
return response.isupper() or response.islower()
---
return response.title() == response
---
return response.upper() != response.lower()
---
return response.capitalize() == response
---
return response.swapcase().swapcase() == response
---
return response.casefold() == response.lower()
---
return all(c.isalpha() or c.isspace() for c in response)
---
return any(c.isdigit() for c in response)
---
return any(c.isnumeric() and not c.isdigit() for c in response)
---
return response.isdecimal()
---
return response.isalnum()
---
return response.isprintable()
---
return response.istitle()
---
return response.isascii()
---
digits = "".join(c for c in response if c.isdigit())
return digits != ""
---
digits = "".join([c for c in response if c.isdigit()])
return int(digits) > 3
---
return int(response) > 3
---
return float(response) > 0.5
---
try:
    value = int(response)
except ValueError:
    return False
return value % 2 == 0
---
try:
    return float(response.strip().rstrip("%")) <= 1.0
except ValueError:
    return False
---
total = 0
for token in response.split():
    try:
        total += float(token)
    except ValueError:
        continue
return total > 1
---
numbers = [int(token) for token in response.split() if token.isdigit()]
return sum(numbers) > 5
---
numbers = [int(token) for token in response.split() if token.isdecimal()]
return sorted(numbers) == numbers
---
import json
try:
    data = json.loads(response)
except json.JSONDecodeError:
    return False
return isinstance(data, dict)
---
import json
try:
    data = json.loads(response)
except ValueError:
    return False
return isinstance(data, list) and len(data) > 0
---
import json
data = json.loads(response)
return "name" in data
---
import json
data = json.loads(response)
return set(data.keys()) == {"name", "count"}
---
import json
try:
    data = json.loads(response)
except Exception:
    return False
if not isinstance(data, dict):
    return False
return all(key in data for key in ["name", "count"])
---
from json import loads, JSONDecodeError
try:
    parsed = loads(response)
except (JSONDecodeError, TypeError):
    return False
return bool(parsed)
---
import json
try:
    parsed = json.loads(response)
    return str(parsed) == response
except ValueError:
    return True
---
import json
try:
    parsed = json.loads(response)
except ValueError:
    return False
return isinstance(parsed, float) or isinstance(parsed, bool)
---
import json
start = response.find("{")
end = response.rfind("}")
if start == -1 or end == -1:
    return False
try:
    json.loads(response[start : end + 1])
    return True
except ValueError:
    return False
---
import json
block = response.strip()
if block.startswith("```"):
    block = "\\n".join(block.splitlines()[1:-1])
try:
    json.loads(block)
except ValueError:
    return False
return True
---
head, _, tail = response.partition(":")
return head.strip() == "Answer" and tail.strip() != ""
---
first, *rest = response.splitlines() or [""]
return first.startswith("#") and len(rest) >= 0
---
return response.count("a") > response.count("b")
---
return response.count("\\n") <= 2
---
return "**" in response and response.count("**") % 2 == 0
---
return response.replace(" ", "") == response
---
return response.replace("a", "b", 1) != response
---
return response.find("name") < response.find("count")
---
positions = [response.find(word) for word in ["a", "b", "c"]]
return -1 not in positions and positions == sorted(positions)
---
return len(set(response.split())) == len(response.split())
---
words = set(response.lower().split())
return "the" in words and len(words) > 1
---
words = set(response.lower().split())
required = {"a", "the"}
return required <= words
---
words = response.lower().split()
stop = {"a", "the"}
return len([w for w in words if w in stop]) < 2
---
return sorted(set(response)) == sorted(response)
---
return len({line.strip() for line in response.splitlines()}) > 1
---
return set(response) & set("aeiou") != set()
---
return list(set(response))[0] == "a"
---
longest = max(response.split(), key=len)
return len(longest) < 12
---
longest = max((len(w) for w in response.split()), default=0)
return longest < 12
---
return max(len(line) for line in response.splitlines()) <= 80
---
return min(len(w) for w in response.split()) >= 1
---
average = sum(len(w) for w in response.split()) / len(response.split())
return average < 6
---
average = sum(len(w) for w in response.split()) / max(1, len(response.split()))
return round(average) <= 5
---
average = sum(len(w) for w in response.split()) / max(1, len(response.split()))
return round(average, 1) <= 5.5
---
ratio = len(response) / (len(prompt) or 1)
return 0.5 < ratio < 2
---
for index, line in enumerate(response.splitlines(), start=1):
    if not line.startswith(f"{index}."):
        return False
return True
---
for index, line in enumerate(response.splitlines()):
    if line.strip() == "" and index > 0:
        return False
return True
---
for a, b in zip(response.split(), response.split()[1:]):
    if a == b:
        return False
return True
---
words = response.split()
return all(a <= b for a, b in zip(words, words[1:]))
---
pairs = list(zip(example["keywords"], response.split()))
return len(pairs) > 0
---
return response == response[::-1]
---
half = len(response) // 2
return response[:half] == response[half:]
---
return response[2:5] == response[-5:-2]
---
cells = [row.split("|") for row in response.splitlines() if "|" in row]
return all(len(row) == len(cells[0]) for row in cells)
---
rows = [line.strip() for line in response.splitlines() if line.strip().startswith("|")]
if len(rows) < 2:
    return False
return rows[0].count("|") == rows[1].count("|")
---
def clean(text):
    return text.strip().lower()
return clean(example["name"]) in clean(response)
---
def words_of(text: str):
    return [w.strip(".,!?") for w in text.split()]
return len(words_of(response)) < 7
---
clean = lambda text: text.strip(" \\n")
return clean(response) == response
---
counts = {}
for c in response:
    counts[c] = counts.get(c, 0) + 1
return max(counts.values()) < 4
---
counts = {}
for word in response.split():
    counts.setdefault(word, []).append(1)
return all(len(found) == 1 for found in counts.values())
---
counts = {word: response.split().count(word) for word in response.split()}
return sorted(counts.items(), key=lambda item: item[1])[-1][1] < 3
---
from collections import Counter
return Counter(response.split()).most_common(1)[0][1] < 3
---
import re
return re.search(r"\\d+$", response) is not None
---
import re
return bool(re.match(r"^\\w+\\Z", response))
---
import re
return len(re.findall(r"[A-Z]", response)) > 2
---
import math
return math.ceil(len(response) / 3) == math.floor(len(response) / 3)
---
import math
return math.sqrt(len(response)) > 3.5
---
import math
return math.isclose(len(response) / 10, 1.5)
---
import string
return all(c not in string.punctuation for c in response)
---
return "%d words" % len(response.split()) == "3 words"
---
return "{} words".format(len(response.split())) in response
---
return f"{len(response)}" in response
---
return f"{len(response):>3}" in response
---
return str(len(response)) in response
---
return str(example["count"]) in response
---
return repr(response) == "'" + response + "'"
---
return str(example["keywords"]) != repr(response)
---
return example["count"] > 3
---
return example["count"] == len(response.split())
---
return example["number"] + 1 > 2
---
return example["number"] == 1
---
return bool(example["number"])
---
return isinstance(example["number"], (int, float)) and not isinstance(example["number"], bool)
---
return type(example["number"]) is int
---
return type(example["number"]) == float
---
return str(example["number"]) in response
---
return example["number"] in [1, "1", None, 0.5]
---
return example["number"] in example["keywords"]
---
return example["nested"]["deep"][0] in response
---
return example["nested"]["deep"][2] in response
---
total = 0
for key, value in example.items():
    if isinstance(value, str):
        total += len(value)
return total > 5
---
return sorted(example) == ["count", "keywords", "name", "nested", "number"]
---
return list(example)[0] == "name"
---
return len(example) == 5 and "name" in example
---
return example["number"] is None or example["number"] is True
---
value = example["number"]
return value if value else "default"
---
text = response
while "  " in text:
    text = text.replace("  ", " ")
return text == response
---
n = 0
while n < len(response) and response[n] == " ":
    n += 1
return n == 0
---
i = 0
for c in response:
    if c == "\\n":
        break
    i += 1
else:
    return True
return i < 20
---
try:
    return response.index("a") < 5
except ValueError:
    return False
---
try:
    value = example["keywords"][3]
except IndexError:
    return False
except KeyError:
    return True
return value in response
---
try:
    return response.split(":")[1].strip() == "yes"
except Exception:
    return False
---
try:
    result = any(int(w) > 3 for w in response.split())
except ValueError:
    result = False
return result
---
return any(int(w) > 3 for w in response.split())
---
return all(int(w) > 3 for w in response.split())
---
return any(10 / len(w.strip("a")) > 3 for w in response.split())
---
try:
    return all(10 / len(w.strip("a")) > 3 for w in response.split())
except ZeroDivisionError:
    return False
---
seen = []
return any(seen.append(w) or w == "a" for w in response.split()) and len(seen) == 1
---
return any((last := w) == "a" for w in response.split()) and last == "a"
---
found = (w for w in response.split() if w)
return len(list(found)) == len(list(found))
---
found = map(str.strip, response.splitlines())
return bool(found)
---
lengths = map(len, response.split())
return max(lengths) > 3 and list(lengths) == []
---
return next((w for w in response.split() if w.isdigit()), None) is not None
---
a, b = map(int, response.split())
return a < b
---
a, b = response.split()
return a < b
---
a, *b = response.split()
return len(a) > len(b)
---
return sum(float(w) for w in response.split() if w.replace(".", "", 1).isdigit()) > 1.5
---
return "".join(sorted(response.lower())) == response.lower()
---
return "".join(reversed(response)) == response
---
return response.split(" ") == response.split()
---
return response.split(",", 1)[0] != ""
---
return response.rsplit(" ", 1)[-1].endswith(".")
---
return response.splitlines() == response.split("\\n")
---
return response.splitlines(True) == [response]
---
return response.strip("\\n ") == response.strip()
---
return response.lstrip("0123456789") != response
---
return response.zfill(10) == response.rjust(10, "0")
---
return response.center(11, "*").strip("*") == response
---
return response.ljust(6)[5] == " "
---
return response.removeprefix("a").removesuffix("b") == response
---
return response.expandtabs(4) == response
---
return response < example["name"]
---
return [response] < example["keywords"]
---
return max(example["keywords"]) > response
---
return sorted(example["keywords"]) == example["keywords"]
---
return sorted(example["keywords"], key=lambda k: k.lower()) == sorted(example["keywords"], key=str.lower)
---
return sorted(example["keywords"], key=len, reverse=True)[0] in response
---
return example["keywords"] == sorted(example["keywords"], reverse=True)
---
ordered = sorted(enumerate(example["keywords"]), key=lambda pair: len(pair[1]))
return [i for i, _ in ordered] == [0, 1, 2]
---
return response in example["keywords"]
---
return not response
---
return len(response) and response
---
assert len(response) < 30, "too long"
return True
---
if len(response) > 30:
    raise ValueError("too long: " + str(len(response)))
return True
---
score = 0
score += "a" in response
score += len(response) > 5
score += response.endswith(".")
return score >= 2
---
ok = True
ok &= len(response) < 50
ok &= "x" not in response
return ok
---
return len(response) % 7 in {0, 3, 5}
---
return -len(response) // 7 < -2 and -len(response) % 7 > 2
---
return len(response) ** 2 < 200 and len(response) ** 0.5 < 5
---
return 0.1 * len(response) == len(response) / 10
---
return (len(response) << 2) - (len(response) >> 1) > 30
---
return hash(response) == hash(response)
---
return id(response) == id(response)
---
return response is response
---
matrix = [[c for c in line] for line in response.splitlines()]
return [c for row in matrix for c in row if c == "a"] != []
---
index = {word: position for position, word in enumerate(response.split())}
return len(index) == len(response.split())
---
ranges = [range(len(response))[2:4], range(0, len(response), 3)]
return len(ranges[0]) == 2 and 6 in ranges[1]
---
copied = example["keywords"].copy()
copied.append(response)
copied.sort()
return copied[0] == response
---
copied = list(example["keywords"])
copied.remove(response)
return len(copied) < 3
---
queue = response.split()
seen = 0
while queue:
    word = queue.pop(0)
    if word == "a":
        continue
    seen += 1
return seen > 2
---
items = response.split()
for item in items:
    if item == "a":
        items.remove(item)
return "a" not in items
---
items = response.split()
for index, item in enumerate(items):
    if item == "a" and index < 20:
        items.append("b")
return items.count("b") > 1
---
def outer():
    total = 0
    def add(n):
        nonlocal total
        total += n
    for w in response.split():
        add(len(w))
    return total
return outer() > 10
---
def depth(value):
    if isinstance(value, list):
        return 1 + max([depth(v) for v in value], default=0)
    if isinstance(value, dict):
        return 1 + max([depth(v) for v in value.values()], default=0)
    return 0
return depth(example["nested"]) == 2
---
fields = [line.split("=", 1) for line in response.splitlines() if "=" in line]
return dict(fields).get("name") == "x"
---
merged = {**example, "extra": response}
return len(merged) == 6
---
merged = example | {"name": response}
return merged["name"] == response and len(merged) == 5
---
text = response.lower()
for old, new in (("a", "b"), ("b", "c")):
    text = text.replace(old, new)
return "a" not in text and "c" in text
---
from datetime import datetime
try:
    datetime.strptime(response.strip(), "%Y-%m-%d")
except ValueError:
    return False
return True
---
import unicodedata
return unicodedata.normalize("NFC", response) == response
---
import html
return html.unescape(response) == response
---
import textwrap
return all(len(line) <= 20 for line in textwrap.wrap(response, 20))
---
class Box:
    def __len__(self):
        return 0
return not Box()
---
with open("x") as f:
    return True
---
match response.split():
    case [one]:
        return True
    case _:
        return False
---
import statistics
return statistics.mean([len(w) for w in response.split()]) < 5
---
return all([]) and not any([]) and sum([]) == 0
---
return (example["count"] or 1) / (example["count"] - 3) > 0
---
return [1, 2, 3][example["count"]] == 2
---
return response * 2 == response + response
---
return response + example["count"]
---
return response.lower().count(example["name"].lower()) == 1
---
return {"a": 1, "b": 2}[response] == 1
---
parts = response.split("\\n", 2)
return len(parts) == 3 and parts[2].strip().startswith("-")
---
return 3 <= len([p for p in response.split(".") if p]) <= 5 or response.endswith("..")
---
level = 0
for c in response:
    if c == "(":
        level += 1
    elif c == ")":
        level -= 1
        if level < 0:
            return False
return level == 0
---
vowels = sum(response.lower().count(v) for v in "aeiou")
return vowels > len(response) * 0.3
---
upper = sum(1 for c in response if c.isupper())
return upper / len(response) < 0.5
---
return ord(response[0]) > 127
---
return ord(response) > 127
---
return max(response) > "\\u4e00"
---
return any("\\u4e00" <= c <= "\\u9fff" for c in response)
---
return all(ord(c) < 128 for c in response)
---
return len(response.split("```")) % 2 == 1
---
return abs(response.count("{") - response.count("}")) == 0
---
return divmod(len(response), 7) == (len(response) // 7, len(response) % 7)
---
return pow(len(response), 2) == len(response) ** 2
---
return print(response) is None
---
return (lambda *a, **k: len(a) + len(k))(1, 2) == 2
---
def count(*parts, sep=" "):
    return len(sep.join(parts))
return count(response, "x", sep="--") > 8
---
return response.translate({97: "b"}) == response
---
return response.startswith("a", 1) or response.find("", 90) == -1
---
return eval("len(response)") > 3
---
return getattr(response, "upper")() == response
---
items = []
items += response
return len(items) > 3
---
found = ""
for c in response:
    if c.isalpha():
        found += c
return found == response
---
lines = []
for line in response.splitlines():
    lines += [line.strip()]
return lines == sorted(lines)
---
return sum([0.1] * len(response)) == 0.1 * len(response)
---
return len(example.items() & {"name": response}.items()) == 1
---
return example.keys() >= {"name", "count"}
---
return len(range(len(response))) == range(len(response)).count(1)
---
return str(example["number"] / 3) in "0.3333333333333333"
---
return float(response) == float(str(float(response)))
---
return str(float(response)) == response
---
return "%s" % float(response) == response
---
import json
return json.dumps(example) != ""
---
import json
return str(json.loads(response)) in response
---
return all(part.strip() for part in response.split(";")) and not response.endswith(";")
---
return hasattr(response, "upper")
---
return callable(len)
'''

_MODULES = """
import re
return re.fullmatch(r"[A-Z][a-z]+(?: [A-Z][a-z]+)*", response) is not None
---
import re
return len(re.findall(r"\\b\\w+\\b", response)) <= 5
---
import re
sentences = re.split(r"(?<=[.!?])\\s+", response.strip())
return len(sentences) <= 2
---
import re
return bool(re.search(r"^\\s*[-*]\\s", response, re.MULTILINE))
---
import re
return re.sub(r"\\s+", " ", response).strip() == response
---
import re
pattern = re.compile(r"(\\d+)\\s*(words?|items?)", re.I)
match = pattern.search(response)
return match is not None and int(match.group(1)) > 2
---
import re
return not re.search(r"(?i)\\b(sorry|cannot|as an ai)\\b", response)
---
import re
return re.match(r"^#+ \\S", response) is not None or response.startswith("#")
---
import re
return [m.start() for m in re.finditer("a", response)] == sorted(response.find("a", i) for i in range(len(response)))
---
import re
return re.sub(r"(\\w)(\\w*)", lambda m: m.group(1).upper() + m.group(2).lower(), response) == response.title()
---
import re
blocks = re.findall(r"```(?:\\w+)?\\n(.*?)```", response, flags=re.DOTALL)
return len(blocks) > 0 and all(block.strip() for block in blocks)
---
import re
return re.search(r"\\d{4}-\\d{2}-\\d{2}", response, re.ASCII) is None
---
import re
return re.search("[", response) is None
---
import re
emojis = re.compile("[\\U0001F300-\\U0001FAFF\\u2600-\\u27BF]")
return emojis.search(response) is None
---
import re, json
match = re.search(r"\\{.*\\}", response, re.S)
if not match:
    return False
try:
    data = json.loads(match.group(0))
except json.JSONDecodeError as error:
    return error.pos > 3 or "Expecting" in error.msg
return isinstance(data, dict) and len(data) > 0
---
import json
try:
    return json.dumps(json.loads(response), sort_keys=True, ensure_ascii=False) == response
except ValueError as error:
    return "line 1" in str(error)
---
import json
numbers = json.loads(response, parse_int=float)
return isinstance(numbers, float)
---
from collections import Counter
counts = Counter(response.lower().split())
return all(count < 3 for word, count in counts.items() if len(word) > 1)
---
from collections import Counter, defaultdict
groups = defaultdict(list)
for word in response.split():
    groups[len(word)].append(word)
return Counter(map(len, groups.values())).most_common(1) != [(1, 1)]
---
from collections import OrderedDict, deque
window = deque(maxlen=3)
for character in response:
    window.append(character)
return list(window) == list(response[-3:]) and list(OrderedDict.fromkeys(response)) != []
---
import statistics
lengths = [len(word) for word in response.split()]
return statistics.pstdev(lengths) < 2 and statistics.median(lengths) <= 4
---
import statistics
return statistics.mode(response) != " "
---
import statistics
return statistics.mean([0.1] * max(1, len(response))) == 0.1
---
import string
words = [word.strip(string.punctuation) for word in response.split()]
return all(word and word[0] in string.ascii_letters for word in words)
---
import string
return string.capwords(response) == response
---
from datetime import datetime, timedelta
for form in ("%Y-%m-%d", "%d/%m/%Y", "%B %d, %Y", "%H:%M"):
    try:
        return datetime.strptime(response.strip(), form) + timedelta(days=1) > datetime(2000, 1, 1)
    except ValueError:
        continue
return False
---
import datetime
day = datetime.date(2024, 2, 28 + example["count"] % 2)
return day.isoformat() in response or datetime.date.fromisoformat("2024-02-29").weekday() == 3
---
import difflib
return difflib.SequenceMatcher(None, response, example["name"]).ratio() > 0.3
---
import difflib
return difflib.get_close_matches(response, example["keywords"]) != []
---
import difflib
return len(list(difflib.unified_diff(response.splitlines(), prompt.splitlines()))) > 3
---
import html
return html.escape(html.unescape(response)) == response
---
from urllib.parse import urlparse, quote, unquote, parse_qs
parts = urlparse(response.strip())
return parts.scheme in ("http", "https") or unquote(quote(response)) == response and parse_qs("a=1")["a"] == ["1"]
---
import urllib.parse
return urllib.parse.urlsplit(response).netloc == ""
---
import unicodedata
return all(unicodedata.category(c)[0] != "S" for c in response)
---
import unicodedata
return unicodedata.normalize("NFKD", response).encode("ascii", "ignore").decode("ascii") == response
---
import unicodedata
return any(unicodedata.name(c, "").startswith("CJK") for c in response)
---
import itertools
runs = [len(list(group)) for _, group in itertools.groupby(response)]
return max(runs, default=0) < 3
---
from itertools import combinations, pairwise
return any(a == b for a, b in pairwise(response.split())) or len(list(combinations(response[:5], 2))) > 5
---
import textwrap
return textwrap.dedent(response) == response and textwrap.shorten(response, 10, placeholder="...") != response
---
import math
return math.log(len(response) + 1) > 2 and math.fsum([0.1] * 10) == 1.0
---
from functools import reduce
return reduce(lambda total, word: total + len(word), response.split(), 0) > 5
---
import operator
return sorted(enumerate(response.split()), key=operator.itemgetter(1))[0][0] == 0
---
import ast
try:
    return isinstance(ast.literal_eval(response), (dict, list, int))
except Exception:
    return False
---
import copy
changed = copy.deepcopy(example)
changed["nested"]["deep"].append("x")
return len(changed["nested"]["deep"]) == len(example["nested"]["deep"]) + 1
---
def words():
    for line in response.splitlines():
        yield from line.split()
return sum(1 for _ in words()) == len(response.split())
---
first = next((w for w in response.split() if w.istitle()), None)
return first is not None and type(first).__name__ == "str"
---
match response.split():
    case []:
        return False
    case ["a", *rest]:
        return len(rest) > 1
    case [str() as one] if one.isdigit():
        return True
    case _:
        return len(response) > 3
---
values = iter(response.split())
return next(values, "") == next(values, "") or sum(1 for _ in values) > 2
---
text = "{:>10}|{!r}|{:,}".format(response[:5], prompt[:3], len(response))
return f"{len(response):>5}" in text or f"{len(response) / 7:.2f}".endswith("0")
---
return round(len(response) / 7, 2) == float(f"{len(response) / 7:.2f}") and round(2.675, 2) == 2.67
---
return max(response.split(), key=str.lower) == max(response.split())
---
del example["name"]
return "name" not in example and hasattr(response, "upper") and getattr(response, "upper")() == response
---
seen = set()
for word in response.split():
    if word in seen:
        return False
    seen.add(word)
return True
---
for word in set(response.split()):
    if len(word) > 4:
        return False
return True
---
try:
    return int(response.split()[0]) / int(response.split()[1]) > 1
except (ValueError, IndexError) as error:
    return "invalid literal" in str(error)
except ZeroDivisionError:
    return type(response) == str
finally:
    prompt = ""
"""

_LONGER = r'''
import re
from collections import Counter
words = re.findall(r"[\w']+", response.lower())
bigrams = Counter(zip(words, words[1:]))
most = bigrams.most_common(1)
return not most or most[0][1] < 3
---
import json
try:
    data = json.loads(response)
except json.JSONDecodeError as e:
    raise ValueError(f"Invalid JSON at line {e.lineno}, column {e.colno}: {e.msg}") from e
return isinstance(data, dict) and {"name", "count"} <= data.keys()
---
import json
data = json.loads(response)
assert isinstance(data, list), f"Expected a list but got {type(data).__name__}"
return all(isinstance(item, dict) and item.get("id") is not None for item in data)
---
import re
pattern = re.compile(
    r"""
    ^\s*(?P<number>\d+)[.)]\s+   # the number
    (?P<text>\S.*)$              # the text
    """,
    re.VERBOSE | re.MULTILINE,
)
steps = [int(m["number"]) for m in pattern.finditer(response)]
return steps == list(range(1, len(steps) + 1))
---
import statistics
lengths = [len(s.split()) for s in response.split(".") if s.strip()]
mean = statistics.mean(lengths)
spread = statistics.stdev(lengths)
return spread <= mean * 0.9
---
from datetime import datetime, timedelta
found = None
for fmt in ("%Y-%m-%d", "%d/%m/%Y", "%B %d, %Y", "%d %b %Y"):
    try:
        found = datetime.strptime(response.strip(), fmt)
        break
    except ValueError:
        continue
if found is None:
    raise ValueError("no date found in response")
return found < datetime(2030, 1, 1) - timedelta(days=1)
---
import datetime
return datetime.date.fromisoformat(response.strip()).isoweekday() in range(1, 6)
---
import itertools
lines = [line.strip() for line in response.splitlines()]
runs = [(key, len(list(group))) for key, group in itertools.groupby(lines, key=bool)]
return max((n for blank, n in runs if not blank), default=0) <= 1
---
import difflib
ratio = difflib.SequenceMatcher(None, prompt.lower(), response.lower()).ratio()
return ratio < 0.6
---
import difflib
keywords = example["keywords"]
close = [difflib.get_close_matches(k, response.split(), n=1, cutoff=0.7) for k in keywords]
return all(close)
---
import unicodedata
bad = [c for c in response if unicodedata.category(c) in ("Cc", "Co", "Cn") and c not in "\n\t"]
if bad:
    raise ValueError("control characters: " + ", ".join(unicodedata.name(c, f"U+{ord(c):04X}") for c in bad[:3]))
return unicodedata.is_normalized("NFC", response)
---
import unicodedata
folded = "".join(c for c in unicodedata.normalize("NFKD", response.casefold()) if not unicodedata.combining(c))
return all(k.casefold() in folded for k in example["keywords"])
---
import html
text = html.unescape(response)
return text == response or "&" not in text
---
from html.parser import HTMLParser

class TagCollector(HTMLParser):
    VOID = {"br", "hr", "img", "input", "meta", "link"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.stack = []
        self.errors = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag:
            self.errors.append(tag)

parser = TagCollector()
parser.feed(response)
parser.close()
return not parser.errors and not parser.stack
---
import xml.etree.ElementTree as ET
try:
    root = ET.fromstring(f"<root>{response}</root>")
except ET.ParseError as e:
    line, column = e.position
    return line > 1
return len(root.findall(".//item")) == len(list(root))
---
import xml.etree.ElementTree as ET
return ET.fromstring(response).tag == "answer"
---
import csv
import io
reader = csv.reader(io.StringIO(response), delimiter=",", quotechar='"')
rows = [row for row in reader if row]
return len({len(row) for row in rows}) <= 1
---
import csv
import io
rows = list(csv.DictReader(io.StringIO(response)))
return float(rows[0]["count"]) > 0
---
import textwrap
wrapped = textwrap.wrap(textwrap.dedent(response), width=20, break_long_words=False)
return all(len(line) <= 20 for line in wrapped)
---
import textwrap
return textwrap.shorten(response, width=12, placeholder="...") == response
---
from typing import Any, Dict, List, Optional, Tuple

def parse(text: str) -> Optional[Tuple[str, List[Dict[str, Any]]]]:
    head, sep, tail = text.partition(":")
    if not sep:
        return None
    return head.strip(), [{"value": part} for part in tail.split(",")]

found: Optional[Tuple[str, List[Dict[str, Any]]]] = parse(response)
return found is not None and len(found[1]) >= 1
---
import random
random.seed(7)
sample = random.sample(range(100), 5)
shuffled = list("abcdef")
random.Random(3).shuffle(shuffled)
return sample == [41, 19, 50, 83, 6] or shuffled[0] in response
---
import emoji
count = emoji.emoji_count(response)
return count <= 2 and not any(e["emoji"] == "👍" for e in emoji.emoji_list(response))
---
import emoji
return emoji.demojize(response, delimiters=("<", ">")) == response or emoji.is_emoji(response.strip())
---
import ast
try:
    tree = ast.parse(response)
except SyntaxError as e:
    raise ValueError(f"does not parse, line {e.lineno}") from None
names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
return not names & {"eval", "exec"}
---
import ast
value = ast.literal_eval(response.strip() or "None")
return isinstance(value, (int, float, str, list, dict, tuple))
---
from urllib.parse import urlparse, parse_qs, unquote
urls = [w for w in response.split() if "://" in w]
for url in urls:
    parts = urlparse(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    parse_qs(parts.query, strict_parsing=bool(parts.query))
return unquote(response) == response
---
import functools

@functools.lru_cache(maxsize=None)
def distance(a, b):
    if not a or not b:
        return len(a) + len(b)
    return min(distance(a[1:], b) + 1, distance(a, b[1:]) + 1, distance(a[1:], b[1:]) + (a[0] != b[0]))

return distance(response[:6], example["name"][:6]) <= 4
---
import functools
import operator
total = functools.reduce(operator.add, (len(w) for w in response.split()), 0)
return operator.le(total, 40)
---
import math
values = [float(w) for w in response.split()]
return math.isclose(sum(values), math.fsum(values)) and math.sqrt(values[0]) < 10
---
from decimal import Decimal, InvalidOperation, ROUND_HALF_UP
try:
    amount = Decimal(response.strip().lstrip("$").replace(",", ""))
except InvalidOperation:
    raise ValueError(f"not an amount: {response[:20]!r}")
return amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP) == amount
---
from fractions import Fraction
return Fraction(response.strip()).limit_denominator(10) <= Fraction(3, 2)
---
from collections import defaultdict, deque, namedtuple, OrderedDict
Entry = namedtuple("Entry", ["key", "value"])
groups = defaultdict(list)
for line in response.splitlines():
    key, _, value = line.partition("=")
    groups[key.strip()].append(Entry(key, value))
window = deque(groups, maxlen=2)
return OrderedDict(sorted(groups.items())) == dict(groups) and len(window) < 3
---
from dataclasses import dataclass, field, asdict

@dataclass(order=True)
class Section:
    title: str
    lines: list = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not self.lines

sections = []
for line in response.splitlines():
    if line.endswith(":"):
        sections.append(Section(line[:-1]))
    elif sections:
        sections[-1].lines.append(line)
return all(not s.is_empty for s in sorted(sections)) and all(set(asdict(s)) == {"title", "lines"} for s in sections)
---
from enum import Enum

class Tone(Enum):
    FORMAL = "formal"
    CASUAL = "casual"

return Tone(response.strip().lower()) is Tone.FORMAL
---
class TooLong(Exception):
    def __init__(self, length, limit):
        super().__init__(f"{length} characters, at most {limit}")
        self.length = length

if len(response) > 10:
    raise TooLong(len(response), 10)
return True
---
try:
    value = int(response)
except ValueError:
    try:
        value = float(response)
    except ValueError as error:
        raise TypeError("neither int nor float") from error
finally:
    checked = True
return checked and value >= 0
---
match response.split():
    case []:
        return False
    case [one]:
        return one.isalpha()
    case ["Answer:", answer, *_]:
        return answer.lower() in ("yes", "no")
    case [first, *rest] if len(rest) > 3:
        raise OverflowError(f"{len(rest)} more words after {first!r}")
    case _:
        return True
---
match example:
    case {"nested": {"deep": [first, *_]}, "count": int(count)} if count > 0:
        return first in response
    case {"number": None | bool()}:
        raise LookupError("no number")
    case _:
        return False
---
import string
table = str.maketrans("", "", string.punctuation)
words = response.translate(table).split()
return all(w == w.lower() or string.capwords(w) == w for w in words)
---
template = "{name} wrote {count} lines"
expected = template.format(**example)
return expected.format_map({}) in response or "%s" % response == response
---
from string import Template
return Template(response).substitute(name=example["name"]) != ""
---
sections = dict(part.split(":", 1) for part in response.split(";"))
return sections["a"].strip() != ""
---
return response.index("a") < response.rindex("b")
---
return example["nested"]["deep"][1].upper() in response
---
return sum(example["keywords"]) > 0
---
return max(len(line) for line in response.splitlines()) <= 80
---
first, second = response.split(",")
return first < second
---
return response[len(example["keywords"])].isupper()
---
return example["number"] + 1 > 0
---
return chr(int(response)) in "abc"
---
return bytes(response, "ascii").hex()[:2] != "61"
---
return response.encode("latin-1").decode("utf-8") == response
---
return int(response, 36) % 7 == 3 and format(int(response, 36), ",d") != ""
---
import base64
import binascii
try:
    return base64.b64decode(response, validate=True).decode() != ""
except binascii.Error as e:
    return "padding" in str(e).lower()
---
import re
return re.compile(response) is not None and re.fullmatch(response, response) is not None
---
import re
out = re.sub(r"(\w+)@(\w+)", lambda m: m.group(2) + " at " + m.group(1).upper(), response)
return re.split(r"[;,]\s*", out, maxsplit=2)[0].strip() == response.split(",")[0]
---
import hashlib
import uuid
digest = hashlib.sha256(response.encode("utf-8", "surrogatepass")).hexdigest()
return digest[0] in "01234567" and uuid.uuid5(uuid.NAMESPACE_URL, digest).version == 5
---
import heapq
import bisect
lengths = [len(w) for w in response.split()]
return heapq.nlargest(2, lengths) == sorted(lengths)[::-1][:2] and bisect.bisect_left(sorted(lengths), 3) >= 0
---
import copy
before = copy.deepcopy(example)
example["keywords"].sort()
example.setdefault("extra", []).append(response)
return before != example and "extra" not in before
---
def sentences(text):
    start = 0
    for index, char in enumerate(text):
        if char in ".!?":
            yield text[start : index + 1].strip()
            start = index + 1
    rest = text[start:].strip()
    if rest:
        yield rest

counts = {n: len(s.split()) for n, s in enumerate(sentences(response), 1)}
return (longest := max(counts.values())) < 8 and counts[longest] >= 0
---
errors = []
for check, message in (
    (lambda: len(response) < 12, "too long"),
    (lambda: response[0].isupper(), "no capital"),
    (lambda: response.endswith("."), "no full stop"),
):
    try:
        if not check():
            errors.append(AssertionError(message))
    except IndexError as error:
        errors.append(error)
if len(errors) > 1:
    raise ExceptionGroup("several faults", errors)
return not errors
---
import yaml
loaded = yaml.safe_load(response)
return isinstance(loaded, (dict, list)) or loaded is None
---
import calendar
import time
month = time.strptime(response.strip()[:3], "%b").tm_mon
return calendar.monthrange(2024, month)[1] == 31
---
import shlex
return len(shlex.split(response)) == len(response.split())
---
import pprint
import struct
import zlib
packed = struct.pack(">I", len(response))
return zlib.crc32(packed) % 2 == 0 or len(pprint.pformat(example, width=30).splitlines()) > 3
---
import contextlib
with contextlib.suppress(KeyError, IndexError):
    return example["keywords"][3] in response
async def later():
    return response != ""
return await later()
---
async def words():
    for word in response.split():
        yield word
longest = ""
async for word in words():
    if len(word) > len(longest):
        longest = word
return [w async for w in words() if w == longest] != [] and longest[0] in prompt + longest
---
total = 0
for line in response.splitlines():
    for cell in line.split("|"):
        total += float(cell)
return total > 0
---
import ast
return ast.unparse(ast.parse("a  +  b")) == "a + b"
---
return 10**4_300 // 7**3_300 % 10 > 4
---
import email
return email.message_from_string(response)["Subject"] is None
---
from email.utils import formataddr
return formataddr(("Zoé", "zoe@example.com")) in response
---
import weakref

class Box:
    pass

box, done = Box(), []
weakref.finalize(box, done.append, 1)
del box
return done == [1]
---
assert response, "the response is empty"
assert response[0].isupper(), (
    f"the response begins with {response[0]!r}"
)
return True
'''

_PREDICATES = ("isalpha", "isdigit", "isnumeric", "isalnum", "isspace", "isupper", "islower", "istitle", "isprintable")
_TEMPLATES: dict[str, list[tuple[object, ...]]] = {
    "return len(response.split()) {0} {1}": [(op, n) for op in ("<=", ">=", "==", "!=") for n in (1, 3, 5, 8)],
    "return len(response) {0} {1}": [(op, n) for op in ("<", ">") for n in (4, 9, 16)],
    "return response.count({0!r}) {1} 1": [(text, op) for text in ("a", "", " ", "\n", "ß", "é") for op in (">", "==")],
    "return {0!r} in response.{1}()": [
        (text, method)
        for text in ("a", "ss", "i\u0307", "σ", "")
        for method in ("lower", "upper", "casefold", "title", "strip")
    ],
    "return response.{0}({1!r})": [
        (method, text)
        for method in ("startswith", "endswith", "__contains__")
        for text in ("a", "", "\n", "\u2028", "中")
    ],
    "return len(response.split({0!r})) > 1": [(text,) for text in (",", " ", "\n", "ab", "\x1c", "\u3000", "")],
    "return any(c.{0}() for c in response)": [(method,) for method in _PREDICATES],
    "return all(line.strip().{0}() for line in response.splitlines())": [(method,) for method in _PREDICATES],
    "return response.{0}({1!r}) == response": [
        (method, text)
        for method in ("strip", "lstrip", "rstrip", "removeprefix")
        for text in ("a", " \n", "e\u0301", "👍🏽")
    ],
}

BODIES = [body.strip("\n") for text in (_TEXT, _MODULES) for body in text.strip("\n").split("\n---\n")]
LONGER = [body.strip("\n") for body in _LONGER.strip("\n").split("\n---\n")]
VARIANTS = [template.format(*words) for template, choices in _TEMPLATES.items() for words in choices]
EVERY_BODY = [*BODIES, *VARIANTS, *LONGER]
