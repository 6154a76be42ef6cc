"""What the judge is asked in a run: the questions of assertions, put together, about each response once."""

from collections.abc import Iterable, Sequence

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example
from spade_core.models import Request
from spade_core.static_analysis import preflight
from spade_core.synthesis.verdicts import verdicts_request

Group = tuple[str, ...]
"""Questions that go out in one call."""


def question_groups(candidates: Iterable[CandidateAssertion], *, most: int) -> list[Group]:
    """Return the questions that are written out in assertions, at most so many together."""
    asking = [found.question for each in candidates if (found := preflight(each.source)).asks_judge]
    known = list(dict.fromkeys(filter(None, asking)))
    return [tuple(known[start : start + most]) for start in range(0, len(known), most)]


def stand_ins(candidates: Iterable[CandidateAssertion]) -> list[Group]:
    """Return one question for each assertion that puts its question together: known is only that it asks."""
    found = [(each.name, preflight(each.source)) for each in candidates]
    return [(name,) for name, flight in found if flight.asks_judge and not flight.question]


def groups_of_run(candidates: Iterable[CandidateAssertion], *, most: int) -> list[Group]:
    """Return all that assertions ask as it goes out, as far as it is known."""
    listed = list(candidates)
    return [*question_groups(listed, most=most), *stand_ins(listed)]


def groups_asked(groups: Iterable[Group], candidates: Iterable[CandidateAssertion]) -> list[Group]:
    """Return the groups that hold a question of one of these assertions, and their stand-ins."""
    listed = list(candidates)
    asked = {question for group in question_groups(listed, most=1) for question in group}
    return [*(group for group in groups if asked.intersection(group)), *stand_ins(listed)]


def requests_of(
    groups: Iterable[Group], examples: Iterable[Example], *, repeats: int, sure: bool = False
) -> list[Request]:
    """Return the requests that put each group about each response, as often as they are repeated."""
    material = dict.fromkeys((each.prompt, each.response) for each in examples)
    return [
        verdicts_request(prompt, response, group, repeat=repeat, sure=sure)
        for group in groups
        for prompt, response in material
        for repeat in range(repeats)
    ]


def answers_each(groups: Sequence[Group]) -> float:
    """Return how many questions one request holds on average."""
    return sum(map(len, groups)) / max(len(groups), 1)
