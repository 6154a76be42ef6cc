"""Tables 4 and 6 of the paper for the shipped pipelines: `python -m tests.benchmarks.bench_replication`."""

import json
import sys

from spade_core.selection.replication import replicated, table_lines
from tests.selection.shipped import PIPELINES, data_folder


def main() -> None:
    """Print the tables."""
    replications = []
    for pipeline in PIPELINES:
        folder = data_folder() / "spade_pipelines" / pipeline
        matrix = json.loads((folder / "matrix.json").read_text(encoding="utf-8"))
        published = json.loads((folder / "published_selection.json").read_text(encoding="utf-8"))
        replications.append(replicated(pipeline, matrix, published))
    sys.stdout.write("\n".join(table_lines(replications)) + "\n")


if __name__ == "__main__":
    main()
