"""The form of the response or of a part of it: JSON, CSV, a list, a table, code, plain text."""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause, exemplified, is_alternative, names_another
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.part import WHOLE, Part
from spade_core.constraints.parts import inside_of, part_at
from spade_core.constraints.whole import is_labelled
from spade_core.language import any_of, lexicon
from spade_core.taxonomy import Category

_CHECK: Final = {
    "JSON": "has_json({part})",
    "JSON block": "has_json({part})",
    "CSV": "is_csv({part})",
    "XML": "is_xml({part})",
    "HTML": "is_html({part})",
    "YAML": "is_yaml({part})",
    "SQL": "is_sql({part})",
    "LaTeX": "is_latex({part})",
    "table": "has_table({part})",
    "bullets": "has_bullets({part})",
    "numbered": "has_numbered_list({part})",
    "list": "has_list({part})",
    "plain": "is_plain_text({part})",
    "code": "has_code({part})",
    "Python": "is_python({part})",
}
"""Lenient: JSON is accepted with words around it. That nothing stands beside it is another constraint."""
_WORDS: Final = {
    "JSON block": "a block of JSON",
    "bullets": "a bulleted list",
    "numbered": "a numbered list",
    "list": "a list",
    "table": "a table",
    "plain": "plain text",
    "code": "code in a fence",
    "Python": "Python code",
    "number": "a number",
}
_LAYOUTS: Final = frozenset({"bullets", "numbered", "list", "table", "code", "Markdown"})
_EXCLUSIVE: Final = frozenset({"JSON", "CSV", "XML", "HTML", "YAML", "SQL", "LaTeX", "Python", "plain"})


def form_words(form: str) -> str:
    """Return what a form is called."""
    return _WORDS.get(form, form)


_IN_VALUES: Final = frozenset({"HTML", "LaTeX", "Python", "SQL"})
"""Forms that stand in a value where the response is JSON."""
_OF_TEXT: Final = frozenset({"plain", "bullets", "numbered", "list", "Markdown"})
"""Forms that a text has inside of data, too."""


def _parsable(cls: "type[Form]", clause: Clause) -> Iterator[Match]:
    """Yield that JSON parses, where a clause says so or rules out what stands in the way: "no trailing commas"."""
    if clause.around.form != "JSON":
        return
    for found in _SYNTAX.finditer(clause.text):
        if clause.negated(found.start()):
            yield Match(cls("JSON"), found.start(), found.end())
    parses = _PARSES.search(clause.text)
    if parses is not None and clause.part in (WHOLE, clause.around.text) and not clause.negated(parses.start()):
        yield Match(cls("JSON"), parses.start(), parses.end())


def _held(cls: "type[Form]", clause: Clause) -> Iterator[Match]:
    """Yield what a section of the response consists of, where its first words name that: "Bullet points of ..."."""
    found = _HELD.match(clause.text) if clause.part.is_section else None
    if found is not None:
        form = "table" if found["table"] else "numbered" if found["numbered"] else "bullets"
        yield Match(cls(form, clause.part), found.start("what"), found.end("what"))


_HELD: Final = re.compile(
    r"(?:(?:a|an|the|short|brief|concise|clear|simple|markdown|\d+|to|about|several|few|key|main) )*"
    r"(?P<what>bullet(?:ed)? (?:points?|lists?)|bullets|(?P<numbered>numbered list)|(?P<table>table))"
    r"(?= (?:of|for|on|with|that|which|about|to|listing|covering|outlining|describing|comparing|showing|highlighting|"
    r"summari[sz]ing)\b| ?[.,;:(]|$)"
)
"""What the first words of a section say that it is: "Bullet points of the main topics"."""
_SYNTAX: Final = re.compile(
    r"\btrailing commas?\b|\bsingle quotes\b|\bcomments (?:\( / / \)|(?:using |with |like |such as |\( ?)⟦)"
)
"""What JSON that parses has none of."""
_PARSES: Final = re.compile(
    r"\b(?:output|response|answer|reply|json|it|this|format|syntax|result|object)\b[^.;,]{0,50}?"
    r"\b(?:(?:will|must|should|can|could|has to|needs to) be|gets?|is|are|being|be)(?: [a-z]+ly)? (?:parsed|parsable|"
    r"parseable|machine readable|well formed|syntactically (?:correct|valid))\b"
    r"(?! (?:as|into) an? (?!json|python|dict))|"
    r"\b(?:double|curly|straight) quotes (?:for|around|on) (?:all |both |every |each |the )*"
    r"(?:keys?|strings?|propert(?:y|ies)|fields?|values?)\b|"
    r"\b(?:close|balance|escape) (?:all |any |every |the )*(?:open )?(?:brackets|braces|quotes|quotation marks|special "
    r"characters|strings)\b"
)
"""What says of the response that it is JSON that parses: "it will be parsed automatically"."""


