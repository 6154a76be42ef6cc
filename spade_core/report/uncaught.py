"""Which bad responses the set does not catch: in groups, with what would catch them, or what they have in common."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, lgamma
from typing import Final

from spade_core.examples import Example, Label
from spade_core.report.display_text import counted
from spade_core.report.report import Report
from spade_core.results import Outcome
from spade_core.selection import ExcludedAssertion

_MOST_NAMED: Final = 3
_MOST_SHARED: Final = 5
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class UncaughtGroup:
    """Bad responses that the set does not catch, and that are alike in this."""

    examples: tuple[Example, ...]
    caught_by: tuple[ExcludedAssertion, ...] = ()
    """Assertions that are left out and fail all of them, the one that flags fewest good responses first."""
    shared: tuple[str, ...] = ()
    """What all of them have and no good response has, where no assertion fails them."""

    not_run: int = 0
    """How many assertions gave no verdict at all, where none fails them."""

    @property
    def told(self) -> list[str]:
        """What would catch them, a line each: every assertion with why it is left out, or that nothing does."""
        if self.caught_by:
            return [f"{each.name} would; left out: {each.message}" for each in self.caught_by[:_MOST_NAMED]]
        shared = f"; they have in common, unlike any good response: {', '.join(self.shared)}" if self.shared else ""
        unknown = f"; {counted(self.not_run, 'assertion')} that could not be run may" if self.not_run else ""
        return [f"nothing does{unknown}{shared}"]


def uncaught_groups(report: Report) -> tuple[UncaughtGroup, ...]:
    """Return the bad responses that the set does not catch, or that no assertion that may be selected does.

    An assertion that fails every response tells nothing, and counts for none.
    """
    selection, examples = report.selection, report.matrix.examples
    uncaught = frozenset(selection.infeasibility.uncaught if selection.infeasibility else selection.uncaught)
    left = {at for at, each in enumerate(examples) if each.id in uncaught}
    most = selection.thresholds.most_flagged(selection.ffr.total)
    failed: list[tuple[ExcludedAssertion, set[int]]] = []
    for each in sorted(selection.excluded, key=lambda each: each.ffr.count) if left else ():
        cells = report.matrix.cells(each.name)
        rows = {at for at, cell in enumerate(cells) if cell is not None and cell.outcome is Outcome.FAILED}
        if len(rows) < len(examples):
            failed.append((each, rows))
    groups: list[UncaughtGroup] = []
    while telling := [(each, rows & left) for each, rows in failed if rows & left]:
        _, caught = max(telling, key=lambda one: (one[0].ffr.count <= most, len(one[1])))
        by = tuple(each for each, rows in telling if caught <= rows)
        groups.append(UncaughtGroup(tuple(examples[at] for at in sorted(caught)), by))
        left -= caught
    good = [each for each in examples if each.label is Label.GOOD]
    not_run = sum(each.breakdown is not None and each.breakdown.always for each in selection.excluded)
    alike = _alike([examples[at] for at in sorted(left)], good)
    return (*groups, *(replace(each, not_run=not_run) for each in alike))


def _alike(bad: Sequence[Example], good: Sequence[Example]) -> Iterator[UncaughtGroup]:
    """Yield bad responses by what they share and no good one has (chance gives less than one such), then the others."""
    seen = {word for each in good for word in _words(each)}
    lengths = [len(each.response) for each in good]
    shortest, longest = min(lengths, default=0), max(lengths, default=0)
    holders = defaultdict[str, list[int]](list)
    for at, each in enumerate(bad):
        if each.is_hash:
            continue
        for word in sorted(_words(each) - seen):
            holders[f'"{word}"'].append(at)
        if lengths and not shortest <= len(each.response) <= longest:
            holders["more text" if len(each.response) > longest else "less text"].append(at)
    by_rows = defaultdict[tuple[int, ...], list[str]](list)
    for trait, rows in holders.items():
        by_rows[tuple(rows)].append(trait)
    left = set(range(len(bad)))
    for held, traits in sorted(by_rows.items(), key=lambda each: (-len(each[0]), each[0])):
        if len(held) < 2 or not left.issuperset(held):
            continue
        if len(holders) * chance_of_one_kind(len(held), len(bad), len(bad) + len(good)) < 1.0:
            left -= set(held)
            yield UncaughtGroup(tuple(bad[at] for at in held), shared=tuple(traits[:_MOST_SHARED]))
    if left:
        yield UncaughtGroup(tuple(bad[at] for at in sorted(left)))


def chance_of_one_kind(drawn: int, kind: int, total: int) -> float:
    """Return the chance that all of so many drawn at once are of one kind, of which there are `kind` in `total`."""
    if drawn > kind:
        return 0.0
    return exp(lgamma(kind + 1) - lgamma(kind - drawn + 1) - (lgamma(total + 1) - lgamma(total - drawn + 1)))


def _words(example: Example) -> set[str]:
    return set(_WORD.findall(example.response.casefold()))
