"""Which part of the response a stretch of a clause speaks of."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from spade_core.constraints.clause import MORE_FOLLOWS, Around, Clause
from spade_core.constraints.part import WHOLE, Part, behind, each_of, element, key, literal, section
from spade_core.language import any_of, folded, lexicon

_LISTS = {
    "bullet": "items_of",
    "bullet point": "items_of",
    "point": "items_of",
    "item": "items_of",
    "list item": "items_of",
    "callout": "items_of",
    "paragraph": "paragraphs_of",
    "sentence": "sentences_of",
    "line": "lines_of",
    "section": "sections_of",
    "step": "steps_of",
    "heading": "headings_of",
    "title": "headings_of",
    "quotation": "quotations_of",
    "link": "links_of",
    "hashtag": "hashtags_of",
}


_SEEN_ANYWHERE: Final = frozenset({"quotations_of", "links_of", "hashtags_of"})
"""What is seen in JSON as in a text: it has no lines, sentences or sections of its own."""


def _at_edge(is_first: bool, noun: str, called: str) -> Part:
    """Return the first or last line, sentence or paragraph of the response."""
    return Part(f"the {called} {noun}", f"{'first' if is_first else 'last'}_{noun}(response)")


_EDGE_LINE: Final = re.compile(
    r"(?:(?:and|then|finally|also|please|important|note|[:,]) )*(?:(?:on|in|at|as|for) )?(?:the|your) (?:very )?"
    r"(?P<which>first|last|final) line(?: of (?:the|your) (?:response|answer|output|reply|report|review))?"
    r"(?= (?:,|must|should|shall|has to|needs? to|is|are|contains?|output|write|print|put|give|return|state|say)\b| ,)"
)
"""A line of which a clause speaks from its beginning: "on the last line output ...", "your last line must be ..."."""


def edge_line(text: str) -> Part | None:
    """Return the first or last line of the response, where a clause in normal form is all about it."""
    found = _EDGE_LINE.match(text)
    return _at_edge(found["which"] == "first", "line", found["which"]) if found is not None else None


OF_EACH: Final = re.compile(r"\b(?:each|every|per)\b")
"""What says that something holds of each of several things."""


def plural(noun: str) -> str:
    """Return the plural of an English noun."""
    if noun in ("news", "series"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


@cache
def entry_nouns() -> frozenset[str]:
    """Return the nouns for things that come one by one, singular."""
    return frozenset(lexicon().words("entries", "nouns"))


@cache
def entry_plurals() -> frozenset[str]:
    """Return those nouns in the plural."""
    return frozenset(plural(noun) for noun in entry_nouns())


def singular(noun: str) -> str:
    """Return the singular of an English noun."""
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    if noun.endswith(("sses", "xes", "ches", "shes")):
        return noun[:-2]
    return noun.removesuffix("s") if not noun.endswith("ss") else noun


@cache
def _each() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:each|every|(?<!as )per|^all(?: of)?(?: the| your)?|for each|for every|in each|in any|"
        r"no(?= (?:[a-z]+ ){1,4}(?:longer|shorter|over|above|exceeds?|exceeding|(?:with|of|has|have) more)\b))"
        r"(?: (?:of the|of these|of your|of|single|individual))?(?: \d+)? (?P<noun>(?:[a-z]+ ){0,2}[a-z]+)"
    )


@cache
def _single() -> re.Pattern[str]:
    return re.compile(
        r"\b(?P<which>(?:very )?(?:first|last|final|opening|closing)) (?P<noun>sentence|paragraph|line)\b"
    )


_NTH = re.compile(
    r"\b(?:paragraph (?P<n>\d+)|(?:the )?(?P<m>\d+)(?:st|nd|rd|th) paragraph|(?:the )?"
    r"(?P<word>2nd|3rd|second|third|fourth|fifth|sixth) paragraph)\b"
)
_ORDINAL = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "2nd": 2, "3rd": 3}


def named_part(name: str, around: Around) -> Part | None:
    """Return the section, key or label of the prompt's that is called so; None when none is."""
    wanted = bare_name(name)
    if not wanted:
        return None
    for known in names_called("keys", wanted, around):
        if (address := address_of(known, around)) is not None:
            return key(address)
    for known in names_called("sections", wanted, around):
        return section(known)
    for known in names_called("labels", wanted, around):
        return behind(known)
    for known in names_called("elements", wanted, around):
        return element(known)
    for known in names_called("columns", wanted, around):
        return Part(
            f'each cell of the column "{known}"', f"cells_of(response, {literal(known)})", each=True, named=known
        )
    ending = names_called("endings", wanted, around)  # "the description" of "commit_description"
    address = address_of(ending[0], around) if len(ending) == 1 else None
    return key(address) if address is not None else None


