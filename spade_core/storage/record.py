"""The record beside a prompt: what spade knows of each assertion, what the person rejected, the last selection.

The record never decides what runs: the assertions file does. It only remembers, so that a later generation can tell
a person's work from its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from spade_core.candidates import CandidateAssertion, source_hash
from spade_core.criteria import Origin
from spade_core.selection import NO_PREFERENCES, Method, Preferences, SelectionRequest, Thresholds
from spade_core.storage.assertions_file import renamed
from spade_core.storage.basis import Basis
from spade_core.storage.provenance import Provenance, provenances_of

FORMAT = 1
"""Version of the record's schema."""


@dataclass(frozen=True, slots=True)
class AssertionEntry:
    """One assertion as it was generated."""

    generated_name: str
    """The name we gave it; a person may have renamed it since."""
    source_hash: str
    """`candidates.source_hash` of the function as generated."""
    body_hash: str
    """The same with the name left out: finds it again under another name."""
    comment: str = ""
    """The comment lines written above it."""
    origin: Origin = Origin.CUES
    asks_judge: bool = False
    provenance: tuple[Provenance, ...] = ()
    stale: bool = False
    """Whether the last generation no longer proposed it."""
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pending:
    """What a write is about to do to the assertions file, noted before it: a kill between the two loses nothing."""

    written: Mapping[str, AssertionEntry]
    """By name: the functions being added or replaced."""
    removed: tuple[str, ...]
    """Names being removed, by us and not by the person."""


@dataclass(frozen=True, slots=True)
class SelectionRecord:
    """The last selection."""

    method: Method
    alpha: float
    tau: float
    chosen: tuple[str, ...]
    """Names in the assertions file."""
    coverage: float | None = None
    """Share of the bad examples caught, in [0, 1]; None when nothing was evaluated."""
    ffr: float | None = None
    """Share of the good examples failed, in [0, 1]; None when nothing was evaluated."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """``good``, ``bad``, ``candidates``, ...: what it was taken from."""
    preferences: Preferences = NO_PREFERENCES
    """What was required, forbidden and preferred."""
    basis: Basis = field(default_factory=Basis)
    """What it was made from, to tell what has changed since."""
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def request(self) -> SelectionRequest:
        """What was asked for."""
        return SelectionRequest(self.method, Thresholds(alpha=self.alpha, tau=self.tau), self.preferences)

    def renamed(self, names: Mapping[str, str]) -> "SelectionRecord":
        """Return it with other names of assertions, old to new."""
        preferences = self.preferences
        return replace(
            self,
            chosen=tuple(names.get(name, name) for name in self.chosen),
            preferences=replace(
                preferences,
                required=tuple(names.get(name, name) for name in preferences.required),
                forbidden=tuple(names.get(name, name) for name in preferences.forbidden),
            ),
            basis=self.basis.renamed(names),
        )


@dataclass(frozen=True, slots=True)
class Record:
    """One ``*.spade.json``."""

    prompt: str = ""
    """File name of the prompt."""
    template: str = ""
    """Name of the template in it, if it has several."""
    assertions: Mapping[str, AssertionEntry] = field(default_factory=dict)
    """By the name in the assertions file."""
    rejected: Mapping[str, AssertionEntry] = field(default_factory=dict)
    """What the person deleted, by generated name: not proposed again."""
    selection: SelectionRecord | None = None
    pending: Pending | None = None
    extra: Mapping[str, object] = field(default_factory=dict)
    """Keys that this version of spade does not know: kept."""

    def renamed(self, old: str, new: str) -> "Record":
        """Return it after an assertion was given another name in the assertions file."""
        entries = {new if name == old else name: entry for name, entry in self.assertions.items()}
        selection = self.selection.renamed({old: new}) if self.selection is not None else None
        return replace(self, assertions=entries, selection=selection)


def entry_of(candidate: CandidateAssertion, comment: str, *, texts: Mapping[int, str] | None = None) -> AssertionEntry:
    """Return the entry of a freshly generated candidate; `texts` are the prompt files by version index."""
    return AssertionEntry(
        generated_name=candidate.name,
        source_hash=candidate.hash,
        body_hash=body_hash(candidate.source, candidate.name),
        comment=comment,
        origin=candidate.origin,
        asks_judge=candidate.asks_judge,
        provenance=provenances_of(candidate, texts=texts),
    )


def body_hash(source: str, name: str) -> str:
    """Return the hash of a function without its name."""
    return source_hash(renamed(source, name, "_"))
