import pytest

from spade_core.static_analysis import preflight
from tests.sandbox.functions import source

SIGNATURE = "async def f(example, prompt, response):"


def test_an_assertion_in_the_papers_signature_is_accepted_with_what_it_says_of_itself() -> None:
    found = preflight(
        source('"""Says it."""\nimport json, math\nreturn await ask_llm(prompt, response, "Is it kind?")')
    )
    assert found.accepted
    assert (found.name, found.docstring, found.asks_judge) == ("assert_it", "Says it.", True)
    assert found.question == "Is it kind?"


def test_a_question_given_by_keyword_is_found() -> None:
    assert preflight(source('return await ask_llm(prompt, response, question="Why?")')).question == "Why?"


def test_a_computed_question_and_several_questions_are_not_reported_as_one() -> None:
    assert preflight(source('return await ask_llm(prompt, response, "a" + prompt)')).question is None
    both = 'return await ask_llm(prompt, response, "a") and await ask_llm(prompt, response, "b")'
    assert preflight(source(both)).question is None


def test_annotations_are_free() -> None:
    assert preflight("async def f(example: Whatever[int], prompt: 'str', response) -> Nothing: return True").accepted


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("", "there is no function", None),
        ("# only a comment", "there is no function", None),
        ("x = 1", "there is code outside the function", 1),
        ("import re\n" + SIGNATURE + " return True", "there is an import outside the function: move it inside", 1),
        (SIGNATURE + " return True\nprint(1)", "there is code outside the function", 2),
        (SIGNATURE + " return 1\n" + SIGNATURE + " return 1", "there is more than one function", 2),
        ("def f(example, prompt, response): return True", "f is not async: write `async def`", 1),
        ("@d\n" + SIGNATURE + " return True", "it has a decorator", 1),
        ("async def f(example, prompt, response=''): return 1", "a parameter has a default", 1),
        ("async def f(example, response): return 1", "its parameters are not (example, prompt, response)", 1),
        (
            "async def f(example, prompt, response, *a): return 1",
            "its parameters are not (example, prompt, response)",
            1,
        ),
        (
            "async def f(example, prompt, response, *, k): return 1",
            "its parameters are not (example, prompt, response)",
            1,
        ),
        (
            "async def f(*, example, prompt, response): return 1",
            "its parameters are not (example, prompt, response)",
            1,
        ),
        (SIGNATURE + " return (", "it is not valid Python: '(' was never closed", 1),
        (SIGNATURE + " return " + "not " * 150 + "1", "it is nested too deeply", 1),
        (SIGNATURE + " return " + "+".join(["1"] * 150), "it is nested too deeply", 1),
        ("-" * 19_000 + "1", "it is nested too deeply", None),
        ("#" * 20_001, "the source has 20001 bytes, more than 20000", None),
        ("#" + "é" * 10_000, "the source has 20001 bytes, more than 20000", None),
    ],
)
def test_anything_else_is_rejected_with_line_and_reason(text: str, reason: str, line: int | None) -> None:
    rejection = preflight(text).rejection
    assert rejection is not None
    assert (rejection.reason, rejection.line) == (reason, line)


@pytest.mark.parametrize(
    "text", ["a\0b", "\ud800", "x" + ".a" * 9_900, "(" * 9_000, "x = " + "9" * 19_000, "\\", "\x0c"]
)
def test_odd_text_is_rejected_and_never_raises(text: str) -> None:
    assert not preflight(text).accepted


def test_an_invalid_escape_warns_nobody() -> None:
    assert preflight(source('return "\\d" in response')).accepted


def test_windows_line_ends_are_accepted() -> None:
    assert preflight(source("x = 1\nreturn True").replace("\n", "\r\n")).accepted
