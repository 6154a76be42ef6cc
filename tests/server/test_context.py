"""Retrieved contexts in the editor: what is offered for them, and what is told of scores."""

import json
import os
from typing import Any

import pytest

from spade_core.context import Scorer
from spade_core.examples import parse_examples
from spade_core.models import ModelChoice, ModelSession
from spade_core.testing.loopback import LoopbackServer
from tests.context.museum import literal_reader
from tests.repositories import commit_versions
from tests.server.editor import Editor
from tests.server.person import KEY, Person
from tests.server.test_features import actions_at

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


async def test_the_report_shows_the_statements_whose_verdicts_are_kept_and_asks_for_no_others(person: Person) -> None:
    folder = person.editor.folder
    commit_versions(folder, PROMPT, VERSIONS)
    text = rows(None).replace("Tea, 3.", "Tea is hot. Ann Lee sold it.")
    (folder / "museum.examples.jsonl").write_text(text, "utf-8")
    (folder / ASSERTIONS).write_text(
        "async def assert_short(example: dict, prompt: str, response: str) -> bool:\n    return len(response) < 9\n"
    )
    uri = person.editor.open(PROMPT)
    with LoopbackServer(literal_reader, keys=[KEY], models=["small"]) as server:
        person.chooses(server)
        before = await person.editor.ask("spade/report", uri=uri)
        assert not server.calls
        with ModelSession({**os.environ, "SPADE_BASE_URL": server.url, "SPADE_API_KEY": KEY}) as session:
            third = parse_examples(text, "f").examples[3]
            Scorer(session.models.model(ModelChoice("small")), session).faithfulness(third)
        calls = len(server.calls)
        after = await person.editor.ask("spade/report", uri=uri)
        assert (calls, len(server.calls)) == (2, 2)
    person.chosen = {"provider": "none"}
    without = await person.editor.ask("spade/report", uri=uri)
    assert "the contexts support" not in before.html + without.html
    assert after.html.count("the contexts support 1 of 2 statements") == after.html.count("the contexts support") == 1
    assert "by context 1: Tea is hot." in after.html
    person.chosen = {"provider": "compatible", "baseUrl": "no address", "name": "small"}
    wrong = await person.editor.ask("spade/report", uri=uri)
    assert "statements are not shown: &#34;no address&#34; is no http or https address of a model" in wrong.html


TITLE = "Generate assertions for the retrieved contexts"
CONTEXT_CHECKS = {
    *(f"assert_no_new_{what}" for what in ("numbers", "dates", "names", "quotations")),
    "assert_no_part_of_question_unanswered",
}


async def test_a_change_that_brings_contexts_beside_a_question_offers_their_checks_where_it_stands(
    editor: Editor,
) -> None:
    commit_versions(editor.folder, PROMPT, [VERSIONS[0]])
    uri = editor.open(PROMPT, VERSIONS[0])
    assert TITLE not in await actions_at(editor, uri, "question")
    editor.replace_all(uri, f"{VERSIONS[1]}Stay under 40 words.\nAnswer only from the contexts.\n")
    for words in ("{contexts}", "only from"):
        offered = await actions_at(editor, uri, words)
        resolved = await editor.client.code_action_resolve_async(offered[TITLE])
        said = str(resolved.edit)
        assert all(name in said for name in CONTEXT_CHECKS)
        assert "speaks_of" in said
        assert "words(response)" not in said
    assert TITLE not in await actions_at(editor, uri, "under 40")


async def test_a_hover_on_an_assertion_by_a_score_tells_the_scores_that_the_examples_bring(museum: Editor) -> None:
    uri = museum.open(PROMPT)
    await museum.ask("spade/generate", uri=uri, apply=True)
    shown = await museum.hover_with(museum.open(ASSERTIONS), SCORED, "median")
    assert "faithfulness: median 0.90 of 10 good, 0.50 of 10 bad examples" in shown
    assert "median" not in await museum.hover(museum.uri(ASSERTIONS), "assert_no_new_quotations")
