"""Demonstrations that a person accepted: kept when they are, and forgotten when their function is gone.

Law: of one assertions file, the store holds only functions that stand in it as they are kept.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from spade_core.criteria import Origin
from spade_core.storage import AssertionState, StoredAssertion, StoredAssertions
from spade_core.synthesis.demonstrations import AcceptedDemonstration, DemonstrationStore, project_hash


def settle(
    store: DemonstrationStore,
    stored: StoredAssertions,
    accepted: Collection[str],
    *,
    project: Path,
    readers: Collection[str] = (),
) -> int:
    """Keep the functions of these names that a model wrote or a person edited, and forget those that are gone.

    `readers` are the endpoints elsewhere that the project's models are at. Returns how many are new.
    """
    origin = AcceptedDemonstration("", "", project_hash(project), readers=frozenset(readers), file=file_hash(stored))
    forget_gone(store, stored)
    return store.add(
        replace(origin, criterion=provenance.description, code=assertion.source)
        for assertion in _worth_keeping(stored.assertions, accepted)
        for provenance in assertion.provenance
    )


def forget_gone(store: DemonstrationStore, stored: StoredAssertions) -> int:
    """Forget what was kept of this file and stands in it no more, and return how many went."""
    return store.forget_others(file_hash(stored), [assertion.source for assertion in stored.assertions])


def file_hash(stored: StoredAssertions) -> str:
    """Return what an assertions file is known by in the store."""
    return project_hash(Path(stored.path))


def _worth_keeping(assertions: Sequence[StoredAssertion], accepted: Collection[str]) -> Iterable[StoredAssertion]:
    return (
        assertion
        for assertion in assertions
        if assertion.name in accepted and (assertion.origin is Origin.MODEL or assertion.state is AssertionState.EDITED)
    )
