"""A candidate assertion and what its source says about itself."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from spade_core.criteria import Criterion, Origin


@lru_cache(maxsize=4096)
def source_hash(source: str) -> str:
    """Return the SHA-256 of a function's source, line ends normalised and outer blank lines removed."""
    return hashlib.sha256(source.replace("\r\n", "\n").strip().encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class CandidateAssertion:
    """A function ``async def assert_...(example: dict, prompt: str, response: str) -> bool``; True = passes."""

    name: str
    source: str
    """The whole function, docstring included, no trailing newline."""
    criteria: tuple[Criterion, ...]
    """Every criterion it checks: identical candidates are merged and keep all origins. Empty for a person's own."""
    origin: Origin = Origin.CUES
    asks_judge: bool = False
    """Whether it awaits ``ask_llm``."""

    @property
    def hash(self) -> str:
        """Identity of the code, for caches and for noticing a person's edit."""
        return source_hash(self.source)
