import json

import pytest

from spade_core.errors import SettingsError
from spade_core.selection.request import Method
from tests.selection.replication import PaperCode, Replication, Source, replicated
from tests.selection.replication_tables import table_lines
from tests.selection.shipped import PIPELINES, data_folder


def replication_of(pipeline: str) -> Replication:
    folder = data_folder() / "spade_pipelines" / pipeline
    matrix = json.loads((folder / "matrix.json").read_text(encoding="utf-8"))
    published = json.loads((folder / "published_selection.json").read_text(encoding="utf-8"))
    return replicated(pipeline, matrix, published, clock=lambda: 0.0)


def small(changed: dict[str, object] | None = None, *, paper_code: PaperCode | None = None) -> Replication:
    matrix: dict[str, object] = {
        "assertions": ["a", "b"],
        "labels": [1, 0],
        "results": [[1, 1], [0, 0]],
        "subsumes": [[0, 1], [1, 0]],
        "llm_cost_per_call_usd_cents": [0.0, 1.5],
    }
    chosen = {key: {"selected_function_names": ["a", "b"]} for key in ("spade_base", "spade_cov", "spade_sub")}
    return replicated("small", matrix | (changed or {}), {"alpha": 0.6, "tau": 0.25, **chosen}, paper_code=paper_code)


@pytest.mark.data
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_the_baseline_and_the_coverage_method_reach_the_printed_figures(pipeline: str) -> None:
    found = replication_of(pipeline)
    for method in (Method.BASELINE, Method.COVERAGE):
        printed, ours = found.of(method, Source.PAPER), found.of(method, Source.OURS)
        assert printed is not None
        assert ours is not None
        rounded = (ours.size, round(ours.coverage, 3), round(ours.ffr, 3))
        assert rounded == (printed.size, printed.coverage, printed.ffr)


@pytest.mark.data
@pytest.mark.parametrize(
    ("pipeline", "best", "lost"),
    [("codereviews", 39, 24), ("finance", 35, 11), ("lecturesummaries", 58, 34), ("sportroutine", 19, 11)],
)
def test_the_stated_objective_and_that_of_the_code_have_the_known_optima(pipeline: str, best: int, lost: int) -> None:
    found = replication_of(pipeline)
    shipped, code = found.of(Method.SUBSUMPTION, Source.OURS_AS_SHIPPED), found.of(Method.SUBSUMPTION, Source.CODE)
    in_file = found.of(Method.SUBSUMPTION, Source.FILE)
    assert shipped is not None
    assert code is not None
    assert in_file is not None
    assert (shipped.objective, code.lost, in_file.lost) == (best, lost, lost)


@pytest.mark.data
def test_a_file_that_differs_from_the_paper_is_told() -> None:
    assert any(
        remark.startswith("subsumption: the paper prints 26 assertions") for remark in replication_of("finance").remarks
    )


def test_what_is_wrong_with_the_published_set_is_said() -> None:
    assert "1 pair of assertions said to be equivalent are both in the file" in small().remarks


def test_a_program_of_the_papers_own_is_what_its_row_shows() -> None:
    found = small(paper_code=lambda method, thresholds: [1]).of(Method.SUBSUMPTION, Source.CODE)
    assert found is not None
    assert (found.size, found.lost, found.objective) == (1, 0, 1)


def test_the_tables_have_a_line_for_each_method_and_every_remark() -> None:
    replication = small()
    lines = table_lines([replication])
    assert sum(line.startswith("small ") for line in lines) == 3 + 2 + 1
    assert all(f"  {remark}" in lines for remark in replication.remarks)
    assert "0.000 / 1.000 / 1" in "".join(lines)


@pytest.mark.parametrize("changed", [{"labels": "x"}, {"results": [[1], [0]]}, {"subsumes": None}])
def test_a_matrix_of_another_shape_is_one_clear_error(changed: dict[str, object]) -> None:
    with pytest.raises(SettingsError, match="small: the matrix or the published selection cannot be read"):
        small(changed)
