"""The template as it is now: on disk, and in an editor's buffer."""

from dataclasses import dataclass, replace
from pathlib import Path
from stat import S_ISREG

from spade_core.errors import HistoryError, PromptFileError
from spade_core.prompt_files import MAX_BYTES, PromptTemplate, conflict_in, refuse_large_text
from spade_core.regular_file import read_file
from spade_core.text import decode
from spade_core.versions.reading import newest_template
from spade_core.versions.snapshots import Snapshot
from spade_core.versions.version import VersionState


@dataclass(frozen=True, slots=True)
class Newest:
    """The states of a file that no commit holds, oldest first; one that cannot be read has no template."""

    snapshots: tuple[Snapshot, ...] = ()
    notes: tuple[str, ...] = ()
    failure: PromptFileError | None = None
    """Why the very newest state cannot be read."""

    @property
    def template(self) -> PromptTemplate | None:
        """The template in the newest state that has one."""
        return next((s.template for s in reversed(self.snapshots) if s.template), None)


def newest_states(file: Path, *, shown: str, name: str, unsaved: str | None) -> Newest:
    """Return what `file` holds on disk, then the editor's `unsaved` text; `shown` is its path for people.

    Raises HistoryError when there is something at the path that is no file.
    """
    newest, text = Newest(), ""
    try:
        data = _bytes_of(file)
        if data is not None:
            text = decode(data, path=shown)
            found = newest_template(text, path=shown, name=name)
            newest = Newest((Snapshot(found, VersionState.UNCOMMITTED, shown),))
    except PromptFileError as error:
        note = f"the file as it is on disk was passed over: {error}"
        newest = Newest((Snapshot(None, VersionState.UNCOMMITTED, shown),), (note,), error)
    if unsaved is not None:
        newest, text = _with_buffer(newest, unsaved, shown=shown, name=name), unsaved
    line = conflict_in(text, fenced=False)
    if newest.failure is not None or line is None:
        return newest
    note = f"{shown}:{line}: an unresolved merge conflict begins here, and is read as part of the prompt"
    return replace(newest, notes=(*newest.notes, note))


def without_conflict(newest: Newest, file: Path, *, shown: str, unsaved: str | None) -> Newest:
    """Return the states of a file that git has not merged: none that has a template while the text shows both sides."""
    try:
        text = decode(_bytes_of(file) or b"", path=shown) if unsaved is None else unsaved
    except PromptFileError:
        return newest
    line = conflict_in(text)
    if newest.template is None or line is None:
        return newest
    failure = PromptFileError(shown, line, "an unresolved merge conflict begins here; resolve it first")
    note = f"the file as it is on disk was passed over: {failure}"
    snapshots = tuple(replace(snapshot, template=None) for snapshot in newest.snapshots)
    return Newest(snapshots, (note,), failure)


def _with_buffer(newest: Newest, text: str, *, shown: str, name: str) -> Newest:
    notes, failure, found = newest.notes, None, None
    try:
        refuse_large_text(shown, text)
        found = newest_template(text, path=shown, name=name)
    except PromptFileError as error:
        notes, failure = (*notes, f"the unsaved text was passed over: {error}"), error
    return Newest((*newest.snapshots, Snapshot(found, VersionState.UNSAVED, shown)), notes, failure)


def _bytes_of(file: Path) -> bytes | None:
    """Return the content of the file; None when there is none."""
    try:
        status = file.stat()
        if not S_ISREG(status.st_mode):
            raise HistoryError(f"{file}: is not a file")
        if status.st_size > MAX_BYTES:
            raise PromptFileError(str(file), None, f"larger than {MAX_BYTES // 1024**2} MiB")
        return read_file(file, most=MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise HistoryError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
