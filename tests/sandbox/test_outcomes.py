import sys

import pytest

from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from spade_core.sandbox.patience import FULL_ROWS, MOST_ROWS
from tests.sandbox.functions import QUICK, candidate, evaluations, example, outcomes

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="the second engine needs Linux")
PATIENT = Limits(row_seconds=0.4, function_seconds=120.0)
P, F, E = Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED


def test_a_truth_value_is_passed_or_failed() -> None:
    assert outcomes("return len(response.split()) <= 2", "a b", "a b c") == [P, F]


def test_what_is_returned_counts_by_its_truth() -> None:
    bodies = {"return None": F, "return []": F, "return 0.0": F, "return 'no'": P, "return [False]": P, "pass": F}
    assert {body: outcomes(body, "x")[0] for body in bodies} == bodies


def test_an_exception_is_an_error_with_its_line_and_text() -> None:
    for second in (False, True):
        (found,) = evaluations("x = 1\nreturn example['gone'] == x", example("a"), second=second)
        assert (found.outcome, found.line, found.message) == (E, 3, "KeyError: 'gone'")


def test_an_exception_in_monty_is_confirmed_by_the_second_engine_where_there_is_one() -> None:
    body = "return any(int(word) > 3 for word in response.split())"
    alone = evaluations(body, example("5 x"), example("1 2"), second=False)
    both = evaluations(body, example("5 x"), example("1 2"))
    assert [one.outcome for one in alone] == [Outcome.UNSUPPORTED, F]
    assert alone[0].message.startswith("Monty raised ValueError")
    if sys.platform == "linux":
        assert [(one.outcome, one.engine.split()[0]) for one in both] == [(P, "cpython"), (F, "monty")]


def test_only_the_rows_that_raise_are_errors() -> None:
    assert outcomes("return 10 / int(response) > 3", "2", "0", "x", "5") == [P, E, E, F]


def test_a_timeout_error_raised_on_purpose_is_no_timeout() -> None:
    assert outcomes("raise TimeoutError('feed time limit exceeded')", "x") == [E]


def test_a_limit_names_the_culprit_row_and_the_others_keep_their_results() -> None:
    body = "while response == 'c':\n    pass\nreturn response != 'd'"
    assert outcomes(body, "a", "b", "c", "d", "e") == [P, P, Outcome.TIMED_OUT, F, P]


@pytest.mark.parametrize("before", ["", "import re\n"])
def test_a_function_that_never_ends_costs_a_few_rows_time_and_not_that_of_all(before: str) -> None:
    rows = [example(str(index)) for index in range(60)]
    found = evaluations(before + "while True:\n    pass", *rows, limits=PATIENT)
    assert {one.outcome for one in found} == {Outcome.TIMED_OUT}
    said = [one.message for one in found]
    assert said[:FULL_ROWS] == ["it runs longer than 0.4 s on one row"] * FULL_ROWS
    cut_short = f"stopped after 0.2 s: the function met its time limit on {FULL_ROWS} rows before"
    assert said[FULL_ROWS:MOST_ROWS] == [cut_short] * (MOST_ROWS - FULL_ROWS)
    unrun = f"not run: the function met its time limit on {MOST_ROWS} rows before"
    assert said[MOST_ROWS:] == [unrun] * (60 - MOST_ROWS)
    assert {one.seconds for one in found[MOST_ROWS:]} == {0.0}


@pytest.mark.parametrize("before", ["", "import re\n"])
def test_rows_of_a_function_that_ends_on_some_of_them_keep_their_results(before: str) -> None:
    body = before + "while int(response) % 6 == 5:\n    pass\nreturn int(response) % 2 == 0"
    rows = [example(str(index)) for index in range(42)]
    other = [candidate(body), candidate("return True", "assert_other")]
    matrix = Sandbox(PATIENT).run(other, rows)
    outcomes = [matrix.evaluations[row.id, "assert_it"].outcome for row in rows]
    assert outcomes == [Outcome.TIMED_OUT if i % 6 == 5 else F if i % 2 else P for i in range(42)]
    assert {matrix.evaluations[row.id, "assert_other"].outcome for row in rows} == {P}


def test_memory_is_limited_and_the_line_that_wanted_it_is_named() -> None:
    found = evaluations("return len(('a' if response == 'x' else '') * 10 ** 9) == 0", example("w"), example("x"))
    assert [one.outcome for one in found] == [P, Outcome.OUT_OF_MEMORY]
    assert (found[1].message, found[1].line) == ("it needs more than 64 MB of memory", 2)


@pytest.mark.parametrize(
    ("before", "least", "most"), [("", 57, 64), pytest.param("import re\n", 64, 64 + 48, marks=needs_linux)]
)
def test_memory_ends_where_the_page_on_the_sandbox_says(before: str, least: int, most: int) -> None:
    """Monty stops a little short of the limit, CPython up to 48 MB beyond it: both within twice its value."""
    body = before + "return len('a' * (int(response) * 1024 * 1024)) > 0"
    found = evaluations(body, example(str(least)), example(str(most)), limits=Limits(memory_bytes=64 * 1024 * 1024))
    assert [one.outcome for one in found] == [P, Outcome.OUT_OF_MEMORY]


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
    (unsupported,) = evaluations("x = 1\nimport re\nreturn True", example("x"), second=False)
    assert (unsupported.outcome, unsupported.line) == (Outcome.UNSUPPORTED, 3)
    assert unsupported.message == "Monty does not run the module re exactly as CPython does"
    (refused,) = evaluations("x = 1\nimport os\nreturn True", example("x"))
    assert (refused.outcome, refused.line) == (Outcome.UNSUPPORTED, 3)
