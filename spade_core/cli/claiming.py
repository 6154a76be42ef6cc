"""What a model claims of which assertion subsumes which, on the command line."""

import os
from dataclasses import dataclass

from spade_core.cli.console import Output
from spade_core.cli.estimating import CLAIMING, claiming_forecast
from spade_core.cli.model_choice import with_environment
from spade_core.cli.spending import forecast_words, left_of, model_options, require_consent, tell_usage
from spade_core.cli.steps import RunInputs
from spade_core.cli.target import CommandTarget
from spade_core.cli.trusting import require_trust
from spade_core.errors import ModelError
from spade_core.report import counted
from spade_core.selection import Method
from spade_core.settings import Settings, require_prices
from spade_core.subsumption import SubsumptionEdge


@dataclass(frozen=True, slots=True)
class Claims:
    """What a model claims."""

    settings: Settings
    """With the budget that is left."""
    edges: tuple[SubsumptionEdge, ...] = ()
    failed: bool = False
    """Whether it was asked in vain."""


def model_claims(target: CommandTarget, inputs: RunInputs, output: Output, *, method: Method | None) -> Claims:
    """Return the claims of the dearest model; none, and why, without.

    Nothing is asked when no model is set or the method does not use subsumption.
    """
    settings = with_environment(target.settings)
    if not settings.model_choices or (method or settings.method) not in CLAIMING or len(inputs.stored.assertions) < 2:
        return Claims(target.settings)
    try:
        require_trust(target.prompt.parent, output)
    except ModelError as error:
        output.warn(f"no model tells which assertion subsumes which: {error}")
        return Claims(target.settings, failed=True)
    require_prices(settings, [settings.model_choices[-1].name])
    from spade_core.models import ModelSession
    from spade_core.synthesis import claims_of

    assertions = [assertion.candidate() for assertion in inputs.stored.assertions]
    with ModelSession(os.environ, model_options(settings, output)) as session:
        session.models.foresee(assertion.source for assertion in assertions)
        choice = settings.model_choices[-1]
        forecast = claiming_forecast(session, choice, assertions)
        output.note(f"subsumption {choice.name}: {forecast_words(forecast, settings)}")
        try:
            require_consent(forecast, settings, output)
            found = session.call(claims_of(session.models.model(choice), assertions))
        except ModelError as error:
            output.warn(f"no model tells which assertion subsumes which: {error}")
            tell_usage(session.models.usage(), output)
            return Claims(left_of(target.settings, session.models.usage()), failed=True)
        usage = session.models.usage()
        session.models.learn(forecast, [choice])
    for note in found.notes:
        output.note(note)
    output.note(f"{counted(len(found.edges), 'claim')} of subsumption; the data refutes what it can")
    tell_usage(usage, output)
    return Claims(left_of(target.settings, usage), found.edges)
