"""Prompt files: which files hold prompts, and the templates in them."""

from spade_core.prompt_files.discovery import find_prompt_files
from spade_core.prompt_files.files import load_prompt_file, template_named
from spade_core.prompt_files.patterns import PATTERNS, PathPattern, holds_prompt, is_prompt_path
from spade_core.prompt_files.reading import read_prompt
from spade_core.prompt_files.template import (
    EMPTY_TEMPLATE,
    Dialect,
    Placeholder,
    PromptFile,
    PromptFormat,
    PromptTemplate,
    Role,
    TemplatePart,
)

__all__ = [
    "EMPTY_TEMPLATE",
    "PATTERNS",
    "Dialect",
    "PathPattern",
    "Placeholder",
    "PromptFile",
    "PromptFormat",
    "PromptTemplate",
    "Role",
    "TemplatePart",
    "find_prompt_files",
    "holds_prompt",
    "is_prompt_path",
    "load_prompt_file",
    "read_prompt",
    "template_named",
]
