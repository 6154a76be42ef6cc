from datetime import UTC, datetime

from spade_core.prompt_files.template import EMPTY_TEMPLATE, Dialect, PromptTemplate, TemplatePart
from spade_core.text import SourceMap
from spade_core.versions.snapshots import Snapshot, versions_of
from spade_core.versions.version import Commit, VersionState


def template(text: str, *, offset: int = 0, name: str = "") -> PromptTemplate:
    part = TemplatePart(None, text, SourceMap.identity(len(text), offset=offset))
    return PromptTemplate(name, Dialect.FSTRING, (part,), ())


def commit(sha: str) -> Commit:
    return Commit(sha, "Ada", datetime(2024, 1, 1, tzinfo=UTC), "Change")


def seen(text: str | None, sha: str = "", *, path: str = "a.prompt.md", offset: int = 0) -> Snapshot:
    found = None if text is None else template(text, offset=offset)
    state = VersionState.COMMITTED if sha else VersionState.UNCOMMITTED
    return Snapshot(found, state, path, commit(sha) if sha else None)


def texts(*snapshots: Snapshot) -> list[str]:
    return [version.template.text for version in versions_of(snapshots)]


def test_the_empty_template_is_the_only_version_of_nothing() -> None:
    (only,) = versions_of([])
    assert (only.index, only.template, only.state, only.path) == (0, EMPTY_TEMPLATE, VersionState.EMPTY, "")


def test_versions_are_numbered_from_the_empty_one() -> None:
    versions = versions_of([seen("One.", "1"), seen("Two.", "2")])
    assert [(v.index, v.template.text) for v in versions] == [(0, ""), (1, "One."), (2, "Two.")]


def test_equal_neighbours_are_one_version_with_all_commits() -> None:
    versions = versions_of([seen("One.", "1"), seen("One.", "2"), seen("Two.", "3")])
    assert [[c.sha for c in v.commits] for v in versions] == [[], ["1", "2"], ["3"]]
    assert versions[1].commit == commit("1")


def test_a_text_that_comes_back_is_a_version_again() -> None:
    assert texts(seen("One.", "1"), seen("Two.", "2"), seen("One.", "3")) == ["", "One.", "Two.", "One."]


def test_a_moment_without_the_template_is_no_version() -> None:
    assert texts(seen(None, "1"), seen("One.", "2"), seen(None, "3"), seen("One.", "4")) == ["", "One."]


def test_a_file_that_begins_empty_has_no_version_before_its_first_word() -> None:
    versions = versions_of([seen("", "1"), seen("One.", "2")])
    assert [(v.template.text, v.commits) for v in versions] == [("", ()), ("One.", (commit("2"),))]


def test_a_file_that_is_emptied_has_an_empty_version() -> None:
    assert texts(seen("One.", "1"), seen("", "2"), seen("Two.", "3")) == ["", "One.", "", "Two."]


def test_the_later_sight_of_a_version_gives_the_positions_and_the_first_its_path_and_state() -> None:
    last = versions_of([seen("One.", "1", path="old.md"), seen("One.", path="new.md", offset=7)])[-1]
    assert last.template.parts[0].source.pieces[0].source.start == 7
    assert (last.path, last.state, last.commit) == ("old.md", VersionState.COMMITTED, commit("1"))


def test_a_constant_that_is_renamed_is_the_same_version() -> None:
    old, new = (Snapshot(template("One.", name=name), VersionState.COMMITTED, "p.py", commit(name)) for name in "AB")
    assert [v.template.name for v in versions_of([old, new])] == ["", "B"]
