from .criterion import Criterion as Criterion, Origin as Origin, statement_of as statement_of
from .evidence import (
    GoodResponse as GoodResponse,
    Withheld as Withheld,
    shown_outputs as shown_outputs,
    sifted as sifted,
)
from .extraction import (
    MOST_SENTENCES as MOST_SENTENCES,
    Arrival as Arrival,
    arrivals as arrivals,
    criteria_of as criteria_of,
)
from .rewording import (
    ask_the_same as ask_the_same,
    content_of as content_of,
    is_said_by as is_said_by,
    stems_of as stems_of,
)
