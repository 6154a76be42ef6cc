"""The values of a set that a text says: what an assertion in the sandbox is given of a set.

A set is the host's; a million values are not packed beside each row. A part of a response that is a value stands in the
response, as it is written or as JSON has it, so those that stand there decide as all would.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from spade_core.examples import Example
from spade_core.values.folding import LONGEST, TOKEN, normal
from spade_core.values.value_set import ValueSet

FIELD: Final = "valid:"
"""Before the name of a set: the field of an example that has what its response says of it."""
_JSON_TEXT: Final = re.compile(r'"[^"\\\n]*\\.(?:[^"\\\n]|\\.)*"')
"""A text of JSON with a character that is written in another way."""
_MOST_TEXT: Final = 200_000
"""Characters of a response that are looked at; a longer one names no single value."""


def values_said(text: str, known: ValueSet) -> list[str]:
    """Return the values that stand in a text between the ends of words, each once, in the order of the text."""
    found: dict[str, None] = {}
    for each in map(normal, _readings(text[:_MOST_TEXT])):
        tokens = [match.span() for match in TOKEN.finditer(each)]
        for first, (start, _) in enumerate(tokens):
            for _, end in tokens[first : first + known.most_tokens]:
                if end - start > 2 * LONGEST:
                    break
                if (piece := each[start:end]) in known:
                    found[piece] = None
    return list(found)


def _readings(text: str) -> Iterator[str]:
    yield text
    for match in _JSON_TEXT.finditer(text):
        try:
            yield json.loads(match[0], strict=False)
        except ValueError:
            continue


def with_values(examples: Sequence[Example], names: Iterable[str], known: Mapping[str, ValueSet]) -> Sequence[Example]:
    """Return the examples with the fields that assertions over these sets read; a set that is not known gives none."""
    sets = {name: known[name] for name in names if name in known}
    if not sets:
        return examples
    return [
        replace(each, fields={**each.fields, **{FIELD + n: values_said(each.response, s) for n, s in sets.items()}})
        for each in examples
    ]
