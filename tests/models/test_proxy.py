"""What a proxy that the environment names gets to see: nothing of a server on this machine."""

import json
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from spade_core.models import Endpoint
from spade_core.models.proxy import proxy_of, shown_proxy
from spade_core.testing.loopback import Answer, LoopbackServer
from tests.synthesis.asking import environment, kind_judge, make_kind_workspace, spade


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_kind_workspace(tmp_path / "work")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
@pytest.mark.parametrize("variable", ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"])
def test_a_server_on_this_machine_is_reached_without_a_proxy(
    workspace: Path, tmp_path: Path, variable: str, host: str
) -> None:
    with LoopbackServer(kind_judge) as server, LoopbackServer(kind_judge) as proxy:
        url = server.url.replace("127.0.0.1", host)
        environ = environment(tmp_path / "home", SPADE_BASE_URL=url, SPADE_MODEL="m", SPADE_API_KEY="my-own-key")
        environ[variable] = proxy.url.removesuffix("/v1")
        done = spade(workspace, environ, "evaluate")
    assert done.returncode == 0, done.stderr
    assert (len(server.calls), len(proxy.calls)) == (6, 0)
    assert {call.headers["authorization"] for call in server.calls} == {"Bearer my-own-key"}


@pytest.mark.parametrize("host", ["nowhere.localhost", "nowhere.localhost.", "NOWHERE.localhost"])
def test_a_name_of_this_machine_that_leads_nowhere_is_told_to_no_proxy(
    workspace: Path, tmp_path: Path, host: str
) -> None:
    with suppress(OSError):
        socket.getaddrinfo(host, 80)
        pytest.skip("every name of this machine resolves here")
    with LoopbackServer(kind_judge) as proxy:
        environ = environment(tmp_path / "home", SPADE_MODEL="m", SPADE_API_KEY="my-own-key")
        environ |= {"SPADE_BASE_URL": f"http://{host}:9/v1", "HTTP_PROXY": proxy.url.removesuffix("/v1")}
        done = spade(workspace, environ, "evaluate")
    assert (done.returncode, proxy.calls) == (5, [])
    assert done.stderr.count(f"the name {host.lower()} does not resolve") == 1, done.stderr


def test_a_proxy_gets_no_key_over_http(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(kind_judge) as proxy:
        environ = environment(tmp_path / "home", SPADE_MODEL="m", SPADE_API_KEY="my-own-key")
        environ |= {"SPADE_BASE_URL": "http://models.example/v1", "HTTP_PROXY": proxy.url.removesuffix("/v1")}
        done = spade(workspace, environ, "evaluate")
    assert done.returncode == 0, done.stderr
    assert {call.path for call in proxy.calls} == {"http://models.example/v1/chat/completions"}
    assert not any("my-own-key" in str(call.headers) for call in proxy.calls)


def test_a_proxy_is_named_without_its_password(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(lambda _: Answer(status=502)) as proxy:
        environ = environment(tmp_path / "home", SPADE_MODEL="m", SPADE_API_KEY="my-own-key")
        address = f"127.0.0.1:{proxy.port}"
        environ |= {"SPADE_BASE_URL": "https://models.example/v1", "HTTPS_PROXY": f"http://me:secret-word@{address}"}
        evaluated = spade(workspace, environ, "evaluate")
        doctor = spade(workspace, environ, "doctor", "--json")
    assert evaluated.returncode == 5
    assert {call.path for call in proxy.calls} == {"models.example:443"}
    assert not any("my-own-key" in str(call.headers) for call in proxy.calls)
    assert f"m at models.example through the proxy http://{address}" in evaluated.stderr
    (fact,) = (each["fact"] for each in json.loads(doctor.stdout)["findings"] if each["name"] == "model m")
    assert f"through the proxy http://{address}" in fact
    assert "secret-word" not in evaluated.stdout + evaluated.stderr + doctor.stdout + doctor.stderr


@pytest.mark.parametrize("address", ["gopher://me:secret-word@127.0.0.1:1", "http://me:secret-word@127.0.0.1:port"])
def test_a_proxy_that_cannot_be_used_is_said(workspace: Path, tmp_path: Path, address: str) -> None:
    environ = environment(tmp_path / "home", SPADE_MODEL="m", SPADE_API_KEY="k", HTTPS_PROXY=address)
    done = spade(workspace, environ | {"SPADE_BASE_URL": "https://models.example/v1"}, "evaluate")
    assert (done.returncode, "a proxy of this kind cannot be used" in done.stderr) == (5, True), done.stderr
    assert "secret-word" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("url", "exceptions", "is_used"),
    [
        ("https://models.example/v1", "", True),
        ("https://models.example/v1", "example", False),
        ("https://models.example/v1", ".example, elsewhere", False),
        ("https://models.example/v1", "*.example", False),
        ("https://models.example/v1", "elsewhere,*", False),
        ("https://models.example/v1", "models.example:8443", True),
        ("https://10.1.2.3/v1", "10.0.0.0/8", False),
        ("https://11.1.2.3/v1", "10.0.0.0/8", True),
        ("https://127.0.0.1/v1", "", False),
        ("https://[::1]/v1", "", False),
        ("https://[::ffff:127.0.0.1]/v1", "", False),
        ("https://127.1/v1", "", False),
        ("https://2130706433/v1", "", False),
        ("https://0.0.0.0/v1", "", False),
        ("https://128.1/v1", "", True),
        ("https://127.1.example/v1", "", True),
        ("http://localhost./v1", "", False),
        ("https://models.localhost/v1", "", False),
        ("https://models.localhost.example/v1", "", True),
    ],
)
def test_exceptions_are_kept_to(monkeypatch: pytest.MonkeyPatch, url: str, exceptions: str, is_used: bool) -> None:
    monkeypatch.setenv("https_proxy", "one.example:3128")
    monkeypatch.setenv("no_proxy", exceptions)
    assert proxy_of(Endpoint("m", url, "k")) == ("http://one.example:3128" if is_used else "")


@pytest.mark.parametrize("proxy", ["http://one.example:1", "http://a:b@one.example:1", "http://a:b@c@one.example:1/x"])
def test_a_shown_proxy_has_no_password(proxy: str) -> None:
    assert shown_proxy(proxy) == "http://one.example:1"
