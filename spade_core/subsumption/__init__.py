"""Subsumption: which assertion makes which other one superfluous.

f subsumes g when every response that passes f passes g: then a set that has f needs no g. Three sources, and what each
is worth:

* A proof (`proofs`): what one asks for implies what the other asks for, by their kinds of constraint; or the functions
  tell. `function_reading` reads a function as a formula over counts, texts and checks (`formulas`, `expressions`);
  `entailment` decides by cases and intervals whether one formula implies the other. What it cannot read, it says
  nothing of. A proof needs no response.
* A claim of a model (`claims`). It is believed until a response refutes it.
* A refutation: a response that passes f and fails g, among the examples or made for the purpose (`search` makes
  responses at the borders of what the functions compare). One response outweighs any claim.

`relation` closes all of it under transitivity; functions that subsume each other are shown as one.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
