"""Constraints are decided in this process without running any Python."""

import pytest

from spade_core.constraints import EvaluationError
from spade_core.constraints.evaluation import holds


@pytest.mark.parametrize(
    ("expression", "response", "expected"),
    [
        ("words(response) <= 3", "one two three", True),
        ("2 <= words(response) <= 3", "one", False),
        ("not contains(response, 'two') and words(response) > 1", "one three", True),
        ("all(words(each) < 3 for each in lines_of(response))", "one two\nthree", True),
        ("any(words(each) > 2 for each in lines_of(response) if each)", "one two\nthree", False),
        ("words(response) <= int(example['limit'])", "one two", True),
        ("response.strip().endswith('!')", "well! ", True),
        ("len([w for w in response.split() if w.isupper()]) == 1", "A b", True),
    ],
)
def test_an_expression_holds_or_not(expression: str, response: str, expected: bool) -> None:
    assert holds(expression, response, fields={"limit": "2"}) is expected


def test_a_field_that_is_missing_gives_no_verdict() -> None:
    assert holds("words(response) <= int(example['limit'])", "one", fields={}) is None


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').system('true')",
        "().__class__",
        "response.__class__",
        "response.format(example)",
        "open('x')",
        "(lambda: True)()",
        "[x := 1]",
        "words(*response)",
        "f'{response}'",
        "words(response",
        "checks.words(response)",
    ],
)
def test_what_no_constraint_has_is_an_error(expression: str) -> None:
    with pytest.raises(EvaluationError):
        holds(expression, "text", fields={})
