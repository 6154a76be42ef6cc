"""Everything that is known of a prompt document at one moment: what hints, hovers and diagnostics are read from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from spade_core.storage import Orphan
from spade_server.analysis.linking import Links, links_between
from spade_server.analysis.prompt_model import Instruction, PromptModel, TemplateModel, read_model
from spade_server.analysis.reader import SentenceReader
from spade_server.analysis.results_memory import Results
from spade_server.analysis.sentence_history import SentenceHistory, SentenceVersion, unsaved_successors
from spade_server.documents.sidecars import Sidecars


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of one template beyond the editor's text; None is what has not been read yet."""

    beside: Sidecars | None = None
    sentence_history: SentenceHistory | None = None
    results: Results | None = None
    left_behind: tuple[Orphan, ...] = ()
    """Files that the prompt had under an old name."""


@dataclass(frozen=True, slots=True)
class TemplateView:
    """One template with its context."""

    model: TemplateModel
    context: Context
    links: Links

    def before_unsaved(self, instruction: Instruction) -> tuple[SentenceVersion, ...]:
        """Return the wordings that an instruction of the editor's text came from; none when it is new."""
        if self.context.sentence_history is None:
            return ()
        replaced = unsaved_successors(
            self.context.sentence_history, [each.sentence for each in self.model.instructions]
        )
        old = next((name for name, sentence in replaced.items() if sentence == instruction.sentence), None)
        return self.context.sentence_history.wordings_of(old) if old is not None else ()


@dataclass(frozen=True, slots=True)
class View:
    """One version of a prompt document with the contexts of its templates."""

    model: PromptModel
    templates: tuple[TemplateView, ...] = field(default_factory=tuple)

    @property
    def version(self) -> int:
        """The client's version of the document."""
        return self.model.version

    def at(self, offset: int) -> tuple[TemplateView, Instruction] | None:
        """Return the instruction at an offset of the text, with its template."""
        for view in self.templates:
            if (found := view.model.at(offset)) is not None:
                return view, found
        return None


def read_view(
    path: Path,
    version: int,
    text: str,
    reader: SentenceReader,
    contexts: Mapping[str, Context],
    before: PromptModel | None = None,
) -> View:
    """Return the view of a document; `contexts` by template name, as far as they are known.

    `before` is the model of an earlier text, from which is taken what was not edited.
    """
    if before is not None and before.text == text:
        return view_of(replace(before, version=version), contexts)
    return view_of(read_model(path, version, text, reader, before), contexts)


def view_of(model: PromptModel, contexts: Mapping[str, Context]) -> View:
    """Return a model with the contexts of its templates."""
    return View(model, tuple(_view(template, contexts.get(template.name, Context())) for template in model.templates))


def _view(template: TemplateModel, context: Context) -> TemplateView:
    if context.beside is None:
        return TemplateView(template, context, Links())
    return TemplateView(template, context, links_between(template, context.beside.stored, context.sentence_history))
