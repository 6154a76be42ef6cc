"""The messages of the table of examples: its rows come by pages, never whole.

What `messages` says of requests holds for these, too.
"""

import attrs

from spade_server.protocol.models import PromptParams


@attrs.frozen
class TableQuery:
    """Which rows, and in which order."""

    text: str = ""
    """Rows that hold this somewhere, in whatever case."""
    label: str = ""
    """``good``, ``bad``, ``none`` for those without one; empty for all."""
    failing: str = ""
    """Rows that this assertion fails; ``*``: that one of those shown fails."""
    sort: str = ""
    """``label``, ``input``, ``response`` or the name of an assertion; empty: the order of the file."""
    descending: bool = False
    everything: bool = False
    """All assertions are shown; else those of the selected set, where there is one."""


# --- spade/table
@attrs.frozen
class TableParams(PromptParams):
    """Asks for some rows. Nothing is run: verdicts are what earlier runs have told."""

    query: TableQuery = TableQuery()
    start: int = 0
    count: int = 100
    """500 at most."""
    whole: bool = False
    """Rows with everything of them, for one that is looked at; else cut to what a line of a table shows."""
    refresh: bool = False
    """Choose and sort the rows by what is known now; else they stay as they were while only labels change."""


@attrs.frozen
class TableAssertion:
    """One column of verdicts; the counts are of the labelled rows that it was run on."""

    name: str
    check: str
    selected: bool
    caught: int
    bad: int
    flagged: int
    good: int
    unknown: int
    """Rows, labelled or not, of which no run has told anything yet."""


@attrs.frozen
class TableRow:
    """One row."""

    id: str
    line: int
    """0-based, in the examples file."""
    label: str | None
    input: str
    """The fields on one line."""
    response: str
    mark: str
    """Of the response, for ``spade/label``'s ``shown``."""
    verdicts: list[str]
    """By assertion: ``passed``, ``failed``, what went wrong, or empty where it was not run."""
    fields: dict[str, str]
    """Only where the row is asked for whole, as what follows."""
    prompt: str
    messages: list[str]
    """By assertion, why."""


@attrs.frozen
class TableResult:
    """The rows, and what the table as a whole says."""

    examples_uri: str
    start: int
    rows: list[TableRow]
    matching: int
    assertions: list[TableAssertion]
    good: int
    bad: int
    unlabelled: int
    can_undo: bool
    problems: list[str]
    """What could not be read of the files beside; 20 at most."""


# --- spade/tableRun
@attrs.frozen
class TableRunParams(PromptParams):
    """Asks to run all assertions on all rows; a judge says what it said before, and is not asked."""


@attrs.frozen
class TableRunResult:
    """How many verdicts there are now."""

    verdicts: int


# --- spade/tableText
@attrs.frozen
class TableTextParams(PromptParams):
    """Asks for rows as text that a spreadsheet takes: into a file as CSV, or for the clipboard, separated by tabs."""

    query: TableQuery = TableQuery()
    start: int = 0
    count: int | None = None
    """None: all from `start`; for the clipboard 5,000 at most."""
    to: str = ""
    """The file; empty: the text comes back."""


@attrs.frozen
class TableTextResult:
    """What was written, or is to be."""

    text: str
    rows: int
    left: int
    """Rows that were asked for and are too many for the clipboard."""
