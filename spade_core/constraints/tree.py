"""The tree of the JSON that a prompt shows: what stands where, and to which place a name of the prompt leads.

A tree is made once from a sample, by its brackets alone, or from a JSON schema. Lists add no step to a path: the key
``question`` of the objects in the list ``quiz`` is ``("quiz", "question")``, with a list on the way.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Final

from spade_core.constraints.models import schema_of_classes
from spade_core.language import TRADITIONAL, UNMARKED, wording

_LEFT: Final = r"(?:omit|skip|leave out|leave (?:it|this|them|that)(?: [a-z]+)? out|remove|drop)"
_OPTIONAL: Final = re.compile(
    r"(?i)\boptional|^\W*(?:if|when) (?!(?:you|it)\b)[^:;.?!]{1,40}[:,] |"
    r"\bonly (?:(?:present|included|include|set|given|needed|required) )?(?:if|when)\b|"
    r"\bdefaults? (?:to|is|=)\b|\bonly for\b|\b(?:may|can|should) be (?:omitted|skipped|left out)\b|"
    r"\b(?:if|when|where|as) (?:any|applicable|available|present|known|relevant|needed|necessary|appropriate|useful|"
    rf"helpful)\b|\b{_LEFT}\b[^.;]{{0,40}}\b(?:if|when|unless|where)\b|"
    rf"\b(?:if|when) [^.;]{{1,60}}\b{_LEFT} ?(?:it|this|the|them|[.,)\]]|$)"
)


def is_optional(text: str) -> bool:
    """Whether what is said of a key tells that a response may lack it."""
    words = (wording(code).any("conditions", "optional") for code in ("vi", "zh", UNMARKED, TRADITIONAL))
    said = any(re.search(rf"{each}(?![值项范])", text.lower()) for each in words)
    return said or _OPTIONAL.search(text) is not None


TYPES: Final = {
    "string": "string",
    "str": "string",
    "text": "string",
    "int": "integer",
    "integer": "integer",
    "number": "number",
    "float": "number",
    "numeric": "number",
    "bool": "boolean",
    "boolean": "boolean",
    "list": "list",
    "array": "list",
    "object": "object",
    "dict": "object",
    "true|false": "boolean",
    "true/false": "boolean",
}
"""The types of JSON by the words that samples have for them."""
TYPE: Final = re.compile(
    r"(?i)\W*(?:(?:an?|the|required|optional|single|valid|non-?empty|positive|short|plain)[ ,]+)*"
    r"(?P<type>string|str|int|integer|number|float|bool|boolean|list|array|object|dict)\b"
    r"(?=\s*(?:$|[,.;:)\]|>-]|of\b|or null\b|between\b|from\b|in\b|\(|\[|for\b|with\b|indicating\b|representing\b|"
    r"containing\b|that\b|which\b|describing\b|value\b|\d))"
)
"""A type at the beginning of what is said of a key: "integer between 1 and 10", "<list of strings>"."""
STANDS_FOR_OTHERS: Final = re.compile(r"[<>{}$]|\.\.\.|_?\d$")
"""What is in a key that stands for others."""
_VALUE: Final = (
    r"\s*:\s*(?P<value>\"(?:[^\"\\\n]|\\.)*\"(?:\s*\|\s*(?:\"[^\"\n]*\"|null\b))*|'[^'\n]*'|<[^<>\n]*>|"
    r"[^,;\n{}\[\]]*(?:\[\])?)"
)
_KEY: Final = re.compile(r"[\"']?(?P<key>[A-Za-z_][\w .:-]{0,40}?)(?::(?=[\"']))?[\"']?(?P<optional>\?)?" + _VALUE)
_ODD_KEY: Final = re.compile(r"\"(?P<key>[^\"\n]{1,60})\"(?P<optional>\?)?" + _VALUE)
"""A key that is no identifier: "<city>", "名称"."""
_BRACKET: Final = re.compile(r"\s*[\[{]")
_LISTED: Final = re.compile(r"\s*\[([^\[\]{}]*)\]")
_COMMENT: Final = re.compile(
    r"(?<![:\w])(?:/\*+(?P<inside>[^*\n]*)\*+/|(?://|#|<--|←)[ \t](?P<said>[^\n\"]*(?:\"[^\n\"]*\"[^\n\"]*)*)$)",
    re.MULTILINE,
)
"""What a line of a sample says behind its JSON. An odd quotation mark behind it, and it stands in a string."""
_DEEPEST: Final = 12
"""Keys on the longest path that is followed."""


@dataclass(frozen=True, slots=True)
class Node:
    """What stands at one path."""

    path: tuple[str, ...]
    kind: str = ""
    """"object", "list", "string", "number", "integer" or "boolean"; "" where that is not told."""
    of_objects: bool = False
    """Whether it is a list of objects and nothing else."""
    listed: bool = False
    """Whether a list lies on the way to it."""
    optional: bool = False
    """Whether a response may lack it although it has the object that it stands in."""
    value: str = ""
    """What the sample has there first, as written."""
    said: str = ""
    """The comment on its line."""
    at: tuple[int, ...] = field(default=(), compare=False)
    """Where in the sample it stands, each time."""
    elements: str = ""
    """What stands in a list that holds no other brackets, as written."""
    pattern: str = ""
    """The regular expression that a schema has for it."""
    is_text: bool = False
    """Whether a schema says that a text stands there."""

    @property
    def name(self) -> str:
        """Its key."""
        return self.path[-1]

    @property
    def is_leaf(self) -> bool:
        """Whether text, a number or a list of these stands there."""
        return self.kind != "object" and not self.of_objects


@dataclass(frozen=True)
class Tree:
    """Nodes in the order of the text; none where a prompt shows no JSON."""

    nodes: tuple[Node, ...] = ()
    is_list: bool = False
    """Whether the whole is a list."""
    closed_at: int = -1
    """Where a schema says that the object has no other keys; -1 where none does."""

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return bool(self.nodes)

    @cached_property
    def is_of_list(self) -> bool:
        """Whether it is a list, or an object with one list of objects and none beside it."""
        lists = [node for node in self.nodes if len(node.path) == 1 and node.kind == "list"]
        return self.is_list or (len(lists) == 1 and lists[0].of_objects)

    @cached_property
    def only_text(self) -> str | None:
        """The key by which checks find the one value that there is, where that is a text; else None."""
        leaves = [node for node in self.nodes if node.is_leaf]
        is_one = len(leaves) == 1 and leaves[0].kind in ("", "string") and not leaves[0].listed
        return self.address(leaves[0]) if is_one else None

    def text_called(self, names: Iterable[str]) -> str | None:
        """Return the key of the one text that has one of these names: "cover_letter" for "cover letter"."""
        keys = {name.replace(" ", "_") for name in names}
        named = [node for key in keys for node in self._texts.get(key, ())]
        is_one = len(named) == 1 and named[0].is_leaf and not named[0].listed
        return self.address(named[0]) if is_one else None

    @cached_property
    def _texts(self) -> Mapping[str, tuple[Node, ...]]:
        return _grouped((node for node in self.nodes if node.kind in ("", "string")), lambda node: node.name.lower())

    def named(self, name: str) -> tuple[Node, ...]:
        """Return where a key of this name stands."""
        return self._named.get(name, ())

    @cached_property
    def _named(self) -> Mapping[str, tuple[Node, ...]]:
        return _grouped(self.nodes, lambda node: node.name)

    @cached_property
    def _at(self) -> Mapping[tuple[str, ...], Node]:
        return {node.path: node for node in self.nodes}

    def nearest(self, name: str) -> tuple[Node, ...]:
        """Return where a key of this name stands nearest to the top."""
        found = self.named(name)
        least = min((len(node.path) for node in found), default=0)
        return tuple(node for node in found if len(node.path) == least)

    def below(self, path: tuple[str, ...]) -> tuple[Node, ...]:
        """Return the keys right below a path."""
        return self._below.get(path, ())

    @cached_property
    def _below(self) -> Mapping[tuple[str, ...], tuple[Node, ...]]:
        return _grouped(self.nodes, lambda node: node.path[:-1])

    def at(self, path: tuple[str, ...]) -> Node | None:
        """Return what stands at a path."""
        return self._at.get(path)

    def is_required(self, node: Node) -> bool:
        """Whether each response has it, as far as it has the objects that it stands in."""
        ways = (node.path[:length] for length in range(1, len(node.path) + 1))
        found = [self.at(way) for way in ways]
        return all(each is not None and not each.optional and "." not in each.name for each in found)

    def required(self) -> tuple[Node, ...]:
        """Return what each response has."""
        return tuple(node for node in self.nodes if self.is_required(node))

    def address(self, node: Node) -> str:
        """Return the key by which checks find it: its name where that says enough, else its path from the top."""
        is_plain = node.name in self._plain or any(map(STANDS_FOR_OTHERS.search, node.path[:-1]))
        return node.name if is_plain or "." in "".join(node.path) else f"$.{'.'.join(node.path)}"

    @cached_property
    def _plain(self) -> frozenset[str]:
        """The names of which all nodes are alike."""
        return frozenset(
            name for name, nodes in self._named.items() if len({(each.kind, each.value) for each in nodes}) == 1
        )

    def place(self, name: str) -> str | None:
        """Return the key by which checks find what a prompt calls so.

        A name that stands several times is that of the node nearest to the top where the others are of other kinds,
        and of all where they stand side by side; else it says nothing, and None is returned.
        """
        found, nearest = self.named(name), self.nearest(name)
        if len({node.kind for node in found}) == 1:
            return name if len(nearest) == len(found) else None
        return self.address(nearest[0]) if len(nearest) == 1 else None

    def told_optional(self, names: Collection[str]) -> "Tree":
        """Return the tree in which the keys of these names may be absent."""
        nodes = (replace(node, optional=True) if node.name in names else node for node in self.nodes)
        return replace(self, nodes=tuple(nodes))

    def in_other_cases(self, other: "Tree") -> "Tree":
        """Return the tree in which the keys may be absent that the response of some cases lacks."""
        return replace(self, nodes=_optional_below(self._odd(other), self.nodes))

    @cached_property
    def _tops(self) -> frozenset[str]:
        return frozenset(node.name for node in self.nodes if len(node.path) == 1)

    def is_like(self, other: "Tree") -> bool:
        """Whether both may be forms of the same object: they have a key at the top in common, or one has none."""
        return not (self and other) or not self._tops.isdisjoint(other._tops)

    def _odd(self, other: "Tree") -> frozenset[str]:
        """Return the keys that one alone of two forms of the same object has at the top."""
        return self._tops ^ other._tops if self._tops & other._tops else frozenset()

    def __or__(self, other: "Tree") -> "Tree":
        """Return what two samples show, this one first; what only one has at the top, a response may lack."""
        if not self:
            return other
        odd = self._odd(other)
        known = {node.path: node for node in self.nodes}
        for node in other.nodes:
            before = known.setdefault(node.path, node)
            if before.kind != node.kind:
                known[node.path] = replace(before, kind=before.kind or node.kind)
        return Tree(_optional_below(odd, known.values()), self.is_list and other.is_list)


def _grouped(nodes: Iterable[Node], key: Callable[[Node], Any]) -> dict[Any, tuple[Node, ...]]:
    found: dict[Any, list[Node]] = {}
    for node in nodes:
        found.setdefault(key(node), []).append(node)
    return {name: tuple(each) for name, each in found.items()}


def _optional_below(names: Collection[str], nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Return nodes of which those at keys of the top with these names, and below them, may be absent."""
    return tuple(replace(node, optional=True) if node.path[0] in names else node for node in nodes)


