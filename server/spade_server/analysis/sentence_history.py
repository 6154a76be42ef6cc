"""What became of each sentence of a template in its history: since when it is there and what it said before.

Another commit costs no more than its own delta: what two texts differ by is remembered by what the texts are, whatever
commits hold them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import groupby
from typing import Final, TypeAlias

from spade_core.deltas import Change, Sentence, Sign, changes_between, deltas_between, identity_of, sentences_of
from spade_core.prompt_files import EMPTY_TEMPLATE, PromptTemplate
from spade_core.versions import History, PromptVersion

_MOST_WORDINGS: Final = 12


@dataclass(frozen=True, slots=True)
class SentenceVersion:
    """What a sentence said from one version on."""

    text: str
    version: PromptVersion
    """The version that brought it."""


@dataclass(frozen=True, slots=True)
class SentenceChange:
    """A sentence that came or went, without its place."""

    sign: Sign
    text: str
    counterpart: str | None
    """The text that it replaces or is replaced by."""


_Pair: TypeAlias = tuple[bytes, bytes]
_Told: TypeAlias = Mapping[_Pair, tuple[SentenceChange, ...]]


@dataclass(frozen=True, slots=True)
class SentenceHistory:
    """The lives of a template's sentences, by their identity.

    Its versions are without their templates: two hundred texts of a long prompt would stay in memory for a hover.
    """

    lives: Mapping[str, tuple[SentenceVersion, ...]] = field(default_factory=dict)
    """Each sentence's wordings up to its own, oldest first."""
    successors: Mapping[str, str] = field(default_factory=dict)
    """What replaced a wording."""
    placeholders: Mapping[str, PromptVersion] = field(default_factory=dict)
    """The last version that had each placeholder."""
    last_sentences: tuple[Sentence, ...] = ()
    """Of the newest version."""
    versions: int = 0
    """How many there are."""
    told: _Told = field(default_factory=dict, repr=False)
    """What each version changed, by the texts that it was made from and its own."""

    def wordings_of(self, text: str) -> tuple[SentenceVersion, ...]:
        """Return a sentence's wordings, oldest first, its own last; empty when no version holds it."""
        return self.lives.get(identity_of(text), ())


def sentence_history_of(history: History, known: SentenceHistory | None = None) -> SentenceHistory:
    """Return the sentence_history that a history tells; what `known` tells of the same texts is taken from there."""
    lives: dict[str, tuple[SentenceVersion, ...]] = {}
    successors: dict[str, str] = {}
    bare = [replace(version, template=EMPTY_TEMPLATE) for version in history.versions]
    prints = [_print_of(version.template) for version in history.versions]
    pairs = [
        (b"".join(prints[one] for one in _origins(version)), after)
        for version, after in zip(bare[1:], prints[1:], strict=True)
    ]
    told = _told(history.versions, pairs, known.told if known is not None else {})
    for pair, version in zip(pairs, bare[1:], strict=True):
        _live_through(told[pair], version, lives, successors)
    placeholders = {
        placeholder.name: version
        for version, whole in zip(bare, history.versions, strict=True)
        for placeholder in whole.template.placeholders
    }
    last = sentences_of(history.versions[-1].template)
    return SentenceHistory(lives, successors, placeholders, last, history.versions[-1].index, told)


def _origins(version: PromptVersion) -> tuple[int, ...]:
    return version.made_from or (version.index - 1,)


def _print_of(template: PromptTemplate) -> bytes:
    """Return what tells the text of a template, with its roles, from any other."""
    found = blake2b(digest_size=16)
    for part in template.parts:
        text = part.text.encode("utf-8", "surrogatepass")
        found.update(f"{part.role} {len(text)} ".encode())
        found.update(text)
    return found.digest()


def _told(versions: Sequence[PromptVersion], pairs: Sequence[_Pair], known: _Told) -> _Told:
    """Return what each version changed; those not known yet are read in runs, for most of each is as it was before."""
    told = {pair: known.get(pair, ()) for pair in pairs}
    for is_known, run in groupby(range(len(pairs)), lambda at: pairs[at] in known):
        places = set(() if is_known else run)
        first = min((one for at in places for one in _origins(versions[at + 1])), default=0)
        for delta in deltas_between(versions[first : max(places, default=-1) + 2]):
            if (at := delta.after.index - 1) in places:
                told[pairs[at]] = tuple(map(_said, delta.changes))
    return told


def _said(change: Change) -> SentenceChange:
    return SentenceChange(change.sign, change.sentence.text, change.counterpart.text if change.counterpart else None)


def _live_through(
    changes: Iterable[SentenceChange],
    version: PromptVersion,
    lives: dict[str, tuple[SentenceVersion, ...]],
    successors: dict[str, str],
) -> None:
    before = dict(lives)
    for change in changes:
        name = identity_of(change.text)
        if change.sign is Sign.ADDED:
            earlier = before.get(identity_of(change.counterpart), ()) if change.counterpart is not None else ()
            wordings = (*(earlier or before.get(name, ())), SentenceVersion(change.text, version))
            lives[name] = wordings[-_MOST_WORDINGS:]
            successors.pop(name, None)
        elif change.counterpart is not None:
            successors[name] = identity_of(change.counterpart)


def unsaved_successors(sentence_history: SentenceHistory, sentences: Sequence[Sentence]) -> Mapping[str, Sentence]:
    """Return which sentence of the editor's text stands for each of the newest version that is there no more."""
    changes = changes_between(sentence_history.last_sentences, tuple(sentences))
    return {
        identity_of(change.sentence.text): change.counterpart
        for change in changes
        if change.sign is Sign.REMOVED and change.counterpart is not None
    }
