"""Good sets for SPADE_sub on large tables: greedy by what a group gives for the good rows it costs."""

import numpy as np

from spade_core.selection.solvers.linear_models import LinearModel
from spade_core.selection.solvers.packed import Counts, Flags, Words, counted

_EXPONENTS = (1.0, 0.5, 2.0)
"""A group is worth what it gives to the power of one of these, by what it costs."""


class KeptGreedy:
    """Looks for groups within C that give most."""

    def __init__(self, model: LinearModel) -> None:
        self.model = model
        self.good = model.good[model.whole]
        self.gives = model.gives[model.whole]
        self.own = model.first[model.whole]
        self.room = model.room
        self.groups = model.whole

    def best(self) -> list[int]:
        """Return the groups found."""
        if not len(self.groups):
            return []
        taken = max(map(self._filled, _EXPONENTS), key=self._value)
        return [int(group) for group in self.groups[taken]]

    def covering(self, price: float) -> list[int]:
        """Return groups that give much and catch much, the more so the higher the price of what they catch."""
        model = self.model
        extra = model.first[: len(model.good)]
        worth = (float(extra.sum()) + model.gives.shape[1]) / max(1, model.missing)
        taken: list[int] = []
        flagged, caught = np.zeros_like(model.good[0]), np.zeros_like(model.bad[0])
        given = np.zeros(model.gives.shape[1], dtype=np.bool_)
        while True:
            after = counted(model.good | flagged)
            missing = max(0, model.missing - int(counted(caught)))
            gain = extra + (model.gives & ~given).sum(axis=1)
            if missing:
                gain = gain + price * worth * np.minimum(missing, counted(model.bad & ~caught))
            gain[taken] = 0
            gain[after > model.room] = 0
            place = int(np.argmax(gain / (1.0 + after - after.min())))
            if gain[place] <= 0:
                return taken
            taken.append(place)
            flagged, caught = flagged | model.good[place], caught | model.bad[place]
            given |= model.gives[place]

    def _filled(self, exponent: float) -> Flags:
        """Take groups while C allows, first those that give most for what they cost."""
        taken = np.zeros(len(self.groups), dtype=np.bool_)
        flagged: Words = np.zeros_like(self.good[0])
        given: Flags = np.zeros(self.gives.shape[1], dtype=np.bool_)
        while True:
            after: Counts = counted(self.good | flagged)
            gain = self.own + (self.gives & ~given).sum(axis=1)
            open_ = ~taken & (after <= self.room) & (gain > 0)
            if not open_.any():
                return taken
            worth = np.where(open_, gain**exponent / (1.0 + after - after.min()), -1.0)
            place = int(np.argmax(worth))
            taken[place] = True
            flagged = flagged | self.good[place]
            given |= self.gives[place]

    def _value(self, taken: Flags) -> tuple[float, int]:
        given = float(self.own[taken].sum()) + int(self.gives[taken].any(axis=0).sum())
        return given, -int(counted(np.bitwise_or.reduce(self.good[taken], axis=0)))
