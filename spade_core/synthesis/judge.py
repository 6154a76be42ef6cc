"""The judge behind ``ask_llm``: a model's yes or no on a response, with the reason kept for display."""

import asyncio
import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from spade_core.errors import CancelledError, ModelError, ModelFault
from spade_core.models import LanguageModel, LoopThread, Patience, ask
from spade_core.selection import Comparison, comparison
from spade_core.synthesis.questions import Group
from spade_core.synthesis.trials_on_labels import LabelTrial
from spade_core.synthesis.verdicts import (
    JudgeAnswer,
    majority,
    order_of,
    read_verdict,
    read_verdicts,
    verdict_request,
    verdicts_request,
)

if TYPE_CHECKING:
    from spade_core.synthesis.cascade import Calibration

_NOT_TOGETHER: Final = frozenset({ModelFault.UNREADABLE, ModelFault.TRUNCATED})
"""What shows that a model does not answer several questions at once."""
_NOT_THIS_ONE: Final = frozenset({ModelFault.TOO_LONG, ModelFault.NOT_KEPT})
"""What keeps the questions about one response from being answered at once."""
_MOST_NOT_TOGETHER: Final = 3
"""Responses in a row about which a model that answered several questions at once did so no more: then it does not."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question put to the judge."""

    prompt: str
    response: str
    question: str


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """What the judge was asked in one run."""

    model: str
    verdicts: Mapping[Question, JudgeAnswer]
    failures: tuple[str, ...] = ()
    """Why questions went without an answer, each reason once."""
    failed: int = 0
    """Questions without an answer."""
    calibration: "Calibration | None" = None
    """Where a cheap model answered first: from where on its word counts."""
    comparisons: tuple[tuple[str, Comparison], ...] = ()
    """By model, how it did on labels with several questions in a call, and with one; of those that it is known of."""

    @property
    def flicker(self) -> float | None:
        """Share of the questions asked several times whose answers differ; None when none was."""
        repeated = [verdict for verdict in self.verdicts.values() if verdict.yes + verdict.no > 1]
        return sum(verdict.wavers for verdict in repeated) / len(repeated) if repeated else None

    def verdict_on(self, prompt: str, response: str, question: str) -> JudgeAnswer | None:
        """Return the verdict on a question, or None when it was not asked."""
        return self.verdicts.get(Question(prompt, response, question))


async def verdict_of(
    model: LanguageModel,
    question: Question,
    *,
    repeats: int = 1,
    sure: bool = False,
    patience: Patience | None = None,
) -> JudgeAnswer:
    """Return the model's verdict; with `repeats` (odd) the majority of as many askings.

    Raises:
        ModelError: an asking has no usable reply.
    """
    requests = [
        verdict_request(question.prompt, question.response, question.question, repeat=repeat, sure=sure)
        for repeat in range(repeats)
    ]
    answers = await asyncio.gather(*(ask(model, request, read_verdict, patience=patience) for request in requests))
    return majority([answer.value for answer in answers])


async def verdicts_of(
    model: LanguageModel,
    prompt: str,
    response: str,
    questions: Sequence[str],
    *,
    repeats: int = 1,
    sure: bool = False,
    patience: Patience | None = None,
) -> list[JudgeAnswer]:
    """Return the model's verdicts on several questions about one response, asked in one call for each repeat.

    Raises:
        ModelError: an asking has no usable reply.
    """
    requests = [verdicts_request(prompt, response, questions, repeat=repeat, sure=sure) for repeat in range(repeats)]
    read = partial(read_verdicts, count=len(questions))
    answers = await asyncio.gather(*(ask(model, request, read, patience=patience) for request in requests))
    said: list[list[JudgeAnswer]] = [[] for _ in questions]
    for repeat, answer in enumerate(answers):
        for place, verdict in zip(order_of(len(questions), repeat), answer.value, strict=True):
            said[place].append(verdict)
    return list(map(majority, said))


