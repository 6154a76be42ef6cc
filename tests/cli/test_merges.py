"""A prompt that was changed on both lines of a merge: each version is compared with the one that it was made from."""

import json
from pathlib import Path

from tests.command import spade
from tests.versions.repository import Repository

_RULES = ("You are a clerk.", "Name the tea.", "Use one line.", "Greet the guest.")


def _note(*changed: tuple[int, str]) -> str:
    rules = list(_RULES)
    for at, text in changed:
        rules[at:] = [text, *rules[at + 1 :]]
    return "\n\n".join(rules) + "\n"


def _merged(folder: Path, *, resolved: str = "") -> Repository:
    repository = Repository.create(folder)
    repository.commit(note=_note())
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit(note=_note((3, "Greet the guest warmly.")))
    repository.git("checkout", "--quiet", "main")
    repository.commit(note=_note((1, "Name the tea and the price.")))
    repository.git("merge", "--quiet", "--no-commit", "side")
    repository.commit(**({"note": resolved} if resolved else {}))
    return repository


def test_a_side_line_undoes_nothing_of_the_other_and_a_merge_tells_it_not_again(tmp_path: Path) -> None:
    _merged(tmp_path)
    told = spade(tmp_path, "history", "note.prompt.md").stdout.splitlines()
    third = next(at for at, line in enumerate(told) if line.startswith("P3"))
    assert "changes P1" in told[third]
    assert told[third + 1 : third + 3] == ["  - Greet the guest.", "  + Greet the guest warmly."]
    assert told[third + 3].startswith("P4")
    assert told[third + 3].endswith("merges P2 and P3")
    assert len(told) == third + 4
    versions = json.loads(spade(tmp_path, "history", "note.prompt.md", "--json").stdout)["versions"]
    assert [version["made_from"] for version in versions] == [[0], [1], [1], [2, 3]]


def test_a_merge_tells_what_neither_line_said(tmp_path: Path) -> None:
    _merged(tmp_path, resolved=_note((1, "Name the tea and the price."), (3, "Greet the guest with a bow.")))
    told = spade(tmp_path, "history", "note.prompt.md").stdout.splitlines()
    last = next(at for at, line in enumerate(told) if line.startswith("P4"))
    assert "merges P2 and P3" in told[last]
    assert "  + Greet the guest with a bow." in told[last:]
    assert not any("price" in line for line in told[last:])
