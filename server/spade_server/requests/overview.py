"""``spade/overview``: what there is of a prompt, and what to do next. Nothing is run."""

from collections.abc import Iterator

from spade_core.examples import Label
from spade_core.report import check_of
from spade_core.storage import Basis, StoredAssertion, bodies_of, changes_between, digest_of
from spade_server.analysis.finding import cut
from spade_server.analysis.linking import Fit, links_between
from spade_server.analysis.next_steps import next_steps
from spade_server.analysis.sentence_history import SentenceHistory
from spade_server.documents.ranges import range_of
from spade_server.protocol.testing import (
    ListedAssertion,
    ListedInstruction,
    ListedSelection,
    ListedSource,
    NextStep,
    OverviewParams,
    OverviewResult,
)
from spade_server.requests.request_run import RequestRun
from spade_server.requests.target import RequestTarget


def answer(run: RequestRun, params: OverviewParams) -> OverviewResult:
    """Return the instructions in the prompt's order, the assertions in that of their file."""
    target = run.target
    beside = target.beside
    chosen = {each.name for each in beside.stored.chosen}
    return OverviewResult(
        prompt_uri=target.uri,
        template=target.template,
        assertions_uri=target.assertions_uri,
        examples_uri=target.examples_uri,
        instructions=[listed for _, listed in instructions_of(run)],
        assertions=[
            ListedAssertion(a.name, target.range_of(a), check_of(a.source), a.asks_judge, a.name in chosen, _sources(a))
            for a in beside.stored.assertions
        ],
        missing=list(beside.stored.missing),
        good=beside.labels[Label.GOOD],
        bad=beside.labels[Label.BAD],
        unlabelled=beside.labels[None],
        steps=[NextStep(command.value, title) for command, title in next_steps(beside)],
        problems=target.problems,
        selection=_selection(target),
    )


def _sources(assertion: StoredAssertion) -> list[ListedSource]:
    return [
        ListedSource(cut(each.phrase), each.sentence, each.version, each.category.label)
        for each in assertion.provenance
    ]


def _selection(target: RequestTarget) -> ListedSelection | None:
    """Return the last selection and what has changed since, as far as the files tell it: the history is not read."""
    beside = target.beside
    record, request = beside.stored.record.selection, beside.stored.recorded_request
    if record is None or request is None:
        return None
    now = Basis(
        bodies_of(beside.stored),
        digest_of(beside.examples.examples),
        record.basis.withdrawn,
        beside.settings.request,
    )
    labels = {label.value: number for label, number in beside.labels.items() if label is not None}
    bad, good = record.counts.get("bad", 0), record.counts.get("good", 0)
    return ListedSelection(
        request=str(request),
        caught=None if record.coverage is None else round(record.coverage * bad),
        bad=bad,
        flagged=None if record.ffr is None else round(record.ffr * good),
        good=good,
        changes=changes_between(record.basis, now, record.counts, labels),
    )


def _history(run: RequestRun) -> SentenceHistory | None:
    """Return the history of an open prompt; that of others would have to be read from git first."""
    target = run.target
    prompt = run.ls.session.prompts.get(target.path)
    context = prompt.contexts.get(target.template) if prompt is not None else None
    return context.sentence_history if context is not None else None


def instructions_of(run: RequestRun) -> Iterator[tuple[str, ListedInstruction]]:
    """Yield the sentences of the prompt that an assertion can check, in its order."""
    target = run.target
    lines, template = target.model
    if template is None:
        return
    links = links_between(template, target.beside.stored, _history(run))
    for each in template.instructions:
        if each.criteria and not each.in_sample:
            checks = [link.assertion.name for link in links.of_instruction(each) if link.fit is Fit.CURRENT]
            listed = ListedInstruction(cut(each.sentence.text), range_of(lines, each.span), checks)
            yield each.sentence.text, listed
