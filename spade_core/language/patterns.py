"""Sentences in a language other than English, in a form that its words can be looked for in.

All words are in `lexicons/<code>.toml`; here they become patterns, and a sentence becomes `Said`: lower case,
half-width marks, one character for each quotation and each placeholder.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, Final

from spade_core.language.word_lists import Thing, any_of, lexicon

_QUOTE: Final = re.compile(
    r"“[^”\n]{1,200}”|\"[^\"\n]{1,200}\"|「[^」\n]{1,200}」|『[^』\n]{1,200}』|‘[^’\n]{1,200}’|«[^»\n]{1,200}»"
    r"|(?<![\w'])'[^'\n]{1,120}'(?![\w'])|(?<=\s)[\[\]{}](?=[\s.,;，。；]|$)|```[^`\n]{0,40}|`[^`\n]{1,200}`|\*\*[\"“「]?[^*\n]{1,80}[\"”」]?\*\*(?=:)"
)
_FIELD: Final = re.compile(r"\{\{[^{}\n]+\}\}|\$?\{[^\W\d](?:[^{}\n]|\{[^{}\n]*\})*\}")
_MARKER: Final = re.compile(
    r"\s*(?:>\s*)*(?:#{1,6}\s*|(?:[-*+•◦▪●○–]|[（(]?\d{1,3}[.)）]|\d{1,3}[、.．]|[（(]?[一二三四五六七八九十]{1,3}[、)）]|[①-⑳])\s*)*(?:_(?=[^\W\d_a-z]))?"
)
_BOXED: Final = re.compile(r"【[^【】\n]{1,12}】(?=[^\s:：])")
HALF: Final = str.maketrans("，。：；！？（）０１２３４５６７８９％．＃", ",.:;!?()0123456789%.#")
"""The marks of East Asian text and those that ASCII has for them."""
MARK: Final = "[\ue000-\ue7ff]"
"""A quotation, one character each; a placeholder is one from U+E800."""
CROSSED: Final = re.compile(r"[\s>*•-]*(?:❌|✘|✗|🚫|⛔)")
"""The mark of a line that is ruled out."""
AND_SO_ON: Final = re.compile(r"(?:等|\b(?:etc|v\.v)\b\.?|\.\.\.|…) ?[\"')）\]]*$")
"""What leaves a list of names open."""
IDENTIFIER: Final = r"(?<![^\W\u3400-\u9fff])[a-z_][a-z0-9_]*(?![^\W\u3400-\u9fff])"
_SLOT: Final = re.compile(r"<(\w+)(\?)?>")


def any_of_whole(words: Iterable[str]) -> str:
    """Return a pattern for any of some words that no letter goes on; marks may stand beside letters."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    edges = (
        (r"(?<!\w)" if word[0].isalnum() else "") + re.escape(word) + (r"(?!\w)" if word[-1].isalnum() else "")
        for word in ordered
    )
    return f"(?:{'|'.join(edges)})"