@dataclass(frozen=True, slots=True)
class Form(Constraint):
    """The form of the response or of a part of it."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    form: str
    part: Part = WHOLE

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the forms that a clause asks for."""
        if clause.conditional or clause.excepted:
            return
        for found in _FENCED.finditer(clause.text):
            is_fence = found["mark"] is None or clause.normal.quote(found["mark"]).startswith("```")
            is_edge = found["mark"] is not None and AT_EDGE.search(clause.text[: found.start("mark")]) is not None
            is_given = _BETWEEN_THESE.match(clause.text, 0, found.end()) is not None
            is_fence = is_fence and not (is_edge or is_given or clause.negated(found.start()))
            if is_fence and clause.part == WHOLE and not clause.around.is_data:
                yield Match(cls("code"), found.start(), found.end())
        yield from _parsable(cls, clause)
        yield from _held(cls, clause)
        for form, start, end in forms_in(clause):
            part = _part_of(clause, form, start)
            if part is not None and part.each and form in ("bullets", "numbered", "list"):
                part = inside_of(clause)
            of_label = form in _OF_TEXT and is_labelled(clause)
            if part is None or (part == WHOLE and (of_label or not named_or_whole(clause, start, form))):
                continue
            if part.each and form == "JSON" and clause.around.is_json:
                continue
            if part == clause.around.text and form not in _OF_TEXT:
                part = WHOLE
            is_data = clause.around.is_notation or (clause.around.form in ("code", "Python", "SQL") and form != "code")
            if form in _LAYOUTS and is_data and part == WHOLE:
                continue
            if part == WHOLE and clause.around.is_json and form in _IN_VALUES:
                continue
            in_block = form == "JSON" and part == WHOLE and clause.around.form == "JSON block"
            yield Match(cls("JSON block" if in_block else form, part), start, end)

    def describe(self) -> str:
        """Return "the response has JSON"."""
        verb = "has" if self.form in ("bullets", "numbered", "list", "table", "code", "JSON", "JSON block") else "is"
        return f"{self.part.words} {verb} {form_words(self.form)}"

    def source(self) -> str:
        """Return ``has_json(response)``."""
        return self.part.test(_CHECK[self.form])

    def excludes(self, other: Constraint) -> bool:
        """Whether both say what the whole response is, and not the same."""
        if not isinstance(other, Form) or not self.part == other.part == WHOLE:
            return False
        return self.form != other.form and {self.form, other.form} <= _EXCLUSIVE


AT_EDGE: Final = re.compile(
    r"\b(?P<edge>start|begin|end|finish)(?:s|ing)?"
    r"(?: (?:it|(?:the|your|you)(?: [a-z]+)? (?:answer|response|output|reply)))? with(?: (?:a|an|the))? $"
)
"""What says that a fence behind it begins or ends the response: "start your answer with ```json"."""
_FENCED: Final = re.compile(
    r"\b(?:in|with|inside|within|using|between|into|as|use)(?: (?:a|an|the|one|1|unique|single|triple|fenced|markdown|"
    r"proper))* (?:(?P<mark>⟦\d+⟧)|(?<=triple )backticks\b|3 backticks\b|"
    r"(?<=(?:unique|single) )(?:markdown )?code ?block\b)"
)
_FIRST_OF_TWO: Final = re.compile(r"\bfirst ,? ?[a-z]+ [^.]*\b(?:then|after that|afterwards)\b")
"""What says that something else is done behind what comes first: "first create a query, then look at its results"."""


@cache
def _form_names() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w⟦])(?P<name>{any_of(lexicon().forms)})(?![\w⟧])")


_COMES_LAST: Final = re.compile(
    r"\b(?:end|ends|finish|conclude|close)\b[^.;:]{0,40} with (?:(?:a|an|the|one|1|your|this|single|valid) )*$|"
    r"\bbefore (?:you )?[a-z]+ (?:(?:a|the|your|this|final|valid) )*$"
)
"""What stands before a form that comes last in the response: "end your answer with the JSON"."""


