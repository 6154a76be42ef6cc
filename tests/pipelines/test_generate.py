"""What generating writes down of where each assertion comes from."""

from pathlib import Path

from spade_core.pipeline import analyse, generate
from spade_core.storage import files_beside, load_assertions
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
