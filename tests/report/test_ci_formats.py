"""Findings in the formats of CI, with what strangers may write in every place of them."""

import json
from dataclasses import replace
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis.strategies import builds, characters, just, none, sampled_from, text, tuples

from spade_core.report import CheckResult, LineRange, State, annotations, code, findings_markdown, junit, sarif

FAILED = CheckResult(
    "note.prompt.md",
    "assert_short",
    State.FAILED,
    "1 of 3 responses fails.",
    "The response has at most 12 words.",
    ("r1: A very long note",),
    LineRange("prompts/note.prompt.md", 2, 3),
)
PASSED = replace(FAILED, name="assert_ends", state=State.PASSED, message="3 responses checked, none fails.", details=())
UNCHECKED = replace(FAILED, name="assert_polite", state=State.NOT_CHECKED, message="3 not checked: needs a model.")

HOSTILE = (
    "\x1b[31mred\x1b[0m",
    "::set-output name=x::y",
    "a\n::error::b\r::add-mask::c",
    "##[add-mask]x",
    "]]></failure><script>",
    "`` @everyone [x](javascript:alert(1)) ![](http://x) | <img src=x> \\|",
    "100% %0A::error::x",
    "\x00\x08\ufffe\ud800\u202e\u2028",
    ",file=/etc/passwd:1",
)
strings = sampled_from(HOSTILE) | text(characters(codec=None), max_size=40)
findings = builds(
    CheckResult,
    prompt=strings,
    name=strings,
    state=sampled_from(State),
    message=strings,
    says=strings,
    details=tuples(strings, strings) | just(()),
    place=none() | builds(LineRange, path=strings, first=just(2), last=just(3)),
)


def test_junit_has_a_suite_a_prompt_and_a_case_an_assertion() -> None:
    root = ElementTree.fromstring(junit([FAILED, PASSED, UNCHECKED, replace(PASSED, prompt="b.prompt.md")]))  # noqa: S314
    assert [suite.attrib["name"] for suite in root] == ["note.prompt.md", "b.prompt.md"]
    assert dict(root.attrib) == {"name": "spade", "tests": "4", "failures": "1", "errors": "1", "skipped": "0"}
    failed, passed, unchecked = root[0]
    assert failed.attrib == {
        "classname": "note_prompt_md",
        "name": "assert_short",
        "file": "prompts/note.prompt.md",
        "line": "2",
        "time": "0",
    }
    assert [each.tag for each in failed] == ["failure"]
    assert failed[0].attrib["message"] == "The response has at most 12 words. 1 of 3 responses fails."
    assert (failed[0].text or "").endswith("\nr1: A very long note")
    assert list(passed) == []
    assert [each.tag for each in unchecked] == ["error"]


def test_sarif_has_a_result_at_the_instruction_for_each_assertion_that_does_not_pass() -> None:
    log = json.loads(sarif([FAILED, PASSED, UNCHECKED], version="1.2.3"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["assert_short", "assert_ends", "assert_polite"]
    failed, unchecked = run["results"]
    assert (failed["level"], unchecked["level"]) == ("error", "warning")
    place = failed["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "prompts/note.prompt.md", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 2, "endLine": 3}
    assert "r1: A very long note" in failed["message"]["text"]


def test_github_is_told_of_what_does_not_pass() -> None:
    assert list(annotations([FAILED, PASSED])) == [
        "::error title=note.prompt.md%3A assert_short,file=prompts/note.prompt.md,line=2,endLine=3::"
        "The response has at most 12 words. 1 of 3 responses fails.%0Ar1: A very long note"
    ]


def test_the_summary_begins_with_what_fails() -> None:
    assert findings_markdown([PASSED, FAILED]).splitlines() == [
        "- ❌ ` note.prompt.md ` ` assert_short ` ` The response has at most 12 words. ` ` 1 of 3 responses fails. `",
        "  - ` r1: A very long note `",
        "- ✅ ` note.prompt.md ` ` assert_ends ` ` The response has at most 12 words. ` "
        "` 3 responses checked, none fails. `",
    ]


def test_a_code_span_ends_where_we_end_it() -> None:
    assert code("a ``` b ` c") == "```` a ``` b ` c ````"


@pytest.mark.parametrize("strange", HOSTILE)
def test_no_string_leaves_its_place(strange: str) -> None:
    _holds(CheckResult(strange, strange, State.FAILED, strange, strange, (strange,), LineRange(strange, 1, 1)))


@given(findings)
def test_no_finding_leaves_its_place(finding: CheckResult) -> None:
    _holds(finding)


def _holds(finding: CheckResult) -> None:
    bad = finding.state in (State.FAILED, State.NOT_CHECKED)
    (suite,) = ElementTree.fromstring(junit([finding]))  # noqa: S314
    assert [len(case) for case in suite] == [int(bad)]
    (run,) = json.loads(sarif([finding], version="1"))["runs"]
    assert len(run["results"]) == int(bad)
    if bad:
        told = run["results"][0]
        assert "](" not in told["message"]["text"]
        if finding.place is not None:
            uri = told["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            assert uri.isascii()
            assert unquote(uri, errors="surrogatepass") == finding.place.path
    (*_, line) = ["", *annotations([finding])]
    assert line.replace("\t", "").isprintable() or all(c.isprintable() or c.isspace() for c in line)
    if bad:
        _, command, data = line.split("::", 2)
        keys = [each.partition("=")[0] for each in command.partition(" ")[2].split(",")]
        assert keys == (["title", "file", "line", "endLine"] if finding.place is not None else ["title"])
        assert not {"\n", "\r"} & set(data)
    for row in findings_markdown([finding]).splitlines():
        assert row.lstrip().startswith("- ")
        assert row.isprintable() or all(c.isprintable() or c.isspace() for c in row)
