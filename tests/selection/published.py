"""Tables 4 and 6 of Shankar et al. 2024, as printed (alpha = 0.6, tau = 0.25)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One pipeline's figures. Sets are (FFR, coverage, size)."""

    candidates: int
    baseline: tuple[float, float, int]
    coverage: tuple[float, float, int]
    subsumption: tuple[float, float, int]
    coverage_seconds: float
    """Of the integer program, on the authors' machine."""
    subsumption_seconds: float


PUBLISHED = {
    "codereviews": PublishedRow(44, (0.117, 1, 20), (0, 0.625, 2), (0.117, 0.875, 15), 0.267, 0.362),
    "emails": PublishedRow(24, (0, 1, 12), (0, 1, 1), (0, 1, 11), 0.196, 0.225),
    "fashion": PublishedRow(106, (0.878, 0.971, 67), (0.245, 0.6, 3), (0.224, 0.62, 40), 0.628, 1.197),
    "finance": PublishedRow(47, (0.667, 1, 37), (0.229, 0.673, 4), (0.208, 0.981, 26), 0.352, 0.441),
    "lecturesummaries": PublishedRow(70, (0.528, 1, 32), (0.194, 0.643, 1), (0.194, 1, 24), 0.265, 0.538),
    "negotiation": PublishedRow(50, (0.444, 1, 20), (0.222, 0.632, 2), (0.185, 1, 17), 0.220, 0.332),
    "sportroutine": PublishedRow(26, (0.211, 1, 14), (0.211, 0.774, 2), (0, 0.871, 8), 0.120, 0.158),
    "statsbot": PublishedRow(15, (0, 1, 7), (0, 0.935, 2), (0, 1, 7), 0.104, 0.122),
    "threads": PublishedRow(34, (0, 1, 26), (0, 0.875, 1), (0, 1, 20), 0.272, 0.332),
}
