"""What the prompts of a file say for other texts of it: those put into them, and those whose names end alike."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from spade_core.prompt_files.code.candidates import Candidate
from spade_core.prompt_files.likelihood import MANY, Reason, words_of_name
from spade_core.prompt_files.prompt_words import NAMES_AGAINST

_NAMED = re.compile(r"(?<![\w.\"'])[^\W\d]\w*")
_LOOKED_UP = re.compile(rf"({_NAMED.pattern})(?:\[|\.get\()")
_ENTRY = "["
"""Ends the name of a mapping or a list of which an entry is put into a prompt."""
_SEVERAL = 2
_MOST_SAID = 20
"""Names of one expression that are looked at."""


class Neighbours:
    """The prompts of a file so far, and the other texts in it."""

    def __init__(self, prompts: Sequence[Candidate], others: Sequence[Candidate]) -> None:
        self._filled: dict[tuple[tuple[str, ...], str], Candidate] = {}
        """By each scope around it, and each name that a place of it is filled with, the first such prompt."""
        self._alike: dict[tuple[tuple[str, ...], str], Candidate] = {}
        counts: Counter[tuple[tuple[str, ...], str]] = Counter()
        for prompt in prompts:
            for name in _put_into(prompt):
                for depth in range(len(prompt.owners) + 1):
                    self._filled.setdefault((prompt.owners[:depth], name), prompt)
            if family := _family(prompt):
                self._alike.setdefault(family, prompt)
                counts[family] += 1
        counts.subtract(family for other in others if (family := _family(other)))
        self._most = {family for family, count in counts.items() if count >= 0}
        """Families of names at least half of which are prompts."""
        together = Counter(prompt.owners for prompt in prompts if prompt.is_constant)
        apart = Counter(other.owners for other in others if other.is_constant)
        self._among = {scope for scope, count in together.items() if count >= max(MANY, apart[scope])}
        """What encloses several texts, at least half of which are prompts."""

    def speak_for(self, candidate: Candidate) -> tuple[Reason, ...]:
        """Return what speaks for a text that is no prompt by itself."""
        found = []
        into = self._filled.get((_scope(candidate), candidate.identifier)) if _is_named(candidate) else None
        if into is None and candidate.is_constant and candidate.owners:
            *scope, mapping = candidate.owners
            into = self._filled.get((tuple(scope), f"{mapping}{_ENTRY}"))
        if into is not None and not candidate.shown:
            found.append(Reason(4, f"it is put into the prompt {into.name}"))
        family = _family(candidate)
        if family in self._most and (alike := self._alike.get(family)) is not None:
            found.append(Reason(2, f"{alike.name} beside it is a prompt"))
        elif candidate.is_constant and candidate.owners in self._among and not candidate.shown:
            found.append(Reason(2, "most texts beside it are prompts"))
        return tuple(found)


def _put_into(prompt: Candidate) -> Iterator[str]:
    """Yield the names that places of a prompt are filled with; its own is none, as where it is put together."""
    for _, text in prompt.spoken:
        for expression, _, _ in text.holes:
            looked_up = (f"{name}{_ENTRY}" for name in _LOOKED_UP.findall(expression))
            names = dict.fromkeys([*_NAMED.findall(expression), *looked_up][:_MOST_SAID])
            yield from (name for name in names if name != prompt.identifier)


def _is_named(candidate: Candidate) -> bool:
    """Whether its identifier is the name of a variable, or of the function that returns it."""
    return candidate.is_constant or candidate.owners[-1:] == (candidate.identifier,)


def _scope(candidate: Candidate) -> tuple[str, ...]:
    """Return what encloses its name."""
    return candidate.owners if candidate.is_constant else candidate.owners[:-1]


def _family(candidate: Candidate) -> tuple[tuple[str, ...], str] | None:
    """Return where a constant stands and how its name of several words ends, unless that speaks against a prompt."""
    words = words_of_name(candidate.identifier)
    if not candidate.is_constant or len(words) < _SEVERAL or words[-1] in NAMES_AGAINST:
        return None
    return candidate.owners, words[-1]
