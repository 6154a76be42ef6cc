"""The edits by which the files beside a prompt follow it: to what it is to be called, or from what it was called."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol import types

from spade_core.errors import PromptFileError, StorageError
from spade_core.prompt_files import place_of, read_prompt
from spade_core.storage import PromptFiles, files_beside, moves_along, moves_to, read_text_file, record_of
from spade_server.analysis.findings import first_line
from spade_server.analysis.view import View
from spade_server.codes import Code
from spade_server.documents.kinds import uri_of
from spade_server.documents.ranges import difference
from spade_server.documents.sidecars import Overlay
from spade_server.words import said

_Change = types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile


def edit_for_moves(moved: list[tuple[Path, Path]], overlay: Overlay) -> types.WorkspaceEdit | None:
    """Return how the files beside the prompts among these are renamed with them."""
    named = {old for old, _ in moved}
    changes: list[_Change] = []
    for old, new in moved:
        for files, moves in moves_along(old, _names_in(old, overlay), new):
            changes += _changes([(one, to) for one, to in moves if one not in named], files, overlay)
    return types.WorkspaceEdit(document_changes=changes) if changes else None


def _names_in(path: Path, overlay: Overlay) -> list[str]:
    """Return the names of the prompts in a file; the empty one too, which a file has that is one as a whole."""
    try:
        file = read_prompt(str(path), _text(path, overlay), place=place_of(path))
    except PromptFileError:
        return [""]
    return list(dict.fromkeys(["", *(template.name for template in file.templates)]))


def fixes_for_orphans(
    view: View, diagnostics: Iterable[types.Diagnostic], overlay: Overlay
) -> Iterator[types.CodeAction]:
    """Yield the renaming of files that a prompt had under an old name."""
    meant = [each for each in diagnostics if each.code == Code.LEFT_BEHIND]
    for template in view.templates if meant else ():
        fixed = [each for each in meant if each.range == first_line(view, template)]
        files = files_beside(view.model.path, template.model.name)
        for orphan in template.context.left_behind if fixed else ():
            yield types.CodeAction(
                title=said("Take along {0}", ", ".join(path.name for path in orphan.files)),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=fixed,
                edit=types.WorkspaceEdit(document_changes=_changes(moves_to(orphan.files, files), files, overlay)),
            )


def _changes(moves: Iterable[tuple[Path, Path]], files: PromptFiles, overlay: Overlay) -> list[_Change]:
    """Return the edit that renames files, and has the record among them name its prompt."""
    changes: list[_Change] = []
    for old, new in moves:
        if new == files.record:
            text = _text(old, overlay)
            place, named = difference(text, record_of(text, files))
            document = types.OptionalVersionedTextDocumentIdentifier(uri_of(old), None)
            changes.append(types.TextDocumentEdit(document, [types.TextEdit(place, named)]))
        if new != old:
            changes.append(types.RenameFile(uri_of(old), uri_of(new)))
    return changes


def _text(path: Path, overlay: Overlay) -> str:
    """Return a file's text, unsaved changes included; nothing of one that cannot be read."""
    if (shown := overlay.get(path)) is not None:
        return shown
    try:
        file = read_text_file(path)
    except StorageError:
        return ""
    return file.text if file is not None else ""
