"""The input fields that a function reads."""

import pytest

from spade_core.static_analysis import fields_needed, reads_prompt


def function(body: str) -> str:
    return f"async def f(example, prompt, response):\n    {body}\n"


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ('return example["order"] in response', ("order",)),
        ('return example.get("order", "") in response', ("order",)),
        ('return all(example.get(n) for n in ["b", "a"])', ("a", "b")),
        ('return all(example.get(n) == m for m, n in [("{a}", "a")])', ("a",)),
        ('return "order" not in example or example["order"] in response', ()),
        ("return all(str(value) in response for value in example.values())", ()),
        ("name = response\n    return example.get(name)", ()),
        ("return (", ()),
    ],
)
def test_the_fields_that_a_function_reads_by_name_are_needed_unless_it_asks_whether_they_are_there(
    body: str, fields: tuple[str, ...]
) -> None:
    assert fields_needed(function(body)) == fields


def test_a_function_that_hands_the_prompt_to_a_judge_reads_it() -> None:
    assert reads_prompt(function('return await ask_llm(prompt, response, "Is it kind?")'))
    assert not reads_prompt(function("return bool(response)"))
