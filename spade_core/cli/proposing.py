"""Models on the command line: what a synthesis would cost, the synthesis itself, and what is told of it."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spade_core.cli.console import Output
from spade_core.cli.spending import forecast_words, forecasts_json, model_options, require_consent, tell_usage
from spade_core.cli.target import CommandTarget
from spade_core.cli.trusting import for_estimates, require_trust
from spade_core.models import UsageReport
from spade_core.pipeline import Analysis, deltas_for_models
from spade_core.report import in_line
from spade_core.settings import Settings, require_prices

if TYPE_CHECKING:
    from spade_core.examples import Example
    from spade_core.models import Forecast
    from spade_core.synthesis import Synthesis

_MOST_UNMET = 5


@dataclass(frozen=True, slots=True)
class CommandSynthesis:
    """What a synthesis from the command line gave."""

    analysis: Analysis
    """With the models' criteria and candidates beside the others; as it was, after an estimate alone."""
    settings: Settings
    forecast: "Forecast"
    synthesis: "Synthesis | None" = None
    usage: UsageReport = field(default_factory=UsageReport)

    @property
    def is_whole(self) -> bool:
        """Whether the models did all of their part."""
        return self.synthesis is None or self.synthesis.is_whole


def propose(
    target: CommandTarget,
    analysis: Analysis,
    settings: Settings,
    examples: "Sequence[Example]",
    output: Output,
    *,
    estimate_only: bool = False,
) -> CommandSynthesis:
    """Return what the models of the settings add to an analysis, after telling what it may cost.

    An estimate alone needs neither a key nor a network.

    Raises:
        ModelError: no model can be used at all, or the repository is not trusted; nothing was spent.
        SettingsError: there is a budget in money that cannot be kept; nothing was spent.
    """
    from spade_core.application import OpenModels, Proposing
    from spade_core.models import ModelSession
    from spade_core.sandbox import Sandbox
    from spade_core.storage import load_assertions
    from spade_core.synthesis import DemonstrationStore, demonstrations_file, forget_gone

    if estimate_only:
        settings = for_estimates(settings, target.prompt.parent)
    else:
        require_trust(target.prompt.parent, output)
    require_prices(settings, [choice.name for choice in settings.model_choices])
    with ExitStack() as exits:
        session = exits.enter_context(ModelSession(os.environ, model_options(settings, output)))
        store = exits.enter_context(DemonstrationStore(demonstrations_file(os.environ)))
        proposing = Proposing(OpenModels(session, settings, os.environ), store, analysis, examples)
        forecast = proposing.forecast()
        names = ", then ".join(choice.name for choice in settings.model_choices)
        words = forecast_words(forecast, settings, when=", when the first model does it")
        output.note(f"models {names}: {words}")
        if estimate_only:
            return CommandSynthesis(analysis, settings, forecast)
        require_consent(forecast, settings, output)
        sandbox = exits.enter_context(Sandbox())
        with output.progress() as progress:
            task = progress.add_task("asking models", total=2 * len(deltas_for_models(analysis)) or None)
            made = proposing.run(
                sandbox,
                forecast,
                on_progress=lambda done, total: progress.update(task, completed=done, total=total),
            )
        forget_gone(store, load_assertions(target.files))
        for fault in made.faults:
            output.warn(fault)
        for note in made.notes:
            output.note(note)
        proposed = CommandSynthesis(made.analysis, settings, forecast, made.synthesis, session.models.usage())
    _tell(proposed, output)
    return proposed


def estimate_json(proposed: CommandSynthesis | None) -> dict[str, object]:
    """Return the estimate as JSON; of nothing, when no model is configured."""
    return (
        forecasts_json([proposed.forecast], proposed.settings) if proposed is not None else {"calls": 0, "money": 0.0}
    )


def proposed_json(proposed: CommandSynthesis | None) -> dict[str, object]:
    """Return what models added, as JSON; nothing when there are none."""
    from spade_core.synthesis import synthesis_json, usage_json

    if proposed is None or proposed.synthesis is None:
        return {}
    return {
        "estimate": estimate_json(proposed),
        "synthesis": synthesis_json(proposed.synthesis),
        "cost": usage_json(proposed.usage, expected=proposed.forecast.usage),
    }


def _tell(proposed: CommandSynthesis, output: Output) -> None:
    synthesis = proposed.synthesis
    if synthesis is None:
        return
    for note in synthesis.notes:
        output.note(note)
    if synthesis.unmet:
        unmet, all_of = len(synthesis.unmet), len(synthesis.criteria)
        output.note(f"{unmet} of {all_of} criteria of the models have no function that works:")
        for each in synthesis.unmet[:_MOST_UNMET]:
            output.note(f"  {each.criterion.description}  ({in_line(each.reason)})")
        if unmet > _MOST_UNMET:
            output.note(f"  and {unmet - _MOST_UNMET} more: --json has all")
    tell_usage(proposed.usage, output, expected=proposed.forecast.usage)
    if synthesis.stopped is not None:
        output.warn(f"stopped early: {synthesis.stopped}; the same command goes on from there")
    elif not synthesis.is_whole:
        undone, deltas = len(synthesis.undone), len(proposed.analysis.classifications)
        output.warn(f"models failed on {undone} of {deltas} deltas; the same command asks for what is missing")
