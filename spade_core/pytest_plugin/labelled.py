"""The labelled examples of a prompt as tests.

A good example is a test for each assertion, which passes it; a bad one is a test for the set, which catches it. What
disagrees with its label is an expected failure as long as the set as a whole keeps alpha and tau: that much a person
has accepted. Otherwise it fails.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spade_core.application import measured, promises, run_labelled
from spade_core.errors import SpadeError, StorageError
from spade_core.examples import Example, Label
from spade_core.pytest_plugin.selected_set import SelectedSet, require_verdict
from spade_core.report import State, in_line
from spade_core.results import Outcome, ResultsMatrix
from spade_core.storage import files_beside, parse_record, read_text_file

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

_SUFFIX = ".spade.json"
_SET = "the_set"
_LONGEST_ID = 60


class LabelledExamples:
    """Collects the records that stand beside prompts."""

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect the record of a prompt."""
        if not file_path.name.endswith(_SUFFIX):
            return None
        collected: pytest.Collector = RecordFile.from_parent(parent, path=file_path)
        return collected


class RecordFile(pytest.File):
    """The record of one prompt, and the tests of its set."""

    def collect(self) -> "Iterator[ExampleTest]":
        """Yield a test for each assertion and good example, then one for each bad example."""
        try:
            found = self.read()
            examples = found.labelled_examples() if found else ()
        except SpadeError as error:
            raise self.CollectError(str(error)) from error
        if found is None:
            return
        if not examples and found.selected.coverage is not None:
            raise self.CollectError(f"{self.path.name}: the labelled examples are gone that the set was selected on")
        self.found, self.examples = found, examples
        names = [each.name for each in found.stored.chosen]
        for name in names:
            for example in examples:
                if example.label is Label.GOOD:
                    yield ExampleTest.of(self, name, example, [name])
        for example in examples:
            if example.label is Label.BAD:
                yield ExampleTest.of(self, _SET, example, names)

    def read(self) -> SelectedSet | None:
        """Return the selected set; None where nothing is selected.

        Raises:
            SpadeError: it cannot be read, or belongs to no prompt.
        """
        file = read_text_file(self.path)
        record = parse_record(file.text if file else "", str(self.path))
        prompt = self.path.with_name(Path(record.prompt).name)
        if record.selection is None or not record.selection.chosen:
            return None
        if not prompt.is_file() or files_beside(prompt, record.template).record != self.path:
            raise StorageError(str(self.path), None, "stands beside no prompt; `spade adopt` takes it along")
        return SelectedSet(prompt, record.template)

    @cached_property
    def results(self) -> ResultsMatrix:
        """What the set says of the labelled examples; of unchanged ones, what it said the last time."""
        return run_labelled(self.found.stored, self.examples, self.found.sandbox)

    @cached_property
    def broken(self) -> str:
        """What the set no longer keeps; empty where it keeps alpha and tau."""
        found = promises(measured(self.results), self.found.selected)
        return " and ".join(
            f"its {each.name} {each.rate} is not {each.bound}" for each in found if each.state is State.FAILED
        )


class DisagreementError(Exception):
    """What the set says of an example disagrees with its label."""


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
        """Compare what the set says of the example with its label.

        Raises:
            DisagreementError: they differ, and the set does not keep alpha and tau.
        """
        results = self.parent.results
        cells = {name: results.evaluations[self.example.id, name] for name in self.names}
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
        raise DisagreementError(
            f"{self.parent.found.told(headline, self.example, failing or self.names)}\n  The set: {self.parent.broken}"
        )

    def repr_failure(  # type: ignore[override]  # what a terminal is to show
        self, excinfo: "pytest.ExceptionInfo[BaseException]"
    ) -> "str | TerminalRepr":
        """Return what to show of a failure."""
        return (
            str(excinfo.value)
            if isinstance(excinfo.value, DisagreementError | SpadeError)
            else super().repr_failure(excinfo)
        )
