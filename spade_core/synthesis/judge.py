"""The judge behind ``ask_llm``: a model's yes or no on a response, with the reason kept for display."""

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass

from spade_core.errors import CancelledError, ModelError, ModelFault
from spade_core.models import LanguageModel
from spade_core.models.loop import LoopThread
from spade_core.models.structured import ask
from spade_core.synthesis.verdicts import Verdict, majority, read_verdict, verdict_request


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
    verdicts: Mapping[Question, Verdict]
    failures: tuple[str, ...] = ()
    """Why questions went without an answer, each reason once."""
    failed: int = 0
    """Questions without an answer."""

    @property
    def flicker(self) -> float | None:
        """Share of the questions asked several times whose answers differ; None when none was."""
        repeated = [verdict for verdict in self.verdicts.values() if verdict.yes + verdict.no > 1]
        return sum(verdict.wavers for verdict in repeated) / len(repeated) if repeated else None

    def verdict_on(self, prompt: str, response: str, question: str) -> Verdict | None:
        """Return the verdict on a question, or None when it was not asked."""
        return self.verdicts.get(Question(prompt, response, question))


async def verdict_of(model: LanguageModel, question: Question, *, repeats: int = 1) -> Verdict:
    """Return the model's verdict; with `repeats` (odd) the majority of as many askings.

    Raises:
        ModelError: an asking has no usable reply.
    """
    requests = [
        verdict_request(question.prompt, question.response, question.question, repeat=repeat)
        for repeat in range(repeats)
    ]
    answers = await asyncio.gather(*(ask(model, request, read_verdict) for request in requests))
    return majority([answer.value for answer in answers])


class ModelJudge:
    """A model as the sandbox's judge: `ask` may be called from many threads at once."""

    def __init__(self, model: LanguageModel, loop: LoopThread, *, repeats: int = 1) -> None:
        self._model = model
        self._loop = loop
        self._repeats = repeats
        self._lock = threading.Lock()
        self._verdicts: dict[Question, Verdict] = {}
        self._failures: dict[str, int] = {}

    def ask(self, prompt: str, response: str, question: str) -> bool:
        """Return whether the judge says yes.

        Raises:
            ModelError: it gave no usable answer.
        """
        asked = Question(prompt, response, question)
        try:
            verdict = self._loop.call(verdict_of(self._model, asked, repeats=self._repeats))
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
        return verdict.passes

    def report(self) -> JudgeReport:
        """Return what was asked so far."""
        with self._lock:
            order = sorted(self._verdicts, key=lambda q: (q.question, q.response, q.prompt))
            return JudgeReport(
                self._model.name,
                {question: self._verdicts[question] for question in order},
                tuple(sorted(self._failures)),
                sum(self._failures.values()),
            )

    def _failed(self, fact: str) -> None:
        with self._lock:
            self._failures[fact] = self._failures.get(fact, 0) + 1
