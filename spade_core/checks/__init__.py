"""Functions that decide things about a response: what generated assertions call.

Laws:

* A check is pure: it takes texts and values, reads no file, and needs nothing else of spade.
* It accepts every form that a careful owner of a prompt accepts. What is not there is ``""`` or ``[]``; the caller
  decides what that means.
* It takes time in proportion to the text, whatever the text.

At run time it needs the standard library, and PyYAML for ``is_yaml`` alone. What is heavy is imported where it is used.
"""

from spade_core.checks.answers import *
from spade_core.checks.casing import *
from spade_core.checks.contexts import *
from spade_core.checks.counting import *
from spade_core.checks.days import *
from spade_core.checks.entries import *
from spade_core.checks.figures import *
from spade_core.checks.held import *
from spade_core.checks.languages import *
from spade_core.checks.likeness import *
from spade_core.checks.lists import *
from spade_core.checks.manners import *
from spade_core.checks.markup import *
from spade_core.checks.membership import *
from spade_core.checks.names import *
from spade_core.checks.order import *
from spade_core.checks.parts import *
from spade_core.checks.plain import *
from spade_core.checks.sections import *
from spade_core.checks.sources import *
from spade_core.checks.structured import *
from spade_core.checks.tables import *
from spade_core.checks.tallies import *
from spade_core.checks.unanswered import *
from spade_core.checks.wording import *

__all__ = sorted(
    name for name, value in globals().items() if getattr(value, "__module__", "").startswith(f"{__name__}.")
)
"""What the modules list in theirs: a new check is listed in its module alone."""
