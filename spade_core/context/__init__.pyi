from .fields import (
    brings_contexts as brings_contexts,
    fields_of_prompt as fields_of_prompt,
    unread_fields as unread_fields,
)
from .given import (
    FIELD as FIELD,
    Scores as Scores,
    given_scores as given_scores,
    lacks_scores as lacks_scores,
    with_scores as with_scores,
)
from .reading import ContextCheck as ContextCheck, offered as offered
from .requests import Manner as Manner, Statement as Statement
from .scorer import (
    SCORES as SCORES,
    Case as Case,
    Faithfulness as Faithfulness,
    Scorer as Scorer,
    faithfulness_of as faithfulness_of,
)
