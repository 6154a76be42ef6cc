"""A simulation of what models of two prices cost: the dear one alone, the cheap one alone, hierarchy, demonstrations.

No model is asked: a server on loopback plays them, and how often it has the cheap one fail is what is put in, not what
is found out. So it is a sweep: over the share of the families of criteria that the cheap model fails on, turn after
turn, and the share of those where a demonstration of the family helps it. Half of its failures are errors, half are
functions that pass everything; those count as failures. The dear one never fails. Prices are 0.15 / 0.60 and 2.50 / 10
for a million tokens.
"""

import asyncio
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from spade_core.models import Endpoint, Price
from spade_core.models.metering import Meter, MeteredModel
from spade_core.models.openai_model import OpenAIModel
from spade_core.sandbox import Sandbox
from spade_core.synthesis.demonstrations import DemonstrationStore
from spade_core.synthesis.example_selector import ExampleSelector
from spade_core.synthesis.synthesis import synthesise
from spade_core.synthesis.trials import Executor
from spade_core.testing.loopback import Call, LoopbackServer
from tests.synthesis.playing import criteria_in, deltas_of, function, functions_reply, labelled, two_steps

CRITERIA = 100
FAILING = (0.2, 0.4, 0.6)
HELPING = (0.0, 0.5, 1.0)
PRICES = {"cheap": Price(0.15, 0.60), "dear": Price(2.50, 10.0)}
_TOPICS = (
    *("awards", "budget", "cast", "dialogue", "ending", "food", "genre", "humour", "intro", "jargon", "kindness"),
    *("length", "music", "names", "opening", "plot", "quotes", "rating", "style", "tone"),
)
_VACUOUS = "return True"


@dataclass(frozen=True, slots=True)
class Cheap:
    """How the cheap model is played."""

    failing: float = 0.4
    """The share of the families of criteria that it fails on."""
    helping: float = 1.0
    """The share of those where a demonstration helps."""

    @property
    def hard(self) -> tuple[str, ...]:
        """The families that it fails on."""
        return _spread(_TOPICS, self.failing)

    @property
    def helped(self) -> tuple[str, ...]:
        """Those of them where a demonstration helps."""
        return _spread(self.hard, self.helping)


def _spread(topics: Sequence[str], share: float) -> tuple[str, ...]:
    """Return so many of the topics, evenly from the first to the last."""
    return tuple(t for i, t in enumerate(topics) if int((i + 1) * share + 1e-9) > int(i * share + 1e-9))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table."""

    name: str
    money: float
    calls: int
    success: float
    """Share of the criteria with a function that ran on the labelled examples within tau and does not pass them all."""


def prompts(count: int) -> list[str]:
    """Versions of a prompt that each ask for one thing, over twenty topics."""
    return [f"Version {n} says what the {_TOPICS[n % len(_TOPICS)]} of film {n} must be like.\n" for n in range(count)]


def play(call: Call, cheap: Cheap) -> str:
    """Step two of both models."""
    written = []
    for number, what in enumerate(criteria_in(call), 1):
        topic = next((topic for topic in _TOPICS if f" {topic} " in what), "nothing")
        film = re.search(r"film (\d+)", what)
        name = f"assert_{topic}_{film[1] if film else number}"
        shown = f"async def assert_{topic}_" in call.texts[1]
        knows = call.model == "dear" or topic not in cheap.hard or (shown and topic in cheap.helped)
        wrong = _VACUOUS if topic in (*cheap.hard[1::4], *cheap.hard[2::4]) else f"return example[{call.number}]"
        body = f'return "no {topic} at all" not in response' if knows else wrong
        written.append((number, function(name, body)))
    return functions_reply(*written)


async def line_of(
    name: str, models: Sequence[str], home: Path | None, *, count: int = CRITERIA, cheap: Cheap | None = None
) -> Line:
    """Run a synthesis with these models, with demonstrations when there is a home for them."""
    meter = Meter(PRICES)
    rows = labelled(["a good note", "another good note"], [", ".join(f"no {topic} at all" for topic in _TOPICS)])
    with LoopbackServer(two_steps(partial(play, cheap=cheap or Cheap()))) as server, Sandbox() as sandbox:
        edges = [OpenAIModel(Endpoint(model, server.url, "k")) for model in models]
        executor = Executor(sandbox, rows, tau=0.25)
        deltas = deltas_of(*prompts(count))
        metered = [MeteredModel(edge, meter) for edge in edges]
        if home is None:
            found = await synthesise(deltas, metered, executor)
        else:
            with DemonstrationStore(home / "demonstrations.sqlite") as store:
                found = await synthesise(deltas, metered, executor, samples=ExampleSelector(store, readers=()))
        for edge in edges:
            await edge.close()
    used = meter.report()
    vacuous = sum(len(candidate.criteria) for candidate in found.candidates if _VACUOUS in candidate.source)
    return Line(name, used.money or 0.0, used.calls, 1 - (len(found.unmet) + vacuous) / len(found.criteria))


async def table(*, count: int = CRITERIA) -> list[Line]:
    """Return the lines, the dear model alone first."""
    lines = [await line_of("dear alone", ["dear"], None, count=count)]
    with tempfile.TemporaryDirectory() as home:
        lines.append(await line_of("dear, demonstrations", ["dear"], Path(home), count=count))
    for failing in FAILING:
        cheap = Cheap(failing)
        fails = f"fails {failing:.0%}"
        lines.append(await line_of(f"cheap alone, {fails}", ["cheap"], None, count=count, cheap=cheap))
        lines.append(await line_of(f"hierarchy, {fails}", ["cheap", "dear"], None, count=count, cheap=cheap))
        for helping in HELPING:
            with tempfile.TemporaryDirectory() as home:
                name, played = f"both, {fails}, helped {helping:.0%}", Cheap(failing, helping)
                lines.append(await line_of(name, ["cheap", "dear"], Path(home), count=count, cheap=played))
    return lines


def shown(lines: Sequence[Line]) -> str:
    """Return the table as text, with the cost as a share of the first line's."""
    head = f"{'simulated':30}{'money':>9}{'share':>8}{'calls':>7}{'success':>9}"
    rows = [
        f"{each.name:30}{each.money:9.4f}{each.money / lines[0].money:8.2f}{each.calls:7}{each.success:9.1%}"
        for each in lines
    ]
    return "\n".join([head, *rows])


def main() -> None:
    """Print the table."""
    print(shown(asyncio.run(table())))  # noqa: T201


if __name__ == "__main__":
    main()
