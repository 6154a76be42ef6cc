"""Chat roles by the names that files give them, and templates put together from the parts they speak."""

from collections.abc import Iterable, Sequence

from spade_core.prompt_files.dialects import dialect_by_majority
from spade_core.prompt_files.placeholders import placeholders_in
from spade_core.prompt_files.template import Dialect, PromptTemplate, Role, TemplatePart
from spade_core.text import MappedText

_ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.DEVELOPER,
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}


def role_named(name: object) -> Role | None:
    """Return the role that a file's word (``human``, ``ai``, ``model``, ...) means; None for an unknown word."""
    return _ROLES.get(name.strip().lower()) if isinstance(name, str) else None


_MESSAGE_CLASSES = {
    "SystemMessage": Role.SYSTEM,
    "HumanMessage": Role.USER,
    "AIMessage": Role.ASSISTANT,
    "ToolMessage": Role.TOOL,
    "FunctionMessage": Role.TOOL,
}


def role_of_class_name(name: str) -> Role | None:
    """Return the role of a LangChain message class such as ``HumanMessage`` or ``SystemMessagePromptTemplate``."""
    return _MESSAGE_CLASSES.get(name.removesuffix("Chunk").removesuffix("PromptTemplate"))


_ANSWERING = frozenset({Role.ASSISTANT, Role.TOOL})


def was_said(template: PromptTemplate) -> bool:
    """Return whether messages are what a model or a tool said, or a conversation that was held, and no prompt."""
    roles = {part.role for part in template.parts}
    if not roles & _ANSWERING or roles & {Role.SYSTEM, Role.DEVELOPER}:
        return False
    return all(template.parts[each.part].role in _ANSWERING for each in template.placeholders)


def part_of(role: Role | None, mapped: MappedText) -> TemplatePart:
    """Return the part that `role` speaks, its line ends made LF."""
    mapped = mapped.with_lf()
    return TemplatePart(role=role, text=mapped.text, source=mapped.source)


def template_of(name: str, parts: Iterable[TemplatePart], dialect: Dialect | None) -> PromptTemplate:
    """Return the template of these parts, those that say nothing left out.

    Without a dialect the majority of the marks decides it.
    """
    said: Sequence[TemplatePart] = tuple(part for part in parts if part.text.strip())
    texts = [part.text for part in said]
    dialect = dialect_by_majority(texts) if dialect is None else dialect
    return PromptTemplate(name=name, dialect=dialect, parts=tuple(said), placeholders=placeholders_in(texts, dialect))
