"""What the response is as a whole: JSON, CSV, a list, plain text, one language, one case; and nothing beside it."""

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from spade_core.constraints.clause import MORE_FOLLOWS, Clause, exemplified, is_alternative, names_another
from spade_core.constraints.constraint import Constraint, Match, kind
from spade_core.constraints.part import WHOLE, Part, each_of, literal, quoted
from spade_core.constraints.parts import inside_of, last_named, part_at, subject_part
from spade_core.constraints.whole import is_labelled
from spade_core.language import any_of, forms_of, lexicon
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
_ALONE: Final = {
    "JSON": "only_json({part})",
    "CSV": "is_csv({part})",
    "XML": "is_xml({part})",
    "SQL": "is_sql({part})",
    "LaTeX": "is_latex({part})",
    "table": "only_table({part})",
    "bullets": "only_list({part})",
    "numbered": "only_list({part})",
    "HTML": "is_html({part})",
    "YAML": "is_yaml({part})",
    "number": "is_number({part})",
    "Python": "is_python({part})",
    "code": "only_code({part})",
}
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
    """Yield that JSON parses, where a clause rules out what would stand in the way: "no trailing commas"."""
    for found in _SYNTAX.finditer(clause.text) if clause.around.form == "JSON" else ():
        if clause.negated(found.start()):
            yield Match(cls("JSON"), found.start(), found.end())


_SYNTAX: Final = re.compile(r"\btrailing commas?\b|\bsingle quotes\b|\bcomments \( // \)")
"""What JSON that parses has none of."""


@kind
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
            is_fence = is_fence and not is_edge and not clause.negated(found.start())
            if is_fence and clause.part == WHOLE and not clause.around.is_data:
                yield Match(cls("code"), found.start(), found.end())
        yield from _parsable(cls, clause)
        for form, start, end in forms_in(clause):
            part = _part_of(clause, form, start)
            if part is not None and part.each and form in ("bullets", "numbered", "list"):
                part = inside_of(clause)
            of_call = clause.around.turn_ends  # what a call holds, where not each response is one
            of_label = form in _OF_TEXT and is_labelled(clause)
            if part is None or (part == WHOLE and (of_call or of_label or not named_or_whole(clause, start, form))):
                continue
            is_value = clause.around.is_data and _ALL_OF_IT.search(clause.text) is None
            if form == "plain" and (clause.around.form in _LAYOUTS or is_value):
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
            in_block = form == "JSON" and part == WHOLE and (clause.around.form == "JSON block" or clause.around.turn)
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
    return re.compile(
        rf"(?<![\w⟦])(?P<name>{any_of(lexicon().forms)}|(?P<dialect>⟪\d+⟫) (?:sql )?quer(?:y|ies))(?![\w⟧])"
    )


_OF_DIALECT: Final = re.compile(r"(?i)dialect|sql|database|(?:^|_)db(?:_|$)")
"""How a placeholder is called that names a dialect of SQL: "{dialect} query"."""


_COMES_LAST: Final = re.compile(
    r"\b(?:end|ends|finish|conclude|close)\b[^.;:]{0,40} with (?:(?:a|an|the|one|1|your|this|single|valid) )*$|"
    r"\bbefore (?:you )?[a-z]+ (?:(?:a|the|your|this|final|valid) )*$"
)
"""What stands before a form that comes last in the response: "end your answer with the JSON"."""


def _named_form(clause: Clause, found: re.Match[str]) -> str:
    """Return the form that a clause names at a match; "" for a placeholder that stands for something else."""
    if not found["dialect"]:
        form = lexicon().forms[found["name"]]
        return "JSON block" if form == "JSON" and _COMES_LAST.search(clause.text[: found.start()]) else form
    return "SQL" if _OF_DIALECT.search(clause.normal.field(found["dialect"])) else ""


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
        r"parseable|minified|markdown|github|one|github flavored|executable|numbered|bulleted|"
        r"nested|comma separated|flat|basic|unordered|well structured|array of|of|\d+|clear|neat|tidy|labeled|"
        r"labelled|organized|organised|readable|compact|brief|exactly (?:one|1)|corresponding|required|specified|"
        r"exact|and|between|,))*)$"
    )


