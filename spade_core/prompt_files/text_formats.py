"""Prompt files that are mostly text: Markdown, plain, prompty and dotprompt."""

import re

from spade_core.errors import PromptFileError
from spade_core.prompt_files.chat import part_of, template_of
from spade_core.prompt_files.dialects import dialect_by_majority, dialect_named
from spade_core.prompt_files.formats import PromptFormat
from spade_core.prompt_files.front_matter import NO_FRONT_MATTER, FrontMatter, read_front_matter
from spade_core.prompt_files.sections import ROLE_LINE, ROLE_TAG, sections, trimmed
from spade_core.prompt_files.template import Dialect, PromptFile, PromptTemplate, Role, TemplatePart
from spade_core.text import MappedText

_JINJA_NAME = re.compile(r"\.(?:j2|jinja2?)\Z", re.IGNORECASE)
_HANDLEBARS_NAME = re.compile(r"\.(?:mustache|hbs|handlebars)\Z", re.IGNORECASE)
_VSCODE_NAME = re.compile(r"(?:\.(?:prompt|instructions|agent)\.md|(?:\A|[/\\])SKILL\.md)\Z")


def read_markdown(path: str, text: str) -> PromptFile:
    """Return a Markdown prompt: front matter, then text without roles."""
    head = read_front_matter(text, path)
    dialect = Dialect.VSCODE if _VSCODE_NAME.search(path) else None
    template = template_of("", [_body(text, head)], dialect or _declared(head))
    return _file(path, text, PromptFormat.MARKDOWN, head, template)


def read_plain(path: str, text: str) -> PromptFile:
    """Return a plain prompt: front matter if there is some, and else the whole file, whatever it holds."""
    try:
        head = read_front_matter(text, path)
    except PromptFileError:
        head = NO_FRONT_MATTER  # a text may well begin with a rule and a colon
    dialect = _named_dialect(path) or _declared(head)
    return _file(path, text, PromptFormat.PLAIN, head, template_of("", [_body(text, head)], dialect))


def _named_dialect(path: str) -> Dialect | None:
    """Return the dialect that the suffix of a file says."""
    if _JINJA_NAME.search(path):
        return Dialect.JINJA
    return Dialect.HANDLEBARS if _HANDLEBARS_NAME.search(path) else None


def read_prompty(path: str, text: str) -> PromptFile:
    """Return a prompty file: front matter, then ``system:`` and other sections, Jinja unless it says otherwise."""
    head = read_front_matter(text, path)
    parts = sections(text, head.body_start, ROLE_LINE, before_first=Role.SYSTEM)
    template = template_of("", parts, _declared(head) or Dialect.JINJA)
    return _file(path, text, PromptFormat.PROMPTY, head, template)


def read_dotprompt(path: str, text: str) -> PromptFile:
    """Return a ``.prompt`` file: dotprompt when it has front matter, role tags or Handlebars marks, else plain text."""
    head = read_front_matter(text, path)
    has_roles = ROLE_TAG.search(text, head.body_start) is not None
    dialect = _declared(head) or _dotprompt_dialect(text[head.body_start :])
    if not head.found and not has_roles and (dialect is not Dialect.HANDLEBARS or "{{" not in text):
        return read_plain(path, text)
    parts = sections(text, head.body_start, ROLE_TAG, before_first=Role.USER)
    return _file(path, text, PromptFormat.DOTPROMPT, head, template_of("", parts, dialect))


def _dotprompt_dialect(body: str) -> Dialect:
    """Return what the marks say, except that ``{{x}}`` alone is Handlebars here, and so is a body without marks."""
    by_marks = dialect_by_majority([body])
    if by_marks is Dialect.NONE or (by_marks is Dialect.JINJA and "{%" not in body):
        return Dialect.HANDLEBARS
    return by_marks


def _body(text: str, head: FrontMatter) -> TemplatePart:
    """Return the text after the front matter; a file without any is taken to the last character."""
    if not head.found:
        return part_of(None, MappedText.lines_of(text, 0, len(text)))
    return trimmed(text, head.body_start, len(text), None)


def _declared(head: FrontMatter) -> Dialect | None:
    """Return the dialect that front matter names as ``template_format`` or ``template: {format: ...}``."""
    template = head.metadata.get("template")
    if isinstance(template, dict):
        template = template.get("format", template.get("type"))
    named = head.metadata.get("template_format", head.metadata.get("templateFormat"))
    return dialect_named(named) or dialect_named(template)


def _file(path: str, text: str, kind: PromptFormat, head: FrontMatter, template: PromptTemplate) -> PromptFile:
    return PromptFile(
        path=path,
        format=kind,
        text=text,
        templates=(template,),
        metadata=head.metadata,
        problems=head.problems,
    )
