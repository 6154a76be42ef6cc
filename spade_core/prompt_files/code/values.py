"""What an expression says, from its syntax alone: nothing is run."""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from spade_core.prompt_files.chat import role_named, role_of_class_name
from spade_core.prompt_files.code import python, typescript
from spade_core.prompt_files.code.code_text import CodeText, hole as hole_text, in_a_row
from spade_core.prompt_files.code.forms import (
    Argument,
    ChoiceForm,
    Form,
    Invocation,
    MappingForm,
    Name,
    PercentFormat,
    SequenceForm,
    StringForm,
    Sum,
)
from spade_core.prompt_files.code.tree import Language, Node, SyntaxTree
from spade_core.prompt_files.dialects import dialect_named
from spade_core.prompt_files.likelihood import words_of_name
from spade_core.prompt_files.prompt_words import WORD
from spade_core.prompt_files.template import Dialect, Role
from spade_core.text import MapBuilder, Span

Spoken = tuple[Role | None, CodeText]
"""A role and what it says."""

_DEDENTS = frozenset({"dedent", "cleandoc", "stripIndent", "stripIndents", "outdent"})
_TEXT_CALLS = frozenset(
    {"from_template", "fromTemplate", "PromptTemplate", "ChatPromptTemplate", "Template", "RichPromptTemplate"}
    | {"from_messages", "fromMessages", "str", "String", "raw", "SystemPrompt", "Prompt", "P", "T", "partial"}
)
_TEXT_KEYWORDS = ("template", "content", "text", "prompt", "messages", "message")
_SYSTEM_KEYS = frozenset({"system"} | {f"system{end}" for end in ("_prompt", "Prompt", "_message", "Message")})
_USER_KEYS = frozenset(
    {"user", "prompt", "messages"} | {f"user{end}" for end in ("_prompt", "Prompt", "_message", "Message")}
)


@dataclass(frozen=True, slots=True)
class Source:
    """A syntax tree and what is known at one place of it."""

    tree: SyntaxTree
    known: ChainMap[str, Node | None] = field(default_factory=ChainMap)
    """By name, the expression last assigned to each name that is in scope; None when there is no telling."""
    forms: dict[int, Form] = field(default_factory=dict)
    """By the id of its node, each form that was read; a list holds what is added to it too."""
    joined: set[int] = field(default_factory=set)
    """Where the texts begin that are read as pieces of another text."""

    def form(self, node: Node) -> Form:
        """Return what a node is; read once."""
        known = self.forms.get(node.id)
        if known is None:
            is_python = self.tree.language is Language.PYTHON
            known = python.form_of(node, self.tree) if is_python else typescript.form_of(node, self.tree)
            self.forms[node.id] = known
        return known

    def below(self, names: Mapping[str, Node | None]) -> "Source":
        """Return what is known where these names are given anew."""
        return Source(self.tree, self.known.new_child(dict(names)), self.forms, self.joined)

    def inner(self, node: Node) -> Node:
        """Return what stands in parentheses, behind ``await`` and the like."""
        return python.inner(node) if self.tree.language is Language.PYTHON else typescript.inner(node)

    def resolved(self, node: Node) -> Node:
        """Return the expression that a name stands for, as far as it is assigned before it; else the node itself.

        Law: the result ends before `node` begins, so following names comes to an end.
        """
        node = self.inner(node)
        while (
            isinstance(form := self.form(node), Name)
            and form.is_plain
            and (value := self.known.get(form.name)) is not None
            and value.end_byte <= node.start_byte
        ):
            node = self.inner(value)
        return node

    def hole(self, node: Node) -> CodeText:
        """Return the place that an expression's value fills."""
        language = python if self.tree.language is Language.PYTHON else typescript
        name = language.hole_name(self.tree.written(node))
        return hole_text(name, language.hole_mark(name), self.tree.span(node))


def text_of(node: Node, source: Source) -> CodeText | None:
    """Return the text that a string expression says; None when it is not known to be text."""
    node = source.inner(node)
    match source.form(node):
        case StringForm(text):
            return text
        case Sum(operands):
            return _sum(operands, source)
        case PercentFormat(left):
            said = text_of(left, source)
            return said.in_dialect(Dialect.PERCENT) if said else None
        case Invocation() as call:
            return _call(call, source)
        case _:
            return None


def text_or_hole(node: Node, source: Source) -> CodeText:
    """Return the text that an expression says, or the place that its value fills."""
    return text_of(node, source) or source.hole(node)


def chat_of(node: Node, source: Source) -> list[Spoken] | None:
    """Return what each role says in a list of chat messages; None when the expression is no such list."""
    node = source.inner(node)
    match source.form(node):
        case SequenceForm(items) if items:
            messages = [_message(source.inner(item), source) for item in items]
            said = [message for message in messages if message is not None]
            has_role = any(role is not None for message in said for role, _ in message)
            return [spoken for message in said for spoken in message] if has_role else None
        case Invocation() as call:
            content = content_of(call)
            inner = source.resolved(content) if content is not None and is_wrapper(call) else None
            listed = (
                chat_of(inner, source) if inner is not None and isinstance(source.form(inner), SequenceForm) else None
            )
            return listed or _message(node, source)
        case MappingForm():
            return _message(node, source)
        case _:
            return None


