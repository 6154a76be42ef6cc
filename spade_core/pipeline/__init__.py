"""The pipeline: prompt file -> versions -> deltas -> categories -> criteria -> candidates -> results -> selection.

It reads like the method's figure (Shankar et al. 2024, figure 3), in two halves with the assertions file between them:
`analysis` and `selecting`. Each stage owns its value and its function; here they are only put one after another, and
the edges (git, disk, sandbox) are called.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
