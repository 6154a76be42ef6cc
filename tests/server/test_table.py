"""The table of examples: pages, filters, verdicts as columns, and rows as text."""

import json

import pytest
from pygls.exceptions import JsonRpcException

from spade_server.protocol.messages import ErrorCode
from tests.server.editor import Editor
from tests.server.test_testing import JUDGED, POLITE, PROMPTED, ROWS, SHORT, prepare

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]


async def ids(editor: Editor, uri: str, **query: object) -> list[str]:
    """Return the rows that a query asks for."""
    found = await editor.ask("spade/table", uri=uri, query=query)
    assert found.matching == len(found.rows)
    return [row.id for row in found.rows]


async def test_rows_come_by_pages_in_the_order_of_the_file(editor: Editor) -> None:
    uri = prepare(editor, POLITE)
    first = await editor.ask("spade/table", uri=uri, count=2)
    rest = await editor.ask("spade/table", uri=uri, start=2)
    assert [row.id for row in (*first.rows, *rest.rows)] == [row["id"] for row in ROWS]
    assert (first.matching, first.good, first.bad, first.unlabelled) == (5, 2, 2, 1)
    assert first.rows[0].input == "movie_name: Alien and more"


async def test_a_row_is_told_whole_where_that_is_asked_for(editor: Editor) -> None:
    uri = prepare(editor, POLITE, PROMPTED, rows=({**ROWS[0], "response": "x" * 5000},))
    short = (await editor.ask("spade/table", uri=uri)).rows[0]
    whole = (await editor.ask("spade/table", uri=uri, whole=True)).rows[0]
    assert (len(short.response), len(whole.response)) == (400, 5000)
    assert whole.fields.movie_name == "Alien\nand more"
    assert whole.prompt == "Write a note.\n"
    assert short.mark == whole.mark


