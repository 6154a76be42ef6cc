"""``spade label``: one response at a time, labelled by a key."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

import typer
from rich.panel import Panel
from rich.text import Text

from spade_core.cli.console import Output
from spade_core.cli.errors import CommandLineError
from spade_core.cli.keys import reading_keys
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import Target, find_target
from spade_core.errors import ExamplesError
from spade_core.examples import Example, ExampleSet, Label, LineEdit
from spade_core.storage import label_example, load_examples, undo_edit

_KEYS = "g good   b bad   s skip   u undo   q quit"
_MOST_SHOWN = 400


@dataclass(slots=True)
class _Session:
    """One sitting: where it stands, and what can be taken back."""

    waiting: list[Example]
    at: int = 0
    done: list[tuple[int, LineEdit | None]] = field(default_factory=list)

    @property
    def labelled(self) -> int:
        return sum(edit is not None for _, edit in self.done)


def label(
    prompt: PromptArgument = None,
    template: TemplateOption = "",
    again: Annotated[bool, typer.Option("--all", help="Ask for the labelled examples again, too.")] = False,
    best_first: Annotated[
        bool, typer.Option("--best-first", help="Begin with the responses whose label would tell most.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Label responses good or bad, one at a time, by a key; each label is written at once."""
    output = Output(as_json)
    target = find_target(prompt, template, output)
    examples = load_examples(target.examples)
    for problem in examples.problems:
        output.warn(str(problem))
    if not examples.examples:
        raise ExamplesError(str(target.examples), None, "there are no examples to label")
    session = _Session([e for e in examples.examples if again or e.label is None])
    if best_first:
        session.waiting = _best_first(session.waiting, examples, target, output)
    if session.waiting and not sys.stdin.isatty():
        raise CommandLineError("`spade label` reads keys: run it in a terminal")
    try:
        if session.waiting:
            with reading_keys() as next_key:
                _loop(session, target, output, next_key)
    finally:
        _tell(session, target, output)


def _best_first(waiting: list[Example], examples: ExampleSet, target: Target, output: Output) -> list[Example]:
    """Return the examples in the order of what their labels would tell; those that have one come last."""
    from spade_core.cli.running import open_sandbox
    from spade_core.selection.next_label import next_to_label
    from spade_core.storage import load_assertions
    from spade_core.subsumption import subsumption_of

    stored = load_assertions(target.files)
    if not stored.assertions:
        raise CommandLineError(f"{target.name}: there are no assertions to judge by; run `spade generate` first")
    with open_sandbox(output, prompt=target.prompt) as sandbox:
        matrix = sandbox.run([assertion.candidate() for assertion in stored.assertions], examples.examples)
    settings = target.settings
    proposals = next_to_label(
        matrix,
        count=len(waiting),
        subsumption=subsumption_of(matrix.candidates, matrix),
        thresholds=settings.thresholds,
        method=settings.method,
    )
    proposed = [proposal.example for proposal in proposals]
    return [*proposed, *(example for example in waiting if example.label is not None)]


def _loop(session: _Session, target: Target, output: Output, next_key: Callable[[], str]) -> None:
    while session.at < len(session.waiting):
        example = session.waiting[session.at]
        _show(example, session, output)
        match next_key().lower():
            case "g":
                _set(session, target, example, Label.GOOD)
            case "b":
                _set(session, target, example, Label.BAD)
            case "s":
                session.done.append((session.at, None))
                session.at += 1
            case "u":
                _undo(session, target, output)
            case "q" | "\x1b" | "\x04":
                return
            case "\x03":
                raise KeyboardInterrupt
            case _:
                output.note(_KEYS)


def _set(session: _Session, target: Target, example: Example, given: Label) -> None:
    session.done.append((session.at, label_example(target.examples, example, given)))
    session.at += 1


def _undo(session: _Session, target: Target, output: Output) -> None:
    if not session.done:
        output.note("nothing to undo")
        return
    session.at, edit = session.done.pop()
    if edit is not None:
        undo_edit(target.examples, edit)


def _show(example: Example, session: _Session, output: Output) -> None:
    output.out.rule(f"{session.at + 1} of {len(session.waiting)}   {example.id}", style="dim")
    for name, value in example.fields.items():
        shown = str(value)
        cut = shown if len(shown) <= _MOST_SHOWN else shown[:_MOST_SHOWN] + " ..."
        output.out.print(Text.assemble((f"{name}: ", "bold"), cut))
    output.out.print(Panel(Text(example.response), title="response", title_align="left"))
    output.out.print(Text(_KEYS, style="dim"))


def _tell(session: _Session, target: Target, output: Output) -> None:
    left = len(session.waiting) - session.at
    if output.as_json:
        output.json({"examples": str(target.examples), "labelled": session.labelled, "left": left})
    elif not session.waiting:
        output.out.print("every example has a label; --all asks for them again")
    else:
        output.note(f"{session.labelled} labelled, {left} left; written to {target.examples}")
