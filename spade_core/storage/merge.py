"""Merging freshly generated candidates into the assertions file.

The law: a function that a person edited, renamed, commented, added or deleted stays as the person left it. Only a
function that is exactly what we wrote, name and comment included, is replaced or removed. What a person wrote between
functions stays. Functions keep their order; new ones come last. Merging twice changes nothing the second time.

A function that is no longer proposed: untouched and read from the words alone, it is removed, being free to make again;
one that a model wrote or a person touched is kept and marked stale in the record. A model's function is no longer
proposed only when models were asked about everything and answered: else nobody could propose it, and it stays as it is.
So does one that reads a score: its bound was fitted to scores that may not be at hand now; and one that reads a set of
valid values which cannot be read now.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from spade_core.candidates import CandidateAssertion, source_hash
from spade_core.criteria import Origin
from spade_core.errors import Problem, StorageError
from spade_core.static_analysis import scores_needed, sets_needed
from spade_core.storage.assertions_file import AssertionFunction, AssertionsFile, parse_assertions
from spade_core.storage.matching import Matching, is_as_generated, match
from spade_core.storage.provenance import Provenance
from spade_core.storage.record import AssertionEntry, Pending, Record, entry_of
from spade_core.storage.rendering import block_of, comment_of, edited_text, header_of


@dataclass(frozen=True, slots=True)
class Merge:
    """What the two files become, and what that changes; names in the order of the file."""

    text: str
    """The assertions file."""
    record: Record
    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """Untouched and no longer proposed."""
    kept: tuple[str, ...] = ()
    """Proposed again, but a person changed it: left as it is."""
    stale: tuple[str, ...] = ()
    """No longer proposed, but a person's or a model's work: left as it is."""
    rejected: tuple[str, ...] = ()
    """Proposed again, but a person deleted it: not brought back."""
    problems: tuple[Problem, ...] = ()
    """What is wrong in the file; candidates that could not be taken, and why."""
    before: Record = field(default_factory=Record)

    @property
    def interrupted(self) -> Record:
        """The record to write before the assertions file: with it the old text and the new can both be merged again."""
        entries = self.record.assertions
        pending = Pending({name: entries[name] for name in (*self.added, *self.replaced)}, self.removed)
        return replace(self.before, pending=pending)


def merge_generated(
    file: AssertionsFile | None,
    record: Record,
    candidates: Sequence[CandidateAssertion],
    *,
    path: str = "",
    newline: str = "\n",
    texts: Mapping[int, str] | None = None,
    models_done: bool = False,
    is_whole: bool = True,
    unread_sets: Collection[str] = (),
) -> Merge:
    """Return the assertions file and the record with the candidates merged in.

    `file` is None when there is none: then nothing counts as deleted by a person. `texts` are the prompt files by
    version index, for the lines in the provenance. `models_done` says that the candidates hold all that models propose,
    `is_whole` that the history they were read from is: from a shallow clone no provenance is written over.
    `unread_sets` are the names of the sets of valid values that could not be read.

    Raises:
        StorageError: the file is not Python: nothing can be merged into it safely.
    """
    if file is None or not file.text.strip():
        file, record = parse_assertions("", path), replace(record, assertions={}, pending=None)
    if file.syntax_error is not None:
        raise StorageError(file.path, file.syntax_error.line, f"{file.syntax_error.message}; nothing was generated")
    usable, problems = _usable(candidates, file.path)
    plan = _Plan(match(record, file.functions, file.unseen), texts or {}, is_whole=is_whole)
    plan.propose(usable)
    plan.settle(models_done=models_done, unread_sets=unread_sets)
    text = edited_text(
        file.text or header_of(record.prompt, newline),
        replaced={
            function.block: plan.blocks[name] for name, function in plan.functions.items() if name in plan.blocks
        },
        removed=[plan.functions[name].block for name in plan.removed],
        appended=list(plan.added.values()),
        newline=newline,
    )
    renamed = {old: new for new, old in plan.matching.recorded.items()}
    selection = record.selection.renamed(renamed) if record.selection is not None else None
    merged = replace(
        record,
        assertions={**plan.matching.unseen, **plan.entries},
        rejected=plan.matching.rejected,
        selection=selection,
        pending=None,
    )
    return Merge(
        text=text,
        record=merged,
        added=tuple(plan.added),
        replaced=_in_order(plan.blocks, file),
        removed=_in_order(plan.removed, file),
        kept=_in_order(plan.kept, file),
        stale=_in_order((name for name, entry in plan.entries.items() if entry.stale), file),
        rejected=tuple(sorted(plan.rejected)),
        problems=(*file.problems, *problems, *(Problem(file.path, None, fact) for fact in plan.notes)),
        before=replace(
            record, assertions={**plan.matching.unseen, **plan.matching.entries}, rejected=plan.matching.rejected
        ),
    )


class _Plan:
    """What is to be done to each function; filled by proposing one candidate after the other."""

    def __init__(self, matching: Matching, texts: Mapping[int, str], *, is_whole: bool) -> None:
        self.matching = matching
        self.is_whole = is_whole
        self.texts = texts
        self.functions: dict[str, AssertionFunction] = {f.name: f for f in matching.functions}
        self.entries: dict[str, AssertionEntry] = dict(matching.entries)
        self.added: dict[str, str] = {}
        self.blocks: dict[str, str] = {}
        self.removed: list[str] = []
        self.kept: list[str] = []
        self.rejected: list[str] = []
        self.notes: list[str] = []
        self._proposed: set[str] = set()
        self._by_generated_name = {e.generated_name: name for name, e in matching.entries.items()}
        self._unseen = {e.generated_name for e in matching.unseen.values()}
        self._rejected_hashes = {e.body_hash for e in matching.rejected.values()}

    def propose(self, candidates: Sequence[CandidateAssertion]) -> None:
        """Decide about the candidates: first those known by name, then those known by body, then the new ones."""
        fresh = {c.name: entry_of(c, comment_of(c), texts=self.texts) for c in candidates}
        known_by_name = [c for c in candidates if c.name in self._by_generated_name]
        for candidate in known_by_name:
            self._refresh(self._by_generated_name[candidate.name], candidate, fresh[candidate.name])
        for candidate in candidates:
            if candidate.name in self._by_generated_name:
                continue
            name = self._with_body(fresh[candidate.name].body_hash)
            if name is not None:
                self._refresh(name, candidate, fresh[candidate.name])
            else:
                self._meet(candidate, fresh[candidate.name])

    def settle(self, *, models_done: bool, unread_sets: Collection[str]) -> None:
        """Decide about what was not proposed."""
        for name, entry in self.matching.entries.items():
            source = self.functions[name].source
            if name in self._proposed or scores_needed(source) or not set(unread_sets).isdisjoint(sets_needed(source)):
                continue
            if self.matching.is_untouched(self.functions[name]) and entry.origin is Origin.CUES:
                self.removed.append(name)
                del self.entries[name]
            elif models_done or entry.origin is not Origin.MODEL:
                self.entries[name] = replace(entry, stale=True)

    def _with_body(self, digest: str) -> str | None:
        """Return the first function that was generated with this body and is not proposed yet."""
        names = sorted(name for name, entry in self.matching.entries.items() if entry.body_hash == digest)
        return next((name for name in names if name not in self._proposed), None)

    def _refresh(self, name: str, candidate: CandidateAssertion, fresh: AssertionEntry) -> None:
        """Bring a function that is in the file and the record up to date, unless a person touched it."""
        self._proposed.add(name)
        old, function = self.entries[name], self.functions[name]
        if not self.is_whole:
            fresh = replace(fresh, provenance=_known_better(old.provenance, fresh.provenance))
        untouched = self.matching.is_untouched(function)
        if is_as_generated(function, fresh):
            self.entries[name] = replace(fresh, extra=old.extra)
        elif untouched and candidate.name == old.generated_name:
            self.entries[name] = replace(fresh, extra=old.extra)
            self.blocks[name] = block_of(fresh.comment, candidate.source)
        else:
            self.entries[name] = replace(old, provenance=fresh.provenance, stale=False)
            self.kept.extend([] if untouched else [name])

    def _meet(self, candidate: CandidateAssertion, fresh: AssertionEntry) -> None:
        """Add a candidate that the record does not know, unless a person rejected it or has one of that name."""
        name = candidate.name
        if name in self._unseen:
            return
        if name in self.matching.rejected or fresh.body_hash in self._rejected_hashes:
            self.rejected.append(name)
            return
        if name in self.functions:
            is_ours = name not in self.entries and source_hash(self.functions[name].source) == fresh.source_hash
            if not is_ours:
                self.notes.append(f"{name} is a person's own function; the generated one of that name is left out")
                return
        else:
            self.added[name] = block_of(fresh.comment, candidate.source)
        self.entries[name] = fresh
        self._proposed.add(name)


def _known_better(old: Sequence[Provenance], fresh: Sequence[Provenance]) -> tuple[Provenance, ...]:
    """Return the provenance of today, and for what the record has from a commit already, what it has."""
    known = {(each.sentence, each.phrase): each for each in old if each.commit}
    return tuple(known.get((each.sentence, each.phrase), each) for each in fresh)


def _usable(candidates: Sequence[CandidateAssertion], path: str) -> tuple[list[CandidateAssertion], list[Problem]]:
    """Return the candidates that are one ``async def`` of their name, each name once, and why the others are not."""
    usable: dict[str, CandidateAssertion] = {}
    problems: list[Problem] = []
    for candidate in candidates:
        if candidate.name in usable:
            problems.append(Problem(path, None, f"two candidates are called {candidate.name}; the first is taken"))
        elif not _is_one_function(candidate):
            problems.append(Problem(path, None, f"candidate {candidate.name} is not one async function; left out"))
        else:
            usable[candidate.name] = candidate
    return list(usable.values()), problems


def _is_one_function(candidate: CandidateAssertion) -> bool:
    """Whether a file that holds the candidate gives just it back."""
    written = parse_assertions(block_of("", candidate.source) + "\n", "")
    return (
        written.syntax_error is None
        and [function.name for function in written.functions] == [candidate.name]
        and source_hash(written.functions[0].source) == candidate.hash
        and written.functions[0].block.start == 0
    )


def _in_order(names: Iterable[str], file: AssertionsFile) -> tuple[str, ...]:
    places = {function.name: i for i, function in enumerate(file.functions)}
    return tuple(sorted(names, key=lambda name: places.get(name, len(places))))
