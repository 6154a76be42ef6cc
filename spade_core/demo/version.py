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
