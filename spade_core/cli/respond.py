"""``spade respond``: the prompt run on inputs by a model, to get responses to label."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.errors import CommandLineError
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import Target, find_target
from spade_core.errors import ExamplesError, ModelError
from spade_core.examples.example import Example
from spade_core.models import Usage
from spade_core.report.visible import counted
from spade_core.settings import Settings

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
    more: Annotated[
        bool, typer.Option("--more", help="With --propose: other inputs than those it made up before.")
    ] = False,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME", help="The model to run, instead of the settings'.")
    ] = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Say what it may cost, and stop there.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Run the prompt on inputs that have no response yet, and add the responses to the examples file, unlabelled.

    Inputs come from --inputs, from lines of the examples file with an empty response, and from --propose. Exit code 5
    says that some got no response; the same command asks for what is missing.
    """
    from spade_core.cli.model_choice import chosen, with_environment
    from spade_core.cli.spending import options_of, require_prices, tell_usage
    from spade_core.models.session import ModelSession
    from spade_core.storage import add_examples, load_examples
    from spade_core.synthesis.material import material_of
    from spade_core.synthesis.reporting import usage_json
    from spade_core.synthesis.responses import without_response

    output = Output(as_json)
    target = find_target(prompt, template, output)
    settings = chosen(with_environment(target.settings), model, None)
    if not settings.model_choices:
        raise CommandLineError(_no_model(settings))
    choice = settings.model_choices[0]
    require_prices(settings, [choice.name])
    text = _template(target, version)
    examples = load_examples(target.examples).examples
    given = [(e.fields, f"{target.examples}:{e.line}") for e in examples if not e.response.strip()]
    placed = [*given, *_inputs(inputs)]
    wanted = without_response([fields for fields, _ in placed], text, examples)
    if not wanted and not propose:
        output.note("every input has a response; --inputs names more, --propose makes some up")
    unlike = [each.fields for each in examples] if more else []
    plan = _Plan(text, wanted, propose, unlike, {id(fields): place for fields, place in placed})
    with ModelSession(os.environ, options_of(settings, output)) as session:
        session.models.foresee([text.text, *material_of((), examples)])
        expected = _tell_estimate(session, choice, plan, output)
        if estimate:
            if as_json:
                output.json({"estimate": expected.as_json()})
            return ExitCode.OK
        found = _run(session, session.models.model(choice), plan, examples, output)
        usage = session.models.usage()
    add_examples(target.examples, found.examples)
    for note in found.notes:
        output.warn(note)
    tell_usage(usage, output, expected=expected.usage)
    if as_json:
        output.json(
            {
                "examples_file": str(target.examples),
                "added": len(found.examples),
                "missing": found.missing,
                "notes": list(found.notes),
                "cost": usage_json(usage, expected=expected.usage),
            }
        )
    if found.examples:
        told = counted(len(found.examples), "response")
        output.note(f"{told} to label in {target.examples}: `spade label` shows them one by one")
    return ExitCode.INCOMPLETE if found.missing else ExitCode.OK


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be run."""

    template: "PromptTemplate"
    wanted: Sequence[Mapping[str, object]]
    propose: int
    """How many inputs are to be made up."""
    unlike: Sequence[Mapping[str, object]]
    """What those are not to be like."""
    places: Mapping[int, str]
    """Where the wanted inputs stand, by the identity of their fields: two lines may hold the same."""


@dataclass(frozen=True, slots=True)
class _Expected:
    """What that may cost."""

    calls: int
    usage: Usage
    money: float | None

    def as_json(self) -> dict[str, object]:
        return {
            "calls": self.calls,
            "input_tokens": self.usage.input,
            "output_tokens": self.usage.output,
            "money": self.money,
        }


def _no_model(settings: Settings) -> str:
    if settings.models is None:
        where = f" of {settings.source}" if settings.source else ""
        return f"models are switched off here: models = false in the settings{where}"
    return "no model is configured: set `model` in the settings, SPADE_MODEL, or --model"


def _template(target: Target, version: int | None) -> "PromptTemplate":
    from spade_core.pipeline import analyse

    versions = analyse(target.prompt, template=target.template).history.versions
    if version is None:
        return versions[-1].template
    known = {each.index: each.template for each in versions}
    if version not in known:
        raise CommandLineError(f"there is no version {version}; the newest is {versions[-1].index}")
    return known[version]


def _inputs(path: Path | None) -> list[tuple[Mapping[str, object], str]]:
    """Return the inputs of a file with their places: a line is the fields, or an object with them under `example`."""
    from spade_core.storage.text_file import read_text_file

    if path is None:
        return []
    file = read_text_file(path)
    if file is None:
        raise ExamplesError(str(path), None, "there is no such file")
    found: list[tuple[Mapping[str, object], str]] = []
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
        found.append((fields, f"{path}:{number}"))
    return found


def _tell_estimate(session: "ModelSession", choice: "ModelChoice", plan: _Plan, output: Output) -> _Expected:
    from spade_core.cli.spending import money_words, tokens_words
    from spade_core.models.tokens import tokens_of
    from spade_core.synthesis.responses import inputs_request
    from spade_core.synthesis.responses import respond as run

    rehearsal = session.models.rehearsal(choice)
    session.call(run(rehearsal, plan.template, plan.wanted))
    sent = [tokens_of(request) for request in rehearsal.noted]
    usage = Usage(sum(sent), _EXPECTED_REPLY * len(sent))
    if plan.propose:
        asked = tokens_of(inputs_request(plan.template, [], plan.propose, unlike=plan.unlike))
        filled = tokens_of(inputs_request(plan.template, [], plan.propose))
        usage += Usage(asked + filled * plan.propose, 2 * _EXPECTED_REPLY * plan.propose)
    price = session.models.price(choice)
    calls = len(sent) + (plan.propose + 1 if plan.propose else 0)
    prices = {choice.name: price} if price else {}
    money = money_words(usage, choice.name, prices)
    output.note(f"model {choice.name}: about {counted(calls, 'call')}, {tokens_words(usage)}; {money}")
    return _Expected(calls, usage, price.of(usage) if price else None)


def _run(
    session: "ModelSession", model: "LanguageModel", plan: _Plan, known: Sequence[Example], output: Output
) -> "Responses":
    from spade_core.synthesis.responses import Responses, proposed_inputs, without_response
    from spade_core.synthesis.responses import respond as run

    found = session.call(run(model, plan.template, plan.wanted, place_of=lambda fields: plan.places.get(id(fields))))
    if not plan.propose or found.stopped is not None:
        return found
    try:
        proposed = session.call(proposed_inputs(model, plan.template, plan.propose, unlike=plan.unlike))
    except ModelError as error:  # what was answered before is kept
        notes = (*found.notes, f"no inputs were made up: {error}")
        return replace(found, notes=tuple(dict.fromkeys(notes)), missing=found.missing + plan.propose)
    made_up = without_response(proposed, plan.template, (*known, *found.examples))
    _tell_made_up(len(proposed), len(made_up), model.name, output, more=bool(plan.unlike))
    made = session.call(run(model, plan.template, made_up, synthetic=True))
    return Responses(
        (*found.examples, *made.examples),
        tuple(dict.fromkeys((*found.notes, *made.notes))),
        made.stopped,
        found.missing + made.missing,
    )


def _tell_made_up(proposed: int, new: int, model: str, output: Output, *, more: bool) -> None:
    output.note(f"{counted(new, 'input')} made up")
    if new < proposed:
        offer = "" if more else ": --more asks for others"
        output.note(f"{proposed - new} of the {proposed} that {model} makes up have a response already{offer}")
    elif not proposed:
        output.note(f"{model} made up nothing new; try another --model, or write inputs into a file for --inputs")
