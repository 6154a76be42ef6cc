"""String literals of the languages that are read without a parser: a table of how each writes them, and its reader."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from spade_core.prompt_files.code.code_text import CodeText
from spade_core.prompt_files.placeholders import Mark
from spade_core.prompt_files.template import Dialect
from spade_core.text import MapBuilder, Span

_ESCAPE = (
    r"\\(?:(?P<line>\r?\n[ \t]*)|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|u\{(?P<braced>[0-9a-fA-F]{1,6})\}"
    r"|U(?P<U>[0-9a-fA-F]{8})|(?P<letter>.))"
)
_QUOTE_ONLY = r"\\(?P<letter>[\\'])"
_DOUBLED = r"(?P<letter>\")\""
_LETTERS = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "e": "\x1b",
    "s": " ",
}

_IN_BRACES = r"[^{}]{0,300}(?:\{[^{}]{0,300}\}[^{}]{0,300}){0,4}"
_DOLLAR_HOLE = rf"\$(?:\{{(?P<braces>{_IN_BRACES})\}}|(?P<bare>[A-Za-z_]\w*))"
_PHP_HOLE = r"\{\$(?P<braces>[^{}\n]{1,200})\}|\$\{(?P<inner>\w{1,100})\}|\$(?P<bare>[A-Za-z_]\w*(?:->\w+|\[\w+\])?)"
_HASH_HOLE = rf"#\{{(?P<braces>{_IN_BRACES})\}}"
_BRACE_HOLE = r"(?<!\{)\{(?P<braces>[^{}\n]{1,300})\}(?!\})"
_TWO_BRACES_HOLE = r"\{\{(?P<braces>[^{}\n]{1,300})\}\}"
_SWIFT_HOLE = r"\\\((?P<braces>[^()\n]{0,200}(?:\([^()\n]{0,200}\)[^()\n]{0,200}){0,4})\)"


@dataclass(frozen=True, slots=True)
class StringSyntax:
    """One way in which a language writes a string."""

    opening: str
    """A pattern; what its group ``tag`` matches must stand in the closing mark too."""
    closing: str
    """A pattern, with ``{tag}`` for that."""
    escape: str = ""
    hole: str = ""
    """What an expression's value fills."""
    is_line: bool = False
    """Whether it ends on the line on which it begins."""
    is_block: bool = False
    """Whether it begins on the next line, and what all lines are indented by does not belong to it."""

    def inside(self, tag: str) -> re.Pattern[str]:
        """Return the pattern of what is no plain character in it."""
        return _inside(self, tag)


@lru_cache(maxsize=256)
def _inside(form: StringSyntax, tag: str) -> re.Pattern[str]:
    closing = form.closing.replace("{tag}", re.escape(tag))
    ways = [form.hole and f"(?P<hole>{form.hole})", form.escape and f"(?P<escape>{form.escape})"]
    ways += [f"(?P<close>{closing})", r"(?P<broken>\n)" if form.is_line else ""]
    return re.compile("|".join(filter(None, ways)), re.MULTILINE)


@dataclass(frozen=True)
class Lexis:
    """How a language writes what is no code: comments and strings."""

    name: str
    passed_over: tuple[str, ...]
    """Patterns of comments and of literals that are no strings."""
    forms: tuple[StringSyntax, ...]
    """The first that matches is meant."""
    plus: str = r"\+"
    """What stands between two strings that are one; it may be nothing."""

    @cached_property
    def token(self) -> re.Pattern[str]:
        """What a comment or a string begins with."""
        forms = (f"(?P<f{i}>{form.opening.replace('?P<tag>', '')})" for i, form in enumerate(self.forms))
        return re.compile("|".join([f"(?P<skip>{'|'.join(self.passed_over)})", *forms]), re.MULTILINE)


_SLASHES = r"//[^\n]*"
_STARRED = r"(?s:/\*.*?(?:\*/|\Z))"
_HASHED = r"#[^\n]*"
_CHARACTER = r"'(?:\\[^\n]{1,9}?|[^'\\\n])'"
_C = (_SLASHES, _STARRED, _CHARACTER)
_QUOTED = StringSyntax('"', '"', _ESCAPE, is_line=True)
_BLOCK = StringSyntax(r'"""', r'"""', _ESCAPE, is_block=True)
_WITH_DOLLAR = StringSyntax('"', '"', _ESCAPE, _DOLLAR_HOLE, is_line=True)
_RAW_WITH_DOLLAR = StringSyntax(r'"""', r'"""(?!")', "", _DOLLAR_HOLE)

