"""Adding single generated assertions to the file beside a prompt; nothing else in it is touched.

A whole generation merges (`save_generated`): it also updates and removes. Here a person asked for, or
accepted, some functions only. A file that cannot be read or written, or is not Python, is a StorageError; then nothing
was changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from types import MappingProxyType
from typing import Final

from spade_core.candidates import CandidateAssertion
from spade_core.errors import StorageError
from spade_core.storage.assertions_file import parse_assertions, renamed
from spade_core.storage.lock import locked
from spade_core.storage.paths import PromptFiles
from spade_core.storage.record import AssertionEntry, entry_of
from spade_core.storage.rendering import block_of, comment_of, edited_text, header_of
from spade_core.storage.store import read_record, write_record
from spade_core.storage.text_file import TextFile, read_text_file, write_text_file

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


def added_text(
    files: PromptFiles, text: str | None, candidates: Sequence[CandidateAssertion], edited: Mapping[str, str] = _NONE
) -> str:
    """Return the assertions file with the candidates at its end; `text` is None where there is none yet.

    `edited` are functions as a person edited them, by the name of the candidate; the comment says what they come from.
    """
    return _with_blocks(
        files, text, [block_of(comment_of(each), edited.get(each.name, each.source)) for each in candidates]
    )


def _with_blocks(files: PromptFiles, text: str | None, blocks: Sequence[str]) -> str:
    file = parse_assertions(text or "", str(files.assertions))
    if file.syntax_error is not None:
        raise StorageError(file.path, file.syntax_error.line, f"{file.syntax_error.message}; nothing was generated")
    newline = "\r\n" if "\r\n" in (text or "") else "\n"
    if not blocks:
        return text or ""
    return edited_text(
        text or header_of(files.prompt.name, newline), replaced={}, removed=[], appended=blocks, newline=newline
    )


def add_only(
    files: PromptFiles,
    candidates: Sequence[CandidateAssertion],
    *,
    texts: Mapping[int, str],
    edited: Mapping[str, str] = _NONE,
) -> str:
    """Write the candidates at the end of the assertions file and into the record; return the file's text.

    `texts` are the prompt files by version index, for the lines in the provenance.
    """
    with locked(files.assertions, files.record):
        file, record = read_record(files)
        old = read_text_file(files.assertions)
        text = added_text(files, old.text if old else None, candidates, edited)
        if candidates:
            write_text_file(replace(old or TextFile(files.assertions, ""), text=text))
            assertions = {**record.assertions, **_entries(candidates, texts)}
            named = replace(record, prompt=files.prompt.name, template=files.template_name)
            write_record(file, replace(named, assertions=assertions))
        return text


def new_functions(files: PromptFiles, sources: Sequence[str]) -> Mapping[str, str]:
    """Return those functions that the assertions file does not have, by the names that are free there."""
    old = read_text_file(files.assertions)
    there = parse_assertions(old.text if old else "", str(files.assertions)).functions
    taken = {each.name for each in there}
    known = {each.source.replace("\r\n", "\n").strip() for each in there}
    found: dict[str, str] = {}
    for source in sources:
        name = parse_assertions(source, str(files.assertions)).functions[0].name
        free = next(each for n in count(1) if (each := name if n == 1 else f"{name}_{n}") not in taken)
        if source.strip() not in known:
            taken.add(free)
            known.add(source.strip())
            found[free] = renamed(source, name, free)
    return found


def add_functions(files: PromptFiles, sources: Sequence[str]) -> None:
    """Write functions at the end of the assertions file as a person's own."""
    with locked(files.assertions):
        old = read_text_file(files.assertions)
        text = _with_blocks(files, old.text if old else None, sources)
        write_text_file(replace(old or TextFile(files.assertions, ""), text=text))


def reject_only(files: PromptFiles, candidates: Sequence[CandidateAssertion], *, texts: Mapping[int, str]) -> list[str]:
    """Note that a person does not want these: they are not proposed again. Return the names of those that are new.

    It is what the deletion of an assertion comes to; one that the record knows, as an assertion or as rejected, is left
    as it is.
    """
    with locked(files.record):
        file, record = read_record(files)
        known = record.rejected.keys() | {entry.generated_name for entry in record.assertions.values()}
        fresh = _entries([candidate for candidate in candidates if candidate.name not in known], texts)
        if fresh:
            named = replace(record, prompt=files.prompt.name, template=files.template_name)
            write_record(file, replace(named, rejected={**record.rejected, **fresh}))
        return list(fresh)


def _entries(candidates: Sequence[CandidateAssertion], texts: Mapping[int, str]) -> dict[str, AssertionEntry]:
    return {each.name: entry_of(each, comment_of(each), texts=texts) for each in candidates}
