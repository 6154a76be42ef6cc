"""How long ``spade history`` takes for its first rows in a repository of 50,000 files and 100,000 commits.

Beside it what ``git ls-files`` takes, Python when it only starts, and the command when it only starts; and what ``git
grep`` takes to read the files through for words that most prompts have, the floor for all of them. The files are
code, settings and documents as projects have them: one in fifty has a prompt, and one in seven of the code speaks of
a model and must be parsed. "first" is when the first rows are shown, "all" when the count of all prompts is; a few
runs of each in turn, for another program may want the processor. The command runs as it is installed, compiled.
Run: ``python -m tests.benchmarks.bench_listing [FILES [COMMITS]]``.
"""

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from spade_core.text import word_list
from tests.benchmarks.process_tree import cost_of

_RUNS = 3
_WORDS = word_list("""
    account address answer balance basket batch branch budget cache call channel choice client column content
    count customer delivery detail device document entry event field filter folder garden handler history
    image index invoice item journal kettle label letter level limit list market member module month number
    offer order owner package page parcel path payment person picture place plan price product query queue
    record report request result room rule sample schedule section session shelf shop stock store street
    summary supplier table tea ticket token total trade unit user value version view week window worker year
""")


def files(count: int) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file, the same every time."""
    dice = random.Random(15)  # noqa: S311 - the same repository every time
    kinds = (*(_python,) * 30, *(_typescript,) * 30, *(_json,) * 12, *(_yaml,) * 6, *(_markdown,) * 12, *(_page,) * 10)
    for number in range(count):
        ending, text = dice.choice(kinds)(dice)
        folders = "/".join((f"part{number // 2500:02}", *dice.sample(_WORDS, 2)))
        yield f"{folders}/{dice.choice(_WORDS)}_{number}{ending}", text


def _name(dice: random.Random) -> str:
    return "_".join(dice.sample(_WORDS, 2))


def _sentence(dice: random.Random) -> str:
    return " ".join(dice.sample(_WORDS, 9)).capitalize() + "."


def _has_prompt(dice: random.Random) -> bool:
    return dice.random() < 1 / 50


def _speaks_of_models(dice: random.Random) -> bool:
    return dice.random() < 1 / 7


def _python(dice: random.Random) -> tuple[str, str]:
    lines = [f"from {_name(dice)} import {_name(dice)}" for _ in range(4)]
    if _has_prompt(dice):
        lines.append(f'{_name(dice).upper()}_PROMPT = """You are a clerk. {_sentence(dice)}\\nAnswer in one line."""')
    if _speaks_of_models(dice):
        lines.append('role, content = "assistant", prompt_of(message)')
    for _ in range(dice.randint(2, 20)):
        one, other = _name(dice), _name(dice)
        lines += ["", "", f"def {one}({other}, limit=10):", f'    """{_sentence(dice)}"""', f"    if {other} is None:"]
        lines += [f'        raise ValueError(f"{_sentence(dice)} {{{other}!r}}")']
        lines += [f"    found = [{_name(dice)}(each) for each in {other}.{_name(dice)}[:limit]]", "    return found"]
    return ".py", "\n".join(lines) + "\n"


def _typescript(dice: random.Random) -> tuple[str, str]:
    lines = [f'import {{ {_name(dice)} }} from "./{_name(dice)}";' for _ in range(4)]
    if _has_prompt(dice):
        lines.append(f"export const {_name(dice)}Prompt = `You are a clerk. {_sentence(dice)}\\nAnswer in one line.`;")
    if _speaks_of_models(dice):
        lines.append('const role = "assistant", content = promptOf(message);')
    for _ in range(dice.randint(2, 20)):
        one, other = _name(dice), _name(dice)
        lines += ["", f"export function {one}({other}: string[]): string {{", f"  // {_sentence(dice)}"]
        lines += [f'  if (!{other}.length) throw new Error("{_sentence(dice)}");']
        lines += [f"  return {other}.map((each) => `${{each}} {_name(dice)}`).join();", "}"]
    return dice.choice((".ts", ".tsx", ".js")), "\n".join(lines) + "\n"


def _json(dice: random.Random) -> tuple[str, str]:
    rows = ",\n".join(f'  "{_name(dice)}": "{_sentence(dice)}"' for _ in range(dice.randint(5, 60)))
    prompt = f',\n  "system_prompt": "You are a clerk. {_sentence(dice)}"' if _has_prompt(dice) else ""
    return ".json", f"{{\n{rows}{prompt}\n}}\n"


def _yaml(dice: random.Random) -> tuple[str, str]:
    rows = "\n".join(f"  {_name(dice)}: {_sentence(dice)}" for _ in range(dice.randint(5, 60)))
    prompt = f"\nsystem_prompt: You are a clerk. {_sentence(dice)}" if _has_prompt(dice) else ""
    return ".yaml", f"{_name(dice)}:\n{rows}{prompt}\n"


def _markdown(dice: random.Random) -> tuple[str, str]:
    return ".md", "\n\n".join(f"# {_name(dice)}\n\n{_sentence(dice)} {_sentence(dice)}" for _ in range(10)) + "\n"


def _page(dice: random.Random) -> tuple[str, str]:
    rule = f".{_name(dice)} {{ margin: {dice.randint(1, 9)}px; }}\n"
    return dice.choice((".css", ".html", ".svg")), rule * dice.randint(5, 60)


def make_repository(root: Path, count: int, commits: int) -> None:
    """Make a repository whose first commit has the files, and whose others change one small file."""
    subprocess.run(("git", "init", "-q", "-b", "main"), cwd=root, check=True)  # noqa: S607
    written = list(files(count))
    with subprocess.Popen(("git", "fast-import", "--quiet"), cwd=root, stdin=subprocess.PIPE) as importing:  # noqa: S607
        assert importing.stdin is not None
        for number in range(commits):
            head = (
                f"commit refs/heads/main\nmark :{number + 1}\ncommitter Ada <ada@example.org> {10**9 + number} +0000\n"
            )
            importing.stdin.write(f"{head}data 0\n".encode())
            if number:
                importing.stdin.write(f"from :{number}\n".encode())
            for path, text in written if number == 0 else [("work.txt", str(number))]:
                data = text.encode()
                importing.stdin.write(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
    subprocess.run(("git", "reset", "-q", "--hard", "main"), cwd=root, check=True)  # noqa: S607


@dataclass(frozen=True, slots=True)
class _Taken:
    """Seconds until the first line and until the end, and seconds of a processor."""

    first: float
    end: float
    processor: float


def _taken(command: list[str], root: Path) -> _Taken:
    before = os.times()
    begin = time.perf_counter()
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen(  # noqa: S603 - our own arguments
        command, cwd=root, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        first = time.perf_counter() - begin
        process.stdout.read()
    end, after = time.perf_counter() - begin, os.times()
    spent = after.children_user - before.children_user + after.children_system - before.children_system
    return _Taken(first, end, spent)


def main() -> None:
    """Print the table, and what the command keeps in memory."""
    count, commits = (int(told) for told in (*sys.argv[1:3], *("50000", "100000")[len(sys.argv[1:3]) :]))
    spade = [sys.executable, "-m", "spade_core"]
    commands = {
        "git ls-files": ["git", "ls-files"],
        "git grep": ["git", "grep", "-lIiE", "prompt|system|instruct|you are"],
        "python -c pass": [sys.executable, "-c", "pass"],
        "spade --version": [*spade, "--version"],
        "spade history": [*spade, "history"],
    }
    with TemporaryDirectory() as folder:
        root = Path(folder)
        make_repository(root, count, commits)
        sys.stdout.write(f"{count:,} files, {commits:,} commits, load {os.getloadavg()[0]:.1f}\n")
        sys.stdout.write(f"{'':16} {'first s':>8} {'all s':>8} {'processor s':>12}   (medians of {_RUNS})\n")
        taken: dict[str, list[_Taken]] = {name: [] for name in commands}
        for _ in range(_RUNS):
            for name, command in commands.items():
                taken[name].append(_taken(command, root))
        medians = {
            name: _Taken(
                *map(statistics.median, zip(*((run.first, run.end, run.processor) for run in runs), strict=True))
            )
            for name, runs in taken.items()
        }
        for name, one in medians.items():
            sys.stdout.write(f"{name:16} {one.first:8.2f} {one.end:8.2f} {one.processor:12.2f}\n")
        ratio = medians["spade history"].first / medians["git ls-files"].end
        sys.stdout.write(f"the first rows take {ratio:.0f} times git ls-files (bar 3)\n")
        sys.stdout.write(f"memory {cost_of(commands['spade history'], root).megabytes:.0f} MB (bar 150)\n")


if __name__ == "__main__":
    main()
