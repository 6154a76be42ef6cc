import pytest
from hypothesis import given

from spade_core.deltas import SentenceKind, segment
from spade_core.deltas.comments import comments_in, without_comments
from tests.deltas.strategies import prompts


def pieces(text: str) -> list[tuple[str, str]]:
    return [(sentence.text, sentence.kind.value) for sentence in segment(text)]


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("{# a #}", ["{# a #}"]),
        ("{#- a -#} b {#c#}", ["{#- a -#}", "{#c#}"]),
        ("{#\n a\n#}", ["{#\n a\n#}"]),
        ("{{! a }} {{~! b ~}}", ["{{! a }}", "{{~! b ~}}"]),
        ("{{!-- a }} b --}} c", ["{{!-- a }} b --}}"]),
        ("{{#if a}} b {{/if}} #}", []),
        ("{#} and {#}", []),
        ("{# open", []),
        ("# Title {#anchor}", []),
        ("{x!r} {{ a }}", []),
        ("<!-- the model sees this -->", []),
    ],
)
def test_comments_of_each_template_language_are_found(text: str, comments: list[str]) -> None:
    assert [comment.of(text) for comment in comments_in(text)] == comments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Be kind. {# or not #}", [("Be kind.", "prose"), ("{# or not #}", "delimiter")]),
        ("{# a. B. #}Be kind.", [("{# a. B. #}", "delimiter"), ("Be kind.", "prose")]),
        ("{#\nBe kind.\n\nBe brief.\n#}", [("{#\nBe kind.\n\nBe brief.\n#}", "delimiter")]),
        ("Be {# very #} kind.", [("Be {# very #} kind.", "prose")]),
        ("{#\n or not #} Be brief.", [("{#\n or not #}", "delimiter"), ("Be brief.", "prose")]),
        ("Be brief. {#\n or not #}", [("Be brief.", "prose"), ("{#\n or not #}", "delimiter")]),
    ],
)  # fmt: skip
def test_a_comment_at_an_end_of_a_line_stands_alone_and_one_between_words_stays(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert pieces(text) == expected


def test_what_stands_around_a_comment_keeps_its_headings_and_lead_in() -> None:
    plain = "# Style\n\nPlease ensure to:\n- be kind\n- be brief"
    commented = "# Style\n{# why #}\n\nPlease ensure to:\n{# one\ntwo #}\n- be kind\n{{! three }}\n- be brief"
    read = [s for s in segment(commented) if s.kind is not SentenceKind.DELIMITER]
    assert [(s.text, s.context) for s in read] == [(s.text, s.context) for s in segment(plain)]


@pytest.mark.parametrize("text", ["{{ name }}, be brief.", "{{#if vip}}Never mention prices.{{/if}}"])
def test_a_sentence_that_begins_with_a_mark_in_double_braces_is_no_code(text: str) -> None:
    assert [sentence.kind for sentence in segment(text)] == [SentenceKind.PROSE]


@given(prompts)
def test_taking_comments_out_moves_nothing(text: str) -> None:
    bare = without_comments(text)
    assert len(bare) == len(text)
    assert all(new in (old, " ") for old, new in zip(text, bare, strict=True))
    assert comments_in(bare) == [] or comments_in(text) == []
