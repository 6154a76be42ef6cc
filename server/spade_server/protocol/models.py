"""The messages about models: requests of the client's, and two that this server makes of the client.

Like `protocol`, whose conventions hold here too, this is their one declaration on the server's side;
`extension/src/models/protocol.ts` mirrors it.

Laws:

* A key crosses only in the answer to `MODEL` and in the parameters of ``spade/testModel`` and ``spade/listModels``. It
  is used for that request and forgotten; it is in no log, no error and no file.
* No model is called unless the person has seen what it may cost: ``spade/estimate`` first, then the request with its
  leave (`GenerateParams.model`, `judge` of the others).
"""

from enum import IntEnum
from typing import Final, TypeAlias

import attrs
from lsprotocol import types

Token: TypeAlias = int | str | None

MODEL: Final = "spade/model"
"""Asked of the client that says ``models`` when it starts: which model the person chose. It answers `ModelChosen`."""
LEND: Final = "spade/lend"
"""Asked of that client: a reply of the editor's own model. It answers `LendResult`, or an error of `LendError`."""


class LendError(IntEnum):
    """Why an editor lends no reply; the message says it in words."""

    NOT_ALLOWED = -32030
    """The person did not allow it, or no run that they confirmed is under way."""
    BLOCKED = -32031
    """The model takes no more requests: a limit is reached."""
    NOT_FOUND = -32032
    """There is no such model."""
    OFF_TOPIC = -32033
    """The model declined the question."""


@attrs.frozen
class PromptParams:
    """What every request about a prompt says."""

    uri: str
    """The prompt's, or that of a file beside it."""
    template: str = ""
    work_done_token: Token = None


# --- spade/model
@attrs.frozen
class ModelChosen:
    """The model that the person chose in the editor's user settings; a workspace cannot change it."""

    provider: str = "project"
    """``openai``, ``azure``, ``ollama``, ``compatible``: an endpoint. ``editor``: lent by the editor. ``none``: no
    model, whatever the project says. ``project``: what the project's settings and the environment say."""
    base_url: str = ""
    """Where the endpoint is; empty: OpenAI."""
    name: str = ""
    judge: str = ""
    """The model that judges; empty: the same."""
    key: str = attrs.field(default="", repr=False)
    prices: dict[str, list[float]] = attrs.field(factory=dict)
    """Money for a million tokens, by model: ``[input, output]``."""
    budget: float | None = None
    """Money that one run may cost at most."""


# --- spade/lend
@attrs.frozen
class LentMessage:
    """One message of a conversation."""

    speaker: str
    """``system``, ``user`` or ``assistant``."""
    text: str


@attrs.frozen
class LendParams:
    """Asks for a reply of the editor's own model."""

    model: str
    messages: list[LentMessage]
    most_tokens: int
    """Greatest length of the reply."""


@attrs.frozen
class LendResult:
    """The reply, and how many tokens the editor counts."""

    text: str = ""
    truncated: bool = False
    """Whether it was cut off at its greatest length."""
    input_tokens: int | None = None
    output_tokens: int | None = None


# --- spade/estimate
@attrs.frozen
class EstimateParams(PromptParams):
    """Asks what a run with a model would cost; nothing is spent, and what the cache has costs nothing."""

    purpose: str = "generate"
    """``generate``, or ``judge``: for ``spade/evaluate``, ``spade/select`` and ``spade/report``."""
    range: types.Range | None = None
    """For ``generate``: only for the instructions that it touches."""
    names: list[str] | None = None
    """For ``judge``: only these assertions."""
    unlabelled: bool = False
    """For ``judge``: also on examples without a label."""
    example_ids: list[str] | None = None
    """For ``judge``: only these of them."""
    asking: int = 0
    """For ``generate``: 0 for the first time, counted up to have everything asked anew."""


@attrs.frozen
class EstimateResult:
    """What it would cost. Without a model `model` is empty, and everything is 0."""

    model: str = ""
    """For a person: the models in the order of their use."""
    lent: bool = False
    questions: int = 0
    """What the model would be asked, kept replies included; 0: nothing needs it."""
    calls: int = 0
    """Of them, those that would be made now, when all goes well."""
    most_calls: int = 0
    tokens: int = 0
    money: float | None = 0.0
    """None where a price is not known."""


# --- what a run cost
@attrs.frozen
class ModelCost:
    """What one model was used for in a run."""

    model: str
    lent: bool
    """By the editor: its price is the editor's affair."""
    calls: int
    failed: int
    cached: int
    """Questions answered from the cache."""
    input_tokens: int
    output_tokens: int
    money: float | None


@attrs.frozen
class ModelRun:
    """How the model did in a run."""

    costs: list[ModelCost]
    proposed: list[str]
    """For ``spade/generate``: the proposals that are the model's."""
    failure: str
    """The first fault of the model, for a person; empty when it answered everything. What was done is kept."""
    notes: list[str]


# --- spade/testModel, spade/listModels
@attrs.frozen
class TestModelParams:
    """Asks for one short reply of a model that the person is about to choose."""

    chosen: ModelChosen
    work_done_token: Token = None


@attrs.frozen
class TestModelResult:
    """Whether it answered."""

    ok: bool
    fault: str
    """One of ``spade_core.errors.ModelFault``; empty when it answered."""
    message: str


@attrs.frozen
class ListModelsParams:
    """Asks an endpoint which models it has."""

    chosen: ModelChosen
    work_done_token: Token = None


@attrs.frozen
class ListModelsResult:
    """Their names; none, and why, where the endpoint does not tell."""

    models: list[str]
    fault: str
    message: str
