"""What the built guest is: its hash, and what assertions may import in it."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from spade_core.errors import SandboxError

_HERE: Final = Path(__file__).parent
GUEST: Final = _HERE / "guest.wasm.gz"


@cache
def manifest() -> Mapping[str, str]:
    """Return what was noted when the guest was built: `sha256` and `python`; raise SandboxError where it never was."""
    try:
        known = json.loads(_text("guest.json"))
        return {fact: known[fact] for fact in ("sha256", "python")}
    except (ValueError, KeyError) as error:
        raise SandboxError(
            f"{_HERE / 'guest.json'} does not describe the sandbox's guest: install spade again"
        ) from error


@cache
def modules_here() -> tuple[str, ...]:
    """Return the names of the modules that assertions may import, sorted."""
    return tuple(sorted(_text("guest/modules.txt").split()))


def _text(name: str) -> str:
    try:
        return (_HERE / name).read_text("utf-8")
    except FileNotFoundError as error:
        raise SandboxError(f"the sandbox's guest was not built: {error}: install spade again") from error
    except OSError as error:
        raise SandboxError(f"the sandbox does not start: {error}") from error
