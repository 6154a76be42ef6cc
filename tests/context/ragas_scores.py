"""Prints made-up replies of a judge and what the package ragas makes of them: those of `ragas.jsonl`, or others.

make .cache/tools/ragas/.stamp
.cache/tools/ragas/bin/python tests/context/ragas_scores.py 0 60 > tests/context/ragas.jsonl
"""

import asyncio
import hashlib
import json
import math
import random
import sys
from typing import Any

from ragas.embeddings.base import BaseRagasEmbedding
from ragas.llms.base import InstructorBaseRagasLLM
from ragas.metrics import collections as of


def vector(text: str) -> list[float]:
    """Return a vector that a text always has."""
    return [byte / 255 for byte in hashlib.sha256(text.encode()).digest()]


class Judge(InstructorBaseRagasLLM):  # type: ignore[misc]
    """Gives the replies in their order."""

    def __init__(self, *replies: object) -> None:
        self._replies = list(replies)

    def generate(self, prompt: str, response_model: Any) -> Any:
        """Return the next reply."""
        return response_model.model_validate_json(json.dumps(self._replies.pop(0)))

    async def agenerate(self, prompt: str, response_model: Any) -> Any:
        """Return the next reply."""
        return self.generate(prompt, response_model)


class Vectors(BaseRagasEmbedding):  # type: ignore[misc]
    """Gives `vector`."""

    def embed_text(self, text: str, **more: Any) -> list[float]:
        """Return a vector."""
        return vector(text)

    async def aembed_text(self, text: str, **more: Any) -> list[float]:
        """Return a vector."""
        return vector(text)


def made_up(number: int) -> dict[str, Any]:
    """Return the input and the replies of one case."""
    chance = random.Random(number)  # noqa: S311

    def truths(count: int) -> list[int]:
        return [chance.randint(0, 1) for _ in range(count)]

    said, known, given = chance.randint(1, 9), chance.randint(1, 7), chance.randint(1, 6)
    contexts = [f"Context {n} of case {number}." for n in range(given)]
    return {
        "question": f"What is case {number}?",
        "contexts": contexts,
        "response": f"Case {number} is a response.",
        "reference": f"Case {number} is a reference.",
        "said": [f"Statement {n} of response {number}." for n in range(said)],
        "known": [f"Statement {n} of reference {number}." for n in range(known)],
        "verdicts": truths(said),
        "questions": [[f"Question {n} of {number}?", chance.randint(0, 1)] for n in range(3)],
        "ratings": [chance.randint(0, 2) for _ in range(2)],
        "useful": truths(given),
        "attributed": truths(known),
        "classified": [chance.randint(0, 3) for _ in range(3)],
        "correct": truths(said),
        "supports": [truths(said) for _ in contexts],
        "relevant": [truths(known) for _ in contexts],
    }


def judged(statements: list[str], verdicts: list[int]) -> dict[str, object]:
    """Return a reply with verdicts on statements."""
    pairs = zip(statements, verdicts, strict=True)
    return {"statements": [{"statement": each, "reason": "", "verdict": verdict} for each, verdict in pairs]}


async def scores_of(case: dict[str, Any]) -> dict[str, float]:
    """Return what ragas makes of a case."""
    said, known = case["said"], case["known"]
    question, contexts = case["question"], case["contexts"]
    response, reference = case["response"], case["reference"]
    statements = [{"statements": said}, {"statements": known}]
    kinds = ("TP", "FP", "FN")
    classified = dict(zip(kinds, ([{"statement": "", "reason": ""}] * n for n in case["classified"]), strict=True))
    by_context = [
        reply
        for supports, relevant in zip(case["supports"], case["relevant"], strict=True)
        for reply in (judged(known, relevant), judged(said, supports))
    ]
    noise = Judge({"statements": known}, {"statements": said}, *by_context, judged(said, case["correct"]))
    found = {
        "faithfulness": of.Faithfulness(llm=Judge(statements[0], judged(said, case["verdicts"]))).ascore(
            user_input=question, response=response, retrieved_contexts=contexts
        ),
        "answer_relevance": of.AnswerRelevancy(
            llm=Judge(*({"question": asked, "noncommittal": flag} for asked, flag in case["questions"])),
            embeddings=Vectors(),
        ).ascore(user_input=question, response=response),
        "context_relevance": of.ContextRelevance(llm=Judge(*({"rating": rating} for rating in case["ratings"]))).ascore(
            user_input=question, retrieved_contexts=contexts
        ),
        "context_precision": of.ContextPrecisionWithReference(
            llm=Judge(*({"reason": "", "verdict": verdict} for verdict in case["useful"]))
        ).ascore(user_input=question, reference=reference, retrieved_contexts=contexts),
        "context_recall": of.ContextRecall(
            llm=Judge(
                {
                    "classifications": [
                        {"statement": each, "reason": "", "attributed": verdict}
                        for each, verdict in zip(known, case["attributed"], strict=True)
                    ]
                }
            )
        ).ascore(user_input=question, retrieved_contexts=contexts, reference=reference),
        "answer_correctness": of.AnswerCorrectness(llm=Judge(*statements, classified), embeddings=Vectors()).ascore(
            user_input=question, response=response, reference=reference
        ),
        "noise_sensitivity": of.NoiseSensitivity(llm=noise).ascore(
            user_input=question, response=response, reference=reference, retrieved_contexts=contexts
        ),
    }
    return {name: (await score).value for name, score in found.items()}


async def main() -> None:
    """Print the cases of these numbers with their scores."""
    for number in range(*map(int, sys.argv[1:])):
        case = made_up(number)
        scores = await scores_of(case)
        assert not any(map(math.isnan, scores.values()))
        sys.stdout.write(json.dumps({**case, "scores": scores}) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
