"""Labels needed to reach the final set, and the time to propose one: `python -m tests.benchmarks.bench_next_label`.

Three measures, each as a share of random order's, averaged over its seeds: labels until the set is the final one for
the first time (`first`, which chance may bring early), until it stays the final one (`kept`), and how far it is from
the final one, on average over all labels (`away`). `bench_next_label shipped` leaves out the made-up pipelines.
"""

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import astuple
from functools import partial

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.matrix import Evaluation, Outcome, ResultsMatrix
from spade_core.selection import Method, Thresholds
from spade_core.selection.next_label.choosing import next_to_label
from spade_core.subsumption import Subsumption
from tests.selection.labelling import (
    alternating_order,
    labelling,
    random_order,
    shipped_results,
    shipped_subsumption,
    telling_order,
)
from tests.selection.made_up import made_up_pipeline
from tests.selection.shipped import PIPELINES

SEEDS = 10
MADE_UP = 20
MEASURES = ("first", "kept", "away")

Pipeline = tuple[str, ResultsMatrix, Subsumption]


def main() -> None:
    """Print all tables."""
    speed(1000, 100)
    groups = {"shipped": shipped_pipelines}
    if "shipped" not in sys.argv[1:]:
        groups["made up"] = made_up_pipelines
    for kind, pipelines in groups.items():
        for method in (Method.COVERAGE, Method.SUBSUMPTION):
            compare(kind, method, pipelines())


def shipped_pipelines() -> Iterator[Pipeline]:
    """Return the public pipelines."""
    for name in PIPELINES:
        yield name, shipped_results(name), shipped_subsumption(name)


def made_up_pipelines() -> Iterator[Pipeline]:
    """Return pipelines that nobody has seen when the method was chosen."""
    for seed in range(MADE_UP):
        pipeline = made_up_pipeline(seed)
        yield f"made up {seed}", pipeline.results, pipeline.subsumption


def compare(kind: str, method: Method, pipelines: Iterator[Pipeline]) -> None:
    """Print a line for each pipeline and one for all of them."""
    ratios: dict[str, list[list[float]]] = {"telling": [], "alternating": []}
    for name, results, relation in pipelines:
        run = partial(labelling, results, method=method, subsumption=relation)
        runs = [astuple(run(random_order(seed))) for seed in range(SEEDS)]
        by_chance = [sum(measure) / len(runs) for measure in zip(*runs, strict=True)]
        ordered = {"telling": run(telling_order(method, relation)), "alternating": run(alternating_order())}
        for how, outcome in ordered.items():
            found = zip(astuple(outcome), by_chance, strict=True)
            ratios[how].append([each / chance if chance else 1.0 for each, chance in found])
        random_told = "  ".join(f"{m} {each:5.2f}" for m, each in zip(MEASURES, by_chance, strict=True))
        told = "  ".join(f"{how} {_told(ratios[how][-1])}" for how in ratios)
        say(f"{method.value:12} {name:17} of {len(results.examples):3}: random {random_told}  {told}")
    for how, rows in ratios.items():
        mean = [sum(measure) / len(rows) for measure in zip(*rows, strict=True)]
        say(f"{method.value:12} {kind}: mean ratio of {how} to random order: {_told(mean)}")


def _told(ratios: list[float]) -> str:
    return "  ".join(f"{measure} {ratio:.2f}" for measure, ratio in zip(MEASURES, ratios, strict=True))


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def speed(responses: int, assertions: int) -> None:
    """Time one proposal with half of the responses labelled."""
    choice = random.Random(1)  # noqa: S311 - reproducible benchmark data
    labels = [Label.GOOD, Label.BAD]
    examples = tuple(Example(str(n), {}, "", "", choice.choice(labels) if n % 2 else None) for n in range(responses))
    candidates = tuple(CandidateAssertion(f"assert_{n}", "", ()) for n in range(assertions))
    outcomes = [Evaluation(Outcome.PASSED)] * 3 + [Evaluation(Outcome.FAILED)]
    cells = {(example.id, c.name): choice.choice(outcomes) for example in examples for c in candidates}
    matrix = ResultsMatrix(examples, candidates, cells)
    for method in (Method.COVERAGE, Method.SUBSUMPTION):
        took = min(_once(matrix, method) for _ in range(5))
        size = f"{responses} responses x {assertions} assertions"
        say(f"one proposal ({method.value}), {size}: {took * 1000:.0f} ms (best of 5, processor time)")


def _once(matrix: ResultsMatrix, method: Method) -> float:
    start = time.process_time()
    next_to_label(matrix, thresholds=Thresholds(), method=method)
    return time.process_time() - start


if __name__ == "__main__":
    main()
