"""What generating writes down of where each assertion comes from."""

from pathlib import Path

from spade_core.examples import Example, Label
from spade_core.pipeline import analyse, generate, with_labels
from spade_core.storage import PromptFiles, files_beside, load_assertions, load_record
from tests.repositories import commit_versions

SAVED = "Be concise.\n"
UNSAVED = "# Note\n\nBe concise.\nKeep it within 100 words.\n"


def test_lines_are_those_of_the_unsaved_text_that_was_analysed(tmp_path: Path) -> None:
    prompt = commit_versions(tmp_path, "note.prompt.md", [SAVED])
    files = files_beside(prompt)
    generate(files, analyse(prompt, unsaved=UNSAVED), unsaved=UNSAVED)
    stored = load_assertions(files)
    lines = {source.phrase: source.lines for each in stored.assertions for source in each.provenance}
    assert lines["within 100 words"] == (4, 4)


def labelled(good: list[int], bad: list[int]) -> list[Example]:
    """Examples whose responses have so many words."""
    both = [*((n, Label.GOOD) for n in good), *((n, Label.BAD) for n in bad)]
    return [Example(str(i), {}, "", "word " * n, label) for i, (n, label) in enumerate(both)]


def names(files: PromptFiles) -> list[str]:
    return [assertion.name for assertion in load_assertions(files).assertions]


def test_what_good_responses_would_fail_is_withheld_and_why_is_kept(tmp_path: Path) -> None:
    prompt = commit_versions(tmp_path, "note.prompt.md", ["Use at most 5 words.\n\nDo not use emojis.\n"])
    files = files_beside(prompt)
    generate(files, with_labels(analyse(prompt), labelled([9, 9, 9, 2], []), tau=0.25))
    assert names(files) == ["assert_no_emoji"]
    assert load_record(files).extra["withheld"] == [
        {
            "description": "The response has at most 5 words.",
            "phrase": "at most 5 words",
            "reason": "3 of 4 responses labelled good would fail it",
        }
    ]
    generate(files, with_labels(analyse(prompt), labelled([2], []), tau=0.25))
    assert "withheld" not in load_record(files).extra


def test_a_length_in_words_only_is_fitted_once_there_are_labels_and_no_number_is_guessed_before(tmp_path: Path) -> None:
    prompt = commit_versions(tmp_path, "note.prompt.md", ["Be concise.\n"])
    files = files_beside(prompt)
    generate(files, with_labels(analyse(prompt), labelled([50] * 9, [200] * 9), tau=0.25))
    assert names(files) == ["assert_judged_be_concise"]
    generate(files, with_labels(analyse(prompt), labelled([50] * 12, [200] * 11), tau=0.25))
    assert names(files) == ["assert_judged_be_concise", "assert_fitted_short_length"]
    text = files.assertions.read_text("utf-8")
    assert "words(response) <= 125" in text
    assert "fitted on 12 good and 11 bad labels" in " ".join(text.split())
    generate(files, with_labels(analyse(prompt), labelled([90] * 12, [200] * 11), tau=0.25))
    assert names(files) == ["assert_judged_be_concise", "assert_fitted_short_length"]
    assert "words(response) <= 145" in files.assertions.read_text("utf-8")


def test_renumbering_and_rewrapping_a_list_changes_no_assertion(tmp_path: Path) -> None:
    first = "Rules:\n\n1. Use at most 100 words.\n2. Do not use emojis.\n"
    prompt = commit_versions(tmp_path, "note.prompt.md", [first])
    files = files_beside(prompt)
    generate(files, analyse(prompt))
    before = files.assertions.read_text("utf-8")
    prompt.write_text("Rules:\n\n1. Do not use\n   emojis.\n2. Use at most 100 words.\n")
    merge = generate(files, analyse(prompt))
    assert (merge.added, merge.removed, merge.replaced) == ((), (), ())
    assert files.assertions.read_text("utf-8") == before


def test_an_assertion_that_an_older_spade_wrote_is_rewritten_and_one_that_a_person_edited_stays(tmp_path: Path) -> None:
    prompt = commit_versions(tmp_path, "note.prompt.md", ["Use at most 100 words.\n\nDo not use emojis.\n"])
    files = files_beside(prompt)
    generate(files, analyse(prompt))
    text = files.assertions.read_text("utf-8")
    edited = text.replace("return not has_emoji(response)", 'return "x" not in response')
    assert edited != text
    files.assertions.write_text(edited)
    merge = generate(files, analyse(prompt))
    assert (merge.kept, merge.replaced) == (("assert_no_emoji",), ())
    assert 'return "x" not in response' in files.assertions.read_text("utf-8")
