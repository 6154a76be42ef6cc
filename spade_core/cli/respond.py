"""``spade respond``: the prompt run on inputs by a model, to get responses to label."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError, ExitCode
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption, YesOption
from spade_core.cli.target import CommandTarget, find_target
from spade_core.errors import ModelError
from spade_core.report import counted

if TYPE_CHECKING:
    from spade_core.prompt_files import PromptTemplate


def respond(
    prompt: PromptArgument = None,
    template: TemplateOption = "",
    inputs: Annotated[
        Path | None,
        typer.Option("--inputs", metavar="FILE", help="Inputs as JSON Lines: each an object with the fields."),
    ] = None,
    propose: Annotated[
        int,
        typer.Option("--propose", min=0, max=200, metavar="N", help="Let the model make up N inputs; they are marked."),
    ] = 0,
    version: Annotated[
        int | None, typer.Option("--version", min=1, metavar="I", help="Run version P_I; by default the newest.")
    ] = None,
    more: Annotated[
        bool, typer.Option("--more", help="With --propose: other inputs than those it made up before.")
    ] = False,
    again: Annotated[
        int,
        typer.Option("--again", min=0, max=200, metavar="N", help="Run N inputs of the examples again."),
    ] = 0,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME", help="The model to run, instead of the settings'.")
    ] = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Say what it may cost, and stop there.")] = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> int:
    """Run the prompt on inputs that have no response yet, and add the responses to the examples file, unlabelled.

    Inputs come from --inputs, from lines of the examples file with an empty response, from --propose, and from --again:
    those of examples whose responses are to another text of the prompt. Exit code 5
    says that some got no response; the same command asks for what is missing.
    """
    from spade_core.application import OpenModels, Responding, inputs_at, no_model_fact
    from spade_core.cli.model_choice import chosen, with_environment
    from spade_core.cli.spending import forecast_words, forecasts_json, model_options, require_consent, tell_usage
    from spade_core.cli.trusting import for_estimates, refusal_of
    from spade_core.models import ModelSession
    from spade_core.settings import require_prices
    from spade_core.storage import add_examples, load_examples
    from spade_core.synthesis import NOTHING_TO_RUN, plan_of, usage_json

    output = Output(as_json)
    target = find_target(prompt, template, output, yes=yes)
    settings = chosen(with_environment(target.settings), model, None)
    if estimate:
        settings = for_estimates(settings, target.prompt.parent)
    if not settings.model_choices:
        raise CommandLineError(no_model_fact(settings, "set `model` in the settings, SPADE_MODEL, or --model"))
    choice = settings.model_choices[0]
    if not estimate and (fact := refusal_of(target.prompt.parent, output)):
        output.warn(fact)
        return ExitCode.INCOMPLETE
    require_prices(settings, [choice.name])
    text = _template(target, version)
    examples = load_examples(target.examples).examples
    given, path = inputs_at(inputs), str(target.examples)
    plan = plan_of(text, examples, given, examples_path=path, propose=propose, more=more, again=again)
    if plan.is_empty:
        output.note(f"{NOTHING_TO_RUN}; --inputs names more, --propose makes some up")
    with ModelSession(os.environ, model_options(settings, output)) as session:
        responding = Responding(OpenModels(session, settings, os.environ), choice, plan)
        forecast = responding.forecast()
        output.note(f"model {choice.name}: {forecast_words(forecast, settings)}")
        if estimate:
            if as_json:
                output.json({"estimate": forecasts_json([forecast], settings)})
            return ExitCode.OK
        try:
            require_consent(forecast, settings, output)
        except ModelError as error:
            output.warn(str(error))
            return ExitCode.INCOMPLETE
        name = choice.name
        found = responding.run(
            forecast,
            on_made_up=lambda made, new: _tell_made_up(made, new, name, output, more=bool(plan.unlike)),
        )
        usage = session.models.usage()
    add_examples(target.examples, found.examples)
    for note in found.notes:
        output.warn(note)
    tell_usage(usage, output, expected=forecast.usage)
    if as_json:
        output.json(
            {
                "examples_file": str(target.examples),
                "added": len(found.examples),
                "missing": found.missing,
                "notes": list(found.notes),
                "cost": usage_json(usage, expected=forecast.usage),
            }
        )
    if found.examples:
        told = counted(len(found.examples), "response")
        output.note(f"{told} to label in {target.examples}: `spade label` shows them one by one")
    return ExitCode.INCOMPLETE if found.missing else ExitCode.OK


def _template(target: CommandTarget, version: int | None) -> "PromptTemplate":
    from spade_core.pipeline import analyse

    versions = analyse(target.prompt, template=target.template).history.versions
    if version is None:
        return versions[-1].template
    known = {each.index: each.template for each in versions}
    if version not in known:
        raise CommandLineError(f"there is no version {version}; the newest is {versions[-1].index}")
    return known[version]


def _tell_made_up(proposed: int, new: int, model: str, output: Output, *, more: bool) -> None:
    output.note(f"{counted(new, 'input')} made up")
    if new < proposed:
        offer = "" if more else ": --more asks for others"
        output.note(f"{proposed - new} of the {proposed} that {model} makes up have a response already{offer}")
    elif not proposed:
        output.note(f"{model} made up nothing new; try another --model, or write inputs into a file for --inputs")
