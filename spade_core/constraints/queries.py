"""Queries: which statements and clauses the SQL of a response has, or has not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part, literal, quoted, section
from spade_core.taxonomy import Category

_STATEMENTS: Final = "insert|update|delete|drop|alter|truncate|create|merge|grant|revoke|replace"
_KEYWORD: Final = re.compile(rf"\b(?P<word>{_STATEMENTS})\b")
_CLAUSES: Final = (
    "limit|offset|top|fetch|distinct|having|union(?: all)?|intersect|ilike|order by|group by|"
    "(?:(?:natural|cross|left|right|full|inner|outer) )*join"
)
_WORD: Final = re.compile(rf"\b(?P<word>{_STATEMENTS}|{_CLAUSES})\b")
_BETWEEN: Final = re.compile(
    rf" (?:(?:use|using|include|add|write|apply|output|put|a|an|the|any|or|and|nor|,|{_CLAUSES}) )*"
)
"""What stands between a ban and the clauses of SQL that it is of: "never use"."""
_OF_SQL: Final = re.compile(r"\b(?:statements?|commands?|operations?|queries|clauses?|dml|ddl|sql|keywords?)\b")
_ONLY_SELECT: Final = re.compile(
    r"\b(?:only|just|exclusively|solely) (?:[a-z]+ ){0,3}select\b|\bselect (?:statements?|queries|query) only\b|"
    r"\bmust (?:be|start with|begin with) (?:a |an |the )?(?:single |valid |read only )*select\b|\bonly select\b|"
    r"\bread only (?:sql |select )?(?:queries|query|statements?)\b"
)
_CLAUSE: Final = re.compile(
    r"\b(?:include|use|using|add|have|has|with|contain|apply|put)(?: [a-z]+){0,2} (?P<word>limit|order by|group "
    r"by|where) (?:clause\b|\d|⟪)"
)
_STAR: Final = re.compile(r"(?i)\bselect\s+\*|\b(?:query|select|return|fetch)(?:\s+for)?\s+all\s+(?:the\s+)?columns\b")
_RULES_OUT: Final = re.compile(r"\b(?:not|never|avoid|no|without)\b")
_EXPLAINED: Final = re.compile(r"\b(?:explain|describe|discuss|teach|tell|why|whether)\b")
"""What is done with a ban that is not one of the response: "explain why one should not"."""
_SORTED: Final = re.compile(r"^(?:always |please )*(?:order|sort) the (?:results?|rows|output)\b")


_HOLDS_QUERY: Final = re.compile(r"(?i)sql|query")
"""The name of a part that holds a query: "SQLQuery"."""


@dataclass(frozen=True, slots=True)
class SqlWords(Constraint):
    """Keywords that the SQL of the response has, or has none of."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    words: tuple[str, ...]
    wanted: bool = False
    part: Part = WHOLE
    """The section that holds the query, if the response is not SQL itself."""

    @property
    def kind_of(self) -> Category:
        """Exclusions are a category of their own."""
        return Category.INCLUSION if self.wanted else Category.EXCLUSION

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the statements and clauses of SQL that a clause asks for or rules out."""
        star = _STAR.search(clause.normal.original)
        around = clause.around
        part = next((section(each) for each in around.sections if _HOLDS_QUERY.search(each)), WHOLE)
        is_sql = around.form == "SQL" or part != WHOLE or "query" in around.written
        if star is not None and (is_sql or "*" in star.group()):
            yield from cls._starred(clause)
        if not is_sql:
            return
        barred = [each for each in _WORD.finditer(clause.text) if _is_keyword(clause, each)]
        first = next((at for at, each in enumerate(barred) if clause.negated(each.start())), len(barred))
        named = dict.fromkeys(each["word"].upper() for each in barred[first:])
        if named and not clause.excepted and not clause.conditional:
            part = WHOLE if around.form == "SQL" else part
            yield Match(cls(tuple(named), part=part), barred[first].start(), barred[-1].end())
        ordered = _SORTED.match(clause.text)
        if ordered is not None and not clause.conditional:
            yield Match(cls(("ORDER BY",), wanted=True), ordered.start(), ordered.end())
        for found in _CLAUSE.finditer(clause.text):
            if not clause.conditional and not clause.negated(found.start()):
                yield Match(cls((found["word"].upper(),), wanted=True), found.start(), found.end())

    @classmethod
    def _starred(cls, clause: Clause) -> Iterator[Match]:
        """Yield that all columns must not be selected without their names."""
        ruled_out = _RULES_OUT.search(clause.text)
        is_told = ruled_out is not None and _EXPLAINED.search(clause.text, 0, ruled_out.start()) is None
        if clause.start == 0 and not clause.conditional and is_told:
            yield Match(cls(("SELECT *",)), 0, len(clause.text))

    def describe(self) -> str:
        """Return 'the SQL has no "DROP"'."""
        return f"the SQL has {'' if self.wanted else 'no '}{quoted(self.words, 'and' if self.wanted else 'or')}"

    def source(self) -> str:
        """Return ``contains_none(response, ["DROP"])``."""
        if self.words == ("SELECT *",):
            return 'not any("SELECT *" in each.upper() for each in sql_statements_of(response))'
        if len(self.words) == 1:
            return self.part.test(f"{'' if self.wanted else 'not '}contains({{part}}, {literal(self.words[0])})")
        return self.part.test(f"{'contains_all' if self.wanted else 'contains_none'}({{part}}, {literal(self.words)})")

    def implies(self, other: Constraint) -> bool:
        """Whether it rules out, or asks for, all that the other does."""
        return isinstance(other, SqlWords) and self.wanted == other.wanted and set(other.words) <= set(self.words)


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
    """Whether a word is one of SQL: in capitals, or a statement beside a word for statements."""
    is_capital = clause.written(found.start(), found.end()).isupper()
    if _KEYWORD.fullmatch(found["word"]) is not None:
        return is_capital or _OF_SQL.search(clause.text) is not None
    bans = [end for _, end, _ in clause.negations() if end <= found.start()]
    is_barred = (
        bool(bans)
        and clause.negated(found.start())
        and _BETWEEN.fullmatch(clause.text, bans[-1], found.start()) is not None
    )
    return is_capital and is_barred and not clause.normal.original.isupper()
