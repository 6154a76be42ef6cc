"""``spade/tableRun``: all assertions on all rows, for the table."""

from spade_server.context import SpadeServer
from spade_server.protocol.table import TableRunParams, TableRunResult
from spade_server.requests.judging import judging
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.running import RequestSandbox, require_runnable
from spade_server.requests.serving import RequestRun
from spade_server.requests.target import target_of


def answer(ls: SpadeServer, asked: RequestedDocument, _params: TableRunParams, run: RequestRun) -> TableRunResult:
    """Run them and keep what they say."""
    target = target_of(asked, run)
    require_runnable(target, labels=False)
    stored = target.beside.stored.assertions
    with judging(ls, target, run, wanted=False, kept=any(each.asks_judge for each in stored)) as judge:
        sandbox = RequestSandbox(run, judging=judge, prompt=target.path, values=target.values)
        matrix = sandbox.run([each.candidate() for each in stored], target.prompted.examples)
    ls.session.table_runs[target.path, target.template] = matrix
    return TableRunResult(len(matrix.candidates) * len(matrix.examples))
