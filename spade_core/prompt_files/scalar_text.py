"""The text of a scalar of a YAML, JSON or TOML file, mapped to the file."""

from spade_core.prompt_files.json_document import json_string
from spade_core.prompt_files.tree import ScalarNode, Style
from spade_core.text import MappedText


def scalar_text(file: str, scalar: ScalarNode) -> MappedText:
    """Return what `scalar` says as text: a string its value, anything else as the file writes it."""
    if scalar.style is Style.JSON_STRING:
        return json_string(file, scalar.span)
    if scalar.style is Style.TOML_STRING:
        from spade_core.prompt_files.toml_document import toml_string

        return toml_string(file, scalar.span)
    if not isinstance(scalar.value, str):
        return MappedText.verbatim(file, scalar.span.start, scalar.span.end)
    from spade_core.prompt_files.yaml_scalars import yaml_scalar

    return yaml_scalar(file, scalar.span, scalar.style, scalar.value)
