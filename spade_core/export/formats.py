"""The formats, and what each makes of a prompt's files."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from spade_core.errors import Problem
from spade_core.examples import Example
from spade_core.export.csv_table import examples_as_csv
from spade_core.export.kinds import ExportFormat
from spade_core.export.python_code import promptfoo_file, pytest_file, python_module
from spade_core.sandbox import preflight
from spade_core.selection import Thresholds
from spade_core.storage import PromptFiles, StoredAssertion, StoredAssertions


@dataclass(frozen=True, slots=True)
class Export:
    """One file to be written."""

    name: str
    """What it is best called, beside the prompt."""
    text: str
    assertions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Assertions that ask a judge: there is none outside of spade."""
    refused: tuple[Problem, ...] = ()
    """Assertions that the sandbox does not run either: what they would do is anybody's guess."""
    examples: int = 0


def exported(
    kind: ExportFormat,
    files: PromptFiles,
    stored: StoredAssertions,
    examples: Sequence[Example],
    *,
    examples_name: str = "",
    everything: bool = False,
) -> Export:
    """Return the selected assertions (`everything`: all of them), or the labelled examples, in a format."""
    stem = files.assertions.name.removesuffix(".assertions.py")
    if kind is ExportFormat.CSV:
        labelled = [example for example in examples if everything or example.label is not None]
        return Export(f"{stem}.examples.csv", examples_as_csv(labelled), examples=len(labelled))
    wanted = stored.assertions if everything else stored.chosen
    refused = {each.name: found for each in wanted if (found := _refusal(each, stored.path)) is not None}
    assertions = [each for each in wanted if each.name not in refused]
    kept = tuple(assertion.name for assertion in assertions if not assertion.asks_judge)
    left_out = tuple(assertion.name for assertion in assertions if assertion.asks_judge)
    name, text = _python(kind, stem, files.prompt.name, assertions, stored, examples_name or files.examples.name)
    return Export(name, text, kept, left_out, tuple(refused.values()))


def _refusal(assertion: StoredAssertion, path: str) -> Problem | None:
    rejection = preflight(assertion.source).rejection
    if rejection is None:
        return None
    line = assertion.first_line + (rejection.line or 1) - 1
    return Problem(path, line, f"{assertion.name} is not exported: {rejection.reason}")


def _python(
    kind: ExportFormat,
    stem: str,
    prompt: str,
    assertions: Sequence[StoredAssertion],
    stored: StoredAssertions,
    examples_name: str,
) -> tuple[str, str]:
    module = re.sub(r"\W", "_", stem)
    if kind is ExportFormat.PYTHON:
        return f"{module}_assertions.py", python_module(assertions, prompt)
    if kind is ExportFormat.PROMPTFOO:
        return f"{module}_promptfoo.py", promptfoo_file(assertions, prompt)
    selection = stored.record.selection
    thresholds = Thresholds(alpha=selection.alpha, tau=selection.tau) if selection else Thresholds()
    return f"test_{module}.py", pytest_file(assertions, prompt, examples_name, thresholds)
