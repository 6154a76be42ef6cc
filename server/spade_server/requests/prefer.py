"""``spade/prefer``: what is always, or never, to be in the set, written where the command line reads it."""

from dataclasses import replace
from pathlib import Path

from spade_core.errors import SettingsError
from spade_core.selection import Preferences
from spade_core.settings import Settings, load_settings, with_preferences
from spade_core.storage import TextFile, locked, read_text_file, write_text_file
from spade_server.documents.kinds import uri_of
from spade_server.protocol.messages import ErrorCode
from spade_server.protocol.verdicts import PreferParams, PreferResult
from spade_server.requests.request_run import RequestRun
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget

_USES = ("always", "never", "")


def answer(run: RequestRun, params: PreferParams) -> PreferResult:
    """Write the preference, and return all that hold for the prompt."""
    target = run.target
    if params.use not in _USES:
        raise SettingsError(f"an assertion is used always, never, or as it comes: {params.use!r:.60} is none of these")
    if params.name not in target.beside.stored.by_name:
        where = target.beside.files.assertions.name
        raise RequestError(ErrorCode.NO_ASSERTIONS, f"{where}: there is no assertion called {params.name}")
    file = load_settings(target.path.parent).source or target.path.parent / "spade.toml"
    run.require_saved(file)
    run.look()
    wanted = _write(file, target, params)
    return PreferResult(uri_of(file), list(wanted.required), list(wanted.forbidden))


def _write(file: Path, target: RequestTarget, params: PreferParams) -> Preferences:
    with locked(file):
        settings = load_settings(target.path.parent).of_prompt(target.path, target.template)
        wanted = _changed(settings, params)
        old = read_text_file(file)
        text = with_preferences(old.text if old else "", file, target.path, target.template, wanted)
        if old is None or text != old.text:
            write_text_file(replace(old or TextFile(file, ""), text=text))
    return wanted


def _changed(settings: Settings, params: PreferParams) -> Preferences:
    bare = settings.preferences
    others = Preferences(
        tuple(name for name in bare.required if name != params.name),
        tuple(name for name in bare.forbidden if name != params.name),
    )
    return others.overridden(
        required=[params.name] if params.use == "always" else [],
        forbidden=[params.name] if params.use == "never" else [],
    )
