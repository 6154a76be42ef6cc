"""Reading and writing the files beside a prompt.

Every write holds the folder's lock from reading to writing, so that two processes lose nothing, and replaces a
file in one step. A write that would change nothing does not touch the file.
What cannot be read or written, or has changed since it was shown, is a StorageError or an ExamplesError that names the
file and the line; then nothing was changed.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, TypeVar

from spade_core.candidates import CandidateAssertion
from spade_core.errors import ExamplesError, Problem, StorageError
from spade_core.examples import (
    BOM,
    Example,
    ExampleSet,
    Label,
    LineEdit,
    append_examples,
    content_id,
    example_set,
    fill_labels,
    parse_examples,
    parse_lines,
    set_label,
    undo,
    with_unique_ids,
)
from spade_core.regular_file import MOST_IN_A_ROW, open_file, read_file
from spade_core.storage.assertions_file import parse_assertions
from spade_core.storage.lock import locked
from spade_core.storage.merge import Merge, merge_generated
from spade_core.storage.paths import PromptFiles
from spade_core.storage.record import Record, SelectionRecord
from spade_core.storage.record_json import parse_record, render_record
from spade_core.storage.stored import StoredAssertions, stored_assertions
from spade_core.storage.text_file import UTF16_MARKS, TextFile, read_text_file, write_text_file

_Result = TypeVar("_Result")
_MOST_READS = 100
_PORTION = 1 << 20


def load_examples(path: Path) -> ExampleSet:
    """Return the examples of a file; none when there is no file."""
    try:
        data = read_file(path)
    except FileNotFoundError:
        return ExampleSet(str(path), ())
    except OSError as error:
        raise ExamplesError(str(path), None, f"cannot be read: {error.strerror or error}") from error
    # Line by line: one emoji makes each character of a text take four bytes.
    return example_set(parse_lines(lines_in(BytesIO(data), str(path)), str(path)), str(path))


def label_example(path: Path, example: Example, label: Label | None) -> LineEdit:
    """Set one label in the file (None: unlabelled again) and return the edit, for `undo_edit`.

    `example` is as it was shown to the person.

    Raises:
        ExamplesError: the file, or the example in it, is gone or has changed since.
    """
    shown, line = example.response, example.line
    return _edit_there(path, lambda text: set_label(text, example.id, label, path=str(path), shown=shown, line=line))


def add_examples(path: Path, examples: Iterable[Example]) -> tuple[LineEdit, ...]:
    """Add examples at the end of the file, which is made if need be, and return the edits of that."""
    return _edit_examples(path, lambda text: append_examples(text, examples))


def add_unknown_examples(
    path: Path, examples: Iterable[Example], *, filled: Iterable[Example] = ()
) -> tuple[LineEdit, ...]:
    """Do the same, but for those whose fields, prompt and response are there by now; a taken id gets a number.

    `filled` are examples that are there without a label, with the label that they get.
    """

    def edit(text: str) -> tuple[str, tuple[LineEdit, ...]]:
        there = parse_examples(text, str(path)).examples
        known = {content_id(each.fields, each.prompt, each.response) for each in there}
        fresh = [each for each in examples if content_id(each.fields, each.prompt, each.response) not in known]
        named = with_unique_ids((*there, *fresh))[len(there) :]
        return append_examples(fill_labels(text, filled, path=str(path)), named)

    return _edit_examples(path, edit)


def undo_edit(path: Path, edit: LineEdit) -> None:
    """Take one edit of the examples file back.

    Raises:
        ExamplesError: the file is gone, or has changed there since.
    """
    _edit_there(path, lambda text: (undo(text, edit, path=str(path)), None))


def load_record(files: PromptFiles) -> Record:
    """Return the record; an empty one when there is no file."""
    return read_record(files)[1]


def load_assertions(files: PromptFiles) -> StoredAssertions:
    """Return the assertions with what the record knows of them; none when there is no file.

    A record that cannot be read is one of the problems; the assertions work without it.
    """
    for _ in range(_MOST_READS):
        before = _bytes_of(files.record)
        stored = _read_assertions(files)
        if _bytes_of(files.record) == before:  # else a merge came between the two files
            return stored
    return _read_assertions(files)


def save_generated(
    files: PromptFiles,
    candidates: Sequence[CandidateAssertion],
    *,
    texts: Mapping[int, str] | None = None,
    models_done: bool = False,
    is_whole: bool = True,
    unread_sets: Collection[str] = (),
) -> Merge:
    """Merge candidates into the assertions file and the record (`merge_generated`), and return what changed.

    A record that cannot be read stops the merge, because with it goes the memory of what was renamed and deleted.
    """
    with locked(files.assertions, files.record):
        record_file, record = read_record(files)
        old = read_text_file(files.assertions)
        merge = _merged(
            files, old, record, candidates, texts, models_done=models_done, is_whole=is_whole, unread_sets=unread_sets
        )
        if old is None or old.text != merge.text:
            write_record(record_file, merge.interrupted)
            write_text_file(replace(old or TextFile(files.assertions, ""), text=merge.text))
        write_record(record_file, merge.record)
        return merge


def added_by(files: PromptFiles, candidates: Sequence[CandidateAssertion]) -> tuple[str, ...]:
    """Return the names of the assertions that saving candidates would add."""
    return _merged(files, read_text_file(files.assertions), read_record(files)[1], candidates).added


def _merged(
    files: PromptFiles,
    old: TextFile | None,
    record: Record,
    candidates: Sequence[CandidateAssertion],
    texts: Mapping[int, str] | None = None,
    *,
    models_done: bool = False,
    is_whole: bool = True,
    unread_sets: Collection[str] = (),
) -> Merge:
    return merge_generated(
        parse_assertions(old.text, str(files.assertions)) if old else None,
        replace(record, prompt=files.prompt.name, template=files.template_name),
        candidates,
        path=str(files.assertions),
        newline=old.newline if old else "\n",
        texts=texts,
        models_done=models_done,
        is_whole=is_whole,
        unread_sets=unread_sets,
    )


def save_selection(files: PromptFiles, selection: SelectionRecord | None) -> None:
    """Put the last selection into the record (None: there is none any more)."""
    _change_record(files, lambda record: replace(record, selection=selection))


def record_with(files: PromptFiles, selection: SelectionRecord) -> str:
    """Return the text that `save_selection` would write."""
    file, record = read_record(files)
    named = replace(record, prompt=files.prompt.name, template=files.template_name, selection=selection)
    return render_record(named).replace("\n", file.newline)


def rename_in_record(files: PromptFiles) -> None:
    """Let the record name the prompt that it stands beside now."""
    _change_record(files, lambda record: record)


def save_in_record(files: PromptFiles, key: str, value: object) -> None:
    """Put a JSON value under a key of its own into the record, beside what the record knows; None takes it out."""

    def change(record: Record) -> Record:
        others = {name: kept for name, kept in record.extra.items() if name != key}
        return replace(record, extra=others if value is None else {**others, key: value})

    _change_record(files, change)


def restore_rejected(files: PromptFiles, names: Iterable[str]) -> None:
    """Forget that a person deleted these (generated names): the next generation may propose them again."""
    forgotten = set(names)

    def change(record: Record) -> Record:
        return replace(record, rejected={n: e for n, e in record.rejected.items() if n not in forgotten})

    _change_record(files, change)


def _read_assertions(files: PromptFiles) -> StoredAssertions:
    text = read_text_file(files.assertions)
    file = parse_assertions(text.text if text else "", str(files.assertions))
    try:
        return stored_assertions(file, load_record(files))
    except StorageError as error:
        stored = stored_assertions(file, None)
        return replace(stored, problems=(Problem(error.path, error.line, error.fact), *stored.problems))


def _bytes_of(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError:
        return b""


def _edit_there(path: Path, edit: Callable[[str], tuple[str, _Result]]) -> _Result:
    """Edit the examples in a file that must be there."""

    def edit_text(text: str) -> tuple[str, _Result]:
        if not text and read_text_file(path) is None:
            raise ExamplesError(str(path), None, "the file is gone, and its labels with it")
        return edit(text)

    return _edit_examples(path, edit_text)


def _edit_examples(path: Path, edit: Callable[[str], tuple[str, _Result]]) -> _Result:
    with locked(path):
        file = read_text_file(path) or TextFile(path, "")
        text, result = edit(file.text)
        if text != file.text:
            write_text_file(replace(file, text=text))
        return result


def _change_record(files: PromptFiles, change: Callable[[Record], Record]) -> None:
    with locked(files.record):
        file, record = read_record(files)
        named = replace(record, prompt=files.prompt.name, template=files.template_name)
        write_record(file, change(named))


def read_record(files: PromptFiles) -> tuple[TextFile, Record]:
    """Return the record and its file; empty ones where there is none."""
    file = read_text_file(files.record)
    if file is None:
        return TextFile(files.record, ""), Record(prompt=files.prompt.name, template=files.template_name)
    return file, parse_record(file.text, str(files.record))


def write_record(file: TextFile, record: Record) -> None:
    """Write the record where it says something else than the file."""
    text = render_record(record).replace("\n", file.newline)
    if read_text_file(file.path) != replace(file, text=text):
        write_text_file(replace(file, text=text))


def stream_examples(source: Path | BinaryIO) -> Iterator[Example | Problem]:
    """Yield what the lines of a file, or of an open stream, hold, as they are read; two may have one id."""
    if not isinstance(source, Path):
        yield from parse_lines(lines_in(source, "<stdin>"), "<stdin>")
        return
    try:
        with open_file(source) as file:
            yield from parse_lines(lines_in(file, str(source)), str(source))
    except FileNotFoundError as error:
        raise ExamplesError(str(source), None, "there is no such file") from error
    except OSError as error:
        raise ExamplesError(str(source), None, f"cannot be read: {error.strerror}") from error


def lines_in(file: BinaryIO, path: str, *, first: int = 1, rows: int | None = None) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file of examples with their numbers, from where it stands; blank ones may be left out.

    `rows` is how many lines are looked at.
    """
    number, stop = first, math.inf if rows is None else first + rows
    begun: list[bytes] = []
    while number < stop and (portion := file.read(_PORTION)):
        if number == 1 and not begun and portion.startswith(UTF16_MARKS):
            raise ExamplesError(path, None, "is UTF-16; save it as UTF-8")
        if not begun and not portion.strip(b" \t\r\n"):  # a small file unpacks to any number of them
            number += portion.count(b"\n")
            continue
        head, *more = portion.split(b"\n")
        begun.append(head)
        if sum(map(len, begun)) > MOST_IN_A_ROW:
            raise ExamplesError(path, number, f"more than {MOST_IN_A_ROW:,} bytes in one line")
        if more:
            more[:0] = [b"".join(begun)]
            begun = [rest] if (rest := more.pop()) else []
        for line in more:
            yield number, _text_of(line, number)
            number += 1
            if number == stop:
                return
    if begun:
        yield number, _text_of(b"".join(begun), number)


def _text_of(line: bytes, number: int) -> str:
    text = line.decode("utf-8", "surrogateescape")
    return text.removeprefix(BOM) if number == 1 else text
