"""Every diagnostic links to the heading of its code in a page that is there."""

import asyncio
import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from lsprotocol import types

from spade_server.analysis.finding import Finding
from spade_server.codes import Code
from spade_server.settings import EditorSettings
from tests.server.editor import Editor
from tests.server.written import diagnostics_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "diagnostics.md"


@pytest.mark.parametrize("code", Code)
def test_each_code_has_a_heading_that_its_diagnostics_link_to(code: Code) -> None:
    place = types.Range(types.Position(0, 0), types.Position(0, 1))
    found = [Finding(code, Path("/w/x.prompt.md"), place, "x")]
    [shown] = diagnostics_of(found, EditorSettings(), "file:///page.md")
    assert shown["codeDescription"] == {"href": f"file:///page.md#{code.value}"}
    assert f"## {code.value}" in PAGE.read_text("utf-8").splitlines()


def test_each_heading_of_the_page_is_a_code() -> None:
    headings = re.findall(r"^## (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(headings) == sorted(Code)


def test_the_page_goes_into_the_wheel_where_an_installed_server_looks_for_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {"docs/diagnostics.md": "spade_server/diagnostics.md"}


@pytest.mark.lsp
@pytest.mark.asyncio(loop_scope="session")
async def test_a_client_that_names_no_page_gets_one_that_is_on_the_disk(editor: Editor) -> None:
    (editor.folder / "note.prompt.md").write_text("Be concise.\n")
    uri = editor.open("note.prompt.md")
    [found] = await editor.diagnostics(uri, "vague-criterion")
    assert found.code_description is not None
    address = urlsplit(found.code_description.href)
    assert address.fragment == "vague-criterion"
    page = await asyncio.to_thread(Path(url2pathname(address.path)).read_text, "utf-8")
    assert "## vague-criterion" in page
