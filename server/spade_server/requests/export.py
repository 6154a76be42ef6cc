"""``spade/export``: the assertions or the examples as a file of another kind, for the client to save."""

from spade_core.export import ExportFormat, exported
from spade_server.kinds import uri_of
from spade_server.language_server import SpadeServer
from spade_server.protocol import ErrorCode
from spade_server.requests.asked import Asked
from spade_server.requests.serving import RequestError, Run
from spade_server.requests.target import target_of
from spade_server.transfer_protocol import ExportParams, ExportResult


def answer(_ls: SpadeServer, asked: Asked, params: ExportParams, run: Run) -> ExportResult:
    """Return the file; nothing is written."""
    target = target_of(asked, run)
    try:
        kind = ExportFormat(params.format)
    except ValueError as error:
        there = ", ".join(ExportFormat)
        raise RequestError(
            ErrorCode.SETTINGS, f"no format is called {params.format!r:.60}; there are {there}"
        ) from error
    beside = target.beside
    made = exported(
        kind,
        beside.files,
        beside.stored,
        beside.examples.examples,
        examples_name=beside.examples_path.name,
        everything=params.everything,
    )
    if kind is ExportFormat.CSV and not made.examples:
        raise RequestError(ErrorCode.NO_LABELS, f"{beside.examples_path.name}: no example carries a label")
    if kind is not ExportFormat.CSV and not made.assertions:
        lack = (
            f"no assertion can be exported: a judge is asked by {', '.join(made.left_out)}, and there is none outside"
            if made.left_out
            else "nothing is selected; select the minimal set first"
        )
        raise RequestError(ErrorCode.NO_ASSERTIONS, f"{beside.files.record.name}: {lack}")
    return ExportResult(
        uri=uri_of(target.path.with_name(made.name)),
        text=made.text,
        assertions=list(made.assertions),
        left_out=list(made.left_out),
        examples=made.examples,
        problems=target.problems,
    )
