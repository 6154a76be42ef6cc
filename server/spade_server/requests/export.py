"""``spade/export``: the assertions or the examples as a file of another kind, written where the person says."""

from spade_core.export import Export, ExportFormat, exported, holds_code
from spade_core.storage import TextFile, write_text_file
from spade_server.documents.kinds import uri_of
from spade_server.protocol.messages import ErrorCode
from spade_server.protocol.transfer import ExportParams, ExportResult
from spade_server.requests.request_run import RequestRun
from spade_server.requests.serving import RequestError, file_at, member


def answer(run: RequestRun, params: ExportParams) -> ExportResult:
    """Return the file, and write it where that is asked for."""
    target = run.target
    kind = member(ExportFormat, params.format, "no format is called {}")
    if holds_code(kind) and (distrust := run.distrust):
        raise RequestError(ErrorCode.UNTRUSTED, distrust)
    beside = target.beside
    path = file_at(params.to) if params.to else None
    made = exported(
        kind,
        beside.files,
        beside.stored,
        beside.examples.examples,
        template=target.prompt,
        examples_name=beside.examples_path.name,
        everything=params.everything,
        name=path.name if path is not None else "",
    )
    if not holds_code(kind) and not made.examples:
        raise RequestError(ErrorCode.NO_LABELS, f"{beside.examples_path.name}: no example carries a label")
    if holds_code(kind) and not made.assertions:
        raise RequestError(ErrorCode.NO_ASSERTIONS, f"{beside.files.record.name}: {_lack(made)}")
    path = path or target.path.with_name(made.name)
    if params.to:
        others = [path.with_name(each.name) for each in made.files[1:]]
        if there := next((other for other in others if other.exists()), None):
            raise RequestError(ErrorCode.UNREADABLE, f"{there.name} is there already; remove it first")
        run.require_saved(path)
        run.look()
        for file in made.files:
            write_text_file(TextFile(path.with_name(file.name), file.text))
    return ExportResult(
        uri=uri_of(path),
        text=made.text.encode("utf-8", "replace").decode(),
        assertions=list(made.assertions),
        left_out=list(made.left_out),
        examples=made.examples,
        problems=[*map(str, made.refused), *(f"left out: {each}" for each in made.unmapped), *target.problems],
    )


def _lack(made: Export) -> str:
    """Return why no assertion is exported."""
    if made.left_out:
        return (
            f"no assertion can be exported: a judge is asked by {', '.join(made.left_out)}, and there is none outside"
        )
    if made.refused:
        return f"no assertion can be exported: {'; '.join(each.message for each in made.refused)}"
    return "nothing is selected; select the minimal set first"
