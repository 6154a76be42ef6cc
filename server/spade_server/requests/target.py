"""What a request is about: one template, its files, and what its history asks for."""

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from lsprotocol import types

from spade_core.deltas import identity_of
from spade_core.errors import PromptFileError, SpadeError
from spade_core.examples import ExampleSet, Label, with_prompts
from spade_core.prompt_files import (
    PromptFormat,
    PromptTemplate,
    full_name,
    holds_prompt,
    pattern_for,
    place_of,
    read_prompt,
    template_named,
    templates_around,
)
from spade_core.regular_file import read_file
from spade_core.selection import Rate
from spade_core.settings import named_sets
from spade_core.storage import StoredAssertion, left_behind, owner_of
from spade_core.text import LineIndex, decode
from spade_core.values import ValueSet
from spade_server.analysis.finding import name_range
from spade_server.analysis.prompt_model import TemplateModel, read_model
from spade_server.analysis.reader import SentenceReader
from spade_server.documents.kinds import uri_of
from spade_server.documents.ranges import offset_of
from spade_server.documents.sidecars import Sidecars, read_beside
from spade_server.protocol.messages import ErrorCode, RateValue
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.serving import RequestError

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RequestTarget:
    """One template and the files beside it."""

    path: Path
    template: str
    """The name the person knows it by; empty where the file is one prompt."""
    text: str
    """The prompt file, unsaved changes included."""
    prompt: PromptTemplate
    """The template as it is now."""
    beside: Sidecars

    @cached_property
    def prompted(self) -> ExampleSet:
        """The examples as assertions and judges are shown them: each with the prompt that was sent.

        Filling the template in takes longer than reading the file: only where something is run or sent.
        """
        examples = self.beside.examples
        return replace(
            examples, examples=with_prompts(examples.examples, self.prompt, lookup=templates_around(self.path)).examples
        )

    @property
    def values(self) -> Mapping[str, ValueSet]:
        """The sets of valid values that the settings name."""
        return named_sets(self.beside.settings, lambda problem: _log.warning("%s", problem))

    @cached_property
    def model(self) -> tuple[LineIndex, TemplateModel | None]:
        """The lines of the prompt file, and the template as it is read in them; None where it is not there."""
        read = read_model(self.path, 0, self.text, SentenceReader())
        return read.lines, next((each for each in read.templates if each.name == self.template), None)

    @property
    def uri(self) -> str:
        """The prompt."""
        return uri_of(self.path)

    @property
    def assertions_uri(self) -> str:
        """The assertions file, whether it is there or not."""
        return uri_of(self.beside.files.assertions)

    @property
    def examples_uri(self) -> str:
        """The examples file, whether it is there or not."""
        return uri_of(self.beside.examples_path)

    def range_of(self, assertion: StoredAssertion) -> types.Range:
        """Return where an assertion's name stands in the assertions file."""
        text = self.beside.assertions_text or ""
        return name_range(assertion, LineIndex(text), text)

    def count(self, label: Label | None) -> int:
        """Return how many examples carry a label."""
        return sum(example.label is label for example in self.beside.examples.examples)

    @property
    def problems(self) -> list[str]:
        """What could not be read of the files beside."""
        return [str(problem) for problem in self.beside.all_problems]


def target_of(asked: RequestedDocument) -> RequestTarget:
    """Return the target; files are read from the disk where they are not open."""
    path = asked.path if _is_prompt(asked) else owner_of(asked.path)
    if path is None:
        raise RequestError(ErrorCode.NO_PROMPT, f"{asked.path.name} is no prompt and belongs to none")
    text = asked.overlay.get(path)
    try:
        text = decode(read_file(path), path=str(path)) if text is None else text
    except OSError as error:
        raise RequestError(ErrorCode.UNREADABLE, f"{path}: cannot be read: {error.strerror}") from error
    names: list[str] = []
    try:
        file = read_prompt(str(path), text, place=place_of(path), named=asked.template)
        names += (template.name for template in file.templates)
        template = template_named(file, asked.template)
    except PromptFileError as error:
        raise RequestError(ErrorCode.NO_PROMPT, str(error), {"templates": names} if names else None) from error
    beside = read_beside(path, template.name, asked.overlay)
    return RequestTarget(path, template.name, text, template, beside)


def _is_prompt(asked: RequestedDocument) -> bool:
    """Whether the document can hold prompts; a text is one as a whole or not at all."""
    pattern = pattern_for(str(asked.path))
    if pattern is None:
        return False
    if not pattern.needs_look or pattern.format is not PromptFormat.PLAIN:
        return True
    text = asked.overlay.get(asked.path)
    try:
        text = read_file(asked.path).decode("utf-8", "replace") if text is None else text
    except OSError:
        return True
    return holds_prompt(place_of(asked.path), text)


def sentences_in(target: RequestTarget, place: types.Range | None) -> Collection[str] | None:
    """Return the sentences of the template that a range touches, by identity; None without one."""
    if place is None:
        return None
    lines, template = target.model
    start, end = offset_of(lines, place.start), offset_of(lines, place.end)
    return {
        identity_of(instruction.sentence.text)
        for instruction in (template.instructions if template is not None else ())
        if instruction.span.start <= end and start <= instruction.span.end
    }


def require_saved(asked: RequestedDocument, *paths: Path) -> None:
    """Refuse to write a file that is open with changes that are not saved.

    A text that was the file's when the disk was last looked at has no such changes: the server has written the file
    since, or another program has, and the client has not shown that yet.
    """
    for path in paths:
        shown = asked.overlay.get(path)
        if shown is None:
            continue
        try:
            on_disk = decode(read_file(path), path=str(path)) if path.exists() else ""
        except (OSError, SpadeError):
            on_disk = ""
        if on_disk == shown.removeprefix("\ufeff"):
            asked.saved[path] = shown
        elif asked.saved.get(path) != shown:
            raise RequestError(ErrorCode.UNSAVED, f"{path.name} has changes that are not saved; save it first")


def require_adopted(target: RequestTarget) -> None:
    """Refuse to make a file beside a prompt that has files under an old name."""
    if orphans := left_behind(target.path, target.prompt):
        names = ", ".join(path.name for orphan in orphans for path in orphan.files)
        name = full_name(target.path.name, target.template)
        raise RequestError(ErrorCode.LEFT_BEHIND, f"{name} was called otherwise: a quick fix in it takes along {names}")


def rate_value(rate: Rate) -> RateValue:
    """Return a rate with its interval as the wire carries it."""
    low, high = rate.interval()
    return RateValue(rate.count, rate.total, rate.value, low, high)
