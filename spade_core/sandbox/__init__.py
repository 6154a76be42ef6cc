"""The sandbox: where generated assertions run, and the only place they do."""

from spade_core.results.unchecked import NO_JUDGE
from spade_core.sandbox.cache import FileCache, MemoryCache, ResultCache
from spade_core.sandbox.judge import Judge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.planning import unsupported_here
from spade_core.sandbox.preflight import Preflight, Rejection, preflight
from spade_core.sandbox.protections import Protection, protections
from spade_core.sandbox.routing import RUN_MONTY, Route, route
from spade_core.sandbox.sandbox import Sandbox
from spade_core.sandbox.unsupported import Unsupported

__all__ = [
    "NO_JUDGE",
    "RUN_MONTY",
    "FileCache",
    "Judge",
    "Limits",
    "MemoryCache",
    "Preflight",
    "Protection",
    "Rejection",
    "ResultCache",
    "Route",
    "Sandbox",
    "Unsupported",
    "preflight",
    "protections",
    "route",
    "unsupported_here",
]
