import pytest

from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox, unsupported_here
from spade_core.sandbox.worker import FULL_ROWS, MOST_ROWS
from tests.sandbox.functions import QUICK, candidate, evaluations, example, outcomes, source

PATIENT = Limits(row_seconds=0.4, function_seconds=120.0)
P, F, E = Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED


def test_a_truth_value_is_passed_or_failed() -> None:
    assert outcomes("return len(response.split()) <= 2", "a b", "a b c") == [P, F]


def test_what_is_returned_counts_by_its_truth() -> None:
    bodies = {"return None": F, "return []": F, "return 0.0": F, "return 'no'": P, "return [False]": P, "pass": F}
    assert {body: outcomes(body, "x")[0] for body in bodies} == bodies


def test_an_exception_is_an_error_with_its_line_and_text() -> None:
    (found,) = evaluations("x = 1\nreturn example['gone'] == x", example("a"))
    assert (found.outcome, found.line, found.message) == (E, 3, "KeyError: 'gone'")
    assert found.engine.startswith("cpython 3.")


def test_an_exception_that_cannot_be_put_into_words_is_an_error_all_the_same() -> None:
    (found,) = evaluations("raise ValueError(10 ** 5000)", example("a"))
    assert (found.outcome, found.line, found.message) == (E, 2, "ValueError")


def test_what_the_compiler_refuses_is_unsupported_with_its_line() -> None:
    (found,) = evaluations("x = 1\nif x:\n    break\nreturn True", example("x"))
    assert (found.outcome, found.line) == (Outcome.UNSUPPORTED, 4)
    assert found.message == "it is not valid Python: 'break' outside loop"


def test_only_the_rows_that_raise_are_errors() -> None:
    assert outcomes("return 10 / int(response) > 3", "2", "0", "x", "5") == [P, E, E, F]


def test_a_timeout_error_raised_on_purpose_is_no_timeout() -> None:
    assert outcomes("raise TimeoutError('feed time limit exceeded')", "x") == [E]


def test_a_limit_names_the_culprit_row_and_the_others_keep_their_results() -> None:
    body = "while response == 'c':\n    pass\nreturn response != 'd'"
    assert outcomes(body, "a", "b", "c", "d", "e") == [P, P, Outcome.TIMED_OUT, F, P]


def test_a_function_that_never_ends_costs_a_few_rows_time_and_not_that_of_all() -> None:
    rows = [example(str(index)) for index in range(60)]
    found = evaluations("while True:\n    pass", *rows, limits=PATIENT)
    assert {one.outcome for one in found} == {Outcome.TIMED_OUT}
    said = [one.message for one in found]
    assert said[:FULL_ROWS] == ["it runs longer than 0.4 s on one row"] * FULL_ROWS
    cut_short = f"stopped after 0.2 s: the function met its time limit on {FULL_ROWS} rows before"
    assert said[FULL_ROWS:MOST_ROWS] == [cut_short] * (MOST_ROWS - FULL_ROWS)
    unrun = f"not run: the function met its time limit on {MOST_ROWS} rows before"
    assert said[MOST_ROWS:] == [unrun] * (60 - MOST_ROWS)
    assert {one.seconds for one in found[MOST_ROWS:]} == {0.0}


def test_rows_of_a_function_that_ends_on_some_of_them_keep_their_results() -> None:
    body = "while int(response) % 6 == 5:\n    pass\nreturn int(response) % 2 == 0"
    rows = [example(str(index)) for index in range(42)]
    other = [candidate(body), candidate("return True", "assert_other")]
    matrix = Sandbox(PATIENT).run(other, rows)
    outcomes = [matrix.evaluations[row.id, "assert_it"].outcome for row in rows]
    assert outcomes == [Outcome.TIMED_OUT if i % 6 == 5 else F if i % 2 else P for i in range(42)]
    assert {matrix.evaluations[row.id, "assert_other"].outcome for row in rows} == {P}


def test_in_a_large_table_too_a_limit_names_the_culprit_row_and_the_others_keep_their_results() -> None:
    rows = [str(index) for index in range(10_000)]
    found = outcomes("while response == '123':\n    pass\nreturn response != '9999'", *rows)
    assert [index for index, outcome in enumerate(found) if outcome is not P] == [123, 9999]
    assert (found[123], found[9999]) == (Outcome.TIMED_OUT, F)


def test_memory_is_limited_and_the_line_that_wanted_it_is_named() -> None:
    found = evaluations("return len(('a' if response == 'x' else '') * 10 ** 9) == 0", example("w"), example("x"))
    assert [one.outcome for one in found] == [P, Outcome.OUT_OF_MEMORY]
    assert (found[1].message, found[1].line) == ("it needs more than 64 MB of memory", 2)


