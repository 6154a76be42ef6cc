"""Builders for the sandbox's tests: assertions from their bodies, examples from their responses."""

from collections.abc import Mapping, Sequence
from textwrap import indent

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import Judge, Limits, Sandbox
from spade_core.sandbox.child.names import EVERY
from spade_core.sandbox.cpython_engine import CPythonEngine
from spade_core.sandbox.crew import Crew
from spade_core.sandbox.engines import Engines
from spade_core.sandbox.planning import Cells, plan_of
from spade_core.sandbox.rows import row_of

QUICK = Limits(row_seconds=0.3, function_seconds=5.0, memory_bytes=64 * 1024 * 1024)


def source(body: str, name: str = "assert_it") -> str:
    """Return a whole assertion with this body, dedented; its first line is line 2."""
    return f"async def {name}(example: dict, prompt: str, response: str) -> bool:\n{indent(body, '    ')}"


def candidate(body: str, name: str = "assert_it") -> CandidateAssertion:
    """Return a candidate with this body."""
    return CandidateAssertion(name, source(body, name), ())


def example(response: str, fields: Mapping[str, object] | None = None, prompt: str = "the prompt") -> Example:
    """Return an example known by its response."""
    return Example(f"row {response[:40]!a} {len(response)}", fields or {}, prompt, response, None)


def evaluations(
    body: str, *examples: Example, judge: Judge | None = None, limits: Limits = QUICK, second: bool = True
) -> list[Evaluation]:
    """Return what the sandbox says of one body on each example, with or without its second engine."""
    one = candidate(body)
    matrix = Sandbox(limits, second_engine=second).run([one], examples, judge=judge)
    return [matrix.evaluations[row.id, one.name] for row in examples]


def cells_without(
    protection: str | None,
    candidates: Sequence[CandidateAssertion],
    rows: Sequence[Example],
    limits: Limits = QUICK,
) -> Cells:
    """Return every cell as the sandbox finds it with one of the kernel's protections switched off."""
    kept = tuple(name for name in EVERY if name != protection)
    engines = Engines(limits, second=CPythonEngine(limits, protections=kept)).open()
    try:
        pending = [(one, [row_of(row) for row in rows]) for one in candidates]
        plan = plan_of(pending, has_judge=False, has_second=True, check=engines.characters, limits=limits)
        crew = Crew(plan.jobs, lambda job: engines.run(job, None), workers=2)
        try:
            return plan.decided | crew.finish(None, lambda done: None)
        finally:
            crew.join()
    finally:
        engines.close()


def outcomes(body: str, *responses: str, judge: Judge | None = None, second: bool = True) -> list[Outcome]:
    """Return the outcome of one body on each response."""
    return [found.outcome for found in evaluations(body, *map(example, responses), judge=judge, second=second)]
