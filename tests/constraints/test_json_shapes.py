"""What a prompt asks of its JSON is asked where its sample shows it: in the tree, not by the names of keys alone."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from spade_core.constraints.evaluation import holds
from tests.constraints.test_readings import sources


@dataclass(frozen=True)
class Case:
    """A prompt, responses that keep all of it, and responses that break something of it."""

    name: str
    prompt: str
    keeps: Sequence[Any]
    breaks: Sequence[Any] = field(default=())
    """Each fails at least one assertion."""


def question(number: int, *, options: int = 3, **more: Any) -> Mapping[str, Any]:
    return {"question": f"What is {number}?", "options": [f"o{i}" for i in range(options)], "answer": "o1", **more}


def quiz(count: int, options: int = 3) -> dict[str, Any]:
    return {"quiz": [question(i, options=options) for i in range(count)]}


def payment(**more: Any) -> Mapping[str, Any]:
    return {"payee": "Baker", "sum": -4.5, "day": "2024-02-03", "sure": {"payee": 0.9, "sum": 0.8}, **more}


PAYMENTS = (
    "Read the payments from the letter.\n\n## Required Fields per Payment:\n- **sum**: what was paid\n"
    "- **day**: the day in YYYY-MM-DD format\n\n## Optional Fields per Payment:\n- **memo**: a remark\n"
    "- **branch**: the branch\n\n## Response Format (JSON):\n```json\n"
    '{"payments": [{"payee": "Shop", "sum": -1.5, "day": "2024-01-02", "memo": "x", "branch": "North", '
    '"sure": {"payee": 0.9, "sum": 0.5, "memo": 0.1}}, '
    '{"payee": "Inn", "sum": 7, "day": "2024-01-03", "memo": "y", "sure": {"payee": 0.9, "sum": 0.5}}]}\n```\n'
)
MARKS = (
    'Judge the essay. Provide three total marks.\nReturn JSON:\n{"style": {"reason": "(why, as text)", '
    '"mark": (a number between 1 and 5)}, "logic": {"reason": "(why, as text)", "mark": (a number between 1 and 5)}}\n'
)


def marked(style: Any, logic: Any) -> dict[str, Any]:
    return {"style": {"reason": "a", "mark": style}, "logic": {"reason": "b", "mark": logic}}


QUIZ = (
    "From the article, write EXACTLY 6 questions.\n\n- Each question must have 3 options.\n\n"
    "Return JSON in this format:\n"
    '{"quiz": [{"question": "...", "options": ["A", "B", "C"], "answer": "..."}]}\n'
)
LETTER = (
    'Write a thank-you letter.\n- Keep the letter between 5 and 8 words.\n- Begin with "Dear Ana"\n'
    '- End with "Yours," followed by the name of the sender.\n- Return ONLY valid JSON.\n\n{"letter": ""}\n'
)
NEWS = (
    "Write the daily letter.\n\n## Letter Structure\n1. **Opening** (3-5 words)\n\n"
    "Write 2 teaser line options:\n- bold\n- plain\n\n"
    'Return JSON:\n{"teaser_lines": ["...", "..."], "opening_html": "<p>...</p>", "items": [{"name": "..."}]}\n'
)


def news(lines: int = 2, words: str = "all the news today") -> dict[str, Any]:
    return {"teaser_lines": ["a"] * lines, "opening_html": words, "items": [{"name": "x"}]}


CASES = (
    Case("a noun of several words names a list", NEWS, [news()], [news(lines=3)]),
    Case("a name without how it is written", NEWS, [news()], [news(words="all the news that we have today")]),
    Case(
        "what is said of the whole is said of the only text",
        LETTER,
        [{"letter": "Dear Ana, thank you. Yours, Bo"}],
        [
            {"letter": "Dear Ana, thanks. Yours,"},
            {"letter": "Hi Ana, I do thank you. Yours, Bo"},
            {"letter": "Dear Ana, I do thank you so much. Bo"},
        ],
    ),
    Case("questions are the objects of the list", QUIZ, [quiz(6)], [quiz(5), quiz(7)]),
    Case("options are counted in each object", QUIZ, [quiz(6)], [quiz(6, options=2), quiz(6, options=4)]),
    Case("each object of the list has the keys", QUIZ, [quiz(6)], [{"quiz": [{"question": "?"}] * 6}]),
    Case(
        "a list that is named by the noun",
        'Create 2-4 questions. Return JSON:\n{"title": "...", '
        '"questions": [{"question": "...", "options": ["a", "b"]}]}',
        [{"title": "t", "questions": [question(1), question(2)]}],
        [{"title": "t", "questions": [question(1)]}, {"title": "t", "questions": [question(i) for i in range(5)]}],
    ),
    Case(
        "the response is the list",
        "Write 3 questions with 4 options each. Return a JSON array like this:\n"
        '[{"question": "...", "options": ["..."]}]',
        [[question(i, options=4) for i in range(3)]],
        [[question(i, options=4) for i in range(2)], [question(i, options=3) for i in range(3)]],
    ),
    Case(
        "an object is no list",
        MARKS,
        [marked(4, 2)],
        [{"style": {"reason": "a"}, "logic": {"reason": "b", "mark": 2}}, {"style": {"reason": "a", "mark": 1}}],
    ),
    Case("a range holds at every place", MARKS, [marked(1, 5)], [marked(1, 6), marked(0, 3)]),
    Case(
        "a string is no list",
        'Give 3 short tags (comma-separated) and 2 gains. Return JSON like {"tags": "...", "gains": ["g1", "g2"]}',
        [{"tags": "red, blue, green", "gains": ["a", "b"]}],
        [{"tags": "red, blue, green", "gains": ["a"]}, {"tags": "red", "gains": ["a", "b"]}],
    ),
    Case(
        "a string of which nothing says how it is divided",
        'Give 3 short tags. Return JSON like {"tags": "...", "note": "..."}',
        [{"tags": "red | blue | green", "note": "n"}, {"tags": "red blue green", "note": "n"}],
        [{"tags": "red"}],
    ),
    Case(
        "keys of bullets stand where the sample has them",
        PAYMENTS,
        [{"payments": [payment(memo="m"), payment()]}, {"payments": []}],
        [{"payments": [{"payee": "Baker", "sum": 1, "sure": {"payee": 1, "sum": 1}}]}],
    ),
    Case(
        "what is told to be optional is not demanded", PAYMENTS, [{"payments": [payment()]}], [{"payment": [payment()]}]
    ),
    Case(
        "a shape is that of the key",
        PAYMENTS,
        [{"payments": [payment(memo="seen 3/4/2024")]}],
        [{"payments": [payment(day="3 February 2024")]}],
    ),
    Case(
        "objects of several shapes",
        'Return JSON like this:\n{"acts": [{"do": "click", "x": 1}, {"do": "type", "text": "a"}]}',
        [{"acts": [{"do": "wait"}]}],
        [{"acts": [{"x": 1}]}],
    ),
    Case(
        "numbers of a sample are examples",
        'Return JSON such as:\n{"total": 12.5, "rows": [{"id": 1, "share": 0.5}]}',
        [{"total": 990, "rows": [{"id": 77, "share": 3.25}]}],
        [{"total": "many", "rows": [{"id": 1, "share": 1}]}],
    ),
    Case(
        "a value that says it is optional",
        'Return JSON:\n{"name": "string", "phone": "string, optional", "age": "integer"}',
        [{"name": "Ann", "age": 3}],
        [{"name": "Ann", "phone": "1", "age": "three"}, {"age": 3}],
    ),
    Case(
        "a schema within a schema",
        "Return JSON of this schema:\n"
        + json.dumps(
            {
                "type": "object",
                "properties": {
                    "people": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "name": {"type": "string"},
                                "home": {
                                    "type": "object",
                                    "properties": {"kind": {"type": "string", "enum": ["flat", "house"]}},
                                    "required": ["kind"],
                                },
                                "pets": {"type": "integer", "minimum": 0, "maximum": 9},
                            },
                            "required": ["name", "home"],
                        },
                    }
                },
                "required": ["people"],
            }
        ),
        [{"people": [{"name": "Ann", "home": {"kind": "flat"}}]}, {"people": []}],
        [
            {"people": [{"name": "Ann", "home": {"kind": "tent"}}]},
            {"people": [{"name": "Ann", "home": {}}]},
            {"people": [{"name": "Ann", "home": {"kind": "flat"}, "pets": 12}]},
        ],
    ),
    Case(
        "one name at several places, each with its own values",
        'Return JSON:\n{"level": "low" | "high", "part": {"level": "1" | "2"}}',
        [{"level": "low", "part": {"level": "2"}}],
        [{"level": "2", "part": {"level": "2"}}, {"level": "low", "part": {"level": "high"}}],
    ),
    Case(
        "one name at several places, of several types",
        'Return JSON:\n{"name": "string", "sure": {"name": 0.5}}\n\nThe name must have at most 3 words.',
        [{"name": "Ann Lee", "sure": {"name": 0.75}}],
        [{"name": "Ann of Green Gables", "sure": {"name": 0.75}}, {"name": "Ann", "sure": {"name": "0.75"}}],
    ),
    Case(
        "one name at several places, of which the text may mean any",
        'Return JSON:\n{"title": "...", "items": [{"title": "..."}]}\n\nThe title must be at most 3 words.',
        [
            {"title": "A long way from home", "items": [{"title": "Far"}]},
            {"title": "A", "items": [{"title": "A b c d"}]},
        ],
        [{"title": "A", "items": [{"name": "Far"}]}],
    ),
    Case(
        "a length in each object",
        'Return JSON:\n{"posts": [{"title": "...", "text": "..."}]}\n\nEach title must have at most 4 words.',
        [{"posts": [{"title": "A day out", "text": "one two three four five"}]}],
        [{"posts": [{"title": "A day", "text": "t"}, {"title": "A day out by sea", "text": "t"}]}],
    ),
    Case(
        "keys that stand for others",
        'Return JSON:\n{"<city>": {"rain": "integer", "sun": "integer"}}',
        [{"Rome": {"rain": 3, "sun": 9}}],
        ["no"],
    ),
    Case(
        "a list within a list",
        "Write 2 chapters with 3 scenes each. Return JSON:\n"
        '{"chapters": [{"title": "...", "scenes": [{"text": "..."}]}]}',
        [{"chapters": [{"title": "t", "scenes": [{"text": "s"}] * 3}] * 2}],
        [
            {"chapters": [{"title": "t", "scenes": [{"text": "s"}] * 3}] * 3},
            {"chapters": [{"title": "t", "scenes": [{"text": "s"}] * 2}] * 2},
            {"chapters": [{"title": "t", "scenes": [{"words": "s"}] * 3}] * 2},
        ],
    ),
    Case(
        "an empty value where an object was",
        'Return JSON:\n{"user": {"name": "..."}, "items": [{"id": 1}]}',
        [{"user": None, "items": []}, {"user": {"name": "a"}, "items": [{"id": 2}]}],
        [{"user": {}, "items": []}, {"user": {"name": "a"}, "items": [{}]}],
    ),
    Case(
        "keys that no sample shows stand at any depth",
        "Return JSON. Each entry must have the fields `city` and `rain`.",
        [{"days": [{"city": "Rome", "rain": 3}]}, [{"city": "Rome", "rain": 3}]],
        [{"days": [{"city": "Rome"}]}],
    ),
    Case(
        "a key of the text that the sample has deep inside",
        'Return JSON:\n{"days": [{"city": "...", "rain": 1}]}\n\nMake sure to include the "rain" key.',
        [{"days": [{"city": "Rome", "rain": 3}]}],
        [{"days": [{"city": "Rome"}]}],
    ),
    Case(
        "a count of a key that is no list",
        'List 5 symptoms. Return JSON:\n{"patient": {"symptom": "...", "since": "..."}}',
        [{"patient": {"symptom": "cough", "since": "May"}}],
        [{"patient": {"symptom": "cough"}}],
    ),
    Case(
        "two lists of objects of one kind",
        'Give 4 ideas. Return JSON:\n{"good": [{"idea": "..."}], "bad": [{"idea": "..."}]}',
        [{"good": [{"idea": "a"}] * 2, "bad": [{"idea": "b"}] * 2}],
        [{"good": [{"idea": "a"}]}],
    ),
)


def failing(prompt: str, response: Any) -> list[str]:
    """Return the assertions of a prompt that a response fails."""
    written = response if isinstance(response, str) else json.dumps(response)
    return [source for source in sources(prompt) if not holds(source, written, fields={})]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_response_of_the_shape_fails_nothing(case: Case) -> None:
    for response in case.keeps:
        assert failing(case.prompt, response) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_response_of_another_shape_fails_something(case: Case) -> None:
    for response in case.breaks:
        assert failing(case.prompt, response), response


def test_a_comment_ends_and_a_string_in_a_list_is_no_key() -> None:
    found = sources(
        'Return ONLY JSON matching this schema:\n{\n  "a": "string",\n  "more": { /* what else there is */ },\n'
        '  "b": "number 0-1",\n  "notes": ["Checked: a person did."]\n}\n'
    )

    assert next(each for each in found if each.startswith("has_keys(")) == (
        'has_keys(response, ["a", "more", "b", "notes"])'
    )
    assert not any("Checked" in each or "more.b" in each for each in found)


def test_fields_to_take_from_the_input_are_keys_of_the_response() -> None:
    text = (
        "Extract the following fields from the input text:\n- name (string)\n- amount (number or null)\n\nOutput JSON."
    )
    assert 'has_keys(response, ["name", "amount"])' in sources(text)


def test_the_keys_of_one_type_are_one_demand_and_qualities_are_no_choices() -> None:
    text = 'Return JSON:\n```json\n{"tags": ["..."], "notes": ["..."], "topic": "<topic>"}\n```\n'
    found = sources(f"{text}\n- Ensure tags are simple, short, and without special characters\n")
    assert 'all(has_type(value, "list") for key in ["tags", "notes"] for value in values(response, key))' in found
    assert not any("is_one_of" in each for each in found)


def test_so_many_for_each_of_what_is_given_is_not_how_many_there_are() -> None:
    shown = 'Return JSON:\n```json\n{"questions": [{"question": "<text>", "topic": "<topic>"}]}\n```\n'
    assert not any("== 3" in each for each in sources(f"{shown}\nGenerate 3 questions for each of the topics."))
    assert any("== 3" in each for each in sources(f"{shown}\nGenerate 3 questions."))


def test_a_key_that_every_question_has_is_counted_where_the_prompt_shows_no_sample() -> None:
    text = (
        "Write a quiz.\n- Include between 3 and 5 questions\n- Each question must have 4 options\n"
        "- Use JSON format with these fields:\n  - `question`: The text\n  - `options`: Array of texts\n"
        "  - `answer`: Array with the index (0-based) of the right one\n"
    )
    found = sources(text)
    assert '3 <= len(values(response, "question")) <= 5' in found
    assert 'all(len(each) == 4 for each in lists_of(response, "options"))' in found
    assert not any("== 0" in source for source in found)


def test_keys_in_braces_behind_their_name_and_in_a_template_with_placeholders_are_asked_for() -> None:
    assert 'has_keys(response, ["topic", "text"])' in sources(
        'Return one JSON object.\n- Keys: { "topic": string, "text": string }.\n'
    )
    template = '{"name": "{{petName}}", "trick": "{{petTrick}}"}'
    assert 'has_keys(response, ["name", "trick"])' in sources(
        f"Output the pet as a JSON object. Here is the template:\n\n{template}\n"
    )


def test_json_that_stands_in_an_element_is_not_all_of_the_response() -> None:
    text = "Write valid JSON, wrapped in <data></data> tags. Return only the JSON, so that it can be parsed.\n"
    assert not [each for each in sources(text) if "only_json" in each]


GIVEN = ("We need a cook in Rome.", "Two bakers wanted, from home.")


@pytest.mark.parametrize(
    "shape",
    [
        "Input: {given}\nOutput: {answer}\n\n",
        "Job: {given}\nText: {given}\nResult:\n```json\n{answer}\n```\n\n",
        "<example>\nUser: {given}\nAssistant: {answer}\n</example>\n",
        'Message: "{given}"\n{answer}\n\n',
    ],
)
def test_what_outputs_that_are_all_json_have_in_common_is_asked_of_the_response(shape: str) -> None:
    answers = (
        '{"jobs": [{"what": "cook"}], "town": "Rome", "remote": false}',
        '{"jobs": [], "town": null, "remote": true}',
    )
    shown = "".join(shape.format(given=given, answer=each) for given, each in zip(GIVEN, answers, strict=True))
    found = sources(f"Read the job.\n\n{shown}")
    assert 'has_keys(response, ["jobs", "jobs.what", "town", "remote"])' in found
    assert 'all(has_type(value, "boolean") for value in values(response, "remote"))' in found
    assert not any("Rome" in source for source in found)


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        ('{"tool": "map", "args": {"town": "Rome"}}', '{"tool": "sum", "args": {"of": [1]}}', ["tool", "args"]),
        ('{"tool": "map", "town": "Rome"}', "Hello!", []),
        ('{"a": 1}', '[{"a": 1}]', []),
    ],
)
def test_only_what_all_outputs_have_is_asked(first: str, second: str, asked: list[str]) -> None:
    found = sources(f"Read it.\n\nInput: x\nOutput: {first}\n\nInput: y\nOutput: {second}\n")
    assert [each for each in found if each.startswith("has_keys(")] == (
        [f"has_keys(response, {json.dumps(asked)})"] if asked else []
    )


def test_input_in_json_is_no_output() -> None:
    shown = '# Examples\n\nInput:\n{"a": 1}\nOutput:\n{"b": 2}\n\nInput:\n{"a": 3}\nOutput:\n{"b": 4}\n'
    assert 'has_keys(response, ["b"])' in sources(f"Turn it around.\n\n{shown}")


def test_forms_of_one_object_in_a_line_have_what_all_of_them_have() -> None:
    found = sources(
        'Respond with a JSON object like:\n{"move": "wait"} or {"move": "go", "far": 3} or {"move": "turn"}\n'
    )
    assert any(each.startswith("has_keys") and '"move"' in each and '"far"' not in each for each in found)


@pytest.mark.parametrize(
    ("said", "source"),
    [
        (
            "Write 2-4 paragraphs. Use only the facts present in this JSON.\n\n```json\n{rows}\n```\n",
            "has_json(response)",
        ),
        ("Always return valid JSON. No markdown outside the JSON block.", 'not response.strip().startswith("```")'),
    ],
)
def test_json_that_is_given_and_what_stands_outside_of_it_are_no_demands(said: str, source: str) -> None:
    assert source not in sources(said)
