"""The examples in docs/files.md are real."""

import itertools
import re
from pathlib import Path

from spade_core.examples import Label
from spade_core.settings import KEYS, load_settings
from spade_core.storage import AssertionState, PromptFiles, files_beside, load_assertions, load_examples, render_record
from spade_core.storage.paths import PROMPT_SUFFIXES

DOC = (Path(__file__).parents[2] / "docs" / "files.md").read_text("utf-8")


def block(language: str) -> str:
    return str(re.findall(rf"```{language}\n(.*?)```", DOC, re.DOTALL)[0])


def written(tmp_path: Path) -> PromptFiles:
    files = files_beside(tmp_path / "movie_note.prompt.md")
    files.examples.write_text(block("jsonl"), "utf-8")
    files.assertions.write_text(block("python"), "utf-8")
    files.record.write_text(block("json"), "utf-8")
    return files


def test_the_examples_of_the_documentation_are_examples(tmp_path: Path) -> None:
    found = load_examples(written(tmp_path).examples)
    assert found.problems == ()
    assert [example.label for example in found.examples] == [Label.GOOD, Label.BAD, None]


def test_the_assertions_and_the_record_of_the_documentation_belong_together(tmp_path: Path) -> None:
    files = written(tmp_path)
    stored = load_assertions(files)
    assert stored.problems == ()
    assert [a.state for a in stored.assertions] == [AssertionState.GENERATED]
    assert stored.chosen == stored.assertions
    assert render_record(stored.record) == block("json")


def test_the_settings_of_the_documentation_are_settings(tmp_path: Path) -> None:
    (tmp_path / "spade.toml").write_text(block("toml"), "utf-8")
    assert load_settings(tmp_path).prompts == ("prompts/*.txt",)
    assert sorted(line.split(" ")[0] for line in block("toml").split("\n") if line) == list(KEYS)


def test_the_order_of_the_suffixes_is_the_documented_one() -> None:
    groups = (
        (".prompt.md", ".prompty"),
        (".txt", ".md", ".txt.j2"),
        (".json", ".yaml", ".yml", ".toml"),
        (".py", ".tsx"),
    )
    places = [[PROMPT_SUFFIXES.index(suffix) for suffix in group] for group in groups]
    for before, after in itertools.pairwise(places):
        assert max(before) < min(after)


def test_a_suffix_stands_before_those_that_it_ends_in() -> None:
    for place, suffix in enumerate(PROMPT_SUFFIXES):
        assert not suffix.endswith(PROMPT_SUFFIXES[:place])
