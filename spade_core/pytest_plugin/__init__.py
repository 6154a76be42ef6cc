"""The pytest plugin: selected assertions as tests, run in the sandbox.

It is off unless asked: `--spade` or `spade = true` tests the labelled examples of each prompt with a selected set, and
the fixture `spade_assertion` runs the set on responses that a test makes. Until then nothing else of spade is imported.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from spade_core.pytest_plugin.responses import ResponseCheck

_FIXTURE = "spade_assertion"
_ABOUT = "the selected assertions of each prompt on its labelled examples"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option and the setting."""
    parser.getgroup("spade").addoption("--spade", action="store_true", help=f"test {_ABOUT}")
    parser.addini("spade", f"whether to test {_ABOUT}", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Add the marker and, where they are asked for, the tests of the labelled examples."""
    config.addinivalue_line("markers", "spade(prompt, template=''): the prompt whose assertions spade_assertion runs")
    if config.getoption("spade") or config.getini("spade"):
        from spade_core.pytest_plugin import labelled

        config.pluginmanager.register(labelled, "spade-labelled")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test for each selected assertion out of one that asks for the fixture."""
    if _FIXTURE in metafunc.fixturenames:
        from spade_core.pytest_plugin.responses import checks_for

        checks = checks_for(metafunc.definition)
        metafunc.parametrize(_FIXTURE, checks, ids=[each.name for each in checks], indirect=True)


@pytest.fixture(name=_FIXTURE)
def _spade_assertion(request: pytest.FixtureRequest) -> "ResponseCheck":
    """Return one selected assertion of the prompt that the marker `spade` names: call it with a response."""
    check: ResponseCheck = request.param
    return check
