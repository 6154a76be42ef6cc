"""What every kind is handed: one clause of a prompt, with what is known around it.

A clause is read only when it speaks of the response. Its polarity is asked of a place in it, because one clause can
ask for one thing and rule out another: "use bullets, no tables".
"""

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

from spade_core.constraints.answers import NO_ANSWERS, Answers
from spade_core.constraints.lacking import ALL
from spade_core.constraints.part import WHOLE, Part, key
from spade_core.constraints.tree import NO_TREE, Tree
from spade_core.language import Normal, any_of, lexicon
from spade_core.text import Span

KEYED: Final = frozenset({"JSON", "JSON block", "YAML"})
"""Forms of a response that has keys and values."""


@dataclass(frozen=True, slots=True)
class Around:
    """What the whole prompt says that a clause relies on."""

    form: str = ""
    """What the whole response is: a form of the lexicon, "number", "choice", or "" when the prompt does not say."""
    sections: tuple[str, ...] = ()
    """Names of the sections and labelled parts that the response is asked to have."""
    titles: tuple[str, ...] = ()
    """Names of the sections that samples of the response show, by which a sentence may call them."""
    running: tuple[str, ...] = ()
    """Names of the parts of a running text, which stand in the response without a title: "Hook"."""
    labels: tuple[str, ...] = ()
    """Labels of the lines that they show."""
    keys: tuple[str, ...] = ()
    """Keys of the JSON that the response is asked to be."""
    tree: Tree = NO_TREE
    """Where its samples have them."""
    of_list: bool = False
    """Whether its JSON is one list, or an object around one."""
    elements: tuple[str, ...] = ()
    """Elements of the XML that the response is asked to be."""
    columns: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    """Names of the placeholders."""
    written: tuple[str, ...] = ()
    """What the prompt calls the thing to write: "summary"."""
    listed: bool = False
    """Whether the response is a list of entries, of whatever marks."""
    separator: str = ""
    """What stands between the entries of a response that is one line."""
    choices: tuple[str, ...] = ()
    """What the response is chosen from."""
    tasks: tuple[str, ...] = ()
    """What tells apart the things that are to be written: the titles above them, or the items of a list of tasks."""
    held: tuple[tuple[str, str], ...] = ()
    """Sentences that stand between the tags of an element that the response has, each with the name of that."""
    judges: bool = False
    """Whether it is judged whether something else keeps rules, which the prompt then lists."""
    several: bool = False
    """Whether several things are to be written, each of which may have a length."""
    turn: tuple[str, ...] = ()
    """The labels of a call, where the response is one turn of an agent."""
    lacking: frozenset[str] = frozenset()
    """The sections that a response may lack, see `lacking`."""
    instead: Answers = NO_ANSWERS
    """What the prompt may be answered with instead."""
    called: dict[tuple[str, str], list[str]] = field(init=False, default_factory=dict, compare=False, repr=False)
    """For `parts`: its names by their kind and the words in which they are compared."""
    _in_lower_case: dict[str, str] = field(init=False, default_factory=dict, compare=False, repr=False)

    @property
    def keys_in_lower_case(self) -> Mapping[str, str]:
        """The keys by what they are in lower case, made once: each clause of a prompt asks for them."""
        if not self._in_lower_case:
            self._in_lower_case.update((name.lower(), name) for name in reversed(self.keys))
        return self._in_lower_case

    def may_lack(self, name: str) -> bool:
        """Whether the response may lack a section of this name."""
        return ALL in self.lacking or name.casefold() in self.lacking

    @property
    def is_json(self) -> bool:
        """Whether the response has keys and values: JSON, alone or with something around it, or YAML."""
        return self.form in KEYED

    @property
    def text(self) -> Part:
        """What words of the response as a whole speak of: where it is JSON with one text in it, that text."""
        address = self.tree.only_text or self.tree.text_called(self.written) if self.is_json else None
        return key(address) if address is not None else WHOLE

    @property
    def is_notation(self) -> bool:
        """Whether the response is in a notation for programs."""
        return self.is_json or self.form in ("XML", "CSV")

    @property
    def is_data(self) -> bool:
        """Whether the response is data or code, in which the marks of a text for people have no place."""
        return self.is_notation or self.form in ("YAML", "SQL", "Python", "code")