async def test_verdicts_are_columns_once_they_are_run_and_a_changed_row_loses_its_own(editor: Editor) -> None:
    uri = prepare(editor, SHORT, POLITE, JUDGED)
    before = await editor.ask("spade/table", uri=uri)
    assert [each.name for each in before.assertions] == ["assert_short", "assert_polite", "assert_kind"]
    assert [each.unknown for each in before.assertions] == [5, 5, 5]
    assert (await editor.ask("spade/tableRun", uri=uri)).verdicts == 15
    after = await editor.ask("spade/table", uri=uri)
    assert [each.unknown for each in after.assertions] == [0, 0, 0]
    assert {row.id: row.verdicts for row in after.rows}["long"] == ["failed", "passed", "not asked"]
    short, polite, kind = after.assertions
    assert (short.caught, short.bad, short.flagged, short.good) == (0, 2, 1, 2)
    assert (polite.caught, polite.bad, polite.flagged, polite.good) == (1, 2, 0, 2)
    assert (kind.bad, kind.good) == (0, 0)
    rows = [{**row, "response": "another"} if row["id"] == "sly" else row for row in ROWS]
    (editor.folder / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    changed = {row.id: row.verdicts for row in (await editor.ask("spade/table", uri=uri)).rows}
    assert changed["sly"] == ["", "", ""]
    assert changed["long"][:2] == ["failed", "passed"]


async def test_what_a_run_of_the_labelled_rows_told_is_shown(editor: Editor) -> None:
    uri = prepare(editor, SHORT)
    await editor.ask("spade/evaluate", uri=uri)
    found = await editor.ask("spade/table", uri=uri)
    assert [row.verdicts for row in found.rows] == [["passed"], ["failed"], ["passed"], ["passed"], [""]]


async def test_the_selected_set_is_shown_and_all_where_that_is_asked_for(editor: Editor) -> None:
    uri = prepare(editor, SHORT)
    (editor.folder / "note.assertions.py").write_text(f"{SHORT}\n\n{POLITE}")
    assert [each.name for each in (await editor.ask("spade/table", uri=uri)).assertions] == ["assert_short"]
    everything = await editor.ask("spade/table", uri=uri, query={"everything": True})
    assert [(each.name, each.selected) for each in everything.assertions] == [
        ("assert_short", True),
        ("assert_polite", False),
    ]
    assert everything.assertions[0].check == "The response has at most three words."


async def test_rows_are_filtered_and_sorted(editor: Editor) -> None:
    uri = prepare(editor, SHORT, POLITE)
    await editor.ask("spade/tableRun", uri=uri)
    assert await ids(editor, uri, label="bad") == ["rude", "sly"]
    assert await ids(editor, uri, label="none") == ["waiting"]
    assert await ids(editor, uri, text="ALIEN") == ["ok"]
    assert await ids(editor, uri, text="come", label="good") == ["ok", "long"]
    assert await ids(editor, uri, failing="assert_short") == ["long"]
    assert await ids(editor, uri, failing="*") == ["long", "rude", "waiting"]
    assert await ids(editor, uri, sort="label") == ["ok", "long", "rude", "sly", "waiting"]
    assert await ids(editor, uri, sort="response") == ["waiting", "rude", "long", "sly", "ok"]
    assert await ids(editor, uri, sort="assert_polite") == ["rude", "waiting", "ok", "long", "sly"]
    assert await ids(editor, uri, descending=True) == ["waiting", "sly", "rude", "long", "ok"]


async def test_a_label_leaves_the_rows_where_they_are_until_they_are_chosen_anew(editor: Editor) -> None:
    uri = prepare(editor, SHORT)
    assert await ids(editor, uri, label="none") == ["waiting"]
    row = (await editor.ask("spade/table", uri=uri, query={"label": "none"})).rows[0]
    told = {"exampleId": row.id, "label": "bad", "shown": row.mark, "alone": True}
    labelled = await editor.ask("spade/label", uri=uri, action="set", **told)
    assert (labelled.example, labelled.bad, labelled.unlabelled) == (None, 3, 0)
    found = await editor.ask("spade/table", uri=uri, query={"label": "none"})
    assert [(each.id, each.label) for each in found.rows] == [("waiting", "bad")]
    assert found.canUndo
    anew = await editor.ask("spade/table", uri=uri, query={"label": "none"}, refresh=True)
    assert anew.matching == 0


async def test_unsaved_rows_count(editor: Editor) -> None:
    uri = prepare(editor, SHORT)
    editor.open("note.examples.jsonl", json.dumps({"id": "typed", "response": "hello"}) + "\n")
    assert await ids(editor, uri) == ["typed"]


async def test_a_filter_that_names_what_is_not_there_is_refused(editor: Editor) -> None:
    uri = prepare(editor, SHORT)
    for query, code in (
        ({"failing": "assert_gone"}, ErrorCode.NO_ASSERTIONS),
        ({"sort": "assert_gone"}, ErrorCode.NO_ASSERTIONS),
        ({"label": "fair"}, ErrorCode.SETTINGS),
    ):
        with pytest.raises(JsonRpcException) as raised:
            await editor.ask("spade/table", uri=uri, query=query)
        assert raised.value.code == code


async def test_a_prompt_without_examples_has_an_empty_table(editor: Editor) -> None:
    (editor.folder / "note.prompt.md").write_text("Write a note.\n")
    found = await editor.ask("spade/table", uri=editor.uri("note.prompt.md"))
    assert (found.rows, found.matching, found.assertions) == ([], 0, [])


async def test_rows_are_copied_with_tabs_and_written_as_csv(editor: Editor) -> None:
    uri = prepare(editor, SHORT, rows=(*ROWS, {"id": "sum", "response": '=1+1 "q"', "label": "bad"}))
    await editor.ask("spade/tableRun", uri=uri)
    copied = await editor.ask("spade/tableText", uri=uri, start=1, count=1)
    assert copied.text.splitlines() == [
        "id\tprompt\tresponse\tlabel\tassert_short",
        "long\t\tplease do come along now\tgood\tfailed",
    ]
    written = await editor.ask("spade/tableText", uri=uri, query={"label": "bad"}, to=editor.uri("bad.csv"))
    assert (written.text, written.rows) == ("", 3)
    lines = (editor.folder / "bad.csv").read_bytes().decode().split("\r\n")
    assert lines[1] == "rude,,come now,bad,passed"
    assert lines[3] == 'sum,,"\'=1+1 ""q""",bad,passed'
