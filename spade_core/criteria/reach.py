"""What part of the response, and which responses, an instruction speaks of.

Everything here errs to one side: what cannot be told apart from an instruction about a part, or about some responses
only, is taken for one.
"""

import re
from typing import Final

from spade_core.criteria.passage import folded, is_conditional
from spade_core.deltas.sentence import Sentence

RESPONSE: Final = (
    r"(?:(?:(?:the|your|its|this|all|every|each|any)(?: of (?:the|your))? )?(?:(?:whole|entire|full|complete) )?"
    r"(?:responses?|answers?|reply|replies|outputs?|results?)|everything|all of it)"
)
"""Matches how people name the whole response."""

SOFT: Final = re.compile(
    r"\b(?:if|unless|except(?:ing|ion)?|apart from|other than|otherwise|when(?:ever)?|where(?:ver)?|in case|"
    r"in cases|depending|as long as|provided that|whether|which(?:ever)|instead of|rather than|may|might|can|could|"
    r"would|"
    r"optional(?:ly)?|prefer\w*|ideally|feel free|consider|try|sparingly|occasional(?:ly)?|need not|no need|"
    r"(?:not|n't) (?:have|need) to|not (?:required|only|just|necessarily|every|all|always|forget)|no longer|when "
    r"needed|"
    r"as needed|necessary|needed|appropriate|relevant|possible|possibly|allowed|fine to|such as|like|e\.g|for "
    r"(?:example|"
    r"instance)|example:|then|afterwards|respectively|twice|overly|too|some(?:times| of)|usually|mostly|at least "
    r"once)\b"
    r"|^\W*(?:first(?! person)|second(?! person)|third(?! person)|next|finally|last|lastly|step)\b"
)
"""Matches what makes an instruction one for some cases, a permission, a step among others or an example."""

_SETTING: Final = re.compile(
    r"(?:^|[,;] |\) )\W*(?:\d+[.)] )?(?:but |and |also )*(?:for|in|on|at|of|about|inside|under|within|outside|"
    r"after|before|"
    r"during|while|"
    r"to|per|among|between|from|as|with each|given|regarding|concerning)\b"
    r"(?! (?:(?:the|your|its) (?:whole |entire )?(?:response|answer|reply|output)\b|total\b|all cases\b|any case\b|"
    r"every case\b|"
    r"(?:only |exactly |at |no |a |an |one |between |under |least |most |\d)))"
)
"""Matches a clause that says where or for what something is asked."""
_AT_AN_END: Final = re.compile(r"^\W*at the (?:very )?(?:end|start|beginning|top|bottom),? ")
_GENERIC_WORDS: Final = """
a about according additional adhere all also always and answer answers any apply are as basic be bear below
body but by can case checklist communication constraint constraints content core criteria critical details
do don't don'ts donts dos emphasis ensure every everything exactly expectations expected final follow
followed following for form format formats formatting general given goal goals good guide guideline
guidelines have here how if important in information instruction instructions is it its keep language layout
length like limits list main make mandatory mind must need needed needs never not note notes objective
observe of on only other our output outputs overall parameters please point points policies policy
preferences presentation principles produce prompt provide quality remember reminder reminders replies reply
requirement requirements respect respond response responses result results return role rule rules scope set
shall should some specification specifications specifics spelling standards stick strict strictly style
styles system take task tasks text that the their these they things this to tone use voice want what when
while will with wording write writing you your
"""
_GENERIC: Final = frozenset(_GENERIC_WORDS.split())
"""Words of headings and lead-ins that name no part of a response: "Follow these rules:", "## Output format"."""
_FUNCTION_WORDS: Final = """
a about above add all also always an and answer answers any anywhere are around as ask asks at avoid be begin begins
below between but can't cannot cap capped close compose conclude contain contains create cut divide do does don't
dont draft either end ends ensure entire ever every everything exactly exceed exceeding expression expressions fewer
finish following format full generate give given greater has have in include includes into is it its just keep kept
larger least length less letters limit limited list long longer make makes max maximum mention message min minimum
more most must name never no nor not of offer one only open opens or organise organize output outputs over phrase
phrases plain please precisely produce propose prose provide put recommend reduce remain remains replies reply
respond response responses restrict restricted result results return roughly say says separate shall shorten shorter
should sign simply smaller split start starts stay strictly structure suggest sure term terms text than that the
them there they to total trim under up use uses using whole will with within without word wording words write
written you your
"""
_FUNCTION: Final = frozenset(_FUNCTION_WORDS.split())
"""Words that say nothing of where in the response something is asked."""
_WORD: Final = re.compile(r"[\w'{}-]+")
_NUMBERED: Final = re.compile(r"^(?:\W*(?:\d+|[a-z])[.)]|\d+(?:\.\d+)*)\s+")
_LABEL: Final = re.compile(r"^\W*(?:\d+[.)] )?(?P<label>[a-z][\w '/&-]{1,40}?)\W{0,3}:(?= |$)")


def is_open(text: str) -> bool:
    """Whether a folded sentence may ask for something in some cases only, permit it, or show it as an example."""
    return SOFT.search(text) is not None or is_conditional(text)


def is_at_an_end(text: str) -> bool:
    """Whether a folded sentence begins with where in the response something is to stand: "at the end, ..."."""
    return _AT_AN_END.match(text) is not None


def is_set_apart(text: str) -> bool:
    """Whether a clause of a folded sentence says for what, or where in the response, something is asked."""
    return _SETTING.search(text) is not None


def label_of(text: str) -> tuple[str, int]:
    """Return the label before the colon that a folded sentence begins with, and where it ends; ("", 0) without one.

    A label that names no part of a response ("Length:") is no label, but has an end.
    """
    found = _LABEL.match(text)
    if found is None:
        return "", 0
    label = found["label"]
    return ("" if _is_generic(label) else label), found.end()


def about(*texts: str) -> str:
    """Return the words of folded texts that say what is spoken of; empty where it is the response as a whole."""
    words = [word for text in texts for word in _WORD.findall(text)]
    return " ".join(word for word in words if word not in _FUNCTION)


def place_of(sentence: Sentence) -> tuple[str, ...]:
    """Return the headings and lead-ins of a sentence that may name a part of the response, folded, outermost first."""
    return tuple(line for line in (_bare(each) for each in sentence.context) if not _is_generic(line))


def _bare(line: str) -> str:
    return _NUMBERED.sub("", folded(line)).strip(" :*_#-\t")


def _is_generic(line: str) -> bool:
    return all(word in _GENERIC or word.isdecimal() for word in _WORD.findall(line))
