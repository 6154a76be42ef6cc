from .normal import END_TOKEN as END_TOKEN, Normal as Normal, normalised as normalised
from .patterns import (
    AND_SO_ON as AND_SO_ON,
    CROSSED as CROSSED,
    HALF as HALF,
    IDENTIFIER as IDENTIFIER,
    MARK as MARK,
    Said as Said,
    Wording as Wording,
    said as said,
    wording as wording,
)
from .recognition import OTHER as OTHER, Reading as Reading, reading_of as reading_of, spoken as spoken
from .word_lists import (
    TRADITIONAL as TRADITIONAL,
    UNMARKED as UNMARKED,
    Thing as Thing,
    any_of as any_of,
    folded as folded,
    forms_of as forms_of,
    lexicon as lexicon,
)