_GO = Lexis("Go", _C, (StringSyntax("`", "`"), _QUOTED))
_RUST_TESTS = r"^#\[cfg\(test\)\]\s*mod \w+ \{(?s:.*)"
_RUST = Lexis(
    "Rust", (_RUST_TESTS, *_C), (StringSyntax(r'\bb?r(?P<tag>#{0,9})"', '"{tag}'), StringSyntax('"', '"', _ESCAPE))
)
_JAVA = Lexis("Java", _C, (_BLOCK, _QUOTED))
_KOTLIN = Lexis("Kotlin", _C, (_RAW_WITH_DOLLAR, _WITH_DOLLAR))
_SCALA = Lexis(
    "Scala",
    _C,
    (
        StringSyntax(r'\b[sf]"""', r'"""(?!")', "", _DOLLAR_HOLE),
        StringSyntax(r'"""', r'"""(?!")'),
        StringSyntax(r'\b[sf]"', '"', _ESCAPE, _DOLLAR_HOLE, is_line=True),
        _QUOTED,
    ),
)
_CSHARP = Lexis(
    "C#",
    _C,
    (
        StringSyntax(r'\$(?P<tag>"{3,9})', "{tag}", "", _BRACE_HOLE, is_block=True),
        StringSyntax(r'\$\$(?P<tag>"{3,9})', "{tag}", "", _TWO_BRACES_HOLE, is_block=True),
        StringSyntax(r'(?P<tag>"{3,9})', "{tag}", is_block=True),
        StringSyntax(r'(?:\$@|@\$)"', '"(?!")', _DOUBLED, _BRACE_HOLE),
        StringSyntax(r'@"', '"(?!")', _DOUBLED),
        StringSyntax(r'\$"', '"', _ESCAPE, _BRACE_HOLE, is_line=True),
        _QUOTED,
    ),
)
_RUBY_REGEX = r"(?<=[(,=~!&|{;])[ \t]{0,9}/(?![\s=*/])(?:[^/\\\n]|\\.){1,300}/"
_RUBY = Lexis(
    "Ruby",
    (r"(?s:^=begin\b.*?(?:^=end\b|\Z))", _HASHED, _RUBY_REGEX, r"\?[\"'](?!\w)"),
    (
        StringSyntax(r"<<[~\-]?'(?P<tag>[A-Za-z_]\w*)'", r"^[ \t]*{tag}\b", is_block=True),
        StringSyntax(r'<<[~\-]?"?(?P<tag>[A-Z_]\w*)"?', r"^[ \t]*{tag}\b", _ESCAPE, _HASH_HOLE, is_block=True),
        StringSyntax(r"%Q?\((?=\S)", r"\)", _ESCAPE, _HASH_HOLE),
        StringSyntax(r"%Q?\{", r"\}", _ESCAPE, _HASH_HOLE),
        StringSyntax(r"%q\(", r"\)"),
        StringSyntax('"', '"', _ESCAPE, _HASH_HOLE),
        StringSyntax("'", "'", _QUOTE_ONLY),
    ),
    plus=r"(?:\+|<<|\\)",
)
_PHP = Lexis(
    "PHP",
    (r"(?s:\A(?!<\?).*?(?:<\?(?:php|=)|\Z))", r"(?s:\?>.*?(?:<\?(?:php|=)|\Z))", _SLASHES, _STARRED, r"#(?!\[)[^\n]*"),
    (
        StringSyntax(r"<<<[ \t]*'(?P<tag>\w+)'", r"^[ \t]*{tag}\b", is_block=True),
        StringSyntax(r'<<<[ \t]*"?(?P<tag>\w+)"?', r"^[ \t]*{tag}\b", _ESCAPE, _PHP_HOLE, is_block=True),
        StringSyntax('"', '"', _ESCAPE, _PHP_HOLE),
        StringSyntax("'", "'", _QUOTE_ONLY),
    ),
    plus=r"\.",
)
_SWIFT = Lexis(
    "Swift",
    (_SLASHES, _STARRED),
    (
        StringSyntax(r'(?P<tag>#{1,9})"""', '"""{tag}', is_block=True),
        StringSyntax(r'(?P<tag>#{1,9})"', '"{tag}', is_line=True),
        StringSyntax(r'"""', r'"""', _ESCAPE, _SWIFT_HOLE, is_block=True),
        StringSyntax('"', '"', _ESCAPE, _SWIFT_HOLE, is_line=True),
    ),
)
_CPP = Lexis(
    "C++",
    (_SLASHES, _STARRED, _CHARACTER, r"^[ \t]*#[ \t]*(?:include|error|warning|pragma|if|elif|endif)\b[^\n]*"),
    (StringSyntax(r'(?<![A-Za-z_0-9])(?:u8|[uUL])?R"(?P<tag>[^()\\\s"]{0,16})\(', r'\){tag}"'), _QUOTED),
    plus=r"\+?",
)
_DART = Lexis(
    "Dart",
    (_SLASHES, _STARRED),
    (
        StringSyntax(r"\br(?P<tag>\"\"\"|''')", "{tag}"),
        StringSyntax(r"(?P<tag>\"\"\"|''')", "{tag}", _ESCAPE, _DOLLAR_HOLE),
        StringSyntax(r"\br(?P<tag>[\"'])", "{tag}", is_line=True),
        StringSyntax(r"(?P<tag>[\"'])", "{tag}", _ESCAPE, _DOLLAR_HOLE, is_line=True),
    ),
    plus=r"\+?",
)
_ELIXIR = Lexis(
    "Elixir",
    (_HASHED, r"\?[\"'](?!\w)", r'@(?:module|type)?doc[ \t]+(?:~[sS])?"""(?s:.*?(?:"""|\Z))'),
    (
        StringSyntax(r'~[A-Z]+"""', '"""', is_block=True),
        StringSyntax(r'(?:~s)?"""', '"""', _ESCAPE, _HASH_HOLE, is_block=True),
        StringSyntax('"', '"', _ESCAPE, _HASH_HOLE),
    ),
    plus="<>",
)
_LUA = Lexis(
    "Lua",
    (r"(?s:--\[\[.*?(?:\]\]|\Z))", r"--[^\n]*"),
    (
        StringSyntax(r"\[(?P<tag>=*)\[", r"\]{tag}\]"),
        StringSyntax(r"(?P<tag>[\"'])", "{tag}", _ESCAPE, is_line=True),
    ),
    plus=r"\.\.",
)
_HELD = r"(?:(?<![\w.])(?:ref|shallowRef|\$state)(?:<[\w\[\] |]{1,40}>)?\(\s{0,40})?"
"""What only holds a value for the page: the text is called as the variable is."""
_COMPONENT = Lexis(
    "a component",
    (r"(?s:\A.*?(?:<script\b[^>]*>|\Z))", r"(?s:</script>.*?(?:<script\b[^>]*>|\Z))", _SLASHES, _STARRED),
    (
        StringSyntax(rf"{_HELD}`", "`", _ESCAPE, rf"\$\{{(?P<braces>{_IN_BRACES})\}}"),
        StringSyntax(rf"{_HELD}(?P<tag>[\"'])", "{tag}", _ESCAPE, is_line=True),
    ),
)
"""The scripts of Vue and Svelte; the markup around them is passed over."""
LEXES: dict[str, Lexis] = {
    "go": _GO,
    "rs": _RUST,
    "java": _JAVA,
    **dict.fromkeys(("kt", "kts"), _KOTLIN),
    "scala": _SCALA,
    "cs": _CSHARP,
    "rb": _RUBY,
    "php": _PHP,
    "swift": _SWIFT,
    **dict.fromkeys(("cpp", "cc", "cxx", "hpp", "h", "c"), _CPP),
    "dart": _DART,
    **dict.fromkeys(("ex", "exs"), _ELIXIR),
    "lua": _LUA,
    **dict.fromkeys(("vue", "svelte"), _COMPONENT),
}
"""By the suffix of a file."""


