"""The labels that other tools write, as ours."""

import json
from collections.abc import Mapping
from typing import Final

from spade_core.examples.example import Label
from spade_core.text import word_list, word_set

_GOOD: Final = word_list("""
    good, pass, passed, true, yes, y, 1, 1.0, +1, up, thumbs up, thumbsup, 👍, positive, correct, accept, accepted,
    like, liked, ok, okay, success, right, approved, valid, acceptable, ✓, ✔, ✅
""")
_BAD: Final = word_list("""
    bad, fail, failed, false, no, n, 0, 0.0, -1, down, thumbs down, thumbsdown, 👎, negative, incorrect, reject,
    rejected, dislike, disliked, wrong, failure, not ok, not okay, nok, not good, not correct, not acceptable,
    unacceptable, invalid, ✗, ✘, ❌
""")
_WORDS: Final[Mapping[str, Label]] = {**dict.fromkeys(_GOOD, Label.GOOD), **dict.fromkeys(_BAD, Label.BAD)}
_VERDICTS: Final = word_set("""
    good, bad, pass, passed, fail, failed, correct, incorrect, thumbs up, thumbs down, thumbsup, thumbsdown, 👍, 👎,
    accept, accepted, reject, rejected, wrong, not ok, nok, not good, not correct, not acceptable, unacceptable, ✅, ❌
""")
"""Words that judge, whatever they stand under; yes, true, 1 or positive may as well say something of an input."""
_SAID: Final = "good, pass, yes, ok, correct, true, 1 or 👍 and bad, fail, no, not ok, wrong, false, 0 or 👎"
_VALUE_KEYS: Final = ("value", "score", "label", "pass")


def label_in(value: object, meanings: Mapping[str, Label | None] | None = None) -> Label | None:
    """Return the label that a value stands for; None for an empty one.

    A score between the two, or a word that is no label, is not rounded to one. `meanings` are what a person said of
    words, which goes before what is known: by `plain_word`, None for one that is no label.

    Raises:
        ValueError: it stands for none.
    """
    if value is None:
        return None
    if meanings and (word := plain_word(value)) in meanings:
        return meanings[word]
    if isinstance(value, bool):
        return Label.GOOD if value else Label.BAD
    if isinstance(value, list) and len(value) == 1:
        return label_in(value[0], meanings)
    if isinstance(value, Mapping):
        inner = next((value[key] for key in _VALUE_KEYS if value.get(key) is not None), value)
        if inner is not value:
            return label_in(inner, meanings)
    if isinstance(value, str | int | float):
        word = plain_word(value)
        if not word:
            return None
        if word in _WORDS:
            return _WORDS[word]
    raise ValueError(f"{json.dumps(value, ensure_ascii=False, default=str)[:60]} is no label")


def is_verdict(value: object) -> bool:
    """Return whether a value is a word that judges, and so is a label under any name."""
    return isinstance(value, str) and plain_word(value) in _VERDICTS


def known_words() -> str:
    """Return some of the words that are known, for a person."""
    return _SAID


def plain_word(value: object) -> str:
    """Return a cell as the word that it is: case, underscores and white space do not count; empty for an object."""
    inner = value[0] if isinstance(value, list) and len(value) == 1 else value
    if isinstance(inner, Mapping):
        inner = next((inner[key] for key in _VALUE_KEYS if inner.get(key) is not None), "")
    if not isinstance(inner, str | int | float):
        return ""
    text = str(inner)
    return " ".join(text.replace("_", " ").replace("\N{VARIATION SELECTOR-16}", "").lower().split())
