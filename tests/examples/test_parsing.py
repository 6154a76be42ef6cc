"""What a line of an examples file means, and what becomes of lines that mean nothing."""

import json

import pytest

from spade_core.examples import Label, parse_examples
from tests.research import DATA, PIPELINES, pipeline_folder

GOOD = '{"id": "a", "example": {"x": 1}, "prompt": "p", "response": "r", "label": "good", "model": "m"}'


def facts(text: str) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in parse_examples(text, "f").problems]


def test_a_line_gives_an_example_and_other_keys_are_kept() -> None:
    (example,) = parse_examples(GOOD, "f").examples
    assert (example.id, example.fields, example.prompt, example.response) == ("a", {"x": 1}, "p", "r")
    assert (example.label, example.line, example.extra) == (Label.GOOD, 1, {"model": "m"})


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ('"good"', Label.GOOD),
        ('"bad"', Label.BAD),
        ("1", Label.GOOD),
        ("0", Label.BAD),
        ("1.0", Label.GOOD),
        ("true", Label.GOOD),
        ("false", Label.BAD),
        ("null", None),
    ],
)
def test_a_label_is_written_in_any_of_these_ways(written: str, label: Label | None) -> None:
    assert parse_examples(f'{{"response": "r", "label": {written}}}', "f").examples[0].label is label


@pytest.mark.parametrize("written", ['"Good"', '"1"', "2", "[]", '""', "0.5"])
def test_another_label_is_a_problem_and_the_line_counts_as_unlabelled(written: str) -> None:
    found = parse_examples(f'{{"response": "r", "label": {written}}}', "f")
    assert found.examples[0].label is None
    assert [p.line for p in found.problems] == [1]
    assert written[:3] in found.problems[0].message


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("{", "not JSON at column 2"),
        ("[1]", "not a JSON object but an array"),
        ("null", "not a JSON object but null"),
        ('{"prompt": "p"}', 'no "response"'),
        ('{"response": null}', '"response" is null, not a string'),
        ('{"response": 3}', '"response" is a number, not a string'),
        ('{"response": "r", "prompt": 1}', '"prompt" is a number'),
        ('{"response": "r", "example": "{}"}', '"example" is a string, not an object or null'),
        ('{"response": "r", "id": true}', '"id" is a boolean'),
        ('{"response": "r", "id": ""}', '"id" is an empty string'),
        ('{"response": "r", "id": 1.5}', '"id" is a number'),
        ('{"response": "r", "score": NaN}', "NaN is not JSON"),
        ('{"response": "r", "score": -Infinity}', "-Infinity is not JSON"),
        ('{"response": "r", "score": 1e999}', "beyond a floating-point number"),
        ('{"response": "r", "response": "s"}', 'key "response" stands twice'),
        ('{"response": "r", "example": {"a": 1, "a": 2}}', 'key "a" stands twice'),
        ('{"response": "r", "n": ' + "9" * 5000 + "}", "too many digits"),
        ('{"response": "r", "n": ' + "[" * 100_000 + "}", "nested too deeply"),
        ('{"response": "a\x00b"}', "not JSON at column"),
        ('{"response": "a\rb"}', "not JSON at column"),
        ("<<<<<<< HEAD", "git conflict marker"),
        ('{"response": "\udcff"}', "not UTF-8 at column 15"),
    ],
)
def test_a_corrupt_line_is_named_and_the_lines_around_it_work(line: str, fact: str) -> None:
    found = parse_examples(f'{{"id": 1, "response": "r"}}\n{line}\n{{"id": 3, "response": "r"}}\n', "f")
    assert [(e.id, e.line) for e in found.examples] == [("1", 1), ("3", 3)]
    ((number, message),) = [(p.line, p.message) for p in found.problems]
    assert number == 2
    assert fact in message


def test_lost_inputs_and_prompts_are_empty() -> None:
    (example,) = parse_examples('{"row": 7, "example": null, "prompt": null, "response": "r"}', "f").examples
    assert (example.id, example.fields, example.prompt, example.label) == ("7", {}, "", None)


def test_a_field_that_holds_json_as_a_string_stays_a_string() -> None:
    (example,) = parse_examples(r'{"example": {"payload": "{\"a\": 1}"}, "response": "r"}', "f").examples
    assert example.fields == {"payload": '{"a": 1}'}


def test_an_id_beats_a_row_which_is_then_an_extra_key() -> None:
    (example,) = parse_examples('{"row": 7, "id": "x", "response": "r"}', "f").examples
    assert (example.id, example.extra) == ("x", {"row": 7})


def test_a_null_id_is_as_good_as_none() -> None:
    assert parse_examples('{"row": 7, "id": null, "response": "r"}', "f").examples[0].id == "7"


def test_a_derived_id_stays_when_the_label_another_key_or_the_place_changes() -> None:
    first, second = (
        parse_examples(text, "f").examples[-1].id
        for text in (
            '{"example": {"a": 1, "b": 2}, "response": "r", "label": "good"}',
            '\n{"response": "s"}\n{"response":"r","label":0,"example":{"b":2,"a":1},"note":"x"}',
        )
    )
    assert first == second


def test_ids_are_unique_and_duplicates_are_reported() -> None:
    lines = ['{"id": "a", "response": "r"}', '{"id": "a#2", "response": "r"}', '{"id": "a", "response": "s"}', GOOD]
    found = parse_examples("\n".join(lines), "f")
    assert [e.id for e in found.examples] == ["a", "a#2", "a#3", "a#4"]
    assert [p.line for p in found.problems] == [3, 4]
    assert 'id "a" is taken by an earlier line; called "a#3" here' in found.problems[0].message


def test_two_equal_lines_without_ids_are_two_examples_and_reported() -> None:
    found = parse_examples('{"response": "r"}\n{"response": "r"}\n', "f")
    assert len({e.id for e in found.examples}) == 2
    assert [p.line for p in found.problems] == [2]


def test_only_lf_ends_a_line() -> None:
    text = '{"response": "a\u2028b\u2029c\x85d\x0c"}'.replace("\x0c", "\\f")
    (example,) = parse_examples(text + "\r\n", "f").examples
    assert example.response == "a\u2028b\u2029c\x85d\x0c"


def test_byte_order_mark_crlf_and_blank_lines_are_no_lines() -> None:
    found = parse_examples(f"\ufeff{GOOD}\r\n\r\n  \t\r\n" + '{"response": "s"}\r\n', "f")
    assert [e.line for e in found.examples] == [1, 4]
    assert not found.problems


def test_a_lone_surrogate_escape_is_read_as_what_it_says() -> None:
    (example,) = parse_examples('{"response": "\\ud800"}', "f").examples
    assert example.response == "\ud800"


def test_a_line_of_ten_megabytes_is_a_line() -> None:
    found = parse_examples(json.dumps({"response": "x" * 10_000_000}) + '\n{"response": "s"}', "f")
    assert [len(e.response) for e in found.examples] == [10_000_000, 1]


def test_an_empty_file_has_no_examples_and_no_problems() -> None:
    assert parse_examples("", "f").examples == ()
    assert facts("\n\n") == []


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"no research data at {DATA}: set SPADE_DATA to its folder")
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_the_published_pipelines_are_read_to_the_last_row(pipeline: str) -> None:
    path = pipeline_folder(pipeline) / "examples.jsonl"
    text = path.read_text("utf-8")
    found = parse_examples(text, str(path))
    assert found.problems == ()
    assert [e.id for e in found.examples] == [str(json.loads(line)["row"]) for line in text.splitlines()]
    assert all(e.label is not None for e in found.examples)
