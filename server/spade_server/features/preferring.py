"""What can be done about an assertion's place in the set: always in it, never in it, or as it comes."""

from collections.abc import Iterator

from lsprotocol import types

from spade_server.context import SpadeServer
from spade_server.features.assertion_places import assertion_at
from spade_server.protocol.messages import ClientCommand


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
        ("always", f"Always keep {name} in the set"),
        ("never", f"Never use {name} in the set"),
        ("", f"Select {name} as it comes, neither always nor never"),
    ):
        if use != now:
            asked = {"uri": uri, "template": place.view.model.name, "name": name, "use": use}
            command = types.Command(title=title, command=ClientCommand.PREFER.value, arguments=[asked])
            yield types.CodeAction(title=title, kind=types.CodeActionKind.RefactorRewrite, command=command)
