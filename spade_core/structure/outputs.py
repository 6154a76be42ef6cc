"""The outputs that a prompt shows whole: example outputs, answers in its demonstrations, messages of the assistant."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from spade_core.deltas import PLACEHOLDER
from spade_core.prompt_files import Role
from spade_core.structure.demonstrations import ASKS, demonstrations_in
from spade_core.structure.samples import Notation, Sample, SampleRole
from spade_core.structure.structure import Placed, Structure


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """One output that a prompt shows, with nothing to fill in."""

    text: str
    part: int
    start: int
    """Where in that part it begins."""
    sample: Sample | None = None
    """The sample that it is."""


_SLOT: Final = re.compile(r"<[A-Za-z][\w .'-]{0,60}>(?!.*</)|\.\.\.|…|\[[A-Z][\w ]{2,40}\]|_{3,}|\$\w+", re.DOTALL)
_ANSWER: Final = re.compile(
    r"^(?:[#*>-]|[^\S\n])*(?:example |sample |expected |should )?"
    r"(?:output|answer|response|assistant|ai|bot|result|reply|a)"
    r"(?: \d{1,2})?[*_]*[:：][*_]*[^\S\n]*",
    re.IGNORECASE | re.MULTILINE,
)
_OPENED: Final = re.compile(r"(?:^|\n)[^\S\n]*(?P<label>[A-Za-z][\w ]{0,30}:)\s*\Z")
"""The label that a text ends with, behind which the response stands: "Statements:"."""
_LABEL: Final = re.compile(
    r"^(?:[#*>-]|[^\S\n])*[A-Za-z][\w ]{0,30}[*_]*[:：]|"
    r"^[^\S\n]*(?:#{1,6} |-{3,}|={3,}|end\b|</\w+>|(?:example|sample)s?(?: \d{1,2})?[^\S\n]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_QUESTION: Final = re.compile(
    r"^(?:[#*>-]|[^\S\n])*(?:example |sample |user |customer )?"
    rf"(?:{'|'.join(sorted(ASKS))})(?: \d{{1,2}})?[*_]*[:：]",
    re.IGNORECASE | re.MULTILINE,
)


_FENCED: Final = re.compile(r"\s*(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<body>.*?)\n[^\S\n]*(?P=fence)", re.DOTALL)


def outputs_in(structure: Structure) -> tuple[ShownOutput, ...]:
    """Return the outputs that a prompt shows, each text once; none that has something to fill in or is cut off."""
    found: dict[str, ShownOutput] = {}
    for each in _shown(structure):
        text = _unescaped(each.text.strip())
        if text and not _has_slots(text):
            found.setdefault(text, ShownOutput(text, each.part, each.start, each.sample))
    return tuple(found.values())


def _shown(structure: Structure) -> Iterator[ShownOutput]:
    for sample in structure.samples:
        is_output = structure.role_of(sample) is SampleRole.OUTPUT and sample.notation is not Notation.CODE
        is_output |= _is_below_question(structure.template.parts[sample.part].text, sample)
        if is_output and (sample.notation is not Notation.JSON or is_json(sample.body)):
            yield ShownOutput(sample.body, sample.part, sample.span.start + sample.begin, sample)
    for number, part in enumerate(structure.template.parts):
        if part.role is Role.ASSISTANT:
            yield ShownOutput(part.text, number, 0)
        elif part.role is None or part.role is Role.USER or part.role is Role.SYSTEM:
            yield from (ShownOutput(text, number, start) for start, text in _answers(part.text))


def _is_below_question(text: str, sample: Sample) -> bool:
    """Whether JSON stands right below what is asked in a demonstration: "Message: hello there"."""
    above = text[: sample.span.start].rstrip().rpartition("\n")[2]
    asked = _QUESTION.match(above) if sample.notation is Notation.JSON else None
    return asked is not None and bool(above[asked.end() :].strip())


def is_json(text: str) -> bool:
    """Whether a text is JSON and nothing else."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _has_slots(text: str) -> bool:
    return _SLOT.search(text if is_json(text) else PLACEHOLDER.sub("<slot>", text)) is not None


def _answers(text: str) -> Iterator[tuple[int, str]]:
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
            yield _answer_at(text, demonstration.body.start + label.end(), demonstration.body.end)


def _answer_at(text: str, at: int, end: int) -> tuple[int, str]:
    """Return the answer behind a label, with its place: a fenced block, JSON, or what goes on to the next label."""
    fenced = _FENCED.match(text, at)
    if fenced is not None:
        return fenced.start("body"), fenced["body"]
    start = at + len(text[at:]) - len(text[at:].lstrip())
    if text[start : start + 1] in ("{", "["):
        try:
            return start, text[start : json.JSONDecoder().raw_decode(text, start)[1]]
        except (ValueError, RecursionError):
            pass
    label = _LABEL.search(text, at, end)
    return at, text[at : label.start() if label is not None else end].strip().strip('"')


def _unescaped(text: str) -> str:
    """Return JSON whose braces are doubled for a template as a response has it."""
    single = text.replace("{{", "{").replace("}}", "}")
    return single if is_json(single) and not is_json(text) else text


@lru_cache(maxsize=4)  # the first pass asks for them, and then the second
def objects_shown(structure: Structure) -> tuple[ShownOutput, ...]:
    """Return the outputs that a prompt shows where each is an object of JSON, or each a list of such; else nothing."""
    found = outputs_in(structure)
    is_alike = all(_is_of_objects(each.text) and each.text[0] == found[0].text[0] for each in found)
    return found if len(found) >= _FEWEST and is_alike else ()


_FEWEST: Final = 2
"""Outputs from which what they have in common is taken for what every response has."""


def _is_of_objects(text: str) -> bool:
    if not is_json(text):
        return False
    value = json.loads(text)
    objects = value if isinstance(value, list) else [value]
    return all(isinstance(each, dict) and each for each in objects)


def sentence_of(structure: Structure, output: ShownOutput) -> Placed | None:
    """Return the sentence in which an output begins."""
    return next(
        (
            each
            for each in structure.placed
            if each.sentence.part == output.part and each.sentence.span.start <= output.start < each.sentence.span.end
        ),
        None,
    )
