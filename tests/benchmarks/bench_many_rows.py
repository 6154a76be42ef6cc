"""The command itself on very many responses: ``python -m tests.benchmarks.bench_many_rows [rows ...] [--large ROWS]``.

Each line is one process on a new folder: seconds, processor time, and the most memory that it and all processes below
it held together. 30 words make the choice hard, 8 easy; the last command of a folder checks as many responses without
labels. Then one selected set on rows of 2 MB, labelled and new; `--large 0` leaves these out.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.process_tree import cost_of
from tests.cli.large_workspace import make_large_workspace
from tests.command import SPADE

_ROWS = (1200, 3400, 10_000, 100_000)
_WORDS = (8, 30, 35)
_LONG = 2_000_000


def main() -> None:
    """Print a line a command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="*", type=int, default=_ROWS)
    parser.add_argument("--words", nargs="*", type=int, default=_WORDS)
    parser.add_argument("--new", type=int, default=0, help="responses to check; by default as many as are labelled")
    parser.add_argument("--large", type=int, default=100, help="rows of 2 MB")
    asked = parser.parse_args()
    sys.stdout.write(f"{'rows':>8}{'words':>6}  {'command':30}{'seconds':>8}{'processor':>10}{'MB':>6}\n")
    for rows in asked.rows:
        for words in asked.words:
            with tempfile.TemporaryDirectory() as scratch:
                folder = make_large_workspace(Path(scratch) / "w", rows=rows, words=words)
                for command in ("evaluate", "select", "select --method subsumption", "report"):
                    _tell(folder, command, rows, words)
                new = asked.new or rows
                _write_new(folder, new)
                _tell(folder, "check new.jsonl", new, words)
    if asked.large:
        with tempfile.TemporaryDirectory() as scratch:
            folder = make_large_workspace(Path(scratch) / "w", rows=40, words=8)
            _lengthen(folder / "note.examples.jsonl", asked.large)
            for command in ("evaluate", "select", "report", "check", "export --format csv"):
                _tell(folder, command, asked.large, 8)


def _tell(folder: Path, command: str, rows: int, words: int) -> None:
    environ = {**os.environ, "SPADE_HOME": str(folder.parent / "home")}
    cost = cost_of([SPADE, *command.split()], folder, environ)
    if cost.code not in {0, 1}:
        raise SystemExit(f"spade {command} ended with {cost.code}")
    figures = f"{cost.seconds:>8.1f}{cost.processor:>10.1f}{cost.megabytes:>6.0f}"
    sys.stdout.write(f"{rows:>8}{words:>6}  {command:30}{figures}\n")
    sys.stdout.flush()


def _write_new(folder: Path, number: int) -> None:
    """Write new responses: those that are labelled, again and again, each with an end of its own."""
    labelled = (folder / "note.examples.jsonl").read_text("utf-8").splitlines()
    held = [json.loads(line)["response"] for line in labelled]
    with (folder / "new.jsonl").open("w", encoding="utf-8") as file:
        for at in range(number):
            row = {"id": f"n{at}", "response": f"{held[at % len(held)]} again {at}"}
            file.write(json.dumps(row) + "\n")


def _lengthen(examples: Path, rows: int) -> None:
    """Write so many labelled rows, each with a response of 2 MB."""
    labelled = [json.loads(line) for line in examples.read_text("utf-8").splitlines()]
    with examples.open("w", encoding="utf-8") as file:
        for at in range(rows):
            row = labelled[at % len(labelled)]
            long = f"{row['response']} {at} ".ljust(_LONG, "x")
            file.write(json.dumps({**row, "id": f"l{at}", "response": long}) + "\n")


if __name__ == "__main__":
    main()
