"""Which prompt a command is about: the one that is named, else the only one there is."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spade_core.cli.console import Output
from spade_core.cli.errors import CommandLineError
from spade_core.errors import PromptFileError
from spade_core.prompt_files import find_prompt_files, load_prompt_file, template_named
from spade_core.settings import Settings, load_settings
from spade_core.storage import PromptFiles, files_beside

_MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class Target:
    """One template, the files beside it, and the settings that hold there."""

    prompt: Path
    template: str
    files: PromptFiles
    settings: Settings

    @property
    def examples(self) -> Path:
        """The labelled examples: the file that is set, else the one beside the prompt."""
        return self.settings.examples_path or self.files.examples

    @property
    def name(self) -> str:
        """The prompt as the user calls it."""
        return f"{self.prompt} ({self.template})" if self.template else str(self.prompt)


def find_target(prompt: Path | None, template: str, output: Output) -> Target:
    """Return the prompt that is named, else the only one below the current folder.

    Of several prompts the only one with labelled examples counts.

    Raises:
        CommandLineError: no prompt is there, or several; they are listed.
        PromptFileError: the named file cannot be read.
        SettingsError: the settings file is wrong.
    """
    settings = load_settings(prompt.parent if prompt else Path())
    for note in settings.notes:
        output.warn(note)
    if prompt is not None:
        named = template_named(load_prompt_file(prompt), template).name if template else ""
        found = [(prompt, name) for name in _templates(prompt) if named in ("", name)]
    else:
        unreadable: list[PromptFileError] = []
        found = [(path, name) for path, name in _all(settings, unreadable) if template in ("", name)]
        if unreadable and not found:
            raise unreadable[0]
        for error in unreadable:
            output.warn(str(error))
    return _only(found, template, settings, output)


def _only(found: list[tuple[Path, str]], template: str, settings: Settings, output: Output) -> Target:
    targets = [Target(path, name, files_beside(path, name), settings.of_prompt(path, name)) for path, name in found]
    if len(targets) > 1 and len(labelled := [t for t in targets if t.examples.exists()]) == 1:
        output.note(f"{labelled[0].name}: of {len(targets)} prompts the one with labelled examples")
        return labelled[0]
    if len(targets) == 1:
        return targets[0]
    if not targets:
        wanted = f' with a template "{template}"' if template else ""
        raise CommandLineError(
            f"no prompt file{wanted} in {Path().resolve()}. Prompt files are *.prompt.md, *.prompty, *.prompt.yml, "
            "prompts/**/*.txt and the like, and Python constants named *_PROMPT; name another one, or set `prompts`."
        )
    listed = "\n".join(f"  {target.name}" for target in targets[:_MOST_LISTED])
    more = f"\n  and {len(targets) - _MOST_LISTED} more" if len(targets) > _MOST_LISTED else ""
    raise CommandLineError(f"there are {len(targets)} prompts; name one (and --template for its name):\n{listed}{more}")


def _all(settings: Settings, unreadable: list[PromptFileError]) -> Iterator[tuple[Path, str]]:
    """Yield every template below the settings' folder, or below here; what cannot be read goes into `unreadable`."""
    here = Path()
    for path in _files(settings, here):
        try:
            yield from ((path, name) for name in _templates(path))
        except PromptFileError as error:
            unreadable.append(error)


def _files(settings: Settings, here: Path) -> list[Path]:
    if settings.prompts:
        root = settings.folder
        found = sorted({path for pattern in settings.prompts for path in root.glob(pattern) if path.is_file()})
    else:
        root = here
        found = find_prompt_files(here)
    return [path for path in found if not settings.excludes(path)]


def _templates(path: Path) -> list[str]:
    return [template.name for template in load_prompt_file(path).templates]
