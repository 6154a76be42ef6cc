"""Labels set, examples added and both taken back, with every other byte left alone."""

import json

import pytest
from hypothesis import given, strategies as st

from spade_core.errors import ExamplesError
from spade_core.examples import (
    Example,
    Label,
    append_examples,
    parse_examples,
    set_label,
    undo,
)


def example(name: str, response: str = "r", **extra: object) -> Example:
    return Example(id=name, fields={"x": name}, prompt="p", response=response, label=None, extra=extra)


@pytest.mark.parametrize(
    ("line", "labelled"),
    [
        ('{"response": "r", "label": null}', '{"response": "r", "label": "bad"}'),
        ('{"label":1,"response":"r"}', '{"label":"bad","response":"r"}'),
        ('{"response": "r"}', '{"response": "r", "label": "bad"}'),
        ('{"response":"r"}', '{"response":"r","label":"bad"}'),
        (
            ' { "response" : "r" , "x" : [1, {"label": 2}] } \r',
            ' { "response" : "r" , "x" : [1, {"label": 2}] , "label" : "bad" } \r',
        ),
        ('{"\\u006cabel": "good", "response": "r"}', '{"\\u006cabel": "bad", "response": "r"}'),
        ('{"x": "}, \\"label\\": 1", "response": "r"}', '{"x": "}, \\"label\\": 1", "response": "r", "label": "bad"}'),
        ('{"response": "r", "score": 1e2, "label": "Good"}', '{"response": "r", "score": 1e2, "label": "bad"}'),
    ],
)
def test_only_the_value_of_the_label_changes(line: str, labelled: str) -> None:
    before = f"{{broken\n{line}\n\n"
    text, edit = set_label(before, parse_examples(before, "f").examples[0].id, Label.BAD)
    assert parse_examples(text, "f").examples[0].label is Label.BAD
    assert text == f"{{broken\n{labelled}\n\n"
    assert undo(text, edit) == before


@pytest.mark.parametrize("line", [0, 1, 2, 3, 99])
def test_a_label_finds_its_row_wherever_it_was_shown(line: int) -> None:
    text = '{"id": "a", "response": "r"}\n{"id": "b", "response": "r"}\n'
    labelled, edit = set_label(text, "b", Label.BAD, shown="r", line=line)
    assert labelled == '{"id": "a", "response": "r"}\n{"id": "b", "response": "r", "label": "bad"}\n'
    assert edit.line == 2


def test_a_line_that_says_another_response_by_now_is_not_labelled() -> None:
    with pytest.raises(ExamplesError, match="has changed since"):
        set_label('{"id": "a", "response": "another"}', "a", Label.BAD, shown="r", line=1)


def test_corrupt_lines_survive_a_label_unchanged() -> None:
    text = '\ufeffnonsense\r\n{"id": 1, "response": "r"}\r\n\udcff\udcfe{\n\n<<<<<<< HEAD\nno end'
    labelled, _ = set_label(text, "1", Label.GOOD)
    assert labelled == text.replace('"r"}', '"r", "label": "good"}')


def test_a_label_can_be_taken_away_again() -> None:
    text, _ = set_label('{"id": 1, "response": "r", "label": "good"}', "1", None)
    assert text == '{"id": 1, "response": "r", "label": null}'


def test_no_such_example_is_an_error_that_names_the_id() -> None:
    with pytest.raises(ExamplesError, match='f: no example has the id "9"'):
        set_label('{"id": 1, "response": "r"}', "9", Label.GOOD, path="f")


def test_undo_finds_its_line_when_lines_came_before_it() -> None:
    text, edit = set_label('{"id": 1, "response": "r"}\n', "1", Label.GOOD)
    assert (
        undo('{"id": 0, "response": "r"}\n' + text, edit) == '{"id": 0, "response": "r"}\n{"id": 1, "response": "r"}\n'
    )


def test_undo_refuses_when_the_line_was_changed_since() -> None:
    text, edit = set_label('{"id": 1, "response": "r"}\n', "1", Label.GOOD)
    later, _ = set_label(text, "1", Label.BAD)
    with pytest.raises(ExamplesError, match="nothing was undone"):
        undo(later, edit)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("", ""),
        ("\ufeff", "\ufeff"),
        ('{"id": 1, "response": "r"}', '{"id": 1, "response": "r"}\n'),
        ('{"id": 1, "response": "r"}\r\nbroken', '{"id": 1, "response": "r"}\r\nbroken\r\n'),
    ],
)
def test_examples_are_added_at_the_end_with_the_line_ends_of_the_file(text: str, start: str) -> None:
    grown, edits = append_examples(text, [example("a"), example("b")])
    assert grown.startswith(start + '{"id": "a"')
    assert grown.count("\r\n") == (4 if "\r\n" in text else 0)
    assert [e.id for e in parse_examples(grown, "f").examples][-2:] == ["a", "b"]
    shrunk = undo(undo(grown, edits[1]), edits[0])
    assert shrunk == start


def test_what_is_written_is_read_back_the_same() -> None:
    examples = [example("ü\u2028\ud800😀", response="a\x85\x00\n", note={"k": [1, None]})]
    text = append_examples("", examples)[0]
    text.encode("utf-8")
    assert not {"\u2028", "\x85"} & set(text)
    (read,) = parse_examples(text, "f").examples
    assert (read.id, read.fields, read.response, read.extra) == (
        examples[0].id, examples[0].fields, examples[0].response, examples[0].extra,
    )  # fmt: skip


def test_a_field_that_is_not_json_is_an_error_that_names_the_example() -> None:
    with pytest.raises(ExamplesError, match='example "a" cannot be written as JSON'):
        append_examples("", [example("a", note=float("nan"))])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
SEPARATORS = st.tuples(st.sampled_from([",", ", ", " , "]), st.sampled_from([":", ": ", " : "]))


@given(
    st.lists(
        st.tuples(st.dictionaries(st.text(), JSON, max_size=4), SEPARATORS, st.booleans(), st.sampled_from(["", "\r"])),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from([Label.GOOD, Label.BAD, None]),
    st.data(),
)
def test_labelling_one_line_changes_that_label_and_nothing_else(
    lines: list[tuple[dict[str, object], tuple[str, str], bool, str]], label: Label | None, data: st.DataObject
) -> None:
    text = "\n".join(
        json.dumps({**extra, "id": str(i), "response": "r", "label": 1, "prompt": None, "example": {}},
                   ensure_ascii=ascii_only, separators=separators) + end
        for i, (extra, separators, ascii_only, end) in enumerate(lines)
    )  # fmt: skip
    before = parse_examples(text, "f")
    chosen = data.draw(st.sampled_from(before.examples))
    after_text, edit = set_label(text, chosen.id, label)
    after = parse_examples(after_text, "f")
    assert undo(after_text, edit) == text
    for old, new in zip(before.examples, after.examples, strict=True):
        assert (old.id, old.fields, old.extra, old.line) == (new.id, new.fields, new.extra, new.line)
        assert new.label is (label if old.id == chosen.id else old.label)
