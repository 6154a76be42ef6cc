"""Style and content in words rather than numbers: short or long, manners, kinds of content, topics, faithfulness."""

import re
from collections.abc import Callable, Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.fields import QUOTES_A_FIELD
from spade_core.criteria.numbers import NUMBER, value_of
from spade_core.criteria.passage import CONDITION, NEGATION, ROLE, Found, Passage
from spade_core.criteria.quantities import keys_in, scope_of
from spade_core.criteria.readings import (
    CodeConventions,
    Content,
    Grounded,
    Length,
    Manner,
    NoRepetition,
    NothingAfterList,
    OnlyContent,
    OwnWords,
    Reading,
    Score,
    Shows,
    Speaks,
)
from spade_core.criteria.topics import topics
from spade_core.text import Span

_SHORT = re.compile(
    r"\b(?:concise(?:ly|ness)?|brief(?:ly)?|brevity|succinct(?:ly)?|terse(?:ly)?|to[- ]the[- ]point|"
    r"compact|crisp|laconic|pithy|short(?:er)?[ -]?(?:hand|form)|"
    r"(?:keep|make|be|is|are|stay|remain)(?: \w+){0,3} (?:short|minimal|tight)|short (?:and|but|"
    r"answer|response|reply|summary|note|message|description|text|email|paragraph|narrative|version|"
    r"sentence|statement|post|review|explanation)s?|"
    r"as short as possible|(?:reduce|minimi[sz]e|avoid|less|without) (?:\w+ )?(?:verbosity|wordiness|"
    r"verbose\w*|fluff|filler|rambling)|not (?:be )?(?:too |overly )?(?:long|verbose|wordy|lengthy)|"
    r"tl;?dr|"
    r"digestible|straight(?:forward| to the point)|in a nutshell|don't (?:ramble|be verbose))\b"
)
_LONG = re.compile(
    r"\b(?:detailed|comprehensive(?:ly)?|in[- ]depth|thorough(?:ly)?|elaborate(?: answer| response| explanation)|"
    r"extensive(?:ly)?|exhaustive(?:ly)?|as much detail|in (?:great |more |full )?detail|"
    r"lengthy|(?:long|longer) (?:answer|response|form|text|article|description|explanation|essay|"
    r"story|report)s?|every single|all (?:surrounding|relevant|available|details|key|important)|"
    r"rich(?:ly)?)\b"
)

