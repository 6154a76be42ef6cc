"""Phrases: what the response says word for word, or does not; how it begins and ends; what it is chosen from."""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import islice
from typing import ClassVar, Final

from spade_core.constraints.alone import CHOSEN, Alone
from spade_core.constraints.choices import alternatives_in
from spade_core.constraints.clause import Clause, exemplified, names_another
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part, literal, quoted
from spade_core.constraints.parts import named_part, part_at, subject_part
from spade_core.language import END_TOKEN, any_of, lexicon
from spade_core.taxonomy import Category
from spade_core.text import Span, word_set

_MARKS = re.compile(
    r"⟦\d+⟧(?:(?: ?(?:,|/|or|and|nor|,? ?and|,? ?or|;)(?: the (?:word|phrase|term|string))? ?)+⟦\d+⟧"
    r"(?! (?:not|and not|instead of|rather than) ⟦))*"
)


_MOST_MARKS: Final = 40
_MOST_COLONS: Final = 6
"""Places of one clause that are looked at; one that has more is data."""


_MORE_OFTEN: Final = re.compile(r" (?:[a-z]+ ){0,2}(?:more than|over|at most|\d+ times)\b")
"""How often a phrase is not to be said: "do not say "very" more than twice"."""
_CONTRAST: Final = re.compile(r" (?:not|and not|instead of|rather than) ⟦")
"""What stands between a phrase that is wanted and the one that it stands for."""


_NAMES_OUTPUT: Final = re.compile(r"\b(?:output|return|generate|produce|provide|write|create|give) the $")
"""What stands before a name in marks of what is to be written: "output the `Corrected Query`"."""


class Rule(StrEnum):
    """What is asked of phrases; the value is what a response then does."""

    ALL = "contains"
    ANY = "contains one of"
    NONE = "does not contain"
    STARTS = "starts with"
    ENDS = "ends with"
    NOT_STARTS = "does not start with"
    NOT_ENDS = "does not end with"
    ONE_OF = "is one of"