_DATA: Final = re.compile(
    r"\b(?:only|just|raw|pure|solely|valid|wrap|enclose|surround)(?: [a-z]+){0,3} "
    r"(?:json|yaml|csv|xml|html|sql|query|script|code)\b(?! (?:block|fence)s?\b)"
)
"""What says of the response that it is no text for people: "only the code", "do not wrap the JSON"."""


@dataclass(frozen=True)
class Clause:
    """One clause that speaks of the response."""

    normal: Normal
    start: int
    end: int
    """text[start:end] of the normal form."""
    around: Around = Around()
    part: Part = WHOLE
    """The part that its headings and its subject speak of."""
    conditional: bool = False
    """Whether it holds only in some cases, of which code knows nothing."""
    excepted: bool = False
    """Whether it names exceptions."""
    led_by_negation: bool = False
    """Whether the line above rules out what stands here: "Avoid:"."""
    before: str = field(default="", compare=False)
    """The words of the lead-in right above, for verbs that stand there: "Write:"."""
    above: tuple[str, ...] = field(default=(), compare=False)
    """The headings and lead-ins that it stands under, the nearest last."""

    @cached_property
    def text(self) -> str:
        """The clause in normal form, without the examples in brackets."""
        return without_examples(self.normal.text[self.start : self.end])

    @property
    def is_of_task(self) -> bool:
        """Whether it speaks of one of several things that are to be written, by the title above."""
        is_one = len(self.around.tasks) > 1 and not {*self.above, self.normal.text}.isdisjoint(self.around.tasks)
        return is_one and _WHOLE_LIST.search(self.text) is None

    @property
    def is_of_data(self) -> bool:
        """Whether it speaks of a response that is data or code, by what is known of it or by the sentence."""
        return self.around.is_data or _DATA.search(self.normal.text) is not None

    def span(self, start: int, end: int) -> Span:
        """Return where text[start:end] stands in the sentence as written."""
        return self.normal.span(self.start + start, self.start + end)

    def written(self, start: int, end: int) -> str:
        """Return text[start:end] as the prompt writes it."""
        return self.normal.written(self.start + start, self.start + end)

    @cached_property
    def _masked(self) -> str:
        return _positive().sub(lambda match: "·" * len(match.group()), self.text)

    def negated(self, at: int) -> bool:
        """Whether what stands at an offset is ruled out."""
        number = bisect_right(self._cues, at)
        if number == 0:
            return self.led_by_negation
        between = self._masked[self._cues[number - 1] : at]
        if between.count(")") > between.count("("):
            return self.led_by_negation  # the bracket that it stands in is closed
        ends = _end().search(between) or _new_demand().search(f"{between}·")
        return ends is None

    @cached_property
    def _cues(self) -> tuple[int, ...]:
        """Where the words end that rule something out."""
        return tuple(cue.end() for cue in _negation().finditer(self._masked))

    def negations(self) -> Iterator[tuple[int, int, int]]:
        """Yield where the words that rule something out begin and end, and where what they rule out ends."""
        for cue in _negation().finditer(self._masked):
            ends = [
                found.start()
                for found in (_end().search(self._masked, cue.end()), _new_demand().search(self._masked, cue.end()))
                if found
            ]
            yield cue.start(), cue.end(), min(ends, default=len(self.text))


def without_examples(text: str) -> str:
    """Return a text in normal form with dots for the examples in brackets, which ask for nothing: "(e.g. ...)"."""
    return _EXAMPLE.sub(lambda found: found["before"] + "·" * len(found["example"]), text)


_EXAMPLE: Final = re.compile(
    r"(?P<before>\( (?:[^()]{0,80} )?)(?P<example>(?:e ?\. ?g ?\.|eg|for example|for instance)(?!\w)[^()]*)(?=\))"
)


_WHOLE_LIST: Final = re.compile(r"\b(?:response|output|list format|as a list)\b")


@cache
def _positive() -> re.Pattern[str]:
    return re.compile(rf"\b{lexicon().alternation('negations', 'positive')}\b")


