"""Every name that makes a file a prompt is known wherever names are listed: editor, server, menus."""

import re

import pytest

from spade_core.prompt_files import PATTERNS, PathPattern
from spade_core.storage.paths import PROMPT_SUFFIXES
from spade_server.features.watching import globs
from tests.prompt_names import MANIFEST, NAMES, PAGE, manifest, named_expression, names_json, page

NAMED = [pattern for pattern in PATTERNS if not pattern.needs_look]


def path_of(pattern: PathPattern) -> str:
    return "folder/" + pattern.glob.replace("**/", "").replace("*", "name")


def matcher(glob: str) -> re.Pattern[str]:
    """A glob of VS Code and of the protocol, as a regular expression."""
    made = ""
    for each in re.findall(r"\*\*/|\*\*|\*|[{},]|[^*{},]+", glob):
        known = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "{": "(?:", "}": ")", ",": "|"}
        made += known.get(each, re.escape(each))
    return re.compile(made)


def test_the_editor_and_the_page_have_the_names_of_now() -> None:
    assert PAGE.read_text("utf-8") == page(), "make docs writes it anew"
    assert NAMES.read_text("utf-8") == names_json(), "make docs writes them anew"
    assert MANIFEST.read_text("utf-8") == manifest(), "make docs writes them anew"


@pytest.mark.parametrize("pattern", NAMED, ids=lambda pattern: pattern.glob)
def test_the_server_watches_it(pattern: PathPattern) -> None:
    assert any(matcher(glob).fullmatch(path_of(pattern)) for glob in globs())


@pytest.mark.parametrize("pattern", NAMED, ids=lambda pattern: pattern.glob)
def test_its_files_have_short_names(pattern: PathPattern) -> None:
    assert not pattern.glob.startswith("*.") or pattern.glob.lower().endswith(PROMPT_SUFFIXES)


@pytest.mark.parametrize("pattern", [each for each in NAMED if "/" not in each.glob], ids=lambda each: each.glob)
def test_the_menus_stand_on_it(pattern: PathPattern) -> None:
    assert re.search(named_expression()[1:-1], path_of(pattern).rpartition("/")[2])
