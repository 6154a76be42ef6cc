"""A model for the tests in the editor that reads answers and contexts by the letter; it prints its address.

``reading_server.py FOLDER``, of the repository, whose tests have that reader.
"""

import sys

sys.path.append(sys.argv[1])  # behind the packaged server

from spade_core.testing.loopback import Call, LoopbackServer
from tests.context.museum import literal_reader
from tests.demo.judging import counting


def by_the_letter(call: Call) -> str:
    """Answer questions about a response, and requests for statements and verdicts."""
    return counting(call) if "about the response" in call.last else literal_reader(call)


def main() -> None:
    """Serve until standard input ends."""
    with LoopbackServer(by_the_letter, models=["small"]) as server:
        print(f"url {server.url}", flush=True)  # noqa: T201 - the protocol with the test
        sys.stdin.read()


if __name__ == "__main__":
    main()