NO_TREE: Final = Tree()


@lru_cache(maxsize=64)
def tree_of(body: str) -> Tree:
    """Return the tree of JSON-like text, or of the JSON schema that it is."""
    schema = _schema_in(body) if '"properties"' in body else schema_of_classes(body) if "class " in body else None
    if schema is not None:
        return _of_schema(schema, body)
    return _of_yaml(body) if _YAML.match(body) is not None else _of_sample(body)


_YAML: Final = re.compile(r"(?:\s*(?:---|#[^\n]*)\n)*\s*(?:- )?[\w-]+ ?:(?:[^\S\n]|\n)")
"""How YAML begins: a key at the beginning of a line."""
_YAML_LINE: Final = re.compile(
    r"^(?P<indent>[ ]*)(?P<dash>(?:- +)*)"
    r"(?:(?P<key>[A-Za-z_][\w-]{0,60}|\"[^\"\n]{1,60}\") ?:(?=\s|$)[^\S\n]*)?(?P<value>[^\n]*)$",
    re.MULTILINE,
)
_YAML_COMMENT: Final = re.compile(r"(?:^|\s)#\s?(?P<said>.*)$")


def _of_yaml(body: str) -> Tree:
    """Return the tree of a sample in YAML, by its lines: a key is below the last one that is set in less."""
    entries: list[_Entry] = []
    held: dict[tuple[str, ...], set[str]] = {}
    above: list[tuple[int, tuple[str, ...], bool, int]] = [(-1, (), False, -1)]
    """Of the keys that a line may be below: how far it is set in, its path, whether a list lies there, its object."""
    text_in = -1
    is_list = False
    for line in _YAML_LINE.finditer(body):
        depth = len(line["indent"])
        if not line.group().strip() or (text_in >= 0 and depth > text_in):
            continue
        text_in = -1
        dash = len(line["dash"])
        while above[-1][0] > depth or (above[-1][0] == depth and not (dash and above[-1][3] < 0)):
            above.pop()
        _, path, listed, _ = above[-1]
        if dash:
            is_list = is_list or not path
            held.setdefault(path, set()).add("{" if line["key"] else '"')
            above.append((depth, path, True, line.start()))
            listed = True
        if line["key"] is None:
            continue
        comment = _YAML_COMMENT.search(line["value"])
        said = comment["said"].strip() if comment is not None else ""
        value = line["value"][: comment.start()].strip() if comment is not None else line["value"].strip()
        if re.fullmatch(r"[|>][+-]?", value):
            text_in, value = depth + dash, body[line.end() :].lstrip().partition("\n")[0]
        below = (*path, line["key"].strip('"'))
        listing = _LISTED.match(value)
        kind = "list" if listing is not None else _kind_of(value)
        optional = is_optional(said) or is_optional(value)
        place = line.start("key")
        node = Node(below, kind, False, listed, optional, value, said, (place,), listing[1] if listing else "")
        if len(below) <= _DEEPEST:
            entries.append(_Entry(node, above[-1][3]))
        above.append((depth + dash, below, listed, -1))
    lists = {path for path in held if path}
    entries = [
        replace(each, node=replace(each.node, kind="list" if each.node.path in lists else each.node.kind))
        for each in entries
    ]
    return Tree(tuple(_united(entries, held)), is_list)


