"""The YAML between two ``---`` lines at the head of a text file, kept apart from the template."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from spade_core.errors import Problem, PromptFileError
from spade_core.prompt_files.tree import MappingNode, plain_entries
from spade_core.prompt_files.yaml_document import parse_yaml
from spade_core.text import LineIndex

_OPENING = re.compile(r"\A[ \t\r\n]*---[ \t]*(?:\r\n|\n|\r)")
_CLOSING = re.compile(r"(?:^|(?<=\n)|(?<=\r))(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)")
_KEY = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*[ \t]*[\w\"'][\w .\"'-]*:(?:[ \t]|\r|\n|\Z)")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the front matter says and where the text after it begins."""

    metadata: Mapping[str, object]
    body_start: int
    found: bool
    problems: tuple[Problem, ...] = ()


NO_FRONT_MATTER = FrontMatter({}, 0, found=False)


def read_front_matter(text: str, path: str) -> FrontMatter:
    """Return the front matter of a file; without any, no metadata and the whole text as body.

    Front matter that is not YAML is a problem and the body still works. Raises PromptFileError when it
    begins with a ``key:`` line and has no end. A lone ``---`` followed by prose is a rule, not front matter.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return NO_FRONT_MATTER
    closing = _CLOSING.search(text, opening.end())
    has_key = _KEY.match(text, opening.end()) is not None
    if closing is None:
        if has_key:
            line = LineIndex(text[: opening.end()]).count - 1
            raise PromptFileError(path, line, "front matter begins here and no closing --- follows")
        return NO_FRONT_MATTER
    if not has_key and text[opening.end() : closing.start()].strip():
        return NO_FRONT_MATTER
    return _parsed(text, path, opening.end(), closing)


def _parsed(text: str, path: str, start: int, closing: re.Match[str]) -> FrontMatter:
    try:
        document = parse_yaml(text, path, start=start, end=closing.start())
    except PromptFileError as error:
        problem = Problem(path, error.line, f"front matter ignored: {error.fact}")
        return FrontMatter({}, closing.end(), found=True, problems=(problem,))
    problems = document.problems
    if not isinstance(document.root, MappingNode) and text[start : closing.start()].strip():
        line = LineIndex(text[: start + 1]).count
        problems = (*problems, Problem(path, line, "front matter ignored: it is no mapping of keys to values"))
    return FrontMatter(plain_entries(document.root), closing.end(), found=True, problems=problems)
