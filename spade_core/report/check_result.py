"""What a check came to, in the form that CI wants: a finding for each assertion of each prompt.

The number of findings does not grow with the responses. Their names stay the same from run to run, so that CI tells
since when one fails.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from spade_core.deltas import identity_of, sentences_of
from spade_core.errors import Problem
from spade_core.links import repository_around
from spade_core.prompt_files import PromptFile, PromptTemplate
from spade_core.report.checked import MOST_LISTED, State, Tally
from spade_core.report.display_text import counted, in_line
from spade_core.storage import StoredAssertion, StoredAssertions
from spade_core.text import LineIndex

_READING: Final = "everything can be read"


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines of a file, 1-based."""

    path: str
    """Relative to the repository, with slashes."""
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one assertion, or one other thing that is checked, came to."""

    prompt: str
    name: str
    state: State
    message: str
    """Of how many responses; one line."""
    says: str = ""
    """What the assertion checks, in words."""
    details: tuple[str, ...] = ()
    """The first responses that fail, a line each."""
    place: LineRange | None = None
    """The instruction, else the function."""

    @property
    def told(self) -> str:
        """What it checks and what came of it, on one line."""
        return f"{in_line(self.says)} {self.message}" if self.says else self.message


def places_of(stored: StoredAssertions, file: PromptFile, template: PromptTemplate) -> Mapping[str, LineRange]:
    """Return where the prompt asks for what each selected assertion checks, by name; else where the function stands."""
    lines = instruction_lines(file, template)
    return {
        each.name: next(
            (lines[key] for one in each.provenance if (key := identity_of(one.sentence)) in lines),
            _function(stored, each),
        )
        for each in stored.chosen
    }


def instruction_lines(file: PromptFile, template: PromptTemplate) -> dict[str, LineRange]:
    """Return where each sentence of a template stands in its file, by the sentence's identity."""
    index, path = LineIndex(file.text), path_in_repository(file.path)
    found: dict[str, LineRange] = {}
    for sentence in sentences_of(template):
        span = template.parts[sentence.part].source.locate(sentence.span)
        place = LineRange(path, index.line_of(span.start), index.line_of(max(span.start, span.end - 1)))
        found.setdefault(identity_of(sentence.text), place)
    return found


def _function(stored: StoredAssertions, assertion: StoredAssertion) -> LineRange:
    return LineRange(path_in_repository(stored.path), assertion.first_line, assertion.last_line)


def path_in_repository(path: str) -> str:
    """Return a path as CI names files: from the root of the repository, or from the current folder outside of one."""
    real = Path(path).resolve()
    root = repository_around(real) or Path.cwd()
    return (real.relative_to(root) if real.is_relative_to(root) else real).as_posix()


def findings_of(
    tally: Tally, prompt: str, places: Mapping[str, LineRange], problems: Sequence[Problem]
) -> list[CheckResult]:
    """Return a finding for each assertion, then one for what could not be read."""
    found = [_finding(tally, prompt, name, places.get(name)) for name in tally.said]
    return [*found, reading_finding(prompt, problems)]


def reading_finding(prompt: str, problems: Sequence[Problem]) -> CheckResult:
    """Return whether everything could be read."""
    if not problems:
        return CheckResult(prompt, _READING, State.PASSED, "Everything could be read.")
    first = problems[0]
    place = LineRange(path_in_repository(first.path), first.line, first.line) if first.line is not None else None
    message = f"{len(problems)} could not be read, first {in_line(str(first))}"
    details = tuple(in_line(str(each)) for each in problems[:MOST_LISTED])
    return CheckResult(prompt, _READING, State.NOT_CHECKED, message, details=details, place=place)


def _finding(tally: Tally, prompt: str, name: str, place: LineRange | None) -> CheckResult:
    failed, unchecked, total = tally.failed[name], tally.unchecked_of(name), tally.counts.total()
    known = f" {counted(tally.known[name], 'known failure')}." if tally.known[name] else ""
    if failed:
        verb = "fails" if failed == 1 else "fail"
        state, message = State.FAILED, f"{failed} of {counted(total, 'response')} {verb}.{known}"
    elif unchecked:
        number, why = sum(unchecked.values()), in_line("; ".join(unchecked), most=160)
        state, message = State.NOT_CHECKED, f"{number} of {counted(total, 'response')} not checked: {why}.{known}"
    else:
        state, message = State.PASSED, f"{counted(total, 'response')} checked, none fails.{known}"
    details = tuple(tally.first_failing.get(name, ()))
    return CheckResult(prompt, name, state, message, in_line(tally.said[name]), details, place)
