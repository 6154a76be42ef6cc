"""The files beside a prompt as they stand now, unsaved text included."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spade_core.deltas import identity_of
from spade_core.errors import ExamplesError, Problem, SettingsError, StorageError
from spade_core.examples import ExampleSet, Label, label_counts, parse_examples
from spade_core.settings import Settings, load_settings
from spade_core.storage import (
    BOM,
    PromptFiles,
    Record,
    StoredAssertions,
    files_beside,
    parse_assertions,
    parse_record,
    read_text_file,
    stored_assertions,
)
from spade_core.text import LineIndex

Overlay = Mapping[Path, str]
"""The texts of open documents by path: they count before what is on the disk."""


@dataclass(frozen=True)
class Sidecars:
    """What stands beside one template; what each keystroke asks of it is worked out once."""

    files: PromptFiles
    settings: Settings
    stored: StoredAssertions
    examples: ExampleSet
    assertions_text: str | None
    """None when there is no assertions file."""
    examples_text: str | None
    """None when there is no examples file."""
    problems: tuple[Problem, ...] = ()
    """What cannot be read at all; problems of single parts are those of `stored` and `examples`."""

    @property
    def examples_path(self) -> Path:
        """The labelled examples: the file that is set, else the one beside the prompt."""
        return self.settings.examples_path or self.files.examples

    @property
    def all_problems(self) -> tuple[Problem, ...]:
        """Everything that could not be read."""
        return (*self.problems, *self.stored.problems, *self.examples.problems)

    @cached_property
    def assertions_lines(self) -> LineIndex:
        """The lines of the assertions file; of an empty text where there is none."""
        return LineIndex(self.assertions_text or "")

    @cached_property
    def examples_lines(self) -> LineIndex:
        """The lines of the examples file; of an empty text where there is none."""
        return LineIndex(self.examples_text or "")

    @cached_property
    def labels(self) -> Mapping[Label | None, int]:
        """How many examples carry each label, None for those that wait for one."""
        return label_counts(self.examples.examples)

    @cached_property
    def rejected(self) -> frozenset[str]:
        """The sentences, folded, whose assertions were deleted or never accepted, written down as such or not yet."""
        record = self.stored.record
        gone = record.assertions.keys() - {each.recorded_name for each in self.stored.assertions}
        entries = [*record.rejected.values(), *(record.assertions[name] for name in gone)]
        return frozenset(identity_of(each.sentence) for entry in entries for each in entry.provenance)


def read_beside(prompt: Path, template: str, overlay: Overlay) -> Sidecars:
    """Return the files beside a template; what cannot be read is a problem, the rest still works."""
    problems: list[Problem] = []
    try:
        settings = load_settings(prompt.parent).of_prompt(prompt, template)
    except SettingsError as error:
        settings = Settings(folder=prompt.parent)
        problems.append(Problem(str(prompt.parent / "spade.toml"), None, str(error)))
    files = files_beside(prompt, template)
    assertions = _text(files.assertions, overlay, problems)
    examples_path = settings.examples_path or files.examples
    examples = _text(examples_path, overlay, problems)
    stored = stored_assertions(
        parse_assertions(assertions or "", str(files.assertions)), _record(files, overlay, problems)
    )
    return Sidecars(
        files=files,
        settings=settings,
        stored=stored,
        examples=_examples(examples, examples_path, problems),
        assertions_text=assertions,
        examples_text=examples,
        problems=tuple(problems),
    )


def _text(path: Path, overlay: Overlay, problems: list[Problem]) -> str | None:
    if (unsaved := overlay.get(path)) is not None:
        return unsaved.removeprefix(BOM)
    try:
        file = read_text_file(path)
    except StorageError as error:
        problems.append(Problem(error.path, error.line, error.fact))
        return None
    return file.text if file else None


def _record(files: PromptFiles, overlay: Overlay, problems: list[Problem]) -> Record | None:
    text = _text(files.record, overlay, problems)
    if text is None:
        return Record(prompt=files.prompt.name, template=files.template_name)
    try:
        return parse_record(text, str(files.record))
    except StorageError as error:
        problems.append(Problem(error.path, error.line, error.fact))
        return None


def _examples(text: str | None, path: Path, problems: list[Problem]) -> ExampleSet:
    if text is None:
        return ExampleSet(str(path), ())
    try:
        return parse_examples(text, str(path))
    except ExamplesError as error:
        problems.append(Problem(error.path, error.line, error.fact))
        return ExampleSet(str(path), ())
