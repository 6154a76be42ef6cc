"""Placeholders with braces of their own."""

import pytest

from spade_core.text import EXPRESSION, with_plain_expressions


@pytest.mark.parametrize(
    "expression",
    [
        '${new Date().toLocaleDateString("en-GB", { year: "numeric" })}',
        "${towns.map((town) => { return `${town}`; })}",
        '{json.dumps({"town": town})}',
    ],
)
def test_an_expression_is_found_whole_and_made_plain_in_its_length(expression: str) -> None:
    text = f"In {expression} it rains."
    assert [each.group() for each in EXPRESSION.finditer(text)] == [expression]
    plain = with_plain_expressions(text)
    assert len(plain) == len(text)
    assert not set('{"`:}').intersection(plain[plain.index("{") + 1 : plain.index("}")])


@pytest.mark.parametrize("text", ['{"town": {"name": "Ghent"}}', "{name: {first: string}}", "${town} and {street}"])
def test_json_and_names_are_no_expressions(text: str) -> None:
    assert with_plain_expressions(text) == text
