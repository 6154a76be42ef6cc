import ast

import pytest

from spade_core.sandbox import preflight
from tests.sandbox.functions import source

REFUSED = [
    "try:\n    return 1\nexcept:\n    return 2\nexcept ValueError:\n    return 3",
    "return [(c := 1) for c in response]",
    "return [[(c := 1) for d in response] for c in response]",
    "return [c for c in (x := response)]",
    "return [c for c in response for d in [x := c]]",
    "return [c for c in (lambda: (x := response))()]",
    "return {c: 1 for c in response if (c := 'a')}",
    "nonlocal x\nreturn True",
    "def g():\n    nonlocal x\n    x = 1\nreturn g()",
    "x = 1\ndef g():\n    x = 2\n    nonlocal x\nreturn g()",
    "x = 1\ndef g(x):\n    nonlocal x\nreturn g(1)",
    "global response\nreturn True",
    "x = 1\nglobal x\nreturn True",
    "break",
    "if response:\n    continue",
    "for c in response:\n    def g():\n        break",
    "for c in response:\n    pass\nelse:\n    break",
    "while True:\n    pass\nelse:\n    continue",
    "def g(a, a):\n    return 1\nreturn g(1, 2)",
    "return (lambda a, *a: 1)(1)",
    "*a, *b = response\nreturn True",
    "for *a, (*b, *c) in response:\n    pass",
    "return [a for *a, *b in response]",
    "return *response",
    "x = *response\nreturn True",
    "*x = response\nreturn True",
    "def g():\n    return await ask_llm(prompt, response, 'Q?')\nreturn g()",
    "return (lambda: (await ask_llm(prompt, response, 'Q?')))()",
    "return sorted(response, key=len, key=len)",
    "from math import *\nreturn True",
]
ACCEPTED = [
    "try:\n    return 1\nexcept ValueError:\n    return 2\nexcept:\n    return 3",
    "return any((x := c) == 'a' for c in response) and x",
    "return [c for c in response if (x := c)] and [lambda: (c := 1) for c in response]",
    "x = 1\ndef g():\n    nonlocal x\n    x = 2\n    def h():\n        nonlocal x\n        x = 3\nreturn g()",
    "def g():\n    nonlocal response\n    response = 1\nreturn g()",
    "def g():\n    nonlocal x\n    x = 1\nx = 2\nreturn g()",
    "for c in response:\n    try:\n        continue\n    finally:\n        break\nreturn True",
    "while True:\n    for c in response:\n        pass\n    else:\n        break\nreturn True",
    "def g(a, *b, c=1, **d):\n    return lambda a: a\nreturn g(1)",
    "(*a, b), *c = response\nreturn [*a, *c], {*a, *c}, print(*a, *c)",
    "return {**example, **example} == dict(a=1, b=2)",
    "match response:\n    case [*a, 'x'] | ['x', *a]:\n        return a\n    case _:\n        return True",
    "return example[*response]",
    "def g():\n    global y\n    y = 1\nreturn True",
    "return [c async for c in x] and await ask_llm(prompt, response, 'Q?')",
]


@pytest.mark.parametrize("body", REFUSED)
def test_what_the_compiler_would_refuse_is_rejected_with_a_line(body: str) -> None:
    with pytest.raises(SyntaxError):
        compile(source(body), "f", "exec")
    assert ast.parse(source(body))
    rejection = preflight(source(body)).rejection
    assert rejection is not None
    assert rejection.reason.startswith("it is not valid Python: ")
    assert rejection.line is not None


@pytest.mark.parametrize("body", ACCEPTED)
def test_what_the_compiler_accepts_is_not_rejected(body: str) -> None:
    assert compile(source(body), "f", "exec")
    assert preflight(source(body)).accepted
