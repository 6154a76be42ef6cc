"""Where a model is reached and with which key: settings name it, only the user gives keys and trust.

The law: settings of a project are untrusted. A key goes only to an endpoint that the user named: OpenAI's own, the one
in SPADE_BASE_URL or OPENAI_BASE_URL, a host in SPADE_TRUSTED_HOSTS, or one confirmed with `spade doctor
--trust-endpoint`. Text of the user's goes there too, and to this machine; nowhere else. OPENAI_API_KEY goes to OpenAI
or to OPENAI_BASE_URL alone, the key of another provider to that provider alone, whose host it names. Over http a key
goes to this machine only. No file ever holds a key.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from shlex import quote
from urllib.parse import SplitResult, unquote, urlsplit

from spade_core.errors import ModelError, ModelFault
from spade_core.models.model import shown

OPENAI_URL = "https://api.openai.com/v1"
_PROVIDERS = {"api.anthropic.com": "ANTHROPIC_API_KEY", "openrouter.ai": "OPENROUTER_API_KEY"}
"""Hosts of others with OpenAI's API, and the variables that hold their keys."""
_NO_KEY_NEEDED = "none"
_PATHS = ("/chat/completions", "/responses")
"""What is put behind the address of a model."""
_MOST_SILENCES = 10
"""How many times the longest silence a call may last, pauses that the server asks for and repetitions included."""
_API_VERSION = re.compile(r"api-version=([A-Za-z0-9.-]{1,40})")


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
    effort: str = ""
    """How much the model is to reason, in the server's words; empty leaves it to the server."""
    withheld: str = ""
    """Why a key that the user has is not sent; empty where it is, or there is none."""
    is_openais: bool = False
    """Whether what the environment has for OpenAI goes there: organization, project, headers of the user's own."""

    @property
    def identity(self) -> str:
        """What makes replies interchangeable, for the cache; holds no key."""
        return identity_of(self.model, self.base_url, self.effort)

    @property
    def api_version(self) -> str:
        """The version that the address asks for; empty for none."""
        found = _API_VERSION.fullmatch(urlsplit(self.base_url).query)
        return found[1] if found is not None else ""

    @property
    def path_url(self) -> str:
        """The address without a query."""
        return self.base_url.partition("?")[0]

    @property
    def has_key(self) -> bool:
        """Whether a key of the user's is sent."""
        return self.key != _NO_KEY_NEEDED

    @property
    def host(self) -> str:
        """The host, for messages."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]

    @property
    def address(self) -> tuple[str, int]:
        """Host and port to connect to."""
        parts = urlsplit(self.base_url)
        return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine."""
        return _is_this_machine(self.address[0])

    @property
    def names_this_machine(self) -> bool:
        """Whether its name is one of this machine's, whatever it leads to, or that it leads nowhere."""
        host = self.address[0].removesuffix(".")
        return host == "localhost" or host.endswith(".localhost") or _is_this_machine(host)


def identity_of(model: str, base_url: str, effort: str = "") -> str:
    """Return what makes the replies of a model at an address interchangeable."""
    return f"{base_url} {model} {effort}".rstrip()


def base_url_of(choice: ModelChoice, environ: Mapping[str, str]) -> str:
    """Return the address of a model, whether or not it is trusted; nothing is looked up and no key is needed.

    Raises:
        ModelError: BAD_REQUEST, it is no address.
    """
    named = choice.base_url or environ.get("SPADE_BASE_URL", "") or environ.get("OPENAI_BASE_URL", "") or OPENAI_URL
    address, _, query = named.partition("?")
    base_url = address.rstrip("/")
    if not base_url.isprintable():
        raise ModelError(ModelFault.BAD_REQUEST, f"an address of a model holds a control character: {shown(base_url)}")
    if "#" in named or ("?" in named and not is_api_version(query)):  # what stands there may be a key
        fact = "an address of a model must not hold a ? or #, but for ?api-version=: a key belongs into SPADE_API_KEY"
        raise ModelError(ModelFault.BAD_REQUEST, fact)
    parts = urlsplit(base_url)
    if parts.scheme not in {"http", "https"} or not _is_host(parts):
        raise ModelError(ModelFault.BAD_REQUEST, f'"{base_url}" is no http or https address of a model')
    if parts.username or parts.password:
        raise ModelError(ModelFault.BAD_REQUEST, "an address of a model must not hold a user name or a password")
    if end := next((each for each in _PATHS if parts.path.endswith(each)), ""):
        fact = f'"{base_url}" is an address of one API: without {end} it is that of a model'
        raise ModelError(ModelFault.BAD_REQUEST, fact)
    if ".." in unquote(parts.path).split("/") or "\\" in unquote(base_url):
        raise ModelError(ModelFault.BAD_REQUEST, f'"{base_url}" must not lead upwards')
    return f"{base_url}?{query}" if query else base_url


def is_api_version(query: str) -> bool:
    """Whether the query of an address is the one that may stand in settings: the version of Azure's API."""
    return _API_VERSION.fullmatch(query) is not None


