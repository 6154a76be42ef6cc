"""The rows of a large selection as variables of its program, equal rows as one.

z_i >= x_j for each group j that fails good row i, and the z weigh at most C; u_i <= the sum of the x_j that fail bad
row i, and the u weigh at least B. Both come out integral where x is, because each is pushed against its bound.
"""

import numpy as np
from numpy.typing import NDArray

from spade_core.selection.solvers.highs import BlockProgram, Numbers, Weights
from spade_core.selection.solvers.packed import Words, unpacked


def add_good_rows(program: BlockProgram, good: Words, room: int) -> None:
    """Require that the groups flag at most `room` rows."""
    flagged, weights = flagged_rows(program, good)
    program.at_most(flagged, weights, float(room))


def add_bad_rows(program: BlockProgram, bad: Words, missing: int) -> None:
    """Require that the groups catch at least `missing` rows."""
    caught, weights = caught_rows(program, bad)
    program.at_least(caught, weights, float(missing))


def flagged_rows(program: BlockProgram, good: Words) -> tuple[Numbers, Weights]:
    """Add the z, and return them with their weights; groups are the first variables of the program."""
    failing, weights = _merged(good)
    flagged = program.variables(np.zeros(len(weights)))
    groups, rows = np.nonzero(failing)
    cells = np.arange(len(groups))
    program.constraints(
        np.concatenate((cells, cells)),
        np.concatenate((flagged[rows], groups)),
        np.concatenate((np.ones(len(cells)), -np.ones(len(cells)))),
        least=np.zeros(len(cells)),
        most=np.full(len(cells), np.inf),
    )
    return flagged, weights


def caught_rows(program: BlockProgram, bad: Words) -> tuple[Numbers, Weights]:
    """Add the u, and return them with their weights."""
    failing, weights = _merged(bad)
    caught = program.variables(np.zeros(len(weights)))
    groups, rows = np.nonzero(failing)
    program.constraints(
        np.concatenate((rows, np.arange(len(weights)))),
        np.concatenate((groups, caught)),
        np.concatenate((-np.ones(len(rows)), np.ones(len(weights)))),
        least=np.full(len(weights), -np.inf),
        most=np.zeros(len(weights)),
    )
    return caught, weights


def _merged(words: Words) -> tuple[NDArray[np.uint8], Weights]:
    """Return the distinct rows that some group fails, groups by rows, and how often each occurs."""
    cells = unpacked(words)
    packed_rows = np.packbits(cells[:, cells.any(axis=0)].T, axis=1)
    distinct, often = np.unique(packed_rows, axis=0, return_counts=True)
    rows: NDArray[np.uint8] = np.unpackbits(distinct, axis=1, count=len(words)).T
    return rows, often.astype(np.float64)
