"""What a text marks: bold, italics, code, links, tags, placeholders, quotations."""

import re
from typing import Final

from spade_core.checks.plain import _LIST_MARK, _lines_with_code, _unfenced, _without_emphasis, without_code

__all__ = [
    "code_of",
    "emails_of",
    "emojis_of",
    "enclosed_of",
    "has_bold",
    "has_code",
    "has_email",
    "has_emoji",
    "has_hashtag",
    "has_html",
    "has_italics",
    "has_link",
    "has_markdown",
    "has_phone_number",
    "hashtags_last",
    "hashtags_of",
    "highlights_of",
    "is_markdown",
    "is_plain_text",
    "links_of",
    "mentions_of",
    "only_code",
    "placeholders_of",
    "quotations_of",
    "starts_with_emoji",
    "tag",
    "tags_of",
    "unmarked",
    "wrapped_in",
]

_BOLD: Final = r"\*\*(?=[^\s*])[^*\n]+\*\*|(?<!\w)__(?=[^\s_])[^_\n]+__(?!\w)|<(?:b|strong)>[^<]+</(?:b|strong)>"
_ITALICS: Final = (
    r"(?<![*\w\\])\*(?=[^\s*])[^*\n]*[^\s*]\*(?![*\w])"
    r"|(?<![\w_])_(?=[^\s_])[^_\n]*[^\s_]_(?![\w_])|<(?:i|em)>[^<]+</(?:i|em)>"
)
_HIGHLIGHT: Final = r"\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|(?<!\w)__([^_\n]+)__(?!\w)"
_URL: Final = r"(?:https?://|www\.)[^\s<>\"'`|\\^{}\[\]()]+(?:\([^\s()<>]*\)[^\s<>\"'`|\\^{}\[\]()]*)*"
_MARKDOWN_LINK: Final = r"\[[^\[\]\n]*\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"\n]*\")?\)"
_HTML_LINK: Final = r"(?i)<a\s[^<>]*?href\s*=\s*[\"']?([^\"'\s<>]+)"
_PLACEHOLDER: Final = (
    r"\[(?![ xX]?\]|\^)([^\[\]\n]+)\](?!\(|:\s*http)|\{\{?\s*([A-Za-z_][\w"
    r" .\-]{0,60})\s*\}\}?|\$\{([^{}\n]{1,60})\}|(_{3,})"
)
_QUOTATION: Final = r"\"([^\"\n]+)\"|“([^“”\n]+)”|„([^„“”\n]+)[“”]|«([^«»\n]+)»|「([^「」\n]+)」|『([^『』\n]+)』"
_HTML_TAG: Final = (
    r"(?i)</?(?:a|b|blockquote|body|br|button|code|div|em|font|form|h[1-6]|head|hr|html|i|iframe|img|input|li|link|meta|"
    r"ol|p|pre|script|section|span|strong|style|sub|sup|svg|table|tbody|td|th|thead|title|tr|u|ul)(?:\s[^<>]*)?/?>"
)
_HASHTAG: Final = r"(?<![\w&#/])#(?=\w*[^\W\d])(\w+)"
_MENTION: Final = r"(?<![\w@/.])@(\w(?:[\w.\-]*\w)?)"
_EMAIL: Final = r"(?<![\w.+\-])[\w.+\-]{1,64}@[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63})+"
_PHONE: Final = (
    r"(?<![\w+])(?:\+\d{1,3}[\d ().\-]{6,16}\d|\(\d{3}\) ?\d{3}[ .\-]\d{4}|\d{3}[ .\-]\d{3}[ .\-]\d{4})(?!\w)"
)
_EMOJI: Final = (
    "(?:[\U0001f1e6-\U0001f1ff]{2}"
    "|(?:[\U0001f300-\U0001f5ff\U0001f600-\U0001f64f\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7eb\U0001f900-\U0001faff"
    "\u2600-\u2604\u260e\u2611\u2614\u2615\u2618\u261d\u2620\u2622\u2623\u2626\u262a\u262e\u262f\u2638-\u263a\u2640\u2642"
    "\u2648-\u2653\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e\u267f\u2692-\u2697\u2699\u269b\u269c\u26a0\u26a1\u26aa"
    "\u26ab\u26b0\u26b1\u26bd\u26be\u26c4\u26c5\u26c8\u26ce\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea\u26f0-\u26f5\u26f7-\u26fa"
    "\u26fd\u2702\u2705\u2708-\u270d\u270f\u2712\u2728\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755\u2757\u2763\u2764"
    "\u2795-\u2797\u27b0\u27bf\u2b50\u2b55\u231a\u231b\u23e9-\u23f3\u23f8-\u23fa\U0001f004\U0001f0cf\U0001f18e"
    "\U0001f191-\U0001f19a\U0001f201\U0001f21a\U0001f22f\U0001f232-\U0001f23a\U0001f250\U0001f251]"
    "|[#*0-9]\ufe0f?\u20e3)"
    "[\ufe0f\U0001f3fb-\U0001f3ff]*"
    "(?:\u200d[\u2600-\u27bf\U0001f300-\U0001faff][\ufe0f\U0001f3fb-\U0001f3ff]*)*)"
)  # fmt: skip


