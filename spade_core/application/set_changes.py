"""The selected set on its labelled examples, now and as a branch had it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spade_core.deltas import changes_between, identity_of, sentences_of
from spade_core.errors import SpadeError
from spade_core.examples import Example, Label, parse_examples, with_prompts
from spade_core.prompt_files import PromptTemplate, read_prompt, template_named, templates_around
from spade_core.report import Measured, SetChange, State
from spade_core.results import Outcome, ResultsMatrix, why_undecided
from spade_core.selection import Rate, coverage_rate, false_failure_rate
from spade_core.storage import (
    PromptFiles,
    SelectionRecord,
    StoredAssertions,
    parse_assertions,
    parse_record,
    stored_assertions,
)
from spade_core.text import decode
from spade_core.versions import file_at

if TYPE_CHECKING:
    from spade_core.pipeline import Runner

_DECIDED = frozenset({Outcome.PASSED, Outcome.FAILED})


@dataclass(frozen=True, slots=True)
class PromptState:
    """A prompt with what stood beside it, at one moment."""

    template: PromptTemplate
    stored: StoredAssertions
    examples: Sequence[Example]


@dataclass(frozen=True, slots=True)
class Promise:
    """One of the two figures of a set on its labelled examples, and whether it is kept."""

    name: str
    rate: Rate
    bound: str
    state: State


def promises(now: Measured, selected: SelectionRecord) -> tuple[Promise, Promise]:
    """Return whether a set keeps alpha and tau; where it did not meet them when it was selected, what it had then.

    Another verdict can only raise either: what is caught stays caught, and what is flagged stays flagged.
    """
    least, most = selected.alpha, selected.tau
    if selected.coverage is not None and selected.ffr is not None:
        least, most = min(least, selected.coverage), max(most, selected.ffr)
    had_labels = selected.coverage is not None or selected.ffr is not None
    unsure = bool(now.undecided) or (had_labels and not now.coverage.total + now.ffr.total)
    low, high = (State.NOT_CHECKED, State.NOT_CHECKED) if unsure else (State.FAILED, State.PASSED)
    caught = State.PASSED if now.coverage.value >= least and (now.coverage.total or not unsure) else low
    return (
        Promise("coverage", now.coverage, f"at least {least:.3g}", caught),
        Promise("FFR", now.ffr, f"at most {most:.3g}", high if now.ffr.value <= most else State.FAILED),
    )


def run_labelled(stored: StoredAssertions, examples: Sequence[Example], runner: "Runner") -> ResultsMatrix:
    """Run the selected set on the labelled ones of the examples."""
    return runner.run([each.candidate() for each in stored.chosen], [e for e in examples if e.label is not None])


def measured(matrix: ResultsMatrix) -> Measured:
    """Return how a set does on labelled examples."""
    labelled = matrix.examples
    caught = dict.fromkeys(Label, 0)
    for example in labelled:
        if example.label is not None and any(matrix.fails(example, each) for each in matrix.candidates):
            caught[example.label] += 1
    totals = {label: sum(each.label is label for each in labelled) for label in Label}
    undecided = {
        each.name: why_undecided(lost)
        for each in matrix.candidates
        if (lost := [cell for cell in matrix.column(each) if cell.outcome not in _DECIDED])
    }
    return Measured(
        coverage_rate(caught[Label.BAD], totals[Label.BAD]),
        false_failure_rate(caught[Label.GOOD], totals[Label.GOOD]),
        undecided,
    )


def state_at(files: PromptFiles, examples: Path, revision: str) -> PromptState | None:
    """Return a prompt as it was at a revision; None where it was not there, or could not be read.

    Raises:
        HistoryError: there is no such revision.
    """
    data = file_at(files.prompt, revision)
    if data is None:
        return None
    texts = [_text(path, revision) for path in (files.assertions, files.record, examples)]
    try:
        file = read_prompt(str(files.prompt), decode(data, path=str(files.prompt)), named=files.template_name)
        template = template_named(file, files.template_name)
        record = parse_record(texts[1], str(files.record)) if texts[1] else None
    except SpadeError:
        return None
    stored = stored_assertions(parse_assertions(texts[0], str(files.assertions)), record)
    read = parse_examples(texts[2], str(examples)).examples
    return PromptState(template, stored, with_prompts(read, template, lookup=templates_around(files.prompt)).examples)


def set_change(
    prompt: str,
    now: PromptState,
    instructions: Sequence[str],
    runner: "Runner",
    *,
    base: str,
    before: PromptState | None,
) -> SetChange:
    """Return what came of a prompt and its set since `before`; `instructions` are what the prompt asks for now."""
    chosen = {each.name for each in now.stored.chosen}
    checked_by: dict[str, list[str]] = {}
    not_selected: set[str] = set()
    for assertion in now.stored.assertions:
        for key in {identity_of(each.sentence) for each in assertion.provenance}:
            if assertion.name in chosen:
                checked_by.setdefault(key, []).append(assertion.name)
            not_selected.add(key)
    unneeded = {identity_of(one.sentence) for each in now.stored.record.rejected.values() for one in each.provenance}
    unchecked = {identity_of(text): text for text in instructions}
    was = sentences_of(before.template) if before is not None else ()
    return SetChange(
        prompt,
        base,
        after=measured(run_labelled(now.stored, now.examples, runner)),
        before=measured(run_labelled(before.stored, before.examples, runner))
        if before is not None and before.stored.chosen
        else None,
        changes=changes_between(was, sentences_of(now.template)) if base else (),
        checked_by=checked_by,
        not_selected=not_selected - checked_by.keys(),
        unchecked=[text for key, text in unchecked.items() if key not in not_selected | unneeded],
    )


def _text(path: Path, revision: str) -> str:
    return (file_at(path, revision) or b"").decode("utf-8-sig", "surrogateescape")
