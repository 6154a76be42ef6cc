"""Work off the event loop."""

import ast
import asyncio
import threading

import pytest

from spade_server.session.work import Repeated, Workers, run, run_stoppable


async def test_what_is_asked_for_many_times_while_it_runs_runs_once_more() -> None:
    runs: list[int] = []
    gate = asyncio.Event()

    async def work() -> None:
        runs.append(len(runs))
        await gate.wait()

    repeated = Repeated(work)
    for _ in range(5):
        repeated.ask()
        await asyncio.sleep(0)
    assert repeated.busy
    gate.set()
    await repeated.settled()
    assert runs == [0, 1]


async def test_cancelled_work_learns_that_it_is_to_stop() -> None:
    workers = Workers()
    begun, ended = threading.Event(), threading.Event()

    def work(stop: threading.Event) -> None:
        begun.set()
        stop.wait(10)
        ended.set()

    task = asyncio.create_task(run_stoppable(workers.asked, work))
    await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(ended.wait, 10)
    workers.close()


async def test_work_goes_on_where_cpython_miscounts_the_depth_of_a_parse() -> None:
    workers, stumbles = Workers(), [3]

    def parse() -> str:
        if stumbles[0]:
            stumbles[0] -= 1
            raise SystemError("AST constructor recursion depth mismatch (before=48, after=44)")
        return ast.dump(ast.parse("1"))

    assert "Constant" in await run(workers.reading, parse)
    workers.close()


async def test_another_system_error_is_told() -> None:
    workers = Workers()

    def fail() -> None:
        raise SystemError("something else")

    with pytest.raises(SystemError, match="something else"):
        await run(workers.reading, fail)
    workers.close()
