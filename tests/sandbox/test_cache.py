from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import FileCache, Limits, Sandbox
from spade_core.sandbox.rows import row_hash
from tests.sandbox.functions import QUICK, candidate, example

HASH, TABLE = "5a" * 32, "7b" * 32
P, F = Outcome.PASSED, Outcome.FAILED
ROWS = [example("a"), example("b")]


class Judge:
    """Says yes and counts."""

    asked = 0

    def ask(self, prompt: str, response: str, question: str) -> bool:
        self.asked += 1
        return True


@pytest.fixture
def cache(tmp_path: Path) -> FileCache:
    return FileCache(tmp_path / "folder" / "cache.jsonl")


def ran(cache: FileCache, *bodies: str) -> list[float]:
    """Return the seconds noted for each cell; a cell from the cache keeps the seconds of the run it came from."""
    candidates = [candidate(body, f"f{index}") for index, body in enumerate(bodies)]
    matrix = Sandbox(QUICK, cache=cache).run(candidates, ROWS)
    return [found.seconds for found in matrix.evaluations.values()]


def known(cache: FileCache, source_hash: str, rows: Iterable[str] = ("row", "other")) -> Mapping[str, Evaluation]:
    """Return what is known of one function on these rows."""
    (found,) = cache.columns([source_hash], "v", list(rows))
    return {row: told for row, told in zip(rows, found, strict=True) if told is not None}


def test_what_did_not_change_is_not_run_again(cache: FileCache) -> None:
    body = "return response == 'a'"
    first = ran(cache, body, "return True")
    again = ran(cache, body, "return not False")
    assert [again[0], again[2]] == [first[0], first[2]]
    assert [again[1], again[3]] != [first[1], first[3]]


def test_a_new_row_is_run_and_the_others_are_not(cache: FileCache) -> None:
    one = candidate("return response == 'a'")
    before = Sandbox(QUICK, cache=cache).run([one], ROWS[:1])
    after = Sandbox(QUICK, cache=cache).run([one], ROWS)
    assert after.evaluations[ROWS[0].id, one.name] == before.evaluations[ROWS[0].id, one.name]
    assert [found.outcome for found in after.evaluations.values()] == [P, F]


def test_a_changed_field_is_another_row(cache: FileCache) -> None:
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


def test_an_error_keeps_its_line_and_a_timeout_is_not_kept(cache: FileCache) -> None:
    bodies = ["return int(response) > 1", "while response:\n    pass"]
    first, again = ran(cache, *bodies), ran(cache, *bodies)
    assert [first[0], first[2]] == [again[0], again[2]]
    assert [first[1], first[3]] != [again[1], again[3]]


def test_rows_that_were_not_run_are_not_kept_either(cache: FileCache) -> None:
    one, rows = candidate("while True:\n    pass"), [example(str(index)) for index in range(12)]
    again = [*rows[11:], *rows[:11]]
    brief = replace(QUICK, row_seconds=0.05)
    for order in (rows, again):
        found = Sandbox(brief, cache=cache).run([one], order).evaluations
        assert found[order[0].id, one.name].message == "it runs longer than 0.05 s on one row"
        assert found[order[-1].id, one.name].message.startswith("not run: ")


def test_other_limits_do_not_see_these_results(cache: FileCache) -> None:
    body = "return len('a' * 60_000_000) > 1"
    small, large = Limits(memory_bytes=16 * 1024 * 1024), Limits()
    outcomes = [
        next(iter(Sandbox(limits, cache=cache).run([candidate(body)], ROWS[:1]).evaluations.values())).outcome
        for limits in (small, large, small)
    ]
    assert outcomes == [Outcome.OUT_OF_MEMORY, P, Outcome.OUT_OF_MEMORY]


def test_a_judges_answers_are_never_cached(cache: FileCache) -> None:
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
        '[["passed", "", 0, "", null]], "$"]',
        '[["timed out", "", 0, "", null]], "#"]',
        '[["failed", "", 0, "", null]], "##"]',
        '[["passed"]], 5]',
        f'[["passed", "", 1{"0" * 400}, "", null]], "#"]',
        '[["passed", "", NaN, "", null]], "#"]',
        '[["passed", "", -1, "", null]], "#"]',
    ],
)
def test_a_line_that_names_what_is_not_there_counts_for_nothing(end: str, tmp_path: Path) -> None:
    path = tmp_path / "cache.jsonl"
    FileCache(path).keep(HASH, "v", ["other"], [Evaluation(P)])
    with path.open("a", encoding="ascii") as file:
        file.write(
            f'["{HASH[:63]}t", "rows", ["row"]]\n["{HASH}", "v", "{HASH[:63]}t", {end}\n["{HASH}", "v", "no", {end}\n'
        )
    assert known(FileCache(path), HASH) == {"other": Evaluation(P)}


def test_what_functions_said_of_one_table_does_not_repeat_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "cache.jsonl"
    said = {f"{number:032}": Evaluation(P if number % 3 else F) for number in range(1000)}
    for number in range(100):
        cache = FileCache(path)
        assert known(cache, f"{0:064}", said) == (said if number else {})
        cache.keep(f"{number:064}", "v", list(said), list(said.values()))
    assert path.stat().st_size < 40 * 1000 + 100 * 4 * 1000
    assert known(FileCache(path), f"{7:064}", said) == said


def test_what_later_runs_found_on_other_rows_is_known_beside_what_earlier_ones_did(tmp_path: Path) -> None:
    path = tmp_path / "cache.jsonl"
    for rows in (["a", "b"], ["c"], ["b", "d"]):
        FileCache(path).keep(HASH, "v", rows, [Evaluation(P, message=f"{row} of {len(rows)}") for row in rows])
    found = known(FileCache(path), HASH, ["d", "a", "none", "b", "c"])
    assert {row: one.message for row, one in found.items()} == {
        "a": "a of 2",
        "b": "b of 2",
        "c": "c of 1",
        "d": "d of 2",
    }


def test_of_rows_that_are_alike_each_is_known_again(tmp_path: Path) -> None:
    path = tmp_path / "cache.jsonl"
    alike = [replace(ROWS[number % 2], id=str(number)) for number in range(5)]
    first = Sandbox(QUICK, cache=FileCache(path)).run([candidate("return response == 'a'")], alike).evaluations
    again = Sandbox(QUICK, cache=FileCache(path)).run([candidate("return response == 'a'")], alike).evaluations
    assert [one.outcome for one in again.values()] == [P, F, P, F, P]
    assert dict(again) == dict(first)


def test_past_its_size_the_file_starts_anew(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "cache.jsonl", most_bytes=1_000)
    for number in range(50):
        cache.keep(f"{number:064}", "v", ["row"], [Evaluation(P)])
    again = FileCache(tmp_path / "cache.jsonl")
    assert (known(again, f"{0:064}"), known(again, f"{49:064}")) == ({}, {"row": Evaluation(P)})
    assert (tmp_path / "cache.jsonl").stat().st_size < 1_200


def test_a_file_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", "utf-8")
    cache = FileCache(tmp_path / "taken" / "cache.jsonl")
    assert len(ran(cache, "return True")) == len(ROWS)
