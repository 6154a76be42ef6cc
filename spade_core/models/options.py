"""How models are called; settings are read into this without what calls them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from spade_core.models.cost import Budget, Price


@dataclass(frozen=True, slots=True)
class Options:
    """How models are called."""

    timeout: float = 60.0
    in_flight: int = 16
    retries: int = 4
    effort: str = ""
    """How much the models are to reason; empty leaves it to their servers."""
    room: int = 0
    """Tokens of reasoning that every reply has room for, beside its answer."""
    prices: Mapping[str, Price] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    on_wait: Callable[[str], None] | None = None
    """Told in words for a person, from the loop's thread, of every longer wait that is not the model's own thinking."""
