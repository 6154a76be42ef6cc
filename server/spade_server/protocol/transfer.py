"""The messages of import, export, making responses and choosing a prompt; `protocol` says what holds for all."""

import attrs

from spade_server.protocol.models import ModelRun, PromptParams, Token


# --- spade/import
@attrs.frozen
class ImportParams(PromptParams):
    """Asks to add the rows of another tool's file to the examples."""

    file: str = ""
    """URI of the file, which may lie anywhere on the disk."""
    response: str | None = None
    """The column of the responses; None: the likeliest."""
    label: str | None = None
    """The column of the labels; None: the likeliest, empty: none."""
    fields: dict[str, str] | None = None
    """By field, its column; None: the likeliest."""
    words: dict[str, str] | None = None
    """What words in the column of the labels stand for: ``good``, ``bad``, or empty for no label."""
    apply: bool = False
    """Write. Else nothing is written, and the result says what would be."""


@attrs.frozen
class ImportColumn:
    """One column of the file."""

    name: str
    sample: str
    """What its first cell holds, on one line."""


@attrs.frozen
class ImportWord:
    """A word in the column of the labels."""

    word: str
    rows: int
    label: str | None
    """``good`` or ``bad``; None: no label."""
    known: bool
    """Else the person is to say what it stands for; the rows come in unlabelled."""


@attrs.frozen
class ImportResult:
    """How the columns are matched, and what that adds."""

    examples_uri: str
    applied: bool
    columns: list[ImportColumn]
    response: str
    label: str | None
    default_label: str | None
    """Of every row, where the responses are what a person wrote as the right ones."""
    words: list[ImportWord]
    """Those first that are not known; at most 40, and none that is as long as a text."""
    fields: dict[str, str]
    kept: list[str]
    """Columns that become keys of the line."""
    left_out: list[str]
    """Columns that are dropped, because a key of ours has their name."""
    new: int
    good: int
    bad: int
    unlabelled: int
    duplicates: int
    filled: int
    """Of the duplicates, those that are there without a label and get one."""
    problems: list[str]
    """Rows that are left out, and labels that cannot be read."""


# --- spade/export
@attrs.frozen
class ExportParams(PromptParams):
    """Asks for the selected assertions, or the labelled examples, as a file of another kind."""

    format: str = "python"
    """One of those of ``spade export``: ``python``, ``promptfoo``, ``csv`` and so on."""
    everything: bool = False
    """Every assertion, not the selected ones alone."""
    to: str = ""
    """URI of the file to write or overwrite; empty: nothing is written."""


@attrs.frozen
class ExportResult:
    """The file."""

    uri: str
    """Where it was put; where nothing was written, where it is best put: beside the prompt."""
    text: str
    assertions: list[str]
    left_out: list[str]
    """Assertions that ask a judge: there is none outside of spade."""
    examples: int
    problems: list[str]


# --- spade/respond, spade/respondEstimate
@attrs.frozen
class RespondParams(PromptParams):
    """Asks to run the prompt, as it is now, on inputs that have no response yet, with the model that is configured.

    Such inputs are the examples with an empty response, the lines of `file`, what the model makes up, and inputs of the
    examples whose responses are to another text of the prompt. Each response is added to the examples as it comes,
    unlabelled. ``spade/respondEstimate`` takes the same and answers `RespondEstimate`: the
    person is to see what it may cost first.
    """

    file: str = ""
    """URI of inputs as JSON Lines, each an object with the fields; empty: none."""
    propose: int = 0
    """How many inputs the model is to make up, at most 200; they are marked."""
    more: bool = False
    """Make up others than those that are there."""
    again: int = 0
    """On how many inputs of the examples the prompt is to be run again, at most 200."""


@attrs.frozen
class RespondEstimate:
    """What it would cost; nothing is sent. Where nothing is to run, `inputs` is 0 and `message` says so."""

    model: str
    lent: bool
    inputs: int
    """Without a response, those to be made up among them."""
    calls: int
    tokens: int
    money: float | None
    """None where a price is not known."""
    message: str


@attrs.frozen
class RespondResult:
    """What was added."""

    examples_uri: str
    added: int
    missing: int
    """Inputs that got no response; asking again goes on with these."""
    notes: list[str]
    """Why, each reason once; and which of the made-up inputs were there already."""
    problems: list[str]
    model_run: ModelRun | None = None


# --- spade/prompts
@attrs.frozen
class PromptsParams:
    """Asks which prompts there are."""

    uri: str = ""
    """Those alone that this document holds or stands beside; empty: all of the workspace."""
    template: str = ""
    """The one of this name of the document's."""
    line: int | None = None
    """Of several in the document the one that this line is in, if it is in one; counted from 0."""
    work_done_token: Token = None


@attrs.frozen
class PromptFound:
    """One prompt; `template` is empty where its file is one prompt."""

    uri: str
    template: str
    line: int
    """Where it begins, counted from 0."""


@attrs.frozen
class PromptsResult:
    """None where there are none."""

    prompts: list[PromptFound]
