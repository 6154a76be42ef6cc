"""Scores as assertions read them: ``example["scores"]["faithfulness"]``.

An example may bring scores of its own, as an export of another tool has them; they are taken as they are.
"""

import math
from collections.abc import Mapping
from typing import Final

from spade_core.examples import Example

FIELD: Final = "scores"


def given_scores(example: Example) -> Mapping[str, float]:
    """Return the scores that an example brings."""
    given = example.fields.get(FIELD)
    if not isinstance(given, Mapping):
        return {}
    return {
        str(name): float(value)
        for name, value in given.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    }
