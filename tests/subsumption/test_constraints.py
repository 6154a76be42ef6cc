"""What is read of calls of checks."""

from spade_core.candidates import candidates_for
from spade_core.subsumption.proofs import proved_edges
from tests.criteria.prompts import criteria_from


def proved(*said: str) -> set[tuple[str, str]]:
    candidates = [candidate for each in said for candidate in candidates_for(criteria_from(each))]
    return {(edge.general, edge.specific) for edge in proved_edges(candidates)}


def test_a_stricter_limit_of_the_same_count_subsumes_the_laxer_one() -> None:
    found = proved("Use at most 100 words.", "Write at most 50 words.")
    assert found == {("assert_at_most_50_words", "assert_at_most_100_words")}


def test_counts_of_different_things_prove_nothing() -> None:
    assert proved("Use at most 100 words.", "Use at most 3 sentences.") == set()
