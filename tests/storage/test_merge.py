"""Generating again keeps what a person did, whatever it was."""

import pytest

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.criteria.criterion import Origin
from spade_core.errors import StorageError
from spade_core.storage import AssertionState, Merge, Record, merge_generated, parse_assertions, stored_assertions
from tests.storage.build import candidate, criterion, source_of

A, B, C = candidate("assert_a", "return 1"), candidate("assert_b", "return 2"), candidate("assert_c", "return 3")
COMMENT = '# quantity instruction: "under 100 words"'


def merged(
    text: str | None,
    record: Record,
    *candidates: CandidateAssertion,
    newline: str = "\n",
    models_done: bool = False,
) -> Merge:
    file = None if text is None else parse_assertions(text, "f")
    return merge_generated(file, record, candidates, path="f", newline=newline, models_done=models_done)


def generated(*candidates: CandidateAssertion) -> Merge:
    return merged(None, Record(prompt="note.prompt.md"), *candidates)


def names(merge: Merge) -> list[str]:
    return [function.name for function in parse_assertions(merge.text, "f").functions]


def source(merge: Merge, name: str) -> str:
    return next(f.source for f in parse_assertions(merge.text, "f").functions if f.name == name)


def states(merge: Merge) -> dict[str, AssertionState]:
    stored = stored_assertions(parse_assertions(merge.text, "f"), merge.record)
    return {assertion.name: assertion.state for assertion in stored.assertions}


def test_a_new_file_has_a_header_and_the_functions_in_order_with_a_comment_each() -> None:
    merge = generated(B, candidate("assert_a", "return 1", criterion()))
    assert merge.text.startswith("# Assertions for note.prompt.md, written by spade.\n#\n# Edit, rename, delete or add")
    assert merge.text.endswith(f"\n\n\n{B.source}\n\n\n{COMMENT}\n{A.source}\n")
    assert merge.added == ("assert_b", "assert_a")
    assert list(states(merge).values()) == [AssertionState.GENERATED] * 2


def test_merging_the_same_again_changes_nothing() -> None:
    once = generated(A, B)
    twice = merged(once.text, once.record, A, B)
    assert (twice.text, twice.record) == (once.text, once.record)
    assert (twice.added, twice.replaced, twice.removed, twice.kept) == ((), (), (), ())


@pytest.mark.parametrize("models_done", [False, True])
def test_a_bound_on_a_score_stays_where_no_scores_are_known(models_done: bool) -> None:
    scored = candidate("assert_faithfulness_high_enough", 'return example["scores"]["faithfulness"] >= 0.8')
    once = generated(A, scored)
    for text in (once.text, once.text.replace("0.8", "0.9")):
        again = merged(text, once.record, B, models_done=models_done)
        assert names(again) == [scored.name, "assert_b"]
        assert (again.removed, again.stale) == (("assert_a",), ())
        assert source(again, scored.name) in text
    refitted = candidate(scored.name, 'return example["scores"]["faithfulness"] >= 0.7')
    assert merged(once.text, once.record, refitted).replaced == (scored.name,)


def test_an_untouched_function_is_replaced_in_its_place() -> None:
    once = generated(A, B)
    better = candidate("assert_a", "return 10", criterion())
    twice = merged(once.text, once.record, B, better)
    assert names(twice) == ["assert_a", "assert_b"]
    assert f"{COMMENT}\n{better.source}\n\n\n{B.source}\n" in twice.text
    assert twice.replaced == ("assert_a",)


def test_an_edited_function_stays_as_it_is() -> None:
    once = generated(A, B)
    text = once.text.replace("return 1", "return 1.5  # mine")
    twice = merged(text, once.record, candidate("assert_a", "return 10"), B)
    assert twice.text == text
    assert twice.kept == ("assert_a",)
    assert states(twice) == {"assert_a": AssertionState.EDITED, "assert_b": AssertionState.GENERATED}


def test_an_edit_undone_by_the_person_is_ours_again() -> None:
    once = generated(A)
    edited = merged(once.text.replace("return 1", "return 9"), once.record, A)
    back = merged(once.text, edited.record, candidate("assert_a", "return 10"))
    assert back.replaced == ("assert_a",)


