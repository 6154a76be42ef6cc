"""The four public pipelines, read where SPADE_DATA says."""

import json
import os
from pathlib import Path
from typing import TypedDict

import pytest

from spade_core.selection.failures import FailureTable, failure_table

PIPELINES = ("codereviews", "finance", "lecturesummaries", "sportroutine")


class RawMatrix(TypedDict):
    assertions: list[str]
    labels: list[int]
    results: list[list[int]]
    subsumes: list[tuple[int, int]]
    llm_cost_per_call_usd_cents: list[float]


def data_folder() -> Path:
    root = Path(__file__).parents[2]
    folder = root / os.environ.get("SPADE_DATA", "../shared/data")
    if not (folder / "spade_pipelines").is_dir():
        pytest.skip(f"no research data at {folder}; set SPADE_DATA")
    return folder


def raw_matrix(pipeline: str) -> RawMatrix:
    matrix: RawMatrix = json.loads(
        (data_folder() / "spade_pipelines" / pipeline / "matrix.json").read_text(encoding="utf-8")
    )
    return matrix


def table_of(matrix: RawMatrix) -> FailureTable:
    return failure_table(
        matrix["assertions"],
        matrix["results"],
        matrix["labels"],
        implies=[(i, j) for i, j in matrix["subsumes"]],
        costs=matrix["llm_cost_per_call_usd_cents"],
    )


def shipped_table(pipeline: str) -> FailureTable:
    return table_of(raw_matrix(pipeline))
