"""What a document is to us, judged by its path and, where that does not tell, by its text."""

from enum import Enum, auto
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from pygls.uris import from_fs_path, to_fs_path


class DocumentKind(Enum):
    """The kinds of documents that we answer for."""

    PROMPT = auto()
    EXAMPLES = auto()
    ASSERTIONS = auto()
    RECORD = auto()
    OTHER = auto()


_BESIDE = {
    ".examples.jsonl": DocumentKind.EXAMPLES,
    ".assertions.py": DocumentKind.ASSERTIONS,
    ".spade.json": DocumentKind.RECORD,
}


def kind_of(path: Path, text: str, root: Path | None = None) -> DocumentKind:
    """Return the kind of a document; `root` is its workspace folder, above which no folder name counts."""
    from spade_core.prompt_files import holds_prompt, place_of

    for suffix, kind in _BESIDE.items():
        if path.name.endswith(suffix):
            return kind
    in_root = root is not None and path.is_relative_to(root.parent)
    place = path.relative_to(root.parent).as_posix() if root is not None and in_root else place_of(path)
    return DocumentKind.PROMPT if holds_prompt(place, text) else DocumentKind.OTHER


@lru_cache(maxsize=256)  # asked several times in each request
def path_of(uri: str) -> Path | None:
    """Return the path of a document on this machine's disk; None for one that is nowhere on it, or is no address."""
    try:
        if urlsplit(uri).scheme != "file":
            return None
        found = to_fs_path(uri)
    except ValueError:
        return None
    return Path(found) if found and "\0" not in found else None


def uri_of(path: Path) -> str:
    """Return the URI of a file; the host of one on a Windows network share stays its host."""
    if str(path).startswith("\\\\"):
        return path.as_uri()
    return from_fs_path(str(path)) or path.as_uri()
