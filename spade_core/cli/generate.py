"""``spade generate``: propose assertions for every delta and merge them into the assertions file."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.options import EstimateOption, JsonOption, PromptArgument, TemplateOption, YesOption
from spade_core.cli.target import find_target
from spade_core.errors import ModelError, StorageError

if TYPE_CHECKING:
    from spade_core.cli.proposing import CommandSynthesis
    from spade_core.examples import Example

ModelOption = Annotated[
    str | None, typer.Option("--model", metavar="NAME", help="A model that proposes too, instead of the settings'.")
]
NoModelOption = Annotated[bool, typer.Option("--no-model", help="Read from the words alone; call no model.")]
BudgetOption = Annotated[
    float | None, typer.Option("--budget", min=0, help="Money that this run may cost at most; it needs prices.")
]


def generate(
    prompt: PromptArgument = None,
    template: TemplateOption = "",
    model: ModelOption = None,
    no_model: NoModelOption = False,
    estimate: EstimateOption = False,
    budget: BudgetOption = None,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> int:
    """Propose assertions from the prompt's history and merge them into *.assertions.py; your edits stay.

    Without a model they are read from the words. With one (in the settings, SPADE_MODEL or --model) it proposes too;
    exit code 5 says that it failed, in part at least: what it did is kept, and the same command goes on from there.
    """
    from spade_core import pipeline
    from spade_core.cli.judging import with_asked_scores
    from spade_core.cli.model_choice import chosen, with_environment
    from spade_core.cli.proposing import estimate_json, propose, proposed_json
    from spade_core.cli.steps import sets_of, tell_contexts, tell_merge, tell_set_problems, tell_unread, tell_withheld
    from spade_core.context import brings_contexts
    from spade_core.report import counted
    from spade_core.storage import load_examples

    output = Output(as_json)
    target = find_target(prompt, template, output, yes=yes)
    analysis = pipeline.analyse(target.prompt, template=target.template)
    for note in analysis.history.notes:
        output.note(note)
    settings = chosen(with_environment(target.settings), model, budget)
    loaded = load_examples(target.examples)
    examples = loaded.examples
    sets = sets_of(target, output)
    scored: Sequence[Example] = examples
    newest = analysis.history.versions[-1].template
    tell_contexts(newest, loaded, settings, output)
    if not (no_model or estimate) and brings_contexts(newest, examples, settings.contexts):
        scored = with_asked_scores(settings, target.prompt, examples, output)
    analysis = pipeline.with_labels(
        analysis, scored, tau=target.settings.tau, values=sets, contexts=target.settings.contexts
    )
    tell_set_problems(analysis, output)
    proposed: CommandSynthesis | None = None
    code = ExitCode.OK
    if settings.model_choices and not no_model:
        try:
            proposed = propose(target, analysis, settings, examples, output, estimate_only=estimate)
            analysis = proposed.analysis
            code = ExitCode.OK if proposed.is_whole else ExitCode.INCOMPLETE
        except (ModelError, StorageError) as error:
            output.warn(f"no model proposes: {error}")
            code = ExitCode.INCOMPLETE
    if estimate:
        if as_json:
            output.json({"estimate": estimate_json(proposed)})
        elif proposed is None and code is ExitCode.OK:
            output.note("no model is configured: nothing will be spent")
        return code
    merge = pipeline.generate(target.files, analysis, proposed.synthesis if proposed is not None else None)
    if proposed is not None:
        pipeline.remember_synthesis(target.files, proposed.synthesis)
    if as_json:
        output.json(
            {
                "assertions_file": str(target.files.assertions),
                "criteria": len(analysis.criteria),
                "candidates": len(analysis.candidates),
                "added": list(merge.added),
                "replaced": list(merge.replaced),
                "removed": list(merge.removed),
                "kept": list(merge.kept),
                "stale": list(merge.stale),
                "rejected": list(merge.rejected),
                "withheld": [pipeline.withheld_json(each) for each in analysis.withheld],
                "problems": [*analysis.set_problems, *map(str, merge.problems)],
                **proposed_json(proposed),
            }
        )
        return code
    found = (
        counted(len(analysis.classifications), "delta"),
        counted(len(analysis.criteria), "criterion", "criteria"),
        counted(len(analysis.candidates), "candidate assertion"),
    )
    output.out.print(", ".join(found))
    tell_unread(analysis, output)
    tell_withheld(analysis, output)
    tell_merge(merge, target, output)
    return code
