"""The selected set on its labelled examples, now and as a branch had it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spade_core.deltas import Change, Sign, changes_between, identity_of, sentences_of
from spade_core.examples import Example, parse_examples, with_prompts
from spade_core.prompt_files import PromptTemplate, read_prompt, template_named, templates_around
from spade_core.report import State, check_of, code
from spade_core.results import ResultsMatrix, why_undecided
from spade_core.selection import Rate, rates_of
from spade_core.storage import (
    PromptFiles,
    Provenance,
    SelectionRecord,
    StoredAssertions,
    parse_assertions,
    parse_record,
    stored_assertions,
)
from spade_core.text import decode
from spade_core.versions import file_at

if TYPE_CHECKING:
    from spade_core.results import Runner

_MOST_LISTED: Final = 30
_NOT_SELECTED: Final = ", has an assertion that is not selected"


@dataclass(frozen=True, slots=True)
class Measured:
    """How a set does on the labelled examples."""

    coverage: Rate
    ffr: Rate
    undecided: Mapping[str, str]
    """Why an assertion came to no verdict, by its name."""


@dataclass(frozen=True, slots=True)
class PromptState:
    """A prompt with what stood beside it, at one moment."""

    template: PromptTemplate
    stored: StoredAssertions
    examples: Sequence[Example]

    def measured(self, runner: "Runner") -> Measured:
        """Return how its selected set does on its labelled examples."""
        labelled = [each for each in self.examples if each.label is not None]
        return measured(runner.run([each.candidate() for each in self.stored.chosen], labelled))


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


def measured(matrix: ResultsMatrix) -> Measured:
    """Return how a set does on labelled examples."""
    undecided = {
        each.name: why_undecided(lost)
        for each in matrix.candidates
        if (lost := [cell for cell in matrix.column(each) if not cell.outcome.decides])
    }
    return Measured(*rates_of(matrix, matrix.candidates), undecided)


def state_at(files: PromptFiles, examples: Path, revision: str) -> PromptState | None:
    """Return a prompt as it was at a revision; None where it was not there.

    Raises:
        HistoryError: there is no such revision.
        LocatedError: it could not be read there.
    """
    data = file_at(files.prompt, revision)
    if data is None:
        return None
    texts = [_text(path, revision) for path in (files.assertions, files.record, examples)]
    file = read_prompt(str(files.prompt), decode(data, path=str(files.prompt)), named=files.template_name)
    template = template_named(file, files.template_name)
    record = parse_record(texts[1], str(files.record)) if texts[1] else None
    stored = stored_assertions(parse_assertions(texts[0], str(files.assertions)), record)
    read = parse_examples(texts[2], str(examples)).examples
    return PromptState(template, stored, with_prompts(read, template, lookup=templates_around(files.prompt)).examples)


def unchecked_in(now: PromptState, instructions: Iterable[str]) -> dict[str, bool]:
    """Return those of a prompt's instructions that no assertion checks, and whether one that is not selected would.

    Code that is not selected was found superfluous, or to be no use; a question to a model may never have been asked.
    What a person rejected, nothing need check.
    """
    chosen = {each.name for each in now.stored.chosen}
    provenances = [each.provenance for each in now.stored.record.rejected.values()]
    provenances += [each.provenance for each in now.stored.assertions if each.name in chosen or not each.asks_judge]
    checked = _sentences(provenances)
    asked = _sentences(each.provenance for each in now.stored.assertions)
    return {
        text: key in asked
        for key, text in {identity_of(text): text for text in instructions}.items()
        if key not in checked
    }


def change_markdown(
    prompt: str, rates: Sequence[tuple[str, Measured | None]], now: PromptState, before: PromptState | None, base: str
) -> str:
    """Return what changed of a prompt since `base`, and how its set does; `rates` with the heading of each."""
    lines = [
        f"### SPADE: {code(prompt)}",
        "",
        f"| | {' | '.join(name for name, _ in rates)} |",
        "|---" * len(rates) + "|---|",
    ]
    lines.append(f"| coverage (bad caught) | {' | '.join(str(rate.coverage) if rate else '' for _, rate in rates)} |")
    lines.append(f"| FFR (good flagged) | {' | '.join(str(rate.ffr) if rate else '' for _, rate in rates)} |")
    changes = (
        changes_between(sentences_of(before.template) if before else (), sentences_of(now.template)) if base else ()
    )
    if base:
        told = f"**Instructions changed since {code(base)}**" if changes else f"The prompt is as in {code(base)}."
        lines += ["", told, "", *_listed([_changed(each, now.stored) for each in changes])]
    return "\n".join(lines).rstrip("\n")


def update_markdown(prompt: str, matrix: ResultsMatrix, before: SelectionRecord | None, chosen: Sequence[str]) -> str:
    """Return what another set than the recorded one would change, both measured on the labels of now."""
    recorded = before.chosen if before else ()
    rates = [measured(_only(matrix, names)) for names in (recorded, chosen)]
    then = before.counts if before else {}
    kinds = {"good": rates[1].ffr.total, "bad": rates[1].coverage.total}
    labels = ", ".join(f"{number} {kind} (recorded: {then.get(kind, 0)})" for kind, number in kinds.items())
    source_of = {each.name: each.source for each in matrix.candidates}
    changed = [("added", name) for name in chosen if name not in recorded]
    changed += [("dropped", name) for name in recorded if name not in chosen]
    listed = [f"- {what}: {code(name)} {code(check_of(source_of.get(name, '')))}".rstrip() for what, name in changed]
    return "\n".join(
        [
            f"### SPADE: {code(prompt)}",
            "",
            "| on the labels of now | recorded set | this set |",
            "|---|---|---|",
            f"| coverage (bad caught) | {rates[0].coverage} | {rates[1].coverage} |",
            f"| FFR (good flagged) | {rates[0].ffr} | {rates[1].ffr} |",
            "",
            *(_listed(listed) or ["The same assertions are selected."]),
            "",
            f"Labelled responses: {labels}.",
        ]
    )


def _only(matrix: ResultsMatrix, names: Sequence[str]) -> ResultsMatrix:
    return replace(matrix, candidates=tuple(each for each in matrix.candidates if each.name in names))


def unchecked_markdown(unchecked: Mapping[str, bool]) -> str:
    """Return a list of instructions that no assertion checks."""
    listed = [f"- {code(text)}{_NOT_SELECTED if asked else ''}" for text, asked in unchecked.items()]
    return "\n".join(["**No assertion checks**", "", *_listed(listed)])


def _sentences(provenances: Iterable[Iterable[Provenance]]) -> set[str]:
    return {identity_of(one.sentence) for provenance in provenances for one in provenance}


def _changed(change: Change, stored: StoredAssertions) -> str:
    text = change.sentence.text
    if change.sign is Sign.REMOVED:
        return f"- removed: {code(text)}"
    key, chosen = identity_of(text), {each.name for each in stored.chosen}
    names = [each.name for each in stored.assertions if any(identity_of(p.sentence) == key for p in each.provenance)]
    by = f", checked by {', '.join(code(name) for name in names if name in chosen)}" if chosen & {*names} else ""
    return f"- added: {code(text)}{by or (_NOT_SELECTED if names else '')}"


def _listed(lines: Sequence[str]) -> list[str]:
    more = [f"- and {len(lines) - _MOST_LISTED} more"] if len(lines) > _MOST_LISTED else []
    return [*lines[:_MOST_LISTED], *more]


def _text(path: Path, revision: str) -> str:
    return (file_at(path, revision) or b"").decode("utf-8-sig", "surrogateescape")
