"""A model for tests that reads by the letter: a sentence is supported where its figures and names stand."""

import json
import re
from collections.abc import Sequence

from spade_core.checks import new_dates, new_names, new_numbers, says_unknown, sentences_of, words_of
from spade_core.testing.loopback import Call


def material(text: str, name: str) -> str:
    """Return what stands between the marks of this name in a message."""
    found = re.search(rf"<{name}-\w+>\n(.*?)\n</{name}-\w+>", text, re.DOTALL)
    return found[1] if found else ""


def numbered(text: str) -> list[str]:
    """Return the texts of a numbered list."""
    return [line.partition(". ")[2] for line in text.split("\n") if line]


def supported(statement: str, contexts: str) -> bool:
    """Return whether all numbers, dates and names of a statement stand in the contexts."""
    return not (new_numbers(statement, contexts) or new_dates(statement, contexts) or new_names(statement, contexts))


def literal_reader(call: Call) -> str:
    """Answer a request for statements, or for verdicts on them."""
    if statements := material(call.last, "statements"):
        contexts = material(call.last, "contexts")
        return json.dumps({"verdicts": [verdict(n, each, contexts) for n, each in enumerate(numbered(statements), 1)]})
    if answer := material(call.last, "answer"):
        return json.dumps({"statements": [] if says_unknown(answer) else sentences_of(answer)})
    return "I would rather not."


def verdict(number: int, statement: str, contexts: str) -> dict[str, object]:
    """Return a verdict with the sentence that shares most with the statement."""
    near = max(sentences_of(contexts), key=lambda each: shared(each, words_of(statement)), default="")
    said = "yes" if supported(statement, contexts) else "no"
    return {"number": number, "reason": "by the letter", "sentence": near, "verdict": said}


def shared(sentence: str, words: Sequence[str]) -> int:
    """Return how many of these words a sentence has."""
    return len({*words_of(sentence)} & {*words})
