"""The report's renderings: complete, deaf to what the texts try, and the same for the same input."""

import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from spade_core.context import Faithfulness, Statement
from spade_core.errors import StorageError
from spade_core.examples import Label
from spade_core.report.as_json import report_json
from spade_core.report.display_text import in_line, visible
from spade_core.report.html import render_html, write_html
from spade_core.report.openings import Opening, key_of
from spade_core.report.report import JudgeSummary, JudgeVerdict, Report
from spade_core.report.responses import responses_of
from spade_core.report.terminal import print_report
from spade_core.report.trade_off import policy, script
from spade_core.selection import ExclusionReason, Infeasibility, Method, Proof, Rate
from spade_core.selection.statistics.agreement import agreement
from spade_core.selection.statistics.duplicates import DuplicateGroup
from spade_core.subsumption import EdgeStatus, SaidBy, Subsumption, SubsumptionEdge
from tests.report.hostile import ESCAPE, SCRIPT, hostile_report


class _Page(HTMLParser):
    """Collects the tags and attributes of a page, and what is not well nested."""

    VOID = frozenset({"meta", "br", "img", "input", "link", "path", "use", "rect", "image"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.left_open = self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self._open.pop() == tag


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return hostile_report(tmp_path_factory.mktemp("hostile"))


def _printed(report: Report) -> str:
    stream = io.StringIO()
    print_report(report, Console(file=stream, width=400))
    return stream.getvalue()


def test_nothing_of_a_prompt_becomes_a_tag_of_the_page(report: Report) -> None:
    page = _Page(render_html(report))
    assert not {"img", "b", "i", "iframe", "object"} & set(page.tags)
    assert page.tags.count("script") == 1
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert page.left_open == []


def test_each_statement_stands_with_its_verdict_and_the_sentence_that_supports_it_and_long_ones_are_folded(
    report: Report,
) -> None:
    long = "Tea " + "is hot " * 60
    said = (
        Statement(f"Tea is hot. {SCRIPT}", True, "r", "<i>Tea</i> is hot.", 1),
        Statement(long, True),
        Statement("It is blue.", False, f"{ESCAPE} nothing says so {SCRIPT}"),
        Statement("It is old.", False),
    )
    told = replace(report, faithfulness={"b0<i>": Faithfulness(said), "g0": Faithfulness(()), "gone": Faithfulness(())})
    text = render_html(told)
    page = _Page(text)
    assert (page.tags.count("script"), "i" in page.tags, page.left_open) == (1, False, [])
    assert text.count('<details class="statements" open>') == 1
    assert "faithfulness 0.50: the contexts support 2 of 4 statements, a model says" in text
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))
    assert "supported by context 2: &lt;i&gt;Tea&lt;/i&gt; is hot." in words
    assert "supported , but no sentence of the contexts was named" in words
    assert (
        "not supported by any sentence: &lt;U+001B&gt;[31mred&lt;U+001B&gt;[0m&lt;U+0007&gt; nothing says so" in words
    )
    assert re.search(r"It is old\. not supported by any sentence(?!:)", words)
    assert f"</summary>{long}</details>" in text
    many = replace(report, faithfulness={"g0": Faithfulness(said[:1] * 7)})
    assert '<details class="statements"><summary>' in render_html(many)
    assert 'class="statements"' not in render_html(report)
    found = json.loads(json.dumps(report_json(told)))["faithfulness"]["b0<i>"]
    assert (found["score"], len(found["statements"])) == (0.5, 4)
    assert "faithfulness" not in report_json(report)


def test_the_page_reaches_for_nothing_outside_itself(report: Report) -> None:
    page = _Page(render_html(report))
    links = [value for name, value in page.attributes if name in {"href", "src", "xlink:href"}]
    assert links
    assert all(link.startswith(("#", "data:image/png;base64,")) for link in links)
    styles = " ".join(value for name, value in page.attributes if name == "style")
    assert "url(http" not in styles
    policies = [value for name, value in page.attributes if value.startswith("default-src")]
    assert policies == [policy(script())]


