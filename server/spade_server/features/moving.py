"""Files that are renamed or moved in the editor: those beside a prompt go with it."""

from lsprotocol import types

from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.session.work import run

_FILES = types.FileOperationFilter(
    types.FileOperationPattern("**/*", types.FileOperationPatternKind.File), scheme="file"
)
"""Files in a folder that is moved go with it."""


def register(server: SpadeServer) -> None:
    """Be asked before files are renamed."""
    server.feature(types.WORKSPACE_WILL_RENAME_FILES, types.FileOperationRegistrationOptions([_FILES]))(will_rename)


async def will_rename(ls: SpadeServer, params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
    """Return how the files beside the prompts among these are renamed with them."""
    if not can_rename(ls):
        return None
    from spade_server.analysis.following import edit_for_moves

    pairs = [(path_of(each.old_uri), path_of(each.new_uri)) for each in params.files]
    moved = [(old, new) for old, new in pairs if old is not None and new is not None]
    overlay = ls.session.overlay()
    return await run(ls.session.workers.reading, lambda: edit_for_moves(moved, overlay))


def can_rename(ls: SpadeServer) -> bool:
    """Whether the client can rename files as part of an edit."""
    workspace = ls.client_capabilities.workspace
    can = workspace.workspace_edit if workspace else None
    operations = (can.resource_operations if can and can.document_changes else None) or ()
    return types.ResourceOperationKind.Rename in operations
