"""Retrieved contexts in the editor: what is offered for them, and what is told of scores."""

import json
from typing import Any

import pytest

from tests.repositories import commit_versions
from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

PROMPT = "museum.prompt.md"
ASSERTIONS = "museum.assertions.py"
VERSIONS = ["Answer the question: {question}\n", "Answer the question: {question}\nContexts: {contexts}\n"]
SCORED = "assert_faithfulness_high_enough"


def rows(scores: tuple[float, float] | None) -> str:
    """Return ten good and ten bad responses, with these scores."""
    lines = []
    for number in range(20):
        good = number < 10
        fields: dict[str, Any] = {"question": "Is it hot?", "contexts": ["Tea is hot."]}
        if scores is not None:
            fields["scores"] = {"faithfulness": scores[not good]}
        row = {"id": f"r{number}", "example": fields, "response": f"Tea, {number}.", "label": "good" if good else "bad"}
        lines.append(json.dumps(row) + "\n")
    return "".join(lines)


@pytest.fixture
def museum(editor: Editor) -> Editor:
    commit_versions(editor.folder, PROMPT, VERSIONS)
    (editor.folder / "museum.examples.jsonl").write_text(rows((0.9, 0.5)), "utf-8")
    return editor


async def test_generating_where_no_scores_are_known_leaves_the_bound_on_a_score(museum: Editor) -> None:
    uri = museum.open(PROMPT)
    made = await museum.ask("spade/generate", uri=uri, apply=True)
    assert SCORED in made.added
    text = (museum.folder / ASSERTIONS).read_text("utf-8")
    (museum.folder / "museum.examples.jsonl").write_text(rows(None), "utf-8")
    for apply in (False, True):
        again = await museum.ask("spade/generate", uri=uri, apply=apply)
        assert (again.removed, again.stale) == ([], [])
    assert (museum.folder / ASSERTIONS).read_text("utf-8") == text
