"""``spade history``: the versions of a prompt, what each changed, and what kind of edit that was."""

from spade_core.cli.console import Output
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import find_target


def history(prompt: PromptArgument = None, template: TemplateOption = "", as_json: JsonOption = False) -> None:
    """Show a prompt's versions, the sentences each added and removed, and their categories."""
    from spade_core.pipeline import analyse
    from spade_core.report.as_json import history_json
    from spade_core.report.terminal import print_history

    output = Output(as_json)
    target = find_target(prompt, template, output)
    analysis = analyse(target.prompt, template=target.template)
    if as_json:
        output.json(history_json(analysis.history, analysis.classifications))
    else:
        print_history(analysis.history, analysis.classifications, output.out)
