"""What a run may cost: guessed from what it would send, corrected by what runs like it came to, and at the very most.

Law: the guess knows neither the tokenizer of a model nor how many words it makes, how much it reasons and how often it
is asked again. What runs of one purpose were guessed at and came to is kept for each model, newer runs counting more,
and their ratio corrects the next guess.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spade_core.models.cost import Price
from spade_core.models.model import Request, Usage
from spade_core.models.room import most_room
from spade_core.models.tokens import tokens_of

_LEAST, _GREATEST = 0.05, 20.0
"""Ratios beyond these say more of an odd run than of the next."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a run is expected to come to, where nothing is known of runs like it."""

    calls: int = 0
    """When every reply of the first model is of use at once."""
    usage: Usage = field(default_factory=Usage)
    most_calls: int = 0
    most: Usage = field(default_factory=Usage)
    """When everything is asked as often as it may be, and every reply is of its greatest length."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What one run of one purpose may cost."""

    purpose: str
    guess: Guess
    parts: tuple[tuple[str, Usage], ...]
    """What is expected of each model, by name: the guess as experience corrects it."""

    @property
    def usage(self) -> Usage:
        """What is expected of all models."""
        return sum((usage for _, usage in self.parts), Usage())

    def __add__(self, other: "Forecast") -> "Forecast":
        return together((self, other))

    def money(self, prices: Mapping[str, Price]) -> float | None:
        """Return what is expected in money; None when the price of a model that is needed is not known."""
        needed = [(name, usage) for name, usage in self.parts if usage.total]
        if any(name not in prices for name, _ in needed):
            return None
        return sum(prices[name].of(usage) for name, usage in needed)

    def most_money(self, prices: Mapping[str, Price]) -> float | None:
        """Return what it comes to at the very most, at the dearest of the models; None without all prices."""
        if any(name not in prices for name, _ in self.parts):
            return None
        return max((prices[name].of(self.guess.most) for name, _ in self.parts), default=0.0)


def scaled(guess: Guess, share: float) -> Guess:
    """Return a guess of which only a share is expected; the most stays what it is."""
    usage = Usage(round(guess.usage.input * share), round(guess.usage.output * share))
    return Guess(round(guess.calls * share), usage, guess.most_calls, guess.most)


def together(forecasts: Sequence[Forecast]) -> Forecast:
    """Return what several runs may cost in all; they have a purpose in common, which the first one names."""
    guesses = [each.guess for each in forecasts]
    whole = Guess(
        sum(each.calls for each in guesses),
        sum((each.usage for each in guesses), Usage()),
        sum(each.most_calls for each in guesses),
        sum((each.most for each in guesses), Usage()),
    )
    return Forecast(forecasts[0].purpose, whole, tuple(part for each in forecasts for part in each.parts))


def most_of(requests: Iterable[Request], *, askings: int, room: int) -> Usage:
    """Return what these requests come to when each is put so often, and cut off and put again each time."""
    return sum((_most_of_one(request, askings, room) for request in requests), Usage())


def _most_of_one(request: Request, askings: int, room: int) -> Usage:
    """Return the most of one request; each asking but the first sends the reply before it along."""
    sent, limit = tokens_of(request), request.most_tokens
    first, again = limit + room, limit + most_room(room)
    return Usage(askings * 2 * sent + (askings - 1) * 2 * limit, askings * (first + again))


def corrected(guess: Usage, experience: "Experience | None", *, is_first: bool) -> Usage:
    """Return a guess as experience corrects it; without any, all falls to the first of the models."""
    if experience is None:
        return guess if is_first else Usage()
    return Usage(round(guess.input * experience.input), round(guess.output * experience.output))


@dataclass(frozen=True, slots=True)
class Experience:
    """How many times the guess runs came to, in tokens sent and received."""

    input: float
    output: float

    @classmethod
    def of(cls, sums: Sequence[float]) -> "Experience | None":
        """Return the experience in sums of guesses and of what they came to: input, output, input, output."""
        guessed_input, guessed_output, was_input, was_output = sums
        if guessed_input <= 0 or guessed_output <= 0:
            return None
        return cls(_ratio(was_input, guessed_input), _ratio(was_output, guessed_output))


def _ratio(was: float, guessed: float) -> float:
    return min(max(was / guessed, _LEAST), _GREATEST) if was else 0.0
