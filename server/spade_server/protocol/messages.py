"""The messages that are ours, beyond the language server protocol: requests of the client, all under ``spade/``.

This is their one declaration on the server's side; `extension/src/protocol.ts` mirrors it. On the wire the keys are
camelCase (`work_done_token` is ``workDoneToken``), absent keys have the defaults below, unknown keys are passed over.

Every request can be cancelled with ``$/cancelRequest`` and really stops; with a `work_done_token` it reports its
progress under that token, and ``window/workDoneProgress/cancel`` stops it as well. What goes wrong as it may is an
error with one of the `ErrorCode`s and a message for a person; no traceback is ever sent.

``uri`` is the prompt's, or that of its examples or assertions file. ``template`` is the name of one template in a file
that holds several; it may be left out where there is one. The prompt's unsaved text counts.
"""

from enum import IntEnum, StrEnum

import attrs
from lsprotocol import types

from spade_server.protocol.models import ModelRun, PromptParams


class ClientCommand(StrEnum):
    """Commands that lenses and code actions name, for the client to carry out.

    It lists those it has under ``commands`` when it starts. Each is called with one object, whose keys are those of the
    parameters of a request below.
    """

    RUN_ASSERTION = "spade.runAssertion"
    """``{uri, template, name}``: run one assertion (``spade/evaluate``) and show what it says."""
    SHOW_FAILURES = "spade.showFailures"
    """``{uri, template, name}`` or ``{uri, template, exampleId}``: show the failing rows of an assertion, or the
    assertions that fail a row."""
    LABEL_EXAMPLE = "spade.labelExample"
    """``{uri, template, exampleId, label, shown}``: set one label (``spade/label`` with ``set``)."""
    LABEL_EXAMPLES = "spade.labelExamples"
    """``{uri, template}``: open the labelling view."""
    PREFER = "spade.prefer"
    """``{uri, template, name, use}``: always or never have an assertion in the set (``spade/prefer``)."""
    REJECT = "spade.reject"
    """``{uri, template, range}``: an instruction needs no assertion (``spade/reject``)."""
    SHOW_HISTORY = "spade.showHistory"
    """``{uri, template}``, here and below: what each version of the prompt changed (``spade/history``)."""
    GENERATE = "spade.generate"
    """Propose assertions (``spade/generate``)."""
    IMPORT_EXAMPLES = "spade.importExamples"
    """Bring responses from a file (``spade/import``)."""
    PASTE_RESPONSES = "spade.pasteResponses"
    """Bring responses that are pasted or typed (``spade/import``)."""
    LABEL = "spade.label"
    """Open the labelling view."""
    SELECT = "spade.select"
    """Select the minimal set (``spade/select``)."""
    OPEN_REPORT = "spade.openReport"
    """Show the report (``spade/report``)."""
    TRUST = "spade.manageTrust"
    """``{uri, template}``: have the person say whether the workspace is trusted."""


class ErrorCode(IntEnum):
    """Why a request was refused; the message says it in words."""

    UNTRUSTED = -32010
    """The workspace is not trusted: nothing is run and nothing is written."""
    NO_PROMPT = -32011
    """The document is no prompt, or belongs to none; or it has no such template: ``data.templates`` are their names."""
    UNREADABLE = -32012
    """A file cannot be read or written; the message names it with the line and the fact."""
    NO_LABELS = -32013
    """No example carries a label."""
    NO_ASSERTIONS = -32014
    """There is no assertion to run."""
    UNSAVED = -32015
    """A file that would be written is open with changes that are not saved."""
    CHANGED = -32016
    """The example is not the one that was shown, or the line has changed since: nothing was written."""
    NOTHING_TO_UNDO = -32017
    """No label of this session is left to take back."""
    SANDBOX = -32018
    """The sandbox itself does not start or broke."""
    SETTINGS = -32019
    """A setting or a parameter is out of range."""
    MODEL = -32020
    """No model can be used; the message says why."""
    NO_EXAMPLES = -32021
    """There is no response at all, neither labelled nor to be."""
    LEFT_BEHIND = -32022
    """The prompt has files under an old name: none is made anew beside those."""