@dataclass(frozen=True, slots=True)
class _Entry:
    node: Node
    owner: int
    """Where the object begins that it stands in."""


@dataclass(frozen=True, slots=True)
class _Frame:
    bracket: str
    path: tuple[str, ...]
    listed: bool
    at: int


def _of_sample(body: str) -> Tree:
    written = body.replace('\\"', '"')
    if "{{" in written:  # braces doubled for a template
        written = written.replace("{{", " {").replace("}}", "} ")
    text = _COMMENT.sub(lambda found: " " * len(found.group()), written)
    entries: list[_Entry] = []
    first: dict[tuple[str, ...], int] = {}
    frames: list[_Frame] = []
    held: dict[tuple[str, ...], set[str]] = {}
    pending: tuple[str, ...] = ()
    is_list = False
    at = 0
    while at < len(text):
        char = text[at]
        if char in "{[":
            above = frames[-1] if frames else _Frame("", (), False, -1)
            is_list = is_list or (not frames and not entries and char == "[")
            if above.bracket == "[" and not pending:
                held.setdefault(above.path, set()).add(char)
            listed = above.listed or above.bracket == "["
            frames.append(_Frame(char, above.path + pending, listed, at))
            pending = ()
            at += 1
        elif char in "}]":
            if frames:
                frame = frames.pop()
                if (own := first.get(frame.path, len(entries))) < len(entries):
                    _close(frame, own, entries, text, at, written)
            at += 1
        elif char in "\"'" or char.isalpha():
            match = _KEY.match(text, at) or _ODD_KEY.match(text, at)
            if match is not None and frames and frames[-1].bracket == "{" and (char in "\"'" or _is_bare_key(text, at)):
                entry = _entry(match, text, frames[-1], written)
                if len(entry.node.path) <= _DEEPEST:
                    first.setdefault(entry.node.path, len(entries))
                    entries.append(entry)
                pending = (entry.node.name,) if _BRACKET.match(text, match.end()) and not entry.node.value else ()
                at = _end_of_lines(text, match) or match.end()
                continue
            if frames and frames[-1].bracket == "[":
                held.setdefault(frames[-1].path, set()).add('"')
            at = _behind(text, at)
        else:
            at += 1
    return Tree(tuple(_united(entries, held)), is_list)


