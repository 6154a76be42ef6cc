"""Definition, references and rename, between instructions and assertions and between placeholders and fields."""

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of, uri_of
from spade_server.settings import Feature

if TYPE_CHECKING:
    from spade_server.analysis.view import View
    from spade_server.features.assertion_places import AssertionPlace
    from spade_server.features.references import Field


def register(server: SpadeServer) -> None:
    """Offer definition, references and rename."""
    server.feature(types.TEXT_DOCUMENT_DEFINITION)(definition)
    server.feature(types.TEXT_DOCUMENT_REFERENCES)(references)
    server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)(prepare_rename)
    server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))(rename)


async def definition(ls: SpadeServer, params: types.DefinitionParams) -> list[types.Location] | None:
    """Return where to go: from an instruction to its assertions and back, from a placeholder to its field and back."""
    uri, position = params.text_document.uri, params.position
    if not ls.has(Feature.NAVIGATION, params.text_document.uri):
        return None
    from spade_server.features.assertion_places import assertion_at
    from spade_server.features.references import (
        assertions_of,
        instructions_of,
        mark_at,
        marks_of,
        placeholder_field,
        rows_of,
    )

    if ls.is_prompt(uri):
        view = await ls.view_of(uri)
        if (marked := mark_at(view, position)) is not None:
            return rows_of(marked[0], placeholder_field(marked[1]), most=1)
        found = view.at(_offset(view, position))
        return assertions_of(*found) if found is not None else None
    field, prompt_view = _field_beside(ls, uri, position)
    if field is not None and prompt_view is not None:
        return marks_of(prompt_view, field.view, field.name)
    place = assertion_at(ls, uri, position)
    prompt_view = prompt_view or _view_beside(ls, uri)
    if place is None or prompt_view is None:
        return None
    return instructions_of(prompt_view, place.view, place.assertion.name)


async def references(ls: SpadeServer, params: types.ReferenceParams) -> list[types.Location] | None:
    """Return every place that speaks of the placeholder, the instruction or the assertion at a position."""
    uri, position = params.text_document.uri, params.position
    if not ls.has(Feature.NAVIGATION, params.text_document.uri):
        return None
    from spade_server.features.references import declarations_of, marks_of, rows_of, uses_of

    field, view = await _field_at(ls, uri, position)
    if field is not None and view is not None:
        return [
            *marks_of(view, field.view, field.name),
            *declarations_of(view, field.view, field.name),
            *uses_of(field.view, field.name),
            *rows_of(field.view, field.name),
        ]
    return await definition(ls, types.DefinitionParams(params.text_document, position))


async def prepare_rename(
    ls: SpadeServer, params: types.PrepareRenameParams
) -> types.Range | types.PrepareRenamePlaceholder | None:
    """Return what would be renamed; None where nothing can be.

    An instruction that one assertion checks stands for that assertion.
    """
    if not ls.has(Feature.RENAME, params.text_document.uri):
        return None
    from spade_server.features.assertion_places import assertion_at

    field, _ = await _field_at(ls, params.text_document.uri, params.position)
    if field is not None:
        return field.range
    if ls.is_prompt(params.text_document.uri):
        checked = await _checked_at(ls, params.text_document.uri, params.position)
        return types.PrepareRenamePlaceholder(checked[0], checked[1].assertion.name) if checked is not None else None
    place = assertion_at(ls, params.text_document.uri, params.position)
    return place.range if place is not None and _within(place.range, params.position) else None


