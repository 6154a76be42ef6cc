"""Findings as the protocol's diagnostics, written as JSON.

A keystroke changes one of hundreds of findings or none, and moves others: what is found again as the same value is not
written again, and of one that moved only its place is.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from lsprotocol import types

from spade_server.analysis.finding import Finding
from spade_server.codes import Code, Severity
from spade_server.documents.kinds import uri_of
from spade_server.settings import EditorSettings, Feature

SOURCE: Final = "spade"
_SEVERITIES: Final = {
    Severity.HINT: types.DiagnosticSeverity.Hint.value,
    Severity.INFORMATION: types.DiagnosticSeverity.Information.value,
    Severity.WARNING: types.DiagnosticSeverity.Warning.value,
    Severity.ERROR: types.DiagnosticSeverity.Error.value,
}


class DiagnosticsWriter:
    """Writes the diagnostics of files."""

    def __init__(self) -> None:
        self._written: dict[str, dict[int, tuple[Finding, int, str]]] = {}

    def params(
        self, uri: str, version: int | None, findings: Iterable[Finding], settings: EditorSettings, documentation: str
    ) -> str:
        """Return the parameters of ``textDocument/publishDiagnostics``: what the settings let through, in order.

        `documentation` is the address of docs/diagnostics.md; empty where it is not known.
        """
        before = self._written.pop(uri, {})
        written: dict[int, tuple[Finding, int, str]] = {}
        texts = []
        for finding, severity in _shown(findings, settings):
            known = before.get(id(finding))
            if known is None or known[0] is not finding or known[1] != severity:
                known = finding, severity, _diagnostic(finding, severity, documentation)
            written[id(finding)] = known
            texts.append(known[2])
        if written:
            self._written[uri] = written
        said = "" if version is None else f', "version": {version}'
        return f'{{"uri": {json.dumps(uri)}{said}, "diagnostics": [{", ".join(texts)}]}}'


def _shown(findings: Iterable[Finding], settings: EditorSettings) -> list[tuple[Finding, int]]:
    if not settings.has(Feature.DIAGNOSTICS):
        return []
    severities = {code: _SEVERITIES.get(severity) for code, severity in settings.severities.items()}
    shown = ((finding, severities[finding.code]) for finding in findings)
    kept = [(finding, severity) for finding, severity in shown if severity is not None]
    return sorted(kept, key=_place)


def _place(shown: tuple[Finding, int]) -> tuple[int, int, str]:
    finding, _ = shown
    start = finding.range.start
    return start.line, start.character, finding.code


def _diagnostic(finding: Finding, severity: int, documentation: str) -> str:
    rest = _rest(finding.code, finding.message, severity, documentation)
    more = ', "tags": [1]' if finding.unnecessary else ""
    if finding.data:
        more += f', "data": {json.dumps(dict(finding.data))}'
    if finding.related:
        told = ", ".join(
            f'{{"location": {{"uri": {json.dumps(uri_of(each.path))}, "range": {_range(each.range)}}}, '
            f'"message": {json.dumps(each.message)}}}'
            for each in finding.related
        )
        more += f', "relatedInformation": [{told}]'
    return f'{{"range": {_range(finding.range)}, {rest}{more}}}'


@lru_cache(maxsize=1024)
def _rest(code: Code, message: str, severity: int, documentation: str) -> str:
    """Return what a diagnostic says wherever it stands."""
    said = {"message": message, "severity": severity, "code": code.value, "source": SOURCE}
    page = {"codeDescription": {"href": f"{documentation}#{code.value}"}} if documentation else {}
    return json.dumps(said | page)[1:-1]


def _range(place: types.Range) -> str:
    start, end = place.start, place.end
    return (
        f'{{"start": {{"line": {start.line}, "character": {start.character}}}, '
        f'"end": {{"line": {end.line}, "character": {end.character}}}}}'
    )
