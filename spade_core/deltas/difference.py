"""The prompt deltas of a history: which sentences each version added and removed (Shankar et al. 2024, section 2).

A version is seen as a multiset of sentences, each with its role:

* sentences are compared by their text with runs of white space folded, so re-wrapping a paragraph is no change;
* the number of a numbered item is folded too: inserting step 1 does not change steps 2 to 9;
* a sentence that only moved, or came under another heading, is no change; one that moved to another role is;
* a sentence that was there twice and is there once lost one occurrence;
* an edit of case or punctuation is a change, and its two sentences are each other's counterpart.

Law, for consecutive versions: the sentences before, less those removed, plus those added, are the sentences after,
as multisets of `key`. The exact texts, white space included, are kept by `edit_script` instead.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from spade_core.deltas.delta import Change, PromptDelta, Sign
from spade_core.deltas.pairing import distant_pairs, pairs
from spade_core.deltas.segmentation import sentences_of
from spade_core.deltas.sentence import Sentence, SentenceKind
from spade_core.prompt_files.template import Role
from spade_core.versions.version import PromptVersion

_ORDINAL = re.compile(r"(?:>\s?)?[（(]?(\d{1,3}|[①-⑳])(?=[.)）、\s])")


def deltas_between(versions: Sequence[PromptVersion]) -> list[PromptDelta]:
    """Return the deltas of consecutive versions that are not empty, oldest first."""
    sentences = [sentences_of(version.template) for version in versions]
    deltas = [
        PromptDelta(before, after, changes_between(old, new))
        for (before, old), (after, new) in pairwise(zip(versions, sentences, strict=True))
    ]
    return [delta for delta in deltas if delta.changes]


def key(sentence: Sentence) -> tuple[Role | None, str]:
    """Return what a sentence is compared by: two sentences with equal keys are the same sentence."""
    text = " ".join(sentence.text.split())
    if sentence.kind is SentenceKind.LIST_ITEM and (ordinal := _ORDINAL.match(text)):
        text = f"{text[: ordinal.start(1)]}1{text[ordinal.end(1) :]}"
    return sentence.role, text


def changes_between(before: Sequence[Sentence], after: Sequence[Sentence]) -> tuple[Change, ...]:
    """Return the sentences that came or went, hunk by hunk; a removed one stands before the one that replaces it."""
    old, new = [key(s) for s in before], [key(s) for s in after]
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
    partners: dict[int, int] = {}
    for hunk in hunks:
        found = pairs([before[i] for i in hunk.removed], [after[j] for j in hunk.added])
        partners.update((hunk.removed[i], hunk.added[j]) for i, j in found)
    taken = set(partners.values())
    gone = [i for hunk in hunks for i in hunk.removed if i not in partners]
    came = [j for hunk in hunks for j in hunk.added if j not in taken]
    for i, j in distant_pairs([before[i] for i in gone], [after[j] for j in came]):
        partners[gone[i]] = came[j]
    return partners


def _changes(
    before: Sequence[Sentence],
    after: Sequence[Sentence],
    hunk: _Hunk,
    partners: Mapping[int, int],
    replaced: Mapping[int, int],
) -> Iterator[Change]:
    """Yield the changes of a hunk; the two of a sentence modified in it stand beside each other."""
    here = set(hunk.removed)
    done = 0
    for j in hunk.added:
        i = replaced.get(j)
        while i is not None and i in here and done < len(hunk.removed) and hunk.removed[done] <= i:
            yield _removal(before, after, hunk.removed[done], partners)
            done += 1
        yield Change(Sign.ADDED, after[j], None if i is None else before[i])
    for i in hunk.removed[done:]:
        yield _removal(before, after, i, partners)


def _removal(before: Sequence[Sentence], after: Sequence[Sentence], index: int, partners: Mapping[int, int]) -> Change:
    partner = partners.get(index)
    return Change(Sign.REMOVED, before[index], None if partner is None else after[partner])


def _kept(old: Sequence[tuple[Role | None, str]], new: Sequence[tuple[Role | None, str]]) -> dict[int, int]:
    """Return the index after of each sentence before that stayed, wherever it stands now."""
    head = 0
    shortest = min(len(old), len(new))
    while head < shortest and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shortest - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    kept = {index: index for index in range(head)}
    places: defaultdict[tuple[Role | None, str], list[int]] = defaultdict(list)
    for index in range(len(new) - tail - 1, head - 1, -1):
        places[new[index]].append(index)
    for index in range(head, len(old) - tail):
        if places[old[index]]:
            kept[index] = places[old[index]].pop()
    kept.update((len(old) - 1 - i, len(new) - 1 - i) for i in range(tail))
    return kept


def balance(sentences: Sequence[Sentence]) -> Counter[tuple[Role | None, str]]:
    """Return the multiset that a version, or one side of a delta, is compared as."""
    return Counter(key(sentence) for sentence in sentences)
