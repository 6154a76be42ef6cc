"""What tools recorded of calls of a model, as examples without a label: traces of OpenTelemetry, runs of others.

Laws:

* Whatever the shape, an example is the text that came back, the text that was sent, and the inputs that have names.
* What has no such text is counted under a reason, never dropped in silence.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from spade_core.examples.example import Example
from spade_core.examples.jsonl import content_id
from spade_core.text import word_list

_RUNS: Final = ("observations", "child_runs", "runs", "traces")
_LISTS: Final = ("results", "data", "examples", "items")
_MODEL_CALLS: Final = frozenset({"llm", "generation", "chat", "text_completion", "generate_content"})
_RESPONSES: Final = ("response", "output", "outputs", "completion")
_PROMPTS: Final = ("prompt", "input", "inputs")
_FIELDS: Final = ("example", "vars", "inputs", "input")
_INSIDE: Final = word_list("""
    content text output raw messages message generations choices parts kwargs value answer result completion response
    prompt input question query
""")
"""Where a text lies in an object, the likeliest first."""
_TALK: Final = frozenset({"messages", "message", "generations", "choices", "parts", "kwargs", "role"})
_KEPT: Final = ("gathered", "fails")
"""What a guard says of an example."""
_DEEPEST: Final = 12
_OF_SPANS: Final = (
    ("gen_ai.output.messages", "gen_ai.input.messages"),
    ("gen_ai.completion", "gen_ai.prompt"),
    ("llm.output_messages", "llm.input_messages"),
    ("output.value", "input.value"),
)
"""Attributes that hold what came back and what was sent, or the beginnings of their names: GenAI conventions of now and
before, OpenInference."""


@dataclass(slots=True)
class Collected:
    """What is found."""

    examples: list[Example] = field(default_factory=list)
    known: int = 0
    """Those that are there already, or came twice."""
    over: int = 0
    """Those past the most that are wanted."""
    left_out: Counter[str] = field(default_factory=Counter)
    """What has no example in it, by the reason."""


def collect_runs(
    rows: Iterable[object],
    into: Collected,
    *,
    known: Collection[str],
    most: int,
    mask: Callable[[Example], Example] = lambda example: example,
) -> None:
    """Add the examples in the rows of an export, unless their `content_id` is known, up to `most` in all."""
    seen = {*known, *(content_id(each.fields, each.prompt, each.response) for each in into.examples)}
    for row in rows:
        for found in _runs_in(row, 0):
            read = _example(found)
            if isinstance(read, str):
                into.left_out[read] += 1
                continue
            example = mask(read)
            example = replace(example, id=content_id(example.fields, example.prompt, example.response))
            if example.id in seen:
                into.known += 1
            elif len(into.examples) >= most:
                into.over += 1
            else:
                seen.add(example.id)
                into.examples.append(example)


def _runs_in(row: object, depth: int) -> Iterator[object]:
    """Yield the runs in an object, which may hold others; of a run that is made of runs, those."""
    if not isinstance(row, Mapping) or depth > _DEEPEST:
        yield row
        return
    if isinstance(row.get("resourceSpans"), list):
        for scopes in ("scopeSpans", "instrumentationLibrarySpans"):
            yield from map(_of_span, _each(row, "resourceSpans", scopes, "spans"))
        return
    is_run = any(isinstance(row.get(key), str | Mapping) for key in _RESPONSES)
    for key in _RUNS if is_run else (*_RUNS, *_LISTS):
        held = row.get(key)
        if held and isinstance(held, list if key in _RUNS else list | Mapping):
            for each in held if isinstance(held, list) else [held]:
                yield from _runs_in(each, depth + 1)
            return
    yield row


def _example(row: object) -> Example | str:
    """Return the example in a run, or why there is none."""
    if not isinstance(row, Mapping):
        return "no object"
    kind = row.get("run_type", row.get("type", row.get("gen_ai.operation.name")))
    if isinstance(kind, str) and kind.lower() not in _MODEL_CALLS:
        return f"no call of a model but {kind:.40}"
    came = next((row[key] for key in _RESPONSES if row.get(key)), None)
    texts = _texts(came, 0)
    if not texts:
        return "an error" if row.get("error") else "no text came back"
    fields = next((named for key in _FIELDS if (named := _named(row.get(key)))), {})
    sent = next((found for key in _PROMPTS if not (_named(row.get(key))) and (found := _texts(row.get(key), 0))), [])
    prompt = "\n\n".join(sent)
    extra = {key: row[key] for key in _KEPT if key in row}
    return Example("", fields, prompt, texts[-1], None, extra=extra)


def _named(value: object) -> Mapping[str, object]:
    """Return inputs that have names; none where the object is a message, or several."""
    value = _decoded(value)
    if not isinstance(value, Mapping) or _TALK & value.keys() or "raw" in value:
        return {}
    return {str(name): held for name, held in value.items()}


def _texts(value: object, depth: int) -> list[str]:
    """Return the texts in a value: those of messages one by one, parts of one message together."""
    value = _decoded(value)
    if isinstance(value, str):
        return [value] if value.strip() else []
    if depth > _DEEPEST:
        return []
    if isinstance(value, list):
        found = [text for each in value for text in _texts(each, depth + 1)]
        is_parts = all(isinstance(each, Mapping) and "type" in each and "role" not in each for each in value)
        return ["".join(found)] if found and is_parts else found
    if isinstance(value, Mapping):
        held = next((found for key in _INSIDE if (found := _texts(value.get(key), depth + 1))), [])
        if not held and len(value) == 1:
            return _texts(next(iter(value.values())), depth + 1)
        return held
    return []


def _decoded(value: object) -> object:
    """Return what a text holds that is JSON inside JSON."""
    if isinstance(value, str) and value.lstrip()[:2] in ('{"', "[{", '["'):
        try:
            found: object = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return found if _is_talk(found) else value
    return value


def _is_talk(value: object) -> bool:
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, Mapping) and bool(_TALK & first.keys() or first.keys() & {"content", "inputs", "input"})


# --- OpenTelemetry


def _each(value: Any, *path: str) -> Iterator[Any]:
    held = value.get(path[0]) if isinstance(value, Mapping) else None
    for item in held if isinstance(held, list) else ():
        if len(path) == 1:
            yield item
        else:
            yield from _each(item, *path[1:])


def _of_span(span: Any) -> Mapping[str, object]:
    """Return a span as a run."""
    known = dict(_attributes(span))
    for event in _each(span, "events"):
        known |= _attributes(event)
    run: dict[str, object] = {"error": (span.get("status") or {}).get("code") == 2 if isinstance(span, Mapping) else ""}
    for came, sent in _OF_SPANS:
        if (output := _under(known, came)) and "response" not in run:
            system = _under(known, "gen_ai.system_instructions") if came.startswith("gen_ai") else []
            run |= {"response": output, "prompt": [*system, *_under(known, sent)]}
    if "response" not in run and not any(name.startswith(("gen_ai.", "llm.")) for name in known):
        run["type"] = "another span"
    return run


def _under(known: Mapping[str, object], name: str) -> list[object]:
    """Return the value of an attribute, or the contents of those whose names begin so: ``name.0.content``."""
    if name in known:
        value = _decoded(known[name])
        return value if isinstance(value, list) else [value]
    return [value for key, value in known.items() if key.startswith(f"{name}.") and key.endswith(".content")]


def _attributes(of: Any) -> dict[str, object]:
    return {str(each.get("key")): _value(each.get("value"), 0) for each in _each(of, "attributes")}


def _value(value: Any, depth: int) -> object:
    """Return a value as the protocol of OpenTelemetry writes it, plain."""
    if not isinstance(value, Mapping) or depth > _DEEPEST:
        return None
    if "arrayValue" in value:
        return [_value(each, depth + 1) for each in _each(value["arrayValue"], "values")]
    if "kvlistValue" in value:
        return {
            str(each.get("key")): _value(each.get("value"), depth + 1) for each in _each(value["kvlistValue"], "values")
        }
    return next(iter(value.values()), None)
