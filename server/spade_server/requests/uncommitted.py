"""``spade/uncommitted``: what a prompt asks for since its last commit that nothing checks."""

from spade_core.deltas import identity_of, sentences_of
from spade_core.links import repository_around
from spade_core.versions import VersionState, read_history
from spade_server.protocol.history import UncommittedParams, UncommittedResult
from spade_server.requests.overview import instructions_of
from spade_server.requests.request_run import RequestRun


def answer(run: RequestRun, params: UncommittedParams) -> UncommittedResult:
    """Return the instructions that no commit has and no assertion checks, but for those that need none.

    Outside of a repository there is no commit to come.
    """
    target = run.target
    if repository_around(target.path.resolve()) is None:
        return UncommittedResult([])
    run.step("reading the history")
    versions = read_history(target.path, template=target.template, unsaved=target.text).versions
    if versions[-1].state is VersionState.COMMITTED:
        return UncommittedResult([])
    committed = [each for each in versions if each.state is VersionState.COMMITTED]
    known = {identity_of(each.text) for each in sentences_of(committed[-1].template)} if committed else set()
    return UncommittedResult(
        [
            listed
            for sentence, listed in instructions_of(run)
            if not listed.assertions and not {identity_of(sentence)} & (known | set(target.beside.rejected))
        ]
    )
