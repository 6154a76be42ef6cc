"""Files that change under us: commits and checkouts, the files beside prompts, settings. Nothing is polled."""

from pathlib import Path
from typing import Final

from lsprotocol import types

from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of, uri_of

_IN_GIT: Final = ("{HEAD,packed-refs,shallow}", "logs/HEAD", "{refs,reftable}/**")


def globs() -> tuple[str, ...]:
    """Return the patterns of the files that are watched."""
    from spade_core.prompt_files import watched_globs  # not before the client is there

    return (*_ALWAYS, *watched_globs())


_ALWAYS: Final = (
    "**/.git/HEAD",
    "**/.git/logs/HEAD",
    "**/.git/refs/**",
    "**/.git/packed-refs",
    "**/.git/shallow",
    "**/*.{examples.jsonl,assertions.py,spade.json}",
    "**/{spade.toml,pyproject.toml}",
)
_SETTINGS: Final = frozenset({"spade.toml", "pyproject.toml"})


def register(server: SpadeServer) -> None:
    """Take in what the client says of files."""
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(changed)
    server.session.on_git = _GitWatcher(server).watch


class _GitWatcher:
    """Has the client watch the folders of git that its own patterns do not reach, each once.

    The ``.git`` of a worktree or a submodule is a file that names a folder elsewhere, and a workspace may be a folder
    deep in its repository.
    """

    def __init__(self, server: SpadeServer) -> None:
        self._server = server
        self._watched: set[Path] = set()

    def watch(self, folders: frozenset[Path]) -> None:
        """Have folders watched from now on."""
        fresh = {folder for folder in folders - self._watched if not self._is_reached(folder)}
        can = self._server.client_capabilities.workspace
        watching = can.did_change_watched_files if can else None
        if not fresh or not (watching and watching.dynamic_registration and watching.relative_pattern_support):
            return
        self._watched |= fresh
        for folder in sorted(fresh):
            watchers = [types.FileSystemWatcher(types.RelativePattern(uri_of(folder), glob)) for glob in _IN_GIT]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
            wanted = types.Registration(f"spade-git-{folder}", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self._server.protocol.send_request(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams([wanted]))

    def _is_reached(self, folder: Path) -> bool:
        """Whether the patterns for the workspace reach the files directly in a folder of git."""
        return folder.name == ".git" and self._server.root_of(folder) is not None


async def watch(ls: SpadeServer) -> None:
    """Ask the client to watch, and to say when settings change."""
    can = ls.client_capabilities.workspace
    wanted: list[types.Registration] = []
    if can and can.did_change_watched_files and can.did_change_watched_files.dynamic_registration:
        watchers = [types.FileSystemWatcher(glob_pattern=glob) for glob in globs()]
        options: object = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        wanted.append(types.Registration("spade-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if can and can.did_change_configuration and can.did_change_configuration.dynamic_registration:
        options = types.DidChangeConfigurationRegistrationOptions(section="spade")
        wanted.append(types.Registration("spade-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, options))
    if wanted:
        await ls.client_register_capability_async(types.RegistrationParams(wanted))


def changed(ls: SpadeServer, params: types.DidChangeWatchedFilesParams) -> None:
    """Read again what the changed files concern."""
    for path in {path for change in params.changes if (path := path_of(change.uri)) is not None}:
        _changed(ls, path)


def _changed(ls: SpadeServer, path: Path) -> None:
    session = ls.session
    shallow = path.name == "shallow"
    elsewhere = {folder for prompt in session.prompts.values() for folder in prompt.git if path.is_relative_to(folder)}
    if elsewhere:
        session.reload(lambda prompt: not prompt.git.isdisjoint(elsewhere), history=shallow)
    elif ".git" in path.parts:
        root = Path(*path.parts[: path.parts.index(".git")])
        session.reload(lambda prompt: prompt.path.is_relative_to(root), history=shallow)
    elif path.name in _SETTINGS:
        session.reload(lambda prompt: prompt.path.is_relative_to(path.parent))
    else:
        session.file_changed(path)
