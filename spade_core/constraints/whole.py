"""Whether a clause speaks of the whole response where it says how long something is.

A length with nothing to tell it from the rest is the commonest wrong reading: that of a heading, an opening, a field
or a line taken for that of the response. So the clause has to say that it is the whole.
"""

import re
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final

from spade_core.constraints.clause import GENERAL, Clause
from spade_core.language import any_of, lexicon
from spade_core.structure import Area, area_of, is_instruction


def is_of_whole(clause: Clause, start: int, end: int) -> bool:
    """Whether the length at text[start:end] of a clause, with its comparison, is that of the whole response.

    It is where the clause tells to write so much, "write 3 sentences", or to write at that length, "answer in 3
    sentences"; where it says so of the response by a noun for it, "the summary has 3 sentences"; and where it says
    nothing else, "3 sentences", and no title stands over it.
    """
    before = without_count(clause.text[:start].rstrip())
    after = clause.text[end:]
    more = after if after.strip() else after + clause.normal.text[clause.end :]
    if clause.is_of_task or (OF_PARTS.search(clause.before) and after[:2].strip().isalpha()):
        return False
    if clause.text[start:end].endswith(("paragraphs", "sentences")) and _AND_A_PART.match(after):
        return False
    if _is_beside(clause, before, after) or _AND_MORE.match(more) or _BEGINS_WITH.search(before):
        return False
    if not _is_known(clause, after, is_adjective=not clause.text[:end].endswith("s")):
        return False
    if (
        is_labelled(clause)
        or (clause.before.endswith(":") and _PIECE.match(clause.text))
        or _PLACED.search(clause.text)
        or _FOR_ANOTHER.search(clause.text[:start])
        or _IN_TURN.match(clause.normal.text)
    ):
        return False
    named = _of_response(clause.around.written).search(before)
    if named is not None and _is_of_less(clause, before[: named.start()], named.group()):
        return False
    if named is not None and not (clause.around.several and named.group().startswith("length")):
        return not _is_of_piece(named.group(), clause.around.written)
    if (
        len(clause.around.elements) > 1
        or is_about_another(clause)
        or (clause.around.several and re.search(r"\d", before) is None)
    ):
        return False
    if _BARE.fullmatch(before) is not None:
        return not _is_titled(clause.above[-1:]) or clause.before != ""
    return is_told(before)


def _is_of_less(clause: Clause, before: str, said: str) -> bool:
    """Whether a noun for the response stands for a part of it here, by the words before it and those of the prompt."""
    is_answer = said.startswith("answer") and _asks_questions(clause, said)
    return is_answer or _is_of_compound(before, said, clause.around.written)


def _is_of_compound(before: str, said: str, written: tuple[str, ...]) -> bool:
    """Whether another noun stands before that for the response, which is then a part of it: "focus description"."""
    noun, above = re.match(r"[a-z-]*", said), re.search(r"(?P<word>[a-z]+) $", before)
    if noun is None or above is None or noun.group() not in PIECES or written:
        return False
    is_verb = above.start() == 0 and above["word"] in lexicon().words("verbs", "produce")
    return not is_verb and above["word"] not in _beside_nouns()


@cache
def _beside_nouns() -> frozenset[str]:
    """Return the words before a noun for the response that make it no part of something else."""
    lex = lexicon()
    words = (
        *lex.words("grammar", "function"),
        *lex.words("grammar", "pointing"),
        *lex.words("qualities", "adjectives"),
    )
    return frozenset((*words, *_nouns(()), "product", "meta", "final", "whole", "new"))


def _asks_questions(clause: Clause, said: str) -> bool:
    """Whether answers are those to questions that stand beside them in the response: of a quiz, on a card."""
    around = clause.around
    is_row = said.startswith("answers") and (around.listed or around.labels != ())
    return is_row or not _OF_QUESTIONS.isdisjoint(" ".join(around.written).split())


_OF_QUESTIONS: Final = frozenset(
    {"quiz", "faq", "flashcard", "flashcards", "exam", "test", "questionnaire", "questions"}
)


def _is_beside(clause: Clause, before: str, after: str) -> bool:
    """Whether something else is written beside what is so long: another part, or the choice that it explains."""
    is_reason = clause.around.choices != () and _EXPLAINS.search(before) is not None
    return is_reason or _FOLLOWS.search(before) is not None or _AND_ANOTHER.match(after) is not None


