"""The first half: prompt file -> versions -> deltas -> categories -> criteria -> candidates -> the assertions file."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spade_core.candidates import CandidateAssertion, candidates_for
from spade_core.categories import Classification, classify
from spade_core.checks import words
from spade_core.constraints import (
    FEWEST,
    Constraint,
    Judgement,
    fitted_to,
    told_of_keys,
    told_of_most_compared,
    wish_of,
)
from spade_core.context import brings_contexts, offered
from spade_core.criteria import (
    MOST_SENTENCES,
    Arrival,
    Criterion,
    GoodResponse,
    Withheld,
    arrivals,
    criteria_of,
    shown_outputs,
    sifted,
    statement_of,
)
from spade_core.deltas import PromptDelta, Sentence, Sign, deltas_between, identity_of, key, sentences_of
from spade_core.errors import ValuesError
from spade_core.examples import Example, Label
from spade_core.prompt_files import load_prompt_file
from spade_core.storage import (
    BOM,
    Merge,
    PromptFiles,
    load_record,
    save_generated,
    save_in_record,
    shown_phrase,
)
from spade_core.structure import structure_of
from spade_core.text import Span
from spade_core.values import NO_SETS, InSet, ValueSet, names_set, parts_in
from spade_core.versions import History, read_history

if TYPE_CHECKING:
    from spade_core.models import LanguageModel
    from spade_core.synthesis import Executor, Means, Samples, Synthesis


VALUES_IN_RECORD: Final = "values"
"""The key of the digests of sets of valid values."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a prompt's history asks of a response, and the functions that check it."""

    history: History
    classifications: tuple[Classification, ...]
    """One for each delta, oldest first."""
    criteria: tuple[Criterion, ...]
    """In the order of the newest version, which decides."""
    candidates: tuple[CandidateAssertion, ...]
    shown: tuple[GoodResponse, ...] = ()
    """Outputs that the newest version shows."""
    withheld: tuple[Withheld, ...] = ()
    """Checks that are not proposed because responses that are known to be good would fail them."""
    values: Mapping[str, str] = field(default_factory=dict)
    """The digests of the sets of valid values that criteria speak of, by name."""
    unread_sets: Collection[str] = ()
    """The names of sets of valid values that cannot be read; nothing is said of their checks."""
    set_problems: tuple[str, ...] = ()
    """Why sets of valid values that the prompt names, or the settings, give no check."""


def analyse(prompt: Path, *, template: str = "", unsaved: str | None = None) -> Analysis:
    """Read a prompt's history and return what its newest version asks for, without a model.

    `unsaved` is the text of an editor's buffer: the newest version.

    Raises:
        HistoryError: there is no such file.
        PromptFileError: no version of it can be read.
    """
    return analysis_of(read_history(prompt, template=template, unsaved=unsaved))


def analysis_of(history: History) -> Analysis:
    """Return what the newest version of a history asks for, without a model."""
    deltas = deltas_between(history.versions)
    criteria = criteria_of(history, deltas)
    classifications = tuple(classify(delta) for delta in deltas)
    newest = history.versions[-1].template
    sentences = sentences_of(newest)
    structure = structure_of(newest, sentences[:MOST_SENTENCES])
    asked = (each.constraint for each in criteria if each.constraint is not None)
    notes = [told_of_keys(structure), told_of_most_compared(asked)]
    if (left := len(sentences) - MOST_SENTENCES) > 0:
        notes.append(f"the newest version is long: its first {MOST_SENTENCES} sentences are read, {left} are not")
    history = replace(history, notes=(*history.notes, *filter(None, notes)))
    shown = shown_outputs(structure)
    return _proposing(Analysis(history, classifications, criteria, (), shown), ())


def classified(prompt: Path, *, template: str = "") -> tuple[History, tuple[Classification, ...]]:
    """Return a prompt's history and what each edit was about, which is less than `analyse` reads.

    Raises:
        HistoryError: there is no such file.
        PromptFileError: no version of it can be read.
    """
    history = read_history(prompt, template=template)
    return history, tuple(classify(delta) for delta in deltas_between(history.versions))