def names_called(kind: str, bare: str, around: Around) -> Sequence[str]:
    """Return the names of a kind that are compared as these words; of "endings" the keys that end so behind more."""
    if not around.called:
        kinds = {
            "keys": around.keys,
            "sections": (*around.sections, *around.titles),
            "labels": around.labels,
            "elements": around.elements,
            "columns": around.columns,
            "nodes": tuple(node.name for node in around.tree.nodes),
        }
        for each, name in ((each, name) for each, names in kinds.items() for name in names):
            words = bare_name(name)
            around.called.setdefault((each, words), []).append(name)
            for at in (at for at, letter in enumerate(words) if letter == " " and each == "keys"):
                around.called.setdefault(("endings", words[at + 1 :]), []).append(name)
    return around.called.get((kind, bare), ())


def address_of(name: str, around: Around) -> str | None:
    """Return by which key checks find what the prompt calls so; None where its samples leave open what that is."""
    found = around.tree.named(name)
    if not found:
        return name
    return around.tree.place(name) if all(node.is_leaf for node in found) else None


def _is_key(name: str, around: Around) -> bool:
    """Whether samples have a key that is called so."""
    return bool(names_called("nodes", bare_name(name), around))


def last_named(clause: Clause, start: int, end: int) -> Part | None:
    """Return the part that text[start:end] of a clause names last, by a noun or in quotation marks."""
    for noun in reversed(re.findall(r"⟦\d+⟧|[a-z_]+(?: [a-z_]+)?", clause.text[start:end])):
        for words in (clause.normal.quote(noun),) if noun.startswith("⟦") else (noun, *reversed(noun.split())):
            part = named_part(words, clause.around)
            if part is not None:
                return part
    return None


_NO_NAME: Final = frozenset(["the", "a", "an", "your", "section", "field", "value", "part", "list", "of"])
_NOTATIONS: Final = frozenset(["html", "text", "markdown", "md"])
"""What a name may end with that says how the thing is written: "intro_html"."""


@lru_cache(maxsize=1 << 16)
def bare_name(name: str) -> str:
    """Return a name as it is compared: words in the singular, without articles and without "section" and the like."""
    words = re.sub(r"[\W_]+", " ", folded(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " "))).split()
    words = [word for word in words if word not in _NO_NAME]
    while len(words) > 1 and words[-1] in _NOTATIONS:
        words.pop()
    return " ".join(singular(word) for word in words)


def list_of(noun: str, around: Around, inside: Part = WHOLE) -> Part | None:
    """Return each thing of this noun in a part; None when the noun does not say what to look at."""
    noun = singular(noun.strip())
    last = singular(noun.split()[-1]) if noun else ""
    named = named_part(noun, around)
    if named is not None and (noun not in _LISTS or around.is_json):
        return _one_in(named, noun)
    if _is_key(noun, around):
        return None
    if last == "title" and "title" in around.written and not around.is_notation:
        return each_of("entries_of", noun, inside)  # titles are what is to be written
    listed = _LISTS.get(noun, _LISTS.get(last))
    if listed is not None:
        is_lost = around.is_data and listed == "headings_of"
        is_lost = is_lost or (around.is_json and inside == WHOLE and listed not in _SEEN_ANYWHERE)
        return None if is_lost else each_of(listed, noun, inside)
    if last in entry_nouns() or last in around.written:
        is_array = around.form == "JSON" and around.of_list and not around.keys and inside == WHOLE
        if around.is_notation and not is_array:
            return None
        return each_of("entries_of", noun, inside)
    return None