@cache
def _demanding() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?:\b(?:in|as|into|using|with|use|to|be|is|output|outputs|return|returns|produce|"
        r"produces|generate|generates|create|creates|provide|write|give|print|emit|respond with|"
        r"reply with|list|format|formatted|present|only|just|valid|strictly|a|an|the|containing|"
        r"follow|following|deliver|render|answer with|consists of)|:)"
        r"(?: (?:a|an|the|only|just|valid|properly|correctly|syntactically|strict|strictly|raw|pure|clean|proper|well|"
        r"formed|python|javascript|typescript|java|bash|shell|css|rust|go|single|simple|plain|correct|standard|formatted|human|readable|very|short|concise|"
        r"following|structured|complete|this|your|output|response|results?|answer|format|parsable|"
        r"parseable|minified|markdown|line|github|one|github flavored|executable|numbered|bulleted|"
        r"nested|comma separated|flat|basic|unordered|well structured|array of|of|\d+|clear|neat|tidy|labeled|"
        r"labelled|organized|organised|readable|compact|brief|exactly (?:one|1)|corresponding|required|specified|"
        r"exact|and|between|,))*)$"
    )


def _named_form(clause: Clause, found: re.Match[str]) -> str:
    """Return the form that a clause names at a match."""
    form = lexicon().forms[found["name"]]
    return "JSON block" if form == "JSON" and _COMES_LAST.search(clause.text[: found.start()]) else form


_LAID_OUT: Final = frozenset(
    {"format", "form", "object", "response", "output", "answer", "reply", "text", "schema", "structure", "syntax",
     "dict", "dictionary", "array", "tuple", "template"}
)  # fmt: skip
"""Nouns behind a form that stand for the response."""
_GIVEN_ONE: Final = re.compile(r"\b(?:the|this|that|these|using|with) (?:[a-z]+ )?$")


def _known_behind(form: str, before: str) -> Container[str]:
    """Return the nouns behind a form that stand for the response: of data also what is written, "a JSON report"."""
    is_written = form in _DATA and _GIVEN_ONE.search(before) is None
    return {*_LAID_OUT, "payload", *lexicon().words("nouns", "written")} if is_written else _LAID_OUT


_WORKED_ON: Final = re.compile(
    r"\b(?:transform|convert|translat|pars|analy[sz]|clean|chang|rewrit|review|evaluat|inspect|examin|read|fix|correct|"
    r"improv|simplif|explain|summari[sz]|interpret|validat|check|debug|describ)(?:e|es|ed|ing|s|y|ies|ying)? "
    r"(?:the |this |that |a |an )(?:[a-z]+ )?$"
)
"""What stands before a form that is there already, of which something else is made: "turn the table into prose"."""
_GIVEN_SO: Final = re.compile(
    r"\b(?:is|are|was|were|will be) (?:shown|given|provided|listed|presented|supplied) (?:to you )?"
    r"(?:below|above|here|next|as follows)\b[^.;]* (?:in|as) (?:a |an |the )?$"
)
"""What the prompt brings, before the form that it has: "the orders are listed below as"."""
_MARKED_UP: Final = frozenset({"bullets", "numbered", "list", "table", "code"})
_POINTED_OUT: Final = re.compile(r"\b(?:for|of|inside|within|into|to|from|outside) the(?: [a-z]+)? $")
"""What stands before a form that is there already: "the extension of the code blocks"."""

_BETWEEN_THESE: Final = re.compile(
    r"(?!.*\b(?:put|wrap|enclose|place|surround|write|return|output|format|provide|give|include)\b).*"
    r"\b(?:between|inside|within) the (?:triple|3|⟦)"
)
"""Marks in which the prompt brings something: "translate the text between the triple backticks"."""


@cache
def _looks_at() -> re.Pattern[str]:
    """Return what matches a clause that only says what to read: "Review the examples, which are in JSON"."""
    produce = {*lexicon().words("verbs", "produce")}
    reading = any_of(verb for verb in lexicon().words("verbs", "think") if verb not in produce)
    return re.compile(rf"^(?:please |first |then )*{reading}\b(?!.*\b(?:and|then|,) {any_of(produce)}\b)")


@cache
def _producing() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{lexicon().verb('produce')}|{lexicon().alternation('nouns', 'response')}|format|"
        rf"formatted|structured|must be|should be)\b"
    )


