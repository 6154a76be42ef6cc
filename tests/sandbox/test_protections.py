import sys

from spade_core.sandbox import protections
from spade_core.sandbox.child.names import EVERY


def test_the_report_names_the_engines_and_every_protection() -> None:
    found = protections()
    names = ["Monty", "second engine", *EVERY] if sys.platform == "linux" else ["Monty", "second engine"]
    assert [one.name for one in found] == names
    assert found[0].holds
    assert all(one.detail for one in found)


def test_rlimits_always_hold_where_the_second_engine_runs() -> None:
    held = {one.name for one in protections() if one.holds}
    assert "rlimits" in held or sys.platform != "linux"
