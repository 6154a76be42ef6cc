"""How many good examples it takes before a low FFR means something."""

from functools import lru_cache
from typing import Final

from spade_core.selection import Rate

_MOST: Final = 2000
_CONFIDENCE: Final = 0.95


@lru_cache(maxsize=64)
def fewest_good_examples(tau: float) -> int | None:
    """Return the fewest good examples with which a set that fails none has an FFR within `tau` for certain.

    Certain means: the upper end of the exact interval of 0 of n is at most tau. None when tau is 0 (no number
    suffices), or so small that thousands are needed.
    """
    return next((n for n in range(1, _MOST) if Rate(0, n).interval(_CONFIDENCE)[1] <= tau), None)
