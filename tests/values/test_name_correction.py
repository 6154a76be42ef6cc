"""The bar of the issue on the aliases of `name_correction`, published ones and others."""

import json

from spade_core.values import set_of
from tests.research import DATA, needs_data

pytestmark = needs_data


def test_published_and_other_aliases_are_corrected_and_hardly_one_wrongly() -> None:
    folder = DATA / "name_correction"
    known = set_of((folder / "valid_names.txt").read_text("utf-8").splitlines())
    aliases = [json.loads(line) for line in (folder / "aliases.jsonl").read_text("utf-8").splitlines()]
    named = [known.nearest(each["alias"]).correction for each in aliases]
    right = sum(name == each["value"] for name, each in zip(named, aliases, strict=True))
    wrong = sum(name not in {None, each["value"]} for name, each in zip(named, aliases, strict=True))
    assert right >= 0.95 * len(aliases)
    assert wrong <= 0.01 * len(aliases)