def without_count(before: str) -> str:
    """Return the words before an amount without what else is said of the same text.

    That is another amount, "3 paragraphs," before "80 words", and traits, "in English and" before "in 5 sentences".
    """
    return _COUNTED_TOO.sub("", _TRAITS.sub("", before))


def is_told(before: str) -> bool:
    """Whether the words before a length tell to write something so long: "write a summary of"."""
    return any(told.search(before) for told in (_directly(), _at_length()))


def is_bare(clause: Clause, start: int) -> bool:
    """Whether nothing stands before a length at text[start:] that says of what it is."""
    return _BARE.fullmatch(clause.text[:start].rstrip()) is not None and not is_labelled(clause)


OF_PARTS: Final = re.compile(
    r"\b(?:with|includ(?:e|es|ing)|contain(?:s|ing)?|of|"
    r"(?:this|following) (?:[a-z]+ )?(?:parts|structure|elements|sections)) ?:$"
)
"""A line that leads in the parts of what is written, each with what is in it: "3 paragraphs addressing the needs"."""
_COUNTED_TOO: Final = re.compile(
    r"(?:^| )(?:\d+ to )?\d+ (?:[a-z]+ )?"
    r"(?:sections|headings|paragraphs|sentences|bullets|bullet points|chapters|slides)(?: ?, and| ?,| and)$|"
    r" (?:(?:exactly|only|just|in|as) )*(?:a|1|single)(?: single| short| concise| brief)* paragraph (?:of|"
    r"with|containing)$|"
    r"^(?:a |one |1 |single |short )+paragraph ?,$"
)
"""An amount before another of the same text: "an article with 5 sections and at most 600 words"."""
_TRAITS: Final = re.compile(
    r"\b(?:in|with|without|using) (?!(?:a|an|the|your|its)\b|\d)(?:[a-z-]+ ){1,4}(?:, )?(?:and )?"
    r"(?=(?:in|within|with|without|using)(?: |$))"
)
"""Traits of a text before its length: "in English, with no commas, and in"."""
_PLACED: Final = re.compile(r"\bat the (?:very )?(?:end|start|beginning|top|bottom)\b")
"""What says where something stands, beside the rest: "at the end, write one line"."""
_AND_ANOTHER: Final = re.compile(
    r"(?: [a-z]+){1,3}? ?(?:,|,? and|,? plus|,? followed by) (?:an?|your|some|1|\d+) (?:\d+ (?:to \d+ )?)?[a-z]|"
    r" ?,?(?: and)? (?:the|your|its) (?:[a-z]+ ){1,3}(?:to|in|within|under|at|of|with|below) (?:[a-z]+ ){0,3}\d"
)
"""Another part, behind a length: "a 3-sentence summary and a list", "the opening to 2 sentences and the end to 1"."""
_AND_A_PART: Final = re.compile(
    r" ?(?:,|,? and|plus|,? followed by) (?:a|an|one|1) (?:[a-z]+ ){0,2}"
    r"(?:conclusion|introduction|summary|paragraph|title|headline|list|table|sentence|closing|outro|question)\b"
)
"""A part behind so many paragraphs or sentences: "three body paragraphs and a conclusion"."""
_EXPLAINS: Final = re.compile(
    r"\b(?:explain|justify|reason|reasons|reasoning|explanation|justification|rationale|why)\b"
)
"""What stands beside a choice."""
_PIECE: Final = re.compile(
    r"(?:(?:a|an|one|1|short|brief|concise|\d+|to) )*(?:paragraph|sentence|word|line) "
    r"(?!(?:maximum|max|limit|long|length)\b)[a-z]"
)
"""How an item of a list begins that is one of several pieces: "one-paragraph summary, max 80 words"."""
_IN_TURN: Final = re.compile(
    r"(?:first|firstly|then|next|finally|lastly|second|secondly|third|afterwards) ,"
    r"(?! (?:please )?(?:read|think|analy[sz]e))|then (?!(?:please )?(?:read|think|analy[sz]e)\b)[a-z]|"
    r"(?:first|begin by|start by|to start|to begin) (?!(?:keep|make|ensure|limit|use|your|the|sentence|paragraph|line|"
    r"word|section|part|person|name|letter)\b)[a-z]+ (?!it |this |them )|"
    r"(?:each|every) (?!(?:answer|reply|response|message|output|turn)\b)[a-z]"
)
"""What a sentence begins with that tells of one thing after another, or of each of many."""
_FOR_ANOTHER: Final = re.compile(
    r"\b(?:for|with|including|plus) (?:a|an) (?:(?!(?:total|maximum|max|minimum|min|limit|length|count)\b)[a-z]+ ){1,3}"
    r"(?:of|with|in)(?: [a-z]+)? $"
)
"""What something is written for or has, before its length: "an outline for a post of", "with a summary in"."""
_FOLLOWS: Final = re.compile(
    r"\b(?:followed by|along with|together with|plus)(?: (?:a|an|the|your|one|1))?(?: [a-z]+)?(?: of)?$"
)
"""What stands before the length of what comes behind something else: "a headline, followed by a paragraph of"."""
_BEGINS_WITH: Final = re.compile(
    r"\b(?:begin|start|open|lead|end|close|conclude|finish)(?:s|ing)?\b[^.;]* with(?: (?:a|an|one|the|"
    r"your|short|brief|concise))*$"
)
"""What stands before the length of a beginning or an end: "begin your answer with a"."""
_AND_MORE: Final = re.compile(
    r" ?,? (?:and )?then (?!(?:stop|end|finish|conclude|close)\b)[a-z]|"
    r" ?,? (?:and )?(?:ask|list|give|provide|suggest|offer|append|show|propose|recommend)\b"
)
"""What says behind a length that something else is written, too: "explain it in 2 sentences and ask for more"."""
_BARE: Final = re.compile(
    r"(?:(?:(?:please|always|strictly) )*(?:limit|restrict) yourself (?:to|within))?"
    r"(?:do(?: not)?|never)? ?(?:(?:total|overall|target|hard|strict(?= limit)|absolute|strictly|absolutely|"
    r"definitely)(?: |$))?(?:word|character|sentence|paragraph)?"
    r"(?: ?(?:length|limit|count|size|brevity|format|output|response|answer|max|maximum))?"
    r"(?: ?(?:a|an|must|should|be|is|are|it|stay|keep|use|in|with|somewhere|between|very|short|brief|concise|"
    r"clear|direct|"
    r",|:|=|\(|—))*"
)
_LABEL: Final = re.compile(r"(?P<label>[a-z⟦][\w⟦⟧ &/'-]{1,40}?) ?(?::|—)(?= |$)")