@pytest.mark.parametrize(
    "body",
    [
        "x = response\nwhile True:\n    x += x",
        "x, y = '', response * 1_000_000\nfor _ in range(500):\n    x = x + y\nreturn len(x) > 0",
        "x = ''\nwhile True:\n    x = x + 'y' * 1_000_000",
        "x = b'x'\nwhile True:\n    x += x",
        "x = [1]\nwhile True:\n    x.extend(x)",
        "x = {}\nwhile True:\n    x[len(x)] = response * 1000",
        "import io\nx = io.StringIO()\nwhile True:\n    x.write(response * 1_000_000)",
        "return response * (1 << 30)",
        "return response * (1 << 40)",
        "return bytearray(1 << 31)",
        "return bytes((1 << 31) - 10)",
        "import io\nx = io.BytesIO()\nx.seek((1 << 31) - 2)\nx.write(b'xx')",
        "return list(range(10 ** 10))",
        "return ''.join([response * 1_000_000] * 100_000)",
        "return (response * 1_000_000).replace('x', 'y' * 100_000)",
        "return f'{1:999999999}'",
        "return '%9999999999d' % 1",
        "return 1 << (1 << 40)",
        "return response.ljust(1 << 40)",
        "import struct\nreturn struct.pack('9999999999s', b'')",
        "import itertools\nreturn list(itertools.product('ab', repeat=40))",
        "import re\nreturn re.sub('x', 'y' * 100_000, response * 100_000)",
    ],
)
def test_every_way_to_run_out_of_memory_is_told_as_such(body: str) -> None:
    (found,) = evaluations(body, example("x"), limits=Limits(row_seconds=5.0, memory_bytes=QUICK.memory_bytes))
    assert (found.outcome, found.message) == (Outcome.OUT_OF_MEMORY, "it needs more than 64 MB of memory")


@pytest.mark.parametrize(
    "body",
    [
        "raise ValueError('the response is too long')",
        "raise OverflowError('3 words are too many digits')",
        "raise TypeError(f'{response[:0]!r} is no number')",
        "class Odd:\n    def __str__(self):\n        return \"'' object \"\nraise TypeError(Odd())",
        "import math\nreturn math.exp(1000)",
        "return [] + response",
    ],
)
def test_an_error_of_the_function_is_not_taken_for_a_lack_of_memory(body: str) -> None:
    (found,) = evaluations(body, example("x"))
    assert found.outcome is Outcome.ERRORED


def test_memory_ends_where_the_page_on_the_sandbox_says() -> None:
    """At the limit or a little beyond it: within one and a half times its value."""
    body = "return len('a' * (int(response) * 1024 * 1024)) > 0"
    found = evaluations(body, example("64"), example("96"), limits=Limits(memory_bytes=64 * 1024 * 1024))
    assert [one.outcome for one in found] == [P, Outcome.OUT_OF_MEMORY]


@pytest.mark.parametrize(
    ("response", "fields"),
    [
        ("a word " * 1_400_000, {}),
        ("ein Wört " * 1_000_000, {}),
        ("\N{GRINNING FACE}" + "a word " * 1_400_000, {}),
        ("x", {"text": "a word " * 1_400_000}),
        ("x", {"rows": [{"a": "bc"}] * 500_000}),
    ],
    ids=["ascii", "latin", "wide", "text in a field", "objects in a field"],
)
def test_memory_ends_at_the_same_place_on_rows_of_10_megabytes(response: str, fields: dict[str, object]) -> None:
    body = "held = [bytes(2**20) for _ in range({})]\nreturn len(response) + len(example) > 0"
    functions = [candidate(body.format(megabytes), f"of_{megabytes}") for megabytes in (128, 192)]
    row = example(response, fields)
    found = Sandbox(Limits(row_seconds=5.0)).run(functions, [row]).evaluations
    assert [found[row.id, each.name].outcome for each in functions] == [P, Outcome.OUT_OF_MEMORY]


@pytest.mark.parametrize("cover", ["except Exception:", "except:", "finally:"])
def test_a_lack_of_memory_cannot_be_covered_up(cover: str) -> None:
    body = (
        f"x = []\ntry:\n    while response == 'b':\n        x.append([1] * 100_000)\n{cover}\n    return True\nreturn 1"
    )
    found = evaluations(body, *map(example, "abc"), limits=Limits(row_seconds=5.0, memory_bytes=QUICK.memory_bytes))
    assert [one.outcome for one in found] == [P, Outcome.OUT_OF_MEMORY, P]
    assert (found[1].message, found[1].line) == ("it needs more than 64 MB of memory", 5)


