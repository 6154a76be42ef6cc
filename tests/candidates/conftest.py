from collections.abc import Iterator

import pytest

from spade_core.sandbox import MontySandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[MontySandbox]:
    with MontySandbox() as warm:
        yield warm
