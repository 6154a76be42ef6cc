"""New responses checked by the selected assertions: what passes, what fails, and what nobody can tell."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from typing import Any, Final

from rich.text import Text

from spade_core.candidates import CandidateAssertion
from spade_core.constraints import found_by
from spade_core.errors import Problem
from spade_core.examples import Example
from spade_core.report.display_text import counted, in_line
from spade_core.report.report import check_of, name_of
from spade_core.results import Outcome, ResultsMatrix
from spade_core.static_analysis import fields_needed
from spade_core.storage import Baseline
from spade_core.values import NO_SETS, Misnomer, ValueSet, misnomers

MOST_LISTED: Final = 10
_MOST_FOUND: Final = 5
_LONGEST: Final = 80


class State(StrEnum):
    """What the check of one response says. Not checked is no failure, and no pass either."""

    PASSED = "passed"
    """Every assertion passes it."""
    FAILED = "failed"
    """One assertion at least fails it."""
    KNOWN = "known"
    """Some fail it, as the baseline says, and no other."""
    NOT_CHECKED = "not checked"
    """None fails it, but one at least came to no verdict."""


@dataclass(frozen=True, slots=True)
class Check:
    """What one response came to."""

    example: Example
    failed: tuple[str, ...]
    """Names of the assertions that fail it."""
    not_checked: Mapping[str, str]
    """Why an assertion came to no verdict, by its name."""
    known: tuple[str, ...] = ()
    """Names of the assertions that fail it as a baseline says."""
    misnomers: Mapping[str, tuple[Misnomer, ...]] = field(default_factory=dict)
    """What it says instead of valid values, by the name of the assertion that fails."""
    found: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What it has that an assertion denies it, such as numbers that no context holds, by its name."""

    @property
    def state(self) -> State:
        """What that says of the response."""
        if self.failed:
            return State.FAILED
        if self.not_checked:
            return State.NOT_CHECKED
        return State.KNOWN if self.known else State.PASSED


class Tally:
    """What all responses came to, whatever their number: nothing of a single one is kept."""

    def __init__(
        self,
        candidates: Sequence[CandidateAssertion],
        values: Mapping[str, ValueSet] = NO_SETS,
        baseline: Baseline | None = None,
        path: str = "",
    ) -> None:
        """Take the assertions, the sets they read, what is known to fail, and the file of the responses, if any."""
        self._path = path
        self._baseline = baseline
        self.counts: Counter[State] = Counter()
        self._candidates = candidates
        self._values = values
        self.said = {candidate.name: check_of(candidate.source) for candidate in candidates}
        """What each assertion checks, by name, in words."""
        self.failed: Counter[str] = Counter()
        """How many responses fail, by assertion."""
        self.known: Counter[str] = Counter()
        """How many of the failures that a baseline knows there were, by assertion."""
        self.first_failing: dict[str, list[str]] = {}
        """The first responses that fail, a line each, by assertion."""
        self._unchecked: dict[tuple[str, str], tuple[str, int]] = {}
        """The first response and their number, by assertion and reason."""

    def take(self, matrix: ResultsMatrix, examples: Sequence[Example]) -> list[Check]:
        """Count the rows of a matrix, and return what each came to; `examples` are they by their own ids."""
        checks = [
            self._with_what_fails(self._known_apart(_check(matrix, row, example)))
            for row, example in zip(matrix.examples, examples, strict=True)
        ]
        self.counts.update(check.state for check in checks)
        for check in checks:
            self.failed.update(check.failed)
            self.known.update(check.known)
            for name in check.failed:
                if len(listed := self.first_failing.setdefault(name, [])) < MOST_LISTED:
                    listed.append(_failure(check, name))
            for reason in check.not_checked.items():
                first, number = self._unchecked.get(reason, ("", 0))
                self._unchecked[reason] = (first or self._place_of(check.example), number + 1)
        return checks

    def state(self) -> dict[str, object]:
        """Return all that was counted, as values of JSON for `add`."""
        return {
            "counts": {state.value: number for state, number in self.counts.items()},
            "failed": dict(self.failed),
            "first_failing": self.first_failing,
            "unchecked": [[*reason, *told] for reason, told in self._unchecked.items()],
        }

    def add(self, state: Mapping[str, Any]) -> None:
        """Count what another one of the same assertions has counted of later responses, without a baseline."""
        self.counts.update({State(name): int(number) for name, number in state["counts"].items()})
        self.failed.update({name: int(number) for name, number in state["failed"].items()})
        for name, lines in state["first_failing"].items():
            listed = self.first_failing.setdefault(name, [])
            listed += map(str, lines[: MOST_LISTED - len(listed)])
        for name, why, first, number in state["unchecked"]:
            told, before = self._unchecked.get((name, why), (first, 0))
            self._unchecked[str(name), str(why)] = (str(told), before + int(number))

    def _place_of(self, example: Example) -> str:
        """Return the name of a response, and its line where that is known and the name does not tell it."""
        name, place = name_of(example), f"line {example.line}"
        if not self._path or not example.line:
            return name
        return f"{self._path}:{example.line}" if name == place else f"{name} ({self._path}:{example.line})"

    def _known_apart(self, check: Check) -> Check:
        if self._baseline is None:
            return check
        known = tuple(name for name in check.failed if self._baseline.knows(name, check.example.id))
        return replace(check, failed=tuple(name for name in check.failed if name not in known), known=known)

    def _with_what_fails(self, check: Check) -> Check:
        failed = [candidate for candidate in self._candidates if candidate.name in check.failed]
        found = {each.name: found_in(each, check.example) for each in failed}
        misnamed = {each.name: misnomers(each.source, check.example, self._values) for each in failed if self._values}
        return replace(
            check,
            found={name: some for name, some in found.items() if some},
            misnomers={name: some for name, some in misnamed.items() if some},
        )

    def unchecked_of(self, name: str) -> dict[str, int]:
        """Return how many responses an assertion came to no verdict on, by the reason."""
        return {why: number for (one, why), (_, number) in self._unchecked.items() if one == name}

    def failures(self, checks: Iterable[Check]) -> list[Text]:
        """Return the lines that tell of the responses that fail, with the assertions they fail."""
        lines: list[Text] = []
        for check in checks:
            for name in check.failed:
                lines.append(Text.assemble(("FAIL ", "bold red"), in_line(name_of(check.example)), "  ", name))
                if self.said[name]:
                    lines.append(Text(f"     {in_line(self.said[name])}", style="dim"))
                if name in check.found:
                    lines.append(Text(f"     found: {found_in_words(check.found[name])}"))
                lines.extend(Text(f"     {in_line(str(each))}") for each in check.misnomers.get(name, ()))
        return lines

    def summary(self) -> list[Text]:
        """Return the lines that tell what could not be checked, and a line of sums."""
        lines: list[Text] = []
        for (name, why), (first, number) in self._unchecked.items():
            where = f"{in_line(first)} and {counted(number - 1, 'other')}" if number > 1 else in_line(first)
            lines.append(
                Text.assemble(("NOT CHECKED ", "bold yellow"), where, "  ", name, (f"  ({in_line(why)})", "dim"))
            )
        passed, failed, known, unknown = (self.counts[state] for state in State)
        selected = counted(len(self._candidates), "selected assertion")
        number = self.counts.total()
        told = f"{passed} of {counted(number, 'response')} {'passes' if number == 1 else 'pass'} the {selected}"
        told += f", {failed} {'fails' if failed == 1 else 'fail'}" if failed else ""
        told += f", {known} {'fails' if known == 1 else 'fail'} as the baseline says" if known else ""
        told += f", {unknown} not checked" if unknown else ""
        return [*lines, Text(told)]

    def as_json(self, problems: Iterable[Problem]) -> dict[str, object]:
        """Return all but the responses."""
        return {
            "assertions": [candidate.name for candidate in self._candidates],
            "counts": {
                state.value: self.counts[state] for state in State if self._baseline or state is not State.KNOWN
            },
            "problems": [str(problem) for problem in problems],
        }