_MANNERS: tuple[tuple[Manner, str], ...] = (
    (Manner.THANKS, r"\b(?:gratitude|grateful(?:ly)?|thank(?:s|ing|ful)?|appreciat\w+)\b"),
    (Manner.GREETING, r"\b(?:greet(?:s|ing|ings)?|salutations?)\b"),
    (
        Manner.SIGN_OFF,
        (
            r"\b(?:sign[- ]?off|signature|sign(?:ed)? (?:it|the (?:email|letter|note))|valediction|kind "
            r"regards|closing line)\b"
        ),
    ),
    (Manner.APOLOGY, r"\b(?:apolog\w+|say sorry)\b"),
    (
        Manner.CONCLUSION,
        (
            r"\b(?:conclusions?|concluding (?:remark|statement|sentence|paragraph)s?|overall assessment|"
            r"closing (?:remark|statement|thought)s?|wrap[- ]?up|final thoughts|summary at the end)\b"
        ),
    ),
    (
        Manner.SPECULATION,
        (
            r"\b(?:speculat\w+|guess(?:ing|work)?|hedg(?:e|ing) (?:language|words|phrases)|conjectur\w+|"
            r"assumptions?|assum(?:e|ing))\b"
        ),
    ),
    (
        Manner.SELF_REFERENCE,
        (
            r"\b(?:as an ai|(?:you are|you're|being|that it is|it's|are) an? (?:ai|language model|chatbot|bot|"
            r"llm|virtual assistant)|mention (?:ai|being an ai)|ai language model)\b"
        ),
    ),
    (Manner.FIRST_PERSON, r"\bfirst[- ]person\b"),
    (
        Manner.SECOND_PERSON,
        (
            r"\bsecond[- ]person\b|\baddress(?:es|ing)? (?:the )?(?:user|reader|customer|author|recipient|"
            r"them)s?(?: directly)?\b"
        ),
    ),
    (
        Manner.PERSONAL,
        (
            r"\b(?:personal(?:ly|i[sz]ed?)?|individuali[sz]ed)\b(?! (?:information|data|opinion|insight|"
            r"detail|experience|bias|view|judg|attribute|info))"
        ),
    ),
    (Manner.REASONS, r"\b(?:rationale|reason(?:s|ing)?|explain why|justif\w+|causes?|why)\b"),
    (Manner.CAVEATS, r"\b(?:caveats?|limitations?|qualifications?|conditions or caveats|nuances?|exceptions)\b"),
    (
        Manner.EXAMPLES,
        (
            r"\b(?:(?:give|include|provide|use|with|offer|add|using|by|cite|show) (?:[\w-]+ ){0,3}examples?|"
            r"illustrat\w+)\b"
        ),
    ),
    (
        Manner.SIMPLE,
        r"\b(?:simple|plain|easy|everyday|accessible|non-?technical|layman'?s) (?:language|words|terms|"
        r"english|vocabulary)\b"
        r"|\beasy to (?:understand|read|follow)\b|\bsimple to understand\b|\b\d+(?:st|nd|rd|th)[- "
        r"]grade\b|\bfive[- ]year[- ]old\b",
    ),
    (Manner.CALL_TO_ACTION, r"\bcalls?[- ]to[- ]action\b|\bcta\b"),
    (
        Manner.CLOSING_QUESTION,
        r"\b(?:end|finish|conclude|close)s?(?: \w+){0,4} (?:with|by asking) an? (?:\w+[- ]?){0,3}question\b",
    ),
    (Manner.CONTRACTIONS, r"\bcontractions?\b"),
    (Manner.EXCLAMATION, r"\bexclamation (?:marks?|points?)\b"),
)
_CONTENTS: tuple[tuple[Content, str], ...] = (
    (
        Content.NUMBERS,
        (
            r"\b(?:quantitative(?: data| information| metrics| aspects| details)?|statistics|numerical|"
            r"numbers|figures|metrics|data points|percentages?|hard data)\b"
        ),
    ),
    (Content.TIMES, r"\btime[- ]?stamps?\b"),
    (Content.DATES, r"\b(?:dates?)\b(?! (?:format|of birth))"),
    (Content.LINKS, r"\b(?:urls?|links?|hyperlinks?)\b"),
    (Content.EMAIL, r"\be-?mail address(?:es)?\b"),
    (Content.EMOJI, r"\b(?:emojis?|emoticons?)\b"),
    (Content.HASHTAG, r"\bhashtags?\b"),
    (
        Content.MENTION,
        r"(?<!\w)[\"'\u201c]?@[\"'\u201d]?(?=[ ,.]|$)|\b(?:tag(?:ging)?|@-?mention\w*) (?:the |them|him|her|with)",
    ),
    (
        Content.QUESTION,
        r"\bask(?:s|ing)? (?:\w+ ){0,4}(?:questions?|if|whether|what|how)\b"
        r"|\b(?:include|pose|with|end|raise) (?:an?|one|two|three|some|several) (?:[\w-]+ ){0,2}questions?\b",
    ),
    (Content.QUOTATION, r"\b(?:quotes?|quotations?|direct quotes?)\b(?! (?:marks?|characters?))"),
    (
        Content.CITATION,
        r"\b(?:citations?|cite (?:your |the |all )?sources?|references? to (?:the )?sources?|footnotes?)\b",
    ),
)
_COMPILED_MANNERS = tuple((manner, re.compile(words)) for manner, words in _MANNERS)
_COMPILED_CONTENTS = tuple((content, re.compile(words)) for content, words in _CONTENTS)

_INCLUDE = re.compile(
    r"\b(?:includ\w+|incorporat\w+|mention\w*|add|provid\w+|use|using|extract\w*|giv\w+|show\w*|"
    r"stat\w+|list|write|express\w*|start|begin|end|contain\w*|captur\w+|cover\w*|cite|quote|make|be|"
    r"should|must|always|with|focus\w*|preserv\w+|retain|highlight\w*|report|insert|have|encourag\w+|"
    r"explain\w*|elucidat\w+|describ\w+|answer|ask\w*|sign|conclud\w+|finish|in|tag\w*|speak|"
    r"address\w*|greet\w*|thank\w*)\b"
)


def lengths(passage: Passage) -> Iterator[Found]:
    """Yield "concise" and "detailed"."""
    for short, pattern in ((True, _SHORT), (False, _LONG)):
        match = pattern.search(passage.spoken)
        if match is not None:
            span = Span(*match.span())
            if not short and NEGATION.search(passage.spoken[: match.start()]):
                continue
            yield Found(Length(short, scope_of(passage, span)), span, Category.QUALITATIVE, vague=True)


