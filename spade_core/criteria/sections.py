"""Sections that a prompt asks for: headings and labels under "your summary should:", "then add a summary section"."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from spade_core.categories.taxonomy import Category
from spade_core.criteria.passage import Found, NamedSection, Passage, folded
from spade_core.criteria.readings import Section
from spade_core.text import Span

_THING = (
    r"(?:summary|response|output|answer|report|email|e-mail|review|post|article|note|document|message|"
    r"letter|essay|analysis|description|result|plan|brief|"
    r"page|story|blog|assessment|evaluation|write-?up|memo|profile|proposal)"
)
_LEAD_IN = re.compile(
    rf"\b{_THING}s?\b[^.]*\b(?:should|must|needs? to|has to|will|shall)\b[^.]*:\W*$"
    r"|\b(?:following|these|include|contain|use|with|required|below)\b[^.]*\b(?:sections?|headings?|"
    r"headers?|parts|structure|format|outline|components|template)\b[^.]*:\W*$"
    rf"|^\W*(?:\w+ )?(?:output|response|{_THING})? ?(?:format|structure|sections|outline|template)(?: "
    rf"instructions)?\W*$"
)
_LEADING_WORDS = ("format", "structure", "sections", "outline", "template")
"""One of these is in every line that `_LEAD_IN` matches and that does not end with a colon."""
_COLON_AT_END = re.compile(r":\W*$")
_LABEL = re.compile(
    r"^\s*(?:[-*\u2022]\s+|\d{1,2}[.)]\s+|#{1,6}\s+)?"
    r"(?:\*\*(?P<bold>[^*\n]{2,60})\*\*:?|__(?P<under>[^_\n]{2,60})__:?|(?P<plain>[A-Z][^:.\n{}\"]{1,50}):(?=\s|$))"
)
_HEADING = re.compile(r"^\s*#{1,6}\s+(?P<name>[^\n#:{}]{2,60}?)\W*$")
_ITEM = re.compile(r"^\s*(?:[-*\u2022]\s+|\d{1,2}[.)]\s+)(?P<name>[A-Z][\w '&/-]{1,40})\s*$")
_CAPITALS = re.compile(r"^\W*[A-Z][A-Z /-]{2,40}\W*$")
_PLACEHOLDER_LINE = re.compile(r"^\W*[{<\[$]+ ?\w+ ?[}>\]]+\W*$")
_VERB = re.compile(
    (
        r"^(?:begin|start|end|open|close|conclude|finish|provide|include|add|write|give|list|then|finally|"
        r"next|first)(?:ning)?(?: with)?(?: an?| the)? "
    ),
    re.IGNORECASE,
)
_LONGEST_LINE = 300
"""Characters from which a line is no label and leads in to none."""
_META = {
    "word count", "tone", "style", "format", "length", "language", "audience", "note", "notes", "constraints",
    "rules", "task", "role", "instructions", "instruction", "input", "output", "example", "examples", "important",
    "remember", "goal", "objective", "text", "warning", "tip", "output format", "requirements", "guidelines",
    "formatting", "structure", "e.g", "response", "voice", "target audience", "begin text", "end text", "purpose",
}  # fmt: skip


def listed_sections(texts: Sequence[str]) -> list[NamedSection]:
    """Return the labelled sections of the parts' texts: those under a line that says what the response consists of."""
    found: list[NamedSection] = []
    for part, text in enumerate(texts):
        found += _listed_in(text, part)
    return found


@lru_cache(maxsize=1024)  # an editor asks the same of each block at every keystroke
def may_lead_in(block: str) -> bool:
    """Whether a text needs to be looked through that has this stretch of whole lines; quick, and never wrongly no."""
    whole = block.lower()
    words = [word for word in _LEADING_WORDS if word in whole]
    return any(_may_lead_in(line, words) for line in block.split("\n"))


def _listed_in(text: str, part: int) -> Iterator[NamedSection]:
    whole = text.lower()
    words = [word for word in _LEADING_WORDS if word in whole]
    listing = False
    offset = 0
    capitals = False
    depth = 0
    for line in text.split("\n"):
        if len(line) > _LONGEST_LINE:
            offset += len(line) + 1
            continue
        may_lead_in = _may_lead_in(line, words)
        if not listing and not may_lead_in:
            offset += len(line) + 1
            continue
        hashes = len(line.lstrip()) - len(line.lstrip().lstrip("#"))
        if may_lead_in and _LEAD_IN.search(folded(line)):
            listing, capitals, depth = True, _CAPITALS.match(line) is not None, hashes
        elif (listing and depth and 0 < hashes <= depth) or (
            listing and (_PLACEHOLDER_LINE.match(line) or (capitals and _CAPITALS.match(line)))
        ):
            listing = False
        elif listing:
            label = _name_on(line)
            if label is not None:
                name, start = label
                span = Span(offset + start, offset + start + len(name))
                yield NamedSection(name, part, span, _label_at(text, span), _reach(text, span.end))
        offset += len(line) + 1


def _may_lead_in(line: str, words: Sequence[str]) -> bool:
    """Whether the pattern of lead-ins, which takes its time, is worth trying; `words` are those of the whole text."""
    if ":" in line and _COLON_AT_END.search(line):
        return True
    return bool(words) and any(word in line.lower() for word in words)


def _label_at(text: str, span: Span) -> str:
    """The name with the colon that stands right behind it."""
    return f"{span.of(text)}:" if text[span.end : span.end + 3].lstrip("*_").startswith(":") else ""


