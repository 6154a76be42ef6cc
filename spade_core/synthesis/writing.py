"""Functions for the criteria of one delta, from the cheapest model that can write them (EcoAssistant's hierarchy).

Each model has at most five turns: what does not work goes back to it with what the sandbox said. What it still cannot
do, the next model begins anew. A criterion is done when one of its functions works; what never worked but is an
assertion all the same is kept for a person and the selection to judge.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from spade_core.candidates import CandidateAssertion
from spade_core.criteria import Criterion
from spade_core.errors import ModelError, ModelFault
from spade_core.models import LanguageModel, Reply, Request, ask, assistant, sent_back, user
from spade_core.synthesis.attempts import Attempt, Step
from spade_core.synthesis.function_step import (
    FunctionInput,
    Means,
    ProposedFunction,
    ShownAssertion,
    candidate_of,
    feedback_on,
    functions_request,
    read_functions,
    with_name,
)
from spade_core.synthesis.names import distinct_name
from spade_core.synthesis.trials import Executor, Trial

MOST_TURNS = 5
_CAN_IT = (
    "make sure that it can come out either way, with fields and texts as they are shown; where it is right, send it "
    "again as it is"
)
_MOST_SENT_BACK = 30_000
"""Characters of the last try that go back with what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """A criterion that no function checks yet."""

    criterion: Criterion
    reason: str
    """What was wrong with the last try."""


@dataclass(frozen=True, slots=True)
class WrittenFunctions:
    """What came of one delta's criteria."""

    accepted: tuple[CandidateAssertion, ...] = ()
    verified: tuple[CandidateAssertion, ...] = ()
    """Of the accepted, those that ran on labelled examples."""
    kept: tuple[CandidateAssertion, ...] = ()
    """Assertions that did not do, for criteria that nothing better was found for."""
    unmet: tuple[Unmet, ...] = ()
    """Criteria without a function that works, and why."""
    attempts: tuple[Attempt, ...] = ()
    notes: tuple[str, ...] = ()
    stopped: ModelError | None = None
    """What ended the work before its time; what was finished is here all the same."""
    failure: ModelError | None = None
    """Why the last model did not do its part, where criteria are left."""


@dataclass(slots=True)
class _Work:
    """What is done and what is open while models take turns."""

    open: list[Criterion]
    accepted: list[tuple[CandidateAssertion, Trial]] = field(default_factory=list)
    doubted: dict[int, list[tuple[CandidateAssertion, Trial]]] = field(default_factory=dict)
    """What works but decides nothing on what is labelled, by the criterion's identity; the model is asked once."""
    fallbacks: dict[int, list[CandidateAssertion]] = field(default_factory=dict)
    """The last assertions for a criterion, by the criterion's identity."""
    reasons: dict[int, str] = field(default_factory=dict)
    """What was wrong with the last try, by the criterion's identity."""
    attempts: list[Attempt] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


async def write_functions(
    criteria: Sequence[Criterion],
    models: Sequence[LanguageModel],
    executor: Executor,
    *,
    given: FunctionInput | None = None,
    shown: Sequence[ShownAssertion] = (),
    means: Means | None = None,
) -> WrittenFunctions:
    """Return functions for the criteria of one delta; `models` are in the order in which they are tried."""
    work = _Work(list(criteria))
    means = means or Means.here()
    request = partial(functions_request, given=given, shown=shown, means=means)
    failure: ModelError | None = None
    for model in models:
        if not work.open:
            break
        try:
            await _let_write(model, work, executor, request)
            failure = None
        except ModelError as error:
            failure = error
            work.notes.append(str(error))
            work.attempts.append(_failed(work, model, error))
            if error.fault is ModelFault.OVER_BUDGET:
                break
        finally:  # what is only doubted is no work for a dearer model
            settled = [each for each in work.open if id(each) in work.doubted]
            work.accepted += [found for each in settled for found in work.doubted[id(each)]]
            work.open = [each for each in work.open if id(each) not in work.doubted]
    return WrittenFunctions(
        accepted=tuple(candidate for candidate, _ in work.accepted),
        verified=tuple(candidate for candidate, trial in work.accepted if trial.verified and not trial.doubt),
        kept=tuple(candidate for criterion in work.open for candidate in work.fallbacks.get(id(criterion), ())),
        unmet=tuple(Unmet(criterion, _reason(work, criterion, failure)) for criterion in work.open),
        attempts=tuple(work.attempts),
        notes=tuple(dict.fromkeys(work.notes)),
        stopped=failure if failure is not None and failure.fault is ModelFault.OVER_BUDGET else None,
        failure=failure,
    )


def _reason(work: _Work, criterion: Criterion, failure: ModelError | None) -> str:
    return work.reasons.get(id(criterion)) or (str(failure) if failure is not None else "no model wrote a function")


