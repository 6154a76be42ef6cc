"""The pipeline: prompt file -> versions -> deltas -> categories -> criteria -> candidates -> results -> selection.

It reads like the method's figure (Shankar et al. 2024, figure 3). Each stage owns its value and its function; here they
are only put one after another, and the edges (git, disk, sandbox) are called.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spade_core.candidates import CandidateAssertion, candidates_for
from spade_core.categories import Classification, classify
from spade_core.checks import words
from spade_core.constraints import FEWEST, Constraint, Judgement, fitted_to, wish_of
from spade_core.context import fields_of_prompt, offered
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
from spade_core.examples import ContextFields, Example, ExampleSet, Label, label_counts
from spade_core.prompt_files import PromptTemplate, load_prompt_file
from spade_core.report import Report, ShownSet, drift_of
from spade_core.results import Evaluation, Grid, Outcome, ResultsMatrix, Runner
from spade_core.selection import (
    DEFAULT_REQUEST,
    FrontierPoint,
    JudgedResponse,
    Preferences,
    Selection,
    SelectionRequest,
    Thresholds,
    evidence_of,
    has_own_verdicts,
    judged_responses,
    labelled_results,
    preferred_frontier,
    select,
    worth_judging,
)
from spade_core.storage import (
    BOM,
    AssertionState,
    Basis,
    Merge,
    PromptFiles,
    SelectionRecord,
    StoredAssertion,
    StoredAssertions,
    bodies_of,
    digest_of,
    save_generated,
    save_in_record,
    save_selection,
)
from spade_core.structure import structure_of
from spade_core.subsumption import Subsumption, SubsumptionEdge, searched, subsumption_of
from spade_core.text import Span
from spade_core.values import NO_SETS, InSet, ValueSet, names_set, parts_in
from spade_core.versions import History, read_history

if TYPE_CHECKING:
    from spade_core.models import LanguageModel
    from spade_core.synthesis import Executor, Means, Samples, Synthesis


_FRONTIER_SECONDS: Final = 2.0
"""What is not proven by then is shown as not proven."""
_SEARCH_SECONDS: Final = 2.0
"""For refuting what a model claims; what is not refuted by then stays believed."""

VALUES_IN_RECORD: Final = "values"
"""The key of the digests of sets of valid values."""
_COST_OUTDATED: Final = 4.0
"""More than any other cost: where two sets are as good, the one that the prompt still asks for is better."""


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


def analyse(prompt: Path, *, template: str = "", unsaved: str | None = None) -> Analysis:
    """Read a prompt's history and return what its newest version asks for, without a model.

    `unsaved` is the text of an editor's buffer: the newest version.

    Raises:
        HistoryError: there is no such file.
        PromptFileError: no version of it can be read.
    """
    history = read_history(prompt, template=template, unsaved=unsaved)
    deltas = deltas_between(history.versions)
    criteria = criteria_of(history, deltas)
    classifications = tuple(classify(delta) for delta in deltas)
    newest = history.versions[-1].template
    sentences = sentences_of(newest)
    if (left := len(sentences) - MOST_SENTENCES) > 0:
        note = f"the newest version is long: its first {MOST_SENTENCES} sentences are read, {left} are not"
        history = replace(history, notes=(*history.notes, note))
    shown = shown_outputs(structure_of(newest, sentences[:MOST_SENTENCES]))
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

    Raises:
        ValuesError: a set cannot be read.
    """
    fitted = _fitted(analysis.criteria, examples, tau)
    in_sets = [*_in_sets(analysis, examples, values)]
    decided = {each.sentence for each in in_sets if any(names_set(each.sentence.text, name) for name in values)}
    kept = [e for e in analysis.criteria if not (isinstance(e.constraint, Judgement) and e.sentence in decided)]
    about_contexts = _about_contexts(analysis, examples, tau, contexts)
    criteria = (*kept, *([fitted] if fitted is not None else []), *in_sets, *about_contexts)
    named = {each.constraint.name for each in in_sets if isinstance(each.constraint, InSet)}
    digests = {name: values[name].digest for name in sorted(named)}
    return _proposing(replace(analysis, criteria=criteria, values=digests), examples)


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


def brings_contexts(analysis: Analysis, examples: Sequence[Example], named: tuple[str, str]) -> ContextFields | None:
    """Return the fields of retrieved contexts and question; None where the newest version brings none."""
    placeholders = [each.name for each in analysis.history.versions[-1].template.placeholders]
    return fields_of_prompt(placeholders, examples, contexts=named[0], question=named[1])


def _about_contexts(
    analysis: Analysis, examples: Sequence[Example], tau: float, named: tuple[str, str]
) -> Iterator[Criterion]:
    """Yield what responses owe to retrieved contexts; nothing where the prompt brings none."""
    template = analysis.history.versions[-1].template
    fields = brings_contexts(analysis, examples, named)
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
    said = _sentences(analysis.history.versions[-1].template)
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
    save_in_record(files, VALUES_IN_RECORD, dict(analysis.values) or None)