@dataclass(frozen=True, slots=True)
class Phrases(Constraint):
    """Phrases that the response must or must not have."""

    category: ClassVar[Category] = Category.INCLUSION
    rule: Rule
    phrases: tuple[str, ...]
    part: Part = WHOLE
    fields: tuple[str, ...] = ()
    """The input fields whose values stand in the phrases, in braces."""

    @property
    def kind_of(self) -> Category:
        """Exclusions are a category of their own."""
        if self.rule in (Rule.NONE, Rule.NOT_STARTS, Rule.NOT_ENDS):
            return Category.EXCLUSION
        return Category.INCLUSION if self.rule in (Rule.ALL, Rule.ANY) else Category.RESPONSE_FORMAT

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield what a clause asks of phrases in quotation marks, or named as words."""
        if clause.conditional or clause.excepted:
            return
        chosen = [Span(each.start, each.end) for each in alternatives_in(clause)]
        for found in islice(_MARKS.finditer(clause.text), _MOST_MARKS):
            is_choice = any(span.start <= found.start() < span.end for span in chosen) or _are_tags(clause, found)
            if not is_choice and (match := cls._quoted(clause, found)) is not None:
                yield match
        yield from cls._bare(clause)
        yield from cls._after_colon(clause)
        yield from cls._set_before(clause)
        yield from cls._marked_last(clause)
        yield from cls._in_programs(clause)

        for mark in _ENDED_BY_FIELD.finditer(clause.text):
            name = clause.normal.field(mark["field"])
            if name in clause.around.fields and _OF_END.search(name) and not clause.negated(mark.start("field")):
                yield Match(cls(Rule.ENDS, (f"{{{name}}}",), fields=(name,)), mark.start(), mark.end())

    @classmethod
    def _after_colon(cls, clause: Clause) -> Iterator[Match]:
        """Yield what the response is to end or begin with where it stands behind a colon: "end with: Thank you!"."""
        for pattern, rule in ((_END, Rule.ENDS), (_START, Rule.STARTS)):
            for colon in islice(re.finditer(r" ?: (?=[^\s⟦])", clause.text), _MOST_COLONS):
                head = clause.text[: colon.start() + 2].rstrip() + " "
                words = clause.normal.original[clause.span(colon.end(), len(clause.text)).start :].strip()
                if (
                    pattern.search(head)
                    and 3 <= len(words) <= 120
                    and "\n" not in words
                    and words[:1].isupper()
                    and not clause.negated(colon.start())
                    and not _is_slot(words)
                ):
                    yield Match(cls(rule, (words,), clause.part), _cue_start(head), len(clause.text))

    @classmethod
    def _set_before(cls, clause: Clause) -> Iterator[Match]:
        """Yield what is written in front of something else: 'write "Source:" followed by the title'."""
        for found in _SET_BEFORE.finditer(clause.text):
            phrase = clause.normal.quote(found["mark"]).strip()
            part = part_at(clause, found.start())
            if part is None or part.each or clause.negated(found.start()):
                continue
            if phrase and not (_is_slot(phrase) or _has_slot(phrase)):
                yield Match(cls(Rule.ALL, (phrase,), part), found.start(), found.end("mark"))

    @classmethod
    def _marked_last(cls, clause: Clause) -> Iterator[Match]:
        """Yield the mark that something ends with or not, by its name: "no trailing period"."""
        for found in _marked_at_end().finditer(clause.text):
            names, what = next(filter(None, found.group("ended", "trailing", "named"))), found["what"] or found["of"]
            part = part_at(clause, found.start())
            if what is not None and (part is None or not part.each) and what not in _SAME:
                part = subject_part(what, clause.around)
            is_barred = clause.negated(found.end() - 1)
            marks = tuple(MARK_NAMED[each] for each in re.findall(any_of(MARK_NAMED), names)) or _MARKS_OF_SENTENCES
            if part is not None and (is_barred or len(marks) == 1) and not clause.is_of_data:
                yield Match(cls(Rule.NOT_ENDS if is_barred else Rule.ENDS, marks, part), found.start(), found.end())

    @classmethod
    def _in_programs(cls, clause: Clause) -> Iterator[Match]:
        """Yield the names that functions and classes of the response have: "define a class called Parser"."""
        for named in _CALLED.finditer(clause.text):
            at = named.span(named.lastgroup or 0)
            name = clause.text[slice(*at)]
            name = clause.normal.quote(name) if name.startswith("⟦") else clause.written(*at).strip("`*")
            if _NAME.fullmatch(name) and clause.part == WHOLE and not clause.negated(named.start()):
                yield Match(cls(Rule.ALL, (name.partition("(")[0],)), named.start(), named.end())

    @classmethod
    def _quoted(cls, clause: Clause, found: re.Match[str]) -> Match | None:
        before = clause.text[: found.start()]
        after = clause.text[found.end() :]
        phrases = tuple(clause.normal.quote(mark) for mark in re.findall(r"⟦\d+⟧", found.group()))
        if _is_choice_of_key(clause, before, len(phrases)):
            return Match(cls(Rule.ONE_OF, phrases, clause.part), found.start(), found.end())
        if len(phrases) > 1 and (named := _OF_KEY.search(before)) and not clause.negated(found.start()):
            known = named_part(clause.normal.quote(named["mark"]), clause.around)
            return Match(cls(Rule.ONE_OF, phrases, known), found.start(), found.end()) if known is not None else None
        if any(not phrase.strip() or "\n" in phrase or phrase.startswith("```") for phrase in phrases):
            return None
        negated, example = clause.negated(found.start()), exemplified().search(before) is not None
        if len(phrases) == 1 and not negated and (replaced := _replaced(before, after)):
            barred = _cleaned(clause.normal.quote(replaced))
            return Match(cls(Rule.NONE, (barred,), clause.part), _cue_start(before), found.end()) if barred else None
        if _BEGINS_OTHER.search(before) or (len(phrases) == 1 and _REPLACING.search(before.rstrip() + " ")):
            return None
        if _of_another(clause, before) or (_NAMES_OUTPUT.search(before) and all(map(_is_title, phrases))):
            return None
        rule = _rule(before, after, found.group(), negated=negated, example=example, count=len(phrases))
        if rule is Rule.ENDS and (phrases[0].rstrip().endswith((":", ",")) or _GOES_ON.match(after)):
            rule = Rule.ALL  # behind which something stands
        phrases = tuple(dict.fromkeys(_cleaned(_fixed(phrase, rule)) for phrase in phrases))
        if rule is Rule.NONE and (
            _CONTRAST.match(after)
            or _MORE_OFTEN.match(after)
            or _BESIDE_THAT.match(after)
            or all(phrase.startswith("</") for phrase in phrases)
            or _is_in_another(phrases, clause.normal.quotes)
            or _OF_HEADINGS.search(before)
        ):
            return None
        if rule in (Rule.ALL, Rule.STARTS, Rule.ENDS) and (_OR_ANOTHER.match(after) or before.startswith("instead ")):
            return None
        fields = tuple(name for name in clause.around.fields if _FIELD.findall(" ".join(phrases)).count(name))
        bare = tuple(_FIELD.sub(lambda each: "x" if each["name"] in fields else each.group(), each) for each in phrases)
        is_value = rule in (Rule.ALL, Rule.NONE) and any(_FIELD.fullmatch(each) for each in phrases)
        if rule is None or is_value or not all(phrases) or not _may_be_asked(rule, bare, clause, before):
            return None
        begun = _BEGUN.search(before)
        each = subject_part(begun["what"], clause.around) if begun is not None else None
        part = each if each is not None and each.each else part_at(clause, found.start())
        if part is None or part.named in phrases:
            return None
        begin = found.start() if example else _cue_start(before)  # which stand for more than themselves
        return Match(cls(rule, phrases, part, fields), begin, found.end())

    @classmethod
    def _bare(cls, clause: Clause) -> Iterator[Match]:
        """Yield words that are named without quotation marks: "the keywords a, b and c"."""
        for found in re.finditer(
            r"\b(?:the |any of the )?words? (?P<list>(?!⟦|(?:that|which|who|you|it|they)\b)"
            r"[a-z]+(?:(?: ?, | and | or | ?, and | ?, or "
            r")[a-z]+)*) (?:can not|cannot|should not|must not|may not|are not|is not|will not|does "
            r"not|do not) (?:be|appear|allowed|occur)",
            clause.text,
        ):
            barred = tuple(re.split(r" ?, ?(?:and |or )?| and | or ", found["list"]))
            yield Match(cls(Rule.NONE, barred, clause.part), found.start(), found.end())
        for found in _bare_words().finditer(clause.text):
            listed = found["list"]
            words = [word.strip() for word in re.split(r" ?, ?(?:and |or )?| and | or ", listed.strip(" .:!?"))]
            words = [word for word in words if word]
            if not words or any(len(word.split()) > 3 for word in words) or len(words) > 20:
                continue
            if len(words) == 1 and not found["one"]:
                continue
            rule = Rule.NONE if clause.negated(found.start("list")) or found["ban"] is not None else Rule.ALL
            yield Match(cls(rule, tuple(words), clause.part), found.start(), found.start("list") + len(listed.rstrip()))

    def describe(self) -> str:
        """Return 'the response contains "a" and "b"'."""
        word = "or" if self.rule in (Rule.NONE, Rule.ANY, Rule.ONE_OF, Rule.NOT_STARTS) else "and"
        return f"{self.part.words} {self.rule.value} {quoted(self.phrases, word)}"

    def source(self) -> str:
        """Return ``contains_all(response, ["a", "b"])``."""
        [first, *others] = said = [_said_with(each, self.fields) for each in self.phrases]
        several = f"[{', '.join(said)}]"
        marks = f"({', '.join(said)})" if others else first
        is_mark = not self.fields and _is_mark(self.phrases[0])
        test = {
            Rule.ALL: f"contains_all({{part}}, {several})" if others else f"contains({{part}}, {first})",
            Rule.ANY: f"contains_any({{part}}, {several})",
            Rule.NONE: f"contains_none({{part}}, {several})" if others else f"not contains({{part}}, {first})",
            Rule.STARTS: f"{{part}}.strip().startswith({first})" if is_mark else _any("starts_with", said),
            Rule.ENDS: f"{{part}}.strip().endswith({marks})" if is_mark else _any("ends_with", said),
            Rule.NOT_STARTS: f"not {_any('starts_with', said)}",
            Rule.NOT_ENDS: f"not {{part}}.strip().endswith({marks})" if is_mark else f"not {_any('ends_with', said)}",
            Rule.ONE_OF: f"is_one_of({{part}}, {several})",
        }[self.rule]
        return self.part.test(test)

    @property
    def topic(self) -> Hashable:
        """Choices speak of each other, and other phrases of theirs."""
        return (CHOSEN[0], self.part) if self.rule is Rule.ONE_OF else (type(self), self.part)

    def excludes(self, other: Constraint) -> bool:
        """Whether one wants what the other rules out."""
        if not isinstance(other, Phrases) or self.part != other.part:
            return False
        if _is_barred(self, other) or _is_barred(other, self):
            return True
        said = {phrase.casefold() for phrase in self.phrases}
        told = {phrase.casefold() for phrase in other.phrases}
        if (self.rule is Rule.NONE) != (other.rule is Rule.NONE):
            wish = other.rule if self.rule is Rule.NONE else self.rule
            return wish in (Rule.ALL, Rule.STARTS, Rule.ENDS) and not said.isdisjoint(told)
        if self.rule is not other.rule:
            return False
        if self.rule is Rule.ONE_OF:
            return said.isdisjoint(told)
        if self.rule not in (Rule.STARTS, Rule.ENDS) or not len(said) == len(told) == 1:
            return False
        [one], [two] = said, told
        return not (_fits(self.rule, one, two) or _fits(self.rule, two, one))

    def implies(self, other: Constraint) -> bool:
        """Whether it asks for more of the same."""
        if isinstance(other, Alone):
            return self.rule is Rule.ONE_OF and self.part == WHOLE and other.choices == self.phrases
        if not isinstance(other, Phrases) or self.part != other.part:
            return False
        if self.rule is other.rule and self.rule in (Rule.ALL, Rule.NONE):
            return set(other.phrases) <= set(self.phrases)
        return self == other


_SET_BEFORE: Final = re.compile(
    r"\b(?:write|add|put|output|print|append|insert|state) (?:the (?:word|words|phrase|label|prefix|text) )?"
    r"(?P<mark>⟦\d+⟧)"
    r"(?= ?,?(?: and)?(?: then)? (?:followed by|and (?:then )?(?:the|an?|its|your|one|1)|then (?:the|an?|its|your))\b)"
)
"""A label, before what is to stand behind it."""
MARK_NAMED: Final = {
    "period": ".", "full stop": ".", "question mark": "?", "question": "?", "exclamation mark": "!",
    "exclamation point": "!", "colon": ":", "semicolon": ";", "comma": ",",
}  # fmt: skip
"""Marks by their names."""


_MARKS_OF_SENTENCES: Final = (".", ",", ";", ":", "!", "?")


_SAME: Final = frozenset({"it", "this"})


@cache
def _marked_at_end() -> re.Pattern[str]:
    """Return what matches where a mark is said to stand last: "end with a period", "no period at the end"."""
    mark = any_of(name for name in (*MARK_NAMED, "punctuation") if name != "question")
    marks = rf"{mark}s?(?:(?: ?,)? or (?:an? )?{mark}s?)*"
    noun = r"(?:each |every |the |all |any |your |a |an )?(?P<{}>[a-z]+(?: [a-z]+)?)"
    return re.compile(
        rf"\b(?:end|finish|terminate|close)(?:s|es|ing)? (?:{noun.format('what')} )?(?:with|in) (?:an? |any |the )?"
        rf"(?P<ended>{marks})\b|"
        rf"\b(?:trailing|final|ending|closing|terminal) (?P<trailing>{marks})\b|"
        rf"\b(?P<named>{marks}) at (?:the|its) (?:very )?end\b(?: of {noun.format('of')})?"
    )


_OR_ANOTHER: Final = re.compile(
    r" ?,? ?(?:or|/) (?:(?:a|an|any|some) )?(?:other|another|similar|equivalent|something|alternative|related)\b"
)
"""What says behind a phrase that another one does as well: "end with ⟦0⟧ or a similar call"."""
_REPLACING: Final = re.compile(
    r"\b(?:write|spell|use|say|render|pronounce) (?:the )?(?:word |term |phrase |name )?⟦\d+⟧ "
    r"(?:as|instead of|rather than|not|and not|, not) $"
)


_GOES_ON: Final = re.compile(r"[ ,]*(?:and |then )*followed by\b| and (?:the|its|your|an?) [a-z]")
"""What comes behind a phrase that something else stands behind: "end with ⟦0⟧ followed by the name"."""


def _may_be_asked(rule: Rule, phrases: tuple[str, ...], clause: Clause, before: str) -> bool:
    """Whether phrases of this kind can be what a rule asks for: no blanks, no bare symbols, no single letters."""
    match rule:
        case Rule.ALL | Rule.STARTS | Rule.ENDS if any(_is_slot(phrase) for phrase in phrases):
            return False
        case Rule.STARTS | Rule.ENDS if any(map(_is_mark, phrases)):
            is_whole = clause.part == WHOLE and re.search(r"\b(?:each|every|lines?|items?|all)\b", before) is None
            return len(phrases) == 1 and is_whole and phrases[0].strip("'\"“”‘’*_#") != ""
        case Rule.NONE if any(_is_slot(phrase) and _ONE_SLOT.fullmatch(phrase) is None for phrase in phrases):
            return False
        case Rule.ALL if re.search(r"[a-z]s \( ?$", before):  # examples of a plural: "compound words (⟦0⟧)"
            return False
        case Rule.NONE:
            is_told = exemplified().search(before) is not None and any(len(phrase.split()) > 7 for phrase in phrases)
            return not (is_told or "\\n" in phrases)
        case Rule.ONE_OF:
            return (len(phrases) > 1 or _ONLY.search(before) is not None) and not any(map(_has_slot, phrases))
        case _:
            return True


_BEGUN: Final = re.compile(
    r"\b(?:start|begin|open|prefix|preface|end|finish|conclude)(?:n?ing)?(?: (?:each|every|the|all|any|your))? "
    r"(?P<what>[a-z]+(?: [a-z]+)?) (?:with|by)\b[^.;⟦]*$"
)


def _of_another(clause: Clause, before: str) -> bool:
    """Whether it is something else than the response, or a part that is known, that begins or ends with phrases."""
    found = _BEGUN.search(before)
    if found is None or found["what"] in ("it", "off", "out"):
        return False
    nouns = {*lexicon().words("nouns", "response"), *lexicon().words("nouns", "written"), *clause.around.written}
    if found["what"] in nouns:
        return False
    part = part_at(clause, found.start("what"))
    return (part is None or not part.each) and subject_part(found["what"], clause.around) is None


_OF_KEY: Final = re.compile(
    r"(?P<mark>⟦\d+⟧)(?: (?:field|key|value|property|attribute))? (?:must|should|can|has to|is to|may)(?: only)? be"
    r"(?: (?:only|one of|either|within|among|in|exactly|the following|:))* $"
)
"""What stands before the values of a key: '"mood" must be one of'."""


def _are_tags(clause: Clause, found: re.Match[str]) -> bool:
    """Whether what is quoted is several tags, which stand around something."""
    phrases = [clause.normal.quote(mark) for mark in re.findall(r"⟦\d+⟧", found.group())]
    return len(phrases) > 1 and all(re.fullmatch(r"</?\w[\w-]*>", phrase) for phrase in phrases)


_BEGINS_OTHER: Final = re.compile(
    r"\b(?:result|file|function|variable|url|path|command|id|token|input|tool|query|key)s? (?:that |which )?"
    r"(?:(?:should|must|shall|will|can|have to|has to|needs? to|always|all|also) )*"
    r"(?:begin|start|end|finish|terminate)(?:s|ning|ing|es)? (?:with|in) (?:the |a |an )?$"
)
"""What begins or ends so that is not the response: "a result beginning with"."""


_OF_HEADINGS: Final = re.compile(r"\b(?:headers|headings|titles|labels) (?:like|such as) $")
"""What stands before phrases that are ruled out as titles only: 'no headers like "Impact"'."""


def _is_in_another(phrases: tuple[str, ...], quotes: tuple[str, ...]) -> bool:
    """Whether a mark that is ruled out begins another one, which is wanted: "use '##', not '#'"."""
    is_mark = not any(map(str.isalnum, phrases[0]))
    return is_mark and any(phrases[0] in each != phrases[0] for each in quotes)


def _is_choice_of_key(clause: Clause, before: str, count: int) -> bool:
    """Whether phrases are all that stands behind the name of a key: 'freshness: "fresh" or "old"'."""
    return clause.part.each and count > 1 and re.fullmatch(r"[\w ]+ (?::|—) ?(?:one of )?", before) is not None


def _replaced(before: str, after: str) -> str:
    """Return the mark of the phrase that another is to stand for, "write X as Y"; "" for none."""
    if not re.search(
        r"\b(?:always )?(?:write|spell|render|replace|change|convert)(?: (?:the|every|all|word|words|term|phrase))* $",
        before.rstrip() + " ",
    ):
        return ""
    other = re.match(r" ?(?:as|to|with|by|into) (?P<mark>⟦\d+⟧)", after)
    return f"⟦{int(other['mark'].strip('⟦⟧')) - 1}⟧" if other is not None else ""


def _is_barred(wish: Phrases, ban: Phrases) -> bool:
    """Whether all beginnings or ends that one wants are those that the other rules out."""
    if (wish.rule, ban.rule) == (Rule.STARTS, Rule.NOT_STARTS):
        edge = r"(?i){}(?!\w)"
        return all(any(re.match(edge.format(re.escape(b)), w) for b in ban.phrases) for w in wish.phrases)
    if (wish.rule, ban.rule) == (Rule.ENDS, Rule.NOT_ENDS):
        edge = r"(?i)(?<!\w){}$"
        return all(any(re.search(edge.format(re.escape(b)), w) for b in ban.phrases) for w in wish.phrases)
    return False


def _fits(rule: Rule, long: str, short: str) -> bool:
    return long.startswith(short) if rule is Rule.STARTS else long.endswith(short)


_SLOT: Final = re.compile(
    r"\$?(?:\{\{+|<<|[{<\[])\s*[\w .'-]+\s*(?:\}\}+|>>|[}>\]])|%\(\w+\)[sdrif]|"
    r"(?:(?<=[\w:] )\$[A-Za-z_]{2,}\b|^\$[a-z_]{2,}\b(?= ))"
)
"""A blank, as prompts and programs write it: ``<name>``, ``[the name]``, ``{{ name }}``, ``${name}``, ``%(name)s``."""
_FIELD: Final = re.compile(r"\$?\{\{? ?(?P<name>\w+) ?\}?\}")


def _said_with(phrase: str, fields: tuple[str, ...]) -> str:
    """Return a phrase as Python, with the values of the fields that stand in it: ``"Dear " + str(example["name"])``."""
    pieces, at = [], 0
    for each in _FIELD.finditer(phrase) if fields else ():
        if each["name"] in fields:
            pieces += [literal(phrase[at : each.start()]), f"str(example[{literal(each['name'])}])"]
            at = each.end()
    pieces.append(literal(phrase[at:]))
    return " + ".join(each for each in pieces if each != '""' or len(pieces) == 1)


def _any(function: str, phrases: Sequence[str]) -> str:
    if len(phrases) == 1:
        return f"{function}({{part}}, {phrases[0]})"
    return f"any({function}({{part}}, phrase) for phrase in [{', '.join(phrases)}])"


_ONLY = re.compile(r"\b(?:only|exactly|just|simply|nothing but|precisely)\b")
_START = re.compile(
    r"\b(?:start|starts|starting|begin|begins|beginning|open|opens|opening|prefix|prefixed|"
    r"preface|prefaced)\b(?: [^\s.;]+){0,6}? (?:with|(?<!followed )by|as|exactly)(?: (?:the|a|an|either|one|of|exact|"
    r"word|words|phrases?|sentence|following|line|text|exactly|saying|preambles?|introductions?|openers?|openings?|"
    r"fillers?|statements?|any|generic|filler|such|as|like|e \. g \.|:|,|\())*(?: |$)$|"
    r"\bleading (?:[a-z]+ ){0,3}?(?:(?:such as|like|e \. g \.|:|,|\() ?)*$"
)
_END = re.compile(
    r"\b(?:end|ends|ending|finish|finishes|conclude|concludes|close|closes|terminate|sign off)\b(?: "
    r"[^\s.;]+){0,8}? (?:with|by|in)(?: (?:the|a|an|1|either|one|of|exact|this|these|word|words|phrase|sentence|"
    r"final|last|single|separate|new|following|lines?|text|exactly|only|just|saying|that|which|says|reads|containing|"
    r"question|token|tag|marker|string|special|stop|sequence|:|,))*(?: |$)$|"
    r"\bon (?:the|a) (?:very )?(?:last|final) line ,? ?(?:write|put|output|print|add|say|state)"
    r"(?: (?:only|just|exactly|:))* $|"
    r"\b(?:end|ends|finish|conclude|close) with (?:this|the|the following) (?:[a-z]+ ){1,3}: $|"
    r"\b(?:last|final) (?:sentence|"
    r"words?|phrase|line)(?: [^\s.;]+){0,6}? (?:be|is|reads?|says?|:)(?: (?:exactly|the|phrase|:))*(?: |$)"
    r"$|\bsigns?(?: off)?(?: (?!with\b)[^\s.;]+){0,4}? (?:with|as)(?: (?:the|name|exactly|:))*(?: |$)$|"
    r"\b(?:is|be|are) signed(?: (?:with|as|by|:))*(?: |$)$|"
    r"\b(?:indicate|mark|signal|denote|show) (?:the |its )?(?:end|completion)"
    r"(?: of (?:the|your|this)(?: [a-z]+){1,2})? "
    r"(?:with|by|using)(?: (?:writing|outputting|adding|the|a|word|token|tag|marker|string|phrase|:))*(?: |$)$"
)


@cache
def _saying() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:include|includes|including|contain|contains|containing|use|uses|using|mention|"
        r"mentions|mentioning|add|adds|insert|say|says|saying|write|writes|writing|have|has|"
        r"incorporate|put|"
        r"append|state|with|print|output|repeat|employ|utter|appear|phrases?|words?|terms?|"
        r"expressions?|names?|ban|banned|avoid|never|not|no|without|be|like|as)"
        r"(?: (?:the|a|an|any|all|of|these|this|following|exact|exactly|literal|word|words|phrase|"
        r"phrases|string|strings|term|terms|keyword|keywords|sentence|sentences|text|tag|marker|"
        r"token|both|expression|expressions|symbols?|characters?|signs?|slogan|tagline|motto|"
        r"disclaimer|(?:promo |discount |coupon )?code|price|on|new|next|separate|own|its|line|verbs?|"
        r"adjectives?|language|openings?|generic|"
        r"clich[eé]s|such|like|as|e\.g|:|,|\(|\[|e \. g \.|\.))*$"
    )


@dataclass(frozen=True, slots=True)
class _Around:
    """Quoted phrases with the words around them."""

    tail: str
    """What stands before them, ended by a space."""
    after: str
    marks: str
    """The phrases as marks, with what joins them."""
    negated: bool
    example: bool
    count: int


def _rule(before: str, after: str, marks: str, *, negated: bool, example: bool, count: int) -> Rule | None:
    """Return what is asked of the quoted phrases; None where that is not sure. The first rule that knows decides."""
    around = _Around(before[-160:].rstrip() + " ", after, marks, negated, example, count)
    for reader in (_any_or_none, _edge, _choice, _said, _passive):
        told = reader(around)
        if told is not None:
            return None if told == "nothing" else Rule(told)
    return None


_NOTHING: Final = "nothing"
"""What a rule says that knows that nothing is sure, so that no other is asked."""


_EITHER: Final = re.compile(
    r"\b(?:contain|include|mention)s? (?:at least )?(?:1|one of|any of|either)(?: of)? "
    r"(?:the (?:words?|phrases?|terms?) )?$"
)
"""What stands before phrases of which one is enough: 'contain either "a" or "b"'."""


_HOLDS_ONE: Final = re.compile(
    r"\b(?:must|should|has to|have to|needs? to|shall) (?:always |also )?(?:contain|include) "
    r"(?:the (?:words?|phrases?) )?$"
)
"""What stands before phrases between which "or" stands: 'must contain "a" or "b"'."""


def _any_or_none(around: _Around) -> str | None:
    """Read "contain one of the following phrases", and "... must not appear" behind them."""
    if not around.negated and re.search(
        r"\b(?:contain|include|have|has|use|mention)s?\b[^.;]{0,30}\b(?:one|any|either|1)(?: of)? "
        r"(?:the |these |those )?(?:following )?(?:exact )?(?:phrases|words|sentences|options|keywords|of)(?: :)? $",
        around.tail,
    ):
        return Rule.ANY
    is_or = " or " in around.marks and not around.example
    if not around.negated and (_EITHER.search(around.tail) or (is_or and _HOLDS_ONE.search(around.tail))):
        return Rule.ANY
    return Rule.NONE if _RULED_OUT.match(around.after) else None


_USED: Final = r"(?:included|present|mentioned|used|appear|occur|said|written|valid|allowed|permitted|acceptable|in )"
_RULED_OUT: Final = re.compile(
    r" ?(?:or any [a-z ]{3,40}? )?(?:(?:must|should|may|can|are|is|shall|does|do|will|has|have)? ?(?:never|not)"
    rf"(?: ever)?(?: to)?(?: be)? {_USED}|"
    r"(?:is|are)(?: strictly| absolutely| all| both)? (?:forbidden|banned|prohibited|taboo|off limits|off-limits|"
    r"to be avoided|disallowed)\b|"
    r"(?:must|should|shall|has to|have to|needs? to) be (?:avoided|omitted|left out|excluded)\b|appears? nowhere\b)"
)
"""What says behind phrases that they are not said."""


_THING_NAMED: Final = re.compile(r" ?(?:file|function|section|class|method|field|key|column|step|module|page|tool)s?\b")
"""What is called by a phrase: "start with the "main" file"."""


_OF_MANY: Final = re.compile(
    r"\b[a-z]+s (?:(?:that|which) (?:begin|start|end|finish|close)|(?<!must )(?:beginning|starting|ending))\b"
)
"""What begins or ends with a phrase where it is one of many parts: "headings that begin with"."""


def _edge(around: _Around) -> str | None:
    """Read how the response begins and ends."""
    begun, ended = _START.search(around.tail), _END.search(around.tail)
    if begun is not None and ended is not None:  # "begin with X and end with Y": the nearer verb is meant
        begun = None if begun.start() < ended.start() else begun
    if (begun or ended) and (_THING_NAMED.match(around.after) or _OF_MANY.search(around.tail)):
        return _NOTHING
    if begun is not None:
        return Rule.NOT_STARTS if around.negated else (_NOTHING if around.example else Rule.STARTS)
    if ended is not None:
        return Rule.NOT_ENDS if around.negated else (_NOTHING if around.example else Rule.ENDS)
    if re.match(
        r" ?(?:as |at )?(?:the )?(?:very )?(?:start|beginning|first (?:line|word|sentence))"
        r"(?: of (?:your |the )?(?:response|answer|output|reply)| ?(?:[.;]|$))",
        around.after,
    ):
        return Rule.NOT_STARTS if around.negated else Rule.STARTS
    if not around.example and _AT_THE_END.match(around.after):
        return Rule.NOT_ENDS if around.negated else Rule.ENDS
    return None


_AT_THE_END: Final = re.compile(
    r" ?(?:at|as) the (?:very )?end(?: of (?:your|the|every|each) (?:response|answer|output|reply|message|text))?"
    r"(?= ?(?:[.,;!]|$))"
)
"""What says behind a phrase that the response ends with it: "say ⟦0⟧ at the end of the answer"."""
_CHOOSING: Final = re.compile(
    r"\b(?:one of|either|limited to|(?:line|sentence) (?:(?:that|which) (?:reads|says|is)|of the form|saying|reading)|"
    r"choose (?:from|between|one|among)|chosen from|select "
    r"(?:from|one)|must be(?: only| one of| exactly)?|(?:answer|respond|reply|return|output)"
    r"(?: (?:only|just|simply|exactly))* (?:with|as|either|using)?(?: (?:only|just|simply|either|"
    r"exactly|one of|the word|a))*|(?:only|just|simply|exactly) (?:output|return|respond with|"
    r"reply with|answer with|answer|write|say))(?: (?:the|these|following|values?|options?|"
    r"words?|phrases?|labels?|strings?|categories|single|:|,|\())*$"
)


def _choice(around: _Around) -> str | None:
    """Read what the response is chosen from."""
    tail, marks, after = around.tail, around.marks, around.after
    if around.negated or around.example or _CHOOSING.search(tail.rstrip()) is None:
        return None
    if around.count > 1 and (" or " in marks or "," in marks):
        return Rule.ONE_OF
    goes_on = re.match(r" ?(?:if|when|for|as|section|key|field|and|in|,)", after)
    return Rule.ONE_OF if around.count == 1 and _ONLY.search(tail) and not goes_on else _NOTHING


_SPEAKING: Final = re.compile(
    r"\b(?:be|like|as|no|not|never|avoid|without|names?|with|use|using|say|state|write|output|print|has|have|"
    r"phrases?|words?|terms?)$"
)
_SAID_AS: Final = frozenset(
    {"word", "words", "phrase", "phrases", "term", "terms", "string", "text", "sentence", "sentences", "tag", "tags",
     "command", "keyword", "statement", "function", "marker", "token", "environment", "directive", "module", "library",
     "package", "framework", "operator", "method", "sign", "signs", "symbol", "symbols",
     "prefix", "suffix"}
)  # fmt: skip
"""Nouns behind a phrase that stand for the phrase itself."""
_NAMING: Final = re.compile(
    r"\b(?:the (?:exact )?(?:word|phrase|term|keyword|sentence|string|text)s?|include|contain|mention)\b[^.;]{0,24}$"
)


_TOLD_NOT: Final = re.compile(
    r".*\b(?:do not|never|must not|should not|can not|cannot|may not|will not|shall not) "
    r"(?:(?:ever|also|please|just|simply|directly|explicitly|even|under any circumstances|,) )*(?P<verb>[a-z]+)(?= )"
)
"""A verb that is ruled out."""


_SAYABLE: Final = word_set("""
    say mention state reference repeat call refer name quote utter talk ask tell introduce describe preface prefix label
    address sign suggest claim list reveal disclose discuss leave allow let make create fall rely resort
