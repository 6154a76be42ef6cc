"""The report in the terminal. Text from prompts, responses and models is never taken as markup or escape codes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rich.console import Console
from rich.text import Text

from spade_core.categories import Classification, Cue
from spade_core.deltas import Change, Sign
from spade_core.examples import Label
from spade_core.report.display_text import counted, in_line, one_line, visible
from spade_core.report.report import (
    JudgeSummary,
    Report,
    by_criterion,
    by_reason,
    check_of,
    cues_by_change,
    manners_of,
    merged,
    name_of,
    proof_told,
    unmet,
)
from spade_core.report.uncaught import uncaught_groups
from spade_core.results import Evaluation, ResultsMatrix, lack_of, why_undecided
from spade_core.selection import Agreement, ChosenAssertion, ExclusionReason, Infeasibility
from spade_core.storage import Provenance
from spade_core.subsumption import EdgeStatus, Subsumption
from spade_core.versions import History, PromptVersion, VersionState

_MOST_NAMED = 12
_MOST_LEFT_OUT = 5
_WIDTH = 24
"""Of the names in a table of agreement, at least."""
_SELF_EVIDENT = {
    ExclusionReason.NEEDS_JUDGE,
    ExclusionReason.NEVER_FAILS,
    ExclusionReason.AVOIDED,
    ExclusionReason.FORBIDDEN,
    ExclusionReason.OUTDATED,
}
"""Reasons that need no figures for each assertion."""
_HINTS = {ExclusionReason.NEEDS_JUDGE: ": they ask a model, which the setting `model` or `judge_model` names"}


def print_report(report: Report, console: Console) -> None:
    """Print the history and then the selection."""
    for line in history_lines(report.history, report.classifications):
        console.print(line)
    console.print()
    print_selection(report, console)
    print_agreement(report.judge, console)


def print_agreement(judge: JudgeSummary | None, console: Console) -> None:
    """Print how far each assertion that asks the judge, and all of them together, agree with the labels."""
    if judge is None:
        return
    _print_agreements("The judge and the labels", judge.table, console)
    for model, found in judge.comparisons:
        _print_agreements(f"{in_line(model)}, questions in a call", manners_of(found), console)
        if found.total:
            low, high = found.interval
            row = f"{'difference':{_WIDTH}}  {found.difference:+6.1%}  {low:+.2f} to {high:+.2f}"
            console.print(Text(row), soft_wrap=True)


def _print_agreements(head: str, table: Sequence[tuple[str, Agreement]], console: Console) -> None:
    if not table:
        return
    width = max(_WIDTH, len(head), *(len(name) for name, _ in table))
    console.print(Text(f"\n{head:{width}}  agrees  95 % interval  kappa  passed bad  failed good"), soft_wrap=True)
    for name, found in table:
        low, high = found.interval
        kappa = f"{found.kappa:.2f}" if found.kappa is not None else "-"
        row = f"{name:{width}}  {found.accuracy:6.0%}   {low:.2f} to {high:.2f}  {kappa:>5}"
        more = f"  {found.judge_only_good:10}  {found.person_only_good:11}"
        console.print(Text(row + more), soft_wrap=True)


def history_lines(history: History, classifications: Sequence[Classification]) -> Iterator[Text]:
    """Yield each version with the sentences it added and removed, cue words underlined, and its categories."""
    for note in history.notes:
        yield Text(one_line(note), style="yellow")
    by_index = {classification.delta.after.index: classification for classification in classifications}
    for version in history.versions[1:]:
        classification = by_index.get(version.index)
        yield _version_line(version, classification)
        cues = cues_by_change(classification) if classification else {}
        changes = classification.delta.changes if classification else ()
        for change in changes:
            yield _change_line(change, cues.get(change, ()))


def _version_line(version: PromptVersion, classification: Classification | None) -> Text:
    line = Text.assemble((f"P{version.index}", "bold"), "  ", (_place(version), "dim"))
    if version.line:
        line.append(f"  {version.line}")
    names = [category.label for category in classification.categories] if classification else []
    if names or len(version.made_from) < 2:  # a merge that says nothing of its own has no categories
        line.append("  " + ", ".join(names or ["unclassified"]), style="cyan")
    return line


def _place(version: PromptVersion) -> str:
    commit = version.commit
    if commit is None:
        return "not saved" if version.state is VersionState.UNSAVED else "not committed"
    return f"{commit.sha[:7]} {commit.date:%Y-%m-%d} {in_line(commit.author, most=30)}"


def _change_line(change: Change, cues: Sequence[Cue]) -> Text:
    style = "green" if change.sign is Sign.ADDED else "red"
    sentence = change.sentence.text
    spans = [cue.span for cue in cues]
    edges = sorted({0, len(sentence), *(span.start for span in spans), *(span.end for span in spans)})
    line = Text(f"  {change.sign.value} ", style=style)
    for start, end in pairwise(edges):
        cued = any(span.start <= start and end <= span.end for span in spans)
        line.append(visible(sentence[start:end]).replace("\n", " "), style="underline" if cued else "")
    return line


def print_matrix(matrix: ResultsMatrix, console: Console) -> None:
    """Print a line an assertion: coverage, FFR, and what kept it from running."""
    console.print(_labels_line(matrix))
    console.print("coverage    FFR  assertion", style="bold")
    for candidate in matrix.candidates:
        cells = matrix.column(candidate)
        troubles = [cell for cell in cells if not cell.outcome.decides]
        rates = matrix.coverage([candidate]), matrix.ffr([candidate])
        coverage, ffr = ("-" if rate is None else f"{rate:.3f}" for rate in rates)
        shares = f"{coverage:>8}  {ffr:>5}"
        told = f"  {in_line(lack_of(cells)) or _trouble(troubles)}" if troubles else ""
        console.print(Text.assemble(f"{shares}  {candidate.name}", (told, "yellow")))


def _trouble(cells: Sequence[Evaluation]) -> str:
    return f"no verdict on {len(cells)}: {in_line(why_undecided(cells))}"


def _labels_line(matrix: ResultsMatrix) -> str:
    good, bad = (sum(e.label is label for e in matrix.examples) for label in (Label.GOOD, Label.BAD))
    assertions, examples = counted(len(matrix.candidates), "assertion"), counted(len(matrix.examples), "example")
    return f"{assertions} on {examples} ({good} good, {bad} bad)"


def print_selection(report: Report, console: Console) -> None:
    """Print the selected assertions with their origin and worth, then the others by the reason they were left out."""
    selection = report.selection
    versions = counted(len(report.history.versions) - 1, "version")
    console.print(Text.assemble((one_line(report.prompt), "bold"), f"  {versions}, {_labels_line(report.matrix)}"))
    _print_drift(report, console)
    thresholds = f"alpha {selection.thresholds.alpha:g}, tau {selection.thresholds.tau:g}"
    if selection.infeasibility is not None:
        _print_infeasibility(selection.infeasibility, thresholds, report, console)
    else:
        chosen, all_ = len(selection.chosen), len(selection.chosen) + len(selection.excluded)
        console.print(
            Text.assemble((f"Selected {chosen} of {all_}", "bold green"), f"  ({selection.method.value}, {thresholds})")
        )
        for name, rate, interval in (
            ("coverage", selection.coverage, report.evidence.coverage_interval),
            ("FFR     ", selection.ffr, report.evidence.ffr_interval),
        ):
            kind = "bad caught" if name == "coverage" else "good flagged"
            told = f"{rate} {kind}, {_interval(interval)}" if rate.total else str(rate)
            console.print(f"  {name} {told}")
        if not selection.satisfies:
            console.print(Text(f"  {unmet(selection)}", style="bold red"))
        if not selection.proof.optimal:
            console.print(Text(f"  {proof_told(selection)}; none was found in the time", style="yellow"))
        elif not selection.proof.ties_broken:
            console.print(Text(f"  {proof_told(selection)}: one as good may catch more or flag less", style="yellow"))
        for remark in report.evidence.remarks:
            console.print(Text(f"  {in_line(remark, most=400)}", style="yellow"))
    for assertion in selection.chosen:
        _print_chosen(assertion, report, console)
    _print_uncaught(report, console)
    _print_left_out(report, console)
    _print_subsumption(report.subsumption, console)


def _print_drift(report: Report, console: Console) -> None:
    """Print how the set stands to the recorded selection, and how to select again where that is outdated."""
    drift = report.drift
    for sentence in drift.told() if drift is not None else ():
        console.print(Text(f"  {in_line(sentence, most=600)}", style="yellow"))
    if drift is not None and drift.offers_select:
        console.print(Text(f"  To record it: `spade select {drift.request.options}`", style="yellow"))


def _print_subsumption(subsumption: Subsumption, console: Console) -> None:
    """Print what is only believed and what was refuted; proofs need no second look."""
    by_status = {status: [e for e in subsumption.edges if e.status is status] for status in EdgeStatus}
    believed, refuted = by_status[EdgeStatus.BELIEVED], by_status[EdgeStatus.REFUTED]
    if believed or refuted:
        proved = len(by_status[EdgeStatus.PROVED])
        told = f"{proved} proved, {len(believed)} believed, {len(refuted)} refuted"
        console.print(Text.assemble(("\nSubsumption", "bold"), f"  {told}"))
    for edge in refuted[:_MOST_LEFT_OUT]:
        shown = f"a response like {in_line(edge.response, most=60)!r}" if edge.response is not None else edge.refuted_by
        why = f"  refuted by {shown}"
        console.print(Text.assemble(f"  not: {edge.general} fails all that {edge.specific} fails", (why, "dim")))


def _interval(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"95 % interval {low:.3f} to {high:.3f}"


def _print_infeasibility(infeasibility: Infeasibility, thresholds: str, report: Report, console: Console) -> None:
    console.print(Text(f"No selection satisfies {thresholds}", style="bold red"))
    told = [*infeasibility.preferences]
    if infeasibility.nearest_alpha is not None:
        told.append(
            f"the most coverage within tau is {infeasibility.best_coverage}: alpha {infeasibility.nearest_alpha:g} is "
            f"feasible with {_named(infeasibility.at_nearest_alpha) or 'no assertion'}"
        )
    if infeasibility.nearest_tau is not None and infeasibility.nearest_tau < 1.0:
        told.append(
            f"with alpha as it is, tau {infeasibility.nearest_tau:g} is feasible with "
            f"{_named(infeasibility.at_nearest_tau)}"
        )
    elif infeasibility.nearest_tau is None:
        told.append("with alpha as it is, no tau is feasible: these assertions together catch too few bad responses")
    for line in told:
        console.print(f"  {line}")


def _print_uncaught(report: Report, console: Console) -> None:
    """Print the bad responses that the set does not catch, in groups, with what would catch them."""
    groups = uncaught_groups(report)
    if not groups:
        return
    by = "the set" if report.selection.feasible else "any assertion that may be selected"
    missed = counted(sum(len(each.examples) for each in groups), "bad response")
    console.print(Text(f"\n{missed} not caught by {by}", style="bold"))
    for group in groups[:_MOST_NAMED]:
        named = [name_of(example) for example in group.examples]
        console.print(Text(f"  {len(named)}: {_named(named)}"))
        for line in group.told:
            console.print(Text(f"     {in_line(line, most=400)}", style="dim"))
    if len(groups) > _MOST_NAMED:
        console.print(Text(f"  and {len(groups) - _MOST_NAMED} more such groups"))
    if not all(group.caught_by for group in groups):
        console.print("  For those, write an assertion, or let a model propose some: `spade generate --model NAME`")


def _print_chosen(assertion: ChosenAssertion, report: Report, console: Console) -> None:
    console.print(Text.assemble("\n  ", (assertion.name, "bold")))
    if check := check_of(assertion.candidate.source):
        console.print(Text(f"     {in_line(check)}"))
    if assertion.name in report.removed_in:
        removed = f"no longer asked for: removed in P{report.removed_in[assertion.name]}"
        why = "required by you" if assertion.required else "no set without such ones satisfies alpha and tau"
        console.print(Text(f"     {removed}; {why}", style="yellow"))
    for description, provenances in by_criterion(report.provenance.get(assertion.name, ())):
        if description != check:
            console.print(Text(f"     for: {in_line(description)}", style="dim"))
        more = f"  and {len(provenances) - 1} more" if len(provenances) > 1 else ""
        console.print(Text(f"     {_origin(provenances[0])}{more}", style="dim"))
    caught = f"     catches {assertion.coverage.count} of {assertion.coverage.total} bad"
    flagged = f"flags {assertion.ffr.count} of {assertion.ffr.total} good"
    if assertion.coverage.total + assertion.ffr.total:
        console.print(Text(f"{caught}, {flagged}; {assertion.message}".rstrip("; "), style="dim"))
    if assertion.equals:
        console.print(Text(f"     the same as {_named(assertion.equals)}", style="dim"))
    others = [name for name in assertion.stands_for if name not in assertion.equals]
    if assertion.name in report.removed_in:
        others = [name for name in others if name in report.removed_in]
    if others:
        console.print(Text(f"     stands for {_named(others)}", style="dim"))


def _origin(provenance: Provenance) -> str:
    commit = provenance.commit[:7] or "not committed"
    return f'"{in_line(provenance.phrase)}"  P{provenance.version} {commit}, {provenance.category.label}'


def _print_left_out(report: Report, console: Console) -> None:
    """Print the reasons with the likeliest assertions of each; the report file has all of them."""
    excluded = report.selection.excluded
    if excluded:
        console.print(
            Text.assemble(("\nLeft out", "bold"), ("  (`spade report` shows all of them with their code)", "dim"))
        )
    for reason, assertions in by_reason(excluded):
        hint = _HINTS.get(reason, "")
        console.print(Text.assemble((f"  {reason.value} ({len(assertions)})", "yellow"), (hint, "dim")))
        shown = merged(assertions)[:_MOST_LEFT_OUT]
        for assertion, same in shown:
            told = "" if reason in _SELF_EVIDENT else in_line(assertion.message)
            if assertion.name in report.removed_in:
                told = ", ".join(filter(None, (told, f"removed in P{report.removed_in[assertion.name]}")))
            twins = f" = {_named([other.name for other in same])}" if same else ""
            console.print(Text.assemble(f"    {assertion.name}{twins}", (f"  {told}" if told else "", "dim")))
        if rest := len(assertions) - sum(1 + len(same) for _, same in shown):
            console.print(Text(f"    and {rest} more", style="dim"))


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(in_line(name, most=100) for name in names[:_MOST_NAMED])
    return f"{shown} and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else shown
