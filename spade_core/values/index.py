"""The index over a set's values: arrays in one file, which is mapped, not read.

Rows are numbered in the order of the set. A *gram* is three characters of a word with two blanks before it and one
behind: its first letter has one of its own, and no gram spans two words, so that their order does not matter here.
"""

import contextlib
import json
import math
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from spade_core.values.folding import LONGEST, folded, tokens_of

Array = NDArray[Any]

_MAGIC: Final = b"spade values 2\n"
"""With the number of the format, and of the way files are read: another one is built anew."""
_ALIGNMENT: Final = 64
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789+#"
_BASE: Final = len(_LETTERS) + 1
_GRAMS: Final = _BASE**3
_CODES: Final = np.zeros(256, dtype=np.uint8)
_CODES[list(_LETTERS.encode())] = np.arange(1, _BASE)
_CHUNK_ROWS: Final = 500_000
_MOST_POSTINGS: Final = 200_000
_POSTINGS_A_VALUE: Final = 0.05
"""How many entries of the index one search reads, with a part for the size of the set: the bound on its time."""
_ALL_WORDS: Final = 5_000
"""Values of a set whose words are those of all things like them."""
_WORTH: Final = 0.25
"""Rows with less than this part of the greatest overlap are not looked at."""
_MULTIPLIER: Final = 0x9E3779B97F4A7C15


@dataclass(slots=True)
class Index:
    """Values, their folded texts, and what finds them. All arrays may be mapped from a file."""

    digest: str
    """SHA-256 of the values in their order."""
    most_tokens: int
    """Pieces of the value that has most, as `tokens_of` counts them."""
    text: Array
    """The values in UTF-8, one after another."""
    text_ends: Array
    folded: Array
    """Their words in ASCII, one after another."""
    folded_ends: Array
    keys: Array
    """Sorted 64-bit hashes of the values; `key_rows` are their rows."""
    key_rows: Array
    gram_ends: Array
    """For each gram where its rows end in `rows`."""
    rows: Array
    norms: Array
    """The length of each row's vector of gram weights."""
    words: Array
    """Sorted 64-bit hashes of the words; `word_counts` is how often each occurs."""
    word_counts: Array
    spacing: list[float] | None = field(init=False, default=None)
    """How far some values are from the one that is nearest to each, once that is known."""
    _overlap: Array = field(init=False)

    def __post_init__(self) -> None:
        self._overlap = np.zeros(0, dtype=np.float32)

    def __len__(self) -> int:
        return len(self.text_ends)

    def value(self, row: int) -> str:
        """Return the value of a row."""
        return _slice(self.text, self.text_ends, row).decode()

    def folded_value(self, row: int) -> str:
        """Return the folded text of a row."""
        return _slice(self.folded, self.folded_ends, row).decode()

    def row_of(self, value: str) -> int | None:
        """Return the row that holds exactly this value; None where there is none."""
        key = np.uint64(_hash(value))
        at = int(np.searchsorted(self.keys, key))
        while at < len(self.keys) and self.keys[at] == key:
            if self.value(row := int(self.key_rows[at])) == value:
                return row
            at += 1
        return None

    def unlikely(self, word: str) -> float:
        """Return minus the logarithm of how likely a word is among those of the set, seen there or not."""
        count = self._count(word)
        return math.log(self._total / count) if count else 2.3 + 2.0 * len(word)

    def may_be(self, word: str) -> bool:
        """Tell whether things like the values may have a word: a large set has all that are common among them."""
        return len(self) < _ALL_WORDS or self._count(word) > 0

    def _count(self, word: str) -> int:
        key = np.uint64(_word_hash(word))
        at = int(np.searchsorted(self.words, key))
        return int(self.word_counts[at]) if at < len(self.words) and self.words[at] == key else 0

    @property
    def _total(self) -> int:
        return int(self.word_counts[-1])

    def like(self, words: Iterable[str], count: int) -> list[int]:
        """Return the rows, at most `count`, whose grams are most like those of the words; best first."""
        found: list[tuple[int, int, int]] = []
        for gram in {gram for word in words for gram in _grams_of(word)}:
            end = int(self.gram_ends[gram])
            start = int(self.gram_ends[gram - 1]) if gram else 0
            if end > start:
                found.append((end - start, start, end))
        if len(self._overlap) != len(self):
            self._overlap = np.zeros(len(self), dtype=np.float32)
        overlap, left = self._overlap, _MOST_POSTINGS + _POSTINGS_A_VALUE * len(self)
        sized = [(_weight(len(self), size) ** 2, size, start, end) for size, start, end in sorted(found)]
        to_come, greatest = sum(weight for weight, *_ in sized), 0.0
        touched: list[Array] = []
        for weight, size, start, end in sized:
            if size > left and touched:
                break
            left -= size
            rows = self.rows[start:end].astype(np.intp)  # numpy converts any other type at each use
            held = overlap.take(rows)
            if to_come >= _WORTH * greatest:
                touched.append(rows.compress(held == 0))
            else:  # the grams to come are too few for a row that is new here
                is_known = held > 0
                rows, held = rows.compress(is_known), held.compress(is_known)
            held += np.float32(weight)
            overlap[rows] = held
            greatest = max(greatest, held.max(initial=0))
            to_come -= weight
        if not touched:
            return []
        seen = np.concatenate(touched)
        scores = overlap.take(seen)
        overlap[seen] = 0
        worth = scores >= _WORTH * scores.max()
        seen, scores = seen[worth], scores[worth]
        scores = scores / self.norms[seen]
        if len(seen) > count:
            best = np.argpartition(-scores, count)[:count]
            seen, scores = seen[best], scores[best]
        order = np.lexsort((seen, -scores))
        return [int(row) for row in seen[order]]


