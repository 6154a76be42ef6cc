"""The schemas out of the types: ``python -m tests.schemas.making`` writes those that are published."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from spade_core import schemas
from spade_core.models import ModelChoice, Price
from spade_core.schemas.published import FOLDER
from spade_core.selection import Preference
from spade_core.settings import KEYS, PER_PROMPT, Settings
from spade_core.values import ValueSource
from tests.schemas import outputs
from tests.schemas.files import ExampleLine, RecordFile
from tests.schemas.json_schema import json_schema


def made() -> Mapping[str, str]:
    """Return the text of every schema by its name, from the types that describe the values."""
    return {name: _text(name, make()) for name, make in _makers().items()}


def output_types() -> Mapping[str, type]:
    """Return the types of the outputs by their names: ``check-labelled`` of CheckLabelledOutput."""
    found = [(name, kind) for name, kind in vars(outputs).items() if name.endswith("Output")]
    return {_kebab(name.removesuffix("Output")): kind for name, kind in found}


def _makers() -> Mapping[str, Callable[[], dict[str, object]]]:

    outputs = {f"output.{name}": (lambda kind=kind: json_schema(kind)) for name, kind in output_types().items()}
    return {
        "settings": _settings,
        "example": lambda: json_schema(ExampleLine),
        "record": lambda: json_schema(RecordFile),
        **outputs,
    }


def _settings() -> dict[str, object]:
    """Return the schema of ``spade.toml``, in which some values are written otherwise than they are kept."""
    text: dict[str, object] = {"type": "string"}
    table: dict[str, object] = {"type": "object", "additionalProperties": False}
    preference: dict[str, object] = {"enum": [each.value for each in Preference]}
    model = {**table, "properties": {"name": text, "base_url": text}, "required": ["name"]}
    source = {**table, "properties": {"path": text, "column": text, "query": text}, "required": ["path"]}
    schema = json_schema(
        Settings,
        instead={
            ModelChoice: {"anyOf": [text, model]},
            Price: {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 2, "maxItems": 3},
            ValueSource: {"anyOf": [text, source]},
            Path: text,
            Path | None: text,
            tuple[ModelChoice, ...] | None: {
                "anyOf": [{"type": "array", "items": {"anyOf": [text, model]}}, {"const": False}]
            },
            tuple[str, ...]: {"anyOf": [text, {"type": "array", "items": text}]},
            tuple[Preference, ...]: {"anyOf": [preference, {"type": "array", "items": preference}]},
            float | None: {"type": "number"},
            int | None: {"type": "integer"},
        },
        closed=True,
    )
    every = schema["properties"]
    for share in ("alpha", "tau"):
        every[share] |= {"minimum": 0, "maximum": 1}
    single = {**table, "properties": {key: every[key] for key in PER_PROMPT}}
    known = {key: every[key] for key in KEYS}
    known["per_prompt"] |= {"additionalProperties": single}
    return {**schema, "properties": known}


def _text(name: str, schema: Mapping[str, object]) -> str:
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:spade-assertions:schema:{FOLDER}:{name}",
    }
    return json.dumps({**head, **schema}, indent=2, ensure_ascii=False) + "\n"


def _kebab(name: str) -> str:
    return "".join(f"-{each.lower()}" if each.isupper() else each for each in name).lstrip("-")


if __name__ == "__main__":
    for _name, _schema in made().items():
        Path(schemas.__file__).with_name(FOLDER).joinpath(f"{_name}.schema.json").write_text(_schema, "utf-8")