""")


@cache
def _sayable() -> frozenset[str]:
    """Return the verbs that put a phrase into the response."""
    return _SAYABLE.union(lexicon().words("verbs", "put"), lexicon().words("grammar", "function"))


_BANNED: Final = re.compile(
    r"(?:,|:|\b(?:phrases?|words?|terms?|expressions?|language|openings?|openers?|clich[eé]s|jargon|fillers?) ?\() ?$"
)


def _said(around: _Around) -> str | None:
    """Read what the response says or does not say, by a verb before the phrases."""
    tail, after = around.tail.rstrip(), around.after
    if _WORKED_ON.search(around.tail) or _STANDS_UNDER.search(around.tail):
        return _NOTHING
    if (around.example and not around.negated) or names_another(after, _SAID_AS):
        return _NOTHING
    if _saying().search(tail) is None and not around.example:
        return Rule.NONE if around.negated and _BANNED.search(tail) else None
    if around.negated:
        told = _TOLD_NOT.search(tail)
        if told is not None and told["verb"] not in _sayable():
            return _NOTHING
        is_part = re.match(r" ?(?:section|key|field|tags?|column|block|container)", after) is not None
        return _NOTHING if is_part else Rule.NONE
    if _SPEAKING.search(tail) and not _NAMING.search(tail):
        return _NOTHING
    if re.match(r" ?(?:to (?:indicate|show|mark|denote|signal)|where|wherever|between|in between)\b", after):
        return _NOTHING
    if re.match(r" ?(?:command|statement|keyword|function|marker|token|environment|directive|tag)s?\b", after):
        return Rule.ALL
    if " or " in around.marks or re.search(r"\b(?:use|using)\b(?: \w+)?$", tail):
        return _NOTHING
    return Rule.ALL


def _passive(around: _Around) -> str | None:
    """Read "... must be included" behind the phrases."""
    asked = (
        r" ?(?:must|should|has to|have to|needs? to|shall)(?: (?:also|always|both|all))*"
        r" (?:(?:also |always )?be (?:always |also )?(?:included|present|mentioned|used|there)|appear|exist)\b"
    )
    return Rule.ALL if re.match(asked, around.after) else None


_WORKED_ON: Final = re.compile(
    r"\bcomments (?:using|with|like|such as|in the form of|starting with|\() ?$|"
    r"\b(?:translate|define|explain|analy[sz]e|pronounce|paraphrase|rephrase|interpret|count|find|search for|look for) "
    r"(?:the |this |each |every )?(?:phrase|word|term|sentence|text|expression|string|name)s? ?:? $"
)
"""What is done with a phrase of the input, or what it marks: "translate the phrase", "no comments using"."""
_STANDS_UNDER: Final = re.compile(
    r"\b(?:listed|given|shown|found|named|described|defined|mentioned|provided|specified) (?:under|in|at|"
    r"below|by) (?:the )?$"
)
"""What stands before a name of a place in the prompt: "those listed under"."""


def _is_title(phrase: str) -> bool:
    """Whether each word begins with a capital letter: "Corrected SQL Query"."""
    return all(word[0].isupper() for word in phrase.split())


def _is_mark(phrase: str) -> bool:
    """Whether a phrase is marks of a notation, which count as they are: a brace, a fence, a tag."""
    return not any(c.isalnum() for c in phrase) or re.match(r"[<{\[`~\\]", phrase) is not None


_ONE_SLOT: Final = re.compile(r"\W*[\[<{][^\[\]<>{}]+[\]>}]\W*|XX+")
"""A blank and nothing else, which can be ruled out as it is written: "[Your Name]"."""


def _is_slot(phrase: str) -> bool:
    """Whether a phrase has a blank to fill in: "In this conversation I speak with ____"."""
    if phrase.startswith("\\") or END_TOKEN.fullmatch(phrase):
        return False
    return re.search(rf"{_SLOT.pattern}|_{{3,}}|\bXX+\b|\b[nxNXY]/\d|: [XYN]\b|\.\.\.$|…$|\w here$", phrase) is not None


_OF_PROGRAMS: Final = (
    r"(?:(?:main|helper|entry|python|javascript|typescript|java|c|public|single|top level) )*"
    r"(?:function|class|method|component|variable|module|struct|interface|dataframe|constant|hook|model(?= ⟦))"
)
_MUST_BE: Final = r"(?:must|should|has to|needs to|is to) be "
_CALLED: Final = re.compile(
    rf"\bname (?:the|your|this) {_OF_PROGRAMS} (?P<name>⟦\d+⟧|[a-z_]\w*)(?= ?(?:[.,;(]|$| and | that | which | with ))|"
    r"\b(?:define|create|write|implement|provide|generate|build|output|return) (?:a|an|one|1|the|your) (?:[a-z]+ )?"
    rf"{_OF_PROGRAMS} (?:called|named) (?P<named>⟦\d+⟧|[a-z_]\w*)(?= ?(?:[.,;(]|$| and | that | which | with | to ))|"
    rf"^(?:the|your) (?:{_OF_PROGRAMS} {_MUST_BE}(?:called|named)|"
    rf"(?:{_OF_PROGRAMS} name|name of the {_OF_PROGRAMS}) {_MUST_BE[:-1]}) "
    r"(?P<told>⟦\d+⟧|[a-z_]\w*)(?= ?(?:[.,;(]|$| and ))"
)
"""How the response names something in its code: "define a class called Parser"."""
_NAME: Final = re.compile(r"[^\W\d]\w*(?:\.\w+)*(?:\([^()]*\)?)?")
"""A name of programs, perhaps with its parameters."""
_ENDED_BY_FIELD: Final = re.compile(
    r"(?:\b(?:end|finish|conclude|close|terminate)(?: [^\s.;⟦⟪]+){0,6}? with|"
    r"^(?:when finished|at the (?:very )?end(?: of (?:the|your) [a-z]+)?|finally) ?,? "
    r"(?:output|print|write|add|append|return|emit|put|include))(?: (?:the|a|token|marker|delimiter|exact))* "
    r"(?P<field>⟪\d+⟫)(?= ?[.!]?$)"
)
_OF_END: Final = re.compile(r"(?i)delim|token|marker|stop|end\b|_end|eos|separator|sign|footer|disclaimer|suffix")
"""Names of what a program reads at the end of a response, word for word."""
_BESIDE_THAT: Final = re.compile(
    r"(?: ?, etc ?\.?)? ?\)?[^.;⟦]{0,30}\b(?:before|after|between|in front of|behind|next to) "
    r"(?:any|each|every|the|a|all)\b"
)
"""What says beside what phrases may not stand, behind them: "before any name"."""


def _fixed(phrase: str, rule: Rule | None) -> str:
    """Return what is fixed at the edge of a phrase with a blank: "Hi" of "Hi {name},"."""
    if rule not in (Rule.STARTS, Rule.ENDS) or not _is_slot(phrase):
        return phrase
    pieces = _SLOT.split(phrase)
    piece = pieces[0 if rule is Rule.STARTS else -1].strip(" ,:-")
    return piece if sum(map(str.isalpha, piece)) > 1 else phrase


def _has_slot(phrase: str) -> bool:
    """Whether a phrase has a blank among other words: "REJECT: <reason>", but not "[STOP]"."""
    return _is_slot(phrase) and _ONE_SLOT.fullmatch(phrase) is None


def _cleaned(phrase: str) -> str:
    """Return a phrase without what only stands for more of it."""
    pieces = re.split(r"\s*(?:\.\.\.|…)\s*", phrase)
    longest = max(pieces, key=len).strip(" ,")
    return _DOUBLED.get(longest, longest)


_DOUBLED: Final = {"{{": "{", "}}": "}"}
"""Braces as a template of Python writes them, and what the model is given."""


def _cue_start(before: str) -> int:
    """Return where the clause's verb stands before a phrase."""
    verbs = list(
        re.finditer(
            rf"(?<!\w)(?:{lexicon().alternation('negations', 'phrases')}|{lexicon().verb('produce')})(?!\w)", before
        )
    )
    return verbs[-1].start() if verbs else max(len(before) - 40, 0)


