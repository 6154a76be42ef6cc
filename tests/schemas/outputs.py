"""What each command prints with ``--json``. An output gains keys without a new version; it loses none."""

from typing import Literal, NotRequired, TypedDict

from spade_core.examples import Label
from spade_core.export import ExportFormat
from spade_core.report import State
from spade_core.results import Outcome
from spade_core.selection import Method
from spade_core.taxonomy import Category

Adopted = TypedDict("Adopted", {"from": str, "to": str})


class _Located(TypedDict):
    type: str
    """The kind of error, e.g. CommandLineError."""
    message: str
    path: NotRequired[str]
    line: NotRequired[int | None]


class ErrorOutput(TypedDict):
    """Any command that fails before it has a result."""

    error: _Located


class _LeftBehind(TypedDict):
    name: str
    """What the names of the files begin with."""
    files: list[str]
    prompts: list[str]
    """Whose they may be."""


class AdoptOutput(TypedDict):
    """``spade adopt``."""

    prompt: NotRequired[str]
    renamed: NotRequired[list[Adopted]]
    left_behind: NotRequired[list[_LeftBehind]]
    """Without a PROMPT, where there are several."""


class TrustOutput(TypedDict):
    """``spade trust``."""

    repository: str
    trusted: bool


class LabelOutput(TypedDict):
    """``spade label``."""

    examples: str
    labelled: int
    left: int


class CollectOutput(TypedDict):
    """``spade collect``."""

    added: int
    examples: str
    found: int
    known: int
    left_out: dict[str, int]
    """Reasons, and how many rows each left out."""
    over: int


class _Columns(TypedDict):
    fields: dict[str, str]
    id: str | None
    label: str | None
    prompt: str | None
    response: str


class ImportOutput(TypedDict):
    """``spade import``."""

    applied: bool
    assertions: list[str]
    """The functions that are new."""
    unmapped: list[str]
    """What the file asks and has no equal here, with the reasons."""
    columns: _Columns | None
    """Null where the file has no rows that could be read as examples."""
    examples: str
    new: int
    good: int
    bad: int
    unlabelled: int
    duplicates: int
    repeats: int
    filled: dict[str, Label]
    """Examples that were there without a label, by id."""
    problems: list[str]


class ExportOutput(TypedDict):
    """``spade export``."""

    path: str
    """The first file."""
    files: list[str]
    format: ExportFormat
    assertions: list[str]
    examples: int
    left_out: list[str]
    """Assertions that ask a judge."""
    refused: list[str]
    unmapped: list[str]
    """What the format has no place for."""


class _Demonstration(TypedDict):
    criterion: str
    code: str
    project: str


class DemonstrationsOutput(TypedDict):
    """``spade demonstrations``."""

    forgotten: int
    demonstrations: list[_Demonstration]


class _Finding(TypedDict):
    name: str
    ok: bool
    fact: str
    needed: bool


class DoctorOutput(TypedDict):
    """``spade doctor``."""

    healthy: bool
    findings: list[_Finding]


class _ListedPrompt(TypedDict):
    prompt: str
    path: str
    template: str
    line: int
    words: int
    placeholders: int
    text: str


class HistoryListOutput(TypedDict):
    """``spade history`` where there are several prompts."""

    prompts: list[_ListedPrompt]
    total: int
    page: int
    pages: int


class _Point(TypedDict):
    points: int
    fact: str


class _JudgedText(TypedDict):
    prompt: str
    line: int
    is_prompt: bool
    points: int
    why: list[_Point]


class HistoryWhyOutput(TypedDict):
    """``spade history --why``."""

    texts: list[_JudgedText]


class _Cue(TypedDict):
    category: Category
    words: str
    reason: str


class _Change(TypedDict):
    sign: str
    sentence: str
    unclassified: bool
    cues: list[_Cue]


class _Delta(TypedDict):
    categories: list[Category]
    changes: list[_Change]


class _Version(TypedDict):
    index: int
    made_from: list[int]
    state: str
    path: str
    commit: str | None
    author: str | None
    date: str | None
    subject: str | None
    delta: _Delta | None


class HistoryOutput(TypedDict):
    """``spade history PROMPT``."""

    template: str
    notes: list[str]
    versions: list[_Version]


