"""New responses checked by the selected assertions: what passes, what fails, and what nobody can tell."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rich.console import Console
from rich.text import Text

from spade_core.errors import Problem
from spade_core.examples.example import Example
from spade_core.report.report import check_of, name_of
from spade_core.report.visible import counted, in_line
from spade_core.results.evaluation import Outcome
from spade_core.results.matrix import ResultsMatrix


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
    cells = {c.name: matrix.evaluations[example.id, c.name] for c in matrix.candidates}
    verdicts = {Outcome.PASSED, Outcome.FAILED}
    return Check(
        example,
        tuple(name for name, cell in cells.items() if cell.outcome is Outcome.FAILED),
        {name: f"{cell.outcome.value}: {cell.message}" for name, cell in cells.items() if cell.outcome not in verdicts},
    )


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
    told = f"{passed} of {counted(len(states), 'response')} pass the {selected}"
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
