"""What a worker is told of a function, and what its answer says: the same for a run and for a guard."""

from typing import Any, Final

from spade_core.candidates import CandidateAssertion
from spade_core.results import NO_JUDGE, Evaluation, Outcome
from spade_core.sandbox.unsupported import unsupported_here
from spade_core.sandbox.worker import SHARED
from spade_core.static_analysis import has_side_effects, is_one_expression, names_in, preflight

MOST_MESSAGE: Final = 300
_OUTCOMES: Final = {
    "P": Outcome.PASSED,
    "F": Outcome.FAILED,
    "E": Outcome.ERRORED,
    "M": Outcome.OUT_OF_MEMORY,
    "T": Outcome.TIMED_OUT,
    "C": Outcome.CRASHED,
    "U": Outcome.UNSUPPORTED,
}


def function_told(candidate: CandidateAssertion, key: str) -> dict[str, Any]:
    """Return what a worker is told of a function beside its rows; `key` says who may use its interpreter after it."""
    source = candidate.source
    return {
        "source": source,
        "name": preflight(source).name,  # a person may have changed the candidate's
        "alone": has_side_effects(source),
        "key": SHARED if is_one_expression(source) else key,
        "reads": "example" in names_in(source),
    }


def evaluation_of(
    letter: str, message: str, line: int, seconds: float, *, memory_bytes: int, engine: str = ""
) -> Evaluation:
    """Return what a worker says of a row, as it may be shown and written: a function may have made the message up."""
    if letter == "M":
        message = f"it needs more than {memory_bytes // (1024 * 1024)} MB of memory"
    legible = message[:MOST_MESSAGE].encode("utf-8", "backslashreplace").decode()[:MOST_MESSAGE]
    return Evaluation(_OUTCOMES.get(letter, Outcome.CRASHED), engine, seconds, legible, line or None)


def decided_at_once(source: str, *, has_judge: bool) -> Evaluation | None:
    """Return the evaluation that holds on every row without running the function, if there is one."""
    found = preflight(source)
    if found.accepted and found.asks_judge and not has_judge:
        return Evaluation(Outcome.JUDGE_FAILED, message=NO_JUDGE)
    unsupported = unsupported_here(source)
    if unsupported is not None:
        return Evaluation(Outcome.UNSUPPORTED, message=unsupported.reason, line=unsupported.line)
    return None
