"""What the site has beside docs/: the pages at the root of the repository, and the files that pages link to.

A link keeps its form in the repository, where people read the pages too; here it leads to the copy on the site.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "LICENSE")
_LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages, an introduction to the reference, and each file that a page links to outside of docs/."""
    for name in PAGES:
        files.append(File.generated(config, name, content=(ROOT / name).read_text("utf-8")))
    pages = [file for file in files if file.src_uri.endswith(".md")]
    for name in sorted({target for file in pages for target in _outside(file)}):
        files.append(File.generated(config, _copy_of(name), content=(ROOT / name).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return a page with its links as the site has them."""

    def moved(found: re.Match[str]) -> str:
        path, mark, anchor = found[2].partition("#")
        target = _target(page.file, path)
        if target is None:
            return found[0]
        if target.startswith("docs/"):
            here = target.removeprefix("docs/")
        else:
            here = target if target in PAGES else _copy_of(target)
        return (
            f"{found[1]}{posixpath.relpath(here, posixpath.dirname(page.file.src_uri) or '.')}{mark}{anchor}{found[3]}"
        )

    return _LINK.sub(moved, markdown)


def _copy_of(name: str) -> str:
    return f"source/{name.removeprefix('.')}.txt"  # a site has no hidden folders


def _outside(file: File) -> set[str]:
    targets = (_target(file, found[2].partition("#")[0]) for found in _LINK.finditer(file.content_string))
    return {each for each in targets if each is not None and not each.startswith("docs/") and each not in PAGES}


def _target(file: File, path: str) -> str | None:
    """Return the file of the repository that a link leads to; None where it leads elsewhere, or nowhere."""
    if not path or "://" in path or path.startswith(("mailto:", "/")):
        return None
    folder = "" if file.src_uri in PAGES else "docs"
    target = posixpath.normpath(posixpath.join(folder, posixpath.dirname(file.src_uri), path))
    return target if (ROOT / target).is_file() else None
