"""Which prompt a command is about: the one that is named, else the only one there is."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.errors import PromptFileError

if TYPE_CHECKING:
    from spade_core.prompt_files import PromptFile, PromptTemplate
    from spade_core.settings import Settings
    from spade_core.storage import PromptFiles

_MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class CommandTarget:
    """One template, the files beside it, and the settings that hold there."""

    prompt: Path
    template: str
    files: "PromptFiles"
    settings: "Settings"

    @property
    def examples(self) -> Path:
        """The labelled examples: the file that is set, else the one beside the prompt."""
        return self.settings.examples_path or self.files.examples

    @property
    def name(self) -> str:
        """The prompt as the user calls it."""
        from spade_core.prompt_files import full_name

        return full_name(self.prompt, self.template)


def find_target(
    prompt: Path | None,
    template: str,
    output: Output,
    *,
    option: str = "",
    yes: bool = False,
    may_have_orphans: bool = False,
) -> CommandTarget:
    """Return the prompt that is named, else the only one below the current folder.

    Of several prompts the only one with labelled examples counts; else one is to be named, by an option or as an
    argument. With `yes` the user agrees beforehand to what models
    may cost. Files that the prompt had under an old name are not to be made anew beside those, unless
    `may_have_orphans`.
    """
    from spade_core.prompt_files import full_name, load_prompt_file, template_named

    prompt, template = _said(prompt, template)
    settings = _settings_in(_folder_of(prompt), output, yes=yes)
    if prompt is not None and not prompt.is_dir():
        file = load_prompt_file(prompt, named=template)
        named = template_named(file, template).name if template else ""
        found = [(prompt, one.name) for one in file.templates if named in ("", one.name)]
    else:
        files = all_prompt_files(prompt or Path(), settings, output)
        found = [(Path(file.path), one.name) for file in files for one in file.templates if template in ("", one.name)]
    if not found and prompt is not None and prompt.is_file():
        fact = f"no text in it is judged to be a prompt; `spade history {quote(str(prompt))} --why` tells why"
        raise PromptFileError(
            str(prompt), None, f"{fact}, and `{quote(full_name(prompt, 'NAME'))}` reads one all the same"
        )
    target = _only(found, template, settings, output, prompt or Path(), option)
    if not may_have_orphans:
        _refuse_orphans(target)
    return target


def find_answered(
    prompt: Path | None, template: str, output: Output, *, option: str = "", yes: bool = False
) -> CommandTarget:
    """Return the prompt that the option names, else the only one with a selected set: responses are of that one."""
    if prompt is None and (targets := targets_with_sets(template, output, yes=yes)):
        return _one_of(targets, output, option)
    return find_target(prompt, template, output, option=option, yes=yes)


def targets_with_sets(template: str, output: Output, *, yes: bool = False) -> list[CommandTarget]:
    """Return the prompts that have a selected set by the records below the current folder, or unreadable files.

    A prompt that is no longer there or cannot be read is one of them: its set is not to be passed over.
    """
    from spade_core.prompt_files import files_below
    from spade_core.storage import files_of, load_assertions

    settings = _settings_in(Path(), output, yes=yes)
    within = re.compile(rf"(.*?\.spade\.json)(?:{re.escape(os.sep)}.*)?", re.DOTALL)  # a folder may stand in its place
    found = filter(None, map(within.fullmatch, files_below(Path())))
    records = [Path(path) for path in dict.fromkeys(match[1] for match in found)]
    kept = {path.resolve() for path in _named_by(settings)} if settings.prompts else None
    targets = []
    for files in map(files_of, records):
        prompt, name = files.prompt, files.template_name
        is_kept = kept is None or not prompt.is_file() or prompt.resolve() in kept
        if is_kept and template in ("", name) and not settings.excludes(prompt):
            stored = load_assertions(files)
            if stored.record.selection is not None or stored.problems:
                targets.append(CommandTarget(prompt, name, files, settings.of_prompt(prompt, name)))
    return targets


def _settings_in(folder: Path, output: Output, *, yes: bool) -> "Settings":
    from spade_core.cli.model_choice import agreed
    from spade_core.models import user_folders
    from spade_core.settings import load_settings, with_own

    settings = agreed(with_own(load_settings(folder), user_folders(os.environ).config), yes=yes)
    for note in settings.notes:
        output.warn(note)
    return settings


def template_of(target: CommandTarget) -> "PromptTemplate":
    """Return the template as it is now."""
    from spade_core.prompt_files import load_prompt_file, template_named

    return template_named(load_prompt_file(target.prompt, named=target.template), target.template)


def _refuse_orphans(target: CommandTarget) -> None:
    from spade_core.storage import left_behind

    if orphans := left_behind(target.prompt, template_of(target)):
        files = ", ".join(path.name for orphan in orphans for path in orphan.files)
        raise CommandLineError(
            f"{target.name} was called otherwise: `spade adopt {quote(target.name)}` takes along {files}"
        )


def _said(prompt: Path | None, template: str) -> tuple[Path | None, str]:
    """Return the file and the template that the command line names; ``file.py:NAME`` names both."""
    if prompt is None:
        return None, template
    from spade_core.prompt_files import file_and_name

    prompt, name = file_and_name(prompt)
    return prompt, template or name


def _folder_of(prompt: Path | None) -> Path:
    if prompt is None:
        return Path()
    return prompt if prompt.is_dir() else prompt.parent


def all_prompt_files(root: Path, settings: "Settings | None", output: Output) -> "Iterator[PromptFile]":
    """Yield the files with prompts below a folder, or those that the settings name, each as soon as it is read.

    What cannot be read is a warning at the end, as long as anything can be.
    """
    from spade_core.prompt_files import PromptFile

    unreadable: list[PromptFileError] = []
    any_read = False
    for file in _files(root, settings):
        if settings is not None and settings.excludes(Path(file.path)):
            continue
        if isinstance(file, PromptFile):
            any_read = any_read or bool(file.templates)
            yield file
        else:
            unreadable.append(file)
    if unreadable and not any_read:
        raise unreadable[0]
    for error in unreadable:
        output.warn(str(error))


def _only(
    found: list[tuple[Path, str]], template: str, settings: "Settings", output: Output, where: Path, option: str
) -> CommandTarget:
    from spade_core.storage import files_beside

    if not found:
        wanted = f' with a template "{template}"' if template else ""
        if why := _left_out(settings, where):
            raise CommandLineError(f"no prompt{wanted} in {where.resolve()}: {why}")
        raise CommandLineError(
            f"no prompt{wanted} in {where.resolve()}. Prompts are files such as *.prompt.md, *.prompty and "
            "prompts/**/*.txt, and texts in source code, YAML and JSON that are judged to be prompts; "
            "`spade history FILE --why` tells how. Name another one, or set `prompts`."
        )
    targets = [
        CommandTarget(path, name, files_beside(path, name), settings.of_prompt(path, name)) for path, name in found
    ]
    return _one_of(targets, output, option)


def _one_of(targets: list[CommandTarget], output: Output, option: str) -> CommandTarget:
    if len(targets) == 1:
        return targets[0]
    if len(labelled := [each for each in targets if each.examples.exists()]) == 1:
        output.note(f"{labelled[0].name}: of {len(targets)} prompts the one with labelled examples")
        return labelled[0]
    left = len(targets) - _MOST_LISTED
    more = [f"and {left} more; `spade history` lists all"] if left > 0 else []
    names = [target.name for target in targets[:_MOST_LISTED]]
    raise CommandLineError(f"there are {len(targets)} prompts; name one{option and f' by {option}'}:", [*names, *more])


def _left_out(settings: "Settings", where: Path) -> str:
    """Return how the settings come to leave no prompt; nothing where they do not."""
    found = [Path(file.path) for file in _files(where, settings)]
    if excluded := sum(map(settings.excludes, found)):
        return f"`exclude` in {settings.source} leaves out {excluded} of {len(found)} files that are looked at"
    named = ", ".join(settings.prompts)
    return f"`prompts` in {settings.source} names no file that is there ({named})" if named and not found else ""


def _files(root: Path, settings: "Settings | None") -> "Iterator[PromptFile | PromptFileError]":
    from spade_core.prompt_files import BESIDE, load_prompt_file, prompt_files_below

    if settings is None or not settings.prompts:
        yield from prompt_files_below(root)
        return
    for path in sorted(each for each in _named_by(settings) if not each.name.endswith(BESIDE)):
        try:
            yield load_prompt_file(path)
        except PromptFileError as error:
            yield error


def _named_by(settings: "Settings") -> set[Path]:
    from spade_core.prompt_files import files_named

    return {path for pattern in settings.prompts for path in files_named(settings.folder, pattern)}