_LAID_OUT: Final = frozenset(
    {"format", "form", "object", "response", "output", "answer", "reply", "text", "schema", "structure", "syntax",
     "dict", "dictionary", "array", "tuple", "template"}
)  # fmt: skip
"""Nouns behind a form that stand for the response."""
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
_OR_ELSE: Final = re.compile(r" ?,? or (?:(?:just|simply|only|the word|return|with|write|say) )*⟦\d+⟧")
"""What says behind a form that something else does as well: "a code block or ⟦0⟧"."""
_ANEW: Final = re.compile(r" , (?:in|as) (?:(?:a|an|valid) )*$")
"""What begins anew behind something ruled out, before a form: "without comments, in"."""
_BESIDE_THE_REST: Final = re.compile(r"\b(?:to accompany|alongside|along with|together with|in addition to)\b")
"""What says behind a form that the response has something else, too."""
_LEANS: Final = re.compile(r"\b(?:bias|lean|tend) (?:toward|towards|to)\b")
"""What only leans to a form."""
_MARKED_UP: Final = frozenset({"bullets", "numbered", "list", "table", "code"})
_POINTED_OUT: Final = re.compile(r"\b(?:for|of|inside|within|into|to|from|outside) the(?: [a-z]+)? $")
"""What stands before a form that is there already: "the extension of the code blocks"."""


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
            or not form
            or is_alternative(clause.text, *found.span())
            or (clause.negated(found.start()) and _ANEW.search(before) is None)
            or exemplified().search(before)
            or names_another(after, _LAID_OUT)
            or _BESIDE_THE_REST.search(after)
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
        ) and not re.search(r"\b(?:in|as|return|output|using) (?:the following|this) $", f"{before.rstrip()} "):
            continue
        is_there = form in _MARKED_UP and (
            _POINTED_OUT.search(before)
            or re.match(r" ?/ ?[a-z]", after)
            or (form == "code" and before.endswith(" the "))
        )
        if is_there or (form == "HTML" and after.startswith((" formatting", " markup"))):
            continue
        if (form == "list" and found["name"] != "markdown list") or found["name"].endswith("code blocks"):
            continue  # "as a list" is said of any part; "fenced code blocks" of code, where there is any
        if form == "Python" and (
            re.match(r" (?:style|like|literal)\b", after)
            or not re.search(r"\b(?:only|return|output|write|generate|valid|respond|reply|produce)\b", before)
        ):
            continue
        is_given = _WORKED_ON.search(before) or _GIVEN_SO.search(before) or _LEANS.search(before)
        if _looks_at().match(clause.text) or is_given or _OR_ELSE.match(after):
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


@kind
@dataclass(frozen=True, slots=True)
class Alone(Constraint):
    """Nothing stands beside the content that is asked for."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    form: str
    """What the content is; "" when the prompt does not say: then only a preamble and closing remarks are seen, and of
    a "letter" only a preamble.
    """
    choices: tuple[str, ...] = ()

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield that nothing else is wanted, however it is said."""
        if clause.conditional or clause.around.turn:
            return
        yield from cls._by_value(clause)
        form = clause.around.form
        beside = _beside_a_form().search(clause.text)
        if form in ("", "list") and beside is not None:
            form = {"list": "bullets"}.get(lexicon().forms[beside["form"]], lexicon().forms[beside["form"]])
        if form in _NAMED_AS and re.search(rf"\b(?:{_NAMED_AS[form]})\b", clause.text) is None:
            form = ""
        if clause.part not in (WHOLE, clause.around.text):
            return
        lead = "not " if clause.led_by_negation else ""
        text = lead + clause.text
        for pattern in (_only(), _nothing_else(), _nothing_beside(), _unexplained()):
            if pattern is _unexplained() and (clause.around.choices or clause.around.form not in _ALONE):
                continue
            for found in pattern.finditer(text):
                start, end = max(0, found.start() - len(lead)), found.end() - len(lead)
                if pattern is _nothing_beside() and not clause.negated(end - 1):
                    continue
                turned = found.group().startswith("without") and clause.negated(start)
                turned = turned or (found.group().endswith("comments") and _OF_CODE.search(text) is not None)
                turned = turned or (pattern is _nothing_beside() and _WITHIN.match(text, found.end()) is not None)
                turned = turned or _BARE_TEXT.fullmatch(text, found.start()) is not None
                if turned or (pattern is _only() and _NEVER.search(text[: found.start()])):
                    continue
                if _restricts_another(text, *found.span()):
                    continue
                choices = () if _OF_A_TEXT.search(_OTHER_TEXT.sub("", clause.text)) else clause.around.choices
                form = "letter" if form == "" and not _LETTERS.isdisjoint(clause.around.written) else form
                yield Match(cls("choice", choices) if choices else cls(form), start, end)

    @classmethod
    def _by_value(cls, clause: Clause) -> Iterator[Match]:
        """Yield that the response is read as JSON, or is one number."""
        if (found := parsed_in(clause)) is not None:
            yield Match(cls("JSON"), found.start(), found.end())
        if clause.around.form == "number" and (number := _JUST_A_NUMBER.fullmatch(clause.text)) is not None:
            yield Match(cls("number"), number.start(), number.end())
        bare = _unexplained().search(clause.text) if _are_numbers(clause.around.choices) else None
        if bare is not None and _OF_CHOICE.match(clause.text, bare.end()) is not None:
            yield Match(cls("number"), bare.start(), bare.end())

    def describe(self) -> str:
        """Return "the response is JSON and nothing else"."""
        if self.choices:
            return f"the response is {quoted(self.choices, 'or')}, or several of them, and nothing else"
        if self.form in _ALONE:
            return f"the response is {form_words(self.form)} and nothing else"
        return f"the response has no preamble{'' if self.form == 'letter' else ' and no closing remarks'}"

    def source(self) -> str:
        """Return ``only_json(response)``."""
        if self.choices:
            return f"all(is_one_of(each, {literal(self.choices)}) for each in entries_of(response))"
        if self.form in _ALONE:
            return WHOLE.test(_ALONE[self.form])
        return "no_preamble(response)" if self.form == "letter" else "no_preamble(response) and no_closing(response)"

    @property
    def topic(self) -> Hashable:
        """That of the form, which it asks for too; of choices that of the others of the whole response."""
        return CHOSEN if self.choices else Form(self.form).topic

    def implies(self, other: Constraint) -> bool:
        """Whether it is the form too."""
        return self == other or (
            isinstance(other, Form) and other.form == self.form and other.part == WHOLE and self.form in _ALONE
        )


