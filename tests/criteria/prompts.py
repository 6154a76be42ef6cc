"""Prompts as version histories, for tests."""

from spade_core.criteria import Criterion, criteria_of
from spade_core.deltas import deltas_between
from spade_core.prompt_files import EMPTY_TEMPLATE, read_prompt
from spade_core.versions.version import History, PromptVersion, VersionState


def history_of(*texts: str) -> list[PromptVersion]:
    """Return P_0 and a version for each text."""
    versions = [PromptVersion(0, EMPTY_TEMPLATE, VersionState.EMPTY, "")]
    for index, text in enumerate(texts, start=1):
        template = read_prompt("note.prompt.md", text).templates[0]
        versions.append(PromptVersion(index, template, VersionState.UNCOMMITTED, "note.prompt.md"))
    return versions


def criteria_from(*texts: str) -> tuple[Criterion, ...]:
    """Return the criteria of a prompt whose versions are `texts`."""
    versions = history_of(*texts)
    return criteria_of(History("", tuple(versions)), deltas_between(versions))
