"""``spade/report``: the page that ``spade report`` writes, for a webview."""

from dataclasses import replace
from typing import TYPE_CHECKING

from spade_core.errors import ModelError, Problem, SettingsError
from spade_core.examples import context_fields
from spade_server.protocol.messages import ReportParams, ReportResult
from spade_server.requests.judging import all_labelled, judging, need_replies
from spade_server.requests.request_run import RequestRun
from spade_server.requests.select import report_on

if TYPE_CHECKING:
    from spade_core.report import Report


def answer(run: RequestRun, params: ReportParams) -> ReportResult:
    """Return the page; nothing is written.

    It is about the last selection; with a method, alpha, tau or a preference, about what they would select.
    """
    target = run.target
    options = (params.method, params.alpha, params.tau, params.prefer)
    tried = bool(params.require or params.forbid) or any(option is not None for option in options)
    recorded = None if tried else target.beside.stored.recorded_request
    asks = need_replies(target.beside.stored.assertions)
    with judging(run, wanted=params.judge, kept=asks, runs=all_labelled(run.target)) as judge:
        made = report_on(
            run,
            params,
            judge=judge,
            with_frontier=True,
            with_reasons=True,
            drift=True,
            recorded=recorded,
        )
    made = _with_statements(run, made)
    run.step("drawing")
    from spade_core.report import render_html, with_misnomers

    made = with_misnomers(made, target.values)
    return ReportResult(html=render_html(made), feasible=made.selection.feasible)


def _with_statements(run: RequestRun, made: "Report") -> "Report":
    """Return the report with the statements of the responses whose verdicts are kept; no model is asked."""
    from spade_core.report import responses_of

    target = run.target
    named = target.beside.settings.contexts[0]
    shown = [each.example for each in responses_of(made)]
    held = [each for each in shown if context_fields(each.fields, contexts=named)]
    try:
        with judging(run, wanted=False, kept=bool(held)) as judge:
            if judge is not None and judge.scorer is not None:
                return replace(made, faithfulness=judge.scorer.faithfulness_by_id(held))
    except (ModelError, SettingsError) as error:
        problem = Problem(str(target.path), None, f"statements are not shown: {error}")
        return replace(made, problems=(*made.problems, problem))
    return made