def _are_numbers(choices: tuple[str, ...]) -> bool:
    return choices != () and all(map(str.isdigit, choices))


_OF_CHOICE: Final = re.compile(
    r"(?: (?:or|and) [a-z]+)?(?: (?:your|the|this|it|yourself)(?: [a-z]+)?)?(?: further| in any way)? ?(?:$|[.,;!)])"
)
"""What follows "do not explain" that says nothing else is written than the choice: "your choice"."""
_JUST_A_NUMBER: Final = re.compile(
    r"(?:please |always )*(?:return|output|give(?: me)?|respond with|reply with|answer with|respond as|answer as|"
    r"(?:the|your) (?:output|response|answer|reply) (?:must|should|has to) be) "
    r"(?:an|one|1|a)(?: single)? (?:(?:valid|positive|non ?-? ?negative|whole) )*(?:integer|whole number|float|"
    r"decimal number) ?[.]?"
)
"""A clause that says nothing but that the response is a number: "return an integer"."""
CHOSEN: Final = "choice", WHOLE
"""What all speak of that say from what the whole response is chosen."""


def parsed_in(clause: Clause) -> re.Match[str] | None:
    """Return where a clause says that the response is read as JSON."""
    found = _PARSED.search(clause.text)
    if found is None or clause.excepted or clause.negated(found.start()):
        return None
    return found if part_at(clause, found.start()) in (WHOLE, clause.around.text) else None


_NAMED_AS: Final = {"bullets": "list|bullets?|items", "numbered": "list|items", "table": "table", "code": "code"}
"""How a clause names a form of which it says that nothing stands beside it."""


@cache
def _beside_a_form() -> re.Pattern[str]:
    """Return what matches beside which form nothing stands: "nothing before or after the list"."""
    return re.compile(
        rf"\b(?:before|after|outside|around|besides|beyond)(?: (?:or|and) (?:before|after|outside|around|below))?"
        rf"(?: (?:of|the|this|your|that))* (?P<form>{any_of(lexicon().forms)})(?!\w)"
    )


_BARE_TEXT: Final = re.compile(r"(?:no|without) (?:any )?text ?[.,;!]?")
"""What is asked of a picture."""
_WITHIN: Final = re.compile(
    r" ?only\b(?! ?[.,]| (?:the|a|an)\b)| (?:in|inside|within) (?:(?:the|your|any) )?(?:code|fence|script|function)\b"
)
"""What stands behind what is ruled out of a part: "no comments in the code block", "no text-only responses"."""
_OF_CODE: Final = re.compile(
    r"\b(?:write|generate|create|output|return|provide) [^.;]*\b(?:code|function|script|program)\b"
)
"""What has comments of its own."""
_OTHER_TEXT: Final = re.compile(r"\b(?:additional|other|extra|further|surrounding|any) text\b")
"""What stands beside a choice."""
_OF_A_TEXT: Final = re.compile(r"\b(?:text|prompt|summary|description|email|story|translation|code)\b")
"""What is no choice, where only that is wanted: "return only the text"."""
_NEVER: Final = re.compile(r"\b(?:never|not) $")
"""What turns the restriction behind it round: "never output only a tool call"."""
_OF_OTHERS: Final = re.compile(
    r"\b(?:we|i|they|he|she|who|users?|readers?|students?|customers?|people)"
    r"(?: (?:will|can|may|should|must|would|do|does|is|are|has|have|had))*(?: (?:have|has|be|been))? $"
)
"""Those whose doing is restricted, not the response: "we only give one file", "the reader has no further questions"."""
_PARSED: Final = re.compile(
    r"\bjson ?\. ?(?:loads|parse)\b|\b(?:parse\w*|parsable|parseable)\b[^.;]{0,40}\bjson\b|\bvalid json\b|"
    r"\b(?:entire|whole|full) (?:response|output|answer|reply)\b[^.;]{0,40}\bjson\b"
)
"""What says that all of the response is JSON, or is read as such, so that nothing stands beside it."""
_LETTERS: Final = frozenset(
    {"email", "e-mail", "letter", "message", "reply", "dialogue", "conversation", "tweet", "post", "script"}
)
"""What is written to somebody, and ends as it likes."""
_ELSEWHERE: Final = re.compile(
    r" (?:of )?(?:these|those|this|that|your|the) (?:[a-z]+ )?(?:tasks?|scope|topics?|domain|role|context|knowledge|"
    r"area|policy|policies|instructions?)\b"
)
"""A field of work, behind "anything outside", which is no text that something stands beside."""
_IN_A_PART: Final = re.compile(
    r" (?:in|into|inside|within) (?:any|the|each|every|a|an|one|your)(?: [a-z]+)? "
    r"(?:fields?|values?|keys?|columns?|cells?)\b|"
    r" ?(?:, (?:no |or )?(?:captions?|letters|logos?|watermarks?)|[^.;]* in the image)\b|"
    r" (?:in|under) (?:the |another |someone else ' s )?(?:name|voice|place|role) of\b|"
    r" in (?:name|place) of\b| (?:for|from) (?:other|another|any other|someone|somebody) "
)
"""What follows where something is kept out of a part or a picture, and not from beside the response."""
_OF_SOURCES: Final = re.compile(
    r"^(?:[a-z]+ ){0,3}?(?:only |solely |just )?(?:use|using|rely|relying|based|"
    r"base)\b[^.;]*\b(?:information|context|sources?|"
    r"data|documents?|text|facts|knowledge|passages?|excerpts?)\b"
    r"|\b(?:only|solely|strictly|exclusively|just) (?:be )?(?:from|based (?:up)?on)\b"
)
"""A restriction of what is drawn on: "only use the given information and nothing more", "answer only from ..."."""
_ONLY_SOME: Final = re.compile(
    r"[^.;,]*\bonly (?:[a-z]+ )?(?:a single |one |1 |\d+ )(?=[a-z])(?!(?:[a-z]+ ){0,3}(?:json|csv|xml|sql|"
    r"html|code|word|number|"
    r"letter|sentence|line|query|label|category|choice|option|list|object|array|digit|token|character|block|name|"
    r"value|string|integer)s?(?= ?(?:$|[.,;:()!—]|(?:and|or|with|without|that|of|in|as|to|for|from|per|at|no)\b)))|"
    r"(?:you |must |should |to |please |always )*(?:only (?:return|output|include|provide|list|generate|extract|"
    r"write|give|state|print|answer with) |(?:return|output|answer|reply|respond|write|give) only (?:with )?)(?:the )?"
    r"(?:[a-z]+s|information|data|content|text)(?: (?:and|or|&) [a-z]+)? (?:for|that|which|whose|if|when|where)\b|"
    r"(?:only|just) the (?:ones?|[a-z]+s) (?:he|she|they|you|that|which|who|whose|if|when|where)\b|"
    r"(?:only|just|simply) (?:return|output|write|give|reproduce) (?:it|the original|the same)\b|"
    r"[^.;,]* (?:at a time|at once|per turn)\b"
)
"""A restriction of what is listed, or of how much at once: "only return summaries for entities that ..."."""