def withheld_json(withheld: Withheld) -> dict[str, str]:
    """Return what is told of a check that was not proposed."""
    return {"description": withheld.description, "phrase": withheld.phrase, "reason": withheld.reason}


def evaluate(
    stored: StoredAssertions, analysis: Analysis, examples: Sequence[Example], *, sandbox: Runner
) -> ResultsMatrix:
    """Run the assertions beside the prompt on the labelled examples."""
    criteria = {candidate.name: candidate.criteria for candidate in analysis.candidates}
    assertions = [each.candidate(criteria.get(each.generated_name, ())) for each in stored.assertions]
    return sandbox.run(assertions, [example for example in examples if example.label is not None])


def check(stored: StoredAssertions, responses: Sequence[Example], *, sandbox: Runner) -> ResultsMatrix:
    """Run the selected assertions on new responses, which need no labels; without a selection there are no columns."""
    return sandbox.run([assertion.candidate() for assertion in stored.chosen], responses)


def report_on(
    files: PromptFiles,
    analysis: Analysis,
    stored: StoredAssertions,
    examples: ExampleSet,
    request: SelectionRequest = DEFAULT_REQUEST,
    *,
    sandbox: Runner,
    claims: Sequence[SubsumptionEdge] = (),
    ask_unlabelled: bool = False,
    with_frontier: bool = False,
    project: SelectionRequest | None = None,
) -> Report:
    """Evaluate the assertions, select among them, and return all of it as a report; nothing is written.

    `claims` are what a model says of subsumption: believed only as far as no response, labelled or made for the
    purpose, refutes them. With `ask_unlabelled` the judge is asked about the responses without a label too.
    `with_frontier` adds every set that is worth choosing at some alpha and tau.

    With `project`, which is what the project's settings ask for, the report tells how its set stands to the selection
    that is recorded. Where the request is the recorded one, it shows the recorded set, on the labels of now, as far as
    that is still there, and tells what has changed and what would be selected again.
    """
    matrix = evaluate(stored, analysis, examples.examples, sandbox=sandbox)
    subsumption = _subsumption(matrix, claims, request.thresholds, sandbox)
    costs = {each.name: _cost(each) for each in stored.assertions}
    gone = superseded(stored, analysis)
    selection, outdated = _selected(matrix, subsumption, request, costs=costs, gone=gone)
    basis = Basis(bodies_of(stored), digest_of(matrix.examples), tuple(sorted(gone)), project)
    drift = None
    if project is not None:
        drift = drift_of(stored, selection, request, basis, label_counts(matrix.examples))
        if drift.shown is ShownSet.RECORDED and not drift.same_again:
            selection = _select(matrix, subsumption, request, costs=costs, outdated=gone, given=drift.recorded)
    judged = _judged(matrix, examples.examples, selection, sandbox, ask=ask_unlabelled)
    preferences = request.preferences
    return Report(
        prompt=str(files.prompt),
        history=analysis.history,
        classifications=analysis.classifications,
        matrix=matrix,
        subsumption=subsumption,
        selection=selection,
        evidence=evidence_of(
            matrix, subsumption, selection, costs=costs, preferences=preferences, outdated=outdated, judged=judged
        ),
        frontier=_frontier(matrix, subsumption, costs, preferences, outdated) if with_frontier else (),
        provenance={each.name: each.provenance for each in stored.assertions},
        removed_in=gone,
        problems=(*examples.problems, *stored.problems),
        basis=basis,
        preferences=preferences,
        drift=drift,
    )


def _subsumption(
    matrix: ResultsMatrix, claims: Sequence[SubsumptionEdge], thresholds: Thresholds, sandbox: Runner
) -> Subsumption:
    """Return what is proven of the assertions, and what a model claims and nothing refutes."""
    found = subsumption_of(matrix.candidates, matrix, claims=claims)
    if not claims:
        return found
    # An assertion that flags too much is never chosen, so that what it subsumes does not matter.
    most = thresholds.most_flagged(sum(example.label is Label.GOOD for example in matrix.examples))
    relevant = [c.name for c in matrix.candidates if _flagged(matrix, c) <= most]
    return searched(
        found, matrix.candidates, sandbox, examples=matrix.examples, relevant=relevant, seconds=_SEARCH_SECONDS
    )


def _selected(
    matrix: ResultsMatrix,
    subsumption: Subsumption,
    request: SelectionRequest,
    *,
    costs: Mapping[str, float],
    gone: Mapping[str, int],
) -> tuple[Selection, Collection[str]]:
    """Return the selection without what has left the prompt, or with it where only that meets alpha and tau.

    With it come the names that were not eligible. A withdrawn limit may be wrong now, but people also delete an
    instruction because the model keeps to it anyway: the labels decide, where nothing that still stands is enough.
    """
    current = _select(matrix, subsumption, request, costs=costs, outdated=gone)
    if current.feasible or not gone:
        return current, gone
    costs = {name: cost + _COST_OUTDATED * (name in gone) for name, cost in costs.items()}
    return _select(matrix, subsumption, request, costs=costs, outdated=()), ()


