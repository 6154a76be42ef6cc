"""The command wherever it is run: any encoding, no home folder, a reader that leaves early, another program."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import repositories
from tests.cli.workspace import make_workspace
from tests.command import SPADE, spade
from tests.repositories import commit_versions

SENTENCE = "Écris « 漢字 » \u202e\x9b sur {movie_name}."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "w"
    commit_versions(folder, "note.prompt.md", [SENTENCE + "\n"])
    return folder


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_what_an_encoding_cannot_say_is_escaped_and_json_stays_json(folder: Path, encoding: str) -> None:
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    shown = _raw([SPADE, "history"], folder, environ)
    assert shown.returncode == 0
    assert "Écris" in shown.stdout.decode(encoding) or "\\xc9cris" in shown.stdout.decode(encoding)
    done = _raw([SPADE, "history", "--json"], folder, environ)
    text = done.stdout.decode(encoding)
    assert json.loads(text)["versions"][0]["delta"]["changes"][0]["sentence"] == SENTENCE
    assert not {"\u202e", "\x9b"} & {*text}


@pytest.mark.parametrize(
    "arguments", [["select", "--nowhere", "--json"], ["import", "--json"], ["--json"], ["nothing", "--json"]]
)
def test_a_wrong_command_line_is_json_where_json_is_asked_for(folder: Path, arguments: list[str]) -> None:
    done = spade(folder, *arguments)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["type"] == "CommandLineError"
    assert done.stderr.startswith("error: ")


def test_a_current_folder_that_is_gone_is_told_as_such(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    for command in ("history", "select"):
        done = _raw(
            ["/bin/bash", "-c", f"mkdir -p '{gone}' && cd '{gone}' && rmdir '{gone}'; '{SPADE}' {command} --json"],
            tmp_path,
        )
        assert done.returncode == 4
        assert json.loads(done.stdout)["error"]["message"] == "the current folder is gone"
        assert done.stderr == b"error: the current folder is gone\n"


def test_a_reader_that_leaves_early_does_not_hide_a_failing_response(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    spade(folder, "select")
    for options in ("", "--json"):
        done = _raw(["/bin/bash", "-c", f"set -o pipefail; '{SPADE}' check {options} | true"], folder)
        assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_what_the_caller_closed_is_not_taken_for_another_file(tmp_path: Path, closed: str) -> None:
    folder = make_workspace(tmp_path / "w")
    done = _raw(["/bin/bash", "-c", f"exec '{SPADE}' select {closed}"], folder)
    assert (done.returncode, b"error" in done.stderr) == (0, False), done.stderr
    assert json.loads((folder / "note.spade.json").read_text("utf-8"))["selection"]["chosen"]


def test_a_user_without_a_home_folder_or_an_account_is_served(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    strange = [str(unshare), "--user", "--map-user=54321"]
    if unshare is None or _raw([*strange, "true"], tmp_path).returncode:
        pytest.skip("no user namespace can be made here")
    folder = make_workspace(tmp_path / "w")
    environ = {key: value for key, value in os.environ.items() if key not in {"HOME", "SPADE_HOME"}}
    environ["TMPDIR"] = str(tmp_path)
    done = _raw([*strange, SPADE, "select", "--json"], folder, environ)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "spade-home-54321").is_dir()


def test_the_package_is_the_command_and_completes_its_names(folder: Path) -> None:
    done = _raw([sys.executable, "-m", "spade_core", "--version"], folder)
    assert done.stdout.startswith(b"spade ")
    asked = {"_SPADE_COMPLETE": "complete_bash", "COMP_WORDS": "spade sel", "COMP_CWORD": "1"}
    assert _raw([SPADE], folder, {**os.environ, **asked}).stdout.split() == [b"select"]


@pytest.mark.parametrize(
    ("option", "code", "said"), [("--help", 0, "usage: spade-server"), ("--version", 0, "spade-server "), ("-x", 2, "")]
)
def test_the_server_says_what_it_is(tmp_path: Path, option: str, code: int, said: str) -> None:
    done = _raw([str(Path(SPADE).with_name("spade-server")), option], tmp_path)
    assert (done.returncode, done.stdout.decode().startswith(said)) == (code, True)


def test_nothing_in_the_working_folder_is_run_or_taken_for_the_configuration_of_a_library(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    for name in ("json.py", "numpy.py", "pulp.py", "sitecustomize.py"):
        (folder / name).write_text('open("ran", "w")\n')
    for name in ("matplotlibrc", "pulp.cfg", ".env", ".netrc", "HiGHS.options"):
        os.mkfifo(folder / name)  # who reads it waits for ever
    assert _raw([SPADE, "report", "--method", "subsumption"], folder).returncode == 0
    assert not (folder / "ran").exists()


@pytest.mark.parametrize("arguments", [["doctor"], ["history", "note.prompt.md"], ["demo", "new"]])
def test_no_git_of_the_working_folder_or_its_repository_is_run(tmp_path: Path, arguments: list[str]) -> None:
    folder = make_workspace(tmp_path / "w")
    (folder / "tools").mkdir()
    for git in (folder / "git", folder / "tools" / "git"):
        git.write_text('#!/bin/sh\necho ran >> "$0.ran"\nexit 1\n')
        git.chmod(0o755)
    entries = [".", "", "tools", str(folder), str(folder / "tools"), os.environ["PATH"]]
    done = _raw([SPADE, *arguments], folder, {**os.environ, "PATH": os.pathsep.join(entries)})
    assert done.returncode == 0, done.stderr
    assert b"git is not installed" not in done.stdout + done.stderr
    assert not list(folder.rglob("git.ran"))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes")
@pytest.mark.parametrize("name", ["config", "HEAD", "objects/info/alternates", "info/grafts", "included"])
def test_no_command_waits_for_a_pipe_in_the_place_of_what_git_reads(folder: Path, name: str) -> None:
    file = folder / ".git" / name
    if name == "included":
        repositories.git(folder, "config", "include.path", name)
    file.unlink(missing_ok=True)
    file.parent.mkdir(exist_ok=True)
    os.mkfifo(file)
    done = spade(folder, "history", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["versions"][0]["delta"]["changes"][0]["sentence"] == SENTENCE


def test_what_only_some_commands_need_is_not_loaded_for_the_help(tmp_path: Path) -> None:
    program = "import sys; from spade_core.cli.command_line import application; application(); print(*sys.modules)"
    loaded = set(_raw([sys.executable, "-c", program], tmp_path).stdout.decode().split())
    late = {"criteria", "deltas", "export.formats", "models", "prompt_files", "report.report", "settings", "storage"}
    assert not loaded & {*(f"spade_core.{name}" for name in late), "numpy", "yaml", "jinja2", "git"}


def test_what_reads_a_command_line_is_not_loaded_before_the_first_rows(tmp_path: Path) -> None:
    prompts = "FIRST_PROMPT = 'Write one line.'\nSECOND_PROMPT = 'Write two lines.'\n"
    (tmp_path / "a.py").write_text(prompts)
    for given, expected in (([], False), (["--limit", "9"], True)):
        done = _raw([sys.executable, "-X", "importtime", "-m", "spade_core", "history", *given], tmp_path)
        assert b"a.py:SECOND_PROMPT" in done.stdout, done.stderr
        late = [name in done.stderr for name in (b"typer", b"spade_core.settings.settings", b"yaml")]
        assert late == [expected, False, False]


def _raw(
    command: list[str], folder: Path, environ: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, check=False, timeout=100)  # noqa: S603  (our own command)


def _without_rights() -> tuple[str, ...]:
    """Return what runs a command without root's right to read everything."""
    if os.geteuid() != 0:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("setpriv is not there to put rights away")
    return (setpriv, "--inh-caps=-all", "--bounding-set=-all")


