import pytest

from spade_core.structure.placeholders import marks_in, placeholders_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Read {a} and {{ b }}.", {"a", "b"}),
        ("{{ to_json(state.history[-10:]) }}", {"state.history"}),
        ("{json.dumps(context['facts'], indent=2)}", {"context['facts']"}),
        ("{dumps([each for each in context['facts']])}", {"context['facts']"}),
        ("{% include 'rules.md' %}", {"rules.md"}),
        ("{% if diet %}x{% endif %}", {"diet"}),
        ('Say "[go_on]" aloud.', set()),
        ('{"name": "Ada"}', set()),
    ],
)
def test_a_placeholder_is_known_by_the_variable_that_it_names(text: str, names: set[str]) -> None:
    assert placeholders_in(text) == names


def test_each_mark_stands_where_it_is_written() -> None:
    text = "Read {a}, then {% if b %}go on{% endif %}."
    assert [(mark.name, mark.span.of(text)) for mark in marks_in(text)] == [("a", "{a}"), ("b", "{% if b %}")]
