"""Quoted phrases: what must be said, must not be said, comes first or comes last."""

import re
from collections.abc import Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.fields import MARK
from spade_core.criteria.formats import LANGUAGES
from spade_core.criteria.passage import NOT, Found, Passage, is_conditional
from spade_core.criteria.quantities import scope_of
from spade_core.criteria.readings import FilledPhrase, PhraseRule, Phrases, Place, Scope, Section
from spade_core.text import Span

_QUOTED = re.compile(
    r'"(?P<double>[^"\n]{1,120})"'
    r"|\u201c(?P<curly>[^\u201d\n]{1,120})\u201d"
    r"|\u00ab ?(?P<angle>[^\u00bb\n]{1,120}?) ?\u00bb"
    r"|[\u300c\u300e](?P<corner>[^\u300d\u300f\n]{1,120})[\u300d\u300f]"
    r"|(?<![`\w])`(?P<tick>[^`\n]{1,80})`(?![`\w])"
    r"|(?<![\w\u2019])[\u2018'](?P<single>[^'\u2018\u2019\n]{1,80}(?:'(?:s|t|re|m|ll|ve|"
    r"d)\b[^'\u2018\u2019\n]{0,60})*)[\u2019'](?!\w)"
)
_PLACEHOLDER = re.compile(r"[{\[<$]\w|%\(|\{\{")

_NOT = rf"(?:{NOT}|not allowed to|without|avoid|refrain from|no)"
_UTTER = (
    r"(?:say|saying|use|using|include|including|write|writing|print|output|add|adding|put|mention|"
    r"mentioning|contain|containing|respond|responding|"
    r"reply|answer|return|append|insert|state|stating|start|starting|begin|beginning|end|ending|open|"
    r"preface|prefix|call|refer|reference|repeat|talk|discuss|"
    r"type|give|produce|generate|have|be|phrases?|words?|terms?|expressions?|things? like)"
)
_NEGATION = re.compile(
    rf"\b{_NOT}\b(?: \w+){{0,3}}? {_UTTER}\b[^;]*$"
    r"|\b(?:avoid|avoiding|exclude|excluding|omit|omitting|remove|removing|strip|drop|delete|leave "
    r"out|instead of|rather than|forbidden|prohibited|banned|ban|stop using)\b[^;,]*$"
    r"|\b(?:no|without)\b(?: \w+){0,4} ?$"
)
_FORBIDDEN = re.compile(
    r"\b(?:words|phrases|terms|expressions|language|things)\b[^.]{0,40}\b(?:avoid|not use|never|"
    r"forbidden|banned)|\bavoid (?:these|the following|using)|never use|do not (?:use|say|include|"
    r"write)|don't (?:use|say|include|write)|forbidden|banned"
)
_WORD_NOUN = (
    r"(?:words?|phrases?|terms?|text|string|expressions?|sentence|line|label|prefix|token|tag|"
    r"letters?|marker|keyword|character|symbol|sign)"
)
_SAY = re.compile(
    r"\b(?:say|saying|says|use|using|include|including|write|writing|print|output|add|adding|put|"
    r"mention|mentioning|contain|containing|"
    rf"respond|reply|answer|return|append|insert|state|display|with|like|such as|{_WORD_NOUN}|use|"
    rf"title|titled|called|labell?ed|named|headed|heading|section)\b"
)
_START = re.compile(
    r"\b(?:start|starts|starting|begin|begins|beginning|open|opens|opening|preface|prefix|prepend|lead|introduce)\b"
    r"(?! of\b)(?:(?!\bend|\bfinish)[^.\"])*$"
)
_END = re.compile(
    r"\b(?:end|ends|ending|finish|finishes|finishing|conclude|concludes|close|closes|closing|append|"
    r"sign off|terminate|suffix|last line|final line|final answer)\b(?:(?!\bstart|\bbegin)[^.\"])*$"
)
_ALL_OF_RESPONSE = re.compile(
    r"\b(?:respond|reply|answer|output|return|say|write|print)(?: \w+){0,3}? (?:with|only|just|either|"
    r"one of)\b|\b(?:only|either|just|one of)\b[^.\"]*$"
)
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|in case|where (?:there|the)|for (?:any|each|every)|otherwise|once "
    r"(?:the|you|it|they))\b"
)
_EXAMPLE = re.compile(
    r"\b(?:e\.g\.?|for example|for instance|for ex|example:|i\.e\.?|meaning|means|denot\w+|refer\w* "
    r"to|known as|so-called|named|called|delimited|between|enclosed|surrounded|wrapped|marked|"
    r"indicat\w+)[^\"]*$"
)
_FOLLOWED = re.compile(r"\W*(?:followed by|and then|then|plus|with (?:a|an|your)|and (?:a|an|your|give|explain))\b")
_HEADED = re.compile(r"\b(?:heading|section|header|subheading)s?(?: (?:called|titled|named|labell?ed|like))?\W*$")
_REMOVED_IF_THERE = re.compile(
    r"\b(?:contains?|has|includes?|have)\b.*[\"'`].*,? (?:then )?(?:remove|drop|omit|strip|delete|"
    r"leave (?:it|them) out)\b"
)
_TURN = re.compile(r"\bbut\b|\binstead\b|, (?:just|use|say|write|put|always|only|rather)\b|\. ")


