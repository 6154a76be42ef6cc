"""What is said behind a key is asked of the value there, and of nothing else, in every notation."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from spade_core.constraints.evaluation import holds
from tests.constraints.test_readings import sources

SAID: Sequence[tuple[str, Any, Any]] = (
    ("at most 12 characters", "twelve chars", "thirteen char"),
    ("string, no emojis, under 10 characters", "nine char", "ten charss"),
    ("one sentence, max 4 words", "It is so.", "It is so. Or not."),
    ("array, from 2 till 3 of strings", ["a", "b"], ["a"]),
    ("string[], 2 or more", ["a", "b"], ["a"]),
    ("list of 2 names, none longer than 2 words", ["Ann", "Bo Lee"], ["Ann", "Bo van Lee"]),
    ("list, no duplicates", ["a", "b"], ["a", "a"]),
    ("lowercase, no spaces", "a-b", "a b"),
    ("three-letter code, upper case", "EUR", "Euro"),
    ("ISO 8601 date", "2024-02-03", "3 Feb 2024"),
    ("YYYY-MM, null if unknown", "2024-02", "2024"),
    ('starts with "Quiz:"', "Quiz: rivers", "Rivers"),
    ('one sentence, ends with "?"', "Who?", "He."),
    ("no exclamation marks", "Well.", "Well!"),
    ("integer 1-5", 5, 6),
    ("integer, 1..12", 12, 13),
    ("integer, at least 18", 18, 17),
)


@pytest.mark.parametrize(("said", "good", "bad"), SAID)
@pytest.mark.parametrize("shape", ["list", "comment"])
def test_a_value_is_held_to_what_is_said_behind_its_key(said: str, good: Any, bad: Any, shape: str) -> None:
    shown = "[]" if isinstance(good, list) else "0" if isinstance(good, int | float) else '"..."'
    prompts = {
        "list": f"Return JSON with these keys:\n- gist: {said}\n- rest: text\n",
        "comment": f'Return JSON like this:\n{{\n  "gist": {shown}, // {said}\n  "rest": "..."\n}}\n',
    }
    found = sources(prompts[shape])
    other = "This Text is of 13 words! It has two sentences, and no key says so?"
    for value, is_kept in ((good, True), (None, True), (bad, False)):
        response = json.dumps({"gist": value, "rest": other})
        failed = [each for each in found if holds(each, response, fields={}) is False]
        assert (failed == []) is is_kept, (value, failed, found)


CV = {"name": "Ann Lee", "born": "1990-02-03", "level": "mid", "skills": ["sql"], "jobs": [{"since": "2020-01"}]}
SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 12},
        "born": {"type": ["string", "null"], "format": "date"},
        "level": {"enum": ["junior", "mid", None]},
        "skills": {"type": "array", "items": {"type": "string", "maxLength": 5}, "maxItems": 2, "uniqueItems": True},
        "jobs": {
            "type": "array",
            "items": {"type": "object", "properties": {"since": {"type": "string", "pattern": r"^\d{4}-\d{2}$"}}},
        },
        "years": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 60}, {"type": "null"}]},
    },
    "required": ["name", "born", "level", "skills", "jobs"],
    "additionalProperties": False,
}
MODEL = """class Job(BaseModel):
    since: str = Field(pattern=r"^\\d{4}-\\d{2}$")

class CV(BaseModel):
    name: str = Field(max_length=12)
    born: Optional[date]
    level: Literal["junior", "mid"]
    skills: list[str] = Field(max_length=2)
    jobs: list[Job]
    years: int | None = Field(None, ge=0, le=60)
