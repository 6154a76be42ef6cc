"""The texts of a file that may be prompts, and why they are taken for some, or are not."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from spade_core.errors import PromptFileError
from spade_core.prompt_files.formats import JUDGED, PromptFormat
from spade_core.prompt_files.likelihood import Assessment, Reason, judged_file
from spade_core.prompt_files.patterns import is_langchain, pattern_for
from spade_core.prompt_files.reading import read_prompt
from spade_core.prompt_files.template import PromptTemplate
from spade_core.text import LineIndex


@dataclass(frozen=True, slots=True)
class Explained:
    """One text of a file and the decision about it."""

    name: str
    """Empty for the whole file."""
    line: int
    text: str
    judgement: Assessment


_BY_PATH = Assessment((Reason(9, "its path says that it is a prompt"),))


def explained(path: str, text: str, place: str) -> list[Explained]:
    """Return every text of a file that was judged, in file order.

    Raises PromptFileError with the line when the file cannot be read.
    """
    pattern = pattern_for(place)
    if pattern is None:
        return [Explained("", 1, text, Assessment((Reason(0, "no prompt is looked for in such a file"),)))]
    if not pattern.needs_look:
        return [Explained("", 1, text, _BY_PATH)]
    if pattern.format is PromptFormat.PLAIN:
        return [Explained("", 1, text, judged_file(place, text))]
    if pattern.format is PromptFormat.LANGCHAIN:
        return list(_keyed(path, text, place))
    return list(_in_code(path, text, place))


def texts_of(path: str, text: str) -> Iterator[PromptTemplate]:
    """Yield the prompts of a file, then its other texts that have a name.

    Raises PromptFileError with the line when the file cannot be read.
    """
    pattern = pattern_for(path)
    if pattern is None or pattern.format not in JUDGED:
        yield from read_prompt(path, text).templates
        return
    if pattern.format is PromptFormat.LANGCHAIN:
        from spade_core.prompt_files.tree_formats import judged_in
    else:
        from spade_core.prompt_files.code.reading import judged_in
    prompts: tuple[PromptTemplate, ...] = ()
    with suppress(PromptFileError):  # none of the texts is one
        prompts = read_prompt(path, text).templates
    yield from prompts
    names = {one.name for one in prompts}
    yield from (one.template for one in judged_in(path, text, path) if one.name not in names)


def _in_code(path: str, text: str, place: str) -> Iterator[Explained]:
    from spade_core.prompt_files.code.reading import judged_in

    for one in judged_in(path, text, place):
        yield Explained(one.name, one.line, one.template.text, one.judgement)


def _keyed(path: str, text: str, place: str) -> Iterator[Explained]:
    from spade_core.prompt_files.tree_formats import judged_in, read_langchain

    lines = LineIndex(text)
    if is_langchain(text):
        for template in read_langchain(path, text).templates:
            line = lines.line_of(template.parts[0].source.begin) if template.parts else 1
            reasons = Assessment((Reason(9, "it has the keys that LangChain saves prompts with"),))
            yield Explained(template.name, line, template.text, reasons)
        return
    for one in judged_in(path, text, place):
        yield Explained(one.name, one.line, one.template.text, one.judgement)
