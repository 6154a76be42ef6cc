"""``spade respond``: the prompt run on inputs by a model, to get responses to label."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.errors import CommandLineError
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import Target, find_target
from spade_core.errors import ExamplesError
from spade_core.examples.example import Example

if TYPE_CHECKING:
    from spade_core.models import LanguageModel, ModelChoice
    from spade_core.models.session import ModelSession
    from spade_core.prompt_files.template import PromptTemplate
    from spade_core.synthesis.responses import Responses

_EXPECTED_REPLY = 300


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
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME", help="The model to run, instead of the settings'.")
    ] = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Say what it may cost, and stop there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Run the prompt on inputs that have no response yet, and add the responses to the examples file, unlabelled.

    Inputs come from --inputs, from lines of the examples file with an empty response, and from --propose.
    """
    from spade_core.cli.judging import options_of, tell_usage, with_environment
    from spade_core.cli.proposing import chosen
    from spade_core.models.session import ModelSession
    from spade_core.storage import add_examples, load_examples
    from spade_core.synthesis.reporting import usage_json
    from spade_core.synthesis.responses import without_response

    output = Output(as_json)
    target = find_target(prompt, template, output)
    settings = chosen(with_environment(target.settings), model, None)
    if not settings.model_choices:
        raise CommandLineError("no model is configured: set `model` in the settings, SPADE_MODEL, or --model")
    choice = settings.model_choices[0]
    text = _template(target, version)
    examples = load_examples(target.examples).examples
    given = [example.fields for example in examples if not example.response.strip()]
    wanted = without_response([*given, *_inputs(inputs)], text, examples)
    if not wanted and not propose:
        output.note("every input has a response; --inputs names more, --propose makes some up")
    with ModelSession(os.environ, options_of(settings)) as session:
        _tell_estimate(session, choice, text, wanted, propose, output)
        if estimate:
            return
        found = _run(session, session.models.model(choice), text, wanted, propose, examples, output)
        usage = session.models.usage()
    add_examples(target.examples, found.examples)
    for note in found.notes:
        output.warn(note)
    tell_usage(usage, output)
    if as_json:
        output.json(
            {
                "examples_file": str(target.examples),
                "added": len(found.examples),
                "notes": list(found.notes),
                "cost": usage_json(usage),
            }
        )
    output.note(f"{len(found.examples)} responses to label in {target.examples}: `spade label` shows them one by one")


def _template(target: Target, version: int | None) -> "PromptTemplate":
    from spade_core.pipeline import analyse

    versions = analyse(target.prompt, template=target.template).history.versions
    if version is None:
        return versions[-1].template
    known = {each.index: each.template for each in versions}
    if version not in known:
        raise CommandLineError(f"there is no version {version}; the newest is {versions[-1].index}")
    return known[version]


def _inputs(path: Path | None) -> list[Mapping[str, object]]:
    """Return the inputs of a file: a line is the fields, or an object with them under `example`."""
    from spade_core.storage.text_file import read_text_file

    if path is None:
        return []
    file = read_text_file(path)
    if file is None:
        raise ExamplesError(str(path), None, "there is no such file")
    found: list[Mapping[str, object]] = []
    for number, line in enumerate(file.text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ExamplesError(str(path), number, f"not JSON: {error}") from error
        fields = value.get("example", value) if isinstance(value, dict) else None
        if not isinstance(fields, dict):
            raise ExamplesError(str(path), number, "an input is an object with the template's fields")
        found.append(fields)
    return found


def _tell_estimate(
    session: "ModelSession",
    choice: "ModelChoice",
    template: "PromptTemplate",
    wanted: Sequence[Mapping[str, object]],
    propose: int,
    output: Output,
) -> None:
    from spade_core.models import Usage
    from spade_core.models.tokens import tokens_of
    from spade_core.synthesis.responses import inputs_request
    from spade_core.synthesis.responses import respond as run

    rehearsal = session.models.rehearsal(choice)
    session.call(run(rehearsal, template, wanted))
    sent = [tokens_of(request) for request in rehearsal.noted]
    usage = Usage(sum(sent), _EXPECTED_REPLY * len(sent))
    if propose:
        share = Usage(tokens_of(inputs_request(template, [], propose)), _EXPECTED_REPLY * propose)
        usage += share + Usage(share.input * propose, share.output)
    price = session.models.price(choice)
    money = f", {price.of(usage):.4f} in money" if price else ""
    calls = len(sent) + (propose + 1 if propose else 0)
    output.note(f"model {choice.name}: about {calls} calls, {usage.total} tokens{money}")


def _run(
    session: "ModelSession",
    model: "LanguageModel",
    template: "PromptTemplate",
    wanted: Sequence[Mapping[str, object]],
    propose: int,
    known: Sequence[Example],
    output: Output,
) -> "Responses":
    from spade_core.synthesis.responses import Responses, proposed_inputs, without_response
    from spade_core.synthesis.responses import respond as run

    found = session.call(run(model, template, wanted))
    if not propose or found.stopped is not None:
        return found
    proposed = session.call(proposed_inputs(model, template, propose))
    made_up = without_response(proposed, template, (*known, *found.examples))
    output.note(f"{len(made_up)} inputs made up")
    more = session.call(run(model, template, made_up, synthetic=True))
    return Responses((*found.examples, *more.examples), tuple(dict.fromkeys((*found.notes, *more.notes))), more.stopped)
