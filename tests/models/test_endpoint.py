import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core.errors import ModelError, ModelFault
from spade_core.models import Endpoint, ModelChoice, endpoint_of
from spade_core.models.openai_model import OpenAIModel
from spade_core.models.trust import distrust_endpoint, trust_endpoint, trusted_endpoints
from spade_core.testing.loopback import Answer, LoopbackServer
from tests.models.talk import question

MY_OWN = "a-key"


def fault_of(choice: ModelChoice, **environ: str) -> tuple[ModelFault, str]:
    with pytest.raises(ModelError) as caught:
        endpoint_of(choice, environ)
    return caught.value.fault, str(caught.value)


def test_openai_is_reached_with_its_key() -> None:
    found = endpoint_of(ModelChoice("gpt"), {"OPENAI_API_KEY": MY_OWN})
    assert (found.base_url, found.key, found.host) == ("https://api.openai.com/v1", MY_OWN, "api.openai.com")


def test_without_a_key_openai_is_not_called_and_the_variable_is_named() -> None:
    fault, message = fault_of(ModelChoice("gpt"))
    assert (fault, "set OPENAI_API_KEY" in message) == (ModelFault.NO_KEY, True)


def test_a_model_on_this_machine_needs_no_key_and_is_not_given_openais() -> None:
    for url in ("http://localhost:11434/v1/", "http://127.0.0.1:1234/v1", "http://[::1]:8000/v1"):
        found = endpoint_of(ModelChoice("llama", url), {"OPENAI_API_KEY": MY_OWN})
        assert found.key == "none"
        assert not found.base_url.endswith("/")


def test_a_host_that_only_the_settings_name_gets_nothing() -> None:
    evil = ModelChoice("gpt", "https://evil.example/v1")
    fault, message = fault_of(evil, OPENAI_API_KEY=MY_OWN, SPADE_API_KEY=MY_OWN)
    assert fault is ModelFault.UNTRUSTED_HOST
    assert "SPADE_TRUSTED_HOSTS=evil.example" in message
    assert MY_OWN not in message
    assert fault_of(ModelChoice("gpt", "https://api.openai.com.evil.example/v1"))[0] is ModelFault.UNTRUSTED_HOST
    assert fault_of(ModelChoice("gpt", "https://api.openai.com@evil.example/v1"))[0] is ModelFault.BAD_REQUEST


def test_a_host_that_the_environment_names_is_trusted_but_not_with_openais_key() -> None:
    environ = {"SPADE_TRUSTED_HOSTS": "gpu.lan:8000, other", "OPENAI_API_KEY": MY_OWN}
    assert endpoint_of(ModelChoice("qwen", "http://gpu.lan:8000/v1"), environ).key == "none"
    assert endpoint_of(ModelChoice("qwen", "https://gpu.lan:8000/v1"), {**environ, "SPADE_API_KEY": "own"}).key == "own"


@pytest.mark.parametrize("variable", ["SPADE_API_KEY", "OPENAI_API_KEY"])
@pytest.mark.parametrize(
    "url", ["http://gpu.lan:8000/v1", "http://no-such-name.localhost/v1", "http://127.0.0.1.example/v1"]
)
def test_over_http_a_key_goes_to_this_machine_only(url: str, variable: str) -> None:
    environ = {"OPENAI_BASE_URL": url, "SPADE_BASE_URL": url, variable: MY_OWN}
    found = endpoint_of(ModelChoice("m"), environ)
    assert (found.key, found.withheld) == ("none", "this address is not encrypted")
    assert endpoint_of(ModelChoice("m"), {"OPENAI_BASE_URL": LOCAL, variable: MY_OWN}).key == MY_OWN


@pytest.mark.parametrize("name", ["no-such-name.localhost", "a" * 70 + ".localhost"])
def test_a_name_below_localhost_is_what_it_resolves_to(name: str) -> None:
    try:
        found = {each[4][0] for each in socket.getaddrinfo(name, None)}
    except (OSError, UnicodeError):
        found = set()
    local = bool(found) and all(str(each).startswith(("127.", "::1")) for each in found)
    assert Endpoint("m", f"http://{name}/v1", "").is_local is local


def test_the_environments_address_holds_where_the_settings_name_none() -> None:
    openai = endpoint_of(ModelChoice("m"), {"OPENAI_BASE_URL": "https://azure.example/v1", "OPENAI_API_KEY": MY_OWN})
    assert (openai.base_url, openai.key) == ("https://azure.example/v1", MY_OWN)
    own = endpoint_of(ModelChoice("m"), {"SPADE_BASE_URL": "http://gpu.lan/v1", "OPENAI_API_KEY": MY_OWN})
    assert (own.base_url, own.key) == ("http://gpu.lan/v1", "none")


