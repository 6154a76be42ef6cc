"""New responses checked by the selected assertions: what passes, what fails, and what nobody can tell."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rich.console import Console
from rich.text import Text

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.errors import Problem
from spade_core.examples.example import Example
from spade_core.report.report import check_of, name_of
from spade_core.report.visible import counted, in_line
from spade_core.results.evaluation import Outcome
from spade_core.results.matrix import ResultsMatrix
from spade_core.sandbox.fields_needed import fields_needed


class State(StrEnum):
    """What the check of one response says. Not checked is no failure, and no pass either."""

    PASSED = "passed"
    """Every assertion passes it."""
    FAILED = "failed"
    """One assertion at least fails it."""
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

    @property
    def state(self) -> State:
        """What that says of the response."""
        if self.failed:
            return State.FAILED
        return State.NOT_CHECKED if self.not_checked else State.PASSED


def checks_of(matrix: ResultsMatrix) -> tuple[Check, ...]:
    """Return what each response came to, in their order."""
    return tuple(_check(matrix, example) for example in matrix.examples)


def _check(matrix: ResultsMatrix, example: Example) -> Check:
    failed: list[str] = []
    not_checked: dict[str, str] = {}
    for candidate in matrix.candidates:
        cell = matrix.evaluations[example.id, candidate.name]
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


def print_checks(matrix: ResultsMatrix, console: Console) -> None:
    """Print the responses that fail, with the assertions they fail, what could not be checked, and a line of sums."""
    checks = checks_of(matrix)
    said = {candidate.name: check_of(candidate.source) for candidate in matrix.candidates}
    for check in checks:
        for name in check.failed:
            console.print(Text.assemble(("FAIL ", "bold red"), in_line(name_of(check.example)), "  ", name))
            if said[name]:
                console.print(Text(f"     {in_line(said[name])}", style="dim"))
    for (name, why), examples in _by_reason(checks).items():
        first, more = in_line(name_of(examples[0])), len(examples) - 1
        where = f"{first} and {counted(more, 'other')}" if more else first
        console.print(Text.assemble(("NOT CHECKED ", "bold yellow"), where, "  ", name, (f"  ({in_line(why)})", "dim")))
    states = [check.state for check in checks]
    passed, failed, unknown = (states.count(state) for state in State)
    selected = counted(len(matrix.candidates), "selected assertion")
    verb = "passes" if len(states) == 1 else "pass"
    told = f"{passed} of {counted(len(states), 'response')} {verb} the {selected}"
    told += f", {failed} {'fails' if failed == 1 else 'fail'}" if failed else ""
    told += f", {unknown} not checked" if unknown else ""
    console.print(told)


def _by_reason(checks: Iterable[Check]) -> Mapping[tuple[str, str], list[Example]]:
    found: dict[tuple[str, str], list[Example]] = {}
    for check in checks:
        for reason in check.not_checked.items():
            found.setdefault(reason, []).append(check.example)
    return found


def checks_json(matrix: ResultsMatrix, problems: Iterable[Problem]) -> dict[str, object]:
    """Return, for each response, the assertions that it fails and those that could not be checked; and the sums."""
    checks = checks_of(matrix)
    states = [check.state for check in checks]
    return {
        "assertions": [candidate.name for candidate in matrix.candidates],
        "responses": [
            {
                "id": check.example.id,
                "line": check.example.line,
                "state": check.state.value,
                "failed": list(check.failed),
                "not_checked": dict(check.not_checked),
            }
            for check in checks
        ],
        "counts": {state.value: states.count(state) for state in State},
        "problems": [str(problem) for problem in problems],
    }
