"""The modules that checks use: in the sandbox each means what it means in CPython, member by member."""

from spade_core.examples.example import Example
from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from spade_core.sandbox.manifest import modules_here
from tests.sandbox.cpython import Row, agrees, said_by_cpython
from tests.sandbox.functions import candidate, evaluations, example, outcomes

TEXTS = (
    "The quick brown fox.",
    "café 👍🏽 and 😀😀 \u2764\ufe0f",
    '{"a": [1, 2.5, null], "b": "é"}',
    "2024-02-29 13:05:01",
    "https://example.org/a?q=1&q=2#x",
    "%C3%A9%20%80 +",
    "&lt;b&gt; &eacute; &#x1F600; & <i>",
    "3 1 2 2 10",
    "",
    "İı \u0301e\u200d 中文 ٣ Ⅷ\n\n- a\n- b\n",
)
ROWS: list[Row] = [({"name": "fox", "count": 3, "list": ["a", "b", "a"]}, "a prompt", text) for text in TEXTS]
EVERY_CODEC = """
    ascii big5 big5hkscs cp037 cp273 cp437 cp720 cp737 cp775 cp850 cp858 cp866 cp874 cp932 cp949 cp950 cp1026 cp1125
    cp1140 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 euc_jp euc_jis_2004 euc_kr gb18030 gb2312
    gbk hp_roman8 hz idna iso2022_jp iso2022_kr iso8859_2 iso8859_15 johab koi8_r koi8_t koi8_u kz1048 latin_1
    mac_cyrillic mac_greek mac_latin2 mac_roman mac_turkish palmos ptcp154 raw_unicode_escape shift_jis
    shift_jisx0213 tis_620 unicode_escape utf_7 utf_8 utf_8_sig utf_16 utf_16_le utf_32 utf_32_be windows-1252 L1
    rot13 hex zlib base64 bz2 uu quopri nothing-like-it
"""

