"""Which files belong to which prompt."""

from itertools import product
from pathlib import Path

import pytest

from spade_core.prompt_files import PATTERNS
from spade_core.storage import PromptFiles, files_beside
from spade_core.storage.paths import PROMPT_SUFFIXES


def names(files: PromptFiles) -> list[str]:
    return [path.name for path in files.all]


@pytest.mark.parametrize(
    ("prompt", "stem"),
    [
        ("movie_note.prompt.md", "movie_note"),
        ("review.instructions.md", "review"),
        ("helper.agent.md", "helper"),
        ("SKILL.md", "SKILL"),
        ("note.prompty", "note"),
        ("note.prompt.yml", "note"),
        ("note.prompt.yaml", "note"),
        ("note.prompt", "note"),
        ("note.txt", "note"),
        ("note.md.j2", "note"),
        ("note.jinja2", "note"),
        ("note.json", "note"),
        ("Note.PROMPT.MD", "Note"),
        ("a.b c ü.prompt.md", "a.b c ü"),
        (".prompt", ".prompt"),
        ("note.rst", "note.rst"),
        ("note", "note"),
    ],
)
def test_the_prompt_suffix_gives_way(tmp_path: Path, prompt: str, stem: str) -> None:
    files = files_beside(tmp_path / prompt)
    assert names(files) == [f"{stem}.examples.jsonl", f"{stem}.assertions.py", f"{stem}.spade.json"]
    assert {path.parent for path in files.all} == {tmp_path}


def test_a_named_template_has_files_of_its_own(tmp_path: Path) -> None:
    files = files_beside(tmp_path / "prompts.py", "SUMMARY_PROMPT")
    assert names(files) == [
        "prompts.SUMMARY_PROMPT.examples.jsonl",
        "prompts.SUMMARY_PROMPT.assertions.py",
        "prompts.SUMMARY_PROMPT.spade.json",
    ]


def test_odd_template_names_make_safe_and_distinct_file_names(tmp_path: Path) -> None:
    odd = [
        "PROMPTS[0]",
        "PROMPTS(0)",
        "../../etc/passwd",
        "a/b",
        "a\\b",
        "a b",
        "..",
        "x" * 300,
        "x" * 301,
        "\ud800",
        "\0",
    ]
    found = [files_beside(tmp_path / "prompts.py", name).record for name in odd]
    assert len(set(found)) == len(odd)
    for path in found:
        assert path.parent == tmp_path
        assert len(path.name.encode()) < 200
        assert ".." not in path.name


def test_of_two_prompts_with_one_stem_the_second_keeps_its_whole_name(tmp_path: Path) -> None:
    for name in ("note.prompt.md", "note.prompty"):
        (tmp_path / name).touch()
    assert names(files_beside(tmp_path / "note.prompt.md"))[0] == "note.examples.jsonl"
    assert names(files_beside(tmp_path / "note.prompty"))[0] == "note.prompty.examples.jsonl"


def test_no_two_prompts_of_a_folder_share_a_file(tmp_path: Path) -> None:
    prompts = [f"note{suffix}" for suffix in PROMPT_SUFFIXES] + ["note", "note.rst", "note.A.prompt.md", "note.A.txt"]
    for name in prompts:
        (tmp_path / name).touch()
    for extra in ("", "note.spade.json", "note.txt.examples.jsonl", "note.A.spade.json"):
        if extra:
            (tmp_path / extra).write_text('{\n  "prompt": "note.yaml"\n}\n')
        templates = product(prompts, ("", "A", "B"))
        found = [path for name, template in templates for path in files_beside(tmp_path / name, template).all]
        assert len(set(found)) == len(found)


def test_the_record_decides_who_has_the_short_names_when_a_rival_appears_later(tmp_path: Path) -> None:
    for name in ("note.prompty", "note.prompt.md"):
        (tmp_path / name).touch()
    (tmp_path / "note.spade.json").write_text('{\n  "format": 1,\n  "prompt": "note.prompty"\n}\n')
    assert names(files_beside(tmp_path / "note.prompty"))[0] == "note.examples.jsonl"
    assert names(files_beside(tmp_path / "note.prompt.md"))[0] == "note.prompt.md.examples.jsonl"


def test_whole_name_files_that_exist_are_used_also_when_the_rival_is_gone(tmp_path: Path) -> None:
    (tmp_path / "note.prompty.examples.jsonl").touch()
    assert names(files_beside(tmp_path / "note.prompty"))[1] == "note.prompty.assertions.py"


def test_a_corrupt_record_does_not_hinder_the_names(tmp_path: Path) -> None:
    for name in ("note.prompty", "note.prompt.md"):
        (tmp_path / name).touch()
    (tmp_path / "note.spade.json").write_bytes(b"\xff<<<<<<< HEAD")
    assert names(files_beside(tmp_path / "note.prompt.md"))[0] == "note.examples.jsonl"


def test_the_suffix_of_every_kind_of_prompt_file_gives_way(tmp_path: Path) -> None:
    for pattern in PATTERNS:
        if "*." in pattern.glob:
            files = files_beside(tmp_path / pattern.glob.rpartition("/")[2].replace("*", "note"))
            assert files.record.name == "note.spade.json"


def test_a_document_beside_a_module_of_prompts_is_no_rival(tmp_path: Path) -> None:
    for name in ("prompts.py", "prompts.md"):
        (tmp_path / name).touch()
    assert names(files_beside(tmp_path / "prompts.py", "A"))[0] == "prompts.A.examples.jsonl"
