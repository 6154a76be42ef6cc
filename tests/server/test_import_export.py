"""Examples from elsewhere and files for elsewhere, by request."""

import json

import pytest
from pygls.exceptions import JsonRpcException

from spade_server.protocol.messages import ErrorCode
from tests.server.editor import Editor
from tests.server.test_testing import JUDGED, SHORT, prepare

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

CSV = "topic,output,rating,other\ntea 🍵,Sip.,pass,x\nfire,Burn.,fail,\nrain,,good,\n"


async def refused(editor: Editor, method: str, **params: object) -> JsonRpcException:
    with pytest.raises(JsonRpcException) as caught:
        await editor.ask(method, **params)
    assert "Traceback" not in caught.value.message
    return caught.value


async def test_a_file_is_matched_and_shown_before_anything_is_written(editor: Editor) -> None:
    prepare(editor, SHORT, rows=())
    (editor.folder / "note.prompt.md").write_text("Write about {topic}.\n")
    (editor.folder / "my rows é.csv").write_text(CSV, encoding="utf-8")
    uri, file = editor.uri("note.prompt.md"), editor.uri("my rows é.csv")
    shown = await editor.ask("spade/import", uri=uri, file=file)
    assert (shown.response, shown.label, shown.fields._asdict()) == ("output", "rating", {"topic": "topic"})
    assert [(each.name, each.sample) for each in shown.columns][:2] == [("topic", "tea 🍵"), ("output", "Sip.")]
    assert (shown.new, shown.good, shown.bad, shown.duplicates, shown.applied) == (2, 1, 1, 0, False)
    assert [problem.split("csv:")[1] for problem in shown.problems] == ['4: no response in "output"']
    assert (editor.folder / "note.examples.jsonl").read_text() == ""
    written = await editor.ask("spade/import", uri=uri, file=file, apply=True)
    assert (written.new, written.applied) == (2, True)
    lines = (editor.folder / "note.examples.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["example"] for line in lines] == [{"topic": "tea 🍵"}, {"topic": "fire"}]
    again = await editor.ask("spade/import", uri=uri, file=file, apply=True)
    assert (again.new, again.duplicates) == (0, 2)


async def test_columns_can_be_chosen_otherwise(editor: Editor) -> None:
    prepare(editor, SHORT, rows=())
    (editor.folder / "rows.csv").write_text(CSV)
    params = {"uri": editor.uri("note.prompt.md"), "file": editor.uri("rows.csv")}
    chosen = await editor.ask("spade/import", **params, response="topic", label="", fields={"said": "output"})
    assert (chosen.response, chosen.label, chosen.new, chosen.unlabelled) == ("topic", None, 3, 3)
    wrong = await refused(editor, "spade/import", **params, response="nowhere")
    assert wrong.code == ErrorCode.SETTINGS
    assert "topic, output, rating" in wrong.message


async def test_words_for_labels_are_said_what_they_stand_for_and_missing_labels_are_filled_in(editor: Editor) -> None:
    prepare(editor, SHORT, rows=())
    (editor.folder / "rows.csv").write_text("output,Verdict,Nr\nHi.,OK,1\nBye.,nicht ok,2\nSo.,nicht ok,3\n")
    params = {"uri": editor.uri("note.prompt.md"), "file": editor.uri("rows.csv"), "label": "Verdict"}
    first = await editor.ask("spade/import", **params, apply=True)
    assert [(each.word, each.rows, each.label, each.known) for each in first.words] == [
        ("nicht ok", 2, None, False),
        ("OK", 1, "good", True),
    ]
    assert (first.new, first.unlabelled, first.kept, first.leftOut) == (3, 2, ["Nr"], [])
    again = await editor.ask("spade/import", **params, words={"Nicht OK": "bad"}, apply=True)
    assert (again.new, again.duplicates, again.filled, again.problems) == (0, 3, 2, [])
    lines = (editor.folder / "note.examples.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["label"] for line in lines] == ["good", "bad", "bad"]
    wrong = await refused(editor, "spade/import", **params, words={"OK": "great"})
    assert wrong.code == ErrorCode.SETTINGS


async def test_examples_that_are_open_with_changes_are_not_written_over(editor: Editor) -> None:
    prepare(editor, SHORT)
    (editor.folder / "rows.csv").write_text(CSV)
    before = (editor.folder / "note.examples.jsonl").read_text()
    editor.replace_all(editor.open("note.examples.jsonl"), "changed\n")
    params = {"uri": editor.uri("note.prompt.md"), "file": editor.uri("rows.csv")}
    assert (await refused(editor, "spade/import", **params, apply=True)).code == ErrorCode.UNSAVED
    assert (editor.folder / "note.examples.jsonl").read_text() == before


@pytest.mark.parametrize(
    ("name", "data"), [("gone.csv", None), ("odd.csv", b"a,b\n1,2\n"), ("bad.csv", b"response\n\xff\n")]
)
async def test_a_file_that_cannot_be_used_is_named(editor: Editor, name: str, data: bytes | None) -> None:
    prepare(editor, SHORT)
    if data is not None:
        (editor.folder / name).write_bytes(data)
    error = await refused(editor, "spade/import", uri=editor.uri("note.prompt.md"), file=editor.uri(name))
    assert error.code in {ErrorCode.UNREADABLE, ErrorCode.CHANGED}
    assert name in error.message


async def test_the_selected_set_and_the_examples_are_exported_as_text(editor: Editor) -> None:
    uri = prepare(editor, SHORT, JUDGED)
    made = await editor.ask("spade/export", uri=uri, format="pytest")
    assert made.uri == editor.uri("test_note.py")
    assert (made.assertions, made.leftOut) == (["assert_short"], ["assert_kind"])
    compile(made.text, "test_note.py", "exec")
    table = await editor.ask("spade/export", uri=uri, format="csv")
    assert (table.uri, table.examples) == (editor.uri("note.examples.csv"), 4)
    assert not (editor.folder / "test_note.py").exists()


async def test_an_export_is_written_where_the_person_says_but_through_no_link_that_leads_out(editor: Editor) -> None:
    uri = prepare(editor, SHORT)
    made = await editor.ask("spade/export", uri=uri, format="csv", to=editor.uri("table.csv"))
    assert (made.uri, (editor.folder / "table.csv").read_bytes().decode()) == (editor.uri("table.csv"), made.text)
    outside = editor.folder.parent / "outside.csv"
    (editor.folder / "link.csv").symlink_to(outside)
    error = await refused(editor, "spade/export", uri=uri, format="csv", to=editor.uri("link.csv"))
    assert "a link leads out of the " in error.message
    assert not outside.exists()


async def test_a_preference_is_not_written_through_a_link_that_leads_out(editor: Editor) -> None:
    uri = prepare(editor, SHORT)
    outside = editor.folder.parent / "outside.toml"
    outside.write_text("tau = 0.5\n")
    (editor.folder / "spade.toml").symlink_to(outside)
    error = await refused(editor, "spade/prefer", uri=uri, name="assert_short", use="always")
    assert "a link leads out of the " in error.message
    assert outside.read_text() == "tau = 0.5\n"


async def test_a_table_of_the_examples_holds_what_their_file_holds_and_no_filled_prompt(editor: Editor) -> None:
    uri = prepare(editor, SHORT)
    (editor.folder / "note.prompt.md").write_text("Write a note of today.\n")
    table = await editor.ask("spade/export", uri=uri, format="csv")
    assert "Write a note of today" not in table.text


async def test_what_cannot_be_exported_is_said(editor: Editor) -> None:
    uri = prepare(editor, rows=())
    assert (await refused(editor, "spade/export", uri=uri)).code == ErrorCode.NO_ASSERTIONS
    assert (await refused(editor, "spade/export", uri=uri, format="csv")).code == ErrorCode.NO_LABELS
    assert (await refused(editor, "spade/export", uri=uri, format="word")).code == ErrorCode.SETTINGS


async def test_a_set_that_a_judge_decides_alone_cannot_be_exported_and_is_named(editor: Editor) -> None:
    error = await refused(editor, "spade/export", uri=prepare(editor, JUDGED), format="pytest")
    assert error.code == ErrorCode.NO_ASSERTIONS
    assert "a judge is asked by assert_kind" in error.message
