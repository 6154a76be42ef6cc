"""What became of each sentence of a template in its history: since when it is there and what it said before."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from spade_core.deltas import PromptDelta, Sentence, Sign, deltas_between, sentences_of
from spade_core.deltas.difference import changes_between
from spade_core.prompt_files.template import EMPTY_TEMPLATE
from spade_core.versions.version import History, PromptVersion

_ORDINAL: Final = re.compile(r"\A(?:>\s?)?[（(]?\d{1,3}(?=[.)）])")
_MOST_WORDINGS: Final = 12


@dataclass(frozen=True, slots=True)
class Wording:
    """What a sentence said from one version on."""

    text: str
    version: PromptVersion
    """The version that brought it."""


@dataclass(frozen=True, slots=True)
class Biography:
    """The lives of a template's sentences, by `folded` text.

    Its versions are without their templates: two hundred texts of a long prompt would stay in memory for a hover.
    """

    lives: Mapping[str, tuple[Wording, ...]] = field(default_factory=dict)
    """Each sentence's wordings up to its own, oldest first."""
    successors: Mapping[str, str] = field(default_factory=dict)
    """What replaced a wording."""
    removals: Mapping[str, PromptVersion] = field(default_factory=dict)
    """The version that dropped a sentence without a successor."""
    placeholders: Mapping[str, PromptVersion] = field(default_factory=dict)
    """The last version that had each placeholder."""
    last_sentences: tuple[Sentence, ...] = ()
    """Of the newest version."""

    def wordings_of(self, text: str) -> tuple[Wording, ...]:
        """Return a sentence's wordings, oldest first, its own last; empty when no version holds it."""
        return self.lives.get(folded(text), ())


@lru_cache(maxsize=32_768)
def folded(text: str) -> str:
    """Return what sentences are compared by: white space folded, the number of an item left out."""
    return _ORDINAL.sub("1", " ".join(text.split()))


def biography_of(history: History) -> Biography:
    """Return the biography that a history tells."""
    lives: dict[str, tuple[Wording, ...]] = {}
    successors: dict[str, str] = {}
    removals: dict[str, PromptVersion] = {}
    bare = [replace(version, template=EMPTY_TEMPLATE) for version in history.versions]
    for delta in deltas_between(history.versions):
        _live_through(delta, bare[delta.after.index], lives, successors, removals)
    placeholders = {
        placeholder.name: version
        for version, whole in zip(bare, history.versions, strict=True)
        for placeholder in whole.template.placeholders
    }
    last = sentences_of(history.versions[-1].template)
    return Biography(lives, successors, removals, placeholders, last)


def _live_through(
    delta: PromptDelta,
    version: PromptVersion,
    lives: dict[str, tuple[Wording, ...]],
    successors: dict[str, str],
    removals: dict[str, PromptVersion],
) -> None:
    before = dict(lives)
    for change in delta.changes:
        name = folded(change.sentence.text)
        if change.sign is Sign.ADDED:
            earlier = before.get(folded(change.counterpart.text), ()) if change.counterpart else ()
            wordings = (*(earlier or before.get(name, ())), Wording(change.sentence.text, version))
            lives[name] = wordings[-_MOST_WORDINGS:]
            successors.pop(name, None)
            removals.pop(name, None)
        elif change.counterpart is not None:
            successors[name] = folded(change.counterpart.text)
        else:
            removals[name] = version


def unsaved_successors(biography: Biography, sentences: Sequence[Sentence]) -> Mapping[str, Sentence]:
    """Return which sentence of the editor's text stands for each of the newest version that is there no more."""
    changes = changes_between(biography.last_sentences, tuple(sentences))
    return {
        folded(change.sentence.text): change.counterpart
        for change in changes
        if change.sign is Sign.REMOVED and change.counterpart is not None
    }
