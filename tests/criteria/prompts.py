"""Prompts as version histories, for tests."""

from spade_core.categories import classify
from spade_core.criteria import Criterion, criteria_of
from spade_core.criteria.readings import Judgement, Reading
from spade_core.deltas import deltas_between
from spade_core.prompt_files import EMPTY_TEMPLATE, read_prompt
from spade_core.versions.version import PromptVersion, VersionState


def history_of(*texts: str) -> list[PromptVersion]:
    """Return P_0 and a version for each text."""
    versions = [PromptVersion(0, EMPTY_TEMPLATE, VersionState.EMPTY, "")]
    for index, text in enumerate(texts, start=1):
        template = read_prompt("note.prompt.md", text).templates[0]
        versions.append(PromptVersion(index, template, VersionState.UNCOMMITTED, "note.prompt.md"))
    return versions


def criteria_from(*texts: str) -> list[Criterion]:
    """Return the criteria of every delta of a prompt whose versions are `texts`."""
    return [c for delta in deltas_between(history_of(*texts)) for c in criteria_of(classify(delta))]


def readings_from(text: str) -> list[Reading]:
    """Return what a prompt of one version is read as."""
    return [c.reading for c in criteria_from(text) if c.reading is not None]


def checkable(text: str) -> list[Reading]:
    """Return what code can check of a prompt of one version."""
    return [reading for reading in readings_from(text) if not isinstance(reading, Judgement)]