def _restricts_another(text: str, start: int, end: int) -> bool:
    """Whether the restriction at text[start:end] is of something else than what the whole response is."""
    behind = (_ELSEWHERE.match(text, end), _IN_A_PART.match(text, end), MORE_FOLLOWS.search(text, end))
    return any((*behind, _OF_SOURCES.search(text), _OF_OTHERS.search(text[:start]), _ONLY_SOME.match(text, start)))


@cache
def _only() -> re.Pattern[str]:
    lex = lexicon()
    nouns = any_of((*lex.words("nouns", "response"), *lex.words("nouns", "written"), *lex.forms))
    verbs = (
        r"(?:output|outputs|return|returns|respond|reply|provide|give|print|generate|emit|produce|"
        r"answer|write|send|respond with|reply with|answer with)"
    )
    return re.compile(
        rf"\b(?:only|just|solely|exclusively|strictly|nothing but|simply) (?:ever )?{verbs}\b(?! "
        rf"(?:if|when|what|from|about|to|questions|requests|queries)\b)|"
        rf"\b(?:you |must |should |to |please |your |always |can )*{verbs} (?:with |in |as )?"
        rf"(?:only|just|solely|exclusively|strictly|nothing but|nothing except)\b"
        r"(?! (?:[a-z]+ed|if|when|from|about|to|based|using|on|in|for|what|questions)\b)|"
        r"\b(?:your |the )?(?:output|response|answer|reply|result|whole response|entire output)s? "
        r"(?:should|must|has to|is to|shall|will|is|can)(?: be)? (?:only|just|solely|exclusively|"
        r"strictly|nothing but)\b"
        r"(?! (?:be )?(?:within|about|based|from|relevant|limited|related|in (?:line|accordance)|"
        rf"in (?!(?:an? |the |valid |raw |plain )*{any_of(lex.forms)}\b))\b)"
        r"(?: (?:contain|include|be|consist|contains))?|"
        rf"(?:^|[,.;:(] |\b(?:you|and|{nouns}) )(?:should|must|may) (?:only|just|solely) "
        r"(?:contain|consist|output|return|be)\b(?! (?:in the|on|from|at|given|used|made|shown|asked|called)\b)|"
        rf"^{verbs} (?!is |are )(?:the |a |an |your )?(?:[a-z]+ ){{1,7}}only(?= ?[.!)]|$)|"
        r"\bonly say\b(?! (?:if|when|that|so|what|about|to)\b)|"
        rf"^include (?:only|just|nothing but) the (?:[a-z]+ ){{0,2}}{nouns}(?= ?[.!,]|$)|"
        rf"\b{any_of(lex.words('nouns', 'response'))} (?:(?:must|should|can|may|will|shall|has to|is to) )?"
        r"(?:contains?|includes?|consists? of|have|has|holds?) (?:only|just|solely|nothing (?:but|except|other than)) "
        rf"(?:(?:the|a|an|your|one|single) )*(?:[a-z]+ ){{0,2}}(?:code|{nouns})"
        r"(?= ?(?:$|[.,;:()!—]|and no|with no|without))|"
        rf"^{verbs} (?:with |in |as )?(?:the |a |an |your )?(?:[a-z]+ ){{1,5}}alone(?= ?[.!,)]|$)|"
        r"^(?:only|just) (?:the|a|an|your|output|one|raw|valid|pure)\b(?! (?:first|following conditions)\b)"
        r"(?![^.;]* (?:is|are) (?:valid|allowed|permitted|used|relevant|needed|required|considered|available)\b)|"
        r"(?<!from this )(?<!from the )\b(?:json|csv|html|xml|sql|code|list|list of \w+|text|answer|number|word|label|"
        r"name|query|summary|title|translation|string|object|array) only(?= ?[.,:;!?—()]|$| (?:and|with|without|no)\b)"
    )