def _slice(data: Array, ends: Array, row: int) -> bytes:
    return data[int(ends[row - 1]) if row else 0 : int(ends[row])].tobytes()


def _hash(value: str) -> int:
    return int.from_bytes(blake2b(value.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def _weight(count: int, size: int) -> float:
    return math.log(1.0 + count / size)


def _grams_of(word: str) -> Iterator[int]:
    codes = [0, 0, *_CODES[list(word.encode())].tolist(), *([0] if len(word) > 1 else [])]  # an initial: a first letter
    for a, b, c in zip(codes, codes[1:], codes[2:], strict=False):
        yield (a * _BASE + b) * _BASE + c


def _word_hash(word: str) -> int:
    total, power = 0, 1
    for code in _CODES[list(word.encode())].tolist():
        power = power * _MULTIPLIER % 2**64
        total = (total + code * power) % 2**64
    return total


_POWERS: Final = np.cumprod(np.full(LONGEST, _MULTIPLIER, dtype=np.uint64), dtype=np.uint64)
_ARRAYS: Final = tuple(each.name for each in fields(Index) if each.init and each.name not in {"digest", "most_tokens"})


def build_index(values: Sequence[str]) -> Index:
    """Return the index of values, which are normal and distinct.

    It takes some 5 microseconds and, at the peak, some 400 bytes a value beside the values themselves.
    """
    chunks = [_Chunk.of(values, start) for start in range(0, len(values), _CHUNK_ROWS)]
    digest = sha256()
    for value in values:
        digest.update(value.encode("utf-8", "surrogatepass") + b"\n")
    keys = np.fromiter(map(_hash, values), dtype=np.uint64, count=len(values))
    order = np.argsort(keys, kind="stable")
    gram_ends, rows = _postings(chunks)
    sizes = np.diff(gram_ends, prepend=0)
    weights = np.log1p(len(values) / np.maximum(sizes, 1)).astype(np.float32) ** 2
    norms = [np.bincount(c.gram_rows, weights=weights[c.grams], minlength=len(c.folded_ends)) for c in chunks]
    words, word_counts = _counted(chunks)
    texts = [value.encode() for value in values]
    return Index(
        digest=digest.hexdigest(),
        most_tokens=max(map(tokens_of, values), default=0),
        text=np.frombuffer(b"".join(texts), dtype=np.uint8),
        text_ends=np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))),
        folded=np.frombuffer(b"".join(c.folded for c in chunks), dtype=np.uint8),
        folded_ends=_joined_ends([c.folded_ends for c in chunks]),
        keys=keys[order],
        key_rows=order.astype(np.uint32),
        gram_ends=gram_ends,
        rows=rows,
        norms=np.sqrt(np.maximum(np.concatenate([*norms, np.zeros(0)]), 1e-9)).astype(np.float32),
        words=words,
        word_counts=word_counts,
    )


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Some rows, folded and taken apart: few enough for arrays over all their letters."""

    start: int
    folded: bytes
    folded_ends: Array
    grams: Array
    """Sorted; each gram of a row once. `gram_rows` are counted from the chunk's start."""
    gram_rows: Array
    words: Array
    word_counts: Array

    @classmethod
    def of(cls, values: Sequence[str], start: int) -> "_Chunk":
        texts = [folded(value) for value in values[start : start + _CHUNK_ROWS]]
        ends = np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)))
        segments = [text.replace(" ", "  ") + "  " for text in texts]
        codes = _CODES[np.frombuffer(("  " + "".join(segments)).encode(), dtype=np.uint8)]
        lengths = np.fromiter(map(len, segments), dtype=np.int64, count=len(segments))
        return cls(start, "".join(texts).encode(), ends, *_grams(codes, lengths), *_words(codes))


