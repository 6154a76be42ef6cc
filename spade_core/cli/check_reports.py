"""What `spade check` writes for CI: JUnit XML, SARIF, GitHub's annotations and job summary."""

import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from spade_core.cli.console import Output, write_output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.errors import StorageError
from spade_core.links import followed
from spade_core.regular_file import read_start

if TYPE_CHECKING:
    from spade_core.report import CheckResult
    from spade_core.storage import Baseline

JunitOption = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML there.")]
SarifOption = Annotated[Path | None, typer.Option("--sarif", metavar="FILE", help="Write SARIF 2.1.0 there.")]
GitHubOption = Annotated[
    bool, typer.Option("--github", help="Annotate the prompt's lines, and write a job summary, in GitHub Actions.")
]


BaselineOption = Annotated[
    Path | None,
    typer.Option("--baseline", metavar="FILE", help="Failures that are known: only others count."),
]
WriteBaselineOption = Annotated[
    Path | None,
    typer.Option("--write-baseline", metavar="FILE", help="Write down all that fails now as known, for --baseline."),
]


_JUNIT: Final = 'name="spade"'
_SARIF: Final = '"name": "spade"'
_COMMENT: Final = "<!-- spade check -->"
"""What stands at the head of each report, by which an older one is known: no other file is replaced."""
_HEAD_BYTES: Final = 1000


@dataclass(frozen=True, slots=True)
class CheckReports:
    """The reports that are asked for."""

    junit: Path | None = None
    sarif: Path | None = None
    github: bool = False
    comment: Path | None = None
    _tokens: list[str] = field(default_factory=list)
    """The one that GitHub waits for, until it was written."""

    def start(self, output: Output) -> None:
        """Have GitHub take nothing that is printed from now on for a command of its own."""
        for path, mark in ((self.junit, _JUNIT), (self.sarif, _SARIF), (self.comment, _COMMENT)):
            if path is not None:
                _require_ours(path, mark)
        if not self.github:
            return
        if output.as_json:
            raise CommandLineError("--github writes to the log, --json to a program: choose one")
        self._tokens.append(secrets.token_hex(16))
        write_output(f"::stop-commands::{self._tokens[0]}\n")

    def close(self) -> None:
        """Have GitHub take commands again, whatever the command came to."""
        while self._tokens:
            write_output(f"::{self._tokens.pop()}::\n")

    def write(self, findings: "Sequence[CheckResult]", comment: Callable[[], str]) -> None:
        """Write them, and what `comment` returns where one is asked for."""
        if self.junit is not None:
            from spade_core.report import junit

            _write(self.junit, junit(findings))
        if self.sarif is not None:
            from importlib.metadata import version

            from spade_core.report import sarif

            _write(self.sarif, sarif(findings, version=version("spade-assertions")))
        if self.comment is not None:
            _write(self.comment, comment())
        if self.github:
            from spade_core.report import annotations, findings_markdown

            self.close()
            write_output("".join(f"{line}\n" for line in annotations(findings)))
            if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
                _append(Path(summary), f"### spade check\n\n{findings_markdown(findings)}")


def open_baseline(known: Path | None, made: Path | None) -> "Baseline | None":
    """Return the baseline that is asked for, or the one to be made."""
    from spade_core.storage import Baseline, load_baseline

    if made is not None:
        if made.exists():
            load_baseline(made)  # no other file is replaced
        return Baseline(being_made=True)
    return load_baseline(known) if known is not None else None


def close_baseline(baseline: "Baseline | None", known: Path | None, made: Path | None, output: Output) -> None:
    """Write the baseline that was made, or say what of a known one is gone."""
    if baseline is None:
        return
    number = baseline.size
    if made is not None:
        baseline.save(made)
        output.note(f"{made}: {number} known failure{'s' * (number != 1)}")
    elif number:
        output.note(f"{known}: {number} of its failures did not come again; --write-baseline {known} forgets them")


def _require_ours(path: Path, mark: str) -> None:
    """Raise a StorageError where a file is there that is no report with this mark."""
    try:
        head = read_start(path, _HEAD_BYTES)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageError(str(path), None, f"cannot be written: {error.strerror or error}") from error
    if head and mark.encode() not in head:
        raise StorageError(str(path), None, "is there and no such report of spade: name another file")


def _write(path: Path, text: str) -> None:
    from spade_core.storage import TextFile, make_folder_for, write_text_file

    make_folder_for(path)
    write_text_file(TextFile(path, text))


def _append(path: Path, text: str) -> None:
    try:
        with followed(path).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise StorageError(str(path), None, f"cannot be written: {error.strerror}") from error