def endpoint_of(
    choice: ModelChoice,
    environ: Mapping[str, str],
    *,
    trusted: Collection[str] = (),
    timeout: float = 60.0,
    in_flight: int = 16,
    retries: int = 4,
    effort: str = "",
) -> Endpoint:
    """Return the endpoint of a model; `environ` is the process environment or what the editor hands in.

    `trusted` are the addresses that the user confirmed: see `spade_core.models.trust`.

    Raises:
        ModelError: NO_KEY, or UNTRUSTED_HOST; the message says what to do.
    """
    base_url = base_url_of(choice, environ)
    named = _is_named_by_user(base_url, environ, trusted)
    variable = _own_variable(base_url)
    if not named and variable:
        key = _provider_key(base_url, variable, environ)
    else:
        key = _key(base_url, environ) if named else _NO_KEY_NEEDED
    is_local = _is_this_machine(urlsplit(base_url).hostname or "")
    if not named and not variable and not is_local:
        raise ModelError(ModelFault.UNTRUSTED_HOST, _refusal(choice.name, base_url, environ, trusted))
    withheld = ""
    if key != _NO_KEY_NEEDED and not is_local and not base_url.startswith("https:"):
        key, withheld = _NO_KEY_NEEDED, "this address is not encrypted"
    elif not named and not variable and environ.get("SPADE_API_KEY", "").strip():
        withheld = "only the project's settings name this address"
    return Endpoint(
        model=choice.name,
        base_url=base_url,
        key=key,
        timeout=timeout,
        deadline=_MOST_SILENCES * timeout,
        in_flight=in_flight,
        retries=retries,
        effort=effort,
        withheld=withheld,
        is_openais=named and _is_openais(base_url, environ),
    )


def _own_variable(base_url: str) -> str:
    """Return the variable with the key of the provider whose host this is; empty for others."""
    return _PROVIDERS.get(_host(base_url), "") if base_url.startswith("https:") else ""


def _provider_key(base_url: str, variable: str, environ: Mapping[str, str]) -> str:
    if key := _key_in(variable, environ):
        return key
    fact = f"no key for {_host(base_url)}: set {variable}, or SPADE_BASE_URL={quote(base_url)} and SPADE_API_KEY"
    raise ModelError(ModelFault.NO_KEY, fact)


def _is_named_by_user(base_url: str, environ: Mapping[str, str], trusted: Collection[str]) -> bool:
    """Whether the user named the address: the very same, or one further down its path."""
    if _host(base_url) in _listed(environ.get("SPADE_TRUSTED_HOSTS", "")):
        return True
    if base_url.startswith("https:") and _host(base_url) == _host(OPENAI_URL):
        return True
    named = (environ.get("SPADE_BASE_URL", ""), environ.get("OPENAI_BASE_URL", ""), *trusted)
    return any(_is_beneath(base_url, url) for url in named if url)


def _is_beneath(base_url: str, named: str) -> bool:
    one, other = urlsplit(base_url), urlsplit(named)
    if (one.scheme, _host(base_url)) != (other.scheme, _host(named)):
        return False
    # a gateway has many tenants at one host: that one of them is trusted says nothing of the next
    return f"{one.path.rstrip('/')}/".startswith(f"{other.path.rstrip('/')}/")


def _refusal(model: str, base_url: str, environ: Mapping[str, str], trusted: Collection[str]) -> str:
    if base_url.startswith("http:") and _is_named_by_user("https" + base_url[4:], environ, trusted):
        return f"{base_url} is not encrypted: use https for {_host(base_url)}"
    return (
        f"the settings send {model} to {base_url}, which you have not named yourself: if you trust it, run "
        f"`spade doctor --trust-endpoint {quote(base_url)}`, or set SPADE_BASE_URL or "
        f"SPADE_TRUSTED_HOSTS={quote(_host(base_url))}"
    )


def _is_openais(base_url: str, environ: Mapping[str, str]) -> bool:
    own = environ.get("OPENAI_BASE_URL", "")
    return _host(base_url) == _host(OPENAI_URL) or bool(own and _is_beneath(base_url, own))


def _key(base_url: str, environ: Mapping[str, str]) -> str:
    if key := _key_in("SPADE_API_KEY", environ):
        return key
    if _is_openais(base_url, environ) and (key := _key_in("OPENAI_API_KEY", environ)):
        return key
    if variable := _own_variable(base_url):
        return _provider_key(base_url, variable, environ)
    if _host(base_url) == _host(OPENAI_URL):
        raise ModelError(ModelFault.NO_KEY, f"no key for {_host(base_url)}: set OPENAI_API_KEY or SPADE_API_KEY")
    return _NO_KEY_NEEDED


def _key_in(variable: str, environ: Mapping[str, str]) -> str:
    key = environ.get(variable, "").strip()
    if not re.fullmatch(r"[!-~]*", key):  # what the client would say of it quotes it
        fact = f"{variable} is no key: it holds white space, a control character or one beyond ASCII"
        raise ModelError(ModelFault.WRONG_KEY, fact)
    if key.strip("\"'`") != key:
        raise ModelError(ModelFault.WRONG_KEY, f"{variable} is no key: it stands in quotes")
    return key


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
    hostname = hostname.removesuffix(".")
    if hostname == "localhost":
        return True
    import ipaddress  # only where a host is a number
    import socket

    try:
        below = hostname.endswith(".localhost")  # which some resolvers ask others about
        if not below and ":" not in hostname:
            hostname = socket.inet_ntoa(socket.inet_aton(hostname))  # 127.1 and 2130706433 are 127.0.0.1
        named = [str(each[4][0]) for each in socket.getaddrinfo(hostname, None)] if below else [hostname]
        addresses = [ipaddress.ip_address(each) for each in named]
        plain = [getattr(each, "ipv4_mapped", None) or each for each in addresses]
        return bool(plain) and all(each.is_loopback or each.is_unspecified for each in plain)
    except (OSError, UnicodeError, ValueError):
        return False
