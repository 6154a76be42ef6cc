"""``spade watch``: the check again, whenever what it reads has changed."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import typer

from spade_core.cli.check import check
from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.options import PromptArgument, TemplateOption
from spade_core.cli.target import CommandTarget, find_answered, targets_with_sets
from spade_core.errors import SpadeError

_SECONDS: Final = 0.5
"""Between two looks: what a person does not wait for, and what no machine feels."""


def watch(
    context: typer.Context,
    prompt: PromptArgument = None,
    template: TemplateOption = "",
    responses: Annotated[
        Path | None, typer.Option("--responses", metavar="FILE", help="Check these, not the labelled examples.")
    ] = None,
) -> None:
    """Check again whenever the prompt, its assertions or the examples change, until Ctrl-C."""
    if str(responses) == "-":
        raise CommandLineError("standard input can be read only once: name a file with --responses")
    output = Output()
    some = prompt is not None or responses is not None
    targets = [find_answered(prompt, template, output)] if some else targets_with_sets(template, output)
    if not targets:
        raise CommandLineError("no prompt here has a selected set; run `spade select` first")
    paths = [path for target in targets for path in _read_by(target, responses)]
    while True:
        state = _state(paths)
        output.note(time.strftime("%H:%M:%S"))
        try:
            check(context, str(responses) if responses else None, prompt, template, labelled=responses is None)
        except SpadeError as error:
            output.error(str(error))
        while _state(paths) == state:
            time.sleep(_SECONDS)


def _read_by(target: CommandTarget, responses: Path | None) -> Iterable[Path]:
    files = target.files
    settings = [target.settings.folder / name for name in ("spade.toml", "pyproject.toml")]
    return [target.prompt, files.assertions, files.record, *settings, responses or target.examples]


def _state(paths: Iterable[Path]) -> dict[Path, tuple[int, int] | None]:
    found: dict[Path, tuple[int, int] | None] = {}
    for path in paths:
        try:
            status = path.stat()
            found[path] = status.st_mtime_ns, status.st_size
        except OSError:
            found[path] = None
    return found