@cache
def _bare_words() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:(?:include|including|contain|containing|use|using|mention|incorporate|with|add|"
        r"insert|has|have)|avoid|exclude|excluding|without(?: (?:saying|using|mentioning))"
        r"?|omit|never use|do not (?:use|include|mention|say)|not allowed to (?:use|include)|"
        r"(?P<ban>(?:banned|forbidden|prohibited|disallowed)(?= (?:words|keywords) ?:)|(?:remove|delete|drop|"
        r"cut)(?: all| any)?"
        r" filler(?= words)|words(?= to avoid ?:)))"
        r"(?: (?:the|these|any|of|following|all|both))* (?:(?P<one>keyword|word|forbidden word)|"
        r"(?:these |the following )?(?:items|names|terms) :|keywords|key words|to avoid(?= ?:)|words|forbidden "
        r"words)(?: (?:below|of)| (?:like|such as)(?= :)|(?<=filler words) (?:like|such as))?(?: ?:)?"
        r" (?!(?:stuffing|density|spam|in|of|or|and|to|that|from|like|such|limit|count|per|for|with|only|long|than|are|"
        r"is|should|"
        r"must|which)\b)(?P<list>[^.;:()⟦⟪]+?)(?= in (?:the|your) | at least | more than | exactly | once\b| \d"
        r"| as part | within | somewhere | throughout |[.;:()]|$)"
    )