def _close(frame: _Frame, own: int, entries: list[_Entry], text: str, at: int, written: str) -> None:
    """Add what stands behind the bracket that closes an entry: "[]" for a list, a comment for a line."""
    node = entries[own].node
    if frame.bracket == "{":
        comment = _comment_behind(text, at, at, written)
        if comment is not None and not node.said and "\n" not in text[frame.at : at]:
            said = (comment["said"] or comment["inside"] or "").strip()
            node = replace(node, said=said, optional=node.optional or is_optional(said))
        if text[at + 1 : at + 3] == "[]":
            for each in range(own + 1, len(entries)):
                entries[each] = replace(entries[each], node=replace(entries[each].node, listed=True))
            node = replace(node, kind="list", of_objects=True)
    entries[own] = replace(entries[own], node=node)


def _comment_behind(text: str, at: int, value_end: int, written: str) -> re.Match[str] | None:
    """Return the comment that stands on the line of a key, before another key."""
    colon = text.find(":", value_end)
    stop = colon if colon >= 0 else len(written)
    line_end = written.find("\n", value_end, stop)
    return _COMMENT.search(written, at, line_end if line_end >= 0 else stop)


def _end_of_lines(text: str, match: re.Match[str]) -> int:
    """Return where a text ends that a key has in quotation marks over several lines; 0 for another value."""
    value = match["value"].strip()
    end = text.find('"', match.end()) + 1 if value[:1] == '"' and value.count('"') == 1 else 0
    return end if re.match(r"\s*[,}\]]", text[end : end + 40]) is not None else 0


