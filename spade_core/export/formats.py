"""The formats, and what each makes of a prompt's files."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from spade_core.errors import Problem
from spade_core.examples import Example
from spade_core.export import adapters
from spade_core.export.adapters import Adapter
from spade_core.export.csv_table import examples_as_csv, examples_as_parquet, left_out_of_tables
from spade_core.export.data_sets import data_set
from spade_core.export.kinds import ExportFormat
from spade_core.export.prompt_texts import Rendering, prompt_yml, promptfoo_config, prompty
from spade_core.export.python_code import adapted_file, pytest_file, python_module
from spade_core.prompt_files import EMPTY_TEMPLATE, PromptTemplate
from spade_core.selection import Thresholds
from spade_core.static_analysis import preflight
from spade_core.storage import PromptFiles, StoredAssertion, StoredAssertions


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One file to be written."""

    name: str
    """What it is called, in the folder of the first one."""
    text: str
    """Bytes that are no UTF-8 are lone surrogates, as in `TextFile`."""


@dataclass(frozen=True, slots=True)
class Export:
    """What is to be written."""

    files: tuple[ExportedFile, ...]
    """The first is the one that a person may call otherwise."""
    assertions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Assertions that ask a judge: there is none outside of spade."""
    refused: tuple[Problem, ...] = ()
    """Assertions that the sandbox does not run either: what they would do is anybody's guess."""
    examples: int = 0
    unmapped: tuple[str, ...] = ()
    """What the format has no place for."""

    @property
    def name(self) -> str:
        """What the first file is best called."""
        return self.files[0].name

    @property
    def text(self) -> str:
        """What the first file holds."""
        return self.files[0].text


@dataclass(frozen=True, slots=True)
class _Job:
    """What is exported."""

    prompt: str
    """The name of its file."""
    stem: str
    template: PromptTemplate
    assertions: tuple[StoredAssertion, ...]
    """Those that ask a judge as well: the file names them."""
    examples: tuple[Example, ...]
    examples_name: str
    thresholds: Thresholds
    first: str
    """The name of the first file."""
    others: tuple[str, ...]


_Maker = Callable[[_Job], Rendering]


def _adapted(adapter: Adapter) -> _Maker:
    def made(job: _Job) -> Rendering:
        data = job.others[0] if job.others else ""
        return Rendering(adapted_file(adapter, job.assertions, job.prompt, data))

    return made


def _grader(job: _Job) -> Rendering:
    source = adapted_file(adapters.OPENAI, job.assertions, job.prompt)
    return Rendering(json.dumps({"type": "python", "name": job.stem, "source": source}, indent=2) + "\n")


def _rows(kind: ExportFormat) -> _Maker:
    return lambda job: Rendering(data_set(kind, job.examples))


def _table(write: Callable[[Sequence[Example]], str]) -> _Maker:
    return lambda job: Rendering(write(job.examples), left_out_of_tables(job.examples))


def _prompt_alone(write: Callable[[str, PromptTemplate, Sequence[Example]], Rendering], job: _Job) -> Rendering:
    made = write(job.stem, job.template, job.examples)
    names = ", ".join(each.name for each in job.assertions)
    lost = (f"assertions, which are code, and this form holds none: {names}",) if names else ()
    return Rendering(made.text, (*made.unmapped, *lost))


@dataclass(frozen=True, slots=True)
class _Format:
    """The files of a format: patterns of their names, in which ``{module}`` is a Python name, and what makes them."""

    code: tuple[str, _Maker] | None = None
    data: tuple[str, _Maker] | None = None


