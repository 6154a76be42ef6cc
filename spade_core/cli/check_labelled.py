"""``spade check --labelled``: the selected sets on their labelled examples, and what a branch changes of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.check_reports import CheckReports
from spade_core.cli.console import Output
from spade_core.cli.errors import CommandLineError
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.target import Target

if TYPE_CHECKING:
    from spade_core.report import Finding, SetChange
    from spade_core.storage import SelectionRecord

LabelledOption = Annotated[
    bool,
    typer.Option(
        "--labelled",
        help="Check the selected sets instead, of every prompt below the folder, on the labelled examples: exit code 1 "
        "where one no longer keeps alpha and tau.",
    ),
]
CommentOption = Annotated[
    Path | None, typer.Option("--comment", metavar="FILE", help="Write Markdown for a comment on a pull request.")
]
BaseOption = Annotated[
    str, typer.Option("--base", metavar="REVISION", help="The branch or commit that the comment compares with.")
]


def check_labelled(targets: list[Target], output: Output, reports: CheckReports, *, base: str) -> int:
    """Check the sets of some prompts and return the exit code."""
    from spade_core.report import State, comment, counted, in_line

    if not targets:
        raise CommandLineError("no prompt here has a selected set; run `spade select` first")
    changes = [change_of(target, output, base) for target in targets]
    findings = [each for target, change in zip(targets, changes, strict=True) for each in _findings(target, change)]
    states = {each.state for each in findings}
    if output.as_json:
        output.json({"findings": [_json(each) for each in findings]})
    for change in changes:
        if number := len(change.unchecked):
            first = in_line(change.unchecked[0], most=60)
            output.note(f"{change.prompt}: {counted(number, 'instruction')} without an assertion, such as: {first}")
    for each in () if output.as_json else findings:
        style = {State.PASSED: "", State.NOT_CHECKED: "bold yellow"}.get(each.state, "bold red")
        output.out.print(f"{each.state.value}  {each.prompt}  {each.told}", style=style, markup=False)
    reports.write(findings, lambda: comment(changes))
    if State.FAILED in states:
        return ExitCode.CHECK_FAILED
    return ExitCode.INCOMPLETE if State.NOT_CHECKED in states else ExitCode.OK


def change_of(target: Target, output: Output, base: str) -> "SetChange":
    """Return how a prompt's set does on its labelled examples, and what is other than at `base`."""
    from spade_core.application import PromptState, set_change, state_at
    from spade_core.cli.running import open_sandbox
    from spade_core.cli.steps import prompted, tell_problems
    from spade_core.pipeline import analyse
    from spade_core.storage import load_assertions, load_examples

    analysis = analyse(target.prompt, template=target.template)
    stored, examples = load_assertions(target.files), load_examples(target.examples)
    tell_problems((*examples.problems, *stored.problems), output)
    template = analysis.history.versions[-1].template
    sources = [each.source for each in stored.chosen]
    now = PromptState(template, stored, prompted(examples, template, sources, output, target.prompt).examples)
    before = state_at(target.files, target.examples, base) if base else None
    instructions = [each.sentence.text for each in analysis.criteria]
    with open_sandbox(output, target.settings, prompt=target.prompt) as sandbox:
        return set_change(target.name, now, instructions, sandbox, base=base, before=before)


def _findings(target: Target, change: "SetChange") -> "Iterator[Finding]":
    """Yield whether the set keeps alpha and tau, or else what it had when it was selected."""
    from spade_core.errors import Problem
    from spade_core.report import problem_findings
    from spade_core.storage import load_assertions

    stored = load_assertions(target.files)
    selected = stored.record.selection
    if selected is None and not stored.problems:
        raise CommandLineError(f"{target.name}: nothing is selected yet; run `spade select` first")
    if selected is not None:
        yield from _rates(target, change, selected)
    fact = "is selected but no longer in the file"
    gone = [Problem(str(target.files.assertions), None, f"{name} {fact}") for name in stored.missing]
    yield from problem_findings(target.name, (*stored.problems, *gone))


def _rates(target: Target, change: "SetChange", selected: "SelectionRecord") -> "Iterator[Finding]":
    from spade_core.application import bounds_of
    from spade_core.report import Finding, Place, State, path_in_repository

    place = Place(path_in_repository(str(target.prompt)), 1, 1)
    coverage, ffr = change.after.coverage, change.after.ffr
    least, most = bounds_of(selected)
    # Another verdict can only raise either: what is caught stays caught, what is flagged stays flagged.
    unsure = bool(change.after.undecided)
    low, high = (State.NOT_CHECKED, State.NOT_CHECKED) if unsure else (State.FAILED, State.PASSED)
    for name, rate, state, bound in (
        ("coverage", coverage, State.PASSED if coverage.value >= least else low, f"at least {least:.3g}"),
        ("FFR", ffr, high if ffr.value <= most else State.FAILED, f"at most {most:.3g}"),
    ):
        says = f"The selected set has {name} {bound} on the labelled examples."
        why = "".join(f"; {one}: {fact}" for one, fact in change.after.undecided.items())
        yield Finding(target.name, name, state, f"{name} {rate}{why}", says, place=place)


def _json(finding: "Finding") -> dict[str, object]:
    return {
        "prompt": finding.prompt,
        "name": finding.name,
        "state": finding.state.value,
        "message": finding.message,
    }
