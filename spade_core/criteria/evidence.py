"""The prompt's own evidence: what it shows as outputs, and responses that a person labelled good, are good responses.

Law: a check by code that such responses fail is wrong, whatever the words seem to say; it is not proposed, and why is
kept. Doubtful evidence counts as none: an output with slots to fill in, or that is not whole, rejects nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from spade_core.constraints import Constraint, fails, tree_of
from spade_core.criteria.criterion import Criterion
from spade_core.structure import Notation, SampleRole, Structure, outputs_in

_MOST_SHOWN: Final = 100
"""Outputs of a prompt that are evidence; where each brings keys of its own, all of them take the square of the time."""
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
    of_json = {id(each): each for each in structure.samples if each.notation is Notation.JSON}
    forms = [tree_of(each.body) for each in of_json.values() if structure.role_of(each) is SampleRole.FORMAT]
    return tuple(
        GoodResponse(each.text)
        for each in outputs_in(structure)
        if id(each.sample) not in of_json or not forms or any(form.is_like(tree_of(each.text)) for form in forms)
    )


def sifted(
    criteria: Sequence[Criterion], shown: Sequence[GoodResponse], labelled: Sequence[GoodResponse] = ()
) -> tuple[tuple[Criterion, ...], tuple[Withheld, ...]]:
    """Return the criteria to propose, and those by code that the evidence speaks against.

    One is withheld that half of the `shown` outputs fail, or more than half of the `labelled` where there are enough.
    """
    kept: list[Criterion] = []
    withheld: dict[Withheld, None] = {}
    reasons: dict[Constraint | None, str] = {None: ""}
    for criterion in criteria:
        if (constraint := criterion.constraint) not in reasons:
            reasons[constraint] = _reason(constraint, shown, labelled)
        reason = reasons[constraint]
        if reason:
            withheld[Withheld(criterion.description, criterion.source_phrase, reason)] = None
        else:
            kept.append(criterion)
    return tuple(kept), tuple(withheld)


def _reason(constraint: Constraint | None, shown: Sequence[GoodResponse], labelled: Sequence[GoodResponse]) -> str:
    expression = constraint.source() if constraint is not None else ""
    if not expression:
        return ""
    first = shown[:_MOST_SHOWN]
    failed = _failing(expression, first, at_least=(len(first) + 1) // 2) if first else 0
    if failed:
        many = (
            f"{failed} of the first {_MOST_SHOWN} outputs"
            if len(shown) > _MOST_SHOWN
            else f"{failed} of {len(shown)} outputs"
        )
        count = many if len(shown) > 1 else "the output"
        return f"{count} that the prompt itself shows would fail it"
    failed = _failing(expression, labelled, at_least=len(labelled) // 2 + 1) if len(labelled) >= FEWEST_GOOD else 0
    if failed:
        return f"{failed} of {len(labelled)} responses labelled good would fail it"
    return ""


def _failing(expression: str, responses: Sequence[GoodResponse], *, at_least: int) -> int:
    """Return how many responses fail an expression; 0 as soon as fewer than `at_least` can."""
    failed, left = 0, len(responses)
    for each in responses:
        failed += fails(expression, each.response, fields=each.fields, prompt=each.prompt)
        left -= 1
        if failed + left < at_least:
            return 0
    return failed
