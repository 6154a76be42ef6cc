"""What a model claims of which assertion subsumes which, on the command line."""

import os

from spade_core.cli.console import Output
from spade_core.cli.judging import left_of, options_of, tell_usage, with_environment
from spade_core.cli.steps import Inputs
from spade_core.cli.target import Target
from spade_core.errors import ModelError
from spade_core.selection.thresholds import Method
from spade_core.settings import Settings
from spade_core.subsumption import SubsumptionEdge

_WANTED = {Method.SUBSUMPTION, Method.NO_EXAMPLES}


def model_claims(
    target: Target, inputs: Inputs, output: Output, *, method: Method | None
) -> tuple[tuple[SubsumptionEdge, ...], Settings]:
    """Return the claims of the dearest model, and the settings with the budget that is left; none, and why, without.

    Nothing is asked when no model is set or the method does not use subsumption.
    """
    settings = with_environment(target.settings)
    if not settings.model_choices or (method or settings.method) not in _WANTED or len(inputs.stored.assertions) < 2:
        return (), target.settings
    from spade_core.models.session import ModelSession
    from spade_core.synthesis.claims_step import claims_of

    assertions = [assertion.candidate() for assertion in inputs.stored.assertions]
    with ModelSession(os.environ, options_of(settings)) as session:
        try:
            found = session.call(claims_of(session.models.model(settings.model_choices[-1]), assertions))
        except ModelError as error:
            output.warn(f"no model tells which assertion subsumes which: {error}")
            return (), left_of(target.settings, session.models.usage())
        usage = session.models.usage()
    for note in found.notes:
        output.note(note)
    output.note(f"{len(found.edges)} claims of subsumption; the data refutes what it can")
    tell_usage(usage, output)
    return found.edges, left_of(target.settings, usage)
