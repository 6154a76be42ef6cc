"""``spade select``: the main job: from the prompt's history and the labels to the smallest set of assertions."""

from dataclasses import replace
from typing import Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.options import (
    AlphaOption,
    EstimateOption,
    ForbidOption,
    JsonOption,
    MethodOption,
    PreferOption,
    PromptArgument,
    RequireOption,
    TauOption,
    TemplateOption,
    UnlabelledOption,
    YesOption,
)
from spade_core.cli.target import find_target
from spade_core.selection import Method

ResultsOption = Annotated[
    str | None,
    typer.Option(
        "--results",
        metavar="FOLDER",
        help="Select on the table that `spade check --all --results` wrote, by its labels and, by their ids, those of "
        "the examples file.",
    ),
]


BranchOption = Annotated[
    str | None,
    typer.Option(
        "--branch",
        metavar="NAME",
        help="Change nothing here: commit the set on a new branch, and show what it changes, as the text of a pull "
        "request.",
    ),
]


def select(
    prompt: PromptArgument = None,
    template: TemplateOption = "",
    alpha: AlphaOption = None,
    tau: TauOption = None,
    method: MethodOption = None,
    require: RequireOption = None,
    forbid: ForbidOption = None,
    prefer: PreferOption = None,
    unlabelled: UnlabelledOption = False,
    estimate: EstimateOption = False,
    yes: YesOption = False,
    results: ResultsOption = None,
    branch: BranchOption = None,
    as_json: JsonOption = False,
) -> int:
    """Select the smallest set of assertions that catches the bad responses without flagging the good ones.

    Generates assertions first where there are none yet. The selection is remembered for `spade check` and the editor.
    """
    from spade_core import pipeline
    from spade_core.cli.claiming import model_claims
    from spade_core.cli.estimating import estimate_selection
    from spade_core.cli.judging import judge_is_missed, judge_json, tell_judge
    from spade_core.cli.running import open_sandbox
    from spade_core.cli.steps import (
        keep_chosen,
        make_report,
        read_inputs,
        request_of,
        require_both_kinds,
        tell_ungenerated,
    )
    from spade_core.report import print_selection, selection_json

    output = Output(as_json)
    target = find_target(prompt, template, output, yes=yes)
    wanted = method or target.settings.method
    if estimate:
        return estimate_selection(target, output, method=wanted, with_unlabelled=unlabelled)
    need_labels = wanted is not Method.NO_EXAMPLES and results is None
    inputs = read_inputs(target, output, need_labels=need_labels, need_record=True)
    tell_ungenerated(target, inputs, output)
    known = None
    if results is not None:
        from spade_core.bulk import LabelledRows

        known = LabelledRows(results, {each.id: each.label for each in inputs.examples.examples if each.label})
        inputs = replace(inputs, examples=replace(inputs.examples, examples=known.examples))
    if wanted is not Method.NO_EXAMPLES:
        require_both_kinds(inputs.examples, target)
    request = request_of(
        target, inputs, alpha=alpha, tau=tau, method=method, require=require, forbid=forbid, prefer=prefer
    )
    claims = model_claims(target, inputs, output, method=method)
    with open_sandbox(output, claims.settings, prompt=target.prompt) as sandbox:
        if unlabelled and sandbox.judge is not None:
            sandbox.judge.plan_for([each for each in inputs.examples.examples if each.label is None])
        report = make_report(
            target,
            inputs,
            request,
            output,
            sandbox=known.before(sandbox) if known else sandbox,
            ask_unlabelled=unlabelled,
            claims=claims.edges,
        )
        tell_judge(sandbox.judge, report.matrix, output)
    if branch is not None and report.selection.feasible:
        from spade_core.cli.set_update import put_on_branch

        put_on_branch(target, inputs.stored, report, branch, output)
        return ExitCode.OK
    if report.selection.feasible:
        pipeline.remember(target.files, report, target.settings.request)
        keep_chosen(target, inputs.stored, report.selection)
    if as_json:
        output.json({**selection_json(report), **judge_json(sandbox.judge, report.matrix)})
    else:
        print_selection(report, output.out)
    if claims.failed or judge_is_missed(target.settings, report.matrix):
        return ExitCode.INCOMPLETE
    return ExitCode.OK if report.selection.feasible else ExitCode.INFEASIBLE
