"""``spade/tests``: what there is to test. Nothing is run."""

import json

from spade_core.examples import Example, Label
from spade_core.report import check_of, name_of
from spade_server.protocol.testing import TestedAssertion, TestedExample, TestsParams, TestsResult
from spade_server.requests.request_run import RequestRun

_LONGEST_TITLE = 80


def answer(run: RequestRun, params: TestsParams) -> TestsResult:
    """Return the selected assertions and the labelled examples."""
    target = run.target
    stored = target.beside.stored
    examples = target.beside.examples.examples
    return TestsResult(
        prompt_uri=target.uri,
        template=target.template,
        assertions_uri=target.assertions_uri,
        examples_uri=target.examples_uri,
        assertions=[
            TestedAssertion(a.name, target.range_of(a), check_of(a.source), a.asks_judge) for a in stored.chosen
        ],
        examples=[_example(each, each.label) for each in examples if each.label is not None],
        missing=list(stored.missing),
        problems=target.problems,
    )


def _example(example: Example, label: Label) -> TestedExample:
    return TestedExample(example.id, max(example.line - 1, 0), label.value, _title(example))


def _title(example: Example) -> str:
    """Return what tells an example from others at a glance."""
    first = next(iter(example.fields.values()), example.response)
    words = " ".join((first if isinstance(first, str) else json.dumps(first, ensure_ascii=False))[:400].split())
    shown = words if len(words) <= _LONGEST_TITLE else f"{words[:_LONGEST_TITLE]}…"
    return f"{name_of(example)}: {shown}" if shown else name_of(example)
