"""The packaged data: seven versions and labelled responses with honest, varied failures."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from spade_core.demo import EXAMPLES_NAME, VERSIONS, examples_text
from spade_core.examples import Example, Label
from spade_core.examples.jsonl import parse_examples

FIELDS = ("personal_info", "movie_info", "movie_name")


@pytest.fixture(scope="module")
def examples() -> tuple[Example, ...]:
    found = parse_examples(examples_text(), EXAMPLES_NAME)
    assert found.problems == ()
    return found.examples


def words(example: Example) -> int:
    return len(example.response.split())


def with_label(examples: tuple[Example, ...], label: Label) -> list[Example]:
    return [example for example in examples if example.label is label]


class TestVersions:
    def test_there_are_seven_each_unlike_the_one_before(self) -> None:
        texts = ["", *(version.text for version in VERSIONS)]
        assert len(VERSIONS) == 7
        assert all(one != other for one, other in pairwise(texts))

    def test_each_version_brings_the_words_of_its_delta(self) -> None:
        new = ("{personal_info}", "themes", "concise.", "100 words", "shared cast", "awards", "ethnicity")
        for number, phrase in enumerate(new):
            assert phrase in VERSIONS[number].text
            assert number == 0 or phrase not in VERSIONS[number - 1].text

    def test_dates_go_forward_and_have_a_zone(self) -> None:
        dates = [version.date for version in VERSIONS]
        assert dates == sorted(dates)
        assert all(date.utcoffset() is not None for date in dates)

    def test_several_people_wrote_them(self) -> None:
        assert len({version.author for version in VERSIONS}) > 1


class TestExamples:
    def test_some_are_left_to_label_where_that_is_asked_for_and_nothing_else_is_changed(
        self, examples: tuple[Example, ...]
    ) -> None:
        some = parse_examples(examples_text(unlabelled=6), EXAMPLES_NAME).examples
        left = [example for example in some if example.label is None]
        assert len(left) == 6
        assert {one.label for one, other in zip(examples, some, strict=True) if other.label is None} == set(Label)
        assert [(each.id, each.fields, each.response) for each in some] == [
            (each.id, each.fields, each.response) for each in examples
        ]

    def test_there_are_at_least_sixty_with_an_id_and_a_response_of_their_own(
        self, examples: tuple[Example, ...]
    ) -> None:
        assert len(examples) >= 60
        assert len({example.id for example in examples}) == len(examples)
        assert len({example.response for example in examples}) == len(examples)

    def test_a_little_more_than_half_are_good(self, examples: tuple[Example, ...]) -> None:
        assert 0.55 <= len(with_label(examples, Label.GOOD)) / len(examples) <= 0.60

    def test_every_prompt_is_the_last_version_filled_with_its_inputs(self, examples: tuple[Example, ...]) -> None:
        for example in examples:
            expected = VERSIONS[-1].text.strip()
            assert set(example.fields) == set(FIELDS)
            for name in FIELDS:
                assert str(example.fields[name]) in example.prompt
                expected = expected.replace(f"{{{name}}}", str(example.fields[name]))
            assert example.prompt == expected

    def test_every_line_is_one_plain_object(self) -> None:
        rows: list[dict[str, Any]] = [json.loads(line) for line in examples_text().splitlines()]
        assert {tuple(row) for row in rows} == {("id", "example", "prompt", "response", "label")}

    def test_every_movie_has_good_and_bad_responses_and_none_dominates(self, examples: tuple[Example, ...]) -> None:
        labels: dict[object, set[Label | None]] = {}
        for example in examples:
            labels.setdefault(example.fields["movie_name"], set()).add(example.label)
        counts = Counter(example.fields["movie_name"] for example in examples)
        assert len(labels) >= 12
        assert all(found == {Label.GOOD, Label.BAD} for found in labels.values())
        assert max(counts.values()) <= len(examples) / 8

    def test_no_good_response_breaks_the_word_limit_and_some_touch_it(self, examples: tuple[Example, ...]) -> None:
        counts = [words(example) for example in with_label(examples, Label.GOOD)]
        assert max(counts) == 100
        assert sum(99 <= count <= 100 for count in counts) >= 2

    def test_bad_responses_break_the_limit_by_little_and_by_much_and_mostly_not_at_all(
        self, examples: tuple[Example, ...]
    ) -> None:
        counts = [words(example) for example in with_label(examples, Label.BAD)]
        assert sum(101 <= count <= 115 for count in counts) >= 4
        assert sum(count > 115 for count in counts) >= 4
        assert sum(count <= 100 for count in counts) > len(counts) / 2

    @pytest.mark.parametrize(
        "fails",
        [
            lambda e: "{movie_name}" in e.response,
            lambda e: "[User's Name]" in e.response,
            lambda e: e.response.startswith(("Here is", "Here are", "Sure!")),
            lambda e: e.response.startswith("I'm sorry"),
            lambda e: e.response.startswith("Given the following information"),
            lambda e: "película" in e.response,
            lambda e: not e.response.endswith((".", "!", "?", '"', "]", ")", "team")),
            lambda e: str(e.fields["movie_name"]).split()[0].lower() not in e.response.lower(),
            lambda e: "Māori" in e.response or "African American" in e.response,
        ],
        ids=["placeholder", "blank", "preamble", "refusal", "leak", "language", "truncated", "not named", "sensitive"],
    )
    def test_every_failure_meant_is_there_in_few_and_hardly_in_good_responses(
        self, examples: tuple[Example, ...], fails: Callable[[Example], bool]
    ) -> None:
        found = [example for example in examples if fails(example)]
        assert 1 <= len([example for example in found if example.label is Label.BAD]) <= 6
        assert len([example for example in found if example.label is Label.GOOD]) <= 3

    def test_some_bad_responses_look_like_good_ones_to_any_count(self, examples: tuple[Example, ...]) -> None:
        def ordinary(example: Example) -> bool:
            has_name = str(example.fields["movie_name"]) in example.response
            return (
                40 <= words(example) <= 100 and has_name and "you" in example.response and "{" not in example.response
            )

        assert sum(ordinary(example) for example in with_label(examples, Label.BAD)) >= 10

    def test_the_checks_a_person_would_write_first_reach_alpha_and_tau_together(
        self, examples: tuple[Example, ...]
    ) -> None:
        def passes(example: Example) -> bool:
            named = str(example.fields["movie_name"]).lower() in example.response.lower()
            addressed = any(word.lower() in ("you", "your", "you'll", "you've") for word in example.response.split())
            return words(example) <= 100 and named and addressed

        good, bad = with_label(examples, Label.GOOD), with_label(examples, Label.BAD)
        assert sum(not passes(example) for example in bad) >= 0.6 * len(bad)
        assert sum(not passes(example) for example in good) <= 0.25 * len(good)
