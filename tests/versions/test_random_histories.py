"""The laws of the walk, held by real repositories whose merges, renames and clocks are random."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from spade_core.versions.git_history import read_history
from spade_core.versions.version import Commit, History
from tests.versions.repository import Repository

NAMES = ("a.prompt.md", "b.prompt.md", "deep/er/c.prompt.md")
WORDS = ("brief", "kind", "formal", "funny", "honest", "early", "plain", "vivid", "calm", "exact")


@dataclass(slots=True)
class Node:
    """A commit to be: where the prompt is and what it says; None when it is deleted."""

    name: str
    lines: tuple[str, ...] | None
    parents: list[int] = field(default_factory=list)


def random_nodes(dice: random.Random, size: int) -> list[Node]:
    base = tuple(f"Rule {n}: be {dice.choice(WORDS)} about subject {n} in every note." for n in range(12))
    nodes = [Node(NAMES[0], base)]
    for number in range(1, size):
        parents = [dice.choice(range(max(0, number - 4), number))]
        if dice.random() < 0.3:
            parents = sorted({*parents, dice.choice(range(max(0, number - 6), number))}, reverse=dice.random() < 0.5)
        first = nodes[dice.choice(parents)]
        nodes.append(Node(first.name, changed(dice, first.lines or base), parents))
        if dice.random() < 0.15:
            nodes[-1].name = dice.choice(NAMES)
        if dice.random() < 0.05 and number < size - 1:
            nodes[-1].lines = None
    return nodes


def changed(dice: random.Random, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines as they are, or with one of them changed."""
    if dice.random() < 0.5:
        return lines
    place = dice.randrange(len(lines))
    return (*lines[:place], f"Rule {place}: be {dice.choice(WORDS)} and {dice.choice(WORDS)}.", *lines[place + 1 :])


def stream_of(nodes: list[Node], dice: random.Random) -> Iterator[str]:
    for number, node in enumerate(nodes):
        clock = 1_700_000_000 + 60 * number + dice.choice((0, 0, 0, -1000, 5000))
        yield f"commit refs/heads/main\nmark :{number + 1}\ncommitter A <a@example.org> {clock} +0000\ndata 0\n"
        for position, parent in enumerate(node.parents):
            yield f"{'merge' if position else 'from'} :{parent + 1}\n"
        yield "deleteall\nM 100644 inline other.txt\ndata 5\nother\n"
        if node.lines is not None:
            text = "\n".join(node.lines)
            yield f"M 100644 inline {node.name}\ndata {len(text)}\n{text}\n"


def build(repository: Repository, seed: int, *, size: int) -> list[Node]:
    dice = random.Random(seed)  # noqa: S311 - the same histories every time
    nodes = random_nodes(dice, size)
    nodes[-1].lines = nodes[-1].lines or nodes[0].lines
    repository.git("fast-import", "--quiet", "--force", stdin="".join(stream_of(nodes, dice)).encode())
    repository.git("reset", "--quiet", "--hard", "main")
    return nodes


def commits_of(history: History) -> list[tuple[Commit, str, str]]:
    """Return each commit with the text and the path of its version."""
    return [(c, v.template.text, v.path) for v in history.versions for c in v.commits]


@pytest.mark.parametrize("seed", [0, 1, 14, 22, 317])
def test_the_laws_hold_in_any_history(tmp_path: Path, seed: int) -> None:
    repository = Repository.create(tmp_path / "repository")
    nodes = build(repository, seed, size=40)
    history = read_history(repository.folder / nodes[-1].name)
    commits = commits_of(history)
    shas = [commit.sha for commit, _, _ in commits]

    assert history.notes == ()
    assert nodes[-1].lines is not None
    assert history.versions[-1].template.text == "\n".join(nodes[-1].lines), "the last version is the one checked out"
    assert len(set(shas)) == len(shas), "no commit is read twice"
    place = {sha: n for n, sha in enumerate(shas)}
    for commit, text, _ in commits:
        holding = [n for n in NAMES if n in tree_of(repository, commit.sha).get(text, ())]
        assert holding, "every version says what its commits hold"
        earlier = repository.git("rev-list", commit.sha, "--", holding[0]).split()
        assert all(place.get(one, -1) <= place[commit.sha] for one in earlier), (
            "no commit stands before what it is made of"
        )


def tree_of(repository: Repository, sha: str) -> dict[str, list[str]]:
    """Return the names under which a commit holds each text."""
    names: dict[str, list[str]] = {}
    for name in repository.git("ls-tree", "-r", "--name-only", sha).split("\n"):
        names.setdefault(repository.git("show", f"{sha}:{name}"), []).append(name)
    return names


@pytest.mark.parametrize("seed", range(500, 504))
def test_in_one_line_the_commits_are_those_that_git_log_follows(tmp_path: Path, seed: int) -> None:
    repository = Repository.create(tmp_path / "repository")
    dice = random.Random(seed)  # noqa: S311 - the same histories every time
    nodes = random_nodes(dice, 30)
    for number, node in enumerate(nodes):
        node.parents = [number - 1] if number else []
        node.lines = node.lines or nodes[0].lines
    repository.git("fast-import", "--quiet", "--force", stdin="".join(stream_of(nodes, dice)).encode())
    repository.git("reset", "--quiet", "--hard", "main")
    log = repository.git("log", "--follow", "--name-status", "--format=%H", "--", nodes[-1].name).split("\n")
    told = [sha for sha, _, change in zip(log[::3], log[1::3], log[2::3], strict=True) if not change.startswith("D")]
    found = commits_of(read_history(repository.folder / nodes[-1].name))
    assert [commit.sha for commit, _, _ in found] == told[::-1]