async def _let_write(
    model: LanguageModel, work: _Work, executor: Executor, first_request: Callable[[Sequence[Criterion]], Request]
) -> None:
    """Give one model its turns."""
    criteria = tuple(work.open)
    request = first = first_request(criteria)
    for turn in range(1, MOST_TURNS + 1):
        answer = await ask(model, request, lambda text: read_functions(text, criteria))
        work.notes += answer.value.notes
        before = len(work.open)
        faults = await _try(answer.value.proposals, criteria, work, executor)
        work.attempts.append(_attempt(criteria, model, turn, before, work, faults, answer.reply))
        if not work.open:
            return
        following = _again(first, answer.reply, faults)
        if following == request:
            return  # it answered the same to the same, and would again
        request = following


async def _try(
    proposals: Sequence[ProposedFunction], criteria: Sequence[Criterion], work: _Work, executor: Executor
) -> dict[str, str]:
    """Run what a model proposes for open criteria, take what works, and return what is wrong with the rest."""
    named = _distinct(proposals, criteria, work)
    trials = await executor.trials([candidate for proposal, candidate in named if not proposal.rejection])
    faults: dict[str, str] = {}
    done: list[Criterion] = []
    fallbacks: dict[int, list[CandidateAssertion]] = {}
    before = set(work.doubted)
    for proposal, candidate in named:
        trial = Trial(proposal.rejection) if proposal.rejection else trials[candidate.name]
        criterion = criteria[proposal.criterion]
        if trial.works and trial.doubt and id(criterion) not in before:
            work.doubted.setdefault(id(criterion), []).append((candidate, trial))
            faults[candidate.name] = work.reasons[id(criterion)] = f"{trial.doubt}: {_CAN_IT}"
        elif trial.works:
            work.accepted.append((candidate, trial))
            done.append(criterion)
        else:
            faults[candidate.name] = work.reasons[id(criterion)] = trial.fault
            if not proposal.rejection:
                fallbacks.setdefault(id(criterion), []).append(candidate)
    work.fallbacks |= fallbacks
    done += [each for each in criteria if _settle(each, work, before, done)]
    work.open = [criterion for criterion in work.open if not any(criterion is each for each in done)]
    for number, criterion in enumerate(criteria, 1):
        proposed = any(criteria[proposal.criterion] is criterion for proposal, _ in named)
        if not proposed and any(criterion is each for each in work.open):
            faults[f"criterion {number}"] = "there is no function for it"
            work.reasons.setdefault(id(criterion), "no model wrote a function for it")
    return faults


def _settle(criterion: Criterion, work: _Work, before: Collection[int], done: Sequence[Criterion]) -> bool:
    """Take what was doubted before and has nothing better in its place now, and return whether there is such."""
    if id(criterion) not in before or any(criterion is each for each in done):
        return False
    if not any(criterion is each for each in work.open):
        return False
    work.accepted += work.doubted[id(criterion)]
    return True


def _distinct(
    proposals: Sequence[ProposedFunction], criteria: Sequence[Criterion], work: _Work
) -> list[tuple[ProposedFunction, CandidateAssertion]]:
    """Return the proposals for open criteria as candidates of different names, the same code once."""
    taken = {candidate.name for candidate, _ in work.accepted}
    sources = {candidate.source for candidate, _ in work.accepted}
    found: list[tuple[ProposedFunction, CandidateAssertion]] = []
    for proposal in proposals:
        criterion = criteria[proposal.criterion]
        if proposal.source in sources or not any(criterion is each for each in work.open):
            continue
        sources.add(proposal.source)
        candidate = candidate_of(proposal, criterion)
        name = distinct_name(candidate.name, taken)
        if name != candidate.name:
            work.notes.append(f"a second function called {candidate.name} is called {name}")
        taken.add(name)
        found.append((proposal, candidate if proposal.rejection else with_name(candidate, name)))
    return found


def _attempt(
    criteria: Sequence[Criterion],
    model: LanguageModel,
    turn: int,
    before: int,
    work: _Work,
    faults: dict[str, str],
    reply: Reply,
) -> Attempt:
    return Attempt(
        delta=criteria[0].delta,
        step=Step.FUNCTIONS,
        model=model.name,
        turn=turn,
        asked=before,
        accepted=before - len(work.open),
        faults=tuple(f"{name}: {fault}" for name, fault in faults.items()),
        usage=reply.usage,
        from_cache=reply.from_cache,
    )


def _failed(work: _Work, model: LanguageModel, error: ModelError) -> Attempt:
    turns = sum(attempt.model == model.name for attempt in work.attempts)
    return Attempt(
        delta=work.open[0].delta,
        step=Step.FUNCTIONS,
        model=model.name,
        turn=turns + 1,
        asked=len(work.open),
        faults=(str(error),),
    )


def _again(first: Request, reply: Reply, faults: dict[str, str]) -> Request:
    """Return the next turn: the task, the last try and what is wrong with it; earlier tries only cost tokens."""
    return first.followed_by(assistant(sent_back(reply.text, most=_MOST_SENT_BACK)), user(feedback_on(faults)))
