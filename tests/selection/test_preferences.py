"""What a person requires, forbids and prefers."""

from dataclasses import replace

import pytest

from spade_core.errors import SettingsError
from spade_core.results.matrix import ResultsMatrix
from spade_core.selection import ExclusionReason, Method, Selection, Thresholds, select
from spade_core.selection.labelled_matrix import labelled_results
from spade_core.selection.preferring import preferred_frontier, solve_preferred
from spade_core.selection.problem import Objective, problem_within
from spade_core.selection.request import NO_PREFERENCES, Preference, Preferences
from spade_core.selection.solvers.bits import members_of
from spade_core.subsumption import Subsumption
from tests.selection.brute_force import best_set
from tests.selection.pictures import matrix_of
from tests.selection.tables import random_table

NO_JUDGE = Preferences(prefer=(Preference.NO_JUDGE,))
CHEAP = Preferences(prefer=(Preference.CHEAP,))

JUDGED = matrix_of(
    "+ + - - -",
    {"asks": "P P F F F", "kind": "P P F P P", "short": "P P F F P", "cited": "P P P P F"},
    judges=("asks", "kind"),
)


def selected(
    matrix: ResultsMatrix,
    preferences: Preferences,
    *,
    alpha: float = 1.0,
    tau: float = 0.0,
    method: Method = Method.COVERAGE,
) -> Selection:
    return select(matrix, Subsumption(), Thresholds(alpha, tau), method=method, preferences=preferences)


def reason_of(selection: Selection, name: str) -> ExclusionReason:
    return next(excluded.reason for excluded in selection.excluded if excluded.name == name)


def test_what_is_required_is_in_and_what_is_forbidden_is_out_and_both_are_told() -> None:
    matrix = matrix_of("+ - -", {"a": "P F F", "b": "P F P", "c": "P P P"})
    selection = selected(matrix, Preferences(required=("c",), forbidden=("b",)))
    assert selection.names == ("a", "c")
    assert [(each.required, each.message) for each in selection.chosen] == [
        (False, "without it 2 bad responses would slip through"),
        (True, "required by you; it fails none of these examples"),
    ]
    assert reason_of(selection, "b") is ExclusionReason.FORBIDDEN
    assert ExclusionReason.FORBIDDEN.value == "forbidden by you"


@pytest.mark.parametrize("method", list(Method))
def test_every_method_obeys(method: Method) -> None:
    matrix = matrix_of("+ - -", {"a": "P F F", "b": "P F P", "c": "F P P"})
    selection = selected(matrix, Preferences(required=("b",), forbidden=("a",)), alpha=0.5, tau=0.0, method=method)
    assert "b" in selection.names
    assert "a" not in selection.names


def test_a_misspelt_name_is_told_with_the_nearest_one() -> None:
    with pytest.raises(SettingsError, match='require: there is no assertion called "shrot"; did you mean "short"'):
        selected(JUDGED, Preferences(required=("shrot",)))
    with pytest.raises(SettingsError, match=r'forbid: there is no assertion called "zz"$'):
        selected(JUDGED, Preferences(forbidden=("zz",)))
    with pytest.raises(SettingsError, match='"short" is both required and forbidden'):
        selected(JUDGED, Preferences(required=("short",), forbidden=("short",)))


def test_preferring_no_judge_takes_a_larger_set_without_one() -> None:
    assert selected(JUDGED, NO_PREFERENCES).names == ("asks",)
    selection = selected(JUDGED, NO_JUDGE)
    assert selection.names == ("short", "cited")
    assert reason_of(selection, "asks") is ExclusionReason.AVOIDED


def test_preferring_no_judge_takes_one_where_no_set_does_without() -> None:
    assert selected(JUDGED, replace(NO_JUDGE, forbidden=("cited",))).names == ("asks",)


def test_a_judge_that_is_required_is_not_avoided() -> None:
    selection = selected(JUDGED, replace(NO_JUDGE, required=("kind",)))
    assert selection.names == ("kind", "short", "cited")


def test_cheap_asks_the_judge_as_little_as_possible_before_it_looks_at_size() -> None:
    matrix = matrix_of(
        "+ - - - -",
        {"j1": "P F F P P", "j2": "P P P F F", "j3": "P F P P P", "x": "P P F P P", "y": "P P P F P", "z": "P P P P F"},
        judges=("j1", "j2", "j3"),
    )
    assert selected(matrix, NO_JUDGE).names == ("j1", "j2")
    assert selected(matrix, CHEAP).names == ("j1", "y", "z")