"""
TYPE = """interface CV {
  name: string; // max 12 characters
  born: string | null; // ISO 8601 date
  level: "junior" | "mid" | null;
  skills: string[]; // at most 2, no duplicates, each at most 5 characters
  jobs: { since: string }[]; // at least one
  years?: number; // integer, 0..60
}
"""
TYPES: Sequence[tuple[str, Sequence[dict[str, Any]]]] = (
    (
        f"Read the CV. Emit JSON valid under this schema:\n\n{json.dumps(SCHEMA, indent=2)}\n",
        [{"skills": ["a", "a"]}, {"skills": ["longer"]}, {"jobs": [{"since": "2020"}]}, {"born": "3 Feb"}, {"more": 1}],
    ),
    (
        f"Given the CV, fill this model:\n\n{MODEL}\nAnswer with one JSON object only.\n",
        [{"skills": ["a", "b", "c"]}, {"jobs": [{"since": "2020"}]}, {"born": "3 Feb"}],
    ),
    (
        f"From the CV, return JSON of this type:\n\n```ts\n{TYPE}```\n",
        [{"skills": ["a", "a"]}, {"skills": ["longer"]}, {"jobs": []}, {"jobs": [{}]}, {"born": "3 Feb"}],
    ),
)


@pytest.mark.parametrize(("prompt", "breaks"), TYPES, ids=["schema", "model", "interface"])
def test_a_type_is_read_to_its_limits(prompt: str, breaks: Sequence[dict[str, Any]]) -> None:
    found = sources(prompt)
    assert failing(found, CV) == []
    assert failing(found, {**CV, "years": 60, "born": None}) == []
    for wrong in (*breaks, {"name": "Ann Maria van Lee"}, {"level": "top"}, {"years": 61}):
        assert failing(found, {**CV, **wrong}) != [], wrong
    assert failing(found, {"name": "Ann Lee"}) != []


def failing(found: Sequence[str], response: dict[str, Any]) -> list[str]:
    return [each for each in found if holds(each, json.dumps(response), fields={}) is False]


ONLY = 'only_keys(response, ["title", "date"])'


@pytest.mark.parametrize(
    ("said", "is_only"),
    [
        ("Return JSON with exactly these fields: title, date.", True),
        ("Answer as JSON with the 2 keys (title, date), other keys are not allowed.", True),
        ('Return {"title": "...", "date": "..."} as JSON.\n- Do not add any other keys.', True),
        ('Return {"title": "...", "date": "..."} as JSON.\n- No keys besides title and date.', True),
        ('Return {"title": "...", "date": "..."} as JSON.\n- Do not leave any other fields empty.', False),
        ('Return {"title": "...", "date": "..."} as JSON.\n- Do not include any keys other than these.', True),
        ("Return JSON with the fields title and date.", False),
    ],
)
def test_other_keys_are_ruled_out_where_the_prompt_says_so(said: str, is_only: bool) -> None:
    assert (ONLY in sources(said)) is is_only


def test_what_goes_on_an_item_of_a_key_speaks_of_that_key() -> None:
    said = "1) slug - only small latin letters. Not longer than 5 words.\n2) meta - text. Without exclamation marks.\n"
    found = sources(f"What is needed:\n{said}\nAnswer as JSON with the 2 keys (slug, meta).")
    assert 'all(words(each) <= 5 for each in leaves_of(response, "slug"))' in found
    assert 'all(not has_exclamation(each) for each in leaves_of(response, "meta"))' in found
    assert not any("(response) <=" in each or "has_exclamation(response)" in each for each in found)


@pytest.mark.parametrize("said", ["only present if the status is bad", "defaults to 10", "text, optional"])
def test_a_key_that_may_be_absent_is_not_demanded(said: str) -> None:
    found = sources(f'Return JSON:\n{{\n  "status": "...",\n  "why": "..." // {said}\n}}\n')
    assert failing(found, {"status": "good"}) == []


def test_a_pattern_whose_search_takes_long_is_not_followed() -> None:
    schema = {
        "type": "object",
        "properties": {"code": {"type": "string", "pattern": "^(a+)+$"}, "id": {"type": "string"}},
    }
    assert not any("re.search" in each for each in sources(f"Return JSON of this schema:\n{json.dumps(schema)}"))


LINES = (
    "Respond with a JSON object:\ntitle (string, required) - no more than 9 characters, title case\n"
    'tags (array<string>) - between 2 and 3 tags, all lowercase\nkind (enum: "song" | "film")\n'
    "parts (array, optional) - each with start (HH:MM:SS) and label (max 2 words)\n"
)
FIELDS = {"title": "The River", "tags": ["a", "b"], "kind": "song", "parts": [{"start": "00:00:01", "label": "a b"}]}


def test_each_line_of_a_paragraph_specifies_its_own_key() -> None:
    found = sources(LINES)
    assert failing(found, FIELDS) == []
    assert (
        failing(found, {**FIELDS, "parts": [{"start": "00:00:01", "label": "b"}, {"label": "five words in a row"}]})
        == []
    )
    for wrong in (
        {"title": "The Rivers"},
        {"title": "the river"},
        {"tags": ["a"]},
        {"tags": ["A", "b"]},
        {"kind": "x"},
    ):
        assert failing(found, {**FIELDS, **wrong}) != [], wrong


def test_a_line_that_leads_in_the_keys_of_json_says_that_it_is_json() -> None:
    found = sources("JSON keys and their rules:\n1. `subject`: 4-8 words. No colon.\n2. `lead`: max. 90 characters.\n")
    assert 'all(4 <= words(each) <= 8 for each in leaves_of(response, "subject"))' in found
    assert 'all(characters(each) <= 90 for each in leaves_of(response, "lead"))' in found
    assert not any("(response)" in each for each in found if "json" not in each)


def test_keys_below_the_name_of_an_object_stand_in_it_and_ranges_of_cases_are_no_range() -> None:
    found = sources(
        'Return JSON with the keys "tier", "header" and "score".\n'
        "Assign the tier based on the score: high (60-100), low (0-59).\n\n"
        "Header fields:\n- make: string\n- year: integer\n"
    )
    assert failing(found, {"tier": "low", "header": {"make": "x", "year": 1}, "score": 3}) == []
    assert failing(found, {"tier": "low", "header": {"make": "x"}, "score": 3}) != []


CODE_IN_YAML = """Review the change.

