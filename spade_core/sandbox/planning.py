"""Planning: which pairs are decided without running anything, and which rows of which function go to the engine."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.results.unchecked import NO_JUDGE
from spade_core.sandbox.allowlist import refusal
from spade_core.sandbox.characters import CharacterCheck, OddCharacters
from spade_core.sandbox.extras import not_installed
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.patience import Patience
from spade_core.sandbox.preflight import preflight
from spade_core.sandbox.routing import Route, route
from spade_core.sandbox.rows import Row
from spade_core.sandbox.unsupported import Unsupported

_CHUNK_ROWS = 200
_CHUNK_CHARACTERS = 8_000_000


class Engine(Enum):
    """Which engine a job is for."""

    MONTY = "monty"
    CPYTHON = "cpython"


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
    engine: Engine
    patience: Patience
    """Shared by all jobs of the function."""


@dataclass(slots=True)
class Plan:
    """The matrix split into what is known at once and what has to run."""

    decided: Cells
    jobs: list[Job]


def plan_of(
    pending: Sequence[tuple[CandidateAssertion, Sequence[Row]]],
    *,
    has_judge: bool,
    has_second: bool,
    check: CharacterCheck,
    limits: Limits,
) -> Plan:
    """Return the plan for some rows of each candidate; `check` compares the characters that occur, in Monty."""
    plan = Plan({}, [])
    routed: list[tuple[CandidateAssertion, Sequence[Row]]] = []
    for candidate, rows in pending:
        decided = decided_at_once(candidate.source, has_judge=has_judge, has_second=has_second)
        if decided is None:
            routed.append((candidate, rows))
        else:
            plan.decided |= {(row.example.id, candidate.name): decided for row in rows}
    odd = _odd_characters(routed, check)
    for candidate, rows in routed:
        _plan_rows(plan, candidate, rows, odd, has_second=has_second, patience=Patience(limits))
    return plan


def _odd_characters(routed: Sequence[tuple[CandidateAssertion, Sequence[Row]]], check: CharacterCheck) -> OddCharacters:
    characters: set[str] = set()
    for texts in {id(rows): rows for _, rows in routed}.values():
        characters.update(*(row.characters for row in texts))
    for candidate, _ in routed:
        characters |= route(candidate.source).characters
    return check.odd(characters) if characters else OddCharacters()


def decided_at_once(source: str, *, has_judge: bool, has_second: bool) -> Evaluation | None:
    """Return the evaluation that holds on every row without running the function, if there is one."""
    found = preflight(source)
    if found.accepted and found.asks_judge and not has_judge:
        return Evaluation(Outcome.JUDGE_FAILED, message=NO_JUDGE)
    unsupported = unsupported_by_all(source, has_second=has_second)
    if unsupported is not None:
        return Evaluation(Outcome.UNSUPPORTED, message=str(unsupported), line=unsupported.line)
    return None


def unsupported_by_all(source: str, *, has_second: bool) -> Unsupported | None:
    """Return why no engine runs a function; None when one does. With both, the second one's reason counts."""
    first = route(source).unsupported
    if first is None or not has_second:
        return first
    return refusal(source) or not_installed(source)


def unfit(row: Row, chosen: Route, odd: OddCharacters) -> str:
    """Return why Monty must not run this function on this row; empty when it may."""
    if chosen.unsupported is not None:
        return str(chosen.unsupported)
    if row.has_surrogates:
        return "the example holds a lone surrogate, which Monty cannot hold"
    if row.has_odd_floats:
        return "the example holds a number that is NaN or near infinity, on which Monty differs"
    if row.has_nan and (chosen.parses_numbers or chosen.parses_json):
        return "the example may hold NaN or spell an infinity, on which Monty differs"
    if row.has_long_numbers and chosen.shows_values:
        return "the example holds a number of 15 digits or more, which Monty may print differently"
    if row.is_deep and chosen.parses_json:
        return "the example may hold deeply nested JSON, on which Monty differs"
    if chosen.parses_numbers and any(map(str.isdecimal, row.characters | chosen.characters)):
        return "the text holds digits beyond ASCII, on which Monty differs"
    differing = odd.differing | odd.unprintable if chosen.shows_values else odd.differing
    strange = (row.characters | chosen.characters) & differing
    if strange:
        return f"the text holds U+{ord(min(strange)):04X}, which Monty's Unicode describes differently"
    return ""


def unsupported_here(source: str) -> Unsupported | None:
    """Return why no engine on this machine runs a function, with line and column; None when one does."""
    return unsupported_by_all(source, has_second=sys.platform == "linux")


def _plan_rows(
    plan: Plan,
    candidate: CandidateAssertion,
    rows: Sequence[Row],
    odd: OddCharacters,
    *,
    has_second: bool,
    patience: Patience,
) -> None:
    chosen = route(candidate.source)
    for_engine: dict[Engine, list[Row]] = {Engine.MONTY: [], Engine.CPYTHON: []}
    for row in rows:
        reason = row.defect or unfit(row, chosen, odd)
        if not reason:
            for_engine[Engine.MONTY].append(row)
        elif has_second and not row.defect and refusal(candidate.source) is None:
            for_engine[Engine.CPYTHON].append(row)
        else:
            plan.decided[row.example.id, candidate.name] = Evaluation(Outcome.UNSUPPORTED, message=reason)
    found = preflight(candidate.source)
    for engine, fit in for_engine.items():
        plan.jobs += [
            Job(candidate, found.name, chosen, chunk, found.asks_judge, engine, patience) for chunk in _chunks(fit)
        ]


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
