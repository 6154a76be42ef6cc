"""Formats: Markdown, lists, tables, code, JSON and other notations, and the language of the response."""

import re
from collections.abc import Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.numbers import NUMBER
from spade_core.criteria.passage import NOT, Found, Passage
from spade_core.criteria.quantities import scope_of
from spade_core.criteria.readings import (
    Case,
    Casing,
    Format,
    Language,
    Layout,
    Place,
    Reading,
    Scope,
    Tags,
)
from spade_core.text import Span

PROGRAMMING_LANGUAGES = {
    "python": "python", "typescript": "typescript", "javascript": "javascript", "java": "java", "c++": "cpp",
    "c#": "csharp", "rust": "rust", "golang": "go", "ruby": "ruby", "php": "php", "kotlin": "kotlin",
    "swift": "swift", "bash": "bash", "scala": "scala", "haskell": "haskell", "matlab": "matlab",
}  # fmt: skip

LANGUAGES = (
    "english", "french", "german", "spanish", "italian", "portuguese", "dutch", "polish", "turkish", "swedish",
    "indonesian", "vietnamese", "russian", "ukrainian", "greek", "arabic", "hebrew", "hindi", "chinese", "japanese",
    "korean", "thai",
)  # fmt: skip

_MAKE = (
    r"(?:output|return|respond|reply|answer|format(?:ted)?|write|produce|generate|present|provide|"
    r"give|create|render|display|express|structure|"
    r"use|using|include|add|make|in|as|into|with|result|response|be|is|are|valid|only|represented|put|"
    r"list|organi[sz]e|show|convert)"
)
_RULED_OUT = r"\b(?:no|avoid(?:ing)?|without)(?: any| using| all)?(?: markdown| section)?"
INPUT = re.compile(
    r"\b(?:given|following|input|provided|below|above|attached|this|the user'?s?|receive|received|"
    r"your)(?: \w+)? (?:json|xml|html|csv|yaml|sql|table|markdown|code)\b"
    r"(?! (?:format|structure|schema|template|object|keys|fields))"
)

_PATTERNS: tuple[tuple[Format, str], ...] = (
    (Format.JSON_ARRAY, r"\bjson (?:array|list)\b|\b(?:array|list) of (?:json )?objects\b"),
    (Format.JSON_OBJECT, r"\bjson (?:object|dict(?:ionary)?|blob)\b"),
    (Format.JSON, rf"\b{_MAKE}\b[^.]*\bjson\b|^json\b"),
    (Format.MARKDOWN, rf"\b{_MAKE}\b[^.]*\bmarkdown\b(?! (?:code|table|blocks?|heading|header|list|link))|^markdown\b"),
    (
        Format.TABLE,
        (
            rf"\b{_MAKE}\b (?:(?:(?:at least|exactly) )?(?:an?|one|1) )?(?!the |this |which |what )"
            rf"(?:\w+ )?(?!the |this )(?:\w+ )?table\b(?! of "
            rf"contents)|\btabular\b|\bmarkdown table\b|{_RULED_OUT} tables\b"
        ),
    ),
    (
        Format.HEADINGS,
        rf"\b{_MAKE}\b(?: \w+){{0,3}} (?:sub)?(?:headings|headers)\b|\bmarkdown (?:heading|header)s?\b"
        rf"|{_RULED_OUT} (?:sub)?(?:headings|headers)\b",
    ),
    (Format.BOLD, r"\bbold(?:ed|face)?\b"),
    (
        Format.NUMBERED,
        r"\bnumbered (?:list|points|steps|items|format)\b|\bordered list\b|\bnumber (?:each|them|the|your)\b",
    ),
    (Format.BULLETS, r"\bbullet(?:ed|s)?(?:[ -]?points?)?(?:[ -]list)?\b|\bunordered list\b"),
    (
        Format.CODE,
        (
            r"\bcode (?:block|fence|snippet|example|sample)s?\b|\bfenced\b|(?:improvements?|examples?|"
            r"solutions?|answers?|changes|fix(?:es)?) in code\b"
            r"|```|\bbackticks\b|\b(?:write|generate|output|provide|return|include|render)(?: \w+){0,3} "
            r"(?<!tracking )(?<!discount )(?<!promo )(?<!coupon )(?<!voucher )(?<!booking )(?<!error )(?<!zip "
            r")(?<!order )code\b|\bmarkdown (?:code )?blocks?\b"
        ),
    ),
    (Format.YAML, rf"\b{_MAKE}\b[^.]*\byaml\b"),
    (Format.XML, rf"\b{_MAKE}\b[^.]*\bxml\b(?! tags)"),
    (Format.HTML, rf"\b{_MAKE}\b[^.]*\bhtml\b"),
    (Format.CSV, rf"\b{_MAKE}\b[^.]*\bcsv\b|\bcomma[- ]separated\b"),
    (Format.SQL, rf"\b{_MAKE}\b[^.]*\bsql\b(?: query| statement)?"),
    (Format.LATEX, rf"\b{_MAKE}\b[^.]*\blatex\b"),
    (
        Format.LINES,
        (
            r"\bseparated by (?:a )?new ?lines?(?: characters?)?\b|\bone (?:\w+ )?per line\b|\b(?:each|every) "
            r"(?:\w+ )?on (?:a|its own) (?:new |separate )?line\b"
        ),
    ),
    (
        Format.GROUPS,
        (
            r"\b(?:group|bucket|categori[sz]e|organi[sz]e|cluster|classify|arrange|sort|"
            r"consolidate)\b[^.]*\b(?:themes?|categor(?:y|ies)|groups?|sections|topics|headings|buckets?|"
            r"clusters?)\b"
        ),
    ),
    (
        Format.DIALOGUE,
        r"\b(?:dialogue|dialog|conversation|script|screenplay)\b[^.]*\b(?:between|format|labels?|speakers?)\b",
    ),
    (
        Format.STEPS,
        r"(?<!think )(?<!thinking )(?<!work )(?<!reason )(?<!it )\bstep[- ]by[- ]step\b(?= (?:guide|"
        r"instruction|explanation|process|plan|format|tutorial|list|approach|recipe|solution))"
        r"|\b(?:explain|provide|give|write|describe|list|show)[^.]* step[- ]by[- ]step\b|\bnumbered steps\b",
    ),
    (Format.LIST_LITERAL, r"\bpython list\b|\blist of strings\b|\bjavascript array\b|\bpython array\b"),
    (
        Format.BREAKS,
        (
            r"\bline breaks?\b|\b(?:in|into|use|with|using) (?:short |small |multiple |several |separate "
            r")+paragraphs\b|\bwhite ?space\b"
        ),
    ),
    (Format.PLAIN, r"\bplain[ -]?text\b"),
)
_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)

