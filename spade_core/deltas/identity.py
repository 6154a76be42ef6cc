"""The identity of a sentence: what it says, wherever it stands and however its lines are broken.

Law: inserting, renumbering, re-wrapping and reordering leave the identity of every sentence whose words still stand.
"""

import re
from functools import lru_cache
from typing import Final

_MARKER: Final = re.compile(
    r"(?:>\s*)*"
    r"(?:(?:[-*+•‣◦▪●○–]\s+|[（(]?(?:\d{1,3}|[a-zA-Z])[)）]\s*|\d{1,3}(?:\.\d{1,3})*\.\s+|\d{1,3}、\s*|[①-⑳][.、]?\s*)"
    r"(?:\[[ xX]\]\s+)?)?"
)
"""Quote marks and the mark or number of a list item."""


@lru_cache(maxsize=32_768)
def identity_of(text: str) -> str:
    """Return what sentences are compared by: white space folded, the mark or number of a list item left out.

    A sentence that is nothing but a mark is that mark.
    """
    folded = " ".join(text.split())
    marker = _MARKER.match(folded)
    return (folded[marker.end() :] if marker else folded) or folded
