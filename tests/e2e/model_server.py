"""A model for the tests in the editor: an OpenAI-compatible server on this machine, driven by its standard output.

It prints its address, then a line for each call and for each one that was given up. Model "small" answers at once,
"slow" after a minute; another name is unknown, and so is every key but the one given as argument.
"""

import json
import re
import sys
import threading
import time

from spade_core.testing.loopback import Answer, Call, LoopbackServer

CODE = """\
async def assert_{name}(example: dict, prompt: str, response: str) -> bool:
    return len(response.strip()) != {length}
"""


def answer(call: Call) -> Answer:
    """Play both steps of the synthesis, and the judge."""
    print(f"call {call.model}", flush=True)  # noqa: T201 - the protocol with the test
    delay = 60.0 if call.model == "slow" and len(call.texts) > 1 else 0.2
    return Answer(_text(call), delay=delay)


def _text(call: Call) -> str:
    if len(call.texts) == 1:
        return "yes"
    if "The question, about the response" in call.last:
        return json.dumps({"answer": "no" if len(call.last) % 3 == 0 else "yes", "reason": "as the wind blows"})
    if "<change-" in call.texts[1]:
        added = re.findall(r"^\+ (.*)$", call.texts[1], re.MULTILINE)
        items = [{"criterion": f"The note obeys: {line}", "category": "inclusion", "source": line} for line in added]
        return json.dumps({"criteria": items})
    listed = call.texts[1].partition("<criteria-")[2].partition("</criteria-")[0]
    numbers = re.findall(r"^(\d+)\. .* \(from ", listed, re.MULTILINE)
    code = [(int(number), f"proposed_{len(listed)}_{number}") for number in numbers]
    functions = [
        {"criterion": number, "name": f"assert_{name}", "code": CODE.format(name=name, length=10_000 + len(listed))}
        for number, name in code
    ]
    return json.dumps({"functions": functions})


def main() -> None:
    """Serve until standard input ends."""
    with LoopbackServer(answer, keys=[sys.argv[1]], models=["small", "slow"]) as server:
        print(f"url {server.url}", flush=True)  # noqa: T201
        threading.Thread(target=_tell_dropped, args=(server,), daemon=True).start()
        sys.stdin.read()


def _tell_dropped(server: LoopbackServer) -> None:
    while True:
        if server.wait_until_dropped(3600):
            print("dropped", flush=True)  # noqa: T201
        time.sleep(0.01)


if __name__ == "__main__":
    main()
