"""The second engine by itself: the same as plain CPython on what it accepts, and nothing gets out of it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from spade_core.examples.example import Example
from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import Limits
from spade_core.sandbox.allowlist import refusal
from spade_core.sandbox.child import names
from spade_core.sandbox.cpython_engine import CPythonEngine
from spade_core.sandbox.rows import row_of
from tests.sandbox.corpus import EVERY_BODY
from tests.sandbox.cpython import Row, said_by_cpython
from tests.sandbox.functions import QUICK, candidate, example, source
from tests.sandbox.strings import rows as odd_rows

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the second engine needs Linux")

P, F, E = Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED
ACCEPTED = [
    one for index, body in enumerate(EVERY_BODY) if refusal((one := candidate(body, f"f{index}")).source) is None
]


@pytest.fixture(scope="module")
def engine() -> Iterator[CPythonEngine]:
    second = CPythonEngine(QUICK)
    yield second
    second.close()


def said(engine: CPythonEngine, body: str, *responses: str) -> list[Evaluation]:
    """Return what the engine says of one body on each response."""
    return engine.run(source(body), "assert_it", [row_of(example(text, {"a": [1]})) for text in responses], None)


def outcomes(engine: CPythonEngine, body: str, *responses: str) -> list[Outcome]:
    return [found.outcome for found in said(engine, body, *responses)]


@settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
@given(rows=st.lists(odd_rows, min_size=15, max_size=15))
def test_no_outcome_differs_from_cpython(rows: list[Row]) -> None:
    expected = said_by_cpython([(one.source, one.name) for one in ACCEPTED], rows)
    examples = [row_of(Example(str(index), *row, None)) for index, row in enumerate(rows)]
    second = CPythonEngine(Limits(row_seconds=5.0))
    wrong = []
    try:
        for one, answers in zip(ACCEPTED, expected, strict=True):
            for row, found, answer in zip(rows, second.run(one.source, one.name, examples, None), answers, strict=True):
                if found.outcome != answer.partition(":")[0]:
                    wrong.append(f"{found}, in CPython {answer}: {one.source!r} on {row!r}")
    finally:
        second.close()
    assert wrong == []


def test_an_error_has_its_line_and_its_text(engine: CPythonEngine) -> None:
    (found,) = said(engine, "x = 1\nreturn example['gone'] == x", "a")
    assert (found.outcome, found.line, found.message) == (E, 3, "KeyError: 'gone'")
    assert found.engine.startswith("cpython 3.")


def test_an_exception_that_cannot_be_put_into_words_is_an_error_all_the_same(engine: CPythonEngine) -> None:
    body = "raise ValueError(10 ** 5000)"
    (found,) = said(engine, body, "a")
    assert (found.outcome, found.line, found.message) == (E, 2, "ValueError")


def test_a_limit_names_the_culprit_row_and_the_others_keep_their_results(engine: CPythonEngine) -> None:
    body = "while response == 'c':\n    pass\nreturn response != 'd'"
    assert outcomes(engine, body, "a", "b", "c", "d", "e") == [P, P, Outcome.TIMED_OUT, F, P]


def test_what_a_row_leaves_to_the_garbage_collector_does_not_time_out_the_next_one(engine: CPythonEngine) -> None:
    body = (
        "def g(spin):\n    try:\n        yield 1\n    finally:\n        while spin:\n            pass\n"
        "it = g(response == 'a')\nnext(it)\nkept = [it]\nkept.append(kept)\n"
        "waste = []\nfor i in range(3000 if response != 'a' else 0):\n    waste.append([])\nreturn True"
    )
    assert outcomes(engine, body, "a", "b", "c") == [P, P, P]


def test_rows_that_are_each_in_time_may_not_take_more_than_the_functions_time_together() -> None:
    body = "import re\nn = 0\nwhile n < 2 * 10 ** 6:\n    n += 1\nreturn True"
    hasty = CPythonEngine(Limits(row_seconds=5.0, function_seconds=1.5))
    found = said(hasty, body, *map(str, range(100)))
    hasty.close()
    late = [one for one in found if one.outcome is Outcome.TIMED_OUT]
    assert {one.outcome for one in found} == {P, Outcome.TIMED_OUT}
    assert {one.message for one in late} == {"the function used up its 1.5 s before this row"}
    assert [one.outcome for one in found] == sorted((one.outcome for one in found), key=[P, Outcome.TIMED_OUT].index)


def test_a_regular_expression_that_never_ends_is_ended(engine: CPythonEngine) -> None:
    body = "import re\nreturn re.match('(a+)+$', response) is None"
    assert outcomes(engine, body, "b", "a" * 40 + "b", "b") == [P, Outcome.TIMED_OUT, P]


@pytest.mark.parametrize("cover", ["except Exception:", "except:", "finally:"])
def test_a_lack_of_memory_cannot_be_covered_up(cover: str) -> None:
    body = (
        f"x = []\ntry:\n    while response == 'b':\n        x.append([1] * 100_000)\n{cover}\n    return True\nreturn 1"
    )
    patient = CPythonEngine(Limits(row_seconds=5.0, memory_bytes=QUICK.memory_bytes))
    found = said(patient, body, "a", "b", "c")
    patient.close()
    assert [one.outcome for one in found] == [P, Outcome.OUT_OF_MEMORY, P]
    assert found[1].message == "it needs more than 64 MB of memory"
    assert found[1].line in {4, 5}


CAUGHT = "import ast\ntry:\n    return isinstance(ast.literal_eval({text}), list)\nexcept Exception:\n    return False"


def test_a_parser_that_gives_up_is_no_lack_of_memory(engine: CPythonEngine) -> None:
    assert outcomes(engine, CAUGHT.format(text="response"), "[1]", "word " * 3000, "1") == [P, F, F]
    (bare,) = said(engine, "import ast\nreturn ast.literal_eval(response)", "word " * 3000)
    assert (bare.outcome, bare.message, bare.line) == (E, "MemoryError", 3)


def test_a_text_that_is_too_long_to_be_parsed_is_a_lack_of_memory() -> None:
    patient = CPythonEngine(Limits(row_seconds=20.0, memory_bytes=QUICK.memory_bytes))
    (found,) = said(patient, CAUGHT.format(text="'[' + '1,' * 3_000_000 + ']'"), "a")
    patient.close()
    assert found.outcome is Outcome.OUT_OF_MEMORY


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("print(response)", "UnicodeEncodeError"),
        ("print('x', sep=1)", "TypeError"),
        ("print('x', file=3)", "AttributeError"),
        ("print('x', None, sep=None, end='', file=None, flush=True)", ""),
    ],
)
def test_printing_raises_what_it_raises_in_cpython(call: str, error: str, engine: CPythonEngine) -> None:
    (found,) = said(engine, f"{call}\nreturn True", "\ud800")
    assert found.message.partition(":")[0] == error


@pytest.mark.parametrize(
    "body",
    [
        'return getattr(b"abc", "decode")("cp1252") == "abc"',
        's = str\nreturn s(b"abc", "cp437") == "abc"',
        'return list(map(str, [b"abc"], ["cp1252"])) == ["abc"]',
        'return [bytes][0]("abc", "shift_jis") == b"abc"',
    ],
)
def test_an_encoding_named_in_a_roundabout_way_is_there(body: str, engine: CPythonEngine) -> None:
    assert outcomes(engine, body, "a") == [P]


def test_what_kills_the_interpreter_is_a_crash_of_its_row_alone(engine: CPythonEngine) -> None:
    body = "x = ()\nfor i in range(200_000 if response == 'b' else 1):\n    x = (x,)\nreturn {x: 1} != 2"
    assert outcomes(engine, body, "a", "b", "c") == [P, Outcome.CRASHED, P]


def test_lone_surrogates_are_ordinary_here(engine: CPythonEngine) -> None:
    assert outcomes(engine, "return response.isprintable() or len(response) == 1", "\ud800", "a") == [P, P]


def test_no_row_sways_another(engine: CPythonEngine) -> None:
    body = "example['a'].append(1)\nreturn len(example['a']) == 2"
    assert outcomes(engine, body, "a", "b", "c") == [P, P, P]


def test_a_refused_function_is_never_run(engine: CPythonEngine) -> None:
    with pytest.raises(ValueError, match="the allowlist refuses it: eval is not allowed"):
        said(engine, "return eval('1')", "a")


def test_the_standard_modules_mean_what_they_mean(engine: CPythonEngine) -> None:
    body = (
        "import collections, datetime, difflib, html, itertools, json, math, re, statistics, string, textwrap\n"
        "import unicodedata, urllib.parse\n"
        "from collections import Counter, defaultdict\n"
        "checks = [\n"
        "    re.sub(r'(\\w)$', lambda m: m.group(1).upper(), 'ab') == 'aB',\n"
        "    json.loads(json.dumps({'a': [1.5, None]}, sort_keys=True)) == {'a': [1.5, None]},\n"
        "    Counter('aab').most_common(1) == [('a', 2)],\n"
        "    collections.deque([1], maxlen=1).maxlen == 1,\n"
        "    datetime.datetime.strptime('2024-02-29', '%Y-%m-%d').strftime('%d %B') == '29 February',\n"
        "    difflib.SequenceMatcher(None, 'abcd', 'bcde').ratio() == 0.75,\n"
        "    html.unescape('&eacute;') == '\u00e9',\n"
        "    list(itertools.chain.from_iterable(['a', 'b'])) == ['a', 'b'],\n"
        "    math.isclose(math.hypot(3, 4), 5),\n"
        "    statistics.stdev([1, 2, 3]) == 1,\n"
        "    string.punctuation[0] == '!',\n"
        "    textwrap.wrap('a b', 1) == ['a', 'b'],\n"
        "    unicodedata.name('\u00e9') == 'LATIN SMALL LETTER E WITH ACUTE',\n"
        "    urllib.parse.urlparse('https://a.b/c?d=1').netloc == 'a.b',\n"
        "    type(response).__name__ == 'str' and '{:>3}'.format('a') == '  a',\n"
        "]\n"
        "return all(checks)"
    )
    assert outcomes(engine, body, "x") == [P]


@pytest.mark.parametrize("missing", [None, *names.EVERY])
def test_it_says_which_protections_hold_and_works_without_each(missing: str | None) -> None:
    wanted = tuple(name for name in names.EVERY if name != missing)
    second = CPythonEngine(QUICK, protections=wanted)
    try:
        held = second.protections()
        assert missing not in held
        assert set(held) <= set(wanted)
        assert outcomes(second, "import re\nreturn re.search('a', response) is not None", "a", "b") == [P, F]
        assert outcomes(second, "while True:\n    pass", "a") == [Outcome.TIMED_OUT]
    finally:
        second.close()


def test_no_process_outlives_the_engine() -> None:
    before = Path("/proc/thread-self/children").read_text("ascii")
    second = CPythonEngine(QUICK)
    outcomes(second, "while response:\n    pass\nreturn True", "", "a")
    second.close()
    assert Path("/proc/thread-self/children").read_text("ascii") == before
