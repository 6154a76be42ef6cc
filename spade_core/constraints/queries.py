"""Queries: which statements and clauses the SQL of a response has, or has not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause
from spade_core.constraints.constraint import Constraint, Match, kind
from spade_core.constraints.part import literal, quoted
from spade_core.taxonomy import Category

_STATEMENTS: Final = "insert|update|delete|drop|alter|truncate|create|merge|grant|revoke|replace"
_KEYWORD: Final = re.compile(rf"\b(?P<word>{_STATEMENTS})\b")
_OF_SQL: Final = re.compile(r"\b(?:statements?|commands?|operations?|queries|clauses?|dml|ddl|sql|keywords?)\b")
_ONLY_SELECT: Final = re.compile(
    r"\b(?:only|just|exclusively|solely) (?:[a-z]+ ){0,3}select\b|\bselect (?:statements?|queries|query) only\b|"
    r"\bmust (?:be|start with|begin with) (?:a |an |the )?(?:single |valid |read only )*select\b|\bonly select\b|"
    r"\bread only (?:sql |select )?(?:queries|query|statements?)\b"
)
_CLAUSE: Final = re.compile(
    r"\b(?:include|use|using|add|have|has|with|contain|apply|put)(?: [a-z]+){0,2} (?P<word>limit|order by|group "
    r"by|where) clause\b"
)
_STAR: Final = re.compile(r"(?i)\bselect\s+\*|\b(?:query|select|return|fetch)(?:\s+for)?\s+all\s+(?:the\s+)?columns\b")
_SORTED: Final = re.compile(r"^(?:always |please )*(?:order|sort) the (?:results?|rows|output)\b")


_HOLDS_QUERY: Final = re.compile(r"(?i)sql|query")
"""The name of a part that holds a query: "SQLQuery"."""


@kind
@dataclass(frozen=True, slots=True)
class SqlWords(Constraint):
    """Keywords that the SQL of the response has, or has none of."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    words: tuple[str, ...]
    wanted: bool = False

    @property
    def kind_of(self) -> Category:
        """Exclusions are a category of their own."""
        return Category.INCLUSION if self.wanted else Category.EXCLUSION

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the statements and clauses of SQL that a clause asks for or rules out."""
        if clause.around.form != "SQL" and not any(map(_HOLDS_QUERY.search, clause.around.sections)):
            return
        barred = [each for each in _KEYWORD.finditer(clause.text) if _is_keyword(clause, each)]
        first = next((at for at, each in enumerate(barred) if clause.negated(each.start())), len(barred))
        named = dict.fromkeys(each["word"].upper() for each in barred[first:])
        if named and not clause.excepted and not clause.conditional:
            yield Match(cls(tuple(named)), barred[first].start(), barred[-1].end())
        star = _STAR.search(clause.normal.original)
        if star is not None and clause.start == 0 and re.search(r"\b(?:not|never|avoid|no|without)\b", clause.text):
            yield Match(cls(("SELECT *",)), 0, len(clause.text))
        ordered = _SORTED.match(clause.text)
        if ordered is not None and not clause.conditional:
            yield Match(cls(("ORDER BY",), wanted=True), ordered.start(), ordered.end())
        for found in _CLAUSE.finditer(clause.text):
            if not clause.conditional and not clause.negated(found.start()):
                yield Match(cls((found["word"].upper(),), wanted=True), found.start(), found.end())

    def describe(self) -> str:
        """Return 'the SQL has no "DROP"'."""
        return f"the SQL has {'' if self.wanted else 'no '}{quoted(self.words, 'and' if self.wanted else 'or')}"

    def source(self) -> str:
        """Return ``contains_none(response, ["DROP"])``."""
        if self.words == ("SELECT *",):
            return 'not any("SELECT *" in each.upper() for each in sql_statements_of(response))'
        if len(self.words) == 1:
            return f"{'' if self.wanted else 'not '}contains(response, {literal(self.words[0])})"
        return f"{'contains_all' if self.wanted else 'contains_none'}(response, {literal(self.words)})"

    def implies(self, other: Constraint) -> bool:
        """Whether it rules out, or asks for, all that the other does."""
        return isinstance(other, SqlWords) and self.wanted == other.wanted and set(other.words) <= set(self.words)


@kind
@dataclass(frozen=True, slots=True)
class OnlySelects(Constraint):
    """Every statement of the SQL reads and changes nothing."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield that only SELECT is allowed."""
        found = _ONLY_SELECT.search(clause.text)
        if clause.around.form == "SQL" and found is not None and not clause.conditional:
            yield Match(cls(), found.start(), found.end())

    def describe(self) -> str:
        """Return what is true of the statements."""
        return "every statement of the SQL is a SELECT"

    def source(self) -> str:
        """Return the expression over `sql_statements_of`."""
        return 'all(each.upper().startswith(("SELECT", "WITH", "(")) for each in sql_statements_of(response))'


def _is_keyword(clause: Clause, found: re.Match[str]) -> bool:
    """Whether a word is one of SQL: in capitals, or beside a word for statements."""
    return clause.written(found.start(), found.end()).isupper() or _OF_SQL.search(clause.text) is not None
