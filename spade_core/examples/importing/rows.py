"""Rows of a table as examples: none twice, none lost in silence."""

import ast
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from spade_core.errors import Problem
from spade_core.examples.contexts import context_fields
from spade_core.examples.example import Example, Label
from spade_core.examples.importing.label_words import label_in, plain_word
from spade_core.examples.importing.mapping import ColumnMapping, bare_name, may_repeat
from spade_core.examples.importing.table import EMPTY, Row, Table
from spade_core.examples.jsonl import content_id

_MOST_LIST: Final = 1_000_000
_OWN_KEYS = frozenset({"id", "row", "example", "prompt", "response", "label"})


@dataclass(frozen=True, slots=True)
class Import:
    """What an import adds."""

    examples: tuple[Example, ...]
    """In the order of the table; their ids are those of no example that was there."""
    duplicates: int
    """Rows with the same input, prompt and response as an example that is there."""
    problems: tuple[Problem, ...]
    """Rows that were left out, labels that could not be read, duplicates with another label, repeated rows."""
    repeats: int = 0
    """Rows with the same input, prompt and response as an earlier row."""
    filled: tuple[Example, ...] = ()
    """Examples that are there without a label, each with the one that a row gives it; they count as duplicates, too."""

    @property
    def is_empty(self) -> bool:
        """Whether it changes nothing."""
        return not self.examples and not self.filled

    def count(self, label: Label | None) -> int:
        """Return how many of the new examples carry a label."""
        return sum(example.label is label for example in self.examples)


def import_rows(table: Table, mapping: ColumnMapping, existing: Collection[Example] = ()) -> Import:
    """Return the examples that a table adds to those that exist."""
    known: dict[str, list[Example]] = {}
    for there in existing:
        known.setdefault(_identity(there, there.prompt), []).append(there)
    taken = {example.id for example in existing}
    first: dict[str, tuple[Row, Label | None]] = {}
    added: list[Example] = []
    filled: list[Example] = []
    problems = list(table.problems)
    duplicates = repeats = 0
    for row in table.rows:
        response = _response(row.values.get(mapping.response))
        if not response:
            problems.append(table.problem(row, f'no response in "{mapping.response}"'))
            continue
        label, complaint = _label(row, mapping)
        if complaint:
            problems.append(table.problem(row, complaint))
        example = _example(row, mapping, response, label)
        identity = _identity(example, example.prompt)
        if identity not in known and (without_prompt := _identity(example, "")) in known:
            identity = without_prompt  # the prompt of the one that is there was lost
        if identity in known:
            duplicates += 1
            others = {example.label for example in known[identity]} - {None, label}
            if label is not None and others:
                fact = f"labelled {label}, but the same example is {min(map(str, others))} already; left out"
                problems.append(table.problem(row, fact))
            elif label is not None:
                filled += (replace(each, label=label) for each in known[identity] if each.label is None)
                known[identity] = [replace(each, label=label) for each in known[identity]]
            continue
        if identity in first:
            repeats += 1
            problems.append(table.problem(row, _repeats(label, *first[identity])))
            continue
        first[identity] = (row, label)
        unique = _unused(example.id, taken)
        taken.add(unique)
        added.append(_renamed(example, unique))
    return Import(tuple(added), duplicates, tuple(problems), repeats, tuple(filled))


@dataclass(frozen=True, slots=True)
class LabelWord:
    """A word in the column of the labels."""

    word: str
    """As it is written first."""
    rows: int
    label: Label | None
    """What it stands for; None for no label."""
    is_known: bool
    """Whether that is known, or was said; else a person is to say it."""


def label_words(table: Table, mapping: ColumnMapping) -> tuple[LabelWord, ...]:
    """Return the different words in the column of the labels, those first that nothing is known of."""
    found: dict[str, LabelWord] = {}
    for value in table.values_of(mapping.label) if mapping.label is not None else ():
        key = plain_word(value)
        if not key:
            continue
        if key in found:
            found[key] = replace(found[key], rows=found[key].rows + 1)
            continue
        label, is_known = _meaning(value, mapping)
        found[key] = LabelWord(" ".join(str(value).split()) if isinstance(value, str) else key, 1, label, is_known)
    return tuple(sorted(found.values(), key=lambda each: each.is_known))


