"""The pipeline: prompt file -> versions -> deltas -> categories -> criteria -> candidates -> results -> selection.

It reads like the method's figure (Shankar et al. 2024, figure 3). Each stage owns its value and its function; here they
are only put one after another, and the edges (git, disk, sandbox) are called.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from spade_core.candidates import CandidateAssertion, candidates_for
from spade_core.categories import Classification, classify
from spade_core.criteria import Criterion, criteria_of
from spade_core.deltas import deltas_between, sentences_of
from spade_core.examples import Example, ExampleSet, Label
from spade_core.prompt_files import load_prompt_file
from spade_core.prompt_files.template import PromptTemplate
from spade_core.report import Report
from spade_core.report.standing import Shown, standing_of
from spade_core.results import ResultsMatrix
from spade_core.selection import Method, Selection, Thresholds, select
from spade_core.selection.evidence import evidence_of
from spade_core.selection.frontier import FrontierPoint
from spade_core.selection.judged import has_own_verdicts, judged_responses, worth_judging
from spade_core.selection.labelled_results import labelled_results
from spade_core.selection.prediction_powered import JudgedResponse
from spade_core.selection.preferences import NO_PREFERENCES, Preferences
from spade_core.selection.preferring import preferred_frontier
from spade_core.selection.request import SelectionRequest
from spade_core.storage import (
    AssertionState,
    Merge,
    PromptFiles,
    SelectionRecord,
    StoredAssertion,
    StoredAssertions,
    bodies_of,
    save_generated,
    save_in_record,
    save_selection,
)
from spade_core.storage.basis import Basis, digest_of
from spade_core.storage.text_file import BOM
from spade_core.subsumption import Subsumption, SubsumptionEdge, subsumption_of
from spade_core.subsumption.search import searched
from spade_core.versions.git_history import read_history
from spade_core.versions.version import History

if TYPE_CHECKING:
    from spade_core.models import LanguageModel
    from spade_core.synthesis.function_step import Means
    from spade_core.synthesis.synthesis import Samples, Synthesis
    from spade_core.synthesis.trials import Executor


_FRONTIER_SECONDS: Final = 2.0
"""What is not proven by then is shown as not proven."""
_SEARCH_SECONDS: Final = 2.0
"""For refuting what a model claims; what is not refuted by then stays believed."""

_COST_OUTDATED: Final = 4.0
"""More than any other cost: where two sets are as good, the one that the prompt still asks for is better."""


class Runner(Protocol):
    """Where assertions run: see `spade_core.sandbox`."""

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Run every candidate on every example."""
        ...


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a prompt's history asks of a response, and the functions that check it."""

    history: History
    classifications: tuple[Classification, ...]
    """One for each delta, oldest first."""
    criteria: tuple[Criterion, ...]
    candidates: tuple[CandidateAssertion, ...]


def analyse(prompt: Path, *, template: str = "", unsaved: str | None = None) -> Analysis:
    """Read a prompt's history and return what every delta asks for, without a model.

    `unsaved` is the text of an editor's buffer: the newest version.

    Raises:
        HistoryError: there is no such file.
        PromptFileError: no version of it can be read.
    """
    history = read_history(prompt, template=template, unsaved=unsaved)
    classifications = tuple(classify(delta) for delta in deltas_between(history.versions))
    criteria = tuple(criterion for each in classifications for criterion in criteria_of(each))
    return Analysis(history, classifications, criteria, tuple(candidates_for(criteria)))


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
    from spade_core.synthesis.synthesis import beside, synthesise

    deltas = [classification.delta for classification in analysis.classifications]
    found = await synthesise(deltas, models, executor, samples=samples, means=means, on_progress=on_progress)
    enriched = replace(
        analysis,
        criteria=(*analysis.criteria, *found.criteria),
        candidates=beside(analysis.candidates, found.candidates),
    )
    return enriched, found


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
    return save_generated(
        files,
        analysis.candidates,
        texts={newest: load_prompt_file(files.prompt).text if unsaved is None else unsaved.removeprefix(BOM)},
        models_done=synthesis is not None and synthesis.is_whole,
    )


def evaluate(
    stored: StoredAssertions, analysis: Analysis, examples: Sequence[Example], *, sandbox: Runner
) -> ResultsMatrix:
    """Run the assertions beside the prompt on the labelled examples."""
    criteria = {candidate.name: candidate.criteria for candidate in analysis.candidates}
    assertions = [each.candidate(criteria.get(each.generated_name, ())) for each in stored.assertions]
    return sandbox.run(assertions, [example for example in examples if example.label is not None])


