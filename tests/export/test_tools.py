"""What is exported for a tool runs in that tool, where it is installed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.workspace import make_workspace
from tests.command import spade
from tests.export.obeyed import add_rows, obeyed_rows
from tests.installed_tools import program, python_with

PAGE = Path(__file__).parents[2] / "docs" / "exchange.md"
pytestmark = pytest.mark.timeout(900)  # the sandbox may be built first, on a machine that is busy
_QUIET = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "GUARDRAILS_RUN_SYNC": "true",
    "LANGFUSE_TRACING_ENABLED": "false",
    "LANGSMITH_TRACING": "false",
    "OTEL_SDK_DISABLED": "true",
    "PROMPTFOO_DISABLE_TELEMETRY": "1",
    "PROMPTFOO_DISABLE_UPDATE": "1",
    "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = make_workspace(tmp_path / "w")
    assert spade(made, "select").returncode == 0
    return made


def exported(folder: Path, kind: str) -> list[Path]:
    told = json.loads(spade(folder, "export", "--format", kind, "--json").stdout)
    assert len(told["assertions"]) == 2
    return [folder / name for name in told["files"]]


def run(folder: Path, *command: str, code: int = 0) -> str:
    environ = {**os.environ, **_QUIET, "HOME": str(folder), "PROMPTFOO_CONFIG_DIR": str(folder)}
    done = subprocess.run(  # noqa: S603  (a tool that the person has installed)
        command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == code, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_promptfoo_runs_the_configuration_and_its_results_come_back(folder: Path) -> None:
    tool = program("promptfoo")
    exported(folder, "promptfoo")
    options = ("--no-cache", "--no-progress-bar", "--no-table", "--output", "out.jsonl")
    # 100 is its code for a test that fails; the bad examples are to.
    run(folder, tool, "eval", "-c", "note.promptfooconfig.yaml", *options, code=100)
    results = map(json.loads, (folder / "out.jsonl").read_text("utf-8").splitlines())
    assert sorted(each["success"] for each in results) == [False] * 4 + [True] * 4
    back = json.loads(spade(folder, "import", "out.jsonl", "--yes", "--json").stdout)
    assert (back["new"], back["duplicates"], back["problems"]) == (0, 8, [])


def test_promptfoo_runs_nothing_that_an_example_says(folder: Path) -> None:
    tool = program("promptfoo")
    add_rows(folder, obeyed_rows(folder / "obeyed"))
    evil = f"open({str(folder / 'obeyed')!r}, 'w')\ndef get_var(*_): return {{'output': 'x'}}\n"
    (folder / "evil.py").write_text(evil)
    exported(folder, "promptfoo")
    options = ("--no-cache", "--no-progress-bar", "--no-table", "--output", "out.jsonl")
    run(folder, tool, "eval", "-c", "note.promptfooconfig.yaml", *options, code=100)
    results = map(json.loads, (folder / "out.jsonl").read_text("utf-8").splitlines())
    assert "{{ 1 }}" in {each["response"]["output"] for each in results}
    assert not (folder / "obeyed").exists()


def test_inspect_scores_the_data_set_by_the_command_of_the_page(folder: Path) -> None:
    tool = program("inspect")
    exported(folder, "inspect")
    shown = re.search(r"`inspect (eval .*?)`", PAGE.read_text("utf-8"))
    assert shown is not None
    run(folder, tool, *shown[1].split(), "--display", "none", "--log-format", "json", "--log-dir", "logs")
    [log] = (folder / "logs").glob("*.json")
    found = json.loads(log.read_text("utf-8"))["results"]["scores"]
    scores = {each["name"]: each["metrics"]["mean"]["value"] for each in found}
    assert scores.pop("all") == 0.5
    assert sorted(scores.values()) == [0.75, 0.75]


def test_deepeval_measures_the_test_cases(folder: Path) -> None:
    python = python_with("deepeval")
    code, data = exported(folder, "deepeval")
    out = run(
        folder,
        python,
        "-c",
        "from deepeval import evaluate\nfrom deepeval.dataset import EvaluationDataset\n"
        "from deepeval.evaluate.configs import DisplayConfig\n"
        "from deepeval.test_case import LLMTestCase\n"
        f"from {code.stem} import SpadeAssertions\n"
        "data = EvaluationDataset()\n"
        f"data.add_goldens_from_jsonl_file({data.name!r})\n"
        "cases = [LLMTestCase(input=g.input, actual_output=g.actual_output, metadata=g.additional_metadata)"
        " for g in data.goldens]\n"
        "shown = DisplayConfig(show_indicator=False, print_results=False)\n"
        "print([t.success for t in evaluate(cases, [SpadeAssertions()], display_config=shown).test_results])\n",
    )
    assert eval(out.splitlines()[-1]).count(True) == 4  # noqa: S307  (a list of booleans that we printed)


def test_guardrails_validates_a_response(folder: Path) -> None:
    python = python_with("guardrails")
    (code,) = exported(folder, "guardrails")
    out = run(
        folder,
        python,
        "-c",
        f"from guardrails import Guard\nfrom {code.stem} import SpadeAssertions\n"
        "guard = Guard().use(SpadeAssertions(on_fail='noop'))\n"
        "print([guard.validate(text).validation_passed for text in ('Watch it. Enjoy!', 'Watch it.')])\n",
    )
    assert out.splitlines()[-1] == "[True, False]"


def test_langsmith_scores_a_target(folder: Path) -> None:
    python = python_with("langsmith")
    code, data = exported(folder, "langsmith")
    out = run(
        folder,
        python,
        "-c",
        "import asyncio, json, uuid, datetime\nfrom langsmith import Client, aevaluate\n"
        "from langsmith.schemas import Example\n"
        f"from {code.stem} import each_assertion\n"
        f"rows = [json.loads(line) for line in open({data.name!r})]\n"
        "now = datetime.datetime.now(datetime.timezone.utc)\n"
        "data = [Example(id=uuid.uuid4(), dataset_id=uuid.uuid4(), created_at=now, **row) for row in rows]\n"
        "said = {str(e.inputs): e.metadata['response'] for e in data}\n"
        "async def target(inputs):\n    return {'response': 'Watch it.'}\n"
        "async def main():\n"
        "    client = Client(api_key='none', api_url='http://127.0.0.1:1')\n"
        "    local = {'upload_results': False, 'client': client}\n"
        "    found = await aevaluate(target, data=data, evaluators=[each_assertion], **local)\n"
        "    return [sorted(r.score for r in row['evaluation_results']['results']) async for row in found]\n"
        "print(asyncio.run(main()))\n",
    )
    assert out.splitlines()[-1] == str([[0, 1]] * 8)


def test_langfuse_takes_the_evaluations(folder: Path) -> None:
    python = python_with("langfuse")
    code, data = exported(folder, "langfuse")
    out = run(
        folder,
        python,
        "-c",
        "import json\nfrom langfuse import Langfuse\n"
        f"from {code.stem} import each_assertion\n"
        f"data = [json.loads(line) for line in open({data.name!r})]\n"
        "local = {'base_url': 'http://127.0.0.1:1', 'tracing_enabled': False}\n"
        "langfuse = Langfuse(public_key='none', secret_key='none', **local)\n"
        "def task(*, item, **_):\n    return item['metadata']['response']\n"
        "found = langfuse.run_experiment(name='note', data=data, task=task, evaluators=[each_assertion])\n"
        "print(sum(all(e.value for e in each.evaluations) for each in found.item_results))\n",
    )
    assert out.splitlines()[-1] == "4"


def test_the_grader_of_openai_is_one_function_that_runs_alone(folder: Path) -> None:
    grader, data = exported(folder, "openai")
    found = json.loads(grader.read_text("utf-8"))
    assert (found["type"], found["name"]) == ("python", "note")
    (folder / "grader.py").write_text(found["source"], encoding="utf-8")
    out = run(
        folder,
        sys.executable,
        "-c",
        "import json\nfrom grader import grade\n"
        f"rows = [json.loads(line) for line in open({data.name!r})]\n"
        "print([grade(row['sample'], row['item']) for row in rows])\n",
    )
    assert json.loads(out) == [1.0] * 4 + [0.5] * 4
