"""A judge in two steps: a cheap model answers what it is sure of, an expensive one the rest.

How sure is sure enough is measured on labelled responses: both models judge some of them, and the threshold is the
least at which the two together agree with the labels as often as the expensive model alone (EcoAssistant's hierarchy,
with FrugalGPT's learned threshold, applied to judging).
"""

import math
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

from spade_core.errors import ModelError
from spade_core.examples import Example, Label
from spade_core.selection import Agreement, agreement
from spade_core.synthesis.judge import JudgeReport, ModelJudge, Question
from spade_core.synthesis.trials_on_labels import tried_on
from spade_core.synthesis.verdicts import JudgeAnswer

_THREADS: Final = 16


@dataclass(frozen=True, slots=True)
class CascadeTrial:
    """What both said of one question about a labelled response."""

    cheap: JudgeAnswer
    dear: JudgeAnswer
    good: bool
    """What the person called the response."""

    def says(self, threshold: float) -> bool:
        """Return the answer of the two together."""
        return self.cheap.passes if self.cheap.sure >= threshold else self.dear.passes


@dataclass(frozen=True, slots=True)
class Calibration:
    """How sure the cheap judge must be for its answer to count, and how far each judge agrees with the labels."""

    threshold: float = math.inf
    """How sure, from 0 to 1; infinite where its answer never counts."""
    share: float = 0.0
    """The share of the questions tried that it answers."""
    cheap: Agreement = Agreement()  # noqa: RUF009 - a value
    dear: Agreement = Agreement()  # noqa: RUF009
    both: Agreement = Agreement()  # noqa: RUF009
    tried: int = 0
    """Questions that both were asked to measure this; those without two answers show nothing."""


def calibrated(trials: Sequence[CascadeTrial]) -> Calibration:
    """Return the least threshold at which the two agree with the labels as often as the dear one alone."""

    def agree(threshold: float) -> Agreement:
        return agreement((trial.says(threshold), trial.good) for trial in trials)

    dear = agree(math.inf)
    thresholds = sorted({trial.cheap.sure for trial in trials})
    least = next((each for each in thresholds if _agreeing(agree(each)) >= _agreeing(dear)), math.inf)
    answered = sum(trial.cheap.sure >= least for trial in trials)
    return Calibration(least, answered / max(len(trials), 1), agree(-math.inf), dear, agree(least))


class CascadeJudge:
    """Two models as the sandbox's judge: `ask` may be called from many threads at once."""

    def __init__(self, cheap: ModelJudge, dear: ModelJudge, labelled: Iterable[Example]) -> None:
        self._cheap = cheap
        self._dear = dear
        self._examples = tried_on(labelled)
        self._questions: list[str] = []
        self._verdicts: dict[Question, JudgeAnswer] = {}
        self._unanswered: set[Question] = set()
        self._calibration: Calibration | ModelError | None = None
        self._turn = threading.Lock()

    @property
    def judges(self) -> tuple[ModelJudge, ...]:
        """The two, the cheap one first."""
        return self._cheap, self._dear

    def expect(self, questions: Iterable[str]) -> None:
        """Have the judges measured on these questions."""
        self._questions = list(questions)

    def ask(self, prompt: str, response: str, question: str) -> bool:
        """Return whether the judge says yes.

        Raises:
            ModelError: the dear one was to answer and gave no usable answer.
        """
        asked = Question(prompt, response, question)
        try:
            self._verdicts[asked] = found = self._verdict(asked)
        except ModelError:
            self._unanswered.add(asked)
            raise
        return found.passes

    def report(self) -> JudgeReport:
        """Return what was asked so far, but for the trials."""
        cheap, dear = self._cheap.report(), self._dear.report()
        order = sorted(self._verdicts.copy().items(), key=lambda each: (each[0].question, each[0].response))
        return replace(
            dear,
            model=f"{cheap.model}, then {dear.model}",
            verdicts=dict(order),
            failures=tuple(sorted({*cheap.failures, *dear.failures})),
            failed=len(self._unanswered),
            comparisons=(*cheap.comparisons, *dear.comparisons),
            calibration=self._calibration if isinstance(self._calibration, Calibration) else None,
        )

    def _verdict(self, asked: Question) -> JudgeAnswer:
        threshold = self._calibrated().threshold
        if threshold <= 1.0:
            try:
                verdict = self._cheap.verdict(asked)
            except ModelError:  # it is in the report; the other one may know
                return self._dear.verdict(asked)
            if verdict.sure >= threshold:
                return verdict
        return self._dear.verdict(asked)

    def _calibrated(self) -> Calibration:
        """Return the calibration; who comes first measures, the others wait.

        Raises:
            ModelError: one of the two cannot be used at all, so neither is asked any more.
        """
        with self._turn:
            if self._calibration is None:
                try:
                    self._calibration = self._measured()
                except ModelError as error:
                    self._calibration = error
            if isinstance(self._calibration, ModelError):
                raise ModelError(self._calibration.fault, str(self._calibration))
            return self._calibration

    def _measured(self) -> Calibration:
        asked = [(Question(e.prompt, e.response, q), e.label) for e in self._examples for q in self._questions]
        found = [self._trial(*each) for each in asked[:1]]  # one by itself shows a model that cannot be used at all
        with ThreadPoolExecutor(_THREADS, "spade-calibration") as pool:
            found += pool.map(lambda each: self._trial(*each), asked[1:])
        return replace(calibrated([trial for trial in found if trial is not None]), tried=len(asked))

    def _trial(self, asked: Question, label: Label | None) -> CascadeTrial | None:
        try:
            return CascadeTrial(self._cheap.verdict(asked), self._dear.verdict(asked), label is Label.GOOD)
        except ModelError as error:
            if error.fault.is_final:
                raise
            return None


def _agreeing(found: Agreement) -> int:
    return found.both_good + found.both_bad
