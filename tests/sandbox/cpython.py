"""Plain CPython in a child process: the reference that the sandbox's engines are compared with."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence

from spade_core.results import Evaluation, Outcome

_CHILD = """
import asyncio, json, sys, os
jobs, rows = json.load(sys.stdin)
sys.stdout = open(os.devnull, "w")
def said(source, name, row):
    space = {}
    try:
        exec(compile(source, "<assertion>", "exec", dont_inherit=True), space)
        coroutine = space[name](*json.loads(row))
        try:
            coroutine.send(None)
        except StopIteration as end:
            return "passed" if bool(end.value) else "failed"
    except Exception as error:
        line, trace = 0, error.__traceback__
        while trace is not None:
            line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == "<assertion>" else line
            trace = trace.tb_next
        text = f"errored in line {line}: {type(error).__name__}: {error}"
        return text.encode("utf-8", "backslashreplace").decode()
json.dump([[said(source, name, row) for row in rows] for source, name in jobs], sys.__stdout__)
"""

Row = tuple[Mapping[str, object], str, str]


def said_by_cpython(functions: Sequence[tuple[str, str]], rows: Sequence[Row]) -> list[list[str]]:
    """Return, for each (source, name), what it says of each (example, prompt, response).

    ``passed``, ``failed``, or ``errored in line 2: ValueError: too long``.
    """
    job = json.dumps([list(functions), [json.dumps(row) for row in rows]])
    child = subprocess.run(  # noqa: S603 - our own corpus, run by this very interpreter
        [sys.executable, "-s", "-P", "-W", "ignore", "-c", _CHILD],
        # CPython itself orders sets of text differently from run to run
        env={"PYTHONHASHSEED": "0", "PYTHONPATH": os.environ.get("PYTHONPATH", "")},
        input=job,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    found: list[list[str]] = json.loads(child.stdout)
    return found


def agrees(found: Evaluation, answer: str) -> bool:
    """Return whether the sandbox says what CPython says: the outcome, the line, and what kind of exception it is.

    Not the words of it: this CPython may be an older one, whose words are others.
    """
    if found.outcome is not Outcome.ERRORED:
        return found.outcome == answer
    kind = found.message.partition(":")[0].replace("PatternError", re.error.__name__)
    return answer.partition(":")[0] == f"errored in line {found.line or 0}" and answer.split(": ")[1] == kind
