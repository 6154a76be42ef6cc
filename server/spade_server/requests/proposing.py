"""What models propose beside what is read from the words: SPADE's two steps, within a request."""

from collections.abc import Collection, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spade_core.candidates import CandidateAssertion
from spade_core.errors import ModelError
from spade_core.examples import Example
from spade_core.models import ModelChoice
from spade_core.models.anew import AnewModel
from spade_core.models.audience import lent_reader, readers_of
from spade_core.models.folders import user_folders
from spade_core.pipeline import Analysis, analyse_with_models
from spade_core.results import ResultsMatrix
from spade_core.sandbox import Sandbox
from spade_core.synthesis.demonstrations import DemonstrationStore, project_hash
from spade_core.synthesis.function_step import Means
from spade_core.synthesis.material import material_of
from spade_core.synthesis.shelf import Shelf
from spade_core.synthesis.trials import Executor
from spade_server.biography import folded
from spade_server.language_server import SpadeServer
from spade_server.model_protocol import ModelRun
from spade_server.protocol import ErrorCode
from spade_server.requests.models import Configured, OpenModels, configured, opened, require_models
from spade_server.requests.serving import RequestError, Run
from spade_server.requests.target import Target

if TYPE_CHECKING:
    from spade_core.models import LanguageModel
    from spade_core.synthesis.synthesis import Synthesis


@dataclass(frozen=True, slots=True)
class Proposed:
    """What models proposed for one reading of a prompt."""

    read: Analysis
    """What the words say."""
    analysis: Analysis
    """With the models' criteria and candidates beside the others."""
    synthesis: "Synthesis"
    run: ModelRun


def propose(
    ls: SpadeServer, target: Target, analysis: Analysis, touched: Collection[str] | None, run: Run, *, asking: int
) -> Proposed:
    """Return what the models make of the deltas of `touched` sentences (None: of all), and remember it.

    Raises:
        ModelError: no model can be used at all; nothing was spent.
        CancelledError: the person stopped it; what was answered is in the cache.
    """
    given = configured(ls, target.beside.settings, run)
    choices = require_models(given)
    with ExitStack() as exits:
        models = exits.enter_context(opened(ls, given, run))
        models.session.models.foresee(material_of(analysis.history.versions, target.prompted.examples))
        sandbox = exits.enter_context(Sandbox())
        store = exits.enter_context(demonstrations(given))
        with_judge = given.settings.judge_choice is not None
        executor = Executor(
            _StoppableRunner(sandbox, run),
            target.prompted.examples,
            tau=given.settings.tau,
            has_judge=with_judge,
        )
        usable, notes = _usable(models, choices, asking)
        shelf = _shelf(models, store)
        done_of = (0, 0)

        def on_progress(done: int, total: int) -> None:
            nonlocal done_of
            done_of = (done, total)

        enriched, synthesis = models.call(
            analyse_with_models(
                concerned(analysis, touched),
                usable,
                executor,
                samples=shelf,
                means=Means.here(judge=with_judge),
                on_progress=on_progress,
            ),
            lambda: _told(*done_of, models),
        )
        if given.settings.demonstrations:
            shelf.keep()
        enriched = replace(enriched, classifications=analysis.classifications)
        known = {candidate.name for candidate in analysis.candidates}
        model_run = ModelRun(
            costs=models.costs(),
            proposed=[each.name for each in enriched.candidates if each.name not in known],
            failure=models.failure() or (str(synthesis.stopped) if synthesis.stopped is not None else ""),
            notes=[*notes, *shelf.notes, *synthesis.notes],
        )
    proposed = Proposed(analysis, enriched, synthesis, model_run)
    ls.session.proposed[target.path, target.template] = proposed
    return proposed


def last_proposed(ls: SpadeServer, target: Target, analysis: Analysis) -> Proposed:
    """Return what models proposed last, for the person who accepts it: what they have seen, and not asked again.

    Raises:
        RequestError: the prompt or its history has changed since.
    """
    proposed = ls.session.proposed.get((target.path, target.template))
    if proposed is None or proposed.read != analysis:
        raise RequestError(ErrorCode.CHANGED, f"{target.path.name} has changed since; generate again")
    return proposed


def concerned(analysis: Analysis, touched: Collection[str] | None) -> Analysis:
    """Return the analysis with the deltas alone that brought one of these sentences; `touched` None: with all."""
    if touched is None:
        return analysis
    kept = [each for each in analysis.classifications if _brought(each.delta.changes, touched)]
    return replace(analysis, classifications=tuple(kept))


def demonstrations(given: Configured) -> DemonstrationStore:
    """Return the store of demonstrations of this user."""
    return DemonstrationStore(user_folders(given.environ).data / "demonstrations.sqlite")


def readers(given: Configured) -> frozenset[str]:
    """Return the endpoints elsewhere that a synthesis sends to."""
    settings = given.settings
    name = settings.embedding_model
    vectors = readers_of((ModelChoice(name, settings.base_url),), given.environ) if name else frozenset()
    if given.lent:
        return vectors | {lent_reader(choice.name) for choice in settings.model_choices}
    return vectors | readers_of(settings.model_choices, given.environ)


def _brought(changes: Sequence[object], touched: Collection[str]) -> bool:
    return any(folded(change.sentence.text) in touched for change in changes)  # type: ignore[attr-defined]


def _usable(models: OpenModels, choices: Sequence[ModelChoice], asking: int) -> "tuple[list[LanguageModel], list[str]]":
    """Return the models that can be reached, and why others cannot; raise when there is none."""
    usable: list[LanguageModel] = []
    faults: list[ModelError] = []
    for choice in choices:
        try:
            usable.append(AnewModel(models.model(choice), asking))
        except ModelError as error:
            faults.append(error)
    if not usable:
        raise faults[0]
    return usable, [str(fault) for fault in faults]


def _shelf(models: OpenModels, store: DemonstrationStore) -> Shelf:
    settings = models.given.settings
    name = settings.embedding_model
    embedder = models.session.models.embedder(ModelChoice(name, settings.base_url)) if name else None
    return Shelf(
        store,
        readers=readers(models.given),
        project=project_hash(settings.folder),
        embedder=embedder,
        embedding_model=name,
        is_private=models.session.models.holds_secret,
    )


def _told(done: int, total: int, models: OpenModels) -> tuple[str, int | None]:
    steps = f"{done} of {total} steps" if total else "waiting for the first reply"
    return "; ".join(filter(None, (steps, models.spent))), 100 * done // total if total else None


@dataclass(frozen=True, slots=True)
class _StoppableRunner:
    """The sandbox, stopped with the request."""

    sandbox: Sandbox
    run_of_request: Run

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        return self.sandbox.run(candidates, examples, cancelled=self.run_of_request.stop)
