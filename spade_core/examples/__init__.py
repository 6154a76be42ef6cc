"""Examples: what went into a pipeline, what came out, and its label."""

from spade_core.examples.edits import (
    LineEdit,
    append_examples,
    fill_labels,
    render_example,
    render_examples,
    set_label,
    set_label_at,
    undo,
)
from spade_core.examples.example import Example, ExampleSet, Label, label_counts
from spade_core.examples.jsonl import content_id, parse_examples, parse_label

__all__ = [
    "Example",
    "ExampleSet",
    "Label",
    "LineEdit",
    "append_examples",
    "content_id",
    "fill_labels",
    "label_counts",
    "parse_examples",
    "parse_label",
    "render_example",
    "render_examples",
    "set_label",
    "set_label_at",
    "undo",
]
