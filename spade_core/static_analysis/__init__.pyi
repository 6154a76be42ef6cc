from .assertion import (
    JUDGE_NAME as JUDGE_NAME,
    Rejection as Rejection,
    nodes_in as nodes_in,
    parse_assertion as parse_assertion,
    preflight as preflight,
)
from .input_fields import (
    fields_needed as fields_needed,
    reads_prompt as reads_prompt,
    scores_needed as scores_needed,
    sets_needed as sets_needed,
)
from .side_effects import (
    has_side_effects as has_side_effects,
    is_one_expression as is_one_expression,
    names_in as names_in,
)