def lexis_of(path: str) -> Lexis | None:
    """Return how the language of a path's suffix writes strings; None where it is not one of the table."""
    return LEXES.get(path.rpartition(".")[2].lower())


_MOST_UNCLOSED = 40
"""Kinds of strings that may be without an end in a file before no more are looked for."""


@dataclass(frozen=True, slots=True)
class StringLiteral:
    """A string of a file."""

    begin: int
    end: int
    """With its marks."""
    text: CodeText


@dataclass(slots=True)
class Lexed:
    """A file's strings, in order, and its code alone: blanks stand where comments and strings do."""

    strings: list[StringLiteral] = field(default_factory=list)
    code: str = ""


def lexed(text: str, lexis: Lexis) -> Lexed:
    """Return the strings of a text, and what is code in it, as long as it. In time that its length alone decides."""
    found = Lexed()
    kept: list[str] = []
    at = 0
    unclosed: set[tuple[int, str]] = set()
    while at < len(text) and (match := lexis.token.search(text, at)) is not None:
        kept.append(text[at : match.start()])
        if match.lastgroup == "skip":
            kept.append(re.sub(r"[^\n]", " ", match[0]))
            at = max(match.end(), match.start() + 1)
            continue
        number = next(i for i in range(len(lexis.forms)) if match[f"f{i}"] is not None)
        literal = _literal(text, match.start(), lexis.forms[number], number, unclosed)
        at = literal.end if literal is not None else match.start() + 1
        if literal is None:
            kept.append(text[match.start() : at])
            continue
        found.strings.append(literal)
        kept.append('"' + " " * (literal.end - literal.begin - 2) + '"')
    found.code = "".join([*kept, text[at:]])
    return found


