"""The parts of a text: words, sentences, paragraphs, lines, and what stands before or behind a phrase."""

import re
from collections.abc import Sequence
from typing import Final

from spade_core.checks.plain import _LIST_MARK, _SIGN_OFF, _is_rule, _lines_with_code, _remembered, folded, plain

__all__ = [
    "after",
    "before",
    "between",
    "first_line",
    "first_paragraph",
    "first_sentence",
    "last_line",
    "last_paragraph",
    "last_sentence",
    "line",
    "lines_of",
    "paragraph",
    "paragraphs_of",
    "sentence",
    "sentences_of",
    "word",
    "words_of",
]

_HAN_OR_KANA: Final = r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])"
_PUNCTUATION: Final = ".,;:!?\"'()[]{}<>*_`#~…“”‘’"
_ABBREVIATIONS: Final = (
    " vs etc e.g i.e eg ie cf al approx dept est inc ltd co corp eds ed a.m p.m am pm u.s u.k"
    " u.n u.s.a ph.d m.d b.a m.a b.sc m.sc ave blvd rd z.b bzw usw d.h nr jr sr ca "
)
_ABBREVIATIONS_ENDING: Final = " etc al inc ltd co corp a.m p.m am pm ph.d m.d jr sr "
_BEFORE_NAMES: Final = " mr mrs ms dr prof st gen gov hon rep sen capt col sgt lt rev mt "
"""Titles, which are words or units where they begin small: "it took 180 ms."."""
_BEFORE_NUMBERS: Final = " no nos fig figs vol p pp min max avg ft jan feb mar apr jun jul aug sep sept oct nov dec "
"""What is an abbreviation before a number: "no. 5", but "the answer is no."."""
_SENTENCE_END: Final = r"""[.!?…。！？｡]+["'”’»)\]*_`」』]*(?=\s|$|(?<=[。！？｡])|(?<=[。！？｡]["'”’»)\]」』]))"""


def words_of(text: str) -> list[str]:
    """Return the words: runs between white space that hold a letter or a digit, without the marks around them.

    A URL is one word, so is ``well-known``; dashes and the bars of tables part words. Numbers of a list are none.
    Each Chinese or Japanese character is one.

    >>> words_of("1. Hello, **brave** new world -- don't panic!")
    ['Hello', 'brave', 'new', 'world', "don't", 'panic']
    """
    return list(_word_tuple(text))


@_remembered
def _word_tuple(text: str) -> Sequence[str]:
    text = re.sub(_LIST_MARK, "", text)
    text = re.sub(r"[—–|]|--|[,;](?=[^\d\s])(?<![\d\s][,;])", " ", text)
    if not text.isascii():
        text = re.sub(_HAN_OR_KANA, r" \1 ", text)
    tokens = [bare for token in text.split() if (bare := token.strip(_PUNCTUATION))]
    found = [bare if bare[0].isalnum() and bare[-1].isalnum() else _stripped_of_marks(bare) for bare in tokens]
    return tuple(bare for bare in found if bare)


def _stripped_of_marks(token: str) -> str:
    """Return a token from its first letter or digit to its last; "" when it has none."""
    first = next((at for at, char in enumerate(token) if char.isalnum()), -1)
    if first < 0:
        return ""
    last = next(at for at in range(len(token) - 1, -1, -1) if token[at].isalnum() or _is_combining(token[at]))
    return token[first : last + 1]


def _is_combining(char: str) -> bool:
    """Tell whether a character only modifies the letter before it, as vowel signs of Indic scripts do."""
    if char.isascii():
        return False
    import unicodedata

    return unicodedata.category(char) in ("Mn", "Mc")


def sentences_of(text: str) -> list[str]:
    """Return the sentences, parted at full stops, question and exclamation marks.

    Abbreviations, initials and decimals end none. Headings, dividers and code blocks are none, nor are, beside
    sentences, items of a list without a stop and lines without one that are short or end with a colon.

    >>> sentences_of("Dr. Smith paid $3.50. Was it fair? Yes")
    ['Dr. Smith paid $3.50.', 'Was it fair?', 'Yes']
    """
    return list(_sentence_tuple(text))


@_remembered
def _sentence_tuple(text: str) -> Sequence[str]:
    blocks = [(_sentences_in(block), bool(re.match(_LIST_MARK, block))) for block in _blocks(text)]
    stopped = any(_has_stop(sentence) for found, _ in blocks for sentence in found)
    return tuple(
        sentence
        for found, is_item in blocks
        for sentence in found
        if not stopped or _has_stop(sentence) or not (is_item or _is_beside(sentence, alone=len(found) == 1))
    )


def _has_stop(sentence: str) -> bool:
    """Tell whether a sentence ends with a stop, closing marks aside."""
    return sentence.rstrip("\"'”’»)]*_`」』 ")[-1:] in tuple(".!?…。！？｡।؟")


def _is_beside(words: str, *, alone: bool) -> bool:
    """Tell whether words without a stop are a lead-in or, alone in their block, a title, a label or a greeting."""
    return words[-1] in ":：" or (alone and (words[-1] == "," or len(words.split()) <= 12 or words[0] in "[<{"))


