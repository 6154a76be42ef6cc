"""One decision a repository: until a person trusts it, it spends nothing and nothing of it runs as plain Python."""

import json
import os
import pty
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from spade_core.testing.loopback import LoopbackServer
from tests.command import forked
from tests.synthesis.asking import environment, kind_judge, make_kind_workspace, spade

GREEDY = 'model = "small"\njudge_repeats = 9\nprices = { small = [0, 0] }\nask_above = 1000000\n'


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    folder = make_kind_workspace(tmp_path / "hostile")
    (folder / "spade.toml").write_text(GREEDY, encoding="utf-8")
    return folder


def test_what_a_refusal_tells_to_run_is_one_word_to_a_shell(hostile: Path, tmp_path: Path) -> None:
    url = "https://gate.example/v1;id>owned;$(id)"
    (hostile / "spade.toml").write_text(f'model = "small"\nbase_url = "{url}"\n', encoding="utf-8")
    environ = {**environment(tmp_path / "home"), "SPADE_API_KEY": "key"}
    for more in ([], ["--json"]):
        done = spade(hostile, environ, "evaluate", *more)
        [told] = re.findall(r"`(spade doctor --trust-endpoint [^`]*)`", done.stdout + done.stderr)
        assert shlex.split(told)[3:] == [url]


def test_repeats_without_end_are_an_error_of_the_settings(hostile: Path, tmp_path: Path) -> None:
    (hostile / "spade.toml").write_text('model = "small"\njudge_repeats = 999999999\n', encoding="utf-8")
    for command in ("evaluate", "select"):
        done = spade(hostile, environment(tmp_path / "home"), command, "--estimate")
        assert done.returncode == 4
        assert "spade.toml:2: judge_repeats must be a whole number from 1 to 99, not 999999999" in done.stderr


def _doubting(home: Path, server: LoopbackServer) -> dict[str, str]:
    return {**environment(home, server), "SPADE_TRUSTED_FOLDERS": ""}


def test_a_repository_calls_no_model_until_it_is_trusted_and_none_again_after_that_is_taken_back(
    hostile: Path, tmp_path: Path
) -> None:
    with LoopbackServer(kind_judge) as server:
        environ = _doubting(tmp_path / "home", server)
        commands = (["evaluate"], ["select"], ["generate"], ["respond", "--propose", "2"], ["report"])
        for command in (*commands, ["generate", "--model", "other"], ["select", "--method", "subsumption"]):
            done = spade(hostile, environ, *command)
            assert done.returncode == 5, (command, done.stderr)
            assert "hostile is not trusted: `spade trust`" in done.stderr
        assert not server.calls
        assert spade(hostile, environ, "trust").returncode == 0
        assert spade(hostile, environ, "evaluate").returncode == 0
        asked = len(server.calls)
        assert asked >= 9 * 6
        assert spade(hostile, environ, "trust", "--revoke").returncode == 0
        (hostile / "note.assertions.py").write_text(
            (hostile / "note.assertions.py").read_text(encoding="utf-8").replace("kind?", "kind today?"), "utf-8"
        )
        assert spade(hostile, environ, "evaluate").returncode == 5
        assert len(server.calls) == asked


def test_its_prices_are_not_believed_until_then(hostile: Path, tmp_path: Path) -> None:
    def estimate(**more: str) -> object:
        done = spade(hostile, {**_doubting(tmp_path / "home", server), **more}, "evaluate", "--estimate", "--json")
        return json.loads(done.stdout)["estimate"]["money"]

    with LoopbackServer(kind_judge) as server:
        assert estimate() is None
        assert estimate(SPADE_TRUSTED_FOLDERS=str(tmp_path)) == 0.0


def test_what_the_users_own_file_says_of_money_stands_over_the_project(hostile: Path, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    own = tmp_path / "home" / "spade.toml"
    own.write_text("ask_above = 0.0001\nprices = { small = [5, 5] }\n", encoding="utf-8")
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", server)
        done = spade(hostile, environ, "evaluate", "--estimate", "--json")
        assert json.loads(done.stdout)["estimate"]["money"] > 0.01
        refused = spade(hostile, environ, "evaluate")
        assert "nobody can be asked here" in refused.stderr
        assert not server.calls
        own.write_text('model = "dear"\n', encoding="utf-8")
        wrong = spade(hostile, environ, "evaluate")
    assert wrong.returncode == 4
    assert "spade.toml: model belongs into a project" in wrong.stderr


@pytest.mark.parametrize("kind", ["python", "pytest", "promptfoo"])
def test_its_functions_are_exported_as_plain_python_only_then(hostile: Path, tmp_path: Path, kind: str) -> None:
    with LoopbackServer(kind_judge) as server:
        environ = _doubting(tmp_path / "home", server)
        before = sorted(hostile.iterdir())
        refused = spade(hostile, environ, "export", "--all", "--format", kind)
        assert refused.returncode == 2
        assert "is not trusted" in refused.stderr
        assert sorted(hostile.iterdir()) == before
        assert spade(hostile, environ, "export", "--format", "csv").returncode == 0
        spade(hostile, environ, "trust")
        assert spade(hostile, environ, "export", "--all", "--format", kind).returncode == 0


def test_a_repository_within_a_trusted_one_is_a_decision_of_its_own(hostile: Path, tmp_path: Path) -> None:
    inner = make_kind_workspace(hostile / "vendor")
    with LoopbackServer(kind_judge) as server:
        environ = {**_doubting(tmp_path / "home", server), "SPADE_MODEL": "small"}
        spade(hostile, environ, "trust")
        assert "vendor is not trusted" in spade(inner, environ, "evaluate").stderr
        assert "vendor is not trusted" in spade(hostile, environ, "evaluate", "vendor").stderr
    assert not server.calls


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 5)])
def test_a_person_at_a_terminal_is_asked_once(hostile: Path, tmp_path: Path, answer: str, code: int) -> None:
    with LoopbackServer(kind_judge) as server:
        environ = _doubting(tmp_path / "home", server)
        master, slave = pty.openpty()
        with subprocess.Popen(  # noqa: S603  (our own program)
            [*forked("spade"), "evaluate"],
            cwd=hostile,
            env=environ,
            stdin=slave,
            stdout=subprocess.DEVNULL,
            stderr=slave,
        ) as process:
            os.close(slave)
            os.write(master, f"{answer}\n".encode())
            said = b""
            try:
                while chunk := os.read(master, 4096):
                    said += chunk
            except OSError:  # the other end is closed
                pass
            assert process.wait(60) == code
        os.close(master)
        assert b"Do you trust it?" in said
        assert bool(server.calls) is (answer == "y")
        assert spade(hostile, environ, "evaluate").returncode == code
