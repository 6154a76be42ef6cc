from .analysis import (
    VALUES_IN_RECORD as VALUES_IN_RECORD,
    Analysis as Analysis,
    analyse as analyse,
    analyse_with_models as analyse_with_models,
    analysis_of as analysis_of,
    classified as classified,
    deltas_for_models as deltas_for_models,
    generate as generate,
    remember_findings as remember_findings,
    remember_synthesis as remember_synthesis,
    with_labels as with_labels,
    withheld_json as withheld_json,
)
from .selecting import (
    check as check,
    evaluate as evaluate,
    record_of as record_of,
    remember as remember,
    report_on as report_on,
)
