"""Nothing stands beside what is asked for: no other text, no preamble, no code fence."""

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from spade_core.constraints.clause import MORE_FOLLOWS, Clause
from spade_core.constraints.constraint import Constraint, Match
from spade_core.constraints.forms import Form, form_words
from spade_core.constraints.part import WHOLE, literal, quoted
from spade_core.constraints.parts import part_at
from spade_core.language import any_of, forms_of, lexicon
from spade_core.taxonomy import Category

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
        if form in _NAMED_AS and re.search(rf"\b(?:{_NAMED_AS[form]})\b", clause.text) is None:
            form = ""
        if clause.around.elements and form == "JSON":
            form = ""  # which stands in one of these
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
                if turned or _BARE_TEXT.fullmatch(text, found.start()) is not None:
                    continue
                if _restricts_another(text, *found.span()):
                    continue
                choices = () if _OF_A_TEXT.search(_OTHER_TEXT.sub("", clause.text)) else clause.around.choices
                is_open = _OPENING.search(text[: found.end()]) and not _OR_MORE.match(text, found.end())
                is_open = is_open or not _LETTERS.isdisjoint(clause.around.written)
                bare = "letter" if form == "" and is_open else form
                yield Match(cls("choice", choices) if choices else cls(bare), start, end)

    @classmethod
    def _by_value(cls, clause: Clause) -> Iterator[Match]:
        """Yield that the response is read as JSON, or is one number."""
        if not clause.around.elements and (found := parsed_in(clause)) is not None:
            yield Match(cls("JSON"), found.start(), found.end())
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


_OPENING: Final = re.compile(
    r"\b(?:no|not|without|avoid|skip|omit)(?: [a-z]+){0,3} (?:preambles?|introductions?|openings?)$"
)
_OR_MORE: Final = re.compile(r" ?(?:,|/|or|and)(?! (?:just|start|begin|go|get|jump|directly)\b)")
"""What says behind an opening that is ruled out what else is."""


def _are_numbers(choices: tuple[str, ...]) -> bool:
    return choices != () and all(map(str.isdigit, choices))


_OF_CHOICE: Final = re.compile(
    r"(?: (?:or|and) [a-z]+)?(?: (?:your|the|this|it|yourself)(?: [a-z]+)?)?(?: further| in any way)? ?(?:$|[.,;!)])"
)
"""What follows "do not explain" that says nothing else is written than the choice: "your choice"."""
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


_BARE_TEXT: Final = re.compile(r"(?:no|without) (?:any )?text ?[.,;!]?")
"""What is asked of a picture."""
_WITHIN: Final = re.compile(
    r" ?only\b(?! ?[.,]| (?:the|a|an)\b)| (?:in|inside|within|to) (?:(?:the|your|any) )?(?:code|fence|script|"
    r"function)\b"
)
"""What stands behind what is ruled out of a part: "no comments in the code block", "no text-only responses"."""
_OF_CODE: Final = re.compile(
    r"\b(?:write|generate|create|output|return|provide) [^.;]*\b(?:code|function|script|program)\b|"
    r"\b(?:code|function|script|program|query) (?:must|should|has to|has|may) (?:have|contain|include)?"
)
"""What has comments of its own."""
_OTHER_TEXT: Final = re.compile(r"\b(?:additional|other|extra|further|surrounding|any) text\b")
"""What stands beside a choice."""
_OF_A_TEXT: Final = re.compile(r"\b(?:text|prompt|summary|description|email|story|translation|code)\b")
"""What is no choice, where only that is wanted: "return only the text"."""
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
    return any((*behind, _OF_SOURCES.search(text), _ONLY_SOME.match(text, start)))