CODECS = [
    f"from urllib.parse import unquote\nreturn unquote(response, {name!r})[:9].isascii()"
    for name in EVERY_CODEC.split()
]
CODECS += [
    f"from urllib.parse import quote\nreturn len(quote(response, '/', {name!r}))" for name in EVERY_CODEC.split()
]
EXPRESSIONS = {
    "import urllib.parse": [
        "urllib.parse.unquote(response, 'cp1252')",
        "urllib.parse.unquote_plus(response, 'cp1252', 'strict')",
        "urllib.parse.parse_qs(response, False, False, 'shift_jis', 'strict')",
        "urllib.parse.urlencode({'a': response}, False, '', 'cp1251', 'xmlcharrefreplace')",
        "urllib.parse.urlsplit(response).netloc == 'example.org'",
        "urllib.parse.parse_qsl(urllib.parse.urlparse(response).query)",
        "urllib.parse.urljoin(response, '../b')",
        "urllib.parse.urlsplit('http://[::1]:80/' + response).port",
        "urllib.parse.urlsplit('http://a\\u2100b/').netloc",
    ],
    "import json": [
        "json.loads(response.encode('utf-16'))",
        "json.loads(('1' + response[:0]).encode('utf-16')[2:]) == 1",
        "json.loads('[1]'.encode('ascii')) == [1]",
        "json.loads(b'\\xff\\xfe\\x00\\x00[\\x00\\x00\\x00]\\x00\\x00\\x00') == []",
        "json.loads(b'\\xef\\xbb\\xbf[]') == []",
        "json.dumps({'t': response, 'n': 1e300}, indent=1, sort_keys=True, ensure_ascii=False)",
        "json.loads(response, parse_float=lambda t: 7.0, object_pairs_hook=list)",
    ],
    "import re": [
        "re.compile('a|b', 128).search(response)",
        "re.search('(?P<x>fox|é)$', response, re.M | 128)",
        "re.compile(r'\\w+', re.A).findall(response)",
        "re.sub(r'(?i)(İ|s)', lambda m: m.group().swapcase(), response)",
        "re.split('', response)[1:3]",
        "re.fullmatch('(?x) [\\w ]+ # words', response, re.X)",
        "re.compile('[[a]').search(response)",
    ],
    "import datetime": [
        "datetime.datetime.strptime(response, '%Y-%m-%d %H:%M:%S').isoweekday() == 4",
        "datetime.datetime.fromisoformat(response) > datetime.datetime(2024, 1, 1)",
        "datetime.datetime.strptime('29 Feb 2024 PM', '%d %b %Y %p').strftime('%A %j %U %c %x %X %Z%z')",
        "datetime.date.fromisoformat(response[:10]).isocalendar().week == 9",
        "(datetime.datetime(2024, 3, 1) - datetime.timedelta(days=1, seconds=3)).ctime()",
        "datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc).isoformat() + str(datetime.timedelta(hours=-1))",
        "datetime.time(1, 2).replace(second=3).isoformat('auto')",
    ],
    "import difflib": [
        "difflib.SequenceMatcher(None, response, prompt).ratio() > 0.1",
        "difflib.get_close_matches('fox', response.split(), cutoff=0.5)",
        "list(difflib.unified_diff(response.split(), prompt.split(), lineterm=''))",
        "list(difflib.ndiff(response.split(), ['The', 'fax.']))",
        "difflib.SequenceMatcher(lambda c: c == ' ', response, 'quick fox').get_opcodes()[-1:]",
    ],
    "import time": [
        "vars(time.get_clock_info('process_time' if response > 'a' else 'time'))['monotonic']",
        "time.get_clock_info(response or 'thread_time').adjustable",
        "time.get_clock_info(len(response))",
        "time.clock_gettime(time.CLOCK_REALTIME) > time.clock_getres(time.CLOCK_MONOTONIC)",
    ],
    "import html": ["html.unescape(response)", "html.escape(response, quote=False)", "html.unescape('&notit; &#0;')"],
    "import statistics": [
        "statistics.mean(map(int, response.split()))",
        "statistics.median_low([len(w) for w in response.split()])",
        "statistics.stdev([len(w) for w in response.split()]) > 1",
        "statistics.mode(response)",
        "statistics.quantiles([1, 2, 3, len(response)], n=4)",
        "statistics.mean([0.1] * 3 + [len(response)]) == 0.325",
    ],
    "import string": ["response.strip(string.punctuation)", "string.capwords(response)", "string.whitespace"],
    "import textwrap": [
        "textwrap.wrap(response, 9)",
        "textwrap.dedent('  a\\n   b')",
        "textwrap.shorten(response, 12, placeholder='…')",
        "textwrap.indent(response, '> ', lambda line: 'a' in line)",
    ],
    "import unicodedata": [
        "unicodedata.normalize('NFKD', response)",
        "[unicodedata.category(c) + unicodedata.name(c, '?') for c in response][-3:]",
        "unicodedata.lookup('GREEK SMALL LETTER ALPHA') in response",
        "unicodedata.numeric(response[-1:])",
        "unicodedata.is_normalized('NFC', response)",
    ],
    "import collections": [
        "collections.Counter(response.split()).most_common(2)",
        "collections.Counter(response) - collections.Counter('aeiou')",
        "collections.deque(response, maxlen=3)[0]",
        "collections.OrderedDict(sorted(collections.Counter(response).items())).popitem(last=False)",
        "collections.defaultdict(list, a=1)[response]",
    ],
    "import itertools": [
        "[k for k, g in itertools.groupby(response.split(), key=len) if len(list(g)) > 1]",
        "list(itertools.pairwise(response))[-1:]",
        "sum(1 for _ in itertools.combinations(response[:9], 2))",
        "list(itertools.zip_longest(response, prompt, fillvalue=''))[-1]",
    ],
    "import math": ["math.isclose(math.hypot(3, 4), 5)", "math.comb(len(response), 2)", "math.log10(len(response))"],
    "import emoji": [
        "emoji.emoji_count(response) == 4",
        "emoji.emoji_count(response, unique=True)",
        "emoji.is_emoji(response[-1:])",
        "any(emoji.is_emoji(c) for c in response)",
        "any(c in emoji.EMOJI_DATA for c in response)",
        "[emoji.EMOJI_DATA[c]['en'] for c in response if c in emoji.EMOJI_DATA]",
        "emoji.EMOJI_DATA[response[-1]]['fr']",
        "len(emoji.EMOJI_DATA) > 3000 and emoji.EMOJI_DATA.get('x') is None",
        "emoji.demojize(response)",
        "emoji.demojize(response, language='de', delimiters=('<', '>'))",
        "emoji.demojize(response, language='nowhere')",
        "emoji.emojize(':thumbs_up: :pulgar_hacia_arriba:', language='es') in response",
        "emoji.emojize(':thumbsup:', language='alias', version=0.1, handle_version=lambda e, d: d['en'])",
        "emoji.emoji_list(response)[-1:]",
        "emoji.distinct_emoji_list(response)",
        "emoji.replace_emoji(response, '')",
        "emoji.replace_emoji(response, replace=lambda chars, data: data['en'] + str(data['E']) + str(data['alias']))",
        "emoji.purely_emoji(response)",
        "emoji.version(response[-1:]) > 0.5",
        "emoji.emoji_count(5)",
    ],
}


