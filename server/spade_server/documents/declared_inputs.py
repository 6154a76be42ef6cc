"""Where a prompt file declares its inputs beside the text that uses them: a renamed placeholder is renamed there too.

LangChain lists them (``input_variables``), prompty and dotprompt describe them in the front matter, GitHub's files
fill them in ``testData``. Loaders refuse a file whose declarations and placeholders differ.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from spade_core.errors import PromptFileError
from spade_core.prompt_files import (
    MappingNode,
    Node,
    PromptFormat,
    ScalarNode,
    SequenceNode,
    parse_json,
    parse_yaml,
    read_front_matter,
)
from spade_core.text import Span

_LISTS: Final = frozenset({"input_variables", "optional_variables"})
_TABLES: Final = frozenset({"partial_variables", "input_types"})
_HEADS: Final = {
    PromptFormat.PROMPTY: (("inputs",), ("sample",)),
    PromptFormat.DOTPROMPT: (("input", "schema"), ("input", "default")),
}
"""Where the front matter of a format has the names, by the keys that lead there."""


def declared_in(text: str, path: str, format_: PromptFormat | None, template: str, name: str) -> list[Span]:
    """Return where a file declares the input `name` of a template, in order; quotes and type marks left out."""
    try:
        found = list(_declared(text, path, format_, template))
    except PromptFileError:
        return []
    pattern = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])")
    spans = []
    for span in found:
        match = pattern.search(span.of(text))
        if match is not None and span.of(text).strip("\"' ").rstrip("?").partition("(")[0].rstrip("?") == name:
            spans.append(Span(span.start + match.start(), span.start + match.end()))
    return sorted(set(spans))


def _declared(text: str, path: str, format_: PromptFormat | None, template: str) -> Iterator[Span]:
    if format_ is PromptFormat.LANGCHAIN:
        root: Node | None = (parse_json if path.lower().endswith(".json") else parse_yaml)(text, path).root
        if template:
            root = root.get(template) if isinstance(root, MappingNode) else None
        yield from _of_langchain(root)
    elif format_ is PromptFormat.GITHUB_YAML:
        rows = _at(parse_yaml(text, path).root, ("testData",))
        for row in rows.items if isinstance(rows, SequenceNode) else ():
            yield from _keys(row)
    elif format_ in _HEADS:
        head = _front_matter_of(text, path)
        for keys in _HEADS[format_] if head is not None else ():
            yield from _names(_at(head, keys))


def _of_langchain(node: Node | None) -> Iterator[Span]:
    """Yield the declarations of a prompt and of the prompts in it."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _of_langchain(item)
    for entry in node.entries if isinstance(node, MappingNode) else ():
        if entry.key in _LISTS:
            yield from _names(entry.value)
        elif entry.key in _TABLES:
            yield from _keys(entry.value)
        else:
            yield from _of_langchain(entry.value)


def _front_matter_of(text: str, path: str) -> Node | None:
    head = read_front_matter(text, path)
    if not head.found:
        return None
    start = text.index("---") + len("---")
    end = max(text.rfind(mark, start, head.body_start) for mark in ("---", "..."))
    return parse_yaml(text, path, start=start, end=end).root


def _at(node: Node | None, keys: Sequence[str]) -> Node | None:
    for key in keys:
        node = node.get(key) if isinstance(node, MappingNode) else None
    return node


def _names(node: Node | None) -> Iterator[Span]:
    """Yield the names of a table, of a list, or of a list of descriptions."""
    yield from _keys(node)
    for item in node.items if isinstance(node, SequenceNode) else ():
        named = item.get("name") if isinstance(item, MappingNode) else item
        if isinstance(named, ScalarNode):
            yield named.span


def _keys(node: Node | None) -> Iterator[Span]:
    return (entry.span for entry in (node.entries if isinstance(node, MappingNode) else ()))
