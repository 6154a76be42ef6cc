from .as_json import (
    history_json as history_json,
    matrix_json as matrix_json,
    report_json as report_json,
    selection_json as selection_json,
)
from .check_result import (
    CheckResult as CheckResult,
    LineRange as LineRange,
    findings_of as findings_of,
    path_in_repository as path_in_repository,
    places_of as places_of,
    reading_finding as reading_finding,
)
from .checked import (
    Check as Check,
    State as State,
    Tally as Tally,
    check_json as check_json,
    fields_lacking as fields_lacking,
)
from .display_text import counted as counted, in_line as in_line, one_line as one_line, visible as visible
from .github import (
    annotations as annotations,
    code as code,
    comment as comment,
    findings_markdown as findings_markdown,
)
from .html import render_html as render_html, write_html as write_html
from .junit_xml import junit as junit
from .openings import Opening as Opening, key_of as key_of
from .report import (
    JudgeSummary as JudgeSummary,
    JudgeVerdict as JudgeVerdict,
    Report as Report,
    check_of as check_of,
    comparison_words as comparison_words,
    name_of as name_of,
)
from .responses import responses_of as responses_of, with_misnomers as with_misnomers
from .sarif_log import sarif as sarif
from .selection_drift import ShownSet as ShownSet, drift_of as drift_of
from .terminal import (
    history_lines as history_lines,
    print_agreement as print_agreement,
    print_matrix as print_matrix,
    print_report as print_report,
    print_selection as print_selection,
)