class _Estimate(TypedDict):
    calls: int
    money: float | None
    """Null where a price is not known."""
    most_calls: NotRequired[int]
    input_tokens: NotRequired[int]
    output_tokens: NotRequired[int]
    most_tokens: NotRequired[int]
    most_money: NotRequired[float | None]


class EstimateOutput(TypedDict):
    """Any command with ``--estimate``."""

    estimate: _Estimate


class _ModelCost(TypedDict):
    model: str
    calls: int
    failed: int
    cached: int
    input_tokens: int
    output_tokens: int
    money: float | None


class _Cost(TypedDict):
    estimated_tokens: int | None
    counted: bool
    calls: int
    cached: int
    input_tokens: int
    output_tokens: int
    money: float | None
    models: list[_ModelCost]


class RespondOutput(TypedDict):
    """``spade respond``."""

    examples_file: str
    added: int
    missing: int
    notes: list[str]
    cost: _Cost


class _Withheld(TypedDict):
    description: str
    phrase: str
    reason: str


class _Attempt(TypedDict):
    delta: int
    step: str
    model: str
    turn: int
    asked: int
    accepted: int
    faults: list[str]
    input_tokens: int
    output_tokens: int


class _Unmet(TypedDict):
    criterion: str
    reason: str


class _Synthesis(TypedDict):
    criteria: int
    candidates: list[str]
    verified: int
    unmet: list[_Unmet]
    undone: list[int]
    attempts: list[_Attempt]
    notes: list[str]
    stopped: str | None


class GenerateOutput(TypedDict):
    """``spade generate``."""

    assertions_file: str
    criteria: int
    candidates: int
    added: list[str]
    replaced: list[str]
    removed: list[str]
    kept: list[str]
    stale: list[str]
    rejected: list[str]
    withheld: list[_Withheld]
    problems: list[str]
    estimate: NotRequired[_Estimate]
    synthesis: NotRequired[_Synthesis]
    cost: NotRequired[_Cost]


class _Agreement(TypedDict):
    accuracy: float | None
    interval: list[float] | None
    kappa: float | None
    total: int
    judge_only_good: int
    person_only_good: int


class _Calibration(TypedDict):
    threshold: float | None
    share: float
    cheap: _Agreement
    dear: _Agreement
    both: _Agreement


class _Manners(TypedDict):
    model: str
    questions: int
    alone: _Agreement
    together: _Agreement
    difference: float
    interval: list[float] | None
    readable: bool
    used: bool
    """Whether several go out in a call."""


class _Verdict(TypedDict):
    example: str | None
    question: str
    passes: bool | None
    reason: str
    yes: int
    no: int


class _Judge(TypedDict):
    model: str
    failed: int
    failures: list[str]
    flicker: float | None
    calibration: NotRequired[_Calibration]
    manners: list[_Manners]
    """By model, where it was measured: several questions in a call, and one."""
    agreement: _Agreement
    assertions: dict[str, _Agreement]
    verdicts: list[_Verdict]


class _Judged(TypedDict, total=False):
    judge: _Judge
    cost: _Cost


class _Failure(TypedDict):
    outcome: Outcome
    message: str
    line: int | None


class _LabelledExample(TypedDict):
    id: str
    label: Label | None


class _AssertionResults(TypedDict):
    name: str
    coverage: float | None
    ffr: float | None
    results: dict[str, Literal["passed", "failed"] | _Failure]
    """By the id of the example."""


class _Results(TypedDict):
    examples: list[_LabelledExample]
    assertions: list[_AssertionResults]


class EvaluateOutput(_Results, _Judged):
    """``spade evaluate``."""


class _Rate(TypedDict):
    value: float | None
    """None where there is no label of its kind."""
    count: int
    total: int
    interval: list[float]


class _PredictionPowered(TypedDict):
    labelled: int
    unlabelled: int
    coverage_interval: list[float] | None
    ffr_interval: list[float] | None


class _HeldOut(TypedDict):
    folds: int
    infeasible: int
    coverage: _Rate
    ffr: _Rate


class _Duplicates(TypedDict):
    examples: list[str]
    count: int
    exact: bool
    labels_differ: bool


class _Evidence(TypedDict):
    confidence: float
    coverage_interval: list[float]
    ffr_interval: list[float]
    prediction_powered: _PredictionPowered | None
    more_good_needed: int | None
    more_bad_needed: int | None
    held_out: _HeldOut | None
    duplicates: list[_Duplicates]
    duplicate_groups: int
    remarks: list[str]


