"""Code actions: generate assertions, and quick fixes for the diagnostics. Their edits are made when they are chosen."""

import difflib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from spade_server.codes import Code
from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.features.moving import can_rename
from spade_server.settings import Feature
from spade_server.words import said

if TYPE_CHECKING:
    from spade_server.analysis.prompt_model import Instruction
    from spade_server.analysis.view import TemplateView, View
    from spade_server.protocol.messages import GenerateParams

_GENERATE_ALL: Final = "source.generateAssertions"
_GENERATED_FOR: Final = frozenset({Code.MISSING_ASSERTION, Code.VAGUE_CRITERION})
_KINDS: Final = (types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite, _GENERATE_ALL)


def register(server: SpadeServer) -> None:
    """Offer code actions."""
    options = types.CodeActionOptions(code_action_kinds=list(_KINDS), resolve_provider=True)
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(actions)
    server.feature(types.CODE_ACTION_RESOLVE)(resolve)


async def actions(ls: SpadeServer, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    """Return what can be done at a range."""
    uri = params.text_document.uri
    if not ls.has(Feature.CODE_ACTIONS, params.text_document.uri):
        return None
    found: list[types.CodeAction] = []
    if ls.is_prompt(uri):
        from spade_server.analysis.following import fixes_for_orphans

        view = await ls.view_of(uri)
        found += _fixes_of_prompt(view, params)
        if can_rename(ls):
            found += fixes_for_orphans(view, params.context.diagnostics, ls.session.overlay())
        found += _removals(view, params)
        if ls.session.trusted:
            found += _generating(view, params)
            found += _unneeded(ls, view, params)
    else:
        from spade_server.features.correcting import corrections
        from spade_server.features.fixes import fixes_beside, preferring

        found += [*fixes_beside(ls, params), *_fixes_of_assertions(ls, params)]
        found += preferring(ls, uri, params.range.start)
        found += await corrections(ls, uri, params.range.start)
    wanted = params.context.only
    return [each for each in found if wanted is None or any(_is_kind(each.kind, kind) for kind in wanted)]


async def resolve(ls: SpadeServer, action: types.CodeAction) -> types.CodeAction:
    """Return the action with the edit that it makes, to be confirmed by the person where the client can show it."""
    data: Any = action.data
    if not isinstance(data, dict) or "generate" not in data:
        return action
    from spade_server.requests.requested_document import asked_of
    from spade_server.requests.serving import require_trust, tracked

    require_trust(ls)  # the action may be from before, or made up
    params = _asked_for(ls, data["generate"])
    contexts = data["generate"].get("contexts") is True
    asked = asked_of(ls, params.uri, params.template)

    def work(stop: Any, report: Any) -> Any:
        from spade_server.requests.generate import answer, answer_about_contexts
        from spade_server.requests.request_run import RequestRun

        return (answer_about_contexts if contexts else answer)(RequestRun(ls, stop, report, asked), params)

    result = await tracked(ls, None, action.title, work)
    action.edit = result.edit
    if result.edit is None:
        action.disabled = types.CodeActionDisabled(reason=said("nothing new to generate"))
    return action


def _asked_for(ls: SpadeServer, given: Any) -> "GenerateParams":
    """Return what an action asks for, as it was sent with it."""
    from cattrs.errors import BaseValidationError

    from spade_server.protocol.messages import GenerateParams

    try:
        place = ls.protocol._converter.structure(given["range"], types.Range) if given.get("range") else None
        uri, template = given["uri"], given["template"]
    except (BaseValidationError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise JsonRpcInvalidParams(
            f"{types.CODE_ACTION_RESOLVE}: the data are none that came with an action"
        ) from error
    if not isinstance(uri, str) or not isinstance(template, str):
        raise JsonRpcInvalidParams(f"{types.CODE_ACTION_RESOLVE}: the data are none that came with an action")
    return GenerateParams(uri=uri, template=template, range=place)


def _is_kind(kind: types.CodeActionKind | str | None, wanted: types.CodeActionKind | str) -> bool:
    """Whether a kind is the wanted one or below it; known kinds come as members of an enum, others as text."""
    names = [each.value if isinstance(each, types.CodeActionKind) else each or "" for each in (kind, wanted)]
    return names[0] == names[1] or names[0].startswith(f"{names[1]}.")


def _generating(view: "View", params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield generation for the instruction or selection, and for the whole prompt."""
    from spade_server.documents.ranges import offset_of

    lines = view.model.lines
    start, end = offset_of(lines, params.range.start), offset_of(lines, params.range.end)
    for template in view.templates:
        touched = [each for _, each in template.model.touching(start, end)]
        if any(each.criteria for each in touched):
            one, many = "Generate assertions for this instruction", "Generate assertions for the selected instructions"
            title = said(one) if len(touched) == 1 else said(many)
            fixed = [each for each in params.context.diagnostics if each.code in _GENERATED_FOR]
            kind = types.CodeActionKind.QuickFix if fixed else types.CodeActionKind.RefactorRewrite
            yield _generate(title, kind, params, template, params.range, fixed)
        if _bring_contexts(template, touched):
            title = said("Generate assertions for the retrieved contexts")
            kind = types.CodeActionKind.RefactorRewrite
            yield _generate(title, kind, params, template, None, [], contexts=True)
        if touched or len(view.templates) == 1:
            name = template.model.name
            of = said("Generate assertions for all versions of {0}", name)
            title = of if name else said("Generate assertions for all versions")
            yield _generate(title, _GENERATE_ALL, params, template, None, [])


def _bring_contexts(template: "TemplateView", touched: "Sequence[Instruction]") -> bool:
    """Whether one of these brings retrieved contexts beside a question, or says what the response owes to them."""
    from spade_core.context import fields_of_prompt, offered

    beside = template.context.beside
    contexts, question = beside.settings.contexts if beside is not None else ("", "")
    placeholders = [mark.placeholder.name for mark in template.model.marks]
    fields = fields_of_prompt(placeholders, (), contexts=contexts, question=question) if touched else None
    if fields is None:
        return False
    sentences = [each.sentence for each in template.model.instructions]
    asking = {sentence for sentence, _ in offered(sentences, fields, (), tau=0)}
    return any(each.sentence in asking for each in touched)


def _generate(
    title: str,
    kind: types.CodeActionKind | str,
    params: types.CodeActionParams,
    template: "TemplateView",
    place: types.Range | None,
    fixed: list[types.Diagnostic],
    *,
    contexts: bool = False,
) -> types.CodeAction:
    from spade_server.documents.ranges import wire_range

    where = wire_range(place) if place is not None else None
    asked = {"uri": params.text_document.uri, "template": template.model.name, "range": where, "contexts": contexts}
    return types.CodeAction(title=title, kind=kind, diagnostics=fixed or None, data={"generate": asked})


def _unneeded(ls: SpadeServer, view: "View", params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield that an instruction needs no assertion, for a client that can carry it out."""
    from spade_server.documents.ranges import offset_of, wire_range
    from spade_server.features.fixes import leading_on
    from spade_server.protocol.messages import ClientCommand

    title = said("Not needed: propose no assertion for this instruction")
    for diagnostic in params.context.diagnostics:
        found = view.at(offset_of(view.model.lines, diagnostic.range.start))
        if diagnostic.code != Code.MISSING_ASSERTION or found is None:
            continue
        where = wire_range(diagnostic.range)
        asked = {"uri": params.text_document.uri, "template": found[0].model.name, "range": where}
        yield from leading_on(ls, title, diagnostic, ClientCommand.REJECT, asked)


def _fixes_of_prompt(view: "View", params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield the nearest field for a placeholder that no example has."""
    from spade_server.analysis.placeholders import fields_of
    from spade_server.documents.ranges import range_of
    from spade_server.features.references import mark_at, name_span, placeholder_field

    for diagnostic in params.context.diagnostics:
        if diagnostic.code != Code.UNKNOWN_PLACEHOLDER:
            continue
        marked = mark_at(view, diagnostic.range.start)
        span = name_span(view, marked[1]) if marked is not None else None
        if marked is None or span is None:
            continue
        for name in difflib.get_close_matches(placeholder_field(marked[1]), sorted(fields_of(marked[0])), 2, 0.4):
            edit = types.TextEdit(range_of(view.model.lines, span), name)
            yield types.CodeAction(
                title=said("Use the field {0}", name),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                edit=types.WorkspaceEdit(changes={params.text_document.uri: [edit]}),
            )


def _removals(view: "View", params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield the removal of the one and of the other of two instructions that contradict each other."""
    from spade_server.analysis.finding import quoted
    from spade_server.documents.ranges import offset_of, range_of
    from spade_server.features.removing import removal_of

    uri, lines = params.text_document.uri, view.model.lines
    for diagnostic in params.context.diagnostics:
        if diagnostic.code != Code.CONTRADICTION:
            continue
        others = [each.location.range for each in diagnostic.related_information or () if each.location.uri == uri]
        for place in (diagnostic.range, *others):
            found = view.at(offset_of(lines, place.start))
            if found is None:
                continue
            instruction = found[1]
            edit = types.TextEdit(range_of(lines, removal_of(view.model.text, instruction.span)), "")
            yield types.CodeAction(
                title=said("Remove {0}", quoted(instruction.sentence.text)),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                edit=types.WorkspaceEdit(changes={uri: [edit]}),
            )


def _fixes_of_assertions(ls: SpadeServer, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield the deletion of an assertion whose instruction is gone or asks for something else."""
    from spade_core.storage import edited_text
    from spade_server.documents.ranges import difference
    from spade_server.features.assertion_places import assertion_at

    uri = params.text_document.uri
    path = path_of(uri)
    for diagnostic in params.context.diagnostics:
        if path is None or diagnostic.code not in {Code.ORPHANED_ASSERTION, Code.OUTDATED_ASSERTION}:
            continue
        place = assertion_at(ls, uri, diagnostic.range.start)
        if place is None:
            continue
        newline = "\r\n" if "\r\n" in place.text else "\n"
        text = edited_text(place.text, replaced={}, removed=[place.assertion.block], appended=[], newline=newline)
        range_, new_text = difference(place.text, text)
        yield types.CodeAction(
            title=said("Delete {0}", place.assertion.name),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=types.WorkspaceEdit(changes={uri: [types.TextEdit(range_, new_text)]}),
        )
