"""The page "SPADE in CI", the action and the templates: every command of them is run."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
import yaml

from tests.cli.workspace import make_workspace
from tests.command import spade
from tests.repositories import git

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
ACTION = yaml.safe_load((ROOT / ".github/actions/check/action.yml").read_text("utf-8"))
ENVIRON = {
    **os.environ,
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "PYTEST_ADDOPTS": "-p no:pytest-lsp -p no:asyncio",  # pytest-lsp stops every test that is no function
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def shell(folder: Path, script: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603  (our own page)
        ["bash", "-eo", "pipefail", "-c", script],  # noqa: S607
        cwd=folder,
        env={**ENVIRON, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_workspace(tmp_path_factory.mktemp("committed"))
    assert spade(folder, "select").returncode == 0
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=The set")
    return folder


@pytest.fixture
def project(tmp_path: Path, committed: Path) -> Path:
    return shutil.copytree(committed, tmp_path / "project")


def test_the_commands_of_the_page_run_one_after_another(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    for block in blocks("sh"):
        done = shell(folder, block)
        assert done.returncode == 0, f"{block}{done.stdout}{done.stderr}"
    made = ["spade.junit.xml", "spade.sarif", "known.json", "comment.md"]
    assert all((folder / name).stat().st_size for name in made)


def test_the_test_of_the_page_runs(project: Path) -> None:
    (code,) = blocks("python")
    (project / "test_note.py").write_text(code, encoding="utf-8")
    done = shell(project, "pytest test_note.py")
    assert "4 passed" in done.stdout, done.stdout + done.stderr


def test_the_configurations_of_the_page_name_what_is_there() -> None:
    workflow, include, hooks = map(yaml.safe_load, blocks("yaml"))
    inputs = [step.get("with", {}) for step in workflow["jobs"]["spade"]["steps"]]
    assert all(each.keys() <= ACTION["inputs"].keys() for each in inputs)
    named = re.search(r"inputs: (.*?)\.", PAGE, re.DOTALL)
    assert named is not None
    assert set(re.findall(r"`(\w+)`", named[1])) == ACTION["inputs"].keys()
    assert (ROOT / include["include"][0]["file"]).is_file()
    ours = {each["id"] for each in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    assert {hook["id"] for hook in hooks["repos"][0]["hooks"]} <= ours


def test_pre_commit_runs_the_hook(project: Path, tmp_path: Path) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    git(hooks, "init", "--quiet", "--initial-branch=main")
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
    git(hooks, "add", "--all")
    git(hooks, "commit", "--quiet", "--message=hooks")
    # Installed as it is here; pre-commit would build the package anew.
    hook = {"id": "spade-check", "language": "system"}
    repo = {"repo": str(hooks), "rev": git(hooks, "rev-parse", "HEAD").strip(), "hooks": [hook]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [repo]}), encoding="utf-8")
    git(project, "add", "--all")
    home = str(tmp_path / "home")
    passed = shell(project, "pre-commit run spade-check", PRE_COMMIT_HOME=home)
    assert "Passed" in passed.stdout, passed.stdout + passed.stderr
    _spoil(project)
    git(project, "add", "--all")
    failed = shell(project, "pre-commit run spade-check", PRE_COMMIT_HOME=home)
    assert failed.returncode == 1
    assert "failed  note.prompt.md" in failed.stdout


def test_the_job_for_gitlab_checks_and_leaves_its_report(project: Path) -> None:
    job = yaml.safe_load((ROOT / ".gitlab" / "spade-check.yml").read_text("utf-8"))["spade-check"]
    install, *commands = job["script"]
    assert install == 'pip install --quiet "$SPADE_PACKAGE"'
    done = shell(project, "\n".join(commands), **job["variables"])
    assert done.returncode == 0, done.stderr
    assert (project / job["artifacts"]["reports"]["junit"]).is_file()
    _spoil(project)
    assert shell(project, "\n".join(commands), **job["variables"]).returncode == 1


def test_the_action_checks_and_takes_no_command_from_a_response(project: Path, tmp_path: Path) -> None:
    assert _action(project, tmp_path, sarif="").returncode == 0
    assert [(project / f"spade.{kind}").exists() for kind in ("sarif", "junit.xml")] == [False, True]
    base = git(project, "rev-parse", "HEAD").strip()
    response = {"response": "x\n::add-mask::a ##[add-mask]b", "example": {"movie_name": "$(touch out) `touch out`"}}
    (project / "new'; touch out; '.jsonl").write_text(json.dumps(response), encoding="utf-8")
    done = _action(project, tmp_path, base=base, responses="new'; touch out; '.jsonl")
    assert done.returncode == 1
    stop, *rest = done.stdout.splitlines()
    token = stop.removeprefix("::stop-commands::")
    begun = rest.index(f"::{token}::")
    assert not any(line.startswith("::") for line in rest[:begun])
    commands = rest[begun + 1 :]
    assert commands
    assert all(line.startswith("::error title=note.prompt.md%3A assert_") for line in commands)
    assert not (project / "out").exists()
    assert (tmp_path / "spade-comment.md").read_text("utf-8").startswith("<!-- spade check -->\n")


def test_the_action_reads_no_expression_in_a_script() -> None:
    scripts = [step["run"] for step in ACTION["runs"]["steps"] if "run" in step]
    assert len(scripts) == 3
    assert not any("${{" in script for script in scripts)


class _Comments(BaseHTTPRequestHandler):
    """What GitHub does with the comments of one pull request; `gh` takes it for its proxy."""

    bodies: ClassVar[dict[int, tuple[str, str]]] = {}
    """The type of the author and the text, by id."""

    def do_GET(self) -> None:
        found = [{"id": i, "user": {"type": kind}, "body": text} for i, (kind, text) in self.bodies.items()]
        self._answer(found)

    def do_POST(self) -> None:
        self.bodies[len(self.bodies) + 1] = ("Bot", self._body())
        self._answer({})

    def do_PATCH(self) -> None:
        self.bodies[int(self.path.rpartition("/")[2])] = ("Bot", self._body())
        self._answer({})

    def log_message(self, *_: object) -> None:
        pass

    def _body(self) -> str:
        return str(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"])

    def _answer(self, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def github() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Comments) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.skipif(shutil.which("gh") is None, reason="GitHub's own command gh is not installed")
def test_the_action_keeps_one_comment(tmp_path: Path, github: str) -> None:
    (script,) = (step["run"] for step in ACTION["runs"]["steps"] if step.get("name") == "Comment")
    mark, text = "<!-- spade check -->", tmp_path / "spade-comment.md"
    _Comments.bodies.clear()
    _Comments.bodies[1] = ("User", f"{mark}\nof a stranger")
    variables = {
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_REPOSITORY": "ada/films",
        "NUMBER": "7",
        "GH_HOST": "github.localhost",
        "GH_ENTERPRISE_TOKEN": "none",
        "GH_TOKEN": "none",
        "HTTP_PROXY": github,
        "http_proxy": github,
    }
    for said in ("first", "second @file $(touch out)"):
        text.write_text(f"{mark}\n{said}\n", encoding="utf-8")
        done = shell(tmp_path, script, **variables)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert _Comments.bodies == {
        1: ("User", f"{mark}\nof a stranger"),
        2: ("Bot", f"{mark}\nsecond @file $(touch out)\n"),
    }
    lost = shell(
        tmp_path, script, **{**variables, "HTTP_PROXY": "http://127.0.0.1:1", "http_proxy": "http://127.0.0.1:1"}
    )
    assert lost.returncode == 0
    assert "::warning::the comments of the pull request cannot be read" in lost.stdout


def _action(folder: Path, temp: Path, *, base: str = "", **inputs: str) -> "subprocess.CompletedProcess[str]":
    """Run the step that checks, as GitHub does: expressions become environment variables."""
    (step,) = (step for step in ACTION["runs"]["steps"] if step.get("name") == "Check")
    given = {name: str(each["default"]) for name, each in ACTION["inputs"].items()} | inputs
    known = {f"inputs.{name}": value for name, value in given.items()} | {"github.event.pull_request.base.sha": base}
    command = temp / "spade" / "bin"
    command.mkdir(parents=True, exist_ok=True)
    if not (command / "spade").exists():
        (command / "spade").symlink_to(Path(sys.executable).with_name("spade"))
    variables = {name: _value(text, known) for name, text in step["env"].items()}
    return shell(folder, step["run"], RUNNER_TEMP=str(temp), GITHUB_STEP_SUMMARY=str(temp / "summary"), **variables)


def _value(text: str, known: Mapping[str, str]) -> str:
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: known[found[1]], text)


def _spoil(folder: Path) -> None:
    examples = folder / "note.examples.jsonl"
    examples.write_text(examples.read_text("utf-8").replace('"good"', '"bad"', 3), encoding="utf-8")