def with_labels(
    analysis: Analysis,
    examples: Sequence[Example],
    *,
    tau: float,
    values: Mapping[str, ValueSet] = NO_SETS,
    contexts: tuple[str, str] = ("", ""),
) -> Analysis:
    """Return the analysis in the light of labelled responses, before any model adds to it.

    A check that most responses labelled good would fail is withheld. A length that the prompt wishes for in words only
    gives one check whose bound is fitted to the labels, at most one a prompt, where there are enough of them. A part of
    the response that is one of the `values` of a named set, as the prompt says or the good responses show, gives one.
    A prompt that brings retrieved contexts beside a question gives those that code can tell, and a bound on each score
    that the examples have; `contexts` are the fields of both where a person has named them.
    """
    fitted = _fitted(analysis.criteria, examples, tau)
    sets, unread = _read(values)
    in_sets = [*_in_sets(analysis, examples, sets)]
    naming = [each.sentence for each in in_sets]
    naming += [e.sentence for e in analysis.criteria if any(names_set(e.sentence.text, name) for name in unread)]
    decided = {each for each in naming if any(names_set(each.text, name) for name in values)}
    kept = [e for e in analysis.criteria if not (isinstance(e.constraint, Judgement) and e.sentence in decided)]
    about_contexts = _about_contexts(analysis, examples, tau, contexts)
    criteria = (*kept, *([fitted] if fitted is not None else []), *in_sets, *about_contexts)
    named = {each.constraint.name for each in in_sets if isinstance(each.constraint, InSet)}
    digests = {name: sets[name].digest for name in sorted(named)}
    problems = [
        f"no check that asks for the values of {name} is added or changed: {why}" for name, why in unread.items()
    ]
    problems += _without_a_part(analysis, examples, sets, named)
    analysis = replace(analysis, values=digests, unread_sets=frozenset(unread), set_problems=tuple(problems))
    return _proposing(replace(analysis, criteria=criteria), examples)


def _read(values: Mapping[str, ValueSet]) -> tuple[dict[str, ValueSet], dict[str, str]]:
    """Return the sets that can be read, and why the others cannot."""
    read: dict[str, ValueSet] = {}
    unread: dict[str, str] = {}
    for name in values:
        try:
            read[name] = values[name]
        except ValuesError as error:
            unread[name] = str(error)
    return read, unread


def _without_a_part(
    analysis: Analysis, examples: Sequence[Example], sets: Mapping[str, ValueSet], found: Collection[str]
) -> Iterator[str]:
    """Yield what is to be said of the sets that the prompt names and no part of the good responses is in."""
    texts = [sentence.text for sentence in sentences_of(analysis.history.versions[-1].template)]
    if not any(each.label is Label.GOOD for each in examples):
        return
    for name, known in sets.items():
        if name not in found and any(names_set(text, name) for text in texts):
            yield (
                f"the prompt names {name}, but no part of the responses labelled good is one of its values (the first "
                f"is {known.first[:40]!r}): no check asks for them"
            )


def _in_sets(analysis: Analysis, examples: Sequence[Example], values: Mapping[str, ValueSet]) -> Iterator[Criterion]:
    """Yield what is one of a set's values, with the sentence that says so, else the prompt's last one."""
    newest = analysis.history.versions[-1]
    sentences = sentences_of(newest.template)
    if not values or not sentences:
        return
    good = [each.response for each in examples if each.label is Label.GOOD]
    for name, known in values.items():
        saying = next((each for each in sentences if names_set(each.text, name)), None)
        for part in parts_in(good, known, named_in=saying.text if saying is not None else ""):
            yield _criterion(analysis, saying or sentences[-1], InSet(name, part))


def _about_contexts(
    analysis: Analysis, examples: Sequence[Example], tau: float, named: tuple[str, str]
) -> Iterator[Criterion]:
    """Yield what responses owe to retrieved contexts; nothing where the prompt brings none."""
    template = analysis.history.versions[-1].template
    fields = brings_contexts(template, examples, named)
    for sentence, constraint in (
        offered(sentences_of(template), fields, examples, tau=tau) if fields is not None else ()
    ):
        yield _criterion(analysis, sentence, constraint)


def _criterion(analysis: Analysis, sentence: Sentence, constraint: Constraint) -> Criterion:
    """Return a criterion of the newest version, with the version that brought its sentence."""
    came = arrivals([each.delta for each in analysis.classifications])
    arrival = came.get(key(sentence), Arrival(analysis.history.versions[-1], sentence))
    return Criterion(
        description=statement_of(constraint),
        category=constraint.category,
        sentence=arrival.sentence,
        phrase=Span(0, len(arrival.sentence.text)),
        version=arrival.version,
        delta=arrival.version.index,
        constraint=constraint,
    )


def _proposing(analysis: Analysis, examples: Sequence[Example]) -> Analysis:
    good = [GoodResponse(e.response, e.fields, e.prompt) for e in examples if e.label is Label.GOOD]
    proposed, withheld = sifted(analysis.criteria, analysis.shown, good)
    return replace(analysis, candidates=tuple(candidates_for(proposed)), withheld=withheld)


