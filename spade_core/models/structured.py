"""Reading a reply that should be JSON, however it is wrapped, and asking again when it cannot be read.

Models put JSON in code fences, in prose, with comments and trailing commas, with Python's True and None. All of that
is read. What remains unreadable is an error that quotes its start; the model is told once and asked again.
"""

import ast
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from spade_core.errors import ModelError, ModelFault
from spade_core.models.model import LanguageModel, Reply, Request, assistant, shown, user

_T = TypeVar("_T")
_MOST_CHARACTERS = 1_000_000
_MOST_STARTS = 50
_PAIRS = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Answer(Generic[_T]):
    """A reply that was read."""

    value: _T
    reply: Reply
    """The one that could be read."""
    askings: int
    """How often it was asked, the repeated questions included."""


async def ask(
    model: LanguageModel, request: Request, read: Callable[[str], _T], *, most_askings: int = 2
) -> Answer[_T]:
    """Return what `read` makes of the model's reply; a reply that it cannot read goes back to the model once.

    `read` raises ValueError, its text telling the model what is wrong.

    Raises:
        ModelError: there is no reply, or none that can be read.
    """
    asked, text, fact = request, "", ""
    for asking in range(1, most_askings + 1):
        reply = await model.reply(asked)
        text = reply.complete_text()
        try:
            return Answer(read(text), reply, asking)
        except ValueError as error:
            fact = str(error)
        asked = request.followed_by(
            assistant(text), user(f"That reply cannot be used: {fact}. Reply again, with the JSON alone.")
        )
    raise ModelError(ModelFault.UNREADABLE, f"{model.name}: {fact}; it began {shown(text)}")


def json_in(text: str) -> object:
    """Return the first JSON object or array in a reply, whatever stands around it.

    Raises:
        ValueError: there is none.
    """
    text = text.replace("\ufeff", "")
    if len(text) > _MOST_CHARACTERS:
        raise ValueError(f"the reply has {len(text)} characters")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        pass
    else:
        if isinstance(value, dict | list):
            return value
    cut_off = False
    for piece in _bracketed(text):
        if piece is None:
            cut_off = True
            continue
        try:
            return _loaded(piece)
        except ValueError:
            continue
    raise ValueError("the JSON in it is not complete" if cut_off else "there is no JSON in it")


def _loaded(piece: str) -> object:
    plain = _without_comments(piece)
    for load in (json.loads, _python_literal):
        try:
            value = load(plain)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        if isinstance(value, dict | list):
            return value
    raise ValueError("not JSON")


def _python_literal(text: str) -> object:
    return ast.literal_eval(text.strip())


def _bracketed(text: str) -> Iterator[str | None]:
    """Yield each stretch from an opening bracket to the one that closes it; None where nothing closes it."""
    starts = 0
    at = 0
    while starts < _MOST_STARTS:
        opening = min((i for i in (text.find("{", at), text.find("[", at)) if i >= 0), default=-1)
        if opening < 0:
            return
        starts += 1
        end = _closing(text, opening)
        yield None if end is None else text[opening : end + 1]
        at = opening + 1


def _closing(text: str, opening: int) -> int | None:
    """Return where the bracket at `opening` is closed; brackets in strings and comments do not count."""
    expected: list[str] = []
    at = opening
    while at < len(text):
        char = text[at]
        if char == '"':
            at = _string_end(text, at)
        elif text.startswith(("//", "/*"), at):
            at = _comment_end(text, at) - 1
        elif char in _PAIRS:
            expected.append(_PAIRS[char])
        elif expected and char == expected[-1]:
            expected.pop()
            if not expected:
                return at
        at += 1
    return None


def _without_comments(text: str) -> str:
    """Return JSON without comments and without commas before a closing bracket."""
    out: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char == '"':
            end = _string_end(text, at) + 1
            out.append(text[at:end])
            at = end
        elif text.startswith(("//", "/*"), at):
            at = _comment_end(text, at)
        else:
            if char in "}]":
                _drop_comma(out)
            out.append(char)
            at += 1
    return "".join(out)


def _drop_comma(out: list[str]) -> None:
    last = next((i for i in range(len(out) - 1, -1, -1) if not out[i].isspace()), None)
    if last is not None and out[last] == ",":
        del out[last]


def _string_end(text: str, start: int) -> int:
    """Return where the string that begins at `start` ends: its closing quote, or the last character."""
    at = start + 1
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return min(at, len(text) - 1)


def _comment_end(text: str, start: int) -> int:
    """Return the offset just after the comment that begins at `start`."""
    if text.startswith("//", start):
        end = text.find("\n", start)
        return len(text) if end < 0 else end
    end = text.find("*/", start + 2)
    return len(text) if end < 0 else end + 2
