"""``spade/tableRun``: all assertions on all rows, for the table."""

from spade_server.protocol.table import TableRunParams, TableRunResult
from spade_server.requests.judging import judging
from spade_server.requests.request_run import RequestRun
from spade_server.requests.running import RequestSandbox, require_runnable


def answer(run: RequestRun, _params: TableRunParams) -> TableRunResult:
    """Run them and keep what they say."""
    target = run.target
    require_runnable(target, labels=False)
    stored = target.beside.stored.assertions
    with judging(run, wanted=False, kept=any(each.asks_judge for each in stored)) as judge:
        sandbox = RequestSandbox(run, judge)
        matrix = sandbox.run([each.candidate() for each in stored], target.prompted.examples)
    run.ls.session.table_runs[target.path, target.template] = matrix
    return TableRunResult(len(matrix.candidates) * len(matrix.examples))
