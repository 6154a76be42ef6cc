"""The diagnostics of findings as they are written for the client."""

import json
from collections.abc import Sequence
from typing import Any

from spade_server.analysis.diagnostics import DiagnosticsWriter
from spade_server.analysis.finding import Finding
from spade_server.settings import EditorSettings


def diagnostics_of(findings: Sequence[Finding], settings: EditorSettings, documentation: str) -> list[dict[str, Any]]:
    """Return the diagnostics."""
    writer = DiagnosticsWriter()
    written: list[dict[str, Any]] = json.loads(
        writer.params("file:///w/x.prompt.md", 1, findings, settings, documentation)
    )["diagnostics"]
    return written
