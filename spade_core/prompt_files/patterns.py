"""Which files hold prompts, judged by their path, and which format a path means.

The list is data; a pattern is matched against the whole path with ``/`` between its folders.
"""

import re
from dataclasses import dataclass
from fnmatch import translate

from spade_core.prompt_files.template import PromptFormat


@dataclass(frozen=True, slots=True)
class PathPattern:
    """One line of the table of prompt files."""

    glob: str
    """On the file's name; after ``prompts/**/`` it is for files anywhere below a folder of that name."""
    format: PromptFormat
    needs_look: bool = False
    """Whether the path alone does not tell and the text must be looked at."""


PATTERNS: tuple[PathPattern, ...] = (
    PathPattern("*.prompt.md", PromptFormat.MARKDOWN),
    PathPattern("*.instructions.md", PromptFormat.MARKDOWN),
    PathPattern("*.agent.md", PromptFormat.MARKDOWN),
    PathPattern("SKILL.md", PromptFormat.MARKDOWN),
    PathPattern("*.prompty", PromptFormat.PROMPTY),
    PathPattern("*.prompt.yml", PromptFormat.GITHUB_YAML),
    PathPattern("*.prompt.yaml", PromptFormat.GITHUB_YAML),
    PathPattern("*.prompt", PromptFormat.DOTPROMPT),
    PathPattern("prompts/**/*.txt", PromptFormat.PLAIN),
    PathPattern("prompts/**/*.md", PromptFormat.MARKDOWN),
    PathPattern("prompts/**/*.j2", PromptFormat.PLAIN),
    PathPattern("prompts/**/*.jinja", PromptFormat.PLAIN),
    PathPattern("prompts/**/*.jinja2", PromptFormat.PLAIN),
    PathPattern("*.json", PromptFormat.LANGCHAIN, needs_look=True),
    PathPattern("*.yaml", PromptFormat.LANGCHAIN, needs_look=True),
    PathPattern("*.yml", PromptFormat.LANGCHAIN, needs_look=True),
    PathPattern("*.py", PromptFormat.PYTHON, needs_look=True),
)
"""In order: the first that matches decides."""

_FOLDER = "prompts/**/"
_CONSTANT = (
    r"(?:(?:[A-Z0-9_]*_)?(?:PROMPT|TEMPLATE)S?"
    r"|_*PROMPTS?_(?!(?:PATH|FILE|DIR|NAME|VERSION|ID|KEY|URL)S?\b)[A-Z0-9_]+)"
)
CONSTANT_NAME = re.compile(_CONSTANT)
"""Full match of the name of a Python constant that holds a prompt."""

_CONSTANT_ASSIGNED = re.compile(rf"(?:^|[;.=])[ \t]*(?:{_CONSTANT})[ \t]*(?::|\+?=(?!=))", re.MULTILINE)
_LANGCHAIN_KEY = re.compile(
    r"""(?<![\w.])_type["']?[ \t]*:[ \t]*["']?(?:prompt|few_shot|few_shot_with_templates|chat|chat_prompt)\b"""
    r"""|\b(?:input_variables|template_format)["']?[ \t]*:|["'](?:Chat)?PromptTemplate["']"""
)


_LOOKS = {
    PromptFormat.PYTHON: (("PROMPT", "TEMPLATE"), _CONSTANT_ASSIGNED),
    PromptFormat.LANGCHAIN: (("_type", "input_variables", "template_format", "PromptTemplate"), _LANGCHAIN_KEY),
}
"""Words of which one must be there, which is quick to tell, and then the mark that must be."""


def is_prompt_path(path: str) -> bool:
    """Return whether the path alone says that the file holds a prompt.

    Python, JSON and YAML files may hold prompts as well: `holds_prompt` looks at their text.
    """
    pattern = pattern_for(path)
    return pattern is not None and not pattern.needs_look


def holds_prompt(path: str, text: str) -> bool:
    """Return whether a file with this path and text holds prompts, without parsing it.

    A cheap look: a Python file assigns a constant named like a prompt; JSON or YAML has LangChain's keys.
    """
    pattern = pattern_for(path)
    if pattern is None or not pattern.needs_look:
        return pattern is not None
    words, mark = _LOOKS[pattern.format]
    return any(word in text for word in words) and mark.search(text) is not None


def pattern_for(path: str) -> PathPattern | None:
    """Return the first pattern that `path` matches; None when no prompt can be in such a file."""
    *folders, name = path.replace("\\", "/").split("/")
    in_prompts = any(folder.lower() == "prompts" for folder in folders)
    for pattern, name_only, expression in _COMPILED:
        if (in_prompts or name_only) and expression.match(name):
            return pattern
    return None


def _compiled(pattern: PathPattern) -> tuple[PathPattern, bool, re.Pattern[str]]:
    name_only = not pattern.glob.startswith(_FOLDER)
    flags = 0 if pattern.glob == "SKILL.md" else re.IGNORECASE
    return pattern, name_only, re.compile(translate(pattern.glob.removeprefix(_FOLDER)), flags)


_COMPILED = tuple(map(_compiled, PATTERNS))