@cache
def _nothing_else() -> re.Pattern[str]:
    lex = lexicon()
    verbs = any_of(form for verb in (*lex.words("verbs", "put"), "generate", "say") for form in forms_of(verb))
    put = rf"(?:(?:{verbs}|please|ever|also|with|text|of|any|a|single|the|or|and|me|us|user) )*"
    but = r"(?:except|other than|besides|but|beyond|apart from|aside from)"
    return re.compile(
        r"\b(?:and |with )?(?:nothing (?:else|more|other|except|besides|beside|aside|apart|beyond|before|"
        r"after|outside)|"
        r"no(?:thing)? (?!other "
        r"words? (?:should|must|may|can) )(?:other|additional|extra|more|further|surrounding|"
        r"accompanying|introductory|explanatory) (?:text|words?|content|output|"
        r"commentary|comments?|characters?|explanations?|prose|remarks|formatting)|no "
        r"text (?:before|after|outside|other)|without (?:any )?(?:other|additional|extra|further|"
        r"surrounding|introductory|explanatory) \w+|"
        rf"(?:no (?:other )?|(?:not|never) {put}){_TEXT} (?:at all )?{but}|"
        rf"(?:not|never) {put}(?:anything (?:else|except|but|"
        r"other|besides|aside|apart|beyond|more|additional|extra|before|after|outside)|(?:any )?"
        rf"(?:other|additional|extra) {any_of(_texts())}))\b"
    )


_TEXT: Final = r"(?:texts?|words?|content|output|commentary|comments?|prose|remarks|characters)"


@cache
def _texts() -> tuple[str, ...]:
    """Return what stands beside a response, by its names: "text", "commentary"."""
    more = ("text", "texts", "word", "words", "content", "output", "outputs", "characters", "information", "details")
    return (*more, *lexicon().words("beside", "names"))


@cache
def _unexplained() -> re.Pattern[str]:
    """Return what matches that a response which is one value or one notation comes without reasons."""
    return re.compile(
        r"\b(?:do not|never|without|no need to|not need to|not) (?:explain|justify|elaborate|"
        r"comment|give (?:the |any |your )?(?:answer|reasons?|explanations?)|"
        r"explaining(?! (?:how|why|what|that|which)\b)|"
        r"justifying|provide (?:any )?(?:reason|explanation|justification)s?)\b"
    )


@cache
def _nothing_beside() -> re.Pattern[str]:
    names = lexicon().alternation("beside", "names")
    verbs = (
        r"(?:include|including|add|adding|output|outputting|write|give|giving|provide|providing|"
        r"return|use|using|have|append|prepend|produce|insert|put|wrap|generate|print|offer|"
        r"explain|ask)"
    )
    return re.compile(
        rf"\b(?:no|not|never|without|avoid|refrain from|nor|omit|exclude|skip)(?: (?:please|ever|to|need to|need for|"
        rf"also))*(?: {verbs})?(?: (?:any|a|an|the|your|other|further|additional|extra|more|of|"
        rf"kind|kinds|sort|some|unnecessary|introductory|explanatory|such|words|,|or|and|{names}))*? "
        rf"{names}(?=(?: (?:or|and|before|after|outside|around|beyond|besides|beside|other|in|at|"
        r"to|for|of any|of your|—|just|only|whatsoever|please)\b)|"
        r" (?:(?:(?:is|are) )?(?:needed|necessary|required)|(?:should|must|shall|may|is to|are to) be "
        r"(?:included|added|given|provided|output|written))(?= ?(?:[.,;:!)]|$))| ?[,.;:!)/—]|$)"
    )


_OTHER_WORK: Final = re.compile(
    r"\bmore than\b|\b(?:prepar|repeat|repetiti|duplicat|remov|chang|modif|edit|delet|split)[a-z]*\b"
)
"""What is done to a block of code that is there, between what rules it out and its name."""
_BEHIND_FENCE: Final = re.compile(
    r"\b(?:after|before|outside|below|above|beyond|behind)(?: (?:of|the|a|your|any|each|code|markdown))* $"
)
"""What stands before a fence that something else stands beside."""
_FENCE_WITHOUT: Final = re.compile(r"(?: (?:code )?(?:fence|block)s?)? (?:without|that (?:has|have) no|lacking)\b")
"""What says behind a fence which ones are ruled out."""