The output must be YAML that is equivalent to $Review, according to the following Pydantic definitions:
=====
class Level(str, Enum):
    low = "Low"
    high = "High"

{{ other_classes }}

class Finding(BaseModel):
    file: str
{%- if with_title %}
    title: str = Field(description="one line (at most 4 words)")
{%- endif %}
    level: Level
    notes: str = Field(description="what is wrong, in 1-3 bullet points, each up to 9 words")

class Review(BaseModel):
    findings: List[Finding] = Field(max_items=2)
    kinds: List[Level]
    score: int = Field(description="from 1 to 5")
=====
"""
SAMPLE_IN_YAML = """Review the change. Answer in YAML of this form:

```yaml
findings:  # at most 2
- file: <path>
  title: <at most 4 words> (optional)
  level: Low | High
  notes: |
    <one sentence>
kinds: [Low, High]
score: <integer>  # 1 to 5
```
"""
REVIEW = """findings:
- file: a.py
  title: Too slow by far
  level: Low
  notes: |
    {notes}
- file: b.py
  level: High
  notes: |
    {notes}
kinds:
- High
score: 5
"""


@pytest.mark.parametrize(("prompt", "notes"), [(CODE_IN_YAML, "- It waits"), (SAMPLE_IN_YAML, "It waits.")])
def test_yaml_is_read_as_json_is(prompt: str, notes: str) -> None:
    found = sources(prompt)
    good = REVIEW.format(notes=notes)
    assert "is_yaml(response)" in found
    for response in (good, f"```yaml\n{good}```", good.replace("\n    ", "\n      "), good.replace("Low", '"Low"')):
        assert [each for each in found if not holds(each, response, fields={})] == [], response
    for right, wrong in (
        ("score: 5", "score: 6"),
        ("level: High", "level: Middling"),
        ("- file: b.py", "- path: b.py"),
        ("Too slow by far", "It is too slow by far"),
        ("kinds:\n- High", "kinds: High"),
        (notes, notes + ("\n    - b" * 3 if notes[0] == "-" else " It does.")),
        ("kinds:", "- file: c.py\n  level: Low\n  notes: |\n    " + notes + "\nkinds:"),
    ):
        assert right in good
        assert not all(holds(each, good.replace(right, wrong), fields={}) for each in found), wrong


def test_fields_of_a_condition_may_be_absent() -> None:
    found = sources(CODE_IN_YAML.replace("YAML", "JSON"))
    assert (
        'has_keys(response, ["findings", "findings.file", "findings.level", "findings.notes", "kinds", "score"])'
        in found
    )
