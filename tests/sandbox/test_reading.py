"""One person reads the package in an hour: its head names every file, with its lines."""

import re
from pathlib import Path

import pytest

from spade_core import sandbox

ROOM = Path(sandbox.__file__).parent
WORDS = 250 * 60
"""That one reads in an hour."""
NAMED = re.findall(r"`([\w/]+)(?:\.py)?` \((\d+)\)", sandbox.__doc__ or "")
FILES = {path.relative_to(ROOM).with_suffix("").as_posix(): path for path in ROOM.rglob("*.py")}


def test_its_words_can_be_read_in_an_hour() -> None:
    assert sum(len(path.read_text("utf-8").split()) for path in FILES.values()) < WORDS


def test_its_head_names_every_file_once() -> None:
    assert sorted(name for name, _ in NAMED) == sorted(FILES.keys() - {"__init__"})


@pytest.mark.parametrize(("name", "lines"), NAMED)
def test_its_head_says_how_long_each_file_is(name: str, lines: str) -> None:
    assert abs(len(FILES[name].read_text("utf-8").splitlines()) - int(lines)) <= 10