@attrs.frozen
class InitializationOptions:
    """What a client may say of itself in ``initializationOptions``; everything may be absent."""

    trusted: bool | None = None
    """False limits the server to hints read from the texts: no git, nothing is run, nothing is written.
    Unless it is true, `spade trust` says whether models are called and plain Python is exported."""
    commands: list[str] = attrs.field(factory=list)
    """The `ClientCommand`s that the client has; lenses of others are text."""
    documentation: str = ""
    """Address of docs/diagnostics.md; a code is appended as its fragment."""
    models: bool = False
    """The client answers the requests of `model_protocol`: it knows which model the person chose."""
    settings: dict[str, object] = attrs.field(factory=dict)
    """The ``spade`` settings, for clients that cannot be asked for them."""


@attrs.frozen
class RateValue:
    """A share of examples with its exact 95 % interval."""

    count: int
    total: int
    value: float
    low: float
    high: float


# --- spade/generate
@attrs.frozen
class GenerateParams(PromptParams):
    """Asks for assertions, read from the words of every version of the prompt, without a model."""

    range: types.Range | None = None
    """Only for the instructions that this range of the prompt touches, as the prompt is now."""
    names: list[str] | None = None
    """Only these of the proposals: what a person accepted."""
    edited: dict[str, str] | None = None
    """Functions among `names` as the person edited them before accepting."""
    apply: bool = False
    """Write them. Else nothing is written and `edit` shows what would be."""
    model: bool = False
    """Have the model propose too: the person has seen what that may cost. With `apply` or `names`, what it proposed
    last."""
    asking: int = 0
    """0 for the first time; counted up, the model is asked everything anew."""


@attrs.frozen
class Proposal:
    """One assertion that is not in the file yet."""

    name: str
    source: str
    """The whole function."""
    description: str
    """The criterion that it checks; of several the one that the prompt of now says, and says exactly."""
    category: str
    phrase: str
    """The words of the prompt that it was read from."""
    commit: str | None
    asks_judge: bool
    withdrawn: bool = False
    """Whether the prompt of now no longer says any of what it was read from."""
    instruction: str = ""
    """The sentence of the prompt of now that asks for it; proposals come in the order of these."""
    range: types.Range | None = None
    """Where that stands in the prompt."""
    sure: bool = False
    """Whether to tick it beforehand: the words give code that decides, and no label speaks against it."""
    evidence: str = ""
    """What it says of labelled responses, in words; empty where there are none, or only a run could tell."""


@attrs.frozen
class GenerateResult:
    """What was, or would be, done to the assertions file; names are those of functions."""

    assertions_uri: str
    applied: bool
    proposals: list[Proposal]
    added: list[str]
    replaced: list[str]
    removed: list[str]
    """Untouched by a person and no longer proposed."""
    kept: list[str]
    """Proposed again, but a person changed them: left as they are."""
    stale: list[str]
    rejected: list[str]
    """Proposed again, but a person deleted them: not brought back."""
    problems: list[str]
    edit: types.WorkspaceEdit | None
    """The preview, where nothing was applied and something would change."""
    notes: list[str] = attrs.field(factory=list)
    """What is to be known of the history that was read: that there is none, for one."""
    model_run: ModelRun | None = None
    """How the model did, where one was asked."""


# --- spade/evaluate
@attrs.frozen
class EvaluateParams(PromptParams):
    """Asks to run assertions on examples, in the sandbox."""

    names: list[str] | None = None
    """Only these assertions."""
    unlabelled: bool = False
    """Also on examples without a label."""
    example_ids: list[str] | None = None
    """Only these of them."""
    judge: bool = False
    """Let the judge be asked: the person has seen what that may cost. Else what asks it is not checked."""
    kept_answers: bool = False
    """Without `judge`: use what the judge answered before, and ask nothing."""


@attrs.frozen
class Cell:
    """What one assertion said of one example."""

    example_id: str
    line: int
    """0-based, in the examples file."""
    label: str | None
    outcome: str
    """``passed``, ``failed``, ``errored``, ``timed out``, ``out of memory``, ``crashed``, ``unsupported``,
    ``judge failed``; ``not asked``: only a judge could tell, and none was to be asked."""
    message: str
    """Why, unless it passed; the judge's reason, where one was heard."""
    assertion_line: int | None
    """0-based line in the assertions file that is to blame, where there is one."""


@attrs.frozen
class AssertionResult:
    """One assertion on all examples."""

    name: str
    range: types.Range
    """Its name, in the assertions file."""
    coverage: RateValue
    ffr: RateValue
    selected: bool
    """Whether it is in the last selection."""
    cells: list[Cell]


