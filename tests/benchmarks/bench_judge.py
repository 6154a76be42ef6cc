"""500 questions to a judge that takes 50 ms for each, 32 in flight; the floor is what the waiting alone takes."""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from spade_core.models import ModelChoice
from spade_core.models.opening import Models
from spade_core.models.options import Options
from spade_core.synthesis.judge import Question, verdict_of

QUESTIONS, SECONDS, IN_FLIGHT = 500, 0.05, 32
_SERVER = f"""
import sys
from spade_core.testing.loopback import Answer, LoopbackServer
with LoopbackServer(lambda _: Answer('{{"reason": "so", "answer": "yes"}}', delay={SECONDS})) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


async def seconds_for(url: str, home: Path) -> float:
    """Return how long all questions take, through every layer: stand-ins, cache, meter, client."""
    async with Models({"SPADE_BASE_URL": url, "SPADE_HOME": str(home)}, Options(in_flight=IN_FLIGHT)) as models:
        model = models.model(ModelChoice("small"))
        await verdict_of(model, Question("p", "warm", "up?"))
        began = time.perf_counter()
        asked = [Question("the prompt " * 50, f"response {n} " * 30, "Is it kind?") for n in range(QUESTIONS)]
        await asyncio.gather(*(verdict_of(model, question) for question in asked))
        return time.perf_counter() - began


def main() -> None:
    """Print the time and its ratio to the floor."""
    floor = QUESTIONS * SECONDS / IN_FLIGHT
    server = subprocess.Popen(  # noqa: S603  (our own code, a process of its own so that it takes no time from ours)
        [sys.executable, "-c", _SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        url = server.stdout.readline().strip() if server.stdout else ""
        print(f"{QUESTIONS} questions of {SECONDS * 1000:.0f} ms, {IN_FLIGHT} in flight; floor {floor:.2f} s")  # noqa: T201
        for run in range(3):
            with tempfile.TemporaryDirectory() as home:
                cpu = time.process_time()
                took = asyncio.run(seconds_for(url, Path(home)))
                cpu = time.process_time() - cpu
            print(f"run {run + 1}: {took:.2f} s, {took / floor:.1f} times the floor, {cpu:.2f} s of processor")  # noqa: T201
    finally:
        server.kill()
        server.communicate()


if __name__ == "__main__":
    main()
