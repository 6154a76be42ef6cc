"""Calls of a model as tools record them: the shapes of their exports, made up."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, strategies as st

from spade_core.examples import Collected, collect_runs


def collected(*rows: object, most: int = 100) -> Collected:
    found = Collected()
    collect_runs(rows, found, known=(), most=most)
    return found


def only(row: object) -> tuple[str, str, dict[str, object]]:
    found = collected(row)
    assert not found.left_out
    [example] = found.examples
    return example.prompt, example.response, dict(example.fields)


def span(attributes: dict[str, Any], events: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    def listed(values: dict[str, Any]) -> list[dict[str, Any]]:
        return [
            {"key": key, "value": value if isinstance(value, dict) else {"stringValue": value}}
            for key, value in values.items()
        ]

    named = [{"name": each["name"], "attributes": listed(each["attributes"])} for each in events or ()]
    one = {"name": "chat m", "attributes": listed(attributes), "events": named}
    return {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {}, "spans": [one]}]}]}


def plain(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return {"kvlistValue": {"values": [{"key": key, "value": plain(each)} for key, each in value.items()]}}
    return {"stringValue": value}


def logs(*records: tuple[str, dict[str, Any], dict[str, Any]]) -> dict[str, Any]:
    listed = [
        {
            "eventName": name,
            "spanId": "1",
            "attributes": plain(attributes)["kvlistValue"]["values"],
            "body": plain(body),
        }
        for name, attributes, body in records
    ]
    return {"resourceLogs": [{"scopeLogs": [{"logRecords": listed}]}]}


SENT = [{"role": "user", "parts": [{"type": "text", "content": "Recommend Alien."}]}]
CAME = [{"role": "assistant", "parts": [{"type": "text", "content": "Watch "}, {"type": "text", "content": "it."}]}]
ROWS: dict[str, tuple[object, tuple[str, str, dict[str, object]]]] = {
    "GenAI conventions": (
        span(
            {
                "gen_ai.operation.name": "chat",
                "gen_ai.system_instructions": json.dumps([{"type": "text", "content": "Be short."}]),
                "gen_ai.input.messages": json.dumps(SENT),
                "gen_ai.output.messages": json.dumps(CAME),
            }
        ),
        ("Be short.\n\nRecommend Alien.", "Watch it.", {}),
    ),
    "GenAI conventions, structured": (
        span(
            {
                "gen_ai.output.messages": {
                    "arrayValue": {
                        "values": [
                            {
                                "kvlistValue": {
                                    "values": [
                                        {"key": "role", "value": {"stringValue": "assistant"}},
                                        {"key": "content", "value": {"stringValue": "Watch it."}},
                                    ]
                                }
                            }
                        ]
                    }
                }
            }
        ),
        ("", "Watch it.", {}),
    ),
    "GenAI events of before": (
        span(
            {"gen_ai.request.model": "m"},
            [
                {
                    "name": "gen_ai.content.prompt",
                    "attributes": {"gen_ai.prompt": json.dumps([{"role": "user", "content": "A"}])},
                },
                {
                    "name": "gen_ai.content.completion",
                    "attributes": {"gen_ai.completion": json.dumps([{"role": "assistant", "content": "B"}])},
                },
            ],
        ),
        ("A", "B", {}),
    ),
    "OpenLLMetry": (
        span({"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "A", "gen_ai.completion.0.content": "B"}),
        ("A", "B", {}),
    ),
    "OpenInference": (
        span({"llm.input_messages.0.message.content": "A", "llm.output_messages.0.message.content": "B"}),
        ("A", "B", {}),
    ),
    "OpenInference, parts of a message": (
        span(
            {
                "openinference.span.kind": "LLM",
                "llm.output_messages.0.message.role": "assistant",
                "llm.output_messages.0.message.contents.0.message_content.text": "Watch ",
                "llm.output_messages.0.message.contents.1.message_content.text": "it.",
            }
        ),
        ("", "Watch it.", {}),
    ),
    "OpenTelemetry's logs, one for each message": (
        logs(("gen_ai.user.message", {}, {"content": "A"}), ("gen_ai.choice", {}, {"message": {"content": "B"}})),
        ("A", "B", {}),
    ),
    "OpenTelemetry's log of a call": (
        logs(
            (
                "gen_ai.client.inference.operation.details",
                {"gen_ai.operation.name": "chat", "gen_ai.output.messages": json.dumps(CAME)},
                {},
            )
        ),
        ("", "Watch it.", {}),
    ),
    "Langfuse generation": (
        {
            "id": "g1",
            "type": "GENERATION",
            "model": "m",
            "input": [{"role": "system", "content": "Be short."}, {"role": "user", "content": "A"}],
            "output": {"role": "assistant", "content": "B"},
        },
        ("Be short.\n\nA", "B", {}),
    ),
    "Langfuse trace with its observations": (
        {
            "id": "t",
            "name": "note",
            "observations": [
                {"type": "GENERATION", "input": {"messages": [{"role": "user", "content": "A"}]}, "output": "B"}
            ],
        },
        ("A", "B", {}),
    ),
    "Langfuse trace with an output of its own": (
        {"input": "x", "output": {"y": 1}, "observations": [{"type": "GENERATION", "input": "A", "output": "B"}]},
        ("A", "B", {}),
    ),
    "Langfuse, JSON inside JSON": (
        {
            "type": "GENERATION",
            "input": '[{"role": "user", "content": "A"}]',
            "output": '{"role": "assistant", "content": "B"}',
        },
        ("A", "B", {}),
    ),
    "LangSmith run of LangChain": (
        {
            "run_type": "llm",
            "inputs": {
                "messages": [
                    [
                        {
                            "lc": 1,
                            "type": "constructor",
                            "id": ["langchain", "HumanMessage"],
                            "kwargs": {"content": "A", "type": "human"},
                        }
                    ]
                ]
            },
            "outputs": {
                "generations": [[{"text": "B", "type": "ChatGeneration", "message": {"kwargs": {"content": "B"}}}]],
                "llm_output": {},
            },
        },
        ("A", "B", {}),
    ),
    "LangSmith run of LangChain, several messages": (
        {
            "run_type": "llm",
            "inputs": {
                "messages": [
                    [
                        {"lc": 1, "type": "constructor", "kwargs": {"content": "Be short.", "type": "system"}},
                        {"type": "human", "content": "A"},
                    ]
                ]
            },
            "outputs": {"generations": [[{"text": "B"}]]},
        },
        ("Be short.\n\nA", "B", {}),
    ),
    "LangSmith run of a model for text": (
        {"run_type": "llm", "inputs": {"prompts": ["A"]}, "outputs": {"generations": [[{"text": "B"}]]}},
        ("A", "B", {}),
    ),
    "LangSmith run of the responses API": (
        {
            "run_type": "llm",
            "inputs": {"model": "m", "instructions": "Be short.", "input": "A"},
            "outputs": {"output": [{"type": "reasoning", "summary": []}, {"type": "message", "content": "B"}]},
        },
        ("Be short.\n\nA", "B", {}),
    ),
    "LangSmith in Parquet": (
        {"run_type": "llm", "inputs": '{"movie": "Alien"}', "outputs": '{"answer": "B"}', "error": None},
        ("", "B", {"movie": "Alien"}),
    ),
    "LangSmith for the fine-tuning of OpenAI": (
        {"messages": [{"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}]},
        ("A", "B", {}),
    ),
    "LangSmith run of openai": (
        {
            "run_type": "llm",
            "inputs": {"messages": [{"role": "user", "content": "A"}], "model": "m"},
            "outputs": {"choices": [{"message": {"role": "assistant", "content": "B"}, "finish_reason": "stop"}]},
        },
        ("A", "B", {}),
    ),
    "LangSmith example": ({"inputs": {"movie": "Alien"}, "outputs": {"answer": "B"}}, ("", "B", {"movie": "Alien"})),
    "promptfoo": (
        {
            "version": 3,
            "results": {
                "results": [
                    {
                        "vars": {"movie": "Alien"},
                        "prompt": {"raw": "Recommend Alien.", "label": "note"},
                        "response": {"output": "Watch it.", "tokenUsage": {"total": 3}},
                        "success": True,
                    }
                ]
            },
        },
        ("Recommend Alien.", "Watch it.", {"movie": "Alien"}),
    ),
    "promptfoo, an answer that it read as JSON": (
        {"vars": {"movie": "Alien"}, "response": {"output": {"title": "Alien", "answer": "yes"}, "cached": False}},
        ("", '{"title": "Alien", "answer": "yes"}', {"movie": "Alien"}),
    ),
    "promptfoo, a list": ({"response": {"output": ["Alien", "Heat"]}}, ("", '["Alien", "Heat"]', {})),
    "Langfuse, a structured answer": (
        {"type": "GENERATION", "input": "A", "output": {"title": "Alien", "year": 1979}},
        ("A", '{"title": "Alien", "year": 1979}', {}),
    ),
    "a number": ({"input": "A", "output": 0}, ("A", "0", {})),
    "Langfuse trace that names its observations": (
        {"input": "A", "output": "B", "observations": ["o1"]},
        ("A", "B", {}),
    ),
    "a thought before the answer": (
        {
            "output": {
                "role": "assistant",
                "content": [{"type": "thinking", "text": "Hm."}, {"type": "text", "text": "B"}],
            }
        },
        ("", "B", {}),
    ),
    "a second key that has the text": ({"response": {"id": "r1", "content": None}, "output": "B"}, ("", "B", {})),
    "OpenTelemetry's console": (
        {
            "name": "chat m",
            "context": {"trace_id": "0x1"},
            "status": {"status_code": "UNSET"},
            "attributes": {"gen_ai.prompt": "A", "gen_ai.completion": "B"},
            "events": [],
        },
        ("A", "B", {}),
    ),
    "Tempo": (
        {"batches": span({"gen_ai.prompt": "A", "gen_ai.completion": "B"})["resourceSpans"]},
        ("A", "B", {}),
    ),
    "of a guard": (
        {"id": "1", "example": {"movie": "Alien"}, "prompt": "A", "response": '{"title": "B"}', "label": None},
        ("A", '{"title": "B"}', {"movie": "Alien"}),
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_shape_is_read(name: str) -> None:
    row, found = ROWS[name]
    assert only(row) == found


def test_what_is_no_example_is_counted_by_its_reason() -> None:
    found = collected(
        3,
        {"run_type": "tool", "outputs": {"output": "x"}},
        {"type": "GENERATION", "output": {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]}},
        {"run_type": "llm", "error": "rate limit", "outputs": None},
        span({"http.method": "GET"}),
        {"response": {"error": "rate limit"}, "error": "rate limit"},
        {"messages": [{"role": "user", "content": "A"}]},
        span({"openinference.span.kind": "CHAIN", "output.value": "x"}),
        span({"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": json.dumps(CAME)}),
        logs(("session.start", {}, {})),
        {"resourceSpans": []},
        {"resourceSpans": [{"scopeSpans": [{"spans": "x"}]}]},
    )
    assert dict(found.left_out) == {
        "no object": 2,
        "no call of a model but tool": 1,
        "no text came back": 3,
        "an error": 2,
        "no call of a model but CHAIN": 1,
        "no call of a model but invoke_agent": 1,
        "no call of a model but something else": 2,
    }


def test_none_comes_twice_and_no_more_than_wanted() -> None:
    found = collected(*({"prompt": "A", "response": str(at % 5)} for at in range(10)), most=3)
    assert ([each.response for each in found.examples], found.known, found.over) == (["0", "1", "2"], 3, 4)


@pytest.mark.parametrize(
    "row",
    [
        {"outputs": {"choices": [{"message": {"content": "B"}}, {"message": {"content": "C"}}]}},
        {"outputs": {"generations": [[{"text": "B"}, {"text": "C"}]]}},
        span({"gen_ai.completion.0.content": "B", "gen_ai.completion.1.content": "C"}),
    ],
)
def test_each_answer_of_one_call_is_an_example(row: object) -> None:
    found = collected(row)
    assert ([each.response for each in found.examples], found.left_out) == (["B", "C"], {})


STRANGE: list[Any] = [
    None,
    "",
    0,
    True,
    [],
    {},
    [[]],
    [None],
    "[{",
    {"a": None},
    [{"role": "user"}],
    {"content": [None]},
]


def places(value: Any, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], *path, key)


@pytest.mark.parametrize("name", ROWS)
def test_whatever_stands_in_a_place_the_row_is_examples_or_reasons(name: str) -> None:
    row, _ = ROWS[name]
    for *path, last in filter(None, places(row)):
        for strange in STRANGE:
            changed = deepcopy(row)
            holder: Any = changed
            for key in path:
                holder = holder[key]
            holder[last] = strange
            found = collected(changed)
            assert found.examples or found.left_out, changed


KEYS = ["output", "input", "resourceSpans", "scopeSpans", "spans", "attributes", "key", "value", "results", "content"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_any_json_is_examples_or_reasons(row: object) -> None:
    found = collected(row)
    assert all(each.response.strip() for each in found.examples)
