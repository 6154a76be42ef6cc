"""Tables 4 and 6 of Shankar et al. 2024 beside ours, as text."""

from collections.abc import Sequence

from spade_core.selection.request import Method
from tests.selection.replication import ReplicatedSet, Replication, Source

_METHODS = (Method.BASELINE, Method.COVERAGE, Method.SUBSUMPTION)
_WITH_PROGRAMS = (Method.COVERAGE, Method.SUBSUMPTION)


def table_lines(replications: Sequence[Replication]) -> list[str]:
    """Return Tables 4 and 6 as lines of text, then for each pipeline what explains the differences."""
    return [*_table_4(replications), "", *_table_6(replications), "", *_told(replications)]


def _table_4(replications: Sequence[Replication]) -> list[str]:
    columns = (Source.PAPER, Source.FILE, Source.CODE, Source.OURS_AS_SHIPPED, Source.OURS)
    lines = [
        "Table 4: FFR / coverage / size, and |G| in brackets",
        f"{'pipeline':17} {'method':12}" + "".join(f"{source.value:>27}" for source in columns),
    ]
    for replication in replications:
        for method in _METHODS:
            cells = [_cell(replication.of(method, source)) for source in columns]
            lines.append(f"{replication.pipeline:17} {method.value:12}" + "".join(f"{cell:>27}" for cell in cells))
    return lines


def _cell(found: ReplicatedSet | None) -> str:
    if found is None:
        return "-"
    lost = f" ({found.lost})" if found.lost is not None and found.method is Method.SUBSUMPTION else ""
    return f"{found.ffr:.3f} / {found.coverage:.3f} / {found.size}{lost}"


def _table_6(replications: Sequence[Replication]) -> list[str]:
    lines = [
        "Table 6: seconds of the integer program; the ratio is of the two that ran here",
        f"{'pipeline':17} {'method':12}{'paper, its machine':>20}{'paper code here':>18}{'ours here':>12}{'ratio':>8}",
    ]
    for replication in replications:
        for method in _WITH_PROGRAMS:
            sources = (Source.PAPER, Source.CODE, Source.OURS)
            printed, code, ours = (
                found.seconds if (found := replication.of(method, source)) is not None else None for source in sources
            )
            lines.append(
                f"{replication.pipeline:17} {method.value:12}{_seconds(printed, 3):>20}{_seconds(code, 3):>18}"
                f"{_seconds(ours, 5):>12}{_ratio(code, ours):>8}"
            )
    return lines


def _seconds(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _ratio(slow: float | None, fast: float | None) -> str:
    return f"{slow / fast:.0f}" if slow and fast else ""


def _told(replications: Sequence[Replication]) -> list[str]:
    lines = ["What explains the differences"]
    for replication in replications:
        lines.append(f"{replication.pipeline} ({replication.candidates} candidates)")
        lines += [f"  {remark}" for remark in replication.remarks]
    return lines
