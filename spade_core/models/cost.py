"""What calls cost: prices, budgets, and what was used, as values."""

from dataclasses import dataclass, field

from spade_core.models.model import Usage

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Money for a million tokens, in the currency of the user's settings."""

    input: float
    output: float
    cached_input: float | None = None
    """None: the same as `input`."""

    def of(self, usage: Usage) -> float:
        """Return what this usage costs."""
        cached = min(usage.cached_input, usage.input)
        cached_price = self.input if self.cached_input is None else self.cached_input
        return ((usage.input - cached) * self.input + cached * cached_price + usage.output * self.output) / _MILLION


@dataclass(frozen=True, slots=True)
class Budget:
    """What a run may cost at most; None: no limit."""

    money: float | None = None
    tokens: int | None = None
    is_default: bool = False
    """Whether nobody set it."""


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """What one model was used for."""

    model: str
    calls: int = 0
    """Requests sent, each retry one."""
    failed: int = 0
    """Of the calls, those without a reply."""
    hits: int = 0
    """Questions answered from the cache."""
    usage: Usage = field(default_factory=Usage)
    money: float | None = None
    """None when its price is not known."""


@dataclass(frozen=True, slots=True)
class UsageReport:
    """What a run was used for, model by model, in the order of their names."""

    models: tuple[ModelUsage, ...] = ()

    @property
    def calls(self) -> int:
        """Calls made, of all models."""
        return sum(model.calls for model in self.models)

    @property
    def hits(self) -> int:
        """Questions answered from the cache."""
        return sum(model.hits for model in self.models)

    @property
    def usage(self) -> Usage:
        """Tokens of all models."""
        return sum((model.usage for model in self.models), Usage())

    @property
    def money(self) -> float | None:
        """Money of all models; None when the price of one that was called is not known."""
        known = [model.money for model in self.models if model.calls or model.usage.total]
        return None if None in known else sum(money for money in known if money is not None)
