"""The strings of a language without a parser that could be prompts: what each is called, by the code around it."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from spade_core.prompt_files.chat import role_named, role_of_class_name
from spade_core.prompt_files.code.candidates import Candidate, FoundCandidates
from spade_core.prompt_files.code.code_text import CodeText, hole, in_a_row
from spade_core.prompt_files.code.lexis import Lexis, StringLiteral, lexed, strings_between, unindented
from spade_core.prompt_files.code.uses import MODEL_KEYWORDS, is_shown, use_of_argument
from spade_core.prompt_files.likelihood import MANY, Use, words_of_name
from spade_core.prompt_files.template import Dialect, Role
from spade_core.text import Span, word_set

_LOOK_BACK = 400
"""Characters of code before a string by which it is named."""

_SEVERAL_WORDS = re.compile(r"\w\W*\s\W*\w|[^\x00-\u2fff]{4}")
"""A text of one word is no prompt."""

_EXPRESSION = r"(?:[\w.$@]|->|::|\?\.)+(?:\([^()\"\n]{0,80}\)|\[[^\[\]\"\n]{0,80}\])?"
_NAME = r"(?P<name>[@$]?[A-Za-z_]\w*)"
_TYPE = r"(?:\s*(?<!:):(?!:)\s*[^\n;=,(){}\"]{1,60})?"
_ASSIGNED = re.compile(
    rf"(?:{_NAME}\s+(?:\[\])?string\s*="
    rf"|(?<![\w.])(?:[\w$@]+(?:\.|->|::))*{_NAME.replace('name', 'plain')}(?:\s*\[\w*\])?{_TYPE}"
    r"\s*(?P<operator>:=|\+=|\.=|<<|=>|(?<![=!<>+\-*/%&|^~?])=))\s*(?:&|new\s+|await\s+)?$"
)
_FUNCTION_VALUE = re.compile(r"(?:fun|def|func)\s+(?P<name>\w+)\s*\([^()]*\)\s*(?::\s*[\w<>?]+)?\s*=\s*$")
_KEYWORD = re.compile(r"(?P<key>[A-Za-z_]\w*)\s*(?::|=)\s*(?:&|new\s+)?$")
_ATTRIBUTE = re.compile(r"(?<!\S)@(?P<name>[a-z]\w*)$")
_CALL = re.compile(
    r"(?:(?P<owner>[A-Za-z_][\w.]*|\))\s*(?:\.|::|->|\?\.)\s*)?(?P<call>[A-Za-z_]\w*)!?\s*(?:<[\w<>,? ]{0,60}>)?\s*$"
)
_RETURN = re.compile(r"\breturn\s*&?$")
_LISTS = re.compile(r"(?i:(?:mutable)?listof|arrayof|setof|vec|aslist|list|array|of|set)|concat")
_NO_CALLS = frozenset(
    {"const", "var", "let", "import", "if", "for", "while", "switch", "return", "in", "and", "or", "when"}
)
_WRAPPERS = word_set("""
    sprintf format formatted trim trimspace dedent indoc doc string from of some ok sprint raw new strdup text tostring
    valueof just literal concat ptr prompttemplate fromtemplate from_template prompt formatdoc static parse template
    must