def is_labelled(clause: Clause) -> bool:
    """Whether a label in front names something else than a rule for the whole: "Hook: 2 sentences"."""
    label = _LABEL.match(clause.normal.text, 0, clause.end)
    if label is None or len(label["label"].split()) > 5:
        return False
    is_quality = all(word in lexicon().words("qualities", "adjectives") for word in label["label"].split())
    is_noun = label["label"] in lexicon().words("nouns", "written")  # "outline" is a verb, too
    is_noun = is_noun or is_instruction(clause.normal.text[label.end() :].lstrip())  # "Reason: give ..."
    is_task = not is_noun and is_instruction(label["label"])
    return GENERAL.search(label["label"]) is None and not is_quality and not is_task


PIECES: Final = frozenset(
    {"title", "headline", "subject", "description", "caption", "name", "introduction", "conclusion", "hook", "bio"}
)
"""What stands in something written unless the prompt tells to write it."""


def _is_of_piece(said: str, written: tuple[str, ...]) -> bool:
    """Whether words name a piece of what the prompt tells to write: the description of a commit."""
    known = {word for noun in written for word in (noun, *noun.split())}
    return bool(written) and not PIECES.isdisjoint(set(re.findall(r"[a-z]+", said)) - known)


def _is_titled(above: tuple[str, ...]) -> bool:
    """Whether the nearest line above is a title, which may be that of a part."""
    return any(not is_instruction(title) and area_of(title) is Area.OTHER for title in above)


def is_about_another(clause: Clause) -> bool:
    """Whether a title above names something written that the prompt does not tell to write: "Headline rules"."""
    others = set(lexicon().words("nouns", "written")).difference(
        clause.around.written,
        lexicon().words("nouns", "response"),
        ("content", "copy", "comment", "document", "reasoning"),
    )
    titles = (title for title in clause.above if not is_instruction(title))
    return any(not others.isdisjoint(re.findall(r"[a-z]+", title)) for title in titles)


def _nouns(written: tuple[str, ...]) -> tuple[str, ...]:
    lex = lexicon()
    return (*lex.words("nouns", "response"), *lex.words("nouns", "written"), *written)


