"""What it costs to write a value in another way."""

from itertools import permutations

from spade_core.values.channel import Channel
from spade_core.values.lexicon import lexicon


def test_a_cost_is_the_same_whatever_was_compared_before() -> None:
    values = (("dan", "iel", "klein"), ("daniel", "klein"), ("dani", "el", "klein"))
    found = set()
    for order in permutations(values):
        channel = Channel(("danny", "klein"), lambda _: 4.0, lexicon())
        costs = {value: channel.cost(value, "") for value in order}
        found.add(tuple(costs[value] for value in values))
    assert len(found) == 1
