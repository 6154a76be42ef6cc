"""The model edge: one seam, `LanguageModel`, and what stands behind it. Knows nothing of prompts and assertions."""

from spade_core.models.cost import Budget, ModelUsage, Price, UsageReport
from spade_core.models.endpoint import Endpoint, ModelChoice, endpoint_of
from spade_core.models.model import (
    Embedder,
    Finish,
    LanguageModel,
    Message,
    Reply,
    Request,
    Schema,
    Speaker,
    Usage,
    assistant,
    system,
    user,
)

__all__ = [
    "Budget",
    "Embedder",
    "Endpoint",
    "Finish",
    "LanguageModel",
    "Message",
    "ModelChoice",
    "ModelUsage",
    "Price",
    "Reply",
    "Request",
    "Schema",
    "Speaker",
    "Usage",
    "UsageReport",
    "assistant",
    "endpoint_of",
    "system",
    "user",
]
