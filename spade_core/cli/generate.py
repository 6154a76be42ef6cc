"""``spade generate``: propose assertions for every delta and merge them into the assertions file."""

from spade_core.cli.console import Output
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import find_target


def generate(prompt: PromptArgument = None, template: TemplateOption = "", as_json: JsonOption = False) -> None:
    """Propose assertions from the prompt's history and merge them into *.assertions.py; your edits stay."""
    from spade_core import pipeline
    from spade_core.cli.steps import tell_merge, tell_unread
    from spade_core.report.visible import counted

    output = Output(as_json)
    target = find_target(prompt, template, output)
    analysis = pipeline.analyse(target.prompt, template=target.template)
    for note in analysis.history.notes:
        output.note(note)
    merge = pipeline.generate(target.files, analysis)
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
                "problems": [str(problem) for problem in merge.problems],
            }
        )
        return
    found = (
        counted(len(analysis.classifications), "delta"),
        counted(len(analysis.criteria), "criterion", "criteria"),
        counted(len(analysis.candidates), "candidate assertion"),
    )
    output.out.print(", ".join(found))
    tell_unread(analysis, output)
    tell_merge(merge, target, output)