def manners(passage: Passage) -> Iterator[Found]:
    """Yield the ways of speaking that are wanted or unwanted."""
    if ROLE.search(passage.spoken):
        return
    for manner, pattern in _COMPILED_MANNERS:
        match = pattern.search(passage.spoken)
        if match is None:
            continue
        unwanted = NEGATION.search(passage.spoken[: match.start()]) is not None
        if manner in _ONLY_UNWANTED and not unwanted:
            continue
        if manner is Manner.CONCLUSION and not unwanted and passage.sentence.kind.value == "heading":
            continue
        if not unwanted and (CONDITION.search(passage.spoken) or not _INCLUDE.search(passage.spoken[: match.end()])):
            continue
        category = Category.INCLUSION if manner in _PARTS else Category.QUALITATIVE
        category = Category.EXCLUSION if unwanted else category
        yield Found(Speaks(manner, not unwanted), Span(*match.span()), category, vague=manner not in SEEN_MANNERS)


_PARTS = {
    Manner.CALL_TO_ACTION,
    Manner.GREETING,
    Manner.SIGN_OFF,
    Manner.THANKS,
    Manner.CLOSING_QUESTION,
    Manner.CONCLUSION,
}
_ONLY_UNWANTED = {Manner.SPECULATION, Manner.SELF_REFERENCE, Manner.CONTRACTIONS, Manner.EXCLAMATION, Manner.APOLOGY}


SEEN_MANNERS = frozenset({Manner.EXCLAMATION, Manner.CONTRACTIONS})
SEEN_CONTENTS = frozenset(
    {Content.EMOJI, Content.HASHTAG, Content.EMAIL, Content.LINKS, Content.TIMES, Content.QUESTION}
)
"""What code sees for certain, so that one check stands for it and nothing is vague."""

_SPARING = re.compile(
    r"\b(?:sparingly|occasional(?:ly)?|optional(?:ly)?|where appropriate|if appropriate|if needed|may use|can use)\b"
)


def contents(passage: Passage) -> Iterator[Found]:
    """Yield the kinds of content that are wanted or unwanted."""
    if ROLE.search(passage.lower):
        return
    for content, pattern in _COMPILED_CONTENTS:
        match = pattern.search(passage.lower)
        if match is None or (content is Content.QUOTATION and QUOTES_A_FIELD.search(passage.lower)):
            continue
        unwanted = NEGATION.search(passage.lower[: match.start()]) is not None
        if not unwanted and (
            _SPARING.search(passage.lower) or not (_INCLUDE.search(passage.lower[: match.end()]) or passage.lead_in)
        ):
            continue
        category = Category.EXCLUSION if unwanted else Category.INCLUSION
        yield Found(Shows(content, not unwanted), Span(*match.span()), category, vague=content not in SEEN_CONTENTS)


_SOME_WAY = (
    r"(?! (?:in (?!(?:valid |strict |raw )?(?:json|xml|yaml|html|csv|sql|code)\b)|to |for |about |from |using |"
    r"with the help |"
    r"if |when |once |after |questions? ))"
)
_WHAT = r"(?!in (?!(?:valid |strict |raw )?(?:json|xml|yaml|html|csv|sql|code)\b)|using\b)\w+"
"""Not "in lower case only", "only to questions": there, "only" says how, when or to whom."""

