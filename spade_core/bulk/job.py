"""A check of very many responses: what a worker needs to know, the plan beside the results, and one shard."""

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from spade_core.bulk.places import ResultsFolder
from spade_core.bulk.responses import Shard, batches, read_shard, response_files, shards_of
from spade_core.bulk.table import MOST_PROBLEMS, PLAN, TIME, PartWriter, Sums, missing_parts, part_name
from spade_core.candidates import CandidateAssertion
from spade_core.errors import Problem, StorageError
from spade_core.examples import Example, with_prompts, with_unique_ids
from spade_core.prompt_files import PromptTemplate, templates_around
from spade_core.report import Tally
from spade_core.sandbox import Limits, Sandbox
from spade_core.settings import Settings, named_sets
from spade_core.static_analysis import reads_prompt, sets_needed

REPORT: Final = "report.json"


@dataclass(frozen=True, slots=True)
class BulkJob:
    """What is checked by what, and where the results go; every worker has one."""

    candidates: tuple[CandidateAssertion, ...]
    template: PromptTemplate
    prompt: Path
    """Where the template stands: others that it includes are looked for around it."""
    settings: Settings
    results: str


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """The shards of all responses, in their order."""

    shards: tuple[Shard, ...]
    missing: tuple[int, ...]
    """The numbers of those that are still to be checked."""


def plan(job: BulkJob, responses: str, *, rows: int) -> ShardPlan:
    """Return the plan beside the results, which is made first where there is none."""
    folder = ResultsFolder(job.results)
    files = response_files(responses)
    about = {
        "spade": version("spade-assertions"),
        "check": _digest_of(job),
        "functions": {each.name: each.hash for each in job.candidates},
        "files": [[each.name, each.state] for each in files],
        "rows": rows,
    }
    there = folder.read(PLAN)
    if there is None:
        if folder.names():
            raise StorageError(job.results, None, "is there and holds no results of a check; name another folder")
        shards = [shard for file in files for shard in shards_of(file, rows)]
        if not shards:
            raise StorageError(responses, None, "there are no responses to check")
        text = json.dumps({**about, "shards": [asdict(each) for each in shards]}, indent=1)
        folder.write(PLAN, text.encode())
        return ShardPlan(tuple(shards), tuple(range(len(shards))))
    held, shards = _held(folder, there)
    if other := next((key for key, value in about.items() if held.get(key) != value), None):
        what = {"check": "other assertions", "files": "other responses", "rows": "shards of another size"}
        raise StorageError(
            job.results, None, f"holds the results of {what.get(other, 'another version')}; name another folder"
        )
    return ShardPlan(tuple(shards), missing_parts(folder, len(shards)))


def check_shard(job: BulkJob, number: int, shard: Shard) -> None:
    """Check one shard, and write its part."""
    engine = _engine(job)
    tally, part = Tally(job.candidates, engine.sets), PartWriter([each.name for each in job.candidates], shard.name)
    problems: list[Problem] = []
    unread = unfilled = 0
    wants_prompt = any(reads_prompt(each.source) for each in job.candidates)

    def readable() -> Iterator[Example]:
        nonlocal unread
        for each in read_shard(shard):
            if isinstance(each, Example):
                yield replace(each, extra=_moment_in(each.extra))
            elif not each.is_used:  # else an odd label, which is not needed here
                unread += 1
                problems.extend([each] if len(problems) < MOST_PROBLEMS else [])

    for batch in batches(readable()):
        examples: Sequence[Example] = batch
        if wants_prompt:
            found = with_prompts(batch, job.template, lookup=templates_around(job.prompt))
            examples, unfilled = found.examples, unfilled + found.unfilled
        checks = tally.take(engine.sandbox.run(job.candidates, with_unique_ids(examples)), examples)
        part.write(checks)
    sums = {
        "tally": tally.state(),
        "problems": [[each.path, each.line, each.message] for each in problems],
        "unread": unread,
        "unfilled": unfilled,
    }
    ResultsFolder(job.results).write(part_name(number), part.close(sums))


def sums(job: BulkJob, plan: ShardPlan) -> Sums:
    """Return the sums of a table that is complete."""
    names = [part_name(number) for number in range(len(plan.shards))]
    return Sums(Tally(job.candidates)).add_parts(ResultsFolder(job.results), names)


# --- a worker's own


class _Engine:
    """The sandbox of this process, from shard to shard."""

    def __init__(self, job: BulkJob) -> None:
        self.job = job
        self.sets = named_sets(job.settings, lambda problem: None)
        self.sandbox = Sandbox(Limits(workers=1), values=self.sets)


_engines: list[_Engine] = []
_making = threading.Lock()


def _engine(job: BulkJob) -> _Engine:
    with _making:
        if not _engines or _engines[0].job != job:
            _engines[:] = [_Engine(job)]
        return _engines[0]


def _moment_in(extra: Mapping[str, object]) -> dict[str, object]:
    """Return when a response was made, where that is said; nothing else that is said beside it is kept."""
    said = next((extra[key] for key in (TIME, "gathered") if isinstance(extra.get(key), str)), None)
    return {} if said is None else {TIME: said}


def _digest_of(job: BulkJob) -> str:
    """Return the identity of what is checked."""
    sets = named_sets(job.settings, lambda problem: None)
    asked = sorted({name for each in job.candidates for name in sets_needed(each.source)} & {*sets})
    texts = [job.template.text, *(f"{each.name}\n{each.source}" for each in job.candidates)]
    texts += [sets[name].digest for name in asked]
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def _held(folder: ResultsFolder, data: bytes) -> tuple[dict[str, Any], list[Shard]]:
    with suppress(LookupError, TypeError, ValueError, RecursionError):
        held = json.loads(data)
        return dict(held), [Shard(**each) for each in held["shards"]]
    raise StorageError(f"{folder.path}/{PLAN}", None, "is not the plan of a check")
