from .frontier import FrontierPoint as FrontierPoint
from .labelled_matrix import labelled_results as labelled_results
from .next_label.choosing import next_to_label as next_to_label
from .preferring import preferred_frontier as preferred_frontier
from .rates import (
    Rate as Rate,
    rates_of as rates_of,
)
from .request import (
    DEFAULT_REQUEST as DEFAULT_REQUEST,
    NO_PREFERENCES as NO_PREFERENCES,
    Method as Method,
    Preference as Preference,
    Preferences as Preferences,
    SelectionRequest as SelectionRequest,
    Thresholds as Thresholds,
)
from .selecting import select as select
from .selection import (
    AS_GIVEN as AS_GIVEN,
    ChosenAssertion as ChosenAssertion,
    ExcludedAssertion as ExcludedAssertion,
    ExclusionReason as ExclusionReason,
    Infeasibility as Infeasibility,
    Proof as Proof,
    Selection as Selection,
)
from .statistics.agreement import (
    Agreement as Agreement,
    agreement as agreement,
    agreement_of as agreement_of,
    agreement_table as agreement_table,
    judge_agreement as judge_agreement,
)
from .statistics.comparison import Comparison as Comparison, comparison as comparison
from .statistics.evidence import Evidence as Evidence, evidence_of as evidence_of, one_kind as one_kind
from .statistics.intervals import exact_interval as exact_interval
from .statistics.prediction_powered import (
    FEWEST_LABELLED as FEWEST_LABELLED,
    FEWEST_UNLABELLED as FEWEST_UNLABELLED,
    JudgedResponse as JudgedResponse,
    has_own_verdicts as has_own_verdicts,
    judged_responses as judged_responses,
    worth_judging as worth_judging,
)