def bodies() -> list[str]:
    """Return every body: the value of an expression, told in two ways so that few differences stay unseen."""
    told = "{imports}\nvalue = {expression}\nreturn bool(value) if len(repr(value)) % 2 else not value"
    every = [told.format(imports=key, expression=one) for key, found in EXPRESSIONS.items() for one in found]
    words = "{imports}\nvalue = {expression}\nreturn sum(map(ord, str(value))) % 3 == 0"
    return every + [words.format(imports=key, expression=one) for key, found in EXPRESSIONS.items() for one in found]


def differences(written: list[str]) -> list[str]:
    """Return the pairs on which the sandbox and CPython disagree."""
    candidates = [candidate(body, f"f{index}") for index, body in enumerate(written)]
    expected = said_by_cpython([(one.source, one.name) for one in candidates], ROWS)
    examples = [Example(str(index), *row, None) for index, row in enumerate(ROWS)]
    matrix = Sandbox(Limits(row_seconds=5.0)).run(candidates, examples)
    wrong = []
    for one, answers in zip(candidates, expected, strict=True):
        for row, answer in zip(examples, answers, strict=True):
            found = matrix.evaluations[row.id, one.name]
            if not agrees(found, answer):
                wrong.append(f"{found}, in CPython {answer}: {one.source!r} on {row.response!r}")
    return wrong


def test_every_module_means_what_it_means_in_cpython() -> None:
    assert differences(bodies()) == []


def test_every_text_encoding_is_there_and_what_is_none_is_refused_alike() -> None:
    assert differences(CODECS) == []


def test_every_module_that_is_named_can_be_imported() -> None:
    imports = [f"import {name}\nreturn True" for name in modules_here()]
    assert {body: outcomes(body, "x")[0] for body in ("\n".join(imports).replace("return True\n", ""),)} == {
        "\n".join(imports).replace("return True\n", ""): Outcome.PASSED
    }


def test_a_module_that_is_not_there_is_named_with_its_line_unless_the_function_can_do_without() -> None:
    (found,) = evaluations("x = 1\nimport nltk.tokenize\nreturn True", example("x"))
    assert (found.outcome, found.line, found.message) == (
        Outcome.UNSUPPORTED,
        3,
        "the module nltk.tokenize is not there",
    )
    guarded = "try:\n    import nltk\nexcept ImportError:\n    nltk = None\nreturn nltk is None"
    assert outcomes(guarded, "x") == [Outcome.PASSED]


def test_the_checks_of_spade_are_there_and_nothing_else_of_it() -> None:
    assert outcomes("from spade_core.checks import words\nreturn words(response) == 2", "a b", "a") == [
        Outcome.PASSED,
        Outcome.FAILED,
    ]
    (found,) = evaluations("import spade_core.sandbox\nreturn True", example("x"))
    assert found.message == "the module spade_core.sandbox is not there"


def test_clocks_stand_still_and_nothing_waits() -> None:
    body = (
        "import datetime, time\nbefore = time.time()\ntime.sleep(3600)\n"
        "same = time.time() == before == datetime.datetime.now(datetime.timezone.utc).timestamp()\n"
        "return same and time.gmtime().tm_year == time.localtime(None).tm_year == datetime.date.today().year == 2026"
    )
    assert outcomes(body, "x") == [Outcome.PASSED]


def test_chance_is_the_same_in_every_run() -> None:
    body = "import random, uuid\nraise ValueError(f'{random.random()} {random.SystemRandom().random()} {uuid.uuid4()}')"
    said = {one.message for _ in range(2) for one in evaluations(body, example("x"), example("y"))}
    assert len(said) == 1


def test_no_row_changes_the_emoji_of_another() -> None:
    spoil = (
        "import emoji\n"
        "emoji.replace_emoji('😀', lambda c, d: [d['alias'].append(response), d.update(en='x')] and '')\n"
        "emoji.EMOJI_DATA['😀']['en'] = 'x'\n"
        "return emoji.EMOJI_DATA['😀']['alias'] == [':grinning:', response]"
    )
    assert outcomes(spoil, ":a:", ":b:", ":c:") == [Outcome.PASSED] * 3
