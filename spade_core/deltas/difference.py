"""The prompt deltas of a history: which sentences each version added and removed (Shankar et al. 2024, section 2).

A version is seen as a multiset of sentences, each with its role:

* sentences are compared by `identity_of`: re-wrapping a paragraph is no change, nor is inserting step 1 before 2 to 9;
* a sentence that only moved, or came under another heading, is no change; one that moved to another role is;
* a sentence that was there twice and is there once lost one occurrence;
* an edit of case or punctuation is a change, and its two sentences are each other's counterpart.

A version is compared with the one that it was made from, which on a side line of a merge is not the one before it.
What one line of a merge brought into the others is told there; the delta of the merge is what no line said.

Law, for a version that was made from one: the sentences before, less those removed, plus those added, are the
sentences after, as multisets of `key`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from spade_core.deltas.blocks import Blocks, blocks_of
from spade_core.deltas.delta import Change, PromptDelta, Sign
from spade_core.deltas.lazy_sentences import LazySentences
from spade_core.deltas.pairing import Words, distant_pairs, pairs
from spade_core.deltas.sentence import Sentence, identity_of
from spade_core.prompt_files import Role
from spade_core.versions import PromptVersion

Key: TypeAlias = tuple[Role | None, str]


@dataclass(frozen=True, slots=True)
class _Reading:
    """One version: what its sentences are compared by, and the sentences themselves, made where they are looked at."""

    blocks: tuple[Blocks, ...]
    keys: list[Key]
    sentences: Sequence[Sentence]
    of_block: Mapping[int, tuple[Key, ...]]
    """The keys of each block, by the identity of the block, which lives as long as `blocks`."""


def deltas_between(versions: Sequence[PromptVersion]) -> list[PromptDelta]:
    """Return the deltas of versions that are not empty, oldest first.

    Where a version that one was made from is not among them, the one before it stands for it.
    """
    deltas = (PromptDelta(before, after, changes) for before, after, changes in _compared(versions))
    return [delta for delta in deltas if delta.changes]


def _compared(versions: Sequence[PromptVersion]) -> Iterator[tuple[PromptVersion, PromptVersion, tuple[Change, ...]]]:
    """Yield each version but the first behind the one that it was made from, with what it changed.

    The sentences of a version are kept while one that was made from it is to come: those of a long history would fill
    the memory. Most of a version's blocks are those of the one that it was made from, and are read once.
    """
    origins = _origins(versions)
    needed = {one: at for at, those in enumerate(origins) for one in those}
    readings: dict[int, _Reading] = {}
    for at, version in enumerate(versions):
        befores = [readings[one] for one in origins[at]]
        readings[at] = reading = _reading_of(version, befores[0] if befores else _Reading((), [], (), {}))
        if befores:
            yield versions[origins[at][0]], version, _own(_changes_of(befores[0], reading), befores[1:])
        for one in (*origins[at], at):
            if needed.get(one, 0) <= at:
                del readings[one]


def _origins(versions: Sequence[PromptVersion]) -> list[tuple[int, ...]]:
    """Return, by the place of each version, the places of those that it was made from; the first was made from none."""
    places = {version.index: at for at, version in enumerate(versions)}
    found = [tuple(at for one in version.made_from if (at := places.get(one)) is not None) for version in versions]
    return [those or (at - 1,) if at else () for at, those in enumerate(found)]


def _own(changes: tuple[Change, ...], others: Sequence[_Reading]) -> tuple[Change, ...]:
    """Return the changes to one line of a merge that none of the others had made."""
    said = [set(other.keys) for other in others]

    def is_own(change: Change) -> bool:
        if change.sign is Sign.ADDED:
            return not any(key(change.sentence) in keys for keys in said)
        return all(key(change.sentence) in keys for keys in said) or (
            change.counterpart is not None and is_own(Change(Sign.ADDED, change.counterpart))
        )

    return tuple(filter(is_own, changes)) if others else changes


def _reading_of(version: PromptVersion, before: _Reading) -> _Reading:
    blocks = tuple(
        blocks_of(part.text, part=i, role=part.role, before=before.blocks[i] if i < len(before.blocks) else None)
        for i, part in enumerate(version.template.parts)
    )
    of_block: dict[int, tuple[Key, ...]] = {}
    keys: list[Key] = []
    for block in (block for one in blocks for block in one.blocks):
        known = of_block.get(id(block)) or before.of_block.get(id(block))
        of_block[id(block)] = known or tuple(map(key, block.sentences))
        keys += of_block[id(block)]
    return _Reading(blocks, keys, LazySentences(blocks), of_block)


def key(sentence: Sentence) -> Key:
    """Return what a sentence is compared by: two sentences with equal keys are the same sentence."""
    return sentence.role, identity_of(sentence.text)


def changes_between(before: Sequence[Sentence], after: Sequence[Sentence]) -> tuple[Change, ...]:
    """Return the sentences that came or went, hunk by hunk; a removed one stands before the one that replaces it."""
    return _changes_by([key(s) for s in before], [key(s) for s in after], before, after)


def _changes_of(before: _Reading, after: _Reading) -> tuple[Change, ...]:
    return _changes_by(before.keys, after.keys, before.sentences, after.sentences)


def _changes_by(
    old: Sequence[Key], new: Sequence[Key], before: Sequence[Sentence], after: Sequence[Sentence]
) -> tuple[Change, ...]:
    if old == new:
        return ()
    hunks = _hunks(len(old), len(new), _kept(old, new))
    partners = _partners(before, after, hunks)
    replaced = {j: i for i, j in partners.items()}
    return tuple(change for hunk in hunks for change in _changes(before, after, hunk, partners, replaced))


@dataclass(frozen=True, slots=True)
class _Hunk:
    """Indices of what went (before) and what came (after) behind one sentence that stayed."""

    removed: list[int]
    added: list[int]


def _hunks(old_length: int, new_length: int, kept: Mapping[int, int]) -> list[_Hunk]:
    """Return the hunks in the reading order of the version after."""
    hunks: defaultdict[int, _Hunk] = defaultdict(lambda: _Hunk([], []))
    anchor = -1
    for index in range(old_length):
        anchor = kept.get(index, anchor)
        if index not in kept:
            hunks[anchor].removed.append(index)
    stayed = set(kept.values())
    anchor = -1
    for index in range(new_length):
        anchor = index if index in stayed else anchor
        if index not in stayed:
            hunks[anchor].added.append(index)
    return [hunks[anchor] for anchor in sorted(hunks)]


def _partners(before: Sequence[Sentence], after: Sequence[Sentence], hunks: Sequence[_Hunk]) -> dict[int, int]:
    """Return the index after of the sentence that replaces each modified one, by its index before."""
    gone_words = {i: Words.of(before[i]) for hunk in hunks for i in hunk.removed}
    come_words = {j: Words.of(after[j]) for hunk in hunks for j in hunk.added}
    partners: dict[int, int] = {}
    for hunk in hunks:
        found = pairs([gone_words[i] for i in hunk.removed], [come_words[j] for j in hunk.added])
        partners.update((hunk.removed[i], hunk.added[j]) for i, j in found)
    taken = set(partners.values())
    gone = [i for hunk in hunks for i in hunk.removed if i not in partners]
    came = [j for hunk in hunks for j in hunk.added if j not in taken]
    for i, j in distant_pairs([gone_words[i] for i in gone], [come_words[j] for j in came]):
        partners[gone[i]] = came[j]
    return partners


def _changes(
    before: Sequence[Sentence],
    after: Sequence[Sentence],
    hunk: _Hunk,
    partners: Mapping[int, int],
    replaced: Mapping[int, int],
) -> Iterator[Change]:
    """Yield the changes of a hunk; the two of a sentence modified in place stand beside each other."""

    def removal(index: int) -> Change:
        return Change(Sign.REMOVED, before[index], after[partners[index]] if index in partners else None)

    def addition(index: int) -> Change:
        return Change(Sign.ADDED, after[index], before[replaced[index]] if index in replaced else None)

    i = j = 0
    for gone, come in [*_in_place(hunk, partners), (len(hunk.removed), len(hunk.added))]:
        yield from map(removal, hunk.removed[i:gone])
        yield from map(addition, hunk.added[j:come])
        yield from map(removal, hunk.removed[gone : gone + 1])
        yield from map(addition, hunk.added[come : come + 1])
        i, j = gone + 1, come + 1


def _in_place(hunk: _Hunk, partners: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the places in the hunk's two lists of partners that do not cross the ones before."""
    places = {index: place for place, index in enumerate(hunk.added)}
    least = 0
    for gone, index in enumerate(hunk.removed):
        come = places.get(partners.get(index, -1), -1)
        if come >= least:
            yield gone, come
            least = come + 1


def _kept(old: Sequence[Key], new: Sequence[Key]) -> dict[int, int]:
    """Return the index after of each sentence before that stayed, wherever it stands now."""
    head = 0
    shortest = min(len(old), len(new))
    while head < shortest and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shortest - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    kept = {index: index for index in range(head)}
    places: defaultdict[Key, list[int]] = defaultdict(list)
    for index in range(len(new) - tail - 1, head - 1, -1):
        places[new[index]].append(index)
    for index in range(head, len(old) - tail):
        if places[old[index]]:
            kept[index] = places[old[index]].pop()
    kept.update((len(old) - 1 - i, len(new) - 1 - i) for i in range(tail))
    return kept