def test_a_function_with_a_persons_comment_above_it_stays() -> None:
    once = generated(candidate("assert_a", "return 1", criterion()))
    text = once.text.replace(COMMENT, f"# ask Ana first\n{COMMENT}")
    twice = merged(text, once.record, candidate("assert_a", "return 10", criterion()))
    assert twice.text == text
    assert states(twice) == {"assert_a": AssertionState.EDITED}


def test_a_renamed_function_stays_and_does_not_come_back_under_its_old_name() -> None:
    once = generated(A, B)
    text = once.text.replace("assert_a", "polite")
    twice = merged(text, once.record, candidate("assert_a", "return 10"), B)
    assert twice.text == text
    assert states(twice)["polite"] is AssertionState.EDITED
    stored = stored_assertions(parse_assertions(twice.text, "f"), twice.record)
    assert stored.by_name["polite"].generated_name == "assert_a"


def test_a_function_renamed_and_edited_is_known_by_the_comment_above_it() -> None:
    once = generated(candidate("assert_a", "return 1", criterion()), B)
    text = once.text.replace(A.source, source_of("polite", "return 99"))
    twice = merged(text, once.record, candidate("assert_a", "return 1", criterion()), B)
    assert twice.text == text
    assert not twice.record.rejected
    assert states(twice)["polite"] is AssertionState.EDITED


def test_two_functions_that_swapped_names_both_stay() -> None:
    once = generated(A, B)
    text = once.text.replace("assert_a", "x").replace("assert_b", "assert_a").replace("def x", "def assert_b")
    twice = merged(text, once.record, A, B)
    assert twice.text == text
    assert not twice.record.rejected


def test_a_deleted_function_does_not_come_back() -> None:
    once = generated(A, B)
    text = once.text.replace(f"\n\n\n{A.source}", "")
    twice = merged(text, once.record, A, B)
    assert twice.text == text
    assert twice.rejected == ("assert_a",)
    again = merged(twice.text, twice.record, candidate("assert_a", "return 10"), B)
    assert names(again) == ["assert_b"]
    other_name = merged(twice.text, twice.record, candidate("assert_other", "return 1"), B)
    assert names(other_name) == ["assert_b"]


@pytest.mark.parametrize(
    ("old", "new"),
    [("async def assert_a", "def assert_a"), (A.source, "class Old:\n    " + A.source.replace("\n", "\n    "))],
)
def test_a_function_that_is_no_assertion_by_a_slip_is_not_deleted_and_ours_again_once_mended(
    old: str, new: str
) -> None:
    once = generated(A, B)
    slip = merged(once.text.replace(old, new), once.record, A, B)
    assert (slip.text, slip.rejected, slip.added) == (once.text.replace(old, new), (), ())
    assert slip.record.assertions == slip.interrupted.assertions == once.record.assertions
    assert [problem.line is not None for problem in slip.problems] == [True]
    assert merged(once.text, slip.record, A, B).record == once.record


def test_a_deleted_function_that_the_person_brings_back_is_ours_again() -> None:
    once = generated(A, B)
    deleted = merged(once.text.replace(f"\n\n\n{A.source}", ""), once.record, A, B)
    assert list(deleted.record.rejected) == ["assert_a"]
    back = merged(once.text, deleted.record, A, B)
    assert not back.record.rejected
    assert states(back) == {"assert_a": AssertionState.GENERATED, "assert_b": AssertionState.GENERATED}


def test_when_the_whole_file_is_deleted_all_is_generated_anew_but_not_what_was_rejected_before() -> None:
    once = generated(A, B)
    deleted = merged(once.text.replace(f"\n\n\n{A.source}", ""), once.record, A, B)
    assert names(merged(None, deleted.record, A, B, C)) == ["assert_b", "assert_c"]
    assert names(merged("\n", once.record, A, B)) == ["assert_a", "assert_b"]


