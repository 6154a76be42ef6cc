"""Plain CPython in a child process: the reference that the sandbox's engines are compared with."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

_CHILD = """
import asyncio, json, sys, os
jobs, rows = json.load(sys.stdin)
sys.stdout = open(os.devnull, "w")
def said(source, name, row):
    space = {}
    try:
        exec("from __future__ import annotations\\n" + source, space)
        coroutine = space[name](*json.loads(row))
        try:
            coroutine.send(None)
        except StopIteration as end:
            return "passed" if bool(end.value) else "failed"
    except Exception as error:
        return "errored: " + type(error).__name__
json.dump([[said(source, name, row) for row in rows] for source, name in jobs], sys.__stdout__)
"""

Row = tuple[Mapping[str, object], str, str]


def said_by_cpython(functions: Sequence[tuple[str, str]], rows: Sequence[Row]) -> list[list[str]]:
    """Return, for each (source, name), what it says of each (example, prompt, response): the outcome's name."""
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
