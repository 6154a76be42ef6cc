"""The addresses of models that this user confirmed, in a file of the user's own: no project's settings reach it."""

import os
from pathlib import Path

from spade_core.errors import StorageError
from spade_core.models.endpoint import ModelChoice, base_url_of
from spade_core.models.folders import private_file

_NAME = "trusted-endpoints"


def trusted_endpoints(folder: Path) -> tuple[str, ...]:
    """Return the confirmed addresses, sorted; none where the file is missing or cannot be read."""
    try:
        lines = (folder / _NAME).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    return tuple(sorted({line.strip() for line in lines if line.strip()}))


def trust_endpoint(folder: Path, url: str) -> str:
    """Add an address, and return it as it was written.

    Raises:
        ModelError: it is no address.
        StorageError: the file cannot be written.
    """
    address = base_url_of(ModelChoice("", url), {})
    _write(folder, {*trusted_endpoints(folder), address})
    return address


def distrust_endpoint(folder: Path, url: str) -> bool:
    """Take an address back, and return whether it was there.

    Raises:
        StorageError: the file cannot be written.
    """
    known = set(trusted_endpoints(folder))
    gone = known & {url, url.rstrip("/")}
    if gone:
        _write(folder, known - gone)
    return bool(gone)


def _write(folder: Path, addresses: set[str]) -> None:
    path = folder / _NAME
    new = path.with_name(f"{_NAME}.{os.getpid()}")
    try:
        private_file(new)
        new.write_text("".join(f"{address}\n" for address in sorted(addresses)), encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise StorageError(str(path), None, f"cannot be written: {error.strerror}") from error
