"""``spade/report``: the page that ``spade report`` writes, for a webview."""

from dataclasses import replace

from spade_core.examples import context_fields
from spade_server.context import SpadeServer
from spade_server.protocol.messages import ReportParams, ReportResult
from spade_server.requests.asked import Asked
from spade_server.requests.judging import judging, need_replies
from spade_server.requests.select import report_on
from spade_server.requests.serving import Run
from spade_server.requests.target import target_of


def answer(ls: SpadeServer, asked: Asked, params: ReportParams, run: Run) -> ReportResult:
    """Return the page; nothing is written.

    It is about the last selection; with a method, alpha, tau or a preference, about what they would select.
    """
    target = target_of(asked, run)
    options = (params.method, params.alpha, params.tau, params.prefer)
    tried = bool(params.require or params.forbid) or any(option is not None for option in options)
    recorded = None if tried else target.beside.stored.recorded_request
    named = target.beside.settings.contexts[0]
    has_contexts = any(context_fields(each.fields, contexts=named) for each in target.beside.examples.examples)
    asks = has_contexts or need_replies(target.beside.stored.assertions)
    with judging(ls, target, run, wanted=params.judge, kept=asks) as judge:
        made = report_on(
            ls,
            target,
            run,
            params,
            judge=judge,
            with_frontier=True,
            with_reasons=True,
            drift=True,
            recorded=recorded,
        )
        run.step("drawing")
        from spade_core.report import render_html, responses_of

        if judge is not None and judge.scorer is not None and has_contexts:
            shown = [each.example for each in responses_of(made)]
            made = replace(made, faithfulness=judge.scorer.faithfulness_by_id(shown))
    return ReportResult(html=render_html(made), feasible=made.selection.feasible)
