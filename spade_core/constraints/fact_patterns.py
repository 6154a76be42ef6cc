"""Facts that one pattern finds: the pattern, what it says, what decides it, and whether the prompt rules it out."""

import re
from typing import Final

COMMIT: Final = "has_commit_title(response)"
_MARKDOWN: Final = (
    r"(?:(?:a|the|clear|clean|proper|structured|well structured|well formatted|well organized|formatted|readable|neat|"
    r"valid|github|github flavored|simple|standard|basic|,|and) )*"
    r"markdown(?: (?:format|formatting|syntax|style|text))?"
)
FACTS = (
    (
        re.compile(
            r"\b(?:format|formatted|style|styled|structure|structured|write|written|render|present|presented|provide|produce|deliver|generate|responds?|respond|communicate|response|"
            r"reply|answers?|report|output|return|summary|article|post)\b(?! (?:only|just))[^.;:]{0,50}? "
            rf"(?:in|with|using|as|be|accordance with) {_MARKDOWN}"
            r"(?= ?(?:$|[.,;!)]|:(?= ?(?:$|⟪))| for (?:clarity|readability)\b| (?:and|so|where|with)\b| to \w+ ))|"
            rf"^(?:(?:please|always|also) )*use {_MARKDOWN}(?: in (?:your|the) (?:output|response|answer|reply))?"
            r"(?= ?(?:$|[.;!]| for (?:clarity|readability|formatting)\b| to (?:format|structure)\b))"
        ),
        "the response is in Markdown",
        "is_markdown(response)",
        False,
    ),
    (
        re.compile(
            r"\b(?:formulate|ask|generate|write|create|output|compose) (?:exactly |only |just )*(?:one|1|a single)"
            r"(?: [a-z]+){0,2} question\b(?! mark| at a time| per (?:turn|message))"
        ),
        "the response asks one question",
        "questions(response) == 1",
        False,
    ),
    (
        re.compile(
            r"\b(?:ask|pose|send|(?:respond|reply|answer) with) (?:exactly |only |just )*(?:one|1|a single)"
            r"(?: [a-z]+){0,2} question (?:at a time|per (?:turn|message))\b|"
            r"\bask\b[^.;]{0,40} questions,? (?:one|1) (?:at a time|by (?:one|1))\b"
        ),
        "the response has at most 1 question",
        "questions(response) <= 1",
        False,
    ),
    (
        re.compile(
            r"(?<!you are )(?<!when )(?<!before )(?<!if )(?<!while )(?<!without )"
            r"\b(?:formulate|ask|generate|write|create|output|compose|produce|propose|pose|come up with|devise|craft|"
            r"directly asking|asking)\b(?: "
            r"[a-z]+){0,2} a(?! single)(?: [a-z]+){0,2} question\b(?! (?:mark|answer|about the "
            r"format)| ?,| and\b)|"
            r"\b(?:turn|rewrite|rephrase|reword|convert|change|put|phrase|make)\b[^.;,]{0,40} (?:in)?to an? question\b|"
            r"\b(?:rewrite|rephrase|reword|phrase|put|write)\b[^.;,]{0,40} as an? question\b"
        ),
        "the response asks a question",
        "has_question(response)",
        False,
    ),
    (
        re.compile(
            r"\b(?:title|titled)\b[^.;]{0,60}?\b(?:wrapped )?in double angular brackets\b|\bdouble angular brackets\b"
        ),
        "the response has a title in double angular brackets",
        "bool(enclosed_of(response, '<<', '>>'))",
        False,
    ),
    (
        re.compile(
            r"\b(?:wrap|put|enclose|surround|place|encapsulate)\w*\b(?P<what>[^.;]{0,50}?)\b(?:in|inside|with|"
            r"within)(?: (?:a|the|of|pair))* (?:double )?(?:quotation marks|quotes)\b|"
            r"^(?![^.;]*\b(?:quot(?:e|es|ing)|cit(?:e|es|ing)|(?:words?|phrases?|terms?|names?|titles?|sentences?|passages?|"
            r"values?|keys?|strings?|dialogue|speech|excerpts?|examples?)\b))[^.;]*?"
            r"\b(?:in|inside|within|with) double (?:quotation marks|quotes)\b|"
            r"\bdouble (?:quotation marks|quotes) (?:around|at the (?:start|beginning))"
        ),
        "the response is wrapped in double quotation marks",
        "wrapped_in(response, '\"')",
        False,
    ),
    (
        re.compile(
            r"\b2 (?:different|distinct|unique|separate) (?:responses|answers|versions|poems|jokes|"
            r"stories|sentences|\w+)\b(?=[^;]*\b(?:separate|separated|divide|divided)\b)|\b"
            r"(?:separate|separated|divide|divided)\b[^.;]*\b6 (?:asterisk|asterisks|stars)\b"
        ),
        "the response is two different responses with ****** between them",
        'two_responses(response, "******")',
        False,
    ),
    (
        re.compile(
            r"\b(?:respond|reply|answer|speak|write|written|talk|stay|use|keep|is|are|"
            r"be)\b[^.;]{0,40}\b(?:in )?(?:the )?"
            r"third person\b"
        ),
        "the response is in the third person",
        "not has_first_person(response) and not has_second_person(response)",
        False,
    ),
    (
        re.compile(r"\b(?:in|use|using|from)\b(?: \w+){0,3} (?:first|1 ?st) person\b"),
        "the response is in the first person",
        "has_first_person(response)",
        False,
    ),
    (
        re.compile(r"\brefus(?:e|es|ing|al)\b(?= ?(?:$|[.,;!]| (?:to|the|any|requests?|under)\b))"),
        "the response does not refuse",
        "not is_refusal(response)",
        True,
    ),
    (
        re.compile(r"\b(?:in|use|using|from)\b(?: \w+){0,3} second person\b"),
        "the response is in the second person",
        "has_second_person(response)",
        False,
    ),
    (
        re.compile(
            r"\b(?:use|using|with) (?:# ?)+(?:for|as|headings|headers)\b"
            r"(?! (?:an? |the )?(?:[a-z]+ )?(?:delimiter|separator|divider|marker|comments?|bullets?)\b)"
        ),
        "the response has headings",
        "has_heading(response)",
        False,
    ),
    (
        re.compile(
            r"\b(?:ask|asking|asks)(?: (?:any|the user|the reader|them|me|us|follow up|clarifying|more|further|"
            r"additional|back))* questions?\b"
            r"(?! (?:that|which|about|whose|where|you|if|when|to|starting|beginning|like|such|on|regarding|related|"
            r"as)\b)"
        ),
        "the response asks no question",
        "not has_question(response)",
        True,
    ),
    (
        re.compile(
            r"\b(?:end|ends|finish|close|conclude)\b[^.;]{0,40}? with (?:a|an|1|one)(?: (?!or\b)\w+){0,4} question\b"
            r"(?! or\b)"
        ),
        "the response ends with a question",
        "ends_with_question(response)",
        False,
    ),
    (
        re.compile(
            r"\b(?:timestamps?|times|time stamps?|dates)\b[^.;]{0,40}?\b(?:sequential|chronological|"
            r"ascending|in order)\b"
        ),
        "the times of the response ascend",
        "times_ascending(response)",
        False,
    ),
    (
        re.compile(r"\b(?:in|using) alphabetical order\b(?! by\b)|\balphabetically\b(?! by\b)"),
        "the entries of the response are in alphabetical order",
        "alphabetical(entries_of(response))",
        False,
    ),
    (
        re.compile(
            r"\bself[ -]?references?\b|\b(?:mention|say|state|reveal|refer)\w*(?: \w+){0,4} (?:you "
            r"are|being|as) an? (?:ai|language model|assistant|llm)\b|\bas an ai\b"
        ),
        "the response does not speak of itself as an AI",
        "not has_self_reference(response)",
        True,
    ),
    (
        re.compile(
            r"\bconventional commits?\b|\btype ?>? ?(?:\[ optional scope \]|\( ?<? ?scope ?>? ?\))? ?!? ?: ?<? ?"
            r"(?:short |brief |concise )?(?:description|subject|summary|message)\b|"
            r"^(?=.*\bfeat\b)(?=.*\bfix\b)(?=.*\b(?:chore|docs|refactor)\b).*\btypes?\b"
        ),
        "the response has the title of a conventional commit",
        COMMIT,
        False,
    ),
    (
        re.compile(
            r"\b(?:blank|empty) lines? (?:between|after) (?:the |your |each |every |all |any |two |2 )*paragraphs?\b|"
            r"\b(?:separate|divide|split)d? (?:the |your |each |all |any )*paragraphs? (?:from each other "
            r")?(?:with|by|using) "
            r"(?:a |an |1 |one |single )*(?:blank|empty) lines?\b|"
            r"\bparagraphs (?:must |should |are to |are )?(?:be )?(?:separated|divided) by (?:a |an |1 |one |single )*"
            r"(?:blank|empty) lines?\b"
        ),
        "the paragraphs of the response are separated by blank lines",
        '"\\n" not in response.strip() or "\\n\\n" in response',
        False,
    ),
    (
        re.compile(r"\b(?:blank|empty) lines?\b"),
        "the response has no empty lines",
        'not any(not each.strip() for each in response.strip().split("\\n"))',
        True,
    ),
    (
        re.compile(r"\bonly (?:use )?(?:plain |standard )?ascii\b|\bascii (?:characters? )?only\b|\bnon ?-? ?ascii\b"),
        "the response has only ASCII characters",
        "response.isascii()",
        False,
    ),
    (
        re.compile(r"\b(?:apologize|apologise|apologizing|apologies|apology)\b"),
        "the response has no apology",
        "not has_apology(response)",
        True,
    ),
    (
        re.compile(
            r"\b(?:quotes|quotation marks) (?:around|surrounding)\b|\b(?:wrap|enclose|surround|put)\w*\b[^.;]{0,40}? "
            r"(?:in|with) (?:double |single )?(?:quotes|quotation marks)\b|"
            r"(?:(?<=^no )|(?<=, no )|(?<=without ))(?:quotes|quotation marks)(?= ?(?:[.,;!]|$))"
        ),
        "the response stands in no quotation marks",
        "not wrapped_in(response, '\"')",
        True,
    ),
)
OF_LISTS = (
    (
        re.compile(
            r"\b(?:cite|cited|citations?|citing|references?|sources?)\b"
            r"(?![^.;]{0,60}\b(?:that|which|if|when) you\b)[^.;]{0,80}?(?:\[ [^\[\]]{1,30} \]|"
            r"\b(?:in|using|with|inside|within) (?:square )?brackets\b)"
        ),
        "the response has a citation in square brackets",
        "bool(enclosed_of(response, '[', ']'))",
        False,
    ),
    (
        re.compile(
            r"(?<!page )(?<!line )(?<!the )(?<!a )(?<!each )\b(?:number|enumerate) (?:the|each|every|your|all|"
            r"them|any)\b(?! of\b)(?![^.;]*(?:\b1 ?/|\bbullets?\b))|"
            r"\bnumbered? (?:from 1|1 to)\b"
        ),
        "the response has a numbered list",
        "has_numbered_list(response)",
        False,
    ),
    (
        re.compile(
            r"(?<!page )(?<!line )(?<!the )(?<!a )(?<!each )\b(?:number|enumerate) (?:the|each|every|your|all|"
            r"them|any)\b(?! of\b)"
        ),
        "the response has no numbered list",
        "not has_numbered_list(response)",
        True,
    ),
    (
        re.compile(r"^(?:always |please |also )*bold (?:the|any|all|key|important|each|main|every)\b"),
        "the response has bold text",
        "has_bold(response)",
        False,
    ),
)
"""Facts of how items are marked, which are said of each of them."""
