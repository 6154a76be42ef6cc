"""Models on the command line: what a synthesis would cost, the synthesis itself, and what is told of it."""

import os
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from spade_core.cli.console import Output
from spade_core.cli.spending import money_words, options_of, tell_usage, tokens_words
from spade_core.cli.target import Target
from spade_core.errors import ModelError
from spade_core.models import ModelChoice, UsageReport
from spade_core.pipeline import Analysis, analyse_with_models
from spade_core.report.visible import counted, in_line
from spade_core.settings import Settings
from spade_core.settings.prices import require_prices

if TYPE_CHECKING:
    from spade_core.models.session import ModelSession
    from spade_core.synthesis.demonstrations import DemonstrationStore
    from spade_core.synthesis.estimate import Estimate
    from spade_core.synthesis.shelf import Shelf
    from spade_core.synthesis.synthesis import Samples, Synthesis
    from spade_core.synthesis.trials import Executor

_MOST_UNMET = 5


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a synthesis from the command line gave."""

    analysis: Analysis
    """With the models' criteria and candidates beside the others; as it was, after an estimate alone."""
    estimate: "Estimate"
    synthesis: "Synthesis | None" = None
    usage: UsageReport = field(default_factory=UsageReport)

    @property
    def is_whole(self) -> bool:
        """Whether the models did all of their part."""
        return self.synthesis is None or self.synthesis.is_whole


def propose(
    target: Target, analysis: Analysis, settings: Settings, output: Output, *, estimate_only: bool = False
) -> Proposed:
    """Return what the models of the settings add to an analysis, after telling what it may cost.

    An estimate alone needs neither a key nor a network.

    Raises:
        ModelError: no model can be used at all; nothing was spent.
        SettingsError: there is a budget in money that cannot be kept; nothing was spent.
    """
    from spade_core.models.folders import user_folders
    from spade_core.models.session import ModelSession
    from spade_core.sandbox import Sandbox
    from spade_core.storage import load_examples
    from spade_core.synthesis.demonstrations import DemonstrationStore
    from spade_core.synthesis.function_step import Means
    from spade_core.synthesis.material import material_of
    from spade_core.synthesis.shelf import Shelf
    from spade_core.synthesis.trials import Executor

    require_prices(settings, [choice.name for choice in settings.model_choices])
    examples = load_examples(target.examples).examples
    with_judge = settings.judge_choice is not None
    with ExitStack() as exits:
        session = exits.enter_context(ModelSession(os.environ, options_of(settings, output)))
        store = exits.enter_context(DemonstrationStore(user_folders(os.environ).data / "demonstrations.sqlite"))
        session.models.foresee(material_of(analysis.history.versions, examples))
        preview = Shelf(store, readers=_readers(settings), embedding_model=settings.embedding_model, read_only=True)
        estimate = _estimate(session, settings, analysis, preview)
        _tell_estimate(estimate, settings, output)
        if estimate_only:
            return Proposed(analysis, estimate)
        models = _usable(session, settings.model_choices, output)
        sandbox = exits.enter_context(Sandbox())
        executor = Executor(sandbox, examples, tau=settings.tau, has_judge=with_judge)
        shelf = _shelf(session, settings, store)
        with _bar(output) as progress:
            task = progress.add_task("asking", total=2 * len(analysis.classifications) or None)
            enriched, synthesis = session.call(
                analyse_with_models(
                    analysis,
                    [session.models.model(choice) for choice in models],
                    executor,
                    samples=shelf,
                    means=Means.here(judge=with_judge),
                    on_progress=lambda done, total: progress.update(task, completed=done, total=total),
                )
            )
        if settings.demonstrations:
            shelf.keep()
        for note in shelf.notes:
            output.note(note)
        proposed = Proposed(enriched, estimate, synthesis, session.models.usage())
    _tell(proposed, output)
    return proposed


def estimate_json(proposed: Proposed | None) -> dict[str, object]:
    """Return the estimate as JSON; of nothing, when no model is configured."""
    from spade_core.synthesis import reporting

    return reporting.estimate_json(proposed.estimate) if proposed is not None else {"calls": 0, "money": 0.0}


