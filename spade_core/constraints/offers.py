"""What a prompt gives to choose from: lists below or in a line, what a placeholder holds, an answer for each case."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from spade_core.constraints.choices import OF_MANNER, Choice, choice_nouns
from spade_core.constraints.clause import Around
from spade_core.constraints.constraint import Constraint
from spade_core.constraints.found import Found
from spade_core.constraints.outline import LAID_OUT_IN, plain_of, plain_text
from spade_core.constraints.part import Part, section
from spade_core.constraints.parts import named_part, singular
from spade_core.constraints.worded import is_offer
from spade_core.deltas import SentenceKind
from spade_core.language import OTHER, normalised, spoken
from spade_core.structure import Placed, Structure, only_numbered
from spade_core.text import Span


@cache
def _offered() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:one|any|some|all|each)? ?(?:or more )?(?:of )?(?:the |these |following |allowed |"
        rf"possible |valid |available |predefined |given )*(?P<noun>{choice_nouns()})\b"
    )


@cache
def _inline_options() -> re.Pattern[str]:
    return re.compile(
        rf"^(?:(?:the|allowed|possible|valid|available) )*(?P<noun>{choice_nouns()})(?<=s)(?: \([^)]*\))? : "
        rf"(?P<list>[^.:]+)\.?$"
    )


_LISTED: Final = (SentenceKind.LIST_ITEM, SentenceKind.PROSE)
_QUOTED_NAME: Final = re.compile(r"\"[\w ]{1,40}\": [A-Z]")
"""A name in quotation marks with what it means behind it, which looks like JSON: '"Correct": Both say the same.'."""
OF_THESE: Final = re.compile(
    r"\b(?:1|one)(?: and only (?:1|one))? of (?:(?:the )?(?:following|these)(?: exactly)? ?)?:$"
)


@lru_cache(maxsize=4)  # the first pass asks for them, and then the second
def options_in(structure: Structure) -> tuple[tuple[Placed, str, tuple[str, ...]], ...]:
    """Return the closed lists of choices that a prompt gives below a line: that line, the noun, the choices."""
    groups: dict[tuple[str, int], list[Placed]] = {}
    for placed in structure.placed:
        context = placed.sentence.context
        is_line = placed.sentence.kind is SentenceKind.HEADING and not placed.sentence.text.startswith("#")
        is_line = is_line or _QUOTED_NAME.match(placed.sentence.text) is not None
        if context and not placed.shown and (is_line or placed.sentence.kind in _LISTED):
            groups.setdefault((context[-1], placed.sentence.part), []).append(placed)
    found = []
    for placed in structure.placed:
        inline = _inline_options().match(placed.normal.text)
        if inline is not None and not placed.shown and "⟪" not in placed.normal.text:
            begin = placed.normal.span(inline.start("list"), len(placed.normal.text)).start
            names = [
                name.strip(" *_`\"'.“”") for name in re.split(r",|/|;|\bor\b|\band\b", placed.sentence.text[begin:])
            ]
            is_list = all(
                name and len(name.split()) <= 3 and not (OF_MANNER.search(name) or set("()[]<>{}") & set(name))
                for name in names
            )
            if 2 <= len(names) <= 30 and is_list:
                found.append((placed, inline["noun"], tuple(dict.fromkeys(names))))
    for (lead, part), items in groups.items():
        if spoken(lead) not in ("en", OTHER):
            names = [_option(each) for each in items]
            above = next((p for p in structure.placed if plain_of(p) == plain_text(lead)), None)
            if above is not None and is_offer(lead, names, spoken(lead)):
                found.append((above, lead, tuple(dict.fromkeys(names))))
            continue
        text = normalised(lead).text
        is_bare = OF_THESE.search(text) is not None
        items = [each for each in items if is_bare or each.sentence.kind is not SentenceKind.HEADING]
        offered = _offered_in(text)
        noun = offered["noun"] if offered is not None else ""
        choosing = (
            is_bare
            or re.search(
                r"\b(?:following|allowed|one of|one or more|choose|select|classify|categorize|categorise|"
                r"possible|valid|exactly one|options|multi label|pick|from|supported|accepted|permitted)\b",
                text,
            )
            or _is_taken_from(structure, text)
        )
        quoted = _quotations_alone(items)
        if (
            (offered is None and not is_bare)
            or not choosing
            or not lead.rstrip("*_ ").endswith(":")
            or not 2 <= max(len(items), len(quoted)) <= 30
        ):
            continue
        names = list(quoted) or [_option(each) for each in items]
        if _listed_otherwise(structure, names) or only_numbered(names):
            continue
        if (
            all(names)
            and (
                said := next(
                    (p for p in structure.placed if p.sentence.part == part and plain_of(p) == plain_text(lead)), None
                )
            )
            is not None
        ):
            found.append((said, noun, tuple(dict.fromkeys(names))))
    return tuple(found)


def _offered_in(text: str) -> re.Match[str] | None:
    """Return the noun for choices in a line that leads them in; None where it is what is written about."""
    found = _offered().search(text)
    return found if found is not None and _ABOUT.search(text, 0, found.start("noun")) is None else None


_ABOUT: Final = re.compile(r"\b(?:about|for|on|to) (?:the |this |a |your )?$")
"""What makes a noun that of what something is written about: "for the topic"."""


def _is_taken_from(structure: Structure, title: str) -> bool:
    """Whether a line is the title of choices, and the prompt has a key for one of them: "Categories:"."""
    found = _titles_choices().fullmatch(title)
    if found is None:
        return False
    noun = found["key"] or singular(found["noun"])
    keyed = re.compile(rf"[\"']{re.escape(noun)}[\"']\s*:")
    return any(keyed.search(each.sentence.text) for each in structure.placed)


@cache
def _titles_choices() -> re.Pattern[str]:
    return re.compile(rf"(?:the )?(?:(?P<key>[a-z_]+) )?(?P<noun>{choice_nouns()}) ?:")


def _listed_otherwise(structure: Structure, names: Sequence[str]) -> bool:
    """Whether another line quotes most of the choices, and others: the prompt does not agree with itself."""
    known = {name.casefold() for name in names}
    for placed in structure.placed:
        quoted = {quote.casefold() for quote in placed.normal.quotes}
        if 2 * len(quoted & known) > len(known) and not quoted <= known and not placed.shown:
            return True
    return False


def _quotations_alone(items: Sequence[Placed]) -> tuple[str, ...]:
    """Return the quotations, or names with capitals, of the one line below a lead-in, where it has nothing else."""
    if len(items) != 1:
        return ()
    if not items[0].normal.quotes:
        written = re.split(r"\b(?:based on|according to|depending on)\b|[.:]", items[0].sentence.text)[0]
        names = tuple(name.strip() for name in re.split(r",|;|\bor\b", written) if name.strip())
        return names if len(names) > 2 and all(name[0].isupper() and len(name.split()) < 4 for name in names) else ()
    is_bare = re.fullmatch(r"(?:⟦\d+⟧|,|;|/|\||or|and|\.| )+", items[0].normal.text) is not None
    return items[0].normal.quotes if is_bare else ()


def _option(placed: Placed) -> str:
    """Return the name of a choice, before a colon, a dash or a parenthesis; "" when the line is no choice."""
    text = re.sub(r"^\s*(?:(?:[-*+•·]|\d{1,3}[.)]|[a-z][.)])\s+|\d{1,2}[、．])", "", placed.sentence.text).strip()
    name = re.split(r"\s*(?:[:：（]|\s[-–—]\s|\(|——)", text, maxsplit=1)[0].strip(" *_`\"'.“”「」『』")
    return name if 0 < len(name.split()) <= 6 and len(name) <= 40 else ""


def may_offer(line: str) -> bool:
    """Whether a line may list what the response is chosen from."""
    return ":" in line and len(line) <= _LONGEST_OFFER and _inline_options().match(normalised(line).text) is not None


def may_tell_case(sentence: str) -> bool:
    """Whether a sentence may say what the response is in one case: 'if it floats, answer "fit"'."""
    return _ANSWER_OF_CASE.search(normalised(sentence).text) is not None


def may_close_cases(sentence: str) -> bool:
    """Whether a sentence may say that there are no other cases than those that others tell."""
    return _OTHERWISE.search(normalised(sentence).text) is not None


_LONGEST_OFFER: Final = 600


def of_options(structure: Structure, around: Around) -> Iterator[Found]:
    """Yield that the response is chosen from the lists that the prompt gives."""
    for placed, noun, choices in options_in(structure):
        constraint: Constraint | None = None
        if around.is_json:
            part = _part_offered(noun, around)
            constraint = Choice(choices, part, among=True) if part is not None else None
        elif around.form == "" and len(around.sections) < 2:
            constraint = Choice(choices, among=True)
        elif around.form in LAID_OUT_IN and (over := placed.sentence.context[-1:]) and over[0] in around.sections:
            constraint = Choice(choices, section(over[0]), among=True)
        if constraint is not None:
            yield Found(constraint, placed.sentence, Span(0, len(placed.sentence.text)))


_ANSWERING: Final = (
    r"\b(?:answer|respond|reply|output|return|say|write|print|show)"
    r"(?: (?:with|only|just|simply|exactly|back|the|word|number|single|letter|either|an?))* "
)
_ANSWER_OF_CASE: Final = re.compile(
    rf"\b(?:if|when|otherwise|else)\b[^.;⟦]{{0,160}}?{_ANSWERING}(?P<name>⟦\d+⟧)(?! ?(?:or|and|/) ?⟦)"
)
_LONGEST_NAME: Final = 3
"""Words of an answer that names a case; a longer one is a text of its own."""


def of_cases(structure: Structure, around: Around) -> Iterator[Found]:
    """Yield that the response is one of the answers that sentences give, each for its case.

    'If the first is better, answer "A". Otherwise, answer "B".'
    """
    said = [placed for placed in structure.placed if not placed.shown]
    if around.is_notation or around.sections or any(_SEVERAL_OF.search(placed.normal.text) for placed in said):
        return
    answers = [each for placed in said for each in _answers_of_cases(placed)]
    names = tuple(dict.fromkeys(name.strip(" .") for _, name, _ in answers))
    if len(names) < 2 or not all(0 < len(name.split()) <= _LONGEST_NAME for name in names):
        return
    if any(_OTHERWISE.search(placed.normal.text) for placed, *_ in answers):
        for placed, _, span in answers:
            yield Found(Choice(names, among=True), placed.sentence, span)


def _answers_of_cases(placed: Placed) -> Iterator[tuple[Placed, str, Span]]:
    """Yield the answers in quotation marks that a sentence gives for cases."""
    normal = placed.normal
    for found in _ANSWER_OF_CASE.finditer(normal.text) if normal.quotes else ():
        yield placed, normal.quote(found["name"]), normal.span(*found.span())


_OTHERWISE: Final = re.compile(r"\b(?:otherwise|else)\b")
"""What says of cases that there are no others."""


_SEVERAL_OF: Final = re.compile(
    r"\b(?:comma|semicolon|pipe|newline|line) separated\b|\bone or more (?:of|from)\b|\ball that apply\b"
)
"""What says of answers that several may stand in one response."""


def _part_offered(noun: str, around: Around) -> Part | None:
    """Return what is called by a noun, or by a key that a line in another language names."""
    named = (key for key in around.keys if re.search(rf"(?<![A-Za-z_]){re.escape(key)}s?(?![A-Za-z_])", noun))
    return named_part(noun, around) or next((named_part(key, around) for key in named), None)
