"""A real git repository for a test, with people and clocks under control."""

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

_START = 1_700_000_000


@dataclass(slots=True)
class Repository:
    """A working tree in `folder`; every commit is one hour after the one before."""

    folder: Path
    clock: int = _START
    variables: dict[str, str] = field(default_factory=dict)

    @classmethod
    def create(cls, folder: Path, *options: str) -> "Repository":
        folder.mkdir(parents=True, exist_ok=True)
        repository = cls(folder)
        repository.git("init", "--quiet", "--initial-branch=main", *options)
        return repository

    def git(self, *arguments: str, stdin: bytes = b"") -> str:
        """Run git and return what it prints."""
        return self.git_bytes(*arguments, stdin=stdin).decode("utf-8", "surrogateescape").strip()

    def git_bytes(self, *arguments: str, stdin: bytes = b"") -> bytes:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
        person = {
            f"GIT_{who}_{what}": value
            for who in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"), ("DATE", f"{self.clock} +0100"))
        }
        isolated = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(  # noqa: S603 - a test's own arguments
            ["git", "-c", "protocol.file.allow=always", *arguments],  # noqa: S607 - the git of the machine is the one to test with
            cwd=self.folder,
            env=clean | person | isolated | self.variables,
            input=stdin,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, f"git {arguments}: {done.stderr!r}"
        return done.stdout

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def commit(self, message: str = "Change", **files: str | bytes) -> str:
        """Commit all there is, `files` first written as prompts: note=... is note.prompt.md."""
        for name, text in files.items():
            self.write(f"{name}.prompt.md", text)
        self.clock += 3600
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--no-gpg-sign", "-m", message)
        return self.head

    def move(self, source: str, target: str, message: str = "Rename") -> str:
        (self.folder / target).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / source).rename(self.folder / target)
        return self.commit(message)

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")
