"""Queries: that the SQL of a response names the columns that it reads."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.taxonomy import Category

_STAR: Final = re.compile(r"(?i)\bselect\s+\*|\b(?:query|select|return|fetch)(?:\s+for)?\s+all\s+(?:the\s+)?columns\b")
_RULES_OUT: Final = re.compile(r"\b(?:not|never|avoid|no|without)\b")


@dataclass(frozen=True, slots=True)
class NamedColumns(Constraint):
    """No statement of the SQL selects all columns without their names."""

    category: ClassVar[Category] = Category.EXCLUSION

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield that "SELECT *" is ruled out."""
        star = _STAR.search(clause.normal.original)
        if star is None or clause.start > 0 or clause.conditional or _RULES_OUT.search(clause.text) is None:
            return
        if clause.around.form == "SQL" or "query" in clause.around.written or "*" in star.group():
            yield Match(cls(), 0, len(clause.text))

    def describe(self) -> str:
        """Return what is true of the statements."""
        return 'the SQL has no "SELECT *"'

    def source(self) -> str:
        """Return the expression over `sql_statements_of`."""
        return 'not any("SELECT *" in each.upper() for each in sql_statements_of(response))'
