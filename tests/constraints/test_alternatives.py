"""What a prompt says of some responses only: one of several layouts, the answer of a case, the JSON of another case."""

import pytest

from tests.constraints.test_readings import sources

_LAYOUTS = """\
Write a travel note on the town below.

## Layout: {layout}

### Short Layout
```markdown
# Note on [Town]

## Sights
- [Sight]

## Sources
- [Source]
```

### Long Layout
```markdown
# Guide to [Town]

## History
[How it came about]

## Food
[What to eat]

## Sources
- [Source]
```
"""


def test_of_several_layouts_only_what_they_share_is_asked_for() -> None:
    assert set(sources(_LAYOUTS)) == {'has_section(response, "Sources")'}


def test_one_layout_is_asked_for_whole() -> None:
    text = _LAYOUTS[: _LAYOUTS.index("### Long")]
    assert 'sections_in_order(response, ["Sights", "Sources"])' in sources(text)


def test_the_json_of_another_case_lacks_what_may_be_absent() -> None:
    text = (
        "Check the parcel.\n\nIf it is whole, return a JSON object like this:\n"
        '{"whole": true}\nIf it is not, return this and give a reason:\n{"whole": false, "reason": "<why>"}\n\n'
        'The parcels of today:\n\n{"whole": false, "reason": "<why it is broken>"}\n'
    )
    assert not any('"reason"' in source for source in sources(text))


def test_behind_an_answer_for_a_case_more_may_follow() -> None:
    text = 'If the plan is sound, output "Sound."; otherwise, output "Unsound" with the reason behind it.'
    assert sources(text) == ['contains_any(response, ["Sound", "Unsound"])']


def test_one_answer_for_a_case_is_no_choice() -> None:
    assert sources("If the town is unknown, reply with 'Never heard of it'. Else describe it.") == []


def test_how_a_tool_is_called_is_a_case() -> None:
    text = "To use a tool, follow this format:\n\n```\nThought: why\nAction: which tool\n```\n"
    assert sources(text) == []


def test_of_a_layout_that_a_tool_writes_into_the_response_is_a_turn() -> None:
    text = (
        "Use this format:\n\nThought: why\nAction: one of [{tool_names}]\nObservation: what it gave\nAnswer: the end\n"
    )
    assert set(sources(text)) == {'has_label(response, "Action") or has_label(response, "Answer")'}


_INSTEAD = (
    ('If the notice is blank, respond with "No notice".', 'is_one_of(response, ["No notice"])'),
    ("Reply only with NONE if there are no dates in it.", 'is_one_of(response, ["NONE"])'),
    ("Otherwise return UNREADABLE.", 'is_one_of(response, ["UNREADABLE"])'),
    ("When no dates are given, your answer should be `n/a`.", 'is_one_of(response, ["n/a"])'),
    ("Give it in full, or 'nothing' if the notice is empty.", 'is_one_of(response, ["nothing"])'),
    ("If there is nothing to tell, output an empty string.", "is_empty(response)"),
    ("If it cannot be read, return []", "is_empty(response)"),
    ("If you don't know, just say that you don't know.", "says_unknown(first_sentence(response))"),
)


@pytest.mark.parametrize(("sentence", "accepted"), _INSTEAD)
def test_what_a_prompt_may_be_answered_with_instead_keeps_its_form(sentence: str, accepted: str) -> None:
    text = f'Write about the notice with the sections "Dates" and "Places".\n\n{sentence}\n'
    form = 'all(has_section(response, name) for name in ["Dates", "Places"])'
    assert f"{accepted} or {form}" in sources(text)


@pytest.mark.parametrize(
    "sentence",
    [
        'If the ferry is late, mention the word "delay".',  # something in the response, not the response
        'If a field is missing, write "n/a" for that field.',
        'For each stop, if it is not open, answer "closed".',
        'If the notice is short, answer "yes" or "no".',
        "If no tool fits, say which tool would.",
        'Answer "A" if the first is not right, and answer "B" otherwise.',  # the answers themselves
        "If the user is not polite, respond politely.",
    ],
)
def test_what_holds_of_a_part_or_names_no_answer_is_no_answer_instead(sentence: str) -> None:
    text = f'Write about the notice with the sections "Dates" and "Places".\n\n{sentence}\n'
    assert 'all(has_section(response, name) for name in ["Dates", "Places"])' in sources(text)


def test_a_check_that_accepts_the_answer_anyway_stays_as_it_is() -> None:
    text = 'Write about the notice in at most 50 words. If it is blank, respond with "No notice".\n'
    assert "words(response) <= 50" in sources(text)


def test_keys_of_every_answer_are_no_answer_of_their_own() -> None:
    text = 'Return JSON with the keys "town" and "date". If it has no date, return {"date": null}.\n'
    assert 'has_keys(response, ["town", "date"])' in sources(text)
