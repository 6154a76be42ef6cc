"""Amounts of whatever is to be made, and what a sentence says that a key is."""

import pytest

from spade_core.constraints.evaluation import holds
from tests.benchmarks.bench_reading import assertions_of


def _code(prompt: str) -> list[str]:
    return [each.constraint.source() for each in assertions_of(prompt) if not each.is_judged]


BAKERIES = ["Crumb", "Rye", "Loaf", "Oven"]


@pytest.mark.parametrize(
    "response",
    [
        "\n".join(f"{number}. {name}" for number, name in enumerate(BAKERIES, 1)),
        "Here they are:\n" + "\n".join(BAKERIES),
        "Old:\n- Tartine\n\nNew:\n" + "\n".join(f"- {name}" for name in BAKERIES),
        "\n\n".join(f"## {name}\n- sour\n- cheap\n- open" for name in BAKERIES),
        "| Bakery | Town |\n|---|---|\n" + "\n".join(f"| {name} | Bonn |" for name in BAKERIES),
        '{"shops": ["Crumb", "Rye", "Loaf", "Oven"], "note": "all open"}',
    ],
)
def test_any_way_to_count_keeps_an_amount(response: str) -> None:
    [source] = _code("Your task is to find 4 nice small local bakeries in Bonn.")
    assert source == "4 in tallies(response)"
    assert holds(source, response, fields={}) is True
    assert holds(source, "1. Crumb\n2. Rye\n3. Oven", fields={}) is False


@pytest.mark.parametrize(
    "prompt",
    [
        "Draft five toasts for every guest.",
        "This is the list of six harbours to visit.",
        "Give a refund within 5 days.",
    ],
)
def test_amounts_of_something_else_are_not_counted(prompt: str) -> None:
    assert not [each for each in _code(prompt) if "tallies" in each]


def test_what_a_key_is_said_to_be_is_read_as_behind_a_colon() -> None:
    prompt = "Return JSON with the keys 'mark' and 'why'.\n- 'why' is a plain, honest verdict (1-2 sentences)\n"
    assert 'all(sentences(each) <= 2 for each in leaves_of(response, "why"))' in _code(prompt)


def test_adjectives_between_commas_part_no_amount_from_its_unit() -> None:
    prompt = 'Return JSON:\n{\n  "mark": 3,\n  "why": "1-2 plain, honest sentences naming the fault"\n}'
    assert 'all(sentences(each) <= 2 for each in leaves_of(response, "why"))' in _code(prompt)


def test_what_need_not_be_is_not_asked() -> None:
    assert not _code("There is no need to provide code snippets.")


def test_a_length_beside_an_amount_of_things_is_not_that_of_all() -> None:
    assert _code("Write 3 emails.\n\nRules:\n- Under 80 words") == ["3 in tallies(response)"]
