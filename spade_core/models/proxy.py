"""Which proxy a call goes through: none to a server on this machine, or by its name.

What is sent to a server at home, its key and prompts among it, would go to the proxy in clear.
"""

import ipaddress
from urllib.parse import urlsplit

from spade_core.models.endpoint import Endpoint


def proxy_of(endpoint: Endpoint) -> str:
    """Return the address of the proxy that the environment or the system names for an endpoint; empty for none."""
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(endpoint.base_url)
    named = getproxies()
    proxy = named.get(parts.scheme) or named.get("all") or ""
    if not proxy or endpoint.names_this_machine or proxy_bypass(parts.netloc):
        return ""
    if any(_covers(each.strip(), endpoint.address[0]) for each in named.get("no", "").split(",")):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def shown_proxy(proxy: str) -> str:
    """Return the address of a proxy for a message: without the name and the password in it."""
    scheme, _, rest = proxy.partition("://")
    host = rest.rpartition("@")[2].partition("/")[0]
    return f"{scheme}://{host}"


def through(endpoint: Endpoint) -> str:
    """Return words that name the proxy of an endpoint, to follow its address; empty where there is none."""
    proxy = proxy_of(endpoint)
    return f" through the proxy {shown_proxy(proxy)}" if proxy else ""


def _covers(exception: str, host: str) -> bool:
    """Whether an entry of NO_PROXY that Python's own library does not know covers a host."""
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(exception, strict=False)
    except ValueError:
        return exception == "*" or (exception.startswith("*.") and host.endswith(exception[1:]))