class ModelJudge:
    """A model as the sandbox's judge: `ask` may be called from many threads at once.

    Questions that are known beforehand may be put together, several about one response in one call. A model that cannot
    answer so is asked one by one from then on; one that could before, about that response alone, and from then on after
    several in a row.
    """

    def __init__(
        self, model: LanguageModel, loop: LoopThread, *, repeats: int = 1, sure: bool = False, at_once: int = 16
    ) -> None:
        """Take a model; `sure` has it say how sure it is, `at_once` is how many calls are under way."""
        self._model = model
        self._loop = loop
        self._repeats = repeats
        self._sure = sure
        self.comparison: Comparison | None = None
        """How it does on labels with several questions in a call; None where that is not known."""
        self._groups: dict[str, Group] = {}
        """The questions that each is put with."""
        self._together: dict[tuple[str, str, tuple[str, ...]], Future[list[JudgeAnswer]]] = {}
        self._reads_several = False
        self._not_together = 0
        self._door = threading.Lock()
        self._lock = threading.Lock()
        self._verdicts: dict[Question, JudgeAnswer] = {}
        self._failures: dict[str, int] = {}
        self._patience = Patience(at_once=at_once)
        self._patience_together = Patience(at_once=at_once)

    @property
    def judges(self) -> "tuple[ModelJudge, ...]":
        """The judges of one model that this is."""
        return (self,)

    def expect(self, questions: Iterable[str]) -> None:
        """Take note of the questions of a run; one model answers them as they come."""

    def put_together(self, groups: Iterable[Group]) -> None:
        """Have the questions of each group put together."""
        self._groups = {question: group for group in groups if len(group) > 1 for question in group}

    async def compare(self, trials: Sequence[LabelTrial], groups: Iterable[Group]) -> Comparison:
        """Return how the judge does on labels with one question in a call, and with those of a group.

        A question that goes without an answer counts in neither manner. Groups go out one by one until an answer came;
        where the first several cannot be read, or more than half of all, the model does not answer so.

        Raises:
            ModelError: the model cannot be used at all.
        """
        group_of = {question: group for group in groups for question in group}
        about = list(dict.fromkeys((trial.prompt, trial.response, group_of[trial.question]) for trial in trials))
        said: list[tuple[JudgeAnswer, ...] | ModelFault] = []
        for each in about[:_MOST_NOT_TOGETHER]:
            said.append(await self._try_together(*each))
            if not isinstance(said[-1], ModelFault):
                break
        if not _NOT_TOGETHER.issuperset(said):
            said += await asyncio.gather(*(self._try_together(*each) for each in about[len(said) :]))
        if 2 * sum(each in _NOT_TOGETHER for each in said) > len(said):
            return Comparison(is_readable=False)
        together = dict(zip(about, said, strict=True))
        alone = await asyncio.gather(*(self._try_alone(trial) for trial in trials))
        answers = []
        for trial, by_itself in zip(trials, alone, strict=True):
            group = group_of[trial.question]
            in_group = together[trial.prompt, trial.response, group]
            if by_itself is not None and not isinstance(in_group, ModelFault):
                passes = in_group[group.index(trial.question)].passes
                answers.append((by_itself.passes, passes, trial.is_good))
        return comparison(answers)

    async def _try_alone(self, trial: LabelTrial) -> JudgeAnswer | None:
        asked = Question(trial.prompt, trial.response, trial.question)
        try:
            return await self._ask_alone(asked)
        except ModelError as error:
            if error.fault.is_final:
                raise
            return None

    async def _try_together(self, prompt: str, response: str, group: Group) -> tuple[JudgeAnswer, ...] | ModelFault:
        try:
            said = await self._ask_together(prompt, response, group)
        except ModelError as error:
            if error.fault.is_final:
                raise
            return error.fault
        return tuple(said)

    def ask(self, prompt: str, response: str, question: str) -> bool:
        """Return whether the judge says yes.

        Raises:
            ModelError: it gave no usable answer.
        """
        return self.verdict(Question(prompt, response, question)).passes

    def verdict(self, asked: Question) -> JudgeAnswer:
        """Return what the judge says.

        Raises:
            ModelError: it gave no usable answer.
        """
        try:
            verdict = self._verdict(asked)
        except CancelledError:
            raise
        except ModelError as error:
            self._failed(str(error))
            raise
        except Exception as error:
            fact = f"{self._model.name}: the judge cannot be asked ({type(error).__name__}: {error})"
            self._failed(fact)
            raise ModelError(ModelFault.UNREADABLE, fact) from error
        with self._lock:
            self._verdicts[asked] = verdict
        return verdict

    def _verdict(self, asked: Question) -> JudgeAnswer:
        with self._door:  # one group by itself shows a model that cannot answer so
            is_first = bool(self._groups) and not self._reads_several
            found = self._verdict_in_group(asked) if is_first else None
        if not is_first:
            found = self._verdict_in_group(asked)
        if found is not None:
            return found
        return self._loop.call(self._ask_alone(asked))

    async def _ask_alone(self, asked: Question) -> JudgeAnswer:
        return await verdict_of(self._model, asked, repeats=self._repeats, sure=self._sure, patience=self._patience)

    async def _ask_together(self, prompt: str, response: str, group: Group) -> list[JudgeAnswer]:
        """Ask several questions; that a model cannot answer so says nothing of one by one."""
        return await verdicts_of(
            self._model,
            prompt,
            response,
            group,
            repeats=self._repeats,
            sure=self._sure,
            patience=self._patience_together,
        )

    def _verdict_in_group(self, asked: Question) -> JudgeAnswer | None:
        """Return the verdict on a question that is put with others; None where it is to be put by itself."""
        group = self._groups.get(asked.question)
        if group is None:
            return None
        try:
            found = self._verdicts_together(asked, group)[group.index(asked.question)]
        except ModelError as error:
            if error.fault in _NOT_TOGETHER:
                if not self._has_read_several or self._not_together >= _MOST_NOT_TOGETHER:
                    self._groups, self.comparison = {}, Comparison(is_readable=False)
            elif error.fault not in _NOT_THIS_ONE:
                raise
            return None
        return found

    @property
    def _has_read_several(self) -> bool:
        """Whether the model answered several questions at once, in this run or when that was measured."""
        return self._reads_several or (self.comparison is not None and self.comparison.is_readable)

    def _verdicts_together(self, asked: Question, group: tuple[str, ...]) -> list[JudgeAnswer]:
        """Return the verdicts on a group; who comes first asks, the others wait."""
        key = (asked.prompt, asked.response, group)
        with self._lock:
            mine = key not in self._together
            found = self._together.setdefault(key, Future())
        if mine:
            try:
                said = self._loop.call(self._ask_together(asked.prompt, asked.response, group))
            except BaseException as error:
                self._not_together += isinstance(error, ModelError) and error.fault in _NOT_TOGETHER
                found.set_exception(error)
                raise
            self._reads_several, self._not_together = True, 0
            found.set_result(said)
        return found.result()

    def report(self) -> JudgeReport:
        """Return what was asked so far."""
        with self._lock:
            order = sorted(self._verdicts, key=lambda q: (q.question, q.response, q.prompt))
            return JudgeReport(
                self._model.name,
                {question: self._verdicts[question] for question in order},
                tuple(sorted(self._failures)),
                sum(self._failures.values()),
                comparisons=((self._model.name, self.comparison),) if self.comparison is not None else (),
            )

    def _failed(self, fact: str) -> None:
        with self._lock:
            self._failures[fact] = self._failures.get(fact, 0) + 1
