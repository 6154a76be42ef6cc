"""What constraints imply and what is read of calls of checks."""

from dataclasses import replace

from spade_core.candidates import candidates_for
from spade_core.subsumption.proofs import proved_edges
from tests.criteria.prompts import criteria_from


def proved(*said: str) -> set[tuple[str, str]]:
    candidates = candidates_for(criteria_from("\n\n".join(said)))
    return {(edge.general, edge.specific) for edge in proved_edges(candidates)}


def test_a_stricter_limit_of_the_same_count_subsumes_the_laxer_one() -> None:
    found = proved("Use at most 100 words.", "Write at most 50 words.")
    assert found == {("assert_at_most_50_words", "assert_at_most_100_words")}


def test_what_a_constraint_implies_is_proved() -> None:
    found = proved('Include the phrases "a b" and "c d".', 'Include the phrase "a b".')
    assert found == {("assert_contains_a_b_and_c_d", "assert_contains_a_b")}


def test_counts_of_different_things_prove_nothing() -> None:
    assert proved("Use at most 100 words.", "Use at most 3 sentences.") == set()


def test_a_function_that_a_person_changed_is_read_by_its_code_alone() -> None:
    both, one = candidates_for(criteria_from('Include the phrases "a b" and "c d".\n\nInclude the phrase "a b".'))
    edited = replace(both, source=both.source.replace("contains_all", "contains_any"))
    assert proved_edges([edited, one]) == []