@cache
def _only() -> re.Pattern[str]:
    lex = lexicon()
    nouns = any_of((*lex.words("nouns", "response"), *lex.words("nouns", "written"), *lex.forms))
    verbs = (
        r"(?:output|outputs|return|returns|respond|reply|provide|give|print|generate|emit|produce|"
        r"answer|write|send|respond with|reply with|answer with)"
    )
    some = r"(?! (?:the )?(?:most|best|top|relevant|necessary|meaningful|those)\b)"
    return re.compile(
        rf"\b(?:only|just|solely|exclusively|strictly|nothing but|simply) (?:ever )?{verbs}\b{some}(?! "
        rf"(?:if|when|what|from|about|to|questions|requests|queries)\b)|"
        rf"\b(?:you |must |should |to |please |your |always |can )*{verbs} (?:with |in |as )?"
        rf"(?:only|just|solely|exclusively|strictly|nothing but|nothing except)\b{some}"
        r"(?! (?:[a-z]+ed|if|when|from|about|to|based|using|on|in|for|what|questions)\b)|"
        r"\b(?:your |the )?(?:output|response|answer|reply|result|whole response|entire output)s? "
        r"(?:should|must|has to|is to|shall|will|is|can)(?: be)? (?:only|just|solely|exclusively|"
        r"strictly|nothing but)\b"
        r"(?! (?:be )?(?:within|about|based|from|relevant|limited|related|in (?:line|accordance)|"
        rf"in (?!(?:an? |the |valid |raw |plain )*{any_of(lex.forms)}\b))\b)"
        r"(?: (?:contain|include|be|consist|contains))?|"
        rf"(?:^|[,.;:(] |\b(?:you|and|{nouns}) )(?:should|must|may) (?:only|just|solely) "
        r"(?:contain|consist|output|return|be)\b(?! (?:in the|on|from|at|given|used|made|shown|asked|called)\b)|"
        rf"^{verbs} (?!is |are |from |using |based |about |on |to |in "
        rf"(?!(?:an? |the |valid |raw |plain )*{any_of(lex.forms)}\b))(?:the |a |an |your )?"
        r"(?:[a-z]+ ){1,7}only(?= ?[.!)]|$)|"
        r"\bonly say\b(?! (?:if|when|that|so|what|about|to)\b)|"
        rf"^include (?:only|just|nothing but) the (?:[a-z]+ ){{0,2}}{nouns}(?= ?[.!,]|$)|"
        rf"\b{lex.alternation('nouns', 'response')} (?:(?:must|should|can|may|will|shall|has to|is to) )?"
        r"(?:contains?|includes?|consists? of|have|has|holds?) (?:only|just|solely|nothing (?:but|except|other than)) "
        rf"(?:(?:the|a|an|your|one|single) )*(?:[a-z]+ ){{0,2}}(?:code|{nouns})"
        r"(?= ?(?:$|[.,;:()!—]|and no|with no|without))|"
        rf"^{verbs} (?:with |in |as )?(?:the |a |an |your )?(?:[a-z]+ ){{1,5}}alone(?= ?[.!,)]|$)|"
        r"^(?:only|just) (?:the|a|an|your|output|one|raw|valid|pure)\b(?! (?:first|following conditions)\b)"
        r"(?![^.;]* (?:is|are) (?:valid|allowed|permitted|used|relevant|needed|required|considered|available)\b)|"
        r"(?<!from this )(?<!from the )\b(?:json|csv|html|xml|sql|code|list|list of \w+|(?<!plain )text|answer|"
        r"number|word|label|name|query|"
        r"summary|title|translation|string|object|array) only(?= ?[.,:;!?—()]|$| (?:and|with|without|no)\b)"
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
        rf"surrounding|introductory|explanatory) (?:{any_of(_texts())}|formatting|ado)|"
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
        rf"kind|kinds|sort|some|introductory|explanatory|pre|post|such|words|,|or|and|{names}))*? "
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
_FENCE_WITHOUT: Final = re.compile(
    r"(?: (?:code )?(?:fence|block)s?)? (?:without|that (?:has|have) no|lacking|(?:outside|beyond) (?:of )?the)\b"
)
"""What says behind a fence which ones are ruled out."""


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
            if text.startswith("code") and clause.text[: found.start()].endswith("⟧ "):
                continue  # those of one language
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
