"""Prompt deltas: which sentences each version added and removed."""
