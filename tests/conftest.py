"""What holds for every test: nothing of the person who runs them is read or written."""

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# How long one example takes is the machine's affair: the tests share it with one another.
settings.register_profile("shared", deadline=None)
settings.load_profile("shared")


def pytest_collection_finish() -> None:
    """Keep the collector of cycles from looking through thousands of tests that live to the end of the run."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def interrupts_are_heard() -> None:
    """Let Ctrl-C reach the commands that tests start: run in the background, pytest would make them deaf to it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def own_user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep caches and data in a folder of the tests, for child processes as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPADE_HOME", str(tmp_path_factory.mktemp("spade-home")))
        patch.setenv("SPADE_TRUSTED_FOLDERS", str(tmp_path_factory.getbasetemp()))
        patch.setenv("SPADE_SANDBOX_CACHE", str(Path(__file__).parents[1] / ".cache" / "sandbox"))
        yield
