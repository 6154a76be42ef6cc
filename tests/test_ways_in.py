"""The pages for people who change the code name what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ["CONTRIBUTING.md", "docs/ARCHITECTURE.md", "SECURITY.md"]


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_a_page_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    named = re.findall(r"`((?:spade_core|server|extension|tests|docs|\.venv)/[\w./]*?)/?[`:]", text)
    linked = [link for link in re.findall(r"\]\(([^)#]+)(?:#[\w-]+)?\)", text) if "://" not in link]
    missing = [name for name in named if not (ROOT / name).exists() and not name.startswith(".venv")]
    missing += [link for link in linked if not ((ROOT / page).parent / link).exists()]
    assert not missing


def test_the_map_has_every_room_of_the_core() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    rooms = {path.parent.name for path in (ROOT / "spade_core").glob("*/__init__.py")}
    assert {room for room in rooms if not re.search(rf"`{room}`", text)} == set()


def test_every_link_to_a_recipe_is_to_a_heading() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    linked = re.findall(r"CONTRIBUTING\.md#([\w-]+)", (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8"))
    assert linked
    assert set(linked) <= anchors
