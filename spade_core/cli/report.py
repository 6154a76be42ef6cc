"""``spade report``: the selection explained, in the terminal and as one HTML file."""

from dataclasses import replace
from pathlib import Path
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


def report(
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
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Where to write the HTML file.")] = None,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> int:
    """Explain the last selection: history, every candidate, why each is in or out; writes one self-contained HTML file.

    With alpha, tau, a method or a preference it explains what they would select, and records nothing.
    """
    from spade_core.cli.claiming import model_claims
    from spade_core.cli.estimating import estimate_selection
    from spade_core.cli.judging import judge_is_missed, judge_json, judge_summary, print_reasons, tell_judge
    from spade_core.cli.running import open_sandbox
    from spade_core.cli.steps import make_report, read_inputs, request_of, sets_of
    from spade_core.report import print_report, report_json, responses_of, with_misnomers, write_html
    from spade_core.storage import load_assertions, make_folder_for

    output = Output(as_json)
    target = find_target(prompt, template, output, yes=yes)
    if estimate:
        return estimate_selection(target, output, method=method or target.settings.method, with_unlabelled=unlabelled)
    stored = load_assertions(target.files)
    tried = any(option is not None for option in (alpha, tau, method, require, forbid, prefer))
    recorded = None if tried else stored.recorded_request
    method = recorded.method if recorded is not None else method
    inputs = read_inputs(target, output, need_labels=(method or target.settings.method) is not Method.NO_EXAMPLES)
    request = recorded or request_of(
        target, inputs, alpha=alpha, tau=tau, method=method, require=require, forbid=forbid, prefer=prefer
    )
    claims = model_claims(target, inputs, output, method=method)
    with open_sandbox(output, claims.settings, prompt=target.prompt) as sandbox:
        made = make_report(
            target,
            inputs,
            request,
            output,
            sandbox=sandbox,
            whole=True,
            ask_unlabelled=unlabelled,
            claims=claims.edges,
            drift=True,
        )
        made = replace(made, judge=judge_summary(sandbox.judge, made.matrix))
        if sandbox.judge is not None:
            shown = [each.example for each in responses_of(made)]
            made = replace(made, faithfulness=sandbox.judge.kept_faithfulness(shown))
        tell_judge(sandbox.judge, made.matrix, output)
    made = with_misnomers(made, sets_of(target, output))
    path = html or target.settings.report_path or target.files.report
    if html is None:
        make_folder_for(path)
    write_html(made, path)
    if as_json:
        output.json({**report_json(made), "html": str(path), **judge_json(sandbox.judge, made.matrix)})
    else:
        print_report(made, output.out)
        print_reasons(sandbox.judge, made.matrix, output)
    output.note(f"the report is in {path}")
    if claims.failed or judge_is_missed(target.settings, made.matrix):
        return ExitCode.INCOMPLETE
    return ExitCode.OK if made.selection.feasible else ExitCode.INFEASIBLE