class _Proof(TypedDict):
    solver: str
    gap: float
    optimal: bool
    ties_broken: bool


class _Infeasibility(TypedDict):
    preferences: list[str]
    best_coverage: _Rate | None
    least_ffr: _Rate | None
    nearest_alpha: float | None
    at_nearest_alpha: list[str]
    nearest_tau: float | None
    at_nearest_tau: list[str]
    uncaught: list[str]
    uncaught_by_any: list[str]


class _UncaughtGroup(TypedDict):
    examples: list[str]
    caught_by: list[str]
    shared: list[str]


class _Drift(TypedDict):
    shown: str
    recorded: list[str]
    changes: list[str]
    selected_again: list[str] | None
    told: list[str]


class _Provenance(TypedDict):
    criterion: str
    category: Category
    phrase: str
    version: int
    commit: str | None
    lines: list[int] | None


class _Chosen(TypedDict):
    name: str
    coverage: _Rate
    ffr: _Rate
    required: bool
    message: str
    only_catches: list[str]
    stands_for: list[str]
    equals: list[str]
    removed_in: int | None
    provenance: list[_Provenance]


class _Excluded(TypedDict):
    name: str
    reason: str
    message: str
    coverage: _Rate
    ffr: _Rate
    subsumed_by: list[str]
    equals: list[str]
    removed_in: int | None
    provenance: list[_Provenance]


class _Selection(TypedDict):
    prompt: str
    method: Method
    alpha: float
    tau: float
    feasible: bool
    satisfies: bool
    coverage: _Rate
    ffr: _Rate
    evidence: _Evidence
    proof: _Proof
    infeasibility: _Infeasibility | None
    drift: NotRequired[_Drift]
    selected: list[_Chosen]
    left_out: list[_Excluded]
    uncaught: list[str]
    uncaught_groups: list[_UncaughtGroup]
    flagged: list[str]
    lost: list[str]


class SelectOutput(_Selection, _Judged):
    """``spade select``."""


class SelectBranchOutput(TypedDict):
    """``spade select --branch``."""

    branch: str | None
    commit: str | None
    text: str


class _FrontierPoint(TypedDict):
    size: int
    coverage: _Rate
    ffr: _Rate
    assertions: list[str]
    proven: bool
    avoided: int


class _Edge(TypedDict):
    general: str
    specific: str
    status: str
    said_by: str
    reason: str | None
    refuted_by: str | None
    response: str | None


class _Subsumption(TypedDict):
    edges: list[_Edge]
    classes: list[list[str]]


class _Statement(TypedDict):
    text: str
    supported: bool | None
    reason: str | None
    sentence: str | None
    context: int | None


class _Faithfulness(TypedDict):
    score: float | None
    statements: list[_Statement]


class _Nearest(TypedDict):
    value: str
    score: float


class _Misnomer(TypedDict):
    set: str
    text: str
    verdict: str
    correction: str | None
    nearest: list[_Nearest]


class _Report(TypedDict):
    history: HistoryOutput
    results: _Results
    selection: _Selection
    frontier: list[_FrontierPoint]
    subsumption: _Subsumption
    faithfulness: NotRequired[dict[str, _Faithfulness]]
    misnomers: NotRequired[dict[str, list[_Misnomer]]]
    problems: list[str]


class ReportOutput(_Report, _Judged):
    """``spade report``."""

    html: str


class DemoOutput(_Report):
    """``spade demo``."""

    folder: str
    html: str


class _CheckedResponse(TypedDict):
    id: str
    line: int
    state: State
    failed: list[str]
    known: NotRequired[list[str]]
    not_checked: dict[str, str]
    found: NotRequired[dict[str, list[str]]]
    misnomers: NotRequired[list[_Misnomer]]


class _Checked(TypedDict):
    assertions: list[str]
    counts: dict[str, int]
    problems: list[str]


class CheckOutput(_Checked, _Judged):
    """``spade check``."""

    responses: list[_CheckedResponse]


class CheckResultsOutput(_Checked):
    """``spade check --results``."""

    failed: dict[str, int]
    not_checked: dict[str, dict[str, int]]
    unread: int


class _PromptFinding(TypedDict):
    prompt: str
    name: str
    state: str
    message: str


class CheckLabelledOutput(TypedDict):
    """``spade check --labelled``."""

    findings: list[_PromptFinding]