def found_in(candidate: CandidateAssertion, example: Example) -> tuple[str, ...]:
    """Return what a response has that an assertion denies it; empty where that cannot be told."""
    return found_by(candidate.source, example.response, fields=example.fields, prompt=example.prompt)


def found_in_words(found: Sequence[str]) -> str:
    """Return the first of what was found: ``'85', '4711'``."""
    shown = ", ".join(repr(each) if len(each) <= _LONGEST else f"{each[:_LONGEST]!r}…" for each in found[:_MOST_FOUND])
    more = len(found) - _MOST_FOUND
    return in_line(f"{shown} and {more} more" if more > 0 else shown)


def _failure(check: Check, name: str) -> str:
    meant = f" (found: {found_in_words(check.found[name])})" if name in check.found else ""
    meant += "".join(f" ({in_line(str(each))})" for each in check.misnomers.get(name, ()))
    return f"{in_line(name_of(check.example))}: {in_line(check.example.response)}{meant}"


def _check(matrix: ResultsMatrix, row: Example, example: Example) -> Check:
    failed: list[str] = []
    not_checked: dict[str, str] = {}
    for candidate in matrix.candidates:
        cell = matrix.evaluations[row.id, candidate.name]
        if lacking := fields_lacking(candidate, example):
            # Whatever it returned: without its input it judged something else.
            not_checked[candidate.name] = f"the example has no field {', '.join(json.dumps(name) for name in lacking)}"
        elif cell.outcome is Outcome.FAILED:
            failed.append(candidate.name)
        elif cell.outcome is not Outcome.PASSED:
            not_checked[candidate.name] = f"{cell.outcome.value}: {cell.message}"
    return Check(example, tuple(failed), not_checked)


def fields_lacking(candidate: CandidateAssertion, example: Example) -> tuple[str, ...]:
    """Return the input fields that an assertion reads and an example does not have."""
    return tuple(name for name in fields_needed(candidate.source) if name not in example.fields)


def check_json(check: Check) -> dict[str, object]:
    """Return the assertions that a response fails and those that could not be checked."""
    return {
        "id": check.example.id,
        "line": check.example.line,
        "state": check.state.value,
        "failed": list(check.failed),
        **({"known": list(check.known)} if check.known else {}),
        "not_checked": dict(check.not_checked),
        **({"found": {name: list(some) for name, some in check.found.items()}} if check.found else {}),
        **({"misnomers": misnomers_json(chain(*check.misnomers.values()))} if check.misnomers else {}),
    }


def misnomers_json(found: Iterable[Misnomer]) -> list[dict[str, object]]:
    """Return what a response says instead of valid values, each with the values that it may mean."""
    return [
        {
            "set": each.set_name,
            "text": each.text,
            "verdict": each.nearest.verdict.value,
            "correction": each.nearest.correction,
            "nearest": [{"value": one.value, "score": round(one.score, 4)} for one in each.nearest.nearest],
        }
        for each in dict.fromkeys(found)
    ]