def _one_in(named: Part, noun: str) -> Part:
    """Return each item of a section that is called by the plural of a noun, "TASKS", else the part itself."""
    is_plural = named.is_section and plural(noun.split()[-1]) == named.named.split()[-1].lower()
    return each_of("items_of", noun, named) if is_plural else named


def subject_part(noun: str, around: Around) -> Part | None:
    """Return the part that a noun phrase such as "the summary" names; None when it is not known."""
    words = [
        word
        for word in noun.split()
        if word
        not in (
            "the",
            "a",
            "an",
            "your",
            "this",
            "its",
            "their",
            "any",
            "that",
            "whole",
            "entire",
            "overall",
            "full",
            "complete",
            "final",
            "generated",
            "following",
            "all",
            "of",
            "one",
            "single",
            "short",
            "brief",
            "concise",
            "well",
            "very",
        )
    ]
    bare = " ".join(words)
    if not bare:
        return None
    named = named_part(bare, around)
    if named is None and re.match(r"(?:the |your )?(?:entire|whole) ", noun) and not _is_key(bare, around):
        return around.text if words[-1] not in lexicon().words("nouns", "input") else None
    if named is not None:
        return _one_in(named, bare) if noun.startswith(("a ", "an ", "one ")) else named
    if _is_key(bare, around):
        return None
    if bare in _TITLES_OF_COMMITS and around.written == ("commit message",) and not around.is_notation:
        return Part("the first line", "first_line(response)")
    lex = lexicon()
    if (words[-1] in ("title", "headline") and not set(around.written) <= {"title", "headline"}) or (
        bare in ("title", "heading", "headline") and not around.written
    ):
        return Part("the title", "title(response)", named="title")
    if bare in _SUBJECTS and not around.is_notation and _MAILS.issuperset(around.written):
        return Part("the subject line", 'labelled_all(response, "Subject")', each=True, named="Subject")
    if bare in ("titles", "headings") and not around.is_data:
        return each_of("headings_of", "heading")
    last = words[-1]
    if bare in lex.words("nouns", "response") or singular(last) in ("response", "output", "answer", "reply"):
        return around.text
    if bare in around.written or last in around.written:
        return around.text if around.text != WHOLE or not (around.keys or around.sections) else None
    is_many = noun.startswith("all ") or around.several or around.listed or singular(last) in around.written
    if (last in entry_plurals() and is_many) or last in (
        "bullets",
        "bullet points",
        "sentences",
        "paragraphs",
        "lines",
        "sections",
        "steps",
    ):
        owner = named_part(" ".join(words[:-1]), around) if singular(last) in _LISTS else None
        return list_of(last, around, owner) if owner is not None else list_of(bare, around)
    return None


def usual_part(name: str, around: Around) -> Part | None:
    """Return the title or the subject line, by its name."""
    return subject_part(name, around) if name in _USUAL or name in _SUBJECTS else None


_USUAL: Final = frozenset({"title", "headline"})
_SUBJECTS: Final = frozenset({"subject line", "email subject", "email subject line", "subject line of email"})
_MAILS: Final = frozenset({"email", "e-mail", "letter", "newsletter", "message", "reply", "template", "cover letter"})
"""What has a subject line behind a label."""
_TITLES_OF_COMMITS: Final = frozenset(
    {"title", "subject", "subject line", "summary", "summary line", "header", "header line"}
)

_OTHER_PART: Final = re.compile(
    r"\b(?:for|in|within|of|under) (?:this|that|these|those|the (?:above|previous|other|remaining)) (?:[a-z]+ )?"
    r"(?:sections?|parts?|fields?|columns?|paragraphs?|chapters?|bullets?|items?)\b"
)


