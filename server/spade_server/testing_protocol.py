"""The messages of the Testing view; what `protocol` says of requests holds for these, too."""

from typing import Final

import attrs
from lsprotocol import types

from spade_server.model_protocol import Token

TESTS: Final = "spade/tests"
TEST: Final = "spade/test"


# --- spade/tests
@attrs.frozen
class TestsParams:
    """Asks what there is to test: the selected assertions and the labelled examples. Nothing is run."""

    uri: str
    template: str = ""
    work_done_token: Token = None


@attrs.frozen
class TestedAssertion:
    """One assertion of the last selection."""

    name: str
    range: types.Range
    """Its name, in the assertions file."""
    check: str
    """What it says that it checks, on one line."""


@attrs.frozen
class TestedExample:
    """One labelled example."""

    id: str
    line: int
    """0-based, in the examples file."""
    label: str
    title: str
    """The beginning of its first field or of its response, on one line."""


@attrs.frozen
class TestsResult:
    """A test of an assertion is one good example, which it should pass; the set's is one bad, which it should catch."""

    prompt_uri: str
    template: str
    assertions_uri: str
    examples_uri: str
    assertions: list[TestedAssertion]
    examples: list[TestedExample]
    missing: list[str]
    """Selected, but no function goes by these names any more."""
    problems: list[str]


# --- spade/test
@attrs.frozen
class WantedTests:
    """Tests of one assertion, or of the whole set."""

    name: str = ""
    """Empty: that the set catches the bad examples."""
    example_ids: list[str] | None = None
    """None: all."""


@attrs.frozen
class TestParams:
    """Asks to run tests, in the sandbox."""

    uri: str
    template: str = ""
    wanted: list[WantedTests] | None = None
    """None: all."""
    work_done_token: Token = None


@attrs.frozen
class TestVerdict:
    """How one test ended."""

    name: str
    """Of the assertion; empty for the set."""
    example_id: str
    outcome: str
    """``passed``, ``failed``, ``errored``, or ``skipped`` where nothing here can judge it."""
    message: str
    """Why, unless it passed."""
    expected: str
    actual: str
    """Both for ``failed`` alone: what the label asks for and what was found, each above the response."""
    line: int
    """0-based, in the examples file."""
    assertion_line: int | None
    """0-based line in the assertions file that is to blame, where there is one."""
    seconds: float


@attrs.frozen
class TestResult:
    """Verdicts by assertion, then by example; examples that are gone have none."""

    assertions_uri: str
    examples_uri: str
    verdicts: list[TestVerdict]
    problems: list[str]


MESSAGES: Final = (
    TestsParams,
    TestedAssertion,
    TestedExample,
    TestsResult,
    WantedTests,
    TestParams,
    TestVerdict,
    TestResult,
)
"""Every class above; parts come before the wholes that hold them."""