def _fitted(criteria: Sequence[Criterion], examples: Sequence[Example], tau: float) -> Criterion | None:
    """Return the first length in words only as a check that is fitted to the labels; None where none can be."""
    lengths = {label: [words(e.response) for e in examples if e.label is label] for label in Label}
    if min(map(len, lengths.values())) < FEWEST:
        return None
    for criterion in criteria:
        wish = wish_of(criterion.constraint) if isinstance(criterion.constraint, Judgement) else None
        fitted = fitted_to(wish, lengths[Label.GOOD], lengths[Label.BAD], tau=tau) if wish is not None else None
        if fitted is not None:
            return replace(criterion, description=statement_of(fitted), category=fitted.category, constraint=fitted)
    return None


async def analyse_with_models(
    analysis: Analysis,
    models: "Sequence[LanguageModel]",
    executor: "Executor",
    *,
    samples: "Samples | None" = None,
    means: "Means | None" = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> "tuple[Analysis, Synthesis]":
    """Return the analysis with what the models, cheapest first, make of the same deltas, and how that went.

    What was read from the words stays; both kinds of candidates compete in selection. `means` are what functions may
    use; None: what this machine's sandbox has, and a judge. No fault of a model raises: see `Synthesis`.
    """
    from spade_core.synthesis import beside, synthesise

    found = await synthesise(
        deltas_for_models(analysis), models, executor, samples=samples, means=means, on_progress=on_progress
    )
    enriched = replace(
        analysis,
        criteria=(*analysis.criteria, *found.criteria),
        candidates=beside(analysis.candidates, found.candidates),
    )
    return enriched, found


def deltas_for_models(analysis: Analysis) -> list[PromptDelta]:
    """Return the deltas as models read them: of what was added, what the newest version still says."""
    said = {identity_of(sentence.text) for sentence in sentences_of(analysis.history.versions[-1].template)}
    deltas: list[PromptDelta] = []
    for each in analysis.classifications:
        changes = tuple(c for c in each.delta.changes if c.sign is Sign.REMOVED or identity_of(c.sentence.text) in said)
        if any(change.sign is Sign.ADDED for change in changes):
            deltas.append(replace(each.delta, changes=changes))
    return deltas


def generate(
    files: PromptFiles, analysis: Analysis, synthesis: "Synthesis | None" = None, *, unsaved: str | None = None
) -> Merge:
    """Merge the candidates into the assertions file beside the prompt; a person's edits stay.

    So do the functions of models, unless `synthesis`, by which the analysis has them, is whole and lacks them now.

    `unsaved` is the text of the editor's buffer that was analysed: the provenance counts its lines, not the file's.

    Raises:
        StorageError: a file beside the prompt cannot be read or written.
        PromptFileError: the prompt file is gone or cannot be read.
    """
    newest = analysis.history.versions[-1].index
    merge = save_generated(
        files,
        analysis.candidates,
        texts={newest: load_prompt_file(files.prompt).text if unsaved is None else unsaved.removeprefix(BOM)},
        models_done=synthesis is not None and synthesis.is_whole,
        is_whole=analysis.history.is_whole,
        unread_sets=analysis.unread_sets,
    )
    remember_findings(files, analysis)
    return merge


def remember_findings(files: PromptFiles, analysis: Analysis) -> None:
    """Write into the record which checks were not proposed, and why, and which values the sets had.

    Raises:
        StorageError: the record cannot be read or written.
    """
    withheld = [withheld_json(each) for each in analysis.withheld]
    save_in_record(files, "withheld", withheld or None)
    kept = load_record(files).extra.get(VALUES_IN_RECORD)
    unread = {name: kept[name] for name in analysis.unread_sets if name in kept} if isinstance(kept, dict) else {}
    save_in_record(files, VALUES_IN_RECORD, {**unread, **analysis.values} or None)


def withheld_json(withheld: Withheld) -> dict[str, str]:
    """Return what is told of a check that was not proposed."""
    return {"description": withheld.description, "phrase": shown_phrase(withheld.phrase), "reason": withheld.reason}


def remember_synthesis(files: PromptFiles, synthesis: "Synthesis | None") -> None:
    """Write into the record what models tried, turn by turn; nothing when there was no synthesis.

    Raises:
        StorageError: the record cannot be read or written.
    """
    from spade_core.synthesis import attempt_json

    if synthesis is not None:
        save_in_record(files, "attempts", [attempt_json(attempt) for attempt in synthesis.attempts])
