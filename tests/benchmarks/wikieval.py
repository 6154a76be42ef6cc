"""How often the better of two answers or contexts has the higher score, on the rows of WikiEval, asked of your model.

    python -m tests.benchmarks.wikieval wikieval.jsonl MODEL [EMBEDDING_MODEL]

The rows (explodinggradients/WikiEval, which is in no package) have `question`, `answer`, `ungrounded_answer`,
`poor_answer`, `context_v1` and `context_v2`. The environment names server and key, as for `spade generate`.
Published, of pairs on which two people agreed: faithfulness .95, answer relevance .78, context relevance .70.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from spade_core.context import Scorer
from spade_core.examples import Example
from spade_core.models import ModelChoice, ModelSession

_PAIRS: Final = {
    "faithfulness": (("answer", "context_v1"), ("ungrounded_answer", "context_v1")),
    "answer_relevance": (("answer", "context_v1"), ("poor_answer", "context_v1")),
    "context_relevance": (("answer", "context_v1"), ("answer", "context_v2")),
}
"""For each score the answer and the contexts that are better, and those that are worse."""


def agreement(scorer: Scorer, name: str, rows: list[Mapping[str, Any]]) -> tuple[float, int]:
    """Return in how many rows the better pair scores higher, a draw as half, and of how many both scores are known."""
    sides = [[_example(row, *side) for row in rows] for side in _PAIRS[name]]
    better, worse = ([each[name] for each in scorer.scores([name], side)] for side in sides)
    known = [(a, b) for a, b in zip(better, worse, strict=True) if isinstance(a, float) and isinstance(b, float)]
    return sum((a > b) + (a == b) / 2 for a, b in known), len(known)


def _example(row: Mapping[str, Any], answer: str, contexts: str) -> Example:
    given = {"question": row["question"], "contexts": row[contexts]}
    return Example(f"{answer} {contexts}", given, "", row[answer], None)


def main(path: str, model: str, embedding_model: str = "") -> None:
    """Print the table."""
    rows = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
    with ModelSession(os.environ) as session:
        models = session.models
        embedder = models.embedder(ModelChoice(embedding_model)) if embedding_model else None
        scorer = Scorer(models.model(ModelChoice(model)), session, embedder=embedder)
        for name in _PAIRS:
            if name != "answer_relevance" or embedder is not None:
                agreed, known = agreement(scorer, name, rows)
                sys.stdout.write(f"{name:18} {agreed:g} of {known} pairs\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