@pytest.mark.parametrize("arguments", [("history",), ("history", "note.prompt.md"), ("import", "note.prompt.md")])
def test_a_file_that_may_not_be_read_has_one_exit_code(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "note.prompt.md").write_text("Be brief.\n")
    (tmp_path / "note.prompt.md").chmod(0)
    done = subprocess.run(  # noqa: S603
        [*_without_rights(), SPADE, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "Permission denied" in done.stderr) == (4, True), done.stderr


def test_all_commands_but_two_write_json_as_the_readme_says(tmp_path: Path) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert "All but `watch` and `schema` take `--json`, for errors too." in readme
    commands = re.findall(r"^\| `spade (\w+)", readme, re.MULTILINE)
    without = [name for name in commands if "--json" not in spade(tmp_path, name, "--help").stdout]
    assert (len(commands) > 15, without) == (True, ["watch", "schema"])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('exclude = ["*"]', "`exclude` in {} leaves out 1 of 1 files"),
        ('prompts = ["a.txt", "b/*"]', "`prompts` in {} names no file that is there (a.txt, b/*)"),
    ],
)
def test_settings_that_leave_no_prompt_are_named(folder: Path, settings: str, said: str) -> None:
    (folder / "spade.toml").write_text(settings + "\n")
    done = spade(folder, "select")
    assert (done.returncode, said.format(folder / "spade.toml") in done.stderr) == (2, True), done.stderr