_NEGATIVE = re.compile(
    rf"\b(?:{NOT}|avoid|without|no|refrain from|instead of|rather than)\b"
    r"(?!.*\b(?:exceed|more than|longer|over|per|unless|if|but|just|only|include an)\b)[^.;:,]*$"
)
_REFERENCE = re.compile(
    r"\b(?:text|code|document|input|transcript|data|message|context|article|"
    r"content)\b[^.]*\b(?:delimited|enclosed|surrounded|wrapped|between|inside|within)\b"
)


def layouts(passage: Passage) -> Iterator[Found]:
    """Yield the formats that a sentence asks for or rules out."""
    if INPUT.search(passage.lower) or (_REFERENCE.search(passage.lower) and not _PUT.search(passage.lower)):
        return
    seen: set[Format] = set()
    for kind, pattern in _COMPILED:
        match = pattern.search(passage.lower)
        if match is None or seen & _IMPLIED_BY.get(kind, set()) or _only_named(passage, kind, match):
            continue
        seen.add(kind)
        span = Span(*match.span())
        last = passage.lower.rfind(_last_word(match.group()), match.start(), match.end())
        unwanted = _NEGATIVE.search(passage.lower[: match.start()]) or _NEGATIVE.search(passage.lower[:last])
        yield Found(
            _layout(passage, kind, span, wanted=unwanted is None),
            span,
            Category.EXCLUSION if unwanted else Category.RESPONSE_FORMAT,
            vague=kind in (Format.MARKDOWN, Format.GROUPS),
        )


_IMPLIED_BY = {
    Format.JSON: {Format.JSON_ARRAY, Format.JSON_OBJECT},
    Format.BULLETS: {Format.NUMBERED},
    Format.GROUPS: {Format.HEADINGS},
}


def _only_named(passage: Passage, kind: Format, match: re.Match[str]) -> bool:
    """Whether the word only stands for its subject: a question about SQL, a quantity of bullet points."""
    if kind is Format.MARKDOWN and match.group() == "markdown":
        return len(passage.lower.split()) > 3 and "format" not in passage.lead_in
    counted = kind is Format.BULLETS and _COUNTED_PART.search(passage.lower[: match.start()]) is not None
    return counted and _BULLET_MARK.search(passage.text) is None


_COUNTED_PART = re.compile(
    r"\b(?:list|include|add|mention|put|show|name|set out|give|describe|present|outline) "
    r"(?!(?:the |your |an? )?(?:summar|answer|response|output|reply|result|content|findings|information))"
    rf"(?:[\w'-]+ ){{1,8}}?(?:as|in|into|with|using) [^.;]*?(?:{NUMBER}|a few|several|a couple of) (?:\w+ )?$"
    rf"|\b(?:include|add) [^.;]{{0,30}}?(?:{NUMBER}|a few|several|a couple of) (?:\w+ )?$"
)
"""Before "bullet points" that are a part of a response and counted: "list the steps as 2 to 4"."""
_BULLET_MARK = re.compile(
    r"\b(?:start\w*|begin\w*|prefix\w*|mark\w*|preced\w*) (?:\w+ )?(?:with|by) (?:an? )?"
    r"[\"'`\u201c\u2018](?P<mark>[-*+\u2022]) ?[\"'`\u201d\u2019]"
)


