"""What a label costs in the editor, as a share of reading its file: `python -m tests.benchmarks.bench_label_key`."""

import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from spade_core.examples import parse_examples
from spade_server.context import SpadeServer
from spade_server.protocol.verdicts import LabelParams, LabelResult
from spade_server.requests import label
from spade_server.requests.request_run import RequestRun
from spade_server.requests.requested_document import RequestedDocument

ROWS = 2_000
PRESSES = 9
PROMPT = "Mention {movie_name} to {person}, who likes {genre}; end with {award}.\n" * 40
FUNCTION = """\
async def assert_{number}(example: dict, prompt: str, response: str) -> bool:
    return len(response) % {number} != 0
"""


def main() -> None:
    """Print the process time of a key press beside that of reading the examples once."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["SPADE_HOME"] = home
        for functions in (0, 5):
            folder = Path(home) / str(functions)
            folder.mkdir()
            _report(folder, functions)


def _report(folder: Path, functions: int) -> None:
    text = "".join(json.dumps(_row(number)) + "\n" for number in range(ROWS))
    (folder / "note.prompt.md").write_text(PROMPT)
    (folder / "note.examples.jsonl").write_text(text)
    (folder / "note.assertions.py").write_text("\n\n".join(FUNCTION.format(number=2 + n) for n in range(functions)))
    ls, asked = SpadeServer(), RequestedDocument(folder / "note.prompt.md", "", {}, {})
    shown = _answered(ls, asked, LabelParams(uri=""))

    def press() -> None:
        nonlocal shown
        assert shown.example is not None
        given = LabelParams(
            "", action="set", example_id=shown.example.id, label="good", response=shown.example.response
        )
        shown = _answered(ls, asked, given)

    floor = min(_seconds(lambda: parse_examples(text, "note.examples.jsonl")) for _ in range(PRESSES))
    took = min(_seconds(press) for _ in range(PRESSES))
    sys.stdout.write(
        f"{ROWS} rows, {functions} assertions: {took * 1000:.0f} ms a key, {took / floor:.1f} times reading the rows\n"
    )


def _row(number: int) -> dict[str, object]:
    fields = {"movie_name": f"Alien {number}", "person": "Ann", "genre": "x" * 200, "award": "y" * 300}
    known = None if number % 4 else ("good" if number % 8 else "bad")
    return {"id": f"r{number}", "example": fields, "response": f"Watch {number}. " + "word " * 100, "label": known}


def _answered(ls: SpadeServer, asked: RequestedDocument, params: LabelParams) -> LabelResult:
    return label.answer(RequestRun(ls, threading.Event(), lambda *_: None, asked), params)


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    main()
