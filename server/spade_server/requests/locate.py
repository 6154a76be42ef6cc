"""``spade/locate``: where what a report shows is now, for an editor to open."""

from typing import Final

from lsprotocol import types

from spade_core.report import Opening, key_of
from spade_server.documents.kinds import uri_of
from spade_server.documents.ranges import range_of
from spade_server.protocol.messages import ErrorCode, LocateParams, LocateResult
from spade_server.requests.request_run import RequestRun
from spade_server.requests.serving import RequestError, member
from spade_server.requests.target import RequestTarget

_MOST_DIGITS: Final = 10


def answer(run: RequestRun, params: LocateParams) -> LocateResult:
    """Return the place."""
    target = run.target
    match member(Opening, params.what, "nothing is called {}"):
        case Opening.ASSERTION:
            return _assertion(target, params.key)
        case Opening.EXAMPLE:
            return _example(target, params.key)
        case Opening.SENTENCE:
            return _sentence(target, params)
        case Opening.VERSION:
            is_number = params.key.isdecimal() and len(params.key) < _MOST_DIGITS
            return LocateResult(None, None, int(params.key) if is_number else None)


def _assertion(target: RequestTarget, name: str) -> LocateResult:
    assertion = target.beside.stored.by_name.get(name)
    if assertion is None:
        file = target.beside.files.assertions.name
        raise RequestError(ErrorCode.CHANGED, f"{file}: no assertion is called {name:.100} any more")
    return LocateResult(target.assertions_uri, target.range_of(assertion), None)


def _example(target: RequestTarget, key: str) -> LocateResult:
    for example in target.beside.examples.examples:
        if key_of(example.id) == key:
            start = types.Position(max(example.line - 1, 0), 0)
            return LocateResult(target.examples_uri, types.Range(start, start), None)
    raise RequestError(ErrorCode.CHANGED, f"{target.beside.examples_path.name}: that example is there no more")


def _sentence(target: RequestTarget, params: LocateParams) -> LocateResult:
    """Return where a sentence stands in the prompt, else the version that it was read from."""
    lines, template = target.model
    for instruction in template.instructions if template is not None else ():
        if key_of(instruction.sentence.text) == params.key:
            return LocateResult(uri_of(target.path), range_of(lines, instruction.span), None)
    if params.version is None:
        raise RequestError(ErrorCode.CHANGED, f"{target.path.name}: that sentence is there no more")
    return LocateResult(None, None, params.version)