def _blocks(text: str) -> list[str]:
    """Return the running text: paragraphs and items of lists, each one string, wrapped lines still in it."""
    blocks: list[list[str]] = [[]]
    for line, code in _lines_with_code(text):
        bare = line.strip()
        if code or not bare or _is_rule(bare) or _marked_heading(bare):
            blocks.append([])
        elif re.match(_LIST_MARK, bare):
            blocks.append([bare])
        elif bare.startswith("|"):
            blocks.extend([[bare], []])
        else:
            blocks[-1].append(bare)
    return [block for block in ("\n".join(lines) for lines in blocks) if any(map(str.isalnum, block))]


def _marked_heading(line: str) -> bool:
    """Tell whether a stripped line is a heading by its marks: ``# Title``, ``**Title**``, ``**Title:**``."""
    if line[0] == "#":
        return bool(re.match(r"#{1,6}(?:\s|\w|\*)", line))
    if line[:2] in ("**", "__"):
        return bool(re.fullmatch(r"(?:\*\*|__)([^*\n.!?]+)(?:\*\*|__):?", line))
    return False


def _sentences_in(block: str) -> list[str]:
    """Return the sentences of running text."""
    found, start = [], 0
    for end in re.finditer(_SENTENCE_END, block):
        if _ends_sentence(block, start, end):
            sentence = block[start : end.end()].strip()
            if any(map(str.isalnum, sentence)):
                found.append(sentence)
                start = end.end()
    rest = block[start:].strip()
    if any(map(str.isalnum, rest)):
        found.append(rest)
    return found


def _ends_sentence(block: str, start: int, end: re.Match[str]) -> bool:
    """Tell whether a stop ends a sentence, and does not belong to an abbreviation, an initial or a number of a list."""
    after = block[end.end() : end.end() + 40].lstrip()
    follows = after.lstrip("\"'“‘«([*_`")[:1]
    stops = end.group()
    if follows.islower() and (stops[0] == "…" or stops[:2] == ".." or stops[-1] in "\"'”’»"):
        return False
    if stops[0] != "." or stops[:2] == "..":
        return True
    token = block[max(start, end.start() - 20) : end.start()].split()[-1:]
    written = token[0].lstrip("\"'“‘«([*_`") if token else ""
    word = written.casefold()
    if not word:
        return True
    if f" {word} " in _BEFORE_NUMBERS:
        return not follows.isdigit()
    if f" {word} " in _BEFORE_NAMES:
        return not (written[0].isupper() and after)
    if f" {word} " in _ABBREVIATIONS:
        return not after or (f" {word} " in _ABBREVIATIONS_ENDING and follows.isupper())
    if len(word) == 1 and word.isalpha() and word != "i":
        return not follows.isupper()
    return not (word.isdigit() and len(word) < 3 and not block[start : end.start()].strip("*_ \n").removesuffix(word))


def paragraphs_of(text: str, separator: str = "") -> list[str]:
    r"""Return the paragraphs: what stands between blank lines or dividers.

    Headings and lists are none, nor are a greeting and a sign-off. Where there is no blank line, long lines that each
    end a sentence are paragraphs. With a separator only that parts them: ``paragraphs_of(text, "***")``.

    >>> paragraphs_of("# Title\n\nOne.\n\nTwo,\nstill two.")
    ['One.', 'Two,\nstill two.']
    """
    if separator:
        edges = rf"(?<!{re.escape(separator[0])}){re.escape(separator)}(?!{re.escape(separator[-1])})"
        return [part.strip() for part in re.split(edges, text) if part.strip()]
    return list(_paragraph_tuple(text))


_ADDRESSED: Final = r"(?i)(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^!?\n]{0,60}[,:!]"
"""The first line of a letter."""
_SUBJECT: Final = r"(?i)[*_]*(?:subject|betreff|re)[*_]*:[^\n]*"
"""The line that says what a letter is about."""


_LIST_LINE: Final = r"[ \t]*(?:[-*+•→▪◦‣–]|\(?\d{1,3}[.)])[ \t]+\S|[ \t]{2,}\S"


@_remembered
def _paragraph_tuple(text: str) -> Sequence[str]:
    blocks: list[list[str]] = [[]]
    for line, code in _lines_with_code(text):
        bare = line.strip()
        if not code and (not bare or _is_rule(bare) or _marked_heading(bare)):
            blocks.append([])
        else:
            blocks[-1].append(line)
    found = [block for block in ("".join(lines).strip() for lines in blocks) if block]
    if len(found) > 1 and re.fullmatch(_SUBJECT, found[0]):
        del found[0]
    if len(found) > 2 and re.fullmatch(_ADDRESSED, found[0]):
        del found[0]
        signed = next((at for at in (-2, -1) if re.match(_SIGN_OFF, folded(found[at].split("\n")[0]))), 0)
        if signed and len(found) > -signed and all(len(block) < 80 for block in found[signed:]):
            del found[signed:]
    if len(found) == 1 and _is_line_a_paragraph(text):
        return tuple(lines_of(text))
    return tuple([block for block in found if not _is_list(block)] or found)


