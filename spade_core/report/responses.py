"""The labelled responses as the report shows them, to be read without leaving it."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from spade_core.examples import Example
from spade_core.report.checked import found_in, found_in_words
from spade_core.report.report import Report
from spade_core.values import Misnomer, ValueSet, misnomers

if TYPE_CHECKING:
    from spade_core.context import Statement

_MOST: Final = 300
"""Beyond it the page would be too large."""
_LONGEST: Final = 4_000
_LONGEST_FIELD: Final = 500


@dataclass(frozen=True, slots=True)
class ResponseView:
    """One labelled response with its input."""

    example: Example
    failed_by: tuple[str, ...]
    """Names of the selected assertions that fail it."""
    fields: tuple[tuple[str, str], ...]
    """Names and values of the input, long ones cut."""

    statements: "tuple[Statement, ...]" = ()
    """What the response states, with the verdicts on it; long texts cut."""
    misnomers: tuple[Misnomer, ...] = ()
    """What it says instead of valid values."""
    found: tuple[str, ...] = ()
    """What it has that assertions deny it, in words, one for each that fails."""

    @property
    def supported(self) -> int:
        """How many of the statements the contexts support."""
        return sum(each.supported for each in self.statements)

    @property
    def response(self) -> str:
        """The text, as far as it is shown."""
        return self.example.response[:_LONGEST]

    @property
    def cut(self) -> int:
        """How many characters are not shown."""
        return max(0, len(self.example.response) - _LONGEST)


def responses_of(report: Report) -> tuple[ResponseView, ...]:
    """Return the labelled responses in their order; of very many, first those that the set gets wrong."""
    selection = report.selection
    wrong = {*selection.uncaught, *selection.flagged}
    labelled = [example for example in report.matrix.examples if example.label is not None]
    kept = sorted(labelled, key=lambda example: example.id not in wrong)[:_MOST]
    ids = {example.id for example in kept}
    return tuple(_view(example, report) for example in labelled if example.id in ids)


def with_misnomers(report: Report, values: Mapping[str, ValueSet]) -> Report:
    """Return a report that tells what the responses that are shown say instead of values of these sets.

    Raises:
        ValuesError: a set cannot be read.
    """
    if not values:
        return report
    found = {}
    for each in responses_of(report):
        failed = [one for one in report.selection.candidates if one.name in each.failed_by]
        told = dict.fromkeys(text for one in failed for text in misnomers(one.source, each.example, values))
        if told:
            found[each.example.id] = tuple(told)
    return replace(report, misnomers=found)


def ids_of(views: Collection[ResponseView]) -> frozenset[str]:
    """Return which responses are shown."""
    return frozenset(view.example.id for view in views)


def _view(example: Example, report: Report) -> ResponseView:
    failed = [each for each in report.selection.candidates if report.matrix.fails(example, each)]
    found = [(each.name, found_in(each, example)) for each in failed]
    fields = tuple((name, _text(value)) for name, value in example.fields.items())
    read = report.faithfulness.get(example.id)
    statements = tuple(
        replace(each, text=each.text[:_LONGEST_FIELD], sentence=each.sentence[:_LONGEST])
        for each in (read.statements if read is not None else ())
    )
    return ResponseView(
        example,
        tuple(each.name for each in failed),
        fields,
        statements,
        report.misnomers.get(example.id, ()),
        tuple(f"{name} found {found_in_words(some)}" for name, some in found if some),
    )


def _text(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST_FIELD else f"{text[:_LONGEST_FIELD]}…"
