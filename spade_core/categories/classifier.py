"""The categories of a delta: its sentences' cues, added up."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from spade_core.categories.classification import Classification, Cue
from spade_core.categories.cues import SentenceCues, read_change
from spade_core.categories.english import Reading
from spade_core.categories.family import ENOUGH
from spade_core.categories.samples import Sample, samples_in
from spade_core.categories.taxonomy import Category
from spade_core.categories.tokens import placeholders_in
from spade_core.deltas.delta import Change, PromptDelta, Sign
from spade_core.deltas.sentence import Sentence
from spade_core.prompt_files.template import PromptTemplate, Role
from spade_core.text import Span

_MARKS_ONLY = 0.5
"""Evidence for a clarification when not a word changed."""
_NEW_SHARE = 0.5
"""A sample is a new demonstration when at least this share of it is new."""
_REWRITTEN_SHARE = 0.5
"""A template is rewritten when at least this share of the version before went without a successor."""


class _Read(NamedTuple):
    """One change as the classifier sees it."""

    change: Change
    origin: Sentence | None
    """The sentence it was before: its counterpart, or the same words elsewhere."""
    sample: Sample | None
    found: SentenceCues


def evidence_for(delta: PromptDelta) -> dict[Category, float]:
    """Return how much the cues say for each category; from `ENOUGH` on, the delta has it."""
    return _evidence_of(_gathered(delta)[0])


def classify(delta: PromptDelta) -> Classification:
    """Return the categories of a delta with the cues behind them (taxonomy of Shankar et al. 2024, figure 2).

    What was added decides; a delta that only removes is read by what it removed. A template whose sentences only
    moved or were wrapped anew is clarified, without a cue to show for it.
    """
    if not delta.changes:
        moved = delta.before.template != delta.after.template
        return Classification(delta, (Category.PROMPT_CLARIFICATION,) if moved else (), ())
    cues, reads = _gathered(delta)
    evidence = _evidence_of(cues)
    if not evidence:
        cues += _remaining(reads)
        evidence = _evidence_of(cues)
    # a delta has at least one category: where no evidence is enough, the best of it decides
    least = min(ENOUGH, max(evidence.values(), default=ENOUGH))
    categories = frozenset(category for category, weight in evidence.items() if weight >= least)
    return Classification(
        delta,
        tuple(category for category in Category if category in categories),
        tuple(cue for cue in cues if cue.category in categories),
        tuple(read.change for read in reads if read.found.reading is Reading.FOREIGN and read.sample is None),
    )


def _gathered(delta: PromptDelta) -> tuple[list[Cue], list[_Read]]:
    """Return all cues of a delta, and the sentences they were read from."""
    sign = Sign.ADDED if delta.added else Sign.REMOVED
    template = (delta.after if sign is Sign.ADDED else delta.before).template
    samples = tuple(samples_in(part.text) for part in template.parts)
    reads = _read_all(delta, sign, template, samples)
    cues = [
        *(cue for read in reads for cue in read.found.cues),
        *_demonstrations(reads, template, samples),
        *_clarifications(delta, reads),
        *_first_task(delta, reads),
    ]
    return cues, reads


def _read_all(
    delta: PromptDelta, sign: Sign, template: PromptTemplate, samples: tuple[tuple[Sample, ...], ...]
) -> list[_Read]:
    other = {_essence(change.sentence.text): change.sentence for change in delta.changes if change.sign is not sign}
    before = delta.before.template.text if sign is Sign.ADDED else ""
    known = placeholders_in(before)
    reads = []
    for change in delta.changes:
        if change.sign is sign:
            origin = change.counterpart
            if origin is None and other:
                origin = other.get(_essence(change.sentence.text))
            sample = _sample_at(change.sentence, template, samples)
            shown = sample is not None and sample.shows(change.sentence.span)
            found = read_change(change, origin, known_placeholders=known, in_sample=shown)
            reads.append(_Read(change, origin, sample, found))
    return reads


def _essence(text: str) -> str:
    """Return what a moved sentence keeps: its letters and digits."""
    return "".join(filter(str.isalnum, text.casefold())) or text


def _sample_at(sentence: Sentence, template: PromptTemplate, samples: tuple[tuple[Sample, ...], ...]) -> Sample | None:
    if sentence.role is Role.ASSISTANT and not placeholders_in(sentence.text):
        part = template.parts[sentence.part]
        whole = Span(0, len(part.text))
        return Sample(whole, whole, "a reply in the assistant's words")
    of_part = samples[sentence.part]
    before = bisect_right(of_part, sentence.span.start, key=lambda sample: sample.span.start)
    return of_part[before - 1] if before and of_part[before - 1].holds(sentence.span) else None


def _demonstrations(
    reads: list[_Read], template: PromptTemplate, samples: tuple[tuple[Sample, ...], ...]
) -> Iterator[Cue]:
    """One cue for every sample that is new in the main."""
    inside: dict[tuple[int, Sample], list[_Read]] = {}
    for read in reads:
        if read.sample is not None:
            inside.setdefault((read.change.sentence.part, read.sample), []).append(read)
    for (part, sample), members in inside.items():
        new = sum(len(read.change.sentence.text) for read in members if read.origin is None)
        size = sum(map(len, sample.span.of(template.parts[part].text).split()))
        if new >= _NEW_SHARE * size:
            first = next(read.change for read in members if read.origin is None)
            span = Span(0, len(first.sentence.text))
            yield Cue(Category.EXAMPLE_DEMONSTRATION, first, span, sample.reason)


def _clarifications(delta: PromptDelta, reads: list[_Read]) -> Iterator[Cue]:
    """Cues for sentences that were only reworded or moved, and for a template written anew."""
    for read in reads:
        sentence = read.change.sentence
        if read.found.reworded and any(character.isalpha() for character in sentence.text):
            words = read.found.words_changed or read.change.counterpart is None
            reason = "rewords, with no new criterion" if words else "changes only marks, case or spaces"
            weight = ENOUGH if words else _MARKS_ONLY
            yield Cue(Category.PROMPT_CLARIFICATION, read.change, Span(0, len(sentence.text)), reason, weight)
    if _is_rewritten(delta):
        readable = (read for read in reads if read.found.reading is not Reading.FOREIGN)
        first = next((read.change for read in readable if read.origin is None), None)
        if first is not None:
            span = Span(0, len(first.sentence.text))
            yield Cue(Category.PROMPT_CLARIFICATION, first, span, "replaces most of the version before")


def _first_task(delta: PromptDelta, reads: list[_Read]) -> Iterator[Cue]:
    """A first version that takes input says, in some way, what to do with it."""
    if delta.before.template.parts or not placeholders_in(delta.after.template.text):
        return
    first = next((r.change for r in reads if r.sample is None and r.found.reading is not Reading.FOREIGN), None)
    if first is not None:
        span = Span(0, len(first.sentence.text))
        yield Cue(Category.WORKFLOW_DESCRIPTION, first, span, "first version: sets the task on its input")


def _is_rewritten(delta: PromptDelta) -> bool:
    if not delta.added or not delta.removed:
        return False
    gone = [c.sentence.text for c in delta.changes if c.sign is Sign.REMOVED and c.counterpart is None]
    size = len(delta.before.template.text)
    return len(gone) > 1 and sum(map(len, gone)) >= _REWRITTEN_SHARE * size


def _evidence_of(cues: Iterable[Cue]) -> dict[Category, float]:
    """Return the summed weights by category; the same reason counts once in a sentence."""
    strongest: dict[tuple[Category, str, int, Span], float] = {}
    for cue in cues:
        sentence = cue.change.sentence
        key = (cue.category, cue.reason, sentence.part, sentence.span)
        strongest[key] = max(cue.weight, strongest.get(key, 0.0))
    evidence: dict[Category, float] = {}
    for (category, *_), weight in strongest.items():
        evidence[category] = evidence.get(category, 0.0) + weight
    return evidence


def _remaining(reads: list[_Read]) -> Iterator[Cue]:
    """The broadest reading of a delta that no cue decides: new English describes the work, the rest clarifies."""
    for read in reads:
        if read.found.reading is Reading.FOREIGN or read.sample is not None:
            continue
        new = read.origin is None and read.found.reading is Reading.ENGLISH
        category = Category.WORKFLOW_DESCRIPTION if new else Category.PROMPT_CLARIFICATION
        reason = "new text without a narrower cue" if new else "no new criterion"
        if read.origin is None and _is_object(read.change.sentence.text):
            category, reason = Category.RESPONSE_FORMAT, "lays out an object"
        yield Cue(category, read.change, Span(0, len(read.change.sentence.text)), reason, _MARKS_ONLY)


def _is_object(text: str) -> bool:
    """Whether a line lays out data: ``{"label": "..."}``."""
    return text.startswith(("{", "[", '"')) and '":' in text
