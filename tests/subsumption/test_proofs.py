"""What reading proves, on a corpus whose relations are known."""

import json
import re
from collections.abc import Callable
from functools import cache

import pytest

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.subsumption.probes import probes
from spade_core.subsumption.proofs import MOST_PAIRS, proved_edges
from tests.subsumption.pairs import Family, families

EXAMPLES = [
    Example("1", {"movie_name": "Heat", "genre": "Crime"}, "Write a note about Heat, an award", "Heat is Crime.", None),
    Example("2", {"movie_name": "heat", "genre": "Drama"}, "word " * 70, "HEAT " * 90 + "Drama", None),
]


@cache
def proved(family: Family) -> frozenset[tuple[str, str]]:
    return frozenset((edge.general, edge.specific) for edge in proved_edges(family.candidates))


def runnable(candidate: CandidateAssertion) -> Callable[[Example], bool]:
    """Make the function of our own corpus callable; nothing generated is ever run like this."""
    names: dict[str, object] = {"re": re, "json": json}
    exec(candidate.source, names)  # noqa: S102 - our own corpus, written by hand
    function = names[f"assert_{candidate.name}"]
    assert callable(function)

    def run(example: Example) -> bool:
        coroutine = function(dict(example.fields), example.prompt, example.response)
        try:
            coroutine.send(None)
        except StopIteration as done:
            return bool(done.value)
        except Exception:  # noqa: BLE001 - what raises does not pass
            return False
        raise AssertionError("the corpus never waits")

    return run


def passing(candidate: CandidateAssertion, examples: tuple[Example, ...]) -> frozenset[str]:
    run = runnable(candidate)
    return frozenset(example.id for example in examples if run(example))


def test_the_corpus_is_large_and_mostly_near_misses() -> None:
    pairs = sum(len(family.pairs()) for family in families())
    subsuming = sum(len(family.subsuming) for family in families())
    assert pairs >= 1000
    assert 200 <= subsuming <= pairs / 3


def test_precision_and_recall_on_the_corpus_meet_the_bar() -> None:
    found = [(family, pair) for family in families() for pair in proved(family)]
    right = sum(pair in family.subsuming for family, pair in found)
    wanted = sum(len(family.subsuming) for family in families())
    assert right / len(found) >= 0.99
    assert right / wanted >= 0.85


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_no_relation_of_the_corpus_nor_any_proof_is_contradicted_by_running(family: Family) -> None:
    examples = probes(family.candidates, EXAMPLES, most=150)
    passes = {candidate.name: passing(candidate, examples) for candidate in family.candidates}
    for general, specific in family.subsuming | proved(family):
        assert passes[general] <= passes[specific], (general, specific)


def judged(name: str, body: str) -> CandidateAssertion:
    source = f"async def {name}(example: dict, prompt: str, response: str) -> bool:\n    {body}"
    return CandidateAssertion(name, source, (), asks_judge="ask_llm" in body)


def test_an_assertion_that_asks_a_judge_as_well_subsumes_its_pure_part_and_is_subsumed_by_none() -> None:
    both = judged("both", 'return len(response) < 9 and await ask_llm(prompt, response, "Is it kind?")')
    same = judged("same", 'return len(response) < 9 and await ask_llm(prompt, response, "Is it kind?")')
    pure = judged("pure", "return len(response) < 9")
    pairs = {(edge.general, edge.specific) for edge in proved_edges([both, same, pure])}
    assert pairs == {("both", "pure"), ("same", "pure")}


@pytest.mark.parametrize("body", ["return True", "return False", "return 'A' in response.lower()", "pass"])
def test_a_function_that_always_or_never_passes_is_left_aside(body: str) -> None:
    assert proved_edges([judged("constant", body), judged("short", "return len(response) < 9")]) == []


def test_functions_that_leave_it_to_chance_are_not_the_same() -> None:
    one, other = (judged(name, "import random\n    return random.random() < 0.5") for name in ("one", "other"))
    assert proved_edges([one, other]) == []


def test_a_handler_that_passes_may_pass_for_exceptions_that_are_not_foreseen() -> None:
    lenient = judged(
        "lenient", "try:\n        return len(json.loads(response)) < 5\n    except Exception:\n        return True"
    )
    strict = judged(
        "strict", "try:\n        return len(json.loads(response)) < 9\n    except ValueError:\n        return True"
    )
    assert proved_edges([lenient, strict]) == []


def test_deeply_nested_code_is_given_up_without_an_error() -> None:
    deep = judged("deep", "return " + " + ".join(["'a'"] * 3000) + " in response")
    assert proved_edges([deep, judged("short", "return len(response) < 9")]) == []


@pytest.mark.parametrize(
    "body",
    [
        "while True:\n        pass",
        "return (lambda: response)() and globals()",
        "return [y := 1, response] and y",
        "return eval(response)",
        "with open('x') as f:\n        return f",
        "return " + "(" * 80 + "1" + ")" * 80,
        "return " + " or ".join(f"'a{n}' in response and 'b{n}' in prompt" for n in range(60)),
    ],
)
def test_odd_functions_are_related_to_nothing(body: str) -> None:
    assert proved_edges([judged("odd", body), judged("short", "return len(response) < 9")]) == []


def test_of_very_many_functions_a_number_of_pairs_is_compared() -> None:
    def function(name: str, body: str) -> CandidateAssertion:
        return CandidateAssertion(name, f"async def {name}(example, prompt, response):\n    {body}\n", ())

    many = [function(f"f{number}", f"return hash(response) % {number + 2} > 1") for number in range(500)]
    same = [function("first", "return response.count('a') > 1"), function("second", "return response.count('a') > 1")]
    assert len(many) ** 2 > MOST_PAIRS
    assert {(edge.general, edge.specific) for edge in proved_edges([*same, *many])} == {
        ("first", "second"),
        ("second", "first"),
    }
    assert proved_edges([*many, *same]) == []