def test_a_function_added_by_a_person_stays_also_when_a_candidate_has_its_name() -> None:
    once = generated(A)
    own = source_of("assert_b", "return 'mine'")
    text = f"{once.text}\n{own}\n"
    twice = merged(text, once.record, A, B, C)
    assert source(twice, "assert_b") == own
    assert names(twice) == ["assert_a", "assert_b", "assert_c"]
    assert [p.message for p in twice.problems] == [
        "assert_b is a person's own function; the generated one of that name is left out"
    ]
    assert states(twice)["assert_b"] is AssertionState.ADDED
    thrice = merged(twice.text, twice.record, A, B, C)
    assert (thrice.text, thrice.record) == (twice.text, twice.record)


def test_what_is_no_longer_proposed_is_removed_when_it_is_free_and_untouched() -> None:
    once = generated(A, B, C)
    twice = merged(once.text, once.record, A, C)
    assert twice.text == once.text.replace(f"{B.source}\n\n\n", "")
    assert twice.removed == ("assert_b",)
    assert not twice.record.rejected
    last = merged(twice.text, twice.record, A)
    assert last.text == once.text.replace(f"\n\n\n{B.source}\n\n\n{C.source}", "")
    back = merged(last.text, last.record, A, B, C)
    assert (back.text, back.record) == (once.text, once.record)


def test_what_a_model_wrote_stays_as_it_is_when_models_were_not_asked_or_failed() -> None:
    once = generated(A, candidate("assert_b", "return 2", origin=Origin.MODEL))
    without = merged(once.text, once.record, A)
    assert (without.text, without.stale) == (once.text, ())
    stale = merged(once.text, once.record, A, models_done=True)
    assert stale.stale == merged(once.text, stale.record, A).stale == ("assert_b",)


def test_what_a_model_wrote_or_a_person_touched_is_kept_and_marked_stale() -> None:
    paid = candidate("assert_b", "return 2", origin=Origin.MODEL)
    once = generated(A, paid, C)
    text = once.text.replace("return 1", "return 1.5")
    twice = merged(text, once.record, C, models_done=True)
    assert twice.text == text
    assert twice.stale == ("assert_a", "assert_b")
    stored = stored_assertions(parse_assertions(twice.text, "f"), twice.record)
    assert [a.name for a in stored.assertions if a.stale] == ["assert_a", "assert_b"]
    thrice = merged(twice.text, twice.record, A, paid, C)
    assert thrice.stale == ()


def test_what_a_person_wrote_between_functions_stays() -> None:
    once = generated(A, B, C)
    text = once.text.replace(f"{A.source}\n", f"{A.source}\n\n# --- tone ---\nimport re\n\n# loose\n\n")
    twice = merged(text, once.record, candidate("assert_a", "return 10"), C)
    assert twice.text == text.replace("return 1", "return 10").replace(f"{B.source}\n\n\n", "")
    assert "# --- tone ---\nimport re\n\n# loose\n" in twice.text


def test_line_ends_of_the_file_are_kept() -> None:
    once = generated(A, B)
    crlf = once.text.replace("\n", "\r\n")
    twice = merged(crlf, once.record, candidate("assert_a", "return 10"), B, C, newline="\r\n")
    assert twice.text.count("\n") == twice.text.count("\r\n")
    assert (twice.replaced, twice.added) == (("assert_a",), ("assert_c",))
    thrice = merged(twice.text, twice.record, candidate("assert_a", "return 10"), B, C, newline="\r\n")
    assert thrice.text == twice.text


def test_a_file_without_a_final_line_end_gets_one_before_more_is_added() -> None:
    once = generated(A)
    twice = merged(once.text.rstrip("\n"), once.record, A, B)
    assert twice.text == generated(A, B).text


def test_a_file_that_is_not_python_is_not_touched() -> None:
    once = generated(A, B)
    with pytest.raises(StorageError, match=r"^f:9: not Python: .*; nothing was generated$"):
        merged(once.text.replace("return 1", "return ("), once.record, A, B)
    with pytest.raises(StorageError, match="git conflict marker on line 1"):
        merged(f"<<<<<<< HEAD\n{once.text}=======\n>>>>>>> b\n", once.record, A, B)


