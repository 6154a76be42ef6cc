"""What deserves a person's attention in a prompt and the files beside it. Pure: from a view to findings.

Findings are few on purpose: each says one fact, at one place, and what can be done about it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from lsprotocol import types

from spade_core.constraints import Judgement
from spade_core.criteria import Criterion
from spade_core.deltas import identity_of
from spade_core.errors import Problem
from spade_core.examples import Label
from spade_core.selection import Rate
from spade_core.text import Span
from spade_server.analysis.contradictions import contradictions_among
from spade_server.analysis.finding import Finding, Related, cut, name_range, quoted, sentence
from spade_server.analysis.linking import Fit, Link
from spade_server.analysis.not_run import not_run_findings
from spade_server.analysis.placeholders import placeholder_findings
from spade_server.analysis.said_blocks import PlacedBlock
from spade_server.analysis.topics import MOST, Topic
from spade_server.analysis.view import TemplateView, View
from spade_server.codes import Code
from spade_server.documents.ranges import line_range, range_of
from spade_server.documents.sidecars import Sidecars
from spade_server.words import counted, said


def findings_in(view: View) -> list[Finding]:
    """Return the findings of a prompt document and of the files beside its templates."""
    found = list(_unreadable(view))
    for template in view.templates:
        found += _of_template(view, template)
    return found


def _of_template(view: View, template: TemplateView) -> Iterator[Finding]:
    yield from _vague(view, template)
    yield from _contradictions(view, template)
    beside = template.context.beside
    if beside is None:
        return
    yield from _left_behind(view, template, beside)
    yield from _problems(beside, [*beside.all_problems, *_unread_fields(template, beside)])
    yield from placeholder_findings(view, template)
    yield from _too_few_labels(template)
    if beside.assertions_text is not None:
        yield from _without_assertion(view, template, beside)
        yield from _loose_assertions(view, template)
        yield from _failing_good(template)
        yield from not_run_findings(template)


def _unreadable(view: View) -> Iterator[Finding]:
    model = view.model
    if model.error is not None:
        place = line_range(model.lines, model.error.line, model.text)
        yield Finding(Code.UNREADABLE_FILE, model.path, place, sentence(model.error.fact))
    for problem in model.problems:
        place = line_range(model.lines, problem.line, model.text)
        yield Finding(Code.UNREADABLE_LINE, model.path, place, sentence(problem.message))


def _left_behind(view: View, template: TemplateView, beside: Sidecars) -> Iterator[Finding]:
    """Yield the files that the prompt had under an old name, as long as it has none under this one."""
    if beside.assertions_text is not None or beside.examples_text is not None:
        return
    for orphan in template.context.left_behind:
        names = ", ".join(cut(path.name) for path in orphan.files)
        message = said("This prompt was called otherwise; left behind under the old name: {0}.", names)
        related = tuple(Related(path, _line_only(1), said("left behind")) for path in orphan.files)
        yield Finding(Code.LEFT_BEHIND, view.model.path, first_line(view, template), message, related=related)


def first_line(view: View, template: TemplateView) -> types.Range:
    """Return the line on which a template begins."""
    parts, lines = template.model.template.parts, view.model.lines
    return line_range(lines, lines.line_of(parts[0].source.begin) if parts else 1, view.model.text)


def _unread_fields(template: TemplateView, beside: Sidecars) -> Iterator[Problem]:
    from spade_core.context import fields_of_prompt, unread_fields

    contexts, question = beside.settings.contexts
    names = dict.fromkeys(each.name for each in template.model.template.placeholders)
    fields = fields_of_prompt(list(names), beside.examples.examples, contexts=contexts, question=question)
    return unread_fields(beside.examples, fields) if fields is not None else iter(())


def _problems(beside: Sidecars, problems: Iterable[Problem]) -> Iterator[Finding]:
    texts = {
        str(beside.files.assertions): (beside.assertions_text, beside.assertions_lines),
        beside.examples.path: (beside.examples_text, beside.examples_lines),
    }
    whole = set(beside.problems)
    for problem in problems:
        text, lines = texts.get(problem.path, (None, None))
        place = line_range(lines, problem.line, text) if text and lines is not None else _line_only(problem.line)
        code = Code.UNREADABLE_FILE if problem in whole else Code.UNREADABLE_LINE
        yield Finding(code, Path(problem.path), place, sentence(problem.message))


def _line_only(line: int | None) -> types.Range:
    row = (line or 1) - 1
    return types.Range(types.Position(row, 0), types.Position(row + 1, 0))


def _vague(view: View, template: TemplateView) -> Iterator[Finding]:
    """Yield the lengths that are given in words only: "concise", "detailed"; other vague wishes may be meant so."""
    for block in template.model.blocks:
        if block.said.vague:
            yield from _vague_in(view, block)


def _vague_in(view: View, block: PlacedBlock) -> tuple[Finding, ...]:
    """Return those of one block: what was found in it last, where it stands the same but for its line."""
    written = block.locate(Span(0, len(block.said.block.text)))
    line, column = view.model.lines.position_utf16(written.start)
    as_written = None if block.verbatim_at is not None else written.of(view.model.text)
    place = (view.model.path, column, as_written)
    found = block.said.findings.get(place)
    if found is None:
        listed = tuple(_vague_one(view, block, number, vague) for number, vague in block.said.vague)
        block.said.findings.clear()
    elif found[0] == line:
        return found[1]
    else:
        listed = tuple(each.moved(line - found[0]) for each in found[1])
    block.said.findings[place] = line, listed
    return listed


def _vague_one(view: View, block: PlacedBlock, number: int, vague: Span) -> Finding:
    words = vague.of(block.said.instructions[number].sentence.text)
    message = said("{0} can be checked in several ways; a number is surer.", quoted(words))
    place = range_of(view.model.lines, block.locate_phrase(number, vague))
    return Finding(Code.VAGUE_CRITERION, view.model.path, place, message)


def _crowded(view: View, blocks: Sequence[PlacedBlock], topic: Topic, count: int) -> Finding:
    """Return that not all instructions of one kind are compared, at the last of them."""
    *_, (block, number, criterion) = (
        (block, *clashing)
        for block in blocks
        for clashing, of_it in zip(block.said.clashing, block.said.topics.of_criteria, strict=True)
        if topic in of_it
    )
    place = range_of(view.model.lines, block.locate_phrase(number, criterion.phrase))
    message = said(
        "{0} instructions ask for one kind of thing; each is compared with the first {1} alone.", count, MOST
    )
    return Finding(Code.UNREADABLE_LINE, view.model.path, place, message)


def _contradictions(view: View, template: TemplateView) -> Iterator[Finding]:
    blocks = template.model.blocks
    disputes = template.model.read.disputes
    topics = disputes.among([block.said.topics for block in blocks])
    if (crowded := disputes.crowded) is not None:
        yield _crowded(view, blocks, *crowded)
    criteria = (
        ((index, number), block.said.instructions[number].sentence.part, criterion)
        for index, block in enumerate(blocks if topics else ())
        for (number, criterion), of_it in zip(block.said.clashing, block.said.topics.of_criteria, strict=True)
        if not of_it.isdisjoint(topics)
    )
    for clash in contradictions_among(criteria):
        (first_block, first_number), (block, number) = clash.first_place, clash.second_place
        first = blocks[first_block].said.instructions[first_number]
        here = range_of(view.model.lines, blocks[block].locate_phrase(number, clash.second.phrase))
        there = range_of(view.model.lines, blocks[first_block].locate_phrase(first_number, clash.first.phrase))
        yield Finding(
            Code.CONTRADICTION,
            view.model.path,
            here,
            said("This contradicts {0}: {1}.", quoted(first.sentence.text), clash.why),
            related=(Related(view.model.path, there, said("the other instruction")),),
        )


def _without_assertion(view: View, template: TemplateView, beside: Sidecars) -> Iterator[Finding]:
    unchecked = (
        (block, block.said.instructions[number])
        for block in template.model.blocks
        for number in block.said.asking
        if not template.links.check(block.locate(block.said.instructions[number].span).start)
    )
    for block, instruction in unchecked:
        if beside.rejected and identity_of(instruction.sentence.text) in beside.rejected:
            continue
        place = range_of(view.model.lines, block.locate(instruction.span))
        message = _wanted(instruction.criteria[0])
        yield Finding(Code.MISSING_ASSERTION, view.model.path, place, message, data={"template": template.model.name})


def _wanted(criterion: Criterion) -> str:
    """Return what no assertion checks; a judge's question would only repeat the sentence."""
    if isinstance(criterion.constraint, Judgement):
        return said("No assertion checks this; a judge could.")
    return said("No assertion checks this: {0}", criterion.description)


