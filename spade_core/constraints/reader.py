"""Reading: from a prompt's structure to what it asks of a response. There is one reader, and it has two passes.

The first pass looks at every sentence for what the whole prompt relies on: the form of the response, its sections, its
keys (`around_of`). The second reads each sentence by itself in the light of that (`read`): it splits it into clauses,
ties each to a part of the response and a condition, and asks every kind. What asks something that no kind reads surely
becomes one judgement in the prompt's own words. Equal sentences in equal surroundings are read alike, so that an editor
reads again only what a keystroke touched.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice, takewhile
from typing import Final, Protocol, TypeVar

from spade_core.constraints.alone import Alone, parsed_in
from spade_core.constraints.answers import NO_ANSWERS, Answers
from spade_core.constraints.arrangement import SPACED, Fact
from spade_core.constraints.choices import Choice
from spade_core.constraints.clause import (
    GENERAL,
    KEYED,
    MORE_FOLLOWS,
    Around,
    Clause,
    always,
    condition,
    exception,
    is_conditional,
    rules_out,
    without_examples,
)
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.contents import OF_FORM, OF_UNIT, Shows
from spade_core.constraints.fitting import LENGTH_WORDS
from spade_core.constraints.forms import Form, forms_in, named_or_whole
from spade_core.constraints.found import Found
from spade_core.constraints.given import Given
from spade_core.constraints.instead import answers_in, or_instead
from spade_core.constraints.judgement import Judgement
from spade_core.constraints.kinds import KINDS
from spade_core.constraints.lacking import lacking_in
from spade_core.constraints.layout import Columns, Elements, Keys, KeyType, Labels, Line, Sections, sections_in
from spade_core.constraints.natural_language import InLanguage
from spade_core.constraints.offers import of_cases, of_options, options_in
from spade_core.constraints.outline import (
    LAID_OUT_IN,
    beside_data,
    bracketed,
    elements_led_in,
    keys_laid_out,
    layouts_of,
    leads_a_case,
    names_data,
    of_outline,
    of_some,
    optional_keys,
    place_of,
    specified_in,
)
from spade_core.constraints.part import WHOLE, Part, element, section
from spade_core.constraints.parts import bare_name, edge_line, named_part, plural, singular, usual_part
from spade_core.constraints.phrases import Phrases, Rule
from spade_core.constraints.quantity import Quantity
from spade_core.constraints.questions import asks_nothing, follows_case, judgement_of, only_leads
from spade_core.constraints.shown import (
    elements_of,
    notation_form,
    of_objects,
    readings_of,
    tree_of_objects,
)
from spade_core.constraints.specification import Asked
from spade_core.constraints.tree import NO_TREE, Tree, tree_of
from spade_core.constraints.turns import Turn, turns_in
from spade_core.constraints.values import InRange
from spade_core.constraints.whole import PIECES
from spade_core.constraints.worded import read_in
from spade_core.deltas import Sentence, SentenceKind
from spade_core.language import OTHER, Normal, any_of, lexicon, normalised, spoken, wording
from spade_core.structure import (
    AMOUNT,
    OF_EACH_THING,
    Addressee,
    Area,
    Notation,
    Placed,
    Sample,
    SampleRole,
    Structure,
    addressee_of,
    area_of,
    divides_prompt,
    is_bare_example,
    is_form_line,
    is_instruction,
    is_lead,
    is_trade,
    layouts_in,
    name_in,
    objects_shown,
    sentence_of,
    title_of,
)
from spade_core.taxonomy import Category
from spade_core.text import Span, word_set

_SPLIT: Final = re.compile(
    r" (?:;(?! (?:otherwise|else)\b)|—) |(?<=\w|⟧) ?, (?:(?:but|and then|then) |(?=(?:no(?! or | and | ,|"
    r" otherwise| if )|never|do not) [a-z]))|"
    r" (?:,|and) (?=(?:use|include|add|keep|avoid|make|write|give|provide) [^,;.]* (?:wherever|where|when|if|as) "
    r"(?:possible|needed|necessary|appropriate|applicable|relevant|available)(?: [.])?$)|"
    r" , (?=(?:returning|using|setting|giving|with) [^,;.]*\b(?:if|when|unless)\b)|"
    r" and (?=(?:may|might|can|could) (?!only\b|not\b|be\b)[a-z]+ )| but (?=(?:do|never|not(?! more)|"
    r"no(?! (?:more|fewer|less|longer))|avoid|use|keep|only|make)\b)|(?<=[a-z0-9⟧)]) [.!?] (?=\S)"
)
_SO_THAT: Final = re.compile(r"(?<=[a-z0-9⟧⟫)]) (?:, )?so that (?=\S)")
_MOTIVE: Final = re.compile(
    r"(?<=[a-z0-9⟧⟫)]) (?=(?:, )?(?:so (?:it|they|we|i|users?|the [a-z]+) (?:can|will|could)|because|"
    r"since (?:it|the|this|we|they)|in order to|(?<=, )based (?:up)?on|"
    r"(?<!sure )(?<!need )(?<!want )(?<!have )(?<!try )(?<!how )(?<!you )(?<!is )(?<!words )(?<!phrases )"
    r"to (?:help|ensure|avoid|allow|improve|enable|maximi[sz]e|prevent|reduce|engage|increase))\b)"
)
"""What stands between a demand and why it is made, which asks for nothing itself."""
_ANEW: Final = re.compile(
    r"(?<=[a-z0-9⟧⟫)]) ?(?:, and| and) (?=(?:please |then |always |also )*(?:"
    r"(?:write|give|return|use|keep|avoid|make|provide|create|generate|include|be|stay|do not|never|ensure|explain|add|"
    r"follow|respond|reply|describe|put|remember)(?! (?:,|and|or|of)\b)|"
    r"(?:list|name|answer|output|format|end|start|begin|rate|score|state|mention|quote|close|order|sort|number|label) "
    r"(?:the|it|them|your|each|all|every|only|with|in|by|a|an)\b|"
    r"(?:the|your|its|each|every) (?:[a-z]+ ){1,3}(?:must|should|shall|may not|cannot|has to|have to|needs to)) )"
)
"""What stands between two demands: "... and keep a friendly tone"."""
_ENOUGH: Final = 0.65
"""Share of a sentence's words from which its readings are taken to say it all."""
_MARKED: Final = re.compile(
    r"\s*(?:(?:[-*+•·]|\(?\d{1,3}[.)])\s+)?"
    r"(?:[*_]{2}[^*_\n]{2,40}(?::[*_]{2}|[*_]{2}\s*:)|[A-Z][A-Z /&-]{2,40}:)?\s*(?=\S)"
)
"""The marker of a list and a label in bold or capitals: "- **Tone:** ", "DATA: "."""
_EXAMPLES: Final = re.compile(
    r"\s*\((?:e\. ?g\.|eg\b|for example|for instance|such as|i\. ?e\.)[^()]*\)[\s.;:]*$", re.IGNORECASE
)
_PERMITTED: Final = re.compile(
    r"^prefer(?:ably)?\b|^(?:may|might|can|could) (?!you\b|i\b|we\b)|\b(?:perhaps|maybe|possibly|ideally|"
    r"preferably|try to|"
    r"where you can|aim to|(?<!even )if you|"
    r"normally|usually|for most|in most cases)\b|"
    r"(?<!\bhow )(?<!\bwhat )(?<!\bwhich )(?<!\bthat )(?<!\bso )"
    r"\b(?:you|it|they|(?<!s the )users?|one) (?:can|may|might|could)\b(?! (?:only|not|be)\b)|"
    r"\b(?:label|mark|flag|tag)s? (?:any |all |each |every )?(?:[a-z]+ (?:or|and) )?(?:unknown|uncertain|speculative|"
    r"missing|unclear|ambiguous|unsupported|unverified|assumed|inferred|unconfirmed)\b|"
    r"\b(?:where|when|if|wherever|whenever) (?:possible|feasible|practical)\b|\bas (?:much|far) as possible\b|"
    r"(?<!\bwith an )(?<!\band an )(?<!\band )(?<!\bwith )\boptional(?:ly)?\b|"
    r"\bno need to (?!explain|justify|elaborate|comment)|"
    r"\bfeel free\b|\bnot (?:have|need) to\b|\bneed not\b"
)


def read_structure(structure: Structure) -> tuple[Found, ...]:
    """Return everything that a prompt asks of a response, in reading order, nothing twice."""
    around = around_of(structure)
    found: list[Found] = []
    beside: dict[int, list[Found]] = {}
    for each in read_beside(structure, around):
        beside.setdefault(id(each.sentence), []).append(each)
    for placed in structure.placed:
        found += united(placed, read(placed, around), beside.get(id(placed.sentence), ()))
    if _lists_nothing(structure):
        found = [each for each in found if not (isinstance(each.constraint, Keys) and each.constraint.deep)]
    kept = without_rivals(dict.fromkeys(found))
    return tuple(replace(each, constraint=or_instead(each.constraint, around)) for each in kept)


class _Reading(Protocol):
    """What a sentence asks for: `Found`, and what is made of it."""

    @property
    def constraint(self) -> Constraint | None: ...
    @property
    def phrase(self) -> Span: ...


