"""The bar of the issue on the aliases of `name_correction`, published ones and others."""

import json

from spade_core.values import set_of
from tests.benchmarks.bench_values import strategies
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


def test_the_published_strategies_run_beside_ours_and_none_is_right_as_often() -> None:
    folder = DATA / "name_correction"
    aliases = [json.loads(line) for line in (folder / "aliases.jsonl").read_text("utf-8").splitlines()][::3]
    names = (folder / "valid_names.txt").read_text("utf-8").splitlines()
    right = {
        name: sum(answer == each["value"] for answer, each in zip(answers, aliases, strict=True))
        for name, (answers, _) in strategies(set_of(names), names, [each["alias"] for each in aliases]).items()
    }
    ours = right.pop("ours, with abstention")
    assert right.pop("none") == 0
    assert len(right) >= 3
    assert all(0 < each < ours for each in right.values()), (ours, right)