def _loose_assertions(view: View, template: TemplateView) -> Iterator[Finding]:
    """Yield the assertions none of whose sources is in the prompt of now."""
    beside = template.context.beside
    if beside is None or beside.assertions_text is None or template.context.sentence_history is None:
        return
    lines = beside.assertions_lines
    for assertion in beside.stored.assertions:
        links = template.links.of_assertion(assertion.name)
        if not links or any(link.fit is Fit.CURRENT for link in links):
            continue
        changed = next((link for link in links if link.fit is Fit.CHANGED), None)
        place = name_range(assertion, lines, beside.assertions_text)
        code = Code.OUTDATED_ASSERTION if changed else Code.ORPHANED_ASSERTION
        related = _now(view, changed) if changed else ()
        yield Finding(code, beside.files.assertions, place, _loose(links[-1], changed), related=related)


def _loose(link: Link, changed: Link | None) -> str:
    if changed is not None and changed.instruction is not None:
        now = quoted(changed.instruction.sentence.text)
        return said("It was made from {0}, and the prompt now says {1}.", quoted(changed.provenance.phrase), now)
    return said(_GONE, quoted(link.provenance.phrase))


_GONE: Final = "The prompt no longer says {0}. Keep it if the behaviour is still expected; delete it if not."


def _now(view: View, link: Link) -> tuple[Related, ...]:
    if link.instruction is None:
        return ()
    place = range_of(view.model.lines, link.instruction.span)
    return (Related(view.model.path, place, said("what the prompt says now")),)


