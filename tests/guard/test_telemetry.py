"""What OpenTelemetry is told, by its own SDK."""

from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from openai import OpenAI
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from spade_core.guard import Aside, Block, BlockedError, Guard
from spade_core.testing.loopback import LoopbackServer
from tests.guard.workspace import BAD, ENDS, GOOD, body, make_guarded

SPANS, METRICS = InMemorySpanExporter(), InMemoryMetricReader()


@cache
def listen() -> None:
    """Have the SDK listen; a process may say that only once, and tests of other modules may run between these."""
    traces = TracerProvider()
    traces.add_span_processor(SimpleSpanProcessor(SPANS))
    trace.set_tracer_provider(traces)
    metrics.set_meter_provider(MeterProvider(metric_readers=[METRICS]))


@pytest.fixture(autouse=True)
def nothing_told() -> None:
    listen()
    SPANS.clear()


def metrics_told() -> dict[str, Any]:
    data: Any = METRICS.get_metrics_data()
    found = [metric for each in data.resource_metrics for scope in each.scope_metrics for metric in scope.metrics]
    return {metric.name: metric.data.data_points for metric in found}


def points_of(points: Any, name: str) -> list[Any]:
    return [each for each in points if each.attributes.get("spade.prompt") == f"{name}.prompt.md"]


def test_a_call_is_a_span_and_each_failure_an_event(tmp_path: Path) -> None:
    asked: Any = [{"role": "user", "content": "Now."}]
    with (
        LoopbackServer(lambda call: BAD if call.number else GOOD) as server,
        OpenAI(base_url=server.url, api_key="k") as client,
        Guard(make_guarded(tmp_path, name="told"), on_failure=Block(), seconds=10.0, gather=None) as guard,
    ):
        guarded = guard.wrap(client)
        guarded.chat.completions.create(model="m", messages=asked)
        with pytest.raises(BlockedError):
            guarded.chat.completions.create(model="m", messages=asked)
    good, bad = SPANS.get_finished_spans()
    assert good.name == bad.name == "chat m"
    assert dict(good.attributes or {}) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "m",
        "gen_ai.response.id": "c",
        "gen_ai.response.model": "m",
        "gen_ai.usage.input_tokens": 2,
        "gen_ai.usage.output_tokens": (good.attributes or {})["gen_ai.usage.output_tokens"],
    }
    assert not good.events
    event = bad.events[0]
    assert (event.name, dict(event.attributes or {})) == (
        "gen_ai.evaluation.result",
        {
            "gen_ai.evaluation.name": "assert_ends_with_enjoy",
            "gen_ai.evaluation.score.label": "fail",
            "gen_ai.evaluation.explanation": 'The response ends with "Enjoy!".',
        },
    )
    assert (bad.attributes or {})["error.type"] == "BlockedError"
    assert "Alien" not in bad.to_json()
    told = metrics_told()
    assert {name for name in told if name.startswith("gen_ai.") or points_of(told[name], "told")} == {
        "gen_ai.client.operation.duration",
        "gen_ai.client.token.usage",
        "spade.guard.duration",
        "spade.guard.responses",
    }


class Unkind:
    def ask(self, prompt: str, response: str, question: str) -> bool:
        return False


@pytest.mark.parametrize(("name", "aside"), [("judged", None), ("judged_aside", Aside())])
def test_a_response_that_a_judge_is_asked_of_counts_once(tmp_path: Path, name: str, aside: Aside | None) -> None:
    asks = body("assert_kind", "return await ask_llm(prompt, response, 'Is it kind?')")
    prompt = make_guarded(tmp_path, {"assert_ends_with_enjoy": ENDS, "assert_kind": asks}, name=name)
    with Guard(prompt, seconds=10.0, aside=aside, judge=Unkind(), gather=None) as guard:
        assert guard.function(lambda: GOOD)() == GOOD
        assert guard.flush(30)
    label = "gen_ai.evaluation.score.label"
    [counted], [judged], [took] = (
        points_of(points, name)
        for points in itemgetter("spade.guard.responses", "spade.guard.judged", "spade.guard.duration")(metrics_told())
    )
    assert (counted.attributes[label], counted.value) == ("pass", 1)
    assert (judged.attributes[label], judged.value) == ("fail", 1)
    assert took.count == 1
