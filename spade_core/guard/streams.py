"""Guarded streams: kept back to their end where a failure may change them, else handed on as they come."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any, Final, Self

from spade_core.guard.replies import Heard, replaced_events
from spade_core.guard.turns import GuardedCall, Replaced, RetryMessage, finished, settled

_MOST_HELD: Final = 4_000_000
"""Characters of a stream that is kept back; a longer one is handed on unchecked."""
_NONE: Final[tuple[list[Any], Sequence[str] | None]] = ([], None)


class _Stream:
    """What the streams of `openai` have beside their events."""

    def __init__(self, raw: Any, ask: Callable[[RetryMessage], Awaitable[Any]], call: GuardedCall) -> None:
        """Take the stream, and what asks for another."""
        self._raw = raw
        self._ask = ask
        self._call = call
        self._events = self._guarded()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    async def _guarded(self) -> AsyncGenerator[Any]:
        told, last = None, _NONE
        with self._call as call:
            while True:
                held, heard = list[Any](), Heard()
                try:
                    if told is not None:
                        self._raw = await self._ask(told)
                    async for event in _each(self._raw):
                        heard.add(event)
                        call.note(event)
                        held.append(event)
                        if not call.holds or heard.characters > _MOST_HELD:
                            while held:
                                yield held.pop(0)
                except Exception:
                    if told is None:
                        raise
                    held, texts = last
                    step: RetryMessage | Replaced | None = call.give_up()
                else:
                    texts = heard.texts if heard.characters <= _MOST_HELD else None
                    step = await call.follow(texts)
                if not isinstance(step, RetryMessage):
                    for event in held if step is None else replaced_events(held, texts, await step.settled()):
                        yield event
                    return
                told, last = step, (held, texts)

    async def _hang_up(self) -> None:
        await self._events.aclose()
        await settled(self._raw.close())
        self._call.end()


class GuardedStream(_Stream):
    """A stream of a sync client."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Any:
        try:
            return finished(anext(self._events))
        except StopAsyncIteration:
            raise StopIteration from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        finished(self._hang_up())


class GuardedAsyncStream(_Stream):
    """A stream of an async client."""

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        return await anext(self._events)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self._hang_up()


async def _each(stream: Any) -> AsyncGenerator[Any]:
    """Yield the events of a stream, sync or async."""
    if hasattr(stream, "__aiter__"):
        async for event in stream:
            yield event
    else:
        for event in stream:
            yield event
