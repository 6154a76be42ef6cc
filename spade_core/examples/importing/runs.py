"""What tools recorded of calls of a model, as examples without a label: OpenTelemetry's data, runs of other tools.

Laws:

* Whatever the shape, an example is the text that came back, the text that was sent, and the inputs that have names.
* What has no such text is counted under a reason, never dropped in silence.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from spade_core.errors import ExamplesError
from spade_core.examples.example import Example
from spade_core.examples.importing.table import read_json
from spade_core.examples.jsonl import content_id
from spade_core.text import word_list

_RUNS: Final = ("observations", "child_runs", "runs", "traces")
_LISTS: Final = ("results", "data", "examples", "items")
_MODEL_CALLS: Final = frozenset({"llm", "generation", "chat", "completion", "text_completion", "generate_content"})
_RESPONSES: Final = ("response", "output", "outputs", "completion")
_PROMPTS: Final = ("prompt", "input", "inputs")
_FIELDS: Final = ("example", "vars", "inputs", "input")
_INSIDE: Final = word_list("""
    content text output raw messages message generations choices parts kwargs value answer result completion response
    prompt prompts input question query
""")
"""Where a text lies in an object, the likeliest first."""
_TALK: Final = frozenset({"messages", "message", "generations", "choices", "parts", "kwargs", "role", "prompts"})
_OF_MESSAGES: Final = _TALK | {"content", "error", "text", "tool_calls", "type"}
_MESSAGES: Final = ("ai", "constructor", "function", "human", "message", "system", "tool")
"""Types of whole messages, as LangChain and the responses API have them; other types are parts of one."""
_NOT_SAID: Final = ("reasoning", "thinking")
"""Types of what a model thought on the way to its answer."""
_KEPT: Final = ("gathered", "fails")
"""What a guard says of an example."""
_DEEPEST: Final = 12
_SPANS: Final = ("resourceSpans", "batches")
"""Where OpenTelemetry and Tempo keep them."""
_LOGS: Final = ("resourceLogs", "scopeLogs", "logRecords")
_KINDS: Final = ("gen_ai.operation.name", "openinference.span.kind", "traceloop.span.kind")
_ERRORS: Final = (2, "ERROR", "STATUS_CODE_ERROR")
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
    """The examples found in recorded calls, and how many were passed over."""

    examples: list[Example] = field(default_factory=list)
    known: int = 0
    """Those that are there already, or came twice."""
    over: int = 0
    """Those past the most that are wanted."""
    left_out: Counter[str] = field(default_factory=Counter)
    """What has no example in it, by the reason."""


def rows_in(text: str, path: str, into: Collected) -> Iterator[object]:
    """Yield what a file holds: a document, its rows, or its lines; what is no JSON is counted.

    Raises:
        ExamplesError: it is neither JSON nor JSON Lines.
    """
    try:
        document = read_json(text)
    except (ValueError, RecursionError):
        if not text.strip():
            raise ExamplesError(path, None, "is empty") from None
        if not _is_json_line(text):
            raise ExamplesError(path, 1, "neither JSON nor JSON Lines; `spade import` reads tables") from None
        reason, any_read = "", False
        for number, line in enumerate(text.split("\n"), start=1):
            if not line.strip():
                continue
            try:
                row = read_json(line)
            except (ValueError, RecursionError):
                reason = reason or f"no JSON (the first is {path}:{number})"
                into.left_out[reason] += 1
            else:
                any_read = any_read or isinstance(row, dict | list)
                yield row
        if not any_read:
            raise ExamplesError(path, None, "is no whole JSON document, and no line of it is JSON") from None
    else:
        yield from document if isinstance(document, list) else [document]


def _is_json_line(text: str) -> bool:
    """Whether the first line is JSON, or begins an object that may be broken."""
    first = text.lstrip().partition("\n")[0]
    try:
        return first.startswith("{") or read_json(first) is not None
    except (ValueError, RecursionError):
        return False


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
            for read in _examples(found):
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
    if key := next((key for key in _SPANS if isinstance(row.get(key), list)), None):
        paths = ((key, scopes, "spans") for scopes in ("scopeSpans", "instrumentationLibrarySpans"))
        yield from [_of_span(span) for path in paths for span in _each(row, *path)] or [row]
        return
    if isinstance(row.get(_LOGS[0]), list):
        yield from [*_of_logs(_each(row, *_LOGS))] or [row]
        return
    if isinstance(row.get("attributes"), Mapping):
        yield _of_span(row)  # as an exporter to the console writes it
        return
    is_run = any(isinstance(row.get(key), str | Mapping) for key in _RESPONSES)
    for key in _RUNS if is_run else (*_RUNS, *_LISTS):
        held = row.get(key)
        if isinstance(held, list) and not any(isinstance(each, Mapping) for each in held):
            continue  # ids of runs that are elsewhere
        if held and isinstance(held, list if key in _RUNS else list | Mapping):
            for each in held if isinstance(held, list) else [held]:
                yield from _runs_in(each, depth + 1)
            return
    yield row


def _examples(row: object) -> Iterator[Example | str]:
    """Yield the example of each answer in a run, or why there is none."""
    if not isinstance(row, Mapping):
        yield "no object"
        return
    if not any(key in row for key in _RESPONSES) and (said := _held_list(row, "messages")):
        row = {"prompt": said[:-1], "response": said[-1] if _is_answer(said[-1]) else None, **row}
    kind = row.get("run_type", row.get("type", row.get("gen_ai.operation.name")))
    if isinstance(kind, str) and kind.lower() not in _MODEL_CALLS:
        yield f"no call of a model but {kind:.40}"
        return
    fields = next((named for key in _FIELDS if (named := _named(row.get(key)))), {})
    sent = next((found for key in _PROMPTS if not (_named(row.get(key))) and (found := _texts(row.get(key), 0))), [])
    prompt = "\n\n".join(sent)
    extra = {key: row[key] for key in _KEPT if key in row}
    for answer in _answers(row):
        if answer:
            yield Example("", fields, prompt, answer, None, extra=extra)
        else:
            yield "an error" if row.get("error") else "no text came back"


def _answers(row: Mapping[str, object]) -> list[str]:
    """Return what came back, one text for each time that the call was to be answered; "" is an answer without one."""
    found = [""]
    for key in _RESPONSES:
        came = _object(row.get(key)) if key == "outputs" else _decoded(row.get(key))
        if key == "outputs" and isinstance(came, Mapping) and len(came) == 1 and not _OF_MESSAGES & came.keys():
            came = next(iter(came.values()))  # LangSmith's have a name, whatever it is
        choices = next((held for name in ("choices", "generations") if (held := _held_list(came, name))), None)
        lists = [each if isinstance(each, list) else [each] for each in choices or ()]
        found = [_answer(each) for several in lists for each in several] or [_answer(came)]
        if any(found):
            break
    return found


def _is_answer(message: object) -> bool:
    return isinstance(message, Mapping) and message.get("role") in ("assistant", "model")


def _held_list(value: object, name: str) -> list[object]:
    held = value.get(name) if isinstance(value, Mapping) else None
    return held if isinstance(held, list) else []


def _answer(came: object) -> str:
    """Return an answer as text: the last message in it, or data as JSON; "" for none."""
    came = _decoded(came)
    held = came.get("output") if isinstance(came, Mapping) else came
    if _is_data(held):
        return json.dumps(held, ensure_ascii=False)
    if texts := _texts(came, 0):
        return texts[-1]
    is_data = isinstance(came, Mapping) and not {*_INSIDE} & came.keys() and _is_data(came)
    return json.dumps(came, ensure_ascii=False) if is_data else ""


def _is_data(value: object) -> bool:
    """Whether an answer is data, no message and no part of one."""
    if isinstance(value, list):
        is_one_text = len(value) == 1 and isinstance(value[0], str)
        return bool(value) and not is_one_text and all(isinstance(each, str) or _is_data(each) for each in value)
    if isinstance(value, Mapping):
        return bool(value) and not _OF_MESSAGES & value.keys()
    return isinstance(value, int | float)


def _named(value: object) -> Mapping[str, object]:
    """Return inputs that have names; none where the object is a message, or several, or the arguments of a call."""
    value = _object(value)
    if not isinstance(value, Mapping) or _TALK & value.keys() or "raw" in value or {"input", "model"} <= value.keys():
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
        is_parts = all(
            isinstance(each, Mapping) and "role" not in each and each.get("type", "message") not in _MESSAGES
            for each in value
        )
        return ["".join(found)] if found and is_parts else found
    if isinstance(value, Mapping) and value.get("type") not in _NOT_SAID:
        told = _texts(value.get("instructions"), depth + 1) if "input" in value else []  # of the responses API
        return told + next((found for key in _INSIDE if (found := _texts(value.get(key), depth + 1))), [])
    return []


def _object(value: object) -> object:
    """Return the object that a text is, as tables hold one."""
    return _parsed(value, "{")


def _decoded(value: object) -> object:
    """Return what a text holds that is JSON inside JSON."""
    found = _parsed(value, '{"', "[{", '["')
    return found if _is_talk(found) else value


def _parsed(value: object, *begins: str) -> object:
    """Return the JSON that a text is, where it begins so; anything else as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith(begins):
        return value
    try:
        found: object = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return found


