"""The corpus of pairs of instructions, each judged by hand; see the head of ``contradiction_pairs.txt``."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).with_name("contradiction_pairs.txt")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two instructions of one prompt, and whether they contradict each other."""

    family: str
    first: str
    second: str
    clashes: bool
    is_missed: bool = False
    """Whether it is known not to be found."""
    is_alarm: bool = False
    """Whether it is known to be taken for a contradiction."""

    @property
    def text(self) -> str:
        """A prompt that has them in this order."""
        return "\n\n".join(half for half in (self.first, self.second) if half) + "\n"

    @property
    def turned(self) -> str:
        """A prompt that has them the other way round."""
        return "\n\n".join(half for half in (self.second, self.first) if half) + "\n"


def pairs() -> Iterator[Pair]:
    """Yield the pairs of the corpus."""
    family = ""
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "=":
            family = rest
        elif mark in ("!", "?", ".", ","):
            first, _, second = (half.strip() for half in rest.replace("\\n", "\n").replace("~", "\n").partition("|"))
            yield Pair(family, first, second, mark in "!?", mark == "?", mark == ",")
