"""A labelled example e_i, y_i."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from spade_core.errors import Problem


class Label(StrEnum):
    """Whether a person judged the response good."""

    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Example:
    """One run of the pipeline with its response; `label` is None until a person has judged it."""

    id: str
    fields: Mapping[str, object]
    """The input that filled the template (JSON values). Empty when it was lost."""
    prompt: str
    """The filled template; empty when it was lost."""
    response: str
    label: Label | None
    line: int = 0
    """1-based line of the examples file; 0 when it did not come from one."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Every other key of the line: kept, never interpreted."""
    is_hash: bool = False
    """Whether `response` only stands for the text, which is not known here; equal ones are equal."""


@dataclass(frozen=True, slots=True)
class ExampleSet:
    """What one examples file holds."""

    path: str
    examples: tuple[Example, ...]
    problems: tuple[Problem, ...] = ()
    """Lines that could not be read; the other lines still work."""


def label_counts(examples: Iterable[Example]) -> Mapping[Label | None, int]:
    """Return how many examples carry each label, None for those that wait for one."""
    return dict.fromkeys((*Label, None), 0) | Counter(example.label for example in examples)