def _reach(text: str, start: int) -> Span:
    """From a label to the blank line after the text below it, or to the line that is the next label."""
    seen_text = False
    offset = start
    for index, line in enumerate(text[start:].split("\n")):
        if (seen_text and not line.strip()) or (index and _name_on(line) is not None):
            return Span(start, offset)
        seen_text = seen_text or bool(line.strip(" :*_"))
        offset += len(line) + 1
    return Span(start, len(text))


def _name_on(line: str) -> tuple[str, int] | None:
    match = _HEADING.match(line) or _LABEL.match(line) or _ITEM.match(line)
    if match is None:
        return None
    group = match.lastgroup or "name"
    raw = match[group]
    name = raw.strip(" :*_#")
    shorter = _VERB.sub("", name)
    if shorter and shorter != name:
        name = shorter
    if (
        not name
        or len(name.split()) > 7
        or _META & {name.lower(), name.lower().split()[0]}
        or not any(c.isalpha() for c in name)
    ):
        return None
    return name, match.start(group) + raw.find(name)


_NAME = r"(?P<name>[a-z][\w'&/-]*(?: [a-z][\w'&/-]*){0,3}?)"
_PROSE = (
    re.compile(
        rf"\b(?:add|adding|include|including|have|has|with|write|create|provide|contains?|insert|append|"
        rf"prepend|make|by|put|then|and|need)\b(?: also)? (?:an?|the|another) "
        rf"(?:separate |short |brief |final |new |dedicated |small |clear |concise )*{_NAME} section\b"
    ),
    re.compile(
        rf"\bsection (?:about|for|on|with|describing|listing|containing|of|covering)(?: an?| the| all| "
        rf"any)?(?: list of)?(?: the)? {_NAME}"
        r"(?=\s*(?:$|[.,;:)]|\b(?:needed|required|used|to|that|which|who|of|for|in|and|with|from|based|is|are|as)\b))"
    ),
    re.compile(
        rf"\b(?:section|heading|header|part|subsection)s? (?:called|titled|named|labell?ed|headed|entitled|"
        rf":) ?[\"'*`]*{_NAME}(?=[\"'*`]|\s*(?:$|[.,;:)]))"
    ),
)
_BEFORE_SECTIONS = re.compile(
    r"\b(?:include|add|with|write|have|contain|provide|using)s? (?:the |an? )?(?P<names>[a-z][\w' "
    r"-]{1,25}(?:, [a-z][\w' -]{1,25})*,? and (?:an? )?[a-z][\w' -]{1,25}) (?:sections|headings|"
    r"headers)\b"
)
_SUBJECT_LINE = re.compile(
    r"\b(?:include|add|with|write|devise|create|craft|provide|have|begin|start|compelling|catchy|"
    r"generate)\b[^.:]*(?P<name>subject)(?: line)?\b|^\W*(?P<label>subject)(?: line)?:"
)
_SERIES = re.compile(
    r"\b(?:sections|headings|headers|subsections|parts)(?: \w+){0,3}(?: ?:| -|,)? (?P<series>[^.:\n]{3,200})\.?$"
)
_PREPOSED = {"each", "every", "any", "per", "for", "about"}
_NOT_NAMES = {
    "new", "separate", "following", "final", "this", "each", "last", "first", "short", "that", "next", "same",
    "single", "main", "it", "them",
}  # fmt: skip


def prose_sections(passage: Passage) -> list[tuple[str, Span]]:
    """Return the sections that a sentence asks for in running text."""
    found: dict[str, Span] = {}
    for pattern in _PROSE:
        for match in pattern.finditer(passage.lower):
            name = match["name"]
            if name not in found and not _NOT_NAMES & {name} and not _PREPOSED & set(name.split()):
                found[name] = Span(*match.span("name"))
    named = _BEFORE_SECTIONS.search(passage.lower)
    if named is not None:
        for piece in re.split(r",? and |, ", named["names"]):
            at = passage.lower.find(piece, named.start("names"))
            found.setdefault(piece.strip(), Span(at, at + len(piece)))
    line = _SUBJECT_LINE.search(passage.lower)
    if (
        line is not None
        and "subject" not in found
        and re.search(r"\bsubject line|\be-?mails?\b|^\W*subject:", passage.lower)
    ):
        found["subject"] = Span(*line.span(line.lastgroup or 0))
    series = _SERIES.search(passage.lower)
    if series is not None and "," in series["series"]:
        start = series.start("series")
        for piece in re.finditer(r"[^,;]+", series["series"]):
            name = re.sub(r"^\s*(?:and|or)?\s+", "", piece.group()).strip(" \"'*`")
            at = passage.lower.find(name, start + piece.start()) if name else -1
            if name and len(name.split()) <= 4 and at >= 0 and name not in found:
                found[name] = Span(at, at + len(name))
    return sorted(found.items(), key=lambda item: item[1])


def section_readings(passage: Passage) -> Iterator[Found]:
    """Yield the sections that a sentence asks for."""
    sentence = passage.sentence
    for section in passage.around.listed:
        inside = sentence.part == section.part and sentence.span.start <= section.span.start < sentence.span.end
        if inside:
            start = section.span.start - sentence.span.start
            end = min(section.span.end - sentence.span.start, len(sentence.text))
            yield Found(Section(section.name, section.label), Span(start, end), Category.RESPONSE_FORMAT)
    for name, span in prose_sections(passage):
        yield Found(Section(name), span, Category.RESPONSE_FORMAT)
