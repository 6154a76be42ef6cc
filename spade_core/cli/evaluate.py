"""``spade evaluate``: every assertion on every labelled example, without selecting."""

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.options import EstimateOption, JsonOption, PromptArgument, TemplateOption, YesOption
from spade_core.cli.target import find_target


def evaluate(
    prompt: PromptArgument = None,
    template: TemplateOption = "",
    estimate: EstimateOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> int:
    """Run the assertions on the labelled examples and show the coverage and FFR of each."""
    from spade_core import pipeline
    from spade_core.cli.estimating import estimate_selection
    from spade_core.cli.judging import judge_is_missed, judge_json, judge_summary, print_reasons, tell_judge
    from spade_core.cli.running import open_sandbox
    from spade_core.cli.steps import read_inputs
    from spade_core.report import matrix_json, print_agreement, print_matrix

    output = Output(as_json)
    target = find_target(prompt, template, output, yes=yes)
    if estimate:
        return estimate_selection(target, output)
    inputs = read_inputs(target, output)
    with open_sandbox(output, target.settings, prompt=target.prompt) as sandbox:
        matrix = pipeline.evaluate(inputs.stored, inputs.examples.examples, sandbox=sandbox)
        tell_judge(sandbox.judge, matrix, output)
    if as_json:
        output.json({**matrix_json(matrix), **judge_json(sandbox.judge, matrix)})
    else:
        print_matrix(matrix, output.out)
        print_agreement(judge_summary(sandbox.judge, matrix), output.out)
        print_reasons(sandbox.judge, matrix, output)
    return ExitCode.INCOMPLETE if judge_is_missed(target.settings, matrix) else ExitCode.OK