@kind
@dataclass(frozen=True, slots=True)
class Unfenced(Constraint):
    """No code fence around the response."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield that a fence, a container or backticks are ruled out."""
        if clause.conditional:
            return
        of_data = "markdown|" if clause.is_of_data and clause.around.form != "code" else ""
        of_data += "(?<=in )backticks|" if clause.around.is_json else ""
        for found in re.finditer(
            rf"⟦\d+⟧|\b(?:{of_data}container|fences?|markdown code|code blocks?|"
            rf"codeblocks?|(?:triple|3) backticks)\b",
            clause.text,
        ):
            text = found.group()
            quote = clause.normal.quote(text) if text.startswith("⟦") else "```"
            if not quote.startswith("``") or " without" in quote:
                continue
            if clause.text[: found.start()].endswith(
                ("multiple ", "several ", " in the ", " inside the ", " within the ", "s in your ")
            ):
                continue
            if _BEHIND_FENCE.search(clause.text[: found.start()]) or _FENCE_WITHOUT.match(clause.text, found.end()):
                continue
            said = [each for each in clause.negations() if each[1] <= found.start()][-1:]
            if said and _OTHER_WORK.search(clause.text, said[0][1], found.start()) is not None:
                continue
            if clause.negated(found.start()) and (
                text.startswith("⟦")
                or re.search(
                    r"\b(?:json|code|markdown|wrap\w*|in|use|output|include|md|surround\w*|enclos\w*)\b", clause.text
                )
            ):
                yield Match(cls(), max(found.start() - 30, 0), found.end())
                return

    def describe(self) -> str:
        """Return "the response is in no code fence"."""
        return "the response has no code fence"

    def source(self) -> str:
        """Return ``not response.strip().startswith("```")``."""
        return 'not response.strip().startswith("```")'


@kind
@dataclass(frozen=True, slots=True)
class InLanguage(Constraint):
    """The natural language of the response."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    name: str
    """By its English name."""
    part: Part = WHOLE
    wanted: bool = True
    field: str = ""
    """The placeholder that holds it, where the prompt does not name it."""

    @property
    def kind_of(self) -> Category:
        """A language that is ruled out is an exclusion."""
        return self.category if self.wanted else Category.EXCLUSION

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the language that a clause asks for or rules out."""
        if clause.conditional or clause.excepted:
            return
        alone = _language_alone().fullmatch(clause.text)
        if alone is not None and clause.part == WHOLE:
            yield Match(cls(lexicon().languages[alone["name"]]), *alone.span())
        for found in _language().finditer(clause.text):
            negated = clause.negated(found.start("name"))
            is_ban = negated and _NO_LANGUAGE.search(clause.text[: found.start("name")]) is None
            if is_ban or _of_another_thing().match(clause.text, found.end()):
                continue
            part = part_at(clause, found.start())
            is_one = MORE_FOLLOWS.search(clause.text) is not None  # of several things
            if part == WHOLE and not negated and (is_one or not _is_said_of_all(clause, found)):
                continue
            if part is not None:
                name = lexicon().languages[found["name"]]
                yield Match(cls(name, part, not negated), found.start(), found.end())
                return
        for found in _language_of_field().finditer(clause.text):
            mark = found["mark"]
            name = clause.normal.field(mark) if mark[0] == "⟪" else clause.normal.quote(mark).strip("{}$ ")
            in_condition = re.search(r"\b(?:if|when|unless) [^,]*$", clause.text[: found.start()]) is not None
            is_language = not in_condition and re.fullmatch(r"(?:\w+_)?lang(?:uage)?(?:_\w+)?", name) is not None
            part = part_at(clause, found.start())
            if is_language and part is not None and not clause.negated(found.start()) and not _CODE.search(clause.text):
                yield Match(cls("", part, field=name), found.start(), found.end())
                return

    def describe(self) -> str:
        """Return "the response is in French"."""
        if self.field:
            return f'{self.part.words} is in the language of "{self.field}"'
        return f"{self.part.words} is {'' if self.wanted else 'not '}in {self.name}"

    def source(self) -> str:
        """Return ``in_language(response, "French")``."""
        if self.field:
            return self.part.test(f"in_language({{part}}, example[{literal(self.field)}])")
        return self.part.test(f"{'' if self.wanted else 'not '}in_language({{part}}, {literal(self.name)})")

    def excludes(self, other: Constraint) -> bool:
        """Whether the other asks for another language, or rules this one out."""
        if not isinstance(other, InLanguage) or self.part != other.part or self.field or other.field:
            return False
        return self.wanted and other.wanted if self.name != other.name else self.wanted != other.wanted


def _is_said_of_all(clause: Clause, found: re.Match[str]) -> bool:
    """Whether a language is asked of the whole response, of which nothing is kept as it is."""
    if _KEPT.search(clause.normal.text):
        return False
    said = clause.text[: found.end()]
    return not clause.around.is_data or _ALL_OF_IT.search(said) is not None


_KEPT: Final = re.compile(
    r"\b(?:keep(?:ing)?(?! (?:an?|it|your)\b)|leave|retain|preserve|original|verbatim|quotes?|"
    r"quotations?|untranslated)\b"
)
_ALL_OF_IT: Final = re.compile(
    r"\b(?:response|output|answer|reply|all|everything|entire|values|language|texts?|respond)\b"
)
_CODE: Final = re.compile(r"\b(?:code|program|programming|function|script|class|comments?)\b")


