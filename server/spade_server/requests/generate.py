"""``spade/generate``: assertions from every version, read from the words or proposed by a model, shown or written."""

from collections.abc import Collection, Sequence

import attrs
from lsprotocol import types

from spade_core.candidates import CandidateAssertion
from spade_core.context import ContextCheck
from spade_core.criteria import Withheld
from spade_core.deltas import identity_of
from spade_core.errors import Problem
from spade_core.pipeline import Analysis, generate, remember_synthesis
from spade_core.storage import (
    Merge,
    Record,
    add_only,
    added_text,
    load_record,
    merge_generated,
    parse_assertions,
)
from spade_server.documents.ranges import difference
from spade_server.protocol.messages import GenerateParams, GenerateResult
from spade_server.protocol.models import ModelRun
from spade_server.requests.proposing import keep_accepted, last_proposed, propose
from spade_server.requests.request_run import RequestRun
from spade_server.requests.reviewing import edited_functions, proposals_of
from spade_server.requests.target import RequestTarget, sentences_in
from spade_server.session.remembered import ModelProposals


def answer(run: RequestRun, params: GenerateParams) -> GenerateResult:
    """Return what generating does, or would do, to the assertions file."""
    target = run.target
    if params.names == []:  # asked only where the files are
        return _result(target, None, Merge(target.beside.assertions_text or "", Record()), applied=params.apply)
    run.require_adopted()
    analysis = run.labelled_analysis()
    run.look()
    touched = sentences_in(target, params.range)
    if not params.model:
        return _generated(run, params, analysis, touched)
    if not params.apply and params.names is None:
        proposed = propose(run, analysis, touched, asking=params.asking)
        return _generated(run, params, proposed.analysis, touched, proposed)
    proposed = last_proposed(run, analysis)
    result = _generated(run, params, proposed.analysis, touched, proposed)
    if not params.apply:
        return result
    remember_synthesis(target.beside.files, proposed.synthesis)
    keep_accepted(proposed, target, result.added)
    return result


def answer_about_contexts(run: RequestRun, params: GenerateParams) -> GenerateResult:
    """Return what `answer` does for the assertions alone that hold responses to retrieved contexts."""
    run.require_adopted()
    analysis = run.labelled_analysis()
    run.look()
    names = [
        candidate.name
        for candidate in analysis.candidates
        if any(isinstance(criterion.constraint, ContextCheck) for criterion in candidate.criteria)
    ]
    return _generated(run, attrs.evolve(params, names=names), analysis, None)


def _generated(
    run: RequestRun,
    params: GenerateParams,
    analysis: Analysis,
    touched: Collection[str] | None,
    proposed: ModelProposals | None = None,
) -> GenerateResult:
    """Return what is done, or would be, with the candidates of an analysis."""
    target, model_run = run.target, proposed.run if proposed is not None else None
    if params.range is None and params.names is None:
        merge = _merged(run, analysis, proposed, apply=params.apply)
        notes = (*analysis.history.notes, *map(_withheld, analysis.withheld))
        return _result(target, analysis, merge, applied=params.apply, model_run=model_run, notes=notes)
    wanted = [each for each in analysis.candidates if is_wanted(each, params.names, touched)]
    fresh = _fresh(wanted, target)
    edited = edited_functions(params.edited or {})
    if params.apply:
        run.require_saved(target.beside.files.assertions, target.beside.files.record)
        run.look()
        text = add_only(target.beside.files, fresh, texts=texts_of(target, analysis), edited=edited)
    else:
        text = added_text(target.beside.files, target.beside.assertions_text, fresh)
    merge = Merge(text, Record(), added=tuple(candidate.name for candidate in fresh))
    return _result(target, analysis, merge, applied=params.apply, model_run=model_run)


