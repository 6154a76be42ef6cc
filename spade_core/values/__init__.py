"""Very large sets of valid values: is a text one of them, and which one was meant?

A noisy channel (Kernighan, Church and Gale, COLING 1990; Brill and Moore, ACL 2000). Whoever wrote the text either
meant one of the N values, each as likely as any other, and changed it on the way, or meant something else:

    P(text, value)   = (1 - OUTSIDE) / N * exp(-cost(text | value))
    P(text, outside) = OUTSIDE * P(words of the text, by how frequent they are in the set)

The *score* of a value is its posterior probability among all values and `outside`. One value is named where it has at
least `NAMED`; two or more are called ambiguous where they have it together; else nothing is near enough. So a rare
surname forgives more than a common one, and a larger set forgives less, without a threshold for either. Who says a word
more or less than a value ("decaf Earl Grey"), another number or another word of English ("unable", not "enable") means
the value in one of ten cases, else something that is like it.

A reader's way through the modules:

* `sources` reads texts from files, `value_set` makes them a set: normal form, duplicates, digest, membership.
* `folding` gives the words of a text: plain ASCII letters and digits, whatever the script.
* `index` finds some hundred values that share rare 3-grams with the text (cosine of TF-IDF, the rarest grams first, so
  that the time hardly grows with the set). It lies in one file that is mapped into memory.
* `lexicon` knows nicknames, short forms, legal forms, titles and words of English; `channel` gives the costs, in nats.
* `nearest` puts these together.

``spade-assertions[values]`` makes the search quicker and has it know other scripts; without it, all else is the same.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