_Any = TypeVar("_Any", bound=_Reading)
_LAID_OUT: Final = (Choice, Columns, Elements, Form, Keys, Labels, Line, Sections, Turn)
"""What is read from what stands below a line."""


def united(placed: Placed, own: Sequence[_Any], more: Sequence[_Any]) -> Sequence[_Any]:
    """Return what a sentence asks for by itself, and `more` that stands elsewhere, each once.

    No judge is asked about a line of which code reads what stands below it.
    """
    if not more:
        return own
    once = tuple({each.constraint: each for each in reversed((*own, *more))}.values())[::-1]
    found = (*once, *(each for each in own if all(each is not other for other in once)))
    laid_out = [each for each in more if isinstance(each.constraint, _LAID_OUT)]
    by_code = [each for each in own if not isinstance(each.constraint, Judgement)]
    if not laid_out or _leaves_unsaid(placed, [*by_code, *laid_out]):
        return found
    return tuple(each for each in found if not isinstance(each.constraint, Judgement))


_NOTHING_THERE: Final = re.compile(r"\bempty (?:json )?(?:list|array)\b|(?<![\w)])\[ ?\](?!\()")


def _lists_nothing(structure: Structure) -> bool:
    """Whether a prompt says that a list may be empty."""
    return any(_NOTHING_THERE.search(placed.sentence.text) for placed in structure.placed if not placed.shown)


def read_beside(structure: Structure, around: Around) -> Iterator[Found]:
    """Yield what sentences ask for that stands elsewhere: in the sample they lead in, the list below, the text around.

    The order is that of the readers, not of the sentences.
    """
    found = tuple(_beside(structure, around))
    yield from found
    yield from _referring(structure, around, found)


def _beside(structure: Structure, around: Around) -> Iterator[Found]:
    for placed in structure.placed:
        yield from _repeated(structure, placed)
        if placed.leads is not None and placed.sample is None:
            yield from _of_sample(structure, placed, around)
    yield from _of_outputs(structure, around)
    yield from of_options(structure, around)
    yield from of_cases(structure, around)
    for constraint, placed, phrase in of_outline(structure, around):
        if not (isinstance(constraint, Labels | Sections) and _OF_EXAMPLE.issuperset(map(str.lower, constraint.names))):
            yield Found(constraint, placed.sentence, phrase)


_TO_FORMAT: Final = re.compile(
    r"\b(?:in|(?<!not )(?<!never )use|using|follow|following|with|to|adhere|per|match|matches|as|of)\b[^.;]{0,60}"
    r"\b(?:formats?|structure|template|schema|layout|shape)\b(?! ⟦)|"
    r"\b(?:structured|formatted|structure|format)\b[^.;]{0,40} as\b|"
    r"\b(?:respond|reply|answer|output|return|written)\b[^.;]{0,40} as (?:follows|shown|described|specified|below)\b"
)
"""What says to keep to the format that the prompt lays out, wherever that stands: "you must follow this format"."""


_OTHER_LAYOUT: Final = re.compile(
    r"\b(?:code|codebase|project|sentence|database|table|tabular|bullet|list|prose|date|time|number|numeric|input|file|"
    r"directory|folder) "
    r"(?:structure|schema|layout|formats?)\b|"
    r"\bschema descriptions?\b|\b(?:structure|layout|schema|shape) of (?!(?:the|your) (?:response|output|answer)\b)"
)
"""What has a layout of its own, of which a sentence speaks: "the structure of the code"."""


@lru_cache(maxsize=8192)  # each keystroke asks for every sentence of the prompt
def _keeps_to_format(text: str) -> bool:
    is_ours = _TO_FORMAT.search(text) is not None and _OTHER_LAYOUT.search(text) is None
    return is_ours and not is_conditional(text) and not rules_out(text)


def _referring(structure: Structure, around: Around, found: Iterable[Found]) -> Iterator[Found]:
    """Yield what is laid out once more for each sentence that says to keep to it, or that quotes one of its keys."""
    laid_out = [
        each for each in found if isinstance(each.constraint, _LAID_OUT) and not isinstance(each.constraint, Choice)
    ]
    if not laid_out:
        return
    there = {id(each.sentence) for each in laid_out}
    once = tuple(dict.fromkeys(each.constraint for each in laid_out))
    keyed = tuple(each for each in once if isinstance(each, Keys))
    keys = frozenset(around.keys)
    for placed in structure.placed:
        if id(placed.sentence) in there or placed.shown:
            continue
        text, said, phrase = placed.normal.text, once, Span(0, len(placed.sentence.text))
        name = _key_explained(placed.sentence, keys)
        if not _keeps_to_format(text):
            if (name is None and keys.isdisjoint(placed.normal.quotes)) or spoken(placed.sentence.text) != "en":
                continue
            said = () if (is_conditional(text) and name is None) or rules_out(text) else keyed
            phrase = name or phrase
        if name is None and addressee_of(placed) is not Addressee.RESPONSE:
            continue
        yield from (Found(constraint, placed.sentence, phrase) for constraint in said)


_KEY_EXPLAINED: Final = re.compile(
    r"\s*(?:[-*+•]\s+)[\"'`*]*(?:\w+\.)*(?P<name>\w+)[\"'`*]*(?: ?\([^()\n]*\))?(?::|\s[—–-]\s)"
)
"""An item that begins with the name of a key: "- cuit: CUIT number"."""


def _key_explained(sentence: Sentence, keys: Set[str]) -> Span | None:
    """Return where the key stands of which an item says what stands there, and not how much."""
    found = _KEY_EXPLAINED.match(sentence.text) if sentence.kind is SentenceKind.LIST_ITEM else None
    if found is None or found["name"] not in keys or AMOUNT.search(sentence.text):
        return None
    return Span(*found.span("name"))


_OF_EXAMPLE: Final = frozenset({"example", "examples", "e.g.", "for example"})
"""Labels in front of an example, which no response has."""


def repeats(text: str) -> bool:
    """Whether a text may ask for the request itself."""
    return "repeat" in text.lower()


def without_rivals(found: Iterable[Found]) -> tuple[Found, ...]:
    """Leave out counts of the whole response, and ranges of one part, that exclude each other.

    They speak of parts or cases that the prompt tells apart and the reader does not.
    """
    found = tuple(found)
    counts = [
        each
        for each in found
        if isinstance(each.constraint, InRange)
        or (isinstance(each.constraint, Phrases) and _is_label(each.constraint))
        or (
            isinstance(each.constraint, Quantity)
            and each.constraint.unit in _COUNTED_THINGS
            and each.constraint.part == WHOLE
        )
    ]
    rivals = {each.constraint for each in counts if any(each.constraint.excludes(other.constraint) for other in counts)}
    spans: dict[tuple[str, Part], set[Quantity]] = {}
    for amount in (each.constraint for each in found if isinstance(each.constraint, Quantity)):
        is_one_text = amount.unit in _OF_PIECES or amount.part != WHOLE
        if is_one_text and None not in (amount.least, amount.most):
            spans.setdefault((amount.unit, amount.part), set()).add(amount)
    rivals |= {amount for group in spans.values() if len(group) > 1 for amount in group}
    rivals |= _kinds_beside_answers(found) | _values_as_keys(found)
    return tuple(each for each in found if each.constraint not in rivals)


def _kinds_beside_answers(found: Sequence[Found]) -> set[Constraint]:
    """Return the lists of what the input may be, where a sentence says with which other names to answer."""
    told: list[set[str]] = []
    listed: list[Choice] = []
    for each in found:
        choice = each.constraint
        if isinstance(choice, Choice) and choice.part == WHOLE and choice.choices:
            if _ANSWERS_SO.search(each.sentence.text):
                told.append(_folded_names(choice))
            else:
                listed.append(choice)
    return {choice for choice in listed if any(_folded_names(choice).isdisjoint(names) for names in told)}


def _values_as_keys(found: Sequence[Found]) -> set[Constraint]:
    """Return the keys that are all values which another key is chosen from, each of which the prompt explains."""
    chosen = {name for each in found if isinstance(each.constraint, Choice) for name in each.constraint.choices}
    keys = {each.constraint for each in found if isinstance(each.constraint, Keys)}
    known = {name for each in keys if not chosen.issuperset(each.names) for name in each.names}
    return {each for each in keys if chosen.issuperset(each.names) and known.isdisjoint(each.names)}


def _folded_names(choice: Choice) -> set[str]:
    return {name.casefold() for name in choice.choices}


_ANSWERS_SO: Final = re.compile(r"(?i)\b(?:answer|respond|reply|output|return|print|say)\b")


def _is_label(said: Phrases) -> bool:
    """Whether something begins with a label, as each of several lines does: "starting with 'Price:'"."""
    return said.rule is Rule.STARTS and said.phrases[0].endswith(":")


_OF_PIECES: Final = frozenset({"sentences", "paragraphs", "lines", "entries", "points", "items", "steps", "questions"})
"""Of what nobody gives two amounts for one text: "(2-3 sentences) ... (1-2 sentences)" are those of its parts."""
_COUNTED_THINGS: Final = frozenset({"entries", "items", "points", "sections", "questions", "steps", "paragraphs"})

