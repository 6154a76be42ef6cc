"""What a response says that its contexts do not hold: on pairs of contexts and responses that were labelled by hand."""

import json
from collections import Counter
from pathlib import Path

import pytest

from spade_core.checks import (
    contexts_of,
    copied_words,
    new_dates,
    new_names,
    new_numbers,
    new_quotations,
    says_unknown,
    speaks_of,
    unanswered,
    unknown_citations,
)

_SETS = ("first", "second", "third", "fourth", "fifth")
"""Each was labelled before anything was mended on it; docs/context.md has the figures of that first look."""
_PAIRS = [
    json.loads(line)
    for name in _SETS
    for line in Path(__file__).with_name(f"pairs_{name}.jsonl").read_text("utf-8").splitlines()
]
_KINDS = ("citations", "dates", "known", "names", "numbers", "quotations", "unanswered")


def found_in(question: str, contexts: object, response: str) -> set[str]:
    """Return the kinds of what is wrong with a response, as the labels of the pairs name them."""
    said = {
        "citations": unknown_citations(response, contexts),
        "dates": new_dates(response, contexts, question),
        "known": not (says_unknown(response) or speaks_of(contexts, question, response)),
        "names": new_names(response, contexts, question),
        "numbers": new_numbers(response, contexts, question),
        "quotations": new_quotations(response, contexts, question),
        "unanswered": unanswered(response, question),
    }
    return {kind for kind, wrong in said.items() if wrong}


@pytest.mark.parametrize("kind", _KINDS)
def test_of_what_is_named_most_is_wrong_and_most_of_what_is_wrong_is_named(kind: str) -> None:
    counts = Counter((kind in found_in(p["q"], p["c"], p["r"]), kind in p["wrong"]) for p in _PAIRS)
    right, named, wrong = (
        counts[True, True],
        counts[True, True] + counts[True, False],
        counts[True, True] + counts[False, True],
    )
    assert right >= 0.85 * named, f"precision {right} of {named}"
    assert right >= 0.7 * wrong >= 0.7 * 4, f"recall {right} of {wrong}"


HOSTILE: list[object] = [[], "", None, 7, [None, 3], ["\0\0"], [{"id": 1}], [[["deep"]]], {"a": {"b": ["text"]}}]


@pytest.mark.parametrize("contexts", HOSTILE)
def test_whatever_the_contexts_are_there_is_an_answer(contexts: object) -> None:
    assert found_in("Who and when?", contexts, 'Ada Byron, 5 May 1840 [1] \0 said "all of it is so".')
    assert copied_words("Ada", contexts) == 0


def test_ten_thousand_contexts_are_looked_through() -> None:
    contexts = [{"id": f"d{n}", "text": f"Part {n} was made in {1000 + n} by Maker{n}."} for n in range(10_000)]
    assert found_in("When was part 77 made?", contexts, "In 1077, by Maker77 [d77].") == set()
    assert found_in("When was part 77 made?", contexts, "In 12077, by Somebody Else [d10000].") >= {
        "citations",
        "numbers",
    }


def test_numbers_of_any_length_are_numbers() -> None:
    assert new_numbers("9" * 5000, ["1" * 5000]) == ["9" * 5000]


def test_the_longest_copy_is_counted_without_quotations() -> None:
    context = ["The quick brown fox jumps over the lazy dog."]
    assert copied_words("I saw the quick brown fox and ran.", context) == 4
    assert copied_words('It says "the quick brown fox jumps over".', context) == 0


def test_objects_have_their_text_where_tools_put_it() -> None:
    assert contexts_of([{"page_content": "a"}, {"id": 1, "text": "b"}, "c", None]) == ["a", "b", "c"]
