"""Choices: a closed list of names of which the response, or a part of it, gives one.

A choice has a cue and a list behind it. The cue says that one is to be taken ("classify it as", "one of", "choices:",
"answer with", "must be"); the list is names between commas, slashes, bars and "or", in quotation marks or not. Behind
a cue that may lead in anything ("return ...") only names that are marked count: quoted, in capitals, or yes and no.
"""

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from typing import ClassVar, Final

from spade_core.constraints.alone import CHOSEN, Alone
from spade_core.constraints.clause import MORE_FOLLOWS, Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part, each_of, literal, quoted
from spade_core.constraints.parts import last_named, named_part
from spade_core.constraints.values import scored_part
from spade_core.language import AND_SO_ON, any_of, lexicon
from spade_core.taxonomy import Category


@dataclass(frozen=True, slots=True)
class Choice(Constraint):
    """The response, or each value at a key, is one of these."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    choices: tuple[str, ...]
    part: Part = WHOLE
    among: bool = False
    """Whether the response may say more than the choice."""
    field: str = ""
    """The placeholder that holds the choices, where the prompt does not list them itself."""

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the choices that a clause gives."""
        if clause.excepted:
            return
        if (told := _values_told(clause)) is not None:
            yield told
            return
        for listed in alternatives_in(clause):
            if clause.conditional and not listed.by_cases:
                continue
            part = _part_of(clause, listed)
            if part is not None:
                among = part == WHOLE and (not listed.alone or clause.around.listed)
                part = each_of("entries_of", "entry") if part == WHOLE and clause.around.listed else part
                yield Match(cls(listed.names, part, among), listed.start, listed.end)
                return
        for found in _from_field().finditer(clause.text):
            name = clause.normal.field(found["field"])
            part = _part_of(clause, Alternatives((), found.start(), found.end(), alone=False))
            is_asked = not (clause.conditional or clause.negated(found.start()))
            if is_asked and part is not None and re.fullmatch(r"\w+", name):
                yield Match(cls((), part, among=True, field=name), found.start(), found.end())
                return

    def describe(self) -> str:
        """Return 'the value of "label" is "a" or "b"'."""
        choices = f'an option of "{self.field}"' if self.field else quoted(self.choices, "or")
        return f"{self.part.words} {'names' if self.among else 'is'} {choices}"

    def source(self) -> str:
        """Return ``is_one_of(response, ["a", "b"])``."""
        choices = f"options_of(example[{literal(self.field)}])" if self.field else literal(self.choices)
        return self.part.test(f"{'contains_any' if self.among else 'is_one_of'}({{part}}, {choices})")

    @property
    def topic(self) -> Hashable:
        """The choices of one part speak of each other."""
        return CHOSEN[0], self.part

    def implies(self, other: Constraint) -> bool:
        """Whether it is the same, or that nothing stands beside some of its choices."""
        is_whole = self.part == WHOLE and not self.among
        return self == other or (is_whole and isinstance(other, Alone) and other.choices == self.choices != ())

    def excludes(self, other: Constraint) -> bool:
        """Whether both say what the same part is, and no name is common to them."""
        if not isinstance(other, Choice) or self.part != other.part or self.among or other.among:
            return False
        if self.field or other.field:
            return False
        return {name.casefold() for name in self.choices}.isdisjoint(name.casefold() for name in other.choices)


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Names of which one is to be given, and where a clause says so."""

    names: tuple[str, ...]
    start: int
    end: int
    alone: bool
    """Whether nothing but one of them is wanted."""
    by_cases: bool = False
    """Whether each stands with the case that it is for: "yes" if it is so, "no" otherwise."""


_WORD: Final = (
    r"(?!(?:or|and|nor|if|when|for|to|in|on|with|that|which|as|from|at|by|based|according|depending|otherwise|else|"
    r"only|is|are|should|must|can|will|may|the|then|it|you|your|using|including|keeping|making|ensuring|answer|response|reply|verdict|"
    r"while|giving|providing|explaining|followed)\b)[a-z0-9][\w+%.]*(?<!\.)"
)
_NAME: Final = rf"(?:⟦\d+⟧|{_WORD}(?: {_WORD}){{0,2}})"
_NEXT: Final = rf"(?: ?[,/|;] ?(?:(?:or|and) )?{_NAME})"
_LIST: Final = re.compile(rf"(?P<list>{_NAME}{_NEXT}*(?: or {_NAME})*(?: (?:or|and) {_NAME})?)")
_BEHIND: Final = re.compile(
    r" ?(?:[.;:)\]!?—(}]|$|,|based\b|according\b|depending\b|only\b|for\b|if\b|when\b|as\b|"
    r"and (?:nothing|do not)\b|(?:to )?(?:indicat|denot|show|signal)(?:e|ing)?\b|"
    r"and (?:then )?(?:explain|give|provide|a|your)\b|with(?:out)?\b|while\b|followed by\b|along with\b|"
    r"in (?:the|a|order)\b|"
    r"(?:answer|response|reply|verdict|decision)\b)"
)
"""What stands behind a list that is whole."""
_ALONE: Final = re.compile(
    r"\b(?:only(?! (?:relevant|applicable|if|when|where|for)\b)|just|simply|solely|nothing else|"
    r"(?:single|1|one) (?:word|token|label|letter)|no other|"
    r"no explanations?|without (?:any )?(?:explanation|other))\b"
)
_USES: Final = re.compile(r"use(?: (?:either|the|a|an|word|value))* $")
_OF_WORDS: Final = re.compile(r"\buse\b[^.;]* (?:words|terms|names|tags|phrases|characters|letters|colors)\b")
"""What says that several of what is listed are used: "only use the words from this list"."""
_BESIDE_MORE: Final = re.compile(
    r"\b(?:then|finally)\b|\band (?:briefly )?(?:explain|justify|say why|why)\b|"
    r"\b(?:and|with) (?:a|an|your|the) (?:[a-z]+ )?(?:reason|explanation|justification)\b|" + MORE_FOLLOWS.pattern
)
"""What says that something else stands before the choice or behind it."""
_EDGED: Final = re.compile(r"\b(?:starts?|begins?|(?<!the )ends?|includes?|contains?|starting|beginning|ending)\b")
"""Verbs before a list that say where or beside what it stands, rather than that it is the response."""
_OF_THESE: Final = re.compile(r"\b(?:one|1|between|among|choices|options|categories|labels|classes|whether|if)\b")
"""What says that one of what is listed is meant, even where "and" joins it."""
_OF_SEVERAL: Final = re.compile(r"\b(?:them|each|all|every|these)\b(?=.* (?:into|as|with)\b)")
"""What says that several things are each given a name, which the response then says of all of them."""
_BOTH: Final = re.compile(r"^[^,|/]+ and [^,|/]+$|^[^|/⟦]+, and [^,|/⟦]+$")
"""What joins two things that the response is to be at once: "answers should be short and clear"."""
_SURE: Final = frozenset({"yes", "no", "true", "false", "none", "positive", "negative", "neutral", "pass", "fail"})
_ARTICLED: Final = frozenset(
    {"a", "an", "your", "both", "more", "any", "other", "another", "less", "fewer", "each", "all", "its", "their",
     "every", "some", "this", "these", "those", "similar", "etc", "unknown fields"}
)  # fmt: skip


@cache
def choice_nouns() -> str:
    """Return a pattern for what a closed list of choices is called, singular or plural."""
    return lexicon().alternation("choices", "nouns")


@cache
def _naming() -> re.Pattern[str]:
    """Return what matches a cue behind which whatever is listed is to be chosen from."""
    nouns = choice_nouns()
    of_these = rf"(?:(?:the|these|this|following|possible|allowed|valid|available|words|terms|letters|\d+|{nouns}) )*"
    sort = lexicon().alternation("choices", "sort")
    return re.compile(
        rf"\b(?:(?:exactly |only )?(?:one|1)(?: [a-z_]+)? (?:of|among)(?: either)?|(?:choose|select|pick|chosen|"
        rf"selected) (?:(?:only |exactly )?(?:one|1) )?(?:of|from|between|among|either)|into one of) {of_these}"
        r"(?:(?::|\(|\[|\{|—|,) ?)?"
        rf"|\b(?:choose|select|pick)(?: (?:the|a|one|1|best|correct|right|single|most [a-z]+))* {nouns} \( (?:either )?"
        rf"|\bfrom (?:this|these|the|the following)(?: (?:list|set)(?: of)?)?(?: {nouns})? ?: "
        rf"|\b(?:determine|identify|state|detect|indicate|assess|give|assign|choose|pick|select)(?: (?:the|its|their|"
        rf"a|exactly|only|1|one)){{1,2}}(?: [a-z]+)? {_kinds()} ?(?:\(|:) ?(?:(?:either|one of) )?"
        rf"|\b(?:the |allowed |possible |valid |available |following |permitted )*(?:{nouns}|outputs|responses|"
        rf"values|results) (?:(?:must|should|"
        rf"can) be|are|is)"
        rf"(?: (?:one of|either|only|the following|these))*(?: :)? "
        rf"|\b(?:the |allowed |possible |valid |available |following )*(?:choices|options|categories|labels|classes) : "
        r"|\b(?:answer|respond|reply|output|return|write|say|give)(?: (?:with|only|just|exactly|in))* "
        r"(?:a|1|one)(?: single)? (?:word|token|label|letter|term)(?: only)? : "
        r"|\bonly (?:[a-z]+ ){1,3}?(?:(?:you|which|that|is|are|may|can|allowed|permitted|to|be|output|use|return|"
        r"answer|choose|send|give|used|returned) )*(?:is|are) (?:: )?"
        r"|\b(?:answer|respond|reply|output|return)(?: [a-z]+){0,2} only as (?:either )?"
        r"|(?<=\w)(?<!like)(?<!pattern)(?<!follows)(?<!order)(?<!columns)(?<!fields) : (?=[^.;:,]+ \| )"
        rf"|(?<!is )(?<!an )(?<!a )(?<!the )\b{sort}(?: [^\s.;:,]+){{0,7}}? "
        r"(?:as|into|with|to be|being)(?: (?:either|one of|exactly|only|being|:|the|"
        rf"following|these|\d+|{nouns}|strictly))*(?: (?:according to|based on|by|depending on) [^.;:,⟦]{{1,60}} :)? "
    )


def _kinds() -> str:
    """Return what matches the name of what is one of a few: "sentiment", "category"."""
    return any_of(noun for noun in lexicon().words("choices", "nouns") if not noun.endswith("s"))


@cache
def _giving() -> re.Pattern[str]:
    """Return what matches a cue behind which only names that are marked are to be chosen from."""
    verbs = (
        r"(?:answer|respond|reply|output|return|say|write|state|print|give|verdict|decide|choose|select|pick|emit|use|"
        r"responding|answering|replying|returning|provide|generate|providing|generating)"
    )
    filler = (
        r"(?:it|them|me|back|only|just|simply|strictly|exactly|with|as|either|by|in|the|form|format|word|words|letters|labels|numbers|names|single|value|values|"
        rf"string|strings|boolean|bool|number|score|grade|verdict|rating|letter|an?(?! ?[,/|])|1|one|of|binary|"
        rf"{choice_nouns()}|final|your|single|simple|clear|direct|plain|:|—|,|\(|\[)"
    )
    return re.compile(
        rf"(?:\b(?:decide|determine|judge|assess|tell|say|state|evaluate|indicate) (?:whether|if) "
        rf"(?:[^\s.;:,⟦]+ ){{1,8}}?(?:is|was|are|were)|\bset(?: [^\s.;:,]+){{1,6}}? to|"
        rf"(?<!your )(?<!the )(?<!an )(?<!each )\b{verbs}(?! of\b)"
        r"(?: (?:the|this|each|every|my|their) (?:following )?(?:question|query|claim|statement)s?(?= "
        r"(?:with|as|by|only)\b))?|"
        r"\b(?:label|mark|tag|classify|call|rate) (?:it|this|(?:the|each) [a-z]+)|"
        rf"\b(?:must|should|has to|needs to|can|may|will)(?: only| always| either)* be)(?: {filler})* "
    )


@cache
def _cases() -> re.Pattern[str]:
    """Return what matches two names or more, each with the case that it is for."""
    name = r"(?:⟦\d+⟧|(?:yes|no|true|false|\d)\b(?![-./:]))"
    return re.compile(
        rf"\b(?:answer|respond|reply|output|return|say|write|state|print|give|set|assign)(?: [^\s.;,⟦]+){{0,9}} "
        rf"(?P<one>{name}) (?:if|when|for|in case|where)\b[^⟦]{{1,160}}?"
        rf"(?:,|;|\.|\band\b|\bor\b|\botherwise\b|\belse\b)"
        rf"(?: (?:,|and|or|otherwise|else|answer|respond|reply|output|return|say|write|with|as|it|just|only|"
        rf"the|word|an?))* (?<!yes or )(?P<two>{name})(?= ?(?:if|when|for|otherwise|in case|where|[.;,]|else|$))"
    )


@cache
def _from_field() -> re.Pattern[str]:
    """Return what matches that one is to be chosen of what a placeholder holds: "one of the labels in {labels}"."""
    verbs = r"(?:choose|select|pick|chosen|selected|classify|categorize|categorise|label|tag|assign)"
    return re.compile(
        rf"\b(?:(?:exactly |only )?(?:one|1) (?:element |item )?of|"
        rf"{verbs}(?: [^\s.;:,⟪]+){{0,6}}? (?:from|among|into|as)(?: one of)?)"
        rf"(?: (?:the|these|this|following|possible|allowed|valid|available|given|predefined|list|of|in|from|"
        rf"{choice_nouns()}|:|"
        rf"\[|\())* ?(?P<field>⟪\d+⟫)"
    )


_VALUES_OF: Final = re.compile(
    r"\b(?:(?:allowed|possible|valid|permitted|accepted|available|supported) (?:(?:values?|options?|choices?) )?"
    r"(?:(?:for|of|in) )?(?:the )?(?P<key>⟦\d+⟧|[a-z_]+)(?: (?:values?|options?|levels?|field|key))?|"
    r"values (?:for|of) (?:the )?(?P<of>⟦\d+⟧|[a-z_]+)(?: (?:field|key))?|"
    r"(?P<kind>⟦\d+⟧|[a-z_]+) (?:levels|values|options|choices))"
    r" ?(?::|\b(?:are|include|(?:is|are|must be|should be|can be) (?:only )?(?:one of|either))\b) ?:? ?"
)
"""What a list of all values of a key stands behind: "allowed values for mood:", "severity levels:"."""


def _values_told(clause: Clause) -> Match | None:
    """Return that a key has one of the values that are listed behind its name: "allowed values for mood: ..."."""
    for found in _VALUES_OF.finditer(clause.text):
        named = next(filter(None, found.groups()))
        part = named_part(clause.normal.quote(named) if named.startswith("⟦") else named, clause.around)
        listed = _LIST.match(clause.text, found.end())
        if part is None or listed is None or _BEHIND.match(clause.text, listed.end()) is None:
            continue
        names = _names_in(clause, listed)
        if len(names) > 1 and all(map(_is_name, names)):
            return Match(Choice(names, part), found.start(), listed.end())
    return None


def _means_several(cue: str, listed: str) -> bool:
    """Whether names are all meant, or are each for one of several things."""
    is_both = _BOTH.search(listed) is not None and _OF_THESE.search(cue) is None
    return is_both or _OF_SEVERAL.search(cue) is not None


def _only_uses(cue: str, text: str) -> bool:
    """Whether names are of what the response is made with, rather than all of it: "use X or Y"."""
    if _OF_WORDS.search(f"{text.partition(cue)[0]}{cue}"):
        return True
    return _USES.match(cue) is not None and _ALONE.search(text) is None


_JOINT: Final = re.compile(r"[,;|/]| or | and |\b(?:if|when|otherwise|else)\b")
"""What joins names or cases: a clause without it lists none."""


def alternatives_in(clause: Clause) -> Iterator[Alternatives]:
    """Return the closed lists of names that a clause says to take one of."""
    return _listed_in(clause) if _JOINT.search(clause.text) is not None else iter(())


OF_MANNER: Final = re.compile(
    r"(?i)\b(?:comma|space|semicolon|newline|line|pipe)s?[ -]?separated\b|"
    r"\b(?:lower|upper|title|sentence|snake|camel) ?case\b|\b(?:alphabetical(?:ly)?|sorted|unique|bulleted|numbered)\b"
)
"""What says how something is written, and is no name: "Tags: comma-separated, lowercase"."""


def _listed_in(clause: Clause) -> Iterator[Alternatives]:
    text = clause.text
    for found in _cases().finditer(text):
        names = tuple(dict.fromkeys(_named(clause, *found.span(name)) for name in ("one", "two")))
        if all(names) and not clause.negated(found.start("one")):
            yield Alternatives(names, found.start(), found.end(), _ALONE.search(text) is not None, by_cases=True)
            return
    for cue, is_sure in ((_naming(), True), (_giving(), False)):
        for found in cue.finditer(text):
            listed = _LIST.match(text, found.end())
            if listed is None or _BEHIND.match(text, listed.end()) is None:
                continue
            if _means_several(found.group(), listed.group()) or _only_uses(found.group(), text):
                continue
            is_of_key = found.group() == " : "
            at_an_edge = not is_of_key and _EDGED.search(text[max(found.start() - 60, 0) : found.end()]) is not None
            if at_an_edge or clause.negated(found.start()) or clause.negated(found.end()):
                continue
            names = _names_in(clause, listed)
            if "/" in listed.group() and "," in listed.group() and "⟦" not in listed.group():
                continue
            marks = listed.group().count("⟦")
            if len(names) < 2 or not all(_is_name(name) or (marks and _MARKED.match(name)) for name in names):
                continue
            rest = reduce(lambda said, name: said.replace(name, ""), names, clause.normal.original)
            is_loud = 2 * sum(map(str.isupper, rest)) > len(rest)
            is_marked = marks == len(names) or (not is_loud and all(_is_marked(name) for name in names))
            if marks not in (0, len(names)) or not (is_sure or is_marked) or _is_of_others(clause, found):
                continue
            if not is_sure and not _joined(listed.group()):
                continue
            quoted_whole = marks == len(names) and not is_sure and "or" in listed.group()
            said = clause.normal.text[clause.start :]  # "Pick A or B and return only the letter"
            is_alone = (quoted_whole or _ALONE.search(said) is not None) and _BESIDE_MORE.search(said) is None
            yield Alternatives(names, found.start(), listed.end(), is_alone)
            return


def _is_of_others(clause: Clause, cue: re.Match[str]) -> bool:
    """Whether what may be one of several is neither the response nor a part of it: 'devices can be "on" or "off"'."""
    said = _MAY_BE.match(cue.group())
    subject = re.search(
        r"(?:^|[,.;:] )(?:(?:the|a|an|each|every|all|any) )?(?P<noun>[a-z]+) $", clause.text[: cue.start()]
    )
    if said is None or subject is None:
        return False
    lex = lexicon()
    known = {*lex.words("nouns", "response"), *lex.words("nouns", "written"), *lex.words("choices", "nouns")}
    own = {"it", "this", "you", "that", "they", "which", "value", "field", *clause.around.written}
    return subject["noun"] not in known | own and named_part(subject["noun"], clause.around) is None


_MAY_BE: Final = re.compile(r"(?:can|may|will) ")
_LONG_IN_HAN: Final = re.compile(r"[\u3400-\u9fff]{4}")
"""A name that is more than that of a choice: "得分规则/扣分条件"."""


_MARKED: Final = re.compile(r"\w$|not \w+$")
"""What names a choice in quotation marks only: "a", "not toxic"."""


def choices_written(value: str) -> tuple[str, ...]:
    """Return the names of which a slot or a value says to take one: ``low|high``, ``"a", "b" or "c"``, ``PASS / FAIL``.

    Names between commas need quotation marks or "one of" before them; slashes need three names, or two in capitals.
    """
    bare = re.sub(_MASKED, "", value).strip()
    if bare.startswith(("|", "{{")):
        return ()  # a row of a table; the filters of a placeholder
    while (whole := _WRAPPED.fullmatch(bare)) is not None:
        bare = next(filter(None, whole.groups()), "").strip()
    if (numbers := _NUMBERS_WRITTEN.match(bare)) is not None:
        return tuple(re.findall(r"\d+", numbers["list"]))
    cases = _CASES_WRITTEN.fullmatch(bare)
    if cases is not None:
        return tuple(each.strip("\"'`") for each in cases.group("one", "two"))
    cue = _CUE_WRITTEN.match(bare)
    bare = bare[cue.end() :] if cue is not None else bare
    quotes: list[str] = []
    masked = _QUOTATION.sub(lambda found: _mask(found, quotes), bare.strip(" ()[]."))
    marks = set(re.findall(r"[|/,]|\bor\b", masked))
    mark = next((each for each in ("|", "/") if each in marks), "")
    pieces = [piece.strip("* ") for piece in re.split(rf"\{mark}" if mark else r",(?: or\b)?|\bor\b", masked)]
    is_quoted = all(re.fullmatch(_MASKED, piece) for piece in pieces)
    written = (re.sub(_MASKED, lambda found: quotes[ord(found.group()) - _FIRST], piece) for piece in pieces)
    names = tuple(dict.fromkeys(written))
    if AND_SO_ON.search(bare):
        return ()
    is_sure = mark == "|" or cue is not None or (is_quoted and bool(marks - {","}))
    is_sure |= marks == {"or"} and all(len(name) > 1 and name.isupper() for name in names)
    if mark == "/" and not is_sure:
        is_sure = (
            not _LONG_IN_HAN.search(bare)
            and "." not in bare
            and (
                (
                    len(names) > 2
                    and (" / " in masked or not any(" " in name for name in names))
                    and len(set(map(_cased, names))) == 1
                )
                or all((len(name) > 1 and name.isupper()) or name.lower() in _SURE for name in names)
            )
        )
    is_list = len(names) > 1 and all(
        (name == "" or _is_name(name)) and re.search(r"[<>{}\[\]:=()\n：（；，]", name) is None for name in names
    )
    return names if is_sure and is_list else ()


_FIRST: Final = 0xE000
_MASKED: Final = "[\ue000-\uf8ff]"
"""Private characters, which stand for quotations while the rest is taken apart."""
_QUOTATION: Final = re.compile(r"\"[^\"\n]{1,40}\"|'[^'\n]{1,40}'|`[^`\n]{1,40}`")
_WRAPPED: Final = re.compile(r"\"([^\"]*)\"|<([^<>]*)>|\[([^\[\]]*)\]|\(([^()]*)\)|\{\{?([^{}]*)\}?\}")
_CUE_WRITTEN: Final = re.compile(
    r"(?i)(?:must be |should be )?(?:(?:exactly |only )?one of|either)\b(?: the following)?:?\s*"
)
_NUMBERS_WRITTEN: Final = re.compile(r"(?P<list>\d{1,2}(?:, \d{1,2})*,? or \d{1,2})(?=[,;.:]? *(?:\(|$)|[,;.:] )")
"""Numbers of which one is given: "0 or 1, 0 for wrong"."""
_CASES_WRITTEN: Final = re.compile(
    r"(?i)(?P<one>\d|\"[^\"]{1,20}\"|'[^']{1,20}'|yes|no|true|false) (?:if|when) [^\n]{2,80}?[,;/]\s*"
    r"(?:or |and |else )?(?P<two>\d|\"[^\"]{1,20}\"|'[^']{1,20}'|yes|no|true|false)"
    r"(?: (?:if|when|otherwise)\b[^\n]{0,60})?"
)
"""Two names, each with the case that it is for: "1 if it is covered, 0 if not"."""


def _cased(name: str) -> tuple[bool, bool]:
    return name[:1].isupper(), len(name) > 1 and name.isupper()


def _mask(found: re.Match[str], quotes: list[str]) -> str:
    quotes.append(found.group()[1:-1].strip("\"'`") or found.group()[1:-1])
    return chr(_FIRST + len(quotes) - 1)


def _joined(text: str) -> bool:
    """Whether a list says that one of it is meant, not all."""
    return re.search(r" or |[/|]", text) is not None


def _names_in(clause: Clause, listed: re.Match[str]) -> tuple[str, ...]:
    start = listed.start()
    pieces = re.finditer(r"[^\s,/|;](?:[^,/|;]*[^\s,/|;])?", re.sub(r" (?:or|and)(?= )", _commas, listed.group()))
    found = (_named(clause, start + each.start(), start + each.end()) for each in pieces)
    return tuple(dict.fromkeys(name for name in found if name not in ("", "or", "and")))


def _commas(match: re.Match[str]) -> str:
    return "," * len(match.group())


def _named(clause: Clause, start: int, end: int) -> str:
    text = clause.text[start:end].strip()
    if text.startswith("⟦") and text.endswith("⟧"):
        return clause.normal.quote(text).strip().strip("\"'`")
    at = start + len(clause.text[start:end]) - len(clause.text[start:end].lstrip())
    return clause.written(at, at + len(text)).strip(" .,:;*_`()[]\"'")


_TELLING: Final = ("not ", "never ", "use ", "include ", "avoid ", "follow ", "see ", "ensure ")
"""How what is said of choices begins, and no choice: "Classes: use Name1, Name2"."""


def _is_name(name: str) -> bool:
    first = name.split()[0].lower() if name.split() else ""
    articled = first in _ARTICLED and name.lower() != "other" and not (len(name) == 1 and name.isupper())
    if OF_MANNER.search(name) or re.search(r"<[^<>]*>|\[[^\[\]]*\]|\{[^{}]*\}", name):
        return False  # or a blank, or a name with one
    return (
        first != ""
        and (re.match("Not [A-Z]", name) is not None or not name.lower().startswith(_TELLING))
        and not articled
        and len(name) <= 40
        and len(name.split()) < 5
        and "\n" not in name
    )


def _is_marked(name: str) -> bool:
    return name.isupper() or name.lower() in _SURE or (name[:1].isupper() and name.lower() != name) or name.isdigit()


def _part_of(clause: Clause, listed: Alternatives) -> Part | None:
    """Return the part that is to be one of the names; None where that is not said."""
    around = clause.around
    subjects = [each for each in _SUBJECT.finditer(clause.text) if each.start() <= listed.start]
    part = named_part(subjects[-1]["noun"], around) if subjects else None
    part = part or last_named(clause, max(listed.start - 80, 0), listed.start)
    if part is not None:
        return part
    if clause.part not in (WHOLE, around.text):
        return clause.part
    if around.keys:
        part = scored_part(clause, 0)
        return part if part is not None and part.each and part.named not in listed.names else None
    return WHOLE if not around.is_data and len(around.sections) < 2 else None


_SUBJECT: Final = re.compile(r"(?:the |your )?(?P<noun>[a-z_]+) (?:must|should|has to|can) (?:only )?be\b")
