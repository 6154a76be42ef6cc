"""Laws of the checks, on whatever text there may be."""

import csv
import inspect
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from spade_core import checks

PIECES = (
    "word", "Word", "WORD", "don't", "e.g.", "3.14", "12", "1.", "2)", "-", "*", "•", "# ", "## Title",
    "**bold**", "*it*", "Label: value", "Title:", "TITLE", "---", "***", "```", "```json", "|", "| a | b |",
    "|---|---|", "[x]", "(y)", "{", "}", '{"a": 1}', "<p>", "</p>", "<<t>>", "https://a.org/b?c=d.",
    "a@b.org", "@you", "#tag", "12:30", "2024-05-01", ".", "!", "?", ",", "…", "“", "”", "é", "漢字", "हिन्दी",
    "🇻🇳", "👍🏽", "\n", "\n\n", "\t", "  ", "\r\n", "\u2028", "\0",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=30).map(" ".join) | st.lists(
    st.sampled_from(PIECES), max_size=30
).map("".join)
PHRASES = st.text("abc XYZ'’é漢.*", min_size=1, max_size=8)

ARGUMENTS: dict[str, Any] = {
    "language": "French", "phrase": "word", "phrases": ["word", "12"], "other": "word 12 word", "n": 2,
    "mark": "Step", "column": "a", "name": "p", "title": "Title", "titles": ["Title"], "label": "Label",
    "key": "a", "keys": ["a"], "schema": {"type": "object", "required": ["a"]}, "letter": "w",
    "separator": "***", "source": "word", "start": "word", "end": "word", "first": "word", "second": "12",
    "opening": "<<", "closing": ">>", "low": 1, "high": 20, "form": "YYYY-MM-DD", "b": "word",
    "columns": ["a"], "names": ["a"], "kind": "number", "pattern": "w.*", "labels": ["Label", "Note"],
    "style": "snake_case", "starts": ["word"], "ends": ["word"], "level": 2, "value": "word", "valid": ["word"],
    "contexts": ["word", {"id": "a", "text": "12"}], "sources": ["word"], "texts": "word", "question": "Who and when?",
    "others": ["word"],
}  # fmt: skip


def call(name: str, text: str) -> object:
    """Return what a check says of a text, its other arguments being whatever they may."""
    check: Callable[..., object] = getattr(checks, name)
    first, *others = inspect.signature(check).parameters.values()
    given_first: object = text.split() if first.name == "values" else text
    return check(given_first, *(ARGUMENTS[each.name] for each in others if each.default is inspect.Parameter.empty))


@given(text=TEXTS)
@settings(max_examples=40, deadline=None)
def test_a_check_answers_on_every_text_with_what_it_says_it_returns(text: str) -> None:
    for name in checks.__all__:
        says = str(inspect.signature(getattr(checks, name)).return_annotation)
        told = call(name, text)
        assert type(told).__name__ in says or "Any" in says, (name, told)


HOSTILE = (
    "a: \n", "[", "**a", "<a ", '{"a":', "1. a\n", "| a\n", "# a\n", "_a", ". ", "\n", "(", "http://", "漢", "😀\u200d",
)  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(checks.__all__) - {"is_yaml"}))
def test_a_check_takes_time_in_proportion_to_a_hostile_text(name: str) -> None:
    for piece in HOSTILE:  # what takes the square of it runs into the limit of every test
        call(name, piece * (10_000 // len(piece)))


COUNTS = {name: f"{name}_of" for name in checks.__all__ if f"{name}_of" in checks.__all__ and name != "times"}


@pytest.mark.parametrize(("count", "parts"), COUNTS.items())
@given(text=TEXTS)
@settings(max_examples=20, deadline=None)
def test_a_count_is_the_length_of_its_parts(count: str, parts: str, text: str) -> None:
    found = getattr(checks, parts)(text)
    assert isinstance(found, str) or getattr(checks, count)(text) == len(found)


EXACT_PARTS = (
    "words_of", "lines_of", "links_of", "quotations_of", "emojis_of", "hashtags_of", "mentions_of", "emails_of",
    "dates_of", "times_of", "capital_words_of",
)  # fmt: skip


@pytest.mark.parametrize("parts", EXACT_PARTS)
@given(text=TEXTS)
@settings(max_examples=30, deadline=None)
def test_parts_stand_in_the_text_as_they_are(parts: str, text: str) -> None:
    assert all(part in text for part in getattr(checks, parts)(text))


@given(text=TEXTS)
def test_sentences_and_paragraphs_hold_words_of_the_text_in_order(text: str) -> None:
    every = checks.words_of(text)
    for part in (*checks.sentences_of(text), *checks.paragraphs_of(text)):
        assert part.strip() == part
        assert part
    assert sum(map(checks.words, checks.sentences_of(text))) <= len(every) + text.count("\n") + len(text)


OPPOSITES: dict[str, tuple[Callable[[str], bool], Callable[[str], bool]]] = {
    "nothing with cases is lower and upper": (
        checks.is_lower,
        lambda text: checks.is_upper(text) and text.lower() != text.upper(),
    ),
    "bold is no plain text": (checks.has_bold, checks.is_plain_text),
    "an object is no array": (checks.is_json_object, checks.is_json_array),
    "a question ends with no exclamation": (checks.ends_with_question, lambda text: text.rstrip().endswith("!")),
    "what is only JSON is no list of words": (checks.is_json_object, checks.only_table),
}


@pytest.mark.parametrize("law", OPPOSITES)
@given(text=TEXTS)
@settings(max_examples=40, deadline=None)
def test_a_check_and_its_opposite_never_agree(law: str, text: str) -> None:
    one, other = OPPOSITES[law]
    assert not (one(text) and other(text))


@given(TEXTS, st.lists(PHRASES, min_size=1, max_size=3))
def test_all_any_and_none_say_what_contains_says_of_each(text: str, phrases: list[str]) -> None:
    each = [checks.contains(text, phrase) for phrase in phrases]
    assert checks.contains_all(text, phrases) == all(each)
    assert checks.contains_any(text, phrases) == any(each)
    assert checks.contains_none(text, phrases) == (not any(each))


@example("0\uf900")
@given(TEXTS)
def test_a_text_contains_its_words_and_repeats_itself(text: str) -> None:
    assert all(checks.contains(text, word) for word in checks.words_of(text)[:5])
    assert checks.is_exactly(text, text)
    if checks.words(text):
        assert checks.repeats(text, text)
        assert checks.starts_with(text, text)
        assert checks.ends_with(text, text)


@given(TEXTS, PHRASES)
def test_a_phrase_is_counted_where_it_is_said(text: str, phrase: str) -> None:
    if checks.times(text, phrase):
        assert checks.contains(text, phrase)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text("abc", min_size=1), below, max_size=3),
    max_leaves=8,
)


