"""``spade label``: one response at a time, labelled by a key."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated

import typer
from rich.panel import Panel
from rich.text import Text

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.keys import reading_keys
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import CommandTarget, find_target
from spade_core.errors import ExamplesError
from spade_core.report import one_line

if TYPE_CHECKING:
    from spade_core.examples import Example, ExampleSet, Label, LineEdit
    from spade_core.results import ResultsMatrix
    from spade_core.subsumption import Subsumption

_KEYS = "g good   b bad   s skip   u undo   q quit"
_MOST_SHOWN = 400


@dataclass(frozen=True, slots=True)
class _Proposer:
    """What the assertions say of all examples; a label changes nothing about that."""

    matrix: "ResultsMatrix"
    subsumption: "Subsumption"
    target: CommandTarget

    def ordered(self, waiting: "list[Example]", labels: "Mapping[str, Label | None]") -> "list[Example]":
        """Return the waiting examples, the most telling label first by the labels so far; those that have one last."""
        from spade_core.selection import next_to_label

        settings = self.target.settings
        known = tuple(replace(example, label=labels[example.id]) for example in self.matrix.examples)
        proposed = next_to_label(
            replace(self.matrix, examples=known),
            subsumption=self.subsumption,
            thresholds=settings.thresholds,
            method=settings.method,
        )
        place = {example.id: place for place, example in enumerate(proposed)}
        return sorted(waiting, key=lambda example: place.get(example.id, len(place)))


@dataclass(slots=True)
class _Session:
    """One sitting: where it stands, and what can be taken back."""

    waiting: "list[Example]"
    labels: "dict[str, Label | None]"
    proposer: _Proposer | None = None
    at: int = 0
    done: "list[tuple[int, LineEdit | None, Label | None]]" = field(default_factory=list)
    """Of each key: where it was pressed, what it wrote, and the label that was there before."""

    @property
    def labelled(self) -> int:
        return sum(edit is not None for _, edit, _ in self.done)

    def order(self) -> None:
        """Put what is still to come in order, when it is asked best first."""
        if self.proposer is not None:
            self.waiting[self.at :] = self.proposer.ordered(self.waiting[self.at :], self.labels)


def label(
    prompt: PromptArgument = None,
    template: TemplateOption = "",
    again: Annotated[bool, typer.Option("--all", help="Ask for the labelled examples again, too.")] = False,
    best_first: Annotated[
        bool, typer.Option("--best-first", help="Ask each time for the label that would tell most.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Label responses good or bad, one at a time, by a key; each label is written at once."""
    from spade_core.cli.steps import tell_problems
    from spade_core.guard import gathered_files
    from spade_core.storage import load_examples

    output = Output(as_json)
    target = find_target(prompt, template, output)
    examples = load_examples(target.examples)
    tell_problems(examples.problems, output)
    if gathered_files(target.examples):
        output.note("`spade collect` adds what a guard gathered")
    if not examples.examples:
        raise ExamplesError(str(target.examples), None, "there are no examples to label")
    session = _Session(
        [e for e in examples.examples if again or e.label is None], {e.id: e.label for e in examples.examples}
    )
    if best_first and session.waiting:
        session.proposer = _proposer(examples, target, output)
        session.order()
    if session.waiting and not sys.stdin.isatty():
        raise ExamplesError(str(target.examples), None, "`spade label` reads keys: run it in a terminal")
    try:
        if session.waiting:
            with reading_keys() as next_key:
                _loop(session, target, output, next_key)
    finally:
        _tell(session, target, output)


def _proposer(examples: "ExampleSet", target: CommandTarget, output: Output) -> _Proposer:
    from spade_core.cli.running import open_sandbox
    from spade_core.storage import load_assertions
    from spade_core.subsumption import subsumption_of

    stored = load_assertions(target.files)
    if not stored.assertions:
        raise CommandLineError(f"{target.name}: there are no assertions to judge by; run `spade generate` first")
    with open_sandbox(output, prompt=target.prompt) as sandbox:
        matrix = sandbox.run([assertion.candidate() for assertion in stored.assertions], examples.examples)
    return _Proposer(matrix, subsumption_of(matrix.candidates, matrix), target)


def _loop(session: _Session, target: CommandTarget, output: Output, next_key: Callable[[], str]) -> None:
    from spade_core.examples import Label

    while session.at < len(session.waiting):
        example = session.waiting[session.at]
        _show(example, session, output)
        match next_key().lower():
            case "g" | "b" as key:
                _set(session, target, example, Label.GOOD if key == "g" else Label.BAD, output)
            case "s":
                session.done.append((session.at, None, None))
                session.at += 1
            case "u":
                _undo(session, target, output)
            case "q" | "\x1b" | "\x04":
                return
            case "\x03":
                raise KeyboardInterrupt
            case _:
                output.note(_KEYS)


def _set(session: _Session, target: CommandTarget, example: "Example", given: "Label", output: Output) -> None:
    """Write a label; an example that is gone from its file, or another one by now, is told and passed over."""
    from spade_core.storage import label_example

    edit = None
    with _others_go_on(target, output):
        edit = label_example(target.examples, example, given)
    session.done.append((session.at, edit, session.labels[example.id]))
    if edit is not None:
        session.labels[example.id] = given
    session.at += 1
    session.order()


def _undo(session: _Session, target: CommandTarget, output: Output) -> None:
    from spade_core.storage import undo_edit

    if not session.done:
        output.note("nothing to undo")
        return
    at, edit, before = session.done[-1]
    if edit is not None:
        with _others_go_on(target, output):
            undo_edit(target.examples, edit)
            session.labels[session.waiting[at].id] = before
    session.done.pop()
    session.at = at


@contextmanager
def _others_go_on(target: CommandTarget, output: Output) -> Iterator[None]:
    """Tell what became of one line meanwhile, and go on with the others unless the file itself is gone."""
    try:
        yield
    except ExamplesError as error:
        if not target.examples.is_file():
            raise
        output.warn(str(error))


def _show(example: "Example", session: _Session, output: Output) -> None:
    output.out.rule(f"{session.at + 1} of {len(session.waiting)}   {example.id}", style="dim")
    for name, value in example.fields.items():
        shown = str(value)
        cut = shown if len(shown) <= _MOST_SHOWN else shown[:_MOST_SHOWN] + " ..."
        output.out.print(Text.assemble((f"{one_line(name)}: ", "bold"), cut))
    output.out.print(Panel(Text(example.response), title="response", title_align="left"))
    output.out.print(Text(_KEYS, style="dim"))


def _tell(session: _Session, target: CommandTarget, output: Output) -> None:
    left = len(session.waiting) - session.at
    if output.as_json:
        output.json({"examples": str(target.examples), "labelled": session.labelled, "left": left})
    elif not session.waiting:
        output.out.print("every example has a label; --all asks for them again")
    else:
        where = f"; written to {target.examples}" if target.examples.is_file() else ""  # else it is gone by now
        output.note(f"{session.labelled} labelled, {left} left{where}")
