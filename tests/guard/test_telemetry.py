"""What OpenTelemetry is told, by its own SDK."""

from collections.abc import Iterator
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

from spade_core.guard import Block, BlockedError, Guard
from spade_core.testing.loopback import LoopbackServer
from tests.guard.workspace import BAD, GOOD, make_guarded

SPANS, METRICS = InMemorySpanExporter(), InMemoryMetricReader()


@pytest.fixture(scope="module", autouse=True)
def listening() -> Iterator[None]:
    """Have the SDK listen; a process may say that only once."""
    traces = TracerProvider()
    traces.add_span_processor(SimpleSpanProcessor(SPANS))
    trace.set_tracer_provider(traces)
    meters = MeterProvider(metric_readers=[METRICS])
    metrics.set_meter_provider(meters)
    yield
    traces.shutdown()
    meters.shutdown()


def test_a_call_is_a_span_and_each_failure_an_event(tmp_path: Path) -> None:
    asked: Any = [{"role": "user", "content": "Now."}]
    with (
        LoopbackServer(lambda call: BAD if call.number else GOOD) as server,
        OpenAI(base_url=server.url, api_key="k") as client,
        Guard(make_guarded(tmp_path), on_failure=Block(), seconds=10.0, gather=None) as guard,
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
    data: Any = METRICS.get_metrics_data()
    names = {
        metric.name for found in data.resource_metrics for scope in found.scope_metrics for metric in scope.metrics
    }
    assert names == {
        "gen_ai.client.operation.duration",
        "gen_ai.client.token.usage",
        "spade.guard.duration",
        "spade.guard.responses",
    }