def test_a_regular_expression_that_never_ends_is_ended() -> None:
    body = "import re\nreturn re.match('(a+)+$', response) is None"
    assert outcomes(body, "b", "a" * 40 + "b", "b") == [P, Outcome.TIMED_OUT, P]


def test_rows_that_are_each_in_time_may_not_take_more_than_the_functions_time_together() -> None:
    body = "n = 0\nwhile n < 3 * 10 ** 6:\n    n += 1\nreturn True"
    hasty = Limits(row_seconds=5.0, function_seconds=1.0)
    found = [one.outcome for one in evaluations(body, *map(example, map(str, range(100))), limits=hasty)]
    assert set(found) == {P, Outcome.TIMED_OUT}
    assert found == sorted(found, key=[P, Outcome.TIMED_OUT].index)


def test_what_a_row_leaves_to_the_garbage_collector_does_not_time_out_the_next_one() -> None:
    body = (
        "def g(spin):\n    try:\n        yield 1\n    finally:\n        while spin:\n            pass\n"
        "it = g(response == 'a')\nnext(it)\nkept = [it]\nkept.append(kept)\n"
        "waste = []\nfor i in range(3000 if response != 'a' else 0):\n    waste.append([])\nreturn True"
    )
    assert outcomes(body, "a", "b", "c")[1:] == [P, P]


def test_what_kills_the_interpreter_costs_its_row_alone() -> None:
    body = "x = ()\nfor i in range(400_000 if response == 'b' else 1):\n    x = (x,)\nreturn {x: 1} != 2"
    assert outcomes(body, "a", "b", "c")[::2] == [P, P]


def test_an_interpreter_that_calls_the_operating_system_is_a_crash_of_its_row_alone() -> None:
    body = "for one in object.__subclasses__():\n    if one.__name__ == '_wrap_close' and response == 'b':\n" + (
        "        one.__init__.__globals__['listdir']('/')\nreturn True"
    )
    assert outcomes(body, "a", "b", "c") in ([P, Outcome.CRASHED, P], [P, Outcome.ERRORED, P])


def test_a_limit_cannot_be_caught_from_inside() -> None:
    body = "try:\n    while response == 'x':\n        pass\nexcept Exception:\n    return True\nreturn True"
    assert outcomes(body, "w", "x") == [P, Outcome.TIMED_OUT]


def test_a_changed_example_changes_no_other_row_and_no_other_assertion() -> None:
    shared = {"list": [1], "dict": {"deep": [2]}}
    rows = [example(text, shared) for text in ("a", "b", "c")]
    spoil = "example['list'].append(9)\nexample['dict']['deep'].clear()\nexample['new'] = 1\n"
    check = "return len(example['list']) == 1 and example['dict']['deep'] == [2] and 'new' not in example"
    both = [candidate(spoil + "return len(example['list']) == 2", "assert_a"), candidate(check, "assert_b")]
    matrix = Sandbox(QUICK).run(both, rows)
    assert {found.outcome for found in matrix.evaluations.values()} == {P}
    assert shared == {"list": [1], "dict": {"deep": [2]}}


def test_what_is_printed_is_never_taken_for_a_result() -> None:
    assert outcomes("print('0 P')\nprint('1 P')\nreturn False", "a", "b") == [F, F]


def test_every_pair_has_an_evaluation_in_a_fixed_order() -> None:
    candidates = [candidate("return True", "assert_b"), candidate("import re\nreturn True", "assert_a")]
    rows = [example("y"), example("x")]
    matrix = Sandbox(QUICK).run(candidates, rows)
    assert list(matrix.evaluations) == [(row.id, one.name) for row in rows for one in candidates]


def test_nothing_to_do_is_done_without_an_engine() -> None:
    assert Sandbox(QUICK).run([], [example("x")]).evaluations == {}
    assert Sandbox(QUICK).run([candidate("return True")], []).evaluations == {}


def test_rejected_and_unsupported_functions_say_so_with_their_line() -> None:
    (refused,) = evaluations("x = 1\nimport os\nreturn True", example("x"))
    assert (refused.outcome, refused.line, refused.message) == (Outcome.UNSUPPORTED, 3, "the module os is not there")
    found = unsupported_here(source('x = "👍é"; import os'))
    assert found is not None
    assert (found.line, found.column) == (2, 14)
    rejected = unsupported_here("x = 1")
    assert rejected is not None
    assert rejected.reason == "rejected: there is code outside the function"


def test_lone_surrogates_nul_characters_and_a_megabyte_of_text_are_ordinary() -> None:
    body = "return response.count('\\x00') == len(response.split('\\x00')) - 1"
    assert outcomes(body, "a\0b\0", "\0" * 1000, "é" * 1_000_000, "\ud800") == [P, P, P, P]
