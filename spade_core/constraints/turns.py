"""The turns of an agent that thinks, calls a tool, is told what came of it, and answers in the end.

Yao et al. 2023, ReAct. The prompt shows the whole loop; a response is one turn of it: a call, or the final answer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from spade_core.constraints.constraint import Constraint
from spade_core.constraints.part import literal, quoted
from spade_core.structure import Placed, Structure, is_lead
from spade_core.taxonomy import Category

_LABELLED: Final = re.compile(r"\s*(?:[-*] |\d[.)] )?[*\"'`]*(?P<name>[A-Z][A-Za-z]+(?: [A-Za-z]+)?)[*\"'`]* ?:")
_TOLD: Final = re.compile(r"(?i)observations?|(?:tool|action) (?:output|result|response)s?")
"""What the program writes, not the model."""
_CALL: Final = re.compile(r"(?i)(?:action|tool)s?(?: (?:input|name|args?|arguments|parameters))?")
_FORMAT: Final = re.compile(r"\b(?:format|steps?|structure|loop)\b")
_ANSWER: Final = re.compile(r"(?i)(?:final )?(?:answer|response)|finish|conclusion")


@dataclass(frozen=True, slots=True)
class Turn(Constraint):
    """A response calls a tool, under all labels of a call, or gives the final answer, under that label."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    call: tuple[str, ...]
    answer: str = ""
    """"" where the final answer has the labels of a call."""

    def describe(self) -> str:
        """Return 'the response has the labels "Action" and "Action Input", or the label "Final Answer"'."""
        call = f"the response has the label{'s' if len(self.call) > 1 else ''} {quoted(self.call)}"
        return f'{call}, or the label "{self.answer}"' if self.answer else call

    def source(self) -> str:
        """Return ``has_label(response, "Action") or has_label(response, "Final Answer")``."""
        call = " and ".join(f"has_label(response, {literal(each)})" for each in self.call)
        return f"{call} or has_label(response, {literal(self.answer)})" if self.answer else call


@dataclass(frozen=True, slots=True)
class Turns:
    """What a prompt shows of the loop: what each turn has, and the lines that say so."""

    turn: Turn
    lines: tuple[Placed, ...]


@lru_cache(maxsize=4)  # the first pass asks for them, and then the second
def turns_in(structure: Structure) -> Turns | None:
    """Return the loop that a prompt shows outside of its examples; None where it shows none."""
    return _one_after_the_other(structure, list(_named(structure.placed)))


def _one_after_the_other(structure: Structure, named: Sequence[tuple[int, Placed, str]]) -> Turns | None:
    told = next((n for n, (_, _, name) in enumerate(named) if _TOLD.fullmatch(name)), -1)
    call = [each for each in named[max(told - 3, 0) : max(told, 0)] if _CALL.fullmatch(each[2])]
    if not call:
        return None
    before = {name for _, _, name in named[:told]}
    after = [each for each in named[told + 1 :] if each[2] not in before]
    answer = [each for each in after if _ANSWER.fullmatch(each[2])][:1]
    first = max(named[0][0], call[0][0] - 3)
    lead = next((each for each in structure.placed[max(first - 2, 0) : call[0][0]] if _announces(each)), None)
    if not answer and lead is None:
        return None  # how a tool is called, which not each response does
    said = tuple(placed for _, placed, _ in (*call, *answer))
    turn = Turn(tuple(dict.fromkeys(name for _, _, name in call)), answer[0][2] if answer else "")
    return Turns(turn, said if lead is None else (lead, *said))


def _named(all_placed: Sequence[Placed]) -> Iterator[tuple[int, Placed, str]]:
    """Yield the lines with a label, by their number, with it."""
    for number, placed in enumerate(all_placed):
        found = None if placed.shown else _LABELLED.match(placed.sentence.text)
        if found is not None:
            yield number, placed, found["name"]


def _announces(placed: Placed) -> bool:
    return is_lead(placed.sentence.text) and _FORMAT.search(placed.normal.text) is not None