""")
"""Calls that give back the text that they are given, in small letters."""
_FILLS = frozenset({"sprintf", "format", "formatted", "formatdoc", "appendformat", "string_format"})
_ADDING = frozenset({"append", "appendline", "appendformat", "writestring", "push_str", "add_text", "pushstr"})
_SHOWS = re.compile(
    r"e?print\w*|fprint\w*|(?:show|display)\w*|render\w*message\w*|println|errorf?|fatal\w*|panic\w*|bail|anyhow|expect|ensure|write(?:line|error)\w*|log\w*"
    r"|(?:debug|info|warn|trace|warning|error)[fw]?\w*|puts|raise|die|throw|abort|nslog|assert\w*|require\w*|check\w*|wrap\w*"
    r"|color\.\w+|green|red|yellow|regex\w*|compile|mustcompile|getenv|setstatus|message_?box|todo|unimplemented|unreachable"
)
"""Calls that show a text to a person or take it as something else, in small letters."""
_SHOWN_KEYWORDS = frozenset(
    {"short", "long", "use", "usage", "help", "example", "flag", "mapstructure", "json", "yaml"}
)
_ROLE = re.compile(
    r"role\w*[\"']?\s*(?::|=>|=|\()\s*[\"']?[\w.:]*?(?P<role>system|developer|user|human|assistant)[\"']?\W",
    re.IGNORECASE,
)
_MESSAGE_KEYS = frozenset({"content", "text", "parts"})
_PREFIXES = re.compile(r"^(?:with|set|add|append|default)_?(?=[A-Z_a-z])")


@dataclass(frozen=True, slots=True)
class _Scope:
    """A declaration, and what encloses it."""

    begin: int
    owners: tuple[str, ...]
    is_function: bool


_NEAR = 160
_HEAD = 80
"""Characters in which stands to what a mapping is given."""


def _ending(pattern: re.Pattern[str], code: str) -> re.Match[str] | None:
    """Return how a pattern that looks for the end of some code matches near its end."""
    return pattern.search(code, max(0, len(code) - _NEAR))


_DECLARED = re.compile(
    r"(?:[\w<>\[\],.?*&@()]+\s+)*?(?:(?P<function>func|fn|fun|def|defp|function|sub)|(?P<class>class|struct|interface|enum"
    r"|object|impl|trait|record|protocol|actor|extension))\s+(?:\([^()]*\)\s*)?(?:self\.)?(?P<name>[A-Za-z_]\w*)"
    r"|(?:(?:public|private|protected|internal|static|async|override|final|virtual|abstract|sealed|partial|inline|constexpr)\s+)+"
    r"[\w<>\[\],.?:*& ]*?[\s*&](?P<method>[A-Za-z_]\w*)\s*\((?![^()]*\)\s*;)"
    r"|[A-Za-z_][\w<>:,*&]*[\s*&]+(?:\w+::)*(?P<free>[A-Za-z_]\w*)\s*\([^;=]*\{\s*$"
)
_LINE = re.compile(r"^(?P<indent>[ \t]*)(?P<code>[^\s{#].*)$", re.MULTILINE)


def _scopes(code: str) -> list[_Scope]:
    """Return what encloses each stretch of code, by how far its lines are indented."""
    found = [_Scope(0, (), is_function=False)]
    around: list[tuple[int, str, bool]] = []
    for line in _LINE.finditer(code):
        indent = len(line["indent"].expandtabs(4))
        declared = _DECLARED.match(line["code"]) if len(line["code"]) < 2 * _LOOK_BACK else None
        inside = around
        if not line["code"].startswith((")", "where ", "public:", "private:", "protected:")):
            inside = [one for one in around if one[0] < indent]
        if declared is not None:
            name = next(declared[group] for group in ("name", "method", "free") if declared[group])
            inside = [*inside, (indent, name, declared["class"] is None)]
        if inside != around:
            around = inside
            owners = tuple(name for _, name, _ in around)
            found.append(_Scope(line.start(), owners, is_function=bool(around) and around[-1][2]))
    return found


@dataclass(frozen=True, slots=True)
class _Place:
    """What a string is called and used for."""

    local: str
    identifier: str
    owners: tuple[str, ...] = ()
    use: Use = Use.NONE
    used_as: str = ""
    shown: bool = False
    is_constant: bool = False
    role: Role | None = None
    adds: bool = False
    listed: bool = False
    is_far: bool = False
    """Whether the mapping that it stands in opens too far before it to be seen."""
    dialect: Dialect | None = None


def literal_candidates(text: str, lexis: Lexis) -> dict[str, Candidate]:
    """Return the strings of a file that could be prompts, by their names, in file order."""
    found = lexed(text, lexis)
    gathered = _Gathered(_scopes(found.code))
    for group, code in _grouped(found.strings, found.code, text, lexis):
        if _SEVERAL_WORDS.search(group.text.text):
            gathered.take(group, code, text)
    return gathered.found.by_name


@dataclass(frozen=True, slots=True)
class _Group:
    """Strings that are one text, with what stands between them."""

    begin: int
    end: int
    text: CodeText
    before: StringLiteral | None
    """The string before it."""

    def follows(self, before: str) -> bool:
        """Return whether only a comma stands between the string before it and it; `before` is the code before it."""
        return self.before is not None and not before[len(before) - (self.begin - self.before.end) :].strip(", \t\r\n")


def _grouped(strings: list[StringLiteral], code: str, text: str, lexis: Lexis) -> Iterator[tuple[_Group, str]]:
    """Yield the texts of a file, each with the code before it."""
    joint = re.compile(rf"\s*\)?\s*{lexis.plus}\s*(?:(?P<value>{_EXPRESSION})\s*{lexis.plus}\s*)?")
    concat = re.compile(r"\s*,\s*")
    last: StringLiteral | None = None
    waiting: list[CodeText] = []
    begin = end = 0
    for string, between in strings_between(strings, code):
        is_more = joint.fullmatch(between) if waiting else None
        if is_more is not None:
            waiting += _value_between(is_more, end, text, lexis)
        elif (
            waiting
            and concat.fullmatch(between)
            and re.search(r"\bconcat!\s*\(\s*(?:\"\s*\"\s*,?\s*)*$", code[max(0, end - 4000) : end])
        ):
            pass
        else:
            if waiting:
                yield _group(begin, end, waiting, last, code, text, lexis), code[max(0, begin - _LOOK_BACK) : begin]
                last = StringLiteral(begin, end, in_a_row(waiting))
            waiting, begin = [], string.begin
        waiting.append(_finished(string, code))
        end = string.end
    if waiting:
        yield _group(begin, end, waiting, last, code, text, lexis), code[max(0, begin - _LOOK_BACK) : begin]


def _value_between(match: re.Match[str], end: int, text: str, lexis: Lexis) -> list[CodeText]:
    if match["value"] is None:
        return []
    return [_hole(match["value"], Span(end + match.start("value"), end + match.end("value")), lexis)]


def _hole(expression: str, source: Span, lexis: Lexis) -> CodeText:
    name = re.sub(r"^(?:this(?:\.|->)|self\.|@|\$)", "", expression)
    return hole(name, f"{{{name}}}", source)


def _group(
    begin: int, end: int, texts: list[CodeText], before: StringLiteral | None, code: str, text: str, lexis: Lexis
) -> _Group:
    after = re.compile(rf"\s*{lexis.plus}\s*(?P<value>{_EXPRESSION})\s*(?=[;,)\n}}]|\Z)").match(code, end)
    if lexis.plus.endswith("?"):
        after = None
    pieces = list(texts)
    if after is not None and not after["value"][0].isdigit():
        pieces.append(_hole(after["value"], Span(*after.span("value")), lexis))
    return _Group(begin, end, in_a_row(pieces), before)


def _finished(string: StringLiteral, code: str) -> CodeText:
    """Return what a string says after what is done to it where it stands."""
    done = re.compile(r"\s*\.\s*(trimIndent|trimMargin|stripMargin|stripIndent|strip|trim|squish)\b").match(
        code, string.end
    )
    match done[1] if done is not None else "":
        case "trimIndent" | "stripIndent":
            return unindented(string.text)
        case "trimMargin" | "stripMargin":
            gaps = [m.span() for m in re.finditer(r"^[ \t]*\|", string.text.text, re.MULTILINE)]
            return string.text.cut(gaps)
        case "strip" | "trim":
            return string.text.stripped()
        case _:
            return string.text


class _Gathered:
    """The candidates of one file."""

    def __init__(self, scopes: list[_Scope]) -> None:
        self.found = FoundCandidates()
        self._scopes = scopes
        self._begins = [scope.begin for scope in scopes]
        self._last: _Place | None = None

    def take(self, group: _Group, before: str, text: str) -> None:
        """Keep one text of the file."""
        scope = self._scopes[bisect_right(self._begins, group.begin) - 1]
        listed = _next_of(self._last) if group.follows(before) else None
        place = listed if listed is not None else _place(group, before, scope, text)
        if place.is_far and self._last is not None and self._last.owners:
            place = _within(place, self._last.owners)
        self._last = place
        prefix = "".join(f"{owner}." for owner in scope.owners)
        name = prefix + place.local
        said = group.text.in_dialect(place.dialect)
        if place.adds and (earlier := self.found.latest(name)) is not None:
            self.found.lengthen(earlier, said)
            return
        self.found.keep(
            Candidate(
                name,
                place.identifier,
                (*scope.owners, *place.owners),
                ((place.role, said),),
                place.use,
                place.used_as,
                place.shown,
                group.begin,
                place.is_constant,
                group.end,
                place.listed,
            )
        )


def _place(group: _Group, before: str, scope: _Scope, text: str) -> _Place:
    """Return what a text is called, by the code before it."""
    beside = len(before) - (group.begin - group.before.end) if group.before is not None else -1
    before = before.rstrip()
    dialect: Dialect | None = None
    use, used_as = Use.NONE, ""
    while before.endswith(("(", "!{")) and (call := _ending(_CALL, before.rstrip("({!"))) is not None:
        if call["call"].lower() not in _WRAPPERS:
            break
        if call["call"].lower() in _FILLS:
            dialect = None if "{" in group.text.text and "%" not in group.text.text else Dialect.PERCENT
        template = use_of_argument(call["call"], "", call["owner"] or "")
        if template is Use.NONE and call["owner"]:
            template = use_of_argument(call["owner"].rpartition(".")[2], "", "")
        if template is not Use.NONE:
            use, used_as = template, f"given to {call['call']}"
        before = re.sub(r"(?:&|\bnew|\bawait)\s*$", "", before[: call.start()].rstrip()).rstrip()
    place = _named(group, before, scope, text, before[beside:] if 0 <= beside < len(before) else None)
    if use is not Use.NONE and place.use is Use.NONE:
        place = replace(place, use=use, used_as=used_as)
    return replace(place, dialect=dialect) if dialect is not None else place


def _named(group: _Group, before: str, scope: _Scope, text: str, after_it: str | None) -> _Place:
    around = _opening(before)
    if around is not None and before[around] in "({[":
        inside = before[around + 1 :]
        head = before[:around].rstrip()
        call = _ending(_CALL, head) if before[around] == "(" else None
        if call is not None and call["call"] not in _NO_CALLS and not _LISTS.fullmatch(call["call"]):
            return _argument(group, inside, call, scope, text)
        if _is_list(inside) and (listed := _in_list(head, inside, before[around])) is not None:
            return listed
    if _ending(_RETURN, before) or _ending(_FUNCTION_VALUE, before):
        function = scope.owners[-1] if scope.owners else ""
        return _Place("", function)
    if group.before is not None and after_it is not None and _ARROW.fullmatch(after_it):
        return _entry(group, group.before.text.text[:60].replace("\n", " "), before, text, is_quoted=True)
    if (assigned := _ending(_ASSIGNED, before)) is not None:
        name = (assigned["name"] or assigned["plain"]).lstrip("@$")
        if around is not None and before[around] in "{[" and assigned["operator"] in ("=>", "="):
            return _entry(group, name, before, text)
        return _Place(name, name, is_constant=True, adds=assigned["operator"] in ("+=", ".=", "<<"))
    if (attribute := _ending(_ATTRIBUTE, before)) is not None:
        return _Place(attribute["name"], attribute["name"], is_constant=True)
    if (keyed := _ending(_KEYWORD, before)) is not None:
        return _entry(group, keyed["key"], before, text)
    return _Place("", scope.owners[-1] if scope.owners and scope.is_function else "")


def _opening(before: str) -> int | None:
    """Return where the innermost bracket opens that is not closed; None where there is none so near."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        character = before[at]
        if character in ")]}":
            depth += 1
        elif character in "([{":
            if depth == 0:
                return at
            depth -= 1
        elif character == ";" and depth == 0:
            return None
    return None


