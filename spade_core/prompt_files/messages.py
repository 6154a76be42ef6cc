"""Chat messages as YAML and JSON files write them, as the parts that roles speak."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from spade_core.errors import Problem, PromptFileError
from spade_core.prompt_files.chat import part_of, role_named, role_of_class_name
from spade_core.prompt_files.json_document import parse_json
from spade_core.prompt_files.scalar_text import scalar_text
from spade_core.prompt_files.template import Role, TemplatePart
from spade_core.prompt_files.tree import MappingNode, Node, ScalarNode, SequenceNode
from spade_core.text import LineIndex, MappedText


@dataclass(slots=True)
class MessageReader:
    """Reads the messages of one file and gathers what was wrong with single ones."""

    path: str
    text: str
    lines: LineIndex
    problems: list[Problem] = field(default_factory=list)

    def parts(self, messages: SequenceNode) -> list[TemplatePart]:
        """Return what each message says, in order; a message that says nothing readable is a problem."""
        return [part for message in messages.items for part in self.message(message)]

    def message(self, node: Node) -> list[TemplatePart]:
        """Return the parts of one message.

        Forms: ``{role, content}``, ``[role, content]``, ``{role: content}``, ``{type, prompt: {template}}``,
        a LangChain object ``{id: [..., "SystemMessagePromptTemplate"], kwargs: {...}}``, or a bare string.
        """
        if _is_history(node):
            return []
        role, content = self._read(node)
        if content is None:
            self.report(node, "this message has no content that can be read")
            return []
        return list(self.content(role, content))

    def content(self, role: Role | None, node: Node) -> Iterator[TemplatePart]:
        """Yield the parts of a message's content: a string, a template, or a list of text blocks."""
        match node:
            case ScalarNode():
                if node.value is not None:
                    yield part_of(role, scalar_text(self.text, node))
            case SequenceNode():
                for item in node.items:
                    yield from self.content(role, item)
            case MappingNode():
                inner = node.get("template", "text", "content", "prompt", "kwargs")
                if inner is not None:
                    yield from self.content(role, inner)

    def report(self, node: Node, message: str) -> None:
        """Note something wrong at `node`."""
        self.problems.append(Problem(self.path, self.lines.line_of(node.span.start), message))

    def _read(self, node: Node) -> tuple[Role | None, Node | None]:
        match node:
            case ScalarNode():
                return None, node if isinstance(node.value, str) else None
            case SequenceNode():
                return self._pair(node)
            case MappingNode():
                return self._mapping(node)

    def _pair(self, node: SequenceNode) -> tuple[Role | None, Node | None]:
        match node.items:
            case (ScalarNode() as role, content):
                return self._role(role), content
            case _:
                return None, None

    def _mapping(self, node: MappingNode) -> tuple[Role | None, Node | None]:
        if isinstance(kwargs := node.get("kwargs"), MappingNode):
            role = _role_of_class(node.get("id")) or role_named(kwargs.string("role"))
            return role, kwargs.get("prompt", "content", "template")
        if len(node.entries) == 1 and (role := role_named(node.entries[0].key)):
            return role, node.entries[0].value
        said_by = node.get("role", "type", "_type")
        content = node.get("content", "prompt", "template", "text")
        return self._role(said_by) if said_by is not None else None, content

    def _role(self, node: Node) -> Role | None:
        """Return the role that a node names; an unknown one is a problem, and its text is kept without a role."""
        name = node.value if isinstance(node, ScalarNode) else None
        role = role_named(name)
        if role is None:
            self.report(node, f"unknown role {name!r}; its text is kept without a role")
        return role


def is_message(node: Node) -> bool:
    """Return whether a node says who speaks, and what."""
    if not isinstance(node, MappingNode):
        return False
    return role_named(node.string("role", "type")) is not None and node.get("content") is not None


def messages_in(said: MappedText, path: str) -> list[TemplatePart]:
    """Return the parts of the messages that a text lists in JSON, as in promptfoo's prompts; none of any other text."""
    if not said.text.lstrip().startswith("[") or '"role"' not in said.text:
        return []
    try:
        root = parse_json(said.text, path).root
    except PromptFileError:
        return []
    if not isinstance(root, SequenceNode) or not root.items or not all(map(is_message, root.items)):
        return []
    inner = MessageReader(path, said.text, LineIndex(said.text)).parts(root)
    return [part_of(part.role, MappedText(part.text, part.source).within(said)) for part in inner]


def _is_history(node: Node) -> bool:
    """Whether a message only says where others go: LangChain's placeholder, by class or by name."""
    match node:
        case MappingNode():
            kwargs = node.get("kwargs")
            inner = kwargs if isinstance(kwargs, MappingNode) else node
            return inner.get("variable_name") is not None
        case SequenceNode(items=(ScalarNode(value="placeholder" | "messages_placeholder"), *_)):
            return True
        case _:
            return False


def _role_of_class(node: Node | None) -> Role | None:
    """Return the role that the last name of a LangChain object's ``id`` means."""
    if not isinstance(node, SequenceNode) or not node.items or not isinstance(node.items[-1], ScalarNode):
        return None
    return role_of_class_name(str(node.items[-1].value))
