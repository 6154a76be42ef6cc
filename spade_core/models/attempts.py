"""Which attempts at a call may have to be paid although nothing came of them.

Law: an attempt is owed from when it is sent until the server declines it by its status or its reply is counted. The one
who pays hears of every owed attempt that came to nothing, before the next one is sent, and may forbid that one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from spade_core.errors import ModelFault


class GivenUpError(BaseException):
    """A call that must not be tried again; no Exception, since the client package tries again after every one."""

    def __init__(self, fault: ModelFault, fact: str) -> None:
        super().__init__(fact)
        self.fault = fault


class Attempts:
    """The attempts at one call, each the whole of what is asked."""

    def __init__(self, on_lost: Callable[[], None]) -> None:
        """Make them; `on_lost` hears of each that is owed for nothing, and raises GivenUpError to forbid the next."""
        self._on_lost = on_lost
        self._is_owed = False
        self.number = 0
        """How many were sent."""

    def begin(self) -> None:
        """Say that another attempt begins."""
        if self._is_owed:
            self._is_owed = False
            self._on_lost()

    def sent(self) -> None:
        """Say that the attempt was sent; a proxy may have it said twice."""
        self.number += not self._is_owed
        self._is_owed = True

    def settled(self) -> bool:
        """Say that the attempt costs nothing, or what is known by now; return whether it was owed."""
        was, self._is_owed = self._is_owed, False
        return was


_CURRENT: ContextVar[Attempts | None] = ContextVar("attempts", default=None)


@contextmanager
def counted(attempts: Attempts) -> Iterator[None]:
    """Make these the attempts of what is called inside."""
    token = _CURRENT.set(attempts)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def current() -> Attempts:
    """Return the attempts of the call under way; where nobody counts, such as are told to nobody."""
    return _CURRENT.get() or Attempts(lambda: None)
