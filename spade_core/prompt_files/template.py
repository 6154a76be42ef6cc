"""A prompt template as found in a file: its text by chat role, its placeholders, its place in the file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from spade_core.errors import Problem
from spade_core.prompt_files.formats import PromptFormat
from spade_core.text import SourceMap, Span


class Role(StrEnum):
    """Who speaks a part of a chat prompt."""

    SYSTEM = "system"
    DEVELOPER = "developer"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class Dialect(StrEnum):
    """How a template marks its placeholders."""

    FSTRING = "f-string"
    """``{x}``; ``{{`` is an escaped brace."""
    JINJA = "jinja"
    """``{{ x }}``, ``{% if %}``."""
    HANDLEBARS = "handlebars"
    """``{{x}}``, ``{{#if x}}``; dotprompt."""
    VSCODE = "vscode"
    """``${input:x}``, ``${selection}``, and often ``{x}``."""
    PERCENT = "percent"
    """``%s``, ``%(x)s``."""
    DOLLAR = "dollar"
    """``$x``, ``${x}``; string.Template."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class TemplatePart:
    """The text that one role speaks; a file without roles has one part with role None.

    `text` has LF line ends only and its escapes resolved: it is what the model would be sent.
    """

    role: Role | None
    text: str
    source: SourceMap = field(compare=False)


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A variable of the template, e.g. ``{movie_name}``."""

    name: str
    part: int
    """Index into the template's parts."""
    span: Span
    """Where the whole mark, braces included, stands in the part's text."""
    confident: bool = True
    """False for human placeholders such as ``[NAME]``."""


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """One template. Two templates are equal when the model would be sent the same."""

    name: str
    """Name of the constant or of the entry; empty when the file is one prompt."""
    dialect: Dialect = field(compare=False)
    parts: tuple[TemplatePart, ...]
    placeholders: tuple[Placeholder, ...] = field(compare=False)

    @property
    def text(self) -> str:
        """The parts' texts, a blank line between them."""
        return "\n\n".join(part.text for part in self.parts)


EMPTY_TEMPLATE = PromptTemplate(name="", dialect=Dialect.NONE, parts=(), placeholders=())
"""P_0: the template before its first version."""


@dataclass(frozen=True, slots=True)
class PromptFile:
    """Everything read from one prompt file."""

    path: str
    format: PromptFormat
    text: str
    """The decoded file, byte order mark removed, line ends as they are; source spans index into it."""
    templates: tuple[PromptTemplate, ...]
    metadata: Mapping[str, object]
    """Front matter, or the file's other keys (model, testData, evaluators, ...)."""
    problems: tuple[Problem, ...] = ()
    """What could not be read, while the templates above could."""
