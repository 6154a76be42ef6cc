"""Code lenses: figures and actions above assertions, labels above examples.

A lens whose command the client does not have is shown as text: see `ClientCommand`.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from spade_server.kinds import path_of
from spade_server.language_server import SpadeServer
from spade_server.settings import Feature
from spade_server.shown import mark_of
from spade_server.work import run

if TYPE_CHECKING:
    from pathlib import Path

    from spade_core.examples import Example
    from spade_server.assertion_places import AssertionPlace
    from spade_server.protocol import ClientCommand
    from spade_server.view import TemplateView, View


def register(server: SpadeServer) -> None:
    """Offer code lenses."""
    server.feature(types.TEXT_DOCUMENT_CODE_LENS)(lenses)


async def lenses(ls: SpadeServer, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """Return the lenses of an assertions or examples file; its thousands of rows are not in the way of typing."""
    uri = params.text_document.uri
    path = path_of(uri)
    prompt = ls.session.prompt_beside(path) if path is not None else None
    if not ls.has(Feature.CODE_LENSES, uri) or path is None or prompt is None or prompt.view is None:
        return None
    view = prompt.view
    return await run(ls.session.workers.swift, lambda: _lenses(ls, uri, path, view)) or None


def _lenses(ls: SpadeServer, uri: str, path: "Path", view: "View") -> list[types.CodeLens]:
    from spade_server.assertion_places import places_of

    found: list[types.CodeLens] = []
    for template in view.templates:
        beside = template.context.beside
        if beside is not None and beside.files.assertions == path:
            found += [lens for place in places_of(template) for lens in _above_assertion(ls, uri, place)]
        if beside is not None and beside.examples_path == path:
            found += _above_examples(ls, uri, template)
    return found


def _above_assertion(ls: SpadeServer, uri: str, place: "AssertionPlace") -> list[types.CodeLens]:
    from spade_server.protocol import ClientCommand

    beside, results = place.view.context.beside, place.view.context.results
    verdict = results.verdict_on(place.assertion) if results is not None else None
    name = place.assertion.name
    titles: list[tuple[str, ClientCommand | None]] = []
    if verdict is not None and verdict.lack:
        titles.append((verdict.lack, ClientCommand.SHOW_FAILURES))
    elif verdict is not None:
        titles.append((f"coverage {verdict.coverage} · FFR {verdict.ffr}", ClientCommand.SHOW_FAILURES))
        if verdict.unsure:
            titles.append((f"no verdict on {verdict.unsure}", ClientCommand.SHOW_FAILURES))
    if beside is not None and any(each.name == name for each in beside.stored.chosen):
        titles.append(("selected", None))
    if ls.session.trusted:
        titles.append(("Run", ClientCommand.RUN_ASSERTION))
    arguments = [{"uri": uri, "template": place.view.model.name, "name": name}]
    return [_lens(ls, place.range, title, command, arguments) for title, command in titles]


def _above_examples(ls: SpadeServer, uri: str, template: "TemplateView") -> list[types.CodeLens]:
    from spade_core.examples import Label
    from spade_server.protocol import ClientCommand

    beside = template.context.beside
    if beside is None:
        return []
    examples = beside.examples.examples
    counts = {label: sum(example.label is label for example in examples) for label in (*Label, None)}
    title = f"{counts[Label.GOOD]} good · {counts[Label.BAD]} bad · {counts[None]} without a label"
    first = types.Range(types.Position(0, 0), types.Position(0, 0))
    arguments = [{"uri": uri, "template": template.model.name}]
    found = [_lens(ls, first, title, ClientCommand.LABEL_EXAMPLES, arguments)]
    failing = _failing(template)
    for example in examples:
        found += _above_example(ls, uri, template, example, failing.get(example.id, ()))
    return found


def _above_example(
    ls: SpadeServer, uri: str, template: "TemplateView", example: "Example", failed: Sequence[str]
) -> list[types.CodeLens]:
    from spade_core.examples import Label
    from spade_server.protocol import ClientCommand

    place = types.Range(types.Position(example.line - 1, 0), types.Position(example.line - 1, 0))
    found = []
    for label in Label if ls.session.trusted else ():
        given = example.label is label
        arguments = [
            {
                "uri": uri,
                "template": template.model.name,
                "exampleId": example.id,
                "label": None if given else label.value,
                "shown": mark_of(example.response),
            }
        ]
        title = f"✓ {label.value}" if given else label.value
        found.append(_lens(ls, place, title, ClientCommand.LABEL_EXAMPLE, arguments))
    if failed:
        arguments = [{"uri": uri, "template": template.model.name, "exampleId": example.id}]
        title = f"fails {', '.join(failed[:3])}{f' and {len(failed) - 3} more' if len(failed) > 3 else ''}"
        found.append(_lens(ls, place, title, ClientCommand.SHOW_FAILURES, arguments))
    return found


def _failing(template: "TemplateView") -> Mapping[str, list[str]]:
    """Return by example the assertions that fail it, by the last results; once some are selected, those of them."""
    results, beside = template.context.results, template.context.beside
    if results is None or beside is None:
        return {}
    now = {each.name: each.hash for each in beside.stored.chosen or beside.stored.assertions}
    known = {each.id: each for each in results.matrix.examples}
    same = [known[e.id] for e in beside.examples.examples if e.id in known and known[e.id].response == e.response]
    run = [c for c in results.matrix.candidates if now.get(c.name) == c.hash]
    return {each.id: [c.name for c in run if results.matrix.fails(each, c)] for each in same}


def _lens(
    ls: SpadeServer,
    place: types.Range,
    title: str,
    command: "ClientCommand | None",
    arguments: Sequence[Mapping[str, object]],
) -> types.CodeLens:
    known = command is not None and command.value in ls.commands
    return types.CodeLens(
        range=place,
        command=types.Command(
            title=title,
            command=command.value if known and command else "",
            arguments=list(arguments) if known else None,
        ),
    )
