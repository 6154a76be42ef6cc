"""Findings as SARIF 2.1.0, which GitHub's code scanning and editors show: a run a prompt, a rule an assertion."""

import json
from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby
from urllib.parse import quote

from spade_core.report.check_result import CheckResult, LineRange
from spade_core.report.checked import State
from spade_core.report.display_text import visible

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {State.FAILED: "error", State.NOT_CHECKED: "warning"}


def sarif(findings: Sequence[CheckResult], *, version: str) -> str:
    """Return the log as JSON, with a result for each assertion that does not pass, at its instruction's lines."""
    runs = [_run(prompt, list(group), version) for prompt, group in groupby(findings, key=lambda each: each.prompt)]
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": runs}, indent=2) + "\n"


def _run(prompt: str, findings: Sequence[CheckResult], version: str) -> dict[str, object]:
    said = {each.name: each.says or each.name for each in findings}
    rules = [{"id": visible(name), "shortDescription": {"text": _plain(says)}} for name, says in said.items()]
    return {
        "tool": {"driver": {"name": "spade", "version": version, "rules": rules}},
        "automationDetails": {"id": f"spade/{quote(visible(prompt))}/"},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, list(said).index(each.name)) for each in findings if each.state in _LEVELS],
    }


def _result(finding: CheckResult, rule: int) -> dict[str, object]:
    fingerprint = sha256(f"{finding.prompt}\0{finding.name}".encode("utf-8", "surrogatepass")).hexdigest()
    return {
        "ruleId": visible(finding.name),
        "ruleIndex": rule,
        "level": _LEVELS[finding.state],
        "message": {"text": _plain("\n".join((finding.told, *finding.details)))},
        **({"locations": [_location(finding.place)]} if finding.place else {}),
        "partialFingerprints": {"assertion/v1": fingerprint},
    }


def _location(place: LineRange) -> dict[str, object]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(place.path, errors="surrogatepass"), "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": place.first, "endLine": place.last},
        }
    }


def _plain(text: str) -> str:
    """Return the text without what SARIF would take for a link."""
    return visible(text).replace("](", "] (")
