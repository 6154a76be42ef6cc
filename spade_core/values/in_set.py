"""The constraint that a part of the response is one of a set's values, and where responses show or a prompt says it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from spade_core.checks import columns_of, has_json, keys_of, labels_of
from spade_core.constraints import WHOLE, Constraint, EvaluationError, Part, key, literal, value_of
from spade_core.taxonomy import Category
from spade_core.values.occurrences import FIELD
from spade_core.values.value_set import ValueSet

FEWEST: Final = 4
"""Good responses from which they alone show that a part is one of the values."""
_SHOWN: Final = 0.9
"""Share of them in which it has to be."""
_SAID: Final = 0.5
"""Share that is enough where the prompt names the set."""
_MOST_PARTS: Final = 20
_CHOOSING: Final = re.compile(
    r"\b(?:one of|from|in|among|only|must be|valid|choose|pick|select|exactly as|listed|appears?)\b", re.IGNORECASE
)
_QUOTED: Final = re.compile(r"[\"'`“]([A-Za-z_][\w -]{0,40})[\"'`”]")


@dataclass(frozen=True, slots=True)
class InSet(Constraint):
    """A part of the response, or each text of it, is one of the values of a named set."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    name: str
    part: Part = WHOLE

    @property
    def named(self) -> str:
        """Return "film in catalogue"."""
        return f"{self.part.named or 'response'} in {self.name}"

    def describe(self) -> str:
        """Return "the value of "film" is one of the values of catalogue"."""
        return f"{self.part.words} is one of the values of {self.name}"

    def source(self) -> str:
        """Return ``in_values(leaves_of(response, "film"), example["valid:catalogue"])``."""
        return f"in_values({self.part.source}, example[{literal(FIELD + self.name)}])"


def names_set(sentence: str, name: str) -> bool:
    """Return whether a sentence says that something is to be one of a named set's values."""
    words = re.escape(name).replace("_", "[ _-]").replace(r"\-", "[ _-]")
    return re.search(rf"\b{words}s?\b", sentence, re.IGNORECASE) is not None and _CHOOSING.search(sentence) is not None


def parts_in(responses: Sequence[str], known: ValueSet, *, named_in: str = "") -> list[Part]:
    """Return the parts of responses that are valid values, the whole response alone where it is.

    `named_in` is the sentence of the prompt that names the set; with one, fewer and less sure responses are enough, and
    without responses the key that it quotes.
    """
    if not responses and named_in:
        quoted = _QUOTED.search(named_in)
        return [key(quoted[1])] if quoted is not None and "json" in named_in.lower() else []
    if len(responses) < (1 if named_in else FEWEST):
        return []
    least = (_SAID if named_in else _SHOWN) * len(responses)
    found = []
    for part in _parts_of(responses):
        texts = [_texts(part, response) for response in responses]
        if sum(bool(each) and all(text in known for text in each) for each in texts) >= least:
            found.append(part)
    return found[:1] if found[:1] == [WHOLE] else found


def _parts_of(responses: Sequence[str]) -> Iterator[Part]:
    """Yield the parts that half of the responses have."""
    yield WHOLE
    kinds = (
        (lambda text: keys_of(text) if has_json(text) else [], key),  # lines with labels are YAML, too
        (columns_of, lambda n: Part(f'each cell of "{n}"', f"cells_of(response, {literal(n)})", each=True, named=n)),
        (labels_of, lambda n: Part(f'what "{n}" labels', f"labelled(response, {literal(n)})", named=n)),
    )
    for names_of, part in kinds:
        names = Counter(name for response in responses for name in dict.fromkeys(names_of(response)))
        for name, count in names.most_common(_MOST_PARTS):
            if 2 * count >= len(responses) and name.isprintable():
                yield part(name)


def _texts(part: Part, response: str) -> list[str]:
    try:
        found = value_of(part.source, response, fields={})
    except EvaluationError:  # the response is very long
        return []
    texts = [found] if isinstance(found, str) else found or []
    return [text for text in texts if isinstance(text, str)]
