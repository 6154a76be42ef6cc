"""The outline of a prompt: its templates, in each the categories, in each the instructions."""

from collections.abc import Iterator

from lsprotocol import types

from spade_core.taxonomy import Category
from spade_core.text import LineIndex, Span
from spade_server.analysis.finding import cut
from spade_server.analysis.prompt_model import Instruction, PromptModel, TemplateModel
from spade_server.documents.ranges import range_of
from spade_server.words import said


def symbols_in(model: PromptModel) -> list[types.DocumentSymbol]:
    """Return the outline; a template has a level of its own where it has a name."""
    found: list[types.DocumentSymbol] = []
    for template in model.templates:
        categories = list(_categories(template, model.lines))
        if not template.name or not categories:
            found += categories
            continue
        whole = Span(
            min(each.span.start for each in template.instructions), max(each.span.end for each in template.instructions)
        )
        place = range_of(model.lines, whole)
        found.append(_symbol(template.name, types.SymbolKind.Namespace, place, place, categories))
    return found


def _categories(template: TemplateModel, lines: LineIndex) -> Iterator[types.DocumentSymbol]:
    groups: dict[Category, list[Instruction]] = {category: [] for category in Category}
    for instruction in template.instructions:
        if instruction.categories:
            groups[instruction.categories[0]].append(instruction)
    for category, instructions in groups.items():
        if not instructions:
            continue
        children = [_instruction(each, lines) for each in instructions]
        # Its place is that of the first, not all from the first to the last: those of other categories stand between
        # them, and sticky scroll would pin the first line above them as if it were their heading.
        first = children[0].range
        yield _symbol(f"{said(category.label)} ({len(children)})", types.SymbolKind.Class, first, first, children)


def _instruction(instruction: Instruction, lines: LineIndex) -> types.DocumentSymbol:
    place = range_of(lines, instruction.span)
    return _symbol(cut(instruction.sentence.text) or "…", types.SymbolKind.String, place, place, [])


def _symbol(
    name: str, kind: types.SymbolKind, place: types.Range, selection: types.Range, children: list[types.DocumentSymbol]
) -> types.DocumentSymbol:
    return types.DocumentSymbol(name=name, kind=kind, range=place, selection_range=selection, children=children)


def folds_in(model: PromptModel) -> list[types.FoldingRange]:
    """Return what can be folded: what one role says, what stands under a heading, fenced blocks."""
    spans = [span for template in model.templates for span in (*_parts(template), *_sections(template))]
    lines = {
        (model.lines.line_of(span.start) - 1, model.lines.line_of(max(span.start, span.end - 1)) - 1) for span in spans
    }
    return [types.FoldingRange(start_line=first, end_line=last) for first, last in sorted(lines) if last > first]


def _parts(template: TemplateModel) -> Iterator[Span]:
    if len(template.template.parts) < 2:
        return
    for index in range(len(template.template.parts)):
        inside = [each.span for each in template.instructions if each.sentence.part == index]
        if inside:
            yield Span(min(span.start for span in inside), max(span.end for span in inside))


def _sections(template: TemplateModel) -> Iterator[Span]:
    """Yield from each heading or lead-in to the last sentence under it."""
    open_: list[tuple[str, int, int]] = []
    previous: Instruction | None = None
    for instruction in template.instructions:
        context = instruction.sentence.context
        while open_ and (len(open_) > len(context) or open_[-1][0] != context[len(open_) - 1]):
            _, start, end = open_.pop()
            yield Span(start, end)
        while len(open_) < len(context):
            start = previous.span.start if previous is not None else instruction.span.start
            open_.append((context[len(open_)], start, instruction.span.end))
        open_ = [(name, start, max(end, instruction.span.end)) for name, start, end in open_]
        previous = instruction
    for _, start, end in open_:
        yield Span(start, end)
