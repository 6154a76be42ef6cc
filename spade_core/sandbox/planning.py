"""Planning: which pairs are decided without running anything, and which rows of which function go to the engine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.sandbox.characters import CharacterCheck, OddCharacters
from spade_core.sandbox.preflight import preflight
from spade_core.sandbox.routing import Route, route
from spade_core.sandbox.rows import Row

NO_JUDGE = "no judge is configured"
_CHUNK_ROWS = 200
_CHUNK_CHARACTERS = 8_000_000

Cells = dict[tuple[str, str], Evaluation]
"""Evaluations by example id and candidate name."""


@dataclass(frozen=True, slots=True)
class Job:
    """One function to run on some rows."""

    candidate: CandidateAssertion
    function: str
    """The name in the source, which a person may have changed."""
    route: Route
    rows: tuple[Row, ...]
    asks_judge: bool


@dataclass(slots=True)
class Plan:
    """The matrix split into what is known at once and what has to run."""

    decided: Cells
    jobs: list[Job]


def plan_of(
    candidates: Sequence[CandidateAssertion], rows: Sequence[Row], *, has_judge: bool, check: CharacterCheck
) -> Plan:
    """Return the plan; `check` compares the characters that occur, in the engine."""
    plan = Plan({}, [])
    routed: list[tuple[CandidateAssertion, Route]] = []
    for candidate in candidates:
        decided = decided_at_once(candidate.source, has_judge=has_judge)
        if decided is None:
            routed.append((candidate, route(candidate.source)))
        else:
            plan.decided |= {(row.example.id, candidate.name): decided for row in rows}
    if routed and rows:
        odd = check.odd({c for row in rows for c in row.characters} | {c for _, r in routed for c in r.characters})
        for candidate, chosen in routed:
            _plan_rows(plan, candidate, chosen, rows, odd)
    return plan


def decided_at_once(source: str, *, has_judge: bool) -> Evaluation | None:
    """Return the evaluation that holds on every row without running the function, if there is one."""
    found = preflight(source)
    if found.accepted and found.asks_judge and not has_judge:
        return Evaluation(Outcome.JUDGE_FAILED, message=NO_JUDGE)
    unsupported = route(source).unsupported
    if unsupported is not None:
        return Evaluation(Outcome.UNSUPPORTED, message=str(unsupported), line=unsupported.line)
    return None


def unfit(row: Row, chosen: Route, odd: OddCharacters) -> str:
    """Return why Monty must not run this function on this row; empty when it may."""
    if row.defect:
        return row.defect
    if row.has_surrogates:
        return "the example holds a lone surrogate, which Monty cannot hold"
    if row.has_nan and (chosen.parses_numbers or chosen.parses_json):
        return "the example may hold NaN, on which Monty differs"
    if row.has_long_numbers and chosen.shows_values:
        return "the example holds a number of 15 digits or more, which Monty may print differently"
    if row.is_deep and chosen.parses_json:
        return "the example may hold deeply nested JSON, on which Monty differs"
    if chosen.parses_numbers and any(character.isdecimal() for character in row.characters):
        return "the example holds digits beyond ASCII, on which Monty differs"
    differing = odd.differing | odd.unprintable if chosen.shows_values else odd.differing
    strange = (row.characters | chosen.characters) & differing
    if strange:
        return f"the text holds U+{ord(min(strange)):04X}, which Monty's Unicode describes differently"
    return ""


def _plan_rows(
    plan: Plan, candidate: CandidateAssertion, chosen: Route, rows: Sequence[Row], odd: OddCharacters
) -> None:
    fit: list[Row] = []
    for row in rows:
        if reason := unfit(row, chosen, odd):
            plan.decided[row.example.id, candidate.name] = Evaluation(Outcome.UNSUPPORTED, message=reason)
        else:
            fit.append(row)
    found = preflight(candidate.source)
    plan.jobs += [Job(candidate, found.name, chosen, chunk, found.asks_judge) for chunk in _chunks(fit)]


def _chunks(rows: Sequence[Row]) -> Iterator[tuple[Row, ...]]:
    chunk: list[Row] = []
    size = 0
    for row in rows:
        if chunk and (len(chunk) == _CHUNK_ROWS or size + row.size > _CHUNK_CHARACTERS):
            yield tuple(chunk)
            chunk, size = [], 0
        chunk.append(row)
        size += row.size
    if chunk:
        yield tuple(chunk)
