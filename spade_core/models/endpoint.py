"""Where a model is reached and with which key: settings name it, only the environment gives keys and trust.

The law: settings of a project are untrusted. A key, and any text of the user's, goes only to OpenAI itself, to this
machine, or to a host that the user's own environment names (SPADE_BASE_URL, OPENAI_BASE_URL, SPADE_TRUSTED_HOSTS).
OPENAI_API_KEY goes to OpenAI or to OPENAI_BASE_URL and nowhere else. No file ever holds a key.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from spade_core.errors import ModelError, ModelFault

OPENAI_URL = "https://api.openai.com/v1"
_NO_KEY_NEEDED = "none"


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One model as the settings name it."""

    name: str
    base_url: str = ""
    """Empty: the one of the environment, else OpenAI."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model, ready to be called."""

    model: str
    base_url: str
    key: str = field(repr=False)
    timeout: float = 60.0
    """Seconds without a byte after which a call is given up."""
    deadline: float = 600.0
    """Seconds after which a call is given up although bytes still trickle."""
    retries: int = 4
    """How often a call is tried again after 408, 409, 429, 5xx and lost connections."""
    in_flight: int = 16
    """Most calls under way at once."""

    @property
    def identity(self) -> str:
        """What makes replies interchangeable, for the cache; holds no key."""
        return f"{self.base_url} {self.model}"

    @property
    def host(self) -> str:
        """The host, for messages."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]


def endpoint_of(
    choice: ModelChoice,
    environ: Mapping[str, str],
    *,
    timeout: float = 60.0,
    in_flight: int = 16,
    retries: int = 4,
) -> Endpoint:
    """Return the endpoint of a model; `environ` is the process environment or what the editor hands in.

    Raises:
        ModelError: NO_KEY, or UNTRUSTED_HOST; the message says which variable to set.
    """
    own, openai = environ.get("SPADE_BASE_URL", ""), environ.get("OPENAI_BASE_URL", "")
    base_url = (choice.base_url or own or openai or OPENAI_URL).rstrip("/")
    parts = urlsplit(base_url)
    if parts.scheme not in {"http", "https"} or not _is_host(parts):
        raise ModelError(ModelFault.BAD_REQUEST, f'"{base_url}" is no http or https address of a model')
    if parts.username or parts.password:
        raise ModelError(ModelFault.BAD_REQUEST, "an address of a model must not hold a user name or a password")
    trusted = _listed(environ.get("SPADE_TRUSTED_HOSTS", ""))
    named = {_host(url) for url in (OPENAI_URL, own, openai) if url} | trusted
    if _host(base_url) not in named and not _is_this_machine(parts.hostname or ""):
        raise ModelError(
            ModelFault.UNTRUSTED_HOST,
            f"the settings send {choice.name} to {_host(base_url)}, which your environment does not name: if you "
            f"trust it, set SPADE_TRUSTED_HOSTS={_host(base_url)}",
        )
    # Where the settings alone ask for it, nothing goes over a network for all to read.
    unencrypted = {_host(url) for url in (own, openai) if url.startswith("http:")} | trusted
    if parts.scheme == "http" and _host(base_url) not in unencrypted and not _is_this_machine(parts.hostname or ""):
        raise ModelError(ModelFault.UNTRUSTED_HOST, f"{base_url} is not encrypted: use https for {_host(base_url)}")
    return Endpoint(
        model=choice.name,
        base_url=base_url,
        key=_key(base_url, environ),
        timeout=timeout,
        in_flight=in_flight,
        retries=retries,
    )


def _key(base_url: str, environ: Mapping[str, str]) -> str:
    host = _host(base_url)
    if key := environ.get("SPADE_API_KEY", "").strip():
        return key
    if host in {_host(OPENAI_URL), _host(environ.get("OPENAI_BASE_URL", ""))} and (
        key := environ.get("OPENAI_API_KEY", "").strip()
    ):
        return key
    if host == _host(OPENAI_URL):
        raise ModelError(ModelFault.NO_KEY, f"no key for {host}: set OPENAI_API_KEY or SPADE_API_KEY")
    return _NO_KEY_NEEDED


def _is_host(parts: SplitResult) -> bool:
    try:
        return parts.port != 0 and re.fullmatch(r"[A-Za-z0-9._:-]+", parts.hostname or "") is not None
    except ValueError:  # no number, or too large a one
        return False


def _host(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2].lower()


def _listed(hosts: str) -> set[str]:
    return {host.strip().lower() for host in hosts.split(",") if host.strip()}


def _is_this_machine(hostname: str) -> bool:
    if hostname == "localhost" or hostname.endswith(".localhost"):
        return True
    import ipaddress  # only where a host is a number

    try:
        return ipaddress.ip_address(hostname).is_loopback
    except ValueError:
        return False
