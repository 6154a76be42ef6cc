"""Propose assertions for an LLM pipeline from the git history of its prompt.

What a program needs of it; docs/library.md shows it at work. Each name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from spade_core.examples import Example, Label
    from spade_core.pipeline import Analysis, analyse, check, evaluate, generate, remember, report_on
    from spade_core.report.html import render_html
    from spade_core.report.report import Report
    from spade_core.sandbox import Sandbox
    from spade_core.selection import Method, SelectionRequest, Thresholds, select
    from spade_core.storage import files_beside, load_assertions, load_examples
    from spade_core.versions.git_history import read_history

__all__ = [
    "Analysis",
    "Example",
    "Label",
    "Method",
    "Report",
    "Sandbox",
    "SelectionRequest",
    "Thresholds",
    "analyse",
    "check",
    "evaluate",
    "files_beside",
    "generate",
    "load_assertions",
    "load_examples",
    "read_history",
    "remember",
    "render_html",
    "report_on",
    "select",
]

_PLACES: Final = {
    "examples": ("Example", "Label"),
    "pipeline": ("Analysis", "analyse", "check", "evaluate", "generate", "remember", "report_on"),
    "report.html": ("render_html",),
    "report.report": ("Report",),
    "sandbox": ("Sandbox",),
    "selection": ("Method", "SelectionRequest", "Thresholds", "select"),
    "storage": ("files_beside", "load_assertions", "load_examples"),
    "versions.git_history": ("read_history",),
}
_MODULE_OF: Final = {name: module for module, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
