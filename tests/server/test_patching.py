"""A keystroke within a sentence gives the model that reading the whole text gives, or none at all."""

import random
from pathlib import Path

import pytest

from spade_server.patching import difference, patched
from spade_server.prompt_model import PromptModel, read_model
from spade_server.reader import SentenceReader

TEXT = """# Note

Write a note about {movie_name} 😀 for the user. Keep it within 100 words. Be concise, friendly and kind.

## Rules

- Mention the phrase "two thumbs up" at the start
- Do not mention the plot twist; 这部电影很好看。请写得简短一些。
- Use at least 3 sentences and at most 50 words
\r
Answer in French, please\r
"""
PATH = Path("/w/note.prompt.md")


def told(model: PromptModel) -> list[object]:
    """What is shown of a model."""
    return [
        (
            each.span,
            each.sentence.text,
            each.categories,
            [cue.words for cue in each.cues],
            [c.description for c in each.criteria],
        )
        for template in model.templates
        for each in template.instructions
    ] + [(mark.placeholder.name, mark.span) for template in model.templates for mark in template.marks]


@pytest.mark.parametrize("seed", range(3))
def test_a_patched_model_is_the_model_of_the_whole_text(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - edits that can be repeated
    reader, text, patches = SentenceReader(), TEXT, 0
    model = read_model(PATH, 0, text, reader)
    for version in range(1, 150):
        start = rng.randrange(len(text))
        end = min(len(text), start + rng.choice((0, 0, 1, 2)))
        text = text[:start] + rng.choice(("", "a", "b ", "9", "de", "好", "😀", "\n", ".", "{x}")) + text[end:]
        whole = read_model(PATH, version, text, reader)
        quick = patched(model, version, text, reader)
        if quick is not None:
            patches += 1
            assert told(quick) == told(whole)
            assert quick.lines.count == whole.lines.count
        model = whole
    assert patches > 5


@pytest.mark.parametrize("typed", ["\n", ".", "{", '"', ":", "# ", "`"])
def test_what_may_change_more_than_its_sentence_is_read_as_a_whole(typed: str) -> None:
    reader = SentenceReader()
    model = read_model(PATH, 0, TEXT, reader)
    at = TEXT.index("within 100") + 3
    assert patched(model, 1, TEXT[:at] + typed + TEXT[at:], reader) is None


def test_a_keystroke_in_a_placeholder_is_read_as_a_whole() -> None:
    reader = SentenceReader()
    model = read_model(PATH, 0, TEXT, reader)
    assert patched(model, 1, TEXT.replace("{movie_name}", "{movie_names}"), reader) is None


@pytest.mark.parametrize(
    ("old", "new", "stretch"), [("abc", "abc", (3, 3)), ("abc", "axc", (1, 2)), ("aa", "aaa", (2, 2))]
)
def test_the_difference_is_the_stretch_that_was_replaced(old: str, new: str, stretch: tuple[int, int]) -> None:
    start, end = difference(old, new)
    assert (start, end) == stretch
    assert old[:start] + new[start : end + len(new) - len(old)] + old[end:] == new