def proposed_json(proposed: Proposed | None) -> dict[str, object]:
    """Return what models added, as JSON; nothing when there are none."""
    from spade_core.synthesis.reporting import synthesis_json, usage_json

    if proposed is None or proposed.synthesis is None:
        return {}
    return {
        "estimate": estimate_json(proposed),
        "synthesis": synthesis_json(proposed.synthesis),
        "cost": usage_json(proposed.usage, expected=proposed.estimate.usage),
    }


def _usable(session: "ModelSession", choices: tuple[ModelChoice, ...], output: Output) -> list[ModelChoice]:
    """Return the models that can be reached by what the environment gives; raise when there is none."""
    usable: list[ModelChoice] = []
    faults: list[ModelError] = []
    for choice in choices:
        try:
            session.models.model(choice)
        except ModelError as error:
            faults.append(error)
        else:
            usable.append(choice)
    if not usable and faults:
        raise faults[0]
    for fault in faults:
        output.warn(str(fault))
    return usable


def _estimate(session: "ModelSession", settings: Settings, analysis: Analysis, samples: "Samples") -> "Estimate":
    from spade_core.synthesis.estimate import estimate_of
    from spade_core.synthesis.function_step import Means

    first = settings.model_choices[0]
    rehearsal = session.models.rehearsal(first)
    deltas = [classification.delta for classification in analysis.classifications]
    return session.call(
        estimate_of(
            deltas,
            rehearsal,
            rehearsal.noted,
            _no_trials(settings),
            models=len(settings.model_choices),
            price=session.models.price(first),
            samples=samples,
            means=Means.here(judge=settings.judge_choice is not None),
        )
    )


def _shelf(session: "ModelSession", settings: Settings, store: "DemonstrationStore") -> "Shelf":
    from spade_core.synthesis.demonstrations import project_hash
    from spade_core.synthesis.shelf import Shelf

    name = settings.embedding_model
    embedder = session.models.embedder(ModelChoice(name, settings.base_url)) if name else None
    return Shelf(
        store,
        readers=_readers(settings),
        project=project_hash(settings.folder),
        embedder=embedder,
        embedding_model=name,
        is_private=session.models.holds_secret,
    )


def _readers(settings: Settings) -> frozenset[str]:
    """Return the endpoints elsewhere that a synthesis with these settings sends to."""
    from spade_core.models.audience import readers_of

    name = settings.embedding_model
    vectors = (ModelChoice(name, settings.base_url),) if name else ()
    return readers_of((*settings.model_choices, *vectors), os.environ)


def _no_trials(settings: Settings) -> "Executor":
    from spade_core.sandbox import Sandbox
    from spade_core.synthesis.trials import Executor

    return Executor(Sandbox(), (), tau=settings.tau)


def _bar(output: Output) -> Progress:
    columns = (TextColumn("asking models"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=output.err, transient=True, disable=not output.err.is_terminal)


def _tell_estimate(estimate: "Estimate", settings: Settings, output: Output) -> None:
    names = ", then ".join(choice.name for choice in settings.model_choices)
    if not estimate.calls:
        output.note(f"models {names}: every reply is in the cache")
        return
    calls, most = counted(estimate.calls, "call"), counted(estimate.most_calls, "call")
    money = money_words(estimate.usage, settings.model_choices[0].name, settings.prices)
    output.note(
        f"models {names}: about {calls}, {tokens_words(estimate.usage)}, when the first model does it at once; "
        f"at most {most}; {money}"
    )


def _tell(proposed: Proposed, output: Output) -> None:
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
    tell_usage(proposed.usage, output, expected=proposed.estimate.usage)
    if synthesis.stopped is not None:
        output.warn(f"stopped early: {synthesis.stopped}; the same command goes on from there")
    elif not synthesis.is_whole:
        undone, deltas = len(synthesis.undone), len(proposed.analysis.classifications)
        output.warn(f"models failed on {undone} of {deltas} deltas; the same command asks for what is missing")
