"""``spade/label``: one example at a time, labelled and taken back; each label is written at once."""

from dataclasses import replace
from pathlib import Path

from spade_core.errors import SettingsError
from spade_core.examples import Example, ExampleSet, Label, LineEdit, with_prompts
from spade_core.selection import next_to_label
from spade_core.static_analysis import reads_prompt
from spade_core.storage import label_example, load_examples, undo_edit
from spade_core.subsumption import subsumption_of
from spade_server.analysis.response_key import mark_of
from spade_server.protocol.messages import ErrorCode
from spade_server.protocol.verdicts import ExampleInfo, LabelParams, LabelResult
from spade_server.requests.request_run import RequestRun
from spade_server.requests.rows import fields_of, rows_of
from spade_server.requests.running import RequestSandbox
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget
from spade_server.session.remembered import LabelVerdicts


def answer(run: RequestRun, params: LabelParams) -> LabelResult:
    """Do what is asked and return the example to judge now."""
    target = rows_of(run).target if params.alone else run.target
    path = target.beside.examples_path
    edits = run.ls.session.label_edits.setdefault(path, [])
    shown: str | None = None
    if params.action == "set":
        run.require_saved(path)
        edits.append((params.example_id, _set(path, target, params)))
    elif params.action == "undo":
        run.require_saved(path)
        shown = _undo(path, edits)
    elif params.action == "look":
        shown = params.example_id
    elif params.action != "next":
        raise SettingsError(f"no action is called {params.action!r:.60}; there are look, next, set, undo")
    is_known = params.alone and params.action == "set"
    examples = _relabelled(target.beside.examples, params) if is_known else load_examples(path)
    found, best_first = _found(examples, shown) if shown else None, False
    if found is None and not params.alone and params.action != "undo":
        skips = run.ls.session.label_skips.setdefault(path, [])
        waiting = _waiting(run, target, examples)
        found = _next(waiting, skips, params.example_id)
        best_first = found is not None and found.id not in skips and _is_out_of_turn(found, waiting)
    return _result(target, examples, found, can_undo=bool(edits), best_first=best_first)


def _set(path: Path, target: RequestTarget, params: LabelParams) -> LineEdit:
    example = next((each for each in target.beside.examples.examples if each.id == params.example_id), None)
    if example is None:
        raise RequestError(ErrorCode.CHANGED, f'{path.name}: no example has the id "{params.example_id}" any more')
    another = params.response is not None and params.response != example.response
    if another or (params.shown is not None and params.shown != mark_of(example.response)):
        raise RequestError(ErrorCode.CHANGED, f'example "{example.id}" has changed since it was shown')
    try:
        wanted = Label(params.label) if params.label is not None else None
    except ValueError as error:
        raise SettingsError(f'a label is "good", "bad" or null, not {params.label!r:.60}') from error
    return label_example(path, example, wanted)


def _relabelled(examples: ExampleSet, params: LabelParams) -> ExampleSet:
    label = Label(params.label) if params.label is not None else None
    changed = (replace(e, label=label) if e.id == params.example_id else e for e in examples.examples)
    return replace(examples, examples=tuple(changed))


def _undo(path: Path, edits: list[tuple[str, LineEdit]]) -> str:
    if not edits:
        raise RequestError(ErrorCode.NOTHING_TO_UNDO, "there is no label to take back")
    example_id, edit = edits[-1]
    undo_edit(path, edit)
    edits.pop()
    return example_id


def _is_out_of_turn(found: Example, waiting: list[Example]) -> bool:
    return any(example.line < found.line for example in waiting)


def _result(
    target: RequestTarget, examples: ExampleSet, found: Example | None, *, can_undo: bool, best_first: bool
) -> LabelResult:
    counts = {wanted: sum(e.label is wanted for e in examples.examples) for wanted in (*Label, None)}
    return LabelResult(
        examples_uri=target.examples_uri,
        example=_info(found) if found else None,
        good=counts[Label.GOOD],
        bad=counts[Label.BAD],
        unlabelled=counts[None],
        can_undo=can_undo,
        problems=[str(problem) for problem in examples.problems],
        best_first=best_first,
    )


def _found(examples: ExampleSet, example_id: str) -> Example | None:
    return next((example for example in examples.examples if example.id == example_id), None)


def _waiting(run: RequestRun, target: RequestTarget, examples: ExampleSet) -> list[Example]:
    """Return the examples without a label, the one whose label tells most first; in their order without assertions.

    The assertions are run on all examples once; a label changes nothing about what they say.
    """
    waiting = [example for example in examples.examples if example.label is None]
    stored = target.beside.stored.assertions
    if not stored or len(waiting) < 2:
        return waiting
    path, settings = Path(examples.path), target.beside.settings
    candidates = tuple(assertion.candidate() for assertion in stored)
    bare = tuple(replace(example, label=None) for example in examples.examples)
    said = run.ls.session.label_matrices.get(path)
    if said is None or said.of != (target.prompt, candidates, bare):
        is_read = any(reads_prompt(each.source) and not each.asks_judge for each in candidates)
        shown = with_prompts(bare, target.prompt).examples if is_read else bare
        matrix = RequestSandbox(run).run(candidates, shown)
        said = LabelVerdicts((target.prompt, candidates, bare), matrix, subsumption_of(matrix.candidates, matrix))
        run.ls.session.label_matrices[path] = said
    proposed = next_to_label(
        replace(said.matrix, examples=examples.examples),
        subsumption=said.subsumption,
        thresholds=settings.thresholds,
        method=settings.method,
    )
    return list(proposed)


def _next(waiting: list[Example], skips: list[str], after: str) -> Example | None:
    """Return the first example that was not passed over, else the one that was passed over longest ago.

    `after` is passed over now; when it is empty, labelling begins, and nothing is passed over yet.
    """
    skipped = [id_ for id_ in skips if id_ != after] if after else []
    ids = {example.id for example in waiting}
    skips[:] = [id_ for id_ in (*skipped, after) if id_ in ids]
    unseen = [example for example in waiting if example.id not in skips]
    waiting_again = sorted((e for e in waiting if e.id in skips), key=lambda example: skips.index(example.id))
    return next(iter((*unseen, *waiting_again)), None)


def _info(example: Example) -> ExampleInfo:
    return ExampleInfo(
        id=example.id,
        line=max(example.line - 1, 0),
        fields=fields_of(example),
        prompt=example.prompt,
        response=example.response,
        label=example.label.value if example.label else None,
    )
