"""Jinja templates filled as jinja2 does it, in its sandbox. The only module here that knows jinja2.

The sandbox keeps a template from the machine, not from its time and memory: those are limited here, by steps, by the
clock and by what one step may make.
"""

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment

_MOST_CHARACTERS = 10_000_000
_MOST_STEPS = 1_000_000
_MOST_SECONDS = 2.0
_MOST_NUMBER = 100_000
"""A number that a template may give to what makes text: a width, a count."""

_WIDE = re.compile(r"[%{][^\w%{}]*\d*[^\w%{}]*\d{6,}")
"""A field of a format that is very wide."""

Lookup = Callable[[str], str | None]
"""The text of another template, by the name that an include or an ``extends`` gives; None where there is none."""


def render(text: str, fields: Mapping[str, object], lookup: Lookup | None = None) -> str:
    """Return the template filled: conditions, loops, filters and, with `lookup`, includes and inheritance.

    A field that is not there counts as false in a condition.

    Raises:
        ValueError: it is no Jinja, a field that is shown is missing, or the sandbox does not allow what it does.
    """
    import jinja2

    environment = _environment()
    if lookup is not None:
        environment = environment.overlay(loader=jinja2.FunctionLoader(lookup))
    pieces: list[str] = []
    length = 0
    try:
        with _limited():
            for piece in environment.from_string(text).generate(dict(fields)):
                length += len(piece)
                if length > _MOST_CHARACTERS:
                    raise ValueError(f"the filled template has more than {_MOST_CHARACTERS:,} characters")
                pieces.append(piece)
    except jinja2.TemplateSyntaxError as error:
        raise ValueError(f"line {error.lineno} of the template is no Jinja: {error.message}") from error
    except jinja2.UndefinedError as error:
        raise ValueError(f"there is no value: {error.message}") from error
    except jinja2.TemplateNotFound as error:
        raise ValueError(f"the template includes {error.name!r}, which is not there") from error
    except jinja2.TemplateError as error:
        raise ValueError(f"the template cannot be filled: {error.message}") from error
    except (
        TypeError,
        ArithmeticError,
        LookupError,
        AttributeError,
        OverflowError,
        RecursionError,
        MemoryError,
        AssertionError,
    ) as error:
        raise ValueError(f"the template cannot be filled: {error}") from error
    return "".join(pieces)


class _TooLongError(ValueError):
    """A template does not come to an end, or makes too much."""


@contextmanager
def _limited() -> Iterator[None]:
    """Stop what templates do in here after so many of their lines, after some time, or at a text too large."""
    steps = 0
    end = time.monotonic() + _MOST_SECONDS

    def trace(frame: FrameType, _event: str, _argument: object) -> Callable[..., Any] | None:
        nonlocal steps
        if frame.f_code.co_filename != "<template>":
            if time.monotonic() > end:
                raise _TooLongError(_TOO_LONG)
            return None
        steps += 1
        if steps > _MOST_STEPS or time.monotonic() > end:
            raise _TooLongError(_TOO_LONG)
        if any(isinstance(value, str | list) and len(value) > _MOST_CHARACTERS for value in frame.f_locals.values()):
            raise _TooLongError(_TOO_LARGE)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


_TOO_LONG = f"the template takes more than {_MOST_STEPS:,} steps or {_MOST_SECONDS:g} seconds"
_TOO_LARGE = f"the template makes a text of more than {_MOST_CHARACTERS:,} characters"


def _checked_format(text: str, *values: object) -> None:
    """Refuse a format that would make a very long text."""
    _checked(*values)
    if _WIDE.search(text):
        raise _TooLongError(_TOO_LARGE)


def _checked(*values: object) -> None:
    """Refuse a number that would make a very long text."""
    for value in values:
        if isinstance(value, int) and abs(value) > _MOST_NUMBER:
            raise _TooLongError(f"the template counts to {value:.3g}; at most {_MOST_NUMBER:,} is allowed")


@lru_cache(maxsize=1)
def _environment() -> "SandboxedEnvironment":
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Missing(StrictUndefined):
        """A field that is not there: false in a condition, an error where it would be shown."""

        def __bool__(self) -> bool:  # type: ignore[override]  # it raises in the class above
            return False

    class Limited(ImmutableSandboxedEnvironment):
        """Its operators, filters and calls make no text that fills the memory."""

        intercepted_binops = frozenset({"*", "**", "%"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if operator == "**" and (abs(left) > _MOST_NUMBER or abs(right) > 1000):
                raise _TooLongError(f"the template counts higher than {_MOST_NUMBER:,}")
            if operator == "*" and hasattr(left, "__len__") | hasattr(right, "__len__"):
                many, once = (left, right) if isinstance(left, int) else (right, left)
                if isinstance(many, int) and many * len(once) > _MOST_CHARACTERS:
                    raise _TooLongError(_TOO_LARGE)
            if operator == "%" and isinstance(left, str):
                _checked_format(left, *(right if isinstance(right, tuple) else (right,)))
            return super().call_binop(context, operator, left, right)

        def call(self, context: Any, called: Any, *arguments: Any, **named: Any) -> Any:
            _checked(*arguments, *named.values())
            if isinstance(text := getattr(getattr(called, "__wrapped__", called), "__self__", None), str):
                _checked_format(text)
            return super().call(context, called, *arguments, **named)

    def limited(filter_: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(filter_)
        def run(*arguments: Any, **named: Any) -> Any:
            _checked(*arguments[1:], *named.values())
            if filter_.__name__ == "do_format":
                _checked_format(str(arguments[0]))
            return filter_(*arguments, **named)

        return run

    # A prompt is no page: what stands in it is meant as it is.
    environment = Limited(undefined=Missing, keep_trailing_newline=True, autoescape=False)
    environment.filters = {name: limited(each) for name, each in environment.filters.items()}
    return environment
