"""What holds of every prompt file that was read, whatever its format."""

import ast
import json
import re

import yaml

from spade_core.prompt_files import PromptFile, PromptFormat, TemplatePart
from spade_core.text import Piece, Span

_LINE_END = re.compile(r"\r\n|\r|\n")
_YAML_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


def with_lf(text: str) -> str:
    """Return the text with LF line ends only."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def hold_for(file: PromptFile) -> None:
    """Assert the position laws: every piece of every part is the file's own characters, un-escaped."""
    for template in file.templates:
        for part in template.parts:
            _tiles(part)
            _goes_forward(part)
            for piece in part.source.pieces:
                _is_what_the_file_says(file, part, piece)
        for mark in template.placeholders:
            assert mark.span.end <= len(template.parts[mark.part].text)
            assert mark.span.start < mark.span.end


def _tiles(part: TemplatePart) -> None:
    at = 0
    for piece in part.source.pieces:
        assert piece.start == at
        at += piece.length
    assert at == len(part.text)
    assert "\r" not in part.text


def _goes_forward(part: TemplatePart) -> None:
    at = 0
    for piece in part.source.pieces:
        assert at <= piece.source.start
        at = piece.source.end


def _is_what_the_file_says(file: PromptFile, part: TemplatePart, piece: Piece) -> None:
    said = part.text[piece.start : piece.end]
    written = piece.source.of(file.text)
    if written == said:
        for offset in range(min(piece.length, 3)):
            at = piece.start + offset
            assert part.source.locate(Span(at, at + 1)).of(file.text) == part.text[at]
        return
    assert said in _readings(written, said, file), f"{written!r} does not say {said!r}"


def _readings(written: str, said: str, file: PromptFile) -> list[str]:
    """Return what `written` can say by the rules of the format, un-escaped by other code than ours."""
    match file.format:
        case PromptFormat.PYTHON | PromptFormat.TYPESCRIPT if not written:
            return [said]  # what ``separator.join`` puts between two items
        case PromptFormat.PYTHON:
            return _python(written)
        case PromptFormat.SOURCE if written.startswith("\\"):
            return [json.loads(f'"{written}"')]
        case PromptFormat.SOURCE:
            return ["\n"] if _LINE_END.fullmatch(written) else [f"{{{written}}}", written[1:]]
        case PromptFormat.LANGCHAIN if file.path.endswith(".json"):
            return [with_lf(json.loads(f'"{written}"'))]
        case PromptFormat.GITHUB_YAML | PromptFormat.LANGCHAIN:
            return _yaml(written)
        case _:
            return ["\n"] if _LINE_END.fullmatch(written) else []


def _python(written: str) -> list[str]:
    if _LINE_END.fullmatch(written):
        return ["\n"]
    if written.startswith("\\"):
        return [with_lf(str(ast.literal_eval(f'"{written}"')))]
    return [f"{{{' '.join(written.split())}}}"]  # an operand that is no literal


def _yaml(written: str) -> list[str]:
    if written.startswith("\\"):
        after_a_character = str(yaml.safe_load(f'"x{written}x"'))
        return [with_lf(after_a_character[1:-1])]
    if written == "''":
        return ["'"]
    if written.strip(" \t\r\n\x85\u2028\u2029"):
        return []
    first, *more = [end if end in "\u2028\u2029" else "\n" for end in _YAML_LINE_END.findall(written)]
    if first != "\n" or not more:
        return [first + "".join(more), " "]
    return ["".join(more)]
