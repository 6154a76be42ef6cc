"""What the judge is asked in a run: the questions of assertions, put together, about each response once."""

from collections.abc import Iterable, Iterator, Sequence

from spade_core.candidates import CandidateAssertion
from spade_core.models import Request
from spade_core.static_analysis import preflight
from spade_core.synthesis.verdicts import verdicts_request

Group = tuple[str, ...]
"""Questions that go out in one call."""


def questions_in(candidates: Iterable[CandidateAssertion]) -> list[str]:
    """Return the questions that are written out in assertions, each once."""
    asking = [found.question for each in candidates if (found := preflight(each.source)).asks_judge]
    return list(dict.fromkeys(filter(None, asking)))


def groups_of(questions: Sequence[str], *, most: int) -> list[Group]:
    """Return the questions as they go out, at most so many together."""
    return [tuple(questions[start : start + most]) for start in range(0, len(questions), most)]


def stand_ins(candidates: Iterable[CandidateAssertion]) -> list[Group]:
    """Return one question for each assertion that puts its question together: known is only that it asks."""
    found = [(each.name, preflight(each.source)) for each in candidates]
    return [(name,) for name, flight in found if flight.asks_judge and not flight.question]


def groups_asked(groups: Iterable[Group], candidates: Iterable[CandidateAssertion]) -> list[Group]:
    """Return the groups that hold a question of one of these assertions, and their stand-ins."""
    listed = list(candidates)
    asked = {*questions_in(listed)}
    return [*(group for group in groups if asked.intersection(group)), *stand_ins(listed)]


def requests_of(
    group: Group, material: Iterable[tuple[str, str]], *, repeats: int, sure: bool = False
) -> Iterator[Request]:
    """Yield the requests that put a group about each response to its prompt, as often as they are repeated."""
    for prompt, response in material:
        for repeat in range(repeats):
            yield verdicts_request(prompt, response, group, repeat=repeat, sure=sure)


def answers_each(groups: Sequence[Group]) -> float:
    """Return how many questions one request holds on average."""
    return sum(map(len, groups)) / max(len(groups), 1)
