"""How long it takes to read 1,000 versions of one prompt in a repository of 20,000 commits.

The floor is what git itself needs to name and print the same contents: ``git log --follow --raw`` and then
``git cat-file --batch``. Ours includes parsing every version as a template; that share is printed apart,
and so is the first call, which imports GitPython. "cpu" is the ratio of processor time, children included: it
holds on a busy machine too, while the ratio of the clock needs a second core that is free. Last comes the command
itself on 5,000 versions. Run:
``python -m tests.benchmarks.bench_history``.
"""

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from spade_core.versions.git_history import read_history
from spade_core.versions.reading import earlier_templates

NOTE = "prompts/movie_note.prompt.md"
OLD_NOTE = "prompts/old/note.prompt.md"
BAR = 1.5
COMMAND_BAR = 10.0
"""Seconds for 5,000 versions."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What kind of history to build."""

    name: str
    commits: int
    versions: int
    merges: int = 0
    """How many times two lines that both changed the prompt are merged."""


def stream_of(shape: Shape) -> Iterator[bytes]:
    """Yield a ``git fast-import`` stream: a prompt that grows and shrinks, renamed once, among other work."""
    dice = random.Random(7)  # noqa: S311 - the same repository every time
    every = shape.commits // shape.versions
    merge_every = shape.versions // shape.merges if shape.merges else 0
    rules = [f"Rule {n}: keep to the number {n} in every note that you write.\n" for n in range(30)]
    rules[0] = "Given what is known of the user, {personal_info}, and of {movie_name}, {movie_info}: write a note.\n"
    path = OLD_NOTE
    for n in range(shape.commits):
        version, is_version = n // every, n % every == 0
        is_merge = bool(merge_every) and is_version and version % merge_every == merge_every - 1
        yield f"commit refs/heads/main\nmark :{n + 1}\n".encode()
        yield f"committer Ada <ada@example.org> {1_600_000_000 + 60 * n} +0100\ndata 5\nwork\n\n".encode()
        if n:
            yield f"from :{n}\n".encode()
        if is_merge:
            yield f"merge :{n - 2 * every}\n".encode()
        if is_version:
            if version == shape.versions // 2:
                yield f"R {path} {NOTE}\n".encode()
                path = NOTE
            rules[dice.randrange(1, len(rules))] = f"Rule {version}: name at most {dice.randrange(9)} of the awards.\n"
            yield from _file(path, "".join(rules))
        else:
            yield from _file(f"src/package{dice.randrange(20)}/module{dice.randrange(30)}.py", f"print({n})\n")


def _file(path: str, text: str) -> Iterator[bytes]:
    data = text.encode()
    yield f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n"


def build(folder: Path, shape: Shape) -> None:
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "fast-import", "--quiet", stdin=b"".join(stream_of(shape)))
    git(folder, "reset", "--quiet", "--hard", "main")


def git(folder: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    return subprocess.run(  # noqa: S603 - our own arguments
        ["git", *arguments],  # noqa: S607 - the git of the machine
        cwd=folder,
        input=stdin,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout


def floor(folder: Path) -> list[bytes]:
    """Return the contents that git itself finds for the prompt, newest first."""
    log = git(folder, "log", "--follow", "--raw", "--no-abbrev", "--format=%H", "--", NOTE)
    blobs = [line.split()[3] for line in log.splitlines() if line.startswith(b":")]
    answer = git(folder, "cat-file", "--batch", stdin=b"\n".join(blobs) + b"\n")
    contents, at = [], 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        size = int(answer[at:end].split()[2])
        contents.append(answer[end + 1 : end + 1 + size])
        at = end + 2 + size
    return contents


def seconds_of(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor_seconds() -> float:
    """Return the time that this process and its ended children have spent on a processor."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def processor_seconds_of(work: Callable[[], object], rounds: int) -> float:
    start = processor_seconds()
    for _ in range(rounds):
        work()
    return (processor_seconds() - start) / rounds


def measure(shape: Shape, rounds: int) -> float:
    """Print one row and return the ratio of the medians."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder, shape)
        contents = floor(folder)
        first = seconds_of(lambda: read_history(folder / NOTE))
        found = len(read_history(folder / NOTE).versions) - 1
        rows = [
            (
                seconds_of(lambda: floor(folder)),
                seconds_of(lambda: read_history(folder / NOTE)),
                seconds_of(lambda: [earlier_templates(data, path=NOTE, name="") for data in contents]),
            )
            for _ in range(rounds)
        ]
        cpu = processor_seconds_of(lambda: read_history(folder / NOTE), rounds) / processor_seconds_of(
            lambda: floor(folder), rounds
        )
    git_alone, ours, parsing = (statistics.median(column) for column in zip(*rows, strict=True))
    ratio: float = ours / git_alone
    print(  # noqa: T201 - a benchmark prints
        f"{shape.name:18} {found:9} {git_alone * 1e3:9.0f} {ours * 1e3:9.0f} {parsing * 1e3:11.0f} {first * 1e3:9.0f}"
        f" {ratio:7.2f} {min(row[1] / row[0] for row in rows):6.2f} {max(row[1] / row[0] for row in rows):6.2f}"
        f" {cpu:6.2f}"
    )
    return ratio


def shown_by(folder: Path) -> bytes:
    """Return what the command shows of the prompt's history, run as it is installed: compiled."""
    command = [sys.executable, "-m", "spade_core", "history", NOTE]
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, cwd=folder, env=compiled, stdout=subprocess.PIPE, check=True).stdout  # noqa: S603 - our own arguments


def measure_command(shape: Shape) -> None:
    """Print how long the command takes to show a history: by the clock, and of a processor."""
    with tempfile.TemporaryDirectory() as name:
        build(Path(name), shape)
        shown_by(Path(name))  # leaves the modules compiled, as they are where they are installed
        before, begin = processor_seconds(), time.perf_counter()
        shown = shown_by(Path(name))
        seconds, processor = time.perf_counter() - begin, processor_seconds() - before
    versions = sum(1 for line in shown.splitlines() if line.startswith(b"P"))
    said = "holds" if seconds <= COMMAND_BAR else "missed"
    print(  # noqa: T201
        f"spade history, {versions:,} versions: {seconds:.1f} s, {processor:.1f} s of a processor, load"
        f" {os.getloadavg()[0]:.0f} (bar {COMMAND_BAR:.0f} s: {said})"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commits", type=int, default=20_000)
    parser.add_argument("--versions", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    print(  # noqa: T201
        f"{'history':18} {'versions':>9} {'git ms':>9} {'ours ms':>9} {'parsing ms':>11} {'first ms':>9}"
        f" {'ratio':>7} {'least':>6} {'most':>6} {'cpu':>6}"
    )
    shapes = [
        Shape("one line", options.commits, options.versions),
        Shape("20 merges", options.commits, options.versions, merges=20),
    ]
    ratios = [measure(shape, options.rounds) for shape in shapes]
    measure_command(Shape("command", options.commits, min(5_000, options.commits)))
    print(f"bar: {BAR}; one line: {'holds' if ratios[0] <= BAR else 'missed'}")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
