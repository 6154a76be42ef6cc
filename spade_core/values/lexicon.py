"""What is known of names and words beside their letters: ``lexicon.toml``, and English words by how common they are."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

_KEPT: Final = 100_000
_COMMON: Final = 200
"""How often of 1.6 thousand million words one is said that is taken for English; rarer ones may be slips or names."""
_RARER: Final = 100
"""By how much a word is rarer than another one of which it is a slip, or a spelling."""
_REPEATED: Final = re.compile(r"(.)\1+")
_UNSTRESSED: Final = re.compile(r"(.*[aeiou][^aeiou]+)[aeiou]([^aeiou]+)$")
"""The vowel of a last syllable, which all say alike: Allan and Allen, Taylor and Tayler."""


_NEVER_APART: Final = ("jr", "sr")
"""Titles that are two initials where their letters stand apart: Tolkien, J. R. R."""


@dataclass(frozen=True, slots=True)
class NameLexicon:
    """Nicknames, short forms, legal forms, titles and spellings, all folded."""

    short: Mapping[str, frozenset[str]]
    """For each nickname or short form the words that it may stand for."""
    shorts: Mapping[str, frozenset[str]]
    """The other way round."""
    names: frozenset[str]
    """Given names, and what is said for them."""
    spellings: Mapping[str, frozenset[str]]
    """For each name that is spelled in several ways all of them, itself too."""
    legal: Mapping[str, str]
    """Each spelling of a legal form, and the one that stands for all."""
    titles: frozenset[str]
    weak: frozenset[str]
    sounds: tuple[tuple[str, str], ...]

    def is_light(self, word: str) -> bool:
        """Whether a name stays the same without the word."""
        return word in self.legal or word in self.titles or word in self.weak

    def words(self, folded: str) -> tuple[str, ...]:
        """Return the words of a folded text; legal forms have one spelling, and "ph d" behind another is a word."""
        words = folded.split()
        for i in range(1, len(words) - 1):
            for count in (6, 5, 4, 3, 2):
                run = words[i : i + count]
                joined = "".join(run)
                is_one = joined in self.legal or (joined in self.titles and joined not in _NEVER_APART)
                if len(run) == count and len(joined) <= count + 1 and is_one:
                    words[i : i + count] = [joined]
                    break
        return tuple(self.legal.get(word, word) for word in words)


@cache
def lexicon() -> NameLexicon:
    """Return the lexicon."""
    data = tomllib.loads((files("spade_core.values") / "lexicon.toml").read_text("utf-8"))
    short: dict[str, set[str]] = {}
    shorts: dict[str, set[str]] = {}
    named = data["nicknames"]
    for section in ("nicknames", "short_forms"):
        for full, forms in data[section].items():
            for form in forms.split():
                short.setdefault(form, set()).add(full)
                shorts.setdefault(full, set()).add(form)
    spelled = [frozenset(group.split()) for group in data["spellings"]["groups"].split(",")]
    legal = {word: form for form, others in data["legal_forms"].items() for word in (form, *others.split())}
    return NameLexicon(
        short={word: frozenset(each) for word, each in short.items()},
        shorts={word: frozenset(each) for word, each in shorts.items()},
        names=frozenset(named).union(data["given"]["words"].split(), *(forms.split() for forms in named.values())),
        spellings={name: group for group in spelled for name in group},
        legal=legal,
        titles=frozenset(data["titles"]["words"].split()),
        weak=frozenset(data["weak"]["words"].split()),
        sounds=tuple((old, new) for old, _, new in (rule.partition(">") for rule in data["sounds"]["rules"].split())),
    )


def is_english(word: str, beside: str = "") -> bool:
    """Tell whether a folded word is one of the language, which somebody may mean; no slip of a far commoner one."""
    return _said(word) >= max(_COMMON, _said(beside) / _RARER)


def _said(word: str) -> int:
    """Return how often a word, or what it is the plural of, is said."""
    counts = _english()
    return max(counts.get(word, 0), counts.get(word.removesuffix("s"), 0)) if word in counts else 0


@cache
def _english() -> Mapping[str, int]:
    from spellchecker import SpellChecker

    counted = SpellChecker("en").word_frequency.dictionary
    return {word: count for word, count in counted.items() if len(word) > 2}


@lru_cache(maxsize=_KEPT)
def sound(word: str) -> str:
    """Return a key that words have in common which sound, or are transliterated, alike."""
    return _UNSTRESSED.sub(r"\1a\2", spoken(word))


@lru_cache(maxsize=_KEPT)
def spoken(word: str) -> str:
    """Return a word in a spelling that has one letter for a sound."""
    for old, new in lexicon().sounds:
        if old in word:
            word = word.replace(old, new)
    word = _REPEATED.sub(r"\1", word)
    word = word[:1] + word[1:].replace("h", "")
    return word[:-1] if len(word) > 2 and word.endswith("e") else word


@lru_cache(maxsize=_KEPT)
def sounds_of_shorts(word: str) -> frozenset[str]:
    """Return the sounds of the short forms of a word."""
    return frozenset(map(sound, lexicon().shorts.get(word, ())))


@lru_cache(maxsize=_KEPT)
def sounds_of_fulls(word: str) -> frozenset[str]:
    """Return the sounds of the words that a short form may stand for."""
    return frozenset(map(sound, lexicon().short.get(word, ())))