@pytest.mark.parametrize(
    "url", ["ftp://localhost/v1", "localhost:11434", "https://", "file:///etc/passwd", "https://a.example/v1/%2e%2e/b"]
)
def test_what_is_no_address_is_said(url: str) -> None:
    assert fault_of(ModelChoice("m", url))[0] is ModelFault.BAD_REQUEST


def test_settings_alone_send_nothing_unencrypted_over_a_network() -> None:
    fault, message = fault_of(ModelChoice("gpt", "http://api.openai.com/v1"), OPENAI_API_KEY=MY_OWN)
    assert (fault, "use https for api.openai.com" in message) == (ModelFault.UNTRUSTED_HOST, True)
    named = {"SPADE_BASE_URL": "http://models.intranet/v1"}
    assert endpoint_of(ModelChoice("gpt"), named).base_url == "http://models.intranet/v1"


@pytest.mark.parametrize(
    "url", ["http://localhost:abc/v1", "http://localhost:99999/v1", "http://evil.com%2f.localhost/v1", "http://a b/v1"]
)
def test_an_address_with_a_bad_port_or_host_is_said(url: str) -> None:
    assert fault_of(ModelChoice("gpt", url))[0] is ModelFault.BAD_REQUEST


LOCAL = "http://localhost:9999/v1"


def test_a_port_of_this_machine_that_only_the_settings_name_gets_no_key() -> None:
    found = endpoint_of(ModelChoice("m", LOCAL), {"SPADE_API_KEY": MY_OWN})
    assert (found.key, found.withheld) == ("none", "only the project's settings name this address")


@pytest.mark.parametrize(
    ("environ", "trusted"),
    [
        ({"SPADE_BASE_URL": LOCAL}, ()),
        ({"OPENAI_BASE_URL": "http://localhost:9999"}, ()),
        ({"SPADE_TRUSTED_HOSTS": "localhost:9999"}, ()),
        ({}, (LOCAL,)),
    ],
)
def test_an_address_that_the_user_named_gets_the_key(environ: dict[str, str], trusted: tuple[str, ...]) -> None:
    found = endpoint_of(ModelChoice("m", LOCAL), {**environ, "SPADE_API_KEY": MY_OWN}, trusted=trusted)
    assert (found.key, found.withheld) == (MY_OWN, "")


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:1111/v1",
        "http://127.0.0.1:9999/v1",
        "https://localhost:9999/v1",
        "http://localhost:9999/v12",
        "http://localhost/v1",
    ],
)
def test_trust_in_one_address_is_no_trust_in_its_neighbour(url: str) -> None:
    environ = {"SPADE_API_KEY": MY_OWN, "SPADE_BASE_URL": LOCAL}
    assert endpoint_of(ModelChoice("m", url), environ, trusted=(LOCAL,)).key == "none"


def test_one_tenant_of_a_gateway_is_not_the_other() -> None:
    environ = {"SPADE_API_KEY": MY_OWN, "SPADE_BASE_URL": "https://gate.example/mine/v1"}
    assert endpoint_of(ModelChoice("m", "https://gate.example/mine/v1/openai"), environ).key == MY_OWN
    with pytest.raises(ModelError, match=r"spade doctor --trust-endpoint https://gate.example/theirs/v1"):
        endpoint_of(ModelChoice("m", "https://gate.example/theirs/v1"), environ)