def system_and_user(given: Sequence[tuple[str, Node]], source: Source) -> list[Spoken] | None:
    """Return what the system and the user say that are given side by side under their names; None unless both do."""
    system = next((value for key, value in given if key in _SYSTEM_KEYS), None)
    user = next((value for key, value in given if key in _USER_KEYS), None)
    if system is None or user is None:
        return None
    before = _contents(Role.SYSTEM, system, source)
    messages = source.resolved(user)
    is_list = isinstance(source.form(messages), SequenceForm)
    after = chat_of(messages, source) or [] if is_list else _contents(Role.USER, user, source)
    if not _any_words(before) or not _any_words(after) or all(_is_word(text) for _, text in [*before, *after]):
        return None
    source.joined.update(source.tree.offset(node.start_byte) for node in (source.resolved(system), messages))
    return [*before, *after]


def has_words(text: CodeText) -> bool:
    """Return whether a text says something beside what fills it."""
    said = text.text
    for _, start, end in reversed(text.holes):
        said = said[:start] + said[end:]
    return any(character.isalpha() for character in said)


def _is_word(text: CodeText) -> bool:
    return len(WORD.findall(text.text)) == 1


def _any_words(said: Sequence[Spoken]) -> bool:
    return any(has_words(text) for _, text in said)


def content_of(call: Invocation) -> Node | None:
    """Return the argument of a call that holds its text."""
    for name in _TEXT_KEYWORDS:
        for argument in call.arguments:
            if argument.keyword == name:
                return argument.value
    return next((argument.value for argument in call.arguments if not argument.keyword), None)


def is_wrapper(call: Invocation) -> bool:
    """Return whether a call only wraps the text that it is given: a template class, ``dedent``."""
    is_template = call.owner is None and call.name[:1].isupper() and call.name.endswith("Template")
    return is_template or call.name in _TEXT_CALLS | _DEDENTS or role_of_class_name(call.name) is not None


def _sum(operands: Sequence[Node], source: Source) -> CodeText | None:
    """Return the texts of ``a + b + c``; an operand that is no literal is a hole. None when none is text."""
    texts = [text_of(operand, source) for operand in operands]
    if not any(text is not None for text in texts):
        texts = [_longest(operand, source) for operand in operands]
    if not any(text is not None for text in texts):
        return None
    return in_a_row([text or text_or_hole(operand, source) for text, operand in zip(texts, operands, strict=True)])


def _longest(node: Node, source: Source) -> CodeText | None:
    """Return the longest text of those that an expression chooses from."""
    form = source.form(source.inner(node))
    texts = [text_of(branch, source) for branch in form.branches] if isinstance(form, ChoiceForm) else []
    return max((text for text in texts if text is not None), key=lambda text: len(text.text), default=None)


def _call(call: Invocation, source: Source) -> CodeText | None:
    if call.owner is not None:
        if call.name == "join" and (joined := _array_joined(call, source)) is not None:
            return joined
        owner = source.resolved(call.owner) if call.name == "join" else call.owner
        on = text_of(owner, source) if call.name in _METHODS else None
        if on is not None:
            return _method(call, on, source)
    argument = content_of(call)
    if argument is None or not is_wrapper(call):
        return None
    text = text_of(source.resolved(argument), source)
    if text is None:
        return None
    if call.name in _DEDENTS:
        return _dedented(text, call.name)
    return text.in_dialect(_declared(call, source) or _default(call.name))


def _dedented(text: CodeText, function: str) -> CodeText:
    if function == "dedent":
        return text.with_lf().dedented()
    # cleandoc leaves the first line's indentation out of account, and drops blank lines at the ends.
    return text.with_lf().stripped(right=False).dedented(first_line=False).stripped(left=False)


_FILLING = frozenset({"format", "format_map"})
_METHODS = frozenset(
    {"strip", "lstrip", "rstrip", "trim", "trimStart", "trimEnd", "format", "format_map", "replace", "replaceAll"}
    | {"encode", "join", "concat", "safe_substitute", "substitute"}
)


def _method(call: Invocation, on: CodeText, source: Source) -> CodeText | None:
    match call.name:
        case "strip" | "trim" if not call.arguments:
            return on.stripped()
        case "lstrip" | "trimStart" if not call.arguments:
            return on.stripped(right=False)
        case "rstrip" | "trimEnd" if not call.arguments:
            return on.stripped(left=False)
        case "format" | "format_map":
            return on.in_dialect(Dialect.FSTRING)
        case "join":
            return join(on.text, _items(call.arguments[0].value, source), source) if call.arguments else None
        case "concat":
            return in_a_row([on, *(text_or_hole(argument.value, source) for argument in call.arguments)])
        case _:
            return on


