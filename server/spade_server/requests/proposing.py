"""What models propose beside what is read from the words: SPADE's two steps, within a request."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from spade_core.application import Proposing
from spade_core.candidates import CandidateAssertion
from spade_core.deltas import identity_of
from spade_core.examples import Example
from spade_core.pipeline import Analysis
from spade_core.results import ResultsMatrix
from spade_core.sandbox import Sandbox
from spade_core.storage import load_assertions
from spade_core.synthesis import DemonstrationStore, demonstrations_file, settle
from spade_server.protocol.messages import ErrorCode
from spade_server.protocol.models import ModelRun
from spade_server.requests.models import Configured, RequestModels, configured, opened, require_models
from spade_server.requests.request_run import RequestRun
from spade_server.requests.reviewing import without_repeats
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget
from spade_server.session.remembered import ModelProposals


def propose(run: RequestRun, analysis: Analysis, touched: Collection[str] | None, *, asking: int) -> ModelProposals:
    """Return what the models make of the deltas of `touched` sentences (None: of all), and remember it.

    Raises:
        ModelError: no model can be used at all; nothing was spent.
        CancelledError: the person stopped it; what was answered is in the cache.
    """
    target, given = run.target, configured(run)
    require_models(given)
    known = {candidate.name for candidate in analysis.candidates}
    done_of = (0, 0)

    def on_progress(done: int, total: int) -> None:
        nonlocal done_of
        done_of = (done, total)

    with proposing(run, analysis, touched, given, asking=asking) as (models, steps):
        made = steps.run(
            _StoppableRunner(Sandbox(), run),
            on_progress=on_progress,
            while_waiting=models.telling("steps", lambda: done_of),
        )
        stopped = made.synthesis.stopped
        by_model = {each.name for each in made.analysis.candidates if each.name not in known}
        kept = without_repeats(made.analysis.candidates, by_model)
        model_run = ModelRun(
            costs=models.costs(),
            proposed=[each.name for each in kept if each.name in by_model],
            failure=models.failure() or (str(stopped) if stopped is not None else ""),
            notes=[*made.faults, *made.notes, *made.synthesis.notes],
        )
        readers = models.readers()
    enriched = replace(made.analysis, classifications=analysis.classifications, candidates=kept)
    store = demonstrations_file(given.environ)
    proposed = ModelProposals(analysis, enriched, made.synthesis, model_run, given.settings, readers, store)
    run.ls.session.proposed[target.path, target.template] = proposed
    return proposed


@contextmanager
def proposing(
    run: RequestRun, analysis: Analysis, touched: Collection[str] | None, given: Configured, *, asking: int
) -> Iterator[tuple[RequestModels, Proposing]]:
    """Open the models, and yield them and the steps on the deltas that brought one of the sentences (None: on all)."""
    with opened(run, given) as models, DemonstrationStore(demonstrations_file(given.environ)) as store:
        yield models, Proposing(models, store, _concerned(analysis, touched), run.target.prompted.examples, asking)


def last_proposed(run: RequestRun, analysis: Analysis) -> ModelProposals:
    """Return what models proposed last, for the person who accepts it: what they have seen, and not asked again."""
    target = run.target
    proposed = run.ls.session.proposed.get((target.path, target.template))
    if proposed is None or proposed.read.history != analysis.history:
        raise RequestError(ErrorCode.CHANGED, f"{target.path.name} has changed since; generate again")
    return proposed


def keep_accepted(proposed: ModelProposals, target: RequestTarget, names: Sequence[str]) -> None:
    """Keep what the person accepted of a proposal, to be shown to models later, and forget what they deleted."""
    settings = proposed.settings
    accepted = set(names) & set(proposed.run.proposed) if settings.demonstrations else set()
    with DemonstrationStore(proposed.store) as store:
        stored = load_assertions(target.beside.files)
        settle(store, stored, accepted, project=settings.folder, readers=proposed.readers)


def _concerned(analysis: Analysis, touched: Collection[str] | None) -> Analysis:
    """Return the analysis with the deltas alone that brought one of these sentences; `touched` None: with all."""
    if touched is None:
        return analysis
    kept = [each for each in analysis.classifications if _brought(each.delta.changes, touched)]
    return replace(analysis, classifications=tuple(kept))


def _brought(changes: Sequence[object], touched: Collection[str]) -> bool:
    return any(identity_of(change.sentence.text) in touched for change in changes)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class _StoppableRunner:
    """The sandbox, stopped with the request."""

    sandbox: Sandbox
    run_of_request: RequestRun

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        return self.sandbox.run(candidates, examples, cancelled=self.run_of_request.stop)
