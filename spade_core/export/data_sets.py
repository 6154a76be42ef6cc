"""The examples as rows of other tools' data sets; `spade import` reads each of them back.

A data set of a tool that knows right answers has the good responses there. Every response, its label and its prompt
stand among what the tool keeps about a row without reading it.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from spade_core.examples import Example, Label
from spade_core.export.kinds import ExportFormat

Row = Mapping[str, object]


def _about(example: Example) -> dict[str, object]:
    said = {"id": example.id, "prompt": example.prompt, "response": example.response, "label": example.label}
    return {**example.extra, **{key: value for key, value in said.items() if value not in ("", None)}}


def _input(example: Example) -> str:
    """Return the input as one text, where a tool has no fields: the prompt, else the fields."""
    return example.prompt or json.dumps(dict(example.fields), ensure_ascii=False)


def _ideal(example: Example) -> str:
    return example.response if example.label is Label.GOOD else ""


def _langsmith(example: Example) -> Row:
    outputs = {"response": example.response} if _ideal(example) else {}
    return {"inputs": dict(example.fields), "outputs": outputs, "metadata": _about(example)}


def _langfuse(example: Example) -> Row:
    ideal = _ideal(example) or None
    return {"input": dict(example.fields), "expectedOutput": ideal, "metadata": _about(example)}


def _openai(example: Example) -> Row:
    about = {key: value for key, value in _about(example).items() if key != "response"}
    return {"item": {**about, "example": dict(example.fields)}, "sample": {"output_text": example.response}}


def _deepeval(example: Example) -> Row:
    metadata = {**_about(example), "example": dict(example.fields)}
    ideal = {"expected_output": example.response} if _ideal(example) else {}
    row = {"input": _input(example), "actual_output": example.response, "additional_metadata": metadata}
    return row | ideal


def _inspect(example: Example) -> Row:
    metadata = {**_about(example), "example": dict(example.fields)}
    return {"id": example.id, "input": _input(example), "target": _ideal(example), "metadata": metadata}


def promptfoo_test(example: Example) -> Row | None:
    """Return a test of promptfoo, which takes the response as it stands and asks no model.

    None where promptfoo would obey a text of the example, which may be a stranger's: it knows no escape.
    """
    about = {key: value for key, value in _about(example).items() if key != "response"}
    row = {"vars": dict(example.fields), "providerOutput": example.response, "metadata": about}
    obeyed = any(_renders_anywhere(text) for text in texts_in(row))
    obeyed = obeyed or any(_is_no_value(text) for text in texts_in(row["vars"]))
    return None if obeyed else row


def _renders_anywhere(text: str) -> bool:
    """Return whether promptfoo renders a text as a template wherever it stands; a template runs code."""
    mark = text.find("{{")
    return mark >= 0 and any(text.find(each, mark) >= 0 for each in ("env.", "env["))


def _is_no_value(text: str) -> bool:
    """Return whether promptfoo renders the text of a variable, or reads or runs the file that it names."""
    return text.startswith(("file://", "package:")) or any(mark in text for mark in ("{{", "{%", "{#"))


def texts_in(value: object) -> Iterator[str]:
    """Yield every text in a JSON value, keys too."""
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, Mapping):
            waiting += [*inner, *inner.values()]
        elif isinstance(inner, list | tuple):
            waiting += inner


_ROWS: Final[Mapping[ExportFormat, Callable[[Example], Row]]] = {
    ExportFormat.LANGSMITH: _langsmith,
    ExportFormat.LANGFUSE: _langfuse,
    ExportFormat.OPENAI: _openai,
    ExportFormat.DEEPEVAL: _deepeval,
    ExportFormat.INSPECT: _inspect,
}


def data_set(kind: ExportFormat, examples: Sequence[Example]) -> str:
    """Return a tool's data set as JSON Lines."""
    # Escapes where UTF-8 has no bytes for what a response holds: a lone surrogate.
    return "".join(f"{_line(_ROWS[kind](each))}\n" for each in examples)


def _line(row: Row) -> str:
    line = json.dumps(row, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:
        return json.dumps(row)
    return line.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
