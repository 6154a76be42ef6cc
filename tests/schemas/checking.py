"""Holds what ``--json`` prints to its schema, closed: a key that the schema lacks is an error too."""

import json
from collections.abc import Mapping, Sequence
from functools import cache

from jsonschema import Draft202012Validator

from tests.schemas.json_schema import json_schema
from tests.schemas.making import output_types

_ANY_COMMAND = ("error", "estimate")


@cache
def validator_of(name: str) -> Draft202012Validator:
    return Draft202012Validator(json_schema(output_types()[name], closed=True))


def names_of(command: str) -> list[str]:
    """Return the outputs that a command has, as ``check`` and ``check-labelled``."""
    return [name for name in output_types() if name == command or name.startswith(f"{command}-")]


def hold_to_schema(arguments: Sequence[str], stdout: str) -> None:
    """Raise an AssertionError where a command prints JSON that is not as its schema says."""
    value = json.loads(stdout)
    assert isinstance(value, Mapping)
    command = arguments[0] if arguments else ""
    names = [name for name in _ANY_COMMAND if value.keys() == {name}] or names_of(command)
    faults = {name: [each.message for each in validator_of(name).iter_errors(value)] for name in names}
    assert faults, f"{command} has no schema: {sorted(value)}"
    assert not all(faults.values()), f"spade {' '.join(arguments)}: {faults}"
