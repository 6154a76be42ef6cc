import pytest

from spade_core.criteria.readings import (
    Case,
    Casing,
    Format,
    JsonKeys,
    Language,
    Layout,
    PhraseRule,
    Phrases,
    Place,
    Quantity,
    Scope,
    Tags,
    Unit,
)
from tests.criteria.prompts import checkable


def layouts_in(text: str) -> list[Layout]:
    return [reading for reading in checkable(text) if isinstance(reading, Layout)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Format your response in Markdown.", Format.MARKDOWN),
        ("The result should be in markdown format.", Format.MARKDOWN),
        ("FORMAT:\nMarkdown", Format.MARKDOWN),
        ("Use markdown headings.", Format.HEADINGS),
        ("Put key terms in bold.", Format.BOLD),
        ("Use bullet points for easy readability.", Format.BULLETS),
        ("Respond with a numbered list.", Format.NUMBERED),
        ("Present the comparison as a table.", Format.TABLE),
        ("Include code snippets.", Format.CODE),
        ("Respond in JSON.", Format.JSON),
        ("Return a JSON array.", Format.JSON_ARRAY),
        ("Output a JSON object.", Format.JSON_OBJECT),
        ("Answer in valid YAML.", Format.YAML),
        ("Return the result as XML.", Format.XML),
        ("Write the page in HTML.", Format.HTML),
        ("Output CSV.", Format.CSV),
        ("Write a SQL query.", Format.SQL),
        ("Write formulas in LaTeX.", Format.LATEX),
        ("Bucket similar findings into grouped themes.", Format.GROUPS),
        ("Write one entry per line.", Format.LINES),
        ("Return your answer as a python list of strings.", Format.LIST_LITERAL),
        ("Explain the fix step by step.", Format.STEPS),
        ("Answer in plain text.", Format.PLAIN),
    ],
)
def test_a_format_is_read(text: str, kind: Format) -> None:
    assert [layout.format for layout in layouts_in(text)] == [kind]
    assert all(layout.wanted for layout in layouts_in(text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Do not use bullet points.", Format.BULLETS),
        ("Answer without any markdown.", Format.MARKDOWN),
        ("Never use a table.", Format.TABLE),
        ("Do not wrap the answer in markdown.", Format.MARKDOWN),
    ],
)
def test_a_format_that_is_ruled_out_is_unwanted(text: str, kind: Format) -> None:
    assert [(layout.format, layout.wanted) for layout in layouts_in(text)] == [(kind, False)]


@pytest.mark.parametrize(
    "text",
    [
        "Review the following JSON.",
        "The code is delimited by three backticks.",
        "Do not exceed 20 words per bullet.",
        "Let's think step by step.",
        "Do not say which table you queried.",
    ],
)
def test_a_format_of_the_input_or_of_something_else_is_not_asked_for(text: str) -> None:
    assert not [layout for layout in layouts_in(text) if not layout.wanted]
    assert layouts_in(text) in ([], [Layout(Format.BULLETS)])


def test_a_code_block_may_name_its_language() -> None:
    text = 'Render all output code between a "```typescript" markdown blocks:\n\n{code}'
    assert Layout(Format.CODE, detail="typescript") in checkable(text)


def test_bullets_asked_for_under_a_label_belong_to_that_section() -> None:
    text = "YOUR REPORT SHOULD:\n**Key Points:**\nExplain the facts. Use bullet points.\n"
    assert Layout(Format.BULLETS, scope=Scope(Place.SECTION, "Key Points")) in checkable(text)


def test_json_keys_are_read_from_the_sentence() -> None:
    assert JsonKeys(("name", "age", "city")) in checkable("Respond in JSON with the keys name, age and city.")
    assert JsonKeys(("title", "body")) in checkable("Return JSON with the fields `title` and `body`.")
    assert JsonKeys(("id", "total")) in checkable("Extract the following fields and return them as JSON: id, total.")


def test_columns_are_phrases_to_include() -> None:
    found = checkable("Format the output as CSV with the columns name, price.")
    assert Phrases(PhraseRule.INCLUDE_ALL, ("name", "price")) in found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Answer in Spanish.", "Spanish"),
        ("Translate the text into French.", "French"),
        ("Always respond in English only.", "English"),
    ],
)
def test_the_language_of_the_response_is_read(text: str, name: str) -> None:
    assert Language(name) in checkable(text)


def test_the_language_of_the_input_is_not_asked_for() -> None:
    assert not [r for r in checkable("You are a teacher of English literature.") if isinstance(r, Language)]
    assert not [r for r in checkable("Use plain English.") if isinstance(r, Language)]


def test_tags_to_wrap_the_answer_in_are_read_and_those_of_the_input_are_not() -> None:
    assert Tags(("answer",)) in checkable("Put your answer inside <answer></answer> tags.")
    assert not [r for r in checkable("The document is enclosed in <doc></doc> tags.") if isinstance(r, Tags)]


def test_the_case_of_all_letters_is_read() -> None:
    assert Casing(Case.LOWER) in checkable("Write everything in lowercase.")
    assert Casing(Case.UPPER) in checkable("Answer in all caps.")


def test_counted_bullets_that_are_a_part_of_the_response_are_only_counted() -> None:
    assert checkable("Describe the risks in 3 to 5 bullet points.") == [Quantity(Unit.ITEMS, 3, 5)]
    assert checkable("Include at least 2 short bullet points on the risks.") == [Quantity(Unit.ITEMS, 2, None)]
    assert Layout(Format.BULLETS) in checkable("Answer in 3 to 5 bullet points.")


def test_the_mark_of_the_bullets_is_read() -> None:
    assert Layout(Format.BULLETS, detail="*") in checkable('Use bullets, each starting with "* ".')


@pytest.mark.parametrize("text", ["Use at least one table.", "Include exactly one table.", "Add a table."])
def test_a_number_of_tables_is_a_table(text: str) -> None:
    assert Layout(Format.TABLE) in checkable(text)
