"""What is said behind a key is asked of the value there, and of nothing else, in every notation."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from spade_core.constraints.evaluation import holds
from tests.constraints.test_readings import sources

SAID: Sequence[tuple[str, Any, Any]] = (
    ("at most 12 characters", "twelve chars", "thirteen char"),
    ("string, no emojis, under 10 characters", "nine char", "ten charss"),
    ("one sentence, max 4 words", "It is so.", "It is so. Or not."),
    ("3 to 5, each one ending with a period", ["A.", "B.", "C."], ["A.", "B."]),
    ("3 to 5, each one ending with a period", ["A.", "B.", "C."], ["A.", "B.", "C"]),
    ("array, from 2 till 3 of strings", ["a", "b"], ["a"]),
    ("string[], 2 or more", ["a", "b"], ["a"]),
    ("list of 2 names, none longer than 2 words", ["Ann", "Bo Lee"], ["Ann", "Bo van Lee"]),
    ("array of strings, no one of them with capital letters", ["a"], ["A"]),
    ("list, no duplicates", ["a", "b"], ["a", "a"]),
    ("list, never empty", ["a"], []),
    ("lowercase, no spaces", "a-b", "a b"),
    ("only small latin letters, digits and hyphens", "a-1", "a_1"),
    ("three-letter code, upper case", "EUR", "Euro"),
    ("ISO 8601 date", "2024-02-03", "3 Feb 2024"),
    ("YYYY-MM, null if unknown", "2024-02", "2024"),
    ('starts with "Quiz:"', "Quiz: rivers", "Rivers"),
    ('one sentence, ends with "?"', "Who?", "He."),
    ("no exclamation marks", "Well.", "Well!"),
    ("integer 1-5", 5, 6),
    ("integer, 1..12", 12, 13),
    ("number, two decimals at most", 1.25, 1.255),
    ("index of the right one (0, 1 or 2), integer", 0, 3),
    ("integer, at least 18", 18, 17),
)


@pytest.mark.parametrize(("said", "good", "bad"), SAID)
@pytest.mark.parametrize("shape", ["list", "comment", "table"])
def test_a_value_is_held_to_what_is_said_behind_its_key(said: str, good: Any, bad: Any, shape: str) -> None:
    shown = "[]" if isinstance(good, list) else "0" if isinstance(good, int | float) else '"..."'
    prompts = {
        "list": f"Return JSON with these keys:\n- gist: {said}\n- rest: text\n",
        "comment": f'Return JSON like this:\n{{\n  "gist": {shown}, // {said}\n  "rest": "..."\n}}\n',
        "table": f"Return JSON with these fields:\n\n| field | what |\n|---|---|\n| gist | {said} |\n| rest | text |\n",
    }
    found = sources(prompts[shape])
    other = "This Text is of 13 words! It has two sentences, and no key says so?"
    for value, is_kept in ((good, True), (None, True), (bad, False)):
        response = json.dumps({"gist": value, "rest": other})
        failed = [each for each in found if holds(each, response, fields={}) is False]
        assert (failed == []) is is_kept, (value, failed, found)
