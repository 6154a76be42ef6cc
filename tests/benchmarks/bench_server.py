"""How fast the language server is, against a trivial one measured in the same run, and how much it holds.

Run: ``python -m tests.benchmarks.bench_server``. The prompt has 2,000 lines and 200 versions in git.
"""

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from spade_server.documents.kinds import uri_of
from spade_server.documents.text_documents import LspTextDocument
from tests.benchmarks.raw_client import RawClient
from tests.server.raw_session import on_the_wire
from tests.server.utf16_buffer import Utf16Buffer, random_changes
from tests.versions.repository import Repository

LINES: Final = 2000
VERSIONS: Final = 200
STARTS: Final = 6
HOVERS: Final = 300
KEYS: Final = 100
EDITS: Final = 20_000
OURS: Final = (sys.executable, "-m", "spade_server")
FLOOR: Final = (sys.executable, "-m", "tests.benchmarks.trivial_server")
_SENTENCES: Final = (
    "Keep part {i} of the note within {i} words.",
    "Mention the genre of the film and the cast members {{movie_name}} shares with number {i}.",
    "Do not mention anything about the plot twist {i}.",
    "- Use a friendly, concise tone for item {i}.",
    "First, read the {{context}} and think about step {i}.",
    'Always answer with the phrase "part {i}" and nothing else.',
    "The quick text number {i} is about something that goes on.",
)


def prompt(seed: int = 0) -> str:
    """Return a prompt of `LINES` lines with headings and lists."""
    lines = []
    for i in range(LINES):
        if i % 25 == 0:
            lines.append(f"## Section {i // 25}")
        elif i % 25 in {1, 24}:
            lines.append("")
        else:
            lines.append(_SENTENCES[(i + seed) % len(_SENTENCES)].format(i=i + seed))
    return "\n".join(lines) + "\n"


def history(folder: Path) -> Path:
    """Write the prompt with its versions: each changes three lines."""
    repository = Repository.create(folder)
    rng = random.Random(1)  # noqa: S311 - the same history every time
    lines = prompt().split("\n")
    for version in range(VERSIONS):
        for _ in range(3):
            lines[rng.randrange(2, LINES - 2)] = (
                f"Write about topic {version} in at most {rng.randrange(20, 90)} words."
            )
        repository.commit(f"Version {version}", long="\n".join(lines))
    return folder / "long.prompt.md"


