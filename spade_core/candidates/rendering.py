"""From criteria to candidate assertions: what each constraint decides, as a short function over `spade_core.checks`."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import spade_core.checks as checks
from spade_core.candidates.candidate import CandidateAssertion
from spade_core.candidates.layout import WIDTH, docstring, identifier, returning, series, wrapped_literal
from spade_core.constraints import Constraint, Judgement, strongest
from spade_core.criteria import Criterion, ask_the_same, content_of, is_said_by, statement_of, stems_of

_CHECKS: Final = frozenset(checks.__all__)
_MOST_WORDS: Final = 10
"""Words of a judge's instruction that its name has."""


@dataclass(frozen=True, slots=True)
class _Function:
    """A function without its final name."""

    name: str
    says: str
    body: str
    question: str = ""
    """What it asks a judge; "" where code decides."""


def candidates_for(criteria: Sequence[Criterion]) -> list[CandidateAssertion]:
    """Return the candidates of the criteria that have a constraint, in their order.

    Equal ones are one that keeps all criteria, and what another one says too is no candidate of its own.
    """
    merged: dict[str, tuple[_Function, list[Criterion]]] = {}
    asked: dict[tuple[str, ...], list[_Function]] = {}
    functions: dict[Constraint, _Function] = {}
    said_by = strongest(each.constraint for each in criteria if each.constraint is not None)
    restated = _restated([each for each in dict.fromkeys(said_by.values()) if isinstance(each, Judgement)])
    for criterion in criteria:
        if criterion.constraint is None:
            continue
        top = said_by[criterion.constraint]
        wanted = restated.get(top, top)
        function = functions.get(wanted) or functions.setdefault(wanted, _function(wanted))
        known = function.body if function.body in merged else _same_question(function, asked)
        _, origins = merged.setdefault(known, (function, []))
        origins.append(criterion)
    return list(_named(merged.values()))


def _restated(judged: Sequence[Judgement]) -> dict[Constraint, Judgement]:
    """Return the questions that another one asks too, each with the longest of those that do."""
    stems = {each: stems_of(each.words) for each in judged}
    order = {each: at for at, each in enumerate(judged)}
    with_stem: dict[str, list[Judgement]] = {}
    for each in judged:
        for stem in stems[each]:
            with_stem.setdefault(stem, []).append(each)
    found: dict[Constraint, Judgement] = {}
    for one in judged:
        beside = min((with_stem[stem] for stem in stems[one]), key=len, default=[])
        saying = [
            other
            for other in beside
            if is_said_by(stems[one], stems[other])
            and (stems[one] != stems[other] or order[other] < order[one])
            and one.is_definition == other.is_definition
            and not one.words.endswith(":")
            and (one.label, one.after) in (("", ""), (other.label, other.after))
            and one.lead in ("", other.lead)
        ]
        if saying:
            found[one] = max(saying, key=lambda each: len(stems[each]))
    return found


def constraint_of(candidate: CandidateAssertion) -> Constraint | None:
    """Return the constraint that a candidate decides; None where its code is no longer what was generated for it."""
    constraints = dict.fromkeys(each.constraint for each in candidate.criteria if each.constraint is not None)
    return next((each for each in constraints if _source(_function(each), candidate.name) == candidate.source), None)


def _function(constraint: Constraint) -> _Function:
    says = statement_of(constraint)
    if isinstance(constraint, Judgement):
        name = identifier(f"judged {' '.join(constraint.words.split()[:_MOST_WORDS])}")
        return _Function(name, says, _asking(constraint.question), constraint.question)
    expression = constraint.source()
    name = identifier(constraint.named)
    return _Function(name, says, "\n".join([*_imports(expression), returning(expression)]))


def _asking(question: str) -> str:
    lines = wrapped_literal(question, width=WIDTH - 9)
    return (
        "    return await ask_llm(\n        prompt,\n        response,\n"
        + "\n".join(f"        {line}" for line in lines)
        + ",\n    )"
    )


def _imports(expression: str) -> list[str]:
    named = {node.id for node in ast.walk(ast.parse(expression, mode="eval")) if isinstance(node, ast.Name)}
    used = sorted(named & _CHECKS)
    lines = ["    import re", ""] if "re" in named else []
    if not used:
        return lines
    line = series(used, before="from spade_core.checks import ", after="", indent="    ")
    if "\n" in line:
        line = series(used, before="from spade_core.checks import (", after=")", indent="    ")
    return [*lines, line, ""]


def _same_question(function: _Function, asked: dict[tuple[str, ...], list[_Function]]) -> str:
    """Return the body of a function that asks a judge nearly the same, or its own.

    `asked` holds the questions so far by the words that matter in them, and is given this one.
    """
    if function.question:
        alike = asked.setdefault(content_of(function.question), [])
        for other in alike:
            if ask_the_same(function.question, other.question):
                return other.body
        alike.append(function)
    return function.body


def _named(functions: Iterable[tuple[_Function, list[Criterion]]]) -> Iterator[CandidateAssertion]:
    taken: set[str] = set()
    for function, origins in functions:
        name = _distinct(function.name, taken)
        taken.add(name)
        yield CandidateAssertion(
            name=name,
            source=_source(function, name),
            criteria=tuple(origins),
            origin=origins[0].origin,
            asks_judge=bool(function.question),
        )


def _distinct(name: str, taken: set[str]) -> str:
    number = 1
    distinct = name
    while distinct in taken:
        number += 1
        distinct = f"{name[:56]}_{number}"
    return distinct


def _source(function: _Function, name: str) -> str:
    parameters = ["example: dict", "prompt: str", "response: str"]
    head = series(parameters, before=f"async def {name}(", after=") -> bool:", indent="")
    return f"{head}\n{docstring(function.says)}\n{function.body}"