@cache
def _language_of_field() -> re.Pattern[str]:
    """Return what matches a language that a placeholder holds: "answer in {language}", 'in the "{lang}" language'."""
    lead = (
        r"(?:write|respond|reply|answers?|output|be|response|speak|translate|communicate|summary|summari[sz]e|report|it|"
        r"give|provide|everything|return|explain|describe|content)"
    )
    return re.compile(
        rf"\b{lead}(?: (?:must|should|always|only|be|written|the|your|this|all|text|answer|response|strictly|"
        rf"it|entirely))* "
        rf"(?:in|into)(?: (?:the|only|language|following|:))* (?P<mark>⟪\d+⟫|⟦\d+⟧)"
    )


_NO_LANGUAGE: Final = re.compile(r"\b(?:write|respond|reply|answer|output|speak)\b(?: [a-z]+){0,3} in (?:the )?$")
"""What a ban of a language has before its name: "never answer in"."""


@cache
def _of_another_thing() -> re.Pattern[str]:
    """Return what matches behind a language that is not that of all: "English and French", "English class"."""
    return re.compile(
        rf" ?(?:(?:or|and) (?:in )?(?:{any_of(lexicon().languages)}|your|the|then|their|another)|sentence|"
        r"grammar|words?|name|text|teacher|class|speaker|spelling)\b"
    )


@cache
def _language_alone() -> re.Pattern[str]:
    """Return what matches a clause that is nothing but a language: "English only"."""
    return re.compile(rf"(?:only |strictly )?(?P<name>{any_of(lexicon().languages)})(?: only| please)+ ?[.!]?")


@cache
def _language() -> re.Pattern[str]:
    names = any_of(lexicon().languages)
    lead = (
        r"(?:write|respond|reply|answer|output|written|be|entirely|only|everything|response|use|"
        r"using|translate|translated|speak|communicate|summary|result|poem|letter|essay|it|"
        r"completely|generated|always|text|in)"
    )
    return re.compile(
        rf"(?:^(?:(?:response|output|answer|reply|target|report|summary) )?language ?:|"
        rf"(?:\b{lead}\b(?: [^\s.;,]+){{0,8}}? |^|, |\b(?=using only ))(?:in|into|using|use)|"
        rf"\btranslate(?: [^\s.;,]+){{0,8}}? to)(?: "
        rf"(?:the|only|formal|standard|proper|fluent|natural|clear|correct|idiomatic|good|native|modern|and))*"
        rf" (?P<name>{names})"
        rf"(?: language| only)*(?!\w)"
    )


@kind
@dataclass(frozen=True, slots=True)
class Casing(Constraint):
    """All letters are of one case."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    upper: bool
    part: Part = WHOLE
    language: str = ""
    """The language that the same words ask for: "in English and all lower case"."""

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the case that a clause asks for."""
        if clause.conditional or clause.excepted:
            return
        for found in _cased().finditer(clause.text):
            negated = clause.negated(found.start())
            upper = found["upper"] is not None
            if (
                found["bare"] is not None
                and not negated
                and not (clause.around.is_json and _OF_KEYS.search(clause.text))
                and not re.search(
                    r"\b(?:all|only|entire|entirely|whole|everything|fully|every|full|in|convert|change|turn|transform)\b|"
                    r"\b(?:must|should) be (?=lower|upper)",
                    clause.text[: found.start()][-40:] + clause.text[found.start() : found.end() + 5],
                )
                and not _CASE_ALONE.match(clause.text)
            ):
                continue
            if negated and re.match(
                r" ?(?:, (?:or |and )?|or |and )(?!in\b|use\b|with\b|wrap|make|do\b|your|\d|you\b)",
                clause.text[found.end() :],
            ):
                continue
            if negated and (not upper or "caps" in found.group()):
                continue  # "avoid all caps" leaves capitals at the beginning of words
            if re.search(
                r"\b(?:words?|letters?)(?: be)? (?:with|in|having|that are in|of)?(?: all)? ?$|\b(?:some|few) $",
                clause.text[: found.start("upper")] if upper else clause.text[: found.start()],
            ) or re.search(r"^ ?words\b", clause.text[found.end() :]):
                continue
            part = _cased_part(clause, found.start())
            if (
                part is not None
                and re.match(
                    r" ?(?:words?|highlight|for(?! (?:all |the |each |every |json )*(?:keys?|field names)\b)|"
                    r"where|should|must be less|at least|\d)",
                    clause.text[found.end() :],
                )
                is None
            ):
                language = re.search(rf"\bin {any_of(lexicon().languages)}\b", clause.text)
                name = lexicon().languages[language.group()[3:]] if language is not None else ""
                yield Match(cls(upper != negated, part, name), found.start(), found.end())
                return

    def describe(self) -> str:
        """Return "the response is in lower case"."""
        also = f" and in {self.language}" if self.language else ""
        return f"{self.part.words} is in {'capital letters' if self.upper else 'lower case'}{also}"

    def source(self) -> str:
        """Return ``is_lower(response)``."""
        test = "is_upper({part})" if self.upper else "is_lower({part})"
        return self.part.test(f"{test} and in_language({{part}}, {literal(self.language)})" if self.language else test)

    def excludes(self, other: Constraint) -> bool:
        """Whether the other asks for the other case."""
        return isinstance(other, Casing) and self.part == other.part and self.upper != other.upper


