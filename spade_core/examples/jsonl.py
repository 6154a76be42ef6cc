"""The labelled examples as JSON Lines: text in, an ExampleSet out.

Laws of the format (docs/files.md is the contract for people):

* A line ends at LF and nowhere else: U+2028, form feeds and lone CRs inside a string are text.
* A line that cannot be read is a Problem with its number; every other line still works.
* What is ambiguous is not guessed: a key named twice, NaN, and numbers beyond a float are Problems.
* Nothing here depends on anything but the text: the same text gives the same ids.
"""

import hashlib
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from spade_core.errors import Problem
from spade_core.examples.example import Example, ExampleSet, Label

BOM = "\ufeff"
CONFLICT_MARKERS = ("<<<<<<< ", "||||||| ", "=======", ">>>>>>> ")
_KNOWN_KEYS = frozenset({"id", "row", "example", "prompt", "response", "label"})
_LABELS: tuple[tuple[object, Label], ...] = (
    ("good", Label.GOOD),
    ("bad", Label.BAD),
    (1, Label.GOOD),  # equal to true and to 1.0 as well
    (0, Label.BAD),
)


class LineError(ValueError):
    """One line is not an example; the text says why."""


def parse_examples(text: str, path: str) -> ExampleSet:
    """Return the examples of a ``*.examples.jsonl`` file, and a Problem for each line that is not one.

    An id is the line's ``id``, else its ``row``, else a hash of example, prompt and response. Ids are unique: the
    second line of one id is called ``<id>#2`` and reported.
    """
    return example_set(parse_lines(enumerate(text.removeprefix(BOM).split("\n"), 1), path), path)


def example_set(lines: Iterable[Example | Problem], path: str) -> ExampleSet:
    """Return what the lines of a file hold, as `parse_lines` yields it, together."""
    examples: list[Example] = []
    problems: list[Problem] = []
    for found in lines:
        if isinstance(found, Problem):
            problems.append(found)
        else:
            examples.append(found)
    unique = with_unique_ids(examples)
    for example, named in zip(examples, unique, strict=True):
        if named.id != example.id:
            twice = "the same text as" if _is_derived(example) else f'id "{example.id}" is taken by'
            told = f'{twice} an earlier line; called "{named.id}" here'
            problems.append(Problem(path, example.line, told, is_used=True))
    problems.extend(_contradictions(examples, path))
    return ExampleSet(path, unique, tuple(sorted(problems, key=lambda problem: problem.line or 0)))


def _contradictions(examples: Sequence[Example], path: str) -> Iterator[Problem]:
    """Yield a Problem for each line whose input and response have another label on an earlier line."""
    labelled = [example for example in examples if example.label is not None]
    times = Counter(example.response for example in labelled)
    first: dict[str, Example] = {}
    for each in labelled:
        if times[each.response] > 1:
            same = first.setdefault(content_id(each.fields, each.prompt, each.response), each)
            if same.label is not each.label:
                told = (
                    f"labelled {each.label}, but line {same.line} has the same input and response labelled {same.label}"
                )
                yield Problem(path, each.line, told, is_used=True)


def parse_lines(lines: Iterable[tuple[int, str]], path: str) -> Iterator[Example | Problem]:
    """Yield what each numbered line holds, as it is read: an example, a Problem, or both where it can be used anyway.

    Two lines may have one id.
    """
    for number, line in lines:
        if line.strip(" \t\r\n"):
            yield from parse_object(partial(decode_object, line), path, number)


def parse_object(decoded: Callable[[], Mapping[str, object]], path: str, number: int) -> Iterator[Example | Problem]:
    """Yield what an object with the keys of a line holds, as `parse_lines` does."""
    try:
        example, complaints = _parse_object(decoded(), number)
    except LineError as error:
        yield Problem(path, number, str(error))
    except RecursionError:
        yield Problem(path, number, "nested too deeply")
    else:
        yield from (Problem(path, number, complaint, is_used=True) for complaint in complaints)
        yield example


def with_unique_ids(examples: Iterable[Example]) -> tuple[Example, ...]:
    """Return the examples, the second of one id called ``<id>#2``."""
    seen: Counter[str] = Counter()
    taken: set[str] = set()
    found: list[Example] = []
    for example in examples:
        seen[example.id] += 1
        unique = _unused(example.id, seen[example.id], taken)
        taken.add(unique)
        found.append(example if unique == example.id else replace(example, id=unique))
    return tuple(found)


