"""Pieces of Python that several checks share, and the parts of a response as Python expressions.

The code runs in a sandbox that has no `re`, no generators of one's own and no `del`; it must stand any response: empty,
huge, without line ends, with CRLF, in any script.
"""

from itertools import pairwise

from spade_core.candidates.check import literal
from spade_core.criteria.readings import Place, Scope, Unit

SENTENCES_IN = """
def sentences_in(text):
    for mark in "。！？":
        text = text.replace(mark, mark + " ")
    titles = ("mr.", "mrs.", "ms.", "dr.", "vs.", "etc.", "inc.", "st.", "no.", "fig.")
    marks = (".", "!", "?", "。", "！", "？")
    count = 0
    for line in text.splitlines():
        words = [word.strip("\\"'()[]*_”’") for word in line.lstrip("-*#>•0123456789.) ").split()]
        ends = [word for word in words[:-1] if word.endswith(marks) and word.lower() not in titles]
        # "e.g." and "J." end no sentence
        count += len([word for word in ends if len(word) > 2 and "." not in word[:-1]])
        count += 1 if words else 0
    return count
""".strip()

IS_ITEM = """
def is_item(line):
    text = line.strip()
    numbered = any([text.partition(mark)[0].isdecimal() for mark in (". ", ") ", "/")])
    return numbered or text.startswith(("- ", "* ", "• ", "+ "))
""".strip()

HEADING_LEVEL = """
def heading_level(line):
    text = line.strip()
    if text.startswith("#"):
        return len(text) - len(text.lstrip("#"))
    is_label = text.endswith(":") and len(text.split()) <= 7 and not text.startswith(("-", "*", "•"))
    return 7 if text.startswith("**") or is_label else 0
""".strip()

SECTION_OF = """
def section_of(name):
    lines = []
    depth = 0
    for line in response.splitlines():
        level = heading_level(line)
        if depth and 0 < level <= depth:
            depth = 0
        if not depth and level and name in line.lower():
            depth = level
            lines.append(line.partition(":")[2].strip("* "))
        elif depth:
            lines.append(line)
    return "\\n".join(lines).strip()
""".strip()

WITHOUT_FENCE = """
text = response.strip()
if text.startswith("```"):
    text = text.partition("\\n")[2].rpartition("```")[0]
""".strip()

WORDS_OF = """
def words_of(text):
    return "".join(char if char.isalnum() else " " for char in text.lower()).split()
""".strip()

FIRST_LINE = """
lines = [line.strip("#*_ ") for line in response.splitlines() if line.strip("#*_ ")]
title = lines[0] if lines else ""
""".strip()

LAST_LINE = """
lines = [line.strip() for line in response.splitlines() if line.strip()]
last = lines[-1] if lines else ""
""".strip()

_CJK_WORDS = """
def words_in(text):
    ideographs = [char for char in text if "\\u3040" <= char <= "\\u9fff" or "\\uac00" <= char <= "\\ud7a3"]
    for char in sorted(set(ideographs)):
        text = text.replace(char, " ")
    return len(ideographs) + len(text.split())
""".strip()

_PARAGRAPHS_IN = """
def paragraphs_in(text):
    lines = [line.strip() for line in text.splitlines()]
    return sum(1 for before, line in zip(["", *lines], lines) if line and not before)
""".strip()

_STEPS_IN = """
def steps_in(text):
    heading, items, numbered, named, lists = "", 0, 0, 0, 0
    starts = 0
    before = False
    for line in [line for line in text.splitlines() if line.strip()]:
        bare = line.strip("#*_- \\t").lower()
        if bare.startswith("step ") and bare[5:6].isdigit():
            named += 1
        elif is_item(line):
            lists += 0 if before else 1
            items += 1
            numbered += 1 if line.strip()[0].isdigit() else 0
            starts += 1 if line.strip()[:2] in ("1.", "1)") else 0
            named += 1 if any([word in heading for word in ("step", "instruction", "method", "direction")]) else 0
        elif not line.startswith((" ", "\\t")):
            heading = line.lower()
        before = is_item(line) or (before and line.startswith((" ", "\\t")))
    if named:
        return named
    if starts == 1:
        return numbered
    return items if lists == 1 else None
""".strip()
"""None where several lists could be meant and nothing says which is the steps."""


IS_EMOJI = """
def is_emoji(char):
    symbols = "\\u203c\\u2049\\u231a\\u231b\\u2b1b\\u2b1c\\u2b50\\u2b55\\u3297\\u3299\\U0001f004\\U0001f0cf"
    dingbats = "\\u2600" <= char <= "\\u27bf" or "\\u23e9" <= char <= "\\u23fa"
    flags = "\\U0001f170" <= char <= "\\U0001f251"
    pictures = "\\U0001f300" <= char <= "\\U0001f6ff" or "\\U0001f7e0" <= char <= "\\U0001f7f0"
    return char in symbols or dingbats or flags or pictures or "\\U0001f90c" <= char <= "\\U0001faff"
""".strip()
"""Flags are two letters of their own range; what else becomes an emoji does so by a variation selector or keycap."""


