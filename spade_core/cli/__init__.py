"""The command ``spade``: each command reads its arguments, calls the pipeline, and shows what came back."""

from spade_core.cli.app import main

__all__ = ["main"]