def _is_list(inside: str) -> bool:
    """Return whether only other strings stand before one in its brackets."""
    return re.fullmatch(r"\s*(?:\"\s*\"\s*,\s*)*", inside) is not None


def _in_list(head: str, inside: str, bracket: str) -> _Place | None:
    index = inside.count(",")
    head = re.sub(r"(?:\w+(?:\.|::))*\w+!?\s*$", "", head) if bracket == "(" else head
    head = re.sub(r"(?:&|new\s+)?(?:\[\d*\]\s*\w+|\w+\s*\[\d*\]|vec!|\bnew\b)?\s*$", "", head)
    assigned = _ending(_ASSIGNED, head.rstrip())
    if assigned is None:
        return None
    name = (assigned["name"] or assigned["plain"]).lstrip("@$")
    return _Place(f"{name}[{index}]", name, (), listed=index + 1 >= MANY)


_INDEXED = re.compile(r"(?P<list>.+)\[(?P<index>\d+)\]")


def _next_of(place: _Place | None) -> _Place | None:
    """Return the place after one in a list; None where it is in none."""
    match = _INDEXED.fullmatch(place.local) if place is not None else None
    if place is None or match is None:
        return None
    index = int(match["index"]) + 1
    return replace(place, local=f"{match['list']}[{index}]", listed=index + 1 >= MANY)