def test_every_link_within_the_page_leads_somewhere_and_no_id_is_twice(report: Report) -> None:
    page = _Page(render_html(report))
    ours = [value for name, value in page.attributes if name == "href" and value.startswith("#")]
    assert {link[1:] for link in ours} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_what_an_editor_can_open_is_named_by_keys_that_no_text_reaches_into(report: Report) -> None:
    page = _Page(render_html(report))
    openings = {value for name, value in page.attributes if name == "data-open"}
    assert openings == {opening.value for opening in Opening}
    keys = {value for name, value in page.attributes if name == "data-key"}
    assert {candidate.name for candidate in report.matrix.candidates} <= keys
    others = keys - {candidate.name for candidate in report.matrix.candidates}
    assert all(re.fullmatch(r"[0-9a-f]{16}|\d+", key) for key in others)


def test_each_labelled_response_can_be_read_in_the_page_with_its_input(report: Report) -> None:
    first, *others = report.matrix.examples
    long = replace(first, response="\n\nlong <b>" + "x" * 5_000, fields={"movie": "<i>Alien</i>", "year": 1979})
    shown = render_html(replace(report, matrix=replace(report.matrix, examples=(long, *others))))
    for example in others:
        assert f'id="response-{key_of(example.id)}"' in shown
        assert visible(example.response).replace("<", "&lt;").replace(">", "&gt;") in shown
    assert "<pre>\n\n\nlong &lt;b&gt;xxx" in shown
    assert "and 1010 more characters" in shown
    assert "<dt>movie</dt><dd>&lt;i&gt;Alien&lt;/i&gt;</dd>" in shown
    assert _Page(shown).left_open == []


def test_of_very_many_responses_those_that_the_set_gets_wrong_are_shown_first(report: Report) -> None:
    good = next(example for example in report.matrix.examples if example.label is Label.GOOD)
    more = tuple(replace(good, id=f"more {number}", line=number + 20) for number in range(400))
    evaluations = {
        **report.matrix.evaluations,
        **{
            (each.id, c.name): report.matrix.evaluations[good.id, c.name]
            for each in more
            for c in report.matrix.candidates
        },
    }
    matrix = replace(report.matrix, examples=(*report.matrix.examples, *more), evaluations=evaluations)
    views = responses_of(replace(report, matrix=matrix, selection=replace(report.selection, flagged=("more 399",))))
    assert len(views) == 300
    assert views[-1].example.id == "more 399"


def test_what_the_prompt_no_longer_asks_for_can_be_required_in_an_editor(report: Report) -> None:
    first, *rest = report.selection.excluded
    gone = replace(first, reason=ExclusionReason.OUTDATED, message="gone")
    page = _Page(render_html(replace(report, selection=replace(report.selection, excluded=(gone, *rest)))))
    assert ("data-use", "always") in page.attributes
    assert ("data-use", "always") not in _Page(render_html(report)).attributes


def test_the_responses_that_a_selected_assertion_fails_are_listed_apart_by_label(report: Report) -> None:
    text = render_html(report)
    chosen = report.selection.chosen[0]
    caught = chosen.coverage.count
    assert f"bad responses that it catches ({caught})" in text
    assert ("good responses that it flags" in text) == any(each.ffr.count for each in report.selection.chosen)


def test_the_page_names_every_candidate_version_and_criterion(report: Report) -> None:
    text = render_html(report)
    for candidate in report.matrix.candidates:
        assert f'id="row-{candidate.name}"' in text
    for version in report.history.versions[1:]:
        assert f'id="P{version.index}"' in text
        assert version.commit is not None
        assert version.commit.sha[:7] in text


def test_the_same_report_gives_the_same_page(report: Report) -> None:
    assert render_html(report) == render_html(report)


