"""What is told of an instruction, an assertion or a placeholder under the mouse. Markdown; texts are untrusted."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from statistics import median
from typing import Final

from spade_core.categories import Cue
from spade_core.context import given_scores
from spade_core.examples import Label
from spade_core.language import OTHER, spoken
from spade_core.selection import Rate
from spade_core.static_analysis import scores_needed
from spade_core.storage import StoredAssertion
from spade_core.taxonomy import Category
from spade_core.versions import PromptVersion
from spade_server.analysis.linking import Fit, Link
from spade_server.analysis.markdown import escaped, quoted
from spade_server.analysis.placeholders import field_of, fields_of
from spade_server.analysis.prompt_model import Instruction, PlacedPlaceholder
from spade_server.analysis.results_memory import AssertionVerdict, Results
from spade_server.analysis.sentence_history import SentenceVersion
from spade_server.analysis.view import TemplateView
from spade_server.words import said

_MOST_LISTED: Final = 8


def hover_on_instruction(instruction: Instruction, view: TemplateView) -> str:
    """Return what is known of an instruction: category, cues, history, criteria, assertions."""
    parts = [
        _heading(instruction),
        *_criteria(instruction),
        *_assertions(instruction, view),
        *_history(instruction, view),
        _why(instruction),
    ]
    return "\n\n".join(part for part in parts if part)


def hover_on_assertion(assertion: StoredAssertion, view: TemplateView) -> str:
    """Return what is known of an assertion: figures, and the words of the prompt it was made from."""
    lines = [f"**{escaped(assertion.name)}** · {said(assertion.state.value)}"]
    if assertion.asks_judge:
        lines[0] += f" · {said('asks a judge')}"
    lines.append("  \n".join([_figures(assertion, view.context.results), *_scores(assertion, view)]))
    for link in view.links.of_assertion(assertion.name)[:_MOST_LISTED]:
        source = link.provenance
        commit = f" · {escaped(source.commit[:7])}" if source.commit else ""
        where = said("version {0}", source.version)
        fit = f" — *{said(_FITS[link.fit])}*" if _FITS[link.fit] else ""
        lines.append(f"- {said(source.category.label)}: {quoted(source.phrase)} ({where}{commit}){fit}")
    return "\n\n".join([lines[0], lines[1], "\n".join(lines[2:])]).strip()


def _scores(assertion: StoredAssertion, view: TemplateView) -> Iterator[str]:
    """Yield, of each score that an assertion reads, what the examples bring of it."""
    beside = view.context.beside
    names = scores_needed(assertion.source)
    scored = [(each.label, given_scores(each)) for each in beside.examples.examples] if beside and names else []
    for name in names:
        by_label = [(label, [given[name] for of, given in scored if of is label and name in given]) for label in Label]
        told = [said(_MEDIANS[label], f"{median(had):.2f}", len(had)) for label, had in by_label if had]
        if told:
            yield said("{0}: median {1} examples", escaped(name), ", ".join(told))


_MEDIANS: Final = {Label.GOOD: "{0} of {1} good", Label.BAD: "{0} of {1} bad"}
_FITS: Final = {Fit.CURRENT: "", Fit.CHANGED: "changed since", Fit.REMOVED: "removed since"}


def hover_on_mark(mark: PlacedPlaceholder, view: TemplateView) -> str:
    """Return what is known of a placeholder: which fields the examples fill it with."""
    name = field_of(mark.placeholder.name)
    beside = view.context.beside
    title = f"**{said('placeholder')}** `{escaped_code(mark.placeholder.name)}`"
    if beside is None or not beside.examples.examples:
        return title
    fields = fields_of(view)
    if name not in fields:
        return f"{title}\n\n{said('No example has this field.')}" if fields else title
    example = fields[name]
    having = sum(name in each.fields for each in beside.examples.examples)
    value = escaped(str(example.fields[name]), 160)
    told = said("{0} of {1} examples have it, e.g. {2}", having, len(beside.examples.examples), value)
    return f"{title}\n\n{told}"


def escaped_code(text: str) -> str:
    """Return the text for an inline code span: nothing in it ends the span."""
    return " ".join(text.split()).replace("`", "'")


def _heading(instruction: Instruction) -> str:
    if instruction.in_sample:
        return f"**{said(Category.EXAMPLE_DEMONSTRATION.label)}**"
    if not instruction.categories:
        language = spoken(instruction.sentence.text)
        if language == OTHER:
            why = "its language is not; write an assertion for this yourself, or have a model propose one"
            return f"**{said('not read')}**: {said(why)}"
        only = "they are told of English only"
        why = only if language != "en" else "nothing in it says what it asks of the response"
        return f"**{said('no category')}**: {said(why)}"
    return f"**{' · '.join(said(category.label) for category in instruction.categories)}**"


def _why(instruction: Instruction) -> str:
    told = "" if instruction.in_sample else cues_told(instruction.categories, instruction.cues)
    return said("From the words {0}", told) if told else ""


@lru_cache(maxsize=1024)  # hints tell the same of the same lines after each keystroke
def cues_told(categories: tuple[Category, ...], found: tuple[Cue, ...]) -> str:
    """Return the cue words of an instruction with what they say, in one line of Markdown."""
    cues = [cue for cue in found if cue.category in categories]
    told = dict.fromkeys(f"{quoted(cue.words, 80)} ({escaped(cue.reason, 80)})" for cue in cues)
    return ", ".join(list(told)[:_MOST_LISTED])


def _history(instruction: Instruction, view: TemplateView) -> Iterator[str]:
    sentence_history = view.context.sentence_history
    if sentence_history is None:
        return
    wordings = sentence_history.wordings_of(instruction.sentence.text)
    if wordings:
        yield said("Since {0}", _version(wordings[-1].version))
        yield _before(wordings[:-1])
        return
    yield said("Not committed yet")
    before = view.before_unsaved(instruction)
    if before:
        yield _before(before)


def _before(wordings: Sequence[SentenceVersion]) -> str:
    if not wordings:
        return ""
    told = [f"- {said('before: {0}', quoted(each.text))} ({_short(each.version)})" for each in reversed(wordings)]
    more = len(told) - _MOST_LISTED
    return "\n".join(told[:_MOST_LISTED] + ([f"- {said('and {0} earlier wordings', more)}"] if more > 0 else []))


def _version(version: PromptVersion) -> str:
    commit, index = version.commit, said("version {0}", version.index)
    if commit is None:
        return f"{index} ({said(version.state.value)})"
    subject = f": {escaped(commit.subject, 100)}" if commit.subject else ""
    by = said("{0} by {1}", escaped(commit.sha[:7]), escaped(commit.author, 60))
    return f"{index} · {by}, {commit.date:%Y-%m-%d %H:%M}{subject}"


def _short(version: PromptVersion) -> str:
    commit, index = version.commit, said("version {0}", version.index)
    return f"{index}, {commit.sha[:7]}" if commit else index


def _criteria(instruction: Instruction) -> Iterator[str]:
    told = dict.fromkeys(f"- {escaped(criterion.description)}" for criterion in instruction.criteria)
    if told:
        yield f"**{said('Criteria')}**\n" + "\n".join(list(told)[:_MOST_LISTED])


def _assertions(instruction: Instruction, view: TemplateView) -> Iterator[str]:
    links = view.links.of_instruction(instruction)
    if links:
        told = [_assertion(link, view) for link in links[:_MOST_LISTED]]
        more = len(links) - _MOST_LISTED
        rest = [f"- {said('and {0} more', more)}"] if more > 0 else []
        yield f"**{said('Assertions')}**\n" + "\n".join(told + rest)
    elif instruction.criteria and view.context.beside is not None:
        yield said("No assertion checks this yet.")


def _assertion(link: Link, view: TemplateView) -> str:
    beside = view.context.beside
    chosen = beside is not None and any(each.name == link.assertion.name for each in beside.stored.chosen)
    noted = {"selected": chosen, "outdated": link.fit is Fit.CHANGED}
    notes = ", ".join(said(note) for note, holds in noted.items() if holds)
    figures = _figures(link.assertion, view.context.results)
    return f"- {escaped(link.assertion.name)}{f' ({notes})' if notes else ''}: {figures}"


def _figures(assertion: StoredAssertion, results: Results | None) -> str:
    verdict = results.verdict_on(assertion) if results else None
    if verdict is None:
        return said("not evaluated in this session")
    if verdict.lack:
        return escaped(verdict.lack, 160)
    told = [said("coverage {0}", _rate(verdict.coverage)), f"FFR {_rate(verdict.ffr)}"]
    return "; ".join([*told, *_unsure(verdict)])


def _unsure(verdict: AssertionVerdict) -> list[str]:
    if not verdict.unsure:
        return []
    why = f": {escaped(verdict.message, 120)}" if verdict.message else ""
    return [said("no verdict on {0}", f"{verdict.unsure}{why}")]


def _rate(rate: Rate) -> str:
    if not rate.total:
        return said("unknown (no such examples)")
    low, high = rate.interval()
    of = said("{0} of {1}", rate.count, rate.total)
    return f"{rate.value:.2f} ({of}; 95 %: {low:.2f}–{high:.2f})"