_REPEAT: Final = re.compile(
    r"\brepeat (?:the |this |my |your )?(?:exact |whole |entire |following |original |above )*"
    r"(?:(?:request|sentence|question|prompt|instruction|text|phrase|line)s?\b|"
    r"above(?= ?(?:[.,;:!]|$|exactly|word|verbatim|first|before|and|then)))|\bfollowing request\b.*\brepeat it\b"
)


def _repeated(structure: Structure, placed: Placed) -> Iterator[Found]:
    """Yield that the response begins with the request itself, word for word, where a sentence asks for that."""
    text = placed.normal.text
    asked = _REPEAT.search(text)
    ruled_out = re.search(r"\b(?:do not|never|without|avoid)\b[^.]* repeat|\b(?:users?|they|it) repeat", text)
    if asked is None or ruled_out is not None:
        return
    sentence = placed.sentence
    whole = structure.template.parts[sentence.part].text
    if re.search(r"\b(?:below|following)\b", text):
        paragraphs = whole[sentence.span.end :].split("\n\n", 1)
        words = paragraphs[-1]
    else:
        words = whole[: sentence.span.start]
    if 0 < len(words.strip()) <= 1200:
        yield Found(Phrases(Rule.STARTS, (words.strip(),)), sentence, Span(0, len(sentence.text)))


def _of_sample(structure: Structure, placed: Placed, around: Around) -> Iterator[Found]:
    sample = placed.leads
    if sample is None or not _is_of_response(structure, placed, sample, around):
        return
    is_example = placed.area is Area.EXAMPLE or re.search(r"\bexamples?\b", placed.normal.text) is not None
    inside = structure.inside(sample)
    shows_format = structure.role_of(sample) is SampleRole.FORMAT
    for reading in readings_of(sample, around, shows_format=shows_format):
        constraint = _asked_by_lead(placed, sample, reading.constraint)
        if constraint is None:
            continue
        if reading.line < 0 or not inside:
            yield Found(constraint, placed.sentence, Span(0, len(placed.sentence.text)))
        if reading.line >= 0 and not is_example:
            at = sample.span.start + sample.begin + reading.line
            sentence = next(
                (each.sentence for each in inside if each.sentence.span.start <= at < each.sentence.span.end), None
            )
            if sentence is not None:
                yield Found(constraint, sentence, place_of(reading.words, sentence.text))


def _of_outputs(structure: Structure, around: Around) -> Iterator[Found]:
    """Yield what several outputs show that are all JSON, where no format and no list of keys says it in words."""
    outputs = objects_shown(structure) if around.form == "JSON" and _tree_shown(structure) else ()
    placed = sentence_of(structure, outputs[0]) if outputs else None
    if placed is not None:
        start = max(outputs[0].start - placed.sentence.span.start, 0)
        phrase = Span(start, len(placed.sentence.text))
        yield from (Found(each, placed.sentence, phrase) for each in dict.fromkeys(of_objects(around.tree)))


@lru_cache(maxsize=4)  # the first pass asks for it, and then the second
def _tree_shown(structure: Structure) -> Tree:
    """Return what the outputs that a prompt shows have in common, where all are JSON and no format is shown."""
    outputs = objects_shown(structure)
    if not outputs:
        return NO_TREE
    is_told = any(
        structure.role_of(each) is SampleRole.FORMAT and each.body.strip() not in {one.text for one in outputs}
        for each in structure.samples
    )
    return NO_TREE if is_told else tree_of_objects([each.text for each in outputs])


def _is_of_response(structure: Structure, placed: Placed, sample: Sample, around: Around) -> bool:
    """Whether the sample that a sentence leads in shows the response, or the JSON that it has in some case."""
    role = structure.role_of(sample)
    if structure.is_tagged(sample) or role is SampleRole.INPUT or _rules_out(placed, sample):
        return False
    is_format = role is SampleRole.FORMAT or _stands_for_format(placed, sample)
    if not is_format and _is_demonstrated(placed):
        return False
    if leads_a_case(placed):
        is_only_one = [each for each in structure.samples if each.notation is Notation.JSON] == [sample]
        return is_only_one and around.form == ""
    is_example = role is not SampleRole.FORMAT and sample.notation is Notation.JSON
    return not is_example or around.tree.is_like(tree_of(sample.body))  # else of what stands at a key


def _stands_for_format(placed: Placed, sample: Sample) -> bool:
    """Whether an example shows which keys the response has: "Example:" below "Output format"."""
    is_below = is_bare_example(placed.normal.text) and any(_FORMAT_ABOVE.search(head.text) for head in placed.heads)
    return is_below and bool(tree_of(sample.body))


def _asked_by_lead(placed: Placed, sample: Sample, constraint: Constraint) -> Constraint | None:
    """Return what a sample asks for under the sentence that leads it in; None where that is of some cases or fields."""
    in_some = leads_a_case(placed)
    if not isinstance(constraint, Keys):
        return None if in_some and isinstance(constraint, Form | KeyType) else constraint
    if _is_of_field(placed, sample):
        return None
    return replace(constraint, in_some=in_some)


def _rules_out(placed: Placed, sample: Sample) -> bool:
    """Whether a sample stands in a sentence that says not to write so."""
    inside = sample.span.start < placed.sentence.span.end
    text = normalised(placed.sentence.text[: max(sample.span.start - placed.sentence.span.start, 0)])
    return inside and Clause(text, 0, len(text.text)).negated(len(text.text))


_FIELD: Final = re.compile(
    r"\s*(?:[-*+•·]\s+|\d{1,3}[.)]\s+)?[\"'`*]*"
    r"(?!(?i:output|json|response|format|return|example|keys|fields|schema|shape|structure)\b)\w+[\"'`*]* ?:"
)


def _is_of_field(placed: Placed, sample: Sample) -> bool:
    """Whether a sample stands behind the name of a field, which is a part of the response: "node: an object, {...}"."""
    before = placed.sentence.text[: max(sample.span.start - placed.sentence.span.start, 0)]
    return (
        sample.span.start < placed.sentence.span.end
        and re.match(r"\s*\S", before) is not None
        and _FIELD.match(before) is not None
    )


_FORMAT_ABOVE: Final = re.compile(r"\b(?:output|response|answer) (?:format|schema|structure)\b")
"""A heading under which an example shows what the response looks like."""


def _is_demonstrated(placed: Placed) -> bool:
    """Whether a sample that a sentence leads in is the answer of an example: an input stands above it."""
    is_heading = area_of(placed.sentence.text) is Area.EXAMPLE and (
        placed.sentence.kind is SentenceKind.HEADING or is_bare_example(placed.normal.text)
    )
    is_turn = placed.normal.text.startswith("assistant")
    return placed.area is Area.EXAMPLE or is_heading or is_turn


@dataclass(frozen=True, slots=True)
class Facts:
    """What sentences say of the whole response, for the other sentences to be read by."""

    forms: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    separator: str = ""
    tasks: tuple[str, ...] = ()
    several: bool = False
    judges: bool = False
    instead: Answers = NO_ANSWERS
    lacking: frozenset[str] = frozenset()

    def __or__(self, other: "Facts") -> "Facts":
        """Return what two stretches of a prompt say, this one first."""
        if other == NO_FACTS:
            return self
        return Facts(
            _distinct(self.forms, other.forms),
            _distinct(self.sections, other.sections),
            _distinct(self.columns, other.columns),
            _distinct(self.elements, other.elements),
            _distinct(self.written, other.written),
            self.choices or other.choices,
            self.separator or other.separator,
            _distinct(self.tasks, other.tasks),
            self.several or other.several,
            self.judges or other.judges,
            self.instead | other.instead,
            self.lacking | other.lacking,
        )


NO_FACTS: Final = Facts()


def _distinct(*names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in names for name in each))


def facts_of(placed: Placed) -> Facts:
    """Return what one sentence says of the whole response."""
    language = spoken(placed.sentence.text)
    if language != "en":
        return _worded_facts(placed, language)
    forms = ("JSON",) if _LEADS_IN_JSON.search(placed.normal.text) and not placed.shown else ()
    is_judging = _JUDGES.search(placed.normal.text) is not None and not placed.shown
    found = Facts(forms=forms, judges=is_judging, instead=answers_in(placed), lacking=lacking_in(placed))
    if addressee_of(placed) is not Addressee.RESPONSE:
        return found
    for clause in clauses_of(placed, Around()):
        if not clause.conditional:
            found |= _facts_in(clause)
    return found | Facts(tasks=_task_of(placed))