_FORMATS: Final[Mapping[ExportFormat, _Format]] = {
    ExportFormat.PYTHON: _Format(
        ("{module}_assertions.py", lambda job: Rendering(python_module(job.assertions, job.prompt)))
    ),
    ExportFormat.PYTEST: _Format(
        (
            "test_{module}.py",
            lambda job: Rendering(pytest_file(job.assertions, job.prompt, job.examples_name, job.thresholds)),
        )
    ),
    ExportFormat.PROMPTFOO: _Format(
        ("{module}_promptfoo.py", _adapted(adapters.PROMPTFOO)),
        (
            "{stem}.promptfooconfig.yaml",
            lambda job: promptfoo_config(job.prompt, job.first if job.assertions else "", job.template, job.examples),
        ),
    ),
    ExportFormat.LANGSMITH: _Format(
        ("{module}_langsmith.py", _adapted(adapters.LANGSMITH)),
        ("{stem}.langsmith.jsonl", _rows(ExportFormat.LANGSMITH)),
    ),
    ExportFormat.LANGFUSE: _Format(
        ("{module}_langfuse.py", _adapted(adapters.LANGFUSE)),
        ("{stem}.langfuse.jsonl", _rows(ExportFormat.LANGFUSE)),
    ),
    ExportFormat.OPENAI: _Format(
        ("{stem}.openai-grader.json", _grader), ("{stem}.openai-eval.jsonl", _rows(ExportFormat.OPENAI))
    ),
    ExportFormat.DEEPEVAL: _Format(
        ("{module}_deepeval.py", _adapted(adapters.DEEPEVAL)),
        ("{stem}.deepeval.jsonl", _rows(ExportFormat.DEEPEVAL)),
    ),
    ExportFormat.INSPECT: _Format(
        ("{module}_inspect.py", _adapted(adapters.INSPECT)), ("{stem}.inspect.jsonl", _rows(ExportFormat.INSPECT))
    ),
    ExportFormat.GUARDRAILS: _Format(("{module}_guardrails.py", _adapted(adapters.GUARDRAILS))),
    ExportFormat.PROMPTY: _Format(
        data=("{stem}.prompty", lambda job: _prompt_alone(prompty, job)),
    ),
    ExportFormat.PROMPT_YML: _Format(
        data=("{stem}.prompt.yml", lambda job: _prompt_alone(prompt_yml, job)),
    ),
    ExportFormat.CSV: _Format(data=("{stem}.examples.csv", _table(examples_as_csv))),
    ExportFormat.PARQUET: _Format(data=("{stem}.examples.parquet", _table(examples_as_parquet))),
}


def holds_code(kind: ExportFormat) -> bool:
    """Return whether a format holds the assertions, and not the examples alone."""
    return _FORMATS[kind].code is not None


def exported(
    kind: ExportFormat,
    files: PromptFiles,
    stored: StoredAssertions,
    examples: Sequence[Example],
    *,
    template: PromptTemplate = EMPTY_TEMPLATE,
    examples_name: str = "",
    everything: bool = False,
    name: str = "",
) -> Export:
    """Return the selected assertions (`everything`: all of them) and the labelled examples in a format.

    `name` is what the first file is to be called. Without assertions, a format that has a data set is that alone.
    """
    found = _FORMATS[kind]
    stem = files.assertions.name.removesuffix(".assertions.py")
    labelled = tuple(example for example in examples if everything or example.label is not None)
    wanted = stored.assertions if everything else stored.chosen
    refused = {each.name: fault for each in wanted if (fault := _refusal(each, stored.path)) is not None}
    assertions = tuple(each for each in wanted if each.name not in refused)
    kept = tuple(assertion.name for assertion in assertions if not assertion.asks_judge)
    parts = [part for part in (found.code if kept or not found.data else None, found.data) if part is not None]
    makers = [(pattern.format(module=re.sub(r"\W", "_", stem), stem=stem), make) for pattern, make in parts]
    names = [each for each, _ in makers]
    first = name or names[0]
    selection = stored.record.selection
    job = _Job(
        prompt=files.prompt.name,
        stem=stem,
        template=template,
        assertions=assertions if kept else (),
        examples=labelled,
        examples_name=examples_name or files.examples.name,
        thresholds=Thresholds(alpha=selection.alpha, tau=selection.tau) if selection else Thresholds(),
        first=first,
        others=tuple(names[1:]),
    )
    renderings = [make(job) for _, make in makers]
    unmapped = dict.fromkeys(note for each in renderings for note in each.unmapped)
    return Export(
        files=tuple(
            ExportedFile(each, rendering.text) for each, rendering in zip([first, *names[1:]], renderings, strict=True)
        ),
        assertions=kept if found.code else (),
        left_out=tuple(a.name for a in assertions if a.asks_judge) if found.code else (),
        refused=tuple(refused.values()) if found.code else (),
        examples=len(labelled) - sum(each.without for each in renderings) if found.data else 0,
        unmapped=tuple(unmapped),
    )


def _refusal(assertion: StoredAssertion, path: str) -> Problem | None:
    rejection = preflight(assertion.source).rejection
    if rejection is None:
        return None
    line = assertion.first_line + (rejection.line or 1) - 1
    return Problem(path, line, f"{assertion.name} is not exported: {rejection.reason}")