def _behind(text: str, at: int) -> int:
    """Return where a string or a word ends."""
    if text[at] in "\"'":
        end = text.find(text[at], at + 1)
        return end + 1 if end > 0 else at + 1
    while at < len(text) and (text[at].isalnum() or text[at] == "_"):
        at += 1
    return at


def _is_bare_key(text: str, at: int) -> bool:
    while at > 0 and text[at - 1] in " \t":
        at -= 1
    return text[at - 1 : at] in ("\n", "{", ",", ";")


def _entry(match: re.Match[str], text: str, frame: _Frame, written: str) -> _Entry:
    value = match["value"].strip()
    opened = _BRACKET.match(text, match.end()) if not value else None
    listed = _LISTED.match(text, match.end()) if opened is not None else None
    kind = _kind_of(value) if opened is None else {"{": "object", "[": "list"}[opened.group()[-1]]
    optional = match["optional"] is not None or is_optional(value)
    comment = _comment_behind(text, match.end("key"), match.end(), written)
    between = text[match.end() : comment.start()] if comment is not None else ""
    is_own = between.count("}") <= between.count("{")
    said = (comment["said"] or comment["inside"] or "").strip() if comment is not None and is_own else ""
    optional = optional or is_optional(said)
    path = (*frame.path, match["key"].strip())
    node = Node(path, kind, False, frame.listed, optional, value, said, (match.start(),), listed[1] if listed else "")
    return _Entry(node, frame.at)


