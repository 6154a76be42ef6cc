"""The steps that several commands take, told to the person as they are taken."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from spade_core import pipeline
from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.model_choice import with_environment
from spade_core.cli.target import CommandTarget
from spade_core.context import brings_contexts, unread_fields
from spade_core.errors import ExamplesError, Problem, SettingsError
from spade_core.examples import Example, ExampleSet, Label, label_counts, with_prompts
from spade_core.prompt_files import PromptTemplate, templates_around
from spade_core.report import Report, counted, in_line
from spade_core.results import Runner
from spade_core.selection import (
    FEWEST_LABELLED,
    FEWEST_UNLABELLED,
    Method,
    Preference,
    Selection,
    SelectionRequest,
    Thresholds,
    one_kind,
)
from spade_core.settings import Settings, named_sets
from spade_core.static_analysis import fields_needed, reads_prompt
from spade_core.storage import Merge, StoredAssertions, added_by, load_assertions, load_examples, load_record
from spade_core.subsumption import SubsumptionEdge
from spade_core.values import ValueSet
from spade_core.versions import History, read_history

_MOST_PROBLEMS: Final = 8


@dataclass(frozen=True, slots=True)
class RunInputs:
    """Everything that is read before anything runs."""

    history: History
    stored: StoredAssertions
    examples: ExampleSet


def read_inputs(
    target: CommandTarget, output: Output, *, need_labels: bool = True, need_record: bool = False
) -> RunInputs:
    """Return the history, the assertions (generated first where there are none) and the examples.

    Raises StorageError where the record cannot be read and who asks is to write it.
    """
    if need_record:
        load_record(target.files)
    history = read_history(target.prompt, template=target.template)
    stored = load_assertions(target.files)
    examples = load_examples(target.examples)
    settings, template = target.settings, history.versions[-1].template
    if not stored.assertions and not stored.record.rejected:
        analysis = pipeline.with_labels(
            pipeline.analysis_of(history),
            examples.examples,
            tau=settings.tau,
            values=sets_of(target, output),
            contexts=settings.contexts,
        )
        history = analysis.history
        tell_unread(analysis, output)
        tell_set_problems(analysis, output)
        tell_withheld(analysis, output)
        tell_merge(pipeline.generate(target.files, analysis), target, output)
        stored = load_assertions(target.files)
    for note in history.notes:
        output.note(note)
    unread = _unread(template, examples, settings)
    tell_problems((*examples.problems, *stored.problems, *unread), output)
    if need_labels:
        require_labels(examples, target)
    tell_fields(stored, examples.examples, output)
    sources = [assertion.source for assertion in stored.assertions]
    return RunInputs(history, stored, prompted(examples, template, sources, output, target.prompt))


def tell_contexts(template: PromptTemplate, examples: ExampleSet, settings: Settings, output: Output) -> None:
    """Warn of fields of contexts, questions and scores that are not read, and of names in the settings for no field."""
    tell_problems(tuple(_unread(template, examples, settings)), output)
    known = {name for example in examples.examples for name in example.fields}
    for key, name in zip(("context_field", "question_field"), settings.contexts, strict=True):
        if name and known and name not in known:
            output.warn(f"no example has the field {in_line(name)}, which `{key}` in the settings names")


def _unread(template: PromptTemplate, examples: ExampleSet, settings: Settings) -> Iterable[Problem]:
    fields = brings_contexts(template, examples.examples, settings.contexts)
    return unread_fields(examples, fields) if fields is not None else ()


def sets_of(target: CommandTarget, output: Output) -> Mapping[str, ValueSet]:
    """Return the sets of valid values that the settings name; what is left out of one is a warning."""
    return named_sets(target.settings, lambda problem: output.warn(str(problem)))


def tell_other_values(stored: StoredAssertions, sets: Mapping[str, ValueSet], output: Output) -> None:
    """Warn of each set whose values are others than those that the record knows, and of each that is gone."""
    kept = stored.record.extra.get(pipeline.VALUES_IN_RECORD)
    for name, digest in kept.items() if isinstance(kept, dict) else ():
        if name not in sets:
            output.warn(f"no set of valid values is called {in_line(str(name))} in the settings")
        elif sets[name].digest != digest:
            output.warn(f"the values of {name} are others than when the assertions were generated")


def prompted(
    examples: ExampleSet, template: PromptTemplate, sources: Iterable[str], output: Output, path: Path
) -> ExampleSet:
    """Return the examples with their prompts; a warning where a function reads one that cannot be had."""
    found = with_prompts(examples.examples, template, lookup=templates_around(path))
    if found.unfilled and any(map(reads_prompt, sources)):
        tell_unfilled(found.unfilled, found.why, output)
    return replace(examples, examples=found.examples)


def tell_unfilled(number: int, why: str, output: Output) -> None:
    """Warn of examples whose prompts are not known."""
    output.warn(
        f"{counted(number, 'example')} without `prompt`, which cannot be filled in ({in_line(why)}): "
        "assertions that read it, or ask a judge, are given an empty one"
    )


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


def tell_ungenerated(target: CommandTarget, inputs: RunInputs, output: Output) -> None:
    """Name an instruction that came after the assertions were generated, where code could check it."""
    stored, newest = inputs.stored, inputs.history.versions[-1]
    provenances = [each.provenance for each in stored.assertions]
    provenances += [each.provenance for each in stored.record.rejected.values()]
    read = {(one.version, one.commit) for provenance in provenances for one in provenance}
    if stored.problems or not read or (newest.commit and (newest.index, newest.commit.sha) in read):
        return
    analysis = pipeline.analysis_of(inputs.history)
    if not (names := added_by(target.files, analysis.candidates)):
        return
    settings = target.settings
    rows, sets = inputs.examples.examples, sets_of(target, output)
    labelled = pipeline.with_labels(analysis, rows, tau=settings.tau, values=sets, contexts=settings.contexts)
    kept = {each.name for each in labelled.candidates}
    asked = [e.criteria[0].sentence.text for e in analysis.candidates if e.name in names and e.name in kept]
    if asked:
        first = in_line(asked[0], most=60)
        output.note(
            f"{counted(len(asked), 'check')} of newer instructions {'is' if len(asked) == 1 else 'are'} not generated "
            f'yet ("{first}"): `spade generate` adds {"it" if len(asked) == 1 else "them"}'
        )


def require_labels(examples: ExampleSet, target: CommandTarget) -> None:
    """Raise ExamplesError, with what to do, when no example carries a label."""
    labels = label_counts(examples.examples)
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


def require_both_kinds(examples: ExampleSet, target: CommandTarget) -> None:
    """Raise ExamplesError, with what to do, when all labels are of one kind."""
    labels = label_counts(examples.examples)
    if said := one_kind(labels[Label.GOOD], labels[Label.BAD]):
        way = (
            "`spade label` asks for more labels" if labels[None] else "add some and `spade label` asks for their labels"
        )
        raise ExamplesError(
            str(target.examples), None, f"{said}, so nothing is selected; {way}, `--method no-examples` needs none"
        )


def request_of(
    target: CommandTarget,
    inputs: RunInputs,
    *,
    alpha: float | None,
    tau: float | None,
    method: Method | None,
    require: Sequence[str] | None,
    forbid: Sequence[str] | None,
    prefer: Sequence[Preference] | None,
) -> SelectionRequest:
    """Return what the command line asks for; options that are None come from the settings, names are checked."""
    settings = target.settings
    preferences = settings.preferences.overridden(required=require or (), forbidden=forbid or (), prefer=prefer)
    try:
        preferences.check([assertion.name for assertion in inputs.stored.assertions])
    except SettingsError as error:
        if require or forbid:
            raise CommandLineError(str(error)) from error
        raise SettingsError(f"{settings.source}: {error}") from error
    thresholds = Thresholds(alpha=settings.alpha if alpha is None else alpha, tau=settings.tau if tau is None else tau)
    return SelectionRequest(method or settings.method, thresholds, preferences)


def make_report(
    target: CommandTarget,
    inputs: RunInputs,
    request: SelectionRequest,
    output: Output,
    *,
    sandbox: Runner,
    whole: bool = False,
    ask_unlabelled: bool = False,
    claims: tuple[SubsumptionEdge, ...] = (),
    drift: bool = False,
) -> Report:
    """Evaluate and select; a `whole` report shows the history and every set that is worth choosing.

    With `drift` it tells how its set stands to the recorded selection.
    """
    report = pipeline.report_on(
        target.files,
        pipeline.analysis_of(inputs.history) if whole else inputs.history,
        inputs.stored,
        inputs.examples,
        request,
        sandbox=sandbox,
        claims=claims,
        ask_unlabelled=ask_unlabelled,
        with_frontier=whole,
        project=target.settings.request if drift else None,
    )
    if ask_unlabelled and report.selection.feasible and report.evidence.prediction_powered is None:
        output.note(
            f"--unlabelled changes nothing: it takes a judge's verdict on {FEWEST_LABELLED} responses with a label and "
            f"on {FEWEST_UNLABELLED} without one"
        )
    return report


def tell_merge(merge: Merge, target: CommandTarget, output: Output) -> None:
    """Say what a generation changed in the assertions file."""
    changes = {
        "added": merge.added,
        "replaced": merge.replaced,
        "removed": merge.removed,
        "kept as a person left them": merge.kept,
        "no longer proposed but kept": merge.stale,
        "not brought back because a person deleted them": merge.rejected,
    }
    told = ", ".join(f"{len(names)} {what}" for what, names in changes.items() if names)
    told = told or ("nothing changed" if merge.record.assertions else "no assertion was proposed")
    output.note(f"{target.files.assertions}: {told}")
    tell_problems(merge.problems, output)


def tell_unread(analysis: "pipeline.Analysis", output: Output) -> None:
    """Say how many sentences no criteria were read from because of their language."""
    unread = {change.sentence.text for each in analysis.classifications for change in each.unclassified}
    if unread:
        output.note(
            f"{counted(len(unread), 'sentence')} in a language that spade has no cues for (it reads English): "
            "placeholders and quotations apart, write assertions for them by hand or with a model"
        )


def tell_set_problems(analysis: "pipeline.Analysis", output: Output) -> None:
    """Warn of each set of valid values that gives no check though it should."""
    for note in analysis.set_problems:
        output.warn(note)


def tell_withheld(analysis: "pipeline.Analysis", output: Output) -> None:
    """Say which checks were read and are not proposed, and why, one a line."""
    for each in analysis.withheld:
        output.note(f"not proposed: {in_line(each.description)}  ({each.reason})")


def tell_problems(problems: Sequence[Problem], output: Output) -> None:
    """Warn of the parts of files that could not be read, a few by name and the rest by number."""
    for problem in problems[:_MOST_PROBLEMS]:
        output.warn(str(problem))
    if len(problems) > _MOST_PROBLEMS:
        output.warn(f"and {len(problems) - _MOST_PROBLEMS} more like these")


def keep_chosen(target: CommandTarget, stored: StoredAssertions, selection: Selection) -> int:
    """Keep the chosen assertions that a model wrote or a person edited, forget the deleted; return how many are new.

    Nothing is kept when no model is set, or the project keeps its assertions to itself.
    """
    settings = with_environment(target.settings)
    if not settings.model_choices:
        return 0
    from spade_core.models import readers_of
    from spade_core.synthesis import DemonstrationStore, demonstrations_file, settle

    chosen = selection.names if settings.demonstrations else ()
    readers = readers_of(settings.model_choices, os.environ)
    with DemonstrationStore(demonstrations_file(os.environ)) as store:
        return settle(store, stored, chosen, project=settings.folder, readers=readers)
