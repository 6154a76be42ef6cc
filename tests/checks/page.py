"""Print the reference of the checks, docs/checks.md, out of their docstrings: ``python -m tests.checks.page``."""

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator

from spade_core import checks

HEAD = """# Checks

What generated assertions call, and what you can call in yours. Import it inside the function:

```python
async def assert_summary_is_short(example: dict, prompt: str, response: str) -> bool:
    \"\"\"The section SUMMARY has at most 30 words.\"\"\"
    from spade_core.checks import section, words

    return 0 < words(section(response, "SUMMARY")) <= 30
```

A check accepts every form that a careful owner of a prompt accepts: a heading may be bold, in capitals or end with a
colon, JSON may stand in a fence, a bullet may have any mark. A part that is not there is `""` or `[]`. `spade export`
puts the checks that are used into the file, so that it runs without spade.

This page is made from the docstrings by `make docs`; each example is run as a test."""


def page() -> str:
    """Return the whole page."""
    return "\n\n".join([HEAD, *_modules()]) + "\n"


def _modules() -> Iterator[str]:
    for name in sorted(each.name for each in pkgutil.iter_modules(checks.__path__)):
        module = importlib.import_module(f"spade_core.checks.{name}")
        found = [
            function
            for function_name, function in vars(module).items()
            if function_name in checks.__all__ and function.__module__ == module.__name__
        ]
        if found:
            yield f"## {name.capitalize()}"
            yield _text((inspect.getdoc(module) or "").splitlines()[0])
            for function in found:
                yield from _entry(function)


def _entry(function: object) -> Iterator[str]:
    about, _, example = (inspect.getdoc(function) or "").partition("\n\n>>> ")
    yield f"### {getattr(function, '__name__', '')}"
    yield f"`{getattr(function, '__name__', '')}{_signature(function)}`"
    yield _text(about)
    yield f"```python\n>>> {example}\n```"


def _signature(function: object) -> str:
    signature = str(inspect.signature(function))  # type: ignore[arg-type]
    return signature.replace("collections.abc.", "").replace("typing.", "")


def _text(about: str) -> str:
    """Return a docstring's words as Markdown: each paragraph as it stands, code in one pair of backticks."""
    return "\n\n".join(paragraph.replace("``", "`") for paragraph in about.strip().split("\n\n"))


if __name__ == "__main__":
    sys.stdout.write(page())
