"""``spade/reject``: what a person does not want is not proposed again."""

from spade_core.storage import reject_only, restore_rejected
from spade_server.protocol.verdicts import RejectParams, RejectResult
from spade_server.requests.generate import is_wanted, texts_of
from spade_server.requests.proposing import last_proposed
from spade_server.requests.request_run import RequestRun
from spade_server.requests.target import sentences_in


def answer(run: RequestRun, params: RejectParams) -> RejectResult:
    """Write it into the record, and return the names of those that were still to be had."""
    target = run.target
    files = target.beside.files
    run.require_adopted()
    run.require_saved(files.record)
    if params.restore:
        names = sorted(set(params.names or ()) & target.beside.stored.record.rejected.keys())
        restore_rejected(files, names)
        return RejectResult(names)
    analysis = run.labelled_analysis()
    if params.model:
        analysis = last_proposed(run, analysis).analysis
    run.look()
    touched = sentences_in(target, params.range)
    if params.names is None and touched is None:
        return RejectResult([])
    unwanted = [each for each in analysis.candidates if is_wanted(each, params.names, touched)]
    return RejectResult(reject_only(files, unwanted, texts=texts_of(target, analysis)))