def _groups(pattern: str, text: str) -> list[str]:
    """Return for each match the one group that took part."""
    return [next(group for group in match.groups() if group is not None) for match in re.finditer(pattern, text)]


def highlights_of(text: str) -> list[str]:
    """Return the highlighted parts, bold or italic: ``*this*``, ``**this**``, ``__this__``.

    >>> highlights_of("A *small* and a **great** part")
    ['small', 'great']
    """
    return [each for each in _groups(_HIGHLIGHT, re.sub(r"(?m)^[ \t]*\*[ \t]+", "", text)) if each.strip()]


def quotations_of(text: str) -> list[str]:
    """Return what stands in double quotation marks, straight or curly, without them.

    >>> quotations_of('She said "yes" and “of course”.')
    ['yes', 'of course']
    """
    return _groups(_QUOTATION, text)


def enclosed_of(text: str, opening: str, closing: str) -> list[str]:
    """Return what stands on one line between two marks, such as ``<<`` and ``>>``, without them.

    >>> enclosed_of("A <<title>> and [[more]]", "[[", "]]")
    ['more']
    """
    found = []
    for line in text.splitlines():
        for piece in line.split(opening)[1:] if opening and closing else []:
            inner, end, _ = piece.partition(closing)
            if end and inner.strip():
                found.append(inner.strip())
    return found


def placeholders_of(text: str) -> list[str]:
    r"""Return the placeholders: ``[name]``, ``{name}``, ``{{name}}``, ``${name}``, without brackets, and ``____``.

    Links, check boxes, footnotes and what stands in fenced code are none.

    >>> placeholders_of("Dear [name], see [our page](https://example.org)")
    ['name']
    >>> placeholders_of("```python\nprint(names[i])\n```")
    []
    """
    return [each.strip() for each in _groups(_PLACEHOLDER, without_code(text))]


def links_of(text: str) -> list[str]:
    """Return the addresses of the links: Markdown's, HTML's and bare ones, each place once.

    >>> links_of("[docs](https://a.org/x) and https://b.org.")
    ['https://a.org/x', 'https://b.org']
    """
    found = [(match.start(1), match[1]) for match in re.finditer(_MARKDOWN_LINK, text)]
    found += [(match.start(1), match[1]) for match in re.finditer(_HTML_LINK, text)]
    known = {place for place, _ in found}
    for match in re.finditer(_URL, text):
        if match.start() not in known:
            found.append((match.start(), match[0].rstrip(".,;:!?*_~")))
    return [address for _, address in sorted(found)]


def code_of(text: str, language: str = "") -> list[str]:
    r"""Return the content of the fenced code blocks, of all or of those in a language.

    >>> code_of("```python\nx = 1\n```", "Python")
    ['x = 1']
    """
    found: list[tuple[str, list[str]]] = []
    inside = False
    for line, code in _lines_with_code(text):
        if not code:
            inside = False
        elif not inside:
            found.append((line.strip().strip("`~").strip().casefold(), []))
            inside = True
        else:
            found[-1][1].append(line)
            closing = line.strip()
            if closing[:3] in ("```", "~~~") and not closing.strip(closing[0]):
                found[-1][1].pop()
                inside = False
    wanted = _language_key(language)
    return ["".join(lines).rstrip("\n") for name, lines in found if not wanted or _language_key(name) == wanted]


def _language_key(name: str) -> str:
    """Return one name for a language of code that has several."""
    first = name.strip().casefold().split()[:1]
    key = first[0].strip("{}.").split(",")[0] if first else ""
    same = {
        "py": "python", "python3": "python", "js": "javascript", "ts": "typescript", "sh": "bash",
        "shell": "bash", "zsh": "bash", "console": "bash", "yml": "yaml", "md": "markdown", "tex": "latex",
        "c++": "cpp", "cs": "csharp", "c#": "csharp", "htm": "html", "jsonc": "json", "json5": "json",
        "postgresql": "sql", "mysql": "sql", "sqlite": "sql", "golang": "go", "rs": "rust",
}  # fmt: skip
    return same.get(key, key)