def _is_talk(value: object) -> bool:
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, Mapping) and bool(_TALK & first.keys() or first.keys() & {"content", "inputs", "input"})


# --- OpenTelemetry


def _each(value: object, *path: str) -> Iterator[object]:
    """Yield what lies in lists in lists; what stands in the place of a list, as it is."""
    held = value.get(path[0]) if isinstance(value, Mapping) else value
    if not isinstance(held, list):
        yield from () if held is None else (held,)
        return
    for item in held:
        if len(path) == 1:
            yield item
        else:
            yield from _each(item, *path[1:])


def _of_span(span: object) -> object:
    """Return a span as a run."""
    if not isinstance(span, Mapping):
        return span
    known = _attributes(span)
    for event in _each(span, "events"):
        known |= _attributes(event)
    status = span.get("status")
    failed = isinstance(status, Mapping) and (status.get("code") in _ERRORS or status.get("status_code") in _ERRORS)
    run: dict[str, object] = {"error": failed}
    if kind := next((known[name] for name in _KINDS if name in known), None):
        run["type"] = kind
    for came, sent in _OF_SPANS:
        if (output := _under(known, came)) and "response" not in run:
            system = _under(known, "gen_ai.system_instructions") if came.startswith("gen_ai") else []
            run |= {"response": {"choices": output}, "prompt": [*system, *_under(known, sent)]}
    if "response" not in run and not any(name.startswith(("gen_ai.", "llm.")) for name in known):
        run["type"] = "something else"
    return run


