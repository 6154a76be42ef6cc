"""Prompt files that are YAML, JSON or TOML: GitHub Models', LangChain's, and texts under keys."""

from collections.abc import Iterator

from spade_core.errors import Problem, PromptFileError
from spade_core.prompt_files.chat import template_of
from spade_core.prompt_files.dialects import dialect_by_majority, dialect_named
from spade_core.prompt_files.formats import PromptFormat
from spade_core.prompt_files.json_document import parse_json
from spade_core.prompt_files.keyed_texts import KeyedTexts
from spade_core.prompt_files.likelihood import JudgedTemplate
from spade_core.prompt_files.messages import MessageReader
from spade_core.prompt_files.naming import list_of
from spade_core.prompt_files.patterns import is_langchain
from spade_core.prompt_files.template import Dialect, PromptFile, PromptTemplate, TemplatePart
from spade_core.prompt_files.tree import Document, MappingNode, Node, ScalarNode, SequenceNode, plain, plain_entries
from spade_core.text import LineIndex

_TEXT_KEYS = ("template", "messages", "prompt", "prefix", "suffix", "example_prompt", "kwargs")
_ENTRY_KEYS = frozenset({*_TEXT_KEYS, "_type", "template_path", "input_variables", "template_format"})


def read_github_yaml(path: str, text: str) -> PromptFile:
    """Return a file of GitHub Models: its messages; model, testData, evaluators and the rest as metadata.

    Raises PromptFileError when it is no YAML or has no messages.
    """
    document = parsed_tree(path, text)
    reader = MessageReader(path, text, LineIndex(text))
    root = document.root
    if _is_blank(root):
        return PromptFile(path, PromptFormat.GITHUB_YAML, text, (), {}, ())
    messages = root.get("messages") if isinstance(root, MappingNode) else None
    if messages is None and isinstance(root, MappingNode) and root.get("template", "prompt") is not None:
        return _langchain_file(path, text, document)
    if not isinstance(messages, SequenceNode):
        line = reader.lines.line_of(root.span.start if messages is None else messages.span.start)
        raise PromptFileError(path, line, "expected a list of messages under the key 'messages'")
    parts = reader.parts(messages)
    template = template_of("", parts, _declared(root) or _double_braced(parts))
    rest = plain_entries(root, leave_out=frozenset({"messages"}))
    return PromptFile(path, PromptFormat.GITHUB_YAML, text, (template,), rest, (*document.problems, *reader.problems))


def read_tree(path: str, text: str, *, named: str = "", place: str = "") -> PromptFile:
    """Return the prompts of a JSON or YAML file: LangChain's, a list of messages, or texts that are judged.

    Raises PromptFileError when it is neither JSON nor YAML, or when no prompt is in it.
    """
    if is_langchain(text):
        return read_langchain(path, text)
    document = parsed_tree(path, text)
    root = document.root
    if isinstance(root, MappingNode) and _is_chat(root.get("messages")) and root.get("template") is None:
        return read_github_yaml(path, text)
    reader = MessageReader(path, text, LineIndex(text))
    found = [
        one
        for one in KeyedTexts(place, reader, named).run(root)
        if one.judgement.is_prompt or (named and named in (one.name, list_of(one.name)))
    ]
    if not found and not _is_blank(root):
        raise PromptFileError(path, 1, "no prompt in it: none of its texts is one")
    templates = tuple(one.template for one in found)
    return PromptFile(path, PromptFormat.LANGCHAIN, text, templates, {}, document.problems)


def judged_in(path: str, text: str, place: str) -> Iterator[JudgedTemplate]:
    """Yield the texts under the keys of a JSON or YAML file, with the decision about each."""
    return KeyedTexts(place, MessageReader(path, text, LineIndex(text))).run(parsed_tree(path, text).root)


def parsed_tree(path: str, text: str) -> Document:
    """Return the tree of a JSON, TOML or YAML file, as its suffix says.

    Raises PromptFileError when it is none.
    """
    match path.lower().rpartition(".")[2]:
        case "json":
            parse = parse_json
        case "toml":
            from spade_core.prompt_files.toml_document import parse_toml as parse
        case _:
            from spade_core.prompt_files.yaml_document import parse_yaml as parse
    return parse(text, path)


def _is_chat(node: Node | None) -> bool:
    return isinstance(node, SequenceNode) and any(
        isinstance(one, MappingNode) and one.get("role") is not None for one in node.items
    )


def read_langchain(path: str, text: str) -> PromptFile:
    """Return a LangChain prompt in JSON or YAML: one prompt, or a mapping or list of named ones.

    Raises PromptFileError when it is neither JSON nor YAML, or when no prompt is in it. One broken prompt
    among others is a problem.
    """
    return _langchain_file(path, text, parsed_tree(path, text))


def _langchain_file(path: str, text: str, document: Document) -> PromptFile:
    reader = _PromptReader(MessageReader(path, text, LineIndex(text)))
    templates = reader.templates(document.root)
    problems = (*document.problems, *reader.problems)
    if not templates and not _is_blank(document.root):
        first = reader.problems[0] if reader.problems else None
        fact = first.message if first else f"no prompt in it: none of the keys {', '.join(_TEXT_KEYS[:4])}"
        raise PromptFileError(path, first.line if first else 1, fact)
    return PromptFile(path, PromptFormat.LANGCHAIN, text, templates, reader.metadata(document.root), problems)