@attrs.frozen
class EvaluateResult:
    """The results matrix."""

    assertions_uri: str
    examples_uri: str
    good: int
    bad: int
    unlabelled: int
    assertions: list[AssertionResult]
    problems: list[str]
    unjudged: int = 0
    """Assertions that ask a judge and were not checked, because none was asked."""
    model_run: ModelRun | None = None


# --- spade/select, spade/report
@attrs.frozen
class SelectionParams(PromptParams):
    """What is asked of a selection; what is None is as the project's settings say."""

    method: str | None = None
    """``baseline``, ``coverage``, ``subsumption`` or ``no-examples``."""
    alpha: float | None = None
    tau: float | None = None
    require: list[str] = attrs.field(factory=list)
    """Names of assertions that must be in the set, beside those of the settings."""
    forbid: list[str] = attrs.field(factory=list)
    """Names of assertions that must not be."""
    prefer: list[str] | None = None
    """``no-judge``, ``cheap``."""
    judge: bool = False
    """As for ``spade/evaluate``."""


@attrs.frozen
class SelectParams(SelectionParams):
    """Asks for the smallest set of assertions. Assertions and examples that have not changed are not run again."""

    frontier: bool = False
    """Return every set worth choosing too, for trying out alpha and tau."""
    remember: bool = True
    """Write the selection into the record. False for trying out thresholds."""


@attrs.frozen
class Selected:
    """One assertion of the set."""

    name: str
    range: types.Range
    coverage: RateValue
    ffr: RateValue
    only_catches: list[str]
    """Ids of the bad examples that no other of the set catches."""


@attrs.frozen
class LeftOut:
    """One assertion outside of the set."""

    name: str
    range: types.Range
    reason: str
    message: str
    coverage: RateValue
    ffr: RateValue


@attrs.frozen
class FrontierSet:
    """One set that no other beats in coverage, FFR and size at once."""

    size: int
    caught: int
    """Bad examples that it catches."""
    flagged: int
    """Good examples that it fails."""
    avoided: int
    """How many of its assertions the person prefers to do without."""


@attrs.frozen
class SelectResult:
    """The set and how it does."""

    assertions_uri: str
    method: str
    alpha: float
    tau: float
    feasible: bool
    message: str
    """One line for a person: the set's figures, or why there is none and which thresholds are the nearest."""
    nearest_alpha: float | None
    """Where no set is feasible: the greatest alpha that is at this tau."""
    nearest_tau: float | None
    """Where no set is feasible: the least tau that is at this alpha; None when alpha cannot be met at all."""
    coverage: RateValue
    ffr: RateValue
    selected: list[Selected]
    left_out: list[LeftOut]
    frontier: list[FrontierSet]
    """Where it was asked for: every set that is worth choosing at some alpha and tau, least coverage first."""
    remembered: bool
    problems: list[str]
    unjudged: int = 0
    model_run: ModelRun | None = None


# --- spade/history
@attrs.frozen
class HistoryParams(PromptParams):
    """Asks for the versions of a prompt."""


@attrs.frozen
class ChangedSentence:
    """One sentence that came or went."""

    sign: str
    """``+`` or ``-``."""
    text: str
    categories: list[str]
    cues: list[str]


@attrs.frozen
class VersionInfo:
    """One version P_i and the delta that led to it."""

    index: int
    state: str
    """``committed``, ``uncommitted`` or ``unsaved``."""
    path: str
    commit: str | None
    author: str | None
    date: str | None
    """ISO 8601."""
    subject: str | None
    categories: list[str]
    changes: list[ChangedSentence]


@attrs.frozen
class HistoryResult:
    """The versions, oldest first, P_0 left out."""

    template: str
    notes: list[str]
    versions: list[VersionInfo]


# --- spade/report
@attrs.frozen
class ReportParams(SelectionParams):
    """Asks for the report: the same page as ``spade report`` writes."""


@attrs.frozen
class ReportResult:
    """The page, which needs no network; nothing is written."""

    html: str
    feasible: bool


# --- spade/locate
@attrs.frozen
class LocateParams(PromptParams):
    """Asks where what a report shows is now. A report names no file: only those of its prompt can be the answer."""

    what: str = ""
    """``assertion``, ``example``, ``sentence`` or ``version``: the ``data-open`` of an element of the report."""
    key: str = ""
    """Its ``data-key``."""
    version: int | None = None
    """Its ``data-version``: where a sentence is to be found when it stands in the prompt no more."""


@attrs.frozen
class LocateResult:
    """A place in one of the prompt's files, or a version of its history."""

    uri: str | None
    range: types.Range | None
    version: int | None
