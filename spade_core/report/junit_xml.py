"""Findings as JUnit XML, which Jenkins, GitLab and others show: a suite for each prompt, a case for each assertion.

A case for each response would be new in every run in which a model writes the responses anew.
"""

from collections.abc import Sequence
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from spade_core.report.check_result import CheckResult
from spade_core.report.checked import State
from spade_core.report.display_text import visible

_TAGS = {State.FAILED: "failure", State.NOT_CHECKED: "error"}


def junit(findings: Sequence[CheckResult]) -> str:
    """Return the XML document. What was not checked is an error, not a failure."""
    root = Element("testsuites", _totals(findings), name="spade")
    for prompt, group in groupby(findings, key=lambda each: each.prompt):
        of_prompt = list(group)
        suite = SubElement(root, "testsuite", _totals(of_prompt), name=visible(prompt))
        for each in of_prompt:
            _add_case(suite, each)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _add_case(suite: Element, finding: CheckResult) -> None:
    place = {"file": visible(finding.place.path), "line": str(finding.place.first)} if finding.place else {}
    # Jenkins takes what stands before the last full stop for a package.
    classname = visible(finding.prompt).replace(".", "_")
    case = SubElement(suite, "testcase", place, classname=classname, name=visible(finding.name), time="0")
    if tag := _TAGS.get(finding.state):
        said = SubElement(case, tag, message=visible(finding.told), type=finding.state.value)
        said.text = visible("\n".join((finding.told, *finding.details)))


def _totals(findings: Sequence[CheckResult]) -> dict[str, str]:
    states = [each.state for each in findings]
    return {
        "tests": str(len(states)),
        "failures": str(states.count(State.FAILED)),
        "errors": str(states.count(State.NOT_CHECKED)),
        "skipped": "0",
    }
