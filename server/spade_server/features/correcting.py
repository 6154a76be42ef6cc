"""The value that a response probably means, as a copy of its row that says it."""

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.words import said

if TYPE_CHECKING:
    from spade_server.documents.sidecars import Sidecars

_log = logging.getLogger(__name__)


async def corrections(ls: SpadeServer, uri: str, position: types.Position) -> list[types.CodeAction]:
    """Return the copy of the row at a position whose values of named sets are put right; none where nothing is sure."""
    from spade_server.session.work import run

    path = path_of(uri)
    prompt = ls.session.prompt_beside(path)
    view = prompt.view if prompt is not None else None
    if view is None or not ls.session.trusted:
        return []
    besides = [each.context.beside for each in view.templates]
    beside = next((each for each in besides if each is not None and each.examples_path == path), None)
    if beside is None or not beside.settings.values:
        return []

    def work() -> list[types.CodeAction]:
        return list(_copies(uri, beside, position.line + 1))

    return await run(ls.session.workers.reading, work)


def _copies(uri: str, beside: "Sidecars", line: int) -> Iterator[types.CodeAction]:
    from dataclasses import replace

    from spade_core.errors import ValuesError
    from spade_core.examples import append_examples, content_id
    from spade_core.report import in_line
    from spade_core.settings import named_sets
    from spade_core.values import corrected, misnomers
    from spade_server.documents.ranges import difference

    known = named_sets(beside.settings, lambda problem: _log.warning("%s", problem))
    text = beside.examples_text or ""
    for example in (each for each in beside.examples.examples if each.line == line):
        try:
            sources = [each.source for each in beside.stored.assertions]
            found = dict.fromkeys(one for source in sources for one in misnomers(source, example, known))
        except ValuesError as error:
            _log.warning("%s", error)
            return
        made = corrected(example, found)
        if not made.done:
            continue
        fresh = content_id(example.fields, example.prompt, made.response)
        copy = replace(example, id=fresh, response=made.response, label=None, extra={})
        range_, added = difference(text, append_examples(text, [copy])[0])
        done = ", ".join(said("{0} for {1}", each.nearest.correction, each.text) for each in made.done)
        yield types.CodeAction(
            title=said("Add a copy of this row with {0}", in_line(done, most=80)),
            kind=types.CodeActionKind.QuickFix,
            edit=types.WorkspaceEdit(changes={uri: [types.TextEdit(range_, added)]}),
        )
