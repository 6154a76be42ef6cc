"""The demo: the movie-note pipeline, with its history as real commits and its labelled responses."""

from spade_core.demo.movie_note import EXAMPLES_NAME, PROMPT_NAME, VERSIONS, DemoVersion, examples_text
from spade_core.demo.replay import DemoWorkspace, replay_demo

__all__ = [
    "EXAMPLES_NAME",
    "PROMPT_NAME",
    "VERSIONS",
    "DemoVersion",
    "DemoWorkspace",
    "examples_text",
    "replay_demo",
]
