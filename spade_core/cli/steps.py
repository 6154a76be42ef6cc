"""The steps that several commands take, told to the person as they are taken."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from spade_core.cli.console import Output
from spade_core.cli.errors import CommandLineError
from spade_core.cli.target import Target
from spade_core.errors import ExamplesError, Problem, SettingsError
from spade_core.examples import Example, ExampleSet, Label
from spade_core.examples.prompts import with_prompts
from spade_core.pipeline import Analysis, Runner, analyse, generate, labels_of, report_on
from spade_core.prompt_files.template import PromptTemplate
from spade_core.report import Report
from spade_core.report.visible import counted, in_line
from spade_core.sandbox.fields_needed import fields_needed, reads_prompt
from spade_core.selection.judged import FEWEST_LABELLED, FEWEST_UNLABELLED
from spade_core.selection.preferences import Preference, Preferences
from spade_core.selection.request import SelectionRequest
from spade_core.selection.thresholds import Method, Thresholds
from spade_core.storage import Merge, StoredAssertions, load_assertions, load_examples
from spade_core.subsumption import SubsumptionEdge

_MOST_PROBLEMS: Final = 8


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything that is read before anything runs."""

    analysis: Analysis
    stored: StoredAssertions
    examples: ExampleSet


def read_inputs(target: Target, output: Output, *, need_labels: bool = True) -> Inputs:
    """Return the analysis, the assertions (generated first where there are none) and the examples.

    Raises:
        ExamplesError: labels are needed and there are none.
    """
    analysis = analyse(target.prompt, template=target.template)
    for note in analysis.history.notes:
        output.note(note)
    stored = load_assertions(target.files)
    if not stored.assertions and not stored.record.rejected:
        tell_unread(analysis, output)
        tell_merge(generate(target.files, analysis), target, output)
        stored = load_assertions(target.files)
    examples = load_examples(target.examples)
    tell_problems((*examples.problems, *stored.problems), output)
    if need_labels:
        require_labels(examples, target)
    tell_fields(stored, examples.examples, output)
    sources = [assertion.source for assertion in stored.assertions]
    return Inputs(analysis, stored, prompted(examples, analysis.history.versions[-1].template, sources, output))


def prompted(examples: ExampleSet, template: PromptTemplate, sources: Iterable[str], output: Output) -> ExampleSet:
    """Return the examples with their prompts; a warning where a function reads one that cannot be had."""
    found = with_prompts(examples.examples, template)
    if found.unfilled and any(map(reads_prompt, sources)):
        output.warn(
            f"{counted(found.unfilled, 'example')} without `prompt`, which cannot be filled in ({in_line(found.why)}): "
            "assertions that read it, or ask a judge, are given an empty one"
        )
    return replace(examples, examples=found.examples)


def tell_fields(stored: StoredAssertions, examples: Sequence[Example], output: Output) -> None:
    """Note the input fields that assertions read and no example has: those assertions say nothing here."""
    fields = {name for example in examples for name in example.fields}
    needing = Counter(
        name for assertion in stored.assertions for name in fields_needed(assertion.source) if name not in fields
    )
    if examples:
        for name, number in sorted(needing.items()):
            need = "needs" if number == 1 else "need"
            output.note(f"no example has the field {in_line(name)}, which {counted(number, 'assertion')} {need}")


def require_labels(examples: ExampleSet, target: Target) -> None:
    """Raise ExamplesError, with what to do, when no example carries a label."""
    labels = labels_of(examples.examples)
    if labels[Label.GOOD] + labels[Label.BAD]:
        return
    if labels[None]:
        raise ExamplesError(
            str(target.examples), None, f"none of the {labels[None]} examples has a label: `spade label` asks for them"
        )
    raise ExamplesError(
        str(target.examples),
        None,
        "there are no labelled examples. Put one response a line there, as JSON: "
        '{"response": "...", "label": "good"}; or select with --method no-examples',
    )


def preferences_of(
    target: Target,
    inputs: Inputs,
    require: Sequence[str] | None,
    forbid: Sequence[str] | None,
    prefer: Sequence[Preference] | None,
) -> Preferences:
    """Return the preferences of the settings with those of the command line over them, their names checked.

    Raises:
        CommandLineError: a name is unknown, or an assertion is both required and forbidden.
    """
    asked = target.settings.preferences.overridden(required=require or (), forbidden=forbid or (), prefer=prefer)
    try:
        asked.check([assertion.name for assertion in inputs.stored.assertions])
    except SettingsError as error:
        if require or forbid:
            raise CommandLineError(str(error)) from error
        raise SettingsError(f"{target.settings.source}: {error}") from error
    return asked


def make_report(
    target: Target,
    inputs: Inputs,
    output: Output,
    *,
    sandbox: Runner,
    alpha: float | None,
    tau: float | None,
    method: Method | None,
    preferences: Preferences | None = None,
    with_frontier: bool = False,
    ask_unlabelled: bool = False,
    claims: tuple[SubsumptionEdge, ...] = (),
    standing: bool = False,
    recorded: SelectionRequest | None = None,
) -> Report:
    """Evaluate and select; options that are None come from the settings.

    With `standing`, the report tells how its set stands to the recorded selection; with `recorded`, which is what that
    was asked for, it shows that selection.
    """
    settings = target.settings
    thresholds = Thresholds(alpha=settings.alpha if alpha is None else alpha, tau=settings.tau if tau is None else tau)
    if recorded is not None:
        thresholds, method, preferences = recorded.thresholds, recorded.method, recorded.preferences
    report = report_on(
        target.files,
        inputs.analysis,
        inputs.stored,
        inputs.examples,
        sandbox=sandbox,
        thresholds=thresholds,
        method=method or settings.method,
        preferences=preferences or settings.preferences,
        with_frontier=with_frontier,
        ask_unlabelled=ask_unlabelled,
        claims=claims,
        settings=settings.request if standing else None,
        recorded=recorded is not None,
    )
    if ask_unlabelled and report.selection.feasible and report.evidence.prediction_powered is None:
        output.note(
            f"--unlabelled changes nothing: it takes a judge's verdict on {FEWEST_LABELLED} responses with a label and "
            f"on {FEWEST_UNLABELLED} without one"
        )
    return report


def tell_merge(merge: Merge, target: Target, output: Output) -> None:
    """Say what a generation changed in the assertions file."""
    changes = {
        "added": merge.added,
        "replaced": merge.replaced,
        "removed": merge.removed,
        "kept as a person left them": merge.kept,
        "no longer proposed but kept": merge.stale,
        "not brought back because a person deleted them": merge.rejected,
    }
    told = ", ".join(f"{len(names)} {what}" for what, names in changes.items() if names) or "nothing changed"
    output.note(f"{target.files.assertions}: {told}")
    tell_problems(merge.problems, output)


def tell_unread(analysis: Analysis, output: Output) -> None:
    """Say how many sentences no criteria were read from because of their language."""
    unread = {change.sentence.text for each in analysis.classifications for change in each.unclassified}
    if unread:
        output.note(
            f"{counted(len(unread), 'sentence')} in a language that spade has no cues for (it reads English): "
            "placeholders and quotations apart, write assertions for them by hand or with a model"
        )


def tell_problems(problems: Sequence[Problem], output: Output) -> None:
    """Warn of the parts of files that could not be read, a few by name and the rest by number."""
    for problem in problems[:_MOST_PROBLEMS]:
        output.warn(str(problem))
    if len(problems) > _MOST_PROBLEMS:
        output.warn(f"and {len(problems) - _MOST_PROBLEMS} more like these")
