"""The codes of the diagnostics: what each says, how loudly by default, and where it is documented."""

from enum import StrEnum
from typing import Final


class Code(StrEnum):
    """What a diagnostic is about; the value is what the editor shows and the heading in docs/diagnostics.md."""

    UNREADABLE_FILE = "unreadable-file"
    UNREADABLE_LINE = "unreadable-line"
    MISSING_ASSERTION = "instruction-without-assertion"
    OUTDATED_ASSERTION = "outdated-assertion"
    ORPHANED_ASSERTION = "orphaned-assertion"
    LEFT_BEHIND = "files-left-behind"
    VAGUE_CRITERION = "vague-criterion"
    CONTRADICTION = "contradicting-instructions"
    UNKNOWN_PLACEHOLDER = "unknown-placeholder"
    UNUSED_FIELD = "unused-field"
    FAILS_GOOD_EXAMPLE = "fails-good-example"
    UNSUPPORTED_ASSERTION = "unsupported-assertion"
    ASSERTION_OVER_LIMIT = "assertion-over-limit"
    TOO_FEW_LABELS = "too-few-labels"


class Severity(StrEnum):
    """How loudly a diagnostic speaks."""

    OFF = "off"
    HINT = "hint"
    INFORMATION = "information"
    WARNING = "warning"
    ERROR = "error"


DEFAULT_SEVERITY: Final = {
    code: Severity.WARNING if code in {Code.UNREADABLE_FILE, Code.UNREADABLE_LINE, Code.LEFT_BEHIND} else Severity.HINT
    for code in Code
}
"""Hints, which do not nag; only what keeps a file from being used is a warning."""
