"""Prompt files: which files hold prompts, and the templates in them."""
