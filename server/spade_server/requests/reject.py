"""``spade/reject``: what a person does not want is not proposed again."""

from spade_core.storage import reject_only, restore_rejected
from spade_server.context import SpadeServer
from spade_server.protocol.verdicts import RejectParams, RejectResult
from spade_server.requests.generate import is_wanted, texts_of
from spade_server.requests.proposing import last_proposed
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.serving import RequestRun
from spade_server.requests.target import require_saved, sentences_in, target_of


def answer(ls: SpadeServer, asked: RequestedDocument, params: RejectParams, run: RequestRun) -> RejectResult:
    """Write it into the record, and return the names of those that were still to be had."""
    target = target_of(asked, run)
    files = target.beside.files
    require_saved(asked, files.record)
    if params.restore:
        names = sorted(set(params.names or ()) & target.beside.stored.record.rejected.keys())
        restore_rejected(files, names)
        return RejectResult(names)
    run.step("reading the history")
    analysis = target.labelled_analysis(ls)
    if params.model:
        analysis = last_proposed(ls, target, analysis).analysis
    run.look()
    touched = sentences_in(target, params.range) if params.range is not None else None
    if params.names is None and touched is None:
        return RejectResult([])
    unwanted = [each for each in analysis.candidates if is_wanted(each, params.names, touched)]
    return RejectResult(reject_only(files, unwanted, texts=texts_of(target, analysis)))