def inside_of(clause: Clause) -> Part:
    """Return the section that a clause names, or the part that the lines above name."""
    name = _section_named(clause, len(clause.text))
    return section(name) if name is not None else clause.part


def part_at(clause: Clause, at: int, end: int | None = None) -> Part | None:
    """Return the part that the words around an offset speak of; None where they name one that is not known.

    In the order in which people say it: "in each X", "the last sentence", "paragraph 2", a named section, key or
    column, what the heading above names, the subject of the clause.
    """
    text = clause.text
    if _OTHER_PART.search(text):
        return None
    if (written := WRITTEN_AT_LENGTH.search(text)) is not None and written.end() <= at:
        return named_part(clause.normal.quote(written["mark"]), clause.around)
    if (length := _LENGTH_OF.search(text)) is not None and length.end() <= at:
        return list_of(length["noun"], clause.around, inside_of(clause)) if length["mean"] is None else None
    name = _section_named(clause, at)
    for found in _each().finditer(text):
        if not _speaks_of_each(text, found, at, end):
            continue
        part = _each_one(clause, found)
        is_each = found.group().startswith(("each", "every", "per", "for each", "for every", "in each", "in any"))
        if part is not None or (is_each and name is None):
            return part
    if (nth := _NTH.search(text)) is not None:
        number = int(nth["n"] or nth["m"] or _ORDINAL[nth["word"]])
        return Part(f"paragraph {number}", f"paragraph(response, {number})")
    if (single := _edge_of(clause, at)) is not None:
        return single
    return section(name) if name is not None else _named_inside(clause, at)


_LENGTH_OF: Final = re.compile(
    r"\b(?P<mean>(?:average|mean|median|typical) )?(?P<noun>sentence|paragraph|bullet|bullet point|item) lengths?\b"
)
"""What has a length, by a compound: "sentence length: under 18 words"."""
WRITTEN_AT_LENGTH: Final = re.compile(
    r"\b(?:write|give|keep|limit|make|provide|state|explain|put) (?:the )?(?P<mark>⟦\d+⟧) "
    r"(?:in|within|to|at|under|below) (?=(?:[a-z]+ ){0,3}\d)"
)
"""A part, by its name in quotation marks, that is written at a length: 'write the "why" in at most 25 words'."""


def _edge_of(clause: Clause, at: int) -> Part | None:
    """Return the first or last line, sentence or paragraph, where a clause speaks of it before an offset."""
    single = _single().search(clause.text)
    is_of_other = (
        single is not None and re.search(r",| and (?:a|an|the|\d+) ", clause.text[at : single.start()]) is not None
    )
    if single is not None and not is_of_other:
        which = single["which"].removeprefix("very ")
        return _at_edge(which in ("first", "opening"), single["noun"], which)
    return None


def _named_inside(clause: Clause, at: int) -> Part | None:
    """Return the part that a clause says something is in, else that of its subject."""
    text, around = clause.text, clause.around
    inside = re.search(
        r"\b(?:in|within|inside|for|under) the (?P<name>[a-z][\w ]{2,40}?) "
        r"(?:column|section|field|key|attribute|property)\b",
        text,
    )
    if inside is not None:
        return named_part(inside["name"], around)
    if (led := _LED_IN.match(text)) is not None and led.end() <= at and not _is_of_task(led["noun"]):
        return _led_in(clause, led)
    within = _WITHIN.search(text)
    return subject_part(within["name"], around) if within is not None else subject_of(clause, at)


_LED_IN: Final = re.compile(
    r"(?:(?:and|then|also|finally|please|additionally) ,? ?)*(?:as )?(?:for|in|within|inside|under|regarding) "
    r"(?P<noun>(?:the |your |its )?(?P<mark>⟦\d+⟧)|(?:the|your|its) (?:[a-z_]+ ){0,2}[a-z_]+|[a-z_]+)"
    r"(?: (?:section|field|key|attribute|property|part|column|element|tag|array|list))? [,:]"
)
"""The part that an instruction is said to be about before it comes: "for the title, use at most ten words"."""


