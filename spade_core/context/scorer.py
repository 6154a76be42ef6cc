"""Scores of responses, read by a model: many examples at once, none asked twice."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from spade_core.checks import contexts_of, question_of
from spade_core.context import formulas, requests
from spade_core.context.requests import Manner, Statement
from spade_core.errors import ModelError
from spade_core.examples import Example, context_fields
from spade_core.models import Embedder, LanguageModel, LoopThread, Patience, ask, cosine

_QUESTIONS: Final = 3
"""Made from a response, for its relevance."""
_AT_ONCE: Final = 64
"""Examples that are worked at; the model's own limit on calls stands below."""


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """The statements of a response with their verdicts."""

    statements: tuple[Statement, ...]

    @property
    def score(self) -> float | None:
        """F = |V| / |S|; None where the response makes no statement."""
        return formulas.share([each.supported for each in self.statements])


@dataclass(frozen=True, slots=True)
class Case:
    """What is scored of one example."""

    question: str
    contexts: Sequence[str]
    response: str
    reference: str = ""


class NoScoreError(ValueError):
    """There is no such score of an example; the text says why."""


async def faithfulness_of(
    model: LanguageModel, case: Case, manner: Manner = Manner.PUBLISHED, patience: Patience | None = None
) -> Faithfulness:
    """Return the statements of a response and which of them the contexts support, in two calls at most.

    Raises:
        ModelError: a reply is missing or cannot be read.
    """
    statements = await _statements(model, case.question, case.response, manner, patience)
    if not case.contexts:
        return Faithfulness(tuple(Statement(each, False, "there are no contexts") for each in statements))
    return Faithfulness(tuple(await _verdicts(model, statements, case.contexts, manner, patience)))