_ARROW = re.compile(r"\s*\]?\s*(?::|=>|=)\s*")


def _entry(group: _Group, key: str, before: str, text: str, *, is_quoted: bool = False) -> _Place:
    """Return the place of what stands under a key of a mapping, a struct or a hash."""
    identifier = (re.findall(r"[^\W\d]\w*", key) or [key])[-1]
    role = _role_before(group, text) if identifier.lower() in _MESSAGE_KEYS else None
    use, used_as = _use_of(role) if role is not None else _keyword_use(identifier)
    around = _opening(before)
    if is_quoted and (around is None or around < _HEAD < len(before)):
        return _Place(f"[{key!r}]", identifier, is_far=True, role=role)
    owner = _owner(before[:around]) if around is not None else ""
    local = f"[{key!r}]" if is_quoted else key
    return _Place(
        f"{owner}{'' if is_quoted else '.'}{local}" if owner else local,
        identifier,
        (owner,) if owner else (),
        use,
        used_as,
        shown=_is_for_people(identifier) or _is_for_people(owner),
        role=role,
    )


def _is_for_people(name: str) -> bool:
    return name.lower() in _SHOWN_KEYWORDS or is_shown("", _lowered(name), "")


def _within(place: _Place, owners: tuple[str, ...]) -> _Place:
    """Return the place of an entry of the same mapping as the one before it."""
    shown = _is_for_people(place.identifier) or _is_for_people(owners[-1])
    return replace(place, local=f"{owners[-1]}{place.local}", owners=owners, shown=shown)


