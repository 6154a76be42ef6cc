"""Labels needed to reach the final set, and the time to propose one: `python -m tests.benchmarks.bench_next_label`."""

import random
import sys
import time
from functools import partial

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.results.matrix import ResultsMatrix
from spade_core.selection import Method
from spade_core.selection.next_label import next_to_label
from tests.selection.labelling import (
    alternating_order,
    changing_order,
    labels_until_final,
    random_order,
    shipped_results,
    shipped_subsumption,
    telling_order,
)
from tests.selection.shipped import PIPELINES

SEEDS = 10


def main() -> None:
    """Print both tables."""
    for method in (Method.COVERAGE, Method.SUBSUMPTION):
        means = [0.0, 0.0]
        for pipeline in PIPELINES:
            results, relation = shipped_results(pipeline), shipped_subsumption(pipeline)
            needed = partial(labels_until_final, results, method=method, subsumption=relation)
            runs = [needed(random_order(seed)) for seed in range(SEEDS)]
            by_chance = sum(runs) / len(runs)
            telling, changing = needed(telling_order), needed(changing_order(method, relation))
            ratios = [telling / by_chance, changing / by_chance]
            means = [mean + ratio / len(PIPELINES) for mean, ratio in zip(means, ratios, strict=True)]
            told = f"random {by_chance:5.1f}  alternating {needed(alternating_order()):3}"
            ours = f"telling {telling:3} ({ratios[0]:.2f})  and changing {changing:3} ({ratios[1]:.2f})"
            sys.stdout.write(f"{method.value:12} {pipeline:17} of {len(results.examples):3}: {told}  {ours}\n")
            sys.stdout.flush()
        sys.stdout.write(f"{method.value:12} mean ratio: telling {means[0]:.2f}, and changing {means[1]:.2f}\n")
    speed(1000, 100)


def speed(responses: int, assertions: int) -> None:
    """Time one proposal with half of the responses labelled."""
    choice = random.Random(1)  # noqa: S311 - reproducible benchmark data
    labels = [Label.GOOD, Label.BAD]
    examples = tuple(Example(str(n), {}, "", "", choice.choice(labels) if n % 2 else None) for n in range(responses))
    candidates = tuple(CandidateAssertion(f"assert_{n}", "", ()) for n in range(assertions))
    outcomes = [Evaluation(Outcome.PASSED)] * 3 + [Evaluation(Outcome.FAILED)]
    cells = {(example.id, c.name): choice.choice(outcomes) for example in examples for c in candidates}
    matrix = ResultsMatrix(examples, candidates, cells)
    for method in (None, Method.COVERAGE, Method.SUBSUMPTION):
        start = time.perf_counter()
        next_to_label(matrix, method=method)
        took = (time.perf_counter() - start) * 1000
        how = "telling" if method is None else f"and changing {method.value}"
        sys.stdout.write(f"one proposal ({how}), {responses} responses x {assertions} assertions: {took:.0f} ms\n")


if __name__ == "__main__":
    main()
