"""Responses made to tell two assertions apart: from what the functions mention and from responses at hand."""

import ast
import json
from collections.abc import Iterable, Iterator, Sequence

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example

_MOST_TEXTS = 24
_MOST_NUMBERS = 12
_LARGEST = 2000
_KEYS_AT_ONCE = 8
_UNITS = (
    "word ",
    "A sentence here. ",
    "A line of text\n",
    "- an item\n",
    "1. an item\n",
    "A paragraph.\n\n",
    "x",
    "a? ",
)


def probes(
    candidates: Sequence[CandidateAssertion], examples: Sequence[Example] = (), *, most: int = 400
) -> tuple[Example, ...]:
    """Return unlabelled examples, different from each other and the same for the same input.

    Their fields and prompts are those of `examples`, in turn, so that functions that read them can run.
    """
    texts, numbers = _mentioned(candidates)
    texts += [text for text in _field_texts(examples) if text not in texts]
    bases = list(examples) or [Example("", {}, "", "", None)]
    found: dict[str, Example] = {}
    for place, response in enumerate(_responses(texts, numbers, [example.response for example in examples])):
        if len(found) == most:
            break
        base = bases[place % len(bases)]
        if response not in found:
            id_ = f"probe {len(found) + 1}"
            found[response] = Example(id_, base.fields, base.prompt, response, None)
    return tuple(found.values())


def _mentioned(candidates: Sequence[CandidateAssertion]) -> tuple[list[str], list[int]]:
    """Return the literal texts and numbers of the functions, those that most of them mention first."""
    texts: dict[str, int] = {}
    numbers: dict[int, int] = {}
    for candidate in candidates:
        for value in _constants(candidate.source):
            if isinstance(value, str) and 0 < len(value) <= 80:
                texts[value] = texts.get(value, 0) + 1
            elif isinstance(value, int) and 1 < value <= _LARGEST:
                numbers[value] = numbers.get(value, 0) + 1
    by_use = sorted(texts, key=lambda text: (-texts[text], text))
    return by_use[:_MOST_TEXTS], sorted(numbers, key=lambda number: (-numbers[number], number))[:_MOST_NUMBERS]


def _field_texts(examples: Sequence[Example]) -> list[str]:
    """Return the short texts among the fields: functions look for them in the response."""
    values = [value for example in examples for value in example.fields.values()]
    return list(dict.fromkeys(value for value in values if isinstance(value, str) and 0 < len(value) <= 80))[:6]


def _constants(source: str) -> Iterator[str | int]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            value = node.value
            if isinstance(value, str | int) and not isinstance(value, bool):
                yield value


def _responses(texts: Sequence[str], numbers: Sequence[int], given: Sequence[str]) -> Iterator[str]:
    yield from ("", " ", "\n", "word", "[]", "{}", "null")
    for text in texts:
        yield from (text, f"Well. {text} And more.", text.capitalize(), text.upper(), text.lower())
    yield from _together(texts)
    yield from _counted(numbers, texts)
    yield from _objects(texts)
    for response in given[:12]:
        yield from _changed(response, texts)
    for one in texts:
        for other in texts:
            if one != other:
                yield f"{one} {other}"
                yield f"{other}\n\n{one}\n"


def _together(texts: Sequence[str]) -> Iterator[str]:
    yield from ("\n".join(texts), "\n".join(reversed(texts)), " ".join(texts))
    for left_out in texts:
        yield "\n".join(text for text in texts if text != left_out)


def _counted(numbers: Sequence[int], texts: Sequence[str]) -> Iterator[str]:
    sizes = list(dict.fromkeys(n + step for n in numbers for step in (0, 1, -1, 7) if n + step >= 0))
    for size in sizes:
        for unit in _UNITS:
            yield unit * size
    for text in texts[:8]:
        for size in (2, 3, *sizes[:8]):
            if size * len(text) <= 4 * _LARGEST:
                yield text * size
                yield f"{text}x\n" * size
                yield f"{text} " + "word " * size


def _objects(texts: Sequence[str]) -> Iterator[str]:
    """JSON values with the texts as keys: all, all but one, one alone; with values of several kinds."""
    keys = [text for text in texts if text.isidentifier()][:_KEYS_AT_ONCE]
    values: tuple[object, ...] = ("text", 3, ["a", "b", "c"], {}, [])
    for value in values:
        yield json.dumps(dict.fromkeys(keys, value))
        yield json.dumps([dict.fromkeys(keys, value)] * 3)
        for key in keys:
            yield json.dumps({other: value for other in keys if other != key})
            yield json.dumps({key: value})
            yield json.dumps([{key: value}] * 2)
    yield from (json.dumps(list(range(size))) for size in range(1, 8))
    yield from (json.dumps(json.dumps(keys)), json.dumps(7), json.dumps(" ".join(keys)))


def _changed(response: str, texts: Sequence[str]) -> Iterator[str]:
    yield from (response, response.strip(), f"\n {response}\n", response.lower(), response.upper())
    lines, words = response.splitlines(), response.split()
    yield from ("\n".join(lines[1:]), "\n".join(lines[:-1]), "\n".join(reversed(lines)), " ".join(words))
    yield from (" ".join(words[: len(words) // 2]), f"{response}\n{response}", response.replace("\n", "\n\n"))
    for text in texts[:8]:
        yield from _with_and_without(response, text)


def _with_and_without(response: str, text: str) -> Iterable[str]:
    if text in response:
        return (response.replace(text, ""), response.replace(text, text.swapcase()))
    return (f"{text} {response}", f"{response} {text}")
