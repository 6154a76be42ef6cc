"""A JSON schema (2020-12) out of a TypedDict or a dataclass: types, required keys, and docstrings as descriptions."""

import ast
import inspect
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum, StrEnum
from itertools import pairwise
from textwrap import dedent
from typing import Any, Final, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

_PLAIN: Final[Mapping[object, dict[str, object]]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    object: {},
    Any: {},
}


def json_schema(
    of: type, *, instead: Mapping[object, dict[str, object]] | None = None, closed: bool = False
) -> dict[str, Any]:
    """Return the schema of a type; `instead` has those of types that are written otherwise.

    `closed` refuses keys that are not named.
    """
    maker = _Maker({**_PLAIN, **(instead or {})}, closed=closed)
    schema = maker.of(of)
    return {**schema, "$defs": maker.definitions} if maker.definitions else schema


class _Maker:
    def __init__(self, known: Mapping[object, dict[str, object]], *, closed: bool) -> None:
        self._known = known
        self._closed = closed
        self.definitions: dict[str, object] = {}

    def of(self, kind: object) -> dict[str, object]:
        """Return the schema of a type."""
        if kind in self._known:
            return self._known[kind]
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (NotRequired, Required):
            return self._named(arguments[0])
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self._named(each) for each in arguments]}
        if origin in (list, tuple):
            return {"type": "array", "items": self._named(arguments[0])}
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self._named(arguments[1])}
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return {"enum": [each.value for each in kind]}
        if is_typeddict(kind) or is_dataclass(kind):
            return self._object(kind)
        raise TypeError(f"no schema of {kind}")

    def _object(self, kind: Any) -> dict[str, object]:
        about = _about_fields(kind)
        properties = {}
        for name, hint in get_type_hints(kind, include_extras=True).items():
            inner = self._named(hint)
            properties[name] = {**inner, "description": about[name]} if name in about else inner
        schema: dict[str, object] = {"type": "object", "properties": properties}
        if is_typeddict(kind) and kind.__required_keys__:
            schema["required"] = sorted(kind.__required_keys__)
        for each in fields(kind) if is_dataclass(kind) else ():
            default = each.default.value if isinstance(each.default, Enum) else each.default
            if default is not MISSING and default not in (None, "", ()):
                properties[each.name] |= {"default": default}
        if self._closed:
            schema["additionalProperties"] = False
        if kind.__doc__ and not kind.__doc__.startswith("dict("):
            schema["description"] = " ".join(kind.__doc__.split())
        return schema

    def _named(self, hint: object) -> dict[str, object]:
        """Return the schema of a field; a TypedDict stands among the definitions."""
        if is_typeddict(hint):
            name = hint.__name__.lstrip("_")  # type: ignore[attr-defined]
            if name not in self.definitions:
                self.definitions[name] = {}  # one may hold itself
                self.definitions[name] = self._object(hint)
            return {"$ref": f"#/$defs/{name}"}
        return self.of(hint)


def _about_fields(kind: type) -> dict[str, str]:
    """Return the docstrings below the fields of a class and of those that it extends."""
    found: dict[str, str] = {}
    for each in (*getattr(kind, "__orig_bases__", ()), kind):
        try:
            tree = ast.parse(dedent(inspect.getsource(each)))
        except (OSError, TypeError):  # made by a call
            continue
        found |= dict(_docstrings(tree))
    return found


def _docstrings(tree: ast.Module) -> Iterator[tuple[str, str]]:
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    for field, about in pairwise(body):
        match field, about:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, " ".join(text.split())
            case _:
                pass
