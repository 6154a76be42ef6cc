"""Which functions are one expression over spade's checks, so that they may share an interpreter."""

import pytest

from spade_core.static_analysis import is_one_expression
from tests.sandbox.functions import source

_IMPORT = "from spade_core.checks import lines_of, words\n"


@pytest.mark.parametrize(
    "body",
    [
        "return True",
        '"""What it says."""\n' + _IMPORT + "return 2 <= words(response) <= 3",
        _IMPORT + "return not any(words(each) > 9 for each in lines_of(response) if each.strip())",
        'return response.strip().startswith(("{", "["))',
        'return response in [str(each) for each in example.values()] or example["a"] == {"b": -1}',
        'import re\nreturn re.search("a", response) is not None',
        "return type(example) is dict",
        'return await ask_llm(prompt, response, "Is it kind?")',
    ],
)
def test_what_spade_writes_is_one_expression(body: str) -> None:
    assert is_one_expression(source(body))


@pytest.mark.parametrize(
    "body",
    [
        '"""Nothing else."""',
        "return",
        "pass\nreturn True",
        "raise AssertionError('_all: P')",
        "found = response\nreturn found",
        "return (lambda: True)()",
        "return (found := response)",
        "return [*response]",
        "return {each for each in response}",
        "return f'{response}'",
        "return response.__class__",
        "return response.format(example)",
        'return example["a"].append(1)',
        'return example.pop("a")',
        "import json\nreturn json.loads(response)",
        "from re import search\nreturn search('a', response)",
        "from spade_core.checks.counting import words\nreturn words(response)",
        "import spade_core.checks\nreturn spade_core.checks.words(response)",
        "return eval(response)",
        "return print(response) is None",
        "return hash(response) == 1",
        "return next(iter(response)) == 'a'",
        "return (yield)",
        "def inner():\n    return True\nreturn inner()",
        "async def inner():\n    return True\nreturn await inner()",
        "if response:\n    return True",
        "return words(response)",
        "return await assert_it(example, prompt, response)",
        "return response is prompt",
        'return response is "a"',
        "from spade_core.checks import plain as type\nreturn type(response) is response",
        "import re\nreturn re.search(response, prompt) is None",
        f"import re\nreturn re.search('{'(' * 200}a{')' * 200}', response) is None",
    ],
)
def test_what_holds_anything_else_is_not(body: str) -> None:
    assert not is_one_expression(source(body))
