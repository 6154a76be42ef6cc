"""Prompt files on a disk: reading one, and picking a template from it."""

from pathlib import Path
from typing import TYPE_CHECKING

from spade_core.errors import PromptFileError
from spade_core.links import followed
from spade_core.prompt_files.reading import read_prompt
from spade_core.prompt_files.template import PromptFile, PromptTemplate
from spade_core.regular_file import read_file
from spade_core.text import decode

if TYPE_CHECKING:
    from spade_core.prompt_files.jinja_filling import Lookup

MAX_BYTES = 4 * 1024**2
"""A file larger than this is no prompt."""
_MOST_OF_ONE = 4
"""Bytes of one character in UTF-8."""


def place_of(path: Path, root: Path | None = None) -> str:
    """Return where a path is in its project, from which texts are judged: below the folder that git works in.

    Without one, below `root`, or the current folder, whose own name counts; what stands above says nothing.
    """
    path = path.absolute()
    above = next((folder for folder in path.parents if (folder / ".git").exists()), None)
    if above is not None:
        return path.relative_to(above).as_posix()
    root = (root or Path()).absolute()
    return path.relative_to(root.parent if path.is_relative_to(root) else path.parent.parent).as_posix()


def load_prompt_file(path: Path, *, named: str = "") -> PromptFile:
    """Return the prompt file at `path`, with the text called `named` whatever it is.

    Raises PromptFileError when it cannot be opened, decoded or read.
    """
    try:
        if not path.is_file():
            followed(path)  # says so where a link leads out
            raise PromptFileError(str(path), None, "a folder, not a file" if path.is_dir() else "no such file")
        _refuse_large(str(path), path.stat().st_size)
        data = read_file(path, most=MAX_BYTES)
    except (OSError, ValueError) as error:
        raise PromptFileError(
            str(path), None, f"cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from error
    return read_prompt(str(path), decode(data, path=str(path)), named=named, place=place_of(path))


def _refuse_large(path: str, size: int) -> None:
    """Raise PromptFileError for a file of more bytes than a prompt has."""
    if size > MAX_BYTES:
        raise PromptFileError(path, None, f"{size:,} bytes; a prompt file has at most {MAX_BYTES:,}")


def refuse_large_text(path: str, text: str) -> None:
    """Raise PromptFileError for the text of an editor that in UTF-8 has more bytes than a prompt has."""
    if len(text) * _MOST_OF_ONE > MAX_BYTES:  # else there is nothing to count: it is asked at each keystroke
        _refuse_large(path, len(text.encode("utf-8", "surrogatepass")))


def templates_around(path: Path) -> "Lookup":
    """Return how the templates are found that the one at `path` includes.

    Beside it, else below a folder above it, up to the folder that git works in; never outside of that.
    """
    folder = path.absolute().parent
    top = next((above for above in (folder, *folder.parents) if (above / ".git").exists()), folder)
    folders = [above for above in (folder, *folder.parents) if above.is_relative_to(top)]

    def lookup(name: str) -> str | None:
        for one in folders:
            found = (one / name).resolve()
            if found.is_relative_to(top.resolve()) and found.is_file():
                try:
                    return decode(read_file(found, most=MAX_BYTES), path=str(found))
                except (OSError, PromptFileError):
                    return None
        return None

    return lookup


def template_named(file: PromptFile, name: str) -> PromptTemplate:
    """Return the template called `name`; the empty name means the only template of the file.

    Raises PromptFileError, listing the names there are and the nearest one, when there is none.
    """
    names = [template.name for template in file.templates]
    if name in names:
        return file.templates[names.index(name)]
    if not names:
        raise PromptFileError(file.path, None, "no prompt in it")
    if not name and len(names) == 1:
        return file.templates[0]
    listed = ", ".join(one or "(the whole file)" for one in names)
    if not name:
        raise PromptFileError(file.path, None, f"{len(names)} prompts in it, name one of: {listed}")
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1)
    hint = f"; did you mean {near[0]!r}?" if near and near[0] else ""
    raise PromptFileError(file.path, None, f"no prompt named {name!r}, there are: {listed}{hint}")
