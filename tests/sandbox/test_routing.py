import pytest

from spade_core.results import Outcome
from spade_core.sandbox import RUN_MONTY, route, unsupported_here
from tests.sandbox.functions import evaluations, example, source


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("import re\nreturn True", "the module re"),
        ("return max(response.split(), key=str.lower)", "not .lower by itself"),
        ("return round(2.675, 2) == 2.67", "round()"),
        ("return response.startswith('', 5)", ".startswith()"),
        ("return f'{None:>5}'", "format specs"),
        ("return hasattr(response, 'upper')", "hasattr()"),
        ("x = zip(response, prompt)\nreturn bool(x)", "kept or passed on"),
        ("return bool(x for x in response)", "kept or passed on"),
        ("return next(x for x in response)", "next()"),
        ("return any((y := c) == 'a' for c in response)", "could be noticed"),
        ("try:\n    return any(int(c) for c in response)\nexcept ValueError:\n    return False", "could be noticed"),
        ("x = [1]\nfor i, v in enumerate(x):\n    x.append(v)", "could be noticed"),
        ("return list(set(response))[0] == 'a'", "order of a set"),
        ("words = set(response)\nfor w in words:\n    return w == 'a'", "order of a set"),
        ("return str({'a', 'b'}) == ''", "order of a set"),
        ("try:\n    return 1\nexcept ValueError as e:\n    return 'x' in str(e)", "words its exceptions"),
        ("x = []\nx += response\nreturn len(x)", "adds only lists"),
        ("class A:\n    pass\nreturn True", "classes"),
        ("del example['a']\nreturn True", "`del`"),
        ("yield 1", "`yield`"),
        ("with x as y:\n    pass", "`with`"),
        ("global x\nreturn True", "`global`"),
        ("list = 5\nreturn list", "another meaning"),
        ("__emit('x')\nreturn True", "is reserved"),
        ("x = ask_llm\nreturn True", "must be awaited"),
        ("return await x()", "only ask_llm can be awaited"),
        ("return {1: 'a', True: 'b'}[1]", "dict keys"),
        ("return response is prompt", "identity"),
        ("def g(n):\n    return g(n)\ntry:\n    return g(1)\nexcept Exception:\n    return 1", "recursion limit"),
        ("return [1][0](2)", "computed functions"),
        ("return b'a' == response", "bytes values"),
        ("return eval('1')", "eval()"),
        ("x = float('nan')\nreturn x in [x]", "differs on NaN"),
        ("import math\nreturn math.inf * 0 == 1", "differs on NaN"),
        ("from math import inf\nreturn inf - inf == 1", "differs on NaN"),
        ("x = 1e999 - 1e999\nreturn {x: 1} == {x: 1}", "differs on NaN"),
        ("import json\nreturn len(json.loads('\"\\\\ud800\"'))", "lone surrogates"),
        ("import json\nreturn json.loads('[' * 300 + ']' * 300)", "deeply nested"),
        ("import json\nreturn json.loads('" + "[" * 101 + "]" * 101 + "')", "deeply nested"),
        ("x = []\nx.append(x)\nreturn str(x) == ''", "holds itself"),
        ("x = []\ny = [x]\nfor z in y:\n    x.append(z)\nreturn str(x) == ''", "holds itself"),
        ("x = [1]\nx += [x]\nreturn str(x) == ''", "holds itself"),
        ("y = [[]]\nx = y[0]\nx.append(y)\nreturn str(x) == ''", "holds itself"),
        ("x = []\ndef add(a, b):\n    a.append(b)\nadd(x, b=x)\nreturn str(x) == ''", "holds itself"),
        ("import json\ns = ''\nwhile len(s) < 600:\n    s = '[' + s + ']'\nreturn json.loads(s)", "deeply nested"),
        ("x = {}\nx['a'] = (1, x)\nreturn f'{x}' == ''", "holds itself"),
        ("print('a', sep=1)\nreturn True", "plain literals"),
        ("print(10 ** 5000)\nreturn True", "plain literals"),
    ],
)
def test_what_monty_would_run_differently_is_unsupported_with_a_reason(body: str, reason: str) -> None:
    unsupported = route(source(body)).unsupported
    assert unsupported is not None
    assert reason in unsupported.reason
    assert unsupported.line is not None


