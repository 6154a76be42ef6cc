"""Prompt versions: the distinct texts a template has had, oldest first."""
