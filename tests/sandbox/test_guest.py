"""The guest: built from these sources, importing nothing, holding what it says."""

import gzip
import json
from pathlib import Path

from guest_linking import IMPORTS, sections
from spade_core.results import Outcome
from spade_core.sandbox.manifest import GUEST
from spade_core.sandbox.sources import sources_digest
from tests.sandbox.functions import outcomes

ROOT = Path(__file__).parents[2]


def test_the_guest_is_built_from_the_sources_that_are_here() -> None:
    built_from = json.loads(GUEST.with_name("guest.json").read_text("utf-8"))["sources"]
    assert built_from == sources_digest(ROOT), "the sandbox's guest is stale: run make .venv/.runtime"


def test_every_build_hashes_texts_alike() -> None:
    """So a set has the same order in each: these are the hashes of the seed 1."""
    body = "return (hash('spade'), hash('a')) == (-2090796455, 1264704442)"
    assert outcomes(body, "x") == [Outcome.PASSED]


def test_what_python_has_from_the_start_outlives_its_use() -> None:
    """The build clears bytes of memory that nothing uses: not those of objects that are never made anew."""
    body = "return all(f'{chr(n)}' == text for n, text in enumerate(bytes(range(256)).decode('latin-1')))"
    assert outcomes(body, "x") == [Outcome.PASSED]


def test_the_guest_is_one_module() -> None:
    """So there is nothing to put together for each interpreter; and only `settled`, in the build, makes it one."""
    guest = gzip.decompress(GUEST.read_bytes())
    assert guest[:8] == b"\0asm\1\0\0\0"
    assert IMPORTS not in dict(sections(guest))
