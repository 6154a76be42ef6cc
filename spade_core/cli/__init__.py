"""The command ``spade``."""
