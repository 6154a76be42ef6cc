"""The assertions as they stand beside the prompt: what runs, and what the record knows of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from spade_core.candidates import CandidateAssertion, source_hash
from spade_core.criteria import Origin
from spade_core.errors import Problem
from spade_core.selection import SelectionRequest
from spade_core.storage.assertions_file import AssertionFunction, AssertionsFile
from spade_core.storage.basis import short
from spade_core.storage.matching import match, normal
from spade_core.storage.provenance import Provenance
from spade_core.storage.record import Record, body_hash
from spade_core.text import Span


class AssertionState(StrEnum):
    """Whose text it is."""

    GENERATED = "generated"
    """Exactly as we wrote it."""
    EDITED = "edited"
    """A person changed its text, its name or the comment above it."""
    ADDED = "added"
    """A person wrote it."""
    UNKNOWN = "unknown"
    """The record cannot be read."""


@dataclass(frozen=True, slots=True)
class StoredAssertion:
    """One function of the assertions file with what the record knows of it."""

    name: str
    source: str
    """The whole function, LF line ends."""
    span: Span
    """In the assertions file's text, byte order mark removed."""
    block: Span
    """The same with the comment lines directly above it."""
    first_line: int
    """1-based."""
    last_line: int
    state: AssertionState
    origin: Origin
    asks_judge: bool
    provenance: tuple[Provenance, ...] = ()
    """The criteria it was made from; empty for a person's own."""
    stale: bool = False
    """Whether the last generation no longer proposed it."""
    generated_name: str = ""
    """The name it was given when it was generated; empty for a person's own."""
    recorded_name: str = ""
    """The name that the record has it under, which is another one since a person renamed it; empty for their own."""
    is_body_as_generated: bool = False
    """Whether all but its name is as we wrote it, the comment above it included."""

    @property
    def hash(self) -> str:
        """Identity of the code, as in CandidateAssertion."""
        return source_hash(self.source)

    @property
    def only_renamed(self) -> bool:
        """Whether nothing but its name is another than we wrote."""
        return self.state is AssertionState.EDITED and self.is_body_as_generated and self.name != self.generated_name

    def candidate(self) -> CandidateAssertion:
        """Return it as the pipeline runs it, without its criteria."""
        is_ours = self.state is AssertionState.GENERATED or self.only_renamed
        origin = self.origin if is_ours else Origin.PERSON  # who changed it has written it
        return CandidateAssertion(self.name, self.source, (), origin, asks_judge=self.asks_judge)


@dataclass(frozen=True, slots=True)
class StoredAssertions:
    """Everything the assertions file and the record say."""

    path: str
    assertions: tuple[StoredAssertion, ...] = ()
    """In the order of the file, names distinct."""
    record: Record = field(default_factory=Record)
    """Empty when there is none or it cannot be read (then `problems` says so)."""
    problems: tuple[Problem, ...] = ()

    @property
    def by_name(self) -> Mapping[str, StoredAssertion]:
        """The assertions by name."""
        return {assertion.name: assertion for assertion in self.assertions}

    @property
    def chosen(self) -> tuple[StoredAssertion, ...]:
        """The assertions of the last selection that still exist; renamed ones are found under their new name."""
        current = self.current_names if self._selected else {}
        wanted = {current[name] for name in self._selected if name in current}
        return tuple(assertion for assertion in self.assertions if assertion.name in wanted)

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the last selection that no function goes by any more: deleted, or a person's own renamed."""
        current = self.current_names if self._selected else {}
        return tuple(name for name in self._selected if name not in current)

    @property
    def current_names(self) -> Mapping[str, str]:
        """What functions are called now, by every name that the record may have them under, the surest first."""
        found = {a.recorded_name: a.name for a in self.assertions if a.recorded_name}
        for assertion in self.assertions:
            if not assertion.recorded_name:
                found.setdefault(assertion.name, assertion.name)
        for assertion in self.assertions:
            if assertion.generated_name:
                found.setdefault(assertion.generated_name, assertion.name)
        return {**self._own_renamed(found), **found}

    @property
    def recorded_request(self) -> SelectionRequest | None:
        """What the last selection was asked for, under the names of now and without what is gone; None without one."""
        if self.record.selection is None:
            return None
        current, preferences = self.current_names, self.record.selection.preferences
        kept = replace(
            preferences,
            required=tuple(current[name] for name in preferences.required if name in current),
            forbidden=tuple(current[name] for name in preferences.forbidden if name in current),
        )
        return replace(self.record.selection.request, preferences=kept)

    def _own_renamed(self, found: Mapping[str, str]) -> Mapping[str, str]:
        """Return the person's own functions that were selected and then renamed: their bodies tell them."""
        basis = self.record.selection.basis.assertions if self.record.selection else {}
        lost = {digest: name for name, digest in sorted(basis.items()) if name not in found}
        own = [a for a in self.assertions if not a.recorded_name and a.name not in basis] if lost else []
        digests = [(short(body_hash(a.source, a.name)), a.name) for a in own]
        return {lost[digest]: name for digest, name in digests if digest in lost}

    @property
    def _selected(self) -> tuple[str, ...]:
        return self.record.selection.chosen if self.record.selection else ()


def stored_assertions(file: AssertionsFile, record: Record | None) -> StoredAssertions:
    """Return the functions of the file with what the record knows; None when the record cannot be read."""
    if record is None:
        assertions = [
            _stored(function, AssertionState.UNKNOWN) for function in match(Record(), file.functions).functions
        ]
        return StoredAssertions(file.path, tuple(assertions), problems=file.problems)
    matching = match(record, file.functions, file.unseen)
    stored = []
    for function in matching.functions:
        entry = matching.entries.get(function.name)
        if entry is None:
            stored.append(_stored(function, AssertionState.ADDED))
            continue
        state = AssertionState.GENERATED if matching.is_untouched(function) else AssertionState.EDITED
        stored.append(
            _stored(
                function,
                state,
                origin=entry.origin,
                provenance=entry.provenance,
                stale=entry.stale,
                generated_name=entry.generated_name,
                recorded_name=matching.recorded.get(function.name, function.name),
                is_body_as_generated=body_hash(function.source, function.name) == entry.body_hash
                and normal(function.lead) == entry.comment,
            )
        )
    return StoredAssertions(file.path, tuple(stored), record, file.problems)


def bodies_of(stored: StoredAssertions) -> Mapping[str, str]:
    """Return what a selection's basis notes of each assertion, by name."""
    return {each.name: short(body_hash(each.source, each.name)) for each in stored.assertions}


def _stored(
    function: AssertionFunction,
    state: AssertionState,
    *,
    origin: Origin = Origin.PERSON,
    provenance: tuple[Provenance, ...] = (),
    stale: bool = False,
    generated_name: str = "",
    recorded_name: str = "",
    is_body_as_generated: bool = False,
) -> StoredAssertion:
    return StoredAssertion(
        name=function.name,
        source=function.source.replace("\r\n", "\n"),
        span=function.span,
        block=function.block,
        first_line=function.first_line,
        last_line=function.last_line,
        state=state,
        origin=origin,
        asks_judge=function.asks_judge,
        provenance=provenance,
        stale=stale,
        generated_name=generated_name,
        recorded_name=recorded_name,
        is_body_as_generated=is_body_as_generated,
    )
