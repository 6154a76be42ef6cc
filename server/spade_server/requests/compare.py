"""``spade/compare``: two versions of a prompt, what each asks for, and the categories of what lies between them."""

from dataclasses import replace

from spade_core.candidates import candidates_for
from spade_core.categories import classify
from spade_core.criteria import criteria_of
from spade_core.deltas import deltas_between
from spade_core.versions import History, PromptVersion, read_history
from spade_server.protocol.history import AskedOfVersion, ComparedVersion, CompareParams, CompareResult
from spade_server.protocol.messages import ErrorCode
from spade_server.requests.request_run import RequestRun
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget


def answer(run: RequestRun, params: CompareParams) -> CompareResult:
    """Return both versions."""
    target = run.target
    run.step("reading the history")
    history = read_history(target.path, template=target.template, unsaved=target.text)
    last = len(history.versions) - 1
    if not 0 <= params.before <= params.after <= last:
        raise RequestError(ErrorCode.CHANGED, f"{target.path.name} has the versions P0 to P{last}")
    before, after = history.versions[params.before], history.versions[params.after]
    [delta] = deltas_between((before, after)) if before is not after else [None]
    run.look()
    return CompareResult(
        before=_compared(target, history, before, run),
        after=_compared(target, history, after, run),
        categories=[each.label for each in classify(delta).categories] if delta is not None else [],
    )


def _compared(target: RequestTarget, history: History, version: PromptVersion, run: RequestRun) -> ComparedVersion:
    run.look()
    until = replace(history, versions=history.versions[: version.index + 1])
    accepted = {name for each in target.beside.stored.assertions for name in (each.name, each.generated_name)}
    asked = [
        AskedOfVersion(each.name, each.criteria[0].description, each.name in accepted)
        for each in candidates_for(criteria_of(until, deltas_between(until.versions)))
    ]
    return ComparedVersion(version.index, "\n\n".join(part.text for part in version.template.parts), asked)
