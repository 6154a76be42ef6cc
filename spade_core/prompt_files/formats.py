"""The formats of prompt files: how their files are called, and what reads them. A new one is added here.

The server's watchers, the editor's patterns and the names of the files beside a prompt are made from this table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from spade_core.text import word_list


class PromptFormat(StrEnum):
    """What kind of file holds the template."""

    MARKDOWN = "markdown"
    PROMPTY = "prompty"
    GITHUB_YAML = "github-yaml"
    DOTPROMPT = "dotprompt"
    PLAIN = "plain"
    LANGCHAIN = "langchain"
    PYTHON = "python"
    TYPESCRIPT = "typescript"
    """JavaScript too."""
    SOURCE = "source"
    """The languages that are read without a parser."""


READERS: Mapping[PromptFormat, str] = {
    PromptFormat.MARKDOWN: "text_formats:read_markdown",
    PromptFormat.PROMPTY: "text_formats:read_prompty",
    PromptFormat.GITHUB_YAML: "tree_formats:read_github_yaml",
    PromptFormat.DOTPROMPT: "text_formats:read_dotprompt",
    PromptFormat.PLAIN: "text_formats:read_plain",
    PromptFormat.LANGCHAIN: "tree_formats:read_tree",
    PromptFormat.PYTHON: "code.reading:read_code",
    PromptFormat.TYPESCRIPT: "code.reading:read_code",
    PromptFormat.SOURCE: "code.reading:read_code",
}
"""The module of this package and the function in it, imported when the first file of a format is read.

It takes the path and the text and returns a `PromptFile`; one of a `JUDGED` format takes ``named`` and ``place`` too.
"""

CODE = frozenset({PromptFormat.PYTHON, PromptFormat.TYPESCRIPT, PromptFormat.SOURCE})
JUDGED = frozenset({PromptFormat.LANGCHAIN, *CODE})
"""Formats whose files hold more than prompts: what is one is judged."""


@dataclass(frozen=True, slots=True)
class PathPattern:
    """One line of the table of prompt files."""

    glob: str
    """On the file's name; after ``prompts/**/`` it is for files anywhere below a folder of prompts."""
    format: PromptFormat
    needs_look: bool = False
    """Whether the path alone does not tell and the text must be judged."""


_SCRIPTS = ("ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs")
_SOURCES = word_list("go rs java kt kts scala cs rb php swift cpp cc cxx hpp h c dart ex exs lua vue svelte")
RULES = ("AGENTS.md", "AGENT.md", "CLAUDE.md", "GEMINI.md", "copilot-instructions.md", "SKILL.md")
_TEXTS = word_list("""
    txt md j2 jinja jinja2 xml mustache hbs handlebars tmpl tpl gotmpl liquid tera njk st
""")

PATTERNS: tuple[PathPattern, ...] = (
    PathPattern("*.prompt.md", PromptFormat.MARKDOWN),
    PathPattern("*.instructions.md", PromptFormat.MARKDOWN),
    PathPattern("*.agent.md", PromptFormat.MARKDOWN),
    PathPattern("*.chatmode.md", PromptFormat.MARKDOWN),
    *(PathPattern(name, PromptFormat.MARKDOWN) for name in RULES),
    PathPattern("*.mdc", PromptFormat.MARKDOWN),
    PathPattern(".cursorrules", PromptFormat.MARKDOWN),
    PathPattern(".windsurfrules", PromptFormat.MARKDOWN),
    PathPattern(".clinerules", PromptFormat.MARKDOWN),
    PathPattern(".claude/commands/**/*.md", PromptFormat.MARKDOWN),
    PathPattern(".claude/agents/**/*.md", PromptFormat.MARKDOWN),
    PathPattern("*.prompty", PromptFormat.PROMPTY),
    PathPattern("*.prompt.yml", PromptFormat.GITHUB_YAML),
    PathPattern("*.prompt.yaml", PromptFormat.GITHUB_YAML),
    PathPattern("*.prompt", PromptFormat.DOTPROMPT),
    PathPattern("*.json", PromptFormat.LANGCHAIN, needs_look=True),
    PathPattern("*.yaml", PromptFormat.LANGCHAIN, needs_look=True),
    PathPattern("*.yml", PromptFormat.LANGCHAIN, needs_look=True),
    PathPattern("*.toml", PromptFormat.LANGCHAIN, needs_look=True),
    PathPattern("*.py", PromptFormat.PYTHON, needs_look=True),
    *(PathPattern(f"*.{suffix}", PromptFormat.TYPESCRIPT, needs_look=True) for suffix in _SCRIPTS),
    *(PathPattern(f"*.{suffix}", PromptFormat.SOURCE, needs_look=True) for suffix in _SOURCES),
    *(PathPattern(f"prompts/**/*.{suffix}", PromptFormat.PLAIN, needs_look=True) for suffix in _TEXTS),
    PathPattern("prompts/**/*", PromptFormat.PLAIN, needs_look=True),
    PathPattern("*prompt", PromptFormat.PLAIN, needs_look=True),
    PathPattern("*prompts", PromptFormat.PLAIN, needs_look=True),
    *(PathPattern(f"*.{suffix}", PromptFormat.PLAIN, needs_look=True) for suffix in _TEXTS if suffix != "xml"),
)
"""In order: the first that matches decides. One without a dot is for names without a dot."""


def watched_globs() -> tuple[str, ...]:
    """Return patterns, for an editor, of the files that their name alone makes prompts, and of folders of prompts."""
    named = [each.glob for each in PATTERNS if not each.needs_look]
    ends = [glob[2:] for glob in named if glob.startswith("*.")]
    names = [glob for glob in named if "*" not in glob]
    folders = [glob for glob in named if "/" in glob]
    return (
        f"**/*.{{{','.join(ends)}}}",
        f"**/{{{','.join(names)}}}",
        *(f"**/{glob}" for glob in folders),
        "**/*{prompt,prompts,prompt_templates}/**",
    )


def judged_glob() -> str:
    """Return the pattern, for an editor, of the files whose texts are judged."""
    globs = (each.glob for each in PATTERNS if each.needs_look and each.glob.startswith("*."))
    return f"**/*.{{{','.join(dict.fromkeys(glob[2:] for glob in globs))}}}"
