"""Reading a reply that should be JSON, however it is wrapped, and asking again when it cannot be read.

Models put JSON in code fences, in prose, with comments and trailing commas, with Python's True and None. All of that
is read. What remains unreadable is an error that quotes its start; the model is told once and asked again.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from spade_core.errors import ModelError, ModelFault
from spade_core.models.model import LanguageModel, Reply, Request, assistant, shown, user
from spade_core.models.patience import Patience
from spade_core.models.reasoning import answer_in

_T = TypeVar("_T")
MOST_ASKINGS = 2
"""How often a question is put that gets no reply that can be read."""
_MOST_CHARACTERS = 1_000_000
_MOST_STARTS = 50
_MOST_WORK = 2_000_000
"""Characters that are gone through, whatever is in a text: brackets in brackets would cost their square."""
_DEEPEST = 200
"""Brackets in brackets; what is deeper is no answer to anything that is asked."""
_MOST_LITERAL = 200_000
"""Characters of what Python's own parser is given: it is slow, and takes a hundred times that in memory."""
_MOST_SENT_BACK = 6000
"""Characters of a reply that could not be used that go back with the complaint: the model knows the rest."""
_PAIRS = {"{": "}", "[": "]"}
_TOKEN = re.compile(
    r"""
      (?P<string> "(?:[^"\\]|\\.)*+(?:"|\\?\Z) )
    | (?P<comment> //[^\n]*+ | /\*(?:(?s:.*?)\*/|(?s:.*)\Z) )
    | (?P<bracket> [{}\[\]] )
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING = re.compile(r"[{\[]")
_WRAPPING = re.compile(r"(?:[\s*~>.;]|`+(?:json\b)?|<[^<>\n]{1,40}>)*+")
"""What may stand before an answer in its line, and after it: a fence, marks, a tag, a template's own among them."""
_TRAILING_COMMA = re.compile(r",(?=[ \t\r\n]*+[}\]])")


@dataclass(frozen=True, slots=True)
class ParsedReply(Generic[_T]):
    """A reply that was read."""

    value: _T
    reply: Reply
    """The one that could be read, without its reasoning."""
    askings: int
    """How often it was asked, the repeated questions included."""


async def ask(
    model: LanguageModel,
    request: Request,
    read: Callable[[str], _T],
    *,
    most_askings: int = MOST_ASKINGS,
    patience: Patience | None = None,
    marks: str = "",
) -> ParsedReply[_T]:
    """Return what `read` makes of the model's reply; a reply that it cannot read goes back to the model once.

    `read` raises ValueError, its text telling the model what is wrong. Replies that led to nothing are disowned: kept,
    they would answer the next run, too. Who asks the same model much shares its `patience`. Marks of reasoning that are
    in `marks` are text.

    Raises:
        ModelError: there is no reply, or none that can be read.
    """
    patience = patience or Patience()
    replies: list[Reply] = []
    try:
        async with patience.turn():
            return await _ask(model, request, read, most_askings, patience, marks, replies)
    except ModelError:
        for reply in replies:
            reply.disown()
        raise


async def _ask(
    model: LanguageModel,
    request: Request,
    read: Callable[[str], _T],
    most_askings: int,
    patience: Patience,
    marks: str,
    replies: list[Reply],
) -> ParsedReply[_T]:
    """Return what `read` makes of the last of the replies, which are noted as they come."""
    asked, text, fact = request, "", ""
    for asking in range(1, most_askings + 1):
        patience.check()
        patience.count_call()
        reply = await model.reply(asked)
        replies.append(reply)
        if reply.from_cache:
            patience.count_call(took_none=True)
        try:
            text = answer_in(reply.complete_text(), asked=marks)
            found = ParsedReply(read(_answered(text)), replace(reply, text=text), asking)
        except ModelError as error:
            patience.disappointed(model.name, error)
            raise
        except ValueError as error:
            fact = str(error)
        else:
            patience.answered()
            return found
        asked = request.followed_by(
            assistant(sent_back(text) or "..."),
            user(f"That reply cannot be used: {fact}. Reply again, with the JSON alone."),
        )
    began = f"; it began {shown(text)}" if text else ""
    unreadable = ModelError(ModelFault.UNREADABLE, f"{model.name}: {fact}{began}")
    patience.disappointed(model.name, unreadable)
    raise unreadable


def _answered(text: str) -> str:
    if not text:
        raise ValueError("there is reasoning in it and no answer")
    return text


def json_in(text: str) -> object:
    """Return the first JSON object or array in a reply, whatever stands around it.

    Raises:
        ValueError: there is none.
    """
    return next(_all_json_in(text)).value


def only_json_in(text: str, is_answer: Callable[[object], bool]) -> object:
    """Return the only JSON object or array in a reply that is an answer: it begins a line, and the reply ends with it.

    What stands in its line, or after it, may be a sentence that quotes it or takes it back; fences and tags are none.

    Raises:
        ValueError: there is none, more than one, or it is quoted.
    """
    text = text.replace("\ufeff", "")
    found = [each for each in _all_json_in(text) if is_answer(each.value)]
    if not found:
        raise ValueError("there is no answer in its JSON")
    if len(found) > 1:
        raise ValueError(f"there are {len(found)} answers in it")
    line, after = text[: found[0].start].rpartition("\n")[2], text[found[0].end :]
    if not _WRAPPING.fullmatch(line) or not _WRAPPING.fullmatch(after):
        raise ValueError("its JSON stands within a sentence, or before one")
    if isinstance(found[0].value, dict) and found[0].value.get("error"):
        raise ValueError("its JSON says that there was an error")
    return found[0].value


@dataclass(frozen=True, slots=True)
class _Found:
    """JSON in a text, and where it stands."""

    value: object
    start: int
    end: int


def _all_json_in(text: str) -> Iterator[_Found]:
    """Yield the JSON objects and arrays in a reply that are not within another.

    Raises:
        ValueError: there is none.
    """
    text = text.replace("\ufeff", "")
    if len(text) > _MOST_CHARACTERS:
        raise ValueError(f"the reply has {len(text)} characters")
    try:
        value = _read_json(text)
    except (ValueError, RecursionError):
        pass
    else:
        if isinstance(value, dict | list):
            yield _Found(value, 0, len(text))
            return
    work = _Work(_MOST_WORK)
    any_found, cut_off, at = False, False, 0
    for _ in range(_MOST_STARTS):
        opening = _OPENING.search(text, at)
        if opening is None or not work.left:
            break
        at = opening.end()
        try:
            end = _closing(text, opening.start(), work)
            if end is None:
                cut_off = True
                continue
            value = _loaded(text[opening.start() : end], work)
        except ValueError:
            continue
        any_found, at = True, end
        yield _Found(value, opening.start(), end)
    if not any_found:
        raise ValueError("the JSON in it is not complete" if cut_off else "there is no JSON in it")


def _read_json(text: str) -> object:
    return json.loads(text, object_pairs_hook=_object, strict=False)  # many models write line breaks as they are


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object; under a key that is there twice stands a list of all that it has."""
    found = dict(pairs)
    if len(found) < len(pairs):
        listed: dict[str, list[object]] = {}
        for key, value in pairs:
            listed.setdefault(key, []).append(value)
        found |= {key: values for key, values in listed.items() if len(values) > 1}
    return found


def sent_back(text: str, *, most: int = _MOST_SENT_BACK) -> str:
    """Return a reply as it goes back to its model with a complaint: whole, or its beginning and its end."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"


@dataclass(slots=True)
class _Work:
    """What reading one reply may still cost, in characters gone through."""

    left: int

    def spend(self, characters: int) -> None:
        self.left = max(self.left - characters, 0)


def _loaded(piece: str, work: _Work) -> object:
    plain = _without_comments(piece)
    work.spend(2 * len(piece))
    for load in (_read_json, _python_literal):
        try:
            value = load(plain)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        if isinstance(value, dict | list):
            return value
    raise ValueError("not JSON")


def _python_literal(text: str) -> object:
    if len(text) > _MOST_LITERAL:
        raise ValueError("too long")
    return ast.literal_eval(text.strip())


def _closing(text: str, opening: int, work: _Work) -> int | None:
    """Return the offset after the bracket that closes the one at `opening`; those in strings and comments do not count.

    None where nothing closes it, or where looking for that would cost too much.

    Raises:
        ValueError: it is deeper than any answer.
    """
    expected: list[str] = []
    for match in _TOKEN.finditer(text, opening, min(len(text), opening + work.left)):
        bracket = match["bracket"]
        if bracket is None:
            continue
        if bracket in _PAIRS:
            expected.append(_PAIRS[bracket])
            if len(expected) > _DEEPEST:
                work.spend(match.end() - opening)
                raise ValueError("too deep")
        elif bracket == expected[-1]:
            expected.pop()
            if not expected:
                work.spend(match.end() - opening)
                return match.end()
    work.spend(len(text) - opening)
    return None


def _without_comments(text: str) -> str:
    """Return JSON without comments and without commas before a closing bracket."""
    out: list[str] = []
    at = 0
    for match in _TOKEN.finditer(text):
        if match["bracket"] is None:
            out.append(_TRAILING_COMMA.sub("", text[at : match.start()]))
            if match["comment"] is None:
                out.append(match[0])
            at = match.end()
    out.append(_TRAILING_COMMA.sub("", text[at:]))
    return "".join(out)