def quoted(passage: Passage) -> list[tuple[str, Span]]:
    """Return the quoted phrases of a sentence with the spans of the phrases inside the quotes."""
    found = []
    for match in _QUOTED.finditer(passage.text):
        group = match.lastgroup or "double"
        phrase = match[group].strip().removesuffix("\\")
        inner = Span(*match.span(group))
        is_mark = phrase in {"@", "#", "*", "!", "?", ";"}
        known = _PLACEHOLDER.search(phrase) is None or _marks_in(passage, phrase)
        if (is_mark or phrase.strip(" .,!?;:-_*#'\"")) and known:
            found.append((phrase, inner))
    return found


_OPENS_ANEW = re.compile(r"\b(?:start|begin|open|end|finish|conclude|close|sign)(?:s|ing|ning)?\b")
_SIGN_OFF = re.compile(r"\bsign(?:s|ed|ing)?\b(?: it| the \w+)?(?: off)?(?: with| as| by)?\b[^\"]*$")
_LAST = re.compile(
    r"\b(?:end|finish|conclude|close)(?:s|ing)?\b (?:[\w-]+ ){0,6}?(?P<line>line|paragraph)\b"
    r"|\b(?:last|final|closing) (?P<what>line|paragraph)\b"
)
_LIKE = re.compile(r"\b(?:like|such as|similar to)[:,]? ?$")
_OTHER_PLACE = re.compile(
    r"\b(?:second|third|fourth|fifth|next|other|middle|penultimate) "
    r"(?:line|paragraph|sentence|section|part|bullet|item)\b"
    r"|\b(?:end|finish|conclude|close)(?:s|ing)?\b (?:[\w-]+ ){0,6}?sentence (?:that |which )?(?:start|begin|open)"
    r"|\b(?:last|final|closing) sentence\b[^\"]*\b(?:start|begin|open)"
)
_EDGE = re.compile(
    rf"\b(?:{NOT}|avoid|refrain from|without|no)\b(?: \w+){{0,3}}? "
    r"(?:(?P<start>start|begin|open|preface|lead|introduc)\w*|(?P<end>end|finish|conclud|clos|sign)\w*)"
    r"(?: or (?P<other>end|start|finish|begin|open|close)\w*)?(?: \w+){0,5}? (?:with|by|off|as|in)\b[^\"]*$"
)


def phrase_readings(passage: Passage) -> Iterator[Found]:
    """Yield what a sentence asks of the phrases it quotes."""
    parts = quoted(passage)
    for group in _groups(passage, parts):
        yield from _of_group(passage, group, 0 if group[0] == parts[0] else group[0][1].start - 1)