@cache
def _of_task() -> frozenset[str]:
    lex = lexicon()
    return frozenset((*lex.words("nouns", "input"), *lex.words("nouns", "people"), *_OF_TASK))


_OF_TASK: Final = (
    *("task", "purpose", "purposes", "sake", "case", "example", "instance", "user", "reader", "rest", "whole", "end"),
    *("moment", "beginning", "process", "clarity", "brevity", "readability", "consistency", "context", "audience"),
)


_GIVEN: Final = frozenset({"given", "following", "provided", "above", "same"})


def _is_of_task(noun: str) -> bool:
    """Whether a noun behind "for" names what the task is about, or what it is for, and no part of the response."""
    words = noun.split()
    return singular(words[-1]) in _of_task() or not _GIVEN.isdisjoint(words)


def _led_in(clause: Clause, led: re.Match[str]) -> Part | None:
    """Return the part that an instruction begins with; None where it is not known which that is."""
    around, noun = clause.around, led["noun"]
    if led["mark"] is not None:
        return named_part(clause.normal.quote(led["mark"]), around)
    part = subject_part(noun, around)
    return clause.part if part == WHOLE else part


_ARTICLES: Final = r"(?:the|your|its|their|all|each|every|any|no|both)"
_SUBJECT: Final = re.compile(
    rf"(?:^|[,;:(—] ?|\b(?:and|but|that|sure|ensure) |^\d[.\d]* )(?!(?:make |be )?sure |ensure |(?:under|at) no )"
    rf"(?P<noun>⟦\d+⟧|(?:{_ARTICLES} )?(?:[a-z_]+ ){{0,2}}?[a-z_]+)"
    r"(?P<within> (?:of|in|under|on|within|behind|below) [^,;:()]{1,30}?)?(?: \([^()]*\))?"
    r"(?: (?:only|always|never|also|just|itself|themselves|both|all))* "
    r"(?=(?:must|should|shall|may|can|cannot|is|are|has|have|needs?|do|does|don|doesn|will|ends?|begins?|starts?|contains?|"
    r"in (?:all )?(?:capitals?|upper|lower|title case|bold|caps))\b)"
)
"""Of what a clause says something: "messages must", "strings under btn are"."""
_NO_SUBJECT: Final = frozenset(
    {"it", "this", "that", "they", "them", "you", "there", "which", "who", "i", "we", "he", "she", "these", "those",
     "everything", "nothing", "anything", "length", "count", "limit", "total", "maximum", "minimum", "number", "task",
     "job", "goal", "aim", "format", "style", "tone", "language", "wording", "text", "content", "result", "user",
     "character", "word", "letter", "line", "array", "object", "json"}
)  # fmt: skip
"""Subjects that are no part of the response: the response itself, what it is like, and people."""


_NO_NOUN_AHEAD: Final = frozenset(
    {"and", "or", "but", "then", "also", "must", "should", "shall", "may", "can", "cannot", "will", "is", "are", "has",
     "have", "do", "does", "not", "never"}
)  # fmt: skip
_LONGEST_VERB: Final = 8
"""Letters of the verb behind a subject, which may begin at the offset itself: "lines end with"."""
_REASON: Final = re.compile(r"\b(?:so|because|since|which|if|when)\b")
"""What begins a clause with a subject of its own."""


def subject_of(clause: Clause, at: int) -> Part | None:
    """Return the part that the subject before an offset names, else that of the clause; None for an unknown one."""
    named = (each for each in _SUBJECT.finditer(clause.text, 0, at + _LONGEST_VERB) if each.end() <= at)
    before = [each for each in named if each["noun"].split()[0] not in _NO_NOUN_AHEAD]
    found = before[-1] if before else None
    if found is None or _REASON.search(clause.text, found.end(), at) is not None:
        return clause.part
    if found["noun"].startswith("⟦"):
        return named_part(clause.normal.quote(found["noun"]), clause.around) or clause.part
    part = subject_part(found["noun"], clause.around)
    if part is not None and not (found["within"] and part != WHOLE):
        return part if part != WHOLE else clause.part
    return None if _is_thing(found, clause.around) else clause.part


