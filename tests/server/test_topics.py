"""Topics: what is left out could not have contradicted anything."""

import random

import pytest

from spade_core.criteria import Criterion
from spade_server.analysis.contradictions import contradictions_among
from spade_server.analysis.prompt_model import read_model
from spade_server.analysis.reader import SentenceReader
from spade_server.analysis.topics import Disputes, may_clash, topics_of
from tests.server.contradiction_corpus import pairs
from tests.server.test_contradictions import AGREE, CLASHES, PATH

_LINES = sorted(
    {line for text in (*CLASHES, *AGREE, *(pair.text for pair in pairs())) for line in text.splitlines() if line}
)


def clashing(lines: list[str]) -> list[tuple[int, int, Criterion]]:
    model = read_model(PATH, 1, "\n".join(lines) + "\n", SentenceReader())
    return [
        (place, 0, criterion)
        for place, each in enumerate(model.templates[0].instructions)
        for criterion in each.criteria
        if may_clash(criterion)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_disputed_holds_every_contradiction(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - the same lines every time
    criteria = clashing(rng.sample(_LINES, rng.randrange(2, 160)))
    topics = topics_of(criterion for *_, criterion in criteria)
    halves = [topics_of(criterion for *_, criterion in part) for part in (criteria[::2], criteria[1::2])]
    hot = Disputes().among(halves)
    assert hot == Disputes().among([topics])
    left = [each for each, spoken_of in zip(criteria, topics.of_criteria, strict=True) if not spoken_of.isdisjoint(hot)]
    assert list(contradictions_among(left)) == list(contradictions_among(criteria))


def test_what_agrees_leaves_nothing_to_compare() -> None:
    criteria = clashing(["Keep it within 100 words.", "Use at least 20 words.", 'Include the phrase "so long".'])
    assert criteria
    assert not Disputes().among([topics_of(criterion for *_, criterion in criteria)])


def test_edits_leave_in_dispute_what_a_fresh_look_does() -> None:
    rng = random.Random(5)  # noqa: S311 - the same edits every time
    parts = [topics_of(criterion for *_, criterion in clashing(rng.sample(_LINES, 3))) for _ in range(60)]
    disputes = Disputes()
    standing = parts[:20]
    for _ in range(150):
        at = rng.randrange(len(standing) + 1)
        standing = [*standing[:at], *rng.sample(parts, rng.randrange(3)), *standing[at + rng.randrange(3) :]]
        assert disputes.among(standing) == Disputes().among(standing)
    assert disputes.among(standing)
    assert not disputes.among([])
