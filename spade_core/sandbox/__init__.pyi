from .cache import FileCache as FileCache
from .compiled import kept_guest as kept_guest
from .guard_sandbox import GuardSandbox as GuardSandbox
from .input_fields import (
    fields_needed as fields_needed,
    reads_prompt as reads_prompt,
    scores_needed as scores_needed,
    sets_needed as sets_needed,
)
from .judge import Judge as Judge
from .limits import Limits as Limits
from .manifest import modules_here as modules_here
from .sandbox import Sandbox as Sandbox
from .static_checks import (
    JUDGE_NAME as JUDGE_NAME,
    Rejection as Rejection,
    parse_assertion as parse_assertion,
    preflight as preflight,
    unsupported_here as unsupported_here,
)
