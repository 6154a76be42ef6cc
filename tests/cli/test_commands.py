"""The commands on a small workspace, run as a person runs them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.workspace import LONG, ROWS, make_workspace
from tests.command import SPADE, spade
from tests.repositories import commit_versions


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPADE_HOME", str(tmp_path / "home"))
    return make_workspace(tmp_path / "my prompts é")


def test_select_generates_selects_explains_and_remembers_in_one_command(workspace: Path) -> None:
    done = spade(workspace, "select", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["coverage"]["value"] == 1.0
    assert answer["ffr"]["value"] == 0.0
    phrases = {p["phrase"] for chosen in answer["selected"] for p in chosen["provenance"]}
    assert any("12 words" in phrase for phrase in phrases)
    assert any("Enjoy!" in phrase for phrase in phrases)
    record = json.loads((workspace / "note.spade.json").read_text(encoding="utf-8"))
    assert record["selection"]["chosen"] == [chosen["name"] for chosen in answer["selected"]]


def test_an_interval_has_as_many_digits_as_its_rate(workspace: Path) -> None:
    told = spade(workspace, "select").stdout
    assert re.search(r"coverage 1\.000 .*, 95 % interval \d\.\d{3} to 1\.000$", told, re.MULTILINE)


def test_a_second_select_says_the_same_and_changes_no_file(workspace: Path) -> None:
    first = spade(workspace, "select", "--json")
    before = {path.name: path.read_bytes() for path in workspace.iterdir() if path.is_file()}
    second = spade(workspace, "select", "--json")
    assert second.stdout == first.stdout
    assert {path.name: path.read_bytes() for path in workspace.iterdir() if path.is_file()} == before


def test_check_passes_good_responses_and_fails_bad_ones(workspace: Path) -> None:
    spade(workspace, "select")
    one = {"response": ROWS[0][0], "example": {"movie_name": "Alien"}}
    good = spade(workspace, "check", "-", given=json.dumps(one))
    bad = spade(workspace, "check", "-", given=json.dumps({"response": LONG}))
    assert good.returncode == 0, good.stdout
    assert bad.returncode == 1
    assert "FAIL" in bad.stdout


FIELD_READER = """
async def assert_names_the_order(example: dict, prompt: str, response: str) -> bool:
    order = example.get("order")
    return not isinstance(order, str) or order in response
"""


def test_a_response_without_the_field_that_an_assertion_needs_is_not_checked(workspace: Path) -> None:
    spade(workspace, "generate")
    assertions = workspace / "note.assertions.py"
    assertions.write_text(assertions.read_text(encoding="utf-8") + FIELD_READER, encoding="utf-8")
    selected = spade(workspace, "select", "--require", "assert_names_the_order")
    assert "no example has the field order, which 1 assertion needs" in selected.stderr
    done = spade(
        workspace, "check", "-", given=json.dumps({"response": ROWS[0][0], "example": {"movie_name": "Alien"}})
    )
    assert done.returncode == 5
    assert "NOT CHECKED" in done.stdout
    assert 'the example has no field "order"' in " ".join(done.stdout.split())
    with_field = {"response": f"{ROWS[0][0]}", "example": {"movie_name": "Alien", "order": "Alien"}}
    assert spade(workspace, "check", "-", given=json.dumps(with_field)).returncode == 0


PROMPT_READER = """
async def assert_was_asked_about_alien(example: dict, prompt: str, response: str) -> bool:
    return "recommends Alien" in prompt
