"""What the built guest is: its hash, and what assertions may import in it."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from spade_core.errors import SandboxError

_HERE: Final = Path(__file__).parent
GUEST: Final = _HERE / "guest.wasm.gz"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Facts about the guest, noted when it was built (see `hatch_build.py`)."""

    sha256: str
    python: str


@cache
def manifest() -> Manifest:
    """Return the facts; raise SandboxError where the guest was never built."""
    try:
        known = json.loads(_text("guest.json"))
        return Manifest(known["sha256"], known["python"])
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
