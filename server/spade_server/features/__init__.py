"""What an editor can ask for, one module each: it reads the request, asks the session for a view, and converts."""

from spade_server.features import actions, hints, hover, lenses, moving, navigation, structure, tokens, watching

FEATURES = (hover, hints, tokens, structure, navigation, actions, lenses, moving, watching)
"""Modules with a function ``register(server)``."""

# The package imports its own modules: naming them lets mypy know them whatever it has checked before.
__all__ = ["FEATURES", "actions", "hints", "hover", "lenses", "moving", "navigation", "structure", "tokens", "watching"]