async def rename(ls: SpadeServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Return the edit that renames a field everywhere, or an assertion in its file and in the record.

    Where the record is not edited it knows the assertion by its body: nothing is forgotten.
    """
    if not ls.has(Feature.RENAME, params.text_document.uri):
        return None
    from spade_server.features.assertion_places import assertion_at
    from spade_server.features.new_names import fault_of_field_name, fault_of_name
    from spade_server.features.references import renamed_field

    uri, new = params.text_document.uri, params.new_name
    _refuse(fault_of_name(new))
    field, view = await _field_at(ls, uri, params.position)
    changes: dict[str, list[types.TextEdit]] = {}
    if field is not None and view is not None:
        _refuse(fault_of_field_name(field.view, field.name, new))
        for path, edit in renamed_field(view, field.view, field.name, new):
            changes.setdefault(uri_of(path), []).append(edit)
        return types.WorkspaceEdit(changes=changes)
    if ls.is_prompt(uri):
        checked = await _checked_at(ls, uri, params.position)
        beside = checked[1].view.context.beside if checked is not None else None
        if checked is None or beside is None:
            return None
        return _renamed_assertion(ls, checked[1], uri_of(beside.files.assertions), new)
    place = assertion_at(ls, uri, params.position)
    return _renamed_assertion(ls, place, uri, new) if place is not None else None


def _renamed_assertion(ls: SpadeServer, place: "AssertionPlace", uri: str, new: str) -> types.WorkspaceEdit:
    """Return the edit of the assertions file, and of the record where it names the assertion."""
    from spade_server.features.assertion_places import places_of
    from spade_server.features.new_names import fault_of_assertion_name
    from spade_server.features.references import renamed_in_record

    _refuse(fault_of_assertion_name(new, frozenset(each.assertion.name for each in places_of(place.view))))
    changes = {uri: [types.TextEdit(place.range, new)]}
    beside = place.view.context.beside
    shown = ls.session.overlay().get(beside.files.record) if beside is not None else None
    in_record = renamed_in_record(place.view, place.assertion, new, shown)
    if in_record is not None:
        changes[uri_of(in_record[0])] = [in_record[1]]
    return types.WorkspaceEdit(changes=changes)


async def _checked_at(
    ls: SpadeServer, uri: str, position: types.Position
) -> "tuple[types.Range, AssertionPlace] | None":
    """Return the instruction at a position of a prompt and the assertion that checks it, where it is a single one."""
    from spade_server.documents.ranges import range_of
    from spade_server.features.assertion_places import places_of

    view = await ls.view_of(uri)
    found = view.at(_offset(view, position))
    if found is None:
        return None
    template, instruction = found
    names = {link.assertion.name for link in template.links.of_instruction(instruction)}
    places = [place for place in places_of(template) if place.assertion.name in names]
    return (range_of(view.model.lines, instruction.span), places[0]) if len(places) == 1 else None


def _refuse(fault: str | None) -> None:
    if fault is not None:
        raise JsonRpcException(fault, JsonRpcInvalidParams.CODE)


async def _field_at(ls: SpadeServer, uri: str, position: types.Position) -> "tuple[Field | None, View | None]":
    if not ls.is_prompt(uri):
        return _field_beside(ls, uri, position)
    from spade_server.documents.ranges import range_of
    from spade_server.features.references import Field, mark_at, name_span, placeholder_field

    view = await ls.view_of(uri)
    marked = mark_at(view, position)
    span = name_span(view, marked[1]) if marked is not None else None
    if marked is None or span is None:
        return None, None
    return Field(placeholder_field(marked[1]), marked[0], range_of(view.model.lines, span)), view


def _field_beside(ls: SpadeServer, uri: str, position: types.Position) -> "tuple[Field | None, View | None]":
    from spade_server.features.references import field_in_assertions, field_in_examples

    path, view = path_of(uri), _view_beside(ls, uri)
    for template in view.templates if view is not None else ():
        beside = template.context.beside
        if beside is not None and beside.files.assertions == path:
            return field_in_assertions(template, position), view
        if beside is not None and beside.examples_path == path:
            return field_in_examples(template, position), view
    return None, None


def _view_beside(ls: SpadeServer, uri: str) -> "View | None":
    path = path_of(uri)
    prompt = ls.session.prompt_beside(path)
    return prompt.view if prompt is not None else None


def _offset(view: "View", position: types.Position) -> int:
    from spade_server.documents.ranges import offset_of

    return offset_of(view.model.lines, position)


def _within(place: types.Range, position: types.Position) -> bool:
    return (place.start.line, place.start.character) <= (position.line, position.character) and (
        position.line,
        position.character,
    ) <= (place.end.line, place.end.character)