def _grams(codes: Array, lengths: Array) -> tuple[Array, Array]:
    """Return the grams of all rows, sorted, and the row of each, for rows of such lengths behind two blanks."""
    first, second, third = (codes[i : len(codes) - 2 + i].astype(np.uint16) for i in range(3))
    valid = (second | third) != 0
    grams = ((first * _BASE + second) * _BASE + third)[valid]
    rows = np.repeat(np.arange(len(lengths), dtype=np.uint32), lengths)[valid]
    order = np.argsort(grams, kind="stable")
    grams, rows = grams[order], rows[order]
    is_new = np.ones(len(grams), dtype=bool)
    is_new[1:] = (grams[1:] != grams[:-1]) | (rows[1:] != rows[:-1])
    return grams[is_new], rows[is_new]


def _words(codes: Array) -> tuple[Array, Array]:
    """Return the hashes of the words, sorted, and how often each occurs."""
    starts = np.flatnonzero((codes[1:] != 0) & (codes[:-1] == 0)) + 1
    if not len(starts):
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    places = np.arange(starts[0], len(codes)) - np.repeat(starts, np.diff(starts, append=len(codes)))
    parts = codes[starts[0] :].astype(np.uint64) * _POWERS[np.minimum(places, LONGEST - 1)]
    return np.unique(np.add.reduceat(parts, starts - starts[0]), return_counts=True)


def _postings(chunks: Sequence[_Chunk]) -> tuple[Array, Array]:
    """Return where the rows of each gram end, and the rows."""
    counts = [np.bincount(chunk.grams, minlength=_GRAMS) for chunk in chunks]
    total = sum(counts, start=np.zeros(_GRAMS, dtype=np.int64))
    ends = np.cumsum(total)
    rows = np.zeros(int(ends[-1]), dtype=np.uint32)
    free = ends - total
    for chunk, count in zip(chunks, counts, strict=True):
        before = np.cumsum(count) - count
        rows[(free - before)[chunk.grams] + np.arange(len(chunk.grams))] = chunk.gram_rows + np.uint32(chunk.start)
        free += count
    return ends, rows


def _counted(chunks: Sequence[_Chunk]) -> tuple[Array, Array]:
    """Return the hashes of all words, and the count of each with that of all behind them."""
    words, places = np.unique(
        np.concatenate([np.zeros(0, dtype=np.uint64), *(chunk.words for chunk in chunks)]), return_inverse=True
    )
    counts = np.zeros(len(words) + 1, dtype=np.int64)
    np.add.at(counts, places, np.concatenate([np.zeros(0, dtype=np.int64), *(c.word_counts for c in chunks)]))
    counts[-1] = counts[:-1].sum()
    return words, counts


def _joined_ends(parts: Sequence[Array]) -> Array:
    lengths = [np.diff(part, prepend=0) for part in parts]
    return np.cumsum(np.concatenate([np.zeros(0, dtype=np.int64), *lengths]))


def save_index(index: Index, path: Path, notes: Mapping[str, Any]) -> None:
    """Write the index to a file, whole or not at all, with notes that JSON can hold.

    Raises:
        OSError: it cannot be written.
    """
    table: dict[str, tuple[str, int, int]] = {}
    at = 0
    for name in _ARRAYS:
        array = getattr(index, name)
        table[name] = (array.dtype.str, at, len(array))
        at += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
    scalars = {"digest": index.digest, "tokens": index.most_tokens, "bytes": at}
    head = json.dumps({**scalars, "arrays": table, "notes": notes}).encode()
    head = head.ljust(-(-len(head) // _ALIGNMENT) * _ALIGNMENT)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write((_MAGIC + b"%d" % len(head)).ljust(_ALIGNMENT) + head)
            for name in _ARRAYS:
                data = np.ascontiguousarray(getattr(index, name))
                file.write(data.data)
                file.write(bytes(-data.nbytes % _ALIGNMENT))
        Path(temporary).replace(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(temporary).unlink()


def open_index(path: Path) -> tuple[Index, Mapping[str, Any]] | None:
    """Return the index that a file holds, mapped, and its notes; None where there is none of this format."""
    try:
        data = np.asarray(np.memmap(path, dtype=np.uint8, mode="r"))
        start = data[:_ALIGNMENT].tobytes()
        if not start.startswith(_MAGIC):
            return None
        at = _ALIGNMENT + int(start[len(_MAGIC) :])
        head: Mapping[str, Any] = json.loads(data[_ALIGNMENT:at].tobytes())
        if len(data) != at + head["bytes"]:
            return None
    except (OSError, ValueError, LookupError, TypeError):
        return None
    arrays = {
        name: data[at + begin : at + begin + count * np.dtype(dtype).itemsize].view(dtype)
        for name, (dtype, begin, count) in head["arrays"].items()
    }
    return Index(digest=head["digest"], most_tokens=head["tokens"], **arrays), head["notes"]
