"""A real gateway before a model: LiteLLM's proxy, where the machine has it (`pip install 'litellm[proxy]'`)."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.serving import free_port, started
from tests.synthesis.asking import ROWS, environment, kind_judge, make_kind_workspace, spade

LITELLM = os.environ.get("SPADE_LITELLM") or shutil.which("litellm")
KEY = "sk-proxy-0123456789"
pytestmark = [
    pytest.mark.skipif(LITELLM is None, reason="neither SPADE_LITELLM nor the path names LiteLLM's proxy"),
    pytest.mark.timeout(300),
]


@pytest.fixture
def upstream() -> Iterator[LoopbackServer]:
    def play(call: Call) -> Answer:
        if "too long" in call.last:
            said = {"message": "This model's maximum context length is 8 tokens.", "code": "context_length_exceeded"}
            return Answer(status=400, complaint=said)
        return kind_judge(call)

    with LoopbackServer(play) as server:
        yield server


@pytest.fixture
def proxy(tmp_path: Path, upstream: LoopbackServer) -> Iterator[str]:
    """The address of a proxy that knows one model and one key."""
    model = {"model": "openai/small", "api_base": upstream.url, "api_key": "any"}
    settings = {"model_list": [{"model_name": "small", "litellm_params": model}]}
    settings["general_settings"] = {"master_key": KEY}  # type: ignore[assignment]
    (tmp_path / "proxy.yaml").write_text(json.dumps(settings), encoding="utf-8")
    port = free_port()
    environ = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "NO_DOCS": "True"}
    command = [str(LITELLM), "--config", str(tmp_path / "proxy.yaml"), "--host", "127.0.0.1", "--port", str(port)]
    with started(command, f"http://127.0.0.1:{port}/health/liveliness", tmp_path, environ):
        yield f"http://127.0.0.1:{port}/v1"


def test_a_judge_behind_the_proxy_answers_and_what_it_refuses_is_told(tmp_path: Path, proxy: str) -> None:
    folder = make_kind_workspace(tmp_path / "w")
    environ = environment(tmp_path / "home", SPADE_BASE_URL=proxy, SPADE_API_KEY=KEY, SPADE_MODEL="small")
    done = spade(folder, environ, "evaluate", "--json")
    assert done.returncode == 0, done.stderr
    found = {each["name"]: each["results"] for each in json.loads(done.stdout)["assertions"]}
    assert found["assert_kind"] == {
        f"r{n}": "passed" if "kind" in text else "failed" for n, (text, _) in enumerate(ROWS)
    }

    row = {"id": "long", "response": "This is too long, kind or not.", "label": "good"}
    with (folder / "note.examples.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    done = spade(folder, environ, "evaluate", "--json")
    assert done.returncode == 5
    results = {each["name"]: each["results"] for each in json.loads(done.stdout)["assertions"]}["assert_kind"]
    assert results["long"]["outcome"] == "judge failed"
    assert "longer than the model takes" in results["long"]["message"]

    other = {**environ, "SPADE_API_KEY": "sk-wrong", "SPADE_HOME": str(tmp_path / "other")}
    done = spade(folder, other, "evaluate")
    assert done.returncode == 5
    assert done.stderr.count("the judge failed: ") == 1
    calls = re.search(r"small: (\d) calls? \(\1 failed\)", done.stderr)  # without a database it is a bad request there
    assert calls is not None
    assert int(calls[1]) <= 3

    done = spade(folder, {**environ, "SPADE_MODEL": "absent", "SPADE_HOME": str(tmp_path / "third")}, "evaluate")
    assert done.returncode == 5
    assert done.stderr.count("the judge failed: ") == 1


def test_doctor_says_what_a_model_behind_the_proxy_can_do(tmp_path: Path, proxy: str) -> None:
    folder = make_kind_workspace(tmp_path / "w")
    environ = environment(tmp_path / "home", SPADE_BASE_URL=proxy, SPADE_API_KEY=KEY, SPADE_MODEL="small")
    done = spade(folder, environ, "doctor", "--models")
    assert done.returncode == 0, done.stderr
    assert "small" in done.stdout