def test_the_judge_is_shown_with_its_reasons_where_it_contradicts_a_person_first(report: Report) -> None:
    good, bad = (next(e for e in report.matrix.examples if e.label is label) for label in (Label.GOOD, Label.BAD))
    verdicts = (
        JudgeVerdict(bad, "Is it kind?", passes=False, reason="rude <b>words</b>"),
        JudgeVerdict(good, "Is it kind?", passes=False, reason="cold", yes=1, no=2),
        JudgeVerdict(good, "Is it true?", passes=True, reason="sourced"),
    )
    agreed = agreement([(True, True)] * 3 + [(False, False)] * 3 + [(True, False), (False, True)])
    judge = JudgeSummary("judge-1", agreed, (("assert_kind", agreed),), failed=1, flicker=0.25, verdicts=verdicts)
    text = render_html(replace(report, judge=judge))
    assert "agrees with the labels on 75% of 8 responses (Cohen's kappa 0.50)" in text
    row = re.search(r"<tr><td>assert_kind</td>.*", text)
    assert row is not None
    assert re.findall(r"<td.*?>(.*?)</td>", row[0]) == ["assert_kind", "75% of 8", "0.35 to 0.97", "0.50", "1", "1"]
    assert text.index(">cold") < text.index("rude &lt;b&gt;words")
    assert "sourced" not in text
    assert "<h2>The judge</h2>" not in render_html(report)


def test_pictures_take_the_pages_colours(report: Report) -> None:
    text = render_html(report)
    assert "var(--accent)" in text
    assert not re.search(r"#01020\d", text)


def test_the_terminal_report_holds_no_escape_codes_or_markup_of_the_texts(report: Report) -> None:
    text = _printed(report)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "\u202e" not in text
    assert "<U+001B>" in text
    assert "[bold]not markup[/bold]" in text


def test_the_terminal_report_says_what_is_in_and_why_the_rest_is_out(report: Report) -> None:
    text = _printed(report)
    for name in report.selection.names:
        assert name in text
    for reason in {each.reason for each in report.selection.excluded}:
        assert reason.value in text


def test_the_json_report_is_json_and_complete(report: Report) -> None:
    value = json.loads(json.dumps(report_json(report)))
    names = {each["name"] for each in (*value["selection"]["selected"], *value["selection"]["left_out"])}
    assert names == {candidate.name for candidate in report.matrix.candidates}


def _with_claims(report: Report) -> Report:
    one, two, three = (candidate.name for candidate in report.matrix.candidates[:3])
    edges = (
        SubsumptionEdge(one, two, EdgeStatus.PROVED, SaidBy.ANALYSIS, "the two pass under the same condition"),
        SubsumptionEdge(one, three, EdgeStatus.BELIEVED, SaidBy.MODEL),
        SubsumptionEdge(two, three, EdgeStatus.REFUTED, SaidBy.MODEL, response=f"say {SCRIPT}"),
        SubsumptionEdge(three, one, EdgeStatus.REFUTED, SaidBy.MODEL, refuted_by="g1"),
    )
    return replace(report, subsumption=Subsumption.of(edges))


def test_each_claim_of_subsumption_says_how_it_is_known_and_on_whose_word(report: Report) -> None:
    claimed = _with_claims(report)
    page, text = render_html(claimed), _printed(claimed)
    assert "the two pass under the same condition" in page
    assert "a model says so; no response tells otherwise" in page
    assert "a response made to tell them apart: <q>say &lt;script&gt;" in page
    assert "1 proved, 1 believed, 2 refuted" in text
    assert "refuted by g1" in text
    edges = json.loads(json.dumps(report_json(claimed)))["subsumption"]["edges"]
    assert [(edge["status"], edge["said_by"]) for edge in edges].count(("refuted", "model")) == 2


