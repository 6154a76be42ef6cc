"""``spade adopt``: the files of a prompt that was renamed or moved, taken along."""

from pathlib import Path
from typing import Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import CommandTarget, find_target, template_of

FromOption = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="NAME", help="What the names of the files begin with: note, or old/prompts.SUMMARY."
    ),
]


def adopt(
    prompt: PromptArgument = None, template: TemplateOption = "", old: FromOption = None, as_json: JsonOption = False
) -> None:
    """Give a renamed or moved prompt the examples, assertions and record that it had under its old name."""
    from spade_core.storage import Orphan, adopt as take_along, orphans_in, orphans_of

    output = Output(as_json)
    target = find_target(prompt, template, output, may_have_orphans=True)
    found: list[Orphan]
    if old is None:
        found = orphans_of(target.prompt, template_of(target))
    else:
        folder = old.parent if old.parent != Path() else target.prompt.parent
        found = [orphan for orphan in orphans_in(folder) if orphan.base == old.name]
    if not found:
        raise CommandLineError(_nothing(target, old))
    if len(found) > 1:
        listed = [str(orphan.folder / orphan.base) for orphan in found]
        raise CommandLineError(f"files of {len(found)} prompts may be {target.name}'s; name one with --from:", listed)
    moves = take_along(found[0], target.prompt, target.template)
    if as_json:
        output.json({"prompt": target.name, "renamed": [{"from": str(one), "to": str(to)} for one, to in moves]})
        return
    for one, to in moves:
        output.line(f"{one} -> {to}")


def _nothing(target: CommandTarget, old: Path | None) -> str:
    from spade_core.storage import orphans_in

    there = ", ".join(str(orphan.folder / orphan.base) for orphan in orphans_in(target.prompt.parent))
    wanted = (
        f"no files of a prompt that is gone are called {old}" if old else f"nothing of {target.name} is left behind"
    )
    return f"{wanted}{f'; there are those of {there}' if there else ''}"
