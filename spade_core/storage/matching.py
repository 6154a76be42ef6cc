"""Which function of the assertions file is which entry of the record, whatever a person did to the file since.

In this order: the same name and body; the same body under another name (renamed); the same name (edited); the same
comment above it, where only one function and one entry are left with it (renamed and edited). What is left of the
file was added by a person; what is left of the record was deleted by one, unless the file has a function of that name
that is no assertion: a slip.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from spade_core.candidates import source_hash
from spade_core.storage.assertions_file import AssertionFunction
from spade_core.storage.record import AssertionEntry, Record, body_hash


@dataclass(frozen=True, slots=True)
class Matching:
    """The functions that count, each with its entry."""

    functions: tuple[AssertionFunction, ...]
    """In the order of the file; of two with one name only the last."""
    entries: Mapping[str, AssertionEntry]
    """By the function's name in the file; those that a person added have none."""
    rejected: Mapping[str, AssertionEntry]
    """By generated name: what a person deleted, now or before."""
    recorded: Mapping[str, str] = field(default_factory=dict)
    """By the function's name in the file, the name that the record has it under; no key where it has none."""
    unseen: Mapping[str, AssertionEntry] = field(default_factory=dict)
    """By the name in the record, what is in the file and no assertion there."""

    def is_untouched(self, function: AssertionFunction) -> bool:
        """Whether the function, its name and the comment above it are exactly as we wrote them."""
        entry = self.entries.get(function.name)
        return entry is not None and is_as_generated(function, entry)


def is_as_generated(function: AssertionFunction, entry: AssertionEntry) -> bool:
    """Whether a function is, with its name and the comment above it, exactly what the entry says was generated."""
    return (
        function.name == entry.generated_name
        and source_hash(function.source) == entry.source_hash
        and normal(function.lead) == entry.comment
    )


def match(record: Record, functions: Sequence[AssertionFunction], unseen: Collection[str] = ()) -> Matching:
    """Return which function is which entry. A write that was cut off (`Record.pending`) is taken into account.

    `unseen` are the names of functions that are no assertions.
    """
    last = {function.name: function for function in functions}
    effective = tuple(function for function in functions if last[function.name] is function)
    pool = _Pool(effective, _with_pending(record, effective))
    pool.pair(lambda f: (f.name, body_hash(f.source, f.name)), lambda name, entry: (name, entry.body_hash))
    pool.pair(lambda f: body_hash(f.source, f.name), lambda _, entry: entry.body_hash)
    pool.pair(lambda f: f.name, lambda name, _: name)
    pool.pair(lambda f: normal(f.lead) or None, lambda _, entry: entry.comment or None, only_if_unique=True)
    deleted = {entry.generated_name: entry for name, entry in pool.entries.items() if name not in unseen}
    rejected = {**record.rejected, **deleted}
    returned = _returned(rejected, pool.functions)
    return Matching(
        functions=effective,
        entries={**pool.pairs, **returned},
        rejected={name: entry for name, entry in rejected.items() if entry not in returned.values()},
        recorded=pool.recorded,
        unseen={name: entry for name, entry in pool.entries.items() if name in unseen},
    )


def normal(comment: str) -> str:
    """Return a comment with LF line ends."""
    return comment.replace("\r\n", "\n").replace("\r", "\n")


class _Pool:
    """The functions and entries that have not found each other yet, and the pairs that have."""

    def __init__(self, functions: Sequence[AssertionFunction], entries: Mapping[str, AssertionEntry]) -> None:
        self.functions = {function.name: function for function in functions}
        self.entries = dict(entries)
        self.pairs: dict[str, AssertionEntry] = {}
        self.recorded: dict[str, str] = {}

    def pair(
        self,
        of_function: Callable[[AssertionFunction], Hashable],
        of_entry: Callable[[str, AssertionEntry], Hashable],
        *,
        only_if_unique: bool = False,
    ) -> None:
        """Pair what has one key, in the order of the file; a key of None pairs nothing."""
        waiting: dict[Hashable, list[str]] = {}
        for name, entry in sorted(self.entries.items()):
            waiting.setdefault(of_entry(name, entry), []).append(name)
        keys = {name: of_function(function) for name, function in self.functions.items()}
        counts = Counter(keys.values())
        for name, key in keys.items():
            names = waiting.get(key)
            if key is None or not names or (only_if_unique and (len(names) > 1 or counts[key] > 1)):
                continue
            self.recorded[name] = names.pop(0)
            self.pairs[name] = self.entries.pop(self.recorded[name])
            del self.functions[name]


def _with_pending(record: Record, functions: Sequence[AssertionFunction]) -> Mapping[str, AssertionEntry]:
    """Return the record's entries as a cut-off write left them: what it wrote is there, what it removed is gone."""
    if record.pending is None:
        return record.assertions
    in_file = {function.name: function for function in functions}
    written = record.pending.written
    reached = {
        name: entry for name, entry in written.items() if name in in_file and is_as_generated(in_file[name], entry)
    }
    gone = set(record.pending.removed) - in_file.keys()
    return {**{name: entry for name, entry in record.assertions.items() if name not in gone}, **reached}


def _returned(
    rejected: Mapping[str, AssertionEntry], functions: Mapping[str, AssertionFunction]
) -> dict[str, AssertionEntry]:
    """Return the rejected entries whose very function is back in the file, by name: the person restored it."""
    by_hash = {entry.source_hash: entry for _, entry in sorted(rejected.items())}
    hashes = {name: source_hash(function.source) for name, function in functions.items()}
    return {name: by_hash[digest] for name, digest in hashes.items() if digest in by_hash}
