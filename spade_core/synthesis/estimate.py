"""What a synthesis would cost, before anything is spent."""

import re
from collections.abc import Sequence

from spade_core.deltas import PromptDelta
from spade_core.models import MOST_ASKINGS, Guess, LanguageModel, Request, Usage, most_of, tokens_of
from spade_core.synthesis.criteria_step import criteria_request
from spade_core.synthesis.function_step import FunctionInput, Means, functions_request
from spade_core.synthesis.synthesis import Samples, synthesise
from spade_core.synthesis.trials import Executor
from spade_core.synthesis.writing import MOST_TURNS

_A_CRITERION = 45
"""Tokens of one criterion in a reply."""
_A_FUNCTION = 110
_SENT_CRITERION = 35
"""Tokens of one criterion in a request of step two."""
_COMES_BACK = 0.5
"""Of the functions, those that labelled responses send back once: they catch nothing or everything, or fail too many
good ones, as 107 of 187 that GPT-4 wrote for the pipelines of the paper."""
_NUMBERED = re.compile(r"^\d+\. .* \(from \"", re.MULTILINE)


async def guess_of_synthesis(
    deltas: Sequence[PromptDelta],
    dry_run: LanguageModel,
    noted: Sequence[Request],
    executor: Executor,
    *,
    models: int,
    room: int = 0,
    samples: Samples | None = None,
    means: Means | None = None,
) -> Guess:
    """Return what `synthesise` may come to: a criterion for each changed sentence, a function for each criterion.

    Where there are labelled responses, a second turn is foreseen for what they send back.
    `dry_run` stands in for the first of so many `models` and adds to `noted` the requests it has no reply for.
    """
    await synthesise(deltas, [dry_run], executor, samples=samples, means=means)
    asked = {criteria_request(delta).messages: delta for delta in deltas if delta.changes}
    calls, most_calls, usage, most = 0.0, 0, Usage(), Usage()
    for request in noted:
        if (delta := asked.get(request.messages)) is not None:
            criteria = len(delta.changes)
            usage += Usage(tokens_of(request), _A_CRITERION * criteria)
            calls, most_calls = calls + 1, most_calls + MOST_ASKINGS
            most += most_of([request], askings=MOST_ASKINGS, room=room)
            second = functions_request(
                (), given=FunctionInput(delta.after.template.text, (), executor.shown), means=means
            )
            sent = tokens_of(second) + _SENT_CRITERION * criteria
        else:
            second, criteria = request, len(_NUMBERED.findall(request.messages[-1].text.partition("</criteria-")[0]))
            sent = tokens_of(request)
        written = _A_FUNCTION * criteria
        usage += Usage(sent, written)
        calls, most_calls = calls + 1, most_calls + MOST_TURNS * MOST_ASKINGS
        if executor.shown:  # labelled responses, on which the functions are tried
            again = 1 - (1 - _COMES_BACK) ** criteria
            usage += Usage(round(again * (sent + written)), round(_COMES_BACK * written))
            calls += again
        most += most_of([second], askings=MOST_TURNS * MOST_ASKINGS, room=room)
    return Guess(round(calls), usage, most_calls * models, Usage(most.input * models, most.output * models))