def _cased_part(clause: Clause, at: int) -> Part | None:
    """Return what is in a case: the part that the words right before name, "headings in capitals"; None if unknown."""
    part = part_at(clause, at)
    if clause.around.is_json and _OF_KEYS.search(clause.text) is not None:
        return Part("each key", "all_keys_of(response)", each=True)
    is_another = _OTHER_CASED.search(clause.text[:at]) or _PHRASE_CASED.search(clause.text[:at])
    if part == WHOLE and is_another is not None:
        return None
    subject = _SUBJECT_OF_CASE.fullmatch(re.split(r"[,;:(]| and ", clause.text[:at])[-1].strip())
    if part != WHOLE or subject is None or subject["noun"] in _ALL_LETTERS:
        return part
    named = subject_part(subject["noun"], clause.around)
    is_other = named is not None and named.source == "entries_of(response)" and " " in subject["noun"]
    return None if is_other else named


_PHRASE_CASED: Final = re.compile(r"⟦\d+⟧ (?:(?:is |be |written |always |must ))*(?:in )?(?:all )?$")
"""A phrase in front of the case that it has itself: 'use "GIST" in capital letters'."""
_OTHER_CASED: Final = re.compile(
    r"\b(?:containing|contains?|includ(?:es?|ing)|with|has|having|and) (?:the|a|an) (?:[a-z]+ ){0,3}"
    r"(?!(?:answer|response|output|reply|text|word|letter|summary|title|email|poem|post|all|entirely|only|is|are|be)\b)"
    r"[a-z]+ $"
)
"""A piece of what is written, which is in a case: "the name of the table and the type in upper case"."""
_SUBJECT_OF_CASE: Final = re.compile(
    r"(?:the |all |your |every )?(?P<noun>(?:[a-z]+ )?(?:[a-z]+s|title|headline|heading|subject|slug|name))"
    r"(?: (?:must|should|has to|have to|is|are|be|written|in|all))*"
)
_ALL_LETTERS: Final = frozenset({"letters", "characters", "words"})
"""What is all of the response where it stands before a case."""
_CASE_ALONE: Final = re.compile(
    r"(?:please |always )*(?:use|write|keep(?: it| everything)?) (?:lower ?case|upper ?case)(?: letters)? ?(?:$|[,.;])"
)
"""A clause that says nothing but the case: "use lowercase"."""


@cache
def _cased() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?P<lower>(?:all |only |in |entirely |english and in all )*(?:lower ?case|lower case "
        r"letters|small letters))|(?P<upper>(?:in )?(?:all |only |any |english and in all |"
        r"entirely )*(?:upper ?case|capital letters|all caps|capitals|full caps|block letters)))"
        r"(?P<bare>)(?: letters?)?(?!\w)"
    )


@kind
@dataclass(frozen=True, slots=True)
class Written(Constraint):
    """Names or titles are written in a style: Title Case, snake_case."""

    category: ClassVar[Category] = Category.RESPONSE_FORMAT
    style: str
    part: Part

    @classmethod
    def read(cls, clause: Clause) -> Iterator[Match]:
        """Yield the styles that a clause asks for, with what is written so."""
        if clause.conditional or clause.excepted or "case" not in clause.text:
            return
        for found in _STYLED.finditer(clause.text):
            style = _STYLES[re.sub(r"[ _]?case", "", found.group())]
            part = None if clause.negated(found.start()) else _written_part(clause, found, style)
            if part is not None:
                yield Match(cls(style, part), found.start(), found.end())

    def describe(self) -> str:
        """Return 'each key is in snake_case'."""
        return f"{self.part.words} is in {self.style}"

    def source(self) -> str:
        """Return ``is_title_case(title(response))``."""
        is_title = self.style == "Title Case"
        return self.part.test("is_title_case({part})" if is_title else f"in_case({{part}}, {literal(self.style)})")

    def excludes(self, other: Constraint) -> bool:
        """Whether the other asks for another style of the same."""
        return isinstance(other, Written) and self.part == other.part and self.style != other.style


_STYLES: Final = {
    "title": "Title Case",
    "snake": "snake_case",
    "kebab": "kebab-case",
    "camel": "camelCase",
    "pascal": "PascalCase",
}
_STYLED: Final = re.compile(rf"\b(?:{'|'.join(_STYLES)})[ _]?case\b")
_OF_KEYS: Final = re.compile(r"\b(?:keys?|field names|property names|attribute names)\b")


def _written_part(clause: Clause, found: re.Match[str], style: str) -> Part | None:
    """Return what is written in a style; None where that is not sure."""
    around = clause.around
    if style == "Title Case" and re.search(r"\b(?:headings|headers|subheadings)\b", clause.text):
        return each_of("headings_of", "heading")
    if style == "Title Case" and not around.keys:
        is_title = around.written != () and set(around.written) <= {"title", "headline"}
        return WHOLE if is_title else Part("the title", "title(response)", named="title")
    if around.is_json and _OF_KEYS.search(clause.text):
        return Part("each key", "all_keys_of(response)", each=True)
    part = last_named(clause, 0, found.start()) or clause.part
    if part == WHOLE and style != "Title Case":
        subject = _SUBJECT_OF_CASE.fullmatch(re.sub(r"^each ", "all ", clause.text[: found.start()].strip()))
        part = subject_part(f"all {subject['noun']}", around) or part if subject is not None else part
    return part if part.each else None
