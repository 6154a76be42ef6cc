"""One request at work in a thread: what it is about, how far it is, and when it is to stop."""

import os
import threading
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final

from spade_core.errors import CancelledError
from spade_core.models import is_trusted, repository_of
from spade_core.pipeline import Analysis, analyse, with_labels
from spade_server.context import SpadeServer
from spade_server.documents.head import head_of
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.target import RequestTarget, require_adopted, require_saved, target_of

_REPORT_EVERY: Final = 0.1
"""Seconds between two reports of progress."""
_NO_DOCUMENT: Final = RequestedDocument(Path(), "", {}, {})


class RequestRun:
    """What every part of a request is given."""

    def __init__(
        self,
        ls: SpadeServer,
        stop: threading.Event,
        report: Callable[[str, int | None], None],
        asked: RequestedDocument | None = None,
    ) -> None:
        self.ls = ls
        self.stop = stop
        self.asked = asked or _NO_DOCUMENT
        """What the event loop knows of the document; of none, where the request is about none."""
        self._report = report
        self._reported = 0.0

    @cached_property
    def target(self) -> RequestTarget:
        """The template that it is about, with the files beside it."""
        self.step("reading the prompt")
        return target_of(self.asked)

    @property
    def distrust(self) -> str:
        """Why no model is called for the repository and no plain Python exported; empty where it is trusted."""
        folder = self.target.path.parent
        if self.ls.says_trust or is_trusted(folder, os.environ):
            return ""
        return f"{repository_of(folder)} is not trusted: run `spade trust` there, if you trust it"

    def require_saved(self, *paths: Path) -> None:
        """Refuse to write a file that is open with changes that are not saved."""
        require_saved(self.asked, *paths)

    def require_adopted(self) -> None:
        """Refuse to make a file beside a prompt that has files under an old name."""
        require_adopted(self.target)

    def analysis(self) -> Analysis:
        """Return what the history and the unsaved text ask for; read again only where one of them has changed."""
        self.step("reading the history")
        target, known = self.target, self.ls.session.analyses
        head = head_of(target.path.parent)
        seen = (target.text, head, _time_of(target.path))
        before = known.get((target.path, target.template))
        if head is not None and before is not None and before[0] == seen:
            return before[1]
        made = analyse(target.path, template=target.template, unsaved=target.text)
        known[target.path, target.template] = seen, made
        return made

    def labelled_analysis(self) -> Analysis:
        """Return the analysis in the light of the labels: what is proposed."""
        beside = self.target.beside
        analysis, settings = self.analysis(), beside.settings
        values, contexts = self.target.values, settings.contexts
        return with_labels(analysis, beside.examples.examples, tau=settings.tau, values=values, contexts=contexts)

    def step(self, message: str) -> None:
        """Say what is done next.

        Raises:
            CancelledError: the person does not want it any more.
        """
        self.look()
        self._report(message, None)

    def look(self) -> None:
        """Raise CancelledError when the person does not want it any more."""
        if self.stop.is_set():
            raise CancelledError("stopped")

    def say(self, message: str, percentage: int | None) -> None:
        """Say how far it is, whether or not it is still wanted."""
        self._report(message, percentage)

    def progress(self, done: int, total: int, note: str = "") -> None:
        """Say how much is done; too many reports in a row are left out."""
        now = time.monotonic()
        if done == total or now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self._report(f"{done} of {total}{note}", 100 * done // total if total else None)


def _time_of(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
