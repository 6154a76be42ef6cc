"""Questions for a judge: what to ask of a response where only a reader can tell."""

import re

from spade_core.categories.taxonomy import Category
from spade_core.criteria.passage import NOT, Passage, Surroundings, is_conditional, untagged
from spade_core.criteria.readings import Judgement
from spade_core.deltas.sentence import Sentence, SentenceKind

_IMPERATIVE = re.compile(
    r"^\W*(?:\d+[.)]\s*)?(?:please |then |also |and |finally,? |next,? |first,? |always |you "
    r"(?:should|must|need to|have to|will|can) |be sure to |make sure (?:to |that )?|ensure (?:to |"
    r"that )?|try to |remember to |"
    r"if [^,]{3,80}, |when [^,]{3,80}, )*"
    r"(?:do not|don't|dont|never|avoid|refrain|exclude|omit|eliminate|"
    r"write|list|give|provide|generate|create|suggest|include|use|produce|return|output|identify|name|"
    r"offer|propose|make|answer|respond|reply|summari[sz]e|describe|explain|present|add|pick|"
    r"choose|select|recommend|come up|ask|mention|compose|draft|keep|maintain|focus|highlight|state|"
    r"break|split|compare|analy[sz]e|extract|translate|convert|discuss|ensure|adhere|follow|"
    r"capture|bucket|group|prioriti[sz]e|incorporate|elucidate|clearly|briefly|start|begin|end|"
    r"conclude|put|show|tell|be|cite|reference|reiterate|rewrite|restate|craft|design|devise|"
    r"introduce|elaborate|"
    r"showcase|encourage|express|take into account|consider|act|limit|reduce|personali[sz]e|tailor|"
    r"warn|apologi[sz]e|finish|close|open|sign|wish|invite|remind|praise|congratulate|recall|mark|flag|note|count|"
    r"calculate|compute|round|convey|confirm|acknowledge|clarify|define|illustrate|justify|argue|report|repeat|"
    r"stay|stick|"
    r"stop|skip|leave|let|assume|treat|tag|label|link|point|replace|correct|fix|improve|solve|pretend|insert|append|"
    r"refuse|decline|politely|kindly|try|turn|transform|pay|advise|encourage|reassure|suggest|specify|provide|"
    r"remove|only|format|render|pay attention|adapt|match|reflect|preserve|evaluate|rate|score|"
    r"classify|categori[sz]e|"
    r"determine|detect|find|check|verify|assess|review|refer|quote|address|greet|thank|say|speak|talk|"
    r"structure|organi[sz]e|arrange|order|rank|sort|walk|think|imagine|role ?play|help|combine|merge|"
    r"rephrase|paraphrase|simplify|expand|shorten|outline)\b"
)
_OBLIGES = re.compile(
    r"\b(?:should|must|shall|needs? to|ha(?:s|ve) to|required to|do not|don't|never|always|cannot|"
    r"can't|avoid|ensure|make sure|not allowed|is (?:forbidden|prohibited)|important that|only)\b"
)
_ROLE = re.compile(
    r"^\W*(?:you are|you're|you will be (?:given|provided)|your (?:role|name) is|act as|imagine you|"
    r"they would|the executor|here (?:is|are)|the following (?:text|is|are)|below (?:is|are)|\w+ "
    r"(?:is|are) (?:given|provided))\b"
)
_LISTING = re.compile(r":\s*$")

_WORK = re.compile(
    r"^\W*(?:first|then|next|after that|before|finally|step \d+|start by|begin by)\b,? (?:\w+ly "
    r")?(?:you |we )?(?:should |must )?"
    r"(?:analy|read|think|identif|consider|determine|look|check|review|examine|find|compare|ask|"
    r"understand|evaluate|extract|use|go)"
    r"|\b(?:think|reason|work|walk)(?:ing)? (?:about|through|it|this|carefully|step|out)\b|"
    r"\b(?:analy[sz]e|take into account|take your time|consider)\b"
    r"|\b(?:always )?follow (?:these|those|the) (?:steps|instructions|process)\b"
)
_RULED_OUT = (Category.EXCLUSION,)


_MAIN = re.compile(r"^[^,]{3,160}, (?:then )?")
"""The condition before the instruction."""
_SETTING = re.compile(
    r"^\W*(?:for|in|at|on|before|after|during|depending on|based on|given|using|within|as|with|from|to|when(?:ever)?) "
    r"[^,]{3,120}, "
)
"""What an instruction is said of, before it: "for each product, write"."""
_BARE_VERB = re.compile(
    r"^\W*(?:\d+[.)]\s*)?(?:please |then |also |always |and |finally,? )*"
    r"(?!(?:the|an?|this|that|these|those|it|its|they|he|she|we|i|you|your|our|their|his|her|in|on|at|for|with|"
    r"from|of|by|"
    r"about|after|before|during|under|over|between|if|when|while|because|since|although|but|or|so|here|there|all|"
    r"both|what|who|which|where|why|how|is|are|was|were|did|does|has|have|had|can|could|will|would|may|might|as|than|"
    r"like|per|via|given|until|unless|not|no|into|within|without|against|across|among|behind|to|each|every|any|some)\b)"
    r"(?!\w+(?:ing|ly)\b)[a-z]+(?:[a-rtv-z]|[us]s|u) (?:(?:in|up|out|off|down|away) (?=an?\b))?"
    r"(?:the|an?|any|all|every|each|your|their|its|our|it|them|everything|everyone|something|once|twice|this|that|"
    r"these|those)\b"
)
"""A verb that no list need know: it opens the sentence, and what follows is its object."""


