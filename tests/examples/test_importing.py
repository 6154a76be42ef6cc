"""Examples of other tools: every shape is recognised, no row is twice, none is lost in silence."""

import json
from collections.abc import Sequence

import pytest

from spade_core.errors import ExamplesError
from spade_core.examples import (
    Example,
    Label,
    append_examples,
    chosen_mapping,
    fill_labels,
    guess_mapping,
    import_rows,
    label_in,
    label_words,
    other_columns,
    parse_examples,
    read_table,
)


def imported(text: str, path: str = "rows.csv", placeholders: Sequence[str] = ()) -> tuple[Example, ...]:
    table = read_table(text, path)
    return import_rows(table, guess_mapping(table, placeholders)).examples


def jsonl(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.mark.parametrize(
    ("value", "label"),
    [
        *[
            (good, Label.GOOD)
            for good in ("Good", "PASS", "true", " yes ", 1, 1.0, "1.0", True, "thumbs_up", "👍", "👍️")
        ],
        *[(bad, Label.BAD) for bad in ("bad", "Failed", "FALSE", "no", 0, -1, "0", False, "thumbs down", "👎")],
        *[(good, Label.GOOD) for good in ("OK", "Right", "✅")],
        *[(bad, Label.BAD) for bad in ("Not OK", "not_ok", "WRONG", "❌")],
        *[([{"name": "user-feedback", "value": 1}], Label.GOOD), ({"key": "correct", "score": 0}, Label.BAD)],
        *[(nothing, None) for nothing in (None, "", "  ")],
    ],
)
def test_labels_of_other_tools_are_read(value: object, label: Label | None) -> None:
    assert label_in(value) is label


@pytest.mark.parametrize("value", [0.7, "maybe", 2, "3", [1, 0], {"score": 0.5}, [], {"comment": "nice"}])
def test_what_is_between_the_two_is_not_rounded_to_a_label(value: object) -> None:
    with pytest.raises(ValueError, match="is no label"):
        label_in(value)


def test_a_spreadsheet_with_columns_named_like_the_placeholders() -> None:
    text = 'Movie Name,response,label\r\nAlien,"Watch it,\r\nsoon",good\r\nPaddington,"As an ""AI""",bad\r\n'
    first, second = imported(text, placeholders=["movie_name"])
    assert (first.fields, first.response, first.label) == ({"movie_name": "Alien"}, "Watch it,\r\nsoon", Label.GOOD)
    assert (second.response, second.label) == ('As an "AI"', Label.BAD)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_seen_in_the_header(delimiter: str) -> None:
    text = "\ufeff" + delimiter.join(("id", "output", "thumbs")) + "\n" + delimiter.join(("7", "Hi", "down")) + "\n"
    [only] = imported(text)
    assert (only.id, only.response, only.label) == ("7", "Hi", Label.BAD)


def test_cells_that_hold_objects_are_opened_where_all_of_their_column_do() -> None:
    text = 'example,response,label,note\n"{""a"": 1, ""b"": [2]}",r,1,{x}\n,s,0,\n'
    first, second = imported(text)
    assert first.fields == {"a": 1, "b": [2]}
    assert first.extra == {"note": "{x}"}
    assert second.fields == {}


def test_langsmith_rows() -> None:
    rows = jsonl(
        {"id": "e1", "inputs": {"topic": "tea"}, "outputs": {"answer": "Sip."}, "feedback": {"key": "ok", "score": 1}},
        {"id": "e2", "inputs": {"topic": {"deep": 1}}, "outputs": {"answer": "No."}, "feedback": {"score": 0}},
    )
    first, second = imported(rows, "export.jsonl")
    assert (first.id, first.fields, first.response, first.label) == ("e1", {"topic": "tea"}, "Sip.", Label.GOOD)
    assert (second.fields, second.label) == ({"topic": {"deep": 1}}, Label.BAD)
    assert first.extra == {"feedback.key": "ok"}


def test_langfuse_rows_with_messages_and_scores() -> None:
    row = {
        "id": "t",
        "input": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tea?"}],
        "output": {"role": "assistant", "content": "Yes."},
        "scores": [{"name": "user", "value": 1}],
    }
    [only] = imported(jsonl({**row, "output": "Yes."}), "langfuse.jsonl")
    assert (only.prompt, only.response, only.label) == ("Be brief.\n\nTea?", "Yes.", Label.GOOD)
    [opened] = imported(jsonl(row), "langfuse.jsonl")
    assert opened.response == "Yes."


def test_promptfoo_results() -> None:
    result = {"vars": {"topic": "tea"}, "prompt": {"raw": "On tea:"}, "response": {"output": "Sip."}, "success": False}
    document = {"evalId": "e", "results": {"version": 3, "results": [result], "stats": {}}}
    [only] = imported(json.dumps(document, indent=2), "out.json")
    assert (only.fields, only.prompt, only.response, only.label) == ({"topic": "tea"}, "On tea:", "Sip.", Label.BAD)


def test_openai_evals_ideals_count_as_good_responses() -> None:
    table = read_table(jsonl({"input": [{"role": "user", "content": "2+2?"}], "ideal": "4"}), "evals.jsonl")
    mapping = guess_mapping(table)
    assert (mapping.response, mapping.default_label) == ("ideal", Label.GOOD)
    [only] = import_rows(table, mapping).examples
    assert (only.prompt, only.response, only.label) == ("2+2?", "4", Label.GOOD)


def test_one_text_of_input_fills_the_only_placeholder() -> None:
    [only] = imported(jsonl({"query": "Tea?", "actual_output": "Sip."}), "deepeval.jsonl", ["question"])
    assert (only.fields, only.response, only.label) == ({"question": "Tea?"}, "Sip.", None)


def test_our_own_examples_come_in_as_they_are() -> None:
    rows = jsonl(
        {"id": "7", "example": {"a": "x", "b": None}, "prompt": "p", "response": "r", "label": "bad", "model": "m"}
    )
    [only] = imported(rows, "old.examples.jsonl")
    assert (only.id, only.fields, only.prompt, only.label) == ("7", {"a": "x"}, "p", Label.BAD)
    assert only.extra == {"model": "m"}


def test_a_column_of_grades_is_not_taken_for_labels() -> None:
    text = "response,score\n" + "".join(f"r{n},{n / 7}\n" for n in range(1, 7))
    assert {example.label for example in imported(text)} == {None}


def test_a_file_without_a_response_names_its_columns() -> None:
    with pytest.raises(ExamplesError, match="no column looks like the response; there are a, b"):
        guess_mapping(read_table("a,b\n1,2\n", "x.csv"))


@pytest.mark.parametrize(
    ("text", "fact"), [("{broken", "rows.json:1: not JSON: "), ("[]", "holds no row"), ("[3]", "row 1: not an object")]
)
def test_a_file_without_a_row_says_what_is_wrong_with_it(text: str, fact: str) -> None:
    with pytest.raises(ExamplesError, match=fact):
        guess_mapping(read_table(text, "rows.json"))


def test_rows_that_cannot_be_used_are_named_and_the_others_come_in() -> None:
    rows = (
        '{"response": "one", "label": "good"}\n{"response": oops}\n\n{"label": "bad"}\n'
        '{"response": "two", "label": "meh"}\n'
    )
    table = read_table(rows, "x.jsonl")
    found = import_rows(table, guess_mapping(table))
    assert [(example.response, example.label) for example in found.examples] == [("one", Label.GOOD), ("two", None)]
    assert [str(problem) for problem in found.problems][1:] == [
        'x.jsonl:4: no response in "response"',
        'x.jsonl:5: "meh" is no label; the row comes in unlabelled',
    ]
    assert str(found.problems[0]).startswith("x.jsonl:2: not JSON at column 14")


def test_csv_rows_with_too_many_cells_are_named_by_their_line() -> None:
    table = read_table('response,label\n"a\nb",good\nc,bad,odd\nd,good\n', "x.csv")
    assert [str(problem) for problem in table.problems] == ["x.csv:4: 3 cells, but 2 columns in the header; left out"]
    assert [row.line for row in table.rows] == [2, 5]


def test_rows_of_a_document_are_named_by_number() -> None:
    table = read_table('[{"response": "a"}, 7, {"response": NaN}, {"response": 1e999}]', "x.json")
    found = import_rows(table, guess_mapping(table))
    assert [str(problem) for problem in found.problems] == [
        "x.json: row 2: not an object; left out",
        'x.json: row 3: no response in "response"',
        'x.json: row 4: no response in "response"',
    ]


def test_duplicates_are_left_out_and_counted_and_another_label_is_said() -> None:
    existing = parse_examples(jsonl({"id": "a", "response": "same", "label": "good"}), "").examples
    table = read_table(jsonl({"response": "same", "label": "bad"}, {"response": "new"}, {"response": "new"}), "x.jsonl")
    found = import_rows(table, guess_mapping(table), existing)
    assert [example.response for example in found.examples] == ["new"]
    assert (found.duplicates, found.repeats) == (1, 1)
    assert [str(problem) for problem in found.problems] == [
        "x.jsonl:1: labelled bad, but the same example is good already; left out",
        "x.jsonl:3: repeats line 2; left out",
    ]


def test_a_label_that_is_missing_on_the_same_example_is_filled_in_and_no_label_is_overwritten() -> None:
    rows = jsonl(
        {"id": "a", "response": "one", "label": None},
        {"id": "b", "response": "two", "label": "good"},
        {"id": "c", "response": "three"},
    )
    text = rows.replace('"three"', '"three" ')
    there = parse_examples(text, "").examples
    table = read_table("response,label\none,bad\ntwo,bad\nthree,\none,good\n", "x.csv")
    found = import_rows(table, guess_mapping(table), there)
    assert [(example.id, example.label) for example in found.filled] == [("a", Label.BAD)]
    assert (found.examples, found.duplicates, found.is_empty) == ((), 4, False)
    assert [str(problem) for problem in found.problems] == [
        "x.csv:3: labelled bad, but the same example is good already; left out",
        "x.csv:5: labelled good, but the same example is bad already; left out",
    ]
    filled = fill_labels(text, found.filled)
    assert filled == text.replace('"label": null', '"label": "bad"')
    with pytest.raises(ExamplesError, match='example "a" has changed'):
        fill_labels(text.replace("null", '"good"'), found.filled)


def test_what_a_person_says_of_words_goes_before_what_is_known() -> None:
    table = read_table("output,Verdict\na,Gut\nb,schlecht\nc,gut \nd,hm\ne,no\n", "x.csv")
    assert guess_mapping(table).label is None
    said = {"GUT": Label.GOOD, "schlecht": Label.BAD, "no": None}
    mapping = chosen_mapping(table, meanings=said)
    assert mapping.label is None
    mapping = chosen_mapping(table, label="Verdict", meanings=said)
    assert [(w.word, w.rows, w.label, w.is_known) for w in label_words(table, mapping)] == [
        ("hm", 1, None, False),
        ("Gut", 2, Label.GOOD, True),
        ("schlecht", 1, Label.BAD, True),
        ("no", 1, None, True),
    ]
    found = import_rows(table, mapping)
    assert [e.label for e in found.examples] == [Label.GOOD, Label.BAD, Label.GOOD, None, None]
    assert [str(problem) for problem in found.problems] == ['x.csv:5: "hm" is no label; the row comes in unlabelled']


def test_a_row_that_repeats_another_names_it_and_says_where_the_labels_differ() -> None:
    table = read_table('[{"response": "a", "label": 1}, {"response": "a", "label": 0}, {"response": "a"}]', "x.json")
    found = import_rows(table, guess_mapping(table))
    assert (len(found.examples), found.duplicates, found.repeats) == (1, 0, 2)
    assert [str(problem) for problem in found.problems] == [
        "x.json: row 2: labelled bad, but repeats row 1, which is good; left out",
        "x.json: row 3: repeats row 1; left out",
    ]


@pytest.mark.parametrize("name", ["verdict", "result", "outcome", "rating", "Freigabe", "QA round 2", "status"])
def test_a_column_of_nothing_but_verdicts_holds_the_labels_whatever_its_name(name: str) -> None:
    first, second, third = imported(f"text,{name},who\nHi,Pass ,Ana\nBye,fail,Bob\nSo,,Bob\n")
    assert (first.response, first.label, first.extra) == ("Hi", Label.GOOD, {"who": "Ana"})
    assert (second.label, third.label) == (Label.BAD, None)


def test_one_odd_word_among_verdicts_does_not_hide_a_column_with_a_name_for_labels() -> None:
    first, second, third = imported("output,verdict\na,pass\nb,maybe\nc,fail\n")
    assert [first.label, second.label, third.label] == [Label.GOOD, None, Label.BAD]


def test_an_input_or_a_yes_and_no_of_another_kind_is_not_taken_for_labels() -> None:
    rows = "mood,vegan,inputs.tone,output\ngood,yes,bad,Hi\nbad,no,good,Bye\n"
    assert guess_mapping(read_table(rows, "x.csv"), ["mood"]).label is None
    assert guess_mapping(read_table(rows, "x.csv")).label == "mood"


def test_a_column_called_result_is_the_response_where_it_holds_text_or_nothing_else_does() -> None:
    assert guess_mapping(read_table("result,verdict\nHi there,pass\n", "x.csv")).response == "result"
    assert guess_mapping(read_table("topic,result\ntea,good\n", "x.csv"), ["topic"]).response == "result"


def test_the_columns_without_a_part_are_kept_or_named_as_left_out() -> None:
    table = read_table("label,output,verdict,ticket\nA-7,Hi,pass,T\nA-8,Bye,fail,U\n", "x.csv")
    mapping = guess_mapping(table)
    assert (mapping.label, other_columns(table, mapping)) == ("verdict", (("ticket",), ("label",)))


def test_an_imported_row_without_a_prompt_is_written_without_that_key() -> None:
    text = append_examples("", imported("topic,output,label\ntea,Hi,good\n", placeholders=["topic"]))[0]
    assert list(json.loads(text)) == ["id", "example", "response", "label"]
    [back] = parse_examples(text, "").examples
    assert (back.prompt, back.extra) == ("", {})


def test_an_id_that_is_taken_is_changed_and_what_is_written_reads_back_without_a_problem() -> None:
    existing = parse_examples(jsonl({"id": "1", "response": "here"}), "").examples
    rows = jsonl({"id": 1, "response": "a\ud800\u2028b", "label": "good", "n": 1.5}, {"id": "1", "response": "c"})
    table = read_table(rows, "x.jsonl")
    found = import_rows(table, guess_mapping(table), existing)
    assert [example.id for example in found.examples] == ["1-2", "1-3"]
    back = parse_examples(append_examples("", (*existing, *found.examples))[0], "")
    assert not back.problems
    assert [example.response for example in back.examples] == ["here", "a\ud800\u2028b", "c"]


@pytest.mark.parametrize("text", ["", " \n", "\ufeff"])
def test_an_empty_file_says_so(text: str) -> None:
    with pytest.raises(ExamplesError, match="is empty"):
        read_table(text, "x.csv")


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(ExamplesError, match=r'x\.csv:1: two columns are called "response"'):
        read_table("response,response\na,b\n", "x.csv")


def test_a_response_of_any_length_is_read_from_csv() -> None:
    [only] = imported(f'response\n"{"word " * 100_000}"\n')
    assert len(only.response) == 500_000


CONTEXTS = ["Tea is hot.", "Ice is cold."]


@pytest.mark.parametrize(
    ("row", "placeholders", "fields"),
    [
        (
            {"user_input": "Hot?", "retrieved_contexts": CONTEXTS, "response": "Tea.", "reference": "Tea is."},
            (),
            {"question": "Hot?", "contexts": CONTEXTS, "reference": "Tea is."},
        ),
        (
            {"question": "Hot?", "contexts": CONTEXTS, "answer": "Tea.", "ground_truth": "Tea is."},
            ("query", "documents"),
            {"query": "Hot?", "documents": CONTEXTS, "reference": "Tea is."},
        ),
        (
            {
                "inputs": {"question": "Hot?"},
                "outputs": {"answer": "Tea.", "documents": [{"page_content": "Tea is hot."}]},
                "reference_outputs": {"answer": "Tea is."},
            },
            (),
            {"question": "Hot?", "contexts": [{"page_content": "Tea is hot."}], "reference": "Tea is."},
        ),
        (
            {"vars": {"query": "Hot?", "context": "Tea is hot."}, "response": {"output": "Tea."}},
            (),
            {"query": "Hot?", "context": "Tea is hot."},
        ),
        (
            {"vars": {"query": "Hot?", "context": "Tea is hot."}, "response": {"output": "Tea."}},
            ("question", "contexts"),
            {"question": "Hot?", "contexts": "Tea is hot."},
        ),
        (
            {"inputs": {"q": "Hot?", "context": ["Tea is hot."], "tone": "dry"}, "outputs": {"answer": "Tea."}},
            ("contexts", "q", "tone"),
            {"contexts": ["Tea is hot."], "q": "Hot?", "tone": "dry"},
        ),
    ],
)
def test_contexts_questions_and_references_of_other_tools(
    row: dict[str, object], placeholders: Sequence[str], fields: dict[str, object]
) -> None:
    (example,) = imported(jsonl(row), "rows.jsonl", placeholders)
    assert (example.response, dict(example.fields)) == ("Tea.", fields)


@pytest.mark.parametrize("cell", ['["Tea is hot.", "Ice is cold."]', "['Tea is hot.', 'Ice is cold.']"])
def test_a_cell_with_a_list_of_contexts_is_that_list(cell: str) -> None:
    quoted = cell.replace('"', '""')
    (example,) = imported(f'user_input,retrieved_contexts,response\nHot?,"{quoted}",Tea.\n')
    assert example.fields["contexts"] == CONTEXTS


@pytest.mark.parametrize("cell", ["[1, 2", "[open('x')]", "[1, 2]", "[" * 5000 + "]"])
def test_a_cell_that_is_no_list_of_texts_stays_as_it_is(cell: str) -> None:
    (example,) = imported(f'user_input,retrieved_contexts,response\nHot?,"{cell}",Tea.\n')
    assert example.fields["contexts"] == cell
