"""A prompt that is renamed or moved takes its files along."""

import json
from pathlib import Path

import pytest

from spade_core.storage.orphans import orphans_in
from tests.command import spade
from tests.versions.repository import Repository

_NOTE = "Write a note to {name}.\nUse at most 40 words.\nNever mention the price.\n"
_OTHER = "Name three birds of {land}.\nAnswer as a list.\n"
_EXAMPLE = '{"id": "a", "input": {"name": "Ada"}, "response": "Hello Ada.", "label": "good"}\n'


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository.create(tmp_path / "work")


def _python(**constants: str) -> str:
    return "".join(f'{name} = """{text}"""\n' for name, text in constants.items())


def _with_files(repository: Repository, prompt: str) -> None:
    repository.commit()
    done = spade(repository.folder, "generate", prompt, "--no-model")
    assert done.returncode == 0, done.stderr


def _adopted(repository: Repository, prompt: str) -> list[str]:
    refused = spade(repository.folder, "generate", prompt, "--no-model")
    assert refused.returncode != 0
    assert f"`spade adopt {prompt}`" in " ".join(refused.stderr.split())
    done = spade(repository.folder, "adopt", prompt, "--json")
    assert done.returncode == 0, done.stderr
    assert not [orphan for folder in repository.folder.rglob("*") if folder.is_dir() for orphan in orphans_in(folder)]
    assert not orphans_in(repository.folder)
    again = spade(repository.folder, "generate", prompt, "--no-model", "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["added"] == []
    return sorted(Path(move["to"]).name for move in json.loads(done.stdout)["renamed"])


@pytest.mark.parametrize("commits", [True, False])
def test_a_file_that_is_moved_takes_its_files_along(repository: Repository, commits: bool) -> None:
    repository.write("note.prompt.md", _NOTE)
    repository.write("note.examples.jsonl", _EXAMPLE)
    _with_files(repository, "note.prompt.md")
    repository.move("note.prompt.md", "prompts/note.prompt.md")
    if commits:
        repository.commit()
    assert _adopted(repository, "prompts/note.prompt.md") == [
        "note.assertions.py",
        "note.examples.jsonl",
        "note.spade.json",
    ]
    record = json.loads((repository.folder / "prompts/note.spade.json").read_text("utf-8"))
    assert record["prompt"] == "note.prompt.md"


@pytest.mark.parametrize(
    ("file", "name", "rest"),
    [
        ("judge.py", ":JUDGE_PROMPT", None),
        ("prompts.yaml", "#judge_prompt", "import os\n"),
        ("other.py", ":GRADE_PROMPT", "import os\n"),
    ],
    ids=["a file under a new name", "a constant that became an entry of YAML", "a constant in a file that was there"],
)
def test_a_move_that_is_not_committed_keeps_the_history(
    repository: Repository, file: str, name: str, rest: str | None
) -> None:
    repository.commit(**{"app.py": _python(JUDGE_PROMPT=_NOTE), "other.py": _python(BIRD_PROMPT=_OTHER)})
    repository.write("app.py", _python(JUDGE_PROMPT=_NOTE.replace("40", "30")))
    repository.commit()
    moved = _NOTE.replace("40", "20")
    if rest is None:
        repository.git("mv", "app.py", file)
        repository.write(file, _python(JUDGE_PROMPT=moved))
    else:
        repository.write("app.py", rest)
        kept = _python(BIRD_PROMPT=_OTHER) if file == "other.py" else ""
        in_yaml = "judge_prompt: |\n" + "".join(f"  {line}\n" for line in moved.splitlines())
        repository.write(file, in_yaml if file.endswith("yaml") else kept + _python(GRADE_PROMPT=moved))
    told = spade(repository.folder, "history", f"{file}{name}")
    assert [line for line in told.stdout.splitlines() if "words" in line] == [
        "  + Use at most 40 words.",
        "  - Use at most 40 words.",
        "  + Use at most 30 words.",
        "  - Use at most 30 words.",
        "  + Use at most 20 words.",
    ]
    repository.write("copy.py", _python(BIRD_PROMPT=_OTHER))
    assert "P2" not in spade(repository.folder, "history", "copy.py:BIRD_PROMPT").stdout


@pytest.mark.parametrize("commits", [True, False])
def test_a_file_that_is_renamed_takes_its_files_along(repository: Repository, commits: bool) -> None:
    repository.write("note.prompt.md", _NOTE)
    _with_files(repository, "note.prompt.md")
    repository.move("note.prompt.md", "letter.prompt.md")
    if commits:
        repository.commit()
    assert _adopted(repository, "letter.prompt.md") == ["letter.assertions.py", "letter.spade.json"]
    assert json.loads((repository.folder / "letter.spade.json").read_text("utf-8"))["prompt"] == "letter.prompt.md"


def test_a_constant_that_is_renamed_takes_its_files_along(repository: Repository) -> None:
    repository.write("app.py", _python(NOTE_PROMPT=_NOTE, BIRD_PROMPT=_OTHER))
    _with_files(repository, "app.py:NOTE_PROMPT")
    repository.write("app.py", _python(BIRD_PROMPT=_OTHER, LETTER_PROMPT=_NOTE))
    assert _adopted(repository, "app.py:LETTER_PROMPT") == [
        "app.LETTER_PROMPT.assertions.py",
        "app.LETTER_PROMPT.spade.json",
    ]


def test_a_constant_that_is_moved_into_another_file_takes_its_files_along(repository: Repository) -> None:
    repository.write("app.py", "import os\n" * 30 + _python(NOTE_PROMPT=_NOTE))
    repository.write("app.NOTE_PROMPT.examples.jsonl", _EXAMPLE)
    repository.commit()
    repository.write("app.py", "import os\n" * 30)
    repository.write("texts/prompts.yaml", "note_prompt: |\n" + "".join(f"  {line}\n" for line in _NOTE.splitlines()))
    repository.commit()
    done = spade(repository.folder, "adopt", "texts/prompts.yaml#note_prompt")
    assert done.returncode == 0, done.stderr
    assert (repository.folder / "texts/prompts.note_prompt.examples.jsonl").read_text("utf-8") == _EXAMPLE


def test_what_another_prompt_left_is_not_taken_unless_it_is_named(repository: Repository) -> None:
    repository.write("note.prompt.md", _NOTE)
    repository.write("note.examples.jsonl", _EXAMPLE)
    repository.commit()
    repository.write("bird.prompt.md", _OTHER)
    (repository.folder / "note.prompt.md").unlink()
    repository.commit()
    assert spade(repository.folder, "generate", "bird.prompt.md", "--no-model").returncode == 0
    refused = spade(repository.folder, "adopt", "bird.prompt.md")
    assert refused.returncode != 0
    assert "there are those of note" in " ".join(refused.stderr.split())
    assert spade(repository.folder, "adopt", "bird.prompt.md", "--from", "note").returncode == 0
    assert (repository.folder / "bird.examples.jsonl").read_text("utf-8") == _EXAMPLE


def test_nothing_is_renamed_over_a_file_that_is_there(repository: Repository) -> None:
    repository.write("bird.prompt.md", _OTHER)
    repository.write("bird.examples.jsonl", "")
    repository.write("note.examples.jsonl", _EXAMPLE)
    repository.write("note.spade.json", "{}\n")
    refused = spade(repository.folder, "adopt", "bird.prompt.md", "--from", "note")
    assert refused.returncode != 0
    assert "is there already" in " ".join(refused.stderr.split())
    assert (repository.folder / "note.spade.json").exists()


@pytest.mark.parametrize(
    "steps",
    [
        [("app.py", "GRADE_PROMPT"), ("prompts/app.py", "GRADE_PROMPT")],
        [("prompts/app.py", "JUDGE_PROMPT"), ("prompts/app.py", "GRADE_PROMPT")],
    ],
    ids=["a name, then a place", "a place, then a name"],
)
def test_what_is_renamed_twice_before_it_is_committed_keeps_its_files(
    repository: Repository, steps: list[tuple[str, str]]
) -> None:
    repository.write("app.py", _python(JUDGE_PROMPT=_NOTE))
    _with_files(repository, "app.py:JUDGE_PROMPT")
    at = "app.py"
    for file, name in steps:
        if file != at:
            repository.move(at, file)
        repository.write(file, _python(**{name: _NOTE}))
        at = file
        assert len(_adopted(repository, f"{file}:{name}")) == 2


def test_without_a_name_what_was_left_behind_is_a_table_with_a_next_step(repository: Repository) -> None:
    repository.write("note.prompt.md", _NOTE)
    repository.write("birds.prompt.md", _OTHER)
    repository.write("note.examples.jsonl", _EXAMPLE)
    _with_files(repository, "note.prompt.md")
    nothing = spade(repository.folder, "adopt")
    assert nothing.returncode == 0
    assert "nothing was left behind" in " ".join(nothing.stderr.split())
    repository.move("note.prompt.md", "prompts/letter.prompt.md")
    shared = '[per_prompt."birds.*"]\nexamples = "shared.examples.jsonl"\n'
    for name, text in (("gone.examples.jsonl", _EXAMPLE), ("shared.examples.jsonl", _EXAMPLE), ("spade.toml", shared)):
        repository.write(name, text)
    repository.commit()
    table = spade(repository.folder, "adopt")
    assert table.returncode == 0, table.stderr
    rows = [[cell for cell in line.split("  ") if cell] for line in table.stdout.splitlines()]
    assert [row[0] for row in rows] == ["left behind", "gone", "note"]
    assert rows[1][2].strip() == "no prompt here"
    files, of, step = (cell.strip() for cell in rows[2][1:])
    assert (files, of) == ("assertions.py, examples.jsonl, spade.json", "prompts/letter.prompt.md")
    listed = json.loads(spade(repository.folder, "adopt", "--json").stdout)["left_behind"]
    assert [(one["name"], one["prompts"]) for one in listed] == [("gone", []), ("note", ["prompts/letter.prompt.md"])]
    done = spade(repository.folder, *step.split()[1:])
    assert done.returncode == 0, done.stderr
    assert (repository.folder / "prompts/letter.examples.jsonl").is_file()
