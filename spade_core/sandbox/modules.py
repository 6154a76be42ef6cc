"""Which modules assertions may import on this machine."""

import sys


def modules_here() -> tuple[str, ...]:
    """Return the names of the modules that some engine of this machine's sandbox has, sorted."""
    from spade_core.sandbox import dialect
    from spade_core.sandbox.child import tables

    names = set(dialect.MODULES)
    if sys.platform == "linux":
        names |= set(tables.MEMBERS) - tables.NOT_STANDARD
    return tuple(sorted(names - {"typing"}))
