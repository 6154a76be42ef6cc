"""The requests that are ours: registered at the start, loaded when the first of them comes.

Their modules bring the whole pipeline along; a server that is only asked for hovers never pays for it. Each module
has a function ``answer(run, params)`` that runs in a thread and returns one of the protocol's results. What
stands in the way is raised, as a RequestError or an error of `spade_core.errors`; `serving` tells the client of it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

import attrs
from cattrs.errors import BaseValidationError
from pygls.exceptions import JsonRpcInvalidParams

from spade_server.context import SpadeServer

if TYPE_CHECKING:
    import threading

    from spade_server.requests.serving import Report


@dataclass(frozen=True, slots=True)
class _Request:
    module: str
    params: str
    """Name of its class in one of the `_PROTOCOLS`."""
    title: str
    is_about_prompt: bool = True
    pool: Literal["asked", "labelling", "swift"] = "asked"
    """Which of the `Workers` answer it."""


_REQUESTS: Final = {
    "spade/generate": _Request("generate", "GenerateParams", "Generating assertions"),
    "spade/evaluate": _Request("evaluate", "EvaluateParams", "Running assertions"),
    "spade/select": _Request("select", "SelectParams", "Selecting assertions"),
    "spade/history": _Request("history", "HistoryParams", "Reading the history"),
    "spade/compare": _Request("compare", "CompareParams", "Comparing versions"),
    "spade/uncommitted": _Request("uncommitted", "UncommittedParams", "Reading the history"),
    "spade/report": _Request("report", "ReportParams", "Making the report"),
    "spade/label": _Request("label", "LabelParams", "Labelling", pool="labelling"),
    "spade/table": _Request("table", "TableParams", "Reading the examples", pool="swift"),
    "spade/tableRun": _Request("table_run", "TableRunParams", "Running assertions"),
    "spade/tableText": _Request("table_text", "TableTextParams", "Writing the table"),
    "spade/tests": _Request("suite", "TestsParams", "Listing the tests", pool="swift"),
    "spade/overview": _Request("overview", "OverviewParams", "Reading the prompt", pool="swift"),
    "spade/test": _Request("testing", "TestParams", "Running the tests"),
    "spade/testEstimate": _Request("estimate_tests", "TestEstimateParams", "Estimating the cost"),
    "spade/locate": _Request("locate", "LocateParams", "Finding the place", pool="swift"),
    "spade/import": _Request("import_examples", "ImportParams", "Reading the file"),
    "spade/export": _Request("export", "ExportParams", "Exporting", pool="swift"),
    "spade/prompts": _Request("prompts", "PromptsParams", "Looking for prompts", is_about_prompt=False, pool="swift"),
    "spade/reject": _Request("reject", "RejectParams", "Writing the record"),
    "spade/prefer": _Request("prefer", "PreferParams", "Writing the settings", pool="swift"),
    "spade/respond": _Request("respond", "RespondParams", "Making responses"),
    "spade/respondEstimate": _Request("estimate_respond", "RespondParams", "Estimating the cost"),
    "spade/estimate": _Request("estimate", "EstimateParams", "Estimating the cost"),
    "spade/testModel": _Request("try_model", "TestModelParams", "Testing the connection", is_about_prompt=False),
    "spade/listModels": _Request("list_models", "ListModelsParams", "Listing the models", is_about_prompt=False),
}
_PROTOCOLS: Final = ("messages", "history", "testing", "transfer", "verdicts", "table", "models")
_WRITING: Final = frozenset(
    {"spade/generate", "spade/select", "spade/label", "spade/import", "spade/respond", "spade/prefer", "spade/reject"}
)
"""Requests after which the files beside a prompt are read again; clients that watch no files would not tell."""


def register(server: SpadeServer) -> None:
    """Answer every request of ours."""
    for method, request in _REQUESTS.items():
        server.feature(method)(_handler(method, request))


def _handler(method: str, request: _Request) -> Callable[[SpadeServer, Any], Awaitable[object]]:
    async def handle(ls: SpadeServer, raw: Any) -> object:
        from spade_server.requests.requested_document import asked_of
        from spade_server.requests.serving import require_trust, tracked

        require_trust(ls)
        params = _structured(ls, method, request.params, raw)
        asked = asked_of(ls, params.uri, params.template) if request.is_about_prompt else None

        def work(stop: "threading.Event", report: "Report") -> object:
            from spade_server.requests.request_run import RequestRun

            run = RequestRun(ls, stop, report, asked)
            return import_module(f"spade_server.requests.{request.module}").answer(run, params)

        pool = getattr(ls.session.workers, request.pool)
        result = await tracked(ls, params.work_done_token, request.title, work, pool=pool)
        if method in _WRITING and asked is not None:
            ls.session.reload(lambda prompt: prompt.path.parent == asked.path.parent)
        return ls.protocol._converter.unstructure(result)

    return handle


def _with_token(params: Any) -> Any:
    """Return the parameters; a token that no progress can have makes them unreadable."""
    if not isinstance(params.work_done_token, int | str | None):
        raise TypeError("workDoneToken")
    return params


def _structured(ls: SpadeServer, method: str, name: str, raw: object) -> Any:
    protocols = (import_module(f"spade_server.protocol.{module}") for module in _PROTOCOLS)
    kind: type = next(getattr(module, name) for module in protocols if hasattr(module, name))
    try:
        return _with_token(ls.protocol._converter.structure(raw or {}, kind))
    except (BaseValidationError, TypeError, ValueError, KeyError, AttributeError) as error:
        fields = ", ".join(field.name for field in attrs.fields(kind))
        raise JsonRpcInvalidParams(f"{method}: the parameters cannot be read; there are {fields}") from error