def _groups(passage: Passage, parts: list[tuple[str, Span]]) -> Iterator[list[tuple[str, Span]]]:
    """Yield the quotes of which the same is said: 'start with "a" and sign off with "b"' says two things."""
    group: list[tuple[str, Span]] = []
    for part in parts:
        if group and _OPENS_ANEW.search(passage.lower[group[-1][1].end : part[1].start]):
            yield group
            group = []
        group.append(part)
    if group:
        yield group


def _of_group(passage: Passage, parts: list[tuple[str, Span]], earliest: int) -> Iterator[Found]:
    first, last = parts[0][1], parts[-1][1]
    opened = passage.lower.rfind("and ", 0, first.start) if earliest else 0
    before = passage.lower[: first.start].rstrip("\"'`\u00ab\u300c\u300e ")
    own = before[max(opened, 0) :] if earliest else before
    if _EXAMPLE.search(before[-40:]) and not _NEGATION.search(before):
        return
    phrases = tuple(dict.fromkeys(_trimmed(phrase) for phrase, _ in parts))
    span = Span(max(_start_of_clause(passage, first), max(opened, 0)), min(last.end + 1, len(passage.text)))
    scope = scope_of(passage, first)
    plain = tuple(phrase for phrase in phrases if not _marks_in(passage, phrase))
    if _REMOVED_IF_THERE.search(passage.lower):
        yield from _of_phrases(passage, PhraseRule.EXCLUDE, plain, scope, span)
    elif _is_negative(passage, before):
        rules = _edges(own) or (PhraseRule.EXCLUDE,)
        for rule in rules:
            yield from _of_phrases(passage, rule, phrases, scope, span)
    elif not (_CONDITION.search(passage.lower) or is_conditional(passage.lower)):
        shapes = [shape for phrase in phrases if (shape := _ITEM_SHAPE.match(phrase)) is not None]
        if shapes:
            yield from _boxes(shapes, span)
        else:
            yield from _positive(passage, own, phrases, span)


_ITEM_SHAPE = re.compile(r"^(?P<mark>[-*+]) (?:(?P<box>\[ ?\])(?: .*)?|[a-z][\w ]*: ?[a-z][\w ]*)$")
"""What a list item is to look like, not what it says: "- [ ] owner: task"."""


def _boxes(shapes: list[re.Match[str]], span: Span) -> Iterator[Found]:
    """Yield the mark of items to tick off; the names beside it stand for other words."""
    boxes = tuple(dict.fromkeys(f"{shape['mark']} {shape['box']}" for shape in shapes if shape["box"]))
    if boxes:
        yield Found(Phrases(PhraseRule.INCLUDE_ALL, boxes), span, Category.RESPONSE_FORMAT)


def _edges(before: str) -> tuple[PhraseRule, ...]:
    """The rules of "do not start with", "never begin or end with"; empty where the phrase is ruled out anywhere."""
    edge = _EDGE.search(before)
    if edge is None:
        return ()
    starts = edge["start"] or (edge["other"] or "").startswith(("start", "begin", "open"))
    ends = edge["end"] or (edge["other"] or "").startswith(("end", "finish", "close"))
    rules = ((PhraseRule.NOT_STARTS_WITH, starts), (PhraseRule.NOT_ENDS_WITH, ends))
    return tuple(rule for rule, asked in rules if asked)