def is_instruction(passage: Passage) -> bool:
    """Whether a sentence tells what the response or the work on it must be like."""
    if passage.sentence.kind is SentenceKind.HEADING and len(passage.lower.split()) < 5:
        return False
    if _ROLE.search(passage.lower) or len(passage.lower.split()) < 2 or _LISTING.search(passage.lower):
        return False
    lower = passage.lower
    main = _MAIN.match(lower) if is_conditional(lower) else _SETTING.match(lower)
    if main is not None:
        lower = lower[main.end() :]
    found = (
        _IMPERATIVE.match(lower)
        or _OBLIGES.search(passage.lower)
        or _BARE_VERB.match(lower)
        or _BARE_BAN.match(lower)
        or _BARE_TONE.match(lower)
    )
    return found is not None


_BARE_BAN = re.compile(
    r"^\W*(?:no|without)(?: any)? (?!(?:doubt|one|longer|matter|need|idea|problem)\b)[\w-]+(?:(?:, | | or "
    r")[\w-]+){0,5}\W*$"
)
"""A ban without a verb: "no tables or lists"."""
_BARE_TONE = re.compile(
    r"^\W*(?:[a-z-]+(?:, (?:and |but )?| and | but | ))?(?:formal|informal|casual|friendly|professional|polite|"
    r"warm|playful|"
    r"serious|humorous|conversational|neutral)(?:(?:, (?:and |but )?| and | but )[a-z-]+)? (?:tone|style|language|"
    r"wording)\W*$"
)
"""A manner without a verb: "formal tone"."""


_CONDITIONS = re.compile(r"^\W*(?:if|when|whenever|unless|in case)\b[^,]*, |\b(?:if|when|whenever|in case) .*$")


def category_of(passage: Passage) -> Category:
    """Return the category of an instruction that nothing more special was read from."""
    lower = _CONDITIONS.sub("", passage.spoken)
    if re.search(
        (rf"\b(?:{NOT}|avoid|refrain|exclude|omit|eliminate|without|(?<!or )no)\b"),
        lower,
    ):
        return Category.EXCLUSION
    if re.search(
        (
            r"\b(?:tone|style|voice|friendly|professional|formal|informal|clear(?:ly)?|engaging|polite|"
            r"personal(?:i[sz]ed)?|simple|natural|creative|persuasive|neutral|objective|accurate|helpful)\b"
        ),
        lower,
    ):
        return Category.QUALITATIVE
    if re.search(r"\b(?:format|structure|layout|order|heading|section|list|start with|begin with|end with)\b", lower):
        return Category.RESPONSE_FORMAT
    if _WORK.search(lower):
        return Category.WORKFLOW_DESCRIPTION
    return Category.INCLUSION


_NO_TOPIC = re.compile(
    r"^(?:rules?|guidelines?|instructions?|requirements?|constraints?|task|notes?|important|format(?:ting)?|style|"
    r"tone|output|"
    r"response|goal|context|role|(?:output|response) (?:format|rules|requirements)|general|remember|do|don'?ts?)$"
)
"""Headings that say what kind of text stands below them, not what it is about."""


def _bare(text: str) -> str:
    return " ".join(untagged(text).split()).strip(" -*\u2022#")


def _placed(wish: str, lead_in: str) -> tuple[str, str]:
    """The instruction with the line that it completes before it, and the topic that it stands under, if either."""
    lead = _bare(lead_in)
    bare = lead.rstrip(" :").strip("*_ ")
    if not bare or len(bare) > 120 or _NO_TOPIC.match(bare.lower()):
        return wish, ""
    if lead.rstrip("*_ ").endswith(":") and len(bare.split()) > 1 and _SPEAKS.search(bare.lower()):
        return f"{bare}: {wish}", ""
    return wish, f' about "{bare}"'


_SPEAKS = re.compile(
    rf"\b(?:{NOT}|avoid\w*|please|ensure|should|must|follow\w*|includ\w+|provid\w+|use|write|make|consider\w*|"
    r"contain\w*|"
    r"need\w*|keep|always|when|if|with|be|as|without)\b"
)


def question_for(phrase: str, category: Category, lead_in: str = "") -> Judgement:
    """Return the yes/no question, yes meaning that the response passes."""
    wish, about = _placed(_bare(phrase), lead_in)
    if category in _RULED_OUT:
        return Judgement(
            f'Does the response respect this restriction{about}, with nothing in it that breaks it: "{wish}"?'
        )
    if category is Category.WORKFLOW_DESCRIPTION:
        return Judgement(f'Is the response what one would get by working in this way: "{_bare(phrase)}"?')
    if category is Category.QUALITATIVE:
        return Judgement(f'Does the response have the quality that this instruction{about} asks for: "{wish}"?')
    return Judgement(f'Does the response do what this instruction{about} asks for: "{wish}"?')


def judgement_on(sentence: Sentence) -> tuple[Judgement, Category]:
    """Return what to ask a judge about a sentence as a whole, and the category that the question takes it for."""
    category = category_of(Passage.of(sentence, Surroundings()))
    return question_for(sentence.text, category, sentence.context[-1] if sentence.context else ""), category


def question_of(sentence: Sentence) -> str:
    """Return the question that asks a judge about a sentence as a whole."""
    return judgement_on(sentence)[0].question
