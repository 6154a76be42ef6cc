"""The messages about versions beside ``spade/history``: two of them compared, and what is not committed yet.

What `protocol` says of requests holds for these, too.
"""

import attrs

from spade_server.protocol.models import PromptParams
from spade_server.protocol.testing import ListedInstruction


@attrs.frozen
class CompareParams(PromptParams):
    """Asks for two versions of a prompt by their numbers; P_0 is the empty one."""

    before: int = 0
    after: int = 0


@attrs.frozen
class AskedOfVersion:
    """One assertion that a version asks for."""

    name: str
    description: str
    accepted: bool
    """Whether it is in the assertions file."""


@attrs.frozen
class ComparedVersion:
    """One version: its text without what the file's format adds, and what it asks for."""

    index: int
    text: str
    asked: list[AskedOfVersion]


@attrs.frozen
class CompareResult:
    """Two versions, and the categories of the edit that leads from the one to the other."""

    before: ComparedVersion
    after: ComparedVersion
    categories: list[str]


@attrs.frozen
class UncommittedParams(PromptParams):
    """Asks what a commit of the prompt of now would bring that nothing checks."""


@attrs.frozen
class UncommittedResult:
    """The instructions since the last commit without an assertion, in the order of the prompt."""

    unchecked: list[ListedInstruction]
