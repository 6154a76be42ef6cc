from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results import (
    Evaluation,
    Outcome,
    ResultsMatrix,
)

LETTERS = {
    "P": Outcome.PASSED,
    "F": Outcome.FAILED,
    "E": Outcome.ERRORED,
    "T": Outcome.TIMED_OUT,
    "M": Outcome.OUT_OF_MEMORY,
    "C": Outcome.CRASHED,
    "U": Outcome.UNSUPPORTED,
    "J": Outcome.JUDGE_FAILED,
}


def matrix(rows: dict[str, str], messages: dict[tuple[str, str], str] | None = None) -> ResultsMatrix:
    """Build a matrix from a picture: ``{"+a": "PF", "-b": "FP"}``, + good, - bad, one letter per candidate."""
    width = len(next(iter(rows.values())))
    candidates = tuple(CandidateAssertion(f"f{index}", "", ()) for index in range(width))
    examples = tuple(Example(name, {}, "", "", Label.GOOD if name[0] == "+" else Label.BAD) for name in rows)
    cells = {
        (name, candidate.name): Evaluation(LETTERS[letter], message=(messages or {}).get((name, candidate.name), ""))
        for name, letters in rows.items()
        for candidate, letter in zip(candidates, letters, strict=True)
    }
    return ResultsMatrix(examples, candidates, cells)


def test_coverage_and_ffr_count_failures_only() -> None:
    table = matrix({"+a": "PE", "+b": "FP", "-c": "FU", "-d": "PF"})
    first, second = table.candidates
    assert (table.coverage([first]), table.ffr([first])) == (0.5, 0.5)
    assert (table.coverage([second]), table.ffr([second])) == (0.5, 0.0)
    assert (table.coverage([first, second]), table.ffr([first, second])) == (1.0, 0.5)


def test_coverage_of_no_bad_examples_is_one_and_ffr_of_no_good_ones_is_zero() -> None:
    good, bad = matrix({"+a": "F"}), matrix({"-a": "F"})
    assert (good.coverage(good.candidates), good.ffr(good.candidates)) == (None, 1.0)
    assert (bad.coverage(bad.candidates), bad.ffr(bad.candidates)) == (1.0, None)
