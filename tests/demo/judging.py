"""A judge for the shop's example that goes by the letter: it counts the words of "why" and says yes to all else."""

import json
import re

from spade_core.checks import leaves_of, words
from spade_core.testing.loopback import Call


def counting(call: Call) -> str:
    """Answer each question about a response, or the one that comes by itself."""
    said = re.search(r"<response-\w+>\n(.*?)\n</response-\w+>", call.last, re.DOTALL)
    alone = re.search(r"(?m)^The question, about the response:\n(.+)", call.last)
    questions = re.findall(r"(?m)^(\d+)\. (Does .+)", call.last)
    if said is None or not (alone or questions):
        return "I would rather not."
    is_short = all(words(str(each)) <= 25 for each in leaves_of(said[1], "why"))
    if alone is not None:
        return json.dumps({"reason": "so", "answer": _answer(alone[1], is_short=is_short)})
    verdicts = [
        {"question": int(number), "reason": "so", "answer": _answer(asked, is_short=is_short)}
        for number, asked in questions
    ]
    return json.dumps({"verdicts": verdicts})


def _answer(question: str, *, is_short: bool) -> str:
    return "yes" if is_short or "25 words" not in question else "no"
