"""What a row is: a copy for every call, and a defect where a field is no JSON value."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from spade_core.examples.example import Example
from spade_core.results import Outcome
from spade_core.sandbox import FileCache, Limits, Sandbox
from spade_core.sandbox.rows import Rows
from tests.sandbox.functions import candidate, evaluations, example


@pytest.mark.parametrize("value", [object(), b"x", (1,), {1}, {2: 3}, 1j, [float], {"a": [object()]}])
def test_a_field_that_json_has_no_name_for_is_unsupported_and_named(value: object) -> None:
    good, bad = evaluations("return 'a' in example", example("x", {"a": 1}), example("y", {"a": value}))
    assert (good.outcome, bad.outcome) == (Outcome.PASSED, Outcome.UNSUPPORTED)
    assert bad.message.startswith("the example's field 'a' h")


def test_a_field_that_holds_itself_is_unsupported() -> None:
    loop: list[object] = []
    loop.append(loop)
    (found,) = evaluations("return True", example("x", {"a": loop}))
    assert (found.outcome, found.message) == (Outcome.UNSUPPORTED, "the example's field 'a' is nested too deeply")


def test_a_field_name_that_is_no_text_is_a_defect() -> None:
    odd = Example("x", {1: "a"}, "", "", None)  # type: ignore[dict-item]
    assert Rows([odd]).defects[0] == "the example has a field name of type int"


@pytest.mark.parametrize("value", ["\ud800", "\x00", 10**1000, -0.0, 1e308, True, None, [], {}, {"": [{"a": [1.5]}]}])
def test_every_json_value_arrives_as_it_is(value: object) -> None:
    body = f"return type(example['a']) is type({value!r}) and example['a'] == {value!r}"
    (found,) = evaluations(body, example("x", {"a": value}))
    assert found.outcome is Outcome.PASSED


@pytest.mark.parametrize("size", [1, 3_000_000])
@pytest.mark.parametrize("mark", ["x", "\x00", "\x00AA==", "\ud800", "é中👍🏽", "m\n[0]", "\r\n\x85\u2028"])
def test_every_text_arrives_as_it_is_whether_or_not_its_row_fits_the_memory_that_is_shared(
    mark: str, size: int
) -> None:
    body = f"return response == {mark!r} * (len(response) // {len(mark)}) and prompt == {mark!r}"
    bytes_each = len(mark.encode("utf-8", "surrogatepass"))
    rows = [example("" if index == 1 else mark * (size // bytes_each + 1), prompt=mark) for index in range(3)]
    rows = [replace(row, id=str(index)) for index, row in enumerate(rows)]
    found = evaluations(body, *rows, limits=Limits(row_seconds=10.0))
    assert [one.outcome for one in found] == [Outcome.PASSED] * 3


def test_nan_and_infinities_arrive_as_they_are() -> None:
    odd = example("x", {"a": [float("nan"), float("inf")]})
    (found,) = evaluations("a, b = example['a']\nreturn a != a and b > 1e308", odd)
    assert found.outcome is Outcome.PASSED


def test_a_worker_that_has_rows_gives_each_function_the_parts_that_it_reads(tmp_path: Path) -> None:
    rows = [example(text, {"a": text}, prompt=text) for text in "xy"]
    parts = ('response == "x"', 'example["a"] == "x"', 'prompt == response == "x"')
    for turn, order in enumerate(permutations(parts)):
        for part in order:
            one = candidate(f"return {part}  # {turn}")
            kept = FileCache(tmp_path / "kept")  # by which rows are known in the next run
            matrix = Sandbox(Limits(workers=1), cache=kept).run([one], rows)
            assert [matrix.evaluations[row.id, one.name].outcome for row in rows] == ["passed", "failed"]
