from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from spade_core.examples.example import Example
from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import FileCache, Limits, Sandbox, sandbox
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


def ran(cache: FileCache, *bodies: str) -> list[bool]:
    """Return whether each function was run on each row: one that was took some time."""
    candidates = [candidate(body, f"f{index}") for index, body in enumerate(bodies)]
    matrix = Sandbox(QUICK, cache=cache).run(candidates, ROWS)
    return [found.seconds > 0 for each in candidates for found in matrix.column(each)]


def known(cache: FileCache, source_hash: str, rows: Iterable[str] = ("row", "other")) -> Mapping[str, Evaluation]:
    """Return what is known of one function on these rows."""
    (found,) = cache.columns([source_hash], "v", list(rows))
    return {row: told for row, told in zip(rows, found, strict=True) if told is not None}


def test_what_did_not_change_is_not_run_again(cache: FileCache) -> None:
    body = "return response == 'a'"
    assert ran(cache, body, "return True") == [True, True, True, True]
    assert ran(cache, body, "return not False") == [False, False, True, True]


def test_a_new_row_is_run_and_the_others_are_not(cache: FileCache) -> None:
    one = candidate("return response == 'a'")
    before = Sandbox(QUICK, cache=cache).run([one], ROWS[:1])
    after = Sandbox(QUICK, cache=cache).run([one], ROWS)
    assert [found.seconds > 0 for found in before.column(one)] == [True]
    assert [(found.outcome, found.seconds > 0) for found in after.column(one)] == [(P, False), (F, True)]


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


def test_beside_a_row_that_no_function_can_be_given_the_others_are_known_again(cache: FileCache) -> None:
    one, rows = candidate("return response == 'a'"), [example("a", {"day": date(2026, 1, 1)}), *ROWS]
    for expected in ([False, True, True], [False, False, False]):
        found = Sandbox(QUICK, cache=cache).run([one], rows).column(one)
        assert [(each.outcome, each.seconds > 0) for each in found] == list(
            zip((Outcome.UNSUPPORTED, P, F), expected, strict=True)
        )


def test_an_error_keeps_its_line_and_a_timeout_is_not_kept(cache: FileCache) -> None:
    errs, loops = candidate("return int(response) > 1", "errs"), candidate("while response:\n    pass", "loops")
    first, again = (Sandbox(QUICK, cache=cache).run([errs, loops], ROWS) for _ in range(2))
    assert [(one.outcome, one.message, one.line) for one in again.column(errs)] == [
        (Outcome.ERRORED, f"ValueError: invalid literal for int() with base 10: {row.response!r}", 2) for row in ROWS
    ]
    assert [one.message for one in again.column(errs)] == [one.message for one in first.column(errs)]
    assert [one.seconds > 0 for each in (errs, loops) for one in again.column(each)] == [False, False, True, True]


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


def test_results_of_other_rules_for_running_are_not_seen(cache: FileCache, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ran(cache, "return True") == [True, True]
    monkeypatch.setattr(sandbox, "sources_digest", lambda *_: "another digest")
    assert ran(cache, "return True") == [True, True]


def test_a_worker_that_has_rows_of_an_earlier_run_is_given_others_where_they_differ(cache: FileCache) -> None:
    """Functions that are one expression run in an interpreter that stays, with the rows that it had."""
    for turn, response in enumerate("aabbab"):
        one = candidate(f"return response == 'a'  # {turn}")
        row = Example("the same", {}, "", response, None)
        [found] = Sandbox(Limits(workers=1), cache=cache).run([one], [row, replace(row, id="another")]).column(one)[:1]
        assert found.outcome is (P if response == "a" else F)


def test_a_judges_answers_are_never_cached(cache: FileCache) -> None:
    judge = Judge()
    one = candidate("return await ask_llm(prompt, response, 'Q?')")
    for _ in range(2):
        Sandbox(QUICK, cache=cache).run([one], ROWS, judge=judge)
    assert judge.asked == 4


def test_a_file_survives_its_process_and_shrugs_off_damage(tmp_path: Path) -> None:
    path = tmp_path / "cache.jsonl"
    assert ran(FileCache(path), "return response == 'a'") == [True, True]
    path.write_bytes(
        b'{"half\n\xff\xfe\n[]\n{"source": 1, "version": 2, "rows": {"a": {"outcome": "x"}}}\n' + path.read_bytes()
    )
    assert ran(FileCache(path), "return response == 'a'") == [False, False]


@pytest.mark.parametrize(
    "end",
    [
        '[], "a"]',
        '[], "PF"]',
        "[], 5]",
        '[["timed out", "", null]], "a"]',
        '[["errored", ""]], "a"]',
        '[["errored", "", "1"]], "a"]',
        '[["errored", "", null]], "b"]',
        '5, "P"]',
    ],
)
def test_a_line_that_names_what_is_not_there_counts_for_nothing(end: str, tmp_path: Path) -> None:
    path = tmp_path / "cache.jsonl"
    FileCache(path).keep(HASH, "v", ["other"], [Evaluation(P, "engine", 0.5)])
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
    assert [one.outcome for one in first.values()] == [P, F, P, F, P]


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
