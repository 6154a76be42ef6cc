"""What a prompt gives to choose from: lists below or in a line, what a placeholder holds, an answer for each case."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from spade_core.constraints.choices import OF_MANNER, Choice, choice_nouns
from spade_core.constraints.clause import Around
from spade_core.constraints.constraint import Constraint
from spade_core.constraints.found import Found
from spade_core.constraints.outline import plain_of, plain_text
from spade_core.constraints.part import WHOLE, Part
from spade_core.constraints.parts import named_part, singular
from spade_core.constraints.values import range_in
from spade_core.constraints.worded import is_offer
from spade_core.deltas import SentenceKind
from spade_core.language import OTHER, normalised, spoken
from spade_core.structure import Addressee, Placed, Structure, addressee_of, is_instruction, only_numbered
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
        is_told = placed.lead is None or "metadata" not in placed.lead.text
        if inline is not None and is_told and not placed.shown and "⟪" not in placed.normal.text:
            begin = placed.normal.span(inline.start("list"), len(placed.normal.text)).start
            names = [
                name.strip(" *_`\"'.“”") for name in re.split(r",|/|;|\bor\b|\band\b", placed.sentence.text[begin:])
            ]
            is_list = all(
                name
                and len(name.split()) <= 3
                and not (_COUNTED.match(name) or OF_MANNER.search(name) or set("()[]<>{}") & set(name))
                for name in names
            )
            is_told_to = " " in names[0] and is_instruction(names[0].lower())  # "Classes: Use Name1, Name2"
            if 2 <= len(names) <= 30 and is_list and not is_told_to:
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
        choosing = re.search(
            r"\b(?:following|allowed|one of|one or more|choose|select|classify|categorize|categorise|"
            r"possible|valid|exactly one|options|multi label|pick|from|supported|accepted|permitted)\b",
            text,
        ) or _is_taken_from(structure, text)
        quoted = _quotations_alone(items)
        is_lead = lead.rstrip("*_ ").endswith(":")
        is_answer = bool(quoted) and _LEADS_ANSWER.match(text) is not None
        by_cases = len(items) > 1 and _LEADS_FORMAT.search(text) and all(_names_case(each) for each in items)
        if (
            (offered is None and OF_THESE.search(text) is None and not (by_cases or is_answer))
            or not (choosing or by_cases or is_answer)
            or not is_lead
            or _SAYS_I.search(text) is not None
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
_LEADS_ANSWER: Final = re.compile(
    r"(?:(?:your|the|final|please|then|you|must|should|only|always) )*"
    r"(?:respond|reply|answer|output|return|write|verdict)"
    r"(?: (?:with|only|just|exactly|using|one|1|single|a|the|of|word|words|label|token|value|must|be|is|either))* :$"
)
"""A line that leads in what alone is answered with: "Respond with ONLY one word:"."""
_LEADS_FORMAT: Final = re.compile(r"\b(?:format|output|answer|respond|reply|return)\b[^.;]*:$")
_CASE_OF: Final = re.compile(r"\W*[\w ]{1,30}?[\"'`*]*\s*[(:—–-]+\s*(?:if|when|where|for) ")


def _names_case(placed: Placed) -> bool:
    """Whether an item is an answer with the case that it is for: "- YES (if it is an animal)"."""
    return _CASE_OF.match(placed.sentence.text) is not None and bool(_option(placed))


def _is_taken_from(structure: Structure, title: str) -> bool:
    """Whether a line is the title of choices, of which the prompt says elsewhere to give one: "Categories:"."""
    found = _titles_choices().fullmatch(title)
    if found is None:
        return False
    noun = found["key"] or singular(found["noun"])
    keyed = re.compile(rf"[\"']{re.escape(noun)}[\"']\s*:")
    told = re.compile(
        r"\b(?:classify|categori[sz]e|pick|choose|select|assign|return|respond with|reply with|output|answer with) "
        rf"(?:[a-z]+ ){{0,6}}{re.escape(noun)}\b"
    )
    return any(keyed.search(each.sentence.text) or told.search(each.normal.text) for each in structure.placed)


@cache
def _titles_choices() -> re.Pattern[str]:
    return re.compile(rf"(?:the )?(?:(?P<key>[a-z_]+) )?(?P<noun>{choice_nouns()}) ?:")


_SAYS_I: Final = re.compile(r"\b(?:i|we) (?:can|could|will|would|may|might|have|suggest|recommend|offer)\b")
"""What a line says that belongs to a response which is shown: "I can suggest these options:"."""
_COUNTED: Final = re.compile(r"\d+(?:\s?[-–]\s?\d+)? [a-z]")
"""What says how many there are of something, rather than naming it: "3-5 tags"."""


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
    return name if 0 < len(name.split()) <= 6 and len(name) <= 40 and re.search(r"[.!?]\s", name) is None else ""


def may_offer(line: str) -> bool:
    """Whether a line may list what the response is chosen from, or name the placeholder that does."""
    if ":" not in line or len(line) > _LONGEST_OFFER:
        return False
    text = normalised(line).text
    is_told = _inline_options().match(text) is not None or _options_of_field().match(text) is not None
    return is_told or _chooses_below().search(text) is not None


def may_tell_case(sentence: str) -> bool:
    """Whether a sentence may say what the response or a value is in one case: 'if it floats, answer "fit"'."""
    if _MAY_TELL_CASE.search(sentence) is None:
        return False
    text = normalised(sentence).text
    told = _ANSWER_OF_CASE.search(text) or _VALUE_OF_CASE.search(text) or _ANSWER_FIRST.match(text)
    return told is not None


def may_close_cases(sentence: str) -> bool:
    """Whether a sentence may say that there are no other cases or answers than those that others tell."""
    text = normalised(sentence).text
    return (_ALONE.search(text) or _OTHERWISE.search(text)) is not None


_MAY_TELL_CASE: Final = re.compile(r"(?i)[\"'`“‘]|\b(?:if|when)\b")
_LONGEST_OFFER: Final = 600


@cache
def _options_of_field() -> re.Pattern[str]:
    return re.compile(
        r"^(?!(?:the )?(?:answers|phrases|topics|outcomes|decisions) )"
        rf"(?:(?:the|allowed|possible|valid|available|candidate) )*(?P<noun>{choice_nouns()})(?<=s)(?: \([^)]*\))? : "
        r"\[? ?(?P<field>⟪\d+⟫) ?\]?\.?$"
    )


def of_options(structure: Structure, around: Around) -> Iterator[Found]:
    """Yield that the response is chosen from the lists that the prompt gives."""
    for placed, noun, choices in options_in(structure):
        constraint: Constraint | None = None
        if around.is_json:
            part = _part_offered(noun, around) or _part_offered(placed.normal.text.split(":")[0], around)
            constraint = Choice(choices, part, among=True) if part is not None else None
        elif around.form == "" and len(around.sections) < 2 and "commit message" not in around.written:
            constraint = Choice(choices, among=True)
        if constraint is not None:
            yield Found(constraint, placed.sentence, Span(0, len(placed.sentence.text)))
    for placed in structure.placed:
        found = _options_of_field().match(placed.normal.text) if "⟪" in placed.normal.text else None
        if found is None or placed.shown or around.form not in ("", "JSON") or len(around.sections) > 1:
            continue
        if "letter" in around.written:  # "return the letter of the right option"
            continue
        part = WHOLE if around.form == "" else named_part(found["noun"], around)
        name = placed.normal.field(found["field"])
        if part is not None and re.fullmatch(r"\w+", name):
            yield Found(Choice((), part, among=True, field=name), placed.sentence, Span(0, len(placed.sentence.text)))
    if around.form or len(around.sections) > 1:
        return
    for placed, below in pairwise(structure.placed):
        is_led = _ONE_FIELD.fullmatch(below.normal.text) is not None and not placed.shown
        name = below.normal.field(below.normal.text) if is_led and _chooses_below().search(placed.normal.text) else ""
        if re.fullmatch(r"\w+", name):
            yield Found(Choice((), among=True, field=name), placed.sentence, Span(0, len(placed.sentence.text)))


@cache
def _chooses_below() -> re.Pattern[str]:
    """Return what matches a line that leads in the options that a placeholder holds: "pick one of these labels:"."""
    return re.compile(
        r"\b(?:choose|select|pick|assign|classify|categori[sz]e|label|map|match|one)\b[^.;]*"
        r"\b(?:from|of|into|to|as|among) (?:one of )?(?:this|these|the|the following|the possible) (?:[a-z]+ )?"
        rf"(?:list|{choice_nouns()}) ?:$"
    )


_ONE_FIELD: Final = re.compile(r"⟪\d+⟫")


_ANSWERING: Final = (
    r"\b(?:answer|respond|reply|output|return|say|write|print|show)"
    r"(?: (?:with|only|just|simply|exactly|back|the|word|number|single|letter|either|an?))* "
)
_ANSWER_OF_CASE: Final = re.compile(
    rf"\b(?:if|when|otherwise|else)\b[^.;⟦]{{0,160}}?{_ANSWERING}(?P<name>⟦\d+⟧)(?! ?(?:or|and|/) ?⟦)"
)
_BESIDE_CASES: Final = re.compile(rf"{_ANSWERING}(?P<names>⟦\d+⟧(?: ?, ⟦\d+⟧)*(?: ?,)? or ⟦\d+⟧)")
"""The answers that a sentence gives before that of a case: "answer "A" or "B", if you are not sure, answer "N""."""
_ANSWER_FIRST: Final = re.compile(
    rf"(?:(?:please|always|you|must|should|then) )*{_ANSWERING}(?P<name>⟦\d+⟧|\d+|yes|no|true|false) (?:if|when)\b"
)
"""An answer of one word before its case: "return a 1 if the claim is true"."""
_LONGEST_NAME: Final = 3
"""Words of an answer that names a case; a longer one is a text of its own."""


def of_cases(structure: Structure, around: Around) -> Iterator[Found]:
    """Yield that the response is one of the answers that sentences give, each for its case.

    'If the first is better, answer "A". If the second is, answer "B".' Some sentence has to say that there are no
    other cases or no other words.
    """
    said = [placed for placed in structure.placed if not placed.shown]
    if around.is_notation or around.sections or any(_SEVERAL_OF.search(placed.normal.text) for placed in said):
        return
    answers = [each for placed in said for each in _answers_of_cases(placed)]
    first = [each for placed in said for each in _answers_first(placed)]
    is_scale = any(range_in(placed.normal.text) for placed in said)  # of which those are the ends
    if not answers and not is_scale and len({name for _, name, _ in first}) > 1:
        names = tuple(dict.fromkeys(name for _, name, _ in first))
        yield from (Found(Choice(names, among=True), placed.sentence, span) for placed, _, span in first)
    names = tuple(dict.fromkeys(name.strip(" .") for _, name, _ in answers))
    if len(names) < 2 or not all(0 < len(name.split()) <= _LONGEST_NAME for name in names):
        return
    is_alone = any(_ONLY_THESE.search(placed.normal.text) for placed in said)
    if is_alone or any(re.search(r"\b(?:otherwise|else)\b", placed.normal.text) for placed, *_ in answers):
        for placed, _, span in answers:
            yield Found(Choice(names, among=not is_alone), placed.sentence, span)


def _answers_of_cases(placed: Placed) -> Iterator[tuple[Placed, str, Span]]:
    """Yield the answers in quotation marks that a sentence gives for cases, and those beside them."""
    text, normal = placed.normal.text, placed.normal
    cases = list(_ANSWER_OF_CASE.finditer(text)) if normal.quotes else []
    for beside in _BESIDE_CASES.finditer(text) if cases else ():
        yield from (
            (placed, normal.quote(mark), normal.span(*beside.span())) for mark in re.findall(r"⟦\d+⟧", beside["names"])
        )
    yield from ((placed, normal.quote(found["name"]), normal.span(*found.span())) for found in cases)


def _answers_first(placed: Placed) -> Iterator[tuple[Placed, str, Span]]:
    """Yield the answer of one word that a sentence begins with, before its case."""
    found = _ANSWER_FIRST.match(placed.normal.text)
    if found is not None and addressee_of(placed) is Addressee.RESPONSE:
        is_quoted = found["name"].startswith("⟦")
        name = placed.normal.quote(found["name"]) if is_quoted else placed.normal.written(*found.span("name"))
        if not is_quoted or re.fullmatch(r"[A-Z\d]+", name):  # not what is said: "sorry"
            yield placed, name, placed.normal.span(*found.span())


_VALUE_OF_CASE: Final = re.compile(
    r"(?:\b(?:value|field|key) (?:of |for )?(?:the )?|\bset (?:the )?(?:value of )?|(?<![^,] ))(?P<key>⟦\d+⟧|[a-z]\w*)"
    r"(?: (?:key|field|value))? (?:(?:should|must|is|will|to|be|set|as) ){1,4}(?P<value>⟦\d+⟧)(?! ?(?:or|,|/) ?⟦)"
)
"""A value of a key in one case: "if it is so, set ⟦0⟧ to ⟦1⟧"."""
_OTHERWISE: Final = re.compile(r"\b(?:otherwise|else|if not)\b")
"""What says of cases that there are no others."""


def values_of_cases(structure: Structure, around: Around) -> Iterator[Found]:
    """Yield that the value of a key is one of those that sentences give for it, each for its case, and for all others.

    'If it floats, set "state" to "fit". Otherwise, "state" should be "lost".'
    """
    told: dict[str, list[tuple[Placed, str, Span]]] = {}
    closed: set[str] = set()
    for placed in structure.placed if around.is_json else ():
        text, normal = placed.normal.text, placed.normal
        found = () if placed.shown or "⟦" not in text else tuple(_VALUE_OF_CASE.finditer(text))
        for each in found:
            name = normal.quote(each["key"]) if each["key"].startswith("⟦") else normal.written(*each.span("key"))
            told.setdefault(name, []).append((placed, normal.quote(each["value"]), normal.span(*each.span())))
            if _OTHERWISE.search(text):
                closed.add(name)
    for name, cases in told.items():
        names = tuple(dict.fromkeys(value for _, value, _ in cases))
        part = named_part(name, around) if name in closed and name in around.keys else None
        if part is not None and len(names) > 1 and all(0 < len(value.split()) <= _LONGEST_NAME for value in names):
            yield from (Found(Choice(names, part), placed.sentence, span) for placed, _, span in cases)


_SEVERAL_OF: Final = re.compile(
    r"\b(?:comma|semicolon|pipe|newline|line) separated\b|\bone or more (?:of|from)\b|\ball that apply\b"
)
"""What says of answers that several may stand in one response."""
_ALONE: Final = re.compile(r"\b(?:and )?nothing else\b|\b(?:respond|reply|answer|output|return|use) (?:with )?only\b")
_ONLY_THESE: Final = re.compile(
    rf"{_ALONE.pattern}(?! (?:with )?(?:the|a|an|valid|your|raw|pure)\b"
    r"(?! (?:[a-z]+ )*(?:words?|letters?|answers?|labels?|numbers?|verdicts?|options?|choices?|names?|decisions?)\b))"
)
"""What says so of answers, not of a thing: "respond with only the SQL query" leaves it open what stands for that."""


def _part_offered(noun: str, around: Around) -> Part | None:
    """Return what is called by a noun, or by a key that a line in another language names."""
    named = (key for key in around.keys if re.search(rf"(?<![A-Za-z_]){re.escape(key)}s?(?![A-Za-z_])", noun))
    return named_part(noun, around) or next((named_part(key, around) for key in named), None)
