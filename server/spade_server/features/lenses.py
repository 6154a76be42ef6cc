"""Code lenses: what is there and what can be done above prompts, figures above assertions, labels above examples.

A lens whose command the client does not have is shown as text: see `ClientCommand`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from spade_server.analysis.response_key import mark_of
from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.session.work import run
from spade_server.settings import Feature
from spade_server.words import counted, said

if TYPE_CHECKING:
    from pathlib import Path

    from spade_core.examples import Example
    from spade_server.analysis.view import TemplateView, View
    from spade_server.features.assertion_places import AssertionPlace
    from spade_server.protocol.messages import ClientCommand


def register(server: SpadeServer) -> None:
    """Offer code lenses."""
    server.feature(types.TEXT_DOCUMENT_CODE_LENS)(lenses)


async def lenses(ls: SpadeServer, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """Return the lenses of a prompt, or of a file beside one; its thousands of rows are not in the way of typing."""
    uri = params.text_document.uri
    path = path_of(uri)
    if not ls.has(Feature.CODE_LENSES, uri):
        return None
    if ls.is_prompt(uri):
        shown = await ls.view_of(uri)
        return [lens for template in shown.templates for lens in _above_prompt(ls, uri, shown, template)] or None
    prompt = ls.session.prompt_beside(path)
    if path is None or prompt is None or prompt.view is None:
        return None
    view = prompt.view
    return await run(ls.session.workers.swift, lambda: _lenses(ls, uri, path, view)) or None


def _lenses(ls: SpadeServer, uri: str, path: "Path", view: "View") -> list[types.CodeLens]:
    from spade_server.features.assertion_places import places_of

    found: list[types.CodeLens] = []
    for template in view.templates:
        beside = template.context.beside
        if beside is not None and beside.files.assertions == path:
            found += [lens for place in places_of(template) for lens in _above_assertion(ls, uri, place)]
        if beside is not None and beside.examples_path == path:
            found += _above_examples(ls, uri, template)
    return found


def _above_prompt(ls: SpadeServer, uri: str, view: "View", template: "TemplateView") -> Iterator[types.CodeLens]:
    """Yield what there is, and the steps that can be taken now; nothing before the files beside it are read."""
    from spade_core.examples import Label
    from spade_core.text import Span
    from spade_server.analysis.next_steps import next_steps
    from spade_server.documents.ranges import range_of
    from spade_server.protocol.messages import ClientCommand

    beside, past = template.context.beside, template.context.sentence_history
    if beside is None or not template.model.template.parts:
        return
    examples, stored = beside.examples.examples, beside.stored
    labels, assertions = beside.labels, len(stored.assertions)
    given = "{0} good, {1} bad, {2} to label" if labels[None] else "{0} good, {1} bad"
    there = [
        *([counted(past.versions, "version")] if past is not None and past.versions else []),
        *([counted(assertions, "assertion")] if assertions else []),
        *([said(given, labels[Label.GOOD], labels[Label.BAD], labels[None])] if examples else []),
        *([said("{0} selected", len(stored.chosen))] if stored.chosen else []),
    ] or [said("no assertions")]
    part = template.model.template.parts[0].source.locate(Span(0, 0)).shifted(template.model.shift)
    place = range_of(view.model.lines, part)
    arguments = [{"uri": uri, "template": template.model.name}]
    # A narrow window cuts the end of the line, which is not what there is to click.
    trust = [(ClientCommand.TRUST, said("Manage Workspace Trust"))]
    for command, title in next_steps(beside) if ls.session.trusted else trust:
        if command.value in ls.commands:
            yield _lens(ls, place, title, command, arguments)
    yield _lens(ls, place, " · ".join(there), ClientCommand.SHOW_HISTORY, arguments)


def _above_assertion(ls: SpadeServer, uri: str, place: "AssertionPlace") -> list[types.CodeLens]:
    from spade_server.protocol.messages import ClientCommand

    beside, results = place.view.context.beside, place.view.context.results
    verdict = results.verdict_on(place.assertion) if results is not None else None
    name = place.assertion.name
    titles: list[tuple[str, ClientCommand | None]] = []
    if verdict is not None and verdict.lack:
        titles.append((verdict.lack, ClientCommand.SHOW_FAILURES))
    elif verdict is not None:
        rates = (("{0} of {1} bad caught", verdict.coverage), ("{0} of {1} good flagged", verdict.ffr))
        figures = " · ".join(said(text, rate.count, rate.total) for text, rate in rates)
        titles.append((figures, ClientCommand.SHOW_FAILURES))
        if verdict.unsure:
            titles.append((said("no verdict on {0}", verdict.unsure), ClientCommand.SHOW_FAILURES))
    if beside is not None and any(each.name == name for each in beside.stored.chosen):
        titles.append((said("selected"), None))
    if ls.session.trusted:
        titles.append((said("Run"), ClientCommand.RUN_ASSERTION))
    arguments = [{"uri": uri, "template": place.view.model.name, "name": name}]
    return [_lens(ls, place.range, title, command, arguments) for title, command in titles]


def _above_examples(ls: SpadeServer, uri: str, template: "TemplateView") -> list[types.CodeLens]:
    from spade_core.examples import Label
    from spade_server.protocol.messages import ClientCommand

    beside = template.context.beside
    if beside is None:
        return []
    examples = beside.examples.examples
    counts = beside.labels
    title = said("{0} good · {1} bad · {2} without a label", counts[Label.GOOD], counts[Label.BAD], counts[None])
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
    from spade_server.protocol.messages import ClientCommand

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
        title = f"✓ {said(label.value)}" if given else said(label.value)
        found.append(_lens(ls, place, title, ClientCommand.LABEL_EXAMPLE, arguments))
    if failed:
        arguments = [{"uri": uri, "template": template.model.name, "exampleId": example.id}]
        names, more = ", ".join(failed[:3]), len(failed) - 3
        title = said("fails {0} and {1} more", names, more) if more > 0 else said("fails {0}", names)
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