def _meaning(value: object, mapping: ColumnMapping) -> tuple[Label | None, bool]:
    try:
        return label_in(value, mapping.meanings), True
    except ValueError:
        return None, False


def other_columns(table: Table, mapping: ColumnMapping) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the columns that are kept as keys of the line, and those left out because a key of ours has their name."""
    more = dict.fromkeys(
        name
        for row in table.rows
        for name in _rest(row, mapping, _example(row, mapping, _response(row.values.get(mapping.response)), None))
    )
    kept = tuple(column for column in more if bare_name(column) not in _OWN_KEYS)
    return kept, tuple(column for column in more if bare_name(column) in _OWN_KEYS)


def _repeats(label: Label | None, earlier: Row, its_label: Label | None) -> str:
    place = f"row {earlier.number}" if earlier.line is None else f"line {earlier.line}"
    if label is None or label is its_label:
        return f"repeats {place}; left out"
    return f"labelled {label}, but repeats {place}, which is {its_label or 'unlabelled'}; left out"


def _identity(example: Example, prompt: str) -> str:
    """Return what two rows have in common that are the same example: tools write JSON in a field anew."""
    return content_id({name: _value_in(text) for name, text in example.fields.items()}, prompt, example.response)


def _value_in(text: object) -> object:
    if not isinstance(text, str) or not text.startswith(("{", "[")):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _label(row: Row, mapping: ColumnMapping) -> tuple[Label | None, str]:
    """Return a row's label, and what is wrong with it."""
    try:
        label = label_in(row.values.get(mapping.label), mapping.meanings) if mapping.label is not None else None
    except ValueError as error:
        return None, f"{error}; the row comes in unlabelled"
    return label or mapping.default_label, ""


def _example(row: Row, mapping: ColumnMapping, response: str, label: Label | None) -> Example:
    values = row.values
    fields = {name: values[column] for name, column in mapping.fields.items() if values.get(column) is not None}
    if (held := context_fields(fields)) is not None:
        fields |= {name: _listed(fields[name]) for name in (held.contexts, held.reference) if name}
    prompt = _text(values.get(mapping.prompt)) if mapping.prompt is not None else ""
    given = values.get(mapping.id) if mapping.id is not None else None
    named = str(given).strip() if isinstance(given, str | int) and not isinstance(given, bool) else ""
    example = Example(named or content_id(fields, prompt, response), fields, prompt, response, label)
    more = {bare_name(name): value for name, value in _rest(row, mapping, example).items()}
    return replace(example, extra={name: value for name, value in more.items() if name not in _OWN_KEYS})


def _rest(row: Row, mapping: ColumnMapping, example: Example) -> dict[str, object]:
    """Return what a row holds beside the example, and does not say again: other tools name a response in two places."""
    again = (example.response, example.prompt, example.id, json.dumps(dict(example.fields), ensure_ascii=False))
    return {
        name: value
        for name, value in row.values.items()
        if name not in mapping.columns and value not in EMPTY and not (may_repeat(name) and value in again)
    }


def _renamed(example: Example, name: str) -> Example:
    if name == example.id:
        return example
    return Example(name, example.fields, example.prompt, example.response, example.label, extra=example.extra)


def _unused(wanted: str, taken: Collection[str]) -> str:
    count, name = 1, wanted
    while name in taken:
        count += 1
        name = f"{wanted}-{count}"
    return name


def _listed(value: object) -> object:
    """Return the list of texts that a cell holds as JSON or as Python writes it; any other value as it is."""
    if not isinstance(value, str) or not (value.startswith("[") and value.endswith("]")) or len(value) > _MOST_LIST:
        return value
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(value)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        return found if isinstance(found, list) and all(isinstance(each, str) for each in found) else value
    return value


def _response(value: object) -> str:
    """Return a response as text; of a conversation, what was said last."""
    if isinstance(value, list) and value and isinstance(value[-1], Mapping) and "content" in value[-1]:
        return _text(value[-1])
    return _text(value)


def _text(value: object) -> str:
    """Return a value as text: a message's content, a conversation's contents, else JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping) and isinstance(value.get("content"), str):
        return str(value["content"])
    if isinstance(value, list) and value and all(isinstance(each, Mapping) and "content" in each for each in value):
        return "\n\n".join(_text(each) for each in value)
    return json.dumps(value, ensure_ascii=False)
