from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import FileCache, Limits, ResultCache, Sandbox
from spade_core.sandbox.cache import row_hash
from tests.sandbox.functions import QUICK, candidate, example

P, F = Outcome.PASSED, Outcome.FAILED
ROWS = [example("a"), example("b")]


class Judge:
    """Says yes and counts."""

    asked = 0

    def ask(self, prompt: str, response: str, question: str) -> bool:
        self.asked += 1
        return True


@pytest.fixture
def cache(tmp_path: Path) -> ResultCache:
    return FileCache(tmp_path / "folder" / "cache.jsonl")


def ran(cache: ResultCache, *bodies: str) -> list[float]:
    """Return the seconds noted for each cell; a cell from the cache keeps the seconds of the run it came from."""
    candidates = [candidate(body, f"f{index}") for index, body in enumerate(bodies)]
    matrix = Sandbox(QUICK, cache=cache).run(candidates, ROWS)
    return [found.seconds for found in matrix.evaluations.values()]


def known(cache: ResultCache, source_hash: str) -> Mapping[str, Evaluation]:
    """Return what is known of one function."""
    (found,) = cache.of([source_hash], "v")
    return found


def test_what_did_not_change_is_not_run_again(cache: ResultCache) -> None:
    body = "return response == 'a'"
    first = ran(cache, body, "return True")
    again = ran(cache, body, "return not False")
    assert [again[0], again[2]] == [first[0], first[2]]
    assert [again[1], again[3]] != [first[1], first[3]]


def test_a_new_row_is_run_and_the_others_are_not(cache: ResultCache) -> None:
    one = candidate("return response == 'a'")
    before = Sandbox(QUICK, cache=cache).run([one], ROWS[:1])
    after = Sandbox(QUICK, cache=cache).run([one], ROWS)
    assert after.evaluations[ROWS[0].id, one.name] == before.evaluations[ROWS[0].id, one.name]
    assert [found.outcome for found in after.evaluations.values()] == [P, F]


def test_a_changed_field_is_another_row(cache: ResultCache) -> None:
    one = candidate("return example['n'] == 1")
    for number, outcome in ((1, P), (2, F), (1, P)):
        matrix = Sandbox(QUICK, cache=cache).run([one], [example("x", {"n": number})])
        assert next(iter(matrix.evaluations.values())).outcome is outcome


@pytest.mark.parametrize(
    ("json_like", "odd"), [({"a": [1]}, {"a": (1,)}), ({"a": {"1": 2}}, {"a": {1: 2}}), ({"a": 1}, {"a": True})]
)
def test_a_row_that_json_would_write_alike_is_another_row(json_like: dict[str, object], odd: dict[str, object]) -> None:
    assert row_hash(example("x", json_like)) != row_hash(example("x", odd))
    assert row_hash(example("x", json_like)) == row_hash(example("x", dict(json_like)))


def test_an_error_keeps_its_line_and_a_timeout_is_not_kept(cache: ResultCache) -> None:
    bodies = ["return int(response) > 1", "while response:\n    pass"]
    first, again = ran(cache, *bodies), ran(cache, *bodies)
    assert [first[0], first[2]] == [again[0], again[2]]
    assert [first[1], first[3]] != [again[1], again[3]]


def test_rows_that_were_not_run_are_not_kept_either(cache: ResultCache) -> None:
    one, rows = candidate("while True:\n    pass"), [example(str(index)) for index in range(12)]
    again = [*rows[11:], *rows[:11]]
    brief = replace(QUICK, row_seconds=0.05)
    for order in (rows, again):
        found = Sandbox(brief, cache=cache).run([one], order).evaluations
        assert found[order[0].id, one.name].message == "it runs longer than 0.05 s on one row"
        assert found[order[-1].id, one.name].message.startswith("not run: ")


def test_other_limits_do_not_see_these_results(cache: ResultCache) -> None:
    body = "return len('a' * 60_000_000) > 1"
    small, large = Limits(memory_bytes=16 * 1024 * 1024), Limits()
    outcomes = [
        next(iter(Sandbox(limits, cache=cache).run([candidate(body)], ROWS[:1]).evaluations.values())).outcome
        for limits in (small, large, small)
    ]
    assert outcomes == [Outcome.OUT_OF_MEMORY, P, Outcome.OUT_OF_MEMORY]


def test_a_judges_answers_are_never_cached(cache: ResultCache) -> None:
    judge = Judge()
    one = candidate("return await ask_llm(prompt, response, 'Q?')")
    for _ in range(2):
        Sandbox(QUICK, cache=cache).run([one], ROWS, judge=judge)
    assert judge.asked == 4


def test_a_file_survives_its_process_and_shrugs_off_damage(tmp_path: Path) -> None:
    path = tmp_path / "cache.jsonl"
    first = ran(FileCache(path), "return response == 'a'")
    path.write_bytes(
        b'{"half\n\xff\xfe\n[]\n{"source": 1, "version": 2, "rows": {"a": {"outcome": "x"}}}\n' + path.read_bytes()
    )
    assert ran(FileCache(path), "return response == 'a'") == first


@pytest.mark.parametrize(
    "end",
    [
        '[["passed", "", 0, "", null]], [1]]',
        '[["timed out", "", 0, "", null]], [0]]',
        '[["failed", "", 0, "", null]], [0, 0]]',
        '[["passed"]], 5]',
        f'[["passed", "", 1{"0" * 400}, "", null]], [0]]',
        '[["passed", "", NaN, "", null]], [0]]',
        '[["passed", "", -1, "", null]], [0]]',
    ],
)
def test_a_line_that_names_what_is_not_there_counts_for_nothing(end: str, tmp_path: Path) -> None:
    path = tmp_path / "cache.jsonl"
    FileCache(path).keep("hash", "v", {"other": Evaluation(P)})
    with path.open("a", encoding="ascii") as file:
        file.write(f'["rows", "t", ["row"]]\n["hash", "v", "t", {end}\n["hash", "v", "nowhere", {end}\n')
    assert known(FileCache(path), "hash") == {"other": Evaluation(P)}


def test_what_functions_said_of_one_table_does_not_repeat_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "cache.jsonl"
    said = {f"{number:032}": Evaluation(P if number % 3 else F) for number in range(1000)}
    for number in range(100):
        FileCache(path).keep(f"hash {number}", "v", said)
    assert path.stat().st_size < 40 * 1000 + 100 * 4 * 1000
    assert known(FileCache(path), "hash 7") == said


def test_past_its_size_the_file_starts_anew(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "cache.jsonl", most_bytes=1_000)
    for number in range(50):
        cache.keep(f"hash {number}", "v", {"row": Evaluation(P)})
    again = FileCache(tmp_path / "cache.jsonl")
    assert (known(again, "hash 0"), known(again, "hash 49")) == ({}, {"row": Evaluation(P)})
    assert (tmp_path / "cache.jsonl").stat().st_size < 1_200


def test_a_file_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", "utf-8")
    cache = FileCache(tmp_path / "taken" / "cache.jsonl")
    assert len(ran(cache, "return True")) == len(ROWS)
