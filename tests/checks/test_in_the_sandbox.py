"""The examples of the checks hold where assertions run, too."""

import doctest
import inspect
import pkgutil

from spade_core import checks
from spade_core.results import Outcome
from spade_core.sandbox import Limits, Sandbox
from tests.sandbox.functions import candidate, example


def body(module: str) -> str:
    """Return an assertion over a module's examples, which raises those that do not hold."""
    names = [name for name in checks.__all__ if getattr(checks, name).__module__ == f"spade_core.checks.{module}"]
    abouts = [inspect.getdoc(getattr(checks, name)) or "" for name in names]
    examples = [each for about in abouts for each in doctest.DocTestParser().get_examples(about)]
    told = ", ".join(f"repr(({each.source.strip()}))" for each in examples)
    wanted = [each.want.strip() for each in examples]
    return (
        f"from spade_core.checks import {', '.join(names)}\n"
        f"wanted = {wanted!r}\n"
        f"wrong = [pair for pair in zip([{told}], wanted) if len(set(pair)) > 1]\n"
        "if wrong:\n    raise ValueError(str(wrong))\n"
        "return True"
    )


def test_the_examples_of_every_module_hold_in_the_sandbox() -> None:
    modules = {getattr(checks, name).__module__.rpartition(".")[2] for name in checks.__all__}
    assert modules <= {each.name for each in pkgutil.iter_modules(checks.__path__)}
    candidates = [candidate(body(module), f"assert_{module}") for module in sorted(modules)]
    row = example("a response")
    matrix = Sandbox(Limits()).run(candidates, [row])
    said = [matrix.evaluations[row.id, each.name] for each in candidates]
    assert [(found.outcome, found.message) for found in said] == [(Outcome.PASSED, "")] * len(candidates)