@dataclass(frozen=True, slots=True)
class Times(Constraint):
    """How often a phrase or a letter occurs; None is no bound."""

    category: ClassVar[Category] = Category.QUANTITY
    what: str
    least: int | None
    most: int | None
    letter: bool = False

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield how often things are asked to occur."""
        if clause.conditional:
            return
        for found in re.finditer(r"\b(?:letter|character) (?P<mark>⟦\d+⟧|\w\b)", clause.text):
            letter = clause.normal.quote(found["mark"]) if found["mark"].startswith("⟦") else found["mark"]
            if (
                len(letter) == 1
                and clause.negated(found.start())
                and not re.match(r"[^.;]{0,30}\b(?:more|less|fewer|times)\b", clause.text[found.end() :])
            ):
                yield Match(cls(letter, 0, 0, letter=True), found.start(), found.end())
        for found in _times_after().finditer(clause.text):
            what = found["what"]
            if what.startswith("⟦"):
                what = clause.normal.quote(what)
            else:
                what = clause.written(found.start("what"), found.end("what"))
            letter = bool(found["letter"])
            if letter and len(what) != 1:
                continue
            number = int(found["number"] or 1)
            least, most = _range(found["compare"], number, behind=found["behind"] or found["middle"])
            if found["compare"] in ("more than", "over") and clause.negated(found.start()):
                least, most = None, number
            if clause.negated(found.start("compare") if found["compare"] else found.start()) and most is None:
                continue
            yield Match(cls(what, least, most, letter), found.start(), found.end())

    def describe(self) -> str:
        """Return 'the response has "alpha" at least 2 times'."""
        if self.least == self.most:
            amount = f"exactly {self.least}"
        elif self.most is None:
            amount = f"at least {self.least}"
        else:
            amount = f"at most {self.most}"
        often = re.sub(r"\b1$", "once", amount) if amount.endswith(" 1") else f"{amount} times"
        return f'the response has {"the letter " if self.letter else ""}"{self.what}" {often}'

    def source(self) -> str:
        """Return ``times(response, "alpha") >= 2``."""
        count = f"{'letters' if self.letter else 'times'}(response, {literal(self.what)})"
        if self.least == self.most:
            return f"{count} == {self.least}"
        return f"{count} >= {self.least}" if self.most is None else f"{count} <= {self.most}"

    def implies(self, other: Constraint) -> bool:
        """Whether its interval lies within the other's."""
        if not isinstance(other, Times) or (self.what, self.letter) != (other.what, other.letter):
            return False
        return (other.least or 0) <= (self.least or 0) and (self.most or 10**9) <= (other.most or 10**9)

    def excludes(self, other: Constraint) -> bool:
        """Whether the intervals do not meet."""
        if not isinstance(other, Times) or (self.what, self.letter) != (other.what, other.letter):
            return False
        return max(self.least or 0, other.least or 0) > min(self.most or 10**9, other.most or 10**9)