@cache
def _negation() -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)(?<![a-z] / )(?:{lexicon().alternation('negations', 'phrases')}|"
        rf"{lexicon().verb_of('negations')})(?!\w)(?<!\bno(?= ,))(?:(?<=not) :(?= [a-z]))?"
    )  # what only names both sides rules out nothing: "in include/exclude lists", nor does "no, ..."


@cache
def _end() -> re.Pattern[str]:
    return re.compile(
        "|".join(rf"(?:(?<=\s)|^){re.escape(word)}(?=\s|$)" for word in lexicon().words("negations", "ends"))
    )


@cache
def _new_demand() -> re.Pattern[str]:
    """Return what matches a verb behind a comma or colon, which asks for something anew: "no links : use ..."."""
    anew = r"(?:but )?(?:simply|just|instead|rather) (?!(?:like|as|a|an|the) )[a-z]"
    return re.compile(
        rf"[,;(] {anew}|[,:(] (?:and |then |please |always )*{lexicon().alternation('verbs', 'produce')}(?= [^,])"
    )


_WHETHER: Final = "".join(
    rf"(?<!\b{verb} )" for verb in ("check", "see", "ask", "tell", "know", "determine", "decide", "verify", "even")
)
"""Words behind which "if" is no condition, but a question or no matter: "check if it is open", "even if it is"."""


@cache
def condition() -> re.Pattern[str]:
    """Return what matches the beginning of a condition."""
    starts = lexicon().words("conditions", "starts")
    alone = any_of(start for start in starts if " " in start)  # "where appropriate" needs nothing behind it
    inverted = any_of(start for start in starts if start.startswith("should "))  # elsewhere: "which stage should the"
    anywhere = any_of(start for start in starts if not start.startswith("should "))
    return re.compile(
        rf"(?:^|(?<=[,.;:(] )){inverted}(?= )|"
        rf"(?:^|(?<=[^\s⟧%] )){_WHETHER}(?:{anywhere}(?= )|{alone}(?= ?[.;,]?$))"
    )


@cache
def always() -> re.Pattern[str]:
    """Return what matches words like a condition that hold for every response."""
    return re.compile(lexicon().alternation("conditions", "always"))


@cache
def exception() -> re.Pattern[str]:
    """Return what matches the beginning of an exception."""
    return re.compile(rf"(?<!\w){lexicon().alternation('conditions', 'exceptions')}(?!\w)")


@cache
def exemplified() -> re.Pattern[str]:
    """Return what matches, before something, that it is an example only: "such as bold, tables and"."""
    cue = lexicon().alternation("conditions", "examples")
    demand = r"\b(?:exactly|at least|at most|must|should|contain|include)\b"
    return re.compile(
        rf"(?<!\w)(?:{cue} ?[,:]?(?: (?:the|a|an|words?|phrases?|about|around|roughly|approximately|[<>]))?[\s:(]*|"
        rf"(?:such as|for example|for instance)\b(?:(?!{demand})[^.;:])*)$"
    )


def rules_out(text: str) -> bool:
    """Whether a lead-in rules out what stands under it: "Avoid:", "Do not:", "Never use these words:"."""
    return (
        re.search(
            r"(?:^|\b)(?:avoid|do not|never|must not|should not|not|forbidden|banned|prohibited|not "
            r"allowed|without|refrain from|don ' ts?)"
            r"(?: (?:use|include|do|say|write|mention|output|add|contain|the|following|these|any|of|"
            r"words?|phrases?|things|using|including|ever|be|create|make|provide|such|as|like|and|or|"
            r"under|circumstances|in|your|response|output|answer|terms|language|to))* ?\)?(?: ?:)?$",
            text,
        )
        is not None
    )


GENERAL: Final = re.compile(
    r"\b(?:length|count|format|formatting|style|output|outputs|limit|brevity|language|tone|target|"
    r"size|constraints?|rules?|note|"
    r"important|requirements?|max|maximum|response|answer|critical|mandatory|strict|ban|avoid|"
    r"never|always|do|dont|no|structure|"
    r"voice|restrictions?|instructions?|volume|goal|task|conciseness|clarity|must|findings|tip)\b"
)
"""A label or heading that speaks of the whole response rather than of a part or a case."""


