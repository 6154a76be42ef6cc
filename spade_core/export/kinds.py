"""What can be exported."""

from enum import StrEnum


class ExportFormat(StrEnum):
    """What can be exported."""

    PYTHON = "python"
    """The assertions as a module that needs nothing."""
    PYTEST = "pytest"
    """The same as a test file for CI, which needs pytest."""
    PROMPTFOO = "promptfoo"
    """The same as an assertion in promptfoo."""
    CSV = "csv"
    """The labelled examples as a table."""
