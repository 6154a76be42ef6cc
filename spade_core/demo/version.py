"""An example as data: versions of a prompt, labelled responses, and what stands beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class DemoVersion:
    """One version of the prompt file and the commit that brings it."""

    text: str
    """The whole file."""
    author: str
    email: str
    date: datetime
    message: str


def version_by(person: tuple[str, str], date: str, message: str, *parts: str) -> DemoVersion:
    """Return the version of a person (name, e-mail address) on a date (ISO 8601), its text in parts."""
    return DemoVersion("".join(parts), *person, datetime.fromisoformat(date), message)


@dataclass(frozen=True, slots=True)
class Demo:
    """An example that ships with the package."""

    prompt_name: str
    examples_name: str
    versions: Sequence[DemoVersion]
    """P_1 to the newest, oldest first."""
    examples: str
    """The labelled responses, one JSON object a line."""
    others: Mapping[str, str] = field(default_factory=dict)
    """Other files of the folder, by name."""
