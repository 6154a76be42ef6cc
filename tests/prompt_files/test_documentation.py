"""Each form in the documentation's table is read under the name that stands beside it."""

import re
from pathlib import Path

import pytest

from spade_core.prompt_files import full_name, holds_prompt, is_prompt_path, read_prompt

_DOC = (Path(__file__).parents[2] / "docs/prompts.md").read_text("utf-8")
_ROW = re.compile(
    r"^\| (?P<form>[^|]+) \| (?P<ticks>`+)(?P<example>.+?)(?P=ticks) \| `(?P<name>[^`]+)` \|$", re.MULTILINE
)
_ROWS = [(row["form"], row["example"], row["name"]) for row in _ROW.finditer(_DOC[_DOC.index("## Names") :])]


def test_the_table_has_a_row_for_every_form() -> None:
    assert len(_ROWS) == _DOC[_DOC.index("## Names") :].count("\n| ") - 1


_FILES = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`[^|]+)\|", _DOC[: _DOC.index("## Texts")], re.MULTILINE)))


@pytest.mark.parametrize("glob", _FILES)
def test_a_file_of_the_table_is_a_prompt_by_its_name(glob: str) -> None:
    assert is_prompt_path(glob.replace("**/", "").replace("*", "name"))


@pytest.mark.parametrize(("form", "example", "name"), _ROWS, ids=[f"{form}, {name}" for form, _, name in _ROWS])
def test_a_form_is_read_under_its_name(form: str, example: str, name: str) -> None:
    path = re.split("[:#]", name)[0]
    file = read_prompt(path, example)
    assert [full_name(path, template.name) for template in file.templates] == [name]
    assert holds_prompt(path, example)
