"""Whom a sentence of another language than English speaks of, by how it begins and what it stands under."""

import re
from functools import cached_property
from typing import Final

from spade_core.deltas import SentenceKind
from spade_core.language import CROSSED, IDENTIFIER, MARK, said, wording
from spade_core.structure.structure import Addressee, Area, Placed, area_of

_LABEL: Final = re.compile(rf"[^:,.;{MARK[1:-1]}]{{1,24}} ?: ?(?=\S)")


def addressee_in(placed: Placed, code: str) -> Addressee:
    """Return whom a sentence of another language speaks of; the first rule that knows decides."""
    told = _Told(placed, code)
    rules = (told.layout, told.task, told.role, told.key, told.input, told.work, told.others)
    return next((found for rule in rules if (found := rule()) is not None), Addressee.NOTHING)


class _Told:
    """What the rules look at."""

    def __init__(self, placed: Placed, code: str) -> None:
        self.kind = placed.sentence.kind
        self.in_capitals = placed.sentence.text.isupper()
        self.marked = placed.sentence.text.lstrip().startswith("#")
        self.area = placed.area
        self.words = wording(code)
        self.text = said(placed.sentence.text, code).text.strip()
        if self.kind is SentenceKind.HEADING and self.text.endswith(
            ":"
        ):  # the last sentence leads in what stands below
            self.text = re.split(r"(?<=[^\d ][.!?]) ?(?=[^\W\d])", self.text)[-1]
        self.body = self.words.polite().sub("", self.text)
        """Without "please" and the like."""
        first, comma, rest = self.body.partition(",")
        self.is_case = comma != "" and self.words.names_case(f"{first},")
        """Whether it says in which case something is to be done."""
        is_when = self.is_case or self.words.find("conditions", "times").search(first) is not None
        self.core = self.words.polite().sub("", rest.lstrip()) if comma and is_when else self.body
        """Without the case, too."""
        label = _LABEL.match(self.body)
        self.behind = self.body[label.end() :] if label is not None else ""
        """What stands behind a label."""
        self.bare = self.masked(self.body)
        lead = placed.sentence.context[-1].lower() if placed.sentence.context else ""
        self.lead = lead if lead.rstrip("*_ ").endswith((":", "：")) else ""

    def masked(self, text: str) -> str:
        """Return a text without the words that hold another by chance."""
        return self.words.find("addressee", "masked").sub(lambda word: "·" * len(word.group()), text)

    def says(self, table: str, key: str, text: str) -> bool:
        """Whether a text has a word of a list."""
        return self.words.find(table, key).search(text) is not None

    def begins(self, table: str, key: str, text: str) -> bool:
        """Whether a text begins with a word of a list."""
        return self.words.find(table, key).match(text) is not None

    @cached_property
    def asks(self) -> bool:
        """Whether it begins with what is to be done."""
        return self.begins("verbs", "produce", self.bare)

    @cached_property
    def negated(self) -> bool:
        """Whether it begins with what is not to be done."""
        return self.begins("negations", "phrases", self.text)

    @cached_property
    def strong(self) -> bool:
        """Whether it has a word that asks wherever it stands."""
        return self.says("addressee", "strong", self.masked(self.text))

    @cached_property
    def compared(self) -> bool:
        """Whether it bounds an amount."""
        return any(self.says("comparisons", key, self.body) for key in ("at_most", "at_least"))

    @cached_property
    def leads(self) -> bool:
        """Whether it begins with what its verb is done with."""
        return self.begins("addressee", "leading", self.masked(self.text))

    @cached_property
    def announces(self) -> bool:
        """Whether it only says what stands below it: "Requirements:", "follow these rules:"."""
        text = re.sub(r"\([^()]*\)", "", self.core).rstrip()
        longest = 48 if self.words.spaced else 20
        if not text.endswith(":") or len(text) > longest or re.search(rf"[,;]|{MARK}|\ue800", text):
            return False
        if self.negated and self.words.beside().search(text):
            return False
        if self._counts or self._translates:
            return False
        if self.words.amount().search(text) or self.words.find_any("forms").search(text):
            return False
        tasked = self.core != self.text and self.asks and not self.begins("verbs", "heed", self.bare)
        return not tasked and area_of(text) is not Area.OTHER

    @cached_property
    def _counts(self) -> bool:
        """Whether it bounds an amount, or asks for one."""
        asks = self.compared or (self.leads and self.says("verbs", "produce", self.bare))
        return asks and self.words.amount().search(self.text) is not None

    @cached_property
    def _goes_on(self) -> bool:
        """Whether it asks to read or think first, and then for something: "read the text and list:"."""
        last = re.split(r"[,;]| và ", self.bare)[-1]
        return self.strong and self.says("verbs", "produce", last) and not self.says("verbs", "heed", last)

    def layout(self) -> Addressee | None:
        """Place what is no sentence."""
        if self.kind in (SentenceKind.CODE, SentenceKind.TABLE):
            return Addressee.NOTHING
        if self.kind is SentenceKind.DELIMITER and not self._fills_in_a_demand:
            return Addressee.NOTHING
        has_number = re.search(r"\d", self.text) is not None and self.begins("addressee", "manner", self.text)
        is_short = sum(map(str.isalpha, self.text)) < 3 and not has_number and not self.words.amount().search(self.text)
        if is_short or re.match("\ue800 ?[-:—–]", self.text):
            return Addressee.NOTHING
        is_example = self.text.endswith(":") and self.begins("headings", "example", self.text)
        if self.announces or self._is_in_capitals or is_example:
            return Addressee.NOTHING
        if self.kind is SentenceKind.HEADING and not self._heads_a_demand:
            return Addressee.NOTHING
        return None

    @cached_property
    def _fills_in_a_demand(self) -> bool:
        """Whether what stands before a placeholder says what to do with it, and is no label."""
        longest = 24 if self.words.spaced else 8
        return self.strong or self.leads or (self.asks and len(self.text.split(":")[0]) > longest)

    @cached_property
    def _is_in_capitals(self) -> bool:
        """Whether it is a heading in capitals: "TONE & LENGTH"."""
        names_form = self.words.find_any("forms").search(self.text) is not None
        demands = self.strong or self.negated or self.compared or names_form
        is_open = re.search(rf"[.,:;!?]|{MARK}|\ue800", self.text) is not None
        return self.in_capitals and not is_open and not demands and len(self.text) < 48

    @cached_property
    def _translates(self) -> bool:
        """Whether it asks for a translation of what stands below it."""
        return self.text.endswith(":") and self.says("slots", "translates", self.text)

    @cached_property
    def _heads_a_demand(self) -> bool:
        """Whether a heading says what to do, and not only what stands under it."""
        longest = 12 if self.words.spaced else 8
        begins = self.asks or self.strong or self.negated or self._goes_on or (self.leads and len(self.text) > 20)
        if (self._counts and self.text.endswith(":")) or CROSSED.match(self.text) or self._translates:
            return True
        if self.marked and not self.text.endswith(":"):
            return self.strong or self.negated or self.text.endswith((".", "!"))
        return begins and (len(self.text) > longest or self.words.find_any("forms").search(self.text) is not None)

    def task(self) -> Addressee | None:
        """Place what names the task: with a verb it asks for it."""
        tasked = self.words.find("addressee", "task").match(self.body)
        if tasked is None:
            return None
        does = self.words.find("verbs", "produce").search(self.body, tasked.end()) is not None
        does = does or len(self.body) - tasked.end() > (24 if self.words.spaced else 8)
        return Addressee.RESPONSE if does else Addressee.ROLE

    def role(self) -> Addressee | None:
        """Place what says who the model is, or the user."""
        goes_on = re.search(rf",.{{0,8}}?{self.words.any('slots', 'ask')}", self.text) is not None
        goes_on = goes_on or self.says("addressee", "task", self.text) or self._tells_behind_role
        core = self.core if self.is_case else ""
        told = any(self.begins("addressee", "role", text) for text in (self.text, core, self.behind))
        return Addressee.ROLE if told and not goes_on else None

    @cached_property
    def _tells_behind_role(self) -> bool:
        """Whether a later piece says what to do: "you are a translator, from the text below make ..."."""
        pieces = [piece.strip() for piece in self.masked(self.text).split(",")[1:]]
        return any(
            self.begins("addressee", "demand", piece)
            or (self.begins("addressee", "leading", piece) and self.says("verbs", "produce", piece[1:]))
            or re.match(rf"(?:{self.words.any('slots', 'all')} ?)*{self.words.any('nouns', 'response')}", piece)
            for piece in pieces
        )

    def key(self) -> Addressee | None:
        """Place an item that says what stands at a key of the JSON that the line above asks for."""
        known = "json" in self.lead or self.says("nouns", "key", self.lead)
        item = re.match(rf"(?:{MARK}|{IDENTIFIER}) ?(?:\([^)]*\) ?)?[: ]", self.text)
        is_item = self.kind is SentenceKind.LIST_ITEM and self.lead != ""
        return Addressee.RESPONSE if is_item and known and item is not None else None

    def input(self) -> Addressee | None:
        """Place what announces or fills in the input, and what stands under a heading for it, examples or the role."""
        counted = self.area is Area.OUTPUT and self.words.amount().search(self.text) is not None
        demand = counted or self.says("addressee", "demand", self.bare)
        demand = (demand and not self.text.endswith(":")) or self.says("addressee", "task", self.text)
        if self.begins("addressee", "input", self.text) and not demand:
            return Addressee.INPUT
        if re.match(r"[^:]{1,40}: ?\ue800", self.text) and not self._fills_in_a_demand:
            return Addressee.NOTHING
        asks = self.asks and not self.behind
        asked = {
            Area.EXAMPLE: asks or self.compared,
            Area.INPUT: asks or self.strong or self.compared or self.begins("addressee", "manner", self.bare),
            Area.ROLE: self.strong or ((self.leads or self.asks) and self.kind is SentenceKind.PROSE),
        }
        return None if asked.get(self.area, True) else Addressee.NOTHING

    def work(self) -> Addressee | None:
        """Place what is done before the response, and the lines that lead that in."""
        if self.area is Area.PROCESS and not self.strong and self.begins("verbs", "idle", self.body):
            return Addressee.WORK
        above = self.words.polite().sub("", self.lead.rstrip("*_ :："))
        above = re.sub(rf"{self.words.any('slots', 'are')}$", "", above)
        leads_work = self.begins("verbs", "think", above) and not self.says("verbs", "produce", above[4:])
        if leads_work and not self.strong and area_of(self.lead) is not Area.OUTPUT:
            return Addressee.WORK
        is_bare = not (self._counts or self._translates or self.words.find_any("forms").search(self.text))
        if self.text.endswith(":") and is_bare:
            longest = 40 if not (self.asks or self.negated or self._goes_on) else 8
            if len(self.text) < longest:
                return Addressee.NOTHING
        if self.says("addressee", "tools", self.body) and not self.says("nouns", "response", self.bare):
            return Addressee.WORK
        core = self.masked(self.core)
        thinks = self.begins("verbs", "think", core) and not self.says("verbs", "produce", core[4:])
        is_part = self.words.amount().match(self.masked(self.behind)) is not None or (self.compared and self.behind)
        return Addressee.WORK if thinks and not is_part else None

    def others(self) -> Addressee | None:
        """Place what others do; what is left speaks of the response where it asks for something."""
        if self.strong:
            return Addressee.RESPONSE
        for text in (self.body, *([self.behind] if self.area is not Area.OUTPUT else [])):
            bounds = self.begins(
                "comparisons", "at_most", text
            )  # "toi da", which is "toi" no more than "tối đa" is "tôi"
            other = self.words.find("addressee", "others").match(text) if not bounds else None
            if other is not None and self.area is Area.OUTPUT and not self.begins("slots", "outsiders", text):
                continue
            if other is not None and re.match(rf" ?{self.words.any('nouns', 'part')}", text[other.end() :]) is None:
                tells = self.is_case and not self.begins("addressee", "others", self.core)
                return Addressee.RESPONSE if tells else Addressee.NOTHING
        if self.is_case and self.area in (Area.OTHER, Area.OUTPUT, Area.PROCESS):
            return Addressee.RESPONSE
        return Addressee.RESPONSE if self._opens() or self._demands() else Addressee.NOTHING

    def _opens(self) -> bool:
        """Whether a piece between commas begins with what is to be done, or the sentence with how the response is."""
        if self.begins("addressee", "manner", self.bare) and self.area is not Area.ROLE:
            return True
        pieces = [piece.strip() for piece in re.split(r"[,;:]", self.bare)]
        return any(
            self.begins(table, key, piece)
            for piece in pieces
            for table, key in (("verbs", "produce"), ("negations", "phrases"))
        )

    def _demands(self) -> bool:
        """Whether it says what must be, or does so by what it stands under."""
        if self.compared or self.area is Area.OUTPUT or self.says("addressee", "demand", self.bare):
            return True
        does = self.says("verbs", "produce", self.bare)
        if does and (not self.words.spaced or self.begins("addressee", "leading", self.bare)):
            return True
        if does and self.says("addressee", "demand", self.lead):
            return True
        return self.words.amount().search(self.bare) is not None and self.area is not Area.ROLE
