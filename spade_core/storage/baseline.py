"""A baseline: the failures that are known, so that `spade check` fails for those that are new.

A file that cannot be read or written, or is no baseline, is a StorageError that names the line where it is known.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from spade_core.errors import StorageError
from spade_core.storage.json_object import decode_object
from spade_core.storage.text_file import TextFile, make_folder_for, read_text_file, write_text_file

_FORMAT: Final = 1


class Baseline:
    """How often a response of some id fails each assertion; what is met is taken off.

    One that is `being_made` knows every failure, and keeps what it is asked about.
    """

    def __init__(self, failures: Mapping[str, Mapping[str, int]] = {}, *, being_made: bool = False) -> None:
        self.being_made = being_made
        self._failures = {name: Counter(ids) for name, ids in failures.items()}

    @property
    def size(self) -> int:
        """How many failures there are, or are left."""
        return sum(ids.total() for ids in self._failures.values())

    def knows(self, name: str, response_id: str) -> bool:
        """Tell whether that a response fails an assertion is known, once for each time that it is."""
        if self.being_made:
            self._failures.setdefault(name, Counter())[response_id] += 1
            return True
        known = self._failures.get(name)
        if known is None or not known[response_id]:
            return False
        known[response_id] -= 1
        return True

    def save(self, path: Path) -> None:
        """Write it, sorted, so that a difference is small."""
        failures = {name: dict(ids) for name, ids in self._failures.items()}
        make_folder_for(path)
        text = json.dumps({"format": _FORMAT, "failures": failures}, indent=2, sort_keys=True)
        write_text_file(TextFile(path, f"{text}\n"))


def load_baseline(path: Path) -> Baseline:
    """Return the baseline in a file."""
    file = read_text_file(path)
    if file is None:
        raise StorageError(str(path), None, "there is no such file; --write-baseline makes it")
    top = decode_object(file.text, str(path))
    if top.whole("format", 0) != _FORMAT or "failures" not in top.values:
        raise StorageError(str(path), top.line("format"), f"no baseline of format {_FORMAT}")
    return Baseline({name: {one: ids.whole(one, 0) for one in ids.values} for name, ids in top.objects("failures")})