_EMOJIS_IN = """
def emojis_in(text):
    count, letters, before = 0, 0, ""
    for char in text:
        if "\\U0001f1e6" <= char <= "\\U0001f1ff":
            letters += 1
        elif is_emoji(char) and before != "\\u200d" and not "\\U0001f3fb" <= char <= "\\U0001f3ff":
            count += 1
        elif char == "\\ufe0f" and not is_emoji(before):
            count += 1
        before = char
    return count + (letters + 1) // 2
""".strip()


_COUNTS: dict[Unit, tuple[list[str], str]] = {
    Unit.WORDS: ([], "len({text}.split())"),
    Unit.SENTENCES: ([SENTENCES_IN], "sentences_in({text})"),
    Unit.CHARACTERS: ([], "len({text}.strip())"),
    Unit.PARAGRAPHS: ([_PARAGRAPHS_IN], "paragraphs_in({text})"),
    Unit.LINES: ([], "len([line for line in {text}.splitlines() if line.strip()])"),
    Unit.ITEMS: ([IS_ITEM], "len([line for line in {text}.splitlines() if is_item(line)])"),
    Unit.STEPS: ([IS_ITEM, _STEPS_IN], "steps_in({text})"),
    Unit.SECTIONS: ([HEADING_LEVEL], "len([line for line in {text}.splitlines() if heading_level(line)])"),
    Unit.EMOJIS: ([IS_EMOJI, _EMOJIS_IN], "emojis_in({text})"),
    Unit.QUESTIONS: ([], '({text}.count("?") + {text}.count("\uff1f"))'),
    Unit.HASHTAGS: ([], 'len([word for word in {text}.split() if word[0] == "#" and word[1:2].isalnum()])'),
    Unit.LINKS: ([], '({text}.count("http://") + {text}.count("https://"))'),
    Unit.EXCLAMATIONS: ([], '{text}.count("!")'),
}


ENTRIES = """
lines = [line.strip() for line in text.splitlines() if line.strip()]
items = [line for line in lines if line.startswith(("-", "*", "•")) or line[:1].isdigit()]
headings = [line for line in lines if line.startswith(("#", "**"))]
blocks = [block for block in text.replace("\\r\\n", "\\n").split("\\n\\n") if block.strip()]
elements = text.strip().strip("[]").split(",") if len(lines) == 1 or text.strip()[:1] == "[" else []
return any([CONDITION for entries in [items, headings, blocks, lines, elements]])
""".strip()
"""Passes when any way of counting things that stand one by one meets CONDITION."""


VALUES_OF = """
def values_of(key):
    import json

    text = response.strip()
    if text.startswith("```"):
        text = text.partition("\\n")[2].rpartition("```")[0]
    try:
        rest = [json.loads(text)]
    except ValueError:
        return []
    found = []
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            if key in value:
                found.append(value[key])
            rest.extend(list(value.values()))
        elif isinstance(value, list):
            rest.extend(value)
    return found
""".strip()
"""The values of a key wherever it stands in the JSON; none where the response is no JSON."""


def counter(unit: Unit, *, ideographs: bool = False) -> tuple[list[str], str]:
    """Return the helpers that counting a unit needs, and the expression for the count in ``{text}``.

    Words are what white space separates; with `ideographs`, each character of a script without spaces is one too.
    """
    if unit is Unit.WORDS and ideographs:
        return [_CJK_WORDS], "words_in({text})"
    return _COUNTS[unit]


def parts(scope: Scope) -> tuple[list[str], str, bool]:
    """Return the helpers that find a scope, the expression for it, and whether that is a list of parts."""
    match scope.place:
        case Place.RESPONSE:
            return [], "response", False
        case Place.TITLE:
            return [FIRST_LINE], "title", False
        case Place.SECTION:
            return [HEADING_LEVEL, SECTION_OF], f"section_of({literal(scope.section.lower())})", False
        case Place.LAST_LINE:
            return [LAST_LINE], "last", False
        case Place.LAST_PARAGRAPH:
            return [], 'response.replace("\\r\\n", "\\n").strip().rpartition("\\n\\n")[2]', False
        case Place.KEY:
            values = f"values_of({literal(scope.section)})"
            return [VALUES_OF], f"[part for part in {values} if isinstance(part, str)]", True
        case Place.EACH_ITEM:
            return [IS_ITEM], "[part for part in response.splitlines() if is_item(part)]", True
        case Place.EACH_PARAGRAPH:
            return [], '[part for part in response.replace("\\r\\n", "\\n").split("\\n\\n") if part.strip()]', True
        case Place.EACH_LINE:
            return [], "[part for part in response.splitlines() if part.strip()]", True
        case Place.EACH_SENTENCE:
            marked = 'response.replace("? ", "?\\n").replace("! ", "!\\n").replace(". ", ".\\n").splitlines()'
            return [], marked, True


def joined(*pieces: str) -> str:
    """Return pieces of code one below the other, each helper function set off by a blank line, none twice."""
    kept = list(dict.fromkeys(piece for piece in pieces if piece))
    out = kept[0]
    for before, piece in pairwise(kept):
        out += ("\n\n" if before.startswith("def ") or piece.startswith("def ") else "\n") + piece
    return out
