"""Every kind of constraint."""

from typing import Final

from spade_core.constraints.alone import Alone, Unfenced
from spade_core.constraints.arrangement import Fact
from spade_core.constraints.casing import Casing, Written
from spade_core.constraints.choices import Choice
from spade_core.constraints.constraint import Constraint
from spade_core.constraints.contents import Shows
from spade_core.constraints.forms import Form
from spade_core.constraints.given import Given
from spade_core.constraints.layout import Columns, Elements, Keys, KeyType, Labels, Line, OnlyKeys, Sections
from spade_core.constraints.natural_language import InLanguage
from spade_core.constraints.phrases import Phrases, Times
from spade_core.constraints.quantity import Quantity
from spade_core.constraints.queries import NamedColumns
from spade_core.constraints.turns import Turn
from spade_core.constraints.values import InRange, Pattern, Shape

KINDS: Final[tuple[type[Constraint], ...]] = (
    Form,
    Alone,
    Unfenced,
    InLanguage,
    Casing,
    Written,
    Fact,
    Shows,
    Given,
    Sections,
    Keys,
    OnlyKeys,
    KeyType,
    Elements,
    Columns,
    Line,
    Labels,
    InRange,
    Shape,
    Pattern,
    Choice,
    Phrases,
    Times,
    Quantity,
    NamedColumns,
    Turn,
)
"""In the order in which they read a clause."""
