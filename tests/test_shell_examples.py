"""Each command of spade in the shell examples of the documentation runs; ci.md and scale.md have tests of their own."""

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.cli.workspace import make_workspace
from tests.command import spade
from tests.repositories import git
from tests.synthesis.asking import environment, kind_judge

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]
ELSEWHERE = {"docs/ci.md": "tests/cli/test_ci_page.py", "docs/scale.md": "tests/bulk/test_page.py"}
OTHERS = {"cd", "export", "gh", "git", "make", "ollama", "pip", "pipx", "uvx"}
"""What a person runs beside spade: it needs the network, a model or a clone."""


def commands(page: str) -> list[list[str]]:
    """Return the commands of a page, comments and settings before them left out."""
    text = (ROOT / page).read_text("utf-8")
    lines = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)).splitlines()
    split = [shlex.split(line, comments=True) for line in lines]
    return [words[re.match(r"\w+=", words[0]) is not None :] for words in split if words]


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer(_answer) as found:
        yield found


def _answer(call: Call) -> Answer | str:
    return (
        kind_judge(call)
        if "<response-" in call.last
        else json.dumps({"criteria": [], "inputs": [{"movie_name": "Heat"}]})
    )


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ELSEWHERE and commands(page)])
def test_the_commands_of_a_page_run(tmp_path: Path, server: LoopbackServer, page: str) -> None:
    folder = make_workspace(tmp_path / "w")
    assert spade(folder, "generate").returncode == 0
    named = {name for words in commands(page) for name in words if name.startswith("assert_")}
    with (folder / "note.assertions.py").open("a", encoding="utf-8") as file:
        for name in sorted(named):
            file.write(f"\n\nasync def {name}(example: dict, prompt: str, response: str) -> bool:\n    return True\n")
    assert spade(folder, "select").returncode == 0
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=The set")
    (folder / "new.jsonl").write_text(json.dumps({"response": "Watch Alien. Enjoy!", "id": "a"}) + "\n")
    (folder / "inputs.jsonl").write_text(json.dumps({"movie_name": "Heat"}) + "\n")
    (folder / "traces.jsonl").write_text(json.dumps({"type": "GENERATION", "input": "A", "output": "Heat."}) + "\n")
    environ = {**environment(tmp_path / "home", server), "SPADE_MODEL": "m", "SPADE_TRUSTED_FOLDERS": os.fspath(folder)}
    for program, *arguments in commands(page):
        if program == "spade":
            kept = arguments[: arguments.index(">")] if ">" in arguments else arguments
            done = spade(folder, *kept, environ=environ)
            assert done.returncode == 0, f"spade {' '.join(kept)}: {done.stdout}{done.stderr}"
        else:
            assert program in OTHERS


@pytest.mark.parametrize("page", ELSEWHERE)
def test_the_other_pages_have_a_test_of_their_own(page: str) -> None:
    assert Path(page).name in (ROOT / ELSEWHERE[page]).read_text("utf-8")
