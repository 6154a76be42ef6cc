"""JSON, CSV, XML, HTML, YAML, SQL and code as a response: is it one, what does it hold."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from spade_core.checks.markup import code_of
from spade_core.checks.plain import _unfenced

__all__ = [
    "all_keys_of",
    "all_values_of",
    "has_json",
    "has_keys",
    "is_csv",
    "is_empty",
    "is_html",
    "is_json",
    "is_json_array",
    "is_json_lines",
    "is_json_object",
    "is_python",
    "is_sql",
    "is_xml",
    "is_yaml",
    "keys_of",
    "matches_schema",
    "only_json",
    "only_keys",
    "sql_statements_of",
    "values",
]

_NOTHING: Final = object()
_MOST_TRIES: Final = 64
_MOST_NODES: Final = 100_000
_SQL_PIECE: Final = r"--[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/|'(?:[^']|'')*+'|\"[^\"]*+\"|`[^`]*+`|\$?[\w.]+|\s+|[^\w\s]"
_SQL_KEYWORDS: Final = (
    " SELECT FROM WHERE JOIN INNER LEFT RIGHT FULL OUTER CROSS NATURAL ON USING GROUP BY ORDER HAVING LIMIT"
    " OFFSET UNION"
    " ALL INTERSECT EXCEPT AND OR NOT IN IS NULL LIKE ILIKE BETWEEN EXISTS CASE WHEN THEN ELSE END AS DISTINCT ASC DESC"
    " WITH RECURSIVE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE VIEW INDEX ALTER DROP ADD COLUMN PRIMARY"
    " KEY FOREIGN"
    " REFERENCES UNIQUE DEFAULT CHECK CONSTRAINT IF OVER PARTITION ROWS RANGE PRECEDING FOLLOWING UNBOUNDED CURRENT ROW"
    " FETCH FIRST NEXT ONLY INTERVAL DATE TIME TIMESTAMP ZONE CAST EXTRACT TRUE FALSE NULLS LAST CASCADE"
    " RETURNING WINDOW"
    " FILTER LATERAL AT REPLACE TEMPORARY TEMP MATERIALIZED COLLATE ESCAPE ANY SOME TOP FOR "
)
_NO_TABLES: Final = " THE YOUR MY OUR THIS THESE THAT EACH EVERY "
_SQL_STATEMENT: Final = (
    r"SELECT .*?(?:\bFROM |[\d'\"`@*]|\w \()|WITH .*?\bAS |INSERT (?:\w+ ){0,2}INTO |UPDATE .*?\bSET .*?="
    r"|DELETE FROM |MERGE INTO "
    r"|REPLACE INTO |(?:CREATE|ALTER|DROP|TRUNCATE|COMMENT ON|DESCRIBE) (?:(?:OR|REPLACE|UNIQUE|TEMP|TEMPORARY"
    r"|MATERIALIZED|GLOBAL"
    r"|EXTERNAL) )*(?:TABLE|VIEW|INDEX|DATABASE|SCHEMA|FUNCTION|PROCEDURE|TRIGGER|SEQUENCE|TYPE|ROLE|USER|EXTENSION) "
    r"|EXPLAIN (?:\w+ )*?SELECT |SHOW (?:TABLES|DATABASES|COLUMNS|CREATE|INDEX)\b|GRANT .*?\bTO |REVOKE .*?\bFROM "
    r"|SET [\w.]+ (?:=|TO) |USE [\w\"`\[]+$|(?:BEGIN|COMMIT|ROLLBACK)(?: TRANSACTION| WORK)?$|CALL \w+ \(|VALUES \("
    r"|PRAGMA \w|VACUUM\b|ANALYZE\b|TRUNCATE [\w.]+$|DESCRIBE [\w.]+$"
)


def _no_constant(name: str) -> None:
    """Refuse NaN and Infinity, which are no JSON."""
    raise ValueError(name)


def _loaded(text: str) -> Any:
    """Return the value of a text that is JSON, or _NOTHING."""
    import json

    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return _NOTHING


def _json_values(text: str) -> list[Any]:
    """Return the JSON values of a response: itself, its fenced blocks, or what stands in its prose."""
    value = _loaded(_unfenced(text))
    if value is not _NOTHING:
        return [value]
    return [value for value in map(_loaded, code_of(text)) if value is not _NOTHING] or list(_embedded(text))


def _data(text: str) -> list[Any]:
    """Return the JSON values of a response, or what it is, or has in a fence, in YAML or as a literal of Python."""
    whole = _unfenced(text)
    value = _loaded(whole)
    if value is not _NOTHING:
        return [value]
    fenced = [(code, _loaded(code)) for code in code_of(text)]
    for written in (whole, *(code for code, value in fenced if value is _NOTHING)):
        for load in (_loaded_yaml, _loaded_literal):
            value = load(written)
            if value is not _NOTHING:
                return [value]
    return [value for _, value in fenced if value is not _NOTHING] or list(_embedded(text))


def _loaded_literal(text: str) -> Any:
    """Return the dictionary or list that a literal of Python is, or _NOTHING."""
    import ast

    text = text.strip()
    if not text.startswith(("{", "[")):
        return _NOTHING
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return _NOTHING
    return value if isinstance(value, dict | list) else _NOTHING


def _loaded_yaml(text: str) -> Any:
    """Return the mapping, or list of mappings, that YAML is, with the types of YAML 1.2; or _NOTHING."""
    has_keys = False
    for line in text.splitlines():
        if re.match(r"(?:- +)*(?:[\w.-]+|\"[^\"]*\"|'[^']*') *:(?: |$)", line):
            has_keys = True
        elif line[:1].strip(" \t#") and not line.startswith(("- ", "---")):
            return _NOTHING
    if not has_keys:
        return _NOTHING
    try:
        import yaml
    except ImportError:
        return _NOTHING
    try:
        value = _made_of(yaml.compose(text, Loader=yaml.SafeLoader), [_MOST_NODES])
    except (yaml.YAMLError, RecursionError, ValueError, AttributeError):
        return _NOTHING
    return value if isinstance(value, dict | list) else _NOTHING


def _made_of(node: Any, left: list[int]) -> Any:
    """Return the value of a node of YAML; an alias may stand for a node many times, so it counts down what is left."""
    left[0] -= 1
    if left[0] < 0:
        raise RecursionError
    if isinstance(node.value, list) and node.id == "mapping":
        return {str(key.value): _made_of(value, left) for key, value in node.value}
    if isinstance(node.value, list):
        return [_made_of(each, left) for each in node.value]
    if node.style is not None:
        return node.value
    number = re.fullmatch(r"[-+]?\d+(\.\d+)?(?:[eE][-+]?\d+)?", node.value)
    if number is not None:
        return float(node.value) if number[1] or "e" in node.value.lower() else int(node.value)
    plain = {"true": True, "false": False, "null": None, "~": None, "": None}
    return plain.get(node.value.lower(), node.value)


def _embedded(text: str) -> Iterator[Any]:
    """Yield the objects and arrays that stand in other text."""
    import json

    decoder = json.JSONDecoder(parse_constant=_no_constant)
    at, tries = 0, 0
    while tries < _MOST_TRIES and (start := re.compile(r"[{\[]").search(text, at)):
        tries += 1
        try:
            value, at = decoder.raw_decode(text, start.start())
            yield value
            tries -= 1
        except (ValueError, RecursionError):
            at = start.start() + 1


def _objects(data: list[Any]) -> list[Any]:
    """Return the values at the top of what a response holds: itself, or the elements of its array or arrays."""
    return [each for value in data for each in (value if isinstance(value, list) else [value])]


def _key(name: str) -> str:
    """Return a key for comparing, white space and a colon behind it aside, which models copy from samples."""
    return name.strip().rstrip(": ")


def is_json(text: str) -> bool:
    r"""Tell whether the response is valid JSON, bare or in one fence, with nothing beside it.

    >>> is_json('{"a": 1}'), is_json('```json\n{"a": 1}\n```'), is_json("Here: {}")
    (True, True, False)
    """
    return _loaded(_unfenced(text)) is not _NOTHING


def is_empty(text: str) -> bool:
    r"""Tell whether the response is nothing: no text, or an empty list, object or text, bare or in one fence, or null.

    >>> is_empty("```json\n[]\n```"), is_empty(""), is_empty("None"), is_empty('{"a": []}')
    (True, True, True, False)
    """
    bare = re.sub(r"\s", "", _unfenced(text)).strip(".`").casefold()
    return bare in ("", "[]", "{}", "()", '""', "''", "null", "none")


def only_json(text: str) -> bool:
    """Tell whether the response is a JSON object or array with nothing before or behind it, bare or in one fence.

    >>> only_json('[1, 2]'), only_json('Sure: [1, 2]')
    (True, False)
    """
    return isinstance(_loaded(_unfenced(text)), dict | list)


def is_json_object(text: str) -> bool:
    """Tell whether the response is one JSON object, bare or in one fence.

    >>> is_json_object('{"a": 1}'), is_json_object("[1]")
    (True, False)
    """
    return isinstance(_loaded(_unfenced(text)), dict)


def is_json_array(text: str) -> bool:
    """Tell whether the response is one JSON array, bare or in one fence.

    >>> is_json_array("[1]"), is_json_array('{"a": 1}')
    (True, False)
    """
    return isinstance(_loaded(_unfenced(text)), list)


def is_json_lines(text: str) -> bool:
    r"""Tell whether each line of the response is a JSON object of its own.

    >>> is_json_lines('{"a": 1}\n{"a": 2}')
    True
    """
    lines = [line for line in _unfenced(text).splitlines() if line.strip()]
    return bool(lines) and all(isinstance(_loaded(line), dict) for line in lines)


def has_json(text: str) -> bool:
    """Tell whether a JSON object or array stands somewhere in the response.

    >>> has_json('The answer is {"a": 1}.'), has_json("none")
    (True, False)
    """
    return any(isinstance(value, dict | list) for value in _json_values(text))


def values(text: str, key: str) -> list[Any]:
    """Return every JSON value that stands at a key, at any depth; ``"a.b"`` is the key b within a.

    ``"$.a.b"`` is a path from the top: the key b right below a, where lists on the way count for nothing. A response
    that is YAML is read as JSON is, here and in what else asks for keys; this needs PyYAML.

    >>> values('{"list": [{"name": "a"}, {"name": "b"}], "name": "c"}', "name")
    ['a', 'b', 'c']
    >>> values('{"list": [{"name": "a"}], "name": "c"}', "list.name")
    ['a']
    >>> values('{"list": [{"name": "a"}], "name": "c"}', "$.name")
    ['c']
    """
    within = _data(text)
    if key.startswith("$."):
        for name in key[2:].split("."):
            within = [each for value in _unlisted(within) for each in _right_at(value, name)]
        return within
    exact = [each for value in within for each in _at_key(value, key)]
    if exact or "." not in key:
        return exact
    for name in key.split("."):
        within = [each for value in within for each in _at_key(value, name)]
    return within


def _at_key(value: Any, key: str) -> Iterator[Any]:
    """Yield what stands at a key in a JSON value, in the order of the text, and below that too."""
    waiting = [(False, value)]
    while waiting:
        found, each = waiting.pop()
        if found:
            yield each
        if isinstance(each, dict):
            waiting.extend([(_key(name) == _key(key), below) for name, below in each.items()][::-1])
        elif isinstance(each, list):
            waiting.extend([(False, below) for below in each][::-1])


def _right_at(value: Any, key: str) -> Iterator[Any]:
    """Yield what stands at a key of a JSON object itself."""
    if isinstance(value, dict):
        yield from (each for name, each in value.items() if _key(name) == _key(key))


def _unlisted(values: Iterable[Any]) -> Iterator[Any]:
    """Yield values, instead of a list those in it."""
    waiting = list(values)[::-1]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting.extend(each[::-1])
        else:
            yield each


def keys_of(text: str) -> list[str]:
    """Return the keys of the top-level JSON objects, each once, in their order.

    >>> keys_of('[{"a": 1}, {"a": 2, "b": 3}]')
    ['a', 'b']
    """
    return list(dict.fromkeys(key for each in _objects(_data(text)) if isinstance(each, dict) for key in each))


def all_keys_of(text: str) -> list[str]:
    """Return the keys of the JSON objects at every depth, each once.

    >>> all_keys_of('[{"a": {"b": 1}}, {"a": []}]')
    ['a', 'b']
    """
    return list(dict.fromkeys(_keys_within(_objects(_data(text)))))


def _keys_within(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _keys_within(each)


def all_values_of(text: str) -> list[Any]:
    """Return the values of the JSON at every depth that are no objects or lists, in their order.

    >>> all_values_of('{"a": "x", "b": [1, {"c": null}]}')
    ['x', 1, None]
    """
    return list(_values_within(_objects(_data(text))))


def _values_within(value: Any) -> Iterator[Any]:
    if not isinstance(value, dict | list):
        yield value
        return
    for each in value.values() if isinstance(value, dict) else value:
        yield from _values_within(each)


def has_keys(text: str, keys: Sequence[str]) -> bool:
    """Tell whether every top-level JSON object has these keys; order is free, others may stand beside them.

    ``"a.b"`` asks each object at the key a, or in a list there, for the key b. An empty array passes, and so does a
    null on the way: they have no object that lacks a key. YAML and literals of Python have keys, too.

    >>> has_keys('{"b": 1, "a": 2, "c": 3}', ["a", "b"]), has_keys('[{"a": 1}, {"b": 2}]', ["a"])
    (True, False)
    >>> has_keys('{"list": [{"a": 1}, {"b": 2}]}', ["list.a"]), has_keys('{"list": []}', ["list.a"])
    (False, True)
    >>> has_keys("{'a': True}", ["a"])
    True
    """
    data = _data(text)
    return bool(data) and all(
        isinstance(each, dict) and all(_has_path(each, key) for key in keys) for each in _objects(data)
    )


def _has_path(value: dict[str, Any], path: str) -> bool:
    if any(True for _ in _right_at(value, path)):
        return True
    objects: list[Any] = [value]
    for name in path.split("."):
        if not all(isinstance(each, dict) and any(True for _ in _right_at(each, name)) for each in objects):
            return False
        below = (each for value in objects for each in _right_at(value, name))
        objects = [each for each in _unlisted(below) if each is not None]
    return True


def only_keys(text: str, keys: Sequence[str]) -> bool:
    """Tell whether no top-level JSON object has a key that is not among these.

    >>> only_keys('{"a": 1}', ["a", "b"]), only_keys('{"c": 1}', ["a", "b"])
    (True, False)
    """
    known, data = {_key(key) for key in keys}, _data(text)
    return bool(data) and all(isinstance(each, dict) and known >= set(map(_key, each)) for each in _objects(data))


def matches_schema(text: str, schema: Mapping[str, Any]) -> bool:
    """Tell whether the response is JSON, bare or in one fence, that a JSON Schema accepts.

    It knows type, enum, const, properties, required, additionalProperties, items, prefixItems, the limits of numbers,
    lengths and counts, pattern, uniqueItems, anyOf, oneOf, allOf, not and local ``$ref``; other words are not asked.

    >>> matches_schema('{"score": 7}', {"properties": {"score": {"type": "integer", "maximum": 10}}})
    True
    """
    value = _loaded(_unfenced(text))
    try:
        return value is not _NOTHING and _fits(value, schema, schema)
    except RecursionError:
        return False


def _fits(value: Any, schema: Any, root: Mapping[str, Any]) -> bool:
    """Tell whether a JSON value fits a schema; references are looked up in the root."""
    if not isinstance(schema, Mapping):
        return schema is not False
    if "$ref" in schema and not _fits(value, _referenced(root, str(schema["$ref"])), root):
        return False
    kinds = schema.get("type", [])
    if kinds and not any(_is_of_type(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return False
    if "enum" in schema and not any(_equal(value, each) for each in schema["enum"]):
        return False
    if "const" in schema and not _equal(value, schema["const"]):
        return False
    return _fits_combined(value, schema, root) and _fits_its_type(value, schema, root)


def _fits_combined(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    """Tell whether a value fits the schemas that a schema combines."""
    if "anyOf" in schema and not any(_fits(value, each, root) for each in schema["anyOf"]):
        return False
    if "oneOf" in schema and sum(_fits(value, each, root) for each in schema["oneOf"]) != 1:
        return False
    if not all(_fits(value, each, root) for each in schema.get("allOf", [])):
        return False
    return not ("not" in schema and _fits(value, schema["not"], root))


def _fits_its_type(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    """Tell whether a value keeps what a schema asks of values of its type."""
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int | float):
        return _within_limits(value, schema, "minimum", "maximum") and (
            value > schema.get("exclusiveMinimum", value - 1) and value < schema.get("exclusiveMaximum", value + 1)
        )
    if isinstance(value, str):
        found = re.search(schema["pattern"], value) if "pattern" in schema else True
        return bool(found) and _within_limits(len(value), schema, "minLength", "maxLength")
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        return (
            _within_limits(len(value), schema, "minItems", "maxItems")
            and all(_fits(each, one, root) for each, one in zip(value, first, strict=False))
            and all(_fits(each, schema.get("items", True), root) for each in value[len(first) :])
            and not (schema.get("uniqueItems") and len({repr(each) for each in value}) < len(value))
        )
    return _fits_object(value, schema, root)


def _fits_object(value: dict[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    """Tell whether an object has what a schema asks of its properties."""
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    return (
        all(key in value for key in schema.get("required", []))
        and all(_fits(each, known.get(key, others), root) for key, each in value.items())
        and _within_limits(len(value), schema, "minProperties", "maxProperties")
    )


def _within_limits(number: float, schema: Mapping[str, Any], low: str, high: str) -> bool:
    """Tell whether a number keeps the limits that a schema names."""
    return bool(number >= schema.get(low, number) and number <= schema.get(high, number))


def _is_of_type(value: Any, kind: str) -> bool:
    """Tell whether a JSON value is of a type of JSON Schema."""
    if kind in ("integer", "number"):
        whole = kind == "number" or (isinstance(value, int | float) and value == int(value))
        return isinstance(value, int | float) and not isinstance(value, bool) and whole
    types = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    return isinstance(value, types.get(kind, object))


def _equal(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are equal; true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _referenced(root: Any, reference: str) -> Any:
    """Return the schema that a local reference names; a foreign one asks nothing."""
    if not reference.startswith("#"):
        return True
    for part in reference.lstrip("#/").split("/") if reference.strip("#/") else []:
        root = root.get(part, True) if isinstance(root, Mapping) else True
    return root


def _csv_rows(text: str, separator: str) -> list[list[str]]:
    """Return the rows of a text read as CSV; none when its quotes are not closed."""
    import csv

    try:
        rows = list(
            csv.reader(
                _unfenced(text).splitlines(keepends=True), delimiter=separator, skipinitialspace=True, strict=True
            )
        )
    except csv.Error:
        return []
    return [row for row in rows if row]


def _is_prose(row: Sequence[str]) -> bool:
    """Tell whether the only row of a table is rather a sentence with commas."""
    return row[-1].rstrip()[-1:] in (".", "!", "?", ":") and any(len(cell.split()) > 2 for cell in row)


def is_csv(text: str, columns: int | Sequence[str] | None = None, separator: str = ",") -> bool:
    r"""Tell whether the response is CSV, bare or in one fence: each line has as many fields, at least two.

    With columns: that many, or a first line with these names, any case.

    >>> is_csv("date,days\n2024-01,12"), is_csv("Here is the file:\ndate,days")
    (True, False)
    >>> is_csv("date,days\n2024-01,12", ["Date", "Days"])
    True
    """
    rows = _csv_rows(text, separator)
    if not rows or len({len(row) for row in rows}) != 1 or (len(rows) == 1 and _is_prose(rows[0])):
        return False
    if isinstance(columns, int):
        return len(rows[0]) == columns
    if columns is not None:
        return [name.strip().casefold() for name in rows[0]] == [name.strip().casefold() for name in columns]
    return len(rows[0]) > 1


def is_xml(text: str) -> bool:
    """Tell whether the response is one XML document, bare or in one fence.

    >>> is_xml("<a><b>1</b></a>"), is_xml("<a><b></a>")
    (True, False)
    """
    bare = _unfenced(text)
    if not bare.startswith("<") or "<!ENTITY" in bare:
        return False
    from xml.parsers import expat

    parser = expat.ParserCreate()
    try:
        parser.Parse(re.sub(r"&(?!(?:\w+|#\w+);)", "&amp;", bare), True)
    except (expat.ExpatError, UnicodeError):
        return False
    return True


def is_html(text: str) -> bool:
    """Tell whether the response is HTML, bare or in one fence: it begins and ends with a tag, and every tag is closed.

    >>> is_html("<p>One<br>two</p>"), is_html("<p>One"), is_html("No tags")
    (True, False, False)
    """
    bare = _unfenced(text)
    return bare.startswith("<") and bare.endswith(">") and _tags_close(bare)


def _tags_close(text: str) -> bool:
    """Tell whether the tags of an HTML text close in order; void elements and optional ends need none."""
    void = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
    optional = {"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option"}
    opened: list[str] = []
    for match in re.finditer(
        r"<!--(?:[^-]|-(?!->))*+-->|<(/?)([A-Za-z][\w:\-]*)((?:\"[^\"]*+\"|'[^']*+'|[^<>\"'])*+)>", text
    ):
        name = (match[2] or "").lower()
        if not name or name in void or match[3].rstrip().endswith("/"):
            continue
        if not match[1]:
            opened.append(name)
            continue
        while opened and opened[-1] != name and opened[-1] in optional:
            opened.pop()
        if not opened or opened.pop() != name:
            return False
    return all(name in optional for name in opened) and not (opened and "</" not in text and text.count("<") < 2)


def is_yaml(text: str) -> bool:
    r"""Tell whether the response is a YAML mapping or list, bare or in one fence. Needs PyYAML.

    >>> is_yaml("name: Ada\nage: 36"), is_yaml("Just a sentence.")
    (True, False)
    """
    import yaml

    try:
        node = yaml.compose(_unfenced(text), Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return False
    return isinstance(node, yaml.MappingNode | yaml.SequenceNode)


def is_python(text: str) -> bool:
    r"""Tell whether the response is Python that parses, bare or in one fence, and no mere word or sentence.

    >>> is_python("def f(x):\n    return x"), is_python("Hello there")
    (True, False)
    """
    import ast

    try:
        tree = ast.parse(_unfenced(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(
        not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Name | ast.Constant)) for each in tree.body
    )


def sql_statements_of(text: str) -> list[str]:
    """Return the statements of a response in SQL, parted at semicolons, their tokens one space apart, without comments.

    >>> sql_statements_of("SELECT 1; SELECT 2;")
    ['SELECT 1', 'SELECT 2']
    """
    return [" ".join(tokens) for tokens in _sql(text)]


def _sql(text: str) -> list[list[str]]:
    """Return the tokens of each statement, quoted ones whole, comments left out; none when a quote is open."""
    found: list[list[str]] = [[]]
    for match in re.finditer(_SQL_PIECE, _unfenced(text)):
        piece = match[0]
        if piece in ("'", '"', "`"):
            return []
        if piece == ";":
            found.append([])
        elif piece.strip() and not piece.startswith(("--", "/*")):
            found[-1].append(piece)
    return [tokens for tokens in found if tokens]


def _is_statement(tokens: list[str]) -> bool:
    """Tell whether tokens form a statement of SQL: its brackets close, it has its clauses, and it is no prose."""
    depth = words = 0
    upper = [piece.upper() for piece in tokens]
    for piece in upper:
        depth += (piece == "(") - (piece == ")")
        words = words + 1 if re.match(r"[^\W\d]", piece) and f" {piece} " not in _SQL_KEYWORDS else 0
        if depth < 0 or words > 2:
            return False
    begin = next((at for at, piece in enumerate(upper) if piece != "("), len(upper))
    if depth or begin == len(upper) or any(map(_names_no_table, upper, upper[1:], upper[2:])):
        return False
    return re.match(_SQL_STATEMENT, " ".join(upper[begin : begin + 2_000])) is not None


def _names_no_table(before: str, name: str, after: str) -> bool:
    """Tell whether words are those of a sentence: ``from the front``, ``into a bowl``."""
    if before not in ("FROM", "INTO", "JOIN"):
        return False
    is_word = len(after) > 2 and after.isalpha() and f" {after} " not in _SQL_KEYWORDS
    return f" {name} " in _NO_TABLES or (name in ("A", "AN") and is_word)


def is_sql(text: str) -> bool:
    """Tell whether the response is SQL, bare or in one fence: statements whose quotes and brackets are closed.

    >>> is_sql("SELECT name FROM users WHERE age > 30;"), is_sql("Select a seat from the front rows please")
    (True, False)
    """
    statements = _sql(text)
    return bool(statements) and all(map(_is_statement, statements))
