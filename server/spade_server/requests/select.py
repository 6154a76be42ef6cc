"""``spade/select``: the smallest set, and what each other assertion lacks."""

from dataclasses import replace

from spade_core import pipeline
from spade_core.report import Report
from spade_core.selection import (
    ChosenAssertion,
    ExcludedAssertion,
    Method,
    Preference,
    Selection,
    SelectionRequest,
    Thresholds,
)
from spade_server.analysis.results_memory import Results
from spade_server.protocol.messages import FrontierSet, LeftOut, Selected, SelectionParams, SelectParams, SelectResult
from spade_server.requests.judging import Judging, all_labelled, judging, need_replies
from spade_server.requests.request_run import RequestRun
from spade_server.requests.running import (
    RequestSandbox,
    last_matrix,
    remember,
    require_both_kinds,
    require_runnable,
    unjudged,
)
from spade_server.requests.serving import member
from spade_server.requests.target import RequestTarget, rate_value

_NO_PREFERENCE = "nothing called {} can be preferred"


def answer(run: RequestRun, params: SelectParams) -> SelectResult:
    """Select, remember it where it is wanted and feasible, and explain it."""
    target = run.target
    if _request(target, params).method is not Method.NO_EXAMPLES:
        require_both_kinds(target)
    asks = need_replies(target.beside.stored.assertions)
    with judging(run, wanted=params.judge, kept=asks, runs=all_labelled(target)) as judge:
        report = report_on(run, params, judge=judge, with_frontier=params.frontier)
        model_run = judge.told() if judge is not None and judge.asks else None
    selection = report.selection
    keep = params.remember and selection.feasible
    if keep:
        run.require_saved(target.beside.files.record)
        run.look()
        pipeline.remember(target.beside.files, report, target.beside.settings.request)
    return SelectResult(
        assertions_uri=target.assertions_uri,
        method=selection.method.value,
        alpha=selection.thresholds.alpha,
        tau=selection.thresholds.tau,
        feasible=selection.feasible,
        message=_message(selection),
        nearest_alpha=selection.infeasibility.nearest_alpha if selection.infeasibility else None,
        nearest_tau=selection.infeasibility.nearest_tau if selection.infeasibility else None,
        coverage=rate_value(selection.coverage),
        ffr=rate_value(selection.ffr),
        selected=[_selected(each, target) for each in selection.chosen],
        left_out=[_left_out(each, target) for each in selection.excluded],
        remembered=keep,
        problems=target.problems,
        frontier=[
            FrontierSet(point.size, point.coverage.count, point.ffr.count, point.avoided) for point in report.frontier
        ],
        unjudged=unjudged(report.matrix),
        model_run=model_run,
    )


def report_on(
    run: RequestRun,
    params: SelectionParams,
    *,
    judge: Judging | None = None,
    with_frontier: bool = False,
    with_reasons: bool = False,
    drift: bool = False,
    recorded: SelectionRequest | None = None,
) -> Report:
    """Return the report on a target; options that are None come from the project's settings.

    `with_frontier` adds every set that is worth choosing at some alpha and tau; `with_reasons` what the judge says,
    which is asked again for what it answered before: the cache knows. With `drift` the report tells how its set
    stands to the recorded selection; with `recorded`, which is what that was asked for, it shows that selection.
    """
    target = run.target
    settings = target.beside.settings
    request = recorded or _request(target, params)
    if recorded is None:
        request.preferences.check([assertion.name for assertion in target.beside.stored.assertions])
    require_runnable(target, labels=request.method is not Method.NO_EXAMPLES)
    analysis = run.analysis()
    beside = target.beside
    reasons = judge if with_reasons else None
    known = None if reasons is not None else last_matrix(run)
    report = pipeline.report_on(
        beside.files,
        analysis,
        beside.stored,
        target.prompted,
        request,
        sandbox=RequestSandbox(run, judge, known),
        with_frontier=with_frontier,
        project=settings.request if drift else None,
    )
    remember(run, Results(report.matrix, report.selection))
    summary = reasons.summary(report.matrix) if reasons is not None else None
    told = summary is not None and (summary.verdicts or (reasons is not None and reasons.asks))
    return replace(report, judge=summary) if told else report


def _request(target: RequestTarget, params: SelectionParams) -> SelectionRequest:
    """Return what the options ask for; those that are None come from the project's settings."""
    settings = target.beside.settings
    preferences = settings.preferences.overridden(
        required=params.require,
        forbidden=params.forbid,
        prefer=None if params.prefer is None else [member(Preference, name, _NO_PREFERENCE) for name in params.prefer],
    )
    thresholds = Thresholds(
        alpha=settings.alpha if params.alpha is None else params.alpha,
        tau=settings.tau if params.tau is None else params.tau,
    )
    method = settings.method if params.method is None else member(Method, params.method, "no method is called {}")
    return SelectionRequest(method, thresholds, preferences)


def _message(selection: Selection) -> str:
    if selection.infeasibility is not None:
        wanted = f"coverage >= {selection.thresholds.alpha:g} and FFR <= {selection.thresholds.tau:g}"
        return f"no selection has {wanted}; {selection.infeasibility}"
    count = len(selection.chosen)
    coverage, ffr = selection.coverage, selection.ffr
    caught, flagged = f"{coverage.count} of {coverage.total} bad caught", f"{ffr.count} of {ffr.total} good flagged"
    return f"{count} assertion{'s' if count != 1 else ''}: {caught}, {flagged}"


def _selected(chosen: ChosenAssertion, target: RequestTarget) -> Selected:
    return Selected(
        name=chosen.name,
        range=target.range_of(target.beside.stored.by_name[chosen.name]),
        coverage=rate_value(chosen.coverage),
        ffr=rate_value(chosen.ffr),
        only_catches=list(chosen.only_catches),
    )


def _left_out(excluded: ExcludedAssertion, target: RequestTarget) -> LeftOut:
    return LeftOut(
        name=excluded.name,
        range=target.range_of(target.beside.stored.by_name[excluded.name]),
        reason=excluded.reason.value,
        message=excluded.message,
        coverage=rate_value(excluded.coverage),
        ffr=rate_value(excluded.ffr),
    )
