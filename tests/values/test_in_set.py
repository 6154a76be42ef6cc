"""A part of the response that is one of a set's values: offered, given to the sandbox, and put right."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.constraints.part import WHOLE
from spade_core.examples.example import Example
from spade_core.results.matrix import Outcome
from spade_core.sandbox import Sandbox
from spade_core.static_analysis import fields_needed, sets_needed
from spade_core.values import set_of
from spade_core.values.correcting import corrected, misnomers
from spade_core.values.in_set import InSet, names_set, parts_in
from spade_core.values.occurrences import values_said

FILMS = set_of(["Alien", "Blade Runner", "Amélie", "The Third Man", 'The "Burbs"', "get_carter", "Se7en"])
SETS = {"catalogue": FILMS}


def _source(expression: str) -> str:
    return (
        "async def assert_film(example: dict, prompt: str, response: str) -> bool:\n"
        "    from spade_core.checks import cells_of, in_values, labelled, leaves_of\n"
        f"    return in_values({expression}, example['valid:catalogue'])\n"
    )


def _example(response: str) -> Example:
    return Example(id="r", fields={}, prompt="", response=response, label=None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Watch Alien or **Blade  Runner**!", ["Alien", "Blade Runner"]),
        ('{"film": "Ame\\u0301lie"}', ["Amélie"]),
        ("The\u00ad Third\u200b \u202eMan", ["The Third Man"]),
        ("Aliens, Alien3 and alien", []),
        ('{"film": "Am\\u00e9lie"}', ["Amélie"]),
        ('{"film": "The \\"Burbs\\""}', ['The "Burbs"']),
        ("_Alien_ and `get_carter`", ["Alien", "get_carter"]),
        ("", []),
    ],
)
def test_the_values_that_a_response_says_are_found_however_it_writes_them(text: str, said: list[str]) -> None:
    assert values_said(text, FILMS) == said


@pytest.mark.parametrize(
    ("expression", "response", "passes"),
    [
        ('leaves_of(response, "film")', '{"film": "Alien"}', True),
        ('leaves_of(response, "film")', '{"film": ["Alien", "Am\\u00e9lie"]}', True),
        ('leaves_of(response, "film")', '{"film": "Ame\\u0301lie"}', True),
        ('leaves_of(response, "film")', '{"film": ["Alien", "Batman"]}', False),
        ('leaves_of(response, "film")', '{"why": "Alien"}', False),
        ('labelled(response, "Film")', "**Film:** The Third Man\nWhy: it is good", True),
        ('labelled(response, "Film")', "Film: Third Man\nWhy: The Third Man is good", False),
        ('cells_of(response, "Film")', "| Film | Year |\n|---|---|\n| Alien | 1979 |\n| Se7en | 1995 |", True),
        ("response", " Blade Runner\n", True),
        ("response", "", False),
    ],
)
def test_the_sandbox_tells_whether_a_part_is_a_value(expression: str, response: str, passes: bool) -> None:
    candidate = CandidateAssertion("assert_film", _source(expression), ())
    matrix = Sandbox(values=SETS).run([candidate], [_example(response)])
    assert matrix.evaluations["r", "assert_film"].outcome is (Outcome.PASSED if passes else Outcome.FAILED)
    assert matrix.examples == (_example(response),)


def test_without_the_set_there_is_no_verdict() -> None:
    candidate = CandidateAssertion("assert_film", _source("response"), ())
    found = Sandbox().run([candidate], [_example("Alien")]).evaluations["r", "assert_film"]
    assert (found.outcome, found.message) == (Outcome.ERRORED, "KeyError: 'valid:catalogue'")


def test_a_set_is_no_input_field() -> None:
    source = _source("response")
    assert (fields_needed(source), sets_needed(source)) == ((), ("catalogue",))


def test_responses_show_which_part_is_a_value() -> None:
    films = ["Alien", "Amélie", "Se7en", "The Third Man"]
    as_json = [json.dumps({"film": film, "why": "it is fine"}) for film in films]
    assert [part.source for part in parts_in(as_json, FILMS)] == ['leaves_of(response, "film")']
    assert [part.source for part in parts_in([f"Film: {f}\nWhy: fine" for f in films], FILMS)] == [
        'labelled(response, "Film")'
    ]
    tables = [f"| Film | Year |\n|---|---|\n| {film} | 1 |\n| Alien | 2 |" for film in films]
    assert [part.source for part in parts_in(tables, FILMS)] == ['cells_of(response, "Film")']
    assert parts_in(films, FILMS) == [WHOLE]


def test_few_or_mixed_responses_show_nothing_unless_the_prompt_says_it() -> None:
    three = [json.dumps({"film": film}) for film in ("Alien", "Amélie", "Batman")]
    assert parts_in(three, FILMS) == []
    assert parts_in([*three, *three], FILMS) == []
    assert [part.named for part in parts_in(three, FILMS, named_in="one of the catalogue")] == ["film"]


def test_a_prompt_alone_is_read_where_it_quotes_the_key() -> None:
    said = 'In the JSON, "film" must be one of the films in the catalogue.'
    assert [part.named for part in parts_in([], FILMS, named_in=said)] == ["film"]
    assert parts_in([], FILMS, named_in="Choose a film from the catalogue.") == []


@pytest.mark.parametrize(
    ("sentence", "name", "says"),
    [
        ("Answer with one of the products in the catalogue.", "catalogue", True),
        ("Pick the author from the known authors.", "known_authors", True),
        ("The catalogue is large.", "catalogue", False),
        ("Answer with one of the products.", "catalogue", False),
    ],
)
def test_a_sentence_says_that_something_is_in_a_named_set(sentence: str, name: str, says: bool) -> None:
    assert names_set(sentence, name) is says


def test_the_constraint_says_what_it_checks() -> None:
    assert InSet("catalogue").describe() == "the response is one of the values of catalogue"


@pytest.mark.parametrize(
    ("expression", "response", "copy"),
    [
        ('leaves_of(response, "film")', '{"film": "Blade Runer"}', '{"film": "Blade Runner"}'),
        ('leaves_of(response, "film")', '{"film": ["Alien", "Seven"], "n": 7}', '{"film": ["Alien", "Se7en"], "n": 7}'),
        ('leaves_of(response, "film")', '{"film": "Burbs, The"}', '{"film": "The \\"Burbs\\""}'),
        ('labelled(response, "Film")', "Film: Amelie\nWhy: yes", "Film: Amélie\nWhy: yes"),
        ('labelled(response, "Film")', "Film: Blade Runer\nWhy: Blade Runer is good", None),  # in which place?
        ('labelled(response, "Film")', "Film: Batman", None),
    ],
)
def test_a_copy_says_the_value_that_is_meant_and_is_left_where_it_is_not_sure(
    expression: str, response: str, copy: str | None
) -> None:
    example = _example(response)
    found = misnomers(_source(expression), example, SETS)
    assert len(found) == 1
    made = corrected(example, found)
    assert made.response == (response if copy is None else copy)
    assert (made.done, made.left) == ((), found) if copy is None else (found, ())


SET = "example['valid:catalogue']"


@pytest.mark.parametrize(
    "body",
    [
        f"return in_values(re.search(r'by (.+)\\.', response)[1], {SET})",
        f"found = re.search(r'(?i)BY (.+)\\.', response)\n    return found is not None and in_values(found[1], {SET})",
        f"return bool((m := re.search('By (.+)[.]', response, re.I)) and in_values(m.group(1), {SET}))",
        f"names = re.findall(r'by ([^.]+)', response)\n    return in_values(names, {SET})",
    ],
)
def test_the_group_of_a_regular_expression_is_put_right(body: str) -> None:
    head = "async def assert_film(example: dict, prompt: str, response: str) -> bool:\n    import re\n"
    example = _example("It is by Blade Runer.")
    made = corrected(example, misnomers(f"{head}    {body}\n", example, SETS))
    assert made.response == "It is by Blade Runner."


def test_very_many_accents_in_a_row_are_looked_through() -> None:
    assert values_said("Ame\u0301lie A" + "\u0301\u0327" * 100_000, FILMS) == ["Amélie"]


@pytest.mark.parametrize("pattern", ["((a+)+)+$", "(a|b|ab)*(.+)(.+)(.+)(.+)x", r"(a+)\\1+(.*)(.*)(.*)(.*)x", "("])
def test_a_search_that_may_take_long_is_not_followed(pattern: str) -> None:
    source = _source(f"re.search('{pattern}', response)[1]")
    assert misnomers(source, _example("a" * 5000), SETS) == ()


def test_a_variable_that_is_set_to_itself_is_not_followed() -> None:
    source = _source("x").replace("    return", "    x = x + x\n    y = y\n    return")
    assert misnomers(source, _example("a"), SETS) == ()


def test_of_a_persons_own_loop_no_misnomer_is_told() -> None:
    source = _source("[each for each in own(response)]").replace("own(", "response.own(")
    assert misnomers(source, _example("Batman"), SETS) == ()


def test_the_program_on_the_page_runs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "values.md").read_text("utf-8")
    [program] = [each for each in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "import" in each]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr


def test_a_variable_that_is_set_to_itself_gives_no_value() -> None:
    head = "async def f(example, prompt, response):\n    if response:\n        return False\n"
    body = '    a = [[[[[[[[[[[a]]]]]]]]]]]\n    return in_values(a, example["valid:film"])\n'
    assert misnomers(head + body, Example("1", {}, "", "Alien", None), SETS) == ()
