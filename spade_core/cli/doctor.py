"""``spade doctor``: what works on this machine and what does not, with what to do."""

import os
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError, ExitCode
from spade_core.cli.options import JsonOption
from spade_core.errors import ModelError, SettingsError, SpadeError

if TYPE_CHECKING:
    from spade_core.settings import Settings

_PACKAGES = ("gitpython", "wasmtime", "highspy", "pygls")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked at."""

    name: str
    ok: bool
    fact: str
    needed: bool = True
    """Whether spade cannot do its main job without it."""


def doctor(
    trust_endpoint: Annotated[
        str | None,
        typer.Option("--trust-endpoint", metavar="URL", help="Let settings of projects send your key and texts there."),
    ] = None,
    forget_endpoint: Annotated[
        str | None, typer.Option("--forget-endpoint", metavar="URL", help="Take that back.")
    ] = None,
    models: Annotated[
        bool, typer.Option("--models", help="Make one small call to each model, and say what it can do.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Say what this machine has, what it lacks, and what to do about it; confirm addresses of models."""
    output = Output(as_json)
    if trust_endpoint or forget_endpoint:
        _set_trust(trust_endpoint, forget_endpoint, output)
    findings = [_python(), _git(), *map(_package, _PACKAGES), _sandbox(output), _guest(), *_settings(tries=models)]
    healthy = all(finding.ok or not finding.needed for finding in findings)
    if as_json:
        output.json({"healthy": healthy, "findings": [asdict(finding) for finding in findings]})
    else:
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, show_header=False, pad_edge=False)
        for finding in findings:
            word, colour = (
                ("ok", "green") if finding.ok else ("missing", "red") if finding.needed else ("lacking", "yellow")
            )
            table.add_row(Text(word, style=colour), finding.name, finding.fact)
        output.out.print(table)
    if models and any(not finding.ok and finding.name.startswith("model ") for finding in findings):
        return ExitCode.INCOMPLETE
    return ExitCode.OK if healthy else ExitCode.INPUT


def _python() -> Diagnosis:
    import platform

    return Diagnosis("Python", sys.version_info >= (3, 11), f"{platform.python_version()} on {platform.platform()}")


def _git() -> Diagnosis:
    import subprocess

    from spade_core.programs import git_program

    program = git_program()
    if program is None:
        return Diagnosis("git", False, "not on the path: histories have one version only", needed=False)
    # A fixed command line with the program's full path.
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    return Diagnosis("git", done.returncode == 0, done.stdout.strip() or done.stderr.strip(), needed=False)


def _package(name: str) -> Diagnosis:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return Diagnosis(name, True, version(name))
    except PackageNotFoundError:
        return Diagnosis(name, False, "not installed: install spade-assertions again")


def _sandbox(output: Output) -> Diagnosis:
    from spade_core.candidates import CandidateAssertion
    from spade_core.cli.running import open_sandbox
    from spade_core.examples import Example
    from spade_core.results import Outcome

    source = 'async def assert_runs(example: dict, prompt: str, response: str) -> bool:\n    return response == "yes"'
    candidate = CandidateAssertion("assert_runs", source, ())
    examples = [Example(word, {}, "", word, None) for word in ("yes", "no")]
    try:
        with open_sandbox(output) as sandbox:
            cells = sandbox.run([candidate], examples).evaluations
    except SpadeError as error:
        return Diagnosis("sandbox", False, str(error))
    said = [cells[example.id, candidate.name] for example in examples]
    works = [cell.outcome for cell in said] == [Outcome.PASSED, Outcome.FAILED]
    return Diagnosis("sandbox", works, said[0].engine if works else said[0].message or "gives wrong answers")


def _guest() -> Diagnosis:
    """Return whether the sandbox's interpreter is there, compiled for this machine; see docs/sandbox.md."""
    from spade_core.sandbox import kept_guest

    try:
        kept = kept_guest()
    except SpadeError as error:
        return Diagnosis("sandbox's guest", False, str(error), needed=False)
    fact = f"compiled: {kept}" if kept else "no folder keeps it: it is compiled anew by every process"
    return Diagnosis("sandbox's guest", kept is not None, fact, needed=False)


def _settings(*, tries: bool) -> list[Diagnosis]:
    from pathlib import Path

    from spade_core.models import is_trusted, repository_of
    from spade_core.settings import load_settings

    try:
        settings = load_settings(Path())
    except SettingsError as error:
        return [Diagnosis("settings", False, str(error))]
    told = str(settings.source) if settings.source else "the defaults: no file sets any"
    trusted = is_trusted(Path(), os.environ)
    said = "trusted" if trusted else "not trusted: `spade trust` lets models be called for it"
    hindrance = "" if trusted else "not called, since the repository is not trusted"
    return [
        Diagnosis("settings", True, told),
        Diagnosis("repository", trusted, f"{repository_of(Path())}, {said}", needed=False),
        *_models(settings, tries=tries, hindrance=hindrance),
    ]


def _models(settings: "Settings", *, tries: bool, hindrance: str) -> list[Diagnosis]:
    """Return how each model that is configured would be reached and, with `tries`, what a call to it shows.

    `hindrance` says why none may be called; empty where they may be.
    """
    from spade_core.cli import trying
    from spade_core.cli.model_choice import with_environment
    from spade_core.models import ModelChoice, endpoint_of, through, trusted_endpoints, user_folders

    settings = with_environment(settings)
    if settings.models is None:
        return [Diagnosis("models", True, "switched off here: models = false", needed=False)]
    answering = {*settings.model_choices, *settings.judge_choices}
    vectors = ModelChoice(settings.embedding_model, settings.base_url) if settings.embedding_model else None
    choices = list(dict.fromkeys(filter(None, (*settings.model_choices, *settings.judge_choices, vectors))))
    if not choices:
        return [Diagnosis("models", True, "none is configured, and none is needed", needed=False)]
    found = []
    trusted = trusted_endpoints(user_folders(os.environ).data)
    for choice in choices:
        try:
            endpoint = endpoint_of(
                choice,
                os.environ,
                trusted=trusted,
                timeout=settings.model_timeout,
                retries=1,
                effort=settings.reasoning_effort,
            )
            called: list[str] = [hindrance] if hindrance and tries else []
            if tries and not hindrance:
                called += [trying.answer_of(endpoint)] if choice in answering else []
                called += [trying.vectors_of(endpoint)] if choice == vectors else []
                if choice in settings.judge_choices:
                    called.append("how far it agrees with your labels: spade evaluate")
        except ModelError as error:
            found.append(Diagnosis(f"model {choice.name}", False, str(error), needed=False))
            continue
        key = f"without your key, for {endpoint.withheld}" if endpoint.withheld else "with your key"
        key = key if endpoint.withheld or endpoint.has_key else "without a key"
        fact = "; ".join((f"at {endpoint.base_url}{through(endpoint)}, {key}", *called))
        found.append(Diagnosis(f"model {choice.name}", not (tries and hindrance), fact, needed=False))
    return found


def _set_trust(trusted: str | None, forgotten: str | None, output: Output) -> None:
    """Keep or drop an address that the user confirms."""
    from spade_core.models import distrust_endpoint, trust_endpoint, user_folders

    folder = user_folders(os.environ).data
    if trusted:
        try:
            address = trust_endpoint(folder, trusted)
        except ModelError as error:
            raise CommandLineError(str(error)) from error
        output.note(f"trusted: projects may name {address}, and SPADE_API_KEY goes there")
    if forgotten:
        known = distrust_endpoint(folder, forgotten)
        output.note(f"{'no longer trusted' if known else 'was not trusted'}: {forgotten}")
