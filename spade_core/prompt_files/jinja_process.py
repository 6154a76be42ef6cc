"""Jinja templates filled as jinja2 does it, in its sandbox, in a process of its own: see ``spade_core.helper``.

The only module of this package that knows jinja2. Its sandbox keeps a template from the machine; what keeps it from
taking time and memory without end is that the process is ended.
"""

import json
import sys
from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

_MOST_CHARACTERS = 10_000_000


class _Missing(jinja2.StrictUndefined):
    """A field that is not there: false in a condition, an error where it would be shown."""

    def __bool__(self) -> bool:  # type: ignore[override]  # it raises in the class above
        return False


class _Environment(ImmutableSandboxedEnvironment):
    """Compiles a text once, however often it is filled."""

    def compile(self, source: Any, name: str | None = None, *_: Any, **__: Any) -> CodeType:  # type: ignore[override]
        return _compiled(source, name)


# A prompt is no page: what stands in it is meant as it is.
_SETTINGS: Any = {"undefined": _Missing, "keep_trailing_newline": True, "autoescape": False}
_COMPILER = ImmutableSandboxedEnvironment(**_SETTINGS)


@lru_cache(maxsize=64)
def _compiled(source: str, name: str | None) -> CodeType:
    return _COMPILER.compile(source, name)


def _filled(text: str, fields: dict[str, object], included: Callable[[str], str | None] | None) -> dict[str, str]:
    environment = _Environment(**_SETTINGS, loader=jinja2.FunctionLoader(included) if included else None)
    pieces: list[str] = []
    length = 0
    try:
        for piece in environment.from_string(text).generate(fields):
            length += len(piece)
            if length > _MOST_CHARACTERS:
                return {"fact": f"the filled template has more than {_MOST_CHARACTERS:,} characters"}
            pieces.append(piece)
    except jinja2.TemplateSyntaxError as error:
        return {"fact": f"line {error.lineno} of the template is no Jinja: {error.message}"}
    except jinja2.UndefinedError as error:
        return {"fact": f"there is no value: {error.message}"}
    except jinja2.TemplateNotFound as error:
        return {"fact": f"the template includes {error.name!r}, which is not there"}
    except MemoryError:
        return {"fact": "the template cannot be filled: it takes too much memory"}
    except Exception as error:  # noqa: BLE001  (whatever a filter raises is the template's)
        return {"fact": f"the template cannot be filled: {error}"}
    return {"filled": "".join(pieces)}


def answer(asked: Any, say: Callable[[object], None]) -> None:
    """Say the filled text, or what is wrong with it; and before, which other templates are wanted."""

    def included(name: str) -> str | None:
        say({"wanted": name})
        found: str | None = json.loads(sys.stdin.readline())["text"]
        return found

    say(_filled(asked["text"], asked["fields"], included if asked["includes"] else None))
