"""A commit whose file is larger than the memory of the command: it is said to be too large, and read no further."""

import subprocess
import zlib
from pathlib import Path

from tests.command import SPADE
from tests.versions.repository import Repository

SIZE = 2_200_000_000
MEMORY = 1_000_000
"""Kilobytes of addresses that the command and each git may have."""


def huge_blob(repository: Repository) -> str:
    """Put a blob of zeros into the object store and return its name; git compares neither sum before the end."""
    packer = zlib.compressobj(1)
    head = packer.compress(b"blob %d\0" % SIZE) + packer.flush(zlib.Z_FULL_FLUSH)
    portion = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    name = "ab" * 20
    path = repository.folder / ".git" / "objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(head + portion * (SIZE // 1_000_000))
    return name


def test_a_commit_with_a_file_of_gigabytes_is_told_and_costs_no_memory(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path / "w")
    repository.commit(note="Say something kind.\n")
    tree = repository.git("mktree", stdin=f"100644 blob {huge_blob(repository)}\tnote.prompt.md\n".encode())
    huge = repository.git("commit-tree", tree, "-p", "HEAD", "-m", "Huge")
    repository.git("update-ref", "HEAD", huge)
    repository.commit(note="Say something kind in 3 words.\n")
    limited = f'ulimit -v {MEMORY}; exec "$0" "$@"'
    done = subprocess.run(  # noqa: S603
        ["/bin/sh", "-c", limited, SPADE, "history"], cwd=repository.folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert f"commit {huge[:7]} skipped: its content has 2,200,000,000 bytes, and a prompt file at most" in done.stdout
    assert "in 3 words" in done.stdout