def _merged(run: RequestRun, analysis: Analysis, proposed: ModelProposals | None, *, apply: bool) -> Merge:
    target, files = run.target, run.target.beside.files
    synthesis = proposed.synthesis if proposed is not None else None
    if apply:
        run.require_saved(files.assertions, files.record)
        return generate(files, analysis, synthesis, unsaved=target.text)
    text = target.beside.assertions_text
    file = parse_assertions(text, str(files.assertions)) if text is not None else None
    record = load_record(files)
    return merge_generated(
        file,
        record,
        analysis.candidates,
        path=str(files.assertions),
        texts=texts_of(target, analysis),
        models_done=synthesis is not None and synthesis.is_whole,
        is_whole=analysis.history.is_whole,
        unread_sets=analysis.unread_sets,
    )


def _withheld(withheld: Withheld) -> str:
    return f"not proposed: {withheld.description} ({withheld.reason})"


def texts_of(target: RequestTarget, analysis: Analysis) -> dict[int, str]:
    """Return the prompt file at its newest version, for the lines in the provenance."""
    return {analysis.history.versions[-1].index: target.text.removeprefix("\ufeff")}


def is_wanted(candidate: CandidateAssertion, names: list[str] | None, touched: Collection[str] | None) -> bool:
    """Whether a candidate has one of the names and comes from one of the sentences; None: whichever."""
    if names is not None and candidate.name not in names:
        return False
    return touched is None or any(identity_of(criterion.sentence.text) in touched for criterion in candidate.criteria)


def _fresh(candidates: list[CandidateAssertion], target: RequestTarget) -> list[CandidateAssertion]:
    """Return the candidates that are not in the file and were not rejected."""
    stored = target.beside.stored
    known = {name for each in stored.assertions for name in (each.name, each.generated_name)}
    known |= stored.record.rejected.keys()
    return [candidate for candidate in candidates if candidate.name not in known]


def _result(
    target: RequestTarget,
    analysis: Analysis | None,
    merge: Merge,
    *,
    applied: bool,
    model_run: ModelRun | None = None,
    notes: Sequence[str] = (),
) -> GenerateResult:
    by_name = {candidate.name: candidate for candidate in analysis.candidates} if analysis is not None else {}
    fresh = [by_name[name] for name in merge.added if name in by_name]
    of_sets = analysis.set_problems if analysis is not None else ()
    return GenerateResult(
        assertions_uri=target.assertions_uri,
        applied=applied,
        proposals=list(proposals_of(target, fresh, model_run.proposed if model_run is not None else ())),
        added=list(merge.added),
        replaced=list(merge.replaced),
        removed=list(merge.removed),
        kept=list(merge.kept),
        stale=list(merge.stale),
        rejected=list(merge.rejected),
        problems=[*map(str, (*_problems_read(target), *merge.problems)), *of_sets],
        edit=None if applied else edit_to(target, merge.text),
        notes=list(notes),
        model_run=model_run,
    )


def _problems_read(target: RequestTarget) -> list[Problem]:
    """Return what could not be read of what generating needs: it looks at no example."""
    beside = target.beside
    return [each for each in (*beside.problems, *beside.stored.problems) if each.path != str(beside.examples_path)]


def edit_to(target: RequestTarget, text: str) -> types.WorkspaceEdit | None:
    """Return the edit that makes the assertions file read `text`, to be confirmed; None when it does already."""
    old = target.beside.assertions_text
    if text in (old, ""):
        return None
    uri = target.assertions_uri
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    if old is None:
        changes.append(types.CreateFile(uri=uri, options=types.CreateFileOptions(ignore_if_exists=True)))
    place, new_text = difference(old or "", text)
    edit = types.AnnotatedTextEdit(range=place, new_text=new_text, annotation_id="spade")
    changes.append(types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri=uri), [edit]))
    annotation = types.ChangeAnnotation(label="Generated assertions", needs_confirmation=True)
    return types.WorkspaceEdit(document_changes=changes, change_annotations={"spade": annotation})
