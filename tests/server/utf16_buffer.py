"""The client's side of a document, kept as an editor keeps it: as UTF-16 code units. What the mirror is held to."""

import random
import re
from dataclasses import dataclass, field

from lsprotocol import types

_PIECES = (
    "word ", "\n", "\r\n", "\r", "é", "你好", "😀", "👩‍👩‍👧", "\x0c", "\u2028", "\x85", "\x1c", "\t", "{x}", "\ud83d",
    "\ude00", "Keep it within 100 words.\n", "- item\n", "", "\u0301", "\x00", "\ufeff",
    "Be concise.\n", "# Head\n", "\n\n", "```\n", "Use 200 words.\n",
)  # fmt: skip
_LINE_END = re.compile("\r\n|\n|\r")


@dataclass(slots=True)
class Utf16Buffer:
    """A text as a list of UTF-16 code units, edited by ranges."""

    text: str = ""
    undone: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.text = units_of(self.text)

    @property
    def characters(self) -> str:
        """The text with its surrogate pairs joined."""
        return as_sent(self.text)

    def position(self, unit: int) -> types.Position:
        """The position before a code unit; one between CR and LF is before the CR, as in an editor."""
        if 0 < unit < len(self.text) and self.text[unit - 1 : unit + 1] == "\r\n":
            unit -= 1
        ends = [match.end() for match in _LINE_END.finditer(self.text, 0) if match.end() <= unit]
        return types.Position(len(ends), unit - (ends[-1] if ends else 0))

    def unit(self, position: types.Position) -> int:
        """The code unit at a position."""
        starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        return starts[position.line] + position.character

    def edit(self, place: types.Range, new: str) -> None:
        """Replace a range."""
        start, end = self.unit(place.start), self.unit(place.end)
        self.text = self.text[:start] + units_of(new) + self.text[end:]


def as_sent(text: str) -> str:
    """The text as it comes out of JSON: two halves beside each other are one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def units_of(text: str) -> str:
    """The text as one character for each code unit."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2))


def random_changes(buffer: Utf16Buffer, rng: random.Random) -> list[types.TextDocumentContentChangeEvent]:
    """Edit the buffer as a person might, with one or several cursors or by undo, and return what the client sends."""
    if buffer.undone and rng.random() < 0.05:
        buffer.text = buffer.undone.pop()
        return [types.TextDocumentContentChangeWholeDocument(buffer.characters)]
    buffer.undone = [*buffer.undone[-20:], buffer.text]
    changes: list[types.TextDocumentContentChangeEvent] = []
    for _ in range(rng.choice((1, 1, 1, 3))):
        start = rng.randint(0, len(buffer.text))
        end = min(len(buffer.text), start + rng.choice((0, 0, 0, 1, 2, 5, 40)))
        place = types.Range(buffer.position(start), buffer.position(end))
        new = as_sent("".join(rng.choice(_PIECES) for _ in range(rng.choice((0, 1, 1, 2)))))
        if rng.random() < 0.001:
            new = "x" * 100_000
        buffer.edit(place, new)
        changes.append(types.TextDocumentContentChangePartial(range=place, text=new))
    return changes
