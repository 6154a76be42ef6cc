"""Texts under the keys of a YAML or JSON file, and which of them are prompts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from spade_core.prompt_files.chat import part_of, role_named, template_of, was_said
from spade_core.prompt_files.likelihood import (
    MANY,
    Assessment,
    Clues,
    JudgedTemplate,
    Reason,
    Use,
    is_kept_for_prompts,
    judged,
    strong_word,
    words_of_name,
)
from spade_core.prompt_files.messages import MessageReader, is_message, messages_in
from spade_core.prompt_files.scalar_text import scalar_text
from spade_core.prompt_files.template import PromptTemplate, Role, TemplatePart
from spade_core.prompt_files.tree import EntryNode, MappingNode, Node, ScalarNode, SequenceNode

_MODEL_KEYS = frozenset(
    {"model", "models", "provider", "temperature", "max_tokens", "maxTokens", "top_p", "input_variables", "input_types"}
    | {"llm", "model_name", "stop_sequences", "inputs", "tools", "agent", "agents", "few_shot", "examples", "engine"}
)
_PROMPT_KEYS = frozenset(
    {"prompt", "prompts", "system", "system_prompt", "systemPrompt", "instructions", "instruction", "template"}
    | {"user", "content", "messages", "user_prompt", "role", "goal", "backstory", "persona", "text", "task"}
)
_AGENT_KEYS = frozenset({"role", "goal", "backstory", "persona", "expected_output", "instructions"})
"""Two of them describe an agent or its task."""
_TASK_KEYS = frozenset({"description", "expected_output"})
"""Both of them describe the task of an agent."""
_PROMPT_WORDS = frozenset(
    {"prompt", "prompts", "instruction", "instructions", "template", "system", "persona", "preamble"}
)
_NEVER = frozenset(
    {"description", "summary", "title", "help", "run", "script", "uses", "image", "command", "name", "comment"}
)
_SPEAKERS = frozenset({"system", "user", "human", "assistant"})
_ENDINGS = frozenset({(), ("prompt",), ("message",), ("template",)})
"""What may follow the speaker in a key: ``systemPrompt``, ``user_message``."""
_COUNTED = frozenset({"prompt", "completion", "response", "input", "output"})
"""Whose tokens are counted beside a call that was recorded."""
_RECORD = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32,64}", re.IGNORECASE)
"""A key that no person chose."""
_MOST_DEEP = 30


@dataclass(frozen=True, slots=True)
class _At:
    name: str = ""
    key: str = ""
    """What it is by its key."""
    owners: tuple[str, ...] = ()
    beside_model: bool = False
    listed: bool = False
    recorded: bool = False


class KeyedTexts:
    """Walks the tree of a file and judges its texts."""

    def __init__(self, place: str, reader: MessageReader, named: str = "") -> None:
        self._place = place
        self._reader = reader
        self._named = named

    def run(self, root: Node) -> Iterator[JudgedTemplate]:
        """Yield the texts in file order.

        What the system and others say under keys side by side is one text with parts, called as the key of the system.
        What another says is a text of its own beside it only where it is `named`.
        """
        yield from self._walk(root, _At(), 0)

    def _walk(self, node: Node, at: _At, depth: int) -> Iterator[JudgedTemplate]:
        if depth > _MOST_DEEP:
            return
        match node:
            case ScalarNode():
                if isinstance(node.value, str) and at.key not in _NEVER:
                    text = scalar_text(self._reader.text, node)
                    spoken = messages_in(text, self._reader.path)
                    use = Use.SYSTEM_MESSAGE if spoken else Use.NONE
                    yield from self._judged(node, at, spoken or [part_of(None, text)], use)
            case SequenceNode(items):
                if items and all(map(is_message, items)):
                    yield from self._judged(node, at, self._reader.parts(node), Use.SYSTEM_MESSAGE)
                    return
                for index, item in enumerate(items):
                    key = item.string("name", "id", "key") if isinstance(item, MappingNode) else None
                    label = f"[{key!r}]" if key else f"[{index}]"
                    many = len(items) >= MANY
                    inside = _At(f"{at.name}{label}", at.key, at.owners, at.beside_model, many, at.recorded)
                    yield from self._walk(item, inside, depth + 1)
            case MappingNode(entries):
                keys = {entry.key for entry in entries}
                is_task = keys >= _TASK_KEYS
                has_model = bool(keys & _MODEL_KEYS) or len(keys & _AGENT_KEYS) > 1 or is_task
                beside = has_model and not keys & {"spec", "kind", "apiVersion", "services", "jobs"}
                owners = (*at.owners, at.key) if at.key else at.owners
                recorded = at.recorded or any(map(_counts_tokens, keys))
                places = [
                    (
                        entry,
                        _At(
                            f"{at.name}.{key}" if at.name else key,
                            "task" if is_task and key == "description" else key,
                            owners,
                            beside,
                            recorded=recorded,
                        ),
                    )
                    for entry in entries
                    for key in (entry.key,)
                ]
                roles = _side_by_side(entries)
                said = [(entry, place) for entry, place in places if entry.key in roles]
                if said:
                    yield self._together(roles, said)
                for entry, place in places:
                    is_named = place.name == self._named and roles.get(entry.key) is not Role.SYSTEM
                    if entry.key not in roles or is_named:
                        yield from self._walk(entry.value, place, depth + 1)

    def _together(self, roles: dict[str, Role], said: list[tuple[EntryNode, _At]]) -> JudgedTemplate:
        """Return what several say side by side as one text, which is as likely a prompt as the likeliest of them."""
        found = [(roles[entry.key], one) for entry, place in said for one in self._walk(entry.value, place, 0)]
        parts = [replace(part, role=role) for role, one in found for part in one.template.parts]
        template = template_of(next(one.name for role, one in found if role is Role.SYSTEM), parts, None)
        judgement = max((one.judgement for _, one in found), key=lambda judgement: judgement.score)
        together = (*judgement.reasons, Reason(0, "the system and others speak in it, side by side"))
        return JudgedTemplate(
            template.name,
            min(one.line for _, one in found),
            template,
            self._unless_held(Assessment(together), template),
        )

    def _judged(self, node: Node, at: _At, parts: list[TemplatePart], use: Use) -> Iterator[JudgedTemplate]:
        template = template_of(at.name, parts, None)
        if not template.parts:
            return
        used_as = "a list of messages for a model" if use is not Use.NONE else ""
        if use is Use.NONE and at.beside_model and at.key in _PROMPT_KEYS:
            use, used_as = Use.MODEL_ARGUMENT, "a key beside a model's settings"
        if was_said(template):
            use, used_as = Use.ANSWER, "what a model says"
        clues = Clues(
            path=self._place,
            name=at.key,
            text=template.text,
            owners=at.owners,
            use=use,
            used_as=used_as,
            placeholders=len(template.placeholders),
            is_listed=at.listed,
            is_data=True,
        )
        judgement = self._unless_held(judged(clues), template)
        if not is_usual_key(at.key) and use is Use.NONE and not is_kept_for_prompts(self._place):
            judgement = Assessment((*judgement.reasons, Reason(-3, f"{at.key!r} is no usual key for a prompt")))
        if any(map(_RECORD.fullmatch, at.owners)):
            judgement = Assessment((*judgement.reasons, Reason(-6, "it is a record, which an identifier names")))
        if at.recorded:
            judgement = Assessment((*judgement.reasons, Reason(-20, "its tokens are counted, as in a recorded call")))
        yield JudgedTemplate(at.name, self._reader.lines.line_of(node.span.start), template, judgement)

    def _unless_held(self, judgement: Assessment, template: PromptTemplate) -> Assessment:
        """Return the decision, against messages of a tool, or that end with an answer and leave nothing to fill in."""
        has_tool = any(part.role is Role.TOOL for part in template.parts)
        roles = [part.role for part in template.parts]
        is_answered = roles[-1] is Role.ASSISTANT or (roles[-1] is Role.SYSTEM and Role.USER in roles)
        is_open = not is_answered or any(one.confident for one in template.placeholders)
        if (is_open and not has_tool) or is_kept_for_prompts(self._place):
            return judgement
        return Assessment((*judgement.reasons, Reason(-20, "it is a conversation that was held")))


def _side_by_side(entries: tuple[EntryNode, ...]) -> dict[str, Role]:
    """Return, by its key, who says each text of a mapping in which the system and another speak; else nothing."""
    found: dict[str, Role] = {}
    for entry in entries:
        speaker, *rest = words_of_name(entry.key) or ("",)
        role = role_named(speaker) if speaker in _SPEAKERS and tuple(rest) in _ENDINGS else None
        is_text = (
            isinstance(entry.value, ScalarNode) and isinstance(entry.value.value, str) and entry.value.value.strip()
        )
        if role is not None and is_text:
            found[entry.key] = role
    return found if {Role.SYSTEM, Role.USER} <= set(found.values()) else {}


def is_usual_key(key: str) -> bool:
    """Return whether prompts are often kept under a key."""
    parts = words_of_name(key)
    return key in _PROMPT_KEYS or any(word in _PROMPT_WORDS for word in parts) or strong_word(parts) is not None


def _counts_tokens(key: str) -> bool:
    """Return whether a key counts the tokens of a call, as ``completion_tokens`` does."""
    parts = words_of_name(key)
    return len(parts) > 1 and parts[-2] in _COUNTED and parts[-1] == "tokens" and parts[0] != "max"
