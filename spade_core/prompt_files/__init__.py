"""Prompt files: which files hold prompts, and the templates in them."""

from spade_core.prompt_files.discovery import find_prompt_files, prompt_files_below
from spade_core.prompt_files.files import load_prompt_file, place_of, template_named
from spade_core.prompt_files.formats import PATTERNS, PathPattern, PromptFormat
from spade_core.prompt_files.naming import file_and_name, full_name
from spade_core.prompt_files.patterns import is_prompt_path
from spade_core.prompt_files.reading import holds_prompt, read_prompt
from spade_core.prompt_files.template import (
    EMPTY_TEMPLATE,
    Dialect,
    Placeholder,
    PromptFile,
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
    "file_and_name",
    "find_prompt_files",
    "full_name",
    "holds_prompt",
    "is_prompt_path",
    "load_prompt_file",
    "place_of",
    "prompt_files_below",
    "read_prompt",
    "template_named",
]
