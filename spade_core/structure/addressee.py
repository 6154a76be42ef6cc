"""Whom a sentence speaks of: the response, or the input, the work before it, the model's role, a reader of the prompt.

The rules stand in one list and the first that knows decides. Each looks at one thing: the kind of line, the words it
begins with, what it is said under. A sentence that no rule places is left alone.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from spade_core.deltas import SentenceKind
from spade_core.language import OTHER, any_of, lexicon, spoken
from spade_core.structure.samples import is_code
from spade_core.structure.structure import Addressee, Area, Placed, area_of
from spade_core.structure.told import addressee_in
from spade_core.text import word_set


@dataclass(frozen=True, slots=True)
class _Said:
    """What the rules look at."""

    text: str
    kind: SentenceKind
    area: Area
    lead: str
    """The lead-in right above; "" where there is none."""
    follows: bool = False
    """Whether it stands behind the sentence that an item begins with."""


def addressee_of(placed: Placed) -> Addressee:
    """Return whom a sentence speaks of."""
    if placed.shown or _OF_CHAT.match(placed.sentence.text) or is_code(placed.sentence.text):
        return Addressee.NOTHING
    language = spoken(placed.sentence.text)
    if language not in ("en", OTHER):
        return addressee_in(placed, language)
    lead = placed.lead.text if placed.lead is not None else ""
    sentence = placed.sentence
    follows = sentence.kind is SentenceKind.LIST_ITEM and _MARKER.match(sentence.text) is None
    return _addressee(placed.normal.text.strip(), sentence.kind, placed.area, lead, follows=follows)


_MARKER: Final = re.compile(r"\s*(?:[-*+•·✓✗❌✅]|\(?(?:\d{1,3}|[a-zA-Z])[.)])")


@lru_cache(maxsize=8192)
def _addressee(text: str, kind: SentenceKind, area: Area, lead: str, *, follows: bool = False) -> Addressee:
    numbered = _NUMBERED.match(text)
    if numbered is not None and is_instruction(text[numbered.end() :]):
        text = text[numbered.end() :]
    said = _Said(_quality().sub("", _PREFIX.sub("", text)), kind, area, lead, follows)
    for rule in _RULES:
        found = rule(said)
        if found is not None:
            return found
    return Addressee.NOTHING


_NUMBERED: Final = re.compile(r"\d{1,2} — ")
"""The number of an instruction, which is no item by its mark: "1 - Summarize the text"."""
_PREFIX: Final = re.compile(
    r"^(?:note that|note :|note ,|(?:please |also |always )*remember(?: that| to)?|please note that|"
    r"keep in mind that|keep a note that|bear in mind that|be aware that|important :|"
    r"(?:strictly|absolutely|definitely)(?= (?:up to|no|at|under|below|within|less|fewer|max|maximum|\d))|"
    r"(?:hard|strict|absolute)(?= limit)) "
)


@cache
def _quality() -> re.Pattern[str]:
    """Return what matches a label that says how the response is to be: "Short — under 90 words"."""
    return re.compile(rf"^{lexicon().alternation('qualities', 'adjectives')} (?:—|:) (?=\S+ \S)")


_NOISE: Final = re.compile(r"^[\W\d_]*$")
_LABEL: Final = re.compile(r"(?P<label>[\w&/'() -]{2,48}?)(?<!be one of)(?<!be either) : (?=\S+ \S+ \S)")
_ROLE: Final = re.compile(
    r"^(?:(?:additionally|also|optionally|furthermore|moreover|in addition|hello|hi|hey|please|welcome|imagine|pretend|"
    r"assume|instruction|role|system)[ "
    r",!:]*(?:that )?)*(?:you (?:are|have|were|specialize|specialise|work|love|know|"
    r"understand|deeply understand|possess|excel|embody|take on|help|assist|serve)\b|"
    r"(?:you )?(?:can|may|could|might)\b(?! (?:only|not|be|you|i)\b)|"
    r"act as|act like an? |never forget (?:that )?you are|you (?:do not|never) make|"
    r"i want you to act|i would like you to act|"
    r"i will(?! (?:always |only |then )*(?:respond|reply|answer|return|output)\b)|"
    r"i am\b|i have\b|my (?:name|goal)"
    r"|your name is|your (?:role|expertise|background|job title|persona|specialty|name)\b|as "
    r"an? (?:expert|senior|seasoned|professional|skilled|ai|assistant|helpful)\b[^,]*$|this "
    r"(?:prompt|is|assistant|agent|tool|gpt|chat|helps?|will|makes?|allows?|ensures?)\b|"
    r"it is (?:designed|intended|built|meant|made) (?:to|for)\b)"
)
_WRITING: Final = (
    r"you (?:are|will be) (?:writing|generating|creating|composing|drafting|producing|translating|summarizing) "
)
"""What tells the task by what the model is doing."""
_ROLE_ASKS: Final = re.compile(
    r"\byour (?:role|focus|mission|purpose) (?:here )?is to (?!help|assist|act|serve|be|support|guide|"
    r"provide (?:support|help|assistance))|"
    rf"{_WRITING}|"
    r"\b(?:you are (?:to|required|expected|asked|tasked|responsible for (?:writing|generating|"
    r"producing|extracting|creating)|given the task|not allowed|limited|going to)|you have "
    r"to\b|whose (?:job|task|goal|role) is to|you will (?!be (?:given|provided)|receive|get))"
    r"\b"
)
_YOU_MUST: Final = re.compile(r"\byou (?:must|should|always|never|only|do not|will not)\b")
_GIVEN: Final = re.compile(
    r"^(?:here you (?:have|are|will find)\b|"
    r"you (?:get|receive|see|are handed) (?!to\b)|"
    r"(?:below|here|above|attached|in triple backticks(?: below)?|the following) (?:is|are|you will find|comes)|"
    r"you (?:will|are going to|are) (?:also )?(?:be )?(?:given|provided|"
    r"presented|receive|shown|get|have access)|you (?:may|might) be asked\b|you will receive|"
    r"given\b(?!.*\b(?:write|output|generate|create|return|answer|provide|produce|rate|classify|identify|extract|update)\b)|"
    r"(?:the )?(?:user|users|customer|input|text|document|transcript|context|question|query|"
    r"data|content|conversation|article|notes?|it|these|they|this|there|the following \w+)(?: "
    r"\w+){0,4} (?:is|are|was|were|will|may|might|can|contains?|includes?|has|have|comes?|"
    r"consists?|describes?|represents?|provides?|wants?|refers?|means?|needs?|tells?)\b|"
    r"(?!(?:if|when|unless|you|your|in|for|make|ensure|all|output|response|answer|no|do|there|"
    r"that)\b)(?:the |an? |each |every )?(?:[a-z]+ ){1,5}(?:is|are|tells|describes|means|"
    r"refers to) (?!to\b|not (?:allowed|valid)\b|required\b|valid\b|only\b|in \b))"
)
_MODAL: Final = re.compile(
    r"\b(?:must|should|shall|needs? to|has to|have to|ought to|may not|can not|cannot|is to "
    r"be|are to be|do not|never|always|only|ensure|make sure|required|not allowed|not valid|"
    r"not acceptable|(?:is|are) (?:strictly )?(?:forbidden|banned|prohibited|taboo)|appears? nowhere|be avoided)\b"
)
_THINKS: Final = re.compile(
    r"\b(?:take a (?:step back|deep breath|moment)|mental note|mentally|silently|in your (?:head|mind)|"
    r"think (?:about|deeply|hard|"
    r"step|through|carefully|of|as)|step by step(?! (?:plan|guide|instructions|explanation|breakdown)\b)"
    r"|let us think|let us work|deep(?:ly)? "
    r"(?:think|read|understand)|before (?:you )?(?:respond|answer|writ|begin|start|output|"
    r"generat)\w*|virtual whiteboard|double check|use (?:this|the|these) [a-z ]{3,40} to (?:understand|inform|guide)|"
    r"in your (?:mind|head)|(?<!refer )to yourself|brainstorm\w*|"
    r"scratchpad)\b"
)
_TOOLS: Final = re.compile(
    r"\b(?:use|call|invoke) (?:the |a |your )?(?:\w+ ){0,2}(?:functions?|apis?|calculator|interpreter|"
    r"endpoint)\b|\b(?:tools?|function call|api call|search engine|file system|database|shell|terminal|"
    r"web search|browser)\b"
)
_POINTING: Final = re.compile(
    r"\b(?:the following|these|below|given below) (?:steps|tasks|instructions?|guidelines|"
    r"rules|criteria|requirements|principles|examples?|process)\b|\bdo the following :$|\b"
    r"(?:steps|instructions?|rules|guidelines|criteria) (?:given |outlined |listed )?(?:below|"
    r"above)\b"
)
_NO_VERB: Final = (
    r"(?:given|based|because|while|although|though|since|once|after|before|during|unless|until|despite|whereas|whether|"
    r"per|unlike|like|except|besides|regarding|concerning|via|within|without|upon|beyond|notwithstanding|even|yes|"
    r"thus|hence|therefore|however|moreover|instead|here|there|note|think|read|take|let|see|thank|let|hello|hi|dear|"
    r"following|including|half|such|what|which|who|how|why|where|when|if|"
    r"search|run|call|invoke|execute|fetch|browse|open|click|scan|look|query|install|commit|push|check|go|"
    r"understand|consider|remember|imagine|recall|study|review|examine|inspect|watch|find|rethink|perform|do|carry|forget|"
    r"for|with|from|into|onto|about|over|under|all|both|any|and|but|nor|not|only|just|also|you|she|they|our|are|was|were|"
    r"has|had|can|could|may|might|must|shall|should|will|would|does|did|out|off|plus|the|this|that|these|those)"
)
"""What stands before "the" where a sentence begins and tells to make nothing: other words, work, thoughts."""
_IMPERATIVE: Final = (
    rf"(?!{_NO_VERB}\b)[a-z]{{3,}}(?<!ing)(?<!ed)(?<!ly)(?<!ss)(?<!s) (?:the|a|an|your|this|these|them|it|him|her|all|"
    r"each|every|any|us|me|both|my|his|its|their)\b"
)
"""A verb that tells to do something with what stands behind it, whatever verb it is: "concatenate the"."""
_PURPOSE: Final = re.compile(
    r"\bwill (?:directly |then |later )?be (?:directly )?(?:used|parsed|read|shown|displayed|"
    r"converted|processed|fed|sent|consumed|ingested|passed|rendered|posted|saved|stored|published|evaluated|graded|"
    r"judged|logged)\b|\bwill use your\b"
)
_REPLY: Final = re.compile(r"\b(?:response|answer|output|reply)\b")
_REMINDER: Final = re.compile(
    r"^here (?:are|is) (?:\w+ ){0,3}?(?:instructions?|rules|guidelines|requirements)\b|"
    r"\b(?:follow|adhere to|stick to|obey|comply with|read) (?:all )?(?:of )?(?:these|the|"
    r"this|my|those) (?:above |following |given )?(?:instructions?|steps|guidelines|rules|"
    r"directions)\b(?! (?:of|for|in|on) \w)"
)
_ABLE: Final = re.compile(r"\b(?:will be able to|you can|lets you|allows you to|helps you)(?: \w+){0,3} ?:$")
_INPUT_AHEAD: Final = re.compile(
    r"\b(?:following|below|given|actual) (?:\w+ ){0,2}(?:conversation|text|document|question|"
    r"input|context|passage|article|transcript|data|information|messages?|query|dialogue|code|"
    r"email|problem)\b"
)
_FILL: Final = (
    r"(?:please|then|also|and|or|now|next|finally|first|second|lastly|always|never|even|do "
    r"not|not|you|must|should|will|may|need to|have to|to|instead|only|just|ensure|make sure|"
    r"be sure|that|if possible|when writing|simple|try|important|critical|rule|mandatory|,|:|"
    r"—|\"|\(|\)|!|(?!(?:reply|apply|supply|comply|multiply|rely|imply)\b)\w+ly)"
)
_IDLE_WORK: Final = frozenset(
    {
        "identify",
        "extract",
        "note",
        "list",
        "map",
        "gather",
        "collect",
        "break",
        "compare",
        "go",
        "look",
        "start",
        "begin",
        "use",
        "follow",
        "match",
        "draw",
        "make",
        "create",
        "group",
        "analyze",
        "parse",
        "define",
    }
)


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(rf"^(?>{_FILL} )*(?P<verb>[a-z]+)")


@cache
def _asked() -> re.Pattern[str]:
    told = r"(?:\w+ly |(?:must|should|will|can|may|always|never|only|not|do|also|then|need to|have to|are to|please) )*"
    return re.compile(
        rf"(?<!\w)(?:(?:you|please) {told}(?!{_HELPING}\b){lexicon().verb('produce')}|"
        rf"you (?:must|should|shall|will|need to|have to|are to) {told}{lexicon().alternation('verbs', 'produce')}|"
        rf"{_TOLD_TO} to {told}{lexicon().alternation('verbs', 'produce')})(?!\w)"
    )


@cache
def _goes_on() -> re.Pattern[str]:
    """Return what matches an instruction behind another one, a condition or a part: "For each item give ..."."""
    return re.compile(
        rf"(?<!\w)(?:and|then|,|:|\() (?:\w+ly |(?:then|also|always|never|only|just|please|do|not) )*"
        rf"{lexicon().alternation('verbs', 'produce')}(?!\w)|"
        rf"^(?:for|in|at|on|under) (?:(?!(?:to|who|that|which|you|i|we|they)\b)(?:⟦\d+⟧|[a-z_]+) ){{1,4}}?"
        rf"(?:(?:always|never|only|please|do not) )*"
        rf"(?:use|give|write|provide|return|include|output|add|avoid|keep|state|mention)(?!\w)|"
        rf"^for (?:each|every|all|any|both) (?:[a-z0-9]+ ){{1,6}}?{lexicon().alternation('verbs', 'produce')} "
        rf"(?:the|an?|its|their|your|only|exactly|at|up|between|one|\d|⟦)|"
        rf"^(?:if|when|unless) [^,;:]{{4,100}} (?:print|output|return|write|say|respond|answer|reply)(?: with)? ⟦"
    )


_HELPING: Final = r"(?:are|be|have|has|do|need|get|being|having)"
_TOLD_TO: Final = (
    r"(?:is|are|was|need|needs|have|has|want|wish|like|important|necessary|essential|required|crucial|vital|critical|"
    r"sure|remember|try|tasked|asked|expected|instructed|supposed|ought|you|careful|task|job|goal|objective|aim|how|not)"
)
_WISH: Final = re.compile(
    r"\bi (?:want|need|wish|(?:would|should) (?:like|love|prefer)) (?:the|your|this|it|that|for|a|an|all|each)\b"
)
_STATEMENT: Final = re.compile(
    r"(?:the|a|an|this|that|these|those|it|they|we|our|their|its|his|her|i|my|there|some|many|most|both|people|users?)\b"
)


@cache
def _ruling_out() -> re.Pattern[str]:
    lex = lexicon()
    cues = f"(?:{lex.alternation('negations', 'phrases')}|{lex.verb_of('negations')})"
    return re.compile(rf"^(?:please )?{cues}\b(?! (?:all|every|only)\b)")


@cache
def _bases(key: str) -> frozenset[str]:
    return frozenset(lexicon().words("verbs", key))


@cache
def _noun() -> str:
    lex = lexicon()
    written = set(lex.words("nouns", "written")) - set(lex.words("nouns", "input"))
    manner = ("tone", "style", "voice", "wording", "length", "formatting")
    parts = ("json", "greeting", "salutation", "subject", "subject line", "sign off", "signature", "headline", "body")
    nouns = any_of([*lex.words("nouns", "response"), *written, *manner, *parts])
    return rf"(?<!\w)(?:the |your |this |each |every |all )?{nouns}s?(?!\w)"


@cache
def _response_noun() -> re.Pattern[str]:
    return re.compile(_noun())


@cache
def _form() -> re.Pattern[str]:
    return re.compile(rf"\b(?:in|as|the following|into) (?:[a-z]+ ){{0,3}}?{any_of(lexicon().forms)}\b")


@cache
def _predicated() -> re.Pattern[str]:
    return re.compile(
        rf"(?:^|\b(?:the|your|each|every|all|this|any|and|in|is|a|an|(?:gpt|assistant|model|ai)'s) )"
        rf"{_noun()} (?:\w+ ){{0,6}}?"
        rf"(?:must|should|shall|has|have|needs?|is|are|will|can|may|contains?|includes?|begins?|ends?|"
        rf"starts?|consists?)\b"
    )


@lru_cache(maxsize=1024)  # several readers ask of one sentence
def is_instruction(text: str) -> bool:
    """Whether a text in normal form begins with what is to be done, or is to be."""
    opening = _opening().match(text)
    if opening is not None and opening["verb"] in _bases("produce"):
        return True
    if re.match(r"^(?:must|only|always|ensure|make sure)\b", text) or _ruling_out().match(text):
        return True
    if _asked().search(text) or _WISH.search(text) or re.search(r"\b(?:be|make) sure (?!to\b)(?:that )?\w", text):
        return True
    return _goes_on().search(text) is not None and _STATEMENT.match(text) is None


def speaks_of_response(text: str) -> bool:
    """Whether a text in normal form says something of the response by a noun for it."""
    return _predicated().search(text) is not None


def _verb(said: _Said) -> str:
    opening = _opening().match(said.text)
    return opening["verb"] if opening else ""


def _modal(said: _Said) -> bool:
    return _MODAL.search(said.text) is not None


_OF_CHAT: Final = re.compile(r"\s*(?:<\|\w+\|>|\[/?INST\])")
"""A token that parts the messages of a chat: "<|im_start|>assistant"."""
_VARIABLE: Final = re.compile(r"⟪\d+⟫ ?(?:—|:|=)(?= )")
"""A placeholder with what it holds: "{city} - where the trip goes"."""


def _layout(said: _Said) -> Addressee | None:
    """Place what is no sentence: delimiters, code, lines without words, headings."""
    if said.kind in (SentenceKind.DELIMITER, SentenceKind.CODE, SentenceKind.TABLE):
        return Addressee.NOTHING
    if _VARIABLE.match(said.text):
        return Addressee.INPUT
    words = re.sub(r"[⟦⟪]\d+[⟧⟫]", " ", said.text)
    if _NOISE.match(words) or len(re.findall(r"[a-z]{2,}|[\u3400-\u9fff]", words)) < 1:
        return Addressee.NOTHING
    if said.kind is SentenceKind.HEADING and area_of(said.text) is Area.EXAMPLE:
        return Addressee.NOTHING
    if said.kind is SentenceKind.HEADING and said.text.endswith(":") and _INPUT_AHEAD.search(said.text):
        return Addressee.NOTHING
    if said.kind is SentenceKind.HEADING:
        return Addressee.RESPONSE if is_instruction(said.text) and len(said.text.split()) > 3 else Addressee.NOTHING
    if _OF_PROMPT.match(said.text):
        return Addressee.NOTHING
    is_label = _TO_FILL_IN.fullmatch(said.text) is not None
    is_demand = (is_instruction(said.text) and len(said.text.split()) > 2) or (
        _modal(said) and speaks_of_response(said.text)
    )
    return Addressee.NOTHING if is_label and not is_demand else None


_TO_FILL_IN: Final = re.compile(r"[\w ()'/&.,-]{1,60} ?[:=] ?(?:\[[^\[\]/|]*\]|(?:(?:[⟦⟪]\d+[⟧⟫]|[\"'<>\[\]()]) ?)*)")
"""A label with nothing or a blank behind it: "Date: [DATE]"."""
_OF_PROMPT: Final = re.compile(
    r"(?:author|version|last updated|updated|created|license|licence|copyright|maintainer)s? : |"
    r"(?:let us )?(?:begin|start|go)(?: now)? ?[!.]?$|"
    r"question : (?:the input question|question here)|observation : (?:the )?(?:result|output|response)|"
    r"[. (]*this thought ?/"
)
"""What a line says of the prompt itself, or of the loop that calls tools: "Author: ...", "Observation: the result"."""
_OF_LENGTH: Final = re.compile(
    r"^(?:[a-z]+ ){0,2}(?:length|count|limit|size|word limit|maximum|minimum|max)$|"
    r"^(?:(?:response|output|answer|reply|target|report|summary) )?language$"
)
"""A label behind which a bound or a language is asked for: "Word limit: 50 words", "Response language: French"."""
_OF_SECTIONS: Final = re.compile(r"(?:(?:required|mandatory|output) )?(?:sections|headings)")
"""A label behind which stand the parts of the response: "Sections: Aim, Way"."""


_SCORE: Final = re.compile(
    r"(?:[-*•] )?\d{1,3}(?: ?\. ?\d+)?(?: to \d{1,3}(?: ?\. ?\d+)?)? ?(?:[:=]|"
    r"—) ?(?=[a-z]+ (?:[a-z]+|[:—(]))"
)
"""A number that what follows says the meaning of: "5: The question is clear"."""
_QUESTION: Final = re.compile(r"(?:does|do|did|is|are|was|were|has|have|can|could) [^.?]*\?")
"""What is looked at in the input to judge it: "Complexity: does the prompt vary in complexity?"."""

_ANSWERED: Final = re.compile(r"(?:what|which|how|who|where|when|why) [^.?]*\?$")
"""What a part of the response answers: "Main topics: what are the primary subjects?"."""


def _scored(said: _Said) -> Addressee | None:
    """Place what says what a score or a level means."""
    score = _SCORE.match(said.text)
    if score is None:
        return None
    rest = said.text[score.end() :]
    if is_instruction(rest) or _MODAL.search(rest):
        return None
    return Addressee.NOTHING if said.area in (Area.EXAMPLE, Area.INPUT) else Addressee.DEFINITION


def _defined(said: _Said) -> Addressee | None:
    """Place "label: what it means", and read behind the label where something is asked there."""
    label = _LABEL.match(said.text)
    if label is None or is_instruction(label["label"]) or len(label["label"].split()) > 5:
        return None
    is_asked = _OF_SECTIONS.fullmatch(label["label"]) is not None and said.area not in (Area.EXAMPLE, Area.INPUT)
    is_asked = is_asked or label["label"].endswith(" to avoid")
    if is_asked or _EXAMPLE_LABEL.fullmatch(label["label"]):
        return Addressee.RESPONSE if is_asked else Addressee.NOTHING
    rest = said.text[label.end() :]
    if _EXPLAINS.match(rest) and not _modal(said) and not is_instruction(rest):
        return Addressee.NOTHING
    if _HAS.match(said.text) and not is_instruction(rest) and not _modal(said):
        return Addressee.INPUT
    if _QUESTION.match(rest) and not is_instruction(said.lead):
        return Addressee.NOTHING
    if _ANSWERED.match(rest) and (_under_work(said) or _under_asking(said) is not None):
        return Addressee.WORK if _under_work(said) else Addressee.DEFINITION
    if _BARE_ASK.search(said.text) or _OF_LENGTH.search(label["label"]):
        return None
    if said.kind is SentenceKind.LIST_ITEM and _SORTS.search(said.lead) and not is_instruction(rest):
        return Addressee.DEFINITION
    if is_instruction(rest) or _MODAL.search(rest) or _ROLE.search(rest) or _GIVEN.search(rest):
        return _addressee(rest, SentenceKind.PROSE, said.area, said.lead)
    if said.area in (Area.EXAMPLE, Area.INPUT, Area.ROLE) or _under_work(said):
        return Addressee.NOTHING
    if (
        _GIVEN.search(said.text)
        or re.match(
            r"(?:note|good|bad|result|correct|incorrect|wrong|right|input|context|question|query|"
            r"background|example|e . g|required|real data)\b",
            said.text,
        )
        or "⟪" in rest
    ):
        return Addressee.NOTHING
    return Addressee.DEFINITION


_SORTS: Final = re.compile(
    r"\b(?:classify|categori[sz]e|sort|label|one of the following|(?:types|categories|classes|labels|levels) ?:$)"
)
"""What leads in the names that something is sorted by, each with what it means."""
_EXAMPLE_LABEL: Final = re.compile(r"(?:for )?(?:examples?|instance|e \. g \.|thought|observation)(?: \d+)?")
"""A label of what is shown, or of what a model thinks."""
_AFTER_ALL: Final = re.compile(r"(?:be|never|always|do not|remember|make sure|ensure)\b")


def _exemplary(said: _Said) -> Addressee | None:
    if said.kind is SentenceKind.PROSE and not said.lead.endswith(":") and _AFTER_ALL.match(said.text):
        return None
    if said.area is Area.EXAMPLE and not (is_instruction(said.text) and _response_noun().search(said.text)):
        return Addressee.NOTHING
    is_one = re.match(
        r"(?:for example|for instance|something like|e \. g \.|e\.g\.)(?! :$)(?! ,? ?(?:do not|never|avoid) )",
        said.text,
    )
    return Addressee.NOTHING if is_one is not None else None


_HABIT: Final = re.compile(
    r"^you (?!must|should|need|will|only|always|never|do|are|have|can|may|also|then)(?P<verb>[a-z]+) "
    r"(?!only\b|exactly\b)"
)
"""What the model is said to do, as a habit: "you extract knowledge from messages"."""


_CAPABLE: Final = re.compile(
    r"(?:(?:your|core|key|main|my|special|primary) )*(?:capabilities|abilities|skills|features|strengths|"
    r"areas of expertise|(?:what )?you can(?: (?:do|help with))?) ?:?$"
)
"""A line above what the model is able to do: "Core capabilities:"."""
_PERMITS: Final = re.compile(
    r"\b(?:is|are) (?:also |always |totally |perfectly )?(?:fine|ok|okay|welcome|permitted|acceptable)\b"
)
"""What lets something be, which no response can fail: "any naming is fine"."""
_ALLOWED: Final = re.compile(
    r"you (?:are (?:allowed|free|permitted) to [^,;:]{3,60} [,;] (?:but )?|(?:may|can) [^,;:]{3,60} [,;] but )"
)
"""What a sentence allows before it asks for something: "you may use decimals, return only the score"."""
_TRADE: Final = re.compile(
    r"you (?:write|extract|categorize|generate|create|summarize|translate|classify|produce|convert|rewrite|draft) "
    r"(?!(?:in|as|like|with|only|exactly)\b)"
)


def is_trade(text: str) -> bool:
    """Whether a text in normal form says no more than what the model is for: "you write posts for a bakery"."""
    return _TRADE.match(text) is not None and _MODAL.search(text) is None


def _permits(text: str) -> bool:
    """Whether a text allows something, and not only in brackets: "(empty if nothing is fine)"."""
    return _PERMITS.search(re.sub(r"\([^()]*\)", "", text)) is not None


_IS_ROLE: Final = re.compile(
    r"you should be an? (?:[a-z]+ )?(?:expert|specialist|professional)\b|you only have access\b"
)
"""A role, or a bound of it, that is told as a demand is."""


def _role(said: _Said) -> Addressee | None:
    allowed = _ALLOWED.match(said.text)
    if allowed is not None and is_instruction(said.text[allowed.end() :]):
        return Addressee.RESPONSE
    habit = _HABIT.match(said.text)
    if habit is not None and habit["verb"] in _bases("produce") and said.area is Area.ROLE and not _modal(said):
        return Addressee.ROLE
    if re.match(r"can be\b", said.text) or (_permits(said.text) and not _modal(said)):
        return Addressee.NOTHING
    if _CAPABLE.match(said.lead) and said.area is not Area.OUTPUT and not _modal(said):
        return Addressee.ROLE
    if _IS_ROLE.match(said.text):
        return Addressee.ROLE
    if not _ROLE.search(said.text) or _ROLE_ASKS.search(said.text) or (_modal(said) and _YOU_MUST.search(said.text)):
        return None
    return Addressee.ROLE


_IDLE_STEPS: Final = frozenset({"identify", "note", "gather", "collect", "determine", "find", "analyz", "look", "map"})
_INWARD: Final = frozenset(
    {"understand", "read", "think", "comprehend", "digest", "imagine", "recall", "internalize", "study", "absorb",
     "consume", "familiarize", "meditate", "contemplate", "ponder", "visualize", "scan"}
)  # fmt: skip
"""What leaves nothing in the response, whatever line it stands under."""


_VERDICT: Final = re.compile(
    r"^(?:please )?(?:decide|determine|judge) (?:whether|if) (?!the (?:input|tool)\b)[^.;:]{1,80}? "
    r"(?:is|are|was|were) [^.;:]{1,60} or (?!not ?[.,?!])[a-z⟦]|"
    r"^(?:please )?(?:determine|identify|detect|assess) (?:the|its|their) [a-z ]{3,40}\( [^()]*(?:,|/| or )[^()]*\)"
)
"""What is decided is what is answered: "decide whether the claim is true or false"."""


_SUGGESTED: Final = re.compile(
    r"consider (?:adding|including|using|asking|mentioning|giving|providing|highlighting|noting)\b"
)
"""A suggestion of what the response may have: "consider adding an example"."""


_ASSURED: Final = re.compile(
    r"(?:please |always |then |finally )*(?:verify|check|double check|confirm|validate) that "
    r"(?:your |each |every |no |there (?:is|are) no |(?:the|all) (?:total|final|response|answer|output|json|word|"
    r"character|length|summary)\b)"
)
"""A demand as what is made sure at the end: "check that your answer has no links"."""


_THEN_ASKS: Final = re.compile(
    r"\b(?:and|then) (?:then )?(?:generate|write|answer|give|provide|create|return|output|produce|suggest|"
    r"rewrite|translate|"
    r"summari[sz]e) (?:an?|the|your|it|only)\b(?! (?:plan|thought))|"
    r"\b(?:and|then) (?:finish|end|conclude|close) (?:it |your [a-z]+ )?with\b"
)
"""What is asked behind a thought: "think step by step and write a"."""
_EXPLAINING: Final = frozenset({"explain", "describe", "show", "outline", "write", "give", "list", "provide"})
_SAYS_REPLY: Final = re.compile(r"\b(?:output|response|answer should|include)\b")


_PUT_INTO: Final = re.compile(
    r"\b(?:in|into|under|within) (?:a|an|the|another) (?:[a-z]+ ){0,2}(?:sub-?)?section "
    r"(?:called|named|titled|labell?ed|entitled)\b"
)


def _put_into_section(said: _Said) -> Addressee | None:
    """Place what goes into a named section, whatever is done before: "Analyze it in a section called RISKS"."""
    return Addressee.RESPONSE if _PUT_INTO.search(said.text) else None


def _thought(said: _Said) -> Addressee | None:
    if _VERDICT.match(said.text) or _SUGGESTED.match(said.text) or _ASSURED.match(said.text):
        return Addressee.RESPONSE
    explains = _verb(said) in _EXPLAINING and "step by step" in said.text
    if _THINKS.search(said.text) and not (explains or _SAYS_REPLY.search(said.text) or _THEN_ASKS.search(said.text)):
        return Addressee.WORK
    if _verb(said) not in _bases("think") or _REPLY.search(said.text):
        return None
    under_ask = (
        said.lead.endswith(":")
        and (is_instruction(said.lead) or speaks_of_response(said.lead))
        and not _under_work(said)
    )
    second = re.findall(rf"\band (?:then )?({lexicon().verb('produce')})\b", said.text)
    asks_too = _THEN_ASKS.search(said.text) is not None or any(
        said.area is not Area.PROCESS or verb not in _IDLE_WORK for verb in second
    )
    is_inward = _verb(said) in _INWARD
    if asks_too or (under_ask and not is_inward):
        return None
    return Addressee.RESPONSE if _is_task(said) and not is_inward else Addressee.WORK


_OUTWARD: Final = word_set("determine decide evaluate assess analyze analyse examine detect review verify check")
"""What a model thinks about and then says."""


def _is_task(said: _Said) -> bool:
    """Whether a thought is the task itself: a sentence that stands on its own, in no list of steps."""
    is_alone = said.kind is SentenceKind.PROSE and said.area is not Area.PROCESS and not said.lead.endswith(":")
    return is_alone and _verb(said) in _OUTWARD


_LAID_OUT: Final = re.compile(
    r"^(?!(?:the |each |every |all |your )?(?:[a-z]+ )?(?:input|data|user|document|text|context|source|"
    r"question|transcript|"
    r"message|image|file|chunk|passage)s?\b)(?:the |each |every |all |your )?"
    r"(?:[a-z]+ ){1,3}(?:(?:is|are) (?:separated|delimited|enclosed|wrapped|sorted|ordered|limited)\b|"
    r"(?:is|are) (?:reported|listed|shown|displayed|presented|written|placed) (?:in|on|as|under)\b|"
    r"(?:length )?(?:is|are) (?:between|at most|at least|no more than|up to|within|under|exactly) \d)"
)
"""A statement that says how what is written is laid out, or how long it is."""


_INPUT_IS: Final = re.compile(
    r"(?:the |your |this |each )?(?:user )?(?:inputs?|question|query|context|transcript|prompt) "
    r"(?:will be|is|are|may|can|could|"
    r"might|contains?|consists?|comes?|has|have|includes?)\b(?!.*\b(?:you|please)\b)|"
    r"(?:the |your )?(?!(?:final )?(?:response|answer|output|reply)\b)(?:[a-z]+ ){1,4}will be (?:provided|given|"
    r"supplied|passed)\b"
)
_GUARDED: Final = re.compile(
    r"(?:always )?(?:treat|consider|regard) [^.;:]{3,80} as (?:raw |untrusted |plain |mere |only )*"
    r"(?:data|content|input|text|untrusted)\b|"
    r"(?:ignore|disregard|(?:do not|never) (?:follow|obey|execute|act on)) (?:any |all |every |the )*"
    r"(?:instructions?|commands?|text|requests?|directives?) (?:in|inside|within|that|which|contained|"
    r"embedded|found)\b|"
    r"[^.;]*\b(?:is|are) (?:[a-z]+ ){0,3}(?:data|content|text)\b[^.;]{0,30}\b(?:not|never) "
    r"(?:as )?(?:instructions|commands)\b|"
    r"[^.;]*\b(?:treat|regard) (?:it|them|this) (?:only )?as (?:pure |plain |raw |untrusted |mere )*(?:text|data)\b|"
    r"(?:do not|never) (?:take|treat|follow|interpret) (?:it|them|this) as (?:an? )?(?:instructions?|commands?)\b|"
    r"[^.;]*\b(?:can not|cannot) (?:override|be overridden)\b"
)
"""What keeps the input from being taken for instructions: "treat the diff as data"."""
_LEADS_IN_GIVEN: Final = re.compile(
    r"(?:these|this|here|below|above) (?:is|are)\b[^.;]*:$|to [^,:]{3,60}, (?:here (?:is|are)\b|"
    r"(?:the )?[a-z ]{3,60} (?:is|are) ?:$)"
)
"""What leads in what the prompt brings: "to help you, here is the log"."""


def _leads_in_given(text: str) -> bool:
    return _LEADS_IN_GIVEN.match(text) is not None and (text.startswith("to ") or not is_instruction(text))


_MAY_BE_SO: Final = re.compile(
    r"(?!(?:you|for|if|when|in|as|on|all|only|use|to|that|no|none|nothing|neither)\b)"
    r"(?:the |an? |each |some |any |this |these )?"
    r"(?:⟦\d+⟧|[a-z']+)(?: (?!that|which)[a-z']+){0,5}? "
    r"(?:may|might|could) (?:also |not |already )*(?:contain|be|have|include|vary|differ|come|represent)\b"
)
"""A statement of what may be so of something: "user messages may include tags"."""
_GENERAL: Final = re.compile(
    r"^(?:an? [a-z]+|[a-z]+s) (?:is|are) (?:an? |the |usually |often |typically )?"
    r"(?!to |not |allowed|required|only|in |at )[a-z]+ [a-z]+"
)
"""A statement about all things of a kind: "tweets are short messages that ..."."""


def _input(said: _Said) -> Addressee | None:
    if said.text.endswith(":") and _INPUT_AHEAD.search(said.text):
        return Addressee.RESPONSE if _says_how(said.text) else Addressee.NOTHING
    if said.kind is SentenceKind.LIST_ITEM and said.lead.endswith(":") and _ruling_out().match(said.lead):
        return None
    if _is_possible(said) or _leads_in_given(said.text):
        return Addressee.INPUT
    if _GUARDED.match(said.text) or (_INPUT_IS.match(said.text) and not _modal(said)):
        return Addressee.INPUT
    if _verb(said) in _bases("produce") and re.match(
        r"[a-z]+ (?:a|an|the|your|all|each|every|any|only|as|like|so|how|what|why|\d+)\b|"
        r"[a-z]+ (?:[a-z]+ ){1,3}(?:that|which|who) (?:is|are)\b",
        said.text,
    ):
        return None
    asks_too = _please().search(said.text) is not None or _GIVEN_FIRST.match(said.text) is not None
    if _GIVEN.search(said.text) and not _modal(said) and not speaks_of_response(said.text) and not asks_too:
        return None if _LAID_OUT.search(said.text) else Addressee.INPUT
    if _GENERAL.match(said.text) and not _modal(said) and _LAID_OUT.search(said.text) is None:
        return Addressee.INPUT
    purpose = _PURPOSE.search(said.text)
    goes_on = purpose is not None and (_MODAL.search(said.text, purpose.end()) or " , so " in said.text)
    if purpose and not goes_on and not is_instruction(said.text.split(" will ")[0]):
        return Addressee.NOTHING
    if (
        said.text.endswith("?")
        and re.match(r"(?:does|do|did|is|are|was|were|has|have|can|could|how|what|which|why)\b", said.text)
        and said.lead
    ):
        return Addressee.NOTHING
    fact = _FACT.match(said.text) if said.area is Area.INPUT else None
    asked = said.text if fact is None else said.text[fact.end() :]
    demands = is_instruction(asked) or (_modal(said) and speaks_of_response(said.text))
    is_measured = speaks_of_response(said.text) and _HAS_AMOUNT.search(said.text) is not None
    if not (demands or is_measured or _modal(said)) and (_under_input(said) or _HAS.match(said.text)):
        return Addressee.INPUT
    return Addressee.INPUT if said.area is Area.INPUT and not demands else None


_GIVEN_FIRST: Final = re.compile(
    rf"given [^.;:]{{2,160}}, ?(?:please |then |now )*(?!(?:and|or|the|a|an|its|their|your|where|which|"
    rf"with|for|in|of|to|as) )"
    rf"(?:{_IMPERATIVE}|you (?:are|must|should|will|need) )|you (?:are|have been) (?:given the|tasked "
    rf"with|asked to|charged with)"
)
"""What is given, before what is asked to be made of it: "given a note and a map, rephrase the note"."""


@cache
def _please() -> re.Pattern[str]:
    """Return what matches a request behind something else: "here is a letter, please sort it"."""
    return re.compile(rf"[,;] please (?:also |only |just )*{lexicon().alternation('verbs', 'produce')}(?!\w)")


def _says_how(text: str) -> bool:
    """Whether a line that leads in the input asks for something made of it: "Sum up the text below in 2 lines:"."""
    opening = _opening().match(text)
    rest = _INPUT_AHEAD.sub("", text)
    is_thought = opening is not None and opening["verb"] in _bases("think") and _goes_on().search(text) is None
    is_told = is_instruction(text) and not text.startswith(("here ", "now that "))
    return is_told and not is_thought and _HOW.search(rest) is not None


_HOW: Final = re.compile(
    r"\d|\b(?:in|as|into|with) (?!(?:the|this|that|these|mind|order|help)\b)[a-z]+|"
    r"\b(?:translate|convert|turn|transform|shorten|reduce)\b.* to [a-z]+"
)
"""How something is made, or how long."""


def _is_possible(said: _Said) -> bool:
    """Whether it only says what may be so of something that is not written."""
    found = _MAY_BE_SO.match(said.text)
    is_of_response = found is not None and _response_noun().search(found.group()) is not None
    is_ruled = re.search(r"\d|\b(?:only|not be|not have|not include|not contain|at most|please|if|when)\b", said.text)
    return found is not None and not is_of_response and is_ruled is None


_FACT: Final = re.compile(r"(?!include|avoid|output|return|format|never|do not)[a-z ]{3,24} : ")
"""A label of something that is told about the input: "Focus: bread"."""
_LISTED: Final = re.compile(r"\b(?:make|create|compile|build|draw up|start) (?:a|an|the|your) (?:[a-z]+ )?list of\b")
_OF_INPUT: Final = re.compile(
    r"\b(?:of|in|from|within) (?:the|this|each) (?:[a-z]+ )?(?:text|message|content|document|answer|article)s?\b"
)
_FIRST: Final = re.compile(
    r"^(?:first|then|next|second|third|start by|begin by)(?: ,)? (?:carefully |you should )?(?P<verb>[a-z]+)\b"
)
_HAS: Final = re.compile(
    r"the (?!response|answer|output|reply|result|report|summary|title|email|text|list|json|table|final)"
    r"(?:[a-z]+ ){1,2}(?:has|have|contains?|consists? of|includes?|stores?|holds?|comes? (?:with|from|in))\b"
)


_HAS_AMOUNT: Final = re.compile(
    r"\b(?:has|have) (?:[a-z]+ ){0,2}\d+(?: to \d+)? (?:words|sentences|paragraphs|lines|characters)\b"
)
"""What says how long something is that is to be written: "the story has 300 words"."""


def _under_input(said: _Said) -> bool:
    """Whether the line above leads in what the input is."""
    return (
        said.lead.endswith(":")
        and _GIVEN.search(said.lead) is not None
        and _MODAL.search(said.lead) is None
        and not is_instruction(said.lead)
        and re.search(r"^(?:the |your )?(?:input|user|data|text|document)", said.lead) is not None
    )


_SILENT: Final = re.compile(r"\b(?:silently|internally|mentally|in your (?:head|mind))\b[^.]*:$")
"""What leads in what is done without a word of it: "First, analyse silently:"."""
_CALLS: Final = re.compile(r"⟦\d+⟧ (?:tools?|functions?)\b|\btool calls?\b")
"""A tool, by its name."""
_CALL_OF: Final = re.compile(rf"(?>{_FILL} )*(?:call|invoke) ⟦\d+⟧")
_TOOL_IS: Final = re.compile(r"⟦\d+⟧ ?(?:\([^()]*\) ?)?[-—–:] ?")
"""What an item of a list of tools begins with."""


_TOOL_VERB: Final = re.compile(
    rf"(?>{_FILL} )*(?:(?:begin|start) by )?(?:search(?! term)|scrap|brows|navigat|download|upload|execut|invok|"
    r"run (?:an?|the|multiple|several|your|all)|running an?)(?:e|es|ing|ping)?\b"
)
"""What is done with tools: "always begin by running a search"."""
_LOOKS_UP: Final = re.compile(
    r"\b(?:use|using|run|call) ⟦\d+⟧ (?:tool )?to (?:search|check|find|view|get|fetch|list|retrieve|look|"
    r"read|open|verify|inspect)\b|"
    r"\buse (?:this|these|the (?:above|given|provided)) [a-z ]{3,40} to (?:help you )?(?:decide|determine|"
    r"make your|judge|plan)\b"
)
"""What something is used for before the response."""
_TO_ANSWER: Final = re.compile(r"\b(?:to |help |you )+(?:answer|reply|respond)\b")
"""What is done at last, by a verb that is a noun for the response, too."""
_IN_RESPONSE: Final = re.compile(
    r"\b(?:the|your|final|each)(?: final)? (?:response|answer|output|reply|report|summary|json|message|result)\b"
)


def _work(said: _Said) -> Addressee | None:
    if (
        said.area is Area.PROCESS
        and _verb(said) in _IDLE_WORK
        and not _modal(said)
        and not _response_noun().search(_LISTED.sub("", said.text))
        and not re.search(
            r"(?<!input )\b(?:sections?|headings?|table|bullets?|called|titled|tense|person)\b", said.text
        )
    ):
        return Addressee.WORK
    step = _FIRST.match(said.text)
    if (
        step is not None
        and (step["verb"].removesuffix("ing") in _IDLE_STEPS)
        and not _response_noun().search(_OF_INPUT.sub("", said.text))
        and not _goes_on().search(said.text, step.end())
    ):
        return Addressee.WORK
    is_tool = _TOOL_VERB.match(said.text) or _LOOKS_UP.search(said.text)
    if is_tool and not _IN_RESPONSE.search(said.text) and not _goes_on().search(said.text):
        return Addressee.WORK
    if (_CALLS.search(said.text) or _CALL_OF.match(said.text)) and not speaks_of_response(said.text):
        return Addressee.WORK
    if _TOOL_IS.match(said.text) and re.search(r"\b(?:tools?|functions?)\b", said.lead):
        return Addressee.WORK
    if re.match(r"^(?:then |and )?you would\b", said.text):
        return Addressee.WORK
    if _SILENT.search(said.lead) or (_under_work(said) and not is_instruction(said.text) and not _modal(said)):
        return Addressee.WORK
    if (_REMINDER.search(said.text) and len(said.text.split()) < 18) or _ABLE.search(said.lead):
        return Addressee.WORK
    if (
        _POINTING.search(said.text)
        and len(said.text.split()) < 22
        and not _modal(said)
        and not re.search(r"\d", said.text)
        and not re.search(r"\b(?:json|format|output)\b", said.text)
    ):
        return Addressee.WORK
    if (
        _TOOLS.search(said.text)
        and re.search(r"\b(?:use|call|invoke|run|execute|query|search)\b", said.text)
        and not _response_noun().search(_TO_ANSWER.sub("", said.text))
    ):
        return Addressee.WORK
    return None


_EXAMPLE_OF: Final = re.compile(
    r"^(?:this|that|these|it|the above|the below)(?: \w+){0,3}? (?:an? |just |only )*examples?\b"
)
_UNDER_PAINS: Final = re.compile(
    r"^(?:do not worry|do not be (?:afraid|shy|concerned)|do your best|try your (?:best|hardest)|take "
    r"your time|good luck|you will (?:be (?:fired|"
    r"penalized|rewarded|tipped|"
    r"punished|paid)|get a|receive a (?:tip|bonus|reward))|i will (?:tip|pay|reward)|this is (?:very |"
    r"extremely )?important|"
    r"my (?:job|career|life) depends|thank you|give it (?:all|your)|never forget|"
    r"your (?:[a-z]+ )?(?:judge?ment|work|help|feedback|expertise|evaluation|assessment|effort|opinion)s? (?:is|are) "
    r"(?:[a-z]+ly |very |most )*(?:important|valuable|valued|critical|crucial|appreciated)|"
    r"(?:otherwise|or else) ?,? (?:it|this|that|the [a-z]+|you|we|i) (?:will|may|might|could|would)|"
    r"(?:(?!that |which )[a-z]+ ){1,8}(?:may|might|could|can|will) (?:cause|crash|break|damage|lead to|result in))\b"
)
"""What spurs on and asks for nothing."""


def _spurring(said: _Said) -> Addressee | None:
    is_idle = _UNDER_PAINS.match(said.text) is not None and len(said.text.split()) < 14
    return Addressee.NOTHING if is_idle or _EXAMPLE_OF.match(said.text) else None


def _under_work(said: _Said) -> bool:
    """Whether the line above leads in what is thought or done before the response."""
    if not said.lead.endswith(":"):
        return False
    return _THINKS.search(said.lead) is not None or _verb(_Said(said.lead, said.kind, said.area, "")) in _bases("think")


def _bare_lead(said: _Said) -> Addressee | None:
    """Place a line that only leads in what stands under it."""
    if _BARE_ASK.search(said.text):
        return None
    if not said.text.endswith(":") or len(said.text.split()) >= 14 or _modal(said):
        return None
    asks = speaks_of_response(said.text) or is_instruction(said.text) or _form().search(said.text) is not None
    return None if asks else Addressee.NOTHING


_BARE_ASK: Final = re.compile(
    r"^\W*(?:(?:each|every) (?:[a-z]+ ){1,2}(?::|—)? ?)?(?:(?:at (?:most|least)|(?:a )?max(?:imum)?(?: length)?|"
    r"(?:a )?min(?:imum)?|up to|(?:somewhere )?between|exactly|no more "
    r"than|under|limit|length|about|around|approximately|roughly|less than|fewer than) (?:of )"
    r"?)?(?:\d+(?: (?:to|and) \d+)?|one|a single)(?: [a-z]+){0,2} (?:words?|sentences?|characters?|chars|paragraphs?|"
    r"bullets?|bullet points?|lines?|items?|points?|hashtags?|emojis?|questions?|links?|keywords?|tags|tips|ideas)\b"
    r"(?! (?:can|may|could|will|were|was) )|"
    r"^(?:[a-z]+ ){0,2}(?:length|count|limit) ?: (?:[a-z]+ ){0,3}(?:\( )?\d|"
    r"^(?:[a-z]+ ){0,2}(?:length|word count) (?:(?:of|at|under|below|most|max|maximum|between|up|to|about|around|no|"
    r"more|than|approximately|exactly) )+\d|"
    r"^(?:one|1) (?:[a-z]+ )?(?:per|on each) line\b|"
    r"^(?:[a-z]+ (?:limit|length|cap) ?: )?(?:(?:a |the )?(?:max(?:imum)?|min(?:imum)?)(?: of)? (?:⟪\d+⟫|\d+) [a-z]+\b"
    r"(?! (?:can|may|could|will|were|was) )|"
    r"(?:⟪\d+⟫|\d+) [a-z]+ (?:max(?:imum)?|min(?:imum)?|at most|at the most|tops)\b)|"
    r"^(?:(?:response|output|answer|reply|target|report|summary) )?language ?: [a-z]+(?: [a-z]+)?\W*$|"
    r"^(?:(?:json|output|response|required) )+(?:keys|fields) ?: [a-z⟦]|"
    r"^(?:output|response|answer|return)(?: format)? ?[:(] ?(?:(?:only|valid|strict|raw) )*(?:json|csv|xml|yaml|html)\b"
)
"""An amount, a language or keys without a verb: "Maximum 200 words", "JSON keys: a, b"."""


_STATES_SO: Final = re.compile(r"\b(?:is|are|was|were|has|have|had|will|can|may|you|we|i|they|it)\b")


def _lists_amounts(text: str) -> bool:
    """Whether a text without a verb has an amount among its pieces: "playful tone, 1-2 sentences"."""
    pieces = text.split(" , ")[1:]
    return any(map(_BARE_ASK.match, pieces)) and _STATES_SO.search(text) is None


def _asking(said: _Said) -> Addressee | None:
    if _BARE_ASK.search(said.text) or _lists_amounts(said.text) or _TASK_IS.match(said.text):
        return Addressee.RESPONSE
    if is_instruction(said.text) or speaks_of_response(said.text) or _modal(said) or _LAID_OUT.search(said.text):
        return Addressee.RESPONSE
    return None


_TASK_IS: Final = re.compile(
    r"(?:your|you are) (?:main |primary |sole |only )?(?:task|job|goal|objective|role|mission|focus|"
    r"purpose)(?: here)? is to\b|"
    r"you (?:are|have been) (?:tasked with|given the task of|charged with|asked to|going to)\b|"
    r"given [^.;:]{2,160}, ?you (?:are|must|should|will|need)\b|"
    rf"{_WRITING}"
)
"""What a sentence begins with that tells the task."""
_TOLD_TO_DO: Final = re.compile(
    rf"(?:(?:please|then|now|finally|also|always|next|instead|just|simply|,) )*{_IMPERATIVE}|"
    rf"(?:if|when|whenever|unless|for) [^;:]{{4,120}}, (?:(?:then|just|simply|please|mostly|always|only|instead) )*"
    rf"{_IMPERATIVE}"
)
"""A sentence that tells to do something, by the verb that it begins with."""


def _told_to_do(said: _Said) -> Addressee | None:
    """Place what begins with a verb in the imperative that the lexicon does not have: "concatenate these notes"."""
    is_elsewhere = said.area in (Area.INPUT, Area.EXAMPLE, Area.PROCESS) or _under_work(said)
    is_told = said.kind is not SentenceKind.HEADING and _TOLD_TO_DO.match(said.text) is not None
    return Addressee.RESPONSE if is_told and not is_elsewhere and not said.text.endswith((":", "?")) else None


def _under_asking(said: _Said) -> Addressee | None:
    """Place what stands under a heading of the output, or under a line that asks: "The summary should:", "Include:"."""
    if said.area is Area.OUTPUT:
        return Addressee.RESPONSE
    lead = said.lead
    if lead and (
        is_instruction(lead)
        or speaks_of_response(lead)
        or _MODAL.search(lead)
        or re.search(
            r"\b(?:rules|requirements|guidelines|constraints|instructions|criteria|format|include|focus|style|tone)\b|"
            r"\b(?:items|fields|information|details|points|elements|topics|sections|data) to "
            r"(?:extract|include|cover|return|report|provide|mention|capture)\b",
            lead,
        )
    ):
        return Addressee.RESPONSE
    return None


_EXPLAINS: Final = re.compile(
    r"(?:they|it|this|that|these|those) (?!(?:must|should|shall|needs?|has|have|is to|are to)\b)[a-z]+"
)
"""A statement about what was said before: "They sound stiff"."""


_STATED: Final = re.compile(
    r"(?!(?:if|when|where|your|the response|there|just|one|for|in|has|have|include)\b)(?:[a-z]+ ){1,4}"
    r"(?:is|are|do|does|help|read|send|lead|make|give|get|look|sound|feel|work|need|want|like)s?\b(?! :)"
)
"""A statement of what is so: "bullets read well in emails"."""


def _explained(said: _Said) -> Addressee | None:
    """Place a statement that gives a reason, or says what happens otherwise, for what was said before."""
    if _modal(said) or is_instruction(said.text) or said.text.endswith(":"):
        return None
    if said.follows and _STATED.match(said.text) and not speaks_of_response(said.text):
        return Addressee.NOTHING
    known = speaks_of_response(said.text) if said.kind is SentenceKind.PROSE else _response_noun().search(said.text)
    return Addressee.NOTHING if _EXPLAINS.match(said.text) and not known else None


_CHECKS: Final = re.compile(
    r"\bbefore (?:returning|responding|submitting|outputting|answering|finali[sz]ing|sending|you)\b.*"
    r"\b(?:verify|check|confirm|ensure|make sure)\b|\b(?:final|quality|output|validation) (?:checklist|checks?)\b"
)
"""A lead-in of what is to be true of the response: "Before returning, verify:"."""


def _checked(said: _Said) -> Addressee | None:
    """Place what the response is to be checked for."""
    is_item = said.kind is SentenceKind.LIST_ITEM and not said.text.endswith("?")
    return Addressee.RESPONSE if is_item and _CHECKS.search(said.lead) else None


_RULES: Final[tuple[Callable[[_Said], Addressee | None], ...]] = (
    _layout,
    _scored,
    _defined,
    _exemplary,
    _spurring,
    _put_into_section,
    _checked,
    _explained,
    _role,
    _thought,
    _input,
    _work,
    _bare_lead,
    _asking,
    _under_asking,
    _told_to_do,
)
