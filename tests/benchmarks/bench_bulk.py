"""`spade check --results` on many responses by 20 assertions: ``python -m tests.benchmarks.bench_bulk [rows] [kills]``.

The processor time of all its processes tells what two cores do, also where others have the machine; memory is what all
of them held together at most (PSS). Ray is measured where it is installed, one worker and two in turns. With kills, so
many runs are each disturbed by one, of any of its processes: each run must end with the bytes of an undisturbed one.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from tests.benchmarks.process_tree import Cost, cost_of
from tests.bulk.killing import run_killing
from tests.bulk.workspace import parts
from tests.command import SPADE
from tests.repositories import commit_versions

_PROMPT = """Write a note that recommends {movie_name}.

- Stay under 80 words.
- Write at least three sentences.
- End with "Enjoy!".
- Mention {movie_name}.
- Never begin with "As an AI".
- Do not use emojis.
- Do not use bullet points.
- Do not use headings.
- Do not include links.
- Do not include a table.
- Write in English.
- Do not use the word "masterpiece".
- Do not use semicolons.
- Do not use parentheses.
- Do not use bold text.
- Do not ask questions.
- Use at most two paragraphs.
- Do not use hashtags.
- Do not include an email address.
- Do not use code blocks.
"""
_WORDS = "watch this film tonight because its story moves slowly and then surprises you with warmth wit music courage"
_NUMBER = 20


def main() -> None:
    """Print the figures."""
    rows, kills = (int(each) for each in (*sys.argv[1:], "100000", "0")[:2])
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        names = _make(folder, rows)
        _say(f"{rows} responses by {len(names)} assertions")
        for workers in (1, 2):
            cost = _cost(folder, f"of_{workers}", "--workers", str(workers))
            _tell(f"{workers} worker{'s' * (workers > 1)}", cost, rows * len(names))
        same = parts(folder / "of_1") == parts(folder / "of_2")
        _say(f"the same bytes: {same}")
        if find_spec("ray") is not None:
            _measure_ray(folder, rows * len(names))
        if kills:
            _disturb(folder, kills)


def _measure_ray(folder: Path, verdicts: int) -> None:
    took: dict[str, list[float]] = {"1": [], "2": []}
    for turn in range(2):
        for workers in ("1", "2"):
            cost = _cost(folder, f"ray_{workers}_{turn}", "--workers", workers, "--ray", "local")
            _tell(f"Ray, {workers}, {turn}", cost, verdicts)
            took[workers].append(cost.seconds)
    _say(f"Ray: two workers are {min(took['1']) / min(took['2']):.2f} times one")


def _disturb(folder: Path, kills: int) -> None:
    with (folder / "new.jsonl").open(encoding="utf-8") as file:
        (folder / "few.jsonl").write_text("".join(line for line, _ in zip(file, range(4000), strict=False)), "utf-8")
    arguments = ("check", "few.jsonl", "--workers", "2", "--shard-rows", "200", "--results")
    subprocess.run([SPADE, *arguments, "calm"], cwd=folder, capture_output=True, check=False)  # noqa: S603
    chance, equal = random.Random(3), 0  # noqa: S311  (reproducible)
    for _ in range(kills):
        code, left = -9, 1
        while code == -9:
            code, _, left = run_killing(folder, arguments, "killed", chance, left)
        equal += left == 0 and parts(folder / "killed") == parts(folder / "calm")
        shutil.rmtree(folder / "killed")
    _say(f"{equal} of {kills} runs that lost a process are complete and equal")


def _make(folder: Path, rows: int) -> Sequence[str]:
    """Write the prompt, its selected set, and responses; return the names of the assertions."""
    commit_versions(folder, "note.prompt.md", (_PROMPT,))
    environ = {**os.environ, "SPADE_HOME": str(folder / "home")}
    for command in ("generate", "select --method no-examples"):
        subprocess.run([SPADE, *command.split()], cwd=folder, env=environ, capture_output=True, check=True)  # noqa: S603
    record = folder / "note.spade.json"
    held = json.loads(record.read_text("utf-8"))
    names = [name for name in held["selection"]["chosen"] if "judged" not in name][:_NUMBER]
    held["selection"]["chosen"] = names
    record.write_text(json.dumps(held), encoding="utf-8")
    chance = random.Random(1)  # noqa: S311  (reproducible)
    with (folder / "new.jsonl").open("w", encoding="utf-8") as file:
        for number in range(rows):
            row = {"id": f"r{number}", "response": _response(chance), "example": {"movie_name": "Alien"}}
            file.write(json.dumps(row) + "\n")
    return names


def _response(chance: random.Random) -> str:
    lengths = [chance.randint(8, 16) for _ in range(chance.randint(2, 5))]
    said = [" ".join(chance.choices(_WORDS.split(), k=length)).capitalize() + "." for length in lengths]
    return f"Alien: {' '.join(said)}{' Enjoy!' * (chance.random() < 0.8)}"


def _cost(folder: Path, results: str, *more: str) -> Cost:
    return cost_of([SPADE, "check", "new.jsonl", "--results", results, "--shard-rows", "5000", *more], folder)


def _tell(name: str, cost: Cost, verdicts: int) -> None:
    each = f"{verdicts / cost.seconds:,.0f} verdicts a second ({2 * verdicts / cost.processor:,.0f} on two idle cores)"
    _say(f"{name}: {cost.seconds:.1f} s, {cost.processor:.1f} s of the processor, {each}, {cost.megabytes:.0f} MB")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
