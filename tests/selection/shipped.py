"""The four public pipelines, read where SPADE_DATA says."""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from spade_core.selection.failures import FailureTable
from tests.research import DATA
from tests.selection.tables import failure_table

PIPELINES = ("codereviews", "finance", "lecturesummaries", "sportroutine")


class RawMatrix(TypedDict):
    assertions: list[str]
    labels: list[int]
    results: list[list[int]]
    subsumes: list[tuple[int, int]]
    llm_cost_per_call_usd_cents: list[float]


def data_folder() -> Path:
    if not (DATA / "spade_pipelines").is_dir():
        pytest.skip(f"no research data at {DATA}; set SPADE_DATA")
    return DATA


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
