"""The prompt's own evidence: what it shows as outputs, and responses that a person labelled good, are good responses.

Law: a check by code that such responses fail is wrong, whatever the words seem to say; it is not proposed, and why is
kept. Doubtful evidence counts as none: an output with slots to fill in, or that is not whole, rejects nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from spade_core.constraints import fails, tree_of
from spade_core.criteria.criterion import Criterion
from spade_core.structure import Notation, SampleRole, Structure, outputs_in

FEWEST_GOOD: Final = 4
"""Responses labelled good from which they speak against a check."""


@dataclass(frozen=True, slots=True)
class GoodResponse:
    """A response that is known to be good."""

    response: str
    fields: Mapping[str, object] = field(default_factory=dict)
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Withheld:
    """A check by code that is not proposed."""

    description: str
    """What it would have checked."""
    phrase: str
    """The words of the prompt that it was read from."""
    reason: str


def shown_outputs(structure: Structure) -> tuple[GoodResponse, ...]:
    """Return the whole outputs that a prompt shows, without JSON that is unlike the formats which it shows too."""
    of_json = [each for each in structure.samples if each.notation is Notation.JSON]
    forms = [tree_of(each.body) for each in of_json if structure.role_of(each) is SampleRole.FORMAT]
    return tuple(
        GoodResponse(each.text)
        for each in outputs_in(structure)
        if each.sample not in of_json or not forms or any(form.is_like(tree_of(each.text)) for form in forms)
    )


def sifted(
    criteria: Sequence[Criterion], shown: Sequence[GoodResponse], labelled: Sequence[GoodResponse] = ()
) -> tuple[tuple[Criterion, ...], tuple[Withheld, ...]]:
    """Return the criteria to propose, and those by code that the evidence speaks against.

    One is withheld that half of the `shown` outputs fail, or more than half of the `labelled` where there are enough.
    """
    kept: list[Criterion] = []
    withheld: dict[Withheld, None] = {}
    for criterion in criteria:
        reason = _reason(criterion, shown, labelled)
        if reason:
            withheld[Withheld(criterion.description, criterion.source_phrase, reason)] = None
        else:
            kept.append(criterion)
    return tuple(kept), tuple(withheld)


def _reason(criterion: Criterion, shown: Sequence[GoodResponse], labelled: Sequence[GoodResponse]) -> str:
    expression = criterion.constraint.source() if criterion.constraint is not None else ""
    if not expression:
        return ""
    failed = _failing(expression, shown)
    if failed and 2 * failed >= len(shown):
        count = f"{failed} of {len(shown)} outputs" if len(shown) > 1 else "the output"
        return f"{count} that the prompt itself shows would fail it"
    failed = _failing(expression, labelled) if len(labelled) >= FEWEST_GOOD else 0
    if 2 * failed > len(labelled):
        return f"{failed} of {len(labelled)} responses labelled good would fail it"
    return ""


def _failing(expression: str, responses: Iterable[GoodResponse]) -> int:
    return sum(fails(expression, each.response, fields=each.fields, prompt=each.prompt) for each in responses)