_JUDGES: Final = re.compile(
    r"^(?!.*\b(?:your|before)\b).*\b(?:whether|if|how well|to what extent) (?:the|this|that|an?|each|every|it)\b"
    r"[^.;]{0,60}\b(?:follow|meet|satisf|compl|adher|fulfil|violat|pass|obey)[a-z]*\b[^.;]{0,40}"
    r"\b(?:guidelines?|criteri[a-z]+|rules?|requirements?|instructions?|constraints?|conditions?|checks?|following)\b"
)
"""What tells to judge whether something keeps rules: "determine whether the reply follows each of the guidelines"."""
_LEADS_IN_JSON: Final = re.compile(
    r"^(?!.*\b(?:input|given|provided|receive|get|not|never|no)\b)"
    r"(?:[^:]*\bjson (?:[a-z]+ )?(?:keys|fields|properties)\b|"
    r"(?:output|response|reply|answer)\b[^:]*\bjson\b|[^:]*\b(?:output|return)s? (?:a |the |valid |one )*json\b)[^:]*:$"
)
"""A line that leads in the keys of the JSON that is the response: "JSON keys:", "Output format (JSON):"."""
_TOLD: Final = re.compile(
    r"(?:(?:please|then|also|now) )*(?:write|give|provide|list|create|generate|draft|summarize|describe|explain|"
    r"suggest|propose|compose|recommend)\b"
)


_TASKS: Final = re.compile(r"\b(?:tasks|the following|do this|these things)\b[^.;]*:$")
"""A lead-in of several things that are to be done."""


def _task_of(placed: Placed) -> tuple[str, ...]:
    """Return what tells apart something that is to be written: the title above, or the item of a list of tasks."""
    head = placed.heads[-1].text if placed.heads else ""
    if head == "" or _TOLD.match(placed.normal.text) is None:
        return ()
    if placed.sentence.kind is SentenceKind.LIST_ITEM and _TASKS.search(head) and not rules_out(head):
        return (placed.normal.text,)
    is_title = area_of(head) is Area.OTHER and not is_instruction(head) and GENERAL.search(head) is None
    return (head,) if is_title else ()


def _facts_in(clause: Clause) -> Facts:
    forms = [form for form, start, _ in forms_in(clause) if named_or_whole(clause, start, form)]
    forms += ["JSON"] if parsed_in(clause) is not None else []
    choices: tuple[str, ...] = ()
    for match in (*Phrases.read(clause), *Choice.read(clause)):
        each = match.constraint
        if isinstance(each, Phrases) and each.rule is Rule.ONE_OF and each.part == WHOLE:
            choices = choices or each.phrases
        elif isinstance(each, Choice) and each.part == WHOLE:
            choices = choices or each.choices
    spaced = any(match.constraint == SPACED for match in Fact.read(clause))
    return Facts(
        _distinct(
            forms,
            ["number"] if _is_number(clause.text) else [],
            ["array"] if _IS_ARRAY.search(clause.text) else [],
        ),
        _distinct(*(names for names, start, _ in sections_in(clause) if not clause.negated(start))),
        _distinct(*(match.constraint.names for match in Columns.read(clause))),  # type: ignore[attr-defined]
        _distinct(*(match.constraint.names for match in Elements.read(clause))),  # type: ignore[attr-defined]
        _distinct(_written(clause.text)),
        choices,
        " " if spaced else "",
        several=_NUMBER.search(clause.text) is not None and _several().search(clause.text) is not None,
    )


_NUMBER: Final = re.compile(r"\d [a-z⟦]")


@cache
def _several() -> re.Pattern[str]:
    """Return what matches that several things are to be written, each with a length of its own: "write 3 emails"."""
    lex = lexicon()
    nouns = {*lex.words("nouns", "written"), *lex.words("entries", "nouns")} - {
        "paragraph",
        "sentence",
        "passage",
        "word",
    }
    verbs = (verb for verb in lex.words("verbs", "produce") if verb not in _OF_PARTS)
    return re.compile(
        rf"(?<!\w){any_of(verbs)}(?: (?:me|us|exactly|up to|at least|a total of|between|only))*"
        rf" (?:\d+ to )?(?:[2-9]|\d\d+)(?: (?!of\b|in\b|to\b)(?:[a-z]+|⟦\d+⟧)){{0,3}}? "
        rf"{any_of(map(plural, nouns))}(?!\w)"
    )


_OF_PARTS: Final = frozenset(
    {"include", "contain", "add", "mention", "use", "insert", "incorporate", "have", "highlight", "append", "keep"}
)
"""Verbs for what stands in the response beside more: "include 2 hashtags"."""
_IS_ARRAY: Final = re.compile(
    r"\b(?:return|output|respond with|reply with|generate|produce|provide|as|be|is)\b[^.;:]{0,30}? "
    r"(?:json (?:array|list)|(?:array|list) of (?:json )?objects)\b"
)
"""What says that the JSON is a list."""


def keys_asked(placed: Placed, around: Around) -> tuple[str, ...]:
    """Return the JSON keys that one sentence asks for."""
    if spoken(placed.sentence.text) != "en":
        constraints = (each.constraint for each in read(placed, around))
        return _distinct(*(each.names for each in constraints if isinstance(each, Keys)))
    if _addressed(placed, around) is not Addressee.RESPONSE:
        return ()
    return _distinct(*(match.constraint.names for clause in clauses_of(placed, around) for match in Keys.read(clause)))  # type: ignore[attr-defined]


def around_from(facts: Facts, structure: Structure) -> Around:
    """Return what a whole prompt says, but for the keys that its sentences ask for, from what its sentences say."""
    forms = list(facts.forms)
    tree = NO_TREE
    elements = dict.fromkeys(facts.elements)
    fields = _distinct(placeholder.name for placeholder in structure.template.placeholders)
    of_cases = {id(each.leads) for each in structure.placed if each.leads is not None and leads_a_case(each)}
    cases: list[Tree] = []
    beside = beside_data(layouts_of(structure)) if _labels_block(structure) else ()
    parts = {id(entry.placed.leads) for each in beside for entry in each.entries if entry.placed.leads is not None}
    for sample in structure.samples:
        if id(sample) in of_cases:
            cases += [tree_of(sample.body)] if sample.notation is Notation.JSON else []
            continue
        role = structure.role_of(sample)
        form = notation_form(sample) if role is not SampleRole.INPUT else ""
        if id(sample) in parts:  # of the response, which has others
            form = "JSON block" if form == "JSON" else ""
        if form == "JSON" and "YAML" in facts.forms:
            form = "YAML"  # whose types are told as code or as a schema
        if form == "JSON" and role is SampleRole.FORMAT:  # "as LaTeX" is then said of what stands in it
            forms.insert(0, form)
        elif form and role is SampleRole.FORMAT:
            forms.append(form)
        if form in KEYED and (role is SampleRole.FORMAT or tree.is_like(tree_of(sample.body))):
            tree |= tree_of(sample.body)
        if form == "XML":
            elements.update(dict.fromkeys(elements_of(sample)))
    elements.update(dict.fromkeys(elements_led_in(structure)))
    if _whole_form(forms) in ("", "JSON") and not cases and (common := _tree_shown(structure)):
        tree = common
        forms.append("JSON")
    for case in cases:
        tree = tree.in_other_cases(case)
    turns = turns_in(structure)
    form = _form_of(structure, forms)
    keys = dict.fromkeys(node.name for node in tree.nodes)
    if form in KEYED:
        keys.update(dict.fromkeys(name for each in keys_laid_out(structure) for name in each.names))
        tree = tree.told_optional(optional_keys(structure))
    layouts = layouts_of(structure) if form in LAID_OUT_IN else beside if form == "JSON block" else ()
    odd = of_some(layouts)
    running = _distinct(*(each.names for each in layouts if each.is_running), odd)
    layouts = tuple(each for each in layouts if not each.is_running)
    said = [each for each in layouts if each.sample is None and not each.is_labels]
    shown = [each for each in layouts if each.sample is not None and not each.is_labels]
    sections = _distinct(facts.sections, (name for each in said for name in each.names if name not in odd))
    offered = options_in(structure) if len(sections) < 2 else ()
    choices = facts.choices or (offered[0][2] if len(offered) == 1 else ())
    choices = choices if form == "" or (form == "number" and "".join(choices).isdigit()) else ()
    return Around(
        form=form,
        sections=sections,
        titles=_distinct(name for each in shown for name in each.names if name not in odd),
        labels=_distinct(
            *(each.names for each in layouts if each.is_labels),
            *(each.names for each in (layouts_in(structure) if form in LAID_OUT_IN else ()) if each.of_each),
        ),
        keys=tuple(keys),
        tree=tree,
        of_list=tree.is_of_list or (form == "JSON" and "array" in facts.forms),
        elements=tuple(elements),
        columns=facts.columns,
        running=running,
        fields=fields,
        written=facts.written,
        listed=form in ("bullets", "numbered", "list"),
        separator=facts.separator,
        tasks=facts.tasks,
        held=tuple(_held_in(structure, frozenset(elements))),
        several=facts.several,
        judges=facts.judges,
        turn=turns.turn.call if turns is not None else (),
        choices=choices if "commit message" not in facts.written else (),
        lacking=facts.lacking,
        instead=facts.instead,
    )


