"""``spade/history``: the versions of a prompt and what each changed."""

from spade_core.categories import Classification, classify
from spade_core.deltas import Change, deltas_between
from spade_core.versions import PromptVersion, read_history
from spade_server.protocol.messages import ChangedSentence, HistoryParams, HistoryResult, VersionInfo
from spade_server.requests.request_run import RequestRun


def answer(run: RequestRun, params: HistoryParams) -> HistoryResult:
    """Return the versions, oldest first."""
    target = run.target
    run.step("reading the history")
    read = read_history(target.path, template=target.template, unsaved=target.text)
    run.step("classifying")
    by_index: dict[int, Classification] = {}
    for delta in deltas_between(read.versions):
        run.look()
        by_index[delta.after.index] = classify(delta)
    versions = [_version(version, by_index.get(version.index)) for version in read.versions if version.index]
    return HistoryResult(target.template, list(read.notes), versions)


def _version(version: PromptVersion, classification: Classification | None) -> VersionInfo:
    commit = version.commit
    return VersionInfo(
        index=version.index,
        state=version.state.value,
        path=version.path,
        commit=commit.sha if commit else None,
        author=commit.author if commit else None,
        date=commit.date.isoformat() if commit else None,
        subject=commit.subject if commit else None,
        categories=[category.label for category in classification.categories] if classification else [],
        changes=[_change(each, classification) for each in classification.delta.changes] if classification else [],
    )


def _change(change: Change, classification: Classification) -> ChangedSentence:
    cues = [cue for cue in classification.cues if cue.change == change]
    return ChangedSentence(
        sign=change.sign.value,
        text=change.sentence.text,
        categories=list(dict.fromkeys(cue.category.label for cue in cues)),
        cues=list(dict.fromkeys(cue.words for cue in cues)),
    )
