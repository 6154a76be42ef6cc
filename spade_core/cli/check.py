"""``spade check``: the selected assertions on new responses, for CI."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.errors import CommandLineError
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.options import EstimateOption, JsonOption, TemplateOption
from spade_core.cli.target import Target, find_target
from spade_core.errors import Problem
from spade_core.examples.example import ExampleSet
from spade_core.storage import StoredAssertions

ResponsesArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="RESPONSES",
        help="JSON Lines with `response` and, where an assertion reads them, `example` and `prompt`; `-` for standard "
        "input; by default the examples file.",
    ),
]


def check(
    responses: ResponsesArgument = None,
    prompt: Annotated[Path | None, typer.Option("--prompt", "-p", help="The prompt that they answer.")] = None,
    template: TemplateOption = "",
    estimate: EstimateOption = False,
    as_json: JsonOption = False,
) -> int:
    """Run the selected assertions on new responses.

    Exit code 1: a response fails one. Exit code 5: none fails, but not everything could be checked.
    """
    from spade_core.cli.estimating import tell_estimate
    from spade_core.cli.judging import judge_json, tell_judge
    from spade_core.cli.running import open_sandbox
    from spade_core.cli.steps import prompted, tell_problems
    from spade_core.prompt_files import load_prompt_file, template_named
    from spade_core.report.checked import State, checks_json, checks_of, print_checks
    from spade_core.storage import load_assertions

    output = Output(as_json)
    target = find_target(prompt, template, output)
    stored = load_assertions(target.files)
    if stored.record.selection is None or not stored.record.selection.chosen:
        raise CommandLineError(f"{target.name}: nothing is selected yet; run `spade select` first")
    examples = _read(responses, target)
    missing = _missing(stored, target)
    problems = (*examples.problems, *stored.problems, *missing)
    tell_problems(problems, output)
    wanted = template_named(load_prompt_file(target.prompt), target.template)
    examples = prompted(examples, wanted, [assertion.source for assertion in stored.chosen], output)
    if estimate:
        return tell_estimate(target, [each.candidate() for each in stored.chosen], examples.examples, output)
    with open_sandbox(output, target.settings) as sandbox:
        matrix = sandbox.run([assertion.candidate() for assertion in stored.chosen], examples.examples)
        tell_judge(sandbox.judge, matrix, output)
    if as_json:
        output.json({**checks_json(matrix, problems), **judge_json(sandbox.judge, matrix)})
    else:
        print_checks(matrix, output.out)
        if unread := len(examples.problems) + len(missing):
            output.out.print(f"{unread} could not be checked: see the warnings", style="bold yellow")
    states = {check.state for check in checks_of(matrix)}
    if State.FAILED in states:
        return ExitCode.CHECK_FAILED
    checked = not examples.problems and not missing and State.NOT_CHECKED not in states
    return ExitCode.OK if checked else ExitCode.INCOMPLETE


def _missing(stored: StoredAssertions, target: Target) -> tuple[Problem, ...]:
    """Return a problem for each selected assertion that is gone: a check that was dropped must not pass in silence."""
    fact = "is selected but no longer in the file; `spade select` chooses anew"
    return tuple(Problem(str(target.files.assertions), None, f"{name} {fact}") for name in stored.missing)


def _read(responses: Path | None, target: Target) -> ExampleSet:
    from spade_core.errors import ExamplesError
    from spade_core.examples import parse_examples
    from spade_core.storage import load_examples
    from spade_core.text import decode

    if responses is not None and str(responses) == "-":
        examples = parse_examples(decode(sys.stdin.buffer.read(), path="<stdin>"), "<stdin>")
    else:
        path = responses or target.examples
        if not path.exists():
            raise ExamplesError(str(path), None, "there is no such file")
        examples = load_examples(path)
    if not examples.examples and not examples.problems:
        raise ExamplesError(examples.path, None, "there are no responses to check")
    return examples
