"""Every thing of the lexicon is read where a prompt rules it out, and where it asks for it."""

import pytest

from spade_core.constraints.evaluation import holds
from spade_core.constraints.part import WHOLE
from spade_core.language import lexicon
from spade_core.language.word_lists import Thing
from tests.criteria.prompts import criteria_from

NAMES = [(name, thing) for thing in lexicon().things for name in thing.names]


@pytest.mark.parametrize(("name", "thing"), NAMES, ids=[name for name, _ in NAMES])
def test_a_thing_of_the_lexicon_is_ruled_out(name: str, thing: Thing) -> None:
    found = [each.constraint for each in criteria_from(f"Do not use {name}.") if each.constraint is not None]
    assert any(each.source() and thing.hold.split()[-1] in each.describe() for each in found)


@pytest.mark.parametrize("thing", lexicon().things, ids=[thing.hold for thing in lexicon().things])
def test_what_finds_a_thing_of_the_lexicon_can_be_evaluated(thing: Thing) -> None:
    for test in (thing.found, thing.absent):
        assert not test or holds(WHOLE.test(test), "A line of text.", fields={}) is not None


DEMANDED = [(thing.names[0], thing) for thing in lexicon().things if thing.found and thing.demanded]


@pytest.mark.parametrize(("name", "thing"), DEMANDED, ids=[name for name, _ in DEMANDED])
def test_a_thing_of_the_lexicon_is_asked_for(name: str, thing: Thing) -> None:
    found = [each.constraint for each in criteria_from(f"Use {name}.") if each.constraint is not None]
    assert WHOLE.test(thing.found) in [each.source() for each in found]