def _of_phrases(
    passage: Passage, rule: PhraseRule, phrases: tuple[str, ...], scope: Scope, span: Span
) -> Iterator[Found]:
    """Yield one reading for the phrases that stand as they are, and one for each that fields fill."""
    excluded = (PhraseRule.EXCLUDE, PhraseRule.NOT_STARTS_WITH, PhraseRule.NOT_ENDS_WITH)
    within = (PhraseRule.INCLUDE_ALL, PhraseRule.INCLUDE_ANY)
    category = Category.EXCLUSION if rule in excluded else Category.INCLUSION if rule in within else None
    plain = tuple(phrase for phrase in phrases if not _marks_in(passage, phrase))
    if plain:
        yield Found(Phrases(rule, plain, scope), span, category or Category.RESPONSE_FORMAT)
    for phrase in phrases:
        marks = _marks_in(passage, phrase)
        if marks and rule is not PhraseRule.INCLUDE_ANY:
            yield Found(FilledPhrase(rule, phrase, marks, scope), span, category or Category.RESPONSE_FORMAT)


def _marks_in(passage: Passage, phrase: str) -> tuple[tuple[str, str], ...]:
    """The placeholders of the template in a phrase, each with its field."""
    marks = [(m.group(), m[m.lastgroup or 0].split(".")[0]) for m in MARK.finditer(phrase)]
    return tuple(dict.fromkeys((mark, name) for mark, name in marks if name in passage.around.placeholders))


_NAMES_SOMEBODY = re.compile(
    r"^\W*(?:you are|you're|act as|imagine|pretend|your (?:name|role|task|job|objective|goal)"
    r"|you (?:work|write|speak|answer|reply|sort|help|support)\b[^.;]*\b(?:for|of|at|from|by)\b)"
    r"(?!.*\b(?:must|should|always|never|say|use|include|mention|start|begin|end|sign|respond|reply|answer) "
    r"(?:[\w,:]+ ){0,4}$)"
)
"""Matches, before what is quoted, a sentence that says who the model is or whom it works for: its names are names."""


def _positive(passage: Passage, before: str, phrases: tuple[str, ...], span: Span) -> Iterator[Found]:
    clause = before[max(before.rfind(mark) for mark in (". ", "; ")) + 1 :]
    elsewhere = _OTHER_PLACE.search(clause) or (_START.search(clause) and _LIKE.search(clause))
    if elsewhere or _NAMES_SOMEBODY.match(f"{clause} "):
        return
    scope = _last_place(clause) or scope_of(passage, span)
    between = passage.lower[span.start : span.end]
    alternatives = len(phrases) > 1 and (
        re.search(r"[\"'`] ?,? ?(?:or|/|\|) ?\\?[\"'`]", between) is not None
        or _ONE_OF_THESE.search(clause) is not None
    )
    if _START.search(clause):
        chosen = phrases if alternatives else phrases[:1]
        yield from _of_phrases(passage, PhraseRule.STARTS_WITH, chosen, scope, span)
    elif scope.place in (Place.LAST_LINE, Place.LAST_PARAGRAPH):
        yield from _of_phrases(passage, PhraseRule.INCLUDE_ALL, phrases, scope, span)
    elif _END.search(clause):
        chosen = phrases if alternatives else phrases[-1:]
        yield from _of_phrases(passage, PhraseRule.ENDS_WITH, chosen, scope, span)
    elif _SIGN_OFF.search(clause):
        yield from _of_phrases(passage, PhraseRule.ENDS_WITH, phrases[-1:], scope, span)
    elif len(phrases) > 1 and alternatives and _FOLLOWED.match(passage.lower[span.end :]):
        yield Found(Phrases(PhraseRule.STARTS_WITH, phrases, scope), span, Category.RESPONSE_FORMAT)
    elif len(phrases) > 1 and alternatives and _is_of_a_part(passage, clause):
        yield Found(Phrases(PhraseRule.INCLUDE_ANY, phrases, scope), span, Category.INCLUSION)
    elif len(phrases) > 1 and alternatives and _ALL_OF_RESPONSE.search(clause):
        yield Found(Phrases(PhraseRule.ONE_OF, phrases), span, Category.RESPONSE_FORMAT)
    elif _HEADED.search(clause):
        for phrase in phrases:
            name = phrase.lstrip("#").strip()
            mark = phrase[: len(phrase) - len(phrase.lstrip("#"))]
            yield Found(Section(name or phrase, mark=mark if name else ""), span, Category.RESPONSE_FORMAT)
    elif _SAY.search(clause) or _SAY.search(passage.lead_in):
        rule = PhraseRule.INCLUDE_ANY if alternatives else PhraseRule.INCLUDE_ALL
        more = tuple(phrase for phrase in phrases if MARK.fullmatch(phrase) is None)
        yield from _of_phrases(passage, rule, more, scope, span)


