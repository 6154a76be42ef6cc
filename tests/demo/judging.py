"""A judge for the shop's example that goes by the letter: it counts the words of "why" and says yes to all else."""

import json
import re

from spade_core.checks import leaves_of, words
from spade_core.testing.loopback import Call


def counting(call: Call) -> str:
    """Answer each question about a response."""
    said = re.search(r"<response-\w+>\n(.*?)\n</response-\w+>", call.last, re.DOTALL)
    questions = re.findall(r"(?m)^(\d+)\. (Does .+)", call.last)
    if said is None or not questions:
        return "I would rather not."
    is_short = all(words(str(each)) <= 25 for each in leaves_of(said[1], "why"))
    answers = {number: "yes" if is_short or "25 words" not in asked else "no" for number, asked in questions}
    verdicts = [{"question": int(number), "reason": "so", "answer": answer} for number, answer in answers.items()]
    return json.dumps({"verdicts": verdicts})
