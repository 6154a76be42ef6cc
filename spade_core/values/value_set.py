"""A set of valid values: read, put into normal form, and kept ready in one file."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spade_core.errors import Problem, ValuesError
from spade_core.links import followed
from spade_core.regular_file import open_file
from spade_core.values.extra import can_transliterate
from spade_core.values.folding import LONGEST, normal
from spade_core.values.source import ValueSource

if TYPE_CHECKING:
    from spade_core.values.index import Index
    from spade_core.values.nearest import Nearest

MOST_VALUES: Final = 20_000_000
_MOST_PROBLEMS: Final = 8


@dataclass(frozen=True, slots=True)
class ValueSet:
    """Valid values, distinct and in the order of their file."""

    index: "Index"
    problems: tuple[Problem, ...] = ()
    """What was left out, by file and line; of many the first ones and their number."""
    duplicates: int = 0
    """How many values were there more than once, and are kept once."""

    def __len__(self) -> int:
        return len(self.index)

    def __contains__(self, text: str) -> bool:
        """Whether a text is a value; white space, invisible characters and the way accents are encoded do not count."""
        return len(text) <= 4 * LONGEST and self.index.row_of(normal(text)) is not None

    @property
    def first(self) -> str:
        """The first value; the set must not be empty."""
        return self.index.value(0)

    @property
    def digest(self) -> str:
        """SHA-256 of the values in their order."""
        return self.index.digest

    @property
    def most_tokens(self) -> int:
        """Pieces of the value that has most, as `tokens_of` counts them."""
        return self.index.most_tokens

    def nearest(self, text: str, *, most: int = 5) -> "Nearest":
        """Return the verdict on a text, and the values that it may mean; see `nearest_in`."""
        from spade_core.values.nearest import nearest_in

        return nearest_in(self.index, text, most=most)


def load_values(
    path: Path | str, *, column: str | None = None, query: str | None = None, cache: Path | str | None = None
) -> ValueSet:
    """Return the values that a file holds; see `ValueSource` for `column` and `query`.

    With a `cache`, a folder, what was made of the file is kept there and mapped the next time, as long as
    the file holds the same bytes.

    Raises:
        ValuesError: the file cannot be read as what its suffix says, or holds no value.
    """
    from spade_core.values.index import open_index, save_index

    source = ValueSource(Path(path), column, query)
    _require_readable(source)
    kept = Path(cache) / f"{_fingerprint(source)}.values" if cache else None
    if kept is not None and (found := open_index(kept)) is not None:
        index, notes = found
        problems = tuple(Problem(str(path), line, message) for line, message in notes["problems"])
        return ValueSet(index, problems, notes["duplicates"])
    made = _made(source)
    if kept is not None:
        notes = {"problems": [(each.line, each.message) for each in made.problems], "duplicates": made.duplicates}
        try:
            save_index(made.index, kept, notes)
        except OSError as error:
            fact = f"its index cannot be kept in {kept.parent}: {error.strerror}"
            return ValueSet(made.index, (*made.problems, Problem(str(path), None, fact)), made.duplicates)
    return made


def set_of(values: Sequence[str], *, name: str = "values") -> ValueSet:
    """Return the set of texts that are at hand; `name` stands for the file in problems."""
    return _set_of(name, enumerate(values, 1))


def _made(source: ValueSource) -> ValueSet:
    from spade_core.values.sources import texts_of

    made = _set_of(str(source.path), texts_of(source))
    if not len(made):
        raise ValuesError(str(source.path), None, "holds no value")
    return made


def _set_of(name: str, texts: Iterable[tuple[int | None, str]]) -> ValueSet:
    from spade_core.values.index import build_index

    values: dict[str, None] = {}
    problems: list[Problem] = []
    duplicates = bad = 0
    for line, text in texts:
        is_plain = len(text) > 4 * LONGEST or (text.isascii() and text.isprintable() and "  " not in text)
        value = (text if is_plain else normal(text)).strip()
        if not value:
            continue
        if fact := _unfit(value):
            bad += 1
            if bad <= _MOST_PROBLEMS:
                problems.append(Problem(name, line, fact))
            continue
        duplicates += value in values
        values[value] = None
        if len(values) + duplicates > MOST_VALUES:
            raise ValuesError(name, line, f"has more than {MOST_VALUES:,} values, with those that are there twice")
    if bad > _MOST_PROBLEMS:
        problems.append(Problem(name, None, f"and {bad - _MOST_PROBLEMS} more values like these"))
    return ValueSet(build_index(list(values)), tuple(problems), duplicates)


def _unfit(value: str) -> str:
    """Return why a text in normal form is no value; nothing where it is."""
    if len(value) > LONGEST:
        return f"a value of {len(value):,} characters is left out; the longest has {LONGEST:,}"
    if value.isprintable():
        return ""
    for character in value:
        if character < " " or character == "\x7f" or "\ud800" <= character <= "\udfff":
            return f"a value with the character U+{ord(character):04X} is left out"
    return ""


def _require_readable(source: ValueSource) -> None:
    """Raise an error where no regular file is there, or one of more bytes than are read."""
    try:
        with open_file(source.path) as file:
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise ValuesError(str(source.path), None, f"cannot be read: {error.strerror}") from error
    if size > source.most_bytes:
        fact = f"has {size:,} bytes; the most that is read is {source.most_bytes:,}"
        raise ValuesError(str(source.path), None, fact)


def _fingerprint(source: ValueSource) -> str:
    """Return what changes whenever the values could."""
    digest = hashlib.sha256(
        repr((source.path.suffix.lower(), source.column, source.query, can_transliterate())).encode()
    )
    try:
        real = followed(source.path)
        for path in (real, real.with_name(real.name + "-wal")):
            if path == real or path.is_file():
                with open_file(path) as file:
                    digest.update(hashlib.file_digest(file, "sha256").digest())
    except OSError as error:
        raise ValuesError(str(source.path), None, f"cannot be read: {error.strerror}") from error
    return digest.hexdigest()
