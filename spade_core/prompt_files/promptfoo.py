"""The text files that a configuration of promptfoo names as its prompts."""

import re
from collections.abc import Iterator

from spade_core.errors import PromptFileError
from spade_core.prompt_files.patterns import is_exported
from spade_core.prompt_files.tree import MappingNode, Node, ScalarNode, SequenceNode
from spade_core.prompt_files.tree_formats import parsed_tree

_TEXT_FILE = re.compile(r"(?:file://)?(?P<path>[^\s:{}]+\.(?:txt|md|j2|jinja2?|njk|tmpl))|file://(?P<bare>[^\s:{}.]+)")
"""Full match of what is no prompt itself but names one, or several by a pattern; code and data are read as they are."""


def named_in(path: str, text: str) -> list[str]:
    """Return the paths and patterns of the text files that a configuration names, from its folder; of no use, none."""
    if is_exported(text) or "prompts" not in text:
        return []
    try:
        root = parsed_tree(path, text).root
    except PromptFileError:
        return []
    prompts = root.get("prompts") if isinstance(root, MappingNode) else None
    matches = map(_TEXT_FILE.fullmatch, _texts(prompts) if prompts is not None else ())
    return [match["path"] or match["bare"] for match in matches if match is not None]


def _texts(node: Node) -> Iterator[str]:
    """Yield what stands for a prompt: a text, the ``id`` or ``raw`` of an object, the keys of one without them."""
    match node:
        case ScalarNode(value=str() as said):
            yield said.strip()
        case SequenceNode(items):
            for item in items:
                yield from _texts(item)
        case MappingNode(entries):
            told = node.get("id", "raw")
            yield from _texts(told) if told is not None else (entry.key.strip() for entry in entries)
        case ScalarNode():
            return