def report_on(
    files: PromptFiles,
    analysis: Analysis,
    stored: StoredAssertions,
    examples: ExampleSet,
    *,
    sandbox: Runner,
    thresholds: Thresholds,
    method: Method,
    preferences: Preferences = NO_PREFERENCES,
    with_frontier: bool = False,
    ask_unlabelled: bool = False,
    claims: Sequence[SubsumptionEdge] = (),
    settings: SelectionRequest | None = None,
    recorded: bool = False,
) -> Report:
    """Evaluate the assertions, select among them, and return all of it as a report; nothing is written.

    `claims` are what a model says of subsumption: believed only as far as no response, labelled or made for the
    purpose, refutes them. `preferences` name what must be in the set and what must not, and what a
    person would rather do without. With `ask_unlabelled` the judge is asked about the responses without a label too.
    `with_frontier` adds every set that is worth choosing at some alpha and tau.

    With `settings`, which is what the project's settings ask for, the report tells how its set stands to the selection
    that is recorded. With `recorded`, the request being the recorded one, it shows the recorded set, on the labels of
    now, as far as that is still there, and tells what has changed and what would be selected anew.
    """
    matrix = evaluate(stored, analysis, examples.examples, sandbox=sandbox)
    subsumption = subsumption_of(matrix.candidates, matrix, claims=claims)
    if claims:
        # An assertion that flags too much is never chosen, so that what it subsumes does not matter.
        most = thresholds.most_flagged(sum(example.label is Label.GOOD for example in matrix.examples))
        relevant = [c.name for c in matrix.candidates if _flagged(matrix, c) <= most]
        subsumption = searched(
            subsumption,
            matrix.candidates,
            sandbox,
            examples=matrix.examples,
            relevant=relevant,
            seconds=_SEARCH_SECONDS,
        )
    costs = {each.name: _cost(each) for each in stored.assertions}
    gone = superseded(stored, analysis)
    selection, outdated = _selected(
        matrix, subsumption, thresholds, method=method, costs=costs, preferences=preferences, gone=gone
    )
    basis = Basis(bodies_of(stored), digest_of(matrix.examples), tuple(sorted(gone)), settings)
    standing = None
    if settings is not None:
        request = SelectionRequest(method, thresholds, preferences)
        recorded = recorded or request == stored.recorded_request
        standing = standing_of(stored, selection, request, basis, labels_of(matrix.examples), recorded=recorded)
        if standing.shown is Shown.RECORDED and not standing.same_anew:
            selection = select(
                matrix,
                subsumption,
                thresholds,
                method=method,
                costs=costs,
                preferences=preferences,
                outdated=gone,
                given=standing.recorded,
            )
    return Report(
        prompt=str(files.prompt),
        history=analysis.history,
        classifications=analysis.classifications,
        matrix=matrix,
        subsumption=subsumption,
        selection=selection,
        evidence=evidence_of(
            matrix,
            subsumption,
            selection,
            costs=costs,
            preferences=preferences,
            outdated=outdated,
            judged=_judged(matrix, examples.examples, selection, sandbox, ask=ask_unlabelled),
        ),
        frontier=_frontier(matrix, subsumption, costs, preferences, outdated) if with_frontier else (),
        provenance={each.name: each.provenance for each in stored.assertions},
        removed_in=gone,
        problems=(*examples.problems, *stored.problems),
        basis=basis,
        preferences=preferences,
        standing=standing,
    )


def _selected(
    matrix: ResultsMatrix,
    subsumption: Subsumption,
    thresholds: Thresholds,
    *,
    method: Method,
    costs: Mapping[str, float],
    preferences: Preferences,
    gone: Mapping[str, int],
) -> tuple[Selection, Collection[str]]:
    """Return the selection without what has left the prompt, or with it where only that meets alpha and tau.

    With it come the names that were not eligible. A withdrawn limit may be wrong now, but people also delete an
    instruction because the model keeps to it anyway: the labels decide, where nothing that still stands is enough.
    """

    def selected(outdated: Collection[str], costs: Mapping[str, float]) -> Selection:
        return select(
            matrix, subsumption, thresholds, method=method, costs=costs, preferences=preferences, outdated=outdated
        )

    current = selected(gone, costs)
    if current.feasible or not gone:
        return current, gone
    return selected((), {name: cost + _COST_OUTDATED * (name in gone) for name, cost in costs.items()}), ()


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
    evaluations = {**matrix.evaluations, **more.evaluations}
    both = ResultsMatrix((*matrix.examples, *more.examples), more.candidates, evaluations)
    return judged_responses(both, selection.candidates)


def _flagged(matrix: ResultsMatrix, candidate: CandidateAssertion) -> int:
    return sum(matrix.fails(example, candidate) for example in matrix.examples if example.label is Label.GOOD)


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
        wishes = {_folded(sentence) for sentence in sentences}
        if not wishes & newest:
            found[assertion.name] = max(
                (v.index + 1 for v in versions[:-1] if wishes & texts[v.index]), default=versions[-1].index
            )
    return found


def _sentences(template: PromptTemplate) -> set[str]:
    return {_folded(sentence.text) for sentence in sentences_of(template)}


def _folded(sentence: str) -> str:
    return " ".join(sentence.split())


def _cost(assertion: StoredAssertion) -> float:
    """Return what breaks a tie: a judge costs money, and of two checks the one that the prompt spells out is better."""
    guessed = bool(assertion.provenance) and all(provenance.vague for provenance in assertion.provenance)
    return 1.0 * assertion.asks_judge + 0.5 * guessed


def remember(files: PromptFiles, report: Report, settings: SelectionRequest) -> None:
    """Write a report's selection into the record, so that `spade check` and the editor use it.

    `settings` is what the project's settings ask for, to tell later when they have changed.

    Raises:
        StorageError: the record cannot be read or written.
    """
    save_selection(files, record_of(report, settings))


def remember_synthesis(files: PromptFiles, synthesis: "Synthesis | None") -> None:
    """Write into the record what models tried, turn by turn; nothing when there was no synthesis.

    Raises:
        StorageError: the record cannot be read or written.
    """
    from spade_core.synthesis.reporting import attempt_json

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


def labels_of(examples: Sequence[Example]) -> Mapping[Label | None, int]:
    """Return how many examples carry each label, None for those that wait for one."""
    return {label: sum(e.label is label for e in examples) for label in (Label.GOOD, Label.BAD, None)}
