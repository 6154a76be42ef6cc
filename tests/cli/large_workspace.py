"""A workspace with very many labelled responses, and one assertion written by hand for each word to avoid."""

import json
import random
from pathlib import Path

from tests.repositories import commit_versions

_BAD, _GOOD = 4.0, 0.9  # how many of the words a response holds on average


def make_large_workspace(folder: Path, *, rows: int, words: int) -> Path:
    """Make the repository and the files beside the prompt, and return the folder; with 30 words the choice is hard."""
    commit_versions(folder, "note.prompt.md", ("Write a note.\n",))
    avoided = [f"word{number:02}" for number in range(words)]
    functions = [
        f"async def assert_no_{word}(example: dict, prompt: str, response: str):\n    return {word!r} not in response\n"
        for word in avoided
    ]
    (folder / "note.assertions.py").write_text("\n\n".join(functions), encoding="utf-8")
    choice = random.Random(1)  # noqa: S311  (reproducible test data)
    with (folder / "note.examples.jsonl").open("w", encoding="utf-8") as file:
        for number in range(rows):
            label, held = choice.choice((("bad", _BAD), ("good", _GOOD)))
            response = " ".join([*(word for word in avoided if choice.random() < held / words), f"note {number}"])
            row = {"id": f"r{number}", "example": {}, "prompt": "", "response": response, "label": label}
            file.write(json.dumps(row) + "\n")
    return folder
