"""From criteria to short functions over the checks."""

import ast
import builtins
from dataclasses import replace

import pytest

import spade_core.checks as checks
from spade_core.candidates import candidates_for, constraint_of
from spade_core.candidates.layout import WIDTH, identifier, returning
from spade_core.constraints.arrangement import Fact
from spade_core.constraints.fact_patterns import FACTS, OF_LISTS
from spade_core.static_analysis import is_one_expression
from tests.criteria.prompts import criteria_from


def sources(text: str) -> list[str]:
    return [candidate.source for candidate in candidates_for(criteria_from(text))]


def test_a_limit_is_one_call_under_one_import() -> None:
    assert sources("Use at most 100 words.\n") == [
        "async def assert_at_most_100_words(example: dict, prompt: str, response: str) -> bool:\n"
        '    """The response has at most 100 words."""\n'
        "    from spade_core.checks import words\n"
        "\n"
        "    return words(response) <= 100"
    ]


def test_what_only_a_reader_can_tell_asks_a_judge_in_the_prompts_words() -> None:
    [candidate] = candidates_for(criteria_from("Be kind to the reader.\n"))
    assert candidate.asks_judge
    assert candidate.name == "assert_judged_be_kind_to_the_reader"
    assert "Be kind to the reader." in candidate.source
    assert "import" not in candidate.source


def test_what_is_said_twice_is_one_candidate_with_both_criteria() -> None:
    said = ["Use at most 100 words.", "Write no more than 100 words."]
    [candidate] = candidates_for(criteria_from("\n\n".join(said)))
    assert [c.sentence.text for c in candidate.criteria] == said


def test_what_another_one_says_too_is_no_candidate_of_its_own() -> None:
    said = ['Include the phrase "a b".', 'Include the phrases "a b" and "c d".', "Use at most 9 words."]
    both, length = candidates_for(criteria_from("\n\n".join(said)))
    assert [c.sentence.text for c in both.criteria] == said[:2]
    assert "contains_all" in both.source
    assert constraint_of(both) == both.criteria[1].constraint
    assert "words" in length.source


def test_each_section_of_a_layout_is_a_candidate_and_its_lead_in_asks_no_judge() -> None:
    layout = "Use this exact format:\n\n## Summary\n\n## Decisions\n\n## Open Questions\n"
    found = candidates_for(criteria_from(layout))
    assert [[c.source_phrase for c in each.criteria] for each in found] == [
        ["Use this exact format:", title] for title in ("## Summary", "## Decisions", "## Open Questions")
    ]
    assert not any(candidate.asks_judge for candidate in found)


def test_a_layout_that_is_shown_is_one_candidate() -> None:
    layout = "Use this exact format:\n```\n## Summary\n[text]\n## Decisions\n[text]\n```\n"
    [candidate] = candidates_for(criteria_from(layout))
    assert "sections_in_order" in candidate.source


def test_a_line_that_only_leads_in_asks_nothing() -> None:
    said = "Your response must follow these requirements:\n\n- Use at most 9 words.\n- Be kind to the reader.\n"
    assert [candidate.asks_judge for candidate in candidates_for(criteria_from(said))] == [False, True]


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("Return valid JSON. Return JSON only.", 1),
        ("Return XML:\n<answer>\n  <why>What is wrong with it</why>\n  <how>How to mend it</how>\n</answer>\n", 2),
        ("Write about it.\n- Format: Single paragraph", 2),
        ("Write a post about the lake.\n\nNow write the post.", 1),
        (
            "Summarize the talk.\n\nTopic: [TOPIC]\nDate: [DATE]\n\nHere you have some words that help:\n{words}",
            1,
        ),
    ],
)
def test_nothing_is_said_twice_and_nothing_asked_of_what_is_given(said: str, number: int) -> None:
    assert len(candidates_for(criteria_from(said))) == number


def test_candidates_stand_in_the_prompts_order_under_names_of_their_own() -> None:
    text = 'Include the phrase "a b".\n\nInclude the phrase "A-B".\n\nUse at most 9 words.\n'
    names = [candidate.name for candidate in candidates_for(criteria_from(text))]
    assert names == ["assert_contains_a_b", "assert_contains_a_b_2", "assert_at_most_9_words"]