def _literal(
    text: str, begin: int, form: StringSyntax, number: int, unclosed: set[tuple[int, str]]
) -> StringLiteral | None:
    opening = re.compile(form.opening).match(text, begin)
    if opening is None:
        return None
    tag = opening["tag"] if "tag" in opening.re.groupindex else ""
    if (number, tag) in unclosed or len(unclosed) > _MOST_UNCLOSED:
        return None
    start = opening.end()
    is_here = form.closing.startswith("^")
    if is_here:
        line_end = text.find("\n", start)
        start = line_end + 1 if line_end >= 0 else len(text)
    builder, holes = MapBuilder(), list[Mark]()
    at = start
    for match in form.inside(tag).finditer(text, start):
        if match["close"] is not None:
            builder.verbatim(text, at, match.start())
            dialect = Dialect.NONE if holes and form.hole != _BRACE_HOLE else None  # only C# doubles its braces
            said = CodeText(builder.build(empty_at=start), tuple(holes), is_fstring=bool(holes), dialect=dialect)
            return StringLiteral(begin, max(match.end(), begin + 2), _laid_out(said, form))
        if match.lastgroup == "broken":
            return None
        builder.verbatim(text, at, match.start())
        at = match.end()
        if form.hole and match["hole"] is not None:
            name = next((match[g] for g in ("braces", "bare", "inner") if match.re.groupindex.get(g) and match[g]), "")
            holes.append((_hole_name(name), builder.length, builder.length + len(match[0])))
            builder.verbatim(text, *match.span())
        else:
            builder.replaced(_escaped(match), Span(*match.span()))
    unclosed.add((number, tag))
    return None


def _hole_name(expression: str) -> str:
    name = re.sub(r"\s+", " ", expression.strip())
    return re.sub(r"^(?:this(?:\.|->)|self\.|@|\$)", "", name)


def _escaped(match: re.Match[str]) -> str:
    groups = match.re.groupindex
    if "line" in groups:
        if match["line"] is not None:
            return ""
        code = match["x"] or match["u"] or match["braced"] or match["U"]
        if code is not None:
            return chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else match[0]
        return _LETTERS.get(match["letter"], match["letter"])
    return match["letter"]


def _laid_out(text: CodeText, form: StringSyntax) -> CodeText:
    """Return what a literal that begins on the next line says."""
    if not form.is_block or "\n" not in text.text:
        return text
    return unindented(text)


def unindented(text: CodeText) -> CodeText:
    """Return a text without a first line that is empty, a last one of blanks, and what all others are indented by."""
    text = text.with_lf()
    first = len(text.text) - len(text.text.lstrip(" \t"))
    gaps = [(0, first + 1)] if text.text[first : first + 1] == "\n" else []
    last = len(text.text.rstrip(" \t"))
    return text.cut([*gaps, (max(last, gaps[0][1] if gaps else 0), len(text.text))]).dedented()


def strings_between(strings: list[StringLiteral], code: str) -> Iterator[tuple[StringLiteral, str]]:
    """Yield each string and the code between the one before and it."""
    at = 0
    for string in strings:
        yield string, code[at : string.begin]
        at = string.end
