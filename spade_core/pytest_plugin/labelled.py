"""The labelled examples of a prompt as tests.

A good example is a test for each assertion, which passes it; a bad one is a test for the set, which catches it. What
disagrees with its label is an expected failure as long as the set as a whole keeps alpha and tau: that much a person
has accepted. Otherwise it fails.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import pytest

from spade_core.application import measured, promises
from spade_core.errors import SpadeError, StorageError
from spade_core.examples import Example, Label
from spade_core.pytest_plugin.set_runner import SetRunner, require_verdict
from spade_core.report import State, in_line
from spade_core.results import Outcome, ResultsMatrix
from spade_core.storage import files_of, parse_record, read_text_file

_SUFFIX = ".spade.json"
_SET = "the_set"
_LONGEST_ID = 60


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the record of a prompt."""
    return RecordFile.from_parent(parent, path=file_path) if file_path.name.endswith(_SUFFIX) else None


class RecordFile(pytest.File):
    """The record of one prompt, and the tests of its set."""

    def collect(self) -> "Iterator[pytest.Item]":
        """Yield a test for each assertion and good example, then one for each bad example."""
        try:
            yield from self._tests()
        except SpadeError as error:
            raise self.CollectError(str(error)) from error

    def _tests(self) -> "Iterator[pytest.Item]":
        file = read_text_file(self.path)
        record = parse_record(file.text if file else "", str(self.path))
        if record.selection is None or not record.selection.chosen:
            return
        files = files_of(self.path)
        if not files.prompt.is_file():
            raise StorageError(str(self.path), None, "stands beside no prompt; `spade adopt` takes it along")
        self.found = SetRunner(files.prompt, files.template_name)
        self.examples = self.found.labelled_examples()
        if not self.examples and record.selection.coverage is not None:
            raise StorageError(str(self.path), None, "the labelled examples are gone that the set was selected on")
        if not self.examples:
            none: Unlabelled = Unlabelled.from_parent(self, name=_SET)
            none.add_marker("spade")
            yield none
        names = [each.name for each in self.found.stored.chosen]
        good, bad = ([each for each in self.examples if each.label is label] for label in (Label.GOOD, Label.BAD))
        yield from (ExampleTest.of(self, name, example, [name]) for name in names for example in good)
        yield from (ExampleTest.of(self, _SET, example, names) for example in bad)

    @cached_property
    def results(self) -> ResultsMatrix:
        """What the set says of the labelled examples; of unchanged ones, what it said the last time."""
        return self.found.run([each.candidate() for each in self.found.stored.chosen], self.examples)

    @cached_property
    def broken(self) -> str:
        """What the set no longer keeps; empty where it keeps alpha and tau."""
        found = promises(measured(self.results), self.found.selected)
        lost = [f"its {each.name} {each.rate} is not {each.bound}" for each in found if each.state is State.FAILED]
        return " and ".join(lost)


class Unlabelled(pytest.Item):
    """In place of the tests of a set that was selected without labelled examples."""

    def runtest(self) -> None:
        """Say so."""
        pytest.skip(f"no labelled example stands beside {self.path.name}; the fixture spade_assertion needs none")


class ExampleTest(pytest.Item):
    """One example, and the assertions that say something of it."""

    parent: RecordFile
    example: Example
    names: Sequence[str]

    @classmethod
    def of(cls, parent: RecordFile, name: str, example: Example, names: Sequence[str]) -> "ExampleTest":
        """Make the test."""
        shown = in_line(example.id, most=_LONGEST_ID).replace("::", ":")
        made: ExampleTest = cls.from_parent(parent, name=f"{name}[{shown}]")
        made.example, made.names = example, names
        made.add_marker("spade")
        return made

    def runtest(self) -> None:
        """Compare what the set says of the example with its label."""
        cells = {name: self.parent.results.evaluations[self.example.id, name] for name in self.names}
        is_good = self.example.label is Label.GOOD
        failing = [name for name, cell in cells.items() if cell.outcome is Outcome.FAILED]
        if not failing:
            for name, cell in cells.items():
                require_verdict(cell, name)
        if is_good is not bool(failing):
            return
        if not self.parent.broken:
            pytest.xfail("the label says otherwise, but the set as a whole keeps alpha and tau")
        headline = "Labelled good, and fails:" if is_good else "Labelled bad, and passes all of:"
        told = self.parent.found.told(headline, self.example, failing or self.names)
        pytest.fail(f"{told}\n  The set: {self.parent.broken}", pytrace=False)
