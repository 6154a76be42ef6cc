"""``spade/prompts``: the prompts of the workspace and those open from elsewhere, or those that a document is about."""

from collections.abc import Iterator
from pathlib import Path

from spade_core.errors import PromptFileError, SettingsError
from spade_core.prompt_files import find_prompt_files, load_prompt_file
from spade_core.settings import Settings, load_settings
from spade_server.documents.kinds import path_of, uri_of
from spade_server.protocol.transfer import PromptFound, PromptsParams, PromptsResult
from spade_server.requests.request_run import RequestRun
from spade_server.requests.requested_document import asked_of
from spade_server.requests.serving import RequestError
from spade_server.requests.target import target_of

_MOST = 500


def answer(run: RequestRun, params: PromptsParams) -> PromptsResult:
    """Return them by their files' names; a file that cannot be read is left out."""
    if params.uri:
        return PromptsResult(_about(run, params))
    found: list[PromptFound] = []
    roots = sorted({root for root in map(path_of, run.ls.folders) if root is not None and root.is_dir()})
    elsewhere = [path for path in sorted(run.ls.session.prompts) if not any(map(path.is_relative_to, roots))]
    for paths in (*map(_files, roots), elsewhere):
        for path in paths:
            run.look()
            found += [PromptFound(uri_of(path), name) for name in _templates(path)]
            if len(found) >= _MOST:
                return PromptsResult(found[:_MOST])
    return PromptsResult(found)


def _about(run: RequestRun, params: PromptsParams) -> list[PromptFound]:
    """Return the prompts that a document holds or stands beside."""
    asked = asked_of(run.ls, params.uri, params.template)
    try:
        target = target_of(asked)
    except RequestError as error:
        names = error.data.get("templates", []) if isinstance(error.data, dict) else []
        return [PromptFound(uri_of(asked.path), name) for name in names]
    return [PromptFound(target.uri, target.template)]


def _files(root: Path) -> Iterator[Path]:
    by_folder: dict[Path, Settings | None] = {}
    for path in find_prompt_files(root):
        if path.parent not in by_folder:
            by_folder[path.parent] = _settings(path.parent)
        settings = by_folder[path.parent]
        if settings is None or not settings.excludes(path.resolve()):
            yield path


def _settings(folder: Path) -> Settings | None:
    try:
        return load_settings(folder)
    except SettingsError:
        return None


def _templates(path: Path) -> list[str]:
    try:
        return [template.name for template in load_prompt_file(path).templates]
    except PromptFileError:
        return []
