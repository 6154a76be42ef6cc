"""The assertions file is read, never run, and gives every function's exact text and place."""

import pytest

from spade_core.storage import AssertionsFile, parse_assertions
from tests.storage.build import source_of


def names(file: AssertionsFile) -> list[str]:
    return [function.name for function in file.functions]


def facts(file: AssertionsFile) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in file.problems]


A, B = source_of("assert_a"), source_of("assert_b", 'return "\\d" in response')


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_functions_have_their_text_their_lines_and_the_comment_above(newline: str) -> None:
    text = f"# Head.\n\n\n# quantity: x\n# more\n{A}\n\n# loose\n\n{B}  # end\n".replace("\n", newline)
    file = parse_assertions(text, "f")
    first, second = file.functions
    assert (first.name, first.first_line, first.last_line) == ("assert_a", 6, 7)
    assert first.source == first.span.of(text) == A.replace("\n", newline)
    assert first.lead == "# quantity: x\n# more".replace("\n", newline)
    assert first.block.of(text) == f"# quantity: x\n# more\n{A}".replace("\n", newline)
    assert second.source == f"{B}  # end".replace("\n", newline)
    assert (second.lead, second.block) == ("", second.span)
    assert file.problems == ()


def test_comments_indented_below_a_body_belong_to_it() -> None:
    text = f"{A}\n\n    # still mine\n\n# not mine\n{B}"
    first, second = parse_assertions(text, "f").functions
    assert first.source == f"{A}\n\n    # still mine"
    assert second.lead == "# not mine"


def test_decorators_and_text_at_the_left_margin_of_a_string_belong_to_the_function() -> None:
    text = '"""Say\nasync def no():\n# no\n"""'
    source = f"@keep\n@also\nasync def assert_x(example, prompt, response):\n    {text}\n    return 1"
    (function,) = parse_assertions(f"{A}\n# c\n{source}\n", "f").functions[1:]
    assert (function.source, function.lead, function.first_line) == (source, "# c", 4)


def test_functions_in_one_line_and_of_any_name_count_but_private_ones_do_not() -> None:
    text = "async def polite(example, prompt, response): return True;\nasync def _helper(): return 1\n"
    assert [f.source for f in parse_assertions(text, "f").functions] == [text.split("\n")[0]]


@pytest.mark.parametrize("odd", ["\f", "\u2028", "\x85", "\x1c", "😀", "\u0301"])
def test_characters_that_only_look_like_line_ends_do_not_shift_places(odd: str) -> None:
    text = f'x = "{odd}"\n{A}\n'
    (function,) = parse_assertions(text, "f").functions
    assert function.span.of(text) == A
    assert function.first_line == 2


def test_a_judge_is_noticed_only_where_it_is_called() -> None:
    asks = source_of("assert_j", 'return await ask_llm(prompt, response, "Polite?")')
    mentions = source_of("assert_m", 'return "ask_llm(" not in response')
    assert [f.asks_judge for f in parse_assertions(f"{asks}\n{mentions}\n", "f").functions] == [True, False]


def test_what_no_function_will_see_is_reported_with_its_line() -> None:
    text = f'"""Doc."""\nimport re\n{A}\nLIMIT = 3\ndef assert_old(example, prompt, response):\n    return True\n'
    file = parse_assertions(text, "f")
    assert names(file) == ["assert_a"]
    (re_line, re_fact), (limit_line, limit_fact), (old_line, old_fact) = facts(file)
    assert (re_line, limit_line, old_line) == (2, 5, 6)
    assert re_fact.startswith("this import is not seen by the functions")
    assert limit_fact.startswith("this is not seen by the functions")
    assert old_fact.startswith("assert_old is not run: write `async def assert_old")


def test_of_two_functions_with_one_name_both_are_there_and_the_first_is_reported() -> None:
    file = parse_assertions(f"{A}\n{A}\n", "f")
    assert names(file) == ["assert_a", "assert_a"]
    assert facts(file) == [(1, "assert_a is defined again on line 3")]


@pytest.mark.parametrize(
    ("broken", "fact"),
    [
        ("async def assert_x(:\n    return True", "not Python: "),
        ("x = 'no end", "not Python: unterminated string literal"),
        ("async def assert_x(example):\n    return (1", "not Python: '(' was never closed"),
        ("\0", "not Python: a NUL"),
        ("# \udcff", "not Python: a NUL or a byte that is not UTF-8"),
        ("<<<<<<< HEAD", "git conflict marker on line 3"),
        ("async def assert_x(example):\n    return 1 +", "not Python: invalid syntax"),
    ],
)
def test_a_syntax_error_is_named_and_the_functions_around_it_are_read(broken: str, fact: str) -> None:
    text = f"{A}\n{broken}\n\n# c\n{B}\n"
    if fact.startswith("git"):
        text = f"{A}\n{broken}\n{B}\n=======\n>>>>>>> theirs\n"
    file = parse_assertions(text, "f")
    assert names(file) == ["assert_a", "assert_b"]
    assert [function.span.of(text) for function in file.functions] == [A, B]
    assert file.syntax_error is not None
    assert file.syntax_error in file.problems
    assert fact in file.syntax_error.message


def test_a_conflict_inside_a_function_costs_that_function_and_never_cuts_it_short() -> None:
    torn = (
        "async def assert_x(example):\n    x = 1\n<<<<<<< HEAD\n    return x\n"
        "=======\n    return not x\n>>>>>>> b\n    return 2"
    )
    file = parse_assertions(f"{A}\n{torn}\n{B}\n", "f")
    assert names(file) == ["assert_a", "assert_b"]
    assert file.syntax_error is not None
    assert file.syntax_error.line == 5


def test_a_comment_at_the_margin_never_cuts_a_function_short() -> None:
    whole = "async def assert_x(example):\n    x = 1\n# note\n\n    return x"
    file = parse_assertions(f"{whole}\n\ndef (:\n{B}\n", "f")
    assert [function.source for function in file.functions] == [whole, B]


def test_an_unclosed_docstring_costs_only_its_own_function() -> None:
    text = f'{A}\nasync def assert_x(e):\n    """Never closed.\n    return True\n{B}\n'
    assert "assert_a" in names(parse_assertions(text, "f"))


def test_a_function_whose_signature_spans_lines_is_read_beside_a_broken_one() -> None:
    wide = "async def assert_w(\n    example: dict,\n    prompt: str,\n    response: str,\n) -> bool:\n    return True"
    file = parse_assertions(f"def broken(\n\n{wide}\n", "f")
    assert [f.source for f in file.functions] == [wide]


def test_an_absurdly_nested_file_is_a_problem_and_not_a_crash() -> None:
    file = parse_assertions(f"{A}\nx = {'(' * 5000}{')' * 5000}\n", "f")
    assert file.syntax_error is not None
    assert names(file) == ["assert_a"]


def test_an_empty_file_has_no_functions_and_no_problems() -> None:
    file = parse_assertions("", "f")
    assert (file.functions, file.problems) == ((), ())


def test_nothing_in_the_file_is_run(capfd: pytest.CaptureFixture[str]) -> None:
    parse_assertions("print('run')\nraise SystemExit\n" + A, "f")
    assert capfd.readouterr().out == ""
