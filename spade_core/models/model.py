"""What is said to a language model and what comes back, and the one seam behind which every model stands.

Values only. A reply is untrusted text, whatever was asked for: `structured` reads it, nothing ever runs it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from spade_core.errors import ModelError, ModelFault

_QUOTED = 120


class Speaker(StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Schema:
    """The JSON schema that a reply should have, for servers that can hold a model to one."""

    name: str
    shape: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model: everything that its reply depends on, but for the model itself."""

    messages: tuple[Message, ...]
    schema: Schema | None = None
    most_tokens: int = 4096
    """Greatest length of the reply in tokens."""
    temperature: float | None = 0.0
    """None leaves it to the server."""
    repeat: int = 0
    """Tells one asking from another of the same question: a judge is asked several times to see it waver."""

    def followed_by(self, *messages: Message) -> "Request":
        """Return the request with the conversation gone on."""
        return Request((*self.messages, *messages), self.schema, self.most_tokens, self.temperature, self.repeat)


class Finish(StrEnum):
    """How a reply ended."""

    COMPLETE = "complete"
    TRUNCATED = "truncated"
    """At the greatest length."""
    REFUSED = "refused"
    """The model or a filter declined."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, as the server counted them; estimated where it does not say."""

    input: int = 0
    output: int = 0
    cached_input: int = 0
    """The part of `input` that the server had in its own prefix cache."""
    estimated: bool = field(default=False, compare=False)
    """Whether some of it was estimated here, for want of a server's count."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input + other.input,
            self.output + other.output,
            self.cached_input + other.cached_input,
            self.estimated or other.estimated,
        )

    @property
    def total(self) -> int:
        """Input and output."""
        return self.input + self.output


def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered."""

    text: str
    model: str = ""
    """The model that was asked, by the name of the settings."""
    finish: Finish = Finish.COMPLETE
    usage: Usage = field(default_factory=Usage)
    lacking: str = ""
    """What came in the place of an answer, in words; empty where there is one, or just nothing."""
    from_cache: bool = False
    disown: Callable[[], None] = field(default=_nothing, compare=False, repr=False)
    """Call it when the reply turns out to be of no use: it is not given again, and the next run asks anew."""

    def complete_text(self) -> str:
        """Return the text of a complete reply.

        Raises:
            ModelError: the reply was cut off, refused, is empty or no answer.
        """
        if self.finish is Finish.TRUNCATED:
            raise ModelError(ModelFault.TRUNCATED, f"{self.model}: the reply was cut off at its greatest length")
        if self.finish is Finish.REFUSED:
            said = self.lacking or (shown(self.text) if self.text else "")
            raise ModelError(ModelFault.REFUSED, f"{self.model} refused to answer{said and f': {said}'}")
        if self.lacking or not self.text.strip():
            raise ModelError(ModelFault.UNREADABLE, f"{self.model}: {self.lacking or 'the reply is empty'}")
        return self.text


class LanguageModel(Protocol):
    """Anything that answers requests: an endpoint, replies lent by an editor, a wrapper around another model."""

    @property
    def name(self) -> str:
        """The model's name, as the settings have it."""
        ...

    async def reply(self, request: Request) -> Reply:
        """Return the reply. Raises ModelError when there is none; cancelling really stops the request."""
        ...


class Embedder(Protocol):
    """Anything that places texts in a space where the like are near."""

    async def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """Return one vector for each text, all of one length. Raises ModelError."""
        ...


def object_shape(**properties: str | Mapping[str, object]) -> dict[str, object]:
    """Return the shape of an object as strict servers want it, every key there and no other; a word is a type."""
    shapes = {key: {"type": shape} if isinstance(shape, str) else shape for key, shape in properties.items()}
    return {"type": "object", "properties": shapes, "required": list(shapes), "additionalProperties": False}


def list_schema(key: str, items: Mapping[str, object]) -> Schema:
    """Return the schema of an object with one list."""
    return Schema(key, object_shape(**{key: {"type": "array", "items": items}}))


def system(text: str) -> Message:
    """Return a system message."""
    return Message(Speaker.SYSTEM, text)


def user(text: str) -> Message:
    """Return a user's message."""
    return Message(Speaker.USER, text)


def assistant(text: str) -> Message:
    """Return a model's own earlier reply."""
    return Message(Speaker.ASSISTANT, text)


def shown(text: str, *, most: int = _QUOTED) -> str:
    """Return the start of an untrusted text, of so many characters, in one printable line, for a message."""
    line = " ".join(text[: 4 * most].split())
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
    return f'"{line}"' if len(line) <= most else f'"{line[: most - 1]}…"'
