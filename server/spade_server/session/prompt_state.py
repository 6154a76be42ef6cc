"""What the session keeps of each document, and whom it tells of news. Changed on the event loop only."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from spade_server.documents.kinds import DocumentKind
from spade_server.session.work import Repeated

if TYPE_CHECKING:
    from spade_server.analysis.finding import Finding
    from spade_server.analysis.view import Context, View


class Client(Protocol):
    """Whom the session tells of news."""

    def publish(self, uri: str, version: int | None, findings: "list[Finding]") -> None:
        """Show these findings in place of those shown before."""
        ...

    def refresh(self) -> None:
        """Ask for hints, lenses and tokens anew."""
        ...

    def complain(self, message: str) -> None:
        """Write to the client's log."""
        ...


class GoneError(Exception):
    """The document was closed, or never was a prompt."""


@dataclass(slots=True)
class OpenDocument:
    """A document that the client has open."""

    uri: str
    path: Path
    kind: DocumentKind
    version: int
    text: str
    to_come: str | None = None
    """What another program wrote, until the client shows it."""
    is_deleted: bool = False
    """Whether its file is gone while nothing in it was unsaved: clients keep such a text for minutes."""


@dataclass(slots=True)
class Prompt:
    """A prompt that is open, or whose assertions or examples are."""

    path: Path
    uri: str
    version: int
    text: str
    is_open: bool
    reading: Repeated
    loading: Repeated
    view: "View | None" = None
    contexts: "dict[str, Context]" = field(default_factory=dict)
    heads: dict[str, tuple[str, float]] = field(default_factory=dict)
    """By template: the commit and the file's time that its sentence_history was read at."""
    waiting: list[tuple[int, "asyncio.Future[View]"]] = field(default_factory=list)
    shown: set[Path] = field(default_factory=set)
    """Files that findings were published for."""
    git: frozenset[Path] = frozenset()
    """Folders in which git writes down what the working tree stands on."""
    is_loaded: bool = False
    """Whether history and files beside have been read once."""


def beside_paths(prompt: Prompt) -> Iterator[Path]:
    """Yield the files beside a prompt, as far as they are known."""
    for context in prompt.contexts.values():
        if context.beside is not None:
            yield from (*context.beside.files.all, context.beside.examples_path)
