"""Tables 4 and 6 of the paper for the shipped pipelines: `make replicate`.

The paper's code as it is: its formulation (PuLP and CBC, a variable for every cell), its objective, run here.
"""

import json
import sys

from spade_core.selection.request import Method, Thresholds
from tests.research import DATA
from tests.selection.reference import reference_selection
from tests.selection.replication import Replication, replicated
from tests.selection.replication_tables import table_lines
from tests.selection.shipped import PIPELINES, raw_matrix


def replication_of(pipeline: str) -> Replication:
    """Return one pipeline's sets, the paper's program run with its own solver."""
    raw = raw_matrix(pipeline)
    published = json.loads(
        (DATA / "spade_pipelines" / pipeline / "published_selection.json").read_text(encoding="utf-8")
    )

    def paper_code(method: Method, thresholds: Thresholds) -> list[int] | None:
        subsumption = method is Method.SUBSUMPTION
        return reference_selection(raw, thresholds.alpha, thresholds.tau, subsumption=subsumption, drops_size=True)

    return replicated(pipeline, {**raw}, published, paper_code=paper_code)


def main() -> None:
    """Print the tables."""
    if not (DATA / "spade_pipelines").is_dir():
        sys.stdout.write(f"skipped: no research data at {DATA} (set SPADE_DATA)\n")
        return
    sys.stdout.write("\n".join(table_lines([replication_of(pipeline) for pipeline in PIPELINES])) + "\n")


if __name__ == "__main__":
    main()