def p95(times: Sequence[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return 1000 * statistics.quantiles(times, n=20)[-1]


def median(times: Sequence[float]) -> float:
    """Return the median in milliseconds."""
    return 1000 * statistics.median(times)


async def start(command: Sequence[str], folder: Path) -> float:
    """Return the seconds from the start of the process to the answer to initialize."""
    before = time.perf_counter()
    client = await RawClient.start(*command)
    await client.hello(uri_of(folder))
    took = time.perf_counter() - before
    await client.stop()
    return took


async def opened(command: Sequence[str], file: Path) -> tuple[RawClient, str]:
    """Return a client that has the prompt open, everything about it read."""
    client = await RawClient.start(*command)
    await client.hello(uri_of(file.parent))
    uri = uri_of(file)
    open_in(client, file)
    for _ in range(600):
        answer = await hover(client, uri, 7)
        if "Since" in str(answer) or "Not committed" in str(answer) or command is FLOOR:
            break
        await asyncio.sleep(0.1)
    return client, uri


def open_in(client: RawClient, file: Path) -> None:
    """Open a file."""
    document = {"uri": uri_of(file), "languageId": "markdown", "version": 1, "text": file.read_text()}
    client.tell("textDocument/didOpen", {"textDocument": document})


async def hover(client: RawClient, uri: str, line: int) -> Any:
    """Return a hover."""
    position = {"line": line, "character": 3}
    return await client.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": position})


async def hovers(client: RawClient, uri: str) -> list[float]:
    """Return the seconds of each hover, all over the prompt."""
    times = []
    for i in range(HOVERS):
        before = time.perf_counter()
        await hover(client, uri, (i * 37) % LINES)
        times.append(time.perf_counter() - before)
    return times


def in_a_sentence(i: int) -> dict[str, Any]:
    """Return a letter typed into a line of text."""
    return _inserted(204 + (i // 20) * 25, 20, "abcdefgh "[i % 9])


def structural(i: int) -> dict[str, Any]:
    """Return a line more, a list item, a heading or a blank line, or one of them less."""
    line = 204 + (i // 20) * 25
    typed = ("\n", "- Use at most 9 words.\n", "\n## One more heading\n\n", "\n\n", None)[i % 5]
    if typed is not None:
        return _inserted(line, 0, typed)
    return {"range": {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}, "text": ""}


def in_yaml(i: int) -> dict[str, Any]:
    """Return, in turn, a letter and a line typed into the text of a message."""
    line = 204 + (i // 20) * 25
    return _inserted(line, 20, "a") if i % 4 else _inserted(line, 0, "      - Use at most 9 words.\n")


KEYSTROKES: Final = (("in a sentence", in_a_sentence), ("structural", structural))


def _inserted(line: int, column: int, text: str) -> dict[str, Any]:
    at = {"line": line, "character": column}
    return {"range": {"start": at, "end": at}, "text": text}


async def keystrokes(
    client: RawClient, uri: str, typed: Callable[[int], dict[str, Any]], first: int
) -> tuple[list[float], list[float]]:
    """Return the seconds from each keystroke to its diagnostics and hints, and those of processor time."""
    times, used = [], []
    shown = {"start": {"line": 180, "character": 0}, "end": {"line": 240, "character": 0}}
    for i in range(KEYS):
        document = {"uri": uri, "version": first + i}
        spent, before = client.cpu(), time.perf_counter()
        client.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [typed(i)]})
        hints = asyncio.ensure_future(
            client.ask("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": shown})
        )
        diagnosed = await client.diagnosed(uri, first + i)
        await hints
        times.append(max(diagnosed, client.answered_at) - before)
        await asyncio.sleep(0.02)
        used.append(client.cpu() - spent)
    return times, used


def yaml_prompt(folder: Path) -> Path:
    """Write the prompt as a message of a YAML file."""
    body = "\n".join(f"      {line}" if line else "" for line in prompt().split("\n"))
    file = folder / "long.prompt.yml"
    file.write_text(
        f"name: long\nmessages:\n  - role: system\n    content: |\n{body}\n  - role: user\n    content: Hi\n"
    )
    return file


async def memory_with_ten(folder: Path) -> float:
    """Return the resident memory with ten prompts of 200 lines open, at rest."""
    client = await RawClient.start(*OURS)
    await client.hello(uri_of(folder))
    for number in range(10):
        file = folder / f"short{number}.prompt.md"
        file.write_text("\n".join(prompt(number).split("\n")[:200]))
        open_in(client, file)
        await hover(client, uri_of(file), 3)
    await asyncio.sleep(2)
    held = client.memory()
    await client.stop()
    return held


def fuzz() -> float:
    """Return the seconds that the random edits take; the texts must be equal after each hundred."""
    rng = random.Random(11)  # noqa: S311 - the same edits every time
    buffer = Utf16Buffer(prompt()[:3000])
    document = LspTextDocument("file:///fuzz.prompt.md", source=buffer.characters)
    mirroring = 0.0
    for number in range(EDITS):
        if len(buffer.text) > 20_000:
            buffer = Utf16Buffer(prompt()[:3000])
            document.apply_change(types.TextDocumentContentChangeWholeDocument(buffer.characters))
        changes = random_changes(buffer, rng)
        before = time.perf_counter()
        for change in changes:
            document.apply_change(change)
        mirroring += time.perf_counter() - before
        if number % 100 == 0 and document.source != buffer.characters:
            raise AssertionError(f"the texts differ after {number} edits")
    if document.source != buffer.characters:
        raise AssertionError("the texts differ at the end")
    return mirroring


async def fuzz_server(folder: Path) -> int:
    """Return how many diagnostics a server shows after the random edits; a fresh one must show the same."""
    rng = random.Random(12)  # noqa: S311 - the same edits every time
    buffer = Utf16Buffer(prompt()[:3000])
    uri = uri_of(folder / "fuzz.prompt.md")
    client = await RawClient.start(*OURS)
    await client.hello(uri_of(folder))
    _open_text(client, uri, buffer.characters)
    for version in range(2, EDITS + 2):
        if len(buffer.text) > 20_000:
            buffer = Utf16Buffer(prompt()[:3000])
            changes: list[Any] = [{"text": buffer.characters}]
        else:
            changes = [on_the_wire(change) for change in random_changes(buffer, rng)]
        document = {"uri": uri, "version": version}
        client.tell("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
        if version % 50 == 0:
            await hover(client, uri, version % 40)
    client.forget_notified()
    client.tell(
        "textDocument/didChange",
        {
            "textDocument": {"uri": uri, "version": EDITS + 2},
            "contentChanges": [{"text": buffer.characters + "\n\nBe concise.\n"}],
        },
    )
    shown = await client.diagnostics(uri, EDITS + 2)
    fresh = await RawClient.start(*OURS)
    await fresh.hello(uri_of(folder))
    _open_text(fresh, uri, buffer.characters + "\n\nBe concise.\n")
    expected = await fresh.diagnostics(uri, 1)
    await client.stop()
    await fresh.stop()
    if shown != expected:
        raise AssertionError(
            f"after {EDITS} edits {len(shown)} diagnostics differ from the {len(expected)} of a fresh server"
        )
    return len(shown)


def _open_text(client: RawClient, uri: str, text: str) -> None:
    document = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
    client.tell("textDocument/didOpen", {"textDocument": document})


async def measure(folder: Path) -> None:
    """Print the table."""
    file = history(folder / "long")
    floors = [await start(FLOOR, folder) for _ in range(STARTS)]
    ours = [await start(OURS, folder) for _ in range(STARTS)]
    row("start to initialize, median", median(ours), median(floors), "at most 1.25 x")
    floor_client, uri = await opened(FLOOR, file)
    floor_hovers = await hovers(floor_client, uri)
    floor_keys, _ = await keystrokes(floor_client, uri, in_a_sentence, 2)
    await floor_client.stop()
    client, uri = await opened(OURS, file)
    our_hovers = await hovers(client, uri)
    row("hover, median", median(our_hovers), median(floor_hovers), "")
    row("hover, p95", p95(our_hovers), p95(floor_hovers), "at most 2 ms more")
    await asyncio.sleep(2)
    for number, (kind, typed) in enumerate(KEYSTROKES):
        await type_in(client, uri, kind, typed, floor_keys, first=2 + number * KEYS)
    print(f"{'memory with the long prompt':<36}{client.memory():>10.1f} MB")  # noqa: T201
    await client.stop()
    client, uri = await opened(OURS, yaml_prompt(folder / "long"))
    await type_in(client, uri, "in a YAML file", in_yaml, floor_keys, first=2)
    await client.stop()
    print(f"{'memory with ten short prompts':<36}{await memory_with_ten(folder):>10.1f} MB   at most 90 MB")  # noqa: T201
    seconds = fuzz()
    print(f"{EDITS} random edits: texts equal, {1e6 * seconds / EDITS:.0f} us an edit")  # noqa: T201
    found = await fuzz_server(folder)
    print(f"{EDITS} random edits sent: the {found} diagnostics are those of a fresh server")  # noqa: T201


async def type_in(
    client: RawClient,
    uri: str,
    kind: str,
    typed: Callable[[int], dict[str, Any]],
    floor: Sequence[float],
    *,
    first: int,
) -> None:
    """Print what the keystrokes of one kind take."""
    ours, used = await keystrokes(client, uri, typed, first)
    row(f"keystroke {kind}, median", median(ours), median(floor), "")
    row(f"keystroke {kind}, p95", p95(ours), p95(floor), "at most 15 ms")
    told = f"{median(used):>10.2f} ms, p95 {p95(used):.2f} ms of processor time, which other work inflates less"
    print(f"{f'keystroke {kind}, median':<36}{told}")  # noqa: T201


def row(name: str, ours: float, floor: float, bar: str) -> None:
    """Print one line of the table, times in milliseconds."""
    print(f"{name:<36}{ours:>10.2f} ms{floor:>10.2f} ms floor{ours / floor:>8.2f} x   {bar}")  # noqa: T201


def main() -> None:
    """Measure everything once."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
