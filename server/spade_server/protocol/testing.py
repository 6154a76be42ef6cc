"""The messages of the Testing view and of the SPADE view; what `protocol` says of requests holds for these, too."""

import attrs
from lsprotocol import types

from spade_server.protocol.models import ModelRun, PromptParams


# --- spade/tests
@attrs.frozen
class TestsParams(PromptParams):
    """Asks what there is to test: the selected assertions and the labelled examples. Nothing is run."""


@attrs.frozen
class TestedAssertion:
    """One assertion of the last selection."""

    name: str
    range: types.Range
    """Its name, in the assertions file."""
    check: str
    """What it says that it checks, on one line."""
    asks_judge: bool = False


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
class TestParams(PromptParams):
    """Asks to run tests, in the sandbox."""

    wanted: list[WantedTests] | None = None
    """None: all."""
    judge: bool = False
    """As for ``spade/evaluate``, but that what the judge answered before counts either way."""


@attrs.frozen
class TestVerdict:
    """How one test ended."""

    name: str
    """Of the assertion; empty for the set."""
    example_id: str
    outcome: str
    """``passed``, ``failed``, ``errored`` (a judge that was asked in vain, too), or ``skipped`` where nothing here can
    judge it or the judge was not to be asked."""
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
    model_run: ModelRun | None = None
    """How the judge did, where it was to be asked and a test needed it."""


# --- spade/testEstimate
@attrs.frozen
class TestEstimateParams(PromptParams):
    """Asks what the judge would cost in a ``spade/test``; it answers `EstimateResult`. Nothing is run or sent."""

    wanted: list[WantedTests] | None = None
    """None: all."""


# --- spade/overview
@attrs.frozen
class OverviewParams(PromptParams):
    """Asks what there is of a prompt: instructions, assertions, examples, and what to do next. Nothing is run."""


@attrs.frozen
class ListedInstruction:
    """One instruction of the prompt that an assertion can check."""

    text: str
    """On one line, cut where it is long."""
    range: types.Range
    """In the prompt."""
    assertions: list[str]
    """Names of those that check it; empty where none does."""


@attrs.frozen
class ListedSource:
    """Words of the prompt that an assertion was made from."""

    phrase: str
    """On one line, cut where it is long."""
    sentence: str
    version: int
    """Number of the version that brought them."""
    category: str


@attrs.frozen
class ListedAssertion:
    """One assertion of the file."""

    name: str
    range: types.Range
    """Its name, in the assertions file."""
    check: str
    """What it says that it checks, on one line."""
    asks_judge: bool
    selected: bool
    sources: list[ListedSource]
    """Empty where a person wrote it."""


@attrs.frozen
class NextStep:
    """A command that makes sense now."""

    command: str
    title: str


@attrs.frozen
class ListedSelection:
    """The last selection, as it is recorded."""

    request: str
    """What it was asked for: method, alpha, tau."""
    caught: int | None
    """Of the bad examples of then; None where nothing was evaluated."""
    bad: int
    flagged: int | None
    """Of the good examples of then; None where nothing was evaluated."""
    good: int
    changes: list[str]
    """What has changed since, a sentence without its full stop each."""


@attrs.frozen
class OverviewResult:
    """What the SPADE view shows of one prompt."""

    prompt_uri: str
    template: str
    assertions_uri: str
    examples_uri: str
    instructions: list[ListedInstruction]
    assertions: list[ListedAssertion]
    missing: list[str]
    """Selected, but no function goes by these names any more."""
    good: int
    bad: int
    unlabelled: int
    steps: list[NextStep]
    problems: list[str]
    selection: ListedSelection | None = None
