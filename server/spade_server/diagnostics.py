"""Findings as the protocol's diagnostics."""

from collections.abc import Iterable
from typing import Final

from lsprotocol import types

from spade_server.codes import Severity
from spade_server.finding import Finding
from spade_server.kinds import uri_of
from spade_server.settings import EditorSettings, Feature

SOURCE: Final = "spade"
_SEVERITIES: Final = {
    Severity.HINT: types.DiagnosticSeverity.Hint,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.ERROR: types.DiagnosticSeverity.Error,
}


def diagnostics_of(findings: Iterable[Finding], settings: EditorSettings, documentation: str) -> list[types.Diagnostic]:
    """Return the findings that the settings let through, in the order of the text.

    `documentation` is the address of docs/diagnostics.md; empty where it is not known.
    """
    if not settings.has(Feature.DIAGNOSTICS):
        return []
    shown = [_diagnostic(each, settings.severities[each.code], documentation) for each in findings]
    kept = [each for each in shown if each is not None]
    return sorted(kept, key=lambda each: (each.range.start.line, each.range.start.character, str(each.code)))


def _diagnostic(finding: Finding, severity: Severity, documentation: str) -> types.Diagnostic | None:
    if severity is Severity.OFF:
        return None
    return types.Diagnostic(
        range=finding.range,
        message=finding.message,
        severity=_SEVERITIES[severity],
        code=finding.code.value,
        code_description=types.CodeDescription(href=f"{documentation}#{finding.code.value}") if documentation else None,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if finding.unnecessary else None,
        related_information=[
            types.DiagnosticRelatedInformation(types.Location(uri_of(each.path), each.range), each.message)
            for each in finding.related
        ]
        or None,
        data=dict(finding.data) or None,
    )
