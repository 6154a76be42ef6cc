"""The answers that a prompt accepts in some case in place of what it asks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from spade_core.constraints.part import literal, quoted


@dataclass(frozen=True, slots=True)
class Answers:
    """Responses that a prompt accepts in some case in place of what it asks for."""

    texts: tuple[str, ...] = ()
    """Each the whole response."""
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
            tuple(dict.fromkeys(self.empty + other.empty)),
            self.unknown or other.unknown,
        )

    @property
    def sources(self) -> Iterator[str]:
        """The expressions that tell that a response is one of them."""
        if self.texts:
            yield f"is_one_of(response, {literal(self.texts)})"
        if self.empty:
            yield "is_empty(response)"
        if self.unknown:
            yield "says_unknown(first_sentence(response))"

    @property
    def said(self) -> Iterator[str]:
        """What a response is that is one of them."""
        if self.texts:
            yield f"it is {quoted(self.texts, 'or')}"
        if self.empty:
            yield "it is empty"
        if self.unknown:
            yield "it says that it does not know"


NO_ANSWERS: Final = Answers()