def decode_object(line: str) -> dict[str, object]:
    """Return the JSON object on a line, strictly: no NaN, no key twice, no number beyond a float.

    Raises:
        LineError: the line is not such an object; the text says why and at which column.
    """
    if line.startswith(CONFLICT_MARKERS):
        raise LineError(f'git conflict marker "{line[:7]}"')
    if (at := _raw_surrogate(line)) is not None:
        raise LineError(f"not UTF-8 at column {at + 1}")
    try:
        value = _DECODER.decode(line)
    except json.JSONDecodeError as error:
        raise LineError(f"not JSON at column {error.pos + 1}: {error.msg}") from error
    except LineError:
        raise
    except ValueError as error:
        raise LineError("a whole number has too many digits") from error
    if not isinstance(value, dict):
        raise LineError(f"not a JSON object but {_kind(value)}")
    return value


def _parse_object(raw: Mapping[str, object], number: int) -> tuple[Example, list[str]]:
    """Return the example in the object of a line, and what is odd about it though it can be used."""
    response = raw.get("response")
    if not isinstance(response, str):
        raise LineError('no "response"' if "response" not in raw else f'"response" is {_kind(response)}, not a string')
    prompt = raw.get("prompt")
    if prompt is not None and not isinstance(prompt, str):
        raise LineError(f'"prompt" is {_kind(prompt)}, not a string or null')
    fields = raw.get("example")
    if fields is not None and not isinstance(fields, dict):
        raise LineError(f'"example" is {_kind(fields)}, not an object or null')
    key, example_id = _id_of(raw)
    complaints: list[str] = []
    label: Label | None = None
    try:
        label = parse_label(raw.get("label"))
    except ValueError as error:
        complaints.append(f"{error}; the line counts as unlabelled")
    extra = {k: v for k, v in raw.items() if k not in _KNOWN_KEYS or (k == "row" and key != "row")}
    return Example(example_id, fields or {}, prompt or "", response, label, number, extra), complaints


def parse_label(value: object) -> Label | None:
    """Return the label that a JSON value stands for: "good"/"bad", 1/0, true/false; null is unlabelled.

    Raises:
        ValueError: it stands for none.
    """
    if value is None:
        return None
    for written, label in _LABELS:
        if value == written:
            return label
    raise ValueError(f'"label" is {json.dumps(value)[:40]}, not "good", "bad", 1, 0, true, false or null')


def content_id(fields: Mapping[str, object], prompt: str, response: str) -> str:
    """Return the id of an example that names none: it stays when the label or other keys change."""
    canonical = json.dumps([fields, prompt, response], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()[:12]


def _id_of(raw: Mapping[str, object]) -> tuple[str, str]:
    """Return the key that names the line ("" for none) and the id."""
    for key in ("id", "row"):
        value = raw.get(key)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            raise LineError(f'"{key}" is {_kind(value)}, not a string or a whole number')
        return key, str(value)
    fields = raw.get("example")
    return "", content_id(
        fields if isinstance(fields, dict) else {}, str(raw.get("prompt") or ""), str(raw["response"])
    )


def _is_derived(example: Example) -> bool:
    return example.id == content_id(example.fields, example.prompt, example.response)


def _unused(wanted: str, count: int, taken: set[str]) -> str:
    """Return `wanted`, or the first ``wanted#n`` that no line has."""
    name = wanted if count == 1 else f"{wanted}#{count}"
    while name in taken:
        count += 1
        name = f"{wanted}#{count}"
    return name


def _raw_surrogate(line: str) -> int | None:
    """Return where the text holds a surrogate itself (not an escape): a byte that was not UTF-8."""
    try:
        line.encode("utf-8")
    except UnicodeEncodeError as error:
        return error.start
    return None


def _kind(value: object) -> str:
    """Return what a JSON value is, for a person."""
    if value is None:
        return "null"
    if value == "":
        return "an empty string"
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    return names[type(value)]


def _no_constant(name: str) -> object:
    raise LineError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise LineError(f"{digits[:20]} is beyond a floating-point number")
    return value


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {sys.intern(key): value for key, value in pairs}  # of thousands of rows, one key
    if len(result) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise LineError(f"key {json.dumps(twice)[:40]} stands twice")
    return result


_DECODER = json.JSONDecoder(object_pairs_hook=_no_key_twice, parse_constant=_no_constant, parse_float=_finite)
