"""What a judge says of whole responses, good or bad, beside what the set says: for prediction-powered intervals."""

from collections.abc import Mapping, Sequence

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example, Label, parse_label
from spade_core.results import Evaluation, Outcome, ResultsMatrix
from spade_core.selection.statistics.prediction_powered import JudgedResponse

JUDGED = "judged"
"""The key of an example with the verdict of a judge of a person's own, written like a label."""

FEWEST_LABELLED, FEWEST_OF_KIND, FEWEST_UNLABELLED = 30, 10, 100
"""Below, the normal approximation is not to be trusted, and little is to be gained."""

_DECIDED = {Outcome.PASSED, Outcome.FAILED}


def own_verdict(example: Example) -> Label | None:
    """Return the verdict that stands with the example; None where there is none, or it is no label."""
    try:
        return parse_label(example.extra.get(JUDGED))
    except ValueError:
        return None


def has_own_verdicts(examples: Sequence[Example]) -> bool:
    """Whether a judge's verdicts stand with the examples: then nobody else is asked."""
    return any(own_verdict(example) is not None for example in examples)


def worth_judging(examples: Sequence[Example]) -> bool:
    """Whether there are labelled and unlabelled examples enough for the intervals."""
    labelled = sum(example.label is not None for example in examples)
    return labelled >= FEWEST_LABELLED and len(examples) - labelled >= FEWEST_UNLABELLED


def judged_responses(matrix: ResultsMatrix, chosen: Sequence[CandidateAssertion]) -> tuple[JudgedResponse, ...]:
    """Return the responses that the judge has a verdict on, labelled or not, with whether the set fails them.

    The verdict is the one that stands with the example; where no example has one, it is that of the assertions which
    ask a judge, all together: good when none of them fails the response. Of these, one without an answer makes the
    verdict unknown.
    """
    asking = [] if has_own_verdicts(matrix.examples) else [c for c in matrix.candidates if c.asks_judge]
    found = []
    for example in matrix.examples:
        verdict = _overall(matrix.evaluations, example, asking) if asking else own_verdict(example)
        if verdict is not None:
            found.append(JudgedResponse(any(matrix.fails(example, c) for c in chosen), verdict, example.label))
    return tuple(found)


def _overall(
    evaluations: Mapping[tuple[str, str], Evaluation], example: Example, asking: Sequence[CandidateAssertion]
) -> Label | None:
    outcomes = {evaluations[example.id, candidate.name].outcome for candidate in asking}
    if not outcomes <= _DECIDED:
        return None
    return Label.BAD if Outcome.FAILED in outcomes else Label.GOOD
