"""A guard around a function that returns text."""

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from spade_core.guard.turns import Told, run, run_async

if TYPE_CHECKING:
    from spade_core.guard.guard import Guard

_FEEDBACK: Final = "feedback"
_JSON: Final = (str, int, float, list, dict, type(None))


def guarded_function(function: Callable[..., Any], guard: "Guard") -> Callable[..., Any]:
    """Return the function with its text guarded; what is no text is handed on unchecked."""
    signature = inspect.signature(function)
    hears = _FEEDBACK in signature.parameters

    def fields(args: tuple[object, ...], given: Mapping[str, object]) -> Mapping[str, object]:
        bound = signature.bind(*args, **given).arguments
        return {name: value for name, value in bound.items() if name != _FEEDBACK and isinstance(value, _JSON)}

    def more(told: Told | None) -> Mapping[str, object]:
        return {_FEEDBACK: told.feedback} if told is not None and hears else {}

    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def guarded_async(*args: Any, **given: Any) -> Any:
            call = guard.begin("", fields(args, given), {})
            return await run_async(call, lambda told: function(*args, **{**given, **more(told)}), _texts, _replaced)

        return guarded_async

    @functools.wraps(function)
    def guarded(*args: Any, **given: Any) -> Any:
        call = guard.begin("", fields(args, given), {})
        return run(call, lambda told: function(*args, **{**given, **more(told)}), _texts, _replaced)

    return guarded


def _texts(reply: object) -> Sequence[str] | None:
    return (reply,) if isinstance(reply, str) else None


def _replaced(_: object, text: str) -> object:
    return text
