"""A guard around a client of `openai`: a copy of it whose methods that make text are guarded, and nothing else."""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from spade_core.guard.counts import Count
from spade_core.guard.replies import Chat, ResponsesReply, Shape, replaced
from spade_core.guard.streams import GuardedAsyncStream, GuardedStream
from spade_core.guard.turns import RetryMessage, finished, run, settled

if TYPE_CHECKING:
    from spade_core.guard.guard import Guard

_Client = TypeVar("_Client")
_PLACES: Final[tuple[tuple[str, Shape], ...]] = (
    ("chat.completions", Chat()),
    ("beta.chat.completions", Chat()),
    ("responses", ResponsesReply()),
)
_METHODS: Final = ("create", "parse")
"""What `stream` calls, too."""
_RAW: Final = "X-Stainless-Raw-Response"
"""Where the caller wants what came over the wire."""


def guarded_client(client: _Client, guard: "Guard") -> _Client:
    """Return a guarded copy of a client; they share their connections.

    Raises:
        TypeError: it is no client of `openai`.
    """
    copy = getattr(client, "copy", None)
    if copy is None or not hasattr(client, "chat"):
        raise TypeError(f"a client of openai is wanted, not {type(client).__name__}")
    found: Any = copy()
    is_async = hasattr(client, "__aenter__")
    for place, shape in _PLACES:
        try:
            resource = functools.reduce(getattr, place.split("."), found)
        except AttributeError:  # an older client does not have it
            continue
        for method in _METHODS:
            if (original := getattr(resource, method, None)) is not None:
                setattr(resource, method, _guarded(original, shape, guard, is_async=is_async))
    copied = found.copy
    found.copy = found.with_options = lambda **options: guarded_client(copied(**options), guard)
    return found  # type: ignore[no-any-return]


def _guarded(original: Callable[..., Any], shape: Shape, guard: "Guard", *, is_async: bool) -> Callable[..., Any]:
    """Return a method, guarded; it is as sync or async as it was."""

    async def method(*args: Any, **request: Any) -> Any:
        if _RAW in (request.get("extra_headers") or {}):
            guard.counted.add(Count.UNCHECKED)
            return await settled(original(*args, **request))

        async def ask(told: RetryMessage | None) -> Any:
            return await settled(original(*args, **(request if told is None else shape.told(request, told))))

        about = {
            "gen_ai.operation.name": shape.operation,
            "gen_ai.provider.name": "openai",
            "gen_ai.request.model": request.get("model"),
        }
        call = guard.begin(shape.prompt(request), {}, about, is_async=is_async)
        if not request.get("stream"):
            return await run(call, ask, shape.texts, lambda reply, text: replaced(reply, shape.texts(reply), text))
        try:
            return (GuardedAsyncStream if is_async else GuardedStream)(await ask(None), ask, call)
        except BaseException as error:
            call.end(error)
            raise

    if is_async:
        return functools.wraps(original)(method)
    return functools.wraps(original)(lambda *args, **request: finished(method(*args, **request)))
