import subprocess
import sys

import pytest

from spade_core.categories import Category
from spade_core.categories.content_phrases import CONTENT
from spade_core.categories.family import Family
from spade_core.categories.matcher import hits_in
from spade_core.categories.structural_phrases import STRUCTURAL
from spade_core.categories.tokens import tokens_of
from spade_core.categories.vocabulary import CLASSES

FAMILIES = (*STRUCTURAL, *CONTENT)
LINES = [(family, line.strip()) for family in FAMILIES for line in family.phrases.strip().splitlines()]
SPECIAL = {"number", "counted", "ing", "any", "quoted", "trait"}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.reason)
def test_a_family_weighs_no_more_than_enough_and_only_what_says_nothing_weighs_nothing(family: Family) -> None:
    assert (family.weight == 0) == (family.category is None)
    assert 0 <= family.weight <= 1


def test_every_category_read_from_words_has_a_phrase_that_suffices() -> None:
    sufficient = {family.category for family in FAMILIES if family.weight == 1}
    from_elsewhere = {Category.DATA_INTEGRATION, Category.PROMPT_CLARIFICATION, Category.EXAMPLE_DEMONSTRATION}
    assert sufficient >= set(Category) - from_elsewhere


def test_phrases_are_in_lower_case_and_begin_with_a_word() -> None:
    assert all(line == line.lower() and not line.startswith("..") for _, line in LINES)


def test_phrases_speak_only_of_classes_that_exist() -> None:
    named = {
        choice.removesuffix("?")[1:]
        for _, line in LINES
        for part in line.split()
        for choice in part.removeprefix("^").split("|")
        if choice.startswith("@")
    }
    assert named <= SPECIAL | CLASSES.keys()


def test_no_phrase_stands_twice_in_a_family() -> None:
    assert len(LINES) == len({(family.category, family.reason, family.weight, line) for family, line in LINES})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no more than 100 words", ["no more than 100 words"]),
        ("Do not exceed 3 lines, do not shout.", ["Do not exceed 3 lines", "do not shout"]),
        ("write three bullet points", ["write", "three bullet points", "bullet points"]),
        ("nothing to see", []),
    ],
)
def test_the_longest_phrase_wins_and_takes_its_words(text: str, words: list[str]) -> None:
    assert [hit.span.of(text) for hit in hits_in(tokens_of(text))] == words


def test_importing_the_package_compiles_neither_phrases_nor_patterns() -> None:
    script = (
        "from spade_core.categories import matcher, novelty, tokens; "
        "print([cached.cache_info().currsize for cached in "
        "(matcher._index, novelty._synonyms, tokens._token_pattern, tokens._placeholder_pattern)])"
    )
    child = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert child.stdout.strip() == "[0, 0, 0, 0]"
