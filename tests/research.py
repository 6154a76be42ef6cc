"""Where the research data is: tests read it there and never copy it into the repository."""

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = (ROOT / (os.environ.get("SPADE_DATA") or "../shared/data")).resolve()
"""The folder that SPADE_DATA names, by default the one beside the repository; it may not exist."""

SHIPPED = ("codereviews", "finance", "lecturesummaries", "sportroutine")
"""The four that come with the guide; bars are set on them."""

PIPELINES = tuple(sorted(path.parent.name for path in DATA.glob("spade_pipelines/*/prompt_versions.json"))) or SHIPPED
"""Every pipeline in the folder: others of the same kind can be put there."""

needs_data = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"no research data at {DATA}: set SPADE_DATA to its folder"),
]
"""Put into `pytestmark` of a module that reads the data."""


def pipeline_folder(name: str) -> Path:
    """Return the folder of one pipeline."""
    return DATA / "spade_pipelines" / name


def prompt_texts(name: str) -> list[str]:
    """Return a pipeline's prompt texts, oldest first."""
    texts: list[str] = json.loads((pipeline_folder(name) / "prompt_versions.json").read_text(encoding="utf-8"))
    return texts
