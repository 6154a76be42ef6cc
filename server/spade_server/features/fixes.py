"""Quick fixes in the files beside a prompt that lead on: to what generates anew, to labelling, to the failing rows."""

from collections.abc import Iterator, Mapping

from lsprotocol import types

from spade_server.analysis.finding import quoted
from spade_server.analysis.linking import Fit
from spade_server.codes import Code
from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of, uri_of
from spade_server.documents.ranges import range_of, wire_range
from spade_server.features.assertion_places import AssertionPlace, assertion_at
from spade_server.protocol.messages import ClientCommand
from spade_server.words import said


def fixes_beside(ls: SpadeServer, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield what leads on from the diagnostics of an assertions file or an examples file."""
    uri = params.text_document.uri
    for diagnostic in params.context.diagnostics if ls.session.trusted else ():
        if diagnostic.code == Code.TOO_FEW_LABELS:
            yield from leading_on(ls, said("Label examples"), diagnostic, ClientCommand.LABEL_EXAMPLES, {"uri": uri})
            continue
        place = assertion_at(ls, uri, diagnostic.range.start)
        if place is None:
            continue
        if diagnostic.code == Code.FAILS_GOOD_EXAMPLE:
            about = {"uri": uri, "template": place.view.model.name, "name": place.assertion.name}
            title = said("Show the responses that {0} fails", place.assertion.name)
            yield from leading_on(ls, title, diagnostic, ClientCommand.SHOW_FAILURES, about)
        elif diagnostic.code == Code.OUTDATED_ASSERTION:
            yield from _anew(ls, diagnostic, place)


def _anew(ls: SpadeServer, diagnostic: types.Diagnostic, place: AssertionPlace) -> Iterator[types.CodeAction]:
    """Yield the generation for what the prompt says now in place of what the assertion was made from."""
    path = path_of(diagnostic.related_information[0].location.uri) if diagnostic.related_information else None
    prompt = ls.session.prompts.get(path) if path is not None else None
    links = place.view.links.of_assertion(place.assertion.name)
    changed = next((each.instruction for each in links if each.fit is Fit.CHANGED), None)
    if prompt is None or prompt.view is None or changed is None:
        return
    where = wire_range(range_of(prompt.view.model.lines, changed.span))
    asked = {"uri": uri_of(prompt.path), "template": place.view.model.name, "range": where}
    yield types.CodeAction(
        title=said("Generate assertions for {0}", quoted(changed.sentence.text)),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        data={"generate": asked},
    )


def leading_on(
    ls: SpadeServer, title: str, fixed: types.Diagnostic, command: ClientCommand, about: Mapping[str, object]
) -> Iterator[types.CodeAction]:
    """Yield the quick fix that is a command, where the client has the command."""
    if command.value in ls.commands:
        told = types.Command(title=title, command=command.value, arguments=[about])
        yield types.CodeAction(title=title, kind=types.CodeActionKind.QuickFix, diagnostics=[fixed], command=told)


def preferring(ls: SpadeServer, uri: str, position: types.Position) -> Iterator[types.CodeAction]:
    """Yield the actions on the assertion at a position; none for a client that cannot carry them out."""
    if not ls.session.trusted or ClientCommand.PREFER.value not in ls.commands:
        return
    place = assertion_at(ls, uri, position)
    beside = place.view.context.beside if place is not None else None
    if place is None or beside is None:
        return
    name, settings = place.assertion.name, beside.settings
    now = "always" if name in settings.require else "never" if name in settings.forbid else ""
    for use, title in (
        ("always", said("Always keep {0} in the set", name)),
        ("never", said("Never use {0} in the set", name)),
        ("", said("Select {0} as it comes, neither always nor never", name)),
    ):
        if use != now:
            asked = {"uri": uri, "template": place.view.model.name, "name": name, "use": use}
            command = types.Command(title=title, command=ClientCommand.PREFER.value, arguments=[asked])
            yield types.CodeAction(title=title, kind=types.CodeActionKind.RefactorRewrite, command=command)