@cache
def _shown_or() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what matches a form or a thing of the lexicon with "or" before or behind it, where another one stands."""
    name = rf"(?:{any_of((*lexicon().forms, *lexicon().thing))})(?: (?:text|formatting))?"
    row = rf"(?: ?, (?:an? |the )?{name})*"
    other = r" ?,? or (?:an? |the )?"
    return re.compile(rf"{row}{other}{name}(?!\w)"), re.compile(rf"(?<!\w){name}{row}{other}$")


def is_alternative(text: str, start: int, end: int) -> bool:
    """Whether what stands at text[start:end] may be something else that can be shown: "bullet points or a table"."""
    behind, before = _shown_or()
    return behind.match(text, end) is not None or (
        text.rfind(" or ", 0, start) >= 0 and before.search(text, 0, start) is not None
    )


def names_another(after: str, known: Container[str] = ()) -> bool:
    """Whether what stands before goes on as the name of something else: "table names", "`.txt` files"."""
    found = re.match(r" (?P<next>[a-z]+)(?<!ing)(?<!ed)(?<!ly)\b", after)
    return (
        found is not None and found["next"] not in known and found["next"] not in lexicon().words("grammar", "function")
    )


MORE_FOLLOWS: Final = re.compile(r"\b(?:followed|accompanied) by\b|\b(?:along|together) with (?:a|an|your|the)\b")
"""What says that something else stands behind what is asked for: "answer with a number, followed by a reason"."""
_FOR_SOME: Final = re.compile(
    r"for ⟦\d+⟧ (?:[a-z_]+ ){1,2}, |"
    r"for (?!(?:a|an|the|your|our|all|each|every|both|this|these) )(?:[a-z]+ ){0,2}"
    r"(?!words|sentences|lines|paragraphs|bullets|items|sections)[a-z]+s , |"
    r"for (?:[a-z]+ )?(?:simple|complex|basic|advanced|short|long|vague|broad|specific|factual|general) [a-z]+s"
    r"(?: (?:with|without|that|about|on)\b[^,:;]{1,50})? ?[,:] |"
    r"for (?:[a-z]+ ){0,2}[a-z]+s (?:like|such as) [^:;]{1,90}?, (?:respond|reply|answer|return|output|say|use|give)\b|"
    r"[^:]*: for (?:multiple|several|many|complex|longer|larger|bigger) |"
    r"(?:for|while) (?!(?:writing|answering|responding|replying|formatting|generating|creating|producing|outputting) )"
    r"[a-z]+ing [^,;:]{1,60} , |"
    r"to (?:reference|refer to|cite|quote|call|invoke|link|mention|embed|request|signal|mark) [^,;:]{1,80} , "
)
"""A case, by what there is in it or is done: "for threads, use ...", "for quoting a source, use ..."."""
_LEFT_OPEN: Final = re.compile(r"\( (?:(?:or|an?) )*(?:empty|null|none|blank|\[ \])[^()]*\)")
"""What may be there instead in some cases, said in brackets: "(empty if there are none)"."""
_ARROW: Final = re.compile(r"→|=>|->|⇒")


def is_conditional(text: str) -> bool:
    """Whether what a text says holds in some cases only."""
    text = _LEFT_OPEN.sub("", text)
    return (_ARROW.search(text) or _FOR_SOME.match(text)) is not None or any(
        (holds := always().match(text, found.start())) is None
        or _OF_ONE_KIND.match(text, holds.end()) is not None
        or (found.start() > 0 and _OF_THINGS.match(text, holds.end()) is not None)
        for found in condition().finditer(text)
    )


_OF_ONE_KIND: Final = re.compile(r" any | (?:based on|from|with|using|about) an? ")
"""What makes a case of what every response does: "when you answer based on a web search"."""
_OF_THINGS: Final = re.compile(
    r" (?!(?:the|your|a|an|this|all|each|its|any|it|them)\b)(?:[a-z]+ ){1,2}(?:, (?:[a-z]+ ){1,3})*,? ?(?:or|and) [a-z]"
)
"""Several things that something is done with in some cases: "when presenting dates, prices or names"."""
