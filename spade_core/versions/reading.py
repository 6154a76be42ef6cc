"""The one template of a file that a history is about, followed through the names that it had."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from spade_core.errors import PromptFileError
from spade_core.prompt_files import PromptTemplate, is_entry, list_of, read_prompt, template_named
from spade_core.text import decode

_LEAST_ALIKE = 0.6
"""Two templates of different names that share less are two prompts."""

_MOST_COMPARED = 4000


def newest_template(text: str, *, path: str, name: str) -> PromptTemplate:
    """Return the template called `name`, or the only one when `name` is empty.

    Raises PromptFileError when the text cannot be read as the format that `path` names or has no such template.
    """
    found = _by_name_alone(path, text, name)
    return found if found is not None else template_named(read_prompt(path, text, named=name), name)


def earlier_templates(data: bytes, *, path: str, name: str) -> PromptTemplate | tuple[PromptTemplate, ...]:
    """Return the template called `name` in an earlier state of the file, or all there are when none is called so.

    Raises PromptFileError when the bytes cannot be read as the format that `path` names.
    """
    text = decode(data, path=path)
    if is_entry(name):
        return read_prompt(path, text, named=list_of(name)).templates
    if (found := _by_name_alone(path, text, name)) is not None:
        return found
    templates = read_prompt(path, text, named=name).templates
    return next((template for template in templates if template.name == name), templates)


def followed(
    templates: Sequence[PromptTemplate], name: str, later: PromptTemplate | None, *, only: bool
) -> PromptTemplate | None:
    """Return which of an earlier state's templates became the one that was called `name` later; None for none.

    The one of that name; of a list's entries the one that says most of the same, whatever its index, and none where
    none says much of it. A template that was alone in its file, with `only`; else, renamed, the one that shares most
    with what it said later.
    """
    named = next((template for template in templates if template.name == name), None)
    if later is None or not later.parts:
        return named
    if is_entry(name):
        rivals = [template for template in templates if list_of(template.name) == list_of(name)]
        best = max(rivals, key=lambda one: (alikeness(one, later), one.name == name), default=None)
        if best is not None and (len(rivals) == 1 or is_alike(alikeness(best, later))):
            return best
        named = None
    if named is not None:
        return named
    if only and len(templates) == 1:
        return templates[0]
    nearest = max(templates, key=lambda one: alikeness(one, later), default=None)
    return nearest if nearest is not None and is_alike(alikeness(nearest, later)) else None


def _by_name_alone(path: str, text: str, name: str) -> PromptTemplate | None:
    """Return the template called `name` of a source file without judging the other texts there."""
    if not name or "<<<<<<< " in text:
        return None
    from spade_core.prompt_files import code_template, language_of

    if language_of(path) is None:
        return None
    try:
        return code_template(path, text.removeprefix("\ufeff"), name)
    except PromptFileError:
        return None


def is_alike(share: float) -> bool:
    """Return whether two templates that share so much are one."""
    return share >= _LEAST_ALIKE


def alikeness(one: PromptTemplate, other: PromptTemplate) -> float:
    """Return the share of words that two templates have in common, in their order."""
    words, others = (template.text[:_MOST_COMPARED].split() for template in (one, other))
    if not words or not others:
        return 0.0
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= _LEAST_ALIKE else 0.0