@dataclass(frozen=True, eq=False)
class Wording:
    """The words of one language, as patterns."""

    code: str
    data: Mapping[str, Any]

    @cached_property
    def spaced(self) -> bool:
        """Whether spaces part its words."""
        return bool(self.data["spaced"])

    @property
    def head_is_last(self) -> bool:
        """Whether the last word of a compound says what it is: "输出要求" is a demand, "yêu cầu đầu ra" is one, too."""
        return not self.spaced

    @cache  # noqa: B019  there is one for each language
    def any(self, table: str, key: str) -> str:
        """Return a pattern for any of the words of a list."""
        return self.one_of(self.data[table][key])

    def one_of(self, words: Iterable[str]) -> str:
        """Return a pattern for any of some words, as whole words where spaces part them."""
        return self._one_of(tuple(words))

    @cache  # noqa: B019
    def _one_of(self, words: tuple[str, ...]) -> str:
        if not words:
            return r"(?!)"
        if not self.spaced:
            return any_of(word.replace(" ", "") if not word.isascii() else word for word in words)
        return any_of_whole(words)

    @cache  # noqa: B019
    def units(self) -> Mapping[str, str]:
        """Return the unit of `checks` by noun; those of things that come one by one are entries."""
        known = {name: unit for unit, names in self.data["units"].items() for name in names}
        bare = {name: known[f"个{name}"] for name in self.bare_units()}
        return dict.fromkeys(self.data["entries"]["nouns"], "entries") | bare | known

    @cache  # noqa: B019
    def bare_units(self) -> tuple[str, ...]:
        """Return the units of things that words may stand before: "5个相关话题标签"."""
        named = (name for unit in ("hashtags", "emojis", "links", "headings") for name in self.data["units"][unit])
        return tuple(name.removeprefix("个") for name in named if name.startswith("个") and len(name) > 2)

    @cache  # noqa: B019
    def names(self, table: str) -> Mapping[str, str]:
        """Return the key of a table by each of its words."""
        return {name: key for key, names in self.data[table].items() for name in names}

    @cache  # noqa: B019
    def marked(self, table: str) -> str:
        """Return a pattern for any of the words of a table, whatever stands beside them."""
        return any_of(self.names(table))

    @cache  # noqa: B019
    def things(self) -> Mapping[str, Thing]:
        """Return what code sees in a response by its names."""
        known = {thing.hold: thing for thing in lexicon().things}
        return {name: known[hold] for name, hold in self.names("things").items()}

    @cache  # noqa: B019
    def number(self) -> str:
        """Return a pattern for a number."""
        return rf"(?:\d+(?:[万千](?=[字个]))?|{self.one_of(self.data['numbers'])})"

    @cache  # noqa: B019
    def amount(self) -> re.Pattern[str]:
        """Return what matches a number with its unit."""
        number, compared = rf"(?:{self.number()}|\ue800)", self.data["comparisons"]
        to, plus = any_of(compared["to"]), any_of(compared["plus"])
        units = any_of(name for names in self.data["units"].values() for name in names)
        nouns = any_of((*self.data["entries"]["nouns"], *self.bare_units()))
        if self.spaced:
            beside = any_of(self.units())
            return re.compile(
                rf"(?<![\w.$€¥])(?P<low>{number})(?: ?{to} ?(?P<high>{number}))?(?P<plus> ?{plus})?"
                rf" ?(?:(?P<unit>{beside})|(?: [^\s,.;:]+){{1,2}}? (?P<noun>{nouns}))(?!\w)"
            )
        counting = rf"{any_of(compared['classifiers'])}[^,.;:、(]{{0,8}}?"
        return re.compile(
            rf"(?<![\d.$€¥第早晚午一二两三四五六七八九十百某每])(?!(?<=[下上同这那另任])一)(?P<low>{number})(?:(?:{units}?{to}|(?<=[一两三五六七八])(?=[两三四五六七八九]))(?P<high>{number}))?"
            rf"(?P<plus>{plus})?(?:(?P<unit>{units})(?![节母体典钟半整法方模制式型级]|(?<=字)段)|{counting}(?P<noun>{nouns})(?!符号))"
        )

    def unit_of(self, found: re.Match[str]) -> str:
        """Return the unit of an amount; what has a name that is not known comes one by one."""
        return self.units().get(found["unit"] or found["noun"], "entries")

    @cache  # noqa: B019
    def listing(self) -> re.Pattern[str]:
        """Return what matches a number of things of any name up to the end of a clause: "4 dishes"."""
        number, compared = rf"(?:{self.number()}|\ue800)", self.data["comparisons"]
        to, plus = any_of(compared["to"]), any_of(compared["plus"])
        low, high = rf"(?P<low>{number})", rf"(?: ?{to} ?(?P<high>{number}))?(?P<plus> ?{plus})?(?P<unit>)"
        name = r"(?P<noun>[^\W\d](?:[^,.;:()\d\ue000-\ue8ff]{0,22}?\w)?)(?= ?(?:$|[,.;(]))"
        kind = " " if self.spaced else any_of(compared["classifiers"])
        begin = r"(?<![\w.])" if self.spaced else r"(?<![\d.第])"
        return re.compile(f"{begin}{low}{high}{kind}{name}")

    @cache  # noqa: B019
    def lists(self) -> re.Pattern[str]:
        """Return what matches a verb that lists at the end of a text, with the comparison behind it."""
        compared = self.data["comparisons"]
        bounds = self.one_of([*compared["at_most"], *compared["at_least"], *compared["exactly"], *compared["about"]])
        return re.compile(rf"{self.any('verbs', 'list')}[ :]*(?:{bounds}[ :]*)*$")

    @cache  # noqa: B019
    def before(self, key: str) -> re.Pattern[str]:
        """Return what matches a comparison at the end of a text."""
        return re.compile(rf"{self.any('comparisons', key)}(?:[ :]|{self.filler()})*$")

    @cache  # noqa: B019
    def filler(self) -> str:
        """Return what may stand between a comparison and its number."""
        response = self.data["nouns"]["response"]
        own = ["là", "ở mức", "trong", "có", "từ", "cho", "chỉ", "được", "đạt"]
        own = own if self.spaced else ["为", "是", "在", "于", "有", "能", "只能", "可", "可以", "只可", "允许"]
        return self.one_of([*own, *response, *self.data["comparisons"]["about"], *self.data["verbs"]["produce"]])

    @cache  # noqa: B019
    def behind(self, key: str) -> re.Pattern[str]:
        """Return what matches a comparison at the beginning of a text."""
        return re.compile(rf"[ (]*{self.any('comparisons', key)}")

    @cache  # noqa: B019
    def sentence(self, key: str) -> tuple[re.Pattern[str], ...]:
        """Return the sentences of a kind; quotations that it speaks of are the group "phrase"."""
        return tuple(re.compile(self.compiled(each)) for each in self.data["sentences"][key])

    def compiled(self, template: str) -> str:
        """Return a pattern from a template: words, and slots by their names; ``?`` for those that may be missing."""
        pieces = []
        for word in template.split():
            slot = _SLOT.fullmatch(word)
            name, maybe = (slot[1], bool(slot[2])) if slot else ("", False)
            pattern = {
                "": re.escape(word),
                "phrase": f"(?P<phrase>{self.phrases()})",
                "said": rf"(?:{self.any('nouns', 'phrase')}[ :]*)",
                "gap": r"[^,.;:\ue000-\ue7ff]{0,16}?",
                "colon": " ?:",
            }.get(name) or self.any("slots", name)
            pieces.append(f"(?:{pattern})?" if maybe else pattern)
        return r"[ :]?".join(pieces)

    def names_keys(self, text: str) -> bool:
        """Whether words that lead in a list speak of the keys of JSON: "fields:", not "关键点："."""
        return "json" in text or self.find("nouns", "key").search(text.replace("关键", "")) is not None

    def names_rules(self, text: str) -> bool:
        """Whether the head of a line says that rules stand below it: "输出格式要求：", "Yêu cầu ..."."""
        text = re.sub(r"\([^()]*\)", "", text).strip(" :*#")
        rules = self.any("slots", "rules")
        return re.search(rf"{rules}$" if self.head_is_last else rf"^{rules}", text) is not None

    def with_nouns(self, text: str) -> str:
        """Return a text with a noun behind numbers that have only a classifier: "3-5个"."""
        bare = rf"(?<=[\d一-十]){any_of(self.data['comparisons']['classifiers'])}(?=[,，。;；)）]|$)"
        return text if self.spaced else re.sub(bare, rf"\g<0>{self.data['entries']['nouns'][0]}", text)

    def told_of_key(self, text: str) -> str:
        """Return what words behind the name of a key ask of it, without those that only say that they do."""
        tables = (("addressee", "demand"), ("verbs", "include"), ("slots", "are"), ("nouns", "response"))
        known = "|".join(self.any(*each) for each in tables)
        compared = (self.data["comparisons"][key] for key in ("at_most", "below", "at_least", "above"))
        own = [*self.data["negations"]["phrases"], *(word for words in compared for word in words)]
        return re.sub(rf"^(?:(?!{self.one_of(own)})(?:[ :：的]|{known}))*", "", text)

    def type_said(self, text: str) -> str:
        """Return the name of a type of JSON that a text begins with; "" for none."""
        said = re.match(rf"{self.one_of(self.names('types'))}(?![^\W\d_])", text.lower())
        return text[: said.end()] if said is not None else ""

    def choices_in(self, text: str) -> tuple[str, ...]:
        """Return the names of which a description says to take one: "从以下选择：a/b/c", "Cao hoặc Thấp"."""
        taken = rf"(?:{self.any('slots', 'taken')}|{self.any('conditions', 'optional')}(?=[:：]))"
        cue = re.search(rf"{taken}[^:,.;/|]{{0,8}}?(?:{taken}|{self.any('slots', 'are')}|[:：])* ?", text.lower())
        named, *behind = re.split(self.any("slots", "one_of"), text[cue.end() if cue is not None else 0 :])
        if behind and cue is None:  # "from a, b, c choose one"
            cue = re.match(self.any("slots", "choosing"), named)
            named = named[cue.end() :] if cue is not None else named
        told = re.search(r"[(（]([^()（）]*[/|][^()（）]*)[)）]$", named) if cue is None and not behind else None
        named = (told[1] if told is not None else named).strip(" .。()（）[]\"'“”")
        if AND_SO_ON.search(named):
            return ()
        joint = rf" ?(?:[/|、，,]|{self.any('slots', 'or')}) ?"
        names = tuple(dict.fromkeys(name.strip(" \"'“”`「」") for name in re.split(joint, named)))
        longest = 24 if self.spaced else 10 if cue is not None else 3
        bare = all(
            0 < len(name) <= (24 if name.isascii() else longest) and re.search(r"[:：;；。(（<{]", name) is None
            for name in names
        )
        bare = bare and not any(self.names_case(name.lower()) for name in names)
        bare = bare and not ("|" in named and "/" in named)  # "unit PASS/FAIL | all PASS/FAIL"
        listed = cue is not None or (
            len(names) > 2 and "/" in named.replace("|", "/") and not re.search("[、，,]", named)
        )
        return (
            names
            if listed and bare and len(names) > 1 and not set(map(str.lower, names)) & set(self.names("types"))
            else ()
        )

    @cache  # noqa: B019
    def neutral(self) -> re.Pattern[str]:
        """Return what matches words that name nothing but the response: how it is made, compared and asked for."""
        verbs = (self.data["verbs"][key] for key in ("produce", "list", "answer", "include"))
        nouns = (self.data["nouns"][key] for key in ("response", "written", "phrase"))
        slots = (self.data["slots"][key] for key in ("ask", "all", "whole", "at_edge", "only", "then", "and", "needed"))
        parts = {*self.data["nouns"]["part"], *self.data["nouns"]["phrase"]}
        manner = [word for word in self.data["addressee"]["manner"] if word not in parts]
        lists = (*verbs, *nouns, *slots, *self.data["comparisons"].values(), *self.data["negations"].values(), manner)
        return re.compile(self.one_of([word for words in (*lists, self.data["addressee"]["demand"]) for word in words]))

    def without_response(self, text: str) -> str:
        """Return a text without the nouns for the response that stand in no name of a part: "bài", not "mở bài"."""
        response, parts = self.data["nouns"]["response"], self.data["nouns"]["part"]
        named = self.one_of((*response, *parts))
        return re.sub(named, lambda found: " " if found.group() in response else found.group(), text)

    @cache  # noqa: B019
    def offers(self) -> re.Pattern[str]:
        """Return what matches that choices stand below a line: "以下五类", "một trong 3 loại"."""
        sorts, number = self.any("slots", "sorts"), self.number()
        counted = rf"{self.any('headings', 'below')}{number}[个种大]?{sorts}(?=[:：,，之中的]|$)"
        if self.spaced:
            counted = rf"{self.any('slots', 'one_of')} {number} {sorts}"
        return re.compile(rf"{self.any('slots', 'offers')}|{counted}")

    @cache  # noqa: B019
    def named(self) -> re.Pattern[str]:
        """Return what matches a thing, a form, or a word that says "whichever it is" of one."""
        return re.compile(self.one_of([*self.things(), *self.names("forms"), *self.data["slots"]["any"]]))

    @cache  # noqa: B019
    def beside(self) -> re.Pattern[str]:
        """Return what matches what is said beside the content: "any other text", "lời nào khác"."""
        kinds, nouns, names = (self.any("beside", key) for key in ("kinds", "nouns", "names"))
        if self.spaced:
            every = self.any("slots", "every")
            named = rf"(?:{every} )?{nouns}(?: {kinds})+|{every} {nouns}|{names}"
            return re.compile(rf"(?:{named})(?! (?:không|mà|chưa)\b)")
        return re.compile(rf"(?:{kinds}的?)+{nouns}+|{names}")

    @cache  # noqa: B019
    def phrases(self) -> str:
        """Return a pattern for quotations one beside the other."""
        return rf"{MARK}(?: ?(?:{any_of(self.data['slots']['and'])})? ?{MARK})*"

    @cache  # noqa: B019
    def polite(self) -> re.Pattern[str]:
        """Return what matches the words before what is to be done: "please", "first"."""
        return re.compile(rf"^(?:{self.any('slots', 'ask')}[ ,]*)*")

    def opens(self, text: str) -> bool:
        """Whether a text begins with what the model does to make the response."""
        return self.find("verbs", "produce").match(text) is not None

    def sure(self, text: str) -> str:
        """Return a text with dots for the words that only look like a condition or an exception."""
        return self.find("conditions", "always").sub(lambda found: "·" * len(found.group()), text)

    def names_case(self, text: str) -> bool:
        """Whether a text names a case in which it holds."""
        return self.find("conditions", "starts").search(self.sure(text)) is not None

    @cache  # noqa: B019
    def find_any(self, table: str) -> re.Pattern[str]:
        """Return what matches any of the words of a table."""
        return re.compile(self.one_of(self.names(table)))

    @cache  # noqa: B019
    def find(self, table: str, key: str) -> re.Pattern[str]:
        """Return what matches any of the words of a list."""
        return re.compile(self.any(table, key))