def _layout(passage: Passage, kind: Format, span: Span, *, wanted: bool) -> Reading:
    scope = scope_of(passage, span)
    if kind not in (Format.BULLETS, Format.NUMBERED, Format.BOLD, Format.TABLE, Format.CODE) or scope.place not in (
        Place.SECTION,
        Place.RESPONSE,
    ):
        scope = Scope()
    detail = ""
    if kind is Format.CODE:
        fence = re.search(r"```(\w+)", passage.lower)
        named = [
            tag
            for name, tag in PROGRAMMING_LANGUAGES.items()
            if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", passage.lower)
        ]
        detail = fence[1] if fence else named[0] if len(named) == 1 else ""
    mark = _BULLET_MARK.search(passage.text) if kind is Format.BULLETS and wanted else None
    return Layout(kind, wanted, scope, mark["mark"] if mark is not None else detail)


def _last_word(text: str) -> str:
    words = text.split()
    return words[-1] if words else text


_CASE = re.compile(
    r"\b(?:in|use|all|only|using|with) (?:all |only )?(?:(?P<lower>lower[- ]?case(?: letters)?)|"
    r"(?P<upper>(?:all[- ])?caps|upper[- ]?case(?: letters)?|capital letters|capitals))(?! (?:for|the|"
    r"at|when|first)\b)"
)


_ALL_OF_IT = re.compile(
    r"\b(?:everything|(?:entire|whole|complete) (?:response|answer|output|reply|json)|all (?:text|letters))\b"
)
"""In JSON, with keys in a case of their own, only this speaks of the whole response."""


def casing(passage: Passage) -> Iterator[Found]:
    """Yield the case that all letters must have."""
    match = _CASE.search(passage.spoken)
    if (
        match is not None
        and not _NEGATIVE.search(passage.spoken[: match.start()])
        and "for " not in passage.spoken[match.end() :]
        and (not passage.around.is_json or _ALL_OF_IT.search(passage.spoken))
    ):
        case = Case.LOWER if match["lower"] else Case.UPPER
        yield Found(Casing(case), Span(*match.span()), Category.RESPONSE_FORMAT)


_LANGUAGE = re.compile(
    r"\b(?:in|into|to|use|using|only|language(?: is| should be|:)?|be) (?:(?:only|fluent|"
    r"clear|proper|correct|formal|natural|perfect|idiomatic|british|american|simplified|traditional|"
    r"brazilian|mexican|the) )*"
    rf"(?P<name>{'|'.join(LANGUAGES)})\b(?!(?:,? or |/|, )(?:{'|'.join(LANGUAGES)}))(?! (?:speaker|learner|"
    rf"teacher|student|literature|class|exam|"
    rf"text|sentence|word|phrase)s?)"
)
_SPEAKS = re.compile(
    r"\b(?:respond|reply|answer|write|written|translat\w+|output|speak|language|response|summari[sz]e|"
    r"generate|be|use|explain|return|provide|say|give)\b"
)


def languages(passage: Passage) -> Iterator[Found]:
    """Yield the natural language that a sentence wants the response in."""
    for match in _LANGUAGE.finditer(passage.lower):
        before = passage.lower[: match.start()]
        if (_SPEAKS.search(before) or not before.strip()) and not _NEGATIVE.search(before):
            yield Found(Language(match["name"].capitalize()), Span(*match.span()), Category.RESPONSE_FORMAT)
            return


_TAG = re.compile(r"<(?P<name>[a-z_][\w-]{0,40})>")
_PUT = re.compile(
    r"\b(?:put|place|wrap|enclose|output|return|render|write|respond|answer|provide|surround|use|inside|within)\b"
)
_ARE_IN = re.compile(
    r"\b(?:is|are|was|were) (?:\w+ )?(?:enclosed|wrapped|delimited|surrounded|provided|given|between|"
    r"in|inside|within|contained)\b"
)


def tags(passage: Passage) -> Iterator[Found]:
    """Yield the XML-like tags that the response's parts must be put in."""
    matches = list(_TAG.finditer(passage.text))
    if not matches or _ARE_IN.search(passage.lower):
        return
    named = "tag" in passage.lower
    names = tuple(
        dict.fromkeys(
            match["name"]
            for match in matches
            if match["name"] not in passage.around.placeholders and (named or f"</{match['name']}>" in passage.text)
        )
    )
    if names and _PUT.search(passage.lower):
        span = Span(matches[0].start(), matches[-1].end())
        yield Found(Tags(names), span, Category.RESPONSE_FORMAT)
