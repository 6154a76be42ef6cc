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

_MOST_LISTED: Final = 8
_CONFIDENCE: Final = 0.95


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
    lines = [f"**{escaped(assertion.name)}** · {assertion.state.value}{' · asks a judge' * assertion.asks_judge}"]
    lines.append("  \n".join([_figures(assertion, view.context.results), *_scores(assertion, view)]))
    for link in view.links.of_assertion(assertion.name)[:_MOST_LISTED]:
        source = link.provenance
        commit = f" · {escaped(source.commit[:7])}" if source.commit else ""
        said = f"{source.category.label}: {quoted(source.phrase)} (version {source.version}{commit})"
        lines.append(f"- {said}{_FITS[link.fit]}")
    return "\n\n".join([lines[0], lines[1], "\n".join(lines[2:])]).strip()


def _scores(assertion: StoredAssertion, view: TemplateView) -> Iterator[str]:
    """Yield, of each score that an assertion reads, what the examples bring of it."""
    beside = view.context.beside
    names = scores_needed(assertion.source)
    scored = [(each.label, given_scores(each)) for each in beside.examples.examples] if beside and names else []
    for name in names:
        by_label = [(label, [given[name] for of, given in scored if of is label and name in given]) for label in Label]
        told = [f"{median(had):.2f} of {len(had)} {label.value}" for label, had in by_label if had]
        if told:
            yield f"{escaped(name)}: median {', '.join(told)} examples"


_FITS: Final = {
    Fit.CURRENT: "",
    Fit.CHANGED: " — *changed since*",
    Fit.REMOVED: " — *removed since*",
}


def hover_on_mark(mark: PlacedPlaceholder, view: TemplateView) -> str:
    """Return what is known of a placeholder: which fields the examples fill it with."""
    name = field_of(mark.placeholder.name)
    beside = view.context.beside
    title = f"**placeholder** `{escaped_code(mark.placeholder.name)}`"
    if beside is None or not beside.examples.examples:
        return title
    fields = fields_of(view)
    if name not in fields:
        return f"{title}\n\nNo example has this field." if fields else title
    example = fields[name]
    having = sum(name in each.fields for each in beside.examples.examples)
    value = escaped(str(example.fields[name]), 160)
    return f"{title}\n\n{having} of {len(beside.examples.examples)} examples have it, e.g. {value}"


def escaped_code(text: str) -> str:
    """Return the text for an inline code span: nothing in it ends the span."""
    return " ".join(text.split()).replace("`", "'")


def _heading(instruction: Instruction) -> str:
    if instruction.in_sample:
        return "**example demonstration**"
    if not instruction.categories:
        language = spoken(instruction.sentence.text)
        if language == OTHER:
            return (
                "**not read**: its language is not; write an assertion for this yourself, or have a model propose one"
            )
        if language != "en":
            return "**no category**: they are told of English only"
        return "**no category**: nothing in it says what it asks of the response"
    return f"**{' · '.join(category.label for category in instruction.categories)}**"


def _why(instruction: Instruction) -> str:
    told = "" if instruction.in_sample else cues_told(instruction.categories, instruction.cues)
    return f"From the words {told}" if told else ""


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
        yield f"Since {_version(wordings[-1].version)}"
        yield _before(wordings[:-1])
        return
    yield "Not committed yet"
    before = view.before_unsaved(instruction)
    if before:
        yield _before(before)


def _before(wordings: Sequence[SentenceVersion]) -> str:
    if not wordings:
        return ""
    told = [f"- before: {quoted(wording.text)} ({_short(wording.version)})" for wording in reversed(wordings)]
    more = len(told) - _MOST_LISTED
    return "\n".join(told[:_MOST_LISTED] + ([f"- and {more} earlier wordings"] if more > 0 else []))


def _version(version: PromptVersion) -> str:
    commit = version.commit
    if commit is None:
        return f"version {version.index} ({version.state.value})"
    subject = f": {escaped(commit.subject, 100)}" if commit.subject else ""
    when = f"{commit.date:%Y-%m-%d %H:%M}"
    return f"version {version.index} · {escaped(commit.sha[:7])} by {escaped(commit.author, 60)}, {when}{subject}"


def _short(version: PromptVersion) -> str:
    commit = version.commit
    return f"version {version.index}, {commit.sha[:7]}" if commit else f"version {version.index}"


def _criteria(instruction: Instruction) -> Iterator[str]:
    told = dict.fromkeys(f"- {escaped(criterion.description)}" for criterion in instruction.criteria)
    if told:
        yield "**Criteria**\n" + "\n".join(list(told)[:_MOST_LISTED])


def _assertions(instruction: Instruction, view: TemplateView) -> Iterator[str]:
    links = view.links.of_instruction(instruction)
    if links:
        told = [_assertion(link, view) for link in links[:_MOST_LISTED]]
        more = len(links) - _MOST_LISTED
        yield "**Assertions**\n" + "\n".join(told + ([f"- and {more} more"] if more > 0 else []))
    elif instruction.criteria and view.context.beside is not None:
        yield "No assertion checks this yet."


def _assertion(link: Link, view: TemplateView) -> str:
    beside = view.context.beside
    chosen = beside is not None and any(each.name == link.assertion.name for each in beside.stored.chosen)
    mark = "selected" if chosen else ""
    notes = ", ".join(note for note in (mark, "outdated" if link.fit is Fit.CHANGED else "") if note)
    figures = _figures(link.assertion, view.context.results)
    return f"- {escaped(link.assertion.name)}{f' ({notes})' if notes else ''}: {figures}"


def _figures(assertion: StoredAssertion, results: Results | None) -> str:
    verdict = results.verdict_on(assertion) if results else None
    if verdict is None:
        return "not evaluated in this session"
    if verdict.lack:
        return escaped(verdict.lack, 160)
    told = [f"coverage {_rate(verdict.coverage)}", f"FFR {_rate(verdict.ffr)}"]
    return "; ".join([*told, *_unsure(verdict)])


def _unsure(verdict: AssertionVerdict) -> list[str]:
    if not verdict.unsure:
        return []
    why = f": {escaped(verdict.message, 120)}" if verdict.message else ""
    return [f"no verdict on {verdict.unsure}{why}"]


def _rate(rate: Rate) -> str:
    if not rate.total:
        return "unknown (no such examples)"
    low, high = rate.interval(_CONFIDENCE)
    return f"{rate.value:.2f} ({rate.count} of {rate.total}; 95 %: {low:.2f}–{high:.2f})"
