"""Jinja templates filled in a process of their own, which is started for the first one and serves all others."""

import atexit
import os
import time
from collections import Counter
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Final

from spade_core.helper import Helper

_SECONDS: Final = 2.0
_MOST_SLOW: Final = 3
"""How often a template may take too long before it is not tried any more: it would with each row."""

Lookup = Callable[[str], str | None]
"""The text of another template, by the name that an include or an ``extends`` gives; None where there is none."""


def render(text: str, fields: Mapping[str, object], lookup: Lookup | None = None) -> str:
    """Return the template filled: conditions, loops, filters and, with `lookup`, includes and inheritance.

    A field that is not there counts as false in a condition.

    Raises:
        ValueError: it is no Jinja, a field that is shown is missing, the sandbox does not allow what it does, or it
            takes more than two seconds or too much memory.
    """
    return _filler.fill(text, fields, lookup)


class _Filler:
    def __init__(self) -> None:
        self._lock = Lock()
        self._helper: Helper | None = None
        self._slow: Counter[str] = Counter()

    def fill(self, text: str, fields: Mapping[str, object], lookup: Lookup | None) -> str:
        """See `render`."""
        too_long = f"the template takes more than {_SECONDS:g} seconds"
        with self._lock:
            if self._slow[text] >= _MOST_SLOW:
                raise ValueError(too_long)
            helper = self._started()
            is_done = False
            try:
                said = _dialogue(helper, {"text": text, "fields": dict(fields), "includes": lookup is not None}, lookup)
                is_done = said is not None
            except (TypeError, RecursionError) as error:
                raise ValueError(f"the template cannot be filled: {error}") from error
            finally:
                if not is_done:  # it is in the middle of something, also where the user interrupts
                    self.close()
            if said is None:
                self._slow[text] += helper.was_slow
                raise ValueError(too_long if helper.was_slow else "the template cannot be filled: it ended its process")
        if "fact" in said:
            raise ValueError(said["fact"])
        return said["filled"]

    def _started(self) -> Helper:
        if self._helper is not None and not self._helper.is_alive:
            self.close()
        if self._helper is None:
            packages = (find_spec(name) for name in ("jinja2", "markupsafe"))
            folders = dict.fromkeys(Path(each.origin).parent.parent for each in packages if each and each.origin)
            try:
                self._helper = Helper(Path(__file__).with_name("jinja_process.py"), *folders)
            except OSError as error:
                raise ValueError(f"the template cannot be filled: no process starts: {error.strerror}") from error
        return self._helper

    def close(self) -> None:
        """End the process."""
        if self._helper is not None:
            self._helper.end()
            self._helper = None

    def forked(self) -> None:
        """In a forked process: the one that fills is its parent's."""
        if self._helper is not None:
            self._helper.let_go()
            self._helper = None
        self._lock = Lock()  # which another thread may have held


def _dialogue(helper: Helper, asked: object, lookup: Lookup | None) -> dict[str, str] | None:
    """Return the answer of the process, which may ask for other templates before; None where it was ended."""
    end = time.monotonic() + _SECONDS
    while True:
        said = helper.answer(asked, seconds=max(end - time.monotonic(), 0.0))
        if not isinstance(said, dict) or "wanted" not in said:
            return said if isinstance(said, dict) else None
        asked = {"text": lookup(said["wanted"]) if lookup else None}


_filler = _Filler()
atexit.register(_filler.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_filler.forked)
