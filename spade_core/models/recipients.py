"""Who reads what is sent: the endpoints of a run that are not on this machine, by names that can be kept on disk."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from spade_core.errors import ModelError
from spade_core.models.endpoint import Endpoint, ModelChoice, base_url_of


def readers_of(choices: Iterable[ModelChoice], environ: Mapping[str, str]) -> frozenset[str]:
    """Return the endpoints elsewhere that these models are reached at: host, port and path; none for this machine.

    A query, which may hold a key, is no part of the name. What is no address reaches nobody.
    """
    found: set[str] = set()
    for choice in choices:
        with suppress(ModelError):
            found.add(_reader(base_url_of(choice, environ)))
    return frozenset(found - {""})


def lent_reader(name: str) -> str:
    """Return what the reader behind a lent model is called; where it stands is not known, so it counts as elsewhere."""
    return f"lent {name}"


def _reader(base_url: str) -> str:
    if Endpoint("", base_url, "").is_local:
        return ""
    parts = urlsplit(base_url)
    return f"{parts.netloc.rpartition('@')[2].lower()}{parts.path}"