_ONE_OF_THESE = re.compile(r"\b(?:(?:one|either|any) of|either)(?: the following| the| these)?(?: \w+)?:?\W*$")
"""Before a list in quotes: the response has one of them, though only commas stand between them."""


_WITHIN = re.compile(r"\b(?:use|using|includ(?:e|es|ing)|mention|contains?|add|insert|at least)\b")


def _is_of_a_part(passage: Passage, clause: str) -> bool:
    """Whether a clause says what a part of the response may be: "the mood must be one of", "use one of the words"."""
    if _WITHIN.search(clause) and "only" not in clause.split():
        return True
    subject = _SUBJECT.search(clause)
    return not passage.around.is_json and subject is not None and not _ITSELF.match(subject["subject"])


def _last_place(clause: str) -> Scope | None:
    """The last line or paragraph, where the clause speaks of it: "end with a line that starts with"."""
    last = _LAST.search(clause)
    if last is None:
        return None
    return Scope(Place.LAST_LINE if "line" in (last["line"], last["what"]) else Place.LAST_PARAGRAPH)


def _is_negative(passage: Passage, before: str) -> bool:
    clause = before[max(before.rfind(mark) for mark in (". ", "; ")) + 1 :]
    clause = _TURN.split(clause)[-1] if not re.search(r"\binstead of\b", clause) else clause
    return _NEGATION.search(clause) is not None or _is_forbidding(passage.lead_in)


def _start_of_clause(passage: Passage, first: Span) -> int:
    before = passage.lower[: first.start]
    cut = max(before.rfind(mark) for mark in (". ", "; ")) + 2
    start = cut if cut >= 2 else 0
    while start < first.start and not passage.text[start].isalnum() and passage.text[start] not in "\"'`\u201c\u2018":
        start += 1
    return start


def _trimmed(phrase: str) -> str:
    """Return the phrase without the comma or the dots that belong to the prompt's own punctuation."""
    return phrase.removesuffix(",").removesuffix("...").removesuffix("\u2026").strip() or phrase


_CHOICE = re.compile(
    r"\b(?:one of|either|exactly one of|(?:answer|respond|reply) (?:only )?with)(?: the)?(?: "
    r"following)?(?: \w+){0,2}? ?:? ?"
    r"(?P<list>[\w'-]+(?:, ?[\w'-]+)+(?:,? or [\w'-]+)?|[\w'-]+ or [\w'-]+)\W*$"
)
_ANSWERS = re.compile(
    r"\b(?:classify|label|answer|respond|reply|output|return|categori[sz]e|choose|select|sentiment|"
    r"category|verdict|(?:must|should) be)\b"
)


_STOPS = {
    "semicolon": ";",
    "colon": ":",
    "period": ".",
    "full stop": ".",
    "exclamation (?:mark|point)": "!",
    "ellipsis": "...",
}
_ENDING = re.compile(
    rf"\b(?:end|ends|finish|finishes|terminated?|followed) (?:\w+ ){{0,3}}?(?:with|in|by) an? "
    rf"(?P<name>{'|'.join(_STOPS)})\b"
)
_FORM = re.compile(
    r"\b(?:format|form|template|structure|pattern|as)\b[^\"\u201c]{0,20}[\"\u201c](?P<fixed>[^\"\u201d\n]*?[\w:,-] ?)"
    r"(?:\bX\b|\bN\b|\bY\b|[\[<{(]|\.\.\.|\u2026|__|#|$)[^\"\u201d\n]*[\"\u201d]"
)


