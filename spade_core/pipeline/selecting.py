"""The second half: the assertions beside a prompt -> results -> subsumption -> selection -> report.

What the newest version asks for is read only where an assertion may be outdated: reading takes longer than all of this.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from spade_core.candidates import CandidateAssertion
from spade_core.deltas import identity_of, sentences_of
from spade_core.examples import Example, ExampleSet, Label, label_counts
from spade_core.prompt_files import PromptTemplate
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
    AssertionState,
    Basis,
    PromptFiles,
    SelectionRecord,
    StoredAssertion,
    StoredAssertions,
    bodies_of,
    digest_of,
    save_selection,
)
from spade_core.subsumption import Subsumption, SubsumptionEdge, searched, subsumption_of
from spade_core.versions import History

if TYPE_CHECKING:
    from spade_core.pipeline import Analysis

_FRONTIER_SECONDS: Final = 2.0
"""What is not proven by then is shown as not proven."""
_SEARCH_SECONDS: Final = 2.0
"""For refuting what a model claims; what is not refuted by then stays believed."""
_COST_OUTDATED: Final = 4.0
"""More than any other cost: where two sets are as good, the one that the prompt still asks for is better."""


def evaluate(stored: StoredAssertions, examples: Sequence[Example], *, sandbox: Runner) -> ResultsMatrix:
    """Run the assertions beside the prompt on the labelled examples."""
    assertions = [assertion.candidate() for assertion in stored.assertions]
    return sandbox.run(assertions, [example for example in examples if example.label is not None])


def check(stored: StoredAssertions, responses: Sequence[Example], *, sandbox: Runner) -> ResultsMatrix:
    """Run the selected assertions on new responses, which need no labels; without a selection there are no columns."""
    return sandbox.run([assertion.candidate() for assertion in stored.chosen], responses)


def report_on(
    files: PromptFiles,
    analysis: "Analysis | History",
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

    A history alone is enough where nobody wants to see what each edit was about.

    `claims` are what a model says of subsumption: believed only as far as no response, labelled or made for the
    purpose, refutes them. With `ask_unlabelled` the judge is asked about the responses without a label too.
    `with_frontier` adds every set that is worth choosing at some alpha and tau.

    With `project`, which is what the project's settings ask for, the report tells how its set stands to the selection
    that is recorded. Where the request is the recorded one, it shows the recorded set, on the labels of now, as far as
    that is still there, and tells what has changed and what would be selected again.
    """
    history = analysis if isinstance(analysis, History) else analysis.history
    matrix = evaluate(stored, examples.examples, sandbox=sandbox)
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
        history=history,
        classifications=() if isinstance(analysis, History) else analysis.classifications,
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


def superseded(stored: StoredAssertions, analysis: "Analysis | History") -> Mapping[str, int]:
    """Return the assertions none of whose instructions stands in the newest version, by name, and the last to drop one.

    That is the index i of the version P_i. What a person wrote or edited is theirs, and never among them; a new name
    alone makes it not theirs. An assertion that the newest version asks for in other words than the record has is no
    such one either; only that takes the analysis.
    """
    history = analysis if isinstance(analysis, History) else analysis.history
    ours = [a for a in stored.assertions if a.provenance and (a.state is AssertionState.GENERATED or a.only_renamed)]
    newest = history.versions[-1]
    said = _sentences(newest.template) if ours else set()
    wanted = {a.name: {identity_of(each.sentence) for each in a.provenance} for a in ours}
    doubtful = [assertion for assertion in ours if not wanted[assertion.name] & said]
    if doubtful:
        asked = {each.name: each.criteria for each in _analysis(analysis).candidates}
        for assertion in doubtful:
            wanted[assertion.name] |= {identity_of(c.sentence.text) for c in asked.get(assertion.generated_name, ())}
    gone = [assertion.name for assertion in doubtful if not wanted[assertion.name] & said]
    earlier = [(v.index + 1, _sentences(v.template)) for v in history.versions[:-1]] if gone else []
    return {
        name: max((index for index, texts in earlier if wanted[name] & texts), default=newest.index) for name in gone
    }


def _analysis(analysis: "Analysis | History") -> "Analysis":
    from spade_core.pipeline.analysis import analysis_of

    return analysis_of(analysis) if isinstance(analysis, History) else analysis


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