def _failing_good(template: TemplateView) -> Iterator[Finding]:
    beside, results = template.context.beside, template.context.results
    if beside is None or results is None or beside.assertions_text is None:
        return
    lines = beside.assertions_lines
    for assertion in beside.stored.chosen:
        failed = results.failed_by(assertion, Label.GOOD)
        if not failed:
            continue
        place = name_range(assertion, lines, beside.assertions_text)
        related = tuple(
            Related(beside.examples_path, _line_only(example.line), said("example {0}", example.id))
            for example in failed[:5]
        )
        count = counted(len(failed), "good example")
        message = said("It is selected and fails {0}: {1}.", count, ", ".join(cut(e.id) for e in failed[:5]))
        yield Finding(Code.FAILS_GOOD_EXAMPLE, beside.files.assertions, place, message, related=related)


def _too_few_labels(template: TemplateView) -> Iterator[Finding]:
    beside = template.context.beside
    if beside is None or beside.examples_text is None or not beside.examples.examples:
        return
    good = beside.labels[Label.GOOD]
    tau = beside.settings.tau
    needed = fewest_good_examples(tau)
    if needed is None or good >= needed:
        return
    message = said(_TOO_FEW, counted(good, "good example"), f"{tau:g}", needed)
    yield Finding(Code.TOO_FEW_LABELS, beside.examples_path, _line_only(1), message)


_TOO_FEW: Final = (
    "{0}: even a set that fails none of them may have an FFR above tau = {1} (95 % interval). "
    "{2} are needed to claim it."
)
_MOST: Final = 2000


@lru_cache(maxsize=64)
def fewest_good_examples(tau: float) -> int | None:
    """Return the fewest good examples with which a set that fails none has an FFR within `tau` for certain.

    Certain means: the upper end of the exact interval of 0 of n is at most tau. None when tau is 0 (no number
    suffices), or so small that thousands are needed.
    """
    return next((n for n in range(1, _MOST) if Rate(0, n).interval()[1] <= tau), None)
