"""What one sentence of a prompt tells, by category: its stretches, each with a reason.

Whom the sentence speaks of decides first (`spade_core.structure`): a role or a step of thinking describes the work. A
sentence about the response is read clause by clause: what the constraints find (`spade_core.constraints`) has their
category; what only a judge could decide has the category of its verb, its polarity and its adjectives. The words are
data of the lexicon. Every stretch counts for itself: none takes the place of another.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from spade_core.categories.category_match import Asking, CategoryMatch, words
from spade_core.categories.content import exclusions, inclusions, rules_out
from spade_core.categories.layout import layout_nouns, layouts, quantities
from spade_core.categories.manner import qualities
from spade_core.constraints import KINDS, Alone, Around, Clause, Match, clauses_of, condition
from spade_core.deltas import Sentence, SentenceKind, without_comments
from spade_core.language import Reading, reading_of
from spade_core.structure import Addressee, Area, Placed, addressee_of, is_instruction, place
from spade_core.taxonomy import Category
from spade_core.text import Span

_Reader = Callable[[Asking], Iterator[CategoryMatch]]
_READERS: Final[tuple[_Reader, ...]] = (quantities, exclusions, layouts, qualities, inclusions)
"""In this order: a verb of telling asks for content only where the others read nothing."""
_SAID: Final = (SentenceKind.PROSE, SentenceKind.LIST_ITEM)


def told_by(placed: Placed) -> tuple[CategoryMatch, ...]:
    """Return what a sentence tells, in reading order; nothing for what is shown, for code and for labels."""
    return () if placed.shown else _told(replace(placed.sentence, part=0, span=Span(0, 0)))


@lru_cache(maxsize=4096)  # a version repeats most of the one before, an editor all but a line at each keystroke
def _told(sentence: Sentence) -> tuple[CategoryMatch, ...]:
    placed = place(replace(sentence, text=without_comments(sentence.text)))
    kind, text = sentence.kind, placed.normal.text
    listed_example = placed.area is Area.EXAMPLE and kind is SentenceKind.LIST_ITEM
    if listed_example or kind is SentenceKind.CODE or reading_of(sentence.text) is Reading.FOREIGN:
        return ()
    addressee = addressee_of(placed)
    found = [*_slots(text, kind), *(_clauses(placed, addressee) if _is_read(placed, addressee) else ())]
    if kind in _SAID:
        found += _shown_in_passing(text)
        found += _work(text, addressee, alone=not found)
    found = [each._replace(words=text[slice(*each.core)]) for each in found]
    return tuple(sorted(set(found), key=lambda each: (each.start, each.end, each.category.value)))


def _is_read(placed: Placed, addressee: Addressee) -> bool:
    if addressee is not Addressee.NOTHING:
        return True
    if placed.sentence.kind not in _SAID or placed.area in (Area.EXAMPLE, Area.INPUT):
        return False
    text = placed.normal.text
    return _LABEL.fullmatch(text) is None or (text.endswith(":") and layout_nouns().search(text) is not None)


_LABEL: Final = re.compile(r"[\w ()'/&.,-]{1,60} ?[:=] ?(?:(?:[⟦⟪]\d+[⟧⟫]|[\"'<>\[\]()]) ?)*")


def _slots(text: str, kind: SentenceKind) -> Iterator[CategoryMatch]:
    """Yield the slots of a layout: ``Verdict: <yes or no>``."""
    if kind is SentenceKind.TABLE:
        yield CategoryMatch(Category.RESPONSE_FORMAT, "lays out a table", 0, len(text), (0, len(text)))
    elif kind is not SentenceKind.DELIMITER:
        for found in re.finditer(r"< [^<>|/=]{3,160} >|\[ [a-z][^\[\]]{8,160} \]", text):
            yield CategoryMatch(Category.RESPONSE_FORMAT, "slot to fill in", *found.span(), found.span())


def _clauses(placed: Placed, addressee: Addressee) -> Iterator[CategoryMatch]:
    text = placed.normal.text
    under_output = placed.area is Area.OUTPUT or text.endswith(":")
    asks = (
        is_instruction(text)
        or _subject().match(text) is not None
        or (condition().match(text) is not None and addressee is not Addressee.WORK)
    )
    for clause in clauses_of(placed, Around()):
        clause = replace(clause, conditional=False, excepted=False)  # what is asked in some cases is asked
        if addressee is Addressee.RESPONSE or (
            asks and addressee is not Addressee.WORK and addressee is not Addressee.ROLE
        ):
            asking, readers = Asking(clause, sure=True), _READERS
            asking.told.extend(_constraints(clause))
        elif addressee in (Addressee.NOTHING, Addressee.DEFINITION):
            asking, readers = Asking(clause, sure=under_output), _READERS
            asking.told.extend(_constraints(clause) if under_output else ())
        else:
            asking = Asking(clause, sure=False)
            readers = {Addressee.INPUT: (quantities,), Addressee.WORK: (exclusions,)}.get(addressee, ())
        known = {(each.category, each.start, each.end) for each in asking.told}
        for reader in readers:
            for told in reader(asking):
                if (same := (told.category, told.start, told.end)) not in known:
                    known.add(same)
                    asking.told.append(told)
        for each in asking.told:
            core = (clause.start + each.core[0], clause.start + each.core[1])
            yield each._replace(start=clause.start + each.start, end=clause.start + each.end, core=core)


@cache
def _subject() -> re.Pattern[str]:
    """Return what matches a sentence about the response or a part of it: "the first line is the title"."""
    nouns = "|".join([*(words("nouns", key) for key in ("response", "written", "part")), words("qualities", "nouns")])
    return re.compile(rf"(?:the|your|each|every) (?:\w+ )?(?:{nouns})(?!\w)")


def _constraints(clause: Clause) -> Iterator[CategoryMatch]:
    asking = Asking(clause, sure=True)
    forbids = clause.led_by_negation or any(rules_out(asking, start, end) for start, end, _ in clause.negations())
    for kind in KINDS:
        for match in kind.read(clause):
            category = match.constraint.kind_of
            if category is Category.EXCLUSION and not forbids:
                continue  # negated within a condition: "if there is no title, use 'none'"
            if not isinstance(match.constraint, Alone) or _is_alone(clause, match, forbids=forbids):
                span = (match.start, match.end)
                yield CategoryMatch(category, match.constraint.describe(), *span, span, constraint=match.constraint)


_BESIDE: Final = re.compile(r"\b(?:only|just|solely|exclusively|nothing|other|additional|extra|further|surrounding)\b")


def _is_alone(clause: Clause, match: Match, *, forbids: bool) -> bool:
    """Whether it is asked that nothing stands beside the content: "no disclaimers" rules out a content."""
    if re.match(r" (?:after|on|once|what|questions?|one|1|a single)\b", clause.text[match.end :]):
        return False
    return next(clause.negations(), None) is None or (forbids and _BESIDE.search(clause.text) is not None)


def _shown_in_passing(text: str) -> Iterator[CategoryMatch]:
    for found in _sample().finditer(text):
        yield CategoryMatch(Category.EXAMPLE_DEMONSTRATION, "shows a sample in passing", *found.span(), found.span())


@cache
def _sample() -> re.Pattern[str]:
    good = r"(?:good|great|ideal|typical|sample|example|possible|correct)"
    would = r"(?:(?:would|could|might) (?:be|read|look like) |is )?"
    return re.compile(rf"\b{good} {words('nouns', 'response')} {would}: ?⟦\d+⟧")


_WORK: Final = {Addressee.ROLE: "says who does the work", Addressee.WORK: "says how to work"}


def _work(text: str, addressee: Addressee, *, alone: bool) -> Iterator[CategoryMatch]:
    """Yield what a sentence tells of the work: its role, its order; or what to do, where it tells nothing else."""
    whole = (0, len(text))
    if addressee in _WORK:
        yield CategoryMatch(Category.WORKFLOW_DESCRIPTION, _WORK[addressee], *whole, whole)
        return
    found = _order().search(text)
    if found is not None:
        yield CategoryMatch(Category.WORKFLOW_DESCRIPTION, "names an order of work", *found.span(), found.span())
    elif (
        alone
        and not text.endswith(":")
        and "⟪" not in text
        and (_WORKING.search(text) or (is_instruction(text) and not text.startswith("no ")))
    ):
        yield CategoryMatch(Category.WORKFLOW_DESCRIPTION, "says what to do", *whole, whole)


_WORKING: Final = re.compile(r"\b(?:please|must|should|always|need to) [a-z]+")


@cache
def _order() -> re.Pattern[str]:
    """Return what matches words of order where a sentence begins, and some of them anywhere."""
    begins = rf"^(?:please |and |also )*{words('order', 'phrases')}"
    anywhere = rf"(?<!\w)(?:{words('order', 'anywhere')}|before \w+ing|after \w+ing|step \d)"
    goes_on = r"[,;:.] (?:then|next|finally)"
    return re.compile(rf"(?:{begins}|{anywhere}|{goes_on})(?!\w)(?! (?:of|person|line|sentence|word|paragraph)\b)")
