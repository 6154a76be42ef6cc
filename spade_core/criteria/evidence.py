"""The prompt's own evidence: what it shows as outputs, and responses that a person labelled good, are good responses.

Law: a check by code that such responses fail is wrong, whatever the words seem to say; it is not proposed, and why is
kept. Doubtful evidence counts as none: an output with slots to fill in, or that is not whole, rejects nothing.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from spade_core.constraints import fails, tree_of
from spade_core.criteria.criterion import Criterion
from spade_core.deltas import PLACEHOLDER
from spade_core.prompt_files import Role
from spade_core.structure import Notation, Sample, SampleRole, Structure, demonstrations_in

FEWEST_GOOD: Final = 4
"""Responses labelled good from which they speak against a check."""
_SLOT: Final = re.compile(r"<[A-Za-z][\w .'-]{0,60}>(?!.*</)|\.\.\.|…|\[[A-Z][\w ]{2,40}\]|_{3,}|\$\w+", re.DOTALL)
_ANSWER: Final = re.compile(
    r"^[^\S\n]*(?:[#*>-]+[^\S\n]*)*(?:example |sample |expected )?"
    r"(?:output|answer|response|assistant|ai|bot|result|reply|a)"
    r"(?: \d{1,2})?[*_]*[:：][*_]*[^\S\n]*",
    re.IGNORECASE | re.MULTILINE,
)
_OPENED: Final = re.compile(r"(?:^|\n)[^\S\n]*(?P<label>[A-Za-z][\w ]{0,30}:)\s*\Z")
"""The label that a text ends with, behind which the response stands: "Statements:"."""
_LABEL: Final = re.compile(
    r"^[^\S\n]*(?:[#*>-]+[^\S\n]*)*[A-Za-z][\w ]{0,30}[*_]*[:：]|^[^\S\n]*(?:#{1,6} |-{3,}|={3,}|end\b)",
    re.IGNORECASE | re.MULTILINE,
)
_QUESTION: Final = re.compile(
    r"^[^\S\n]*(?:[#*>-]+[^\S\n]*)*(?:example |sample |user )?"
    r"(?:input|question|query|user|human|customer|text|q)(?: \d{1,2})?[*_]*[:：]",
    re.IGNORECASE | re.MULTILINE,
)


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
    """Return the whole outputs that a prompt shows: examples, answers in demonstrations, assistant's messages."""
    found: dict[str, None] = {}
    of_json = [each for each in structure.samples if each.notation is Notation.JSON]
    forms = [tree_of(each.body) for each in of_json if structure.role_of(each) is SampleRole.FORMAT]
    for sample in structure.samples:
        if (
            structure.role_of(sample) is SampleRole.OUTPUT
            and sample.notation is not Notation.CODE
            and _is_whole(sample)
            and (sample not in of_json or not forms or any(each.is_like(tree_of(sample.body)) for each in forms))
        ):
            found[sample.body.strip()] = None
    for part in structure.template.parts:
        if part.role is Role.ASSISTANT:
            found[part.text.strip()] = None
        elif part.role is None or part.role is Role.USER or part.role is Role.SYSTEM:
            found.update(dict.fromkeys(_answers(part.text)))
    shown = map(_unescaped, found)
    return tuple(GoodResponse(text) for text in shown if text and not _has_slots(text))


def _is_whole(sample: Sample) -> bool:
    return sample.notation is not Notation.JSON or _is_json(sample.body)


def _has_slots(text: str) -> bool:
    return _SLOT.search(text if _is_json(text) else PLACEHOLDER.sub("<slot>", text)) is not None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _answers(text: str) -> Iterator[str]:
    """Yield what stands behind "Answer:", or the label that the text ends with, in its demonstrations of questions."""
    opened = _OPENED.search(text)
    own = re.compile(rf"^[^\S\n]*{re.escape(opened['label'])}[^\S\n]*", re.MULTILINE) if opened is not None else None
    is_answer = opened is not None and _QUESTION.match(opened["label"]) is None
    answer = own if own is not None and is_answer and len(own.findall(text)) > 1 else _ANSWER
    for demonstration in demonstrations_in(text):
        shown = demonstration.body.of(text)
        if _QUESTION.search(shown) is None:
            continue
        for label in answer.finditer(shown):
            end = _LABEL.search(shown, label.end())
            yield shown[label.end() : end.start() if end is not None else len(shown)].strip().strip('"')


def _unescaped(text: str) -> str:
    """Return JSON whose braces are doubled for a template as a response has it."""
    single = text.replace("{{", "{").replace("}}", "}")
    return single if _is_json(single) and not _is_json(text) else text


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
