"""A selected set as tests need it: read whole or not at all, run in the sandbox."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from spade_core.application import load_selected_set
from spade_core.candidates import CandidateAssertion
from spade_core.errors import LocatedError, SpadeError
from spade_core.examples import Example
from spade_core.models import results_file
from spade_core.report import LineRange, check_of, in_line, name_of
from spade_core.results import Evaluation, Outcome, ResultsMatrix
from spade_core.sandbox import FileCache, Sandbox
from spade_core.settings import named_sets
from spade_core.storage import load_examples


class SetRunner:
    """Runs the selected assertions of one template."""

    def __init__(self, prompt: Path, template: str = "") -> None:
        """Read them.

        Raises:
            SpadeError: something cannot be read, or nothing is selected.
        """
        self._set = load_selected_set(prompt, template)
        for problem in self._set.problems:
            raise LocatedError(problem.path, problem.line, problem.message)
        self.stored, self.selected, self.places = self._set.stored, self._set.selected, self._set.places
        self.sandbox = Sandbox(
            cache=FileCache(results_file(prompt, os.environ)),
            values=named_sets(self._set.settings, lambda _problem: None),
        )

    def labelled_examples(self) -> tuple[Example, ...]:
        """Return the labelled examples.

        Raises:
            SpadeError: one cannot be read.
        """
        found = load_examples(self._set.examples)
        for problem in found.problems:
            if not problem.is_used:
                raise LocatedError(problem.path, problem.line, problem.message)
        return self.prompted([each for each in found.examples if each.label is not None])

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Run assertions; where the sandbox itself breaks, the test fails."""
        try:
            return self.sandbox.run(candidates, examples)
        except SpadeError as error:
            pytest.fail(str(error), pytrace=False)

    def prompted(self, examples: Sequence[Example]) -> tuple[Example, ...]:
        """Return examples with the prompts that they answer, as far as those can be filled in."""
        return self._set.prompted(examples).examples

    def says(self, name: str) -> str:
        """Return what an assertion checks, and where the prompt asks for it."""
        place: LineRange | None = self.places.get(name)
        where = f"  ({place.path}:{place.first})" if place else ""
        return f"{in_line(check_of(self.stored.by_name[name].source))}{where}"

    def told(self, headline: str, example: Example, names: Sequence[str]) -> str:
        """Return what a person reads of a response, as in the report."""
        said = [line for name in names for line in (f"  {name}", f"    {self.says(name)}")]
        return "\n".join([f"{headline} {in_line(name_of(example))}", *said, f"  response: {in_line(example.response)}"])


def require_verdict(cell: Evaluation, name: str) -> bool:
    """Return whether a response passes; a test that nobody can judge here is skipped, one that breaks fails."""
    if cell.outcome is Outcome.JUDGE_FAILED:
        pytest.skip(f"{name} asks a judge: {in_line(cell.message)}; `spade check` asks it")
    if not cell.outcome.decides:
        pytest.fail(f"{name} could not be checked: {cell.outcome.value}: {in_line(cell.message)}", pytrace=False)
    return cell.outcome is Outcome.PASSED
