"""What read_history sees in real repositories."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from spade_core.errors import HistoryError, PromptFileError
from spade_core.versions.git_history import read_history
from spade_core.versions.version import History, VersionState
from tests.command import spade
from tests.versions.repository import Repository

NOTE = "note.prompt.md"
LONG = "".join(f"Rule {n}: say something about subject number {n} in the note.\n" for n in range(20))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository.create(tmp_path / "repository")


def made_from(history: History) -> list[tuple[int, ...]]:
    return [version.made_from for version in history.versions]


def texts(history: History) -> list[str]:
    return [version.template.text.strip() for version in history.versions[1:]]


def shas(history: History) -> list[list[str]]:
    return [[commit.sha for commit in version.commits] for version in history.versions[1:]]


def history_of(repository: Repository, name: str = NOTE) -> History:
    return read_history(repository.folder / name)


class TestOneLine:
    def test_every_commit_that_changed_the_file_is_a_version(self, repository: Repository) -> None:
        first = repository.commit(note="Be brief.\n")
        repository.commit(other="Something else.\n")
        second = repository.commit(note="Be brief.\nBe kind.\n")
        history = history_of(repository)
        assert history.versions[0].state is VersionState.EMPTY
        assert texts(history) == ["Be brief.", "Be brief.\nBe kind."]
        assert shas(history) == [[first], [second]]
        assert history.notes == ()

    def test_a_version_knows_who_wrote_it_when_and_why(self, repository: Repository) -> None:
        repository.commit("Ask for a short note\n\nBecause the long ones were not read.", note="Be brief.\n")
        commit = history_of(repository).versions[1].commit
        assert commit
        assert (commit.author, commit.subject) == ("Ada", "Ask for a short note")
        assert commit.date.isoformat() == "2023-11-15T00:13:20+01:00"

    def test_a_text_that_comes_back_is_a_version_of_its_own(self, repository: Repository) -> None:
        for text in ("One.\n", "Two.\n", "One.\n"):
            repository.commit(note=text)
        assert texts(history_of(repository)) == ["One.", "Two.", "One."]

    def test_line_ends_alone_make_no_version(self, repository: Repository) -> None:
        first = repository.commit(note="Be brief.\nBe kind.\n")
        second = repository.commit(note="Be brief.\r\nBe kind.\r\n")
        assert shas(history_of(repository)) == [[first, second]]

    def test_a_checkout_with_other_line_ends_is_not_an_uncommitted_change(self, repository: Repository) -> None:
        repository.git("config", "core.autocrlf", "true")
        first = repository.commit(note="Be brief.\r\nBe kind.\r\n")
        assert repository.git_bytes("cat-file", "blob", f"HEAD:{NOTE}") == b"Be brief.\nBe kind.\n"
        history = history_of(repository)
        assert shas(history) == [[first]]
        assert [v.state for v in history.versions] == [VersionState.EMPTY, VersionState.COMMITTED]

    def test_a_file_deleted_and_added_again_keeps_its_earlier_life(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        (repository.folder / NOTE).unlink()
        repository.commit("Delete")
        repository.commit(note="Two, and quite unlike the one before.\n")
        assert texts(history_of(repository)) == ["One.", "Two, and quite unlike the one before."]

    def test_a_commit_that_cannot_be_read_is_skipped_with_a_note(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        broken = repository.commit(note=b"\xff\xfe\xfa odd\n\xff")
        repository.commit(note="Two.\n")
        history = history_of(repository)
        assert texts(history) == ["One.", "Two."]
        (note,) = history.notes
        assert note.startswith(f"commit {broken[:7]} skipped: {NOTE}")

    def test_what_is_wrong_with_several_commits_is_said_once(self, repository: Repository) -> None:
        linked = []
        for text in ("One.\n", "Two.\n"):
            (repository.folder / NOTE).symlink_to("target.txt")
            linked.append(repository.commit())
            (repository.folder / NOTE).unlink()
            repository.commit(note=text)
            (repository.folder / NOTE).unlink()
        repository.commit(note="Three.\n")
        assert history_of(repository).notes == (
            f"commit {linked[0][:7]} and 1 more skipped: {NOTE} is a symlink there",
        )

    def test_a_commit_in_which_the_path_was_a_link_is_skipped_with_a_note(self, repository: Repository) -> None:
        repository.write("target.txt", "One.\n")
        (repository.folder / NOTE).symlink_to("target.txt")
        linked = repository.commit()
        (repository.folder / NOTE).unlink()
        repository.commit(note="Two.\n")
        history = history_of(repository)
        assert texts(history) == ["Two."]
        assert history.notes == (f"commit {linked[:7]} skipped: {NOTE} is a symlink there",)

    def test_a_path_that_was_a_folder_once_has_only_its_own_versions(self, repository: Repository) -> None:
        repository.write(f"{NOTE}/inner.prompt.md", "Something else entirely.\n")
        repository.commit()
        (repository.folder / NOTE / "inner.prompt.md").unlink()
        (repository.folder / NOTE).rmdir()
        repository.commit(note="One.\n")
        assert texts(history_of(repository)) == ["One."]

    def test_an_author_whose_name_is_not_utf8_costs_nothing(self, repository: Repository) -> None:
        blob = repository.git("hash-object", "-w", "--stdin", stdin=b"Be brief.\n")
        tree = repository.git("mktree", stdin=f"100644 blob {blob}\t{NOTE}\n".encode())
        raw = (
            f"tree {tree}\n".encode()
            + b"author J\xf6rg <j@example.org> 1 +0000\ncommitter J <j> 1 +0000\n\nW\xf6rter\n"
        )
        sha = repository.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=raw)
        repository.git("reset", "--quiet", "--hard", sha)
        commit = history_of(repository).versions[1].commit
        assert commit
        assert (commit.author, commit.subject) == ("J\ufffdrg", "W\ufffdrter")

    def test_an_author_in_a_declared_encoding_is_decoded(self, repository: Repository) -> None:
        blob = repository.git("hash-object", "-w", "--stdin", stdin=b"Be brief.\n")
        tree = repository.git("mktree", stdin=f"100644 blob {blob}\t{NOTE}\n".encode())
        people = b"author J\xf6rg <j@example.org> 1 +0000\ncommitter J <j> 1 +0000\nencoding ISO-8859-1\n"
        raw = f"tree {tree}\n".encode() + people + b"\nW\xf6rter\n"
        sha = repository.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=raw)
        repository.git("reset", "--quiet", "--hard", sha)
        commit = history_of(repository).versions[1].commit
        assert commit
        assert (commit.author, commit.subject) == ("Jörg", "Wörter")

    def test_a_detached_head_is_the_place_that_history_leads_to(self, repository: Repository) -> None:
        first = repository.commit(note="One.\n")
        repository.commit(note="Two.\n")
        repository.git("checkout", "--quiet", "--detach", first)
        assert texts(history_of(repository)) == ["One."]

    @pytest.mark.parametrize(
        "name",
        [
            "with space/my note.prompt.md",
            "ghi chú/lời nhắc – 映画.prompt.md",
            "-rf.prompt.md",
            "[ab]*?.prompt.md",
            ":(exclude)note.prompt.md",
            ":!x/$HOME/~/note.prompt.md",
            "back\\slash.prompt.md",
            "new\nline.prompt.md",
        ],
    )
    def test_odd_paths_are_read_as_they_are(self, repository: Repository, name: str) -> None:
        for text in ("One.\n", "Two.\n"):
            repository.write(name, text)
            repository.write("a.prompt.md", f"A decoy: {text}")
            repository.commit()
        history = history_of(repository, name)
        assert texts(history) == ["One.", "Two."]
        assert {version.path for version in history.versions[1:]} == {name}

    def test_a_path_that_is_not_utf8_can_be_shown(self, repository: Repository) -> None:
        name = os.fsdecode(b"n\xf6te.prompt.md")
        repository.write(name, "One.\n")
        repository.commit()
        history = history_of(repository, name)
        assert texts(history) == ["One."]
        assert history.versions[1].path == "n\ufffdte.prompt.md"

    def test_a_link_has_the_history_of_its_target(self, repository: Repository, tmp_path: Path) -> None:
        repository.commit(note="One.\n")
        repository.commit(note="Two.\n")
        link = tmp_path / "link.prompt.md"
        link.symlink_to(repository.folder / NOTE)
        assert texts(read_history(link)) == ["One.", "Two."]


class TestRenames:
    def test_a_rename_is_followed_and_makes_no_version(self, repository: Repository) -> None:
        first = repository.commit(old="Be brief.\n")
        moved = repository.move("old.prompt.md", f"prompts/{NOTE}")
        history = history_of(repository, f"prompts/{NOTE}")
        assert shas(history) == [[first, moved]]
        assert history.versions[1].path == "old.prompt.md"

    def test_a_rename_with_an_edit_in_one_commit_is_followed(self, repository: Repository) -> None:
        repository.commit(old=LONG)
        (repository.folder / "old.prompt.md").unlink()
        repository.commit(note=LONG + "And be brief.\n")
        history = history_of(repository)
        assert [(v.path, v.template.text.endswith("brief.\n")) for v in history.versions[1:]] == [
            ("old.prompt.md", False),
            (NOTE, True),
        ]

    def test_there_and_back_again_is_followed_all_the_way(self, repository: Repository) -> None:
        repository.commit(note=LONG)
        repository.move(NOTE, "other.prompt.md")
        repository.commit(other=LONG + "Two.\n")
        repository.move("other.prompt.md", NOTE)
        repository.commit(note=LONG + "Three.\n")
        assert [text.removeprefix(LONG.strip()).strip() for text in texts(history_of(repository))] == [
            "",
            "Two.",
            "Three.",
        ]

    def test_the_last_file_of_a_chain_of_renames_has_the_whole_history(self, repository: Repository) -> None:
        repository.commit(n0=LONG)
        for n in range(1, 6):
            repository.move(f"n{n - 1}.prompt.md", f"n{n}.prompt.md")
            repository.commit(**{f"n{n}": LONG + f"Step {n}.\n"})
        assert len(history_of(repository, "n5.prompt.md").versions) == 7

    def test_a_new_file_unlike_all_others_has_no_earlier_history(self, repository: Repository) -> None:
        repository.commit(other="Entirely different words were written here once.\n")
        repository.commit(note=LONG)
        assert texts(history_of(repository)) == [LONG.strip()]

    def test_a_copy_is_followed_exactly_when_git_follows_it(self, repository: Repository) -> None:
        repository.commit(other="A short one.\n")
        repository.commit(other=LONG)
        repository.commit(note=LONG + "And be brief.\n")
        told = repository.git("log", "--follow", "--format=%H", "--", NOTE).split()
        assert [commits[0] for commits in shas(history_of(repository))] == told[::-1]

    def test_a_note_says_whose_history_a_copy_has_and_a_new_name_has_none(self, repository: Repository) -> None:
        repository.commit(other=LONG)
        repository.commit(other=LONG + "Two.\n")
        copied = repository.commit(note=LONG + "Two.\nAnd be brief.\n")
        repository.commit(note=LONG + "Two.\nAnd be very brief.\n")
        assert history_of(repository).notes == (
            f"git follows this file from other.prompt.md, of which it was a copy in commit {copied[:7]}: "
            "the versions before that commit are other.prompt.md's",
        )
        assert history_of(repository, "other.prompt.md").notes == ()
        repository.move("other.prompt.md", "moved.prompt.md")
        repository.commit(moved=LONG + "Three.\n")
        assert history_of(repository, "moved.prompt.md").notes == ()


class TestMerges:
    def test_both_lines_of_a_merge_are_read_one_after_the_other(self, repository: Repository) -> None:
        repository.commit(note=LONG)
        repository.git("checkout", "--quiet", "-b", "side")
        repository.commit(note=LONG + "Side one.\n")
        repository.git("checkout", "--quiet", "main")
        repository.commit(note="Main one.\n" + LONG)
        repository.git("checkout", "--quiet", "side")
        repository.commit(note=LONG + "Side two.\n")
        repository.git("checkout", "--quiet", "main")
        repository.git("merge", "--quiet", "--no-edit", "side")
        both = f"Main one.\n{LONG}Side two.\n"
        assert texts(history_of(repository)) == [
            text.strip() for text in (LONG, f"Main one.\n{LONG}", f"{LONG}Side one.\n", f"{LONG}Side two.\n", both)
        ]
        assert made_from(history_of(repository)) == [(), (0,), (1,), (1,), (3,), (2, 4)]

    def test_a_change_that_only_the_merge_made_is_a_version(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        repository.git("checkout", "--quiet", "-b", "side")
        repository.commit(other="Elsewhere.\n")
        repository.git("checkout", "--quiet", "main")
        repository.commit(third="Elsewhere, too.\n")
        repository.git("merge", "--quiet", "--no-commit", "side")
        merge = repository.commit(note="Changed in the merge.\n")
        assert texts(history_of(repository)) == ["One.", "Changed in the merge."]
        assert shas(history_of(repository))[-1] == [merge]

    def test_a_line_that_the_merge_threw_away_is_not_read(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        repository.git("checkout", "--quiet", "-b", "side")
        repository.commit(note="Rejected.\n")
        repository.git("checkout", "--quiet", "main")
        repository.commit(note="Two.\n")
        repository.git("merge", "--quiet", "--no-edit", "--strategy=ours", "side")
        assert texts(history_of(repository)) == ["One.", "Two."]

    def test_the_commits_of_a_merged_branch_are_versions(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        repository.git("checkout", "--quiet", "-b", "side")
        repository.commit(note="Two.\n")
        repository.commit(note="Three.\n")
        repository.git("checkout", "--quiet", "main")
        repository.commit(other="Elsewhere.\n")
        repository.git("merge", "--quiet", "--no-edit", "side")
        assert texts(history_of(repository)) == ["One.", "Two.", "Three."]

    @pytest.mark.parametrize("side_is_newer", [True, False])
    def test_each_line_is_followed_under_its_own_name(self, repository: Repository, side_is_newer: bool) -> None:
        repository.commit(old=LONG)
        repository.git("branch", "side")
        repository.clock += 0 if side_is_newer else 100_000
        repository.move("old.prompt.md", NOTE)
        repository.commit(note="Main.\n" + LONG)
        repository.git("checkout", "--quiet", "side")
        repository.clock += 100_000 if side_is_newer else -100_000
        repository.commit(old=LONG + "Side.\n")
        repository.git("checkout", "--quiet", "main")
        repository.git("merge", "--quiet", "--no-edit", "side")
        history = history_of(repository)
        assert texts(history) == [
            text.strip() for text in (LONG, f"Main.\n{LONG}", f"{LONG}Side.\n", f"Main.\n{LONG}Side.\n")
        ]
        assert [v.path for v in history.versions[1:]] == ["old.prompt.md", NOTE, "old.prompt.md", NOTE]
        assert made_from(history) == [(), (0,), (1,), (1,), (2, 3)]

    def test_a_merge_of_three_lines_is_read(self, repository: Repository) -> None:
        rules = [f"Rule number {n} of the note.\n" for n in range(30)]
        repository.commit(note="".join(rules))
        for line in (5, 15, 25):
            repository.git("checkout", "--quiet", "-b", f"side{line}", "main")
            repository.commit(note="".join([*rules[:line], f"Branch {line}.\n", *rules[line:]]))
        repository.git("checkout", "--quiet", "main")
        repository.git("merge", "--quiet", "--no-edit", "--no-ff", "side5", "side15", "side25")
        history = history_of(repository)
        marks = [[n for n in (5, 15, 25) if f"Branch {n}." in text] for text in texts(history)]
        assert marks == [[], [5], [15], [25], [5, 15, 25]]
        assert made_from(history) == [(), (0,), (1,), (1,), (1,), (1, 2, 3, 4)]

    def test_histories_without_a_common_start_are_both_read(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        repository.git("checkout", "--quiet", "--orphan", "other")
        repository.commit(note="Two.\n")
        repository.git("merge", "--quiet", "--no-commit", "--allow-unrelated-histories", "--strategy=ours", "main")
        repository.commit(note="One and two.\n")
        assert texts(history_of(repository)) == ["Two.", "One.", "One and two."]

    def test_clocks_that_run_backwards_change_nothing(self, repository: Repository) -> None:
        for text in ("One.\n", "Two.\n", "Three.\n"):
            repository.commit(note=text)
            repository.clock -= 50_000
        assert texts(history_of(repository)) == ["One.", "Two.", "Three."]


class TestTheWorkingTree:
    def test_an_uncommitted_change_is_the_newest_version(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        repository.write(NOTE, "Two.\n")
        newest = history_of(repository).versions[-1]
        assert (newest.template.text.strip(), newest.state, newest.commits) == ("Two.", VersionState.UNCOMMITTED, ())

    def test_an_unsaved_text_comes_after_the_uncommitted_one(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        path = repository.write(NOTE, "Two.\n")
        history = read_history(path, unsaved="Three.\n")
        assert texts(history) == ["One.", "Two.", "Three."]
        assert history.versions[-1].state is VersionState.UNSAVED

    def test_an_unsaved_text_equal_to_the_saved_one_is_no_version(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        history = read_history(repository.folder / NOTE, unsaved="One.\r\n")
        assert [v.state for v in history.versions] == [VersionState.EMPTY, VersionState.COMMITTED]

    def test_an_unsaved_file_need_not_exist(self, tmp_path: Path) -> None:
        history = read_history(tmp_path / NOTE, unsaved="One.\n")
        assert texts(history) == ["One."]
        assert history.versions[1].state is VersionState.UNSAVED

    def test_an_untracked_file_has_a_history_of_one(self, repository: Repository) -> None:
        repository.commit(other="Something else.\n")
        repository.write(NOTE, "One.\n")
        history = history_of(repository)
        assert texts(history) == ["One."]
        assert history.notes == (f"{NOTE} is in no commit yet: the history is the file as it is",)

    def test_a_file_deleted_from_the_working_tree_keeps_its_history(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        (repository.folder / NOTE).unlink()
        assert texts(history_of(repository)) == ["One."]

    def test_a_file_deleted_with_its_folder_keeps_its_history(self, repository: Repository) -> None:
        repository.write(f"a/b/{NOTE}", "One.\n")
        repository.commit()
        repository.git("rm", "--quiet", "-r", "a")
        repository.commit("Delete")
        assert texts(history_of(repository, f"a/b/{NOTE}")) == ["One."]

    def test_a_file_that_is_nowhere_is_an_error(self, repository: Repository) -> None:
        repository.commit(other="Something else.\n")
        with pytest.raises(HistoryError, match="neither on disk nor in git"):
            history_of(repository)

    def test_a_folder_is_an_error(self, repository: Repository) -> None:
        with pytest.raises(HistoryError, match="is not a file"):
            read_history(repository.folder)

    def test_links_in_a_circle_are_an_error(self, tmp_path: Path) -> None:
        (tmp_path / NOTE).symlink_to(tmp_path / "other")
        (tmp_path / "other").symlink_to(tmp_path / NOTE)
        with pytest.raises(HistoryError, match="Too many levels of symbolic links"):
            read_history(tmp_path / NOTE)

    def test_a_path_that_cannot_exist_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(HistoryError):
            read_history(tmp_path / "nul\0.prompt.md")

    def test_a_pipe_is_an_error_and_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / NOTE)
        with pytest.raises(HistoryError, match="is not a file"):
            read_history(tmp_path / NOTE)

    def test_a_broken_newest_text_leaves_the_committed_versions(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        repository.write(NOTE, b"\xff\xfa")
        history = history_of(repository)
        assert texts(history) == ["One."]
        assert "passed over" in history.notes[0]

    def test_a_file_of_which_nothing_can_be_read_is_an_error(self, tmp_path: Path) -> None:
        (tmp_path / NOTE).write_bytes(b"\xff\xfa")
        with pytest.raises(PromptFileError, match=NOTE):
            read_history(tmp_path / NOTE)


class TestSeveralTemplatesInAFile:
    def test_commits_that_changed_another_constant_merge_away(self, repository: Repository) -> None:
        def both(a: str, b: str) -> str:
            return f'A_PROMPT = """{a}"""\nB_PROMPT = """{b}"""\n'

        commits = []
        for content in ('B_PROMPT = """Be kind."""\n', both("One.", "Be kind."), both("One.", "x"), both("Two.", "x")):
            repository.write("prompts.py", content)
            commits.append(repository.commit())
        history = read_history(repository.folder / "prompts.py", template="A_PROMPT")
        assert texts(history) == ["One.", "Two."]
        assert shas(history) == [commits[1:3], commits[3:]]
        assert history.notes == ()

    def test_an_only_constant_is_found_among_its_former_neighbours(self, repository: Repository) -> None:
        for content in ('OLD_PROMPT = "One."\n', 'X_PROMPT = "No."\nA_PROMPT = "Two."\n', 'A_PROMPT = "Three."\n'):
            repository.write("prompts.py", content)
            repository.commit()
        history = read_history(repository.folder / "prompts.py")
        assert history.template_name == "A_PROMPT"
        assert texts(history) == ["One.", "Two.", "Three."]

    def test_a_name_that_never_was_is_an_error_that_lists_those_that_are(self, repository: Repository) -> None:
        repository.write("prompts.py", 'A_PROMPT = "One."\n')
        repository.commit()
        with pytest.raises(PromptFileError, match="A_PROMPT"):
            read_history(repository.folder / "prompts.py", template="B_PROMPT")

    def test_a_file_that_was_never_readable_code_is_skipped_commit_by_commit(self, repository: Repository) -> None:
        repository.write("prompts.py", 'A_PROMPT = "One\n')
        broken = repository.commit()
        repository.write("prompts.py", 'A_PROMPT = "One."\n')
        repository.commit()
        history = read_history(repository.folder / "prompts.py")
        assert texts(history) == ["One."]
        assert [note.split(" skipped")[0] for note in history.notes] == [f"commit {broken[:7]}"]


class TestKindsOfRepository:
    def test_without_a_repository_the_history_is_the_file(self, tmp_path: Path) -> None:
        (tmp_path / NOTE).write_text("One.\n")
        history = read_history(tmp_path / NOTE)
        assert texts(history) == ["One."]
        assert history.notes == ("not in a git repository: the history is the file as it is",)

    def test_without_a_commit_the_history_is_the_file(self, repository: Repository) -> None:
        repository.write(NOTE, "One.\n")
        history = history_of(repository)
        assert texts(history) == ["One."]
        assert history.notes == ("the repository has no commit yet: the history is the file as it is",)

    def test_a_shallow_clone_says_where_it_ends(self, repository: Repository, tmp_path: Path) -> None:
        for text in ("One.\n", "Two.\n", "Three.\n"):
            repository.commit(note=text)
        repository.git("clone", "--quiet", "--depth=2", f"file://{repository.folder}", str(tmp_path / "clone"))
        history = read_history(tmp_path / "clone" / NOTE)
        assert texts(history) == ["Two.", "Three."]
        cut = shas(history)[0][0]
        assert history.notes == (f"shallow clone: versions before {cut[:7]} are not here",)

    def test_a_shallow_clone_that_was_cut_on_both_lines_of_a_merge_names_both(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        repository.commit(note=LONG)
        repository.git("checkout", "--quiet", "-b", "side")
        side = repository.commit(note=LONG + "Side.\n")
        repository.git("checkout", "--quiet", "main")
        main = repository.commit(note="Main.\n" + LONG)
        repository.git("merge", "--quiet", "--no-edit", "side")
        repository.git("clone", "--quiet", "--depth=2", f"file://{repository.folder}", str(tmp_path / "clone"))
        history = read_history(tmp_path / "clone" / NOTE)
        assert len(history.versions) == 4
        assert history.notes == (f"shallow clone: versions before {main[:7]} and {side[:7]} are not here",)

    def test_a_shallow_clone_that_holds_the_whole_history_says_nothing(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        repository.commit(other="Something else.\n")
        repository.commit(other="Something else again.\n")
        repository.commit(note="One.\n")
        repository.git("clone", "--quiet", "--depth=2", f"file://{repository.folder}", str(tmp_path / "clone"))
        assert read_history(tmp_path / "clone" / NOTE).notes == ()

    def test_a_submodule_has_its_own_history(self, repository: Repository, tmp_path: Path) -> None:
        inner = Repository.create(tmp_path / "inner")
        inner.commit(note="One.\n")
        inner.commit(note="Two.\n")
        repository.commit(other="Something else.\n")
        repository.git("submodule", "--quiet", "add", str(inner.folder), "sub")
        repository.commit("Add the submodule")
        assert texts(history_of(repository, f"sub/{NOTE}")) == ["One.", "Two."]

    def test_a_worktree_has_the_history_of_its_own_branch(self, repository: Repository, tmp_path: Path) -> None:
        repository.commit(note="One.\n")
        repository.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "tree"))
        repository.commit(note="Two.\n")
        other = Repository(tmp_path / "tree", clock=repository.clock)
        other.commit(note="Side.\n")
        assert texts(read_history(tmp_path / "tree" / NOTE)) == ["One.", "Side."]
        assert texts(history_of(repository)) == ["One.", "Two."]

    def test_a_repository_with_long_names_of_objects_is_read(self, tmp_path: Path) -> None:
        repository = Repository.create(tmp_path / "long", "--object-format=sha256")
        repository.commit(old="One.\n")
        repository.move("old.prompt.md", NOTE)
        last = repository.commit(note="Two.\n")
        history = history_of(repository)
        assert texts(history) == ["One.", "Two."]
        assert shas(history)[-1] == [last]
        assert len(last) == 64

    def test_a_bare_repository_has_what_is_committed(self, repository: Repository, tmp_path: Path) -> None:
        repository.write(f"prompts/{NOTE}", "One.\n")
        repository.commit()
        repository.git("clone", "--quiet", "--bare", str(repository.folder), str(tmp_path / "bare.git"))
        assert texts(read_history(tmp_path / "bare.git" / "prompts" / NOTE)) == ["One."]

    def test_a_repository_with_a_broken_head_still_gives_the_file(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        (repository.folder / ".git" / "refs" / "heads" / "main").write_text("1" * 40 + "\n")
        history = history_of(repository)
        assert texts(history) == ["One."]
        assert len(history.notes) == 1

    def test_a_missing_content_costs_its_version_only(self, repository: Repository) -> None:
        first = repository.commit(note="One.\n")
        repository.commit(note="Two.\n")
        blob = repository.git("rev-parse", f"{first}:{NOTE}")
        (repository.folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
        history = history_of(repository)
        assert texts(history) == ["Two."]
        assert history.notes[0].startswith(f"commit {first[:7]} skipped: its content is not in this clone")

    def test_of_many_versions_only_those_without_content_are_skipped(self, repository: Repository) -> None:
        def commit(n: int) -> str:
            people = f"committer Ada <ada@example.org> {1_700_000_000 + n} +0000\n"
            text = f"Version {n}.\n"
            return f"commit refs/heads/main\n{people}data 0\nM 100644 inline {NOTE}\ndata {len(text)}\n{text}\n"

        stream = "".join(commit(n) for n in range(150))
        repository.git("-c", "fastimport.unpackLimit=1000", "fast-import", "--quiet", stdin=stream.encode())
        repository.git("reset", "--quiet", "--hard", "main")
        gone = (0, 40, 41, 75, 110, 148)
        for n in gone:
            blob = repository.git("rev-parse", f"main~{149 - n}:{NOTE}")
            damaged = repository.folder / ".git" / "objects" / blob[:2] / blob[2:]
            damaged.chmod(0o644)
            damaged.write_bytes(b"no zlib stream")
        history = history_of(repository)
        assert texts(history) == [f"Version {n}." for n in range(150) if n not in gone]
        [note] = history.notes
        assert f" and {len(gone) - 1} more skipped: its content is not in this clone" in note

    def test_a_damaged_content_costs_its_version_only(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        second = repository.commit(note="Two.\n")
        repository.commit(note="Three.\n")
        blob = repository.git("rev-parse", f"{second}:{NOTE}")
        damaged = repository.folder / ".git" / "objects" / blob[:2] / blob[2:]
        damaged.chmod(0o644)
        damaged.write_bytes(b"no zlib stream")
        history = history_of(repository)
        assert texts(history) == ["One.", "Three."]
        assert history.notes[0].startswith(f"commit {second[:7]} skipped")

    def test_a_version_beyond_any_prompt_is_skipped_with_a_note(self, repository: Repository) -> None:
        huge = repository.commit(note="Long. " * 1_000_000)
        repository.commit(note="Two.\n")
        history = history_of(repository)
        assert texts(history) == ["Two."]
        assert history.notes == (
            f"commit {huge[:7]} skipped: its content has 6,000,000 bytes, and a prompt file at most 4,194,304",
        )

    def test_a_missing_commit_leaves_the_file_and_a_note(self, repository: Repository) -> None:
        first = repository.commit(note="One.\n")
        repository.commit(note="Two.\n")
        (repository.folder / ".git" / "objects" / first[:2] / first[2:]).unlink()
        history = history_of(repository)
        assert texts(history) == ["Two."]
        assert any(first in note for note in history.notes)

    def test_a_missing_folder_in_between_ends_the_history_with_a_note(self, repository: Repository) -> None:
        shas = [repository.commit(note=f"{word}.\n") for word in ("One", "Two", "Three", "Four")]
        tree = repository.git("rev-parse", f"{shas[1]}^{{tree}}")
        (repository.folder / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
        history = history_of(repository)
        assert texts(history) == ["One.", "Three.", "Four."]
        assert any(tree in note for note in history.notes)
        assert f"commit {shas[1][:7]} skipped: a folder cannot be read" in history.notes

    @pytest.mark.parametrize("gone", range(4))
    def test_a_missing_commit_costs_what_led_to_it_and_no_more(self, repository: Repository, gone: int) -> None:
        words = ("One", "Two", "Three", "Four", "Five")
        shas = [repository.commit(note=f"{word}.\n") for word in words]
        (repository.folder / ".git" / "objects" / shas[gone][:2] / shas[gone][2:]).unlink()
        history = history_of(repository)
        assert texts(history) == [f"{word}." for word in words[gone + 1 :]]
        assert any(shas[gone][:7] in note for note in history.notes)

    def test_what_a_whole_repository_says_a_damaged_one_says_too(self, repository: Repository) -> None:
        root = repository.commit(other="Before all.\n")
        (repository.folder / "in").mkdir()
        repository.commit(note="One.\n")
        repository.git("checkout", "--quiet", "-b", "side")
        repository.commit(note="Side.\n")
        repository.git("checkout", "--quiet", "main")
        repository.commit(other="Else.\n")
        repository.git("merge", "--quiet", "--no-edit", "side")
        repository.git("mv", NOTE, "in/note.prompt.md")
        repository.git("commit", "--quiet", "-m", "move")
        path = repository.folder / "in" / "note.prompt.md"
        path.write_text("Last.\n")
        repository.git("commit", "--quiet", "-am", "last")
        whole = read_history(path)
        (repository.folder / ".git" / "objects" / root[:2] / root[2:]).unlink()
        damaged = read_history(path)
        assert texts(damaged) == ["One.", "Side.", "Last."]
        assert damaged.versions == whole.versions

    def test_the_same_repository_gives_the_same_history(self, repository: Repository) -> None:
        repository.commit(note="One.\n")
        repository.commit(note="Two.\n")
        assert history_of(repository) == history_of(repository)


def test_a_constant_is_followed_through_new_names_of_it_and_of_its_file(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path)
    repository.write(
        "a.py", 'FIRST_PROMPT = "Sum up {text} in one line."\nOTHER_PROMPT = "Name three birds of {land}."\n'
    )
    repository.commit()
    repository.write(
        "a.py", 'OTHER_PROMPT = "Name three birds of {land}."\nNEW_PROMPT = "Sum up {text} in one line."\n'
    )
    repository.commit()
    repository.move("a.py", "prompts/b.py")
    repository.write(
        "prompts/b.py",
        'OTHER_PROMPT = "Name three birds of {land}."\nNEW_PROMPT = "Sum up {text} in one short line."\n',
    )
    repository.commit()
    history = read_history(tmp_path / "prompts/b.py", template="NEW_PROMPT")
    assert [version.template.text for version in history.versions] == [
        "",
        "Sum up {text} in one line.",
        "Sum up {text} in one short line.",
    ]
    assert history.versions[1].path == "a.py"


_JUDGE = "You are a judge of essays.\nRead the essay: {essay}\nAnswer in one line.\n"
_POLITE = _JUDGE + "Never be rude.\n"
_GRADE = _POLITE + "Give a grade from 1 to 5.\n"
_HELLO = 'HELLO_PROMPT = "Say hello to {name}, politely."\n'


def _python(text: str, name: str = "JUDGE_PROMPT") -> str:
    return f'{name} = """{text}"""\n'


def _yaml(text: str) -> str:
    return "judge_prompt: |\n" + "".join(f"  {line}\n" for line in text.splitlines())


def _told(repository: Repository, file: str, name: str = "") -> list[tuple[str, str]]:
    history = read_history(repository.folder / file, template=name)
    return [(version.path or "", version.template.text) for version in history.versions[1:]]


@pytest.mark.parametrize(
    ("file", "name", "text"),
    [
        ("judge.yaml", "judge_prompt", _yaml(_POLITE)),
        ("judge.toml", "judge_prompt", f'judge_prompt = """\n{_POLITE}"""\n'),
        ("prompts/judge.txt", "", _POLITE),
        ("prompts.py", "GRADER_PROMPT", _HELLO + _python(_POLITE, "GRADER_PROMPT")),
        ("judge.ts", "judgePrompt", f"const judgePrompt = `{_POLITE}`;\n"),
    ],
)
@pytest.mark.parametrize("rest", ["import os\n" * 40, None], ids=["its file stays", "its file goes"])
def test_a_text_is_followed_into_the_file_that_it_was_moved_from(
    tmp_path: Path, file: str, name: str, text: str, rest: str | None
) -> None:
    repository = Repository.create(tmp_path)
    repository.write("app.py", (rest or "") + _python(_JUDGE))
    repository.write("prompts.py", _HELLO)
    repository.commit()
    repository.write("app.py", (rest or "") + _python(_POLITE))
    repository.commit()
    if rest is None:
        (tmp_path / "app.py").unlink()
    else:
        repository.write("app.py", rest)
    repository.write(file, text)
    repository.commit()
    repository.write(file, text.replace("one line", "two lines"))
    repository.commit()
    assert _told(repository, file, name) == [
        ("app.py", _JUDGE),
        ("app.py", _POLITE),
        (file, _POLITE.replace("one line", "two lines")),
    ]


@pytest.mark.parametrize("file", ["shop.yaml", "shop.ts"])
def test_a_text_that_nobody_would_take_for_a_prompt_is_followed_when_it_is_named(tmp_path: Path, file: str) -> None:
    repository = Repository.create(tmp_path)
    repository.write("app.py", 'manner = "The tea is warm and the cups are clean."\n')
    repository.commit()
    repository.write("app.py", 'manner = "The tea is warm and the cups are small."\n')
    repository.commit()
    repository.write("app.py", "import os\n")
    manner = "The tea is warm and the cups are small."
    repository.write(file, f"manner: {manner}\n" if file.endswith("yaml") else f'const manner = "{manner}";\n')
    repository.commit()
    assert [path for path, _ in _told(repository, file, "manner")] == ["app.py", "app.py"]


def test_a_text_that_was_copied_begins_where_it_was_copied_to(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path)
    repository.write("app.py", "import os\n" * 40 + _python(_JUDGE))
    repository.commit()
    repository.write("judge.yaml", _yaml(_JUDGE))
    repository.commit()
    assert _told(repository, "judge.yaml") == [("judge.yaml", _JUDGE)]


def test_a_text_that_was_moved_on_one_line_of_a_merge_keeps_its_history(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path)
    repository.write("app.py", "import os\n" * 40 + _python(_JUDGE))
    repository.commit()
    repository.git("switch", "--quiet", "-c", "other")
    repository.write("app.py", "import os\n" * 40)
    repository.write("judge.yaml", _yaml(_JUDGE))
    repository.commit()
    repository.write("judge.yaml", _yaml(_POLITE))
    repository.commit()
    repository.git("switch", "--quiet", "main")
    repository.write("readme.txt", "Something else.\n")
    repository.commit()
    repository.git("merge", "--quiet", "--no-edit", "other")
    assert _told(repository, "judge.yaml") == [("app.py", _JUDGE), ("judge.yaml", _POLITE)]


def test_an_entry_of_a_list_is_followed_by_what_it_says(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path)
    repository.write("a.py", 'PROMPTS = ["Name three birds of {land}.", "Sum up {text} in one line."]\n')
    repository.commit()
    repository.write("a.py", 'PROMPTS = ["Sum up {text} in one short line.", "Name three birds of {land}."]\n')
    repository.commit()
    history = read_history(tmp_path / "a.py", template="PROMPTS[0]")
    assert [version.template.text for version in history.versions[1:]] == [
        "Sum up {text} in one line.",
        "Sum up {text} in one short line.",
    ]


_BIRDS, _SUM, _SONG = "Name three birds of {land}.", "Sum up {text} in one line.", "Sing a song about {pet} in C major."
_LISTS: dict[str, tuple[str, Callable[..., str]]] = {
    "a.py": ("PROMPTS", lambda *texts: f"PROMPTS = {list(texts)!r}\n"),
    "a.ts": ("prompts", lambda *texts: f"export const prompts = {list(texts)!r};\n"),
    "a.yaml": ("prompts", lambda *texts: "prompts:\n" + "".join(f"  - {text!r}\n" for text in texts)),
    "a.toml": ("prompts", lambda *texts: f"prompts = {list(texts)!r}\n"),
    "a.json": ("prompts", lambda *texts: json.dumps({"prompts": texts})),
}


@pytest.mark.parametrize("file", _LISTS)
def test_an_entry_of_a_list_is_what_it_says_in_every_format(tmp_path: Path, file: str) -> None:
    repository = Repository.create(tmp_path)
    name, written = _LISTS[file]
    short = _SUM.replace("one line", "one short line")
    for texts in ((_BIRDS, _SUM), (short, _BIRDS), (_SONG, short, _BIRDS), (_BIRDS, _SONG, short)):
        repository.write(file, written(*texts))
        repository.commit()
    told = {index: [text for _, text in _told(repository, file, f"{name}[{index}]")] for index in range(3)}
    assert told == {0: [_BIRDS], 1: [_SONG], 2: [_SUM, short]}


def test_a_prompt_that_shows_a_conflict_is_read_and_one_that_git_has_not_merged_is_passed_over(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path)
    shown = "Write edits so:\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"
    repository.write("edits.prompt.md", shown)
    repository.write("app.py", 'NOTE_PROMPT = "Use 4 words."\n')
    repository.commit(note=shown)
    assert read_history(tmp_path / "note.prompt.md").versions[1].template.text == shown
    repository.git("switch", "--quiet", "-c", "other")
    repository.write("app.py", 'NOTE_PROMPT = "Use 5 words."\n')
    repository.commit(note="Use 5 words.\n")
    repository.git("switch", "--quiet", "main")
    repository.write("app.py", 'NOTE_PROMPT = "Use 6 words."\n')
    repository.commit(note="Use 6 words.\n")
    with pytest.raises(AssertionError, match="merge"):
        repository.git("merge", "other")
    history = read_history(tmp_path / "note.prompt.md")
    assert history.versions[-1].template.text == "Use 6 words.\n"
    assert any("unresolved merge conflict" in note for note in history.notes)
    constant = read_history(tmp_path / "app.py", template="NOTE_PROMPT")
    assert [version.template.text for version in constant.versions[1:]] == ["Use 4 words.", "Use 6 words."]
    assert any("unresolved merge conflict" in note for note in constant.notes)
    merged = read_history(tmp_path / "edits.prompt.md")
    assert [version.template.text for version in merged.versions[1:]] == [shown]
    assert merged.notes == ()


def test_of_a_very_long_subject_and_author_the_beginning_is_read(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path)
    for number in range(3):
        repository.write("note.prompt.md", f"Write {number} words.\n")
        repository.git("add", "--all")
        (tmp_path / "message").write_text("S" * 1_000_000, encoding="utf-8")
        repository.git("commit", "--quiet", "--no-gpg-sign", "--file=message")
    done = spade(tmp_path, "history", "note.prompt.md", "--json")
    assert done.returncode == 0, done.stderr
    subjects = [each["subject"] for each in json.loads(done.stdout)["versions"]]
    assert subjects == ["S" * 1000 + "…"] * 3
