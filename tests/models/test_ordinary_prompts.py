"""Nothing in real prompts and responses is taken for a secret."""

import json

import pytest

from spade_core.models.secrets import StandIns
from tests.research import PIPELINES, needs_data, pipeline_folder, prompt_texts

pytestmark = needs_data


@pytest.mark.parametrize("name", PIPELINES)
def test_the_prompts_and_responses_of_a_pipeline_leave_unchanged(name: str) -> None:
    stand_ins = StandIns(b"salt")
    lines = (pipeline_folder(name) / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [*prompt_texts(name), *(str(json.loads(line)) for line in lines if line.strip())]
    assert [text for text in texts if stand_ins.hide(text) != text] == []
