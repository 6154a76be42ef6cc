from collections.abc import Iterator

import pytest

from spade_core.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as warm:
        yield warm
