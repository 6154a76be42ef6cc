"""How the classifier scores on labelled deltas: a report that the data tests and the benchmark print."""

from collections.abc import Iterator, Sequence

from spade_core.categories import classify
from spade_core.taxonomy import Category
from tests.categories.labelled_deltas import Answer, LabelledDelta, Score, interval, score


def answers_of(rows: Sequence[LabelledDelta]) -> list[Answer]:
    """Return what the product answers."""
    return [frozenset(classify(row.delta).categories) for row in rows]


def by_pipeline(rows: Sequence[LabelledDelta], answers: Sequence[Answer]) -> dict[str, Score]:
    """Return each pipeline's own score."""
    return {
        name: score(
            [row.people for row in rows if row.pipeline == name],
            [answer for row, answer in zip(rows, answers, strict=True) if row.pipeline == name],
        )
        for name in sorted({row.pipeline for row in rows})
    }


def report(rows: Sequence[LabelledDelta]) -> Iterator[str]:
    """Yield the lines of the report: micro-F1 of the product, and of GPT-4 where it was asked, then by category."""
    wanted = [row.people for row in rows]
    answers = {"SPADE": answers_of(rows)}
    gpt4 = [row.gpt4 for row in rows if row.gpt4 is not None]
    if len(gpt4) == len(rows):
        answers["GPT-4"] = gpt4
    yield f"{len(rows)} deltas of {len({row.pipeline for row in rows})} pipelines, {sum(map(len, wanted))} categories"
    for name, given in answers.items():
        total = score(wanted, given)
        low, high = interval(by_pipeline(rows, given))
        figures = f"precision {total.precision:.3f}  recall {total.recall:.3f}"
        yield f"  {name:12} micro-F1 {total.f1:.3f} [{low:.3f}, {high:.3f}]  {figures}"
    yield f"{'category':30} {'n':>3}  " + "  ".join(f"{name:>6} P    R   F1" for name in answers)
    for category in Category:
        scores = [score(wanted, given, only=category) for given in answers.values()]
        columns = "  ".join(f"{each.precision:8.2f} {each.recall:4.2f} {each.f1:4.2f}" for each in scores)
        yield f"{category.label:30} {scores[0].wanted:>3}  {columns}"