def _is_thing(found: re.Match[str], around: Around) -> bool:
    """Whether a subject is a thing by its form, and not the response or what it is like."""
    first, last = (words := found["noun"].split())[0], singular(words[-1])
    lex = lexicon()
    known = (*lex.words("nouns", "response"), *lex.words("nouns", "written"), *around.written)
    function = lex.words("grammar", "function")
    if {last, words[-1]} & {*_NO_SUBJECT, *known, *function} or first in lex.words("verbs", "produce"):
        return False
    begins = found.start() == 0 or found.group().startswith(("sure ", "ensure "))
    is_plural = begins and re.search(r"[^sui]s$", words[-1]) is not None
    return is_plural or re.fullmatch(_ARTICLES, first) is not None


BARE_EACH: Final = re.compile(
    r"\beach(?: one)?(?: (?:with|of|having|has|have|should|must|to|be|containing|contain|limited|is|a|in|no|not|longer|"
    r"more|than|max|maximum|min|minimum|under|at|most|least|up|about|around|exactly|roughly|approximately|between|less|"
    r"fewer|over|exceeding|exceed|within|only|just|1|,|\())* ?$"
)
""" "Each" without a noun, before an amount: of what was counted before."""
_WITHIN: Final = re.compile(
    r"\b(?:in|from|within|inside|to) (?:the|your|its|their|any) (?P<name>title|headline|subject line|subject|caption|"
    r"introduction|conclusion|opening|closing|header|footer|body|abstract|description|first name|name|preface)\b(?! of)"
)
"""A part that is named by what it is; where the response has none that is known, nothing is sure."""
_NO_NOUN: Final = frozenset(
    {
        "on",
        "as",
        "followed",
        "separated",
        "marked",
        "starting",
        "beginning",
        "ending",
        "formatted",
        "written",
        "labeled",
        "labelled",
        "numbered",
        "for",
        "from",
        "by",
        "so",
        "using",
        "taking",
        "wrapped",
        "preceded",
    }
)
"""What stands behind an "each" that has no noun of its own: "three questions, each on a new line"."""
_OTHER_EACH: Final = frozenset({"response", "answer", "reply", "output", "turn", "time", "paragraphs", "other"})


_ONE_ON: Final = re.compile(
    r"(?<!than )(?<!most )(?<!least )\b(?:one|1|each)(?: [a-z]+){0,2} $(?<!on )(?<!in )|\b(?:one|1) (?:on|in) $"
)
"""What stands before "per line" and "each line" that says how entries stand: "5 names, one on"."""


_NEXT_PART: Final = re.compile(r"(?:,|\band\b|\bwith\b) $")
"""What stands before "each X" that another amount is said of: "2 to 3 paragraphs long, with each paragraph"."""


def _speaks_of_each(text: str, found: re.Match[str], at: int, end: int | None) -> bool:
    """Whether "each X" says where something at [at, end) stands, rather than something else of the clause."""
    if re.match(r"per line|(?:each|every) (?:new |separate |own )?line", found.group()) and _ONE_ON.search(
        text[: found.start()]
    ):
        return False  # how each stands, not how many stand there
    before = (
        r"\b(?:to (?:indicate|mark|denote|separate|start|begin|highlight|explain)|"
        r"explain|describe|discuss|for|after|between) $"
    )
    if re.search(before, text[: found.start()]) or (found.start() > at and "(" in text[at : found.start()]):
        return False
    words = found["noun"].split()
    first, last = words[0], words[-1]
    if (
        first in _OTHER_EACH
        or (found.group().startswith("in any ") and last in ("text", "response", "output", "answer", "reply"))
        or first in _NO_NOUN
        or (found.group() == "per message")
        or BARE_EACH.search(f"each {first}")
    ):
        return False
    if end is None:
        return True
    is_far = found.start() - end > 14 or _NEXT_PART.search(text[end : found.start()]) is not None
    between = text[found.end() : at]
    is_other = not found.group().startswith("for ") and re.search(r"\d", between) is not None
    return not (is_far or (found.end() <= at and is_other))


