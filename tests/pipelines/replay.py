"""The research pipelines as people would have them: a git repository with the examples beside the prompt."""

import json
from dataclasses import dataclass
from pathlib import Path

from spade_core.pipeline import Analysis, analyse, generate, report_on, with_labels
from spade_core.report.report import Report
from spade_core.sandbox import Sandbox
from spade_core.selection import Method, SelectionRequest, Thresholds
from spade_core.storage import PromptFiles, files_beside, load_assertions, load_examples
from tests.repositories import commit_versions
from tests.research import pipeline_folder, prompt_texts


@dataclass(frozen=True, slots=True)
class Replay:
    """One pipeline in a folder of its own."""

    prompt: Path
    files: PromptFiles


def replay(name: str, folder: Path) -> Replay:
    """Commit the pipeline's versions one after another and put its labelled responses beside the prompt."""
    prompt = commit_versions(folder, f"{name}.prompt.md", prompt_texts(name))
    files = files_beside(prompt)
    rows = (json.loads(line) for line in (pipeline_folder(name) / "examples.jsonl").read_text("utf-8").splitlines())
    files.examples.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return Replay(prompt, files)


def run_chain(replayed: Replay, *, method: Method = Method.COVERAGE) -> tuple[Analysis, Report]:
    """Run the whole chain offline, as `spade select` does."""
    examples = load_examples(replayed.files.examples)
    analysis = with_labels(analyse(replayed.prompt), examples.examples, tau=0.25)
    generate(replayed.files, analysis)
    with Sandbox() as sandbox:
        report = report_on(
            replayed.files,
            analysis,
            load_assertions(replayed.files),
            examples,
            SelectionRequest(method, Thresholds(alpha=0.6, tau=0.25)),
            sandbox=sandbox,
        )
    return analysis, report