def test_assertions_that_are_the_same_are_shown_as_one(report: Report) -> None:
    first, second, *rest = report.selection.excluded
    twins = (
        replace(first, equals=(second.name,), reason=ExclusionReason.NOT_NEEDED, message="why"),
        replace(second, equals=(first.name,), reason=ExclusionReason.NOT_NEEDED, message="why"),
    )
    merged = replace(report, selection=replace(report.selection, excluded=(*twins, *rest)))
    page, text = render_html(merged), _printed(merged)
    assert len(re.findall(r"<p [^>]*>the same: <code[^>]*>", page)) == 1
    for name in (first.name, second.name):
        assert page.count(f'id="row-{name}"') == 1
    assert re.search(rf"{first.name} = {second.name}|{second.name} = {first.name}", text)


def test_a_baseline_that_exceeds_tau_says_so_and_claims_no_proof(report: Report) -> None:
    rate = replace(report.selection.ffr, count=report.selection.ffr.total)
    selection = replace(report.selection, method=Method.BASELINE, ffr=rate, satisfies=False)
    page, text = render_html(replace(report, selection=selection)), _printed(replace(report, selection=selection))
    for shown in (page, text):
        assert (
            "his set does not meet alpha and tau, which baseline does not promise: its FFR is above tau 0.25" in shown
        )
    assert "no set is better" not in page


def test_an_unproven_set_says_how_far_it_may_be_from_the_best(report: Report) -> None:
    unproven = replace(report, selection=replace(report.selection, proof=Proof("HiGHS", gap=0.123)))
    for shown in (render_html(unproven), _printed(unproven)):
        assert "a better set may exist, by at most 12.3 %" in shown


def test_an_infeasible_request_names_what_can_be_had_and_which_responses_want_an_assertion(report: Report) -> None:
    infeasibility = Infeasibility(
        best_coverage=Rate(1, 4),
        nearest_alpha=0.25,
        at_nearest_alpha=(report.matrix.candidates[0].name,),
        least_ffr=None,
        nearest_tau=None,
        at_nearest_tau=(),
        uncaught=("b0<i>", "b1<i>"),
        uncaught_by_any=("b1<i>",),
        preferences=("because of you",),
    )
    selection = replace(report.selection, chosen=(), infeasibility=infeasibility)
    page, text = render_html(replace(report, selection=selection)), _printed(replace(report, selection=selection))
    assert "With this tau, alpha 0.25 is feasible" in page
    assert "no tau is feasible" in page
    for shown in (page, text):
        assert "because of you" in shown
    assert "proven: there is none" in page


def test_duplicates_are_counted_where_they_are_too_many_to_list(report: Report) -> None:
    group = DuplicateGroup(tuple(f"r{number}" for number in range(500)), exact=True, labels_differ=False)
    evidence = replace(report.evidence, duplicates=(group,))
    found = json.loads(json.dumps(report_json(replace(report, evidence=evidence))))["selection"]["evidence"]
    assert found["duplicates"][0]["count"] == 500
    assert len(found["duplicates"][0]["examples"]) == 20
    assert found["duplicate_groups"] == 1


def test_a_report_that_cannot_be_written_names_its_path(report: Report, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"report\.html"):
        write_html(report, tmp_path / "absent" / "report.html")


def test_a_report_overwrites_a_report_and_nothing_else(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_html(report, path)
    write_html(report, path)
    labels = tmp_path / "p.examples.jsonl"
    labels.write_text('{"response": "r"}\n', encoding="utf-8")
    with pytest.raises(StorageError, match="not a report: it is not overwritten"):
        write_html(report, labels)
    assert labels.read_text(encoding="utf-8") == '{"response": "r"}\n'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ünï 漢字 👍🏽", "plain ünï 漢字 👍🏽"),
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[2J", "<U+001B>[2J"),
        ("a\u202eb\u2066c", "a<U+202E>b<U+2066>c"),
        ("\ud800", "<U+D800>"),
        ("no\u00a0break", "no\u00a0break"),
        ("line\u2028end", "line<U+2028>end"),
    ],
)
def test_only_what_can_steer_a_display_is_replaced(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_long_text_is_cut_to_one_line() -> None:
    assert in_line("a  b\nc" * 100, most=10) == "a b ca b…"
