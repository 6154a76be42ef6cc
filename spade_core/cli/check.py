"""``spade check``: the selected assertions on new responses, for CI; of any number, in batches."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from spade_core import bulk
from spade_core.cli.check_labelled import BaseOption, CommentOption, LabelledOption, check_labelled, conclude
from spade_core.cli.check_reports import (
    BaselineOption,
    CheckReports,
    GitHubOption,
    JunitOption,
    SarifOption,
    WriteBaselineOption,
    close_baseline,
    open_baseline,
)
from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.json_text import LongList
from spade_core.cli.options import EstimateOption, JsonOption, TemplateOption, YesOption
from spade_core.cli.target import CommandTarget, find_answered, find_target, targets_with_sets
from spade_core.errors import ExamplesError, Problem, SettingsError

if TYPE_CHECKING:
    from spade_core.application import SelectedSet
    from spade_core.cli.judging import LazyJudge
    from spade_core.examples import Example
    from spade_core.results import ResultsMatrix
    from spade_core.storage import Baseline

ResponsesArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="RESPONSES",
        help="JSON Lines, also .gz or .zst, or Parquet, with `response` and, where an assertion reads them, `example` "
        "and `prompt`; a folder of such files, or a URL; `-` for standard input; by default the examples file.",
    ),
]
CorrectOption = Annotated[
    Path | None,
    typer.Option(
        "--correct",
        metavar="FILE",
        help="Write copies of all responses there, with what is probably meant in place of what is no valid value.",
    ),
]
ResultsOption = Annotated[
    str | None,
    typer.Option(
        "--results",
        metavar="FOLDER",
        help="For very many responses: write a table of all verdicts there, in Parquet. Where the command was stopped, "
        "the same one goes on.",
    ),
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", min=1, metavar="N", help="With --results: how many; by default one a core.")
]
RayOption = Annotated[
    str,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="With --results: check on the Ray cluster there, such as auto; local starts one here.",
    ),
]
ShardRowsOption = Annotated[
    int, typer.Option("--shard-rows", min=1, metavar="N", help="With --results: responses in a shard.")
]
AllOption = Annotated[
    bool,
    typer.Option(
        "--all", help="With --results: every assertion of the file, not the selected ones alone, to select on."
    ),
]
_MOST_TOLD: Final = 8


def check(
    context: typer.Context,
    responses: ResponsesArgument = None,
    prompt: Annotated[Path | None, typer.Option("--prompt", "-p", help="The prompt that they answer.")] = None,
    template: TemplateOption = "",
    estimate: EstimateOption = False,
    yes: YesOption = False,
    correct: CorrectOption = None,
    junit: JunitOption = None,
    sarif: SarifOption = None,
    github: GitHubOption = False,
    baseline: BaselineOption = None,
    write_baseline: WriteBaselineOption = None,
    labelled: LabelledOption = False,
    comment: CommentOption = None,
    base: BaseOption = "",
    results: ResultsOption = None,
    workers: WorkersOption = None,
    ray: RayOption = "",
    shard_rows: ShardRowsOption = 20_000,
    every: AllOption = False,
    as_json: JsonOption = False,
) -> int:
    """Run the selected assertions on new responses.

    Exit code 1: a response fails one. Exit code 5: none fails, but not everything could be checked.
    """
    output = Output(as_json)
    reports = CheckReports(junit, sarif, github, comment)
    context.call_on_close(reports.close)
    reports.start(output)
    if results is None and (workers or ray or every):
        raise CommandLineError("--workers, --ray and --all go with --results")
    if "" in (responses, results):
        raise CommandLineError("an empty name names no file")
    if labelled:
        if any((responses, estimate, correct, baseline, write_baseline, results)):
            raise CommandLineError("--labelled checks the labelled examples; it goes with no responses and no baseline")
        targets = (
            [find_target(prompt, template, output, yes=yes)] if prompt else targets_with_sets(template, output, yes=yes)
        )
        return check_labelled(targets, output, reports, base=base)
    target = find_answered(prompt, template, output, option="--prompt", yes=yes)
    if results is not None:
        if responses == "-" or any((estimate, correct, baseline, write_baseline)):
            raise CommandLineError("--results reads files, and goes with no estimate, no copies and no baseline")
        from spade_core.cli.check_results import Sharding, check_into_results

        asked = Sharding(results, workers, ray, shard_rows)
        return check_into_results(target, responses, _selected(target, every=every), output, reports, asked, base=base)
    known = open_baseline(baseline, write_baseline)
    code = _check(target, responses, output, reports, estimate=estimate, correct=correct, known=known, base=base)
    if not estimate:
        close_baseline(known, baseline, write_baseline, output)
    return code


def _check(
    target: CommandTarget,
    responses: str | None,
    output: Output,
    reports: CheckReports,
    *,
    estimate: bool,
    correct: Path | None,
    known: "Baseline | None",
    base: str,
) -> int:
    from spade_core.cli.correcting import Copies
    from spade_core.cli.estimating import tell_estimate
    from spade_core.cli.judging import judge_json, tell_judge
    from spade_core.cli.running import open_sandbox
    from spade_core.cli.steps import sets_of, tell_other_values, tell_problems
    from spade_core.examples import with_unique_ids
    from spade_core.report import Tally, check_json

    found = _selected(target)
    stored = found.stored
    source = _found_in(responses, target)
    tell_problems(found.problems, output)
    candidates = [each.candidate() for each in stored.chosen]
    unread: list[Problem] = []
    prompts = _Prompts(found)
    if estimate:
        every = [each for batch in _batches(source, unread, output) for each in batch]
        asks = any(each.asks_judge for each in candidates)
        labelled = _labelled_beside(found) if asks else ()
        return tell_estimate(target, candidates, prompts.given_to(every), output, labelled=labelled)
    sets = sets_of(target, output)
    tell_other_values(stored, sets, output)
    tally = Tally(candidates, sets, known, _named(responses, target))
    matrix: ResultsMatrix | None = None
    with (
        open_sandbox(output, target.settings, prompt=target.prompt, kept=False) as sandbox,
        LongList("responses") as rows,
        Copies(correct, responses or target.examples) as copies,
    ):
        # What the judge costs is said and agreed on for all responses at once.
        whole = sandbox.judge is not None and any(each.asks_judge for each in candidates)
        _measure(sandbox.judge if whole else None, found)
        for examples in _batches(source, unread, output, whole=whole):
            matrix = sandbox.run(candidates, with_unique_ids(prompts.given_to(examples)))
            checks = tally.take(matrix, examples)
            copies.write(checks)
            if output.as_json:
                rows.add(map(check_json, checks))
            else:
                output.lines(tally.failures(checks))
        if matrix is None:
            raise _nothing_read(responses or str(target.examples), unread)
        prompts.tell_unfilled(output)
        if whole and matrix is not None:
            tell_judge(sandbox.judge, matrix, output)
        if output.as_json:
            judged = judge_json(sandbox.judge, matrix) if whole and matrix is not None else {}
            output.json({**tally.as_json((*unread, *found.problems)), **judged}, more=rows)
    if len(unread) > _MOST_TOLD:
        output.warn(f"and {len(unread) - _MOST_TOLD} more like these")
    copies.tell(output)
    return conclude(target, found, tally, output, reports, unread=len(unread), told=unread, base=base)


def _nothing_read(path: str, unread: list[Problem]) -> ExamplesError:
    if not unread:
        return ExamplesError(path, None, "there are no responses to check")
    way = "`spade check` reads JSON Lines and Parquet with `response`, `spade import` CSV and more"
    return ExamplesError(unread[0].path, unread[0].line, f"{unread[0].message}; no line holds a response: {way}")


class _Prompts:
    """The prompts that responses answer, filled in where they are not given and an assertion reads them."""

    def __init__(self, selected: "SelectedSet") -> None:
        self._set = selected
        self._wanted = selected.reads_prompt
        self._unfilled = 0
        self._why = ""

    def given_to(self, examples: "Sequence[Example]") -> "Sequence[Example]":
        """Return the examples with their prompts."""
        if not self._wanted:
            return examples
        found = self._set.prompted(examples)
        self._unfilled += found.unfilled
        self._why = self._why or found.why
        return found.examples

    def tell_unfilled(self, output: Output) -> None:
        """Warn of the prompts that could not be filled in."""
        from spade_core.cli.steps import tell_unfilled

        if self._unfilled:
            tell_unfilled(self._unfilled, self._why, output)


def _measure(judge: "LazyJudge | None", selected: "SelectedSet") -> None:
    """Have the judge measured on the labelled examples beside the prompt: new responses have no labels."""
    if judge is not None:
        judge.measure_on(_labelled_beside(selected))


def _labelled_beside(selected: "SelectedSet") -> "Sequence[Example]":
    from spade_core.storage import load_examples

    labelled = [each for each in load_examples(selected.examples).examples if each.label is not None]
    return _Prompts(selected).given_to(labelled)


def _selected(target: CommandTarget, *, every: bool = False) -> "SelectedSet":
    from spade_core.application import load_selected_set

    try:
        return load_selected_set(target.prompt, target.template, target.settings, every=every)
    except SettingsError as error:
        raise CommandLineError(str(error)) from error


def _found_in(responses: str | None, target: CommandTarget) -> "Iterator[Example | Problem]":
    """Yield what the rows of the responses hold, as they are read."""
    from spade_core.storage import stream_examples

    if responses is not None and responses != "-" and bulk.is_bulk(responses):
        return bulk.stream_responses(responses)
    return stream_examples(sys.stdin.buffer if responses == "-" else Path(responses) if responses else target.examples)


def _named(responses: str | None, target: CommandTarget) -> str:
    """Return the file that the responses stand in, line by line; empty where there is none, or several."""
    if responses is None:
        return target.examples.name
    return "" if responses == "-" or bulk.is_bulk(responses) else responses


def _batches(
    found: "Iterable[Example | Problem]", problems: list[Problem], output: Output, *, whole: bool = False
) -> "Iterator[list[Example]]":
    """Yield the examples in batches, all in one where `whole`; problems are collected, and told if any are read."""

    def readable() -> "Iterator[Example]":
        any_read = False
        for each in found:
            if isinstance(each, Problem):
                if each.is_used:
                    continue  # an odd label, which is not needed here
                problems.append(each)
                if any_read and len(problems) <= _MOST_TOLD:
                    output.warn(str(each))
            else:
                for problem in () if any_read else problems[:_MOST_TOLD]:
                    output.warn(str(problem))
                any_read = True
                yield replace(each, extra={})

    return bulk.batches(readable(), rows=sys.maxsize, characters=sys.maxsize) if whole else bulk.batches(readable())
