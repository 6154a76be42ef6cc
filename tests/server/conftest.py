"""The editor that the tests of the server type in."""

import itertools
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from spade_core.testing.loopback import LoopbackServer
from tests.cli.workspace import make_workspace
from tests.server.editor import CONFIG, FORKED, Editor
from tests.server.person import KEY, Person, play

_numbers = itertools.count()


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the shared server has open."""
    return tmp_path_factory.mktemp("workspace")


@pytest_lsp.fixture(config=CONFIG, scope="session")  # type: ignore[untyped-decorator] # it ships no types
async def shared_client(lsp_client: LanguageClient, workspace: Path) -> AsyncIterator[None]:
    """One server for all tests that need no options of their own: starting one takes most of a test's time."""
    await Editor(lsp_client, workspace).start()
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=FORKED, scope="function")  # type: ignore[untyped-decorator]
async def own_client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    """A server that has not been initialized yet."""
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=FORKED, scope="session")  # type: ignore[untyped-decorator]
async def models_client(lsp_client: LanguageClient, workspace: Path) -> AsyncIterator[None]:
    """One server for all tests whose client answers for the models."""
    await Editor(lsp_client, workspace).start(models=True)
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def editor(shared_client: LanguageClient, workspace: Path) -> Iterator[Editor]:
    """An editor in a folder of its own, with the default settings."""
    with _opened(shared_client, workspace) as made:
        yield made


@contextmanager
def _opened(client: LanguageClient, workspace: Path) -> Iterator[Editor]:
    folder = workspace / f"test-{next(_numbers)}"
    folder.mkdir()
    made = Editor(client, folder)
    yield made
    for uri in made.texts:
        client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    if client._configuration != {"": {}}:
        client.set_configuration({})
        client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings={"spade": {}}))


@pytest.fixture
def own_editor(own_client: LanguageClient, tmp_path: Path) -> Editor:
    """An editor with a server of its own, to be started with options."""
    return Editor(own_client, tmp_path)


@pytest.fixture(scope="session")
def shared_person(models_client: LanguageClient) -> Person:
    """The person at the client of the server for models."""
    return Person(models_client)


@pytest.fixture
def person(shared_person: Person, models_client: LanguageClient, workspace: Path) -> Iterator[Person]:
    """A person who may choose a model, with a prompt and labelled examples in a folder of their own."""
    with _opened(models_client, workspace) as editor:
        make_workspace(editor.folder)
        shared_person.begin(editor)
        yield shared_person


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    """A model's endpoint on this machine."""
    with LoopbackServer(play, keys=[KEY], models=["small", "large"]) as started:
        yield started