def has_code(text: str, language: str = "") -> bool:
    r"""Tell whether there is a fenced code block, of any or of the given language.

    >>> has_code("```sql\nSELECT 1\n```", "sql"), has_code("no code")
    (True, False)
    """
    return bool(code_of(text, language))


def only_code(text: str, language: str = "") -> bool:
    r"""Tell whether the response is one fenced code block and nothing else; of a language, when both name one.

    >>> only_code("```py\nx = 1\n```", "python"), only_code("Here:\n```\nx\n```")
    (True, False)
    """
    outside = "".join(line for line, code in _lines_with_code(text) if not code)
    if outside.strip() or len(code_of(text)) != 1:
        return False
    opening = text.strip().splitlines()[0].strip("`~ \t")
    return not language or not opening or _language_key(opening) == _language_key(language)


def tags_of(text: str, name: str) -> list[str]:
    """Return the content of each ``<name>`` element, any case, attributes allowed.

    >>> tags_of("<answer>42</answer>", "answer")
    ['42']
    """
    opening = rf"(?i)<{re.escape(name)}(?:\s[^<>]*)?(?<!/)>"
    closing = rf"(?i)</{re.escape(name)}\s*>"
    ends = [match.span() for match in re.finditer(closing, text)]
    found, behind, at = [], 0, 0
    for match in re.finditer(opening, text):
        while at < len(ends) and ends[at][0] < match.end():
            at += 1
        if at == len(ends):
            break
        if match.start() >= behind:
            found.append(text[match.end() : ends[at][0]].strip())
            behind = ends[at][1]
    return found


def tag(text: str, name: str) -> str:
    """Return the content of the first ``<name>`` element; "" when there is none.

    >>> tag("<name>Ada</name><age>36</age>", "age")
    '36'
    """
    return next(iter(tags_of(text, name)), "")


def hashtags_of(text: str) -> list[str]:
    """Return the hashtags without their mark.

    >>> hashtags_of("Good #morning, issue #12")
    ['morning']
    """
    return re.findall(_HASHTAG, text)


def mentions_of(text: str) -> list[str]:
    """Return the names behind ``@``, without it; addresses of mail are none.

    >>> mentions_of("Thanks @ada, write to bob@example.org")
    ['ada']
    """
    return re.findall(_MENTION, text)


def emails_of(text: str) -> list[str]:
    """Return the addresses of mail.

    >>> emails_of("Write to ada@example.org.")
    ['ada@example.org']
    """
    return re.findall(_EMAIL, text)


def emojis_of(text: str) -> list[str]:
    """Return the emojis; one of several characters, such as a flag or a family, is one.

    >>> emojis_of("Hi 👋🏽 from 🇻🇳")
    ['👋🏽', '🇻🇳']
    """
    return [] if text.isascii() else re.findall(_EMOJI, text)


def has_bold(text: str) -> bool:
    """Tell whether something is bold: ``**so**``, ``__so__``, ``<b>so</b>``.

    >>> has_bold("**Yes**"), has_bold("2 ** 3")
    (True, False)
    """
    return bool(re.search(_BOLD, without_code(text)))


def has_italics(text: str) -> bool:
    """Tell whether something is in italics: ``*so*``, ``_so_``, ``<i>so</i>``.

    >>> has_italics("*Yes*"), has_italics("**No**"), has_italics("snake_case_name")
    (True, False, False)
    """
    return bool(re.search(_ITALICS, without_code(re.sub(r"(?m)^[ \t]*\*[ \t]+", "", text))))


def has_emoji(text: str) -> bool:
    """Tell whether there is an emoji.

    >>> has_emoji("Fine 😊"), has_emoji("Fine :)")
    (True, False)
    """
    return bool(emojis_of(text))


def has_link(text: str) -> bool:
    """Tell whether there is a link: Markdown's, HTML's or a bare address.

    >>> has_link("See www.example.org")
    True
    """
    return bool(links_of(text))


def has_email(text: str) -> bool:
    """Tell whether there is an address of mail.

    >>> has_email("ada@example.org")
    True
    """
    return bool(emails_of(text))


def starts_with_emoji(text: str) -> bool:
    """Tell whether an emoji stands first, behind marks of headings and lists.

    >>> starts_with_emoji("## 🌱 Spring"), starts_with_emoji("Spring 🌱")
    (True, False)
    """
    bare = text.lstrip(" \t\n#*_->•\"'")
    return not bare.isascii() and re.match(_EMOJI, bare) is not None