class Scorer:
    """Scores of examples by their names, see `SCORES`. May be called from any thread but the loop's."""

    def __init__(
        self,
        model: LanguageModel,
        loop: LoopThread,
        *,
        embedder: Embedder | None = None,
        fields: tuple[str, str] = ("", ""),
        manner: Manner = Manner.PUBLISHED,
        at_once: int = 16,
    ) -> None:
        """Take a model; `fields` are the names of contexts and question where a person has given them.

        `at_once` is how many calls are under way. For a score whose replies cannot be read, many in a row, the model is
        not asked any more; it may be good for another one.
        """
        self._model = model
        self._loop = loop
        self._embedder = embedder
        self._fields = fields
        self._manner = manner
        self._patience = {name: Patience(at_once=at_once) for name in SCORES}

    def scores(self, names: Collection[str], examples: Sequence[Example]) -> list[Mapping[str, float | str]]:
        """Return the scores of each example; in the place of one that cannot be had, why."""
        return self._loop.call(self.gathered(names, examples))

    def faithfulness(self, example: Example) -> Faithfulness:
        """Return what is behind an example's faithfulness.

        Raises:
            NoScoreError: the example has no contexts that can be read.
            ModelError: a reply is missing or cannot be read.
        """
        return self._loop.call(self._faithfulness(self.case_of(example)))

    def faithfulness_by_id(self, examples: Iterable[Example]) -> dict[str, Faithfulness]:
        """Return what is behind the faithfulness of examples, by their ids, without those where it cannot be had."""
        return self._loop.call(self._by_id(examples))

    async def _by_id(self, examples: Iterable[Example]) -> dict[str, Faithfulness]:
        found: dict[str, Faithfulness] = {}
        turns = asyncio.Semaphore(_AT_ONCE)

        async def look_at(example: Example) -> None:
            async with turns:
                with suppress(ModelError, NoScoreError):
                    found[example.id] = await self._faithfulness(self.case_of(example))

        await asyncio.gather(*map(look_at, examples))
        return found

    def case_of(self, example: Example) -> Case:
        """Return what is scored of an example.

        Raises:
            NoScoreError: no field of it holds contexts that can be read.
        """
        contexts, asked = self._fields
        fields = context_fields(example.fields, contexts=contexts, question=asked)
        if fields is None or fields.contexts not in example.fields:
            raise NoScoreError(f"no field holds {contexts or 'contexts'}")
        try:
            texts = [text for text in contexts_of(example.fields[fields.contexts]) if text.strip()]
            reference = " ".join(contexts_of(example.fields.get(fields.reference) or ""))
            question = question_of(example.fields.get(fields.question, ""))
        except TypeError as error:
            raise NoScoreError(str(error)) from error
        return Case(question, texts, example.response, reference)

    async def gathered(self, names: Iterable[str], examples: Iterable[Example]) -> list[Mapping[str, float | str]]:
        """Return what `scores` does, in the loop of the models."""
        turns = asyncio.Semaphore(_AT_ONCE)
        wanted = list(names)

        async def of_one(example: Example) -> Mapping[str, float | str]:
            async with turns:
                return {name: await self._score(name, example) for name in wanted}

        return list(await asyncio.gather(*map(of_one, examples)))

    async def _score(self, name: str, example: Example) -> float | str:
        score = SCORES.get(name)
        if score is None:
            return f"no score is called {name}; there are {', '.join(SCORES)}"
        try:
            return await score(self, self.case_of(example), self._patience[name])
        except (ModelError, NoScoreError) as error:
            return str(error)

    async def _faithfulness(self, case: Case) -> Faithfulness:
        return await faithfulness_of(self._model, case, self._manner, self._patience["faithfulness"])

    async def faithful(self, case: Case, patience: Patience) -> float:
        """Return the faithfulness; 1.0 of a response that states nothing, for nothing of it is unfaithful."""
        found = (await faithfulness_of(self._model, case, self._manner, patience)).score
        return 1.0 if found is None else found

    async def relevant(self, case: Case, patience: Patience) -> float:
        """Return the answer relevance."""
        request = requests.questions_request(case.response, _QUESTIONS, self._manner)
        made, noncommittal = (await ask(self._model, request, requests.read_questions, patience=patience)).value
        question, *vectors = await self._vectors(_needed(case.question, "question"), *made)
        today = self._manner is Manner.TODAY
        return _defined(formulas.answer_relevance(question, vectors, noncommittal=today and noncommittal))

    async def context_relevant(self, case: Case, patience: Patience) -> float:
        """Return the context relevance: sentences extracted, or as ratings."""
        question = _needed(case.question, "question")
        if not case.contexts:
            return 0.0
        if self._manner is Manner.TODAY:
            asked = [
                ask(self._model, each, requests.read_rating, patience=patience)
                for each in requests.rating_requests(question, case.contexts)
            ]
            return _defined(formulas.rated_relevance([each.value for each in await asyncio.gather(*asked)]))
        request = requests.needed_request(question, case.contexts)
        needed = await ask(
            self._model, request, lambda text: requests.read_needed(text, case.contexts), patience=patience
        )
        return _defined(formulas.context_relevance(*needed.value))

    async def context_precise(self, case: Case, patience: Patience) -> float:
        """Return the context precision."""
        reference = _needed(case.reference, "reference")
        if not case.contexts:
            return 0.0
        request = requests.useful_request(case.question, case.contexts, reference)
        found = await ask(
            self._model, request, lambda text: requests.read_verdicts(text, case.contexts, ()), patience=patience
        )
        return formulas.average_precision([each.supported for each in found.value])

    async def context_recalled(self, case: Case, patience: Patience) -> float:
        """Return the context recall."""
        reference = _needed(case.reference, "reference")
        if not case.contexts:
            return 0.0
        request = requests.attributed_request(case.question, case.contexts, reference)
        return _defined(
            formulas.share((await ask(self._model, request, requests.read_attributed, patience=patience)).value)
        )

    async def correct(self, case: Case, patience: Patience) -> float:
        """Return the answer correctness."""
        reference = _needed(case.reference, "reference")
        response = await _statements(self._model, case.question, case.response, self._manner, patience)
        known = await _statements(self._model, case.question, reference, self._manner, patience)
        both, more, less = 1, 0, 0
        if response and known:
            request = requests.classified_request(case.question, response, known)
            both, more, less = (await ask(self._model, request, requests.read_classified, patience=patience)).value
        likeness = cosine(*await self._vectors(case.response, reference))
        return formulas.answer_correctness(both, more, less, likeness)

    async def noise_sensitive(self, case: Case, patience: Patience) -> float:
        """Return the noise sensitivity: how much of the response is wrong because a relevant context misled it."""
        reference = _needed(case.reference, "reference")
        said = await _statements(self._model, case.question, case.response, self._manner, patience)
        known = await _statements(self._model, case.question, reference, self._manner, patience)
        if not said:
            return 0.0
        correct = await self._supported(said, reference, patience)
        supports = [await self._supported(said, each, patience) for each in case.contexts]
        relevant = [any(await self._supported(known, each, patience)) for each in case.contexts]
        return _defined(formulas.noise_sensitivity(correct, supports, relevant))

    async def _supported(self, statements: Sequence[str], context: str, patience: Patience) -> list[bool]:
        found = await _verdicts(self._model, statements, [context], self._manner, patience)
        return [each.supported for each in found]

    async def _vectors(self, *texts: str) -> list[tuple[float, ...]]:
        if self._embedder is None:
            raise NoScoreError("it needs vectors: `embedding_model` in the settings names what gives them")
        return await self._embedder.embed(texts)


SCORES: Final[Mapping[str, Callable[[Scorer, Case, Patience], Awaitable[float]]]] = {
    "faithfulness": Scorer.faithful,
    "answer_relevance": Scorer.relevant,
    "context_relevance": Scorer.context_relevant,
    "context_precision": Scorer.context_precise,
    "context_recall": Scorer.context_recalled,
    "answer_correctness": Scorer.correct,
    "noise_sensitivity": Scorer.noise_sensitive,
}
"""Every score by its name. The last four need a reference; the second and the sixth need vectors."""


async def _statements(
    model: LanguageModel, question: str, answer: str, manner: Manner, patience: Patience | None
) -> list[str]:
    if not answer.strip():
        return []
    request = requests.statements_request(question, answer, manner)
    return (await ask(model, request, requests.read_statements, patience=patience)).value


async def _verdicts(
    model: LanguageModel,
    statements: Sequence[str],
    contexts: Sequence[str],
    manner: Manner,
    patience: Patience | None,
) -> list[Statement]:
    if not statements:
        return []
    request = requests.verdicts_request(contexts, statements, manner)
    read = partial(requests.read_verdicts, statements=statements, contexts=contexts)
    return (await ask(model, request, read, patience=patience)).value


def _needed(text: str, name: str) -> str:
    if not text.strip():
        raise NoScoreError(f"the example has no {name}")
    return text


def _defined(score: float | None) -> float:
    if score is None:
        raise NoScoreError("the reply leaves nothing to count")
    return score
