"""The texts of a source file that could be prompts, by their names."""

from dataclasses import dataclass, replace

from spade_core.prompt_files.code.code_text import CodeText, in_a_row
from spade_core.prompt_files.code.values import Spoken
from spade_core.prompt_files.likelihood import Use


@dataclass(frozen=True, slots=True)
class Candidate:
    """One text, or one list of messages, that could be a prompt."""

    name: str
    """``Class.attribute``, ``function.variable``, ``PROMPTS['greet']``; a name that is given again gets ``#2``."""
    identifier: str
    """The last part of its name."""
    owners: tuple[str, ...]
    spoken: tuple[Spoken, ...]
    use: Use
    used_as: str
    shown: bool
    begin: int
    """Where it begins, in code points."""
    is_constant: bool
    end: int
    is_listed: bool
    """Whether it is one of the texts of a list."""
    stands_for: int | None = None
    """Where the text begins that it only names, as far as it does."""


class FoundCandidates:
    """The candidates of one file, gathered in file order."""

    def __init__(self) -> None:
        self.by_name: dict[str, Candidate] = {}
        self._counts: dict[str, int] = {}
        self._latest: dict[str, str] = {}

    def keep(self, one: Candidate) -> None:
        """Keep one more under its name; what is called as another is gets a number."""
        name = one.name.rstrip(".") or "prompt"
        count = self._counts[name] = self._counts.get(name, 0) + 1
        unique = name if count == 1 else f"{name}#{count}"
        if one.is_constant:
            self._latest[name] = unique
        self.by_name[unique] = replace(one, name=unique)

    def latest(self, name: str) -> Candidate | None:
        """Return what a variable of this name was given last; None when no text was."""
        return self.by_name.get(self._latest.get(name, ""))

    def lengthen(self, one: Candidate, *more: CodeText) -> None:
        """Add to the text of a candidate that has one part."""
        role, text = one.spoken[0]
        self.by_name[one.name] = replace(one, spoken=((role, in_a_row([text, *more])),))

    def add_messages(self, one: Candidate, more: list[Spoken]) -> None:
        """Add to the messages of a candidate."""
        self.by_name[one.name] = replace(one, spoken=(*one.spoken, *more))
