"""``spade check --labelled``: the selected sets on their labelled examples, and what a branch changes of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.check_reports import CheckReports
from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError, ExitCode
from spade_core.cli.target import CommandTarget, template_of
from spade_core.errors import LocatedError, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spade_core.application import SelectedSet
    from spade_core.report import CheckResult, Tally

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


def check_labelled(targets: list[CommandTarget], output: Output, reports: CheckReports, *, base: str) -> int:
    """Check the sets of some prompts and return the exit code."""
    from spade_core.report import State, comment, in_line

    if not targets:
        raise CommandLineError("no prompt here has a selected set; run `spade select` first")
    checked = [_checked(target, output, base) for target in targets]
    findings = [each for _, found in checked for each in found]
    if output.as_json:
        output.json({"findings": [_json(each) for each in findings]})
    for each in () if output.as_json else findings:
        style = {State.PASSED: "", State.NOT_CHECKED: "bold yellow"}.get(each.state, "bold red")
        output.out.print(f"{each.state.value}  {in_line(each.prompt)}  {in_line(each.told)}", style=style)
    reports.write(findings, lambda: comment([text for text, _ in checked if text], findings))
    states = {each.state for each in findings}
    if State.FAILED in states:
        return ExitCode.CHECK_FAILED
    return ExitCode.INCOMPLETE if State.NOT_CHECKED in states else ExitCode.OK


def _checked(target: CommandTarget, output: Output, base: str) -> "tuple[str, list[CheckResult]]":
    """Return what `check_set` does; where the prompt is gone or a file cannot be read, that as the only finding."""
    from spade_core.report import reading_finding

    try:
        if target.prompt.is_file():
            template_of(target)  # else git would give what it said before
            return check_set(target, output, base)
        fact = f"has a selected set, and its prompt {target.prompt.name} is not there; `spade adopt` takes it along"
        problem = Problem(str(target.files.record), None, fact)
    except LocatedError as error:
        problem = Problem(error.path, error.line, error.fact)
    return "", [reading_finding(target.name, [problem])]


def conclude(
    target: CommandTarget,
    found: "SelectedSet",
    tally: "Tally",
    output: Output,
    reports: CheckReports,
    *,
    unread: int,
    told: "Sequence[Problem]",
    base: str,
) -> int:
    """Tell and write what the check of new responses came to, `told` of those `unread`; return the exit code."""
    from spade_core.report import State, comment, findings_of

    unchecked = unread + len(found.stored.missing)
    if not output.as_json:
        output.lines(tally.summary())
        if unchecked:
            output.out.print(f"{unchecked} could not be checked: see the warnings", style="bold yellow")
    findings = findings_of(tally, target.name, found.places, (*told, *found.problems))
    reports.write(findings, lambda: comment([check_set(target, output, base)[0]], findings))
    if tally.counts[State.FAILED]:
        return ExitCode.CHECK_FAILED
    return ExitCode.INCOMPLETE if unchecked or tally.counts[State.NOT_CHECKED] else ExitCode.OK


def check_set(target: CommandTarget, output: Output, base: str) -> "tuple[str, list[CheckResult]]":
    """Return Markdown of what is other than at `base`, and whether the set keeps its promise."""
    from spade_core.application import (
        PromptState,
        change_markdown,
        missing_from,
        promises,
        state_at,
        unchecked_in,
        unchecked_markdown,
    )
    from spade_core.cli.running import open_sandbox
    from spade_core.cli.steps import prompted, tell_problems
    from spade_core.pipeline import analyse
    from spade_core.report import CheckResult, LineRange, counted, in_line, path_in_repository, reading_finding
    from spade_core.storage import load_assertions, load_examples

    analysis = analyse(target.prompt, template=target.template)
    stored, examples = load_assertions(target.files), load_examples(target.examples)
    selected = stored.record.selection
    if selected is None and not stored.problems:
        raise CommandLineError(f"{target.name}: nothing is selected yet; run `spade select` first")
    tell_problems((*examples.problems, *stored.problems), output)
    template = analysis.history.versions[-1].template
    sources = [each.source for each in stored.chosen]
    now = PromptState(template, stored, prompted(examples, template, sources, output, target.prompt).examples)
    before = None
    try:
        before = state_at(target.files, target.examples, base) if base else None
    except LocatedError as error:
        output.warn(f"in {base}: {error}")
    with open_sandbox(output, target.settings, prompt=target.prompt) as sandbox:
        after = now.measured(sandbox)
        rates = [("before", before.measured(sandbox) if before and before.stored.chosen else None)] if base else []
    text = change_markdown(target.name, [*rates, ("now", after)], now, before, base)
    if unchecked := unchecked_in(now, [each.sentence.text for each in analysis.criteria]):
        first, asked = in_line(next(iter(unchecked)), most=60), sum(unchecked.values())
        are, have = "is" if len(unchecked) == 1 else "are", "has" if asked == 1 else "have"
        why = f" ({asked} {have} an assertion that asks a model, which is not selected)" if asked else ""
        output.note(f"{target.name}: {counted(len(unchecked), 'instruction')} {are} not checked{why}, such as: {first}")
        text += f"\n\n{unchecked_markdown(unchecked)}"
    place = LineRange(path_in_repository(str(target.prompt)), 1, 1)
    why = "".join(f"; {name}: {fact}" for name, fact in after.undecided.items())
    found = [
        CheckResult(
            target.name,
            each.name,
            each.state,
            f"{each.name} {each.rate}{why}",
            f"The selected set has {each.name} {each.bound} on the labelled examples."
            if each.rate.total
            else f"No labelled example tells {each.name} yet.",
            place=place,
        )
        for each in (promises(after, selected) if selected is not None else ())
    ]
    unread = [each for each in examples.problems if not each.is_used]
    return text, [*found, reading_finding(target.name, [*stored.problems, *missing_from(stored), *unread])]


def _json(finding: "CheckResult") -> dict[str, object]:
    return {
        "prompt": finding.prompt,
        "name": finding.name,
        "state": finding.state.value,
        "message": finding.message,
    }
