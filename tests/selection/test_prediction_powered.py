import random

from spade_core.examples.example import Label
from spade_core.selection.statistics.intervals import exact_interval
from spade_core.selection.statistics.prediction_powered import JudgedResponse, prediction_powered_interval

KINDS = {True: Label.GOOD, False: Label.BAD}


def sample(seed: int, *, labelled: int, judged: int, right: float, ffr: float = 0.2) -> list[JudgedResponse]:
    """Responses of which 60 % are good; the set fails `ffr` of those; the judge is right with this probability."""
    choice = random.Random(seed)  # noqa: S311 - reproducible test data
    responses = []
    for number in range(labelled + judged):
        good = choice.random() < 0.6
        fails = choice.random() < (ffr if good else 0.7)
        said = good if choice.random() < right else not good
        responses.append(JudgedResponse(fails, KINDS[said], KINDS[good] if number < labelled else None))
    return responses


def hits(right: float) -> int:
    found = 0
    for seed in range(300):
        interval = prediction_powered_interval(sample(seed, labelled=80, judged=1000, right=right), Label.GOOD)
        assert interval is not None
        found += interval[0] <= 0.2 <= interval[1]
    return found


def test_the_interval_holds_the_true_rate_about_as_often_as_it_says_however_bad_the_judge() -> None:
    for right in (0.95, 0.5, 0.1):
        assert hits(right) >= 0.91 * 300


def test_a_good_judge_makes_the_interval_narrower_than_the_labels_alone() -> None:
    responses = sample(7, labelled=80, judged=2000, right=0.97)
    interval = prediction_powered_interval(responses, Label.GOOD)
    good = [r for r in responses if r.label is Label.GOOD]
    exact = exact_interval(sum(r.fails for r in good), len(good))
    assert interval is not None
    assert interval[1] - interval[0] < 0.7 * (exact[1] - exact[0])


def test_with_few_labels_or_nothing_unlabelled_there_is_no_such_interval() -> None:
    assert prediction_powered_interval(sample(1, labelled=29, judged=500, right=0.9), Label.GOOD) is None
    assert prediction_powered_interval(sample(1, labelled=60, judged=0, right=0.9), Label.GOOD) is None


def test_without_any_response_of_the_kind_every_share_is_possible() -> None:
    responses = [JudgedResponse(False, Label.BAD, Label.BAD)] * 40 + [JudgedResponse(True, Label.BAD, None)] * 40
    assert prediction_powered_interval(responses, Label.GOOD) == (0.0, 1.0)