def test_when_the_record_is_lost_our_functions_are_known_by_their_text() -> None:
    once = generated(A, B)
    twice = merged(once.text.replace("return 2", "return 2.5"), Record(prompt="note.prompt.md"), A, B)
    assert states(twice) == {"assert_a": AssertionState.GENERATED, "assert_b": AssertionState.ADDED}


@pytest.mark.parametrize(
    "source_text",
    [
        "def assert_x(example, prompt, response):\n    return True",
        "import os\nasync def assert_x(example, prompt, response):\n    return True",
        "async def assert_x(example, prompt, response):\n    return True\nprint(1)",
        "async def other(example, prompt, response):\n    return True",
        "async def assert_x(example, prompt, response):\n    return (",
        "# above\nasync def assert_x(example, prompt, response):\n    return True",
        "async def assert_x(example, prompt, response):\n    return '\0'",
        "",
        "    async def assert_x(example, prompt, response):\n        return True",
    ],
)
def test_a_candidate_that_is_not_one_function_of_its_name_is_left_out_and_reported(source_text: str) -> None:
    merge = generated(A, CandidateAssertion("assert_x", source_text, ()))
    assert names(merge) == ["assert_a"]
    assert [p.message for p in merge.problems] == ["candidate assert_x is not one async function; left out"]


def test_two_candidates_of_one_name_are_one_and_reported() -> None:
    merge = generated(A, candidate("assert_a", "return 5"))
    assert source(merge, "assert_a") == A.source
    assert [p.message for p in merge.problems] == ["two candidates are called assert_a; the first is taken"]


def test_a_hostile_phrase_stays_in_its_comment() -> None:
    phrase = "x\n\rimport os\u2028import os\x0cimport os\u202e\x00 " + "y" * 500
    hostile = criterion()
    sentence = type(hostile.sentence)(phrase, 0, None, hostile.sentence.span, hostile.sentence.kind)
    evil = type(hostile)(
        hostile.description, hostile.category, sentence, type(hostile.phrase)(0, len(phrase)), hostile.version, 4
    )
    merge = generated(candidate("assert_a", "return 1", evil))
    file = parse_assertions(merge.text, "f")
    assert file.problems == ()
    (function,) = file.functions
    assert function.lead.startswith('# quantity instruction: "x import os import os import os yyy')
    assert len(function.lead) < 120


def test_the_first_definition_of_a_doubled_function_is_never_touched() -> None:
    once = generated(A, B)
    text = once.text + f"\n\n{A.source}\n"
    twice = merged(text, once.record, candidate("assert_a", "return 10"), B)
    assert twice.text == once.text + f"\n\n{source_of('assert_a', 'return 10')}\n"


def test_a_write_cut_off_between_the_two_files_is_taken_up_as_if_nothing_had_happened() -> None:
    once = generated(A, B, candidate("assert_d", "return 4"))
    edited = once.text.replace("return 4", "return 4.5")
    wanted = (candidate("assert_a", "return 10"), C, candidate("assert_d", "return 4"))
    plan = merged(edited, once.record, *wanted)
    assert (plan.replaced, plan.removed, plan.added) == (("assert_a",), ("assert_b",), ("assert_c",))
    for text_on_disk in (edited, plan.text):
        taken_up = merged(text_on_disk, plan.interrupted, *wanted)
        assert (taken_up.text, taken_up.record) == (plan.text, plan.record)
    newer = (candidate("assert_a", "return 11"), candidate("assert_c", "return 33"), B)
    for text_on_disk in (edited, plan.text):
        taken_up = merged(text_on_disk, plan.interrupted, *newer)
        assert set(names(taken_up)) == {"assert_a", "assert_b", "assert_c", "assert_d"}
        assert source(taken_up, "assert_a") == newer[0].source
        assert not taken_up.record.rejected


def test_a_first_write_cut_off_between_the_two_files_rejects_nothing() -> None:
    plan = generated(A, B)
    assert names(merged(None, plan.interrupted, A, B)) == ["assert_a", "assert_b"]
    after = merged(plan.text, plan.interrupted, A, B)
    assert (after.text, after.record) == (plan.text, plan.record)
