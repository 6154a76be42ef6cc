"""A workspace whose assertions ask a judge, and the environment that leads spade to a loopback server."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests import command
from tests.repositories import commit_versions

KIND = "Say something kind about {movie_name}.\n"

ASSERTIONS = '''\
async def assert_kind(example: dict, prompt: str, response: str) -> bool:
    """A judge says that it is kind."""
    return await ask_llm(prompt, response, "Is the response kind?")


async def assert_short(example: dict, prompt: str, response: str) -> bool:
    """At most 8 words."""
    return len(response.split()) <= 8
'''

ROWS = (
    ("A kind word about Alien.", "good"),
    ("How kind and clever Alien is!", "good"),
    ("I kindly like Alien.", "good"),
    ("Alien is rubbish.", "bad"),
    ("Nobody should see this film.", "bad"),
    ("Alien is a kind of film, sadly.", "bad"),
)


def make_kind_workspace(folder: Path) -> Path:
    commit_versions(folder, "note.prompt.md", (KIND,))
    (folder / "note.assertions.py").write_text(ASSERTIONS, encoding="utf-8")
    lines = [
        json.dumps({"id": f"r{i}", "example": {}, "prompt": "", "response": text, "label": label})
        for i, (text, label) in enumerate(ROWS)
    ]
    (folder / "note.examples.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def make_questions(folder: Path, questions: int, settings: str, texts: Sequence[str]) -> Path:
    """Write so many assertions that ask whether a response is kind; every second response is good, the first is bad."""
    commit_versions(folder, "note.prompt.md", ("Say something kind.\n",))
    functions = [
        f"async def assert_{n}(example: dict, prompt: str, response: str) -> bool:\n"
        f'    return await ask_llm(prompt, response, "Is it kind ({n})?")\n'
        for n in range(questions)
    ]
    (folder / "note.assertions.py").write_text("\n\n".join(functions), encoding="utf-8")
    (folder / "spade.toml").write_text(settings, encoding="utf-8")
    with (folder / "note.examples.jsonl").open("w", encoding="utf-8") as file:
        for n, text in enumerate(texts):
            file.write(json.dumps({"id": f"r{n}", "response": text, "label": "good" if n % 2 else "bad"}) + "\n")
    return folder


def kind_judge(call: Call) -> Answer:
    """Yes to what holds the word, whatever it means."""
    response = call.last.partition("<response-")[2].partition("</response-")[0]
    answer = "yes" if "kind" in response else "no"
    return Answer(json.dumps({"reason": f"it says {answer}", "answer": answer}))


def environment(home: Path, server: LoopbackServer | None = None, **more: str) -> dict[str, str]:
    also = ("SPADE_SANDBOX_CACHE", "SPADE_TRUSTED_FOLDERS")
    kept = {
        name: value for name, value in os.environ.items() if name in also or not name.startswith(("SPADE_", "OPENAI_"))
    }
    where = {"SPADE_BASE_URL": server.url} if server is not None else {}
    return {**kept, "SPADE_HOME": str(home), **where, **more}


def spade(folder: Path, environ: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command in a folder, in this environment."""
    return command.spade(folder, *arguments, environ=environ)