def test_a_required_assertion_that_exceeds_tau_is_named_as_what_stands_in_the_way() -> None:
    matrix = matrix_of("+ + - -", {"loud": "F P F F", "calm": "P P F F"})
    selection = selected(matrix, Preferences(required=("loud",)), alpha=0.5, tau=0.25)
    assert selection.infeasibility is not None
    assert selection.infeasibility.nearest_alpha is None
    assert selection.infeasibility.best_coverage is None
    assert selection.infeasibility.nearest_tau == 0.5
    assert selection.infeasibility.preferences == (
        "loud, required by you, has FFR 0.500 (1 of 2) by itself, above tau 0.25",
        "without what you require, calm would satisfy alpha and tau",
    )
    assert str(selection.infeasibility).startswith("loud, required by you")


def test_what_is_forbidden_is_named_where_it_alone_makes_the_request_infeasible() -> None:
    selection = selected(JUDGED, Preferences(forbidden=("asks", "cited")))
    assert selection.infeasibility is not None
    assert selection.infeasibility.preferences == ("without what you forbid, asks would satisfy alpha and tau",)
    plain = selected(matrix_of("- -", {"a": "F P"}), NO_PREFERENCES)
    assert plain.infeasibility is not None
    assert plain.infeasibility.preferences == ()


def test_requirements_that_exceed_tau_only_together_are_told_as_such() -> None:
    matrix = matrix_of("+ + + + - -", {"one": "F P P P F P", "two": "P F P P P F"})
    selection = selected(matrix, Preferences(required=("one", "two")), alpha=0.5, tau=0.25)
    assert selection.infeasibility is not None
    assert selection.infeasibility.preferences[0] == "what you require has FFR 0.500 (2 of 4) together, above tau 0.25"


def test_a_required_assertion_without_verdicts_is_told() -> None:
    matrix = matrix_of("+ -", {"asks": "J J", "reads": "P F"}, judges=("asks",))
    selection = selected(matrix, Preferences(required=("asks",)))
    assert selection.infeasibility is not None
    assert "asks, required by you, gives no verdict on too many examples" in selection.infeasibility.preferences


def test_what_is_added_on_the_command_line_overrides_the_settings() -> None:
    kept = Preferences(required=("a", "b"), forbidden=("c",), prefer=(Preference.CHEAP,))
    assert kept.overridden(required=["c"], forbidden=["a"]) == Preferences(("b", "c"), ("a",), (Preference.CHEAP,))
    assert kept.overridden(prefer=[]).prefer == ()


@pytest.mark.parametrize("objective", [Objective.FEWEST, Objective.SUBSUMPTION])
def test_no_difference_from_brute_force_with_things_to_avoid(objective: Objective) -> None:
    feasible = 0
    for seed in range(120):
        table = replace(random_table(seed, constraints=True, most_columns=7), avoided=seed % 128)
        avoided = table.avoided & ~table.required
        problem = problem_within(table, table.n_bad // 2, table.n_good // 4, [0] * table.size)
        found = solve_preferred(problem, objective)
        wanted = None
        for allowed in (replace(table, ineligible=table.ineligible | avoided), table):
            if wanted is None:
                wanted = best_set(
                    allowed,
                    problem.least_caught,
                    problem.most_flagged,
                    subsumption=objective is Objective.SUBSUMPTION,
                    pairs=set(),
                )
        assert (None if found is None else tuple(members_of(found.chosen))) == wanted
        feasible += found is not None
    assert feasible > 30


def test_no_difference_from_brute_force_where_as_little_as_possible_is_avoided() -> None:
    for seed in range(120):
        table = replace(random_table(seed, most_columns=6), avoided=seed * 7 % 64, fewest_avoided=True)
        problem = problem_within(table, table.n_bad * 2 // 3, table.n_good // 4, [0] * table.size)
        found = solve_preferred(problem, Objective.FEWEST)
        every = (
            best_set(
                replace(table, ineligible=dropped),
                problem.least_caught,
                problem.most_flagged,
                subsumption=False,
                pairs=set(),
            )
            for dropped in range(1 << table.size)
            if not dropped & ~table.avoided
        )
        least = min(
            (sum(table.avoided >> j & 1 for j in chosen) for chosen in every if chosen is not None), default=None
        )
        used = None if found is None else (found.chosen & table.avoided).bit_count()
        assert used == least


def test_the_frontier_has_sets_without_a_judge_and_beyond_them_those_with_one() -> None:
    results = labelled_results(JUDGED, Subsumption(), preferences=replace(NO_JUDGE, forbidden=("cited",)))
    points = preferred_frontier(results.table)
    assert [(point.coverage.count, point.names, point.avoided) for point in points] == [
        (0, (), 0),
        (2, ("short",), 0),
        (3, ("asks",), 1),
    ]