@given(JSON, st.sampled_from(("{}", "```json\n{}\n```", "```\n{}\n```\n", "\n{} ")))
def test_json_is_json_bare_or_in_a_fence(value: object, form: str) -> None:
    text = form.replace("{}", json.dumps(value))
    assert checks.is_json(text)
    assert checks.is_json_object(text) == isinstance(value, dict)
    if isinstance(value, dict):
        assert checks.has_keys(text, list(value))
        assert checks.only_keys(text, list(value))
        assert all(value[key] in checks.values(text, key) for key in value)


CELLS = st.lists(st.text("ab ,\"'1", min_size=1, max_size=5), min_size=2, max_size=2)


@given(st.lists(CELLS, min_size=1, max_size=4))
def test_what_a_csv_writer_writes_is_csv(rows: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)
    assert checks.is_csv(out.getvalue(), 2)


@given(st.text("ab", max_size=9), st.text("ab", max_size=9))
def test_the_edit_distance_is_the_one_of_the_table(one: str, other: str) -> None:
    table = list(range(len(other) + 1))
    for row, char in enumerate(one, 1):
        previous, table[0] = table[0], row
        for column, letter in enumerate(other, 1):
            change = previous + (char != letter)
            previous, table[column] = table[column], min(change, table[column] + 1, table[column - 1] + 1)
    assert checks.edit_distance(one, other) == table[-1]
    assert 0 <= checks.similarity(one, other) <= 1


HEADINGS = (
    "# {}", "## {}:", "### {} ###", "## **{}**", "**{}**", "**{}:**", "**{}**:", "__{}__", "{}:", "{}\n====",
    "{}\n----", "=== {} ===", "--- {} ---", "[{}]", "<h2>{}</h2>", "1. **{}**", "## 2. {}", "## 📌 {}",
    "**📌 {}**", "## {} (draft)",
)  # fmt: skip
TITLES = ("Summary", "SUMMARY", "Key Points", "Pros & Cons", "next steps", "Ý chính", "结论")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("form", HEADINGS)
def test_a_section_is_found_in_every_form_of_its_heading(form: str, title: str) -> None:
    other = form.format("OTHER PART" if title.isupper() else "Other Part")
    text = f"{form.format(title)}\n\nBelow it. Twice.\n\n{other}\n\nNot below."
    assert checks.section(text, title.upper()) == "Below it. Twice."
    assert checks.section(text, title.lower()) == "Below it. Twice."
    assert checks.has_section(text, title)
    assert not checks.has_section(text, "Missing")


@given(st.lists(st.integers(-1000, 1000), max_size=5))
def test_order_is_as_numbers_have_it(numbers: list[int]) -> None:
    assert checks.ascending(numbers) == (numbers == sorted(numbers))
    assert checks.descending(numbers) == (numbers == sorted(numbers, reverse=True))
    assert checks.ascending(list(map(str, numbers))) == checks.ascending(numbers)
    assert checks.unique(numbers) == (len(set(numbers)) == len(numbers))


@given(TEXTS)
def test_a_list_belongs_to_whoever_asked_for_it(text: str) -> None:
    """Texts are remembered: what one function does to its list must not reach the next one."""
    for name in checks.__all__:
        function = getattr(checks, name)
        if name.endswith("_of") and list(inspect.signature(function).parameters)[1:] in ([], ["separator"], ["mark"]):
            first = function(text)
            kept = list(first)
            if isinstance(first, list):
                first.append("swayed")
            assert list(function(text)) == kept