def _select(
    matrix: ResultsMatrix,
    subsumption: Subsumption,
    request: SelectionRequest,
    *,
    costs: Mapping[str, float],
    outdated: Collection[str],
    given: Collection[str] | None = None,
) -> Selection:
    return select(
        matrix,
        subsumption,
        request.thresholds,
        method=request.method,
        costs=costs,
        preferences=request.preferences,
        outdated=outdated,
        given=given,
    )


def _judged(
    matrix: ResultsMatrix, examples: Sequence[Example], selection: Selection, sandbox: Runner, *, ask: bool
) -> tuple[JudgedResponse, ...]:
    """Return what a judge says of labelled and unlabelled responses; nobody is asked unless `ask`."""
    if not selection.feasible or not worth_judging(examples):
        return ()
    own = has_own_verdicts(examples)
    asking = [] if own else [candidate for candidate in matrix.candidates if candidate.asks_judge]
    needed = list({candidate.name: candidate for candidate in (*selection.candidates, *asking)}.values())
    if not (own or asking) or (not ask and any(candidate.asks_judge for candidate in needed)):
        return ()
    more = sandbox.run(needed, [example for example in examples if example.label is None])
    examples = (*matrix.examples, *more.examples)
    columns: dict[str, list[Evaluation | None]] = {e.name: [*matrix.column(e), *more.column(e)] for e in needed}
    both = ResultsMatrix(examples, more.candidates, Grid([each.id for each in examples], columns))
    return judged_responses(both, selection.candidates)


def _flagged(matrix: ResultsMatrix, candidate: CandidateAssertion) -> int:
    return sum(
        example.label is Label.GOOD and found.outcome is Outcome.FAILED
        for example, found in zip(matrix.examples, matrix.column(candidate), strict=True)
    )


def _frontier(
    matrix: ResultsMatrix,
    subsumption: Subsumption,
    costs: Mapping[str, float],
    preferences: Preferences,
    outdated: Collection[str],
) -> tuple[FrontierPoint, ...]:
    results = labelled_results(matrix, subsumption, costs=costs, preferences=preferences, outdated=outdated)
    return preferred_frontier(results.table, seconds=_FRONTIER_SECONDS)


def superseded(stored: StoredAssertions, analysis: Analysis) -> Mapping[str, int]:
    """Return the assertions none of whose instructions stands in the newest version, by name, and the last to drop one.

    That is the index i of the version P_i. What a person wrote or edited is theirs, and never among them; a new name
    alone makes it not theirs.
    """
    versions = analysis.history.versions
    texts = {version.index: _sentences(version.template) for version in versions}
    newest = texts[versions[-1].index]
    asked = {candidate.name: [c.sentence.text for c in candidate.criteria] for candidate in analysis.candidates}
    found: dict[str, int] = {}
    for assertion in stored.assertions:
        theirs = assertion.state is not AssertionState.GENERATED and not assertion.only_renamed
        if theirs or not assertion.provenance:
            continue
        sentences = [each.sentence for each in assertion.provenance] + asked.get(assertion.generated_name, [])
        wanted = {identity_of(sentence) for sentence in sentences}
        if not wanted & newest:
            found[assertion.name] = max(
                (v.index + 1 for v in versions[:-1] if wanted & texts[v.index]), default=versions[-1].index
            )
    return found


def _sentences(template: PromptTemplate) -> set[str]:
    return {identity_of(sentence.text) for sentence in sentences_of(template)}


def _cost(assertion: StoredAssertion) -> float:
    """Return what breaks a tie: a judge costs money."""
    return 1.0 * assertion.asks_judge


def remember(files: PromptFiles, report: Report, settings: SelectionRequest | None = None) -> None:
    """Write a report's selection into the record, so that `check`, `spade check` and the editor use it.

    `settings` is what the project's settings ask for, to tell later when they have changed; by default what the report
    was made with.

    Raises:
        StorageError: the record cannot be read or written.
    """
    made_with = SelectionRequest(report.selection.method, report.selection.thresholds, report.preferences)
    save_selection(files, record_of(report, settings or made_with))


def remember_synthesis(files: PromptFiles, synthesis: "Synthesis | None") -> None:
    """Write into the record what models tried, turn by turn; nothing when there was no synthesis.

    Raises:
        StorageError: the record cannot be read or written.
    """
    from spade_core.synthesis import attempt_json

    if synthesis is not None:
        save_in_record(files, "attempts", [attempt_json(attempt) for attempt in synthesis.attempts])


def record_of(report: Report, settings: SelectionRequest) -> SelectionRecord:
    """Return what the record keeps of a report's selection."""
    selection = report.selection
    return SelectionRecord(
        method=selection.method,
        alpha=selection.thresholds.alpha,
        tau=selection.thresholds.tau,
        chosen=selection.names,
        coverage=selection.coverage.value if selection.coverage.total else None,
        ffr=selection.ffr.value if selection.ffr.total else None,
        counts={
            "bad": selection.coverage.total,
            "good": selection.ffr.total,
            "candidates": len(selection.chosen) + len(selection.excluded),
        },
        preferences=report.preferences,
        basis=replace(report.basis, settings=settings),
    )
