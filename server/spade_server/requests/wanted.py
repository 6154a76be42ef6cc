"""Which tests are wanted: assertions on the examples that they are to be run on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from spade_core.examples import Example, Label
from spade_core.storage import StoredAssertion
from spade_server.protocol.messages import ErrorCode
from spade_server.protocol.testing import WantedTests
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget


@dataclass(frozen=True, slots=True)
class Group:
    """Assertions that are run together: single ones on good examples, or all of the set on bad ones."""

    is_set: bool
    assertions: Sequence[StoredAssertion]
    examples: Sequence[Example]


def groups_of(target: RequestTarget, wanted: Sequence[WantedTests] | None) -> list[Group]:
    """Return what the wanted tests run, the set last; without `wanted` all there are.

    Raises:
        RequestError: nothing is selected.
    """
    chosen = target.beside.stored.chosen
    if not chosen:
        where = target.beside.files.record.name
        raise RequestError(ErrorCode.NO_ASSERTIONS, f"{where}: nothing is selected; select the minimal set first")
    tests = [WantedTests(a.name) for a in chosen] + [WantedTests()] if wanted is None else wanted
    by_set = [(each, _ids_of(each, target)) for each in sorted(tests, key=lambda each: each.name == "")]
    prompted = target.prompted.examples
    found: list[Group] = []
    for (is_set, ids), group in groupby(by_set, key=lambda each: (each[0].name == "", each[1])):
        names = {each.name for each, _ in group}
        examples = [e for e in prompted if e.id in ids]
        found.append(Group(is_set, [a for a in chosen if is_set or a.name in names], examples))
    return found


def _ids_of(wanted: WantedTests, target: RequestTarget) -> frozenset[str]:
    label = Label.GOOD if wanted.name else Label.BAD
    there = {example.id for example in target.beside.examples.examples if example.label is label}
    return frozenset(there if wanted.example_ids is None else there.intersection(wanted.example_ids))