def test_the_line_and_the_hint_are_those_of_the_first_fault() -> None:
    unsupported = route(source("x = 1\ny = set(response)\nreturn list(y), x")).unsupported
    assert unsupported is not None
    assert (unsupported.line, unsupported.hint) == (4, "use sorted()")
    assert str(unsupported) == "the order of a set could show here: use sorted()"


@pytest.mark.parametrize(
    "body",
    [
        "return any(word in response for word in example['words'])",
        "return all(line.startswith('-') for line in response.splitlines() if line)",
        "for i, line in enumerate(response.splitlines()):\n    if not line:\n        return False\nreturn True",
        "try:\n    ok = True\nexcept ValueError:\n    ok = False\nreturn any(int(c) for c in response) and ok",
        "import json\ntry:\n    d = json.loads(response)\nexcept ValueError:\n    return False\nreturn 'a' in d",
        "return len(set(response.split())) > 3 and {'a'} <= set(response)",
        "def clean(t: str) -> str:\n    return t.strip()\nreturn clean(response) == response",
        "return sorted(response.split(), key=lambda w: len(w)) == []",
        "return type(example['a']) is int and isinstance(response, (str, list))",
        "seen = {}\nfor word in response.split():\n    seen[word] = seen.get(word, 0) + 1\nreturn str(seen) != ''",
        "lines = []\nfor word in response.split():\n    lines.append([word])\nreturn f'{lines}' != ''",
        "print('here')\nreturn 1.5 < float(response) < 1e9",
    ],
)
def test_ordinary_checks_go_to_monty(body: str) -> None:
    assert route(source(body)).unsupported is None


@pytest.mark.parametrize("body", ["return int('\\u0663') == 3", "return sum([int(c) for c in '\\u0661\\u0662']) == 3"])
def test_odd_digits_in_the_source_are_no_more_given_to_monty_than_those_in_a_row(body: str) -> None:
    (alone,) = evaluations(body, example("x"), second=False)
    assert (alone.outcome, alone.message) == (
        Outcome.UNSUPPORTED,
        "the text holds digits beyond ASCII, on which Monty differs",
    )


def test_the_column_counts_characters() -> None:
    unsupported = route(source('return "👍é" + eval("1")')).unsupported
    assert unsupported is not None
    assert (unsupported.line, unsupported.column) == (2, 18)


def test_what_no_engine_here_runs_is_told_apart_from_what_one_does() -> None:
    assert unsupported_here(source("return len(response) > 3")) is None
    refused = unsupported_here(source("import os\nreturn True"))
    assert refused is not None
    assert refused.line == 2


def test_an_exception_is_sure_only_where_monty_cannot_have_run_ahead() -> None:
    assert route(source("return int(response) > 3")).errors_are_sure
    assert not route(source("return any(int(c) > 3 for c in response)")).errors_are_sure


def test_the_simplest_function_has_the_plain_route() -> None:
    assert route(source("return len(response) > 3")) == RUN_MONTY


def test_a_rejected_source_is_unsupported_with_its_reason() -> None:
    unsupported = route("x = 1").unsupported
    assert unsupported is not None
    assert unsupported.reason == "rejected: there is code outside the function"


def test_monty_is_given_typing_in_annotations_only() -> None:
    assert route(source("from typing import List\nx: List[str] = []\nreturn x == []")).unsupported is None
    found = route(source("import typing\nreturn str(typing.Any) == 'typing.Any'")).unsupported
    assert found is not None
    assert "typing" in found.reason
