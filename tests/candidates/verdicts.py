"""Candidates run in the sandbox on responses, for tests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from spade_core.candidates import CandidateAssertion, candidates_for
from spade_core.examples.example import Example
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.sandbox import Sandbox
from tests.criteria.prompts import criteria_from


@dataclass(frozen=True, slots=True)
class Case:
    """An instruction, one candidate that it gives, and responses that it must pass and fail."""

    instruction: str
    name: str
    """Without ``assert_``."""
    passing: Sequence[str]
    failing: Sequence[str]
    fields: Mapping[str, object] = field(default_factory=dict)
    prompt: str = ""


def candidate_named(instruction: str, name: str) -> CandidateAssertion:
    """Return the candidate of an instruction by its name without ``assert_``."""
    found = {candidate.name: candidate for candidate in candidates_for(criteria_from(instruction))}
    assert f"assert_{name}" in found, f"{instruction!r} gives {sorted(found)}"
    return found[f"assert_{name}"]


def evaluations_of(
    candidates: Sequence[CandidateAssertion],
    responses: Sequence[str],
    *,
    fields: Mapping[str, object] | None = None,
    prompt: str = "",
    sandbox: Sandbox | None = None,
) -> dict[tuple[str, str], Evaluation]:
    """Return what each candidate says of each response, by name and response."""
    examples = [Example(str(i), fields or {}, prompt, response, None) for i, response in enumerate(responses)]
    matrix = (sandbox or Sandbox()).run(candidates, examples)
    return {(c.name, e.response): matrix.evaluations[e.id, c.name] for c in candidates for e in examples}


def wrong_verdicts(case: Case, sandbox: Sandbox) -> list[tuple[str, Evaluation]]:
    """Return the responses of a case that its candidate does not judge as it should, with what it said."""
    candidate = candidate_named(case.instruction, case.name)
    responses = [*case.passing, *case.failing]
    said = evaluations_of([candidate], responses, fields=case.fields, prompt=case.prompt, sandbox=sandbox)
    wanted = dict.fromkeys(case.passing, Outcome.PASSED) | dict.fromkeys(case.failing, Outcome.FAILED)
    return [(r, said[candidate.name, r]) for r in responses if said[candidate.name, r].outcome is not wanted[r]]
