"""A real model on this machine: llama.cpp with random weights, where the machine has it.

`SPADE_LLAMA` names a Python with `pip install 'llama-cpp-python[server]' gguf`. The answers are chance, their form is
not: llama.cpp holds them to the schema.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import free_port, started
from tests.synthesis.asking import ROWS, environment, make_kind_workspace, spade

LLAMA = os.environ.get("SPADE_LLAMA")
KEY = "sk-llama-0123456789"
pytestmark = [
    pytest.mark.skipif(LLAMA is None, reason="SPADE_LLAMA names no Python with llama-cpp-python"),
    pytest.mark.timeout(300),
]


@pytest.fixture(scope="module")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a tiny model."""
    folder = tmp_path_factory.mktemp("llama")
    writing = [str(LLAMA), str(Path(__file__).with_name("tiny_model.py")), str(folder / "tiny.gguf")]
    subprocess.run(writing, check=True, capture_output=True)  # noqa: S603
    port = free_port()
    options = [
        "--model",
        "tiny.gguf",
        "--n_ctx",
        "2048",
        "--chat_format",
        "chatml",
        "--api_key",
        KEY,
        "--port",
        str(port),
    ]
    command = [str(LLAMA), "-m", "llama_cpp.server", *options]
    with started(command, f"http://127.0.0.1:{port}/docs", folder):
        yield f"http://127.0.0.1:{port}/v1"


def test_doctor_finds_that_it_keeps_to_a_schema(tmp_path: Path, llama: str) -> None:
    environ = environment(tmp_path / "home", SPADE_BASE_URL=llama, SPADE_API_KEY=KEY, SPADE_MODEL="tiny")
    done = spade(make_kind_workspace(tmp_path / "w"), environ, "doctor", "--models", "--json")
    assert done.returncode == 0, done.stderr
    [told] = [each["fact"] for each in json.loads(done.stdout)["findings"] if each["name"] == "model tiny"]
    assert "JSON schema: kept to; streaming: yes" in told
    assert "token counts: no, they are estimated" in told  # in a stream; whole replies have them


def test_a_judge_that_answers_by_chance_answers_every_question_and_what_is_too_long_is_told(
    tmp_path: Path, llama: str
) -> None:
    folder = make_kind_workspace(tmp_path / "w")
    row = {"id": "long", "response": "A kind word. " * 400, "label": "good"}
    with (folder / "note.examples.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    environ = environment(tmp_path / "home", SPADE_BASE_URL=llama, SPADE_API_KEY=KEY, SPADE_MODEL="tiny")
    done = spade(folder, environ, "evaluate", "--json")
    assert done.returncode == 5
    found = json.loads(done.stdout)
    results = {each["name"]: each["results"] for each in found["assertions"]}["assert_kind"]
    assert {results[f"r{n}"] for n in range(len(ROWS))} <= {"passed", "failed"}
    assert "longer than the model takes" in results["long"]["message"]
    assert found["cost"]["counted"] is True
    assert len(found["judge"]["verdicts"]) == len(ROWS)


def test_with_a_wrong_key_it_is_asked_once(tmp_path: Path, llama: str) -> None:
    folder = make_kind_workspace(tmp_path / "w")
    environ = environment(tmp_path / "home", SPADE_BASE_URL=llama, SPADE_API_KEY="sk-wrong", SPADE_MODEL="tiny")
    done = spade(folder, environ, "evaluate")
    assert (done.returncode, done.stderr.count("the key is wrong")) == (5, 1)
