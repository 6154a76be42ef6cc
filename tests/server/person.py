"""The client's side of the models: a person who chose one, and the model that answers."""

import asyncio
import time
from typing import Any

from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.server.editor import Editor
from tests.synthesis.playing import criteria_in, function, functions_reply, is_step_one, one_criterion_a_line

PROMPT_NAME = "note.prompt.md"
ASSERTIONS = "note.assertions.py"
KEY = "sk-typed-by-a-person-0123456789"
PRICES = {"small": [1.0, 2.0]}
JUDGED = """\
async def assert_kind(example: dict, prompt: str, response: str) -> bool:
    return await ask_llm(prompt, response, "Is the response kind?")


async def assert_short(example: dict, prompt: str, response: str) -> bool:
    return len(response) < 100000
"""


BODY = 'return response not in ("{} x", "Alien is fine")'
"""Catches one of the bad responses, and is another one for each criterion."""


def play(call: Call) -> Answer:
    """Criteria for step one, a function for each in step two, and yes to every judge's question."""
    if "The question, about the response" in call.last:
        return Answer('{"answer": "yes", "reason": "it is"}')
    if len(call.texts) == 1:
        return Answer("yes")
    if is_step_one(call):
        return one_criterion_a_line(call)
    written = [
        (
            number,
            function(
                f"assert_model_{len(what)}_{number}", f'return response not in ("{len(what)} x", "Alien is fine")'
            ),
        )
        for number, what in enumerate(criteria_in(call), 1)
    ]
    return Answer(functions_reply(*written))


class Person:
    """The client's side of the models: what the person chose, and what their editor lends.

    There is one for all tests that share a server; `begin` makes it a new person.
    """

    editor: Editor
    chosen: dict[str, object]
    lent: list[Any]
    given_up: int
    refusal: JsonRpcException | None
    seconds: float
    """How long every reply but the first takes."""

    def __init__(self, client: LanguageClient) -> None:
        @client.feature("spade/model")  # type: ignore[untyped-decorator]
        def model(*_params: object) -> dict[str, object]:
            return self.chosen

        @client.feature("spade/lend")  # type: ignore[untyped-decorator]
        async def lend(_client: object, params: Any) -> dict[str, object]:
            self.lent.append(params)
            if self.refusal is not None:
                raise self.refusal
            try:
                await asyncio.sleep(self.seconds if len(self.lent) > 1 else 0.0)
            except asyncio.CancelledError:
                self.given_up += 1
                raise
            texts = [message.text for message in params.messages]
            body = {"messages": [{"content": text} for text in texts]}
            return {"text": play(Call(0, body, {})).text, "inputTokens": 7, "outputTokens": 3}

    def begin(self, editor: Editor) -> None:
        self.editor = editor
        self.chosen = {"provider": "none"}
        self.lent = []
        self.given_up = 0
        self.refusal = None
        self.seconds = 0.0

    def chooses(self, server: LoopbackServer, **more: object) -> None:
        self.chosen = {"provider": "compatible", "baseUrl": server.url, "name": "small", "key": KEY, **more}

    def chooses_the_editors(self, name: str) -> None:
        """Each test has a model of its own: the cache of the tests is one."""
        self.chosen = {"provider": "editor", "name": f"acme/{name}"}


async def until(holds: Any, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