def _each_one(clause: Clause, found: re.Match[str]) -> Part | None:
    """Return each of what "each X" names; None where that is not known."""
    words = found["noun"].split()
    names = (" ".join(words[:2]), words[0])
    unknown = singular(words[0]) not in _LISTS and all(named_part(name, clause.around) is None for name in names)
    of_given = _OF_GIVEN.match(clause.text, found.start("noun")) is not None
    is_all = found.group().startswith("all")  # "all answers" are the response, each time
    ours = (*clause.around.written, *(lexicon().words("nouns", "response") if is_all else ()))
    if unknown and not of_given and singular(words[0]) in map(singular, ours):
        return each_of("entries_of", words[0]) if clause.around.several else clause.around.text
    is_for = found.group().startswith(("for each", "for every"))
    if is_for and (unknown or of_given):
        return None
    for length in (3, 2, 1):
        noun = " ".join(words[:length])
        known = named_part(noun, clause.around) if is_for and noun not in _LISTS else None
        part = known or list_of(noun, clause.around, inside_of(clause))
        if part is not None:
            return part
    return None


_OF_GIVEN: Final = re.compile(
    r"(?:[a-z]+ ){1,2}(?:in|of|from|on) (?:the|this|that|these|those) "
    r"(?!(?:response|answer|output|reply|json|table|final|summary|report)\b)"
)
"""One of several things that the prompt brings: "for each item in the shortlist"."""


@cache
def _in_section() -> re.Pattern[str]:
    names = any_of(("section", "subsection", "part", "heading", "block", "field", "column", "key", "paragraph"))
    called = r"(?:called|named|titled|labeled|labelled|entitled|headed)"
    quoted = r"(?P<quoted>⟦\d+⟧) (?:section|part|heading)\b|\b(?:section|heading) (?P<behind>⟦\d+⟧)"
    return re.compile(rf"\b{names} {called} (?P<name>[^,.;:()]+)|{quoted}")


def _section_named(clause: Clause, at: int) -> str | None:
    found = _in_section().search(clause.text)
    if (
        found is None
        or MORE_FOLLOWS.search(clause.text, at, max(found.start(), at)) is not None
        or (clause.around.is_json and found.group().startswith(("field", "key", "column")))
    ):
        return None
    group = found.lastgroup or "name"
    return section_name(clause, found.start(group), found.end(group))


def section_name(clause: Clause, start: int, end: int) -> str | None:
    """Return the name that text[start:end] of a clause gives, as the prompt writes it, without marks around it."""
    text = clause.text[start:end].strip()
    if text.startswith("⟦"):
        return clause.normal.quote(text.split("⟧")[0]).strip(" :#*") or None
    written = clause.written(start, end).strip().strip("*_`#:\"'“”. ")
    stop = re.search(r"\s(?:that|which|with|where|for|and|containing|in|to|as|at|below|above)\b", written)
    capital = re.match(r"[A-Z0-9][A-Z0-9&/' -]+(?:(?:and|of|or|the) [A-Z][A-Z0-9&/' -]+)*(?=[\s.,:;]|$)", written)
    if capital and len(capital.group()) > 2:
        written = capital.group()
    elif stop:
        written = written[: stop.start()]
    written = written.strip(" :*_`#\"'-")
    is_name = 0 < len(written) <= 60 and re.match(r"(?:with|by|as|in|using|for|a|an|like|under)\b", written) is None
    return written if is_name else None
