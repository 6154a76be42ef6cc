"""What this user trusts, in files of the user's own that no project reaches: addresses of models, and repositories.

A repository that is trusted may have models called by its settings, and its functions exported as plain Python.
"""

import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path

from spade_core.errors import StorageError
from spade_core.models.endpoint import ModelChoice, base_url_of
from spade_core.models.folders import private_file, user_folders

_ENDPOINTS, _REPOSITORIES = "trusted-endpoints", "trusted-repositories"


def trusted_endpoints(folder: Path) -> tuple[str, ...]:
    """Return the confirmed addresses, sorted; none where the file is missing or cannot be read."""
    return _lines(folder / _ENDPOINTS)


def trust_endpoint(folder: Path, url: str) -> str:
    """Add an address, and return it as it was written.

    Raises:
        ModelError: it is no address.
        StorageError: the file cannot be written.
    """
    address = base_url_of(ModelChoice("", url), {})
    _write(folder / _ENDPOINTS, {*trusted_endpoints(folder), address})
    return address


def distrust_endpoint(folder: Path, url: str) -> bool:
    """Take an address back, and return whether it was there.

    Raises:
        StorageError: the file cannot be written.
    """
    return _without(folder / _ENDPOINTS, {url, url.rstrip("/")})


def repository_of(folder: Path) -> Path:
    """Return the innermost repository around a folder, without links; the folder itself where there is none."""
    real = Path(os.path.realpath(folder))
    return next((each for each in (real, *real.parents) if os.path.lexists(each / ".git")), real)


def is_trusted(folder: Path, environ: Mapping[str, str]) -> bool:
    """Whether the repository around a folder is trusted: by name, or below a folder in SPADE_TRUSTED_FOLDERS."""
    repository = repository_of(folder)
    above = filter(None, environ.get("SPADE_TRUSTED_FOLDERS", "").split(os.pathsep))
    if any(repository.is_relative_to(os.path.realpath(each)) for each in above):
        return True
    return _quoted(repository) in _lines(user_folders(environ).data / _REPOSITORIES)


def trust_repository(folder: Path, environ: Mapping[str, str]) -> Path:
    """Trust the repository around a folder, and return it.

    Raises:
        StorageError: the file cannot be written.
    """
    repository, path = repository_of(folder), user_folders(environ).data / _REPOSITORIES
    _write(path, {*_lines(path), _quoted(repository)})
    return repository


def distrust_repository(folder: Path, environ: Mapping[str, str]) -> bool:
    """Take that back, and return whether it was there.

    Raises:
        StorageError: the file cannot be written.
    """
    return _without(user_folders(environ).data / _REPOSITORIES, {_quoted(repository_of(folder))})


def _quoted(path: Path) -> str:
    """Return a path on one line, whatever it holds."""
    return json.dumps(str(path))


def _lines(path: Path) -> tuple[str, ...]:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    return tuple(sorted({line.strip() for line in lines if line.strip()}))


def _without(path: Path, lines: Collection[str]) -> bool:
    known = set(_lines(path))
    if gone := known & set(lines):
        _write(path, known - gone)
    return bool(gone)


def _write(path: Path, lines: Collection[str]) -> None:
    new = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        private_file(new)
        new.write_text("".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise StorageError(str(path), None, f"cannot be written: {error.strerror}") from error