_COMPARE = (
    r"(?P<compare>at least|no less than|no fewer than|a minimum of|minimum|more than|at most|"
    r"no more than|less than|fewer than|up to|exactly|only|just|under|over)?"
)
_OBJECT = (
    r"(?:the )?(?:(?P<letter>letter|character|symbol)|word|keyword|phrase|term|sentence|exact "
    r"phrase|string)?s? ?(?P<what>⟦\d+⟧|(?<=letter )\w|(?<=word )[a-z]\w*|(?<=keyword )[a-z]\w*)"
)


@cache
def _times_after() -> re.Pattern[str]:
    return re.compile(
        rf"{_OBJECT}(?: [a-z,]+){{0,7}}? {_COMPARE} ?(?:(?P<number>\d+)(?P<middle> or more| or "
        rf"less| or fewer)? times?|once(?= or))(?P<behind> or more| or less| or fewer)?(?!\w)"
    )


def _range(compare: str | None, number: int, *, behind: str | None) -> tuple[int | None, int | None]:
    if behind:
        return (number, None) if behind.strip() == "or more" else (None, number)
    match compare:
        case None | "exactly" | "only" | "just":
            return number, number if compare else None
        case "at least" | "no less than" | "no fewer than" | "a minimum of" | "minimum":
            return number, None
        case "more than" | "over":
            return number + 1, None
        case "less than" | "fewer than" | "under":
            return None, number - 1
        case _:
            return None, number
