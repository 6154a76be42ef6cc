"""A loopback server that plays a model for both steps, and histories to play it on."""

import json
import re
from collections.abc import Callable, Mapping, Sequence

from spade_core.deltas import deltas_between
from spade_core.deltas.delta import PromptDelta
from spade_core.examples import Example, Label
from spade_core.models import Endpoint
from spade_core.models.openai_model import OpenAIModel
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.criteria.prompts import history_of

HEAD = "async def {name}(example: dict, prompt: str, response: str) -> bool:\n    "


def deltas_of(*texts: str) -> tuple[PromptDelta, ...]:
    return tuple(deltas_between(history_of(*texts)))


def function(name: str, body: str) -> str:
    return HEAD.format(name=name) + body.replace("\n", "\n    ")


def criterion(description: str, source: str, category: str = "inclusion_instruction") -> dict[str, str]:
    return {"criterion": description, "category": category, "source": source}


def criteria_reply(*items: Mapping[str, str]) -> str:
    return json.dumps({"criteria": list(items)})


def functions_reply(*items: tuple[int, str]) -> str:
    found = [{"criterion": number, "name": "assert_named", "code": code} for number, code in items]
    return json.dumps({"functions": found})


def is_step_one(call: Call) -> bool:
    return "<change-" in call.texts[1]


def added_lines(call: Call) -> list[str]:
    return re.findall(r"^\+ (.*)$", call.texts[1], re.MULTILINE)


def criteria_in(call: Call) -> list[str]:
    """The descriptions of the numbered criteria that a call of step two is about."""
    listed = call.texts[1].partition("<criteria-")[2].partition("</criteria-")[0]
    return re.findall(r"^\d+\. (.*) \(from ", listed, re.MULTILINE)


def one_criterion_a_line(call: Call) -> Answer:
    """Step one as a model that asks of the response what each added line says."""
    items = [criterion(f"The response obeys: {line}", line) for line in added_lines(call)]
    return Answer(criteria_reply(*items))


def two_steps(step_two: Callable[[Call], Answer | str]) -> Callable[[Call], Answer | str]:
    return lambda call: one_criterion_a_line(call) if is_step_one(call) else step_two(call)


def endpoint(server: LoopbackServer, model: str) -> Endpoint:
    return Endpoint(model, server.url, "k", retries=0)


def models_at(server: LoopbackServer, *names: str) -> list[OpenAIModel]:
    return [OpenAIModel(endpoint(server, name)) for name in names]


def labelled(good: Sequence[str], bad: Sequence[str] = ()) -> list[Example]:
    rows = [(text, Label.GOOD) for text in good] + [(text, Label.BAD) for text in bad]
    return [Example(f"r{i}", {}, "", text, label) for i, (text, label) in enumerate(rows)]
