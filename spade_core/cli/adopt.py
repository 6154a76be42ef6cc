"""``spade adopt``: the files of a prompt that was renamed or moved, taken along."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import CommandTarget, all_prompt_files, find_target, template_of

if TYPE_CHECKING:
    from spade_core.prompt_files import PromptTemplate
    from spade_core.settings import Settings
    from spade_core.storage import Orphan

FromOption = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="NAME", help="What the names of the files begin with: note, or old/prompts.SUMMARY."
    ),
]


def adopt(
    prompt: PromptArgument = None, template: TemplateOption = "", old: FromOption = None, as_json: JsonOption = False
) -> None:
    """Give a renamed or moved prompt the examples, assertions and record that it had under its old name.

    Without a PROMPT, where there are several: a table of what was left behind, and of which prompt it is.
    """
    from spade_core.settings import settings_if_any
    from spade_core.storage import adopt as take_along, orphans_in, orphans_of

    output = Output(as_json)
    if prompt is None and not template and old is None:
        settings = settings_if_any(Path())
        files = all_prompt_files(Path(), settings, output)
        prompts = [(Path(file.path), one) for file in files for one in file.templates]
        if len(prompts) > 1:
            _show(_left_behind(prompts, settings), output)
            return
    target = find_target(prompt, template, output, may_have_orphans=True)
    found: list[Orphan]
    if old is None:
        found = orphans_of(target.prompt, template_of(target))
    else:
        folders = {old.parent, target.prompt.parent} if old.parent == Path() else {old.parent}
        found = [orphan for folder in folders for orphan in orphans_in(folder) if orphan.base == old.name]
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


def _left_behind(
    prompts: "list[tuple[Path, PromptTemplate]]", settings: "Settings | None"
) -> "dict[Orphan, list[str]]":
    """Return what was left behind, and whose it may be: the prompts without files that said what its prompt said.

    Examples that the settings name, which several prompts may share, are not left behind.
    """
    from spade_core.prompt_files import full_name
    from spade_core.storage import left_behind, orphans_below

    of_prompts = [settings.of_prompt(path, one.name).examples_path for path, one in prompts] if settings else []
    kept = {path.resolve() for path in of_prompts if path is not None}
    below = [one for one in orphans_below(Path()) if not kept.issuperset(path.resolve() for path in one.files)]
    found: dict[Path, list[str]] = {(one.folder / one.base).resolve(): [] for one in below}
    for path, template in prompts if found else ():
        for orphan in left_behind(path, template):
            found.get((orphan.folder / orphan.base).resolve(), []).append(full_name(path, template.name))
    return {one: found[(one.folder / one.base).resolve()] for one in below}


def _show(found: "dict[Orphan, list[str]]", output: Output) -> None:
    rows = [(str(orphan.folder / orphan.base), orphan, names) for orphan, names in found.items()]
    if output.as_json:
        left = [{"name": name, "files": [str(each) for each in one.files], "prompts": of} for name, one, of in rows]
        output.json({"left_behind": left})
        return
    if not rows:
        output.note("nothing was left behind: each file of examples, assertions or records stands beside its prompt")
        return
    shown = [("left behind", "files", "may be of", "next")]
    for name, orphan, names in rows:
        ends = ", ".join(path.name.removeprefix(f"{orphan.base}.") for path in orphan.files)
        said = f"spade adopt {quote(names[0] if len(names) == 1 else 'PROMPT')} --from {quote(name)}"
        shown.append((name, ends, ", ".join(names) or "no prompt here", said))
    widths = [max(len(row[column]) for row in shown) for column in range(3)]
    for *cells, last in shown:
        output.line("  ".join([*(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)), last]))


def _nothing(target: CommandTarget, old: Path | None) -> str:
    from spade_core.storage import orphans_in

    there = ", ".join(str(orphan.folder / orphan.base) for orphan in orphans_in(target.prompt.parent))
    wanted = (
        f"no files of a prompt that is gone are called {old}" if old else f"nothing of {target.name} is left behind"
    )
    return f"{wanted}{f'; there are those of {there}' if there else ''}"