def endings(passage: Passage) -> Iterator[Found]:
    """Yield the punctuation mark that the response ends in, and the fixed start of a pattern: "Rating: X/10"."""
    for match in _ENDING.finditer(passage.spoken):
        if not re.search(r"\b(?:each|every|bullet|sentence|item|not|never|don't)\b", passage.spoken[: match.start()]):
            mark = next(m for name, m in _STOPS.items() if re.fullmatch(name, match["name"]))
            yield Found(Phrases(PhraseRule.ENDS_WITH, (mark,)), Span(*match.span()), Category.RESPONSE_FORMAT)
    form = _FORM.search(passage.text)
    if (
        form is not None
        and form["fixed"].strip(" :,-")
        and not _is_negative(passage, passage.lower[: form.start("fixed")])
    ):
        fixed = form["fixed"].strip()
        yield Found(Phrases(PhraseRule.INCLUDE_ALL, (fixed,)), Span(*form.span()), Category.RESPONSE_FORMAT)


_CLASSES = re.compile(
    r"^\W*(?:possible |allowed |valid |the )?(?:categor(?:y|ies)|labels?|classes|intents?|sentiments?|"
    r"topics?|options|answers)(?: are)?\s*:\s*"
    r"(?P<list>[\w'/ -]{2,30}(?:, ?[\w'/ -]{2,30})+)\W*$"
)


def classes(passage: Passage) -> Iterator[Found]:
    """Yield the labels that a line lists to choose from: "Categories: billing, technical, other"."""
    match = _CLASSES.search(passage.lower)
    if match is not None and not quoted(passage):
        written = passage.text[match.start("list") : match.end("list")]
        names = tuple(dict.fromkeys(re.sub(r"^(?:and|or) ", "", name.strip()) for name in written.split(",")))
        yield Found(Phrases(PhraseRule.ONE_OF, names), Span(*match.span()), Category.RESPONSE_FORMAT, vague=True)


_CLOSED_ANSWERS = (
    r"(?:yes|no|maybe|true|false|unknown|unsure|unclear|none|pass|fail|positive|negative|neutral|mixed|spam|ham|valid|invalid|"
    r"correct|incorrect|right|wrong|high|medium|low|agree|disagree|accept|reject|approve|deny|safe|unsafe|"
    r"relevant|irrelevant|supported|unsupported)"
)
_BARE_CHOICE = re.compile(
    r"\b(?i:answer|respond|reply|say|output|return|print)(?i: (?:only|just|simply|either|exactly|strictly|with|"
    r"a|the|one "
    r"word|word|plain|single|simple))*:? "
    rf"(?P<list>(?:{_CLOSED_ANSWERS}|[A-Z][\w-]*)(?:(?:, |/)(?:{_CLOSED_ANSWERS}|[A-Z][\w-]*))*(?:,? or |/)"
    rf"(?:{_CLOSED_ANSWERS}|[A-Z][\w-]*))(?= only\W*$|,? (?:and )?nothing else|\W*$|[.;])"
)


def bare_choices(passage: Passage) -> Iterator[Found]:
    """Yield the answers to choose from after the verb itself: "answer yes or no"."""
    match = _BARE_CHOICE.search(passage.text)
    if match is None or quoted(passage) or is_conditional(passage.lower) or _CHOICE.search(passage.lower):
        return
    names = tuple(dict.fromkeys(re.split(r",? or |, |/", match["list"])))
    languages = {name.lower() for name in names} & set(LANGUAGES)
    if len(names) > 1 and not languages and not _NEGATION.search(passage.lower[: match.start() + 1]):
        yield Found(Phrases(PhraseRule.ONE_OF, names), Span(*match.span()), Category.RESPONSE_FORMAT)


_SUBJECT = re.compile(
    r"(?P<subject>[a-z][\w-]*)[\"'`]? (?:must|should|has to|needs to|can|"
    r"may) (?:only )?be (?:exactly )?(?:one of|either)\b"
)
_ITSELF = re.compile(
    r"^(?:response|answer|reply|output|label|result|classification|category|verdict|it|class|sentiment|prediction|decision)$"
)


