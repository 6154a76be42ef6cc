"""Running a prompt for responses to label: which inputs have none yet, what that may cost, and doing it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from spade_core.errors import ExamplesError, ModelError
from spade_core.examples import Example
from spade_core.models import (
    MOST_ASKINGS,
    DryRun,
    Guess,
    LanguageModel,
    Request,
    Usage,
    most_of,
    tokens_in,
    tokens_of,
    user,
)
from spade_core.prompt_files import PromptTemplate
from spade_core.synthesis.responses import (
    MOST_TOKENS,
    Responses,
    inputs_request,
    proposed_inputs,
    respond,
    without_response,
)

NOTHING_TO_RUN = "every input has a response"
_EXPECTED_REPLY = 300
"""Tokens of a response, where there is none to go by."""
_EXPECTED_INPUT = 30
"""Tokens of one field of an input that is made up."""
_GONE_BY = 200
"""Responses that tell how long the next ones are."""

Place = tuple[Mapping[str, object], str]
"""An input, and where it stands."""


@dataclass(frozen=True, slots=True)
class RespondPlan:
    """What is to be run."""

    template: PromptTemplate
    wanted: Sequence[Mapping[str, object]]
    """Inputs without a response."""
    propose: int
    """How many inputs are to be made up."""
    unlike: Sequence[Mapping[str, object]]
    """What those are not to be like."""
    places: Mapping[int, str]
    """Where the wanted inputs stand, by the identity of their fields: two lines may hold the same."""
    known: Sequence[Example]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to run."""
        return not self.wanted and not self.propose


def plan_of(
    template: PromptTemplate,
    examples: Sequence[Example],
    inputs: Sequence[Place] = (),
    *,
    examples_path: str,
    propose: int = 0,
    more: bool = False,
    again: int = 0,
) -> RespondPlan:
    """Return what is to be run: examples and inputs without a response, and `propose` inputs yet to be made up.

    With `more` those are to be unlike all examples that are there. With `again` so many inputs of the examples are run
    again, where their responses are to another text of the prompt.
    """
    given = [(each.fields, f"{examples_path}:{each.line}") for each in examples if not each.response.strip()]
    placed = [*given, *inputs]
    repeated = without_response([each.fields for each in examples if each.response.strip()], template, examples)
    return RespondPlan(
        template,
        [*without_response([fields for fields, _ in placed], template, examples), *repeated[:again]],
        propose,
        [each.fields for each in examples] if more else [],
        {id(fields): place for fields, place in placed},
        examples,
    )


def inputs_in(text: str, path: str) -> list[Place]:
    """Return the inputs in JSON Lines with their places: a line is the fields, or an object with them under `example`.

    Raises:
        ExamplesError: a line is no such thing.
    """
    found: list[Place] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ExamplesError(path, number, f"not JSON: {error}") from error
        fields = value.get("example", value) if isinstance(value, dict) else None
        if not isinstance(fields, dict):
            raise ExamplesError(path, number, "an input is an object with the template's fields")
        found.append((fields, f"{path}:{number}"))
    return found


async def guess_of_responses(dry_run: DryRun, plan: RespondPlan, *, room: int = 0) -> Guess:
    """Return what a plan may come to; `dry_run` stands in for the model, and nothing is sent."""
    await respond(dry_run, plan.template, plan.wanted)
    noted = list(dry_run.noted)
    reply = _expected_reply(plan.known)
    usage = Usage(sum(map(tokens_of, noted)), reply * len(noted))
    most = most_of(noted, askings=1, room=room)
    if not plan.propose:
        return Guess(len(noted), usage, len(noted), most)
    names = [place.name for place in plan.template.placeholders]
    invent = inputs_request(plan.template, names, plan.propose, unlike=plan.unlike)
    run = Request((user(plan.template.text),), most_tokens=MOST_TOKENS)
    usage += Usage(tokens_of(invent), _EXPECTED_INPUT * max(len(names), 1) * plan.propose)
    usage += Usage((tokens_of(run) + _EXPECTED_INPUT * len(names)) * plan.propose, reply * plan.propose)
    most += most_of([invent], askings=MOST_ASKINGS, room=room)
    most += most_of([run] * plan.propose, askings=1, room=room)
    calls = len(noted) + plan.propose
    return Guess(calls + 1, usage, calls + MOST_ASKINGS, most)


def _expected_reply(known: Sequence[Example]) -> int:
    """Return how many tokens a response has, by those that are there."""
    lengths = [tokens_in(each.response) for each in known if each.response.strip()][:_GONE_BY]
    return round(sum(lengths) / len(lengths)) if lengths else _EXPECTED_REPLY


async def carried_out(
    model: LanguageModel,
    plan: RespondPlan,
    *,
    on_made_up: Callable[[int, int], None] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    on_example: Callable[[Example], None] | None = None,
) -> Responses:
    """Return the responses, those to made-up inputs last; what fails is noted and costs only itself.

    `on_made_up` is told how many inputs the model made up, and how many of them have no response yet; `on_example`
    each response once it is there.
    """
    found = await respond(
        model,
        plan.template,
        plan.wanted,
        place_of=lambda fields: plan.places.get(id(fields)),
        on_progress=on_progress,
        on_example=on_example,
    )
    if not plan.propose or found.stopped is not None:
        return found
    try:
        proposed = await proposed_inputs(model, plan.template, plan.propose, unlike=plan.unlike)
    except ModelError as error:  # what was answered before is kept
        notes = (*found.notes, f"no inputs were made up: {error}")
        return replace(found, notes=tuple(dict.fromkeys(notes)), missing=found.missing + plan.propose)
    made_up = without_response(proposed, plan.template, (*plan.known, *found.examples))
    if on_made_up is not None:
        on_made_up(len(proposed), len(made_up))
    made = await respond(model, plan.template, made_up, synthetic=True, on_progress=on_progress, on_example=on_example)
    return Responses(
        (*found.examples, *made.examples),
        tuple(dict.fromkeys((*found.notes, *made.notes))),
        made.stopped,
        found.missing + made.missing,
    )