def _array_joined(call: Invocation, source: Source) -> CodeText | None:
    """Return what ``[a, b].join(separator)`` says."""
    items = _items(call.owner, source) if call.owner is not None else ()
    if not items:
        return None
    separator = text_of(call.arguments[0].value, source) if call.arguments else None
    return join(separator.text if separator is not None else ",", items, source)


def _items(node: Node, source: Source) -> tuple[Node, ...]:
    """Return the items of a list, also of one that is filtered: ``a.filter(Boolean)``, ``filter(None, a)``."""
    match source.form(source.resolved(node)):
        case SequenceForm(items):
            return items
        case Invocation("filter", None, (_, Argument("", listed))):
            return _items(listed, source)
        case Invocation("filter", owner, _) if owner is not None:
            return _items(owner, source)
        case _:
            return ()


def join(between: str, items: Sequence[Node], source: Source) -> CodeText | None:
    """Return the texts with the separator between them, which stands right after a text; None when none is text."""
    if not any(text_of(item, source) for item in items):
        return None
    source.joined.update(source.tree.offset(source.inner(item).start_byte) for item in items)
    texts = [text_or_hole(items[0], source)]
    for before, item in pairwise(items):
        end = source.tree.span(before).end
        texts.append(CodeText(MapBuilder().replaced(between, Span(end, end)).build(empty_at=end)))
        texts.append(text_or_hole(item, source))
    return in_a_row(texts)


def _message(node: Node, source: Source) -> list[Spoken] | None:
    """Return what one chat message says; None when the expression is not one."""
    match source.form(node):
        case MappingForm(entries):
            fields = {entry.key: entry.value for entry in entries if entry.key}
            role, content = fields.get("role"), fields.get("content", fields.get("parts"))
            if role is None or content is None:
                return None
            return _contents(_role(role, source), content, source)
        case SequenceForm((first, content)) if (name := text_of(first, source)) is not None:
            if name.text in ("placeholder", "messages_placeholder"):
                return []
            role_meant = role_named(name.text)
            return _contents(role_meant, content, source) if role_meant is not None else None
        case Invocation() as call:
            return _message_call(call, source)
        case _:
            return None


def _message_call(call: Invocation, source: Source) -> list[Spoken] | None:
    if call.name == "MessagesPlaceholder":
        return []
    owner = source.form(call.owner) if call.owner is not None else None
    owner_name = owner.name if isinstance(owner, Name) else ""
    role = role_of_class_name(call.name)
    if role is None and call.name in ("from_template", "fromTemplate"):
        role = role_of_class_name(owner_name)
    if role is None and words_of_name(call.name)[1:] in (("message",), ("msg",)):
        role = role_named(words_of_name(call.name)[0])
    if role is None:
        said_by = next((argument.value for argument in call.arguments if argument.keyword == "role"), None)
        role = _role(said_by, source) if said_by is not None else None
    content = next((one.value for one in call.arguments if one.keyword == "parts"), None) or content_of(call)
    if role is None and content is not None and call.owner is None and content.type == "template_string":
        role = role_named(call.name)
    if role is None or content is None:
        return None
    said = _contents(role, content, source)
    return [(role, text.in_dialect(_declared(call, source) or _default(call.name))) for role, text in said]


def _contents(role: Role | None, content: Node, source: Source) -> list[Spoken]:
    """Return what a message's content says: a text, a hole, or a list of text blocks."""
    meant = source.resolved(content)
    form = source.form(meant)
    if isinstance(form, Invocation) and form.owner is not None and form.name in _FILLING:
        filled = text_of(source.resolved(form.owner), source)
        return [(role, filled.in_dialect(Dialect.FSTRING) if filled is not None else source.hole(content))]
    if not isinstance(form, SequenceForm):
        return [(role, text_of(meant, source) or source.hole(content))]
    said: list[Spoken] = []
    for item in form.items:
        said += [(role, text_or_hole(text, source)) for text in _texts_of_block(item, source)]
    return said


def _texts_of_block(item: Node, source: Source) -> list[Node]:
    """Return what says something in one block of a message: a text, ``{"text": ...}`` or ``Part.from_text(...)``."""
    match source.form(source.inner(item)):
        case MappingForm(entries):
            return [entry.value for entry in entries if entry.key == "text"]
        case Invocation(name="from_text" | "Part" | "TextPart" | "TextContent") as call:
            content = content_of(call)
            return [content] if content is not None else []
        case StringForm():
            return [item]
        case _:
            return []


def _role(node: Node, source: Source) -> Role | None:
    match source.form(source.inner(node)):
        case StringForm(text):
            return role_named(text.text)
        case Name(name):
            return role_named(name)
        case _:
            return None


def _declared(call: Invocation, source: Source) -> Dialect | None:
    for argument in call.arguments:
        if argument.keyword in ("template_format", "templateFormat"):
            named = text_of(argument.value, source)
            return dialect_named(named.text) if named else None
    return None


def _default(call: str) -> Dialect | None:
    """Return the dialect of a template class that is told none: f-string for LangChain's."""
    is_langchain = call in ("from_template", "fromTemplate") or call.endswith("PromptTemplate")
    return Dialect.FSTRING if is_langchain else None