def _form_of(structure: Structure, forms: Sequence[str]) -> str:
    """Return what the whole response is: a turn of a loop is no JSON, and keys of data are those of JSON."""
    form, turns = _whole_form(forms), turns_in(structure)
    if turns is not None:
        return form if form != "JSON" else "" if turns.turn.answer else "JSON block"
    if form == "table" and any(each.sample is None and len(each.names) > 1 for each in layouts_of(structure)):
        return ""  # what has sections has the table in one of them
    return "JSON" if form == "" and names_data(structure) else form


def _labels_block(structure: Structure) -> bool:
    """Whether a fenced block stands right below a label."""
    leads = (structure.lead_of(sample) for sample in structure.samples if sample.fenced)
    return any(lead is not None and name_in(lead.sentence.text) for lead in leads)


_TAG: Final = re.compile(r"<(?P<closes>/?)(?P<name>[A-Za-z_][\w-]*)>")


def _held_in(structure: Structure, elements: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the sentences that stand between tags on lines of their own, each with the name of that element."""
    opened, inside = "", list[str]()
    for placed in structure.placed if elements else ():
        tag = _TAG.fullmatch(placed.sentence.text.strip())
        if tag is None:
            inside += [placed.sentence.text] if opened and not placed.shown else []
            continue
        if tag["closes"] and tag["name"] == opened:
            yield from ((text, opened) for text in inside)
        opened = tag["name"] if not tag["closes"] and tag["name"] in elements else ""
        inside.clear()


def around_of(structure: Structure) -> Around:
    """Return what the whole prompt says that its sentences rely on."""
    facts = NO_FACTS
    for placed in structure.placed:
        facts |= facts_of(placed)
    around = around_from(facts, structure)
    if not around.is_json:
        return around
    return replace(around, keys=_distinct(around.keys, *(keys_asked(placed, around) for placed in structure.placed)))


def _whole_form(forms: Sequence[str]) -> str:
    """Return what the whole response is: a notation before a layout, the first before the next."""
    if "JSON block" in forms:
        return "JSON block"
    if "JSON" in forms and not {"HTML", "LaTeX", "SQL", "Python"}.isdisjoint(forms):
        return "JSON"  # in which the other stands
    for group in (
        ("JSON", "CSV", "XML", "SQL", "LaTeX", "YAML", "HTML", "Python"),
        ("number",),
        ("table",),
        ("numbered", "bullets", "list"),
        ("code",),
        ("plain", "Markdown"),
    ):
        for form in forms:
            if form in group:
                return form
    return ""


_AT_THE_END: Final = re.compile(r"\b(?:at the end|on the last line|then|finally|after that|afterwards)\b")


def _is_number(text: str) -> bool:
    """Whether a clause says that the response is a number, and not that it ends with one."""
    return (
        _AT_THE_END.search(text) is None
        and MORE_FOLLOWS.search(text) is None
        and re.search(
            r"\b(?:only|just|simply?) (?:return |output |respond with |reply with |give |"
            r"provide )?(?:with |as |a |an |the |one |single |in )*(?:numeric |numerical |integer )?(?:number|"
            r"integer|score|"
            r"rating|digit|float)\b(?! of)|"
            r"\b(?:return|output|respond with|reply with|answer with|give|provid(?:e|ing)) "
            r"(?:only |just )?(?:a |an |the |single )*(?:numeric |numerical )?(?:number|integer|digit|float)"
            r"\b(?! of)|\b(?:return|output|respond|reply|answer) (?:only |just )?(?:with |as |in )?(?:a |an |the )?"
            r"single (?:numeric |numerical )?(?:score|rating)\b|"
            r"\b(?:answer|response|output|result|it) as (?:a|an|one) (?:single )?(?:integer|number|float)\b(?! of)|"
            r"\bnothing else except the number\b|\bexcept the "
            r"number\b|\brating must be "
            r"only\b|\b(?:rating|score|output|response|answer|reply)(?: value)? (?:should|must|has to|can) "
            r"(?:always |only )*be (?:a |an |the |single |pure |plain |just )*(?:integer|number|digit)\b|"
            r"\bscores? only\b",
            text,
        )
        is not None
    )


@cache
def _writes() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:write|create|generate|compose|draft|produce|formulate|output|return|provide|give|"
        r"make|prepare|craft|develop|rewrite|summarize as|turn into|construct|propose|come up "
        r"with)(?: (?:me|us|up|the user with|only))?(?: (?:a|an|one|the|your|1|single|new|exactly|\d+))*"
        r"(?P<noun>(?: (?!(?:of|in|with|that|for|about|to|on|using|and|or|as|from)\b)[a-z]+){1,7})"
    )


def _written(text: str) -> Iterator[str]:
    """Yield what a text asks to write, by the last noun of a phrase: "podcast title ideas" are titles."""
    known = frozenset(lexicon().words("nouns", "written"))
    is_known = False
    for found in _writes().finditer(text):
        words = found["noun"].split()
        names = (" ".join(words[start:end]) for end in range(len(words), 0, -1) for start in range(end))
        beside = PIECES if text.startswith(" and ", found.end()) else frozenset()  # "the title and the headings"
        for name in islice((name for name in names if name in known and name not in beside), 1):
            is_known = True
            yield name
    told = None if is_known else _TELLS_ONE.match(text)
    if told is not None and (noun := told["noun"].split()[-1]) not in _NO_TEXT and not noun.endswith("s"):
        yield noun


_TELLS_ONE: Final = re.compile(
    r"(?:given [^,;:]{3,120} , )?"
    r"(?:(?:please|now|then|you|will|must|should|your|the|task|job|goal|is|to|are|asked) )*"
    r"(?:write|generate|create|compose|draft|craft|formulate|come up with|suggest|propose|devise)(?: me)? "
    r"(?:a|an|one|1|exactly one|exactly 1)(?: \d+(?: to \d+)? (?:word|sentence|character|line|paragraph))?"
    r"(?P<noun>(?: (?!(?:of|in|with|that|for|about|to|on|using|and|or|as|from|based|which|by|if|when)\b)[a-z]+){1,5})"
)
"""The task of writing one thing, whatever it is called: "your task is to write a prompt"."""
_NO_TEXT: Final = word_set("""
    set number pair group series variety range way one new better json object array table file function class method
    module script program component test app application page website game diagram chart image picture video code
    project step plan analysis section part block map dictionary schema tool agent
""")
"""What is no text of its own, by which the response could be called."""


def read(placed: Placed, around: Around) -> list[Found]:
    """Return what one sentence asks of the response, in reading order; nothing for what is not about it."""
    language = spoken(placed.sentence.text)
    if language != "en":
        return _read_worded(placed, around, language)
    placed = _within(placed, around)
    addressee = _addressed(placed, around)
    own = specified_in(placed, around) if not placed.shown else None
    if own is not None:
        return _read_specified(placed, around, own)
    if addressee is Addressee.DEFINITION and _usual_part(placed, around) is not None:
        addressee = Addressee.RESPONSE
    if addressee is Addressee.DEFINITION and not _names_part(placed, around):
        asked = Found(judgement_of(placed), placed.sentence, _asking(placed.sentence.text))
        return [*_amounts_of_parts(placed, around), *([] if asks_nothing(placed) else [asked])]
    is_stated = addressee is not Addressee.RESPONSE
    if is_stated and (placed.shown or placed.area in (Area.INPUT, Area.EXAMPLE) or not _names_part(placed, around)):
        return _tags_of_work(placed, around) if addressee in (Addressee.WORK, Addressee.NOTHING) else []
    matches: list[tuple[Clause, Match]] = []
    for clause in clauses_of(placed, around):
        matches += [(clause, match) for match in _asked_in(clause)]
    if is_stated:
        matches = [each for each in matches if getattr(each[1].constraint, "part", WHOLE).named]
    if placed.lead is not None and OF_EACH_THING.search(placed.lead.text):
        matches = [each for each in matches if not _is_of_one(each[1].constraint, placed)]
    if placed.lead is not None and _LEFT_AS_IT_IS.search(placed.lead.text):
        matches = []
    matches = _sifted(matches, around)
    sentence = placed.sentence
    found = [Found(match.constraint, sentence, clause.span(match.start, match.end)) for clause, match in matches]
    found += _placed_at(sentence, bracketed(placed, around))
    found = list(dict.fromkeys(found))
    found.sort(key=lambda each: (each.phrase, each.constraint.describe()))
    if is_stated and addressee is not Addressee.DEFINITION:
        return found
    if _leaves_unsaid(placed, found) and (found or not (is_trade(placed.normal.text) or _is_title(sentence))):
        found.append(Found(judgement_of(placed), sentence, _asking(sentence.text)))
    return found


def _addressed(placed: Placed, around: Around) -> Addressee:
    """Return whom a sentence speaks of; of the response also where it calls by its name what is to be written."""
    if around.judges and placed.sentence.kind is SentenceKind.LIST_ITEM and _of_judged().match(placed.normal.text):
        return Addressee.INPUT
    addressee = addressee_of(placed)
    ours = (*around.written, *(_OF_JSON if around.is_json else ()))
    if addressee is Addressee.INPUT and not placed.shown and _of_written(ours).match(placed.normal.text):
        return Addressee.RESPONSE  # "the question is at most 80 characters", where one is to be written
    return addressee


@cache
def _of_judged() -> re.Pattern[str]:
    """Return what matches a rule that what is judged is to keep: "the response is polite"."""
    nouns = any_of((*lexicon().words("nouns", "response"), *lexicon().words("nouns", "written")))
    return re.compile(rf"(?:the|this|each|every) (?:[a-z]+ )?{nouns} [a-z]")


_OF_JSON: Final = ("object", "array", "element", "item", "entry")
"""What a response that is JSON is, and what stands in it: "The object has two keys"."""
_LEFT_AS_IT_IS: Final = re.compile(
    r"\b(?:keep|leave|preserve|retain)\b.*\b(?:unchanged|as (?:is|it is|they are)|intact|untouched|untranslated|"
    r"verbatim)\b.*:$|\b(?:do not|never) (?:change|translate|alter|modify|touch|edit|rewrite)\b[^.;]*:$"
)
"""A line that leads in what of the input stays as it is, where it is there: "Do not translate:"."""


def _is_of_one(constraint: Constraint, placed: Placed) -> bool:
    """Whether a response of several things keeps it only where each of them may be the whole."""
    if isinstance(constraint, Quantity):
        is_named = constraint.part.named.casefold() in placed.sentence.text.casefold()
        return constraint.most is not None and not constraint.part.each and (constraint.part == WHOLE or not is_named)
    if isinstance(constraint, Shows) and constraint.hold == "a title":
        return True
    is_edge = isinstance(constraint, Phrases) and constraint.rule in (Rule.STARTS, Rule.ENDS, Rule.ONE_OF)
    return isinstance(constraint, Fact) or (is_edge and getattr(constraint, "part", WHOLE) == WHOLE)


@lru_cache(maxsize=64)
def _of_written(written: tuple[str, ...]) -> re.Pattern[str]:
    """Return what matches a sentence about what the prompt tells to write, by its name."""
    return re.compile(
        rf"(?!.*(?:⟪|:$))(?:the|your|each|every|this) (?:[a-z]+ )?{any_of(written or ('⟦',))} "
        r"(?:is|has|must|should|can|cannot|needs|never|always|uses|contains|ends|begins|starts|does)\b"
    )


def _tags_of_work(placed: Placed, around: Around) -> list[Found]:
    """Return the elements that what is done before the answer is written in: "1. Think (in <thinking> tags)"."""
    if placed.shown or placed.area in (Area.INPUT, Area.EXAMPLE) or "<" not in placed.sentence.text:
        return []
    found = ((clause, match) for clause in clauses_of(placed, around) for match in Elements.read(clause))
    return [Found(match.constraint, placed.sentence, clause.span(match.start, match.end)) for clause, match in found]


def _asked_in(clause: Clause) -> Iterator[Match]:
    """Yield what a clause asks of the response, by every kind."""
    for match in (match for kind in KINDS for match in kind.read(clause)):
        before = clause.text[: match.start]
        is_asked = _OF_QUESTION.search(before) is not None and not isinstance(match.constraint, Choice)
        if not (is_asked or _OF_OTHERS.search(before)):
            yield match


_OF_QUESTION: Final = re.compile(
    r"\b(?:whether|(?:check|see|determine|decide|tell|judge|assess|evaluate|verify) if)\b"
    r"(?![^;]*(?:,|\band\b|\bthen\b))[^;]*$"
)
"""What is asked about the input, before what it asks: "check whether the essay has"."""
_OF_OTHERS: Final = re.compile(
    r"\b(?:ask|tell|invit|request|remind|encourag|instruct)(?:e|s|ing)? "
    r"(?:him|her|them|people|someone|(?:the |a |their |your )?(?!you |me |to )[a-z]+) to\b[^,;]*$"
)
"""What somebody else is to do, before what that is: "asking him to reply with"."""
_STATED_OF: Final = re.compile(
    r"(?:(?:the|each|every|all|valid|allowed|possible|permitted|accepted|available|supported|values (?:for|of)) )*"
    r"(?P<name>⟦\d+⟧|[a-z_]+(?: [a-z_]+){0,2}?)(?: (?:values?|levels|options|choices))?"
    r"(?: ?:| (?:is|are|has|have|ends?|begins?|starts?|takes?))(?= )"
)
"""What a statement begins with, of which it says something."""


def _names_part(placed: Placed, around: Around) -> bool:
    """Whether a statement begins with the name of a part of the response."""
    found = _STATED_OF.match(placed.normal.text)
    if found is None:
        return False
    name = placed.normal.quote(found["name"]) if found["name"].startswith("⟦") else found["name"]
    return named_part(name, around) is not None


def _usual_part(placed: Placed, around: Around) -> Part | None:
    """Return the part that texts usually have of which a line says what it is like: "Title: at most 8 words"."""
    label = _LABELLED.match(placed.normal.text)
    return usual_part(label["label"], around) if label is not None else None


def _within(placed: Placed, around: Around) -> Placed:
    """Return a sentence as one of the output where it stands below a section of the response."""
    if placed.area is Area.OUTPUT or not around.sections:
        return placed
    names = _bare_names(around.sections)
    is_within = any(bare_name(head.original) in names for head in placed.heads[-2:])
    return replace(placed, area=Area.OUTPUT) if is_within else placed


@lru_cache(maxsize=8)
def _bare_names(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(bare_name, names))


def _is_title(sentence: Sentence) -> bool:
    """Whether a heading names what stands under it, and does not ask for it: "# Cover Letter Task"."""
    words = re.findall(r"[^\W\d_]{4,}", sentence.text)
    is_named = all(word[0].isupper() for word in words) or re.match(
        r"[#*\s]*(?:what|how|when|why)\b", sentence.text, re.I
    )
    asks = re.match(r"[#*\s]*(?:always|never|do not|don't|no|must|please)\b", sentence.text, re.I)
    return sentence.kind is SentenceKind.HEADING and bool(is_named) and asks is None


def _read_specified(placed: Placed, around: Around, asked: Sequence[Asked]) -> list[Found]:
    """Return what a sentence asks that specifies a key: nothing of it is said of the whole response."""
    sentence = placed.sentence
    found = [*_placed_at(sentence, asked)]
    for clause in clauses_of(placed, around):
        found += [Found(m.constraint, sentence, clause.span(m.start, m.end)) for m in Keys.read(clause)]
    found += _placed_at(sentence, bracketed(placed, around))
    found = list({each.constraint: each for each in reversed(found)}.values())
    found.sort(key=lambda each: (each.phrase, each.constraint.describe()))
    if _leaves_unsaid(placed, found):
        found.append(Found(judgement_of(placed), sentence, _asking(sentence.text)))
    return found


def _placed_at(sentence: Sentence, asked: Iterable[Asked]) -> Iterator[Found]:
    """Yield what the words of a sentence ask, with their place in it."""
    return (Found(each.constraint, sentence, place_of(each.words, sentence.text)) for each in asked)


def _amounts_of_parts(placed: Placed, around: Around) -> Iterator[Found]:
    """Yield how long a part is where a line says what it is: "**Summary**: 2-3 sentences on the aim"."""
    for clause in clauses_of(placed, around):
        for match in Quantity.read(clause):
            amount = match.constraint
            if not isinstance(amount, Quantity) or _SAID_FIRST.fullmatch(clause.text, 0, match.start) is None:
                continue
            if amount.part != WHOLE or amount.is_of_things:
                yield Found(amount, placed.sentence, clause.span(match.start, match.end))


_SAID_FIRST: Final = re.compile(
    r"(?:[\w &/'-]+ ?(?::|—) ?)?(?:(?:a|an|the|in|[a-z]+ly|very|short|brief|concise|clear|,|\() ?)*"
)
"""What stands before an amount that is the first that is said of a part."""


def _read_worded(placed: Placed, around: Around, language: str) -> list[Found]:
    """Return what a sentence of another language asks of the response."""
    if language == OTHER or addressee_of(placed) is not Addressee.RESPONSE:
        return []
    sentence = placed.sentence
    matches, is_all = read_in(placed, around, language)
    sifted = [match for _, match in _sifted([(sentence, match) for match in matches], around)]
    found = [Found(match.constraint, sentence, Span(match.start, match.end)) for match in sifted]
    found.sort(key=lambda each: (each.phrase, each.constraint.describe()))
    if not is_all:
        asked = _last_of_lead(sentence)
        judgement = Judgement(" ".join(sentence.text[asked.start :].split())) if asked.start else judgement_of(placed)
        found.append(Found(judgement, sentence, asked if asked.start else _asking(sentence.text)))
    return found


def _last_of_lead(sentence: Sentence) -> Span:
    """Return where the last sentence stands of a line that leads in a list, behind those that say something else."""
    ends = [found.end() for found in re.finditer(r"[。！？.!?]\s*(?=[^\W\d])", sentence.text)]
    is_line = sentence.kind is SentenceKind.HEADING and is_lead(sentence.text)
    return Span(ends[-1] if ends and is_line else 0, len(sentence.text))


def _worded_facts(placed: Placed, language: str) -> Facts:
    found = _read_worded(placed, Around(), language)
    constraints = [each.constraint for each in found]
    chosen = [each.phrases for each in constraints if isinstance(each, Phrases) and each.rule is Rule.ONE_OF]
    choices = [*chosen, *(each.choices for each in constraints if isinstance(each, Choice) and each.part == WHOLE)]
    return Facts(
        forms=_distinct(each.form for each in constraints if isinstance(each, Form)),
        sections=_distinct(*(each.names for each in constraints if isinstance(each, Sections))),
        columns=_distinct(*(each.names for each in constraints if isinstance(each, Columns))),
        written=_distinct(_listed_in(each, language) for each in found if isinstance(each.constraint, Quantity)),
        choices=next(iter(choices), ()),
    )


def _listed_in(found: Found, language: str) -> str:
    """Return what a response has so many of: "写8个标题" asks for titles; "" where its entries are not counted."""
    amount, text = found.constraint, found.phrase.of(found.sentence.text).lower()
    if not isinstance(amount, Quantity) or amount.unit != "entries" or amount.part != WHOLE:
        return ""
    named = wording(language).find("entries", "nouns").findall(text)
    return named[-1] if named else ""


_Said = TypeVar("_Said")
"""The clause or sentence that a reading is of."""


def _sifted(matches: list[tuple[_Said, Match]], around: Around) -> list[tuple[_Said, Match]]:
    """Leave out what another reading of the same words says better."""
    kept: list[tuple[_Said, Match]] = []
    said = [match.constraint for _, match in matches]
    for clause, match in matches:
        each = match.constraint
        if (
            isinstance(each, Shows)
            and each.wanted
            and any(isinstance(o, Form | Quantity) and _same_thing(each, o) for o in said)
        ):
            continue
        if around.is_data and _is_of_text(each, around):
            continue
        is_remark = isinstance(each, Shows) and each.hold in _REMARKS
        if is_remark and (around.is_json or _is_among(match, clause, matches)):
            continue
        kept.append((clause, match))
    return kept


def _is_of_text(constraint: Constraint, around: Around) -> bool:
    """Whether it asks for marks or rows of a text, which in data are those of a value or of a database."""
    if isinstance(constraint, Shows):
        is_mark = constraint.kind_of is Category.RESPONSE_FORMAT and constraint.hold != "a code block"
        return is_mark and constraint.wanted and constraint.part == WHOLE
    if isinstance(constraint, Phrases) and constraint.rule is Rule.ONE_OF:
        return around.is_json and constraint.part == WHOLE
    if isinstance(constraint, Phrases):
        is_edge = _EDGE.fullmatch(constraint.part.source) is not None
        at_edge = is_edge and constraint.rule in (Rule.STARTS, Rule.ENDS)
        return around.is_json and at_edge and not set("[]{}").issuperset("".join(constraint.phrases))
    if not isinstance(constraint, Quantity) or constraint.part != WHOLE:
        return False
    if constraint.unit == "rows":
        return around.form != "CSV"
    is_one_object = around.is_json and bool(around.keys) and not around.tree.is_list
    return (around.is_json and constraint.unit in _OF_TEXT) or (is_one_object and constraint.unit == "entries")


_EDGE: Final = re.compile(r"response|(?:first|last)_(?:sentence|line|paragraph)\(response\)")
_OF_TEXT: Final = frozenset({"points", "items", "sentences", "paragraphs", "lines"})
"""What a text has and JSON has not."""
_REMARKS: Final = frozenset({"an apology", "a greeting", "a note or warning", "a preamble", "closing remarks"})
"""What an assistant says around a response, and a response may say by itself: in a list of what else to leave out."""


def _is_among(match: Match, clause: _Said, matches: Sequence[tuple[_Said, Match]]) -> bool:
    """Whether what is ruled out stands in a list of what shall not stand beside the response."""
    return any(
        isinstance(other.constraint, Alone)
        and beside == clause
        and other.start <= match.end
        and match.start <= other.end
        for beside, other in matches
    )


def _same_thing(shows: Shows, other: Constraint) -> bool:
    if isinstance(other, Form):
        return OF_FORM.get(other.form) == shows.hold
    return isinstance(other, Quantity) and shows.hold in OF_UNIT.get(other.unit, ())


@cache
def _idle() -> frozenset[str]:
    """The words that ask for nothing by themselves: "keep the note ..."."""
    lex = lexicon()
    nouns = (word for key in ("response", "written") for noun in lex.words("nouns", key) for word in noun.split())
    small = (
        "keep use write make must should shall the your this that please all has have and always ensure sure be now "
    )
    small += (
        "for final format length limit total section sections somewhere anywhere produce generate create draft begin "
        "start end first last character "
    )
    verbs = "verify check confirm validate add new under no circumstances needed necessary required "
    verbs += "provide give return respond answer reply include contain limit stay any its are will not never avoid don"
    named = tuple(nouns)
    return frozenset({*named, *map(plural, named), *small.split(), *verbs.split()})


def _leaves_unsaid(placed: Placed, found: Sequence[_Reading]) -> bool:
    """Whether the readings cover too little of a sentence, so that a judge is asked about all of it.

    What goes with a reading is no more than it: why it is asked, the length that a number says, what nothing stands
    beside.
    """
    if asks_nothing(placed):
        return False
    if not found:
        return not only_leads(placed, _idle())
    phrases = {(each.phrase.start, each.phrase.end) for each in found}
    covered = {at for start, end in phrases for at in range(start, end)}
    text = placed.normal.original
    why = _motive().search(text, max(covered, default=0))
    idle = _idle().union(*(_goes_with(each.constraint) for each in found))
    shown = {at for each in _SHOWN.finditer(text) for at in range(each.start(), each.end())}
    words = [*re.finditer(r"[^\W_]{3,}", text[: why.start() if why is not None else None])]
    said = sum(word.start() in covered for word in words)
    covered |= shown
    left = sum(word.group().lower() not in idle for word in words if word.start() not in covered)
    return said < _ENOUGH * (said + left)


_SHOWN: Final = re.compile(r"\([^()]*\.\.\.[^()]*\)")
"""What a demand is shown by, in brackets: "(I added ...)"."""


def _goes_with(constraint: Constraint | None) -> frozenset[str]:
    """Return the words that say no more than a constraint does, where they stand beside those that it was read from."""
    part = getattr(constraint, "part", WHOLE)
    said = _OF_PART.union(re.findall(r"[^\W_]+", part.named.lower())) if part != WHOLE else frozenset[str]()
    if isinstance(constraint, Alone):
        said |= _BESIDE
    elif isinstance(constraint, Quantity):
        said |= LENGTH_WORDS
    elif isinstance(constraint, Phrases):
        said |= _CALLED
    elif isinstance(constraint, InLanguage):
        said |= {"language"}
    elif isinstance(constraint, Keys | KeyType):
        said |= _TYPES
    elif isinstance(constraint, Given):
        said |= frozenset(constraint.field.lower().split("_"))
    return said


_OF_PART: Final = frozenset({"each", "every", "bullet", "bullets", "item", "items", "point", "points", "line", "lines"})
_CALLED: Final = frozenset({"such", "like", "word", "words", "phrase", "phrases", "term", "terms", "tag", "tags"})
_TYPES: Final = frozenset(
    {"string", "str", "text", "number", "integer", "int", "float", "boolean", "bool", "list", "array", "object",
     "strings", "numbers", "objects", "entries", "items"}
)  # fmt: skip
_BESIDE: Final = frozenset(
    {"outside", "before", "after", "around", "except", "besides", "beyond", "other", "than", "extra", "additional",
     "structured", "json", "xml", "csv", "object", "array", "itself", "markdown", "commentary", "explanation",
     "explanations"}
)  # fmt: skip
"""What is said of nothing beside the response, behind the words that ask for it."""


@cache
def _motive() -> re.Pattern[str]:
    """Return what matches why something is asked, behind it: "to drive engagement", "so that users enjoy it"."""
    return re.compile(
        rf"(?i)\b(?:in order to|so (?:that|it|they|users?|the)|because|since|"
        rf"to (?!{lexicon().alternation('verbs', 'produce')}\b)[a-z]{{3,}}(?<!ing))\b"
    )


def _asking(text: str) -> Span:
    """Return where a sentence asks: without its marker and label, and the examples in brackets at its end."""
    marked, examples = _MARKED.match(text), _EXAMPLES.search(text)
    start = marked.end() if marked is not None else 0
    return Span(start, examples.start() if examples is not None and examples.start() > start else len(text))


def clauses_of(placed: Placed, around: Around) -> Iterator[Clause]:
    """Yield the clauses of a sentence, each with its part and its condition."""
    normal = placed.normal
    text = normal.text
    lead = placed.lead
    led_by_negation = lead is not None and rules_out(lead.text)
    before = lead.text if lead is not None and lead.text.endswith(":") else ""
    splits = [
        found
        for found in _SPLIT.finditer(without_examples(text))
        if not (_is_in_name(normal, found) or text.count("(", 0, found.start()) > text.count(")", 0, found.start()))
    ]
    motives = list(_MOTIVE.finditer(text))
    reasons = {each.end() for each in motives}
    splits = sorted((*splits, *motives, *_SO_THAT.finditer(text), *_ANEW.finditer(text)), key=lambda each: each.start())
    starts, ends = [0, *(found.end() for found in splits)], [*(found.start() for found in splits), len(text)]
    names = tuple(_names_above(placed, around))
    part = next((found for name in names if (found := _entitled(name, around)) is not None), None)
    part = part or _usual_part(placed, around) or around.text
    held = next((name for text, name in around.held if text == placed.sentence.text), None)
    part = element(held) if held is not None and part == WHOLE else part
    titled = _ITEM_TITLE.match(placed.opener) if part == WHOLE else None
    is_of_part = titled is not None and GENERAL.search((titled["title"] or "").lower()) is None
    if part == around.text and placed.opener:
        named = [
            each for each in around.sections if re.search(rf"\bsection\b[^.]{{0,30}}\b{re.escape(each)}", placed.opener)
        ]
        part = section(named[0]) if len(named) == 1 else part  # "in a section called X, list it. Use bullets."
    is_untitled = any(bare_name(name) == bare_name(known) for name in names for known in around.running)
    is_row = part == WHOLE and _ROW_OF_PARTS.match(text) is not None
    under_condition = any(_CASES.fullmatch(head.text) or is_conditional(head.text) for head in placed.heads[-2:])
    under_condition = under_condition or follows_case(placed)
    is_led = False
    for start, end in zip(starts, ends, strict=True):
        body = text[start:end]
        is_led = _leads_in_case(body) or (is_led and _BEHIND_COMMA.search(text, 0, start) is not None)
        if end - start < 3 or start in reasons:
            continue
        conditional = (
            under_condition
            or is_untitled
            or is_row
            or (part == around.text and is_form_line(placed.sentence.text))
            or (is_of_part and "⟦" not in body)
            or is_led
            or (part == WHOLE and _names_a_case(placed))
            or is_conditional(body)
            or _PERMITTED.search(re.sub(r"\([^()]*\)", "", body)) is not None
            or _ASIDE.match(body) is not None
        )
        excepted = any(always().match(body, found.start()) is None for found in exception().finditer(body))
        above = tuple(head.text for head in placed.heads[-2:])
        at_line = edge_line(body) if part == around.text == WHOLE else None
        yield Clause(normal, start, end, around, at_line or part, conditional, excepted, led_by_negation, before, above)


def _is_in_name(normal: Normal, found: re.Match[str]) -> bool:
    """Whether the period that a split was found at stands in a name: "strings under menu.*"."""
    if found.group() != " . ":
        return False
    at = normal.span(found.start() + 1, found.end() - 1).end
    is_word = re.search(r"\w{2}\.$", normal.original[:at]) is not None  # not "i.e."
    return is_word and re.match(r"[a-z*_]", normal.original[at:]) is not None


_CASES: Final = re.compile(
    r"(?:the )?(?:common|typical|possible|supported|available|example) (?:[a-z]+ )?"
    r"(?:tasks|requests|actions|commands|operations|modes|use cases|capabilities|scenarios)(?: ?:)?"
)
"""A heading of what users may ask for: each item below it holds where that one is asked for."""


def _names_a_case(placed: Placed) -> bool:
    """Whether an item is one of several cases, named by its label: "- short: 2 to 4 sentences"."""
    label = re.match(r"(?P<label>[\w &/'-]{2,30}?) ?: ", placed.normal.text)
    if label is None or placed.sentence.kind is not SentenceKind.LIST_ITEM or len(label["label"].split()) > 3:
        return False
    if label["label"] in lexicon().units or singular(label["label"]) in lexicon().words("nouns", "part"):
        return False  # "Hashtags: 3-5", "Keys: snake_case"
    rest = placed.normal.text[label.end() :]
    return GENERAL.search(label["label"]) is None and not is_instruction(label["label"]) and not is_instruction(rest)


def _leads_in_case(text: str) -> bool:
    """Whether a clause begins with a condition, which holds for what follows behind commas too."""
    starts = (condition().match(each) for each in (text, _LABEL_AHEAD.sub("", text)))
    return any(found is not None and always().match(found.string, found.start()) is None for found in starts)


_ROW_OF_PARTS: Final = re.compile(
    r"(?:(?:the|your|use|this|following|output|response|recommended|required) )*"
    r"(?:structure|format|sections|outline|parts|components|layout|order) ?: [^;:]+(?:;|→|->|>) ?[^;]+(?:;|→|->|>) ?\S|"
    r"(?![^:]*\b(?:sections|headings|json|yaml|keys?|fields?|columns?|properties|values?)\b)"
    r"[^:()]{3,60} : (?:[^(),;:]{2,60} \([^()]+\)(?: ?,)?(?: and)? ?){2,}"
)
"""The parts of a text in one row, of which each may say what it has: "Structure: headline; two paragraphs; ..."."""
_ITEM_TITLE: Final = re.compile(
    r"\s*(?:[-*+•]|\d{1,2}[.)])\s+(?:\*\*(?P<title>[^*\n]{2,40})\*\*[.:]?\s*$|"
    r"\**(?=[^:\n]*(?i:paragraph|section|title|headline|heading|intro|summary|body|conclusion|sentence|opening|closing))"
    r"[A-Z][^:*\n]{2,40}:\**\s)"
)
"""The title of a part that an item begins with: "1. **Reason.** One sentence.", "2. OPENING PARAGRAPH: ..."."""
_ASIDE: Final = re.compile(
    r"(?:otherwise|else)\b|without [^,]{2,60} , |(?:for example|for instance|e ?\. ?g ?\.|eg) ?[,:]"
)
"""How a clause begins that holds in some cases, or is an example."""
_BEHIND_COMMA: Final = re.compile(r"(?:, ?(?:then )?| and |— ?)$")
_LABEL_AHEAD: Final = re.compile(r"^[^:]{2,40} : ")


_LABELLED: Final = re.compile(
    r"(?P<label>[\w &/'-]{2,40}?) ?(?::|—|\((?= (?:give|write|list|provide|describe|include)\b)) "
)


_MARKER: Final = re.compile(r"^\s*(?:[-*+•·]|\(?\d{1,3}[.)])\s+")
_QUOTED_SUBJECT: Final = re.compile(
    r"(?:the |your |each )?(?P<mark>⟦\d+⟧)(?: (?:section|part|heading|field))? "
    r"(?:should|must|shall|has to|needs to|is|are|has|have|contains?|lists?)\b"
)
"""A sentence that begins with the name of a part in quotation marks: 'The "Costs" should be a list'."""


def _names_above(placed: Placed, around: Around) -> Iterator[str]:
    """Yield what names the part that a sentence speaks of: its label, its title, the headings above, nearest first."""
    label = _LABELLED.match(placed.normal.text)
    names = [placed.normal.written(label.start("label"), label.end("label"))] if label else []
    names += [placed.normal.quote(found["mark"]) for found in (_QUOTED_SUBJECT.match(placed.normal.text),) if found]
    names.append(name_in(placed.sentence.text))
    if _of_all(around.written).search(placed.normal.text) is None:
        above = (_MARKER.sub("", line) for line in reversed(placed.sentence.context[-2:]))
        names += takewhile(lambda line: _is_known(title_of(line), around) or not divides_prompt(title_of(line)), above)
    yield from (title for name in names if 0 < len((title := title_of(_title_in(name))).split()) <= _LONGEST_TITLE)


def _is_known(title: str, around: Around) -> bool:
    return named_part(title, around) is not None


_LONGEST_TITLE: Final = 6
_REGARDS: Final = (
    r"(?:rules|guidelines|guidance|requirements|format|formatting|quality|style|specs|specifications|constraints|"
    r"instructions|strategy|length|tips|standards|criteria)"
)
_REGARDING: Final = re.compile(
    rf"(?i)^(?:in|inside|within) (?:the )?|(?:for|about) (?:the )?|\b(?: {_REGARDS})+$|^{_REGARDS} (?:for|of) (?:the )?"
)
"""What a heading has beside the name of the part that it gives rules for: "Tag format rules", "Rules for titles"."""


def _title_in(line: str) -> str:
    """Return the title that a heading, a lead-in or an item with details begins with: "Caption (one line): ..."."""
    return re.split(r":\*{0,2}\s|\s[—–-]\s|\s\(", line, maxsplit=1)[0].strip("*# :")


def _entitled(title: str, around: Around) -> Part | None:
    """Return the part that a title names, alone, with words for rules, or as the last noun: "INSTAGRAM CAPTION"."""
    bare = _REGARDING.sub("", title).strip("<> ")
    names = (title, bare, *(bare.split()[-1:] if bare.isupper() else ()))
    return next((part for name in names if name and (part := named_part(name, around)) is not None), None)


@cache
def _of_all(written: tuple[str, ...]) -> re.Pattern[str]:
    """Return what matches words for the response as a whole, or for all its sections, whatever heading is above."""
    nouns = any_of((*lexicon().words("nouns", "response"), *written))
    return re.compile(rf"\b(?:the|your|whole|entire) {nouns}\b|\b(?:each|every|all|any) sections?\b")
