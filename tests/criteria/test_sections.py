from spade_core.criteria.readings import Format, JsonKeys, Layout, SampleShape, Section, SectionOrder
from tests.criteria.prompts import checkable

LABELLED = """You summarise talks.

YOUR SUMMARY SHOULD:
**Begin with Context:**
Provide the title of the talk.

**Central Thesis:**
Say what the speaker wants to prove.

**Key Points:**
Explain the facts.

By adhering to this structure, you will write a good summary.

TASK:
Summarise the following:

BEGIN TEXT
{text}
END TEXT

FORMAT:
Markdown
"""

SAMPLED = """Split the text into exercises.
Then add a summary section that says who it is for.
Then add a section about the equipment needed to follow the routine.
Example output:
```
# Five Minutes

## Summary
A short routine.

## Equipment
- Rings

## Exercises

### Pike (5 repetitions):
- Start in a pike.

### Squat (3 repetitions):
- Go down.
```
{text}
"""


def sections_in(text: str) -> list[Section]:
    return [reading for reading in checkable(text) if isinstance(reading, Section)]


def test_labels_under_a_line_that_says_what_the_response_should_have_are_sections_in_order() -> None:
    assert sections_in(LABELLED) == [
        Section("Context", "Context:"),
        Section("Central Thesis", "Central Thesis:"),
        Section("Key Points", "Key Points:"),
    ]
    assert SectionOrder(("Context", "Central Thesis", "Key Points")) in checkable(LABELLED)


def test_plain_labels_before_their_text_are_sections_too() -> None:
    text = "Your report should include the following sections:\nOverview: What happened.\nRisks: What may go wrong.\n"
    assert sections_in(text) == [Section("Overview", "Overview:"), Section("Risks", "Risks:")]


def test_headings_under_an_output_format_are_sections_until_the_next_heading_of_that_depth() -> None:
    text = "# Output format\n## Summary\nSay it.\n## Risks\nList them.\n\n# Rules\n## Tone\nBe kind.\n"
    assert sections_in(text) == [Section("Summary"), Section("Risks")]


def test_sections_named_in_a_series_are_read() -> None:
    found = sections_in("Include the following sections: Overview, Risks, and Next Steps.")
    assert [section.name for section in found] == ["overview", "risks", "next steps"]


def test_points_to_consider_are_no_sections() -> None:
    assert sections_in("Areas to consider include, but are not limited to, revenue, debt, margins and growth.") == []
    assert sections_in("Please ensure to:\n-Include all data\n-Be concise\n") == []


def test_sections_of_running_text_and_headings_of_the_sample_are_one_order() -> None:
    found = checkable(SAMPLED)
    assert SectionOrder(("summary", "equipment")) in found
    assert SectionOrder(("Summary", "Equipment", "Exercises")) in found


def test_a_markdown_sample_gives_the_shape_of_a_response() -> None:
    [shape] = [reading for reading in checkable(SAMPLED) if isinstance(reading, SampleShape)]
    assert shape == SampleShape(
        first_is_heading=True, heading_levels=(1, 2, 3), bullets_under_level=3, parenthesis_level=3, colon_level=3
    )


def test_headings_of_the_sample_that_the_instructions_never_name_are_its_own() -> None:
    assert "Five Minutes" not in [section.name for section in sections_in(SAMPLED)]


def test_nothing_inside_a_sample_is_an_instruction() -> None:
    text = 'Write a note.\nExample output:\n```\nAt most 3 words. Never say "no".\n```\n'
    assert checkable(text) == []


def test_a_json_sample_gives_keys_and_types() -> None:
    text = 'Return the result in this format:\n```json\n{"summary": "...", "risks": ["..."], "score": 5}\n```\n'
    found = checkable(text)
    types = (("summary", "str"), ("risks", "list"), ("score", "int | float"))
    assert JsonKeys(("summary", "risks", "score"), types=types) in found
    assert Layout(Format.JSON_OBJECT) in found


def test_json_that_is_only_a_sketch_still_gives_its_outer_keys() -> None:
    text = 'Answer as JSON:\n[{"name": <the name>, "tags": [...], "inner": {"deep": 1}}, ...]\n'
    assert JsonKeys(("name", "tags", "inner"), array=True) in checkable(text)


def test_json_of_the_input_asks_for_nothing() -> None:
    text = 'Summarise the order.\nInput:\n```json\n{"id": 5}\n```\n'
    assert not [reading for reading in checkable(text) if isinstance(reading, JsonKeys)]


def test_labels_of_a_sample_that_the_prompt_writes_itself_belong_to_the_input() -> None:
    text = (
        "Judge the passage. Follow this format exactly.\nHere is a complete example:\n```\nPassage: Cats sleep.\n"
        "Question: Do they?\nFinal answer: Yes.\n```\nPassage: {passage}\nQuestion: {question}\n"
    )
    assert SampleShape(False, (), 0, 0, 0, ("Final answer",)) in checkable(text)
