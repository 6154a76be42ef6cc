"""How people say it in English: the cue phrases of each category, as data.

One phrase a line. A phrase is a row of elements that must follow each other in the sentence:

* ``word`` or ``one|other``  one of these words
* ``word?``                  the same, or nothing
* ``@class``                 a word of a class of the vocabulary, or ``@number``, ``@ing``, ``@any``, ``@quoted``
  or ``@trait``, any word that could describe: no function word, number or participle
* ``..``                     up to two words that carry meaning (adjectives, nouns)
* ``...``                    up to four words of any sort
* ``^`` before a word        only where an instruction can begin: ``Include x``, not ``examples include x``

At every word the longest phrase wins and takes its words, so ``no more than 100 words`` is a quantity and no
exclusion. A family without a category takes its words and says nothing. Phrases of equal length all count, unless one
of them says nothing.
"""

from typing import NamedTuple

from spade_core.categories.taxonomy import Category

ENOUGH = 1.0
"""The evidence from which a delta has a category."""


class Family(NamedTuple):
    """Phrases that say the same kind of thing."""

    category: Category | None
    reason: str
    weight: float
    """1.0 suffices for the category at the level of a delta; several weaker ones may add up."""
    phrases: str
    yields: bool = False
    """Whether its phrases take no words: one gives way to any other phrase that overlaps it."""