class _PromptReader:
    """Reads LangChain's prompts out of a tree."""

    def __init__(self, messages: MessageReader) -> None:
        self._messages = messages

    @property
    def problems(self) -> list[Problem]:
        return self._messages.problems

    def templates(self, root: Node) -> tuple[PromptTemplate, ...]:
        named = [("", root)] if _is_prompt(root) else _named(root)
        held = [pair for name, node in named for pair in _held(name, node)]
        return tuple(template for name, node in held for template in self._prompt(name, node))

    def metadata(self, root: Node) -> dict[str, object]:
        """Return the keys of a single prompt, or of each named one, that are not its text."""
        if _is_prompt(root):
            inner = root.get("kwargs") if isinstance(root, MappingNode) else None
            return plain_entries(inner or root, leave_out=frozenset({"template", "messages", "prefix", "suffix"}))
        if not isinstance(root, MappingNode):
            return {}
        return {e.key: plain(e.value) for e in root.entries if not _is_prompt(e.value)}

    def _prompt(self, name: str, node: Node) -> list[PromptTemplate]:
        if not isinstance(node, MappingNode):
            return []
        parts = self._parts(name, node)
        if not parts:
            return []
        templates = [template_of(name, parts, _declared(node) or _undeclared(node, parts))]
        example = node.get("example_prompt")
        if isinstance(example, MappingNode):
            templates += self._prompt(f"{name}.example_prompt".lstrip("."), example)
        return templates

    def _parts(self, name: str, node: MappingNode) -> list[TemplatePart]:
        inner = node.get("kwargs") if isinstance(node.get("kwargs"), MappingNode) else node
        if not isinstance(inner, MappingNode):
            return []
        messages = inner.get("messages")
        if isinstance(messages, SequenceNode):
            return self._messages.parts(messages)
        texts = [inner.get(key) for key in ("prefix", "template", "prompt", "suffix")]
        parts = [part for text in texts if text is not None for part in self._messages.content(None, text)]
        if not parts:
            self._messages.report(node, f"{f'{name}: ' if name else ''}{_why_nothing(inner)}")
        return parts


def _why_nothing(node: MappingNode) -> str:
    if (elsewhere := node.string("template_path")) is not None:
        return f"its template is in another file, {elsewhere!r}"
    present = [key for key in _TEXT_KEYS if node.get(key) is not None]
    if present:
        return f"the key {present[0]!r} holds no text"
    return "no prompt in it: none of the keys template, messages, prompt, prefix"


def _is_blank(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.value is None


def _is_prompt(node: Node) -> bool:
    return isinstance(node, MappingNode) and any(entry.key in _ENTRY_KEYS for entry in node.entries)


def _named(root: Node) -> list[tuple[str, Node]]:
    """Return the prompts of a mapping by their keys, or those of a list by their ``name`` or number."""
    match root:
        case MappingNode():
            return [(e.key, e.value) for e in root.entries if _is_prompt(e.value)]
        case SequenceNode():
            prompts = [(i, item) for i, item in enumerate(root.items) if isinstance(item, MappingNode)]
            return [(item.string("name", "id") or str(i), item) for i, item in prompts]
        case _:
            return []


def _held(name: str, node: Node) -> list[tuple[str, Node]]:
    """Return the prompts of a chain as LangSmith saves it, or the node itself where it is none."""
    inner = node.get("kwargs") if isinstance(node, MappingNode) else None
    if not isinstance(inner, MappingNode) or inner.get(*_TEXT_KEYS) is not None:
        return [(name, node)]
    steps = [e for e in inner.entries if isinstance(e.value, MappingNode) and e.value.get("kwargs") is not None]
    found = [pair for step in steps for pair in _held(f"{name}.{step.key}".lstrip("."), step.value)]
    told = [pair for pair in found if _says_prompt(pair[1])]
    return [(name, told[0][1])] if len(told) == 1 else told or [(name, node)]


def _says_prompt(node: Node) -> bool:
    inner = node.get("kwargs") if isinstance(node, MappingNode) else None
    return isinstance(inner, MappingNode) and inner.get(*_TEXT_KEYS) is not None


def _declared(node: Node) -> Dialect | None:
    """Return the dialect of the outermost ``template_format`` in `node`; None when there is none."""
    match node:
        case MappingNode():
            own = dialect_named(node.string("template_format", "templateFormat"))
            below = (_declared(e.value) for e in node.entries if e.key in ("kwargs", "prompt", "messages"))
            return own or next((found for found in below if found), None)
        case SequenceNode():
            return next((found for found in map(_declared, node.items) if found), None)
        case _:
            return None


def _double_braced(parts: list[TemplatePart]) -> Dialect:
    """Return HANDLEBARS, the dialect of ``{{x}}`` in GitHub Models, unless the marks clearly are others."""
    if any("{%" in part.text for part in parts):
        by_marks = dialect_by_majority(part.text for part in parts)
        return Dialect.JINJA if by_marks is Dialect.JINJA else Dialect.HANDLEBARS
    return Dialect.HANDLEBARS


def _undeclared(node: MappingNode, parts: list[TemplatePart]) -> Dialect:
    """Return FSTRING for what LangChain saved, as it is its default; else what the marks say, if they are braces."""
    texts = [part.text for part in parts]
    by_marks = dialect_by_majority(texts)
    is_langchain = node.get("_type", "input_variables", "lc") is not None
    has_tag = any("{%" in text or "{{#" in text for text in texts)
    if by_marks in (Dialect.JINJA, Dialect.HANDLEBARS) and (has_tag or not is_langchain):
        return by_marks
    return Dialect.FSTRING