def _is_known(clause: Clause, after: str, *, is_adjective: bool) -> bool:
    """Whether what is so long, by the noun behind it, is the response: "2 sentences of text", "a 90-word story"."""
    known = {*_nouns(clause.around.written), "text", "prose", "content"}
    owner = re.match(
        r" (?:of|limit for) (?:the |your |plain |clear |short |concise |continuous )*(?P<noun>[a-z]+)", after
    )
    if owner is not None:
        return owner["noun"] in known
    function = lexicon().words("grammar", "function")
    phrase = [*takewhile(lambda word: word.isalpha() and word not in function, after.split())]
    return not is_adjective or not phrase or phrase[-1] in known or " ".join(phrase) in _LENGTHS


_LENGTHS: Final = frozenset({"length", "limit", "maximum", "minimum", "max", "min", "total", "count", "long"})


@cache
def _small() -> str:
    """Return a pattern for words between a verb or noun and a length that name nothing else."""
    lex = lexicon()
    compared = (word for key in lex.data["comparisons"] for word in lex.words("comparisons", key))
    words = (
        *(word for key in ("function", "pointing") for word in lex.words("grammar", key)),
        *lex.words("qualities", "adjectives"),
        *("word", "character", "sentence", "paragraph", "count", "number", "total", "overall", "possible"),
    )
    return rf"(?:{any_of((*words, *compared, *_nouns(())))}|[a-z]+ly|:|,|\(|\[)"


@cache
def _compared() -> str:
    """Return a pattern for the words of a comparison."""
    lex = lexicon()
    return any_of(sorted({word for key in lex.data["comparisons"] for word in lex.words("comparisons", key)}))


@cache
def _writing() -> frozenset[str]:
    """Return the verbs whose object is all that is written; what is added or kept is a part."""
    lex = lexicon()
    of_parts = (
        *("add", "include", "insert", "append", "mention", "attach", "prepend", "follow", "keep", "limit", "restrict"),
        *("begin", "start", "open", "end", "close", "finish", "conclude", "sign"),
        *("state", "introduce", "highlight", "note", "quote", "cite", "name", "greet", "thank", "apologize"),
    )
    return frozenset(lex.words("verbs", "produce")).difference(of_parts) - frozenset(lex.words("grammar", "function"))


_TOLD: Final = (
    r"(?:^|(?<!\w)(?:and|or|then|to|must|should|shall|will|please|always|only|never|not|you|just|also|instead|"
    r"[a-z]+ly|[,:;(*—]|\d[.)]) )"
)
"""What stands before a verb that tells what to do, rather than before a noun of the same letters: "a quote"."""


@cache
def _directly() -> re.Pattern[str]:
    """Return what matches right before all that is to be written."""
    having = r"(?<!\w)(?:contains?|containing|consists?|consisting|uses|using)|(?:^|\band |, )(?:have|having)"
    return re.compile(rf"(?:{_TOLD}{any_of(_writing())}|{having})(?: {_small()})*$")


@cache
def _at_length() -> re.Pattern[str]:
    """Return what matches before the length at which something is to be written.

    "Summarize the text in", "write a story of a lake with".
    """
    verbs, nouns = any_of(_writing()), any_of(_nouns(()))
    more = "(?! (?:with|includ|contain|and|followed|plus|having|where|whose))"
    apart = rf"(?: [a-z]+){{0,3}} {nouns}\b(?:{more}[^;:])*? ?[,(]"
    places = rf"(?:{apart}|[^;]* (?:in|into|as|to|within|under|using)|(?: [a-z]+){{0,4}} {nouns}\b[^;]* (?:with|of))"
    return re.compile(rf"{_TOLD}{verbs}\b{places}(?: {_small()})*$")


@lru_cache(maxsize=64)
def _of_response(written: tuple[str, ...]) -> re.Pattern[str]:
    """Return what matches before what is said of the response by a noun for it, or of all that there is."""
    pieces = {"sentence", "paragraph", "passage"}  # which are counted, unless they are all that is written
    nouns = any_of(noun for noun in (*_nouns(written), "total") if noun not in pieces)
    several = any_of(lexicon().words("nouns", "response"))
    named = rf"{nouns}|{several}s|replies|(?:the|your) {any_of(pieces)}|there|(?:^|{_small()} )length"
    holds = rf"(?: (?:contains?|have|has|spans?|comprises?|consists? of)(?: {_compared()})*)?"
    return re.compile(rf"(?<!\w)(?:{named})(?: \([^()]*\))?(?: {_small()})*{holds}$")
