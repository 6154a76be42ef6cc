"""What OpenTelemetry is told, where it is installed: spans and metrics under the names of its GenAI conventions."""

import time
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from spade_core.guard.verdict import Verdict

if TYPE_CHECKING:
    from opentelemetry.metrics import Meter
    from opentelemetry.trace import Tracer

_SCOPE: Final = "spade.guard"
_TOKENS: Final = (
    ("input", ("prompt_tokens", "input_tokens")),
    ("output", ("completion_tokens", "output_tokens")),
)


class CallSpan:
    """The span of a guarded call; this one, for where OpenTelemetry is not installed, records nothing."""

    def note(self, reply: object) -> None:
        """Tell what a reply says of itself."""

    def tell(self, verdict: Verdict) -> None:
        """Tell what the assertions say of it."""

    def end(self, error: BaseException | None) -> None:
        """Tell that the call is over."""


class Telemetry:
    """Tells what a guard sees."""

    def __init__(self) -> None:
        self._open = _opened() if find_spec("opentelemetry") is not None else None

    def begin(self, name: str, about: Mapping[str, object]) -> CallSpan:
        """Begin a span around a guarded call; `about` are attributes of the request."""
        return self._open.begin(name, about) if self._open is not None else _NOBODY

    def tell(self, name: str, verdict: Verdict) -> None:
        """Tell what was found out aside, after its call."""
        if self._open is not None:
            self._open.measure(name, verdict)

    def tell_judged(self, name: str, verdict: Verdict) -> None:
        """Tell what a judge said of a response, which was told by then."""
        if self._open is not None:
            self._open.judged.add(1, _attributes(name, verdict))


_NOBODY: Final = CallSpan()


def _opened() -> "_OpenTelemetry | None":
    try:
        from opentelemetry import metrics, trace

        return _OpenTelemetry(trace.get_tracer(_SCOPE), metrics.get_meter(_SCOPE))
    except ImportError:  # something else goes by that name
        return None


class _OpenTelemetry:
    def __init__(self, tracer: "Tracer", meter: "Meter") -> None:
        self._tracer = tracer
        self.duration = meter.create_histogram("gen_ai.client.operation.duration", "s")
        self.tokens = meter.create_histogram("gen_ai.client.token.usage", "{token}")
        self._took = meter.create_histogram("spade.guard.duration", "s", "What the assertions add to a call")
        self._verdicts = meter.create_counter("spade.guard.responses", "{response}", "Responses, by what came of them")
        self.judged = meter.create_counter("spade.guard.judged", "{response}", "Responses, by what a judge said")

    def begin(self, name: str, about: Mapping[str, object]) -> CallSpan:
        known = {key: value for key, value in about.items() if isinstance(value, str) and value}
        operation = known.get("gen_ai.operation.name", "chat")
        span = self._tracer.start_span(f"{operation} {known.get('gen_ai.request.model', name)}", attributes=known)
        return _OpenSpan(self, span, name, known)

    def measure(self, name: str, verdict: Verdict) -> None:
        self._verdicts.add(1, _attributes(name, verdict))
        self._took.record(verdict.seconds, {"spade.prompt": name})


def _attributes(name: str, verdict: Verdict) -> Mapping[str, str]:
    return {"spade.prompt": name, "gen_ai.evaluation.score.label": "pass" if verdict.passes else "fail"}


class _OpenSpan(CallSpan):
    def __init__(self, to: _OpenTelemetry, span: Any, name: str, about: Mapping[str, object]) -> None:
        self._to = to
        self._span = span
        self._name = name
        self._about: dict[str, Any] = dict(about)
        self._began = time.perf_counter()
        self._is_over = False

    def note(self, reply: object) -> None:
        for key, attribute in (("model", "gen_ai.response.model"), ("id", "gen_ai.response.id")):
            if isinstance(value := getattr(reply, key, None), str):
                self._span.set_attribute(attribute, value)
        usage = getattr(reply, "usage", None)
        for kind, names in _TOKENS:
            count = next((found for each in names if isinstance(found := getattr(usage, each, None), int)), None)
            if count is not None:
                self._span.set_attribute(f"gen_ai.usage.{kind}_tokens", count)
                self._to.tokens.record(count, {**self._about, "gen_ai.token.type": kind})

    def tell(self, verdict: Verdict) -> None:
        self._to.measure(self._name, verdict)
        for failure in verdict.failures:
            said = {"gen_ai.evaluation.score.label": "fail", "gen_ai.evaluation.explanation": failure.wanted}
            self._event(failure.name, said)
        for name, found in verdict.undecided.items():
            self._event(name, {"error.type": found.outcome.value})

    def _event(self, name: str, attributes: Mapping[str, str]) -> None:
        self._span.add_event("gen_ai.evaluation.result", {"gen_ai.evaluation.name": name, **attributes})

    def end(self, error: BaseException | None) -> None:
        if self._is_over:
            return
        self._is_over = True
        if error is not None and not isinstance(error, GeneratorExit):
            self._about["error.type"] = type(error).__qualname__
            self._span.set_attribute("error.type", type(error).__qualname__)
            self._span.record_exception(error)
        self._to.duration.record(time.perf_counter() - self._began, self._about)
        self._span.end()
