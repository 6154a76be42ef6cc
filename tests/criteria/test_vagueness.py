"""Lengths in words only, apart from what only sounds like one."""

import pytest

from spade_core.criteria.vagueness import is_vague_length
from tests.criteria.prompts import criteria_from

VAGUE = (
    "Be concise.",
    "Keep your answer short.",
    "Write a brief summary of the meeting.",
    "Answer briefly.",
    "Give a detailed answer.",
    "Keep it brief and friendly.",
    "The response should be succinct.",
    "Write a comprehensive report about the market.",
    "Explain the steps in detail.",
    "Use a crisp style.",
    "Ensure the note is concise.",
    "Provide a thorough explanation.",
    "Your reply must be short and clear.",
    "Do not be verbose.",
    "Avoid rambling, keep it tight.",
    "Write a lengthy essay on the topic.",
    "Keep the summary as short as possible.",
    "Make the description short but vivid.",
    "- Concise",
    "Reply tersely.",
    "Give an in-depth review of the film.",
    "Write a long story about a dog.",
    "Write short sentences.",
    "Give a short answer.",
    "Describe the product in great detail.",
    "Mention the price briefly.",
    "Each tip should be concise.",
    "Use compact wording.",
    "Reduce verbosity.",
    "Write a detailed description of the room.",
)
SURE = (
    "Be concise: at most 50 words.",
    "Write a brief summary of 3 sentences.",
    "Keep it short, within 100 words.",
    "Give a detailed answer in about 300 words.",
    "Keep your summary between 200-400 words so that it is concise.",
    "Write a short 2-paragraph note.",
    "You are a concise assistant.",
    "You are an editor known for brevity.",
    "The ideal writer would be skilled at concise prose.",
    "By following these rules, you will help create a concise summary.",
    "If the question is simple, be brief.",
    "Provide detailed explanations where necessary.",
    "Read the brief carefully.",
    "Follow the client brief.",
    "Mention the crisp apples.",
    "Recommend compact cars.",
    "Read the transcript thoroughly.",
    "Analyze the figures in detail before you answer.",
    "Include all relevant facts.",
    "List every single ingredient.",
    "Use rich imagery.",
    "Summarize the long article.",
    "Use the detailed notes below.",
    "Think about the problem in depth.",
    "Determine whether the user wants a detailed answer.",
    'Do not use the word "concise".',
    "# Brief",
    "Identify which facts are needed for a comprehensive answer.",
    "Check the code thoroughly.",
    "Break the text into digestible pieces.",
)


@pytest.mark.parametrize("sentence", VAGUE)
def test_a_length_in_words_only_is_vague(sentence: str) -> None:
    assert any(is_vague_length(criterion) for criterion in criteria_from(f"{sentence}\n"))


@pytest.mark.parametrize("sentence", SURE)
def test_a_number_or_something_else_is_not(sentence: str) -> None:
    assert not any(is_vague_length(criterion) for criterion in criteria_from(f"{sentence}\n"))
