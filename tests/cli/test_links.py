"""Links in a repository that somebody else made: none leads a command out of it, or into git."""

import json
from pathlib import Path

import pytest

from tests.cli.workspace import make_workspace
from tests.command import spade
from tests.repositories import git

PRIVATE = '{"response": "the secret", "label": "good"}\n'

WRITERS = {
    "note.assertions.py": ["generate"],
    "note.spade.json": ["select"],
    "note.report.html": ["report"],
    "note.examples.csv": ["export", "--format", "csv", "--force"],
    "note_assertions.py": ["export", "--force"],
    "new.examples.jsonl": ["import", "rows.csv", "--into", "new.prompt.md", "--yes"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = make_workspace(tmp_path / "w")
    (folder / "new.prompt.md").write_text("Be brief.\n")
    (folder / "rows.csv").write_text("response,label\nHello,good\n")
    return folder


def _run(folder: Path, *arguments: str) -> str:
    """Run a command that is refused, and return what it says."""
    prompt = [] if "--into" in arguments else ["note.prompt.md"]
    done = spade(folder, *arguments, *prompt)
    assert done.returncode == 4, (done.stdout, done.stderr)
    assert "the secret" not in done.stdout + done.stderr
    return done.stderr


@pytest.mark.parametrize("there", [True, False], ids=["a file outside", "nothing outside"])
@pytest.mark.parametrize("name", WRITERS)
def test_nothing_is_written_through_a_link_out_of_the_repository(folder: Path, name: str, there: bool) -> None:
    if name == "note_assertions.py":
        spade(folder, "select", "note.prompt.md")
    outside = folder.parent / "outside"
    if there:
        outside.write_text(PRIVATE)
    (folder / name).symlink_to("../outside")
    assert f"{name}: cannot be " in (said := _run(folder, *WRITERS[name]))
    assert f"a link leads out of the repository {folder.resolve()}" in said
    assert (outside.read_text() if outside.exists() else None) == (PRIVATE if there else None)
    assert (folder / name).is_symlink()


@pytest.mark.parametrize("target", ["nowhere", ".git/hooks/pre-commit", ".git/config", ".GIT/new", "circle.csv"])
def test_nothing_is_made_through_a_dangling_link_or_written_into_git(folder: Path, target: str) -> None:
    (folder / "circle.csv").symlink_to("note.examples.csv")
    (folder / "note.examples.csv").symlink_to(target)
    config = (folder / ".git" / "config").read_bytes()
    assert "note.examples.csv: cannot be " in _run(folder, *WRITERS["note.examples.csv"])
    assert (folder / ".git" / "config").read_bytes() == config
    assert target == ".git/config" or not (folder / target).exists()


def test_a_folder_that_is_a_link_out_of_the_repository_is_not_entered(folder: Path) -> None:
    outside = folder.parent / "outside"
    outside.mkdir()
    (outside / "inner.prompt.md").write_text("Be brief.\n")
    (folder / "linked").symlink_to(outside)
    (folder / "gone").symlink_to("nowhere")
    for where in ("linked/report.html", "linked/new/report.html", "gone/report.html"):
        (folder / "spade.toml").write_text(f'report = "{where}"\n')
        assert f"{where}: cannot be written: a link leads " in _run(folder, "report")
    done = spade(folder, "generate", "linked/inner.prompt.md")
    assert (done.returncode, "a link leads out of the repository" in done.stderr) == (4, True)
    assert [each.name for each in outside.iterdir()] == ["inner.prompt.md"]


def test_a_repository_behind_a_link_out_of_another_one_is_outside_too(folder: Path) -> None:
    other = make_workspace(folder.parent / "other")
    (folder / "linked").symlink_to(other)
    done = spade(folder, "generate", "linked/note.prompt.md")
    assert (done.returncode, "a link leads out of the repository" in done.stderr) == (4, True)
    assert not (other / "note.spade.json").exists()


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("note.examples.jsonl", ["label"]),
        ("note.examples.jsonl", ["respond", "--model", "gpt-5-mini", "--propose", "3"]),
        ("note.assertions.py", ["evaluate"]),
        ("note.spade.json", ["select"]),
        ("spade.toml", ["history"]),
    ],
)
@pytest.mark.parametrize("target", ["../outside", ".git/secret"])
def test_nothing_is_read_through_a_link_out_of_the_repository_or_into_git(
    folder: Path, name: str, command: list[str], target: str
) -> None:
    (folder / target).write_text(PRIVATE)
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(target)
    assert f"{name}: cannot be " in _run(folder, *command)


@pytest.mark.parametrize("command", [["history"], ["check", "--prompt"], ["export", "--format", "csv"]])
def test_a_prompt_that_is_a_link_out_of_the_repository_is_not_read(folder: Path, command: list[str]) -> None:
    (folder.parent / "outside").write_text("the secret\n")
    (folder / "other.prompt.md").symlink_to("../outside")
    done = spade(folder, *command, "other.prompt.md")
    assert (done.returncode, "a link leads out of the repository" in done.stderr) == (4, True)
    assert "the secret" not in done.stdout + done.stderr


