"""``spade check --results``: very many responses checked in shards, into a table of all verdicts."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from spade_core.application import SelectedSet
from spade_core.bulk import REPORT, BulkJob, ResultsFolder, ShardPlan, check_here, check_on_ray, is_url, plan, sums
from spade_core.cli.check_labelled import conclude
from spade_core.cli.check_reports import CheckReports
from spade_core.cli.console import Output
from spade_core.cli.steps import tell_problems, tell_unfilled
from spade_core.cli.target import CommandTarget
from spade_core.report import counted
from spade_core.sandbox import Limits


@dataclass(frozen=True, slots=True)
class Sharding:
    """Where the results go, and who makes them."""

    results: str
    workers: int | None
    ray: str
    rows: int


def check_into_results(
    target: CommandTarget,
    responses: str | None,
    found: SelectedSet,
    output: Output,
    reports: CheckReports,
    asked: Sharding,
    *,
    base: str,
) -> int:
    """Check the responses behind a path or a URL, and return the exit code."""
    tell_problems(found.problems, output)
    candidates = tuple(replace(each.candidate(), criteria=()) for each in found.stored.chosen)
    job = BulkJob(candidates, found.template, target.prompt.absolute(), target.settings, _from_anywhere(asked.results))
    planned = plan(job, _from_anywhere(responses or str(target.examples)), rows=asked.rows)
    _finish(job, planned, output, asked)
    came_to = sums(job, planned)
    tally = came_to.tally
    report = {
        **tally.as_json((*came_to.problems, *found.problems)),
        "failed": dict(sorted(tally.failed.items())),
        "not_checked": {each.name: why for each in candidates if (why := tally.unchecked_of(each.name))},
        "unread": came_to.unread,
    }
    ResultsFolder(job.results).write(REPORT, f"{json.dumps(report, indent=2, sort_keys=True)}\n".encode())
    tell_problems(came_to.problems, output)
    if came_to.unfilled:
        tell_unfilled(came_to.unfilled, "its template lacks a field", output)
    if output.as_json:
        output.json(report)
    else:
        output.note(f"{asked.results}: {counted(len(planned.shards), 'part')} of a table, and {REPORT}")
    return conclude(target, found, tally, output, reports, unread=came_to.unread, told=came_to.problems, base=base)


def _finish(job: BulkJob, planned: ShardPlan, output: Output, asked: Sharding) -> None:
    """Have the shards checked that are not yet."""
    total, missing = len(planned.shards), planned.missing
    if len(missing) < total:
        output.note(f"{total - len(missing)} of {total} shards are done already")
    if not missing:
        return
    number = min(asked.workers or Limits().workers, len(missing))
    with ResultsFolder(job.results).without_halves(), output.progress() as progress:
        task = progress.add_task("checking shards", total=total, completed=total - len(missing))

        def done() -> None:
            progress.advance(task)

        if asked.ray:
            check_on_ray(job, planned.shards, missing, address=asked.ray, workers=number, done=done)
        else:
            check_here(job, planned.shards, missing, workers=number, done=done)


def _from_anywhere(path: str) -> str:
    """Return a path that means the same to a worker in another folder."""
    return path if is_url(path) else str(Path(path).absolute())