def _is_list(block: str) -> bool:
    """Tell whether a block has several lines that are all items of a list, or go on with one."""
    lines = block.split("\n")
    return len(lines) > 1 and all(re.match(_LIST_LINE, line) for line in lines)


def _is_line_a_paragraph(text: str) -> bool:
    """Tell whether a text without blank lines has several long lines, each of which ends a sentence."""
    lines = lines_of(text)
    return len(lines) > 1 and all(
        len(line) + 6 * len(re.findall(_HAN_OR_KANA, line)) >= 80
        and _has_stop(line)
        and not re.match(_LIST_MARK, line)
        and line[0] not in "|#`<{["
        for line in lines
    )


def lines_of(text: str) -> list[str]:
    r"""Return the lines that are not blank, without the white space around them.

    >>> lines_of("One\n\n  Two  ")
    ['One', 'Two']
    """
    return [line.strip() for line in text.splitlines() if line.strip()]


def _nth(parts: Sequence[str], n: int) -> str:
    """Return the nth of some parts, counted from 1, from the end when negative; "" when there is none."""
    at = n - 1 if n > 0 else len(parts) + n
    return parts[at] if n and 0 <= at < len(parts) else ""


def word(text: str, n: int) -> str:
    """Return the nth word, the first being 1 and the last -1; "" when there is none.

    >>> word("Good morning, all", 2)
    'morning'
    """
    return _nth(words_of(text), n)


def sentence(text: str, n: int) -> str:
    """Return the nth sentence, the first being 1 and the last -1; "" when there is none.

    >>> sentence("One. Two. Three.", -1)
    'Three.'
    """
    return _nth(sentences_of(text), n)


def paragraph(text: str, n: int) -> str:
    r"""Return the nth paragraph, the first being 1 and the last -1; "" when there is none.

    >>> paragraph("One.\n\nTwo.", 2)
    'Two.'
    """
    return _nth(paragraphs_of(text), n)


def line(text: str, n: int) -> str:
    r"""Return the nth line that is not blank, the first being 1 and the last -1; "" when there is none.

    >>> line("One\n\nTwo", 2)
    'Two'
    """
    return _nth(lines_of(text), n)


def first_line(text: str) -> str:
    r"""Return the first line that is not blank; "" when there is none.

    >>> first_line("\nHello\nWorld")
    'Hello'
    """
    return line(text, 1)


def last_line(text: str) -> str:
    r"""Return the last line that is not blank; "" when there is none.

    >>> last_line("Hello\nWorld\n")
    'World'
    """
    return line(text, -1)


def first_sentence(text: str) -> str:
    """Return the first sentence; "" when there is none.

    >>> first_sentence("One. Two.")
    'One.'
    """
    return sentence(text, 1)


def last_sentence(text: str) -> str:
    """Return the last sentence; "" when there is none.

    >>> last_sentence("One. Is it two?")
    'Is it two?'
    """
    return sentence(text, -1)


def first_paragraph(text: str) -> str:
    r"""Return the first paragraph; "" when there is none.

    >>> first_paragraph("One.\n\nTwo.")
    'One.'
    """
    return paragraph(text, 1)


def last_paragraph(text: str) -> str:
    r"""Return the last paragraph; "" when there is none.

    >>> last_paragraph("One.\n\nTwo.")
    'Two.'
    """
    return paragraph(text, -1)


def _place(text: str, phrase: str) -> tuple[int, int] | None:
    """Return where a phrase stands in a text, any case, quotes and white space generous; None when nowhere."""
    if not phrase.strip():
        return None
    pieces = [re.sub('["“”«»„]', '["“”«»„]', re.sub("['’‘]", "['’‘]", re.escape(each))) for each in phrase.split()]
    found = re.search(r"[\s*_]+".join(pieces), text, re.IGNORECASE)
    return found.span() if found else None


def before(text: str, phrase: str) -> str:
    """Return what stands before the first place of a phrase; "" when the phrase is not there.

    >>> before("Intro. Answer: 42", "answer:")
    'Intro.'
    """
    place = _place(text, phrase)
    return text[: place[0]].strip() if place else ""


def after(text: str, phrase: str) -> str:
    """Return what stands behind the first place of a phrase; "" when the phrase is not there.

    >>> after("Intro. Answer: 42", "answer:")
    '42'
    """
    place = _place(text, phrase)
    return text[place[1] :].strip() if place else ""


def between(text: str, opening: str, closing: str) -> str:
    """Return what stands between two phrases, or up to the end without the second; "" without the first.

    >>> between("<start> 42 <end> more", "<start>", "<end>")
    '42'
    """
    rest = after(text, opening)
    place = _place(rest, closing)
    return rest[: place[0]].strip() if place else rest


def _same(one: str, other: str) -> bool:
    """Tell whether two texts say the same: case, Markdown's marks, quotes, white space and final stops aside."""
    return folded(plain(one)).strip(" .,:;!?\"'()[]") == folded(plain(other)).strip(" .,:;!?\"'()[]")
