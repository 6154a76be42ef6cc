"""What was not checked at all, in a reader's words: no figure is measured where no cell passed or failed.

That no judge is there, or was not to be asked, is no failure of anything.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from spade_core.results.evaluation import Evaluation, Outcome

NO_JUDGE: Final = "no judge is configured"
NOT_ASKED: Final = "the judge was not asked"
_WHY: Final = {NO_JUDGE: "needs a model", NOT_ASKED: NOT_ASKED}
_DECIDED: Final = frozenset({Outcome.PASSED, Outcome.FAILED})


def lack_of(cells: Iterable[Evaluation]) -> str:
    """Return why nothing was measured, e.g. ``not checked: needs a model``; empty where one cell passed or failed.

    Empty, too, where there is no cell.
    """
    found = list(cells)
    if not found or any(cell.outcome in _DECIDED for cell in found):
        return ""
    return f"not checked: {why_undecided(found)}"


def why_undecided(cells: Sequence[Evaluation]) -> str:
    """Return why cells that neither passed nor failed did not, by what is commonest; there is one at least."""
    undecided = [cell for cell in cells if cell.outcome not in _DECIDED]
    outcome = Counter(cell.outcome for cell in undecided).most_common(1)[0][0]
    message = next(cell.message for cell in undecided if cell.outcome is outcome)
    if outcome is Outcome.JUDGE_FAILED:
        for known, words in _WHY.items():
            if message.endswith(known):
                return words
    return f"{outcome.value}: {message}" if message else outcome.value