def test_a_file_of_values_that_is_not_there_is_named_before_it_is_wanted(folder: Path) -> None:
    (folder / "spade.toml").write_text('values = { catalogue = "no.csv" }\n')
    told = spade(folder, "generate").stderr
    why = f"{folder / 'no.csv'}: cannot be read: No such file or directory"
    assert told.count("no.csv") == 1
    assert f"warning: no check that asks for the values of catalogue is added or changed: {why}" in told


def test_a_prompt_that_is_too_large_is_so_for_every_command(tmp_path: Path) -> None:
    (tmp_path / "big.prompt.md").write_text("Be brief.\n" * 500_000)
    (tmp_path / "note.prompt.md").write_text("Be brief.\n")
    assert "big.prompt.md: 5,000,000 bytes; a prompt file has at most 4,194,304" in spade(tmp_path, "history").stderr
    for command in ("history", "generate"):
        done = spade(tmp_path, command, "big.prompt.md")
        assert (done.returncode, "at most 4,194,304" in done.stderr) == (4, True), done.stderr


@pytest.mark.parametrize("name", ["spade.toml", "pyproject.toml"])
def test_settings_of_very_many_tables_are_not_read(folder: Path, name: str) -> None:
    tables = "\n".join(f"[a{at}{'.b' * 60}]" for at in range(30_000))
    (folder / name).write_text(f"[tool.spade]\nalpha = 0.6\n{tables}\n")
    done = spade(folder, "history")
    assert (done.returncode, f"{name}: cannot be read: more than 1,048,576 bytes" in done.stderr) == (4, True)


def test_a_prompt_without_text_has_no_assertion_and_no_file_is_said_to_be_unchanged(tmp_path: Path) -> None:
    (tmp_path / "empty.prompt.md").write_text("")
    told = spade(tmp_path, "generate").stderr
    assert "empty.assertions.py: no assertion was proposed" in told
    assert "nothing changed" not in told


def test_where_git_does_not_start_the_repository_is_not_blamed(folder: Path) -> None:
    told = []
    for most in (14, 15, 16):
        limited = ["bash", "-c", f'ulimit -n {most}; exec "$0" history', SPADE]
        told.append(_raw(limited, folder, {**os.environ}).stdout.decode())
    assert any("git does not start: Too many open files" in each for each in told)
    assert not any("not whole" in each for each in told)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no ulimit")
def test_where_a_file_finds_no_room_no_half_of_it_is_left(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    assert spade(folder, "select").returncode == 0
    new = [json.dumps({"id": str(i), "response": "Alien. " * 99}) + "\n" for i in range(99)]
    (folder / "new.jsonl").write_text("".join(new), "utf-8")
    for arguments in ("check new.jsonl --correct copies.jsonl", "demo there"):
        done = _raw(["bash", "-c", f"ulimit -f 20; exec {SPADE} {arguments}"], folder, {**os.environ})
        assert done.returncode == 4, done.stderr
        assert b"cannot be written: File too large" in done.stderr
    assert not (folder / "copies.jsonl").exists()
    assert list((folder / "there").iterdir()) == []


def test_a_record_cut_short_names_its_line_and_the_ways_on(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    assert spade(folder, "select").returncode == 0
    record = folder / "note.spade.json"
    record.write_text(record.read_text("utf-8")[:200], "utf-8")
    done = spade(folder, "select")
    assert done.returncode == 4
    assert re.search(
        r"note\.spade\.json:\d+: not JSON: .*; mend it, bring it back with git, or delete it to begin anew", done.stderr
    )
