"""What each sentence of a prompt stands in.

The structure is read first and once: headings, lead-ins, samples, inputs. Only then are clauses read, each by what it
stands in. Whom a sentence speaks of is decided in `spade_core.structure.addressee`.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from itertools import zip_longest
from typing import Final

from spade_core.deltas import Sentence, SentenceKind
from spade_core.language import OTHER, Normal, lexicon, normalised, said, spoken, wording
from spade_core.prompt_files import PromptTemplate, Role
from spade_core.structure.demonstrations import REPEATING, TAGGED, demonstrations_in
from spade_core.structure.placeholders import marks_in
from spade_core.structure.samples import Notation, Sample, SampleRole, samples_in
from spade_core.text import Span


class Area(StrEnum):
    """What a heading says that stands under it."""

    OUTPUT = "output"
    INPUT = "input"
    ROLE = "role"
    PROCESS = "process"
    EXAMPLE = "example"
    OTHER = "other"


class Addressee(StrEnum):
    """What a sentence is about."""

    RESPONSE = "response"
    DEFINITION = "definition"
    """What a choice or label means: "P0 (High): blocked from core action"; a judge may need it, code cannot."""
    INPUT = "input"
    WORK = "work"
    """Thinking, reading, tools: what is done before the response."""
    ROLE = "role"
    NOTHING = "nothing"
    """A heading, a label, a sample, a placeholder."""


@dataclass(frozen=True)
class Placed:
    """A sentence with what it stands in."""

    sentence: Sentence
    normal: Normal
    heads: tuple[Normal, ...]
    """Headings, lead-ins and items that it stands under, outermost first."""
    area: Area
    shown: bool
    """Whether it is shown as a sample rather than said."""
    sample: Sample | None = None
    """The sample that it is part of."""
    leads: Sample | None = None
    """The sample that it leads in."""
    opener: str = ""
    """The sentence that opens its list item, where another one does."""
    before: str = ""
    """What is said right before it in the same item or paragraph."""
    lists: bool = False
    """Whether it leads in a list that says what it leaves open."""
    opens: bool = False
    """Whether the item that it begins goes on behind it."""
    fills: bool = False
    """Whether it leads in what the prompt fills in."""

    @property
    def lead(self) -> Normal | None:
        """The heading or lead-in right above it."""
        return self.heads[-1] if self.heads else None


_ASKS: Final = re.compile(
    r"^(?:[\w ]{2,40} : )?(?:please |always |do not |never |must )*(?:write|describe|identify|"
    r"highlight|classify|list|provide|explain|summarize|give|use|include|avoid|keep|output|"
    r"return|generate|create|state|capture|characterize|choose|select|extract|ensure|make "
    r"sure|mention|add|focus|start|end|begin)\b|\b(?:must|should) \w"
)


def _asks(text: str) -> bool:
    """Whether a sentence in normal form tells what to do, behind a label or at its beginning."""
    return _ASKS.search(text) is not None or _told().match(text) is not None


@cache
def _told() -> re.Pattern[str]:
    cues = f"{lexicon().verb('produce')}|{lexicon().alternation('negations', 'phrases')}"
    return re.compile(rf"(?:[\w ]{{2,40}} : )?(?:{cues})\b(?! ?:)")


_TURN: Final = re.compile(r"(?:system|user|assistant) ?:")
"""A line that begins the message of one side of a chat."""
_END: Final = re.compile(r"^\W*end (?:of )?(?:the )?(?P<name>[a-z ]{4,40})")
SAID_BEFORE: Final = 4
"""Sentences before the one that leads in a sample from which it is told what the sample shows."""
LONGEST_STRETCH: Final = 80
"""Sentences of a stretch between two lines that name it."""


def leads_rules(line: str) -> bool:
    """Whether a line in another language than English leads in rules: "通用要求：", "Yêu cầu định dạng:"."""
    language = spoken(line)
    is_other = language not in ("en", OTHER) and (is_lead(line) or line.startswith("#"))
    return is_other and wording(language).names_rules(said(line, language).text)


def is_case(text: str, code: str) -> bool:
    """Whether a sentence begins with the case in which it holds, or a label names one: "if ...", "when passed"."""
    if code in ("en", OTHER):
        return False
    words = wording(code)
    body = words.polite().sub("", said(text, code).text.strip())
    is_time = not words.spaced and re.search(rf"{words.any('conditions', 'times')}$", body) is not None
    return is_time or any(words.find("conditions", key).match(body) is not None for key in ("starts", "titles"))


@lru_cache(maxsize=4096)
def area_of(heading: str) -> Area:
    """Return what stands under a heading, by its words."""
    language = spoken(heading)
    if language not in ("en", OTHER):
        return _area_by_words(heading, language)
    words = normalised(heading).text
    if len(words.split()) > 14 or _TURN.fullmatch(words):
        return Area.OTHER
    lex = lexicon()
    for area in (Area.EXAMPLE, Area.OUTPUT, Area.INPUT, Area.PROCESS, Area.ROLE):
        if area is Area.INPUT and _DEMANDS.search(words):
            continue
        if re.search(rf"(?<![\w]){lex.alternation('headings', area.value)}(?!\w)", words):
            return area
    return Area.OTHER


_DEMANDS: Final = re.compile(
    r"\b(?:each|every) (?:[a-z]+ ){1,3}(?:gets?|needs?|has|contains?|includes?)\b|\b(?:must|should)\b|"
    r"\b(?:in|into|with|using|under|as) (?:(?:the|these|this|following|exactly|same|\d+|⟪\d+⟫) )+(?:[a-z]+ )?"
    r"(?:parts|sections|headings|format|structure|template)\b"
)
"""What says of a thing what it is to have, so that it is no input: "Each article gets:", "Sum it up in 3 parts:"."""
_LONGEST_HEADING: Final = 60


def _area_by_words(heading: str, language: str) -> Area:
    """Return what stands under a heading of another language: what the head of the compound says, or a demand."""
    words = wording(language)
    line = re.split(" [—–-] ", re.sub(r"[（(][^()（）]*[)）]", "", said(heading, language).text))[0].strip(" :")
    if len(line) > _LONGEST_HEADING:
        return Area.OTHER
    demands = words.find("addressee", "strong").search(line) is not None
    for name, area in (("example", Area.EXAMPLE), ("given", Area.INPUT)):
        if words.find("headings", name).search(line):
            return area
    if is_lead(heading) and words.find("addressee", "role").match(line) and not demands:
        return Area.ROLE
    bare = words.polite().sub("", line)
    asks = (
        is_lead(heading)
        and words.find("verbs", "think").match(bare) is None
        and (bare != line or demands or words.opens(bare))
    )
    below = words.find("headings", "below").search(line)
    named = line[below.end() :] if asks and below is not None else line
    found = [
        (each.end() if words.head_is_last else -each.start(), len(each.group()), area)
        for area in (Area.OUTPUT, Area.INPUT, Area.PROCESS, Area.ROLE)
        for each in words.find("headings", area.value).finditer(named)
    ]
    holds = below is not None and re.search(rf"{words.any('verbs', 'include')} ?$", line[: below.start()]) is not None
    if asks and (below is None or holds or not found):
        return Area.OUTPUT
    area = max(found)[2] if found else Area.OTHER
    is_numbered = re.search(r"\d ?:", line) is not None  # "skill 1: what it is good for"
    return Area.OTHER if area is Area.ROLE and is_numbered else area


class Structure:
    """One template, read as a whole."""

    def __init__(
        self, template: PromptTemplate, sentences: Sequence[Sentence], texts: Sequence[str] | None = None
    ) -> None:
        self.template = template
        self.sentences = tuple(sentences)
        self.texts = texts if texts is not None else tuple(part.text for part in template.parts)
        """Of the parts, where `template` leaves out those in which nothing is shown."""
        self._roles: dict[int, tuple[Sample, SampleRole]] = {}

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """Everything that is shown in a notation of its own."""
        return tuple(
            sample
            for index, part in enumerate(self.template.parts)
            if part.role is not Role.ASSISTANT
            for sample in samples_in(part.text, index)
            for sample in self._shown_in(sample)
        )

    def _shown_in(self, sample: Sample) -> Iterator[Sample]:
        """Yield a sample, or those inside it where its tags only divide the prompt: <rules> ... </rules>."""
        if (
            sample.notation is not Notation.XML
            or sample.fenced
            or _EXAMPLES.match(sample.body)
            or not self._divides(sample)
        ):
            yield sample
            return
        begin = sample.body.index(">") + 1
        for inner in samples_in(sample.body[begin : sample.body.rindex("</")], sample.part):
            yield from self._shown_in(replace(inner, span=inner.span.shifted(sample.span.start + begin)))

    def _divides(self, sample: Sample) -> bool:
        """Whether what stands between tags says what to do."""
        inside = [
            each
            for each in self._of_part[sample.part]
            if sample.span.holds(each.span) and each.kind is not SentenceKind.DELIMITER
        ]
        asked = sum(_asks(normalised(each.text).text) for each in inside)
        return 6 * asked > len(inside)

    @cached_property
    def _demonstrated(self) -> tuple[tuple[Span, ...], ...]:
        return tuple(
            tuple(
                sample.body
                for sample in demonstrations_in(part.text)
                if sample.reason in (TAGGED, REPEATING) or not self._instructs(sample.body, index)
            )
            for index, part in enumerate(self.template.parts)
        )

    @cached_property
    def _of_part(self) -> Mapping[int, list[Sentence]]:
        found: dict[int, list[Sentence]] = defaultdict(list)
        for each in self.sentences:
            found[each.part].append(each)
        return found

    def _instructs(self, span: Span, part: int) -> bool:
        """Whether what looks like a demonstration, because of its labels, says what to do instead."""
        sentences = self._of_part[part]
        first = bisect_left(sentences, span.start, key=lambda each: each.span.start)
        last = bisect_left(sentences, span.end, key=lambda each: each.span.start)
        inside = [each for each in sentences[first:last] if each.span.end <= span.end]
        if any(area_of(line) is Area.EXAMPLE for each in inside[:1] for line in each.context):
            return False
        asked = sum(_asks(normalised(each.text).text) for each in inside)
        return 5 * asked > len(inside)

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """The sentences in reading order, each with what it stands in."""
        samples = self._assigned()
        found: list[Placed] = []
        for sentence in self.sentences:
            sample = samples.get(id(sentence))
            shown = sample is not None or self._is_demonstrated(sentence) or id(sentence) in self._bracketed
            found.append(place(sentence, shown=shown, sample=sample))
        return self._with_leads(_with_lists(in_items(found, self.texts)))

    def _assigned(self) -> dict[int, Sample]:
        """Return the sample that each sentence is part of."""
        found: dict[int, Sample] = {}
        for sentence in self.sentences:
            for sample in self._touching(sentence):
                if _says_before(sentence, sample):
                    continue
                if sample.span.overlaps(sentence.span):
                    inside = min(sample.span.end, sentence.span.end) - max(sample.span.start, sentence.span.start)
                    before = sentence.text[: max(sample.span.start - sentence.span.start, 0)]
                    if 2 * inside > sentence.span.end - sentence.span.start and not is_lead(before.rstrip()):
                        found[id(sentence)] = sample
                        break
        return found

    @cached_property
    def _samples_of(self) -> Mapping[int, list[Sample]]:
        """The samples of each part, in reading order; none overlaps another."""
        found: dict[int, list[Sample]] = defaultdict(list)
        for sample in sorted(self.samples, key=lambda each: each.span):
            found[sample.part].append(sample)
        return found

    def _touching(self, sentence: Sentence) -> Iterator[Sample]:
        """Yield the samples that a sentence may share characters with."""
        samples = self._samples_of.get(sentence.part, [])
        first = max(bisect_right(samples, sentence.span.start, key=lambda each: each.span.start) - 1, 0)
        for at in range(first, len(samples)):
            if samples[at].span.start >= sentence.span.end:
                return
            yield samples[at]

    @cached_property
    def _bracketed(self) -> frozenset[int]:
        """The sentences between "EXAMPLE OUTPUT" and "END EXAMPLE OUTPUT", whatever they are called."""
        found: set[int] = set()
        for at, sentence in enumerate(self.sentences):
            closing = _END.match(normalised(sentence.text).text)
            if closing is None or len(sentence.text) > 60:
                continue
            name = closing["name"].strip()
            for before in range(at - 1, max(at - LONGEST_STRETCH, -1), -1):
                opening = normalised(self.sentences[before].text).text
                if (
                    opening.startswith((name, f"start of {name}", f"begin {name}", f"start {name}"))
                    and len(opening) < 80
                ):
                    is_shape = re.match(r"output (?:format|structure|template)", opening) is not None
                    if not is_shape and re.search(
                        r"\b(?:example|sample|input|options?|text|transcript|document|context|data|format|output)\b",
                        name,
                    ):
                        found |= {id(each) for each in self.sentences[before : at + 1]}
                    break
        return frozenset(found)

    def _is_demonstrated(self, sentence: Sentence) -> bool:
        spans = self._demonstrated[sentence.part]
        at = bisect_right(spans, sentence.span.start, key=lambda span: span.start) - 1
        return at >= 0 and sentence.span.end <= spans[at].end

    def _with_leads(self, found: list[Placed]) -> tuple[Placed, ...]:
        """Tie each sample to the last sentence that is said before it."""
        said: Placed | None = None
        at = -1
        led: set[int] = set()
        for index, each in enumerate(found):
            begins = next((s for s in self._touching(each.sentence) if s.span.start > each.sentence.span.start), None)
            if each.sample is None and begins is not None and id(begins) not in led:
                found[index] = _leading(_without(each, begins), begins)
                led.add(id(begins))
            if each.sample is not None and id(each.sample) not in led and said is not None and found[at].leads is None:
                found[at] = _leading(found[at], each.sample)
                led.add(id(each.sample))
            if each.sample is None and not each.shown and each.sentence.kind is not SentenceKind.DELIMITER:
                said, at = each, index
        return tuple(found)

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {id(each): index for index, each in enumerate(self.placed)}

    @cached_property
    def _leads(self) -> Mapping[int, Placed]:
        return {id(each.leads): each for each in reversed(self.placed) if each.leads is not None}

    @cached_property
    def _inside(self) -> Mapping[int, list[Placed]]:
        found: dict[int, list[Placed]] = defaultdict(list)
        for each in self.placed:
            if each.sample is not None:
                found[id(each.sample)].append(each)
        return found

    def inside(self, sample: Sample) -> Sequence[Placed]:
        """Return the sentences that a sample is made of."""
        return self._inside.get(id(sample), ())

    def lead_of(self, sample: Sample) -> Placed | None:
        """Return the sentence that leads in a sample."""
        return self._leads.get(id(sample))

    def said_before(self, lead: Placed) -> list[str]:
        """Return what is said right before a lead-in, the nearest first."""
        at = self._places[id(lead)]
        said = [
            each
            for each in self.placed[max(at - SAID_BEFORE, 0) : at]
            if not each.shown and each.sentence.part == lead.sentence.part
        ]
        return [each.normal.text for each in reversed(said)]

    def is_tagged(self, sample: Sample) -> bool:
        """Whether a sample stands between the tags of an example."""
        return any(span.holds(sample.span) for span in self._tagged[sample.part])

    @cached_property
    def _tagged(self) -> tuple[tuple[Span, ...], ...]:
        return tuple(
            tuple(sample.body for sample in demonstrations_in(part.text) if sample.reason in (TAGGED, REPEATING))
            for part in self.template.parts
        )

    def _is_part(self, sample: Sample) -> bool:
        """Whether JSON is a part of the response: behind a label of its own, or a type that another one uses."""
        if sample.notation is not Notation.JSON or sample.fenced:
            return False
        text = self.template.parts[sample.part].text
        if _LABELLED_VALUE.search(text, max(sample.span.start - 40, 0), sample.span.start):
            return True
        begun = [*_NAMED_TYPE.finditer(text, max(sample.span.start - 80, 0), sample.span.start + 80)]
        named = next((each for each in reversed(begun) if each.start() <= sample.span.start), None)
        uses = rf": ?(?:array<|list<)?{re.escape(named['name'])}\b" if named is not None else ""
        return bool(uses) and any(each is not sample and re.search(uses, each.body) for each in self.samples)

    def _shows_another(self, sample: Sample, lead: Placed | None) -> bool:
        """Whether a sample is surely none of the response: the input, what a tool gives back, how not to answer."""
        after = self.template.parts[sample.part].text[sample.span.end :][:40]
        is_ruled_out = lead is not None and _NO_RESPONSE.match(lead.normal.text) is not None
        is_shown_in = sample.notation is Notation.XML and _EXAMPLES.match(sample.body) is not None
        said = lead.normal.text if lead is not None else ""
        heads = [head.text for each in self.inside(sample)[:1] for head in each.heads[-1:]]
        is_of_input = _OF_INPUT.match(said) is not None or any(map(_INPUT_LABEL.fullmatch, (said, *heads)))
        is_beside = is_shown_in or self._is_part(sample)
        before = self.template.parts[sample.part].text[max(sample.span.start - 40, 0) : sample.span.start]
        is_of_another = (_BECOMES.match(after) or _OF_ANOTHER.search(before)) is not None
        body = sample.body.strip()
        is_one_field = any(mark.span == Span(0, len(body)) for mark in marks_in(body))
        return is_of_input or is_ruled_out or is_beside or is_of_another or is_one_field

    def _asks_for_such(self, lead: Placed) -> bool:
        """Whether a line leads in an example of what the prompt asks to write: "Example metadata:"."""
        named = _EXAMPLE_OF.fullmatch(lead.normal.text)
        if named is None:
            return False
        asked = re.compile(rf"{lexicon().verb('produce')} (?:[a-z]+ ){{0,3}}{re.escape(named['noun'])}\b")
        before = self.placed[: self._places[id(lead)]]
        return any(asked.match(each.normal.text) for each in before if not each.shown)

    def role_of(self, sample: Sample) -> SampleRole:
        """Return what a sample shows, by what is said over it; each of its sentences asks that."""
        if id(sample) not in self._roles:
            self._roles[id(sample)] = (sample, self._role_of(sample))
        return self._roles[id(sample)][1]

    def _role_of(self, sample: Sample) -> SampleRole:
        if self.is_tagged(sample):
            before = self.template.parts[sample.part].text[: sample.span.start].rstrip().rpartition("\n")[2]
            return SampleRole.OUTPUT if _ANSWERED.search(before) else SampleRole.INPUT
        lead = self._leads.get(id(sample))
        if self._shows_another(sample, lead):
            return SampleRole.INPUT
        inside = next(iter(self.inside(sample)), None)
        above = [] if lead is None else [head.text for head in reversed(lead.heads)]
        above += [] if inside is None else [head.text for head in reversed(inside.heads)]
        said = self.said_before(lead) if lead is not None else []
        if lead is not None:
            is_bare = is_bare_example(lead.normal.text)
            above = [lead.normal.text, *said[:1], *above] if is_bare else [lead.normal.text, *above, *said]
        if (
            sample.notation is Notation.JSON
            and lead is not None
            and re.match(
                r"(?:extract|return|output(?! ?:)|provide|generate|produce|respond|reply|answer|give|create|write|"
                r"fill)\b",
                lead.normal.text,
            )
        ):
            return SampleRole.FORMAT
        is_led = lead is not None and is_lead(lead.sentence.text)
        if (
            sample.notation is Notation.JSON
            and lead is not None
            and (_FITS.search(lead.normal.text) is not None or self._asks_for_such(lead))
        ):
            return SampleRole.FORMAT
        is_form = is_led and lead is not None and _IN_FORMAT.search(lead.normal.text) is not None
        if _is_given(sample) and not is_form and (sample.notation is Notation.JSON or not is_led):
            return SampleRole.INPUT
        if sample.notation is Notation.JSON and _is_form(sample.body):
            return SampleRole.FORMAT
        if sample.notation is Notation.CODE and not any(map(_OF_ANSWER.search, above[:2])) and not _has_blank(sample):
            return SampleRole.INPUT
        for text in above:
            role = _role_in(text)
            if role is SampleRole.FORMAT and lead is not None and is_bare_example(lead.normal.text):
                return SampleRole.OUTPUT
            if role is not None:
                return role
        first = sample.body.lstrip().partition("\n")[0]
        return SampleRole.FORMAT if _BLANK_TITLE.fullmatch(first) is not None else SampleRole.INPUT


_OF_ANSWER: Final = re.compile(
    r"\b(?:format|formatted|structure|structured|template|output|outputs|respond|response|answer|reply|return|wrap|"
    r"as follows|like (?:this|so))\b"
)
"""What says of code below it that the response is such; "run the following command:" does not."""
_LINE_TO_FILL_IN: Final = re.compile(
    r"(?mi)^\W*(?:<[a-z][^<>\n]*>|\[[a-z][^\[\]\n]*\]|\.\.\.|…|"
    r"(?:your|the|full|complete) (?:[a-z]+ )?code\b[^\n]*)\W*$|"
    r"^[^\S\n]*(?-i:[A-Z]{3,}(?:[ _][A-Z]+)*)\s*$"
)
"""A line of code that is a blank: "<your code>", "...", "the full code", "CODE"."""


def _has_blank(sample: Sample) -> bool:
    """Whether a line of code is to be filled in: "your code here", "CODE"."""
    return _LINE_TO_FILL_IN.search(sample.body) is not None


_IN_FORMAT: Final = re.compile(
    r"\b(?:respond|reply|answer|return|output|response|write|produce|provide|generate)\b"
    r"(?!.*\b(?:input|given|data|context|help of|based on|according)\b)"
    r"[^.;]*\b(?:in|with|using|following|follow|use) (?:[a-z]+ ){0,3}(?:format|structure|template|schema)\b[^.;]* :$"
)
"""A line that leads in the format of the response: what stands in it as placeholders are blanks."""
_EXAMPLE_OF: Final = re.compile(
    r"(?:an? )?(?:example|sample) (?!input|data|dataset|question|document|message|conversation)"
    r"(?P<noun>[a-z]+(?: [a-z]+)?) ?:"
)
"""What leads in an example of something that is written: "Example metadata:"."""
_LABELLED_VALUE: Final = re.compile(
    r"(?:^|\n)[^\S\n]*(?!OUTPUT|JSON|RESPONSE|FORMAT|RESULT|ANSWER|EXAMPLE|SCHEMA|RETURN)[A-Z][A-Z _]{2,30}:[^\S\n]*$"
)
"""A label in capitals, behind which JSON stands in the same line: "SCORES: {...}"."""
_NAMED_TYPE: Final = re.compile(r"(?:type|interface) (?P<name>\w{1,60}) ?=?\s{0,8}\{")
"""How a type of TypeScript begins."""


_BLANK_TITLE: Final = re.compile(r"#+\s*(?:\*\*)?(?:\[[^\[\]]+\]|<[^<>]+>|\{[^{}]+\}+)(?:\*\*)?\s*")
"""A heading that is a blank to fill in: a layout begins there, whatever stands before it."""


_EXAMPLES: Final = re.compile(r"(?i)\s*<(?:few_?shot_?)?(?:examples?|samples?|demonstrations?)\b")
_OF_INPUT: Final = re.compile(
    r"(?:the |your |each |this )?(?:(?:user|raw|given) )?(?:input|data|question|query|payload|context|document)s?"
    r"(?: and [a-z]+)? (?:is|are|will be|will|comes?|contains?|looks?|has|have)\b(?!.*\b(?:return|output|"
    r"respond|answer)\b)"
)
"""What says of what the model is given how it looks: "The input is JSON like"."""
_OF_ANOTHER: Final = re.compile(r"(?i)\b(?:for (?:the|this) schema|the (?:object|instance))\s{0,3}$")
"""What stands before JSON that tells what a schema is: "for the schema {...} the object {...} is well-formed"."""
_BECOMES: Final = re.compile(r"\s*(?:[-=]{1,6}>|→|⇒)")
"""An arrow from an input to what is answered."""
_ANSWERED: Final = re.compile(r"(?i)\b(?:output|result|answer|response)\W*$")
_BARE_EXAMPLE: Final = re.compile(
    r"(?:for |here (?:is|are) |below (?:is|are) |see |these are )?(?:an? |the |some |few |a few |following |more )*"
    r"examples?(?: below)? ?:?$"
)
_GIVEN: Final = re.compile(
    r"\b(?:accepts?|receives?|expects?|parses?|understands?|reads?)\b|"
    r"(?<!should be )(?<!must be )\b(?:is|are|will be) (?:provided|given|supplied|passed)\b"
)
"""What says of something that the model is given it."""


_NO_RESPONSE: Final = re.compile(
    r"\W*(?:(?:example|output|response|answer) )?"
    r"(?:wrong|bad|incorrect|invalid|poor|not like this|anti ?-? ?patterns?)\b[^.]*:$|"
    r"\W*(?:do not|never|avoid)\b[^.]* (?:like|as|such as|following)(?: [a-z]+){0,2} ?:$"
)
"""A line that leads in how a response must not look: "WRONG (has a title):", "Do not answer like this:"."""


def is_bare_example(text: str) -> bool:
    """Whether a line in normal form only announces examples: "Here are some examples:"."""
    return _BARE_EXAMPLE.match(text) is not None


def place(sentence: Sentence, *, shown: bool = False, sample: Sample | None = None) -> Placed:
    """Return a sentence with what it stands in; whether it is shown, and in what sample, is for the caller to say."""
    heads = tuple(normalised(line) for line in sentence.context)
    language = spoken(sentence.text)
    is_english = language in ("en", OTHER)
    areas = [area_of(line) for line in reversed(sentence.context)]
    if not is_english:  # headings in English stand in prompts of every language
        named = zip(areas, reversed(sentence.context), strict=True)
        areas = [_area_by_words(line, language) if area is Area.OTHER else area for area, line in named]
    near = (a for at, a in enumerate(areas) if a is not Area.OTHER and (is_english or at == 0 or a is not Area.ROLE))
    area = next(near, Area.OTHER)
    turn = next((words for line in reversed(sentence.context) if _TURN.fullmatch(words := normalised(line).text)), "")
    shown = shown or sentence.role is Role.ASSISTANT or turn.startswith("assistant")
    return Placed(sentence, normalised(sentence.text), heads, area, shown, sample)


_APART: Final = re.compile(r"\n[^\S\n]*\n")
"""A blank line between two sentences."""
_MARKED: Final = re.compile(r"\s*(?:[-*+•·‣▪◦]|\(?\w{1,3}[.)、])\s")


def in_items(placed: Sequence[Placed], texts: Sequence[str] | None = None) -> list[Placed]:
    """Return sentences in reading order, each with what it goes on: the item that it is in, what is said before it.

    `texts` are those of the parts; without them there is no blank line between the sentences.
    """
    found: list[Placed] = []
    for each in placed:
        before = found[-1] if found else each
        is_item = each.sentence.kind is before.sentence.kind is SentenceKind.LIST_ITEM
        between = Span(before.sentence.span.end, max(each.sentence.span.start, before.sentence.span.end))
        is_apart = texts is not None and _APART.search(between.of(texts[each.sentence.part])) is not None
        is_near = each.sentence.part == before.sentence.part and len(found) > 0 and not is_apart
        goes_on = is_near and _MARKED.match(each.sentence.text) is None
        if goes_on and before.sentence.kind is each.sentence.kind and not before.shown:
            each = replace(each, before=f"{before.before} {before.sentence.text}".strip()[-_LONGEST_BEFORE:])
        if is_item and goes_on:
            each = replace(each, opener=before.opener or before.sentence.text)
            found[-1] = replace(before, opens=not before.opener)
        found.append(each)
    return found


_LONGEST_BEFORE: Final = 400
"""Characters that are kept of what is said before a sentence."""


def _with_lists(found: Sequence[Placed]) -> list[Placed]:
    """Return sentences in reading order, those that lead in a list, or what the prompt fills in, with that."""
    under = {
        (each.sentence.part, each.sentence.context[-1])
        for each in found
        if each.sentence.context and not each.shown and each.sentence.kind is SentenceKind.LIST_ITEM
    }
    leads: list[Placed] = []
    for each, after in zip_longest(found, found[1:]):
        text = each.sentence.text
        if is_lead(text):
            is_given = after is not None and after.sentence.kind is SentenceKind.DELIMITER
            is_given = is_given and next(marks_in(after.sentence.text), None) is not None
            each = replace(each, lists=(each.sentence.part, text) in under, fills=is_given)
        leads.append(each)
    return leads


def is_lead(text: str) -> bool:
    """Whether a line leads in what stands below it."""
    return text.rstrip("*_ ").endswith((":", "："))


def ends_a_stretch(text: str) -> bool:
    """Whether a line ends a stretch that another began: "END EXAMPLE OUTPUT"."""
    return len(text) <= 60 and _END.match(normalised(text).text) is not None


_INPUT_LABEL: Final = re.compile(
    r"(?:(?:the|your|user|example|sample) )?(?:input|request)"
    r"(?: (?:json|data|format|structure|schema|object|example))? ?:"
)
"""A label over what the prompt brings."""
_FITS: Final = re.compile(
    r"\b(?:fill|fills|fit|fits|match|matches|matching|conform\w*|adher\w+|compl(?:y|ies)|valid)"
    r"(?: (?:to|with|under|against|in|for))? (?:[a-z]+ ){0,3}?"
    r"(?:models?|types?|schemas?|(?:pydantic |type |class )?definitions?|interfaces?|class|classes|structure|shape)\b|"
    r"\b(?:here is|this is|use|using|follow) (?:the|this)(?: [a-z]+)? (?:template|schema) ?:$"
)
"""What says of a type that the response is of it: "fill this model", "valid against the schema"."""


def _is_given(sample: Sample) -> bool:
    """Whether the values of JSON, or what the tags of XML hold, are placeholders and nothing else: the input."""
    body = sample.body
    marks = [mark.span for mark in marks_in(body)]
    for span in reversed(marks):
        body = body[: span.start] + " " + body[span.end :]
    if sample.notation is Notation.XML:
        return bool(marks) and re.sub(r"<[^<>]*>", "", body).strip() == ""
    is_json = sample.notation is Notation.JSON
    return is_json and bool(marks) and re.search(r":\s*\"?[^\s\"{}\[\],]", body) is None


def _is_form(body: str) -> bool:
    """Whether JSON shows what to fill in, not what somebody filled in: most values are blanks or names of types."""
    values = re.findall(r":\s*(\"[^\"\n]*\"|[^\s,{}\[\]][^,\n]*)", body)
    blank = re.compile(
        r"(?i)\"?(?:\.\.\.|<.*|\[.*|string|number|integer|int|float|bool(?:ean)?|array|list|object|str)\"?\W*$"
    )
    return bool(values) and 2 * sum(blank.match(value) is not None for value in values) >= len(values)


def _says_before(sentence: Sentence, sample: Sample) -> bool:
    """Whether a sentence says something before a sample begins in it: "Reply in JSON: {...}"."""
    before = sentence.text[: max(sample.span.start - sentence.span.start, 0)]
    return re.search(r"[^\W\d_]{2,}[^{}\[\]]*\Z", before) is not None


def _without(placed: Placed, sample: Sample) -> Placed:
    """Return a sentence read without the sample that begins in it."""
    sentence = placed.sentence
    text, start = sentence.text, sample.span.start - sentence.span.start
    end = min(sample.span.end - sentence.span.start, len(text))
    return replace(placed, normal=normalised(text[:start] + " " * (end - start) + text[end:]))


def _leading(placed: Placed, sample: Sample) -> Placed:
    return replace(placed, leads=sample)


_EXAMPLE_INPUT: Final = re.compile(
    r"\b(?:example|sample|test|following) (?:dataset|data|input|query|question|document|text|conversation|request|"
    r"message|transcript|table|file|record)s?\b[^.;]*:$(?<!format :)(?<!output :)(?<!schema :)"
)
"""What leads in an input: "an example dataset might be the following:"."""


@lru_cache(maxsize=4096)
def _role_in(text: str) -> SampleRole | None:
    tail = text[-160:]
    if _TURN.fullmatch(tail):
        return SampleRole.OUTPUT if tail.startswith("assistant") else SampleRole.INPUT
    language = spoken(text)
    if language not in ("en", OTHER):
        return _role_by_words(tail, language)
    if _GIVEN.search(tail) and re.search(r"\b(?:output|respond|response|return|answer)\b", tail) is None:
        return SampleRole.INPUT
    if _EXAMPLE_INPUT.search(tail):
        return SampleRole.INPUT
    if re.search(
        r"\b(?:format|schema|structure|template|structured as|look like|looks like|layout|shape|"
        r"fields|keys|skeleton)\b",
        tail,
    ):
        return (
            SampleRole.INPUT
            if re.search(r"\binput (?:format|schema|structure|fields|keys|is|data)\b", tail)
            else SampleRole.FORMAT
        )
    if re.search(
        r"\b(?:example|sample)s?\b.{0,30}\binput\b|\binput\b.{0,20}\b(?:example|sample)\b|^"
        r"(?:user )?(?:input|question|query|context)\b",
        tail,
    ):
        return SampleRole.INPUT
    if re.search(r"\b(?:output|response|answer|result|return|respond|reply|produce|generate|json|xml|csv)\b", tail):
        return (
            SampleRole.OUTPUT
            if re.search(r"\bexamples?\b|^(?:(?:should|expected|desired|sample) )?output :?(?:$| ?[{\[⟪⟦])", tail)
            else SampleRole.FORMAT
        )
    if re.search(r"\b(?:input|given|provided|following (?:data|text|document|context|schema))\b", tail):
        return SampleRole.INPUT
    return None


def _role_by_words(text: str, language: str) -> SampleRole | None:
    """Return what a sample shows by what is said over it in another language."""
    data = lexicon(language).data
    said = {name: any(word in text for word in words) for name, words in data["samples"].items()}
    given = text.lstrip("*# ").startswith((*data["addressee"]["input"], *data["slots"]["people"]))
    if given and not any(word in text for word in data["samples"]["output"] if word != "json"):
        return SampleRole.INPUT
    last = re.split(r"[,，;；。:：]", text.rstrip(" :：*"))[-1]
    below = any(word in last for word in data["headings"]["below"])
    if below and not any(word in last for name in ("format", "output", "example") for word in data["samples"][name]):
        return SampleRole.INPUT
    if said["example"] and said["input"] and not said["output"]:
        return SampleRole.INPUT
    shows_form = any(word in last for word in data["samples"]["format"]) and any(
        word in last for word in data["samples"]["example"]
    )
    if said["example"] and not shows_form:
        return SampleRole.OUTPUT
    if said["input"] and not said["output"]:
        return SampleRole.INPUT
    return SampleRole.FORMAT if said["format"] or said["output"] else None


def structure_of(
    template: PromptTemplate, sentences: Sequence[Sentence], texts: Sequence[str] | None = None
) -> Structure:
    """Return the structure of a template, whose sentences are given.

    `texts` are those of its parts, where the template leaves out those in which nothing is shown.
    """
    return Structure(template, sentences, texts)
