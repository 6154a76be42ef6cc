"""``spade history`` where there are many prompts: a table, names with their files, and why a text is a prompt."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import spade
from tests.versions.repository import Repository

FILES = {
    "app/prompts.py": 'SUMMARY_PROMPT = "Summarise {text} in one line."\nTITLE_PROMPT = "Give a title to {text}."\n',
    "app/agent.py": 'def ask(q):\n    return llm.invoke(f"You are a cook. Answer {q} briefly.")\n',
    "app/config.yaml": "agent:\n  model: m\n  system_template: You are a gardener. Answer in one line.\n",
    "web/chat.ts": "export const systemPrompt = `You are a guide to ${city}.`;\n",
    "broken.prompt.yml": "messages: [\n",
    "README.md": "You are reading the manual. Use it well.\n",
    "app/settings.py": 'TEMPLATES = [{"BACKEND": "django.template.backends.django.X"}]\nURL = "https://a.example/b"\n',
}
NAMES = [
    "app/agent.py:ask",
    "app/config.yaml#agent.system_template",
    "app/prompts.py:SUMMARY_PROMPT",
    "app/prompts.py:TITLE_PROMPT",
    "web/chat.ts:systemPrompt",
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    repository = Repository.create(tmp_path)
    for name, text in FILES.items():
        repository.write(name, text)
    repository.commit()
    return tmp_path


def _listed(project: Path, *arguments: str) -> list[str]:
    done = spade(project, "history", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    return [each["prompt"] for each in json.loads(done.stdout)["prompts"]]


def test_several_prompts_are_a_table_and_what_cannot_be_read_hides_none(project: Path) -> None:
    done = spade(project, "history")
    assert done.returncode == 0
    assert [line.split()[2] for line in done.stdout.splitlines()[1:]] == NAMES
    assert "broken.prompt.yml:2: not YAML" in done.stderr
    assert "5 prompts" in done.stderr


def test_a_page_is_shown_before_the_files_behind_it_are_read(project: Path) -> None:
    """The page is larger than a pipe holds, so the command waits in the middle of it for its reader."""
    said = "Sum up the text in one line, in plain words, for a reader of nine years. " * 2
    rows = "".join(f'SUMMARY_{number}_PROMPT = "{said}"\n' for number in range(1_500))
    (project / "app/aaa.py").write_text(rows, encoding="utf-8")
    command = [sys.executable, "-m", "spade_core", "history", "--limit", "1500", "app"]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as shown:  # noqa: S603
        assert shown.stdout is not None
        assert "line" in shown.stdout.readline()
        (project / "app/settings.py").write_text('LATE_PROMPT = "Sum up {text}."\n', encoding="utf-8")
        _, told = shown.communicate()
    assert "1,505 prompts, page 1 of 2" in told


def test_the_first_rows_do_not_wait_for_what_lays_out_colours(project: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "spade_core", "history", "app"]
    done = subprocess.run(command, cwd=project, capture_output=True, check=True, text=True)  # noqa: S603
    first, _, later = done.stderr.partition("4 prompts")
    loaded = [line.split()[-1] for line in first.splitlines() if "import time" in line]
    assert loaded.index("rich.console") > loaded.index("spade_core.prompt_files.code.finder")
    assert "rich.console" not in later


def test_a_link_to_a_prompt_that_is_listed_is_no_second_one(project: Path) -> None:
    (project / "rules").mkdir()
    (project / "rules/style.txt").write_text("Answer in one line, in plain words.\n", encoding="utf-8")
    (project / "CLAUDE.md").write_text("Keep each answer short.\n", encoding="utf-8")
    (project / "AGENTS.md").symlink_to("CLAUDE.md")
    (project / "GEMINI.md").symlink_to("rules/style.txt")
    assert _listed(project) == ["CLAUDE.md", "GEMINI.md", *NAMES]
    assert "Keep each answer short." in spade(project, "history", "AGENTS.md").stdout


def test_a_long_name_moves_no_other_row(project: Path) -> None:
    """Rows are shown while they are found, so none can be laid out by what is found later."""
    (project / "web/very_long_name_of_a_module_that_is_read_last.ts").write_text(
        "export const systemPromptOfTheGuideThroughTheWholeCity = `You are a guide to ${city}.`;\n", encoding="utf-8"
    )
    head, *rows = spade(project, "history").stdout.splitlines()
    *short, long = rows
    assert len(long.split()[2]) > 2 * len(NAMES[0])
    assert {row.index(name) for row, name in zip(short, NAMES, strict=True)} == {
        long.index("web/"),
        head.index("prompt"),
    }
    texts = ["You are a cook", "You are a gardener", "Summarise", "Give a title", "You are a guide"]
    assert {row.index(text) for row, text in zip(short, texts, strict=True)} == {head.index("text")}


def test_a_folder_a_filter_and_pages_narrow_the_table(project: Path) -> None:
    assert _listed(project, "app") == NAMES[:4]
    assert _listed(project, "--filter", "YOU ARE") == [NAMES[0], NAMES[1], NAMES[4]]
    assert _listed(project, "--limit", "2", "--page", "3") == [NAMES[4]]
    assert spade(project, "history", "web").stdout.startswith("P1 ")
    assert "there are 3 pages of up to 2 prompts" in spade(project, "history", "--limit", "2", "--page", "4").stderr


def test_a_file_of_several_prompts_is_a_table_that_a_filter_narrows(project: Path) -> None:
    assert _listed(project, "app/prompts.py") == NAMES[2:4]
    assert spade(project, "history", "app/prompts.py", "--filter", "title").stdout.startswith("P1 ")
    assert "no prompt here has 'soup'" in spade(project, "history", "app/prompts.py", "--filter", "soup").stderr


def test_a_file_without_a_prompt_is_told_by_its_name(project: Path) -> None:
    (project / "web/tool.ts").write_text("export const size = 3;\n")
    done = spade(project, "select", "web/tool.ts")
    assert done.returncode == 4
    assert done.stderr.startswith("error: web/tool.ts: no text in it is judged to be a prompt")
    assert str(project / "app") in spade(project, "select", "app", "--template", "NOPE").stderr


@pytest.mark.parametrize("name", NAMES)
def test_the_name_that_the_table_shows_is_the_one_that_commands_take(project: Path, name: str) -> None:
    done = spade(project, "history", name)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("P1 ")


def test_new_responses_are_of_the_only_prompt_with_a_set(project: Path) -> None:
    select = ("select", "--method", "no-examples")
    assert spade(project, *select, "app/prompts.py:SUMMARY_PROMPT").returncode == 0
    (project / "new.jsonl").write_text('{"response": "One line.\\nAnd another."}\n', encoding="utf-8")
    done = spade(project, "check", "new.jsonl")
    assert (done.returncode, "assert_exactly_1_line" in done.stdout) == (1, True), done.stdout + done.stderr
    assert spade(project, *select, "app/config.yaml#agent.system_template").returncode == 0
    done = spade(project, "check", "new.jsonl")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-2:] == [
        "  - app/config.yaml#agent.system_template",
        "  - app/prompts.py:SUMMARY_PROMPT",
    ]


def test_of_very_many_prompts_it_is_said_where_all_are(project: Path) -> None:
    rows = "".join(f'LINE_{number}_PROMPT = "Say {{text}} in one line, in plain words."\n' for number in range(9))
    (project / "app/more.py").write_text(rows, encoding="utf-8")
    assert spade(project, "select").stderr.endswith("  - and 2 more; `spade history` lists all\n")


def test_why_shows_the_points_for_and_against(project: Path) -> None:
    done = spade(project, "history", "app/prompts.py:SUMMARY_PROMPT", "--why")
    assert "app/prompts.py:SUMMARY_PROMPT  line 1: a prompt" in done.stdout
    assert "+7  it is a constant that is named as a prompt" in done.stdout
    read = spade(project, "history", "README.md", "--why", "--json")
    [manual] = json.loads(read.stdout)["texts"] or [{"is_prompt": False}]
    assert manual["is_prompt"] is False


def test_a_text_that_is_not_taken_for_a_prompt_is_read_when_it_is_named(project: Path) -> None:
    done = spade(project, "history", "app/settings.py:URL")
    assert done.returncode == 0, done.stderr
    assert "a.example" in done.stdout
    assert spade(project, "history", "README.md").returncode == 0
    assert "no prompt named 'NONE'" in spade(project, "history", "app/prompts.py:NONE").stderr


def test_a_filter_with_one_hit_goes_on_with_it_and_one_without_any_says_so(project: Path) -> None:
    done = spade(project, "history", "--filter", "gardener")
    assert done.returncode == 0, done.stderr
    assert "gardener" in done.stdout
    none = spade(project, "history", "--filter", "no such words")
    assert (none.returncode, "no prompt here has 'no such words'" in none.stderr) == (2, True)


def test_prompts_of_a_chain_share_the_examples_that_the_settings_give_them(project: Path) -> None:
    for role in ("system", "user"):
        (project / f"plan.{role}.prompt").write_text(f"Plan the day of {{name}} as its {role} says.\n")
    (project / "spade.toml").write_text('[per_prompt."plan.*.prompt"]\nexamples = "data/plan.jsonl"\n')
    (project / "data").mkdir()
    row = {"id": "1", "example": {"name": "Ana"}, "prompt": "", "response": "Rest.", "label": "good"}
    (project / "data/plan.jsonl").write_text(json.dumps(row) + "\n")
    for role in ("system", "user"):
        done = spade(project, "export", f"plan.{role}.prompt", "--format", "csv", "--out", "-")
        assert "Rest." in done.stdout, done.stderr
    other = spade(project, "export", "app/prompts.py:TITLE_PROMPT", "--format", "csv", "--out", "-")
    assert "Rest." not in other.stdout
