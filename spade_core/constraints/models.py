"""Classes of Python that show the JSON that a prompt asks for, Pydantic models and typed dicts, as JSON schemas."""

import ast
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Final

_NAMED: Final = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "dict": "object",
    "Dict": "object",
}
_DATES: Final = {"date": "date", "datetime": "date-time"}
_LISTS: Final = frozenset({"list", "List", "set", "Set", "tuple"})
_KEYWORDS: Final = {
    "ge": "minimum",
    "gt": "minimum",
    "le": "maximum",
    "lt": "maximum",
    "pattern": "pattern",
    "description": "description",
}
_LENGTHS: Final = {
    "min_length": ("minLength", "minItems"),
    "max_length": ("maxLength", "maxItems"),
    "min_items": ("minItems", "minItems"),
    "max_items": ("maxItems", "maxItems"),
}
_LONGEST: Final = 20_000
_TAG: Final = re.compile(r"\W?\s*\{%-?\s*(?P<name>\w+)[^\n]*%\}\s*")
"""A line that is a tag of a template: "{% if with_score %}"."""


def schema_of_classes(text: str) -> Mapping[str, Any] | None:
    """Return the schema of the class that no other class of the text has as a part; None where there is none."""
    text, conditional = _without_tags(text[:_LONGEST])
    classes = {each.name: each for each in _classes(text)}
    models = [name for name, each in classes.items() if not _is_enum(each)]
    if not models:
        return None
    named = {
        name: _object(each, classes, conditional) if name in models else _enum(each) for name, each in classes.items()
    }
    inside = {node.id for each in classes.values() for node in ast.walk(each) if isinstance(node, ast.Name)}
    tops = [name for name in models if name not in inside] or models
    return {**named[tops[-1]], "$defs": named}


def _without_tags(text: str) -> tuple[str, frozenset[int]]:
    """Return code without the lines of a template's tags, and the numbers of the lines that stand in a condition."""
    lines, conditional, depth = text.split("\n"), set(), 0
    for number, line in enumerate(lines):
        if (tag := _TAG.fullmatch(line)) is not None:
            depth += {"if": 1, "endif": -1}.get(tag["name"], 0)
            lines[number] = ""
        elif depth > 0:
            conditional.add(number + 1)
    return "\n".join(lines), frozenset(conditional)


def _classes(text: str) -> Iterator[ast.ClassDef]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for each in tree.body:
        if isinstance(each, ast.ClassDef) and (_is_enum(each) or any(isinstance(n, ast.AnnAssign) for n in each.body)):
            yield each


def _is_enum(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("Enum") for base in node.bases)


def _enum(node: ast.ClassDef) -> dict[str, Any]:
    values = [each.value for each in node.body if isinstance(each, ast.Assign)]
    return {"enum": [each.value for each in values if isinstance(each, ast.Constant)]}


def _object(model: ast.ClassDef, classes: Mapping[str, ast.ClassDef], conditional: Container[int]) -> dict[str, Any]:
    fields = [
        (each, each.target.id)
        for each in model.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    ]
    named = {name: _field(each, classes) for each, name in fields}
    required = [name for each, name in fields if each.lineno not in conditional and not _has_default(each.value)]
    return {"type": "object", "properties": named, "required": required}


def _has_default(value: ast.expr | None) -> bool:
    if not isinstance(value, ast.Call):
        return value is not None
    first = [each for each in value.args[:1] if not (isinstance(each, ast.Constant) and each.value is Ellipsis)]
    return bool(first) or any(each.arg in ("default", "default_factory") for each in value.keywords)


def _field(field: ast.AnnAssign, classes: Mapping[str, ast.ClassDef]) -> dict[str, Any]:
    schema = _type(field.annotation, classes)
    return _limited(schema, field.value) if isinstance(field.value, ast.Call) else schema


def _limited(schema: dict[str, Any], call: ast.Call) -> dict[str, Any]:
    """Return a schema with the limits that the arguments of a call name: ``Field(ge=0, max_length=80)``."""
    found = dict(schema)
    for each in call.keywords:
        value = each.value.value if isinstance(each.value, ast.Constant) else None
        if each.arg in _KEYWORDS and value is not None:
            found[_KEYWORDS[each.arg]] = value
        elif each.arg in _LENGTHS and type(value) is int:
            found[_LENGTHS[each.arg][schema.get("type") == "array"]] = value
    return found


def _type(node: ast.expr, classes: Mapping[str, ast.ClassDef]) -> dict[str, Any]:
    """Return the schema of an annotation; null aside, which any value may be."""
    match node:
        case ast.Name(id=name) if name in classes:
            return {"$ref": f"#/$defs/{name}"}
        case ast.Name(id=name) | ast.Attribute(attr=name):
            if name in _DATES:
                return {"type": "string", "format": _DATES[name]}
            return {"type": "array"} if name in _LISTS else {"type": _NAMED[name]} if name in _NAMED else {}
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _one_of((left, right), classes)
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            return _generic(name, inner.elts if isinstance(inner, ast.Tuple) else [inner], classes)
        case _:
            return {}


def _generic(name: str, inner: Sequence[ast.expr], classes: Mapping[str, ast.ClassDef]) -> dict[str, Any]:
    if name == "Literal":
        return {"enum": [each.value for each in inner if isinstance(each, ast.Constant)]}
    if name in ("Optional", "Union"):
        return _one_of(inner, classes)
    if name in _LISTS:
        return {"type": "array", **({"items": _type(inner[0], classes)} if inner else {})}
    return {"type": "object"} if name in ("dict", "Dict") else {}


def _one_of(nodes: Sequence[ast.expr], classes: Mapping[str, ast.ClassDef]) -> dict[str, Any]:
    kept = [each for each in nodes if not (isinstance(each, ast.Constant) and each.value is None)]
    return _type(kept[0], classes) if len(kept) == 1 else {}
