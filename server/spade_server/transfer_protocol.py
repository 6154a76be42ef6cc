"""The messages of import and export; what `protocol` says of requests holds for these, too."""

from typing import Final

import attrs

from spade_server.model_protocol import Token

IMPORT: Final = "spade/import"
EXPORT: Final = "spade/export"


# --- spade/import
@attrs.frozen
class ImportParams:
    """Asks to add the rows of another tool's file to the examples."""

    uri: str
    template: str = ""
    file: str = ""
    """URI of the file, which may lie anywhere on the disk."""
    response: str | None = None
    """The column of the responses; None: the likeliest."""
    label: str | None = None
    """The column of the labels; None: the likeliest, empty: none."""
    fields: dict[str, str] | None = None
    """By field, its column; None: the likeliest."""
    apply: bool = False
    """Write. Else nothing is written, and the result says what would be."""
    work_done_token: Token = None


@attrs.frozen
class ImportColumn:
    """One column of the file."""

    name: str
    sample: str
    """What its first cell holds, on one line."""


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
    fields: dict[str, str]
    new: int
    good: int
    bad: int
    unlabelled: int
    duplicates: int
    problems: list[str]
    """Rows that are left out, and labels that cannot be read."""


# --- spade/export
@attrs.frozen
class ExportParams:
    """Asks for the selected assertions, or the labelled examples, as a file of another kind; nothing is written."""

    uri: str
    template: str = ""
    format: str = "python"
    """``python``, ``pytest``, ``promptfoo`` or ``csv``."""
    everything: bool = False
    """Every assertion, not the selected ones alone."""
    work_done_token: Token = None


@attrs.frozen
class ExportResult:
    """The file."""

    uri: str
    """Where it is best put: beside the prompt."""
    text: str
    assertions: list[str]
    left_out: list[str]
    """Assertions that ask a judge: there is none outside of spade."""
    examples: int
    problems: list[str]


MESSAGES: Final = (
    ImportParams,
    ImportColumn,
    ImportResult,
    ExportParams,
    ExportResult,
)
"""Every class above; parts come before the wholes that hold them."""
