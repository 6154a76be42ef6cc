"""Retrieved contexts: is a response true to them, does it answer the question, were they worth retrieving?

Two kinds of answer, never to be confused. What code can tell (`reading`): numbers, dates, names and quotations that no
context holds, unknown citations, parts of the question without an answer. And *scores* from 0 to 1, for which a model
reads (RAGAS: Es et al., EACL 2024):

    faithfulness       F  = statements of the response that the contexts support / all its statements
    answer relevance   AR = mean over n questions made from the response of cos(question, made question)
    context relevance  CR = sentences of the contexts that the question needs / all their sentences

A reader's way through the modules: `requests` says what a model is asked, and reads its replies, which are untrusted;
`formulas` makes numbers of what was read, and `statistics` of the package ragas equal them; `scorer` puts the two
together for many examples at once; `given` hands scores to assertions, as ``example["scores"]``.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
