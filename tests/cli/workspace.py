"""A small workspace for the command line: one prompt with three versions and eight labelled responses."""

import json
from collections.abc import Sequence
from pathlib import Path

from tests.repositories import commit_versions

VERSIONS = (
    "Write a note that recommends {movie_name}.\n",
    "Write a note that recommends {movie_name}.\nStay under 12 words.\n",
    'Write a note that recommends {movie_name}.\nStay under 12 words.\nEnd with "Enjoy!".\n',
)

LONG = "This is a very long note about Alien that goes on and on and never comes to its end. Enjoy!"

ROWS: tuple[tuple[str, str], ...] = (
    ("Watch Alien tonight. Enjoy!", "good"),
    ("Alien is for you. Enjoy!", "good"),
    ("You will love Alien. Enjoy!", "good"),
    ("Alien: tense and clever. Enjoy!", "good"),
    (LONG, "bad"),
    (LONG + " Really. Enjoy!", "bad"),
    ("Watch Alien tonight.", "bad"),
    ("Alien is fine", "bad"),
)


def make_workspace(folder: Path, *, rows: Sequence[tuple[str, str | None]] = ROWS) -> Path:
    """Make the repository and the examples file, and return the folder."""
    commit_versions(folder, "note.prompt.md", VERSIONS)
    examples = folder / "note.examples.jsonl"
    lines = [
        json.dumps({"id": f"r{i}", "example": {"movie_name": "Alien"}, "prompt": "", "response": text, "label": label})
        for i, (text, label) in enumerate(rows)
    ]
    examples.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
