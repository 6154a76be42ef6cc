"""What reached the server, and what it is told to do with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """One call that reached the server."""

    number: int
    """0 for the first."""
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    """Names in lower case."""
    path: str = ""
    """With its query."""

    @property
    def model(self) -> str:
        """The model asked for."""
        return str(self.body.get("model", ""))

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the messages."""
        messages = self.body.get("messages") or self.body.get("input", ())
        given = [{"content": messages}] if isinstance(messages, str) else messages
        return tuple(str(message["content"]) for message in given)

    @property
    def last(self) -> str:
        """The text of the last message."""
        return self.texts[-1] if self.texts else ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server does with one call."""

    text: str = ""
    delay: float = 0.0
    """Seconds before anything is sent."""
    reasoning: str = ""
    """What the model thinks before; it is counted, and sent beside the text as servers do."""
    finish: str = "stop"
    refusal: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    complaint: Mapping[str, object] | None = None
    """The `error` object of a status that is not 200."""
    raw: bytes | None = None
    """The body as it is, instead of anything else."""
    cut_after: int | None = None
    """Characters of the reply after which the connection is cut."""
    stall_after: int | None = None
    """Characters of the reply after which nothing more comes."""
    no_usage: bool = False