def test_git_own_files_are_no_prompts(folder: Path) -> None:
    (folder / "spade.toml").write_text('prompts = [".git/*.md"]\n')
    (folder / ".git" / "a.md").write_text("the secret\n")
    done = spade(folder, "history")
    assert (done.returncode, "git's own files are left alone" in done.stderr) == (4, True)


def test_a_link_within_the_repository_is_followed_and_stays(folder: Path) -> None:
    (folder / "data").mkdir()
    (folder / "note.examples.jsonl").rename(folder / "data" / "labelled.jsonl")
    (folder / "data" / "record.json").write_text('{"format": 1}')
    for name, target in (("note.examples.jsonl", "data/labelled.jsonl"), ("note.spade.json", "data/record.json")):
        (folder / name).symlink_to(target)
    assert spade(folder, "select", "note.prompt.md").returncode == 0
    assert (folder / "note.spade.json").is_symlink()
    assert '"selection"' in (folder / "data" / "record.json").read_text()


def test_the_way_to_the_repository_may_go_through_links(folder: Path) -> None:
    git(folder, "worktree", "add", "--quiet", "-b", "side", str(folder.parent / "side"))
    (folder.parent / "way").symlink_to(folder.parent / "side")
    done = spade(folder.parent, "generate", "way/note.prompt.md")
    assert done.returncode == 0, done.stderr
    assert (folder.parent / "side" / "note.spade.json").exists()


@pytest.mark.parametrize("pattern", ["*/*/*/*/*/*/*/*/*/*.md", "**/*/*/*/*/*/*/*/*.md"])
def test_patterns_of_prompts_do_not_go_round_in_links(folder: Path, pattern: str) -> None:
    for number in range(10):
        (folder / f"round{number}").symlink_to(".")
    (folder / "spade.toml").write_text(f'prompts = ["{pattern}"]\n')
    done = spade(folder, "history")
    assert "names no file that is there" in done.stdout + done.stderr


def test_patterns_of_prompts_lead_nowhere_outside_and_the_rest_goes_on(folder: Path) -> None:
    outside = folder.parent / "outside" / "deep"
    outside.mkdir(parents=True)
    for name in ("a", "b"):
        (outside / f"{name}.prompt.md").write_text("Tell the secret.\n")
    (folder / "linked").symlink_to(outside.parent)
    (folder / "link.prompt.md").symlink_to(outside / "a.prompt.md")
    (folder / "parts").mkdir()
    (folder / "parts" / "part.prompt.md").write_text("Be brief.\n")
    (folder / "own").symlink_to("parts")
    (folder / "spade.toml").write_text(
        'prompts = ["linked/**/*.prompt.md", "*.prompt.md", "**/deep/*.md", "own/*.md", "linked/deep/b.prompt.md"]\n'
    )
    done = spade(folder, "history")
    assert done.returncode == 0
    shown = set(done.stdout.split())
    assert {str(folder / name) for name in ("note.prompt.md", "new.prompt.md", "own/part.prompt.md")} <= shown
    assert "outside" not in done.stdout
    assert "deep" not in done.stdout
    for name in ("linked", "link.prompt.md", "linked/deep/b.prompt.md"):
        assert f"{name}: cannot be read: a link leads out of the repository" in " ".join(done.stderr.split())
    (folder / "spade.toml").write_text('prompts = ["linked/**/*.prompt.md"]\n')
    assert "linked: cannot be read: a link leads out of the repository" in spade(folder, "history").stderr


@pytest.mark.parametrize(
    ("pattern", "hits"),
    [
        ("a/b/x.md", {"a/b/x.md"}),
        ("a/*.md", {"a/y.md"}),
        ("a/**/*.md", {"a/y.md", "a/b/x.md"}),
        ("**/b/*", {"a/b/x.md"}),
        ("a/**/**/?.md", {"a/y.md", "a/b/x.md"}),
        ("a/**", {"a/y.md", "a/b/x.md"}),
        ("*/[xy].md", {"a/y.md"}),
        ("a/b", set()),
        ("node_modules/*/*.md", {"node_modules/k/z.md"}),
        ("**/z.md", set()),
    ],
)
def test_patterns_of_prompts_name_files_as_in_a_shell(folder: Path, pattern: str, hits: set[str]) -> None:
    for name in ("a/y.md", "a/b/x.md", "node_modules/k/z.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("You are a cook. Be brief.\n")
    (folder / "spade.toml").write_text(f'prompts = ["{pattern}", "note.prompt.md", "new.prompt.md"]\n')
    listed = json.loads(spade(folder, "history", "--json").stdout)["prompts"]
    found = {Path(row["path"]).relative_to(folder.resolve()).as_posix() for row in listed}
    assert found == {*hits, "note.prompt.md", "new.prompt.md"}