def _kind_of(value: str) -> str:
    """Return the type of a value as written, or of what it says stands there."""
    bare = value.strip("\"'<>() ,;")
    if bare.endswith("[]"):  # "string[]", as in TypeScript
        return "list"
    described = TYPE.match(bare)
    word = bare.lower() if described is None else described["type"].lower()
    if word in TYPES:
        return TYPES[word]
    if re.fullmatch(r"-?\d+(?:\.\d+)?", bare) and value[:1] not in "\"'":
        return "number"
    if bare in ("true", "false"):
        return "boolean"
    return "string" if value[:1] in ("'", '"') else ""


def _united(entries: Iterable[_Entry], held: Mapping[tuple[str, ...], set[str]]) -> Iterator[Node]:
    """Yield one node a path; a key that one of several objects at a path lacks may be absent."""
    objects: dict[tuple[str, ...], dict[int, set[str]]] = {}
    places: dict[tuple[str, ...], list[Node]] = {}
    for entry in entries:
        objects.setdefault(entry.node.path[:-1], {}).setdefault(entry.owner, set()).add(entry.node.name)
        places.setdefault(entry.node.path, []).append(entry.node)
    dynamic = {path[:-1] for path in places if STANDS_FOR_OTHERS.search(path[-1])}
    lists = {path for path, nodes in places.items() if all(node.kind == "list" for node in nodes)}
    dynamic |= {
        path[:-1] for path, nodes in places.items() if path[:-1] in lists and _is_one_of_many(nodes, objects[path[:-1]])
    }
    for path, nodes in places.items():
        beside = objects[path[:-1]].values()
        kinds = {node.kind for node in nodes if node.kind}
        yield replace(
            nodes[0],
            kind=kinds.pop() if len(kinds) == 1 else "",
            of_objects=nodes[0].of_objects or held.get(path) == {"{"},
            optional=path[:-1] in dynamic
            or any(node.optional for node in nodes)
            or any(path[-1] not in names for names in beside),
            at=tuple(place for node in nodes for place in node.at),
        )


def _is_one_of_many(nodes: Sequence[Node], objects: Mapping[int, set[str]]) -> bool:
    """Whether a key says which of many things an element of a list is: `[{"move": {"to": 1}}]`."""
    return all(len(names) == 1 for names in objects.values()) and all(node.kind == "object" for node in nodes)


_LIKE_A_SCHEMA: Final = re.compile(r"\"type\"\s*:\s*\"object\"|\"\$schema\"")


def _schema_in(body: str) -> Mapping[str, Any] | None:
    """Return the JSON schema that a sample is; None when it is none."""
    bare = body.replace("{{", "{").replace("}}", "}") if "{{" in body else body
    for text in (bare, re.sub(r",(?=\s{0,200}[}\]])", "", bare)):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            continue
        is_schema = isinstance(value, dict) and (_has_properties(value) or _has_properties(value.get("items")))
        return value if is_schema else None
    return {"properties": {}} if _LIKE_A_SCHEMA.search(body) else None  # its keys are none of the response


def _has_properties(schema: object) -> bool:
    return isinstance(schema, dict) and isinstance(schema.get("properties"), dict)


def _properties(schema: object) -> Mapping[str, Any]:
    return schema["properties"] if isinstance(schema, dict) and _has_properties(schema) else {}


def _of_schema(schema: Mapping[str, Any], body: str) -> Tree:
    named = schema.get("$defs", schema.get("definitions"))
    is_list = not _has_properties(schema)
    top = schema["items"] if is_list else schema
    closed = body.find('"additionalProperties"') if top.get("additionalProperties") is False else -1
    return Tree(tuple(_below(top, (), is_list, named if isinstance(named, dict) else {}, body)), is_list, closed)