def _of_logs(records: Iterable[object]) -> Iterator[object]:
    """Yield the calls that log records tell: one holds all of a call, or each message of it has its own."""
    sent: dict[str, list[object]] = {}
    came: dict[str, list[object]] = {}
    for record in records:
        if not isinstance(record, Mapping):
            yield record
            continue
        name = str(record.get("eventName") or _attributes(record).get("event.name"))
        call, said = f"{record.get('traceId')} {record.get('spanId')}", _value(record.get("body"), 0)
        if name == "gen_ai.choice":
            came.setdefault(call, []).append(said)
        elif name.startswith("gen_ai.") and name.endswith(".message"):
            sent.setdefault(call, []).append(said)
        else:
            yield _of_span(record)
    for call, answers in came.items():
        yield {"response": {"choices": answers}, "prompt": sent.get(call, [])}


def _under(known: Mapping[str, object], name: str) -> list[object]:
    """Return the value of an attribute, or the contents of those whose names begin so: ``name.0.content``."""
    if name in known:
        value = _decoded(known[name])
        return value if isinstance(value, list) else [value]
    messages: dict[str, list[object]] = {}
    for key, value in known.items():
        if key.startswith(f"{name}.") and key.endswith((".content", ".message_content.text")):
            messages.setdefault(key.removeprefix(f"{name}.").partition(".")[0], []).append(value)
    return [parts[0] if len(parts) == 1 else "".join(map(str, parts)) for parts in messages.values()]


def _attributes(of: object) -> dict[str, object]:
    held = of.get("attributes") if isinstance(of, Mapping) else None
    return {str(key): value for key, value in held.items()} if isinstance(held, Mapping) else _pairs(held, 0)


def _pairs(held: object, depth: int) -> dict[str, object]:
    pairs = [each for each in held if isinstance(each, Mapping)] if isinstance(held, list) else []
    return {str(each.get("key")): _value(each.get("value"), depth) for each in pairs}


def _value(value: object, depth: int) -> object:
    """Return a value as the protocol of OpenTelemetry writes it, plain."""
    if not isinstance(value, Mapping) or depth > _DEEPEST:
        return None
    if "arrayValue" in value:
        return [_value(each, depth + 1) for each in _each(value["arrayValue"], "values")]
    if isinstance(listed := value.get("kvlistValue"), Mapping):
        return _pairs(listed.get("values"), depth + 1)
    return next(iter(value.values()), None)
