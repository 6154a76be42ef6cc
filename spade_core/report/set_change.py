"""What a change of a prompt does to its set, as a comment on a pull request."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from spade_core.deltas import Change, Sign, identity_of
from spade_core.report.checked import State
from spade_core.report.finding import Finding
from spade_core.report.github import code, findings_markdown
from spade_core.selection import Rate

COMMENT_MARK: Final = "<!-- spade check -->"
"""The first line of a comment, by which it is found again."""
_MOST_LISTED: Final = 30
_MOST_CHARACTERS: Final = 60_000


@dataclass(frozen=True, slots=True)
class Measured:
    """How the selected set does on the labelled examples."""

    coverage: Rate
    ffr: Rate
    undecided: Mapping[str, str] = field(default_factory=dict)
    """Why an assertion came to no verdict, by its name."""


@dataclass(frozen=True, slots=True)
class SetChange:
    """A prompt and its set beside what they were before."""

    prompt: str
    base: str
    """What it is compared with; empty for nothing."""
    after: Measured
    before: Measured | None = None
    """None where there was no set."""
    changes: Sequence[Change] = ()
    """Sentences that came and went."""
    checked_by: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Names of selected assertions, by the identity of the sentence."""
    not_selected: Collection[str] = ()
    """The identities of the sentences that have assertions, none of them selected."""
    unchecked: Sequence[str] = ()
    """The instructions that no assertion checks."""


def comment(changes: Sequence[SetChange], findings: Sequence[Finding]) -> str:
    """Return the text of the comment; of the responses that fail it has the numbers alone."""
    lines = [COMMENT_MARK]
    for each in changes:
        lines += [f"### SPADE: {code(each.prompt)}", "", *_rates(each), *_instructions(each)]
    bad = [replace(each, details=()) for each in findings if each.state in (State.FAILED, State.NOT_CHECKED)]
    lines += ["", findings_markdown(bad).rstrip("\n") or "Every check passes."]
    text = "\n".join(lines) + "\n"
    # GitHub takes no longer one.
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS].rpartition("\n")[0] + "\n\nand more\n"


def _rates(change: SetChange) -> Iterator[str]:
    before = change.before
    yield f"| | {'before' if change.base else ''} | {'after' if change.base else 'now'} |"
    yield "|---|---|---|"
    yield f"| coverage (bad caught) | {before.coverage if before else ''} | {change.after.coverage} |"
    yield f"| FFR (good flagged) | {before.ffr if before else ''} | {change.after.ffr} |"
    if undecided := change.after.undecided:
        yield from ("", f"Without {', '.join(map(code, undecided))}, which came to no verdict.")


def _instructions(change: SetChange) -> Iterator[str]:
    if change.base:
        yield from (
            "",
            f"**Instructions changed since {code(change.base)}**" if change.changes else "The prompt is as it was.",
        )
    if change.changes:
        yield from ("", *_listed([_change(change, each) for each in change.changes]))
    if change.unchecked:
        yield from ("", "**No assertion checks**", "", *_listed([f"- {code(each)}" for each in change.unchecked]))


def _change(change: SetChange, each: Change) -> str:
    text = each.sentence.text
    if each.sign is Sign.REMOVED:
        return f"- removed: {code(text)}"
    names = change.checked_by.get(identity_of(text), ())
    by = f", checked by {', '.join(map(code, names))}" if names else ""
    if identity_of(text) in change.not_selected:
        by = ", has an assertion that is not selected"
    return f"- added: {code(text)}{by}"


def _listed(lines: Sequence[str]) -> list[str]:
    more = [f"- and {len(lines) - _MOST_LISTED} more"] if len(lines) > _MOST_LISTED else []
    return [*lines[:_MOST_LISTED], *more]
