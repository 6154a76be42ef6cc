"""The research pipelines (SPADE_DATA) as versions and labelled examples."""

import json

from spade_core.examples.example import Example, Label
from spade_core.prompt_files import EMPTY_TEMPLATE, read_prompt
from spade_core.versions.version import PromptVersion, VersionState
from tests.research import pipeline_folder, prompt_texts


def versions_of(name: str) -> list[PromptVersion]:
    """Return the versions of a pipeline's template, P_0 first; equal neighbours are one."""
    versions = [PromptVersion(0, EMPTY_TEMPLATE, VersionState.EMPTY, "")]
    for text in prompt_texts(name):
        template = read_prompt(f"{name}.prompt.md", text).templates[0]
        if template != versions[-1].template:
            versions.append(PromptVersion(len(versions), template, VersionState.UNCOMMITTED, f"{name}.prompt.md"))
    return versions


def examples_of(name: str) -> list[Example]:
    """Return a pipeline's labelled examples; a payload that is JSON in a string is decoded, as in the paper."""
    lines = (pipeline_folder(name) / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [
        Example(
            id=str(row["row"]),
            fields=row["example"] or {},
            prompt=row["prompt"] or "",
            response=row["response"] or "",
            label=Label(row["label"]),
        )
        for row in rows
    ]
