from .counts import Count as Count
from .gathering import Gathering as Gathering, gathered_files as gathered_files, hide_secrets as hide_secrets
from .guard import Aside as Aside, Guard as Guard
from .judging import JudgeBudget as JudgeBudget
from .verdict import (
    Action as Action,
    Block as Block,
    BlockedError as BlockedError,
    Failure as Failure,
    FallBack as FallBack,
    Observe as Observe,
    Retry as Retry,
    Verdict as Verdict,
)
