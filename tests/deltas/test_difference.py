"""What counts as a change, by example."""

from spade_core.deltas import PromptDelta, deltas_between
from spade_core.prompt_files.template import Role
from tests.deltas.strategies import history, template


def delta(before: str, after: str) -> PromptDelta | None:
    versions = history(template((None, before)), template((None, after)))
    found = deltas_between(versions[1:])
    return found[0] if found else None


def signed(before: str, after: str) -> list[str]:
    """The changes, with "~" between a sentence and its counterpart."""
    found = delta(before, after)
    return [
        f"{c.sign.value} {c.sentence.text}" + (f" ~ {c.counterpart.text}" if c.counterpart else "")
        for c in (found.changes if found else ())
    ]


def test_the_first_delta_adds_every_sentence_to_the_empty_template() -> None:
    (found,) = deltas_between(history(template((None, "Be kind. Be brief."))))
    assert [s.text for s in found.added] == ["Be kind.", "Be brief."]
    assert (found.before.index, found.after.index, found.removed) == (0, 1, ())


def test_a_version_that_only_changes_white_space_has_no_delta() -> None:
    assert (
        delta(
            "Write a note that is\nkind and short.", "Write a note\nthat is kind\n\n  and short.".replace("\n\n", "\n")
        )
        is None
    )
    assert delta("Be kind. Be brief.", "Be kind.\n\nBe brief.\n") is None


def test_a_modified_sentence_is_a_minus_and_a_plus_that_are_each_others_counterpart() -> None:
    before, after = "Ensure the note is concise.", "Ensure the note is concise, not exceeding 100 words."
    assert signed(f"Hi. {before} Bye.", f"Hi. {after} Bye.") == [f"- {before} ~ {after}", f"+ {after} ~ {before}"]


def test_an_edit_of_case_or_punctuation_is_a_change_with_counterpart() -> None:
    assert signed("Be kind.", "BE KIND!") == ["- Be kind. ~ BE KIND!", "+ BE KIND! ~ Be kind."]


def test_an_edit_of_case_is_found_behind_unlike_neighbours_and_after_a_move() -> None:
    before = "answer in markdown format\nSay hello\nWave twice"
    after = "Say hello\nClap loudly\nAnswer in Markdown format"
    assert "- answer in markdown format ~ Answer in Markdown format" in signed(before, after)


def test_unlike_sentences_in_one_place_are_not_counterparts() -> None:
    assert signed("Be kind.", "Write ten haiku.") == ["- Be kind.", "+ Write ten haiku."]


def test_a_sentence_that_only_moved_is_no_change() -> None:
    assert delta("Be kind. Be brief.\n\n# End\nGo on.", "# End\nBe brief. Go on. Be kind.") is None


def test_renumbering_a_list_changes_only_the_step_that_is_new() -> None:
    assert signed("1. Read it\n2. Write it", "1. Think first\n2. Read it\n3. Write it") == ["+ 1. Think first"]


def test_a_sentence_that_becomes_a_list_item_or_changes_its_mark_is_no_change() -> None:
    assert delta("- Read it\n- Write it", "1. Read it\n2. Write it") is None
    assert delta("Read it all.", "* Read it all.") is None


def test_numbers_that_are_no_mark_of_an_item_tell_sentences_apart() -> None:
    assert signed("- 3 bullets", "- 4 bullets") == ["- - 3 bullets ~ - 4 bullets", "+ - 4 bullets ~ - 3 bullets"]
    assert len(signed("3.5 stars", "4.5 stars")) == 2


def test_dropping_one_of_two_equal_sentences_is_a_change() -> None:
    assert signed("Be kind. Go on. Be kind.", "Be kind. Go on.") == ["- Be kind."]


def test_another_role_is_a_change_of_every_sentence_in_the_part() -> None:
    versions = history(template((Role.SYSTEM, "Be kind.")), template((Role.USER, "Be kind.")))
    (found,) = deltas_between(versions[1:])
    assert [(c.sign.value, c.sentence.role) for c in found.changes] == [("-", Role.SYSTEM), ("+", Role.USER)]
    assert found.changes[0].counterpart == found.changes[1].sentence


def test_modified_chinese_sentences_are_counterparts() -> None:
    assert signed("请用中文回答问题。", "请用中文简短回答问题。") == [
        "- 请用中文回答问题。 ~ 请用中文简短回答问题。",
        "+ 请用中文简短回答问题。 ~ 请用中文回答问题。",
    ]


def test_two_edits_in_one_place_are_paired_with_their_own_sentence() -> None:
    assert signed("Use ten short words. Never mention any dogs.", "Use nine short words. Never mention any cats.") == [
        "- Use ten short words. ~ Use nine short words.",
        "+ Use nine short words. ~ Use ten short words.",
        "- Never mention any dogs. ~ Never mention any cats.",
        "+ Never mention any cats. ~ Never mention any dogs.",
    ]


def test_a_prompt_rewritten_whole_still_finds_the_lines_that_were_edited_in_place() -> None:
    before = "\n".join(f"- Rule {i} says that you write item{i} with care" for i in range(600))
    after = "\n".join(f"- Rule {i} says that you write item{i} with great care" for i in range(600))
    found = delta(before, after)
    assert found is not None
    assert [c.counterpart.text for c in found.changes if c.sign == "-" and c.counterpart] == after.split("\n")
