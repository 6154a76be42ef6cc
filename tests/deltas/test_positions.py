"""From a file to its sentences and back: the located slice of the file is the very sentence."""

import ast
from collections.abc import Iterator

import pytest
from hypothesis import given, reject, settings, strategies as st

from spade_core.deltas import Sentence, sentences_of
from spade_core.errors import PromptFileError
from spade_core.prompt_files import PromptFile, read_prompt
from tests.deltas.strategies import prompts

quickly = settings(max_examples=80, deadline=None)
line_ends = st.sampled_from(["\n", "\r\n"])
marks = st.sampled_from(["", "\ufeff"])


def located(file: PromptFile) -> Iterator[tuple[Sentence, str]]:
    """Every sentence of the file with the slice of the file that it is said to stand at."""
    for template in file.templates:
        for sentence in sentences_of(template):
            yield sentence, template.parts[sentence.part].source.locate(sentence.span).of(file.text)


def read(path: str, text: str) -> PromptFile:
    try:
        return read_prompt(path, text)
    except PromptFileError:
        reject()


def unspaced(text: str) -> str:
    return "".join(text.split())


@quickly
@given(prompts, line_ends, marks)
@pytest.mark.parametrize("path", ["a.prompt.md", "prompts/a.txt", "a.prompty"])
def test_in_text_files_with_any_line_end_and_byte_order_mark(path: str, prompt: str, line_end: str, mark: str) -> None:
    file = read(path, mark + prompt.replace("\n", line_end))
    if "---" not in prompt and path != "a.prompty":  # no front matter, no role lines
        assert unspaced(prompt) == unspaced("".join(sentence.text for sentence, _ in located(file)))
    for sentence, found in located(file):
        assert found.replace("\r\n", "\n") == sentence.text


@quickly
@given(prompts, marks)
def test_in_python_constants_with_escapes(prompt: str, mark: str) -> None:
    prompt = f"Write a note about it.\n{prompt}"  # "0" alone is found to be no prompt
    literal = repr(prompt)
    file = read("prompts.py", f"{mark}# the prompt\nA = 1\nNOTE_PROMPT = {literal}\n")
    assert unspaced(prompt) == unspaced("".join(sentence.text for sentence, _ in located(file)))
    for sentence, found in located(file):
        assert ast.literal_eval(literal[0] + found + literal[0]) == sentence.text


@quickly
@given(prompts, line_ends)
def test_in_triple_quoted_python_constants(prompt: str, line_end: str) -> None:
    kept = "".join(char for char in prompt if char not in "\\\0\"'" and not "\ud800" <= char <= "\udfff")
    plain = f"Write a note about it.\n{kept}"
    file = read("prompts.py", f'NOTE_PROMPT = """\n{plain}"""\n'.replace("\n", line_end))
    assert unspaced(plain) == unspaced("".join(sentence.text for sentence, _ in located(file)))
    for sentence, found in located(file):
        assert found.replace("\r\n", "\n") == sentence.text


@quickly
@given(prompts, line_ends)
def test_in_yaml_block_scalars(prompt: str, line_end: str) -> None:
    plain = "".join(char for char in prompt if char == "\n" or (char.isprintable() and char not in "\u2028\ufeff"))
    indented = "".join(f"      {line}\n" for line in plain.split("\n"))
    text = f"name: note\nmessages:\n  - role: user\n    content: |2\n{indented}"
    file = read("note.prompt.yml", text.replace("\n", line_end))
    assert unspaced(plain) == unspaced("".join(sentence.text for sentence, _ in located(file)))
    for sentence, found in located(file):
        assert found.replace("\r\n", "\n").replace("\n      ", "\n") == sentence.text
