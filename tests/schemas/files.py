"""What stands in the files beside a prompt. Keys that are not named here are kept."""

from typing import Literal, NotRequired, TypedDict

from spade_core.criteria import Origin
from spade_core.selection import Method, Preference
from spade_core.taxonomy import Category


class ExampleLine(TypedDict):
    """A line of ``*.examples.jsonl``: one response, with its label where it has one."""

    response: str
    """What the model said."""
    label: NotRequired[Literal["good", "bad", 1, 0, True, False] | None]
    """good or 1, bad or 0; null or absent: not judged yet."""
    example: NotRequired[dict[str, object] | None]
    """The input that filled the template."""
    prompt: NotRequired[str | None]
    """The filled template."""
    id: NotRequired[str | int | None]
    """Names the line; without it a hash does."""
    row: NotRequired[str | int | None]
    """The same, where there is no id."""


class _Provenance(TypedDict):
    description: str
    category: Category
    phrase: str
    sentence: str
    version: int
    delta: int
    origin: Origin
    path: NotRequired[str]
    commit: NotRequired[str]
    author: NotRequired[str]
    date: NotRequired[str]
    start: NotRequired[int]
    end: NotRequired[int]
    first_line: NotRequired[int]
    last_line: NotRequired[int]


class _Entry(TypedDict, total=False):
    generated_name: str
    source_hash: str
    body_hash: str
    comment: str
    origin: Origin
    asks_judge: bool
    provenance: list[_Provenance]
    stale: bool


class _Request(TypedDict):
    method: Method
    alpha: float
    tau: float
    require: NotRequired[list[str]]
    forbid: NotRequired[list[str]]
    prefer: NotRequired[list[Preference]]


class _Basis(TypedDict, total=False):
    assertions: dict[str, str]
    examples: str
    withdrawn: list[str]
    settings: _Request


class _Selection(_Request):
    chosen: list[str]
    coverage: NotRequired[float | None]
    ffr: NotRequired[float | None]
    counts: NotRequired[dict[str, int]]
    basis: NotRequired[_Basis]


class _Pending(TypedDict):
    written: dict[str, _Entry]
    removed: list[str]


class RecordFile(TypedDict):
    """``*.spade.json``: what spade knows of the assertions beside a prompt. Spade writes it."""

    format: int
    prompt: NotRequired[str]
    template: NotRequired[str]
    assertions: NotRequired[dict[str, _Entry]]
    rejected: NotRequired[dict[str, _Entry]]
    selection: NotRequired[_Selection]
    pending: NotRequired[_Pending]
