"""Documents on Windows: drive letters, backslashes, spaces and other alphabets, tried on any system."""

import json
import subprocess
import sys
from pathlib import Path, PurePath, PureWindowsPath
from typing import cast

import pytest

from spade_server.documents.kinds import DocumentKind, kind_of, uri_of

ROOT = PureWindowsPath("C:\\Users\\Zoë Ω\\my prompts")
KINDS = {
    "note.prompt.md": DocumentKind.PROMPT,
    "Unter Ordner\\测试 😀.prompt.md": DocumentKind.PROMPT,
    "prompts\\deep\\er\\note.txt": DocumentKind.PROMPT,
    "note.examples.jsonl": DocumentKind.EXAMPLES,
    "note.assertions.py": DocumentKind.ASSERTIONS,
    "note.spade.json": DocumentKind.RECORD,
    "notes\\note.txt": DocumentKind.OTHER,
}


def as_path(path: PurePath) -> Path:
    """A path of another system where one of this is wanted: only its parts are looked at."""
    return cast("Path", path)


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_a_document_is_known_by_its_path_with_backslashes(name: str, kind: DocumentKind) -> None:
    assert kind_of(as_path(ROOT / name), "Be kind.\n", as_path(ROOT)) is kind


def test_a_folder_above_the_workspace_makes_no_prompt() -> None:
    root = PureWindowsPath("C:\\prompts\\project")
    assert kind_of(as_path(root / "notes.txt"), "Be kind.\n", as_path(root)) is DocumentKind.OTHER


_ON_WINDOWS = """
import json, sys
sys.platform = "win32"
from pathlib import PureWindowsPath
from pygls.uris import from_fs_path, to_fs_path
told = []
for uri in json.loads(sys.stdin.read()):
    path = str(PureWindowsPath(to_fs_path(uri)))
    told.append([path, str(PureWindowsPath(to_fs_path(from_fs_path(path))))])
print(json.dumps(told))
"""


def test_addresses_as_vs_code_writes_them_become_paths_and_lead_back() -> None:
    addresses = {
        "file:///c%3A/my%20prompts/note.prompt.md": "c:\\my prompts\\note.prompt.md",
        "file:///c%3A/%E6%B5%8B%E8%AF%95%20%F0%9F%98%80/100%2525.prompt.md": "c:\\测试 😀\\100%25.prompt.md",
    }
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", _ON_WINDOWS],
        input=json.dumps(list(addresses)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [[path, path] for path in addresses.values()]


def test_a_file_on_a_network_share_keeps_its_host() -> None:
    path = PureWindowsPath("\\\\wsl$\\Debian\\my prompts\\é.prompt.md")
    assert uri_of(as_path(path)) == "file://wsl%24/Debian/my%20prompts/%C3%A9.prompt.md"
