"""Which prompts there are: for a choice among them, and for the document that a command is given in."""

from pathlib import Path

import pytest

from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

CONSTANTS = 'SUMMARY_PROMPT = "Write a summary of {text}."\nTITLE_PROMPT = "Write a title for {text}."\n'


@pytest.fixture
def prompts(editor: Editor) -> Editor:
    for name, text in {
        "note.prompt.md": "Write about {topic}.\n",
        "app/größe.py": CONSTANTS,
        "app/plain.py": "x = 1\n",
        "poem.md": "Write a poem.\n",
        "old.prompt.md": "Write.\n",
        "broken.prompt.yml": "{[\n",
        "spade.toml": 'exclude = ["old.*"]\n',
    }.items():
        (editor.folder / name).parent.mkdir(exist_ok=True)
        (editor.folder / name).write_text(text, encoding="utf-8")
    return editor


async def found(editor: Editor, **params: object) -> list[tuple[str, str]]:
    result = await editor.ask("spade/prompts", **params)
    return [(each.uri, each.template) for each in result.prompts]


async def test_constants_are_among_the_prompts_of_the_workspace(prompts: Editor) -> None:
    app = prompts.uri("app/größe.py")
    assert [each for each in await found(prompts) if each[0] in (app, prompts.uri("note.prompt.md"))] == [
        (app, "SUMMARY_PROMPT"),
        (app, "TITLE_PROMPT"),
        (prompts.uri("note.prompt.md"), ""),
    ]
    assert not {prompts.uri(name) for name in ("old.prompt.md", "app/plain.py", "poem.md", "broken.prompt.yml")} & {
        uri for uri, _ in await found(prompts)
    }


async def test_prompts_that_were_worked_on_stand_first(prompts: Editor) -> None:
    app, note = prompts.uri("app/größe.py"), prompts.uri("note.prompt.md")
    (prompts.folder / "app/größe.TITLE_PROMPT.examples.jsonl").write_text("", encoding="utf-8")

    async def in_order() -> list[str]:
        return [template for uri, template in await found(prompts) if uri in (app, note)]

    assert await in_order() == ["TITLE_PROMPT", "SUMMARY_PROMPT", ""]
    (prompts.folder / "note.spade.json").write_text("{}")
    assert await in_order() == ["TITLE_PROMPT", "", "SUMMARY_PROMPT"]


async def test_a_document_is_about_its_own_prompts_or_none(prompts: Editor) -> None:
    note, app = prompts.uri("note.prompt.md"), prompts.uri("app/größe.py")
    assert await found(prompts, uri=note) == [(note, "")]
    assert await found(prompts, uri=prompts.uri("note.examples.jsonl")) == [(note, "")]
    assert await found(prompts, uri=app) == [(app, "SUMMARY_PROMPT"), (app, "TITLE_PROMPT")]
    assert await found(prompts, uri=app, line=0) == [(app, "SUMMARY_PROMPT")]
    assert await found(prompts, uri=app, line=1) == [(app, "TITLE_PROMPT")]
    assert await found(prompts, uri=app, line=2) == [(app, "SUMMARY_PROMPT"), (app, "TITLE_PROMPT")]
    assert await found(prompts, uri=app, template="TITLE_PROMPT") == [(app, "TITLE_PROMPT")]
    assert await found(prompts, uri=prompts.uri("app/plain.py")) == []
    assert await found(prompts, uri=prompts.uri("poem.md")) == []


async def test_the_prompt_at_a_line_is_that_of_the_text_that_is_open(prompts: Editor) -> None:
    app = prompts.open(
        "app/größe.py", '# One\n# Two\nSUMMARY_PROMPT = """Write.\nBriefly.\n"""\n' + CONSTANTS.split("\n")[1]
    )
    assert await found(prompts, uri=app, line=3) == [(app, "SUMMARY_PROMPT")]
    result = await prompts.ask("spade/prompts", uri=app)
    assert [each.line for each in result.prompts] == [2, 5]
    assert len(await found(prompts, uri=app, line=0)) == 2


async def test_a_prompt_that_is_open_from_elsewhere_is_among_them(prompts: Editor, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else" / "tale.prompt.md"
    elsewhere.parent.mkdir()
    elsewhere.write_text("Write a tale.\n")
    uri = prompts.open(str(elsewhere))
    assert (uri, "") in await found(prompts)
    prompts.close(uri)
    assert (uri, "") not in await found(prompts)
