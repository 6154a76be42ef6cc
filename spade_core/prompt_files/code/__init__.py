"""Prompts in source code: its strings, what they are called, where they go, and which of them are prompts."""
