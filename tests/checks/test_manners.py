"""What is said around the matter, and what only looks like it."""

import pytest

from spade_core.checks import (
    has_greeting,
    has_self_reference,
    has_thanks,
    is_refusal,
    no_closing,
    no_notes,
    no_preamble,
)


@pytest.mark.parametrize(
    "opening",
    [
        "Sure, here is the list:",
        "Sure! Here's a summary of the text.",
        "Certainly!",
        "Of course. Below is the poem:",
        "Here are the five ideas:",
        "Here is your JSON:",
        "Okay, here's what I found:",
        "I've created a table for you:",
        "Below is the requested code:",
        "The following is a summary of the talk.",
        "Based on the provided text, tea is hot.",
        "The answer is: 42",
        "Your revised text:",
        "**Here is the translation:**",
        "As requested, the report:",
        "I'd be happy to help with that!",
        "Let me break this down for you.",
        "Great! I'll write it now.",
        "Thank you for providing the text.",
        "The output is as follows",
        "Yes, here is the code:",
    ],
)
def test_a_preamble_is_told(opening: str) -> None:
    assert not no_preamble(f"{opening}\n\nTea is a drink.")


@pytest.mark.parametrize(
    "opening",
    [
        "Yes.",
        "Yes, tea is hot.",
        "My answer is no.",
        "The answer to life is work.",
        "Here lies the king.",
        "I have a dream.",
        "I've always loved tea.",
        "Thank you for your email of Monday.",
        "Surely tea is hot.",
        "Let us go then, you and I.",
        "The list of kings is long.",
        "Great teas grow in Assam.",
        "Okay cupid is a web site.",
        "The results are in: we won.",
        "I am happy to apply for the post.",
        "Below the hill stood a house.",
        "Here in Paris it rains. Bring a coat.",
    ],
)
def test_a_beginning_of_the_matter_is_no_preamble(opening: str) -> None:
    assert no_preamble(f"{opening}\n\nAnd so on.")


@pytest.mark.parametrize(
    "closing",
    [
        "Let me know if you need more!",
        "I hope this helps!",
        "Feel free to ask.",
        "Would you like me to add more?",
        "If you have any questions, feel free to ask.",
        "Is there anything else I can help with?",
        "Please don't hesitate to reach out.",
        "I'm happy to help with anything else. 😊",
        "*Let me know if you want changes.*",
    ],
)
def test_a_closing_is_told(closing: str) -> None:
    assert not no_closing(f"Tea is a drink.\n\n{closing}")


@pytest.mark.parametrize(
    "closing",
    [
        "Thank you for your time and consideration.",
        "Enjoy!",
        "If you have any pain, stop at once.",
        "Sincerely,\nAda",
        "I hope you are well.",
        "Do you want tea or coffee?",
        "Tell him to let me know.",
    ],
)
def test_an_end_of_the_matter_is_no_closing(closing: str) -> None:
    assert no_closing(f"Tea is a drink.\n\n{closing}")


@pytest.mark.parametrize(
    "note",
    [
        "Note: x is y.",
        "**Note:** x",
        "> Warning: hot",
        "(Please note that x)",
        "Disclaimer: I am an AI.",
        "⚠️ Warning: x",
        "It's important to note that x.",
        "*Notes:*",
        "I am not a lawyer.",
    ],
)
def test_a_note_is_told(note: str) -> None:
    assert not no_notes(f"- one\n- two\n\n{note}")


@pytest.mark.parametrize(
    "line",
    [
        "1. Warning letters may be sent.",
        "- Note-taking helps.",
        "I'm a bird, I'm not a dove.",
        "- Consult a doctor.",
        "He left a note: gone.",
        "## Footnotes",
    ],
)
def test_a_line_that_speaks_of_notes_is_none(line: str) -> None:
    assert no_notes(f"Tea.\n\n{line}")


@pytest.mark.parametrize(
    ("response", "refuses"),
    [
        ("I'm sorry, but I can't help with that.", True),
        ("I cannot provide medical advice.", True),
        ("I’m unable to assist with this request.", True),
        ("Sorry, I don't have access to live data.", True),
        ("I must decline.", True),
        ("I regret to inform you that I will not be able to attend.", False),
        ("I can't take it anymore.", False),
        ("The server cannot provide this page.", False),
        ("I can help with that.", False),
    ],
)
def test_a_refusal_is_told(response: str, refuses: bool) -> None:
    assert is_refusal(response) == refuses


@pytest.mark.parametrize(
    ("response", "speaks"),
    [
        ("As an AI language model, I have no taste.", True),
        ("I'm just a chatbot.", True),
        ("I am ChatGPT.", True),
        ("作为一个人工智能，我没有味觉。", True),
        ("Dạ, em là trợ lý ảo của tiệm.", True),
        ("Tôi là ai trong bức ảnh này?", False),
        ("作为老师，我很高兴。", False),
        ("gpt-4 ethics open_source", False),
        ("As an assistant professor, I teach.", False),
        ("The training data were wrong.", False),
    ],
)
def test_a_word_on_itself_is_told(response: str, speaks: bool) -> None:
    assert has_self_reference(response) == speaks


@pytest.mark.parametrize("response", ["Thank you!", "Dạ em cảm ơn chị ạ.", "谢谢您的来信。"])
def test_thanks_are_told(response: str) -> None:
    assert has_thanks(response)
    assert not has_thanks("Xin chào, 你好.")


@pytest.mark.parametrize("response", ["Dạ, em chào anh ạ.", "Xin chào chị!", "您好，请坐。", "Hello there."])
def test_a_greeting_is_told(response: str) -> None:
    assert has_greeting(response)
    assert not has_greeting(f"Trời mưa. {response}")
