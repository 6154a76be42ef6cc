"""Faithfulness of 1,000 responses against a server on this machine: calls and seconds, the first time and again."""

import os
import sys
import tempfile
import time
from pathlib import Path

from spade_core.context import Scorer
from spade_core.examples import Example
from spade_core.models import ModelChoice, ModelSession
from spade_core.testing.loopback import LoopbackServer
from tests.context.museum import literal_reader

_EXAMPLES = 1_000


def _example(number: int) -> Example:
    contexts = [f"Tower {n} is {n} metres high. It was built in {1000 + n}." for n in range(number, number + 5)]
    response = f"Tower {number} is {number} metres high. It was built in {1000 + number + 37 * (number % 2)}."
    return Example(str(number), {"question": "How high is it?", "contexts": contexts}, "", response, None)


def main() -> int:
    """Print the table; 1 where there are more than two calls an example, or any the second time."""
    examples = [_example(number) for number in range(_EXAMPLES)]
    calls: list[int] = []
    with tempfile.TemporaryDirectory() as home, LoopbackServer(literal_reader) as server:
        environ = {**os.environ, "SPADE_HOME": str(Path(home)), "SPADE_BASE_URL": server.url}
        for turn in ("first", "again"):
            with ModelSession(environ) as session:
                scorer = Scorer(session.models.model(ModelChoice("small")), session)
                before, start = len(server.calls), time.perf_counter()
                scores = [each["faithfulness"] for each in scorer.scores(["faithfulness"], examples)]
                seconds = time.perf_counter() - start
            calls.append(len(server.calls) - before)
            right = sum(score == (0.5 if number % 2 else 1.0) for number, score in enumerate(scores))
            sys.stdout.write(f"{turn:>6}: {calls[-1]:5} calls, {seconds:6.1f} s, {right} of {_EXAMPLES} scores right\n")
    return int(calls[0] > 2 * _EXAMPLES or calls[1] > 0)


if __name__ == "__main__":
    sys.exit(main())
