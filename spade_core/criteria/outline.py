"""What a whole version says that its sentences rely on: placeholders, sections, example outputs."""

from dataclasses import dataclass
from functools import cached_property

from spade_core.categories.samples import samples_in as demonstrations_in
from spade_core.criteria.keys import json_keys, wants_json
from spade_core.criteria.passage import NamedSection, Passage, Surroundings, folded
from spade_core.criteria.readings import JsonKeys, Reading, Section, SectionOrder
from spade_core.criteria.samples import Sample, headings_of, samples_in, shape_of
from spade_core.criteria.sections import listed_sections, prose_sections
from spade_core.deltas.comments import without_comments
from spade_core.deltas.sentence import Sentence
from spade_core.prompt_files.template import Role
from spade_core.text import Span
from spade_core.versions.version import PromptVersion


@dataclass(frozen=True)
class Outline:
    """One version read as a whole. Every property is computed once."""

    version: PromptVersion
    sentences: tuple[Sentence, ...]

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """The example outputs, and whole assistant messages."""
        found: list[Sample] = []
        for index, part in enumerate(self.version.template.parts):
            if part.role is not Role.ASSISTANT:
                found += samples_in(part.text, index)
        return tuple(found)

    @cached_property
    def listed(self) -> tuple[NamedSection, ...]:
        """The labelled sections, outside of example outputs."""
        texts = [part.text for part in self.version.template.parts]
        return tuple(
            section
            for section in listed_sections(texts)
            if not any(s.part == section.part and s.span.start <= section.span.start < s.span.end for s in self.samples)
        )

    @cached_property
    def surroundings(self) -> Surroundings:
        """Placeholders and sections."""
        names = dict.fromkeys(placeholder.name for placeholder in self.version.template.placeholders)
        bare = Surroundings(placeholders=tuple(names))
        found = dict.fromkeys(section.name for section in self.listed)
        for sentence in self.instructions:
            found.update(dict.fromkeys(name for name, _ in prose_sections(Passage.of(sentence, bare))))
        passages = [Passage.of(sentence, bare) for sentence in self.instructions]
        shown = [r for s in self.samples for r in shape_of(s) if isinstance(r, JsonKeys)]
        is_json = bool(shown) or any(wants_json(passage) for passage in passages)
        keys = dict.fromkeys(key for reading in shown for key in reading.keys)
        if is_json:
            keys.update(dict.fromkeys(key for passage in passages for key in json_keys(passage)))
        return Surroundings(tuple(names), tuple(found), self.listed, is_json, tuple(keys))

    @cached_property
    def instructions(self) -> tuple[Sentence, ...]:
        """The sentences that are neither shown as an example nor spoken by the assistant."""
        return tuple(
            s
            for s in self.sentences
            if s.role is not Role.ASSISTANT and self.sample_of(s) is None and not self.is_demonstration(s)
        )

    def sample_of(self, sentence: Sentence) -> Sample | None:
        """Return the example output that a sentence is part of; a quoted fragment of JSON is not."""
        for sample in self.samples:
            same_part = sample.part == sentence.part
            if same_part and sentence.span.start < sample.span.end and sample.span.start < sentence.span.end:
                inline = sentence.span.start < sample.span.start and sentence.span.end - sentence.span.start > 12
                if not inline or sentence.text.lstrip().startswith(("```", "~~~")):
                    return sample
        return None

    @cached_property
    def _demonstrations(self) -> tuple[tuple[Span, ...], ...]:
        """Per part, the stretches that show a sample of what goes in or comes out rather than say what to do."""
        return tuple(tuple(s.body for s in demonstrations_in(part.text)) for part in self.version.template.parts)

    def is_demonstration(self, sentence: Sentence) -> bool:
        """Whether a sentence is shown rather than said: a question and answer of a few-shot prompt, say."""
        spans = self._demonstrations[sentence.part]
        return any(span.start <= sentence.span.start and sentence.span.end <= span.end for span in spans)

    def inline_sample_of(self, sentence: Sentence) -> Sample | None:
        """Return the example output that begins inside a sentence of instructions."""
        for sample in self.samples:
            if sample.part == sentence.part and sentence.span.start <= sample.span.start < sentence.span.end:
                return sample
        return None

    @cached_property
    def _given_labels(self) -> frozenset[str]:
        """What the instructions put before a colon themselves: ``Passage`` of ``Passage: {context}``."""
        return frozenset(folded(s.text).partition(":")[0].strip(" *#-") for s in self.instructions if ":" in s.text)

    def readings_of_sample(self, sample: Sample) -> list[Reading]:
        """Return what an example output shows, its headings being sections where the instructions speak of them."""
        readings = list(shape_of(sample, given=self._given_labels))
        spoken = " ".join(folded(without_comments(sentence.text)) for sentence in self.instructions)
        names = [name for _, name in headings_of(sample) if name and _is_spoken_of(name, spoken)]
        readings += [Section(name) for name in dict.fromkeys(names)]
        if len(set(names)) > 1:
            readings.append(SectionOrder(tuple(dict.fromkeys(names))))
        return readings

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names of the sections in the order that the prompt gives; empty when it gives none."""
        listed = tuple(dict.fromkeys(section.name for section in self.listed))
        if len(listed) > 1:
            return listed
        sections = self.surroundings.sections
        text = folded(self.version.template.text)
        in_order = any(
            word in text for word in ("then ", "followed by", "finally", "next,", "in this order", "following order")
        )
        return sections if len(sections) > 1 and in_order else ()


def _is_spoken_of(name: str, text: str) -> bool:
    words = [word for word in folded(name).split() if len(word) > 3]
    return 0 < len(words) <= 4 and all(f" {word.rstrip('s')}" in f" {text}" for word in words)