def forms_in(clause: Clause) -> Iterator[tuple[str, int, int]]:
    """Yield the forms that a clause asks for, with their places; what is ruled out or only an example is left out."""
    for found in _form_names().finditer(clause.text):
        form = _named_form(clause, found)
        before, after = clause.text[: found.start()], clause.text[found.end() :]
        if "format" in found["name"] and re.match(
            r" (?:(?:shown|given|specified|described|defined) )?(?:below|above)\b", after
        ):
            after = ""
        is_first = form in _EXCLUSIVE and _FIRST_OF_TWO.search(clause.normal.text) is not None
        if (
            is_first
            or is_alternative(clause.text, *found.span())
            or clause.negated(found.start())
            or exemplified().search(before)
            or names_another(after, _known_behind(form, before))
        ):
            continue
        if re.match(
            r" ?(?:keys?|fields?|schema (?:description|provided)|files? (?:below|above|provided)|"
            r"input|data (?:below|above|provided)|below|above|provided|given|that you|you (?:are|were)"
            r"|with the (?:following )?(?:data|input)|injection|query (?:below|above)|of contents|"
            r"parser|or)\b| (?:⟦\d+⟧ )?(?:tags?|elements?)\b",
            after,
        ):
            continue
        if re.search(
            r"\b(?:the following|given|provided|input|from|this|each|every|read|parse|parsing|about|at an?|at the|"
            r"for|their|of the|based on(?: an?| the)?|existing|above|inside|per|like|or|than|database|execute|run|"
            r"(?:provided|given|specified|defined|described|listed|found|set) in the|readable (?:in|as)|"
            r"(?:from|about|parse|parses|read|reads|scrape) (?:an?|the|this|any|some|raw)) $",
            f"{before.rstrip()} ",
        ) and not re.search(
            r"(?<!present )(?<!contained )(?<!given )(?<!stated )(?<!found )\b(?:in|as|return|output|using) "
            r"(?:the following|this) $",
            f"{before.rstrip()} ",
        ):
            continue
        is_there = form in _MARKED_UP and (
            _POINTED_OUT.search(before)
            or re.match(r" ?/ ?[a-z]", after)
            or (form == "code" and before.endswith(" the "))
        )
        if is_there:
            continue
        if (form == "list" and found["name"] != "markdown list") or found["name"].endswith("code blocks"):
            continue  # "as a list" is said of any part; "fenced code blocks" of code, where there is any
        if form == "Python" and not re.search(
            r"\b(?:only|return|output|write|generate|valid|respond|reply|produce)\b", before
        ):
            continue
        is_given = _WORKED_ON.search(before) or _GIVEN_SO.search(before)
        if _looks_at().match(clause.text) or is_given:
            continue
        demand = _demanding().search(before.rstrip())
        if demand is None and not (
            before.strip() == "" and re.match(r" ?(?:only|format|object|array|output|,|$)", after)
        ):
            continue
        if (
            _producing().search(clause.text) is None
            and _producing().search(clause.before) is None
            and before.strip() not in ("", "only", "just", "strictly")
        ):
            continue
        yield form, found.start() if demand is None else demand.start(), found.end()


_DATA: Final = frozenset({"JSON", "CSV", "XML", "YAML"})
"""Forms that hold what stands before them: "return the names and dates as JSON"."""


def _part_of(clause: Clause, form: str, start: int) -> Part | None:
    """Return what is of a form; of data what comes behind it is inside: "a JSON list where every element has"."""
    part = part_at(clause, start)
    is_inside = part is None or part.each
    if form == "table" and part is not None and part.each:
        return clause.part  # "estimates per task as a table" are one table
    return clause.part if form in _DATA and is_inside and _OF_EACH.search(clause.text, 0, start) is None else part


_OF_EACH: Final = re.compile(r"\b(?:each|every|per|all|any)\b")
_OF_PLACE: Final = re.compile(
    r"\b(?:section|column|field|key|(?:each|every)\b(?! (?:response|answer|reply|output|message)\b)|except|"
    r"headers?|attribute)\b"
)


def named_or_whole(clause: Clause, at: int, form: str = "") -> bool:
    """Whether a form is demanded of the whole response, as far as the clause says."""
    if form in _DATA:
        return _OF_PLACE.search(clause.text[:at][-60:]) is None
    return (
        re.search(
            r"\b(?:section|column|field|key|(?:each|every)\b(?! (?:response|answer|reply|output|message)\b)|"
            r"explanation|part|links?|titles?|dates?|names?|"
            r"except|headers?|attribute)\b",
            clause.text[:at][-60:],
        )
        is None
    )