def test_a_confirmed_address_is_kept_for_this_user_alone_and_can_be_taken_back(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert trusted_endpoints(folder) == ()
    assert trust_endpoint(folder, "https://gate.example/mine/v1/") == "https://gate.example/mine/v1"
    trust_endpoint(folder, LOCAL)
    assert trusted_endpoints(folder) == (LOCAL, "https://gate.example/mine/v1")
    assert [path.stat().st_mode & 0o077 for path in (folder, folder / "trusted-endpoints")] == [0, 0]
    assert distrust_endpoint(folder, LOCAL)
    assert not distrust_endpoint(folder, LOCAL)
    assert trusted_endpoints(folder) == ("https://gate.example/mine/v1",)
    with pytest.raises(ModelError, match="is no http or https address"):
        trust_endpoint(folder, "gate.example")


async def test_a_key_that_was_not_sent_is_said_where_the_server_asks_for_one() -> None:
    with LoopbackServer(lambda _: "x", keys=["my-own"]) as server:
        found = endpoint_of(ModelChoice("m", server.url), {"SPADE_API_KEY": "my-own"})
        async with OpenAIModel(found) as model:
            with pytest.raises(ModelError, match=r"Your key was not sent.*--trust-endpoint http://127"):
                await model.reply(question())
        assert "my-own" not in str(server.calls)


async def test_an_address_without_its_last_part_is_guessed_at() -> None:
    with LoopbackServer(lambda _: Answer(status=404, raw=b"404 page not found")) as server:
        whole, short = (Endpoint("m", url, "k", retries=0) for url in (server.url, server.url.removesuffix("/v1")))
        for found, guess in ((whole, False), (short, True)):
            async with OpenAIModel(found) as model:
                with pytest.raises(ModelError) as caught:
                    await model.reply(question())
            assert ("an address that ends in /v1" in str(caught.value)) == guess


@pytest.mark.parametrize(
    "key", ["sk-first-line-1\nsk-second-line", "sk-caf\u00e9-1234", "sk with blank", "sk-\x07bell-12"]
)
@pytest.mark.parametrize("variable", ["SPADE_API_KEY", "OPENAI_API_KEY"])
def test_what_no_header_can_carry_is_refused_as_a_key_and_not_quoted(variable: str, key: str) -> None:
    with pytest.raises(ModelError, match=f"{variable} is no key: it holds") as caught:
        endpoint_of(ModelChoice("m"), {variable: key})
    assert caught.value.fault.is_final
    assert not [part for part in key.split() if part in str(caught.value).split()]


def test_the_blanks_around_a_key_are_no_part_of_it() -> None:
    assert endpoint_of(ModelChoice("m"), {"OPENAI_API_KEY": f" {MY_OWN}\n"}).key == MY_OWN


@pytest.mark.parametrize("url", ["http://localhost:1/v\t1", "http://localhost\n:1/v1", "http://local\rhost/v1"])
def test_an_address_with_a_control_character_is_said(url: str) -> None:
    fault, message = fault_of(ModelChoice("m", url))
    assert (fault, "holds a control character" in message) == (ModelFault.BAD_REQUEST, True)
    assert message.isprintable()


@pytest.mark.parametrize("url", ["https://a.example/v1?api-key=hushhush", "a.example/v1#hushhush"])
def test_an_address_with_more_than_a_path_is_refused_and_not_quoted(url: str) -> None:
    fault, message = fault_of(ModelChoice("m"), SPADE_BASE_URL=url)
    assert (fault, "a key belongs into SPADE_API_KEY" in message) == (ModelFault.BAD_REQUEST, True)
    assert "hushhush" not in message


OPENAIS = {
    "OPENAI_ORG_ID": "org-private",
    "OPENAI_PROJECT_ID": "proj-private",
    "OPENAI_ADMIN_KEY": "admin-private",
    "OPENAI_CUSTOM_HEADERS": "x-own: head-private\nAuthorization: Bearer auth-private\nuser-agent: agent-private",
}
TALK = """
import asyncio, sys
from spade_core.models import ModelChoice, Request, endpoint_of, user
from spade_core.models.openai_model import OpenAIModel
import os

async def talk():
    async with OpenAIModel(endpoint_of(ModelChoice("m", sys.argv[1]), os.environ)) as model:
        for most in (100, 4000):
            await model.reply(Request((user("x"),), most_tokens=most))

asyncio.run(talk())
"""


def talked(url: str, environ: dict[str, str]) -> None:
    subprocess.run([sys.executable, "-c", TALK, url], env={**os.environ, **OPENAIS, **environ}, check=True)  # noqa: S603  (our own code)


def test_nothing_that_the_environment_has_for_openai_goes_to_an_address_of_the_project() -> None:
    with LoopbackServer(lambda _: "x") as server:
        talked(server.url, {"OPENAI_API_KEY": "key-private", "SPADE_API_KEY": "own-private"})
        assert len(server.calls) == 2
        assert "private" not in str([call.headers for call in server.calls])
        assert not [call for call in server.calls if "authorization" in call.headers]


def test_what_the_environment_has_for_openai_goes_to_the_address_that_stands_in_for_it() -> None:
    with LoopbackServer(lambda _: "x") as server:
        talked(server.url, {"OPENAI_API_KEY": "key-private", "OPENAI_BASE_URL": server.url})
        assert server.calls[0].headers["openai-organization"] == "org-private"
        assert server.calls[0].headers["x-own"] == "head-private"
