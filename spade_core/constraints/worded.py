"""Sentences in a language other than English, read by the words of its lexicon.

The kinds are those of English; what differs is how a clause is taken apart. A number has a unit behind it and a
comparison on either side, a quotation has a verb before it or what it is called beside it, a thing or a form has a word
that asks for it. All of these words are in `language/lexicons/<code>.toml`. What asks and is not read surely becomes
one question for a judge.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Final

from spade_core.constraints.alone import Alone
from spade_core.constraints.arrangement import KNOWN, Fact
from spade_core.constraints.choices import Choice, choices_written
from spade_core.constraints.clause import GENERAL, Around
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.contents import OF_FORM, Shows
from spade_core.constraints.forms import Form
from spade_core.constraints.given import Given
from spade_core.constraints.layout import Columns, Elements, KeyType, OnlyKeys, Sections, keys_named
from spade_core.constraints.natural_language import InLanguage
from spade_core.constraints.part import WHOLE, Part, behind, each_of, key as value_at, section
from spade_core.constraints.parts import address_of
from spade_core.constraints.phrases import Phrases, Rule, Times
from spade_core.constraints.quantity import LENGTHS, THE_LIST, Quantity, list_at, loosened
from spade_core.constraints.tree import TYPES, Node
from spade_core.constraints.values import InRange, Shape
from spade_core.deltas import Sentence, SentenceKind
from spade_core.language import CROSSED, IDENTIFIER, MARK, Said, Thing, any_of, said, wording
from spade_core.structure import Area, Placed, is_lead, place, title_of
from spade_core.text import Span

_BLANK: Final = re.compile(r"[\[\]{}<>【】]|_{3,}|XX|xxx|\.\.\.$|…+$|(?<=[\u3400-\u9fff])[XN](?=[\u3400-\u9fff])")
_FIELD: Final = "\ue800"
_BRACKETS: Final = ("{", "}", "[", "]")
"""What JSON begins and ends with."""
_LAYOUTS: Final = ("bullets", "numbered", "list", "table", "code")
_OF_DATA: Final = ("a code block", "Markdown marks", "an emoji", "HTML tags")
"""What may be ruled out of JSON and the like without breaking it."""
_AMONG_ENTRIES: Final = re.compile(r"separated_by\(.*")
"""What parts the entries of a response."""
_POWERS: Final = {"千": 1_000, "万": 10_000}
_AT_EDGES: Final = ("hashtags", "emojis", "links")
_MENTIONED: Final = ("a list", "a table")
"""What is named in passing more often than asked for; what asks for them is a form."""
_EACH_NOUN: Final = {
    "items_of": "list item",
    "sentences_of": "sentence",
    "paragraphs_of": "paragraph",
    "lines_of": "line",
    "steps_of": "step",
    "sections_of": "section",
}


def read_in(placed: Placed, around: Around, code: str) -> tuple[tuple[Match, ...], bool]:
    """Return what a sentence asks for, with places in the sentence as written, and whether that is all it says."""
    sentence = said(placed.sentence.text, code)
    found: list[Match] = []
    covered: set[int] = set()
    for start, end in sentence.clauses():
        clause = _Clause(sentence, start, end, around, placed)
        covered |= set(range(start, start + len(clause.key_label)))
        for match in clause.read():
            begin, stop = clause.piece_start(match.start), match.end
            covered |= set(range(start + begin, start + stop))
            first = sentence.places[start + begin][0]
            last = sentence.places[min(max(start + stop - 1, start + begin), end - 1)][1]
            found.append(Match(match.constraint, first, last))
    letters = [at for at, char in enumerate(sentence.text) if char.isalnum() or "\ue000" <= char <= "\ue800"]
    whole = bool(covered) and sum(at in covered for at in letters) >= 0.6 * len(letters)
    return tuple(dict.fromkeys(found)), whole


def is_offer(lead: str, names: Sequence[str], code: str) -> bool:
    """Whether a line offers the choices that stand below it, and these are names."""
    words = wording(code)
    text = said(lead, code).text
    longest = 30 if words.spaced else 10
    offers = is_lead(lead) and words.offers().search(text) is not None
    ruled_out = words.find("negations", "bans").search(text) is not None
    return offers and not ruled_out and 2 <= len(names) <= 30 and all(name and len(name) <= longest for name in names)


def _holds_items(part: Part) -> bool:
    """Whether a part is the response or a section of it."""
    return part == WHOLE or (part.named != "" and not part.each)


def described_in(address: str, told: str, code: str, node: Node | None = None) -> Iterator[Constraint]:
    """Yield what words in another language ask of the value at a key: its type, how many a list has, and the rest.

    `node` is what a sample has there.
    """
    words, told = wording(code), told.strip(" ,，")
    written = words.type_said(told)
    rest = told.removeprefix(written).lstrip(" ,，:：")
    is_open = re.match(words.any("slots", "or"), rest) is not None  # "a number or ..."
    is_counted = False
    kind, type_of = node.kind if node is not None else "", words.names("types").get(written.lower(), "")
    if type_of and kind in ("", type_of) and not is_open and not _chosen(told, code):
        yield KeyType((address,), type_of)
    if "list" in (kind, type_of):
        own = list_at(address, address.rpartition(".")[2])
        counts = "|".join(words.one_of(nouns) for nouns in words.data["slots"]["counts"].values())
        long = re.fullmatch(rf"(?:{counts})[ :]*(\d+(?: ?[-~～–至到] ?\d+)?) ?", rest)
        counted = words.with_nouns(f"{long[1]}个" if long is not None else rest)
        # "mảng 2-3 từ": so many words, not words of that length
        is_counted = long is not None or (written != "" and rest[:1].isdigit())
        for each in _asked(f"{words.data['verbs']['list'][0]} {counted}", Around(), code):
            if isinstance(each, Quantity) and (each.unit not in LENGTHS or is_counted) and each.part == WHOLE:
                yield replace(each, unit="len", part=own)
    of_value = asked_in(value_at(address), told, code)
    of_list = (InRange, *([Quantity] if is_counted else [])) if "list" in (kind, type_of) else ()
    yield from (each for each in of_value if not isinstance(each, of_list))


def _chosen(told: str, code: str) -> tuple[str, ...]:
    """Return the names of which words tell to take one."""
    names = tuple(name for name in choices_written(told) if name.lower() not in TYPES)
    are_several = "|" in told and "/" in told  # "unit PASS/FAIL | all PASS/FAIL"
    return wording(code).choices_in(told) or (names if len(names) > 1 and not are_several else ())


def asked_in(part: Part, told: str, code: str) -> Iterator[Constraint]:
    """Yield what words in another language ask of a part that they stand for: choices, bounds, lengths, a date."""
    words = wording(code)
    if choices := _chosen(told, code):
        yield Choice(choices, part)
        return
    for each in _asked(f"value: {told}", _AT_VALUE, code):
        counts = isinstance(each, Quantity) and each.unit not in LENGTHS
        if isinstance(each, Quantity | InRange) and each.part == value_at("value") and not counts:
            yield replace(each, part=part)
    shape = _DATE.search(told)
    if shape is not None and not words.names_case(told.lower()):
        yield Shape(shape.group(), part)


_AT_VALUE: Final = Around(form="JSON", keys=("value",))
"""What is known where words stand behind a key that they ask something of."""


def _asked(text: str, around: Around, code: str) -> Iterator[Constraint]:
    """Yield what a text by itself asks for."""
    sentence = Sentence(text, 0, None, Span(0, len(text)), SentenceKind.LIST_ITEM)
    yield from (match.constraint for match in read_in(place(sentence), around, code)[0])


_DATE: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:YYYY-MM-DD|YYYY/MM/DD|DD/MM/YYYY|HH:MM(?::SS)?)(?![A-Za-z0-9 ]*[T:]|[,.~-][A-Za-z])"
)


def _barred(phrases: tuple[str, ...]) -> tuple[str, ...]:
    """Return phrases that are ruled out, without dots at their ends; those that one quotation lists, one by one."""
    bare = tuple(each.strip(" .…") or each for each in phrases)
    mark = "、" if "、" in bare[0] else "/"
    listed = tuple(dict.fromkeys(each.strip() for each in bare[0].split(mark)))
    return listed if len(bare) == 1 and len(listed) > 2 and all(listed) else bare


_ORDINAL: Final = re.compile(r"[一二三四五六七八九十\d]{1,2}")
_CLOSED: Final = re.compile(r"(?:其他|其它|khác)\W*$")
"""What ends a list of all that there is: "bills, faults, other"."""


class _Clause:
    """One clause of a sentence."""

    def __init__(self, sentence: Said, start: int, end: int, around: Around, placed: Placed) -> None:
        self.sentence, self.start, self.around = sentence, start, around
        self.words = sentence.words
        self.text = sentence.text[start:end]
        self.placed = placed
        data = self.words.data
        positive = [*data["negations"]["positive"], *data["comparisons"]["at_most"], *data["comparisons"]["at_least"]]
        self._masked = re.sub(self.words.one_of(positive), lambda found: "·" * len(found.group()), self.text)
        self._seen = self.words.find("addressee", "masked").sub(lambda found: "·" * len(found.group()), self.text)
        """Without the words that hold a verb by chance."""
        lead = placed.sentence.context[-1] if placed.sentence.context else ""
        is_above = is_lead(lead) or placed.sentence.kind is SentenceKind.LIST_ITEM
        demands = self.words.find("addressee", "strong").search(self._masked) is not None
        is_above = is_above and not demands and self.words.polite().sub("", self.text) == self.text
        self.led_by_negation = is_above and len(lead) < 50 and self._rules_out(lead.lower(), positive)
        self.led_by_negation |= CROSSED.match(placed.sentence.text) is not None
        self._count_first(data["slots"]["counts"])

    def _count_first(self, counts: Mapping[str, Sequence[str]]) -> None:
        """Put the unit behind a number that it stands before: "word count: 100-200", "段落不超过4个"."""
        kinds = any_of(self.words.data["comparisons"]["classifiers"])
        for unit, nouns in counts.items():
            noun = f"(?:{self.words.one_of(nouns)})"
            found = re.fullmatch(rf" ?({noun})[^,.;]{{0,24}}?\d ?({kinds})? ?", self.text)
            if found is not None:
                counted = self.text[: found.start(2)] if found[2] else self.text.rstrip()
                kept = unit in ("words", "characters")
                begin = found.end(1)
                self.text = (counted[:begin] if kept else "·" * begin) + counted[begin:]
                self.text += f"{' ' if self.words.spaced else ''}{self.words.data['units'][unit][0]}"
                return

    def _rules_out(self, lead: str, positive: list[str]) -> bool:
        """Whether the last words of a lead-in rule out what stands under it, and name nothing else."""
        last = re.split(r"[,，;；]", re.sub(self.words.one_of(positive), " ", lead))[-1]
        ban = self.words.find("negations", "bans").search(last)
        if ban is None:
            return False
        rest = last[ban.end() :]
        heads = (self.words.find("headings", key) for key in ("below", "output"))
        for known in (*heads, self.words.named(), self.words.neutral()):
            rest = known.sub(" ", rest)
        return sum(map(str.isalpha, rest)) < (10 if self.words.spaced else 2)

    def piece_start(self, at: int) -> int:
        """Return where the words between commas begin that hold a place."""
        begin = max(self.text.rfind(mark, 0, at) for mark in (",", ":")) + 1
        while begin < at and self.text[begin] == " ":
            begin += 1
        return begin

    def negated(self, at: int) -> bool:
        """Whether what stands at an offset is ruled out."""
        cue = self._cue(at)
        if cue is None:
            return self.led_by_negation
        between = self._masked[cue.end() : at]
        if re.search(rf"[,:] ?(?:và |rồi )?{self.words.any('verbs', 'produce')}", between):
            return False
        return re.search(self.words.any("negations", "ends"), between) is None

    def _cue(self, at: int) -> re.Match[str] | None:
        """Return the last word before an offset that rules something out."""
        return next(reversed([*self.words.find("negations", "phrases").finditer(self._masked, 0, at)]), None)

    def _is_kept(self, at: int) -> bool:
        """Whether the prompt rules out that something is left out: "do not drop the unit"."""
        cue = self._cue(at)
        if cue is None or self.words.find("negations", "removes").fullmatch(cue.group()) is None:
            return False
        ban = re.search(rf"{self.words.any('negations', 'bans')} ?$", self._masked[: cue.start()])
        return ban is not None or self.led_by_negation

    def _rules_out_itself(self, start: int, end: int, *, beside: bool = False) -> bool:
        """Whether nothing stands between a ban and a thing that narrows it: not "no piles of emoji".

        What may stand `beside` the content is narrowed by no "besides the JSON".
        """
        words, rest = self.words, self._narrowing(start)
        besides = (words.find("conditions", "exceptions"),) if beside else ()
        for known in (*besides, words.beside(), words.named(), words.neutral()):
            rest = known.sub(" ", rest)
        behind = re.match(r"[^\W\da-z_]", self.text[end : end + 1]) and not words.spaced
        joined = re.match(rf"{words.any('slots', 'and')}|等|{words.any('slots', 'any')}", self.text[end:])
        return sum(map(str.isalpha, rest)) < (3 if words.spaced else 1) and (not behind or joined is not None)

    @cached_property
    def _listing(self) -> re.Pattern[str]:
        """What parts the things of a list."""
        joined = rf"{any_of('、,/')}|{self.words.any('slots', 'or')}|{self.words.any('slots', 'joins')}"
        return re.compile(rf" ?(?:{joined}) ?")

    def _last_listed(self, text: str) -> str:
        """Return the last piece of a list."""
        return self._listing.split(text)[-1]

    def _narrowing(self, at: int) -> str:
        """Return the words between a ban and an offset, without those for what else the ban lists before it."""
        words, cue = self.words, self._cue(at)
        rest = self._masked[cue.end() if cue is not None else self.piece_start(at) : at]
        rest = re.sub("^在[^,、]{1,10}?[中里内上]", "", rest)
        first, *others = self._listing.split(rest)
        puts = rf"(?:{words.any('verbs', 'include')}|{words.any('verbs', 'answer')})"
        put = re.match(rf" ?{puts}", first) or (cue is not None and re.search(rf"{puts} ?$", cue.group()))
        put = put or words.named().match(first.lstrip())
        return others[-1] if others and put and words.find("slots", "often").search(first) is None else rest

    @cached_property
    def _is_of_need(self) -> bool:
        """Whether its only case is that something is needed, so that what it allows at most holds always."""
        needs = self.words.find("slots", "needed")
        return needs.search(self._masked) is not None and not self._is_case(needs.sub("", self._masked))

    @cached_property
    def _unsure(self) -> bool:
        """Whether it holds in some cases only, names an exception, or only permits."""
        asks = self.words.find("slots", "whether").match(self.text.lstrip("✅☑✔✓[]x ")) is not None
        if asks or self.words.find("slots", "for_instance").match(self.sentence.text):
            return True
        lead = self.placed.sentence.context[-1] if self.placed.sentence.context else ""
        led = self.words.sure(said(lead, self.words.code).text)
        if is_lead(lead) and self.words.find("conditions", "starts").match(led):
            return True
        return self._is_case(self._masked)

    def _is_case(self, text: str) -> bool:
        """Whether words name a case or an exception; "besides the poem, output nothing" names none."""
        sure = self.words.sure(text)
        besides = self.words.find("conditions", "exceptions").match(sure.lstrip())
        if besides is not None and self.words.beside().search(text) and self.words.find("verbs", "answer").search(text):
            sure = sure.partition(",")[2]
        return any(self.words.find("conditions", key).search(sure) is not None for key in ("starts", "exceptions"))

    @cached_property
    def _label(self) -> str:
        """What stands before the first colon, where that is short."""
        label = re.match(r"([^:,.;\ue000-\ue7ff]{1,24}) ?:", self.text) or re.match(rf" ?({IDENTIFIER})()", self.text)
        if label is None and self.placed.sentence.kind is SentenceKind.LIST_ITEM and self.placed.area is Area.OUTPUT:
            titled = re.match(r"([^:,.;()\ue000-\ue7ff]{1,16}?) ?\((?=[^()]*\d)", self.text)
            if titled is not None and (self._is_outlined or not self._opens(titled[1])):
                return titled[1].strip()
        is_key = label is not None and label[1] in self.around.keys_in_lower_case
        named = label is not None and (self.text[label.end() - 1] == ":" or is_key)
        return label[1].strip() if label is not None and named else ""

    @cached_property
    def _is_outlined(self) -> bool:
        """Whether the line above lays out the parts of the response."""
        lead = self.placed.sentence.context[-1].lower() if self.placed.sentence.context else ""
        return is_lead(lead) and self.words.find("slots", "outline").search(lead) is not None

    @cached_property
    def _key(self) -> str:
        """The key of the JSON that the label names; "" where it names none."""
        return self.around.keys_in_lower_case.get(self._label, "")

    @property
    def key_label(self) -> str:
        """What stands before the colon where that is a key of the JSON: it asks for what the list above is read for."""
        before = self.text.partition(":")[0]
        return before if self._key and before.strip() == self._label else ""

    def _key_near(self, at: int) -> str:
        """Return the key of the JSON that the piece of an offset names, or the label."""
        known = self.around.keys_in_lower_case
        named = re.findall(IDENTIFIER, self.text[self.piece_start(at) : at])
        return next((known[each] for each in reversed(named) if each in known), self._key)

    def _value_at(self, name: str) -> Part | None:
        """Return the values at a key that the prompt calls so; None where its samples leave open which."""
        address = address_of(name, self.around)
        return value_at(address) if address is not None else None

    def part(self, at: int) -> Part | None:
        """Return the part that what stands at an offset speaks of; None where that is not told surely."""
        if self._is_of_total(at):
            return WHOLE
        if (key := self._key_near(at)) and self.piece_start(at) > 0 and self._label != key.lower():
            return self._value_at(key)
        if (subject := self._subject(at)) is not None:
            return self._known(subject, at)
        names = [self._label] if self._label and self.text.find(":") < at else []
        names += [name for line in self.placed.sentence.context[-1:] if (name := self._named_above(line))]
        if any(name == running.lower() for name in names for running in self.around.running):
            return None
        for name in names:
            if (named := self._known(name, at)) is not None:
                return named
            if name in self.around.keys_in_lower_case:
                return None
        if (line := self._line(self._label)) is not None and names[:1] == [self._label]:
            return line
        if self._is_named_part(names) or self._is_under_part:
            return None
        return self._part_in_piece(at)

    def _named_above(self, line: str) -> str:
        """Return the key that the line above begins with, or its title where it is short."""
        key = re.match(rf"[-*+\d.\s`\"]*({IDENTIFIER})", line.lower())
        if key is not None and key[1] in self.around.keys_in_lower_case:
            return key[1]
        return title_of(line).lower() if len(line) < 48 else ""

    def _is_of_total(self, at: int) -> bool:
        """Whether the piece of an offset names all of the response: "the total length"."""
        piece = self.text[self.piece_start(at) : at]
        of_many = self.words.find("slots", "all_of_many").search(piece)
        return self.words.find("slots", "totals").search(piece) is not None and of_many is None

    def _known(self, name: str, at: int) -> Part | None:
        """Return the section, label or key that is called so; None where none is, or samples leave open which."""
        around = self.around
        for names, part in (((*around.sections, *around.titles), section), (around.labels, behind)):
            for known in names:
                if known and known.lower() == name:
                    return self._each_in(part(known), at)
        key = around.keys_in_lower_case.get(name)
        return self._value_at(key) if key else None

    def _subject(self, at: int) -> str | None:
        """Return what the piece of an offset begins with: a quotation, or the name of a section; None for neither."""
        begin = self.piece_start(at)
        noun = self.words.any("nouns", "section")
        quoted = re.compile(rf" ?(?:{noun} ?)?(?P<mark>{MARK})").match(self.text, begin, at)
        if quoted is not None and (begin > 0 or not self._label):
            name = self.sentence.quoted(quoted["mark"])[0].lower()
            return name if begin == 0 or self._known(name, at) is not None else None
        opened = re.compile(rf" ?(?:{noun} )?").match(self.text, begin, at)
        start = opened.end() if opened is not None else begin
        boundary = r"(?!\w)" if self.words.spaced else ""
        named = (*self.around.sections, *self.around.titles, *self.around.labels)
        names = (known.lower() for known in named if len(known) > 1)
        return max(
            (name for name in names if re.match(re.escape(name) + boundary, self.text[start:at])), key=len, default=None
        )

    @cached_property
    def _is_under_part(self) -> bool:
        """Whether a heading above names a part of the response by a word in it."""
        heads = [line for line in self.placed.sentence.context if len(line) < 24]
        return any(self.words.find("slots", "titled_parts").search(line.lower()) for line in heads)

    def _each_in(self, around: Part, at: int) -> Part | None:
        """Return each item, sentence ... of a section, where the words before an offset name that; else all of it.

        None where they name each of something else.
        """
        piece = self.text[self.piece_start(at) : at]
        for source, nouns in self.words.data["slots"]["each"].items():
            if re.search(self.words.one_of(nouns), piece):
                return each_of(source, _EACH_NOUN[source], around)
        return around if self.words.find("slots", "all_of_many").search(piece) is None else None

    @cached_property
    def _is_note(self) -> bool:
        """Whether the label says only what kind of line it is: "important:"."""
        note = self.words.find("headings", "output").search(self._label)
        if note is None or note.group() == self._label:
            return note is not None
        return self.words.find("nouns", "part").search(self._label) is None

    @cached_property
    def _label_is_whole(self) -> bool:
        """Whether the label names the response, says how it is to be, or rules something out: "độ dài bắt buộc:"."""
        words = self.words
        nouns = words.data["nouns"]
        if self.placed.sentence.kind is SentenceKind.LIST_ITEM and self._label in words.data["slots"]["body"]:
            return False  # in a list it stands beside the title and the end
        known = ("addressee", "manner"), ("addressee", "demand"), ("slots", "all")
        parts = {*nouns["part"], *nouns["phrase"]}
        named = [word for table, key in known for word in words.data[table][key] if word not in parts]
        rest = re.sub(words.one_of([*named, *nouns["response"]]), " ", self._label)
        is_said = words.find("negations", "bans").match(self._label) or GENERAL.fullmatch(self._label)
        return not any(map(str.isalpha, rest)) or is_said is not None

    def _is_named_part(self, names: list[str]) -> bool:
        """Whether the label in front or the line above names a part."""
        is_task = f"{self._label}:" in self.words.data["addressee"]["task"]
        is_whole = is_task or self._is_note or self._label_is_whole
        if (
            names[:1] == [self._label]
            and not is_whole
            and self.words.find("verbs", "produce").match(self._label) is None
        ):
            return True
        return any(name in self.words.data["nouns"]["part"] for name in names)

    def _part_in_piece(self, at: int) -> Part | None:
        """Return the part that the words name between the last comma and an offset, or those before that comma."""
        if self.sentence.text.startswith("(") and self.sentence.text.rstrip(" .").endswith(")"):
            return None  # what stands in parentheses below a title is said of that
        is_whole = self._label in self.words.data["nouns"]["response"]
        piece = re.sub(self.words.any("slots", "whole"), " ", self.text[self.piece_start(at) : at])
        if self.piece_start(at) > 0 and self.words.find("slots", "body").match(piece):
            return None  # "the subject has at most 10 words, the body 200"
        if is_whole and self._label not in piece:
            piece = self.text[len(self._label) : at] if "," not in self.text[:at] else piece
        for each in self._each_named(piece):
            return each
        comma = self.text.rfind(",", 0, at)
        if (
            comma > 0
            and self.text.rfind(":", 0, at) < comma
            and not re.search(self.words.any("verbs", "produce"), piece)
        ):
            previous = self.text[self.piece_start(comma) : comma]
            if self.words.find("slots", "all_of_many").match(self.text.lstrip("-* ")):
                own = self._each_in(WHOLE, comma)
                return own if own != WHOLE and not self.around.is_notation else None
            if (line := self._line(previous)) is not None:
                return line
            if re.match(self.words.any("slots", "edges"), previous):
                return None
        subject = piece
        compared = (("comparisons", key) for key in ("at_most", "below", "at_least", "about"))
        for table, key in (*compared, ("addressee", "demand")):
            subject = self.words.find(table, key).sub("", subject)
        if (line := self._line(subject)) is not None and line.named:
            return line
        bare = re.sub(self.words.any("nouns", "written"), " ", piece) if not self._many else piece
        bare = self.words.without_response(self.words.polite().sub("", bare))
        bare = self.words.find("addressee", "demand").sub(" ", bare)
        bare = re.sub(rf"^ ?(?:{self.words.any('verbs', 'list')}|{self.words.any('slots', 'at_edge')})", " ", bare)
        names_a_part = self.words.find("nouns", "part").search(bare) is not None
        is_titled = re.match(r"\W*\*\*[^*\n]+\*\*\s*[(（]", self.placed.sentence.text) is not None
        told = self.text[:at].endswith("(") and self._opens(self.text) and not self._many and not is_titled
        return WHOLE if not names_a_part and (told or self._speaks_of_all(at)) else None

    def _each_named(self, piece: str) -> Iterator[Part | None]:
        """Yield the part where words speak of each item, sentence ...; None where they name each of something else."""
        for source, nouns in self.words.data["slots"]["each"].items():
            if (each := re.search(self.words.one_of(nouns), piece)) is not None:
                rest = piece[each.end() :].strip()
                is_other = rest and re.match(self.words.any("slots", "each_behind"), rest) is None
                yield None if is_other or self.around.is_notation else each_of(source, _EACH_NOUN[source])
        kinds = any_of((*self.words.data["comparisons"]["classifiers"], " "))
        noun = any_of(self.words.data["entries"]["nouns"])
        listed = re.match(rf" ?{self.words.any('slots', 'all_of_many')}(?:{kinds})*(?P<noun>{noun})", piece)
        counted = {other["noun"] or other["unit"] for other in self.words.amount().finditer(self.text)}
        counted |= set(self.around.written)
        if listed is not None and listed["noun"] in counted and not self.around.is_notation:
            yield each_of("entries_of", "entry")  # "10 headlines, each headline ..."

    def _line(self, text: str) -> Part | None:
        """Return the line or sentence that a text begins with: "the first line is the title"."""
        for source, (name, *nouns) in self.words.data["slots"]["lines"].items():
            if re.match(self.words.one_of(nouns), text.strip()):
                return Part(name, source)
        title, held = self.words.any("nouns", "title"), self.words.any("verbs", "include")
        length = self.words.one_of(noun for nouns in self.words.data["slots"]["counts"].values() for noun in nouns)
        told = rf"{title}[中里内的]?(?:{held}|{length}| {self.words.any('slots', 'each_behind')})?"
        if re.fullmatch(told, text.strip(" ,:")) and not self.around.is_notation:
            return Part("the title", "title(response)", named="title")
        return None

    @cached_property
    def _is_under_title(self) -> bool:
        """Whether it stands below the title of one part among others, which no sentence names."""
        lines = self.placed.sentence.context
        if not lines or self.placed.area is not Area.OTHER or self._key or (len(lines) < 2 and not is_lead(lines[-1])):
            return False
        title = lines[-1].lower().strip(" *_#:：")
        known = {name.lower() for name in (*self.around.sections, *self.around.titles)}
        is_task = self.words.find("headings", "task").search(title) is not None or self._opens(title)
        return title not in known and not is_task and len(title) < (40 if self.words.spaced else 12)

    def _opens(self, text: str) -> bool:
        return self.words.opens(self.words.polite().sub("", text))

    @cached_property
    def _many(self) -> bool:
        """Whether the response has parts with names of their own."""
        return len(self.around.sections) > 1 or len(self.around.keys) > 1

    def read(self) -> list[Match]:
        """Return what the clause asks for."""
        if self._unsure:
            limits = self._amounts() if self._is_of_need else ()
            most = [each for each in limits if isinstance(each.constraint, Quantity) and each.constraint.least is None]
            return [*most, *self._either()]
        amounts = [*self._amounts()]
        amounts = [each for each in amounts if not any(each.constraint.excludes(other.constraint) for other in amounts)]
        found = [*self._phrases(), *self._listed(), *self._keys(), *self._forms(), *self._languages(), *amounts]
        times = [*self._times()]
        repeated = {each.constraint.what for each in times if isinstance(each.constraint, Times)}
        found = [
            each
            for each in found
            if not (isinstance(each.constraint, Phrases) and repeated.issuperset(each.constraint.phrases))
        ]
        found += [
            *times,
            *self._of_keys(),
            *self._dates(),
            *self._ranges(),
            *self._tags(),
            *self._facts(),
            *self._emoji_first(),
            *self._called(),
            *self._fences(),
            *self._given(),
        ]
        counted = {each.constraint.unit for each in found if isinstance(each.constraint, Quantity)}
        formed = {each.constraint.form for each in found if isinstance(each.constraint, Form)}
        spans = [(each.start, each.end) for each in found if isinstance(each.constraint, Quantity | Sections)]
        if any(isinstance(each.constraint, Sections) for each in found):
            found = [each for each in found if getattr(each.constraint, "unit", "") != "sections"]
        found += (
            each
            for each in self._shows(formed)
            if not any(start < each.end and each.start < end for start, end in spans)
        )
        chosen = any(isinstance(each.constraint, Phrases) and each.constraint.rule is Rule.ONE_OF for each in found)
        if not chosen and not counted:
            found += self._alone()
        return [each for each in found if not self._is_wished(each) and not self._is_in_example(each)]

    def _either(self) -> Iterator[Match]:
        """Read the two answers of a case and of all others: "if it is so, answer "yes", otherwise "no"."""
        words, number = self.words, rf"{self.words.any('verbs', 'answer')} ?[^,.;:\ue000-\ue7ff]{{0,6}}:? ?"
        case = rf"{words.any('conditions', 'starts')}[^.;\ue000-\ue7ff]*?{number}(?P<one>{MARK})"
        few = r"[^.;\ue000-\ue7ff]{0,8}?"
        other = rf"{few}{words.any('slots', 'otherwise')}{few}(?:{number})?(?P<other>{MARK})"
        for found in re.finditer(rf"{case}{other}(?= ?(?:$|[,.;)]))", self._masked):
            names = (*self.sentence.quoted(found["one"]), *self.sentence.quoted(found["other"]))
            is_filled = any(_BLANK.search(name) or "\n" in name for name in names)
            if len(set(names)) > 1 and not (is_filled or self.around.is_notation or self.around.sections):
                yield Match(Choice(names, among=True), found.start(), found.end())

    def _is_in_example(self, match: Match) -> bool:
        """Whether it stands behind "for example", and is more than what a list of phrases gives as one."""
        begin = self.piece_start(match.start)
        before = re.finditer(rf"(?:^|[,:(] ?){self.words.any('slots', 'for_instance')}", self.text[: match.start])
        opened = next(reversed([*before]), None)
        is_open = opened is not None and ")" not in self.text[opened.end() : match.start]
        return is_open and not isinstance(match.constraint, Phrases) and begin > 0

    def _is_wished(self, match: Match) -> bool:
        """Whether the words between commas that ask for something only permit or wish it."""
        end = self._masked.find(",", match.end)
        piece = self._masked[self.piece_start(match.start) : end if end >= 0 else None]
        return self.words.find("conditions", "soft").search(self.words.sure(piece)) is not None

    def _ruled_out_examples(self, found: re.Match[str], phrases: tuple[str, ...]) -> Iterator[Match]:
        """Yield examples of what the response may not say: "no idle words such as ..."."""
        at = found.start()
        cue = self._cue(at)
        if cue is None or self.around.is_notation or any(map(_BLANK.search, phrases)):
            return
        if self.words.find("negations", "removes").fullmatch(cue.group()) is not None:
            return
        between, bar = self.text[cue.end() : at], self.words.any("slots", "bar")
        used = re.match(rf" ?{bar}", between) or re.search(rf"{bar}$", cue.group())
        if used is not None and between.count(",") <= 1 and len(between) < 40:
            yield Match(Phrases(Rule.NONE, phrases), at, found.end())

    def _facts(self) -> Iterator[Match]:
        """Read what one expression decides: that the response ends with a question."""
        for says, words in self.words.data["facts"].items():
            fact, is_ruled_out = KNOWN[says]
            for found in islice(re.finditer(self.words.one_of(words), self.text), 1):
                part = self._part_of_phrase(found.start(), Rule.NONE if is_ruled_out else Rule.ALL)
                part = (
                    WHOLE if _AMONG_ENTRIES.fullmatch(fact.expression) and self._names_entries(found.start()) else part
                )
                is_sure = part == WHOLE and self.negated(found.start()) == is_ruled_out
                if is_sure and not self.around.is_notation:
                    yield Match(fact, found.start(), found.end())

    def _names_entries(self, at: int) -> bool:
        """Whether a clause begins with the noun for what the response is a list of: "关键词之间用逗号分隔"."""
        noun = rf"(?:各|多个|每个)?{self.words.one_of(self.words.data['entries']['nouns'])}(?:之间|间)?"
        return re.fullmatch(noun, self.text[:at].strip()) is not None and not self.around.keys

    def _emoji_first(self) -> Iterator[Match]:
        """Read that each paragraph, line ... begins with an emoji: "每段开头加一个emoji"."""
        words = self.words
        emoji = words.one_of(name for name, thing in words.things().items() if thing.hold == "an emoji")
        few = r"[^,.;:\ue000-\ue7ff]{0,10}?"
        begin = rf"{words.any('slots', 'begin')} ?{words.any('slots', 'with')}"
        if not words.spaced:
            begin = rf"的?(?:{words.any('slots', 'begin')}|前面|首)[处都要请可,]*(?:{words.any('verbs', 'include')}|加)"
        for source, nouns in words.data["slots"]["each"].items():
            for found in re.finditer(rf"{words.one_of(nouns)} ?{few}{begin} ?{few}{emoji}", self.text):
                part = each_of(source, _EACH_NOUN[source])
                if not self.negated(found.start()) and not self.around.is_notation:
                    says, test = f"{part.words} starts with an emoji", part.test("starts_with_emoji({part})")
                    yield Match(Fact(says, test), found.start(), found.end())

    def _called(self) -> Iterator[Match]:
        """Read by which pronoun the response speaks of itself or to the reader: "xưng em", "gọi khách là anh/chị"."""
        words = self.words
        pronoun = rf"(?:{words.any('slots', 'pronouns')}|{MARK})"
        listed = rf"(?P<names>{pronoun}(?: ?(?:/|{words.any('slots', 'or')}) ?{pronoun})*)"
        ends = rf"(?= ?(?:$|[,.;)]|{words.any('slots', 'joins')}))"
        for found in re.finditer(rf"{words.any('slots', 'calls')} ?{listed}{ends}", self.text):
            spoken = re.findall(rf"{words.any('slots', 'pronouns')}|{MARK}", found["names"])
            names = [each for name in spoken for each in self.sentence.quoted(name) or (name,)]
            names = list(dict.fromkeys(part.strip().lower() for name in names for part in name.split("/")))
            known = set(words.data["slots"]["pronouns"])
            if known.issuperset(names) and not self.negated(found.start()) and not self.around.is_notation:
                yield Match(Phrases(Rule.ANY, tuple(names)), found.start(), found.end())

    def _example(self, at: int) -> bool:
        if self.words.find("slots", "like").match(self.text, self.piece_start(at)) is not None:
            return True
        opened = self.text.rfind("(", 0, at)
        inside = opened > self.text.rfind(")", 0, at) and self.words.find("slots", "for_instance").match(
            self.text, opened + 1
        )
        return (
            bool(inside)
            or re.search(rf"{self.words.any('conditions', 'examples')}[ :,(]*$", self.text[:at]) is not None
        )

    # Quantities

    def _value(self, text: str | None) -> int | None:
        if text is None or text == _FIELD:
            return None
        if text[:-1].isdigit() and text[-1] in _POWERS:
            return int(text[:-1]) * _POWERS[text[-1]]
        return int(text) if text.isdigit() else int(self.words.data["numbers"][text])

    def _amounts(self) -> Iterator[Match]:
        taken: list[re.Match[str]] = []
        for found in (*self.words.amount().finditer(self.text), *self.words.listing().finditer(self.text)):
            is_open = found.re is self.words.listing()
            overlaps = any(found.start() < other.end() and other.start() < found.end() for other in taken)
            if overlaps or (is_open and self.words.lists().search(self.text[: found.start()]) is None):
                continue
            taken.append(found)
            if _FIELD in (found["low"], found["high"]):
                yield from self._of_field(found)
                continue
            low, high = self._value(found["low"]), self._value(found["high"])
            if low is None or self._is_no_demand(found):
                continue
            before, after = self.text[: found.start()], self.text[found.end() :]
            bounds = self._bounds(before.rstrip(), after, low, high, found)
            unit, part = self._counted(found)
            if bounds is None or part is None or not self._counts(unit, bounds, part):
                continue
            if unit == "entries" and self.piece_start(found.start()) > 0 and not self._label:
                continue
            if self._is_of_others(found, unit, part):
                continue
            least, most, about = bounds
            yield Match(Quantity(unit, least, most, part, about), found.start(), found.end() + self._tail(after))

    def _of_field(self, found: re.Match[str]) -> Iterator[Match]:
        """Read an amount that an input field holds: "tối đa {limit} từ"."""
        before, after = self.text[: found.start()].rstrip(), self.text[found.end() :]
        name = self.sentence.written(self.start + found.start("low"), self.start + found.end("low")).strip("{}$ ")
        unit, part = self._counted(found)
        if found["high"] or not name.isidentifier() or self._is_no_demand(found) or part is None:
            return
        if not self._counts(unit, (None, None, False), part) or self._is_of_others(found, unit, part):
            return
        negated = self.negated(found.start())
        bounds = self._compared(before, after, 0, found, negated=negated)
        is_exact = self.words.before("exactly").search(before) or unit not in ("words", "characters")
        if bounds is None and not negated and is_exact and self._is_asked(before, 2, unit, found.start()):
            bounds = (0, 0)
        if bounds is not None and set(bounds) <= {0, None}:
            least, most = (name if bound == 0 else None for bound in bounds)
            yield Match(Quantity(unit, least, most, part), found.start(), found.end())

    def _is_no_demand(self, found: re.Match[str]) -> bool:
        """Whether a number is one of two, an example, part of a sum, of the input, or stands below another's title."""
        before, after = self.text[: found.start()], self.text[found.end() :]
        if self._is_alternative(found) or self._example(found.start()):
            return True
        in_a_row = self.words.find("slots", "in_a_row")
        if in_a_row.search(found.group()) or in_a_row.match(after.lstrip()):
            return True
        if re.search("→|[=-]>", after):  # "under 300 words → the short form"
            return True
        if re.search(rf"[{MARK[1:-1]}+＋] ?$", before) or re.match(" ?[+＋]", after):  # "two words + one sentence"
            return True
        if self._is_of_some(found.start()):
            return True
        if (self._is_under_title and not self._is_of_total(found.start())) or (
            (
                self.words.unit_of(found) in ("sections", "steps")
                or self.words.find("slots", "sorts").search(found.group())
            )
            and re.match(" ?:", after)
        ):
            return True
        split = re.search(rf"{self.words.any('slots', 'splits')} ?(?P<what>[^,.;:]+) ?(?:thành|为|成) ?$", before)
        if split is not None and any(map(str.isalpha, self.words.neutral().sub(" ", split["what"]))):
            return True  # "split the condition and the result into two sentences"
        given = re.search(rf"{self.words.any('slots', 'input_before')} ?$", before)
        return (given or re.match(rf" ?{self.words.any('slots', 'input_behind')}", after)) is not None

    def _is_of_some(self, at: int) -> bool:
        """Whether it is said of what comes first or then, and both are made: "first a paragraph, then the code"."""
        words, start = self.words, self.piece_start(at)
        behind = [piece.strip() for piece in self.text[at:].split(",")[1:]]
        if words.find("slots", "at_first").match(self.text, start) is not None:
            return any(words.find("slots", "then").match(piece) for piece in behind)
        before = [piece.strip() for piece in self.text[:start].split(",")]
        begins = (words.find("slots", "at_first").match(piece) for piece in before)
        made = (words.opens(piece[first.end() :].strip()) for piece, first in zip(before, begins, strict=True) if first)
        return words.find("slots", "then").match(self.text, start) is not None and any(made)

    def _counted(self, found: re.Match[str]) -> tuple[str, Part | None]:
        """Return what an amount counts, and where; None where that is not told surely."""
        unit, part = self.words.unit_of(found), self.part(found.start())
        behind = self._each_behind(found.end()) if part == WHOLE else None
        if behind is not None:
            return unit, behind
        if part == WHOLE and self._is_one_of_tasks and not self._is_of_total(found.start()):
            return unit, None
        is_list = re.search(rf"{self.words.any('types', 'list')} ?$", self.text[: found.start()]) is not None
        at_edge = {*self.words.data["slots"]["at_edge"], *self.words.data["slots"]["last"]}
        if part is None and unit in _AT_EDGES and self._label in at_edge and not self.around.is_notation:
            return unit, WHOLE  # "end: 5 hashtags"
        if part is None or (unit in LENGTHS and not is_list):
            return unit, part
        if part == WHOLE and self._is_list is not None:
            verb = self.words.find("verbs", "produce").search(self.text, self.piece_start(found.start()))
            return "len", self._is_list if verb is not None else None
        own = self._list_at(part)
        return (unit, part) if own is None else ("len", own)

    def _each_behind(self, at: int) -> Part | None:
        """Return the sentences, items ... of which each is named right behind an amount: "2 câu mỗi đoạn"."""
        for source, nouns in self.words.data["slots"]["each"].items():
            at_each = rf" ?(?:(?:{self.words.any('slots', 'located')}|cho) ?)?{self.words.one_of(nouns)}"
            if re.match(at_each, self.text[at:]):
                return each_of(source, _EACH_NOUN[source])
        return None

    @cached_property
    def _is_one_of_tasks(self) -> bool:
        """Whether it stands in a numbered list of what to do, which makes the parts of the response one by one."""
        sentence = self.placed.sentence
        if (
            sentence.kind is not SentenceKind.LIST_ITEM
            or re.match(r"\s*[（(]?\d{1,2}[.)、．）]", sentence.text) is None
        ):
            return False
        line = said(sentence.context[-1], self.words.code).text if sentence.context else ""
        tells_rules = self.words.names_rules(line) or self.words.find("headings", "output").search(line) is not None
        return line != "" and not tells_rules and (self._opens(self.text) or self._stands_first(0))

    def _is_of_others(self, found: re.Match[str], unit: str, part: Part) -> bool:
        """Whether a number is that of each of several, of what comes in addition, or of what stands at an edge."""
        words, at = self.words, found.start()
        rest = self.text[found.end() :].partition(",")[0]
        if words.find("slots", "at_edge").match(self.text, self.piece_start(at), at) and unit not in _AT_EDGES:
            return True
        many = words.find("slots", "all_of_many")
        if unit == "len" and many.search(self.text, self.piece_start(at), at):
            return True
        if rest.startswith("/") or part != WHOLE:
            return rest.startswith("/") or self._adds(at)
        piece = re.sub(words.any("slots", "whole"), " ", self.text[self.piece_start(at) : at])
        rest = re.sub(words.any("slots", "whole"), " ", rest)
        return many.search(rest) is not None or (self._value(found["low"]) == 1 and many.search(piece) is not None)

    def _adds(self, at: int) -> bool:
        """Whether a piece behind a comma begins with a word that adds something: "and one sentence on why"."""
        start = self.piece_start(at)
        return (
            self.text[max(start - 1, 0) : start] == ","
            and self.words.find("slots", "then").match(self.text, start) is not None
        )

    def _is_alternative(self, found: re.Match[str]) -> bool:
        """Whether another number stands beside one, of which either will do."""
        either, number = rf" ?(?:{self.words.any('slots', 'or')}) ?", self.words.number()
        before, after = self.text[: found.start()], self.text[found.end() :]
        is_last = re.search(rf"{number}.{{0,8}}{either}$", before) is not None
        return is_last or re.match(rf"{either}[^,.;:]{{0,6}}{number}", after) is not None

    def _list_at(self, part: Part) -> Part | None:
        """Return the list that samples have at the key of a part."""
        node = next((node for node in self.around.tree.nodes if part == value_at(self.around.tree.address(node))), None)
        if node is None or node.kind != "list":
            return None
        return list_at(part.named, node.name)

    @cached_property
    def _is_list(self) -> Part | None:
        """The list that the whole JSON is, or that stands at its one key; None where it is neither."""
        tree = self.around.tree
        if not self.around.is_json or tree.is_list:
            return THE_LIST if self.around.is_json else None
        top = [node for node in tree.nodes if len(node.path) == 1]
        return list_at(tree.address(top[0]), top[0].name) if len(top) == 1 and top[0].of_objects else None

    def _dates(self) -> Iterator[Match]:
        """Read the shape that dates have: "日期格式为YYYY-MM-DD"."""
        for found in re.finditer(_DATE.pattern.lower(), self.text):
            part = self.part(self.piece_start(found.start()))
            known = self.around.keys_in_lower_case
            if part == WHOLE and any(name in known for name in re.findall(IDENTIFIER, self.text)):
                continue  # the list of keys says it of that one
            if (
                self.words.find("slots", "date").search(self.text)
                and part is not None
                and not self.negated(found.start())
            ):
                yield Match(Shape(found.group().upper(), part), 0, found.end())

    def _counts(self, unit: str, bounds: tuple[int | None, int | None, bool], part: Part) -> bool:
        """Whether code can count this in that part."""
        least, most, _ = bounds
        if (unit == "entries" and least == most == 1) or (part.named == "title" and least is not None and most is None):
            return False
        if unit == "headings" and part != WHOLE:
            return False
        if unit in ("entries", "items", "sections") and (self.around.is_notation or not _holds_items(part)):
            return False
        return part != WHOLE or not (self.around.is_notation or self.around.form in ("SQL", "YAML", "HTML", "Python"))

    def _tail(self, after: str) -> int:
        for key in ("after_at_most", "after_at_least", "after_about", "after_exactly"):
            if found := self.words.behind(key).match(after):
                return found.end()
        return 0

    def _bounds(
        self, before: str, after: str, low: int, high: int | None, found: re.Match[str]
    ) -> tuple[int | None, int | None, bool] | None:
        words = self.words
        unit = words.unit_of(found)
        near = words.before("about").search(before) is not None or words.behind("after_about").match(after) is not None
        negated = self.negated(found.start())
        if high is not None and words.before("at_most").search(before) and not words.before("held").search(before):
            return None, max(low, high), near
        if high is not None:
            return None if negated else (min(low, high), max(low, high), near)
        compared = self._compared(before, after, low, found, negated=negated)
        if compared is not None:
            return *compared, False
        if negated:
            return None
        if near:
            return *loosened(low, 0.25), True
        if words.before("exactly").search(before) or words.behind("after_exactly").match(after):
            return low, low, False
        if not self._is_asked(before, low, unit, found.start()):
            return None
        return (*loosened(low, 0.25), True) if unit in ("words", "characters") and low > 3 else (low, low, False)

    def _compared(
        self, before: str, after: str, low: int, found: re.Match[str], *, negated: bool
    ) -> tuple[int | None, int | None] | None:
        """Return the bounds that the comparison beside a number gives; None without one."""
        words = self.words
        inside = found["noun"] and self.text[found.end("low") : found.start("noun")]
        if words.behind("after_at_most").match(after) or (inside and words.find("slots", "within").search(inside)):
            return None, low
        if found["plus"] or words.behind("after_at_least").match(after):
            return low, None
        if words.behind("after_about").match(after):
            return None
        for key, bounds, turned in (
            ("at_most", (None, low), None),
            ("at_least", (low, None), None),
            ("below", (None, low - 1), (low, None)),
            ("above", (low + 1, None), (None, low)),
        ):
            if (key, low) != ("above", 1) and words.before(key).search(before):
                return turned if negated and turned is not None else bounds
        return None

    def _is_asked(self, before: str, low: int, unit: str, at: int) -> bool:
        """Whether a number without a comparison is asked for: "write 3 paragraphs", "in one sentence"."""
        words = self.words
        known = (name.lower() for name in (*self.around.sections, *self.around.titles, *self.around.keys))
        if self._label and (self._label in known or self._line(self._label) is not None):
            return True
        each = [noun for nouns in words.data["slots"]["each"].values() for noun in nouns]
        if re.search(words.one_of(each), self.text[self.piece_start(at) : at]):
            return True
        within = re.search(rf"{words.any('slots', 'in')} ?$", before) is not None or self._stands_first(at)
        if low == 1 and not (within and unit in ("words", "sentences", "paragraphs", "lines")):
            return False
        if unit == "questions" and words.find("slots", "replies").search(before[-8:]):
            return False
        piece = self._seen[self.piece_start(at) : at]
        asked = words.find("verbs", "produce").search(piece)
        if unit == "entries":
            held = re.search(rf"{words.any('verbs', 'include')} ?$", self._seen[:at]) is not None
            return held or words.lists().search(self._seen[:at]) is not None
        if unit in ("hashtags", "emojis", "links") and words.find("verbs", "include").search(piece):
            return True
        return within or asked is not None or self._label in words.data["nouns"]["response"]

    def _stands_first(self, at: int) -> bool:
        """Whether an amount begins a piece, and what is done with it follows: "三句话总结"."""
        counted = self.words.amount().match(self.text, at)
        if self.words.spaced or counted is None or self.text[self.piece_start(at) : at].strip(" ·"):
            return False
        return self.words.find("verbs", "produce").match(self._seen, counted.end()) is not None

    def _times(self) -> Iterator[Match]:
        words = self.words
        number, times = words.number(), words.any("slots", "times")
        compare = "|".join(f"(?P<{key}>{words.any('comparisons', key)})" for key in ("at_most", "at_least", "exactly"))
        pattern = re.compile(
            rf"(?P<mark>{MARK})[^,.;\ue000-\ue7ff]{{0,24}}?(?:{compare})[^\d,]{{0,6}}?(?P<number>{number}) ?{times}"
        )
        for found in pattern.finditer(self.text):
            number_of = self._value(found["number"])
            [phrase] = self.sentence.quoted(found["mark"])
            if _BLANK.search(phrase):
                continue
            least = None if found["at_most"] else number_of
            most = None if found["at_least"] else number_of
            yield Match(Times(phrase, least, most), found.start(), found.end())

    def _of_keys(self) -> Iterator[Match]:
        """Read what stands behind the names of keys, as what stands behind them in a list of keys is read."""
        if not self.around.is_json or self.around == _AT_VALUE:
            return
        known = self.around.keys_in_lower_case
        noun = self.words.any("nouns", "key")
        begins = [
            (found, known[name])
            for found in re.finditer(rf"(?:^|,)[ -]*(?:{noun} ?)?(?P<name>{MARK}|{IDENTIFIER}) ?(?:{noun})?", self.text)
            if (name := (self.sentence.quoted(found["name"]) or (found["name"],))[0].lower()) in known
        ]
        ends = [*(found.start() for found, _ in begins), len(self.text)][1:]
        for (found, name), end in zip(begins, ends, strict=True):
            told = [Match(each, found.start(), end) for each in self._told_of(name, found.end(), end)]
            is_item = found.start() == self.start == 0 and self.placed.sentence.kind is SentenceKind.LIST_ITEM
            yield from told or (self._shown_keys((name,), found.span("name")) if is_item else ())
        yield from self._keys_beside(known)

    def _told_of(self, name: str, start: int, end: int) -> Iterator[Constraint]:
        told = self.words.told_of_key(self.sentence.written(self.start + start, self.start + end))
        address, nodes = address_of(name, self.around), self.around.tree.named(name)
        if address is not None and re.match(self.words.any("slots", "and"), told) is None:
            found = described_in(address, told, self.words.code, nodes[0] if len(nodes) == 1 else None)
            yield from (each for each in found if not (isinstance(each, KeyType) and each.type == "string"))

    def _keys_beside(self, known: Mapping[str, str]) -> Iterator[Match]:
        """Read the keys that stand in brackets behind what is to be there, or beside the word for a key."""
        demands = (("addressee", "demand"), ("verbs", "include"), ("verbs", "heed"))
        if not any(self.words.find(*each).search(self.text) for each in demands):
            return
        name, noun = rf"(?:{MARK}|{IDENTIFIER})", self.words.any("nouns", "key")
        listed = rf"\( ?({name}(?: ?[,、] ?{name})*) ?\)|({name}) ?{noun}|{noun} ?({name})"
        for found in re.finditer(listed, self.text):
            spoken = re.findall(name, found[found.lastindex or 0])
            names = [(self.sentence.quoted(each) or (each,))[0].lower() for each in spoken]
            if known.keys() >= set(names) and not self.negated(found.start()):
                yield from self._shown_keys([known[each] for each in names], found.span(found.lastindex or 0))

    def _shown_keys(self, names: Sequence[str], span: tuple[int, int]) -> Iterator[Match]:
        """Yield the demand for the keys of these names that samples have."""
        shown = tuple(name for name in names if self.around.tree.named(name))
        yield from (Match(asked, *span) for asked in keys_named(shown, self.around.tree, deep=True))

    def _ranges(self) -> Iterator[Match]:
        """Read the bounds of a number at a key: "score: 0-100"."""
        words = self.words
        if self._key:
            part = self._value_at(self._key)
        elif (
            words.find("slots", "every").search(self.text) is None
            and words.find("slots", "one_number").search(self.text)
            and not (self.around.keys or self.around.sections)
        ):
            part = WHOLE
        else:
            part = None
        is_among = part is None and self._rates()
        if part is not None and self._list_at(part) is not None:
            return
        if part is None and not is_among:
            return
        number, ends = r"\d+(?:\.\d+)?", rf"[,.;:)(%]|$|{words.any('slots', 'score_behind')}"
        bounds = rf"(?<![\d.])(?P<low>{number}) ?{words.any('comparisons', 'to')} ?(?P<high>{number})(?= ?(?:{ends}))"
        for found in re.finditer(bounds, self.text):
            counted = words.amount().match(self.text, found.start())
            if float(found["low"]) < float(found["high"]) and words.find("slots", "a_score").search(self.text):
                if counted is None:
                    whole = words.find("slots", "integers").search(self.text) is not None
                    ranged = InRange(found["low"], found["high"], part or WHOLE, whole, is_among)
                    yield Match(ranged, 0, found.end())
                return

    def _rates(self) -> bool:
        """Whether it tells to give a score, where the response is a text without named parts."""
        around = self.around
        is_text = not (around.keys or around.sections or around.columns or around.is_notation) and not self._label
        rated = self.words.find("verbs", "rate").search(self.text)
        return is_text and rated is not None and self.part(rated.start()) == WHOLE

    def _tags(self) -> Iterator[Match]:
        """Read elements that the answer stands in: "<answer></answer>"."""
        words = self.words
        if words.find("addressee", "input").match(self.text) is not None:
            return
        for found in re.finditer(r"<(?P<name>[a-z_]\w*)>(?:[^<>]{0,12}</(?P=name)>)?", self.text, re.ASCII):
            wrapped = words.find("slots", "wrapped").search(self.text)
            if wrapped is not None and not self.negated(found.start()) and not self._example(found.start()):
                name = self.sentence.written(self.start + found.start("name"), self.start + found.end("name"))
                yield Match(Elements((name,)), found.start(), found.end())

    # Quoted phrases

    def _phrases(self) -> Iterator[Match]:
        edges = self._edges()
        for found in re.finditer(self.words.phrases(), self.text):
            phrases = self.sentence.quoted(found.group())
            if not all(phrases) or self._left_alone(found, phrases):
                continue
            if self._example(found.start()):
                yield from self._ruled_out_examples(found, phrases)
                continue
            negated = self.negated(found.start())
            start, end = found.span()
            rule: Rule | None
            if found.start() in edges:
                rule, start, end = edges[found.start()]
                if rule is Rule.ENDS and re.match(rf"[ ,]*{self.words.any('slots', 'then')}", self.text[end:]):
                    rule, phrases = Rule.ALL, tuple(each.strip(" ,.，。") or each for each in phrases)
                if negated and self.words.find("slots", "often").search(self.text, self.piece_start(start), start + 1):
                    continue
                if negated:
                    rule = Rule.NOT_STARTS if rule is Rule.STARTS else Rule.NOT_ENDS
            elif (named := self._named(found, phrases)) is not None:
                if not negated:
                    yield Match(named, found.start(), found.end())
                continue
            else:
                rule = self._rule(found, len(phrases), negated=negated)
            if rule is None or (rule is not Rule.ONE_OF and self._is_filled_in(rule, phrases)):
                continue
            phrases = _barred(phrases) if rule is Rule.NONE else phrases
            part = self._part_of_phrase(start if found.start() in edges else found.start(), rule)
            yield from (Match(each, start, end) for each in self._said(rule, phrases, part, self._key_near(start)))

    def _said(self, rule: Rule, phrases: tuple[str, ...], part: Part | None, key: str) -> Iterator[Constraint]:
        at_key = self._value_at(key) if key else part
        if rule in (Rule.STARTS, Rule.ENDS) and phrases[0] in _BRACKETS:
            yield Alone("JSON")
        elif rule is Rule.ONE_OF and at_key not in (None, WHOLE):
            yield Choice(phrases, at_key)
        elif rule is Rule.ALL and len(phrases) > 1 and self.words.find("slots", "tables").search(self.text):
            yield Columns(phrases)
        elif rule is Rule.ALL and (keys := self._keys_quoted(phrases)):
            yield from keys_named(keys, self.around.tree, deep=False)
        elif part is not None:
            yield Phrases(rule, phrases, part)

    def _keys_quoted(self, phrases: tuple[str, ...]) -> tuple[str, ...]:
        """Return the identifiers that a clause about JSON quotes, of which these are some: what it has are keys."""
        if not (self.around.is_json or "json" in self.text) or self._label in self.around.keys:
            return ()
        quoted = self.sentence.quoted(self.text)
        named = tuple(each for each in quoted if re.fullmatch(r"[A-Za-z_]\w{0,40}", each, re.ASCII))
        is_known = not self.around.keys or not set(self.around.keys).isdisjoint(named)
        return named if is_known and set(phrases) <= set(named) else ()

    def _is_filled_in(self, rule: Rule, phrases: tuple[str, ...]) -> bool:
        """Whether quotations have blanks, or choices where all of them would be asked for."""
        if rule in (Rule.STARTS, Rule.ENDS) and phrases[0] in _BRACKETS:
            return False
        if rule is Rule.NONE:
            return any("{" in each or re.search("XX|xxx", each) for each in phrases)
        return any(_BLANK.search(each) or (rule is Rule.ALL and re.search(r"\S[/、]\S", each)) for each in phrases)

    def _fences(self) -> Iterator[Match]:
        """Read that no fence is wanted: "not in ```json"."""
        for found in re.finditer(MARK, self.text):
            if self.sentence.quoted(found.group())[0].startswith("```") and self.negated(found.start()):
                fence = next(thing for thing in self.words.things().values() if thing.hold == "a code block")
                yield Match(Shows(fence.hold, fence.found, fence.absent, False), found.start(), found.end())

    def _given(self) -> Iterator[Match]:
        """Read the fields whose value is named: "必须提到{name}"."""
        words = self.words
        puts = rf"(?:{words.any('slots', 'mentions')}) ?(?:{words.any('nouns', 'phrase')} ?)*[:]? ?(?P<field>\ue800)"
        for found in re.finditer(rf"{puts}(?= ?(?:$|[,.;)]))", self.text):
            name = self.sentence.written(self.start + found.start("field"), self.start + found.end("field")).strip(
                "{}$ "
            )
            if name.isidentifier() and not self.around.is_notation and not self._example(found.start()):
                yield Match(Given(name, not self.negated(found.start())), found.start(), found.end())

    def _left_alone(self, found: re.Match[str], phrases: tuple[str, ...]) -> bool:
        """Whether quotations are code, tell where something comes from, or are corrected in a list of faults."""
        before = self.text[: found.start()]
        if any(each.startswith("```") for each in phrases):
            return True
        one_of = self.words.any("slots", "one_of")
        chosen = re.match(rf"[^,.;]{{0,10}}?{one_of}", self.text[found.end() :])
        chosen = chosen or re.search(f"{one_of}[ :(]*$", before)
        if (
            re.search(
                rf"(?:{self.words.any('slots', 'source')}[ :(]*(?:{self.words.any('nouns', 'key')} ?)?|[{{\[] ?)$",
                before,
            )
            and chosen is None
        ):
            return True
        corrected = re.search(r"→|->|=>", self.text) is not None or before.rfind("(") > before.rfind(")")
        return self.led_by_negation and corrected

    def _edges(self) -> dict[int, tuple[Rule, int, int]]:
        """Return what is said to begin or end the response, by the place of its quotation, with the words that do."""
        edges: dict[int, tuple[Rule, int, int]] = {}
        for key, edge in (("starts", Rule.STARTS), ("ends", Rule.ENDS)):
            for pattern in self.words.sentence(key):
                for found in pattern.finditer(self._seen):
                    if self.words.find("nouns", "chapter").search(found.group()):
                        continue
                    edges.setdefault(found.start("phrase"), (edge, found.start(), found.end()))
        return edges

    def _part_of_phrase(self, at: int, rule: Rule) -> Part | None:
        """Return the part that says a quotation at an offset; what is ruled out is so everywhere."""
        called = re.search(rf"{self.words.any('nouns', 'phrase')}[ :]*$", self.text[:at])
        part = self.part(called.start() if called is not None else at)
        if part is None and rule in (Rule.NONE, Rule.NOT_STARTS, Rule.NOT_ENDS):
            titled = self.words.find("slots", "titled_parts").search(self.text[:at]) is not None
            named = self._is_under_part or titled or self._is_told_of_one(at)
            part = WHOLE if not self.around.is_notation and not named else None
        if part is None or (part.each and rule is not Rule.NONE):
            return None
        return part if not self.around.is_notation or rule in (Rule.NONE, Rule.ALL) else None

    def _named(self, found: re.Match[str], phrases: tuple[str, ...]) -> Constraint | None:
        """Return what quotations name: keys, columns or sections."""
        before, after = self.text[: found.start()], self.text[found.end() :]
        if re.search(rf"{self.words.any('nouns', 'phrase')}[ :]*$", before):
            return None
        for kind in ("key", "column", "section"):
            noun = self.words.any("nouns", kind)
            counted = rf"(?: ?{self.words.number()})?[个 ]*" if not self.words.spaced else " (?:là )?"
            gap = 0 if kind == "section" else 10
            called = rf"{noun}[^,.;:\ue000-\ue7ff]{{0,{gap}}}?(?:{self.words.any('slots', 'are')})?[ (]*$"
            behind = re.match(rf"[ )]*(?:等|这)?{counted}{noun}", after) is not None and not self.words.spaced
            named = re.search(called, self._seen[: found.start()])
            if not behind and named is None:
                continue
            if kind == "key":
                are_keys = all(re.fullmatch(r"[\w .-]{1,40}", each) for each in phrases)
                return next(keys_named(phrases, self.around.tree, deep=False), None) if are_keys else None
            if kind == "column":
                return Columns(phrases) if len(phrases) > 1 else None
            is_said = self.words.find("nouns", "phrase").search(before[-12:]) is not None
            names = tuple(each.strip(" #*:：") for each in phrases)
            at = named.start() if named is not None else found.start()
            if not self.around.is_notation and not is_said and all(names) and self.part(at) == WHOLE:
                return Sections(names)
        return None

    def _rule(self, found: re.Match[str], count: int, *, negated: bool) -> Rule | None:
        words = self.words
        before, after = self.text[: found.start()].rstrip(" :("), self.text[found.end() :]
        tail = before[self.piece_start(found.start()) :] if "," in before[-20:] else before[-40:]
        joined_by_or = re.search(words.any("slots", "or"), found.group()) is not None
        if re.match(rf"[ )]*[^,.;]{{0,8}}?{words.any('slots', 'none_appear')}", after):
            return Rule.NONE
        if negated:
            return Rule.NONE if self._bars(before, after) else None
        one_of = re.search(rf"{words.any('slots', 'one_of')}[^,.;]{{0,24}}$", before) or re.match(
            rf"[^,.;]{{0,10}}?{words.any('slots', 'one_of')}", after
        )
        counted = next(reversed([*words.amount().finditer(tail)]), None)
        if counted is not None and words.behind("after_exactly").sub("", tail[counted.end() :]).strip() == "":
            tail = tail[: counted.start()]  # "only answer in one word: "a" or "b""
        choosing = re.search(rf"{words.any('slots', 'choosing')}[^,.;\ue000-\ue7ff]{{0,8}}$", tail)
        told = words.find("verbs", "answer").search(tail) or words.find("nouns", "response").search(tail)
        choosing = choosing if told or self._key or words.find("slots", "only").search(tail) else None
        if count > 1 and (one_of or (choosing and joined_by_or)):
            return None if re.search(MARK, before[1:]) else Rule.ONE_OF
        if joined_by_or:
            return Rule.ONE_OF if count > 1 and self._key and before.strip() == self._label else None
        if re.match(rf"[ )]*[^,.;]{{0,4}}?{words.any('slots', 'appears')}", after):
            return Rule.ALL
        seen = self._seen[len(before) - len(tail) : len(before)]
        asked = re.search(rf"(?P<verb>{words.any('verbs', 'include')})[^,.;:\ue000-\ue7ff]{{0,16}}$", seen)
        called = rf"(?:{words.number()}个)?{words.any('nouns', 'phrase')}"
        said_so = words.find("nouns", "phrase").search(tail[-14:]) or (
            not words.spaced and re.match(called, after.lstrip(" )这等"))
        )
        if asked is None or (re.fullmatch(words.any("slots", "used"), asked["verb"]) and not said_so):
            return None
        if not said_so and re.search(
            rf"{words.number()} ?{any_of(words.data['comparisons']['classifiers'])} ?$", before
        ):
            return None  # what a thing is called that is made: "make a "list of names""
        if words.find("slots", "every").search(seen[: asked.start()]) or (before.endswith("的") and not said_so):
            return None
        return Rule.ALL

    def _bars(self, before: str, after: str) -> bool:
        """Whether a quotation is ruled out wherever it stands: not what is done with it, nor what it is used for."""
        words = self.words
        if re.match(rf" ?{words.any('slots', 'purpose')}", after):
            return False
        cue = self._cue(len(before))
        if cue is None:
            return words.find("slots", "only").search(before) is None
        between, bar = before[cue.end() :], words.find("slots", "bar")
        if words.find("slots", "often").search(between) is not None:
            return False
        leaves_out = words.find("negations", "removes").fullmatch(cue.group()) is not None and between.strip(" :")
        is_state = words.find("negations", "states").fullmatch(cue.group()) is not None
        if len(between) > 40 or leaves_out or is_state or self._is_kept(len(before)):
            return False
        if words.find("slots", "situations").match(after) or words.find_any("things").search(
            self._last_listed(between)
        ):
            return False
        is_said = words.find("nouns", "phrase").search(f"{between} "[-16:].strip()) or bar.search(between)
        return not between.strip(" :") or is_said is not None or bar.search(cue.group()) is not None

    def _listed(self) -> Iterator[Match]:
        """Read choices, sections and columns that are named without quotation marks, to the end of the clause."""
        words = self.words
        for found in re.finditer(
            rf"{words.any('slots', 'one_of')}[^,.;:\ue000-\ue7ff]{{0,24}}:(?P<list>[^:;\ue000-\ue7ff]+)$", self.text
        ):
            names = self._split(found.start("list"), found.end("list"))
            of_all = self.text.find(":") == found.start("list") - 1 or self.part(found.start()) == WHOLE
            if len(names) > 1 and of_all and not self.around.is_notation and not self.negated(found.start()):
                is_all = words.find("slots", "only").search(self.text[: found.start()]) is not None
                choice: Constraint = Phrases(Rule.ONE_OF, names) if is_all else Choice(names, among=True)
                yield Match(choice, found.start(), found.end())
        name = r"[^,.;:()、\ue000-\ue7ff]{1,20}"
        parted = "," if words.spaced else "、"
        listed = rf"(?P<list>{name}(?:{parted} ?{name})*(?:{parted} ?)?{words.any('slots', 'or')}{name})(?=$|,)"
        only, answer = words.any("slots", "only"), words.any("verbs", "answer")
        pair = rf"(?P<only>{only} ?)?{answer}(?P<called>[^,.;:\ue000-\ue7ff]{{0,16}}:)?[ :]*{listed}"
        for found in re.finditer(pair, self.text):
            names = self._split(found.start("list"), found.end("list"))
            shortest = 2 if not words.spaced else 12
            sure = found["called"] or len(names) > 2 or all(len(each) <= shortest or each.isascii() for each in names)
            if len(names) < 2 or not sure or words.find("slots", "language_lead").match(found["list"].strip()):
                continue
            if not self._speaks_of_all(found.start()):
                continue
            if found["only"] is not None and words.find("slots", "choosing").search(found.group()) is not None:
                yield Match(Phrases(Rule.ONE_OF, names), found.start(), found.end())
            elif (found["called"] is None and words.spaced) or self.negated(found.start("list")):
                continue
            elif len(names) > 2 and words.find("slots", "choosing").match(self.text, found.start()) is not None:
                yield Match(Choice(names, among=True), found.start(), found.end())
        nouns = f"{words.any('nouns', 'response')}|{words.any('slots', 'sorts')}|{words.any('slots', 'sorted')}"
        named = rf"(?:{nouns}) ?{words.any('slots', 'limited')}[ :]*(?P<list>{name}(?:{parted} ?{name})+)$"
        for found in re.finditer(named, self.text):
            names = self._split(found.start("list"), found.end("list"))
            if len(names) > 1 and self._speaks_of_all(found.start()) and not self.around.is_notation:
                yield Match(Choice(names, among=True), found.start(), found.end())
        yield from self._sorted()
        yield from self._counted_choices()
        yield from self._laid_out()
        yield from self._worded_list()

    def _sorted(self) -> Iterator[Match]:
        """Read choices into which something is sorted, or from which one is taken: "分类为：甲、乙、丙之一"."""
        words = self.words
        listed = r"[ :]*(?P<list>[^.;:\ue000-\ue7ff]{3,120}?)"
        either, one_of = words.any("slots", "or"), words.any("slots", "one_of")
        patterns = [rf"{words.any('slots', 'sorted')}{listed}(?=$|[.;])"]
        if not words.spaced:
            patterns.append(rf"(?:从|在){listed}{one_of}")
        for found in (each for pattern in patterns for each in re.finditer(pattern, self._seen)):
            end = re.search(one_of, self.text[found.start("list") : found.end("list")])
            stop = found.start("list") + end.start() if end is not None else found.end("list")
            is_closed = _CLOSED.search(found["list"]) is not None
            is_choice = end is not None or is_closed or "从" in found.group() or re.search(either, found["list"])
            names = self._split(found.start("list"), stop)
            is_sure = is_choice and len(names) > 1 and not (self.around.is_notation or self.around.sections)
            is_sure = is_sure and found["list"].count("(") == found["list"].count(")")
            is_sorting = self.words.find("addressee", "leading").match(self.text) is not None
            begin = self.piece_start(found.start()) if is_sorting else found.start()  # what is sorted is no part
            if is_sure and self.part(begin) == WHOLE and not self.negated(found.start()):
                yield Match(Choice(names, among=True), found.start(), found.end())
                return

    def _counted_choices(self) -> Iterator[Match]:
        """Read choices of which a clause says how many there are: "there are three intents: a, b, c"."""
        words = self.words
        sorts, kinds = words.any("slots", "sorts"), any_of(words.data["comparisons"]["classifiers"])
        counted = (
            rf"(?P<n>{words.number()}) ?(?:{kinds})? ?(?:{sorts})? ?: ?[【\[(]?(?P<list>[^:;()【】\[\]\ue000-\ue7ff]+)"
        )
        for found in re.finditer(rf"{counted}[】\])]? ?$", self.text):
            names = self._split(found.start("list"), found.end("list"))
            told = re.search(sorts, self.text[: found.start("list")]) is not None
            if not told or len(names) != self._value(found["n"]) or len(names) < 2:
                continue
            if not (self.around.is_notation or self.around.sections or self.negated(found.start())):
                yield Match(Choice(names, among=True), 0, found.end())

    def _worded_list(self) -> Iterator[Match]:
        """Read words that a clause lists without quotation marks behind what they are called: "the keywords: a, b"."""
        words = self.words
        told = f"{words.any('verbs', 'include')}|{words.any('negations', 'bans')}"
        which = f"{words.any('headings', 'below')}|{words.any('slots', 'any')}|{words.any('slots', 'bar')}"
        called = rf"(?:{told})(?: ?(?:{which}))* ?{words.any('nouns', 'phrase')}(?: sau)? ?:"
        for found in re.finditer(rf"{called}(?P<list>[^:;()\ue000-\ue7ff]+)$", self.text):
            names = self._split(found.start("list"), found.end("list"))
            either = re.search(words.any("slots", "or"), found["list"]) is not None
            if len(names) < 2 or either or any(len(name) > 24 for name in names):
                continue
            rule = Rule.NONE if self.negated(found.start("list")) else Rule.ALL
            part = self._part_of_phrase(found.start(), rule)
            if part is not None:
                yield Match(Phrases(rule, names, part), found.start(), found.end())

    def _laid_out(self) -> Iterator[Match]:
        """Read the sections and columns that a clause lists by their names."""
        words = self.words
        are, noun, include = words.any("slots", "are"), words.any("nouns", "section"), words.any("verbs", "include")
        number, named = words.number(), r"(?P<list>[^.;:\ue000-\ue7ff]+"
        counted = rf"(?:đủ |đúng |đầy đủ )?(?:{number} ?|个|大|各|以下|如下|các )*"
        divided, made = f"(?:{include}|{words.any('slots', 'divided')})", words.any("verbs", "produce")
        patterns = [rf"{divided} ?{counted}{noun}(?: sau)?(?: đây)?(?: là)? ?:{named})$"]
        if not words.spaced:
            patterns.append(rf"{divided}[ :]*{named}?){number}(?:个|大)?{noun}(?:组成|来?{made})?$")
        else:
            patterns.append(rf"{divided} ?{counted}{noun} {named})$")  # names with capitals need no colon
        untitled = words.find("slots", "untitled")
        for found in (each for pattern in patterns for each in re.finditer(pattern, self.text)):
            listed = self._split(found.start("list"), found.end("list"))
            is_running = any(untitled.fullmatch(name.lower()) for name in listed)
            is_running |= ":" not in found.group() and words.spaced and not all(name[0].isupper() for name in listed)
            if len(listed) > 1 and not (self.negated(found.start()) or self.around.is_notation or is_running):
                yield Match(Sections(listed), found.start(), found.end())
        column = rf"{self.words.any('nouns', 'column')} ?{are}[ :]*(?P<list>[^.;:\ue000-\ue7ff]+)$"
        for found in re.finditer(column, self.text):
            names = self._split(found.start("list"), found.end("list"))
            if len(names) > 1 and not self.negated(found.start()):
                yield Match(Columns(names), found.start(), found.end())

    def _split(self, start: int, end: int) -> tuple[str, ...]:
        """Return the names of a list as written; nothing where one is no name."""
        text = self.text[start:end]
        names = []
        at = 0
        parting = rf" ?(?:{any_of(['、', ',', '/', '|'])}|{self.words.any('slots', 'and')}) ?"
        for stop in (*re.finditer(parting, text), None):
            last = len(text) if stop is None else stop.start()
            written = self.sentence.written(self.start + start + at, self.start + start + last).strip(" .。*:：()")
            at = len(text) if stop is None else stop.end()
            if written:
                names.append(written)
        longest = 4 if self.words.spaced else 1
        bans = self.words.find("negations", "bans")
        if any(
            (bans.search(name.lower()) and not bans.fullmatch(name.lower()))
            or self.words.polite().sub("", name.lower()) != name.lower()
            for name in names
        ):
            return ()
        if any(_ORDINAL.fullmatch(name) for name in names):
            return ()  # "一、背景" is one name with its number
        if any(len(name.split()) > longest or len(name) > (24 if self.words.spaced else 10) for name in names):
            return ()
        return tuple(dict.fromkeys(names))

    def _keys(self) -> Iterator[Match]:
        """Read keys that are named without quotation marks, and an item that begins with one."""
        parted, told = "(?: ?, ?| và )" if self.words.spaced else " ?[、,和及]+ ?", r"(?: ?\([^()]*\))?"
        named = rf"(?P<keys>{IDENTIFIER}{told}(?:{parted}{IDENTIFIER}{told})+)"
        noun = self.words.any("nouns", "key")
        are = self.words.any("slots", "are")
        ends = r"(?= ?(?:$|[.,;:()]))" if self.words.spaced else ""  # else words that no key is: "field, theo vai trò"
        ahead = rf"{noun}[^,.;:=/\ue000-\ue7ff]{{0,10}}?(?:{are})?[ :(]*{named}(?! ?=){ends}"
        behind = rf"{named}(?:等|这)?(?:{self.words.number()})?个?{noun}"
        held = rf"{self.words.any('verbs', 'include')}[ :]*{named}{ends}"
        patterns = (ahead,) if self.words.spaced else (ahead, behind)
        known = self.around.keys_in_lower_case
        for pattern in (*patterns, held) if self.around.is_json or "json" in self.text else patterns:
            for found in re.finditer(pattern, self._seen):
                written = self.sentence.written(self.start + found.start("keys"), self.start + found.end("keys"))
                keys = tuple(
                    key
                    for key in re.findall(
                        r"[A-Za-z_]\w*", re.sub(r"\bvà\b|[(（][^()（）]*[)）]", " ", written), re.ASCII
                    )
                )
                if pattern == held and known and not any(key.lower() in known for key in keys):
                    continue
                values = self.words.find("slots", "taken").search(self.text, found.start(), found.start("keys"))
                if values is None and not self.negated(found.start("keys")):
                    for asked in keys_named(keys, self.around.tree, deep=False):
                        yield Match(asked, found.start(), found.end())
                    return

    # Forms, languages, things

    def _forms(self) -> Iterator[Match]:
        names = self.words.names("forms")
        boundary = r"(?<![\w./])" if self.words.spaced else "(?<![a-z./])"
        for found in re.finditer(rf"{boundary}{self.words.marked('forms')}(?![a-z])", self._seen):
            form = names[found.group()]
            if self.around.is_json and not form.startswith("JSON"):
                continue
            before, after = self.text[: found.start()], self.text[found.end() :]
            acts = re.match(self.words.any("slots", "form_acts"), found.group()) is not None
            named = "" if self.words.spaced else "|[a-z][a-z0-9_]* ?"
            told = rf" ?(?:{self.words.any('verbs', 'include')}|{self.words.any('addressee', 'demand')})"
            is_subject = not before[self.piece_start(found.start()) :].strip() and re.match(told, after) is not None
            lead = (
                found
                if acts or is_subject
                else re.search(
                    rf"{self.words.any('slots', 'form_lead')}(?:[ :]|{self.words.number()}[个份 ]*{named})*$",
                    before,
                )
            )
            if (
                self.negated(found.start())
                or self._is_not_only(found.start())
                or self._example(found.start())
                or (lead is None and (before + after).strip(" ."))
            ):
                continue
            is_format = self.words.find("samples", "format").search(found.group()) is not None
            given = not is_format and re.search(rf"{self.words.any('slots', 'input_before')} ?$", before) is not None
            if given or re.match(rf" ?(?:\([^)]*\) ?)?{self.words.any('slots', 'no_form_behind')}", after):
                continue
            if (
                form == "list"
                and self.words.spaced
                and not re.search(r"(?:dạng|thành|bằng)(?: một)? $", before)
                and "dạng" not in found.group()
            ):
                continue
            if form in _LAYOUTS and (self.around.is_notation or not self._lays_out(form, found.start())):
                continue
            near = self.words.find("nouns", "part").search(before[-16:])
            if form not in _LAYOUTS and near is not None and self.part(found.start()) is None:
                continue
            yield Match(Form(form), found.start() if lead is None else lead.start(), found.end())

    def _is_not_only(self, at: int) -> bool:
        """Whether what stands at an offset is ruled out only by itself: "do not only return JSON"."""
        return (
            re.search(f"{self.words.any('negations', 'bans')} ?{self.words.any('slots', 'only')}", self.text[:at])
            is not None
        )

    def _lays_out(self, form: str, at: int) -> bool:
        """Whether a layout is that of the response: said of all of it, or of what makes up a list."""
        piece = self.text[self.piece_start(at) : at]
        itemised = form in ("bullets", "numbered", "list") and self.words.find("slots", "itemised").search(piece)
        return self.part(at) == WHOLE or (bool(itemised) and not self._label)

    def _speaks_of_all(self, at: int) -> bool:
        """Whether nothing but the response is named before an offset in its piece: not "comments are in English"."""
        words, piece = self.words, self._seen[self.piece_start(at) : at]
        piece = words.find("addressee", "task").sub(" ", piece).strip()
        piece = piece.removeprefix(self._label) if self._label and self._label_is_whole else piece
        if self._is_told_of_one(at):
            return False
        if words.opens(words.polite().sub("", piece)) or words.find("addressee", "leading").match(piece):
            return True
        return sum(map(str.isalpha, words.neutral().sub(" ", piece))) < (6 if words.spaced else 2)

    def _is_all_that_is_given(self, text: str) -> bool:
        """Whether what only is to be given is the response by its name: "only give the answer"."""
        named = text.split(",")[0].strip(" .")
        nouns = [("nouns", "response"), ("nouns", "written"), *([("slots", "sorts")] if self.around.choices else [])]
        return not named or any(self.words.find(*each).search(named) for each in nouns)

    def _is_told_of_one(self, at: int) -> bool:
        """Whether words before a colon, or where something stands, name a part or a case: "in each chapter, ..."."""
        words, before = self.words, self._seen[:at]
        *places, _ = before.split(",")
        if any(words.find("slots", "located").match(each.strip()) and not self._is_whole(each) for each in places):
            return True
        head, colon, _ = before.rpartition(":")
        return bool(colon) and not self._label and not self._is_whole(head)

    def _is_whole(self, text: str) -> bool:
        """Whether words name the response, or only ask."""
        words, text = self.words, text.strip(' "*')
        text = words.find("slots", "only").sub("", text, count=1).lstrip()
        if words.find("negations", "bans").match(text) is not None:
            return True
        if words.find("nouns", "response").search(text) or words.find("headings", "output").search(text):
            return words.find("nouns", "section").search(text) is None
        return words.opens(words.polite().sub("", text)) or words.find("addressee", "leading").match(text) is not None

    def _languages(self) -> Iterator[Match]:
        names = self.words.names("languages")
        said_first = re.fullmatch(
            rf"(?P<name>{self.words.one_of(names)})(?:{self.words.any('verbs', 'answer')})", self.text.strip(" .")
        )
        if said_first is not None and not self.around.is_notation:  # "中文输出"
            yield Match(InLanguage(names[said_first["name"]]), 0, len(self.text))
            return
        lead = self.words.any("slots", "language_lead")
        gap = " ?" if self.words.spaced else r"[^,.;:中英及]{0,6}?"
        behind = r"" if self.words.spaced else rf"(?=$|[ ,.;:!()]|{self.words.any('slots', 'language_behind')})"
        named = re.compile(self.words.one_of(names))
        for found in re.finditer(rf"{lead}[ :]*{gap}(?P<name>{self.words.one_of(names)}){behind}", self._seen):
            after = self.text[found.end() :]
            either = rf"{self.words.any('slots', 'or')}.*{self.words.one_of(names)}"
            told = {names[each.group()] for each in named.finditer(self._seen) if not self.negated(each.start())}
            if len(told) > 1 and self.words.find("slots", "translates").search(self.text) is None:
                continue  # "captions in English, the rest in Chinese"
            opened = self.text.rfind("(", 0, found.start())
            if opened > self.text.rfind(")", 0, found.start()) and self.words.amount().search(self.text[:opened]):
                continue  # "three phrases (in English)"
            begin = self.piece_start(found.start())
            people = self.words.find("slots", "people").search(self.text, begin, found.start())
            speaks_of_all = people is None and self._speaks_of_all(found.start())
            is_translated = self.words.find("slots", "translates").search(self.text, begin) is not None
            if not (speaks_of_all or is_translated) or re.search(either, after):
                continue
            other = rf"{any_of(self.words.data['slots']['and'])} ?{self.words.one_of(names)}"
            if self.negated(found.start()) or re.match(rf" ?(?:{self.words.any('slots', 'or')}|{other})", after):
                continue
            piece = self.text[self.piece_start(found.start()) : found.end()]
            if self.words.find("slots", "partial_language").search(piece) or self.around.is_notation:
                continue
            if self.part(found.start()) == WHOLE:
                if re.match(rf" ?{self.words.any('slots', 'no_language_behind')}", after) or re.search(
                    rf"{self.words.any('slots', 'input_before')} ?$", self.text[: found.start("name")]
                ):
                    continue
                yield Match(InLanguage(names[found["name"]]), found.start(), found.end())
                return

    def _shows(self, formed: set[str]) -> Iterator[Match]:
        things = self.words.things()
        held = {OF_FORM[form] for form in formed if form in _LAYOUTS}
        held |= {"HTML tags"} if "HTML" in {*formed, self.around.form} else set()
        boundary = r"(?<!\w)" if self.words.spaced else "(?<![a-z])"
        for found in re.finditer(rf"{boundary}{self.words.marked('things')}(?![a-zà-ỹ])", self._seen):
            thing = things[found.group()]
            if self._example(found.start()) or thing.hold in held:
                continue
            if self.negated(found.start()):
                part = self._ruled_out_of(found)
                if part is not None:
                    yield Match(Shows(thing.hold, thing.found, thing.absent, False, part), found.start(), found.end())
            elif thing.found and thing.demanded and thing.hold not in _MENTIONED:
                start = self._asked_to_show(found)
                if start is not None and not self.around.is_notation and self.part(found.start()) == WHOLE:
                    yield Match(Shows(thing.hold, thing.found, thing.absent, True), start, found.end())

    def _ruled_out_of(self, found: re.Match[str]) -> Part | None:
        """Return the part that something is ruled out of; None where only some of it or some use of it is."""
        before, after = self.text[: found.start()], self.text[found.end() :]
        for_purpose = re.search(self.words.any("slots", "purpose"), after.split(",")[0]) is not None
        thing = self.words.things()[found.group()]
        if self.around.is_notation and thing.hold not in _OF_DATA:
            return None
        aside = re.match(r"[^,.;:()]{0,16}\(([^()]*)(?:\)|$)", after)
        if aside is not None and self._narrows(aside[1], thing):
            return None
        is_within = re.match(self.words.any("slots", "within_thing"), after) is not None
        is_within |= self.words.spaced and re.search(rf"{self.words.any('slots', 'located')} $", before) is not None
        if for_purpose or is_within or re.search(MARK, before[-4:]):
            return None
        if re.match(self.words.data["slots"]["thing_behind"], after) is None:
            return None
        cue = self._cue(found.start())
        inside = re.search(r"在([^,]{1,10}?)[中里内上]", before[cue.end() :]) if cue is not None else None
        if inside is not None and self.words.find("nouns", "response").search(inside[1]) is None:
            return None
        if cue is not None:
            head = self.text[self.piece_start(cue.start()) : cue.start()]
            if self.words.find("slots", "located").match(head) and not self._is_whole(head):
                return None
        between = self._narrowing(found.start())
        kinds = self.words.find("beside", "kinds").search(self.words.find("verbs", "include").sub(" ", between))
        others = thing.hold in ("a title", "headings") and kinds
        if others or (cue is not None and self.words.find("slots", "edges").search(between)):
            return None
        if inside is None and (self._is_kept(found.start()) or not self._rules_out_itself(*found.span())):
            return None
        return self.part(cue.start() if cue is not None else found.start())

    def _narrows(self, aside: str, thing: Thing) -> bool:
        """Whether words in brackets say where a thing may stand, or of Markdown marks that fences are meant."""
        fences = any(each.startswith("```") for each in self.sentence.quoted(aside))
        only, exceptions = self.words.find("slots", "only"), self.words.find("conditions", "exceptions")
        is_somewhere = only.search(aside) is not None or exceptions.search(self.words.sure(aside)) is not None
        return is_somewhere or (fences and thing.hold == "Markdown marks")

    def _asked_to_show(self, found: re.Match[str]) -> int | None:
        """Return where the words begin that ask for something in the response; None where nothing does."""
        seen, after = self._seen[: found.start()], self.text[found.end() :]
        if self.words.find("slots", "keeps").search(seen) is not None:
            return None
        if re.match(rf" ?(?:\([^)]*\) ?)?{self.words.any('slots', 'no_form_behind')}", after):
            return None
        if self.words.find("slots", "acts").match(self.text, found.start()) is not None:
            return found.start()
        if re.search(rf"{self.words.any('slots', 'serves')} ?$", seen):
            return None
        few = rf"(?: {self.words.any('slots', 'few')})* " if self.words.spaced else r"[^,.;:\ue000-\ue7ff]{0,14}"
        asked = re.search(rf"(?P<verb>{self.words.any('verbs', 'include')}){few}$", seen)
        if self.words.things()[found.group()].hold == "a greeting":
            begin, start = self.words.any("slots", "begin"), self.words.any("slots", "with")
            ahead = re.search(rf"{begin} ?{start}{few}$" if self.words.spaced else rf"{start}{few}$", seen)
            return ahead.start() if ahead and (self.words.spaced or re.match(begin, after)) else None
        if asked is None or re.fullmatch(self.words.any("slots", "no_show"), asked["verb"]):
            return None
        if not self.words.spaced and (self._is_among_others(found) or self._names_title(found, asked.end("verb"))):
            return None
        is_name = not self.words.spaced and re.match(r"[\u3400-\u9fff]", after) is not None
        if is_name and self.words.find("slots", "goes_on").match(after) is None:
            return None
        return asked.start() if re.match(self.words.data["slots"]["thing_behind"], after) is not None else None

    def _names_title(self, found: re.Match[str], start: int) -> bool:
        """Whether words say which title is meant, "用总结标题", and not what it is like, "用醒目的标题"."""
        between = self._seen[start : found.start()]
        like = rf".*(?:的|{any_of(self.words.data['comparisons']['classifiers'])})|{self.words.any('slots', 'any')}*"
        return self.words.things()[found.group()].hold == "a title" and re.fullmatch(like, between) is None

    def _is_among_others(self, found: re.Match[str]) -> bool:
        """Whether a thing stands in a list beside what is none, so that it is one of the topics: "titles, prices"."""
        known = self.words.find_any("things")
        before = re.search(r"([^、,.;:]+)、$", self.text[: found.start()])
        after = re.match(rf"(?:、|{self.words.any('slots', 'joins')})([^、,.;:]+)", self.text[found.end() :])
        beside = [*([before[1]] if before else []), *([after[1]] if after else [])]
        return any(known.search(each) is None for each in beside)

    def _alone(self) -> Iterator[Match]:
        form, choices = self.around.form, self.around.choices
        if form in _LAYOUTS and not any(name in self.text for name in self.words.data["forms"][form]):
            form = ""
        notations = {name: kind for name, kind in self.words.names("forms").items() if kind in ("JSON", "CSV", "XML")}
        named = re.search(self.words.one_of(notations), self._seen) if form == "" else None
        form = notations[named.group()] if named is not None else form
        if re.search(
            rf"{self.words.any('slots', 'only')}[^,.;]{{0,24}}{self.words.any('slots', 'a_number')}", self.text
        ):
            form, choices = "number", ()
        alone = Alone("choice", choices) if choices else Alone(form)
        known = [name.lower() for name in (*self.around.sections, *self.around.titles, *self.around.keys)]
        if self._label in known or (self._label and self._is_named_part([self._label])):
            return
        answer = self.words.any("verbs", "answer")
        only = self.words.any("slots", "only")
        for found in re.finditer(
            rf"{only} ?{answer}|{answer} ?{only}(?!\w)" if self.words.spaced else rf"{only}{answer}", self._masked
        ):
            rest = self.text[found.end() :]
            joined = re.search(rf"{self.words.any('slots', 'joins')} ?$", self.text[: found.start()]) is not None
            says_all = joined or self._speaks_of_all(found.start())  # "read it and only return ..."
            says_all = says_all and self.words.find("slots", "about").search(rest) is None
            if self.words.find("verbs", "list").search(found.group()) and not self._is_all_that_is_given(rest):
                continue
            if says_all and not self.negated(found.start()):
                yield Match(alone, found.start(), len(self.text) if "," not in rest else found.end() + rest.index(","))
        yield from self._nothing_beside(alone, form)

    def _nothing_beside(self, alone: Alone, form: str) -> Iterator[Match]:
        """Read that something is ruled out beside the content: "no explanations", "no other fields"."""
        straight = self.words.find("slots", "straight").search(self.text) is not None
        for found in self.words.beside().finditer(self.text):
            if found.group() in self.words.data["slots"]["weak"] and not (
                straight or self.around.choices or form in ("JSON", "SQL", "CSV", "XML", "number")
            ):
                continue
            cue = self._cue(found.start())
            start = self.piece_start(found.start()) if cue is None else cue.end()
            if found.start() - start > 30 or not self.negated(found.start()):
                continue
            if re.match(rf" ?{MARK}", self.text[found.end() :]):
                continue  # only that is not explained
            if cue is not None and self.words.find("negations", "removes").fullmatch(cue.group()):
                continue
            if not self._rules_out_itself(*found.span(), beside=True):
                continue
            is_of_keys = self.words.find("nouns", "key").search(found.group()) is not None
            ruled_out = [*OnlyKeys.of(self.around)] if self.around.is_json else []
            for each in ruled_out if is_of_keys else [alone]:
                yield Match(each, start if cue is None else cue.start(), found.end())
