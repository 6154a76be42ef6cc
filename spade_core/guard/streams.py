"""Guarded streams: kept back to their end where a failure may change them, else handed on as they come."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator, Sequence
from typing import Any, Final, Self

from spade_core.guard.replies import Heard, replaced_events
from spade_core.guard.turns import Call, Replaced, Told, next_async, text_of

_MOST_HELD: Final = 4_000_000
"""Characters of a stream that is kept back; a longer one is handed on unchecked."""
_NONE: Final[tuple[list[Any], Sequence[str] | None]] = ([], None)


class _Stream:
    """What the streams of `openai` have beside their events."""

    def __init__(self, raw: Any, call: Call) -> None:
        self._raw = raw
        self._call = call

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    def _hear(self, event: Any, held: list[Any], heard: Heard) -> Sequence[Any]:
        """Return the events that go on."""
        heard.add(event)
        self._call.note(event)
        held.append(event)
        if self._call.holds and heard.characters <= _MOST_HELD:
            return ()
        ready = list(held)
        held.clear()
        return ready


class GuardedStream(_Stream):
    """A stream of a sync client."""

    def __init__(self, raw: Any, ask: Callable[[Told], Any], call: Call) -> None:
        """Take the stream, and what asks for another."""
        super().__init__(raw, call)
        self._ask = ask
        self._events = self._guarded()

    def __iter__(self) -> Iterator[Any]:
        return self._events

    def __next__(self) -> Any:
        return next(self._events)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._events.close()
        self._raw.close()
        self._call.end()

    def _guarded(self) -> Generator[Any]:
        told, last = None, _NONE
        with self._call as call:
            while True:
                held, heard = list[Any](), Heard()
                try:
                    if told is not None:
                        self._raw = self._ask(told)
                    for event in self._raw:
                        yield from self._hear(event, held, heard)
                except Exception:
                    if told is None:
                        raise
                    held, texts = last
                    step: Told | Replaced | None = call.give_up()
                else:
                    texts = heard.texts if heard.characters <= _MOST_HELD else None
                    step = call.next(texts)
                if not isinstance(step, Told):
                    yield from held if step is None else replaced_events(held, texts, str(step.text))
                    return
                told, last = step, (held, texts)


class GuardedAsyncStream(_Stream):
    """A stream of an async client."""

    def __init__(self, raw: Any, ask: Callable[[Told], Awaitable[Any]], call: Call) -> None:
        """Take the stream, and what asks for another."""
        super().__init__(raw, call)
        self._ask = ask
        self._events = self._guarded()

    def __aiter__(self) -> AsyncIterator[Any]:
        return self._events

    async def __anext__(self) -> Any:
        return await anext(self._events)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self._events.aclose()
        await self._raw.close()
        self._call.end()

    async def _guarded(self) -> AsyncGenerator[Any]:
        told, last = None, _NONE
        with self._call as call:
            while True:
                held, heard = list[Any](), Heard()
                try:
                    if told is not None:
                        self._raw = await self._ask(told)
                    async for event in self._raw:
                        for ready in self._hear(event, held, heard):
                            yield ready
                except Exception:
                    if told is None:
                        raise
                    held, texts = last
                    step: Told | Replaced | None = call.give_up()
                else:
                    texts = heard.texts if heard.characters <= _MOST_HELD else None
                    step = await next_async(call, texts)
                if not isinstance(step, Told):
                    for event in held if step is None else replaced_events(held, texts, await text_of(step)):
                        yield event
                    return
                told, last = step, (held, texts)
