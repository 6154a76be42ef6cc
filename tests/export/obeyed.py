"""Examples whose texts promptfoo would obey where they stood in its configuration."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path


def obeyed_rows(made: Path) -> Sequence[Mapping[str, object]]:
    """Return rows, each of which would make a file."""
    program = f"process.getBuiltinModule('fs').writeFileSync('{made}', '')"
    code = f'range.constructor("return {program}")()'
    template, anywhere = f"{{{{ {code} }}}}", f"{{{{ {code}\n| dump ~ env.X }}}}"
    return [
        {"id": "file", "example": {"movie_name": "file://evil.py"}, "response": "x", "label": "bad"},
        {"id": "package", "example": {"movie_name": "package:evil:x"}, "response": "x", "label": "bad"},
        {"id": "field", "example": {"movie_name": template}, "response": "x", "label": "bad"},
        {"id": "deep", "example": {"movie_name": {"a": [anywhere]}}, "response": "x", "label": "bad"},
        {"id": "response", "example": {"movie_name": "x"}, "response": anywhere, "label": "bad"},
        {"id": "extra", "example": {"movie_name": "x"}, "response": "x", "label": "bad", "note": anywhere},
    ]


def add_rows(folder: Path, rows: Sequence[Mapping[str, object]]) -> None:
    """Add them to the examples of a workspace, with one that holds braces and is obeyed by nobody."""
    plain = {"id": "plain", "example": {"movie_name": "x"}, "response": "{{ 1 }}", "label": "bad"}
    with (folder / "note.examples.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(each)}\n" for each in [*rows, plain])
