import json

import pytest

from spade_core.errors import SettingsError
from spade_core.selection.replication import Replication, replicated, table_lines
from spade_core.selection.thresholds import Method
from tests.selection.shipped import PIPELINES, data_folder


def replication_of(pipeline: str) -> Replication:
    folder = data_folder() / "spade_pipelines" / pipeline
    matrix = json.loads((folder / "matrix.json").read_text(encoding="utf-8"))
    published = json.loads((folder / "published_selection.json").read_text(encoding="utf-8"))
    return replicated(pipeline, matrix, published, clock=lambda: 0.0)


def small(**changed: object) -> Replication:
    matrix: dict[str, object] = {
        "assertions": ["a", "b"],
        "labels": [1, 0],
        "results": [[1, 1], [0, 0]],
        "subsumes": [[0, 1], [1, 0]],
        "llm_cost_per_call_usd_cents": [0.0, 1.5],
    }
    chosen = {key: {"selected_function_names": ["a", "b"]} for key in ("spade_base", "spade_cov", "spade_sub")}
    return replicated("small", matrix | changed, {"alpha": 0.6, "tau": 0.25, **chosen})


@pytest.mark.data
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_the_baseline_and_the_coverage_method_reach_the_published_figures(pipeline: str) -> None:
    sets = {(found.method, found.source): found for found in replication_of(pipeline).sets}
    for method in (Method.BASELINE, Method.COVERAGE):
        published, ours = sets[method, "published"], sets[method, "ours"]
        assert (ours.size, ours.coverage, ours.ffr) == (published.size, published.coverage, published.ffr)


@pytest.mark.data
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_the_stated_objective_is_never_worse_than_the_published_set(pipeline: str) -> None:
    sets = {(found.method, found.source): found for found in replication_of(pipeline).sets}
    published = sets[Method.SUBSUMPTION, "published"]
    assert sets[Method.SUBSUMPTION, "ours, relation as published"].objective <= published.objective
    assert sets[Method.SUBSUMPTION, "paper code"].lost == published.lost


def test_what_is_wrong_with_the_published_set_is_said() -> None:
    remarks = small().remarks
    assert "1 pairs of assertions said to be equivalent are both in the published set" in remarks


def test_the_table_has_a_line_for_each_set() -> None:
    replication = small()
    lines = table_lines([replication])
    assert len(lines) == 1 + len(replication.sets) + len(replication.remarks)
    assert {found.source for found in replication.sets} >= {"published", "paper code", "ours"}


@pytest.mark.parametrize("changed", [{"labels": "x"}, {"results": [[1], [0]]}, {"subsumes": None}])
def test_a_matrix_of_another_shape_is_one_clear_error(changed: dict[str, object]) -> None:
    with pytest.raises(SettingsError, match="small: the matrix or the published selection cannot be read"):
        small(**changed)
