"""Results matrices drawn as text, one row of letters per candidate."""

from collections.abc import Mapping

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.matrix import Evaluation, Outcome, ResultsMatrix
from spade_core.subsumption import SaidBy, Subsumption, claimed

LABELS = {"+": Label.GOOD, "-": Label.BAD, "?": None}
OUTCOMES = {
    "P": Outcome.PASSED,
    "F": Outcome.FAILED,
    "E": Outcome.ERRORED,
    "U": Outcome.UNSUPPORTED,
    "J": Outcome.JUDGE_FAILED,
}


def matrix_of(labels: str, rows: Mapping[str, str], *, judges: tuple[str, ...] = ()) -> ResultsMatrix:
    """``matrix_of("+ + -", {"short": "P F F"})``: example 1 and 2 are good, 3 is bad; `short` fails 2 and 3."""
    examples = tuple(
        Example(id=str(number), fields={}, prompt="", response=f"response {number}", label=LABELS[sign])
        for number, sign in enumerate(labels.split(), start=1)
    )
    candidates = tuple(
        CandidateAssertion(name=name, source="", criteria=(), asks_judge=name in judges) for name in rows
    )
    evaluations = {
        (example.id, name): Evaluation(OUTCOMES[letter], message="no such key" if letter == "E" else "")
        for name, letters in rows.items()
        for example, letter in zip(examples, letters.split(), strict=True)
    }
    return ResultsMatrix(examples, candidates, evaluations)


def claims(*pairs: str) -> Subsumption:
    """``claims("long > short")``: long subsumes short, says a model."""
    split = [pair.split(" > ") for pair in pairs]
    return Subsumption.of(claimed(general, specific, SaidBy.MODEL) for general, specific in split)
