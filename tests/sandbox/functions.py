"""Builders for the sandbox's tests: assertions from their bodies, examples from their responses."""

from collections.abc import Mapping
from textwrap import indent

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.criteria.criterion import Origin
from spade_core.examples.example import Example
from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import Judge, Limits, Sandbox

QUICK = Limits(row_seconds=0.3, function_seconds=5.0, memory_bytes=64 * 1024 * 1024)


def source(body: str, name: str = "assert_it") -> str:
    """Return a whole assertion with this body, dedented; its first line is line 2."""
    return f"async def {name}(example: dict, prompt: str, response: str) -> bool:\n{indent(body, '    ')}"


def candidate(body: str, name: str = "assert_it", *, origin: Origin = Origin.PERSON) -> CandidateAssertion:
    """Return a candidate with this body."""
    return CandidateAssertion(name, source(body, name), (), origin)


def example(response: str, fields: Mapping[str, object] | None = None, prompt: str = "the prompt") -> Example:
    """Return an example known by its response."""
    return Example(f"row {response[:40]!a} {len(response)}", fields or {}, prompt, response, None)


def evaluations(body: str, *examples: Example, judge: Judge | None = None, limits: Limits = QUICK) -> list[Evaluation]:
    """Return what the sandbox says of one body on each example."""
    one = candidate(body)
    matrix = Sandbox(limits).run([one], examples, judge=judge)
    return [matrix.evaluations[row.id, one.name] for row in examples]


def outcomes(body: str, *responses: str, judge: Judge | None = None) -> list[Outcome]:
    """Return the outcome of one body on each response."""
    return [found.outcome for found in evaluations(body, *map(example, responses), judge=judge)]
