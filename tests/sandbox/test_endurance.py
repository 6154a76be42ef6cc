import sys

import pytest

from tests.benchmarks.bench_sandbox_endurance import endure


@pytest.mark.skipif(sys.platform != "linux", reason="children are listed in /proc")
def test_workers_killed_at_random_cost_no_result_and_leave_nothing() -> None:
    endured = endure(1_000, 12)
    assert dict(endured.wrong) == {}
    assert endured.left_over == frozenset()
    assert endured.grown_kilobytes < 30_000
