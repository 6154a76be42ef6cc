"""What a selection was made from, and what has changed since."""

import pytest

from spade_core.examples import Example, Label
from spade_core.selection.request import Method, SelectionRequest, Thresholds
from spade_core.storage.basis import Basis, changes_between, digest_of

THEN = Basis(
    {"short": "1", "kind": "2"}, "e1", ("kind",), SelectionRequest(Method.COVERAGE, Thresholds(alpha=0.6, tau=0.25))
)
LABELS = {"good": 4, "bad": 3}


@pytest.mark.parametrize(
    ("now", "labels", "told"),
    [
        (THEN, LABELS, []),
        (Basis({"brief": "1", "kind": "2"}, "e1", ("kind",), THEN.settings), LABELS, []),
        (Basis({"short": "9", "kind": "2"}, "e1", ("kind",), THEN.settings), LABELS, ["short was edited"]),
        (
            Basis({"short": "1", "new": "3", "more": "4"}, "e1", (), THEN.settings),
            LABELS,
            ["new, more were added", "kind was deleted"],
        ),
        (
            Basis(THEN.assertions, "e2", ("kind",), THEN.settings),
            {"good": 4, "bad": 5},
            ["the labelled examples changed: 4 good and 3 bad then, 4 good and 5 bad now"],
        ),
        (
            Basis(THEN.assertions, "e2", ("kind",), THEN.settings),
            LABELS,
            ["the labelled examples changed, which are 4 good and 3 bad as before"],
        ),
        (
            Basis(THEN.assertions, "e1", ("short",), THEN.settings),
            LABELS,
            ["the prompt no longer asks for what short checks", "the prompt asks again for what kind checks"],
        ),
        (
            Basis(THEN.assertions, "e1", ("kind",), SelectionRequest(Method.BASELINE, Thresholds(alpha=0.6, tau=0.1))),
            LABELS,
            ["the settings changed: coverage, alpha 0.6, tau 0.25 then, baseline, alpha 0.6, tau 0.1 now"],
        ),
    ],
)
def test_each_change_is_told_and_a_new_name_is_none(now: Basis, labels: dict[str, int], told: list[str]) -> None:
    assert changes_between(THEN, now, LABELS, labels) == told


def test_where_nothing_was_noted_nothing_is_said() -> None:
    assert changes_between(Basis(), THEN, {}, LABELS) == []


def test_the_digest_is_of_what_is_labelled_in_any_order() -> None:
    good = Example("1", {"a": "\ud800"}, "", "x", Label.GOOD)
    bad = Example("2", {}, "", "y", Label.BAD)
    idle = Example("3", {}, "", "z", None)
    assert digest_of([good, bad]) == digest_of([idle, bad, good])
    assert digest_of([good, bad]) != digest_of([good])
    assert digest_of([good, bad]) != digest_of([good, Example("2", {}, "", "y", Label.GOOD)])