@pytest.mark.parametrize(
    "expression",
    [
        "contains_any(response, [" + ", ".join(f'"phrase number {i}"' for i in range(12)) + "])",
        "not any(starts_with(response, phrase) for phrase in [" + ", ".join(f'"start {i}"' for i in range(12)) + "])",
        "all(words(each) <= 30 and not contains(each, 'x') or words(each) >= 3 for each in items_of(response)) or True",
        "contains(response, 'something rather long') and contains(response, 'else') or words(response) <= 300",
        "100 <= words(section(response, 'a section with a rather long name, so that the line is too long')) <= 200",
    ],
)
def test_a_long_expression_is_broken_into_lines_that_fit_and_stays_the_same(expression: str) -> None:
    text = returning(expression)
    assert all(len(line) <= WIDTH for line in text.splitlines())
    [statement] = ast.parse(f"def f():\n{text}").body[0].body  # type: ignore[attr-defined]
    assert ast.dump(statement.value) == ast.dump(ast.parse(expression, mode="eval").body)


def test_every_name_that_a_candidate_uses_is_a_check_or_built_in() -> None:
    text = (
        "Respond in JSON with the keys title and score.\n\nUse 3 to 5 bullet points, each at most 12 words.\n\n"
        'Never say "as an AI".\n\nWrite in French.\n\nDo not use emojis.\n\nEnd with "Bye".\n'
    )
    for source in sources(text):
        tree = ast.parse(source)
        bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound
        known = {*checks.__all__, *dir(builtins), "response", "example", "prompt", "ask_llm"}
        assert used <= known


def test_a_candidate_that_searches_imports_what_it_needs() -> None:
    [source] = [each for each in sources('Return JSON: {"name": "x"}\n\n- "name": no spaces\n') if "re.search" in each]
    [function] = ast.parse(source).body
    assert isinstance(function, ast.AsyncFunctionDef)


def test_a_question_that_another_one_asks_too_is_merged_into_it() -> None:
    text = (
        "Your task is to find the towns in the letter of the guest and give their names in the order of the letter.\n\n"
        "Make sure the towns are in the order of the letter.\n\nDo not name the guest of the letter.\n"
    )
    asked = [each for each in candidates_for(criteria_from(text)) if each.asks_judge]
    assert [len(each.criteria) for each in asked] == [2, 1]


def test_quotes_and_backslashes_in_a_prompt_are_harmless() -> None:
    for text in ('Include the phrase "C:\\\\new".\n', 'Say """ at the end of the answer.\n', "Use the word `it's`.\n"):
        for source in sources(text):
            ast.parse(source)


def test_a_fact_with_a_backslash_is_a_function_that_says_it() -> None:
    [read] = criteria_from("Use at most 100 words.\n")
    [candidate] = candidates_for([replace(read, constraint=Fact("the response has a\\b", "words(response) > 1"))])
    assert candidate.source.startswith("async def assert_a_b(")
    assert 'a\\\\b."""' in candidate.source


def test_whatever_is_rendered_is_one_expression() -> None:
    """Else it would not run beside others in one interpreter, which takes twice as long."""
    [read] = criteria_from("Use at most 100 words.\n")
    facts = [replace(read, constraint=Fact(says, expression)) for _, says, expression, _ in (*FACTS, *OF_LISTS)]
    written = """
        Use at most {most} words. Start with "Dear {name}". Do not invent figures. Be kind.

        Return JSON with the keys "town", "when" and "wet". "wet" must be a boolean. "when" must match ^\\d+$.
        "town" must be one of "Graz" and "Linz".
    """
    for each in (*candidates_for(facts), *candidates_for(criteria_from(written))):
        assert is_one_expression(each.source), each.source


def test_names_are_ascii_and_short() -> None:
    assert identifier("Ünïcode words, here") == "assert_unicode_words_here"
    assert identifier("请写") == "assert_" + identifier("请写").removeprefix("assert_")
    assert len(identifier("many words " * 30)) <= 60
