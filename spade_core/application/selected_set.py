"""The selected set of a prompt as everyone reads it who runs it: the command, the tests of a set, and the guard."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from spade_core.errors import LocatedError, Problem, SettingsError
from spade_core.examples import Example, Prompted, with_prompts
from spade_core.prompt_files import (
    Lookup,
    PromptFile,
    PromptTemplate,
    full_name,
    load_prompt_file,
    template_named,
    templates_around,
)
from spade_core.settings import Settings, load_settings
from spade_core.static_analysis import reads_prompt
from spade_core.storage import SelectionRecord, StoredAssertions, files_beside, load_assertions

if TYPE_CHECKING:
    from spade_core.report import LineRange


@dataclass(frozen=True, slots=True)
class SelectedSet:
    """The selected assertions of one template, and what they are run with."""

    stored: StoredAssertions
    """Its `chosen` are the set."""
    selected: SelectionRecord
    settings: Settings
    examples: Path
    """The file of labelled examples."""
    problems: tuple[Problem, ...]
    """What could not be read beside the prompt, and each selected assertion that is gone."""
    template: PromptTemplate
    _file: PromptFile
    _lookup: Lookup

    @property
    def reads_prompt(self) -> bool:
        """Whether one of the assertions reads the prompt that a response answers."""
        return any(reads_prompt(each.source) for each in self.stored.chosen)

    @property
    def places(self) -> "Mapping[str, LineRange]":
        """Where the prompt asks for what each assertion checks, by name."""
        from spade_core.report import places_of  # a guard needs none of the report

        return places_of(self.stored, self._file, self.template)

    def prompted(self, examples: Iterable[Example]) -> Prompted:
        """Return examples with the prompts that they answer, as far as those can be filled in."""
        return with_prompts(examples, self.template, lookup=self._lookup)


def load_selected_set(
    prompt: Path, template: str = "", settings: Settings | None = None, *, every: bool = False
) -> SelectedSet:
    """Read the selected set of a prompt, or take `every` assertion for it; by default with the settings of its folder.

    Raises:
        SettingsError: nothing is selected yet, or the settings are wrong.
        LocatedError: the prompt cannot be read, or none of the selected assertions.
    """
    file = load_prompt_file(prompt, named=template)
    found = template_named(file, template)
    files = files_beside(prompt, found.name)
    settings = settings or load_settings(prompt.parent).of_prompt(prompt, found.name)
    stored = load_assertions(files)
    if every:
        names = tuple(each.name for each in stored.assertions)
        selection = SelectionRecord(settings.method, settings.alpha, settings.tau, names)
        stored = replace(stored, record=replace(stored.record, selection=selection))
    problems = (*stored.problems, *missing_from(stored))
    if not stored.chosen and problems:
        raise LocatedError(problems[0].path, problems[0].line, problems[0].message)
    if stored.record.selection is None or not stored.chosen:
        raise SettingsError(f"{full_name(prompt, found.name)}: nothing is selected yet; run `spade select` first")
    return SelectedSet(
        stored,
        stored.record.selection,
        settings,
        settings.examples_path or files.examples,
        problems,
        found,
        file,
        templates_around(prompt),
    )


def missing_from(stored: StoredAssertions) -> tuple[Problem, ...]:
    """Return a problem for each selected assertion that is gone: a check that was dropped must not pass in silence."""
    fact = "is selected but no longer in the file; `spade select` chooses anew"
    return tuple(Problem(stored.path, None, f"{name} {fact}") for name in stored.missing)
