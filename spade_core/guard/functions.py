"""A guard around a function that returns text."""

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from spade_core.guard.turns import RetryMessage, finished, run, settled

if TYPE_CHECKING:
    from spade_core.guard.guard import Guard

_FEEDBACK: Final = "feedback"
_JSON: Final = (str, int, float, list, dict, type(None))


def guarded_function(function: Callable[..., Any], guard: "Guard") -> Callable[..., Any]:
    """Return the function with its text guarded; what is no text is handed on unchecked."""
    signature = inspect.signature(function)
    hears = _FEEDBACK in signature.parameters
    is_async = inspect.iscoroutinefunction(function)

    def fields(args: tuple[object, ...], given: Mapping[str, object]) -> Mapping[str, object]:
        bound = signature.bind(*args, **given).arguments
        return {name: value for name, value in bound.items() if name != _FEEDBACK and isinstance(value, _JSON)}

    async def guarded(*args: Any, **given: Any) -> Any:
        async def ask(told: RetryMessage | None) -> Any:
            bound = signature.bind(*args, **given)
            if told is not None and hears:
                bound.arguments[_FEEDBACK] = told.feedback
            return await settled(function(*bound.args, **bound.kwargs))

        call = guard.begin("", fields(args, given), {}, is_async=is_async)
        return await run(call, ask, _texts, _replaced)

    if is_async:
        return functools.wraps(function)(guarded)
    return functools.wraps(function)(lambda *args, **given: finished(guarded(*args, **given)))


def _texts(reply: object) -> Sequence[str] | None:
    return (reply,) if isinstance(reply, str) else None


def _replaced(_: object, text: str) -> object:
    return text