def _below(
    schema: Mapping[str, Any], path: tuple[str, ...], listed: bool, named: Mapping[str, Any], body: str
) -> Iterator[Node]:
    asked = schema.get("required")
    for name, written in _properties(schema).items():
        each = _resolved(written, named)
        inner = _resolved(each.get("items"), named)
        each = {**each, "items": inner} if inner else each
        is_list = bool(inner) or each.get("type") == "array"
        kind = "list" if is_list else "object" if _properties(each) else _type_in(each)
        below = (*path, name)
        optional = isinstance(asked, list) and name not in asked
        at = _place_in(body, name)
        about = str(each.get("description", ""))
        is_objects = is_list and bool(_properties(inner))
        yield Node(
            below, kind, is_objects, listed, optional or is_optional(about), _said(each, kind), about,
            at=(at,), pattern=str(each.get("pattern", "")), is_text=kind == "string",
        )  # fmt: skip
        if len(below) < _DEEPEST:
            yield from _below(inner if is_list else each, below, listed or is_list, named, body)


def _place_in(body: str, name: str) -> int:
    """Return where a schema, or a class of Python, has a key first."""
    found = re.compile(rf"\"{re.escape(name)}\"|^\s*(?={re.escape(name)}\s*:)", re.MULTILINE).search(
        body, max(body.find('"properties"'), 0)
    )
    if found is None:
        return 0
    return found.start() if found.group().strip() else found.end()


def _type_in(schema: Mapping[str, Any]) -> str:
    """Return the type that a schema gives, null aside; "" where there are several."""
    given = schema.get("type")
    types = [each for each in (given if isinstance(given, list) else [given]) if each != "null"]
    return TYPES.get(str(types[0]).lower(), "") if len(types) == 1 else ""


def _resolved(schema: object, named: Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        schema = named.get(schema["$ref"].rpartition("/")[2])
    either = schema.get("anyOf", schema.get("oneOf")) if isinstance(schema, dict) else None
    if isinstance(schema, dict) and isinstance(either, list):
        kept = [each for each in either if isinstance(each, dict) and each.get("type") != "null"]
        schema = {**schema, **_resolved(kept[0], {})} if len(kept) == 1 and "$ref" not in kept[0] else schema
    return schema if isinstance(schema, dict) else {}


def _said(schema: Mapping[str, Any], kind: str) -> str:
    """Return what a schema asks of a value, in words that say so behind a key: "integer, from 1 to 10"."""
    inner = schema.get("items") if kind == "list" else None
    if choices := _enumerated(schema) or (_enumerated(inner) if isinstance(inner, dict) else ""):
        return choices
    pieces = [kind]
    for noun, low, high in _LIMITS:
        least, most = schema.get(low), schema.get(high)
        pieces += [_limits(least, most, noun)] if {type(least), type(most)} & {int, float} else []
    if isinstance(inner, dict):
        least, most = inner.get("minLength"), inner.get("maxLength")
        pieces += [f"each {_limits(least, most, 'characters')}"] if int in (type(least), type(most)) else []
    pieces += ["no duplicates"] if schema.get("uniqueItems") is True else []
    pieces += [_FORMATS[schema["format"]]] if schema.get("format") in _FORMATS else []
    return ", ".join(filter(None, pieces))


_LIMITS: Final = (
    ("", "minimum", "maximum"),
    ("characters", "minLength", "maxLength"),
    ("items", "minItems", "maxItems"),
)
_FORMATS: Final = {"date": "ISO 8601 date", "date-time": "ISO 8601 date time"}


def _limits(least: object, most: object, noun: str) -> str:
    if None not in (least, most):
        return f"{least} to {most} {noun}".strip() if least != most else f"exactly {least} {noun}".strip()
    return f"at least {least} {noun}".strip() if most is None else f"at most {most} {noun}".strip()


def _enumerated(schema: Mapping[str, Any]) -> str:
    """Return the names of which a value is one, as a sample would write them; "" for none."""
    choices = (
        [each for each in schema.get("enum", ()) if each is not None] if isinstance(schema.get("enum"), list) else []
    )
    is_of_names = len(choices) > 1 and all(isinstance(each, str) for each in choices)
    return " | ".join(f'"{each}"' for each in choices) if is_of_names else ""
