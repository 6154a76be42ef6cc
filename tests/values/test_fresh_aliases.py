"""The bars of the issue on aliases, and on texts that mean no value, that were written to be measured once."""

import json
from pathlib import Path

import pytest

from spade_core.values import set_of
from tests.research import DATA

_SETS = [json.loads(line) for line in Path(__file__).with_name("fresh_aliases.jsonl").read_text("utf-8").splitlines()]
_NAMES = DATA / "name_correction" / "valid_names.txt"


def _pairs() -> list[tuple[str | None, str | None]]:
    """Return what is named for each alias, and what it means."""
    found = []
    for each in _SETS:
        values = each["values"]
        if isinstance(values, str):
            if not _NAMES.is_file():
                continue
            values = _NAMES.read_text("utf-8").splitlines()
        known = set_of(values)
        found += [(known.nearest(alias).correction, meant) for alias, meant in each["aliases"]]
    return found


def test_aliases_are_corrected_and_other_texts_left_alone() -> None:
    pytest.importorskip("anyascii")
    found = _pairs()
    meant = [named == value for named, value in found if value]
    assert sum(meant) >= 0.95 * len(meant) >= 190, f"{sum(meant)} of {len(meant)}"
    assert sum(named not in {None, value} for named, value in found) <= 0.01 * len(found)


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
