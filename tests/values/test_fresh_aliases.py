"""The bars of the issue on aliases, and on texts that mean no value, that were written to be measured once."""

import json
from pathlib import Path

import pytest

from spade_core.values import set_of
from spade_core.values.nearest import Nearest
from tests.research import DATA

_NAMES = DATA / "name_correction" / "valid_names.txt"


def _pairs(file: str) -> list[tuple[Nearest, str | None]]:
    """Return what is found for each alias, and what it means."""
    found = []
    for each in map(json.loads, Path(__file__).with_name(file).read_text("utf-8").splitlines()):
        values = each["values"]
        if isinstance(values, str):
            if not _NAMES.is_file():
                continue
            values = _NAMES.read_text("utf-8").splitlines()
        known = set_of(values)
        found += [(known.nearest(alias), meant) for alias, meant in each["aliases"]]
    return found


def test_aliases_are_corrected_and_other_texts_left_alone() -> None:
    pytest.importorskip("anyascii")
    found = [(each.correction, value) for each, value in _pairs("fresh_aliases.jsonl")]
    meant = [named == value for named, value in found if value]
    assert sum(meant) >= 0.95 * len(meant) >= 190, f"{sum(meant)} of {len(meant)}"
    assert sum(named not in {None, value} for named, value in found) <= 0.01 * len(found)


def test_of_aliases_drawn_by_a_seed_the_right_one_is_first_and_hardly_one_is_corrected_wrongly() -> None:
    pytest.importorskip("anyascii")
    found = _pairs("drawn_aliases.jsonl")
    first = [each.nearest[0].value == value for each, value in found if value]
    assert sum(first) >= 0.97 * len(first) >= 95, f"{sum(first)} of {len(first)}"
    named = [each.correction == value for each, value in found if value]
    assert sum(named) >= 0.93 * len(named), f"{sum(named)} of {len(named)}"
    assert sum(each.correction not in {None, value} for each, value in found) <= 0.01 * len(found)


@pytest.mark.parametrize(
    ("values", "text", "named"),
    [
        (["Andrea Moss", "Boris Moss"], "Andie Moss", "Andrea Moss"),
        (["Philippa Moss", "Boris Moss"], "Phippy Moss", None),
        (["Robert Hart", "Boris Moss"], "Berty Hart", None),
        (["Allen Moss", "Boris Tate"], "Allan Moss", "Allen Moss"),
        (["Lauren Moss", "Boris Tate"], "Lorren Moss", "Lauren Moss"),
        (["Nicholas Grant", "Boris Tate"], "Nicholas Gray", None),
        (["Diana Moss", "Boris Tate"], "Dana Moss", None),
        (["Carla Moss", "Boris Tate"], "Carl Moss", None),
    ],
)
def test_pet_forms_and_unstressed_vowels_are_known_by_rule(values: list[str], text: str, named: str | None) -> None:
    assert set_of(values).nearest(text).correction == named


@pytest.mark.parametrize(
    ("values", "text", "named"),
    [
        (["Électricité de France SA", "General Electric Company"], "EDF", "Électricité de France SA"),
        (["Thành phố Hồ Chí Minh", "Hà Nội"], "TP. Hồ Chí Minh", "Thành phố Hồ Chí Minh"),
        (["Rocky III", "Heat"], "Rocky II", None),
        (["Rocky III", "Heat"], "Rocky 3", "Rocky III"),
        (["William Abernathy III"], "William Abernathy IV", None),
        (["Van der Meer Logistics B.V."], "VanderMeer Logistics", "Van der Meer Logistics B.V."),
        (["F. Scott Fitzgerald", "T. S. Eliot"], "Scott Fitzgerlad", "F. Scott Fitzgerald"),
        (["Logitech MX Master 3S Mouse"], "Logitech MX Master 3S", "Logitech MX Master 3S Mouse"),
        (["Logitech MX Master 3S Mouse"], "Logitech MX Master", None),
        (["Eastgate Dental Practice"], "Westgate Dental Practice", None),
        (["Royal Borough Theatre Company"], "Royal Theatre", None),
        (["Edgar Allan Poe", "Stephen King"], "Edgar Allen Poe", "Edgar Allan Poe"),
        (["Thomas Calloway"], "T. C.", None),
    ],
)
def test_part_of_a_name_is_another_thing_or_not(values: list[str], text: str, named: str | None) -> None:
    assert set_of(values).nearest(text).correction == named