def has_phone_number(text: str) -> bool:
    """Tell whether there is a telephone number, with its country or with ten digits in groups.

    >>> has_phone_number("Call (415) 555-0132."), has_phone_number("Due 2024-03-01, 10-20 pages")
    (True, False)
    """
    return re.search(_PHONE, text) is not None


def hashtags_last(text: str) -> bool:
    r"""Tell whether nothing but hashtags, names and links stands behind the first hashtag; so it is without any.

    >>> hashtags_last("It is warm.\n\n#spring #sun"), hashtags_last("A #warm day")
    (True, False)
    """
    first = re.search(_HASHTAG, text)
    rest = "" if first is None else re.sub(f"{_HASHTAG}|{_MENTION}|{_URL}", "", text[first.start() :])
    return not any(map(str.isalnum, rest))


def has_hashtag(text: str) -> bool:
    """Tell whether there is a hashtag; ``# Title`` and ``#12`` are none.

    >>> has_hashtag("#spring"), has_hashtag("# Spring")
    (True, False)
    """
    return bool(hashtags_of(text))


def has_html(text: str) -> bool:
    """Tell whether there is a tag of HTML outside of code; ``a < b`` and ``<name>`` are none.

    >>> has_html("Some <b>bold</b> text"), has_html("For <name>, a < b")
    (True, False)
    """
    return re.search(_HTML_TAG, without_code(text)) is not None


def has_markdown(text: str, *, lists: bool = True) -> bool:
    """Tell whether there are marks of Markdown: headings, bold, italics, code, links, tables, quotes, and lists.

    Lists of dashes or numbers are plain text, too: with ``lists=False`` they do not count.

    >>> has_markdown("## Title"), has_markdown("Plain - and simple.")
    (True, False)
    >>> has_markdown("- one"), has_markdown("- one", lists=False)
    (True, False)
    """
    text = text if lists else re.sub(_LIST_MARK, "", text)
    return bool(
        re.search(
            r"(?m)^[ \t]*(?:#{1,6}[ \t]+\S|>[ \t]?\S|[-*+][ \t]+\S|\d{1,3}[.)][ \t]+\S|(?:```|~~~)|\|.*\|[ \t]*$)", text
        )
        or has_bold(text)
        or has_italics(text)
        or re.search(_MARKDOWN_LINK, text)
        or re.search(r"`[^`\n]+`", text)
        or re.search(r"~~[^~\n]+~~", text)
    )


def is_markdown(text: str) -> bool:
    r"""Tell whether the response is written in Markdown: it has some of its marks and is no JSON or HTML document.

    >>> is_markdown("# Title\n\nText"), is_markdown("<html></html>")
    (True, False)
    """
    bare = _unfenced(text)
    return has_markdown(text) and bare[:1] not in ("{", "[") and not re.match(r"(?i)<(?:!doctype|html|\?xml)", bare)


def is_plain_text(text: str) -> bool:
    """Tell whether there are no marks of Markdown and no HTML; lists of dashes or numbers are plain text still.

    >>> is_plain_text("Just words."), is_plain_text("**Bold** words.")
    (True, False)
    """
    return not has_markdown(text, lists=False) and not re.search(
        r"(?i)</?(?:p|br|b|i|em|strong|ul|ol|li|div|span|h[1-6]|a|table)\b[^<>]*>", text
    )


def wrapped_in(text: str, mark: str, closing: str | None = None) -> bool:
    """Tell whether the response begins with a mark and ends with it, or with the closing one.

    Brackets close themselves; straight and curly quotation marks are the same.

    >>> wrapped_in('“Good morning.”', '"'), wrapped_in("<<Title>>", "<<")
    (True, True)
    """
    straight = str.maketrans("“”„«»‘’", '"""""\'\'')
    bare, mark = text.strip().translate(straight), mark.translate(straight)
    mirrored = str.maketrans("([{<", ")]}>")
    end = closing.translate(straight) if closing is not None else mark[::-1].translate(mirrored)
    return bool(mark) and len(bare) >= len(mark) + len(end) and bare.startswith(mark) and bare.endswith(end)


def unmarked(text: str) -> str:
    """Return the text without marks of bold, italics and code; headings and lists keep theirs.

    >>> unmarked("- **Name**: `Ada`")
    '- Name: Ada'
    """
    return _without_emphasis(re.sub(r"(?m)^([ \t]*)\*(?=[ \t])", r"\1-", text))