_SIMPLE: tuple[tuple[re.Pattern[str], Reading, Category, bool], ...] = (
    (
        re.compile(
            (
                r"\b(?:(?:using|use|rely on|relying on) only the|only (?:using|use) the|explicitly (?:stated|"
                r"mentioned|on)|based (?:explicitly|only|solely|strictly|exclusively|"
                r"entirely|purely) on|only (?:use|using|rely|on|from|include|information|"
                r"facts)\b[^.]*\b(?:context|text|document|transcript|provided|given|source|article|passage|"
                r"information)|"
                r"(?:do not|don't|never|without|not) (?:make (?:up|things up)|making (?:up|things up)|invent\w*|"
                r"fabricat\w+|hallucinat\w+|add(?:ing)? (?:any )?(?:new |outside |external )?(?:facts|information|"
                r"knowledge))|stick to the (?:facts|text|information|context|document)|factual(?:ly)?(?: "
                r"accura\w+| correct)?|(?:be|is|are) accurate|accurate(?:ly)? (?:facts|information|details|"
                r"reflect|summar)\w*|"
                r"from the (?:given |provided )?(?:transcript|text|document|context|article)|(?:provided|given) "
                r"in the (?:transcript|text|document|context|article)|no (?:outside|external|prior) (?:knowledge|"
                r"information))\b"
            )
        ),
        Grounded(),
        Category.EXCLUSION,
        True,
    ),
    (
        re.compile(
            r"\b(?:(?:write|create|provide|make|give|your|the|a)(?: \w+){0,2} summar(?:y|ies)(?! section|"
            r"\W*$)|summari[sz](?:e[sd]?|ing|ation)|distil\w*|condens\w+|paraphras\w+|rephras\w+|reword\w*|"
            r"own words|synthesi[sz]e\w*|rewrit\w+|(?:do not|don't|never|avoid|without) (?:just )?copy\w*)\b"
        ),
        OwnWords(),
        Category.INCLUSION,
        True,
    ),
    (
        re.compile(
            r"\b(?:(?:do not|don't|never|avoid|without|no|not)\b[^.]{0,30}\b(?:repeat\w*|repetiti\w+|"
            r"duplicat\w+|redundan\w+)|"
            r"(?:each|every|all|any|appears?|listed|used|occurs?)\b[^.,]{0,40}\bonly once|"
            r"(?:(?:be|are|all) (?:unique|distinct|different)|unique "
            r"(?:ideas|items|names|questions|titles)|"
            r"non-?repetitive))\b"
        ),
        NoRepetition(),
        Category.EXCLUSION,
        True,
    ),
    (
        re.compile(
            r"\b(?:only (?:answer|respond|reply|return|output|provide|write|give|print|include)"
            + _SOME_WAY
            + r"|(?:return|"
            r"output|respond|answer|reply|write|provide|give)(?: me)?(?: with)? (?:just|only|nothing but)"
            + _SOME_WAY
            + r"|"
            r"no (?:other|additional|extra|further|surrounding) (?:text|output|comments?|explanations?|words|"
            r"commentary|content|information)|(?:output|return|print|give|provide|write|respond with|answer "
            r"with)" + _SOME_WAY + r" (?:" + _WHAT + r" ){1,6}only(?=\W*$)|nothing else|no more additional output|"
            r"without (?:any )?(?:explanations?|preamble|introduction|additional|other|further|extra)|(?:do "
            r"not|don't|never) (?:include|add|provide|write|output|return|give) (?:any )?(?:explanation|"
            r"preamble|introduct|additional|other text|extra|comment|further|intro)\w*|"
            r"no (?:preamble|intro(?:duction)?|explanations?|yapping|chit-?chat|small talk))\b"
        ),
        OnlyContent(),
        Category.RESPONSE_FORMAT,
        True,
    ),
    (
        re.compile(
            r"\b(?:do not|don't|no|never|nothing|without|avoid)\b[^.]{0,40}\b(?:below|after|following|beneath|"
            r"underneath|at the end of) the\b[^.]{0,40}|\bend with the (?:\w+ )?list\b"
        ),
        NothingAfterList(),
        Category.EXCLUSION,
        True,
    ),
    (
        re.compile(
            r"\b(?:code conventions?|style guides?|pep ?-?8|coding (?:standards?|conventions?|style)|naming "
            r"conventions?|idiomatic(?:ally)?|clean code|(?:coding|programming|language) best practices|best "
            r"practices (?:of|for|in) (?:coding|programming|the language)|languages?'?s? (?:code "
            r")?conventions?)\b"
        ),
        CodeConventions(),
        Category.QUALITATIVE,
        True,
    ),
)


def simple_styles(passage: Passage) -> Iterator[Found]:
    """Yield the readings that a fixed set of words stands for."""
    if ROLE.search(passage.spoken):
        return
    for pattern, reading, category, vague in _SIMPLE:
        match = pattern.search(passage.spoken)
        if match is not None and isinstance(reading, OwnWords) and _is_a_key(passage, match.group()):
            continue
        if (
            match is not None
            and not (isinstance(reading, NoRepetition | NothingAfterList) and CONDITION.match(passage.spoken))
        ) or (match is not None and isinstance(reading, NoRepetition)):
            yield Found(reading, Span(*match.span()), category, vague)


def _is_a_key(passage: Passage, words: str) -> bool:
    """Whether words name a key of the JSON: "the summary" is a part of the response then."""
    return passage.around.is_json and bool(keys_in(words, passage.around.keys))


_SCORE = re.compile(
    r"\b(?:scores?|rat(?:e|ing)|grades?|number|points|value|scale|integer)\b[^.]{0,50}?\b(?:from|"
    r"between|of|range|out of|scale)?\s?"
    rf"(?P<low>{NUMBER}) ?(?:-|to|and|through) ?(?P<high>{NUMBER})(?! (?:words|sentences|paragraphs|"
    rf"characters|bullet|items|points))"
)


def scores(passage: Passage) -> Iterator[Found]:
    """Yield the range in which the response's score must lie."""
    match = _SCORE.search(passage.lower)
    if match is not None:
        low, high = value_of(match["low"]), value_of(match["high"])
        if low < high:
            yield Found(Score(low, high), Span(*match.span()), Category.RESPONSE_FORMAT)


STYLE_READERS: tuple[Callable[[Passage], Iterator[Found]], ...] = (
    lengths,
    manners,
    contents,
    topics,
    simple_styles,
    scores,
)
