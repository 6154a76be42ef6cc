"""Where the interpreter begins when the guest is built: from here on no clock, file or draw leaves a trace in memory.

What Python does to get here looks at files, and their dates lie about in memory that is free by now. New objects would
take them over in the bytes that they do not use, and no two builds were the same. So that memory is cleared first, and
all modules are read by what follows, which opens files and never asks for their dates. See `settled` in `hatch_build`.
"""

import posix
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import SourceFileLoader

_FREE_BYTES = 1 << 20
_LARGEST_HOLE = 1 << 16
_UNIT = 16
"""The C library gives memory in such units, and keeps four bytes of each piece for itself."""
_HEAD = 17
"""What an object of bytes has beside them."""


def cleared():
    """Return objects that fill the holes in memory, up to what lies above all; as long as they are kept, none is left.

    Each page that an interpreter touches for the first time costs it some microseconds: what a function allocates
    later lies side by side, not in hundreds of pages.
    """
    above, fillers = bytes(_FREE_BYTES), []
    for size in range(_LARGEST_HOLE - 4 - _HEAD, 0, -_UNIT):
        while id(filler := bytes(size)) < id(above):
            fillers.append(filler)
    while id(filler := object()) < id(above):
        fillers.append(filler)
    return fillers


def read(path):
    """Return what is in a file."""
    handle = posix.open(path, posix.O_RDONLY)
    parts = []
    while part := posix.read(handle, 1 << 20):
        parts.append(part)
    posix.close(handle)
    return b"".join(parts)


class _Loader(SourceFileLoader):
    def get_code(self, name):
        return compile(read(self.path), self.path, "exec", dont_inherit=True)


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        """Return where a module is; that is tried, for a list of a folder holds numbers of files."""
        for folder in sys.path if path is None else path:
            base = f"{folder}/{name.rpartition('.')[2]}"
            for file, inside in ((f"{base}/__init__.py", [base]), (f"{base}.py", None)):
                try:
                    posix.close(posix.open(file, posix.O_RDONLY))
                except OSError:
                    continue
                spec = ModuleSpec(name, _Loader(name, file), origin=file, is_package=inside is not None)
                spec.submodule_search_locations, spec.has_location = inside, True
                return spec
        return None


sys.path_importer_cache.clear()
sys.meta_path[2:] = [_Finder]  # behind what is built in
cleared()

from app import WitWorld  # noqa: E402, F401 - what componentize-py looks for
