"""A stretch of a text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range [start, end) of code points in one text."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def of(self, text: str) -> str:
        """Return the characters of `text` that the span covers."""
        return text[self.start : self.end]

    def holds(self, other: "Span") -> bool:
        """Whether all of another stretch lies in this one."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether the two have a code point in common."""
        return self.start < other.end and other.start < self.end

    def shifted(self, by: int) -> "Span":
        """Return the same stretch, `by` code points further on."""
        return Span(self.start + by, self.end + by)
