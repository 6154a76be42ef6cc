"""The answers that a prompt accepts in some case in place of what it asks for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from spade_core.constraints.part import literal, quoted


@dataclass(frozen=True, slots=True)
class Answers:
    """Responses that a prompt accepts in some case in place of what it asks for."""

    texts: tuple[str, ...] = ()
    """Each the whole response."""
    keys: tuple[tuple[str, ...], ...] = ()
    """Each those of a JSON object of another shape."""
    empty: tuple[str, ...] = ()
    """Lists, objects or texts with nothing in them, as they may be written."""
    unknown: bool = False
    """Whether it may say in its own words that it does not know."""

    def __or__(self, other: "Answers") -> "Answers":
        """Return what either accepts, the answers of this one first."""
        if NO_ANSWERS in (self, other):
            return self if other == NO_ANSWERS else other
        return Answers(
            tuple(dict.fromkeys(self.texts + other.texts)),
            tuple(dict.fromkeys(self.keys + other.keys)),
            tuple(dict.fromkeys(self.empty + other.empty)),
            self.unknown or other.unknown,
        )

    def beside(self, keys: Iterable[str]) -> "Answers":
        """Return those that are told from a JSON object with these keys at its top."""
        known = frozenset(keys)
        other = tuple(each for each in self.keys if not known.issuperset(each))
        return Answers(self.texts, other, self.empty, self.unknown)

    @property
    def sources(self) -> Iterator[str]:
        """The expressions that tell that a response is one of them."""
        if self.texts:
            yield f"is_one_of(response, {literal(self.texts)})"
        if self.empty:
            yield "is_empty(response)"
        yield from (f"has_keys(response, {literal(each)})" for each in self.keys)
        if self.unknown:
            yield "says_unknown(first_sentence(response))"

    @property
    def said(self) -> Iterator[str]:
        """What a response is that is one of them."""
        if self.texts:
            yield f"it is {quoted(self.texts, 'or')}"
        if self.empty:
            yield "it is empty"
        yield from (f"its JSON has the {'key' if len(each) == 1 else 'keys'} {quoted(each)}" for each in self.keys)
        if self.unknown:
            yield "it says that it does not know"


NO_ANSWERS: Final = Answers()
