"""The demos, with histories as real commits and labelled responses: a note about a movie, a tea of a catalogue."""

from spade_core.demo.movie_note import EXAMPLES_NAME, PROMPT_NAME, VERSIONS, examples_text
from spade_core.demo.replay import DemoWorkspace, replay_demo
from spade_core.demo.tea_choice import TEA_CHOICE
from spade_core.demo.version import Demo, DemoVersion

__all__ = [
    "EXAMPLES_NAME",
    "PROMPT_NAME",
    "TEA_CHOICE",
    "VERSIONS",
    "Demo",
    "DemoVersion",
    "DemoWorkspace",
    "examples_text",
    "replay_demo",
]
