"""``spade/prompts``: the prompts of the workspace and those open from elsewhere, or those that a document is about."""

from collections.abc import Iterator
from pathlib import Path

from spade_core.errors import PromptFileError, SettingsError
from spade_core.prompt_files import (
    PromptFile,
    PromptTemplate,
    find_prompt_files,
    load_prompt_file,
    place_of,
    read_prompt,
)
from spade_core.settings import Settings, load_settings
from spade_core.storage import files_beside
from spade_core.text import LineIndex, Span
from spade_server.documents.kinds import path_of, uri_of
from spade_server.protocol.transfer import PromptFound, PromptsParams, PromptsResult
from spade_server.requests.request_run import RequestRun
from spade_server.requests.requested_document import asked_of
from spade_server.requests.serving import RequestError
from spade_server.requests.target import target_of

_MOST = 500


def answer(run: RequestRun, params: PromptsParams) -> PromptsResult:
    """Return them by their files' names, those with files beside them first; a file that cannot be read is left out."""
    if params.uri:
        return PromptsResult(_about(run, params))
    found: list[PromptFound] = []
    roots = sorted({root for root in map(path_of, run.ls.folders) if root is not None and root.is_dir()})
    elsewhere = [path for path in sorted(run.ls.session.prompts) if not any(map(path.is_relative_to, roots))]
    for paths in (*map(_files, roots), elsewhere):
        for path in paths:
            run.look()
            found += [prompt for prompt, _ in _loaded(path)]
            if len(found) >= _MOST:
                return PromptsResult(_begun_first(found[:_MOST]))
    return PromptsResult(_begun_first(found))


def _begun_first(found: list[PromptFound]) -> list[PromptFound]:
    def is_new(each: PromptFound) -> bool:
        path = path_of(each.uri)
        return path is None or not any(beside.exists() for beside in files_beside(path, each.template).all)

    return sorted(found, key=is_new)


def _about(run: RequestRun, params: PromptsParams) -> list[PromptFound]:
    """Return the prompts that a document holds or stands beside."""
    asked = asked_of(run.ls, params.uri, params.template)
    try:
        target = target_of(asked)
    except RequestError as error:
        if not isinstance(error.data, dict) or not error.data.get("templates"):
            return []
        path, text = asked.path, asked.overlay.get(asked.path)
        placed = _loaded(path) if text is None else _placed(read_prompt(str(path), text, place=place_of(path)))
        there = [prompt for prompt, last in placed if params.line is not None and prompt.line <= params.line <= last]
        return there[:1] or [prompt for prompt, _ in placed]
    return [_place(target.path, LineIndex(target.text), target.prompt)[0]]


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


def _loaded(path: Path) -> list[tuple[PromptFound, int]]:
    try:
        return _placed(load_prompt_file(path))
    except PromptFileError:
        return []


def _placed(file: PromptFile) -> list[tuple[PromptFound, int]]:
    """Return the prompts of a file, each with the line that it ends on."""
    path, lines = Path(file.path), LineIndex(file.text)
    return [_place(path, lines, template) for template in file.templates]


def _place(path: Path, lines: LineIndex, template: PromptTemplate) -> tuple[PromptFound, int]:
    spans = [part.source.locate(Span(0, len(part.text))) for part in template.parts] or [Span(0, 0)]
    first, last = lines.line_of(spans[0].start) - 1, lines.line_of(spans[-1].end) - 1
    return PromptFound(uri_of(path), template.name, first), last
