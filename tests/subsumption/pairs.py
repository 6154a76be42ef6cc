"""The corpus of assertions with known relations: every ordered pair of a file, subsuming or not."""

from dataclasses import dataclass
from pathlib import Path

from spade_core.candidates.candidate import CandidateAssertion

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True, slots=True)
class Family:
    """The assertions of one file, and the pairs of names of which the first subsumes the second."""

    name: str
    candidates: tuple[CandidateAssertion, ...]
    subsuming: frozenset[tuple[str, str]]

    def pairs(self) -> list[tuple[str, str]]:
        names = [candidate.name for candidate in self.candidates]
        return [(one, other) for one in names for other in names if one != other]


def families() -> list[Family]:
    return [family_in(path) for path in sorted(CORPUS.glob("*.txt"))]


def family_in(path: Path) -> Family:
    """Blocks ``=== name`` hold a function each; ``=== relations`` holds lines ``a > b`` and ``a = b``."""
    candidates: list[CandidateAssertion] = []
    direct: set[tuple[str, str]] = set()
    for block in path.read_text(encoding="utf-8").split("=== ")[1:]:
        title, _, body = block.partition("\n")
        if title.strip() == "relations":
            for line in body.splitlines():
                one, sign, other = line.split()
                direct |= {(one, other), (other, one)} if sign == "=" else {(one, other)}
        else:
            candidates.append(CandidateAssertion(title.strip(), body.strip(), ()))
    known = {candidate.name for candidate in candidates}
    assert {name for pair in direct for name in pair} <= known, path
    return Family(path.stem, tuple(candidates), frozenset(closed(direct)))


def closed(direct: set[tuple[str, str]]) -> set[tuple[str, str]]:
    while True:
        more = {(a, d) for a, b in direct for c, d in direct if b == c and a != d} - direct
        if not more:
            return direct
        direct = direct | more