_GIVEN_TO = re.compile(
    r"([@$]?[A-Za-z_]\w*)\s*(?::[^\n;=(){}\"]{1,60})?\s*(?::=|=>|=)\s*(?:[&*]|new\b|await\b|try\b)?"
    r"[\w\[\]<>.:*&, ]{0,80}!?\s*\(?$"
)


def _owner(head: str) -> str:
    """Return the name to which the mapping is given that opens after `head`."""
    match = _ending(_GIVEN_TO, head.rstrip())
    return match[1].lstrip("@$") if match is not None else ""


def _argument(group: _Group, inside: str, call: re.Match[str], scope: _Scope, text: str) -> _Place:
    """Return the place of what a call is given."""
    name, owner = call["call"], (call["owner"] or "").rpartition(".")[2]
    keyed = _ending(_KEYWORD, inside)
    keyword = keyed["key"] if keyed is not None else ""
    plain = _PREFIXES.sub("", name) if owner or call["owner"] else name
    if name.lower() in _ADDING and owner and not keyword:
        return _Place(owner, owner, is_constant=True, adds=True)
    role = role_of_class_name(name) or role_of_class_name(owner) or _role_of_call(name, owner)
    if role is None and (keyword or name).lower() in _MESSAGE_KEYS:
        role = _role_before(group, text)
    if role is None and not keyword and group.before is not None and group.before.end > group.begin - len(inside):
        role = role_named(group.before.text.text)
    if role is not None:
        use, used_as = _use_of(role)
    elif keyword:
        use, used_as = _keyword_use(keyword, name)
    else:
        given = use_of_argument(name, "", owner)
        lowered = _lowered(name.removesuffix("Async"))
        given = given if given is not Use.NONE else use_of_argument(lowered, "", owner)
        use, used_as = (given, f"given to {name}") if given is not Use.NONE else _keyword_use(plain)
    declares = scope.is_function and scope.owners[-1:] == (name,)
    shown = use is Use.NONE and (
        _SHOWS.fullmatch(name.lower()) is not None
        or is_shown(name, _lowered(keyword), owner)
        or is_shown(_lowered(name), "", owner)
        or owner.lower() in ("errors", "log", "logger", "console", "fmt", "regex", "regexp", "color")
    )
    identifier = keyword or plain
    local = keyword if declares else (f"{name}.{keyword}" if keyword else name)
    return _Place(local, identifier, (), use, used_as, shown=shown, is_constant=declares, role=role)


def _lowered(name: str) -> str:
    return name[:1].lower() + name[1:]


def _keyword_use(keyword: str, call: str = "") -> tuple[Use, str]:
    """Return what a text is under a name that models are given their prompts by."""
    named = next(
        (one for one in (keyword, _lowered(keyword), _PREFIXES.sub("", keyword)) if _lowered(one) in MODEL_KEYWORDS),
        None,
    )
    if named is None:
        return Use.NONE, ""
    use = use_of_argument(call, _lowered(named), "")
    return (use, f"given as {keyword!r}") if use is not Use.NONE else (Use.NONE, "")


def _use_of(role: Role) -> tuple[Use, str]:
    match role:
        case Role.SYSTEM | Role.DEVELOPER:
            return Use.SYSTEM_MESSAGE, "the content of a system message"
        case Role.USER:
            return Use.MESSAGE, "the content of a user message"
        case _:
            return Use.ANSWER, "what a model says"


def _role_of_call(call: str, owner: str) -> Role | None:
    """Return who speaks in ``ChatMessage.system(...)``, ``AddUserMessage(...)`` and the like."""
    words = words_of_name(call)
    if _SHOWS.fullmatch(call.lower()) is not None:
        return None
    if "message" in words or "message" in words_of_name(owner):
        return next((role for word in words if (role := role_named(word)) is not None), None)
    return None


def _role_before(group: _Group, text: str) -> Role | None:
    roles = list(_ROLE.finditer(text[max(0, group.begin - 200) : group.begin]))
    return role_named(roles[-1]["role"]) if roles else None
