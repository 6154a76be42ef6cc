"""`spade check` in CI: what it writes for those who show it."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.workspace import LONG, ROWS, VERSIONS, make_workspace
from tests.command import spade
from tests.repositories import git

RESPONSES = ("Watch Alien tonight. Enjoy!", LONG, "Watch Alien.\n::set-output name=x::y \x1b[31m ]]> `@all`")


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_workspace(tmp_path_factory.mktemp("checked"))
    assert spade(folder, "select").returncode == 0
    lines = [json.dumps({"response": text, "example": {"movie_name": "Alien"}}) for text in RESPONSES]
    (folder / "new.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_junit_and_sarif_name_the_assertions_and_the_lines_of_their_instructions(selected: Path) -> None:
    done = spade(selected, "check", "new.jsonl", "--junit", "out/junit.xml", "--sarif", "out/spade.sarif")
    assert done.returncode == 1, done.stderr
    (suite,) = ElementTree.parse(selected / "out" / "junit.xml").getroot()  # noqa: S314
    *cases, read = suite
    assert (read.attrib["name"], len(read)) == ("everything can be read", 0)
    lines = {case.attrib["name"]: case.attrib["line"] for case in cases}
    assert sorted(lines.values()) == ["2", "3"]
    failures = {case.attrib["name"]: case[0].attrib["message"] for case in cases}
    assert all("1 of 3 responses fails." in message for message in failures.values())
    (run,) = json.loads((selected / "out" / "spade.sarif").read_text("utf-8"))["runs"]
    found = {each["ruleId"]: each["locations"][0]["physicalLocation"] for each in run["results"]}
    assert {name: str(place["region"]["startLine"]) for name, place in found.items()} == lines
    assert {place["artifactLocation"]["uri"] for place in found.values()} == {"note.prompt.md"}


def test_github_hears_our_commands_and_none_of_a_response(selected: Path) -> None:
    summary = selected / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    environ = {**os.environ, "GITHUB_STEP_SUMMARY": str(summary)}
    done = spade(selected, "check", "new.jsonl", "--github", environ=environ)
    assert done.returncode == 1
    stop, *printed = done.stdout.splitlines()
    token = stop.removeprefix("::stop-commands::")
    assert len(token) == 32
    after = printed[printed.index(f"::{token}::") + 1 :]
    assert [line.partition(" ")[0] for line in after] == ["::error", "::error"]
    assert all("file=note.prompt.md,line=" in line for line in after)
    text = summary.read_text("utf-8")
    assert text.startswith("before\n### spade check\n")
    assert "`` 1 of 3" not in text
    assert "line 3: Watch Alien. ::set-output" in text
    assert "\x1b" not in text


def test_what_cannot_be_read_is_a_finding(selected: Path) -> None:
    given = json.dumps({"response": ROWS[0][0], "example": {"movie_name": "Alien"}}) + "\nno json\n"
    done = spade(selected, "check", "-", "--junit", "junit.xml", given=given)
    assert done.returncode == 5
    cases = list(ElementTree.parse(selected / "junit.xml").getroot().iter("testcase"))  # noqa: S314
    assert [len(case) for case in cases] == [0, 0, 1]
    assert cases[-1].attrib["name"] == "everything can be read"
    assert "<stdin>:2: not JSON" in cases[-1][0].attrib["message"]


def test_a_report_that_cannot_be_written_is_named(selected: Path) -> None:
    done = spade(selected, "check", "new.jsonl", "--junit", ".git/junit.xml")
    assert done.returncode == 4
    assert "error: .git/junit.xml: cannot be written: git's own files are left alone" in done.stderr


def test_one_stream_is_not_for_two(selected: Path) -> None:
    done = spade(selected, "check", "new.jsonl", "--github", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["message"].endswith("choose one")


def test_only_failures_that_a_baseline_does_not_know_fail(selected: Path) -> None:
    made = spade(selected, "check", "new.jsonl", "--write-baseline", "known.json")
    assert made.returncode == 0
    assert "known.json: 2 known failures" in made.stderr
    again = spade(selected, "check", "new.jsonl", "--baseline", "known.json", "--junit", "junit.xml")
    assert again.returncode == 0, again.stdout
    assert "1 of 3 responses pass" in again.stdout
    assert "2 fail as the baseline says" in again.stdout
    assert ElementTree.parse(selected / "junit.xml").getroot().attrib["failures"] == "0"  # noqa: S314
    more = (selected / "new.jsonl").read_text("utf-8") + json.dumps({"response": LONG + "!"}) + "\n"
    worse = spade(selected, "check", "-", "--baseline", "known.json", "--json", given=more)
    assert worse.returncode == 1
    found = json.loads(worse.stdout)
    assert found["counts"] == {"failed": 1, "known": 2, "not checked": 0, "passed": 1}
    assert [len(each["failed"]) for each in found["responses"]] == [0, 0, 0, 1]
    fixed = spade(selected, "check", "-", "--baseline", "known.json", given=more.splitlines()[0])
    assert fixed.returncode == 0
    assert "2 of its failures did not come again" in fixed.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "known.json:1: not JSON"),
        ("[]", "known.json:1: not a JSON object"),
        ('{"format": 2}', "known.json:1: no baseline of format 1"),
        ('{"format": 1, "failures": {"a": {"r": "x"}}}', 'known.json:1: "r" is "x", not a whole number'),
        ('{"format": 1, "failures": [1]}', "not an object"),
    ],
)
def test_a_baseline_that_is_none_is_named(selected: Path, text: str, said: str) -> None:
    (selected / "known.json").write_text(text, encoding="utf-8")
    done = spade(selected, "check", "new.jsonl", "--baseline", "known.json")
    assert done.returncode == 4
    assert said in done.stderr


def test_a_set_that_keeps_its_promise_on_the_labelled_examples_passes(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    kept = spade(folder, "check", "--labelled", "--junit", "junit.xml")
    assert kept.returncode == 0, kept.stderr
    assert "passed  note.prompt.md  The selected set has coverage at least 0.6" in kept.stdout
    examples = folder / "note.examples.jsonl"
    examples.write_text(examples.read_text("utf-8").replace('"good"', '"bad"', 3), encoding="utf-8")
    lost = spade(folder, "check", "--labelled", "--json")
    assert lost.returncode == 1
    found = {each["name"]: (each["state"], each["message"]) for each in json.loads(lost.stdout)["findings"]}
    assert found == {
        "coverage": ("failed", "coverage 0.571 (4 of 7)"),
        "FFR": ("passed", "FFR 0.000 (0 of 1)"),
        "everything can be read": ("passed", "Everything could be read."),
    }


def test_a_set_without_labels_passes_and_says_that_nothing_is_known(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path, rows=[])
    assert spade(folder, "select", "--method", "no-examples", "--prefer", "no-judge").returncode == 0
    done = spade(folder, "check", "--labelled")
    assert done.returncode == 0, done.stderr
    assert "passed  note.prompt.md  No labelled example tells coverage yet." in done.stdout
    assert "at least" not in done.stdout


def test_a_record_that_cannot_be_read_is_no_set_that_passes(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    (folder / "note.spade.json").write_text("{", encoding="utf-8")
    done = spade(folder, "check", "--labelled")
    assert done.returncode == 5
    assert "note.spade.json:1: not JSON" in done.stdout


@pytest.mark.parametrize("is_folder", [False, True])
def test_an_empty_record_or_a_folder_in_its_place_is_not_passed_over_beside_another_set(
    tmp_path: Path, is_folder: bool
) -> None:
    for name in ("a", "b"):
        assert spade(make_workspace(tmp_path / name), "select").returncode == 0
    record = tmp_path / "b" / "note.spade.json"
    assert spade(tmp_path, "check", "--labelled").returncode == 0
    if is_folder:
        record.unlink()
        record.mkdir()
        (record / "kept.txt").touch()
    else:
        record.write_text("{}\n", encoding="utf-8")
    done = spade(tmp_path, "check", "--labelled")
    assert done.returncode == 5, done.stdout
    assert "b/note.spade.json: " in done.stdout.partition("not checked  b/note.prompt.md")[2]
    assert "passed  a/note.prompt.md" in done.stdout


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ("", "coverage unknown: there is no label of its kind"),
        ('{"response": "x", "label": "good"}\nno json\n', "note.examples.jsonl:2: not JSON"),
    ],
)
def test_labels_that_are_gone_or_cannot_be_read_are_no_pass(tmp_path: Path, left: str, said: str) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    (folder / "note.examples.jsonl").write_text(left, encoding="utf-8")
    done = spade(folder, "check", "--labelled")
    assert done.returncode in (1, 5)
    assert said in done.stdout
    assert "not checked  note.prompt.md" in done.stdout


def test_no_selected_set_is_no_pass(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "check", "--labelled").returncode == 2
    assert spade(folder, "check", "--labelled", "--prompt", "note.prompt.md").returncode == 2


def test_the_comment_says_what_a_branch_changed(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=The set")
    prompt = folder / "note.prompt.md"
    strange = "Do not say `@everyone` or <b>ok</b>."
    prompt.write_text(
        f'Write a note that recommends {{movie_name}}.\n{strange}\nEnd with "Enjoy!".\nUse at most 2 emoji.\n',
        encoding="utf-8",
    )
    examples = folder / "note.examples.jsonl"
    examples.write_text(
        "".join(line + "\n" for line in examples.read_text("utf-8").splitlines() if '"r7"' not in line),
        encoding="utf-8",
    )
    done = spade(folder, "check", "--labelled", "--base", "HEAD", "--comment", "comment.md")
    assert done.returncode == 0, done.stderr
    text = (folder / "comment.md").read_text("utf-8")
    assert text.startswith("<!-- spade check -->\n\n### SPADE: ` note.prompt.md `\n")
    assert "| coverage (bad caught) | 1.000 (4 of 4) | 1.000 (3 of 3) |" in text
    assert "- removed: ` Stay under 12 words. `" in text
    assert f"- added: `` {strange} ``\n" in text
    unchecked = text.partition("**No assertion checks**")[2]
    assert "- ` Use at most 2 emoji. `\n" in f"{unchecked}\n"
    assert "Enjoy" not in unchecked


def test_an_instruction_that_only_a_model_could_check_and_none_is_asked_is_unchecked(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    prompt = folder / "note.prompt.md"
    prompt.write_text(f"{VERSIONS[-1]}Sound warm.\n", encoding="utf-8")
    done = spade(folder, "select", "--method", "no-examples", "--prefer", "no-judge")
    assert done.returncode == 0, done.stderr
    assert "assert_judged_sound_warm" in (folder / "note.assertions.py").read_text("utf-8")
    done = spade(folder, "check", "--labelled", "--comment", "comment.md")
    told = (
        "2 instructions are not checked (2 have an assertion that asks a model, which is not selected), such as: Write"
    )
    assert told in " ".join(done.stderr.split())
    unchecked = (folder / "comment.md").read_text("utf-8").partition("**No assertion checks**")[2]
    assert "- ` Sound warm. `, has an assertion that is not selected" in unchecked
    assert "Enjoy" not in unchecked
    (folder / "note.examples.jsonl").unlink()
    assert spade(folder, "select", "--method", "no-examples").returncode == 0
    assert "not checked" not in spade(folder, "check", "--labelled").stderr


def names_instead(prompt: Path, name: str) -> None:
    """Let the record of a prompt that is gone name another."""
    prompt.unlink()
    record = prompt.with_name("note.spade.json")
    record.write_text(record.read_text("utf-8").replace('"note.prompt.md"', f'"{name}"'), "utf-8")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda prompt: prompt.unlink(), "its prompt note.prompt.md is not there"),
        (lambda prompt: prompt.rename(prompt.with_name("memo.prompt.md")), "its prompt note.prompt.md is not there"),
        (lambda prompt: prompt.write_bytes(b"a\xc3("), "note.prompt.md:1: byte 0xc3"),
        (lambda prompt: prompt.with_name("texts.py").write_text('NEW = "x"\n'), "texts.py: no prompt in it"),
        (lambda prompt: prompt.with_name("texts.py").write_text('NOTE_PROMPT = "x\n'), "texts.py"),
        (lambda prompt: names_instead(prompt, "."), "is not there"),
        (lambda prompt: names_instead(prompt, "n" * 300), "is not there"),
    ],
)
def test_a_set_whose_prompt_is_gone_or_damaged_is_no_pass(
    tmp_path: Path, damage: Callable[[Path], object], said: str
) -> None:
    folder = make_workspace(tmp_path)
    (folder / "texts.py").write_text('NOTE_PROMPT = "Write a note on {film}. Use at most 9 words."\n', encoding="utf-8")
    for method, prompt in (("subsumption", "note.prompt.md"), ("no-examples", "texts.py:NOTE_PROMPT")):
        assert spade(folder, "select", "--method", method, prompt).returncode == 0
    assert spade(folder, "check", "--labelled").returncode == 0
    damage(folder / "note.prompt.md")
    done = spade(folder, "check", "--labelled", "--junit", "junit.xml", "--comment", "comment.md")
    assert done.returncode == 5, done.stdout + done.stderr
    assert said in done.stdout
    assert "passed  " in done.stdout
    for report in ("junit.xml", "comment.md"):
        assert said.strip() in (folder / report).read_text("utf-8").replace("&#39;", "'")


def test_a_prompt_that_the_settings_leave_out_is_not_missed(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    (folder / "other.prompt.md").write_text("Use at most 9 words.\n", encoding="utf-8")
    for prompt in ("note.prompt.md", "other.prompt.md"):
        assert spade(folder, "select", "--method", "no-examples", "--prefer", "no-judge", prompt).returncode == 0
    for left_out in ('exclude = ["other*"]\n', 'prompts = ["note*"]\n'):
        (folder / "spade.toml").write_text(left_out, encoding="utf-8")
        assert "other.prompt.md" not in spade(folder, "check", "--labelled").stdout
    (folder / "spade.toml").unlink()
    assert "other.prompt.md" in spade(folder, "check", "--labelled").stdout


def test_a_base_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    record = folder / "note.spade.json"
    kept = record.read_text("utf-8")
    record.write_text("{", encoding="utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=Broken")
    record.write_text(kept, encoding="utf-8")
    done = spade(folder, "check", "--labelled", "--base", "HEAD", "--comment", "comment.md")
    assert done.returncode == 0
    assert "in HEAD: note.spade.json:1: not JSON" in done.stderr


def test_a_base_that_git_does_not_know_is_named(selected: Path) -> None:
    for base in ("nothing", "--output=x", "HEAD:note.prompt.md"):
        done = spade(selected, "check", "--labelled", f"--base={base}", "--comment", "comment.md")
        assert done.returncode == 4
        assert base in done.stderr


@pytest.mark.parametrize("option", ["--junit", "--sarif", "--comment", "--write-baseline"])
@pytest.mark.parametrize("name", ["note.prompt.md", "note.spade.json", "new.jsonl", "spade.toml"])
def test_no_file_is_replaced_but_a_report_of_the_same_kind(selected: Path, option: str, name: str) -> None:
    settings = selected / "spade.toml"
    settings.write_text("alpha = 0.6\n", encoding="utf-8")
    before = (selected / name).read_bytes()
    done = spade(selected, "check", "new.jsonl", option, name)
    assert (done.returncode, done.stdout) == (4, "")
    assert name in done.stderr
    assert (selected / name).read_bytes() == before


def test_reports_of_before_are_replaced(selected: Path) -> None:
    options = (
        "--junit",
        "again.xml",
        "--sarif",
        "again.sarif",
        "--comment",
        "again.md",
        "--write-baseline",
        "again.json",
    )
    (selected / "again.xml").touch()
    for _ in range(2):
        done = spade(selected, "check", "new.jsonl", *options)
        assert done.returncode == 0, done.stderr
    assert spade(selected, "check", "new.jsonl", "--junit", "again.sarif").returncode == 4
