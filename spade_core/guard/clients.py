"""A guard around a client of `openai`: a copy of it whose methods that make text are guarded, and nothing else."""

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from spade_core.guard.counts import Count
from spade_core.guard.replies import Chat, Responses, Shape, replaced
from spade_core.guard.streams import GuardedAsyncStream, GuardedStream
from spade_core.guard.turns import Call, Told, run, run_async

if TYPE_CHECKING:
    from spade_core.guard.guard import Guard

_Client = TypeVar("_Client")
_PLACES: Final[tuple[tuple[str, Shape], ...]] = (
    ("chat.completions", Chat()),
    ("beta.chat.completions", Chat()),
    ("responses", Responses()),
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
    guarded = _guarded_async if hasattr(client, "__aenter__") else _guarded
    for place, shape in _PLACES:
        try:
            resource = functools.reduce(getattr, place.split("."), found)
        except AttributeError:  # an older client does not have it
            continue
        for method in _METHODS:
            if (original := getattr(resource, method, None)) is not None:
                setattr(resource, method, guarded(original, shape, guard))
    copied = found.copy
    found.copy = found.with_options = lambda **options: guarded_client(copied(**options), guard)
    return found  # type: ignore[no-any-return]


def _guarded(original: Callable[..., Any], shape: Shape, guard: "Guard") -> Callable[..., Any]:
    @functools.wraps(original)
    def method(*args: Any, **request: Any) -> Any:
        if _is_raw(request):
            guard.counted.add(Count.UNCHECKED)
            return original(*args, **request)

        def ask(told: Told | None) -> Any:
            return original(*args, **(request if told is None else shape.told(request, told)))

        call = _begun(guard, shape, request)
        if not request.get("stream"):
            return run(call, ask, shape.texts, lambda reply, text: replaced(reply, shape.texts(reply), text))
        try:
            return GuardedStream(ask(None), ask, call)
        except BaseException as error:
            call.end(error)
            raise

    return method


def _guarded_async(original: Callable[..., Awaitable[Any]], shape: Shape, guard: "Guard") -> Callable[..., Any]:
    @functools.wraps(original)
    async def method(*args: Any, **request: Any) -> Any:
        if _is_raw(request):
            guard.counted.add(Count.UNCHECKED)
            return await original(*args, **request)

        async def ask(told: Told | None) -> Any:
            return await original(*args, **(request if told is None else shape.told(request, told)))

        call = _begun(guard, shape, request)
        if not request.get("stream"):
            return await run_async(
                call, ask, shape.texts, lambda reply, text: replaced(reply, shape.texts(reply), text)
            )
        try:
            return GuardedAsyncStream(await ask(None), ask, call)
        except BaseException as error:
            call.end(error)
            raise

    return method


def _begun(guard: "Guard", shape: Shape, request: Mapping[str, Any]) -> Call:
    about = {
        "gen_ai.operation.name": shape.operation,
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": request.get("model"),
    }
    return guard.begin(shape.prompt(request), {}, about)


def _is_raw(request: Mapping[str, Any]) -> bool:
    return _RAW in (request.get("extra_headers") or {})
