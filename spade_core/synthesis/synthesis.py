"""SPADE's two steps on every delta of a history: criteria, then functions, with models of rising price.

The deltas are worked on side by side, and what comes back is in their order whatever finished first. A delta that fails
costs only itself; a spent budget ends the work with everything that was finished.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from spade_core.candidates import CandidateAssertion
from spade_core.criteria import Criterion
from spade_core.deltas import PromptDelta
from spade_core.errors import ModelError, ModelFault
from spade_core.models import LanguageModel, ask
from spade_core.storage import body_hash
from spade_core.synthesis.attempts import Attempt, Step
from spade_core.synthesis.criteria_step import criteria_request, read_criteria
from spade_core.synthesis.function_step import FunctionInput, Means, ShownAssertion, with_name
from spade_core.synthesis.names import distinct_name
from spade_core.synthesis.trials import Executor
from spade_core.synthesis.writing import Unmet, WrittenFunctions, write_functions

_T = TypeVar("_T")
_WAVE = 16
"""Deltas that are worked on at once in step two; each wave is shown what the waves before it found."""


class Samples(Protocol):
    """Accepted assertions to show with a request: see `spade_core.synthesis.demonstrations`."""

    async def shown_for(self, criteria: Sequence[Criterion]) -> tuple[ShownAssertion, ...]:
        """Return the most similar ones; the same for the same criteria, whenever they are asked for."""
        ...

    def accept(self, candidates: Sequence[CandidateAssertion]) -> None:
        """Take verified assertions, to be shown from the next wave on."""
        ...


@dataclass(frozen=True, slots=True)
class Synthesis:
    """What models made of a history."""

    criteria: tuple[Criterion, ...] = ()
    """In the order of the deltas."""
    candidates: tuple[CandidateAssertion, ...] = ()
    """In the order of their criteria, names distinct, identical ones merged."""
    verified: tuple[CandidateAssertion, ...] = ()
    """Of the candidates, as they were written: those that ran on labelled examples within tau."""
    unmet: tuple[Unmet, ...] = ()
    """Criteria for which nothing works yet, and why."""
    attempts: tuple[Attempt, ...] = ()
    notes: tuple[str, ...] = ()
    stopped: ModelError | None = None
    """Why the work ended before its time; it goes on from there when it is started again."""
    undone: tuple[int, ...] = ()
    """Indices of the deltas that the fault of a model, not of what it wrote, left unfinished: the same run again asks
    for what is missing."""

    @property
    def is_whole(self) -> bool:
        """Whether models did their part on every delta."""
        return not self.undone


@dataclass(frozen=True, slots=True)
class _Read:
    """Step one of one delta."""

    delta: PromptDelta
    criteria: tuple[Criterion, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    notes: tuple[str, ...] = ()
    failure: ModelError | None = None
    """Why no model told the criteria."""


async def synthesise(
    deltas: Sequence[PromptDelta],
    models: Sequence[LanguageModel],
    executor: Executor,
    *,
    samples: Samples | None = None,
    means: Means | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Synthesis:
    """Return what the models, cheapest first, make of the deltas.

    `means` are what functions may use; None: what this machine's sandbox has, and a judge. `on_progress` is told how
    many of all steps are done (two for each delta). No fault of a model raises: it is among the notes, its deltas are
    among `undone`, and it is in `stopped` when it ended the work.
    """
    means = means or Means.here()
    progress = _Progress(2 * len(deltas), on_progress)
    read = await _all([progress.of(_read_delta(delta, models)) for delta in deltas])
    written: list[WrittenFunctions] = []
    for start in range(0, len(read), _WAVE):
        wave = [progress.of(_write_for(each, models, executor, samples, means)) for each in read[start : start + _WAVE]]
        found = await _all(wave)
        written += found
        if samples is not None:
            samples.accept([candidate for each in found for candidate in each.verified])
    failures = [one.failure or two.failure for one, two in zip(read, written, strict=True)]
    stops = [failure for failure in failures if failure is not None and failure.fault is ModelFault.OVER_BUDGET]
    return Synthesis(
        criteria=tuple(criterion for each in read for criterion in each.criteria),
        candidates=_merged([c for each in written for c in (*each.accepted, *each.kept)]),
        verified=tuple(candidate for each in written for candidate in each.verified),
        unmet=tuple(unmet for each in written for unmet in each.unmet),
        attempts=tuple(a for one, two in zip(read, written, strict=True) for a in (*one.attempts, *two.attempts)),
        notes=_notes(read, written),
        stopped=next(iter(stops), None),
        undone=tuple(one.delta.after.index for one, failure in zip(read, failures, strict=True) if failure is not None),
    )


async def _read_delta(delta: PromptDelta, models: Sequence[LanguageModel]) -> _Read:
    """Ask the cheapest model for the criteria of a delta, the next one when it cannot answer."""
    notes: list[str] = []
    attempts: list[Attempt] = []
    failure: ModelError | None = None
    if not delta.changes:
        return _Read(delta)
    for model in models:
        try:
            answer = await ask(model, criteria_request(delta), lambda text: read_criteria(text, delta))
        except ModelError as error:
            notes.append(str(error))
            attempts.append(Attempt(delta.after.index, Step.CRITERIA, model.name, 1, 0, faults=(str(error),)))
            failure = error
            if error.fault is ModelFault.OVER_BUDGET:
                break
            continue
        found, reply = answer.value, answer.reply
        attempts.append(
            Attempt(
                delta=delta.after.index,
                step=Step.CRITERIA,
                model=model.name,
                turn=answer.askings,
                asked=0,
                accepted=len(found.criteria),
                faults=found.notes,
                usage=reply.usage,
                from_cache=reply.from_cache,
            )
        )
        return _Read(delta, found.criteria, tuple(attempts), (*notes, *found.notes))
    return _Read(delta, (), tuple(attempts), tuple(notes), failure)


async def _write_for(
    read: _Read, models: Sequence[LanguageModel], executor: Executor, samples: Samples | None, means: Means
) -> WrittenFunctions:
    if not read.criteria:
        return WrittenFunctions()
    shown = await samples.shown_for(read.criteria) if samples is not None else ()
    template = read.delta.after.template
    fields = tuple(dict.fromkeys(place.name for place in template.placeholders))
    given = FunctionInput(template.text, fields, executor.shown)
    return await write_functions(read.criteria, models, executor, given=given, shown=shown, means=means)


def _merged(candidates: Sequence[CandidateAssertion]) -> tuple[CandidateAssertion, ...]:
    """Return the candidates with identical bodies merged and names made distinct."""
    kept: dict[str, CandidateAssertion] = {}
    taken: set[str] = set()
    for candidate in candidates:
        body = body_hash(candidate.source, candidate.name)
        if (known := kept.get(body)) is not None:
            new = tuple(criterion for criterion in candidate.criteria if criterion not in known.criteria)
            kept[body] = replace(known, criteria=known.criteria + new)
            continue
        kept[body] = with_name(candidate, distinct_name(candidate.name, taken))
        taken.add(kept[body].name)
    return tuple(kept.values())


def beside(
    offline: Sequence[CandidateAssertion], models: Sequence[CandidateAssertion]
) -> tuple[CandidateAssertion, ...]:
    """Return both kinds of candidates, the offline ones first and as they are; they compete in selection."""
    bodies = {body_hash(candidate.source, candidate.name) for candidate in offline}
    taken = {candidate.name for candidate in offline}
    found = list(offline)
    for candidate in models:
        if body_hash(candidate.source, candidate.name) not in bodies:
            found.append(with_name(candidate, distinct_name(candidate.name, taken)))
            taken.add(found[-1].name)
    return tuple(found)


def _notes(read: Sequence[_Read], written: Sequence[WrittenFunctions]) -> tuple[str, ...]:
    """Return every note once, with the delta it is about; one that is about all deltas without any."""
    about: dict[str, list[int]] = {}
    for one, two in zip(read, written, strict=True):
        for note in dict.fromkeys((*one.notes, *two.notes)):
            about.setdefault(note, []).append(one.delta.after.index)
    return tuple(
        f"P{indices[0]}: {note}" if len(indices) == 1 else f"{note} ({len(indices)} deltas)"
        for note, indices in about.items()
    )


class _Progress:
    def __init__(self, total: int, tell: Callable[[int, int], None] | None) -> None:
        self._total, self._done, self._tell = total, 0, tell

    async def of(self, work: Coroutine[Any, Any, _T]) -> _T:
        result = await work
        self._done += 1
        if self._tell is not None:
            self._tell(self._done, self._total)
        return result


async def _all(work: Sequence[Coroutine[Any, Any, _T]]) -> list[_T]:
    return list(await asyncio.gather(*work))
