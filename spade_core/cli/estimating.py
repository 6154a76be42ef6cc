"""``--estimate`` where assertions run: what the models may cost, told while nothing runs and nothing is asked."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.cli.console import Output
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.model_choice import with_environment
from spade_core.cli.spending import money_words, options_of, tokens_words
from spade_core.cli.target import Target
from spade_core.errors import ModelError
from spade_core.examples.example import Example
from spade_core.models import ModelChoice, Request, Usage
from spade_core.report.visible import counted
from spade_core.selection.thresholds import Method
from spade_core.settings import Settings
from spade_core.settings.prices import require_prices

if TYPE_CHECKING:
    from spade_core.models.session import ModelSession

EXPECTED_VERDICT: Final = 40
"""Tokens of an answer with its reason."""
_EXPECTED_THOUGHTS: Final = 800
_EXPECTED_PAIRS: Final = 400
_CLAIMING: Final = frozenset({Method.SUBSUMPTION, Method.NO_EXAMPLES})


@dataclass(frozen=True, slots=True)
class Part:
    """What one model may be asked."""

    what: str
    model: str
    calls: int
    usage: Usage
    money: float | None
    """None without a price."""


def estimate_selection(
    target: Target, output: Output, *, method: Method | None = None, with_unlabelled: bool = False
) -> int:
    """Tell what it may cost to evaluate the assertions, and to select among them by a method; nothing is written."""
    from spade_core.cli.steps import prompted
    from spade_core.pipeline import analyse
    from spade_core.selection.judged import worth_judging
    from spade_core.storage import load_assertions, load_examples

    analysis = analyse(target.prompt, template=target.template)
    stored = [assertion.candidate() for assertion in load_assertions(target.files).assertions]
    candidates = stored or analysis.candidates
    sources = [each.source for each in candidates]
    template = analysis.history.versions[-1].template
    examples = prompted(load_examples(target.examples), template, sources, output).examples
    every = with_unlabelled and worth_judging(examples)
    asked = [example for example in examples if every or example.label is not None]
    return tell_estimate(target, candidates, asked, output, claims=method in _CLAIMING)


def tell_estimate(
    target: Target,
    candidates: Sequence[CandidateAssertion],
    examples: Sequence[Example],
    output: Output,
    *,
    claims: bool = False,
) -> int:
    """Tell what the models may cost when these assertions run on these examples; needs no key and no network.

    Raises:
        SettingsError: there is a budget in money that cannot be kept.
    """
    parts = _parts(with_environment(target.settings), candidates, examples, claims=claims)
    for part in parts:
        usage = f"{tokens_words(part.usage)}; " if part.calls else "every reply is in the cache"
        money = money_words(part.usage, part.model, target.settings.prices) if part.calls else ""
        output.note(f"{part.what} {part.model}: about {counted(part.calls, 'call')}, {usage}{money}")
    if not parts:
        output.note("no model would be asked: nothing will be spent")
    if output.as_json:
        output.json({"estimate": _as_json(parts)})
    return ExitCode.OK


def _as_json(parts: Sequence[Part]) -> dict[str, object]:
    known = [part.money for part in parts if part.money is not None]
    return {
        "calls": sum(part.calls for part in parts),
        "input_tokens": sum(part.usage.input for part in parts),
        "output_tokens": sum(part.usage.output for part in parts),
        "money": sum(known) if len(known) == len(parts) else None,
    }


def _parts(
    settings: Settings, candidates: Sequence[CandidateAssertion], examples: Sequence[Example], *, claims: bool
) -> list[Part]:
    from spade_core.models.session import ModelSession

    requests = _questions(settings, candidates, examples)
    judge = settings.judge_choice if requests else None
    claimer = settings.model_choices[-1] if claims and settings.model_choices and len(candidates) > 1 else None
    chosen = [choice for choice in (judge, claimer) if choice is not None]
    if not chosen:
        return []
    require_prices(settings, [choice.name for choice in chosen])
    parts: list[Part] = []
    with ModelSession(os.environ, options_of(settings)) as session:
        session.models.foresee(message.text for request in requests for message in request.messages)
        if judge is not None:
            parts.append(_judging(session, judge, requests))
        if claimer is not None:
            parts.append(_claiming(session, claimer, candidates))
    return parts


def _questions(
    settings: Settings, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]
) -> list[Request]:
    """Return the judge's requests: one for each assertion that asks and each response, as often as it is repeated."""
    from spade_core.sandbox import preflight
    from spade_core.synthesis.verdicts import verdict_request

    asking = [found.question or each.name for each in candidates if (found := preflight(each.source)).asks_judge]
    material = dict.fromkeys((each.prompt, each.response) for each in examples)
    return [
        verdict_request(prompt, response, question, repeat=repeat)
        for question in dict.fromkeys(asking)
        for prompt, response in material
        for repeat in range(settings.judge_repeats)
    ]


def _judging(session: "ModelSession", choice: ModelChoice, requests: Sequence[Request]) -> Part:
    from spade_core.models.tokens import tokens_of

    rehearsal = session.models.rehearsal(choice)

    async def rehearse() -> None:
        for request in requests:
            try:
                await rehearsal.reply(request)
            except ModelError:
                continue

    session.call(rehearse())
    calls = len(rehearsal.noted)
    usage = Usage(sum(map(tokens_of, rehearsal.noted)), EXPECTED_VERDICT * calls)
    return _part(session, "judge", choice, calls, usage)


def _claiming(session: "ModelSession", choice: ModelChoice, candidates: Sequence[CandidateAssertion]) -> Part:
    """Return what asking for subsumption may cost: two calls, of which the second sends the first one's reply."""
    from spade_core.models.tokens import tokens_of
    from spade_core.synthesis.claims_step import claims_of

    rehearsal = session.models.rehearsal(choice)
    try:
        session.call(claims_of(rehearsal, candidates))
    except ModelError:
        sent = sum(map(tokens_of, rehearsal.noted[:1]))
        first = bool(rehearsal.noted) and rehearsal.noted[0].schema is None
        usage = Usage(sent, _EXPECTED_PAIRS)
        if first:
            usage += Usage(sent + _EXPECTED_THOUGHTS, _EXPECTED_THOUGHTS)
        return _part(session, "subsumption", choice, 1 + first, usage)
    return _part(session, "subsumption", choice, 0, Usage())


def _part(session: "ModelSession", what: str, choice: ModelChoice, calls: int, usage: Usage) -> Part:
    price = session.models.price(choice)
    return Part(what, choice.name, calls, usage, price.of(usage) if price else None)
