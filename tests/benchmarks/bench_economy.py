"""What models of two prices cost for 200 criteria: the dear one alone, hierarchy, demonstrations, both.

A server on loopback plays them. The cheap model fails on two families of criteria in five, turn after turn, unless it
is shown a function of that family; the dear one never fails. Prices are 0.15 / 0.60 and 2.50 / 10 for a million tokens.
"""

import asyncio
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spade_core.models import Endpoint, Price
from spade_core.models.loopback import Call, LoopbackServer
from spade_core.models.metering import Meter, MeteredModel
from spade_core.models.openai_model import OpenAIModel
from spade_core.sandbox import Sandbox
from spade_core.synthesis.demonstrations import DemonstrationStore
from spade_core.synthesis.shelf import Shelf
from spade_core.synthesis.synthesis import synthesise
from spade_core.synthesis.trials import Executor
from tests.synthesis.playing import criteria_in, deltas_of, function, functions_reply, labelled, two_steps

CRITERIA = 200
PRICES = {"cheap": Price(0.15, 0.60), "dear": Price(2.50, 10.0)}
_TOPICS = (
    *("awards", "budget", "cast", "dialogue", "ending", "food", "genre", "humour", "intro", "jargon", "kindness"),
    *("length", "music", "names", "opening", "plot", "quotes", "rating", "style", "tone"),
)
_HARD = frozenset(_TOPICS[::5]) | frozenset(_TOPICS[2::5])


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table."""

    name: str
    money: float
    calls: int
    success: float
    """Share of the criteria with a function that ran on the labelled examples within tau."""


def prompts(count: int) -> list[str]:
    """Versions of a prompt that each ask for one thing, over twenty topics."""
    return [f"Version {n} says what the {_TOPICS[n % len(_TOPICS)]} of film {n} must be like.\n" for n in range(count)]


def play(call: Call) -> str:
    """Step two of both models."""
    written = []
    for number, what in enumerate(criteria_in(call), 1):
        topic = next((topic for topic in _TOPICS if f" {topic} " in what), "nothing")
        film = re.search(r"film (\d+)", what)
        name = f"assert_{topic}_{film[1] if film else number}"
        knows = call.model == "dear" or topic not in _HARD or f"async def assert_{topic}_" in call.texts[1]
        body = f'return "no {topic} at all" not in response' if knows else f"return example[{call.number}]"
        written.append((number, function(name, body)))
    return functions_reply(*written)


async def line_of(name: str, models: Sequence[str], home: Path | None, *, count: int = CRITERIA) -> Line:
    """Run a synthesis with these models, with demonstrations when there is a home for them."""
    meter = Meter(PRICES)
    rows = labelled(["a good note", "another good note"], ["no plot at all"])
    with LoopbackServer(two_steps(play)) as server, Sandbox() as sandbox:
        edges = [OpenAIModel(Endpoint(model, server.url, "k")) for model in models]
        executor = Executor(sandbox, rows, tau=0.25)
        deltas = deltas_of(*prompts(count))
        metered = [MeteredModel(edge, meter) for edge in edges]
        if home is None:
            found = await synthesise(deltas, metered, executor)
        else:
            with DemonstrationStore(home / "demonstrations.sqlite") as store:
                found = await synthesise(deltas, metered, executor, samples=Shelf(store, readers=()))
        for edge in edges:
            await edge.close()
    used = meter.report()
    return Line(name, used.money or 0.0, used.calls, 1 - len(found.unmet) / len(found.criteria))


async def table(*, count: int = CRITERIA) -> list[Line]:
    """Return the four lines, the dear model alone first."""
    lines = [await line_of("dear alone", ["dear"], None, count=count)]
    lines.append(await line_of("cheap alone", ["cheap"], None, count=count))
    lines.append(await line_of("hierarchy", ["cheap", "dear"], None, count=count))
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        lines.append(await line_of("demonstrations", ["dear"], Path(one), count=count))
        lines.append(await line_of("both", ["cheap", "dear"], Path(other), count=count))
    return lines


def shown(lines: Sequence[Line]) -> str:
    """Return the table as text, with the cost as a share of the first line's."""
    head = f"{'':16}{'money':>9}{'share':>8}{'calls':>7}{'success':>9}"
    rows = [
        f"{each.name:16}{each.money:9.4f}{each.money / lines[0].money:8.2f}{each.calls:7}{each.success:9.1%}"
        for each in lines
    ]
    return "\n".join([head, *rows])


def main() -> None:
    """Print the table."""
    print(shown(asyncio.run(table())))  # noqa: T201


if __name__ == "__main__":
    main()