@cache
def wording(code: str) -> Wording:
    """Return the words of a language by its code."""
    return Wording(code, lexicon(code).data)


@dataclass(frozen=True, eq=False)
class Said:
    """A sentence in the form that is read: lower case, half-width marks, quotations as one character each."""

    words: Wording
    text: str
    places: tuple[tuple[int, int], ...]
    quotes: tuple[str, ...]
    original: str

    def quoted(self, text: str) -> tuple[str, ...]:
        """Return the quotations of a stretch."""
        return tuple(dict.fromkeys(self.quotes[ord(mark) - 0xE000] for mark in re.findall(MARK, text)))

    def written(self, start: int, end: int) -> str:
        """Return text[start:end] as the prompt writes it."""
        return self.original[self.places[start][0] : self.places[end - 1][1]] if start < end else ""

    def clauses(self) -> Iterator[tuple[int, int]]:
        """Yield the clauses, parted by stops and semicolons."""
        start = 0
        for stop in re.finditer(rf"[;!?]|\.(?![a-z0-9_])|,(?= ?{self.words.any('slots', 'afresh')})", self.text):
            if stop.start() > start:
                yield start, stop.start()
            start = stop.end()
        if start < len(self.text):
            yield start, len(self.text)


@lru_cache(maxsize=4096)
def said(original: str, code: str) -> Said:
    """Return a sentence in the form that is read."""
    words = wording(code)
    marker = _MARKER.match(original)
    at = marker.end() if marker else 0
    label = _BOXED.match(original, at)
    chars: list[str] = []
    places: list[tuple[int, int]] = []
    quotes: list[str] = []
    while at < min(len(original), 1500):
        quote, field = _QUOTE.match(original, at), _FIELD.match(original, at)
        if quote is not None and quote.group().startswith("**") and "".join(chars).strip():
            quote = None  # bold words amid a sentence are no label
        token = quote or field
        if token is not None:
            if quote is not None:
                whole = quote.group().startswith("```") or len(quote.group()) == 1
                bare = quote.group() if whole else quote.group().strip("*")[1:-1]
                quotes.append(bare.strip() if not quote.group().startswith("**") else quote.group().strip("*"))
            chars.append(chr(0xE000 + len(quotes) - 1) if quote is not None else "\ue800")
            places.append(token.span())
            at = token.end()
            continue
        char = original[at]
        lowered = char.translate(HALF).lower()
        if label is not None and at in (
            label.start(),
            label.end() - 1,
        ):  # "【summary】..." is labelled as "summary: ..."
            lowered = ":" if at > label.start() else ""
        if char.isspace():
            beside = original[at + 1 : at + 2] if not chars else chars[-1] + original[at + 1 : at + 2]
            if (words.spaced and chars and chars[-1] != " ") or (
                not words.spaced and beside.isascii() and chars and beside.isalpha()
            ):
                chars.append(" ")
                places.append((at, at + 1))
        elif char not in "*" and len(lowered) == 1:
            chars.append(lowered)
            places.append((at, at + 1))
        at += 1
    return Said(words, "".join(chars), tuple(places), tuple(quotes), original)