"""


def test_a_function_that_reads_the_prompt_is_given_the_template_with_the_examples_fields(workspace: Path) -> None:
    spade(workspace, "generate")
    assertions = workspace / "note.assertions.py"
    assertions.write_text(assertions.read_text(encoding="utf-8") + PROMPT_READER, encoding="utf-8")
    answer = json.loads(spade(workspace, "select", "--require", "assert_was_asked_about_alien", "--json").stdout)
    [mine] = [each for each in answer["selected"] if each["name"] == "assert_was_asked_about_alien"]
    assert (mine["coverage"]["count"], mine["ffr"]["count"]) == (0, 0)
    named = {"response": ROWS[0][0], "example": {"movie_name": "Alien"}}
    assert spade(workspace, "check", "-", given=json.dumps(named)).returncode == 0
    lost = spade(workspace, "check", "-", given=json.dumps({"response": ROWS[0][0]}))
    assert "1 example without `prompt`, which cannot be filled in (there is no value for movie_name)" in lost.stderr


def test_a_reader_that_closes_the_pipe_is_no_failing_response(workspace: Path) -> None:
    command = 'set -o pipefail; "$0" select | true'
    done = subprocess.run(["/bin/bash", "-c", command, SPADE], cwd=workspace, check=False, timeout=120)  # noqa: S603
    assert done.returncode == 0


def test_check_before_any_selection_says_what_to_do(workspace: Path) -> None:
    done = spade(workspace, "check")
    assert done.returncode == 2
    assert "run `spade select` first" in done.stderr


def test_an_unreadable_response_is_not_checked_and_the_exit_code_says_so(workspace: Path) -> None:
    spade(workspace, "select")
    done = spade(workspace, "check", "-", given='{"response": "Watch Alien. Enjoy!"}\n{"respons')
    assert done.returncode == 5
    assert "<stdin>:2" in done.stderr
    assert "1 could not be checked" in done.stdout


def test_history_names_commits_categories_and_sentences(workspace: Path) -> None:
    answer = json.loads(spade(workspace, "history", "--json").stdout)
    last = answer["versions"][-1]
    assert last["author"] == "Ada"
    assert last["delta"]["changes"] == [
        {
            "sign": "+",
            "sentence": 'End with "Enjoy!".',
            "unclassified": False,
            "cues": last["delta"]["changes"][0]["cues"],
        }
    ]
    assert "response_format_instruction" in last["delta"]["categories"]


CONFLICT = "<<<<<<< HEAD\nStay under 12 words.\n=======\nUse at most 30 words.\n>>>>>>> main\n"
EDITS = CONFLICT.replace("HEAD", "SEARCH").replace("main", "REPLACE")


def test_markers_of_a_conflict_that_were_left_in_a_prompt_are_named(workspace: Path) -> None:
    path = workspace / "note.prompt.md"
    text = path.read_text()
    path.write_text(f"{text}```\n{EDITS}```\n{CONFLICT}")
    line = path.read_text().splitlines().index("<<<<<<< HEAD") + 1
    for command in ("generate", "history", "select"):
        assert f"note.prompt.md:{line}: an unresolved merge conflict begins here" in _told(workspace, command)
    for no_conflict in (f"```\n{CONFLICT}```\n", EDITS, "<<<<<<< HEAD\n", "Title\n=======\n"):
        path.write_text(text + no_conflict)
        assert "conflict" not in _told(workspace, "generate")


def _told(workspace: Path, command: str) -> str:
    done = spade(workspace, command)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_select_names_an_instruction_that_is_newer_than_the_assertions(workspace: Path) -> None:
    spade(workspace, "generate")
    assert "not generated yet" not in spade(workspace, "select").stderr
    prompt = workspace / "note.prompt.md"
    prompt.write_text(prompt.read_text() + "Do not use emojis.\n")
    told = spade(workspace, "select").stderr
    assert "1 check of newer instructions is not generated yet" in told
    assert '("Do not use emojis.")' in told
    assert "`spade generate`" in told
    spade(workspace, "generate")
    assert "not generated yet" not in spade(workspace, "select").stderr
    assertions = workspace / "note.assertions.py"
    kept, name, _ = assertions.read_text().partition("async def assert_no_emoji")
    assert name
    assertions.write_text(kept[: kept.rindex("\n\n\n")] + "\n")
    assert "not generated yet" not in spade(workspace, "select").stderr


def test_an_async_that_was_lost_is_named_and_no_deletion(workspace: Path) -> None:
    spade(workspace, "generate")
    path = workspace / "note.assertions.py"
    path.write_text(path.read_text().replace("async def", "def", 1))
    done = spade(workspace, "generate")
    line = path.read_text().partition("\ndef ")[0].count("\n") + 2
    assert f"note.assertions.py:{line}: assert_" in done.stderr
    assert "is not run: write `async def assert_" in done.stderr
    assert "deleted" not in done.stderr
    assert "rejected" not in json.loads((workspace / "note.spade.json").read_text())


def test_generate_says_what_it_added_and_then_nothing(workspace: Path) -> None:
    first = json.loads(spade(workspace, "generate", "--json").stdout)
    second = json.loads(spade(workspace, "generate", "--json").stdout)
    assert len(first["added"]) == first["candidates"] > 0
    assert second["added"] == second["removed"] == second["replaced"] == []


def test_evaluate_gives_every_outcome(workspace: Path) -> None:
    answer = json.loads(spade(workspace, "evaluate", "--json").stdout)
    assert [example["id"] for example in answer["examples"]] == [f"r{i}" for i in range(len(ROWS))]
    words = next(a for a in answer["assertions"] if "words" in a["name"] and a["coverage"] > 0)
    assert words["results"]["r4"] == "failed"
    assert words["results"]["r0"] == "passed"


def test_an_infeasible_request_exits_with_3_and_names_what_is_feasible(tmp_path: Path) -> None:
    rows = [*ROWS, *((f"Alien number {i}. Enjoy!", "bad") for i in range(20))]
    folder = make_workspace(tmp_path / "w", rows=rows)
    done = spade(folder, "select", "--alpha", "0.9")
    assert done.returncode == 3
    assert "No selection satisfies alpha 0.9" in done.stdout
    assert "alpha 0.1" in done.stdout


def test_examples_without_a_label_are_told_apart_from_no_examples(tmp_path: Path) -> None:
    unlabelled = make_workspace(tmp_path / "a", rows=[(text, None) for text, _ in ROWS])
    absent = make_workspace(tmp_path / "b")
    (absent / "note.examples.jsonl").unlink()
    assert "`spade label` asks for them" in spade(unlabelled, "select").stderr
    assert "there are no labelled examples" in spade(absent, "select").stderr


def test_without_labels_the_no_examples_method_still_selects(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    (folder / "note.examples.jsonl").unlink()
    done = spade(folder, "select", "--method", "no-examples", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["selected"]


def test_without_labels_an_instruction_that_has_left_the_prompt_is_not_selected(tmp_path: Path) -> None:
    folder = tmp_path / "w"
    rest = "Do not use emojis.\n"
    commit_versions(folder, "n.prompt.md", [f"Answer in at most 3 words.\n{rest}"])
    spade(folder, "generate")
    commit_versions(folder, "n.prompt.md", [f"Write at least 40 words on {{topic}}.\n{rest}"])
    answer = json.loads(spade(folder, "select", "--method", "no-examples", "--json").stdout)
    assert "assert_no_emoji" in {each["name"] for each in answer["selected"]}
    left_out = {each["name"]: each["reason"] for each in answer["left_out"]}
    assert left_out["assert_at_most_3_words"] == "no longer asked for"


def test_a_selected_assertion_that_was_deleted_is_named_and_the_exit_code_says_so(workspace: Path) -> None:
    chosen = json.loads(spade(workspace, "select", "--json").stdout)["selected"]
    gone = chosen[0]["name"]
    path = workspace / "note.assertions.py"
    path.write_text(path.read_text(encoding="utf-8").replace(f"async def {gone}(", "async def _off("), encoding="utf-8")
    done = spade(workspace, "check", "-", given=json.dumps({"response": ROWS[0][0]}))
    assert done.returncode == 5
    assert f"{gone} is selected but no longer in the file" in done.stderr


def test_an_example_without_an_id_is_named_by_its_line(workspace: Path) -> None:
    spade(workspace, "select")
    done = spade(workspace, "check", "-", given="\n" + json.dumps({"response": LONG}))
    assert "FAIL line 2  assert_" in done.stdout


def test_a_template_that_is_not_there_is_answered_with_those_that_are(workspace: Path) -> None:
    (workspace / "app.py").write_text('SUM_PROMPT = "Sum up {x}."\nASK_PROMPT = "Ask about {x}."\n', encoding="utf-8")
    done = spade(workspace, "history", "app.py", "--template", "SUMM_PROMPT")
    assert done.returncode == 4
    assert "SUM_PROMPT" in done.stderr
    assert "ASK_PROMPT" in done.stderr


def test_two_templates_of_one_file_have_a_report_each(workspace: Path) -> None:
    (workspace / "app.py").write_text('A_PROMPT = "Use 5 words."\nB_PROMPT = "Use 6 words."\n', encoding="utf-8")
    for name in ("A_PROMPT", "B_PROMPT"):
        row = json.dumps({"response": "one two three four five", "label": "good"})
        (workspace / f"app.{name}.examples.jsonl").write_text(row + "\n", encoding="utf-8")
        spade(workspace, "report", "app.py", "--template", name)
    assert (workspace / "app.A_PROMPT.report.html").exists()
    assert (workspace / "app.B_PROMPT.report.html").exists()


def test_sentences_in_a_language_without_cues_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "w"
    commit_versions(folder, "n.prompt.md", ["写一段影评，不超过一百字。\n"])
    assert "1 sentence in a language that spade has no cues for" in spade(folder, "generate").stderr


def test_a_folder_without_a_prompt_is_a_usage_error_that_says_what_is_looked_for(tmp_path: Path) -> None:
    done = spade(tmp_path, "select")
    assert done.returncode == 2
    assert "*.prompt.md" in done.stderr


def test_of_several_prompts_the_only_one_with_examples_counts(workspace: Path) -> None:
    (workspace / "other.prompt.md").write_text("Say hello in 5 words.\n", encoding="utf-8")
    assert spade(workspace, "select").returncode == 0
    (workspace / "other.examples.jsonl").write_text("", encoding="utf-8")
    done = spade(workspace, "select")
    assert done.returncode == 2
    assert "other.prompt.md" in done.stderr
    assert "note.prompt.md" in done.stderr


def test_a_wrong_setting_is_named_with_the_nearest_right_one(workspace: Path) -> None:
    (workspace / "spade.toml").write_text("alpa = 0.5\n", encoding="utf-8")
    done = spade(workspace, "select")
    assert done.returncode == 4
    assert 'no setting is called "alpa"; did you mean "alpha"?' in done.stderr


def test_errors_are_json_too_when_asked(workspace: Path) -> None:
    done = spade(workspace, "history", "--json", "absent.prompt.md")
    assert done.returncode == 4
    assert "absent.prompt.md" in json.loads(done.stdout)["error"]["message"]


def test_a_corrupt_line_is_named_and_the_others_still_work(workspace: Path) -> None:
    examples = workspace / "note.examples.jsonl"
    examples.write_text(examples.read_text(encoding="utf-8") + '{"response": \n', encoding="utf-8")
    done = spade(workspace, "select")
    assert done.returncode == 0
    assert "note.examples.jsonl:9" in done.stderr


def test_doctor_finds_a_working_sandbox(tmp_path: Path) -> None:
    answer = json.loads(spade(tmp_path, "doctor", "--json").stdout)
    assert answer["healthy"]
    assert {
        key: value
        for key, value in next(f for f in answer["findings"] if f["name"] == "sandbox").items()
        if key != "fact"
    } == {"name": "sandbox", "ok": True, "needed": True}


def test_doctor_quotes_settings_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "spade.toml").write_text('prices = ["[red]", "[/none]"]\n', encoding="utf-8")
    done = spade(tmp_path, "doctor")
    assert done.returncode == 4
    assert "prices must be a table of model = [input, output], not ['[red]', '[/none]']" in " ".join(
        done.stdout.split()
    )


def test_a_pipe_that_is_closed_early_is_no_error(workspace: Path) -> None:

    script = f"set -o pipefail; '{SPADE}' history | true"
    done = subprocess.run(["bash", "-c", script], cwd=workspace, capture_output=True, check=False)  # noqa: S603, S607
    assert done.stderr == b""


def test_what_was_run_before_is_not_run_again_and_gives_the_same(workspace: Path) -> None:
    first = spade(workspace, "evaluate", "--json")
    [kept] = Path(os.environ["SPADE_HOME"]).glob("cache/results/*.jsonl")
    before = kept.read_bytes()
    assert spade(workspace, "evaluate", "--json").stdout == first.stdout
    assert kept.read_bytes() == before
    kept.write_bytes(b"\xff\x00 not a cache\n")
    assert spade(workspace, "evaluate", "--json").stdout == first.stdout


def test_doctor_lists_the_protections_around_generated_code(tmp_path: Path) -> None:
    names = {finding["name"] for finding in json.loads(spade(tmp_path, "doctor", "--json").stdout)["findings"]}
    assert {"sandbox", "sandbox's guest", "wasmtime"} <= names


def test_a_closed_or_full_output_is_an_error_without_a_traceback(workspace: Path) -> None:
    for command, code in (
        ("history >&-", 0),
        ("history >/dev/full", 4),
        ("history >/dev/full 2>&1", 4),
        ("generate 2>/dev/full", 0),
    ):
        script = f"'{SPADE}' {command}"
        done = subprocess.run(["bash", "-c", script], cwd=workspace, capture_output=True, check=False)  # noqa: S603, S607
        assert done.returncode == code, command
        assert b"Traceback" not in done.stderr


def test_a_file_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "w"
    for number in (1, 2):
        commit_versions(folder, f"\x1b[31m{number}.prompt.md", ["Use 5 words.\n"])
    assert "\x1b" not in spade(folder, "select").stderr


@pytest.mark.parametrize("name", ["x" * 245 + ".prompt.md", "é" * 120 + ".prompt.md"])
def test_a_prompt_with_as_long_a_name_as_there_can_be_hinders_no_other_and_has_its_files(
    workspace: Path, name: str
) -> None:
    (workspace / name).write_text("Use at most 5 words.\n", encoding="utf-8")
    assert spade(workspace, "select").returncode == 0
    done = spade(workspace, "select", "--method", "no-examples", name)
    assert done.returncode == 0, done.stderr
    assert " added" in done.stderr
    assert " added" not in spade(workspace, "select", "--method", "no-examples", name).stderr
    done = spade(workspace, "check", "--labelled")
    assert f"passed  {name[:100]}" in done.stdout


def test_a_path_that_is_too_long_is_no_fault_of_ours(workspace: Path) -> None:
    for command in ("history", "select", "check", "report", "doctor", "import"):
        done = spade(workspace, command, "x" * 300)
        assert done.returncode in (2, 4), (command, done.stderr)


def test_a_name_of_two_lines_poses_as_no_line_of_ours(tmp_path: Path) -> None:
    (tmp_path / "a\npassed  b.prompt.md").write_text("Use at most 5 words.\n", encoding="utf-8")
    assert spade(tmp_path, "select", "--method", "no-examples").returncode == 0
    done = spade(tmp_path, "check", "--labelled")
    assert done.returncode == 0, done.stderr
    assert "\npassed  b" not in done.stdout
    (tmp_path / "a\npassed  b.spade.json").write_text("{", encoding="utf-8")
    done = spade(tmp_path, "check")
    assert done.returncode == 4
    assert "\npassed  b" not in done.stderr


def test_a_prompt_that_cannot_be_read_is_an_error_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "p.prompt.md").write_bytes(b"\xff")
    done = spade(tmp_path, "history")
    assert done.returncode == 4
    assert "p.prompt.md:1: byte 0xff" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="no name has a line end there")
@pytest.mark.parametrize(
    "order",
    ["history", "history --why", "generate", "select", "report", "evaluate", "export", "label", "adopt", "collect"],
)
def test_a_line_end_in_a_file_name_begins_no_line(workspace: Path, order: str) -> None:
    name = "n\n::add-mask::x\r::y\u2028::z"
    for path in workspace.glob("note.*"):
        path.rename(path.with_name(path.name.replace("note", name, 1)))
    (workspace / "traces.jsonl").write_text('{"input": "Alien", "output": "Watch it."}\n', encoding="utf-8")
    command, *options = order.split()
    arguments = ["traces.jsonl", "--into"] if command == "collect" else []
    done = spade(workspace, command, *options, *arguments, f"{name}.prompt.md")
    assert done.returncode in {0, 2, 4}
    assert not [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("::")]


def test_github_takes_commands_again_where_the_prompt_is_ambiguous(workspace: Path) -> None:
    (workspace / "note.examples.jsonl").unlink()
    (workspace / "a\n::add-mask::x.prompt.md").write_text("Write a poem about {x} of at most ten words.\n", "utf-8")
    done = spade(workspace, "check", "-", "--github", given="")
    first, last = done.stdout.splitlines()
    assert last == f"::{first.removeprefix('::stop-commands::')}::"
    assert done.stderr.splitlines() == [
        "error: there are 2 prompts; name one by --prompt:",
        "  - a<U+000A>::add-mask::x.prompt.md",
        "  - note.prompt.md",
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("order", ["--help", "--version", "select --help", "--nope --json"])
def test_help_that_cannot_be_written_is_said(workspace: Path, order: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([SPADE, *order.split()], stdout=full, stderr=subprocess.PIPE, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (4, "error: the output cannot be written: No space left on device\n")


@pytest.mark.skipif(sys.platform != "linux", reason="limits are others elsewhere")
@pytest.mark.parametrize(("kilobytes", "said"), [(60_000, "memory"), (300_000, "address space")])
def test_too_little_memory_is_said(workspace: Path, kilobytes: int, said: str) -> None:
    shell = ["/bin/sh", "-c", f'ulimit -v {kilobytes}; exec "$0" select', SPADE]
    done = subprocess.run(shell, cwd=workspace, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (4, True, False)


def test_a_branch_in_a_repository_without_commits_has_nothing_to_begin_at(tmp_path: Path) -> None:
    made = make_workspace(tmp_path / "a")
    shutil.rmtree(made / ".git")
    subprocess.run(["git", "init", "-q"], cwd=made, check=True)  # noqa: S607
    done = spade(made, "select", "--branch", "x")
    assert (done.returncode, "the repository has no commit that a branch could begin at" in done.stderr) == (4, True)


def test_a_command_that_is_named_can_be_typed(workspace: Path) -> None:
    spade(workspace, "generate")
    (workspace / "note.prompt.md").rename(workspace / "a note.prompt.md")
    done = spade(workspace, "select", "a note.prompt.md")
    assert "`spade adopt 'a note.prompt.md'` takes along" in done.stderr


@pytest.mark.parametrize("damage", ["head", "file", "empty"])
def test_a_repository_that_cannot_be_read_is_named(workspace: Path, damage: str) -> None:
    git = workspace / ".git"
    if damage == "head":
        (git / "HEAD").write_bytes(b"\0\xffgarbage")
    else:
        shutil.rmtree(git)
        git.write_text("garbage\n") if damage == "file" else git.mkdir()
    done = spade(workspace, "history", "note.prompt.md")
    assert f"{git} cannot be read as git's: the history is the file as it is" in done.stdout + done.stderr


def test_nothing_in_the_report_steers_who_reads_it(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    with (folder / "note.prompt.md").open("a", encoding="utf-8") as file:
        file.write('Never say "a\x1bb\u202ec\U000e0041".\n')
    spade(folder, "generate")
    spade(folder, "report")
    text = (folder / "note.report.html").read_text(encoding="utf-8")
    assert 'a&lt;U+001B&gt;b&lt;U+202E&gt;c&lt;U+E0041&gt;&#34;"' in text
    assert not {each for each in text if not each.isprintable()} - {"\n", "\t"}


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        (("check", ""), 2, "an empty name names no file"),
        (("select", ""), 2, "an empty name names no file"),
        (("export", "-o", ""), 2, "an empty name names no file"),
        (("export", "-o", "."), 2, ". is a folder; name a file in it"),
        (("select", "--alpha", "nan"), 2, "nan is no share of the examples"),
        (("import", "p.py", "--dry-run"), 4, "p.py:2: it is not Python"),
        (("collect", "half.json", "--dry-run"), 4, "half.json: is no whole JSON document"),
    ],
)
def test_what_names_or_holds_nothing_is_an_error(
    tmp_path: Path, command: tuple[str, ...], code: int, said: str
) -> None:
    folder = make_workspace(tmp_path)
    (folder / "p.py").write_text("def get_assert(output, context):\nreturn True\n", encoding="utf-8")
    whole = json.dumps({"runs": [{"response": "one", "tags": [1, 2]}] * 4}, indent=1)
    (folder / "half.json").write_text(whole[: len(whole) // 2], encoding="utf-8")
    done = spade(folder, *command)
    assert done.returncode == code, done.stdout + done.stderr
    assert said in " ".join(done.stderr.replace("│", " ").split())


def test_a_closed_standard_input_holds_no_responses(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    closed = ["sh", "-c", '"$0" check - <&-', SPADE]
    done = subprocess.run(closed, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 4
    assert "there are no responses to check" in done.stderr


def test_a_figure_is_null_where_no_response_of_its_kind_has_a_verdict(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path, rows=[row for row in ROWS if row[1] == "good"])
    judged = "    return await ask_llm('Is it warm?', response)\n"
    head = "async def assert_{}(example: dict, prompt: str, response: str):\n{}"
    sources = head.format("short", "    return len(response) < 99\n"), head.format("warm", judged)
    (folder / "note.assertions.py").write_text("\n\n".join(sources), encoding="utf-8")
    found = json.loads(spade(folder, "evaluate", "--json").stdout)["assertions"]
    assert [(each["coverage"], each["ffr"]) for each in found] == [(None, 0.0), (None, None)]
    assert "       -  0.000  assert_short" in spade(folder, "evaluate").stdout
