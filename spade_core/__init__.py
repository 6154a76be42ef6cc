"""Propose assertions for an LLM pipeline from the git history of its prompt."""
