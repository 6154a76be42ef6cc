"""The laws on real prompt histories, and what real prompts must not be cut into."""

import re
from itertools import pairwise

import pytest

from spade_core.deltas import SentenceKind, deltas_between, segment
from tests.deltas.strategies import history, template
from tests.research import PIPELINES, needs_data, prompt_texts

pytestmark = needs_data


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_a_real_history_has_a_delta_for_each_version_that_changed_words(pipeline: str) -> None:
    prompts = prompt_texts(pipeline)
    deltas = deltas_between(history(*(template((None, prompt)) for prompt in prompts)))
    words = [sorted(prompt.split()) for prompt in ["", *prompts]]
    assert {i for i, (a, b) in enumerate(pairwise(words), 1) if a != b} <= {delta.after.index for delta in deltas}


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_no_sentence_of_a_real_prompt_still_holds_two_or_is_a_scrap(pipeline: str) -> None:
    for prompt in prompt_texts(pipeline):
        for sentence in segment(prompt):
            if sentence.kind in {SentenceKind.PROSE, SentenceKind.LIST_ITEM}:
                assert not re.search(r"[a-z]{3}[.!?]\s+[A-Z]", sentence.text)
                assert re.search(r"\w{3}", sentence.text)
