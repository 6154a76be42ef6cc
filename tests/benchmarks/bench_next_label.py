"""Labels needed to reach the final set, and the time to propose one: `python -m tests.benchmarks.bench_next_label`."""

import random
import sys
import time

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.results.matrix import ResultsMatrix
from spade_core.selection import Method
from spade_core.selection.next_label import next_to_label
from tests.selection.labelling import (
    alternating_order,
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
        ratios = []
        for pipeline in PIPELINES:
            results, relation = shipped_results(pipeline), shipped_subsumption(pipeline)
            ours = labels_until_final(results, telling_order, method=method, subsumption=relation)
            by_turns = labels_until_final(results, alternating_order(), method=method, subsumption=relation)
            runs = [
                labels_until_final(results, random_order(seed), method=method, subsumption=relation)
                for seed in range(SEEDS)
            ]
            by_chance = sum(runs) / len(runs)
            ratios.append(ours / by_chance)
            told = f"ours {ours:3}  random {by_chance:5.1f}  alternating {by_turns:3}  ours/random {ratios[-1]:.2f}"
            sys.stdout.write(f"{method.value:12} {pipeline:17} of {len(results.examples):3}: {told}\n")
            sys.stdout.flush()
        sys.stdout.write(f"{method.value:12} mean ratio {sum(ratios) / len(ratios):.2f}\n")
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
    start = time.perf_counter()
    next_to_label(matrix)
    took = (time.perf_counter() - start) * 1000
    sys.stdout.write(f"one proposal, {responses} responses x {assertions} assertions: {took:.0f} ms\n")


if __name__ == "__main__":
    main()
