"""What stands between generated code and this machine, found by trying it: for ``spade doctor``."""

import platform
import sys
from dataclasses import dataclass

from spade_core.errors import SandboxError
from spade_core.sandbox.child.names import EVERY, LANDLOCK, LIMITS, PRIVILEGES, SECCOMP, USER
from spade_core.sandbox.limits import Limits

_MEANING = {
    USER: "its processes run as a user without rights",
    PRIVILEGES: "they can never gain rights",
    LANDLOCK: "the kernel refuses them every file and, since Linux 6.7, every TCP connection",
    LIMITS: "the kernel limits their memory, time, files and processes",
    SECCOMP: "the kernel refuses them every call but reading and writing their one line and memory",
}


@dataclass(frozen=True, slots=True)
class Protection:
    """One thing that this machine has or lacks."""

    name: str
    holds: bool
    detail: str
    """What it does, or why it is missing."""


def protections() -> tuple[Protection, ...]:
    """Return what holds on this machine: the engines first, then the kernel's protections of the second one."""
    return (_monty(), *_second())


def _monty() -> Protection:
    try:
        from spade_core.sandbox.monty_engine import MontyEngine

        engine = MontyEngine(Limits())
    except ImportError as error:
        return Protection("Monty", holds=False, detail=str(error))
    try:
        engine.open()
        engine.characters.odd({"\u00e9"})
    except (SandboxError, OSError) as error:
        return Protection("Monty", holds=False, detail=str(error))
    finally:
        engine.close()
    return Protection("Monty", holds=True, detail=f"{engine.name} interprets assertions in processes of its own")


def _second() -> tuple[Protection, ...]:
    if sys.platform != "linux":
        reason = f"needs Linux; on {platform.system()} what Monty cannot run faithfully stays unsupported"
        return (Protection("second engine", holds=False, detail=reason),)
    from spade_core.sandbox.cpython_engine import CPythonEngine

    engine = CPythonEngine(Limits())
    try:
        held = engine.protections()
    except SandboxError as error:
        return (Protection("second engine", holds=False, detail=str(error)),)
    finally:
        engine.close()
    kernel = f"this kernel ({platform.release()}, {platform.machine()}) does not have it or does not allow it"
    return (
        Protection("second engine", holds=True, detail=f"{engine.name} behind an allowlist, one process per function"),
        *(Protection(name, name in held, _MEANING[name] if name in held else kernel) for name in EVERY),
    )
