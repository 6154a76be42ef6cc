"""Functions that share an interpreter: each says what it says by itself, whatever ran before it."""

from collections.abc import Iterable

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from spade_core.static_analysis import has_side_effects, is_one_expression
from tests.sandbox.functions import candidate

_IMPORTS = """
import re
from spade_core.checks import contains_any, folded, items, paragraphs, plain, sections, sentences, without_code, words
"""
_NESTED = "any(any(any(any({} for a in [1]) for b in [1]) for c in [1]) for d in [1])"
_DEEP = "re.search('(' * 494 + 'a' + ')' * 494, 'a') is not None"
"""As deep as a pattern may be where little is called: `_NESTED` it meets a RecursionError, unless it is kept."""
_EXPRESSIONS = f"""
plain(response) is response
plain(prompt) is prompt
plain(prompt) is not response
plain(response) is plain(prompt)
folded(response) is folded(prompt)
example["same"] is plain(example["same"])
example["same"] is example["other"]
words(response)[0] is words(prompt)[0]
words(response) is words(response)
sentences(response)[0] is response
paragraphs(response)[0] is response
without_code(response) is response
items(response)[0] is items(prompt)[0]
response.strip() is response
plain(response) is "alpha"
plain("alpha") == "alpha"
[plain(each) is each for each in [prompt, response]] == [True, True]
dict(example) is example
type(plain(response)) is type(response)
example.get("none") is None
[1 for words(response)[0] in ["other"]] and words(response)[0] != "other"
[1 for items(response)[0] in ["other"]] and items(response)[0] != "other"
[1 for sentences(response)[0] in ["other"]] and sentences(response)[0] != "other"
[1 for paragraphs(response)[0] in ["other"]] and paragraphs(response)[0] != "other"
[1 for example["same"] in ["other"]] and example["same"] == "other"
[1 for example["list"][0] in ["other"]] and example["list"][0] == "other"
[1 for dict(example)["list"][0] in ["other"]] and example["list"] == ["other", 2]
example["same"] != "other" and example["list"] == [1, 2]
[words for words in [1]] == [1]
[len for len in [1]] == [1]
(each for each in words(response))
any(each for each in (one for one in words(response)))
[(made for _ in [1]) for made in [(each for each in words(response))]]
[list(zip(made, [1])) for made in [(each for each in words(response))]] == [[]]
[each async for each in (one for one in [1])]
map(words, [response])
filter(words, [1])
reversed(words(response))
{_DEEP}
{_NESTED.format(_DEEP)}
re.search("a", response)
re.search(response, response)
re.search("[", response)
re.search("(?x) a ", response)
re.search("(?L)a", response)
re.search(b"a", response.encode())
re.search(True, response)
all(re.search("a{{%d}}" % each, response) or True for each in range(600)) and re.search("a", response)
example.get(1) or dict([(1, "a"), (True, "b"), (1.0, "c")])[1] == "c"
contains_any(response, ["alpha"]) == contains_any(response, ("alpha",))
contains_any(response, [1])
contains_any(response, response)
words(response.encode())
words(example)
plain(example["list"])
plain(1) == plain(True)
list(set(words(response)))[0] == "alpha"
str(words) == str(words)
list[int] is list[int]
[float("nan")] == [float("nan")]
all(plain(response + str(each)) for each in range(1100))
len("x" * 50_000_000) > 1
len("x" * 80_000_000) > 1
1 / 0
example["nothing"]
words(response)[1000]
int(response)
max([])
"%d" % response
"{{0.real}}".format(1)
int("1" * 4000) > 1
int("1" * 5000) > 1
"{{:n}}".format(1234567) == "1234567"
sum([0.1] * 10) == 1
round(2.5) == 2
response.translate(example)
response.translate(dict(a="b"))
str.maketrans("a", "b") == dict([(97, 98)])
example.keys() == dict(example).keys()
response.upper().lower() == response.casefold()
sections(response) == sections(prompt)
""".strip().splitlines()
_SAME = "alpha beta gamma"
_ROWS = [
    Example(str(number), {"same": same, "other": _SAME, "list": [1, 2]}, prompt, response, None)
    for number, (response, prompt, same) in enumerate(
        [
            (_SAME, "alpha", _SAME),
            (_SAME, _SAME, _SAME),
            ("alpha", _SAME, "**x**"),
            ("- one\n- two\n", "- one\n- two\n", _SAME),
            ("**alpha** a", "alpha", _SAME),
            ("# Of\n\nalpha 😀\n", "", ""),
            ("", "alpha", _SAME),
            ("1", "alpha", _SAME),
            (_SAME, "alpha", "alpha"),
        ]
    )
]


def _candidates(before: str) -> list[CandidateAssertion]:
    return [
        candidate(f"{before}{_IMPORTS.strip()}\nreturn {each}", f"share_{at}") for at, each in enumerate(_EXPRESSIONS)
    ]


def _said(candidates: Iterable[CandidateAssertion], rows: list[Example]) -> dict[tuple[str, str], tuple[Outcome, str]]:
    limits = Limits(workers=1, memory_bytes=64 * 1024 * 1024)
    found = Sandbox(limits).run(list(candidates), rows).evaluations
    return {cell: (one.outcome, one.message) for cell, one in found.items()}


def test_what_shares_an_interpreter_is_not_swayed_by_what_ran_before() -> None:
    shared, alone = _candidates(""), _candidates("global nothing\n")
    assert all(has_side_effects(each.source) for each in alone)
    assert sum(is_one_expression(each.source) for each in shared) > 50
    expected = _said(alone, _ROWS)
    assert _said(shared, _ROWS) == expected
    assert _said(shared[::-1], _ROWS[::-1]) == expected