def choices(passage: Passage) -> Iterator[Found]:
    """Yield the answers to choose from that are named without quotes: "one of: positive, negative, neutral"."""
    match = _CHOICE.search(passage.lower)
    if match is None or quoted(passage) or not _ANSWERS.search(passage.lower):
        return
    names = tuple(dict.fromkeys(re.findall(r"[\w'-]+", passage.text[match.start("list") : match.end("list")])))
    names = tuple(name for name in names if name.lower() not in {"or", "and"})
    subject = _SUBJECT.search(passage.lower)
    if subject is not None and (passage.around.is_json or not _ITSELF.match(subject["subject"])):
        # what a part of the response may be: its words are to be found there, where they are names
        if not passage.around.is_json and all(not name.islower() for name in names):
            yield Found(Phrases(PhraseRule.INCLUDE_ANY, names), Span(*match.span()), Category.INCLUSION)
    elif 2 <= len(names) <= 12:
        yield Found(Phrases(PhraseRule.ONE_OF, names), Span(*match.span()), Category.RESPONSE_FORMAT)


_LISTED = re.compile(r"(?:words|phrases|terms|expressions)\b[^:]*:\s*(?P<list>[^\"'\n]+)$")


def unquoted_lists(passage: Passage) -> Iterator[Found]:
    """Yield the phrases listed without quotes: "Never use words like: feature, religion", or one per list item."""
    match = _LISTED.search(passage.lower)
    if match is not None and _is_negative(passage, passage.lower[: match.start("list")]):
        words = _words_of_list(passage.text[match.start("list") :])
        if words:
            yield Found(Phrases(PhraseRule.EXCLUDE, words), Span(0, len(passage.text)), Category.EXCLUSION)
    elif re.search(r"\b(?:words|phrases|terms|expressions)\b", passage.lead_in) and _is_forbidding(passage.lead_in):
        item = passage.text.strip(" -*\u2022.,;")
        if item and not quoted(passage) and len(item.split()) <= 5:
            start = passage.text.find(item)
            yield Found(Phrases(PhraseRule.EXCLUDE, (item,)), Span(start, start + len(item)), Category.EXCLUSION)


def _is_forbidding(lead_in: str) -> bool:
    return _FORBIDDEN.search(lead_in) is not None or _NEGATION.search(lead_in) is not None


def _words_of_list(text: str) -> tuple[str, ...]:
    words = [word.strip(" .\"'") for word in re.split(r",|;|\bor\b|\band\b", text)]
    return tuple(dict.fromkeys(word for word in words if word and len(word.split()) <= 4 and word != "etc"))


_CHARACTERS = {
    "commas?": ",",
    "semicolons?": ";",
    "em[- ]?dash(?:es)?": "\u2014",
    "asterisks?": "*",
    "parenthes[ei]s": "(",
    "ellips[ei]s": "...",
    "ampersands?": "&",
    "quotation marks": '"',
    "double quotes": '"',
    "backticks": "`",
    "percent signs?": "%",
    "underscores": "_",
}
_NO_CHARACTER = re.compile(
    rf"\b(?:no|without|avoid(?:ing)?|(?:do not|don't|never) (?:use|include|write|add)|refrain from)(?: "
    rf"\w+){{0,3}}? (?P<name>{'|'.join(_CHARACTERS)})\b(?! separated)"
)


def named_characters(passage: Passage) -> Iterator[Found]:
    """Yield the characters that a sentence rules out by name: "no em dashes"."""
    for match in _NO_CHARACTER.finditer(passage.spoken):
        character = next(c for name, c in _CHARACTERS.items() if re.fullmatch(name, match["name"]))
        yield Found(Phrases(PhraseRule.EXCLUDE, (character,)), Span(*match.span()), Category.EXCLUSION)
