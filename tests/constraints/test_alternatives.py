"""What a prompt says of some responses only: one of several layouts, the answer of a case, the JSON of another case."""

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


def test_answers_that_are_each_for_a_case_are_choices() -> None:
    text = "If the left one is taller, reply with 'L'. If the right one is, reply with 'R'. Give nothing else."
    assert 'is_one_of(response, ["L", "R"])' in sources(text)


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
