"""What a request is about, as the event loop knows it."""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path

from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.protocol.messages import ErrorCode
from spade_server.requests.serving import RequestError


@dataclass(frozen=True, slots=True)
class RequestedDocument:
    """What the event loop knows of a request's document: enough for a thread to go on by itself."""

    path: Path
    template: str
    overlay: Mapping[Path, str]
    """Texts of open documents."""
    saved: MutableMapping[Path, str]
    """Texts of open documents that were on the disk when it was last looked at."""


def asked_of(ls: SpadeServer, uri: str, template: str) -> RequestedDocument:
    """Return what a thread needs of a document."""
    path = path_of(uri)
    if path is None:
        raise RequestError(ErrorCode.NO_PROMPT, f"{uri} is not a file on this machine")
    prompt = ls.session.prompt_beside(path)
    if prompt is not None:
        names = [
            name for name, context in prompt.contexts.items() if context.beside and path in context.beside.files.all
        ]
        return RequestedDocument(
            prompt.path,
            template or (names[0] if len(names) == 1 else ""),
            ls.session.overlay(),
            ls.session.saved,
        )
    return RequestedDocument(path, template, ls.session.overlay(), ls.session.saved)
