"""Files that change under us: commits and checkouts, the files beside prompts, settings. Nothing is polled."""

from pathlib import Path
from typing import Final

from lsprotocol import types

from spade_server.kinds import path_of
from spade_server.language_server import SpadeServer

_GLOBS: Final = (
    "**/.git/HEAD",
    "**/.git/logs/HEAD",
    "**/.git/refs/**",
    "**/.git/packed-refs",
    "**/.git/shallow",
    "**/*.{examples.jsonl,assertions.py,spade.json}",
    "**/{spade.toml,pyproject.toml}",
    "**/*.{prompt.md,instructions.md,agent.md,prompty,prompt,prompt.yml,prompt.yaml}",
    "**/prompts/**/*.{txt,md,j2,jinja,jinja2}",
)
_SETTINGS: Final = frozenset({"spade.toml", "pyproject.toml"})


def register(server: SpadeServer) -> None:
    """Take in what the client says of files."""
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(changed)


async def watch(ls: SpadeServer) -> None:
    """Ask the client to watch, and to say when settings change."""
    can = ls.client_capabilities.workspace
    wanted: list[types.Registration] = []
    if can and can.did_change_watched_files and can.did_change_watched_files.dynamic_registration:
        watchers = [types.FileSystemWatcher(glob_pattern=glob) for glob in _GLOBS]
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
    if ".git" in path.parts:
        root = Path(*path.parts[: path.parts.index(".git")])
        session.reload(lambda prompt: prompt.path.is_relative_to(root), history=path.name == "shallow")
    elif path.name in _SETTINGS:
        session.reload(lambda prompt: prompt.path.is_relative_to(path.parent))
    else:
        session.file_changed(path)
