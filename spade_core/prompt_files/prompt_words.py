"""The words by which a prompt is told from other texts. Data: the patterns and word lists, and nothing that decides."""

import re

from spade_core.text import word_list, word_set

STRONG_NAMES = frozenset({"preamble", "persona", "backstory"})
STRONG_ENDINGS = ("prompt", "prompts")
"""How words end that say so too: ``prompt``, ``systemprompt``, ``subprompt``."""
STRONG_PAIRS = word_set("""
    system message, system msg, system instruction, system instructions, system content, user content, user message,
    system template, user template, instance template, system text, system role, human template, sys msg, human message,
    few shot, instruction template, query template, qa template, next step, system rules, system context
""")
WEAK_NAMES = word_set("""
    instruction instructions system guidance guidelines guideline rubric criteria task goal rules template templates
    tmpl message messages content directive directives policy reminder jailbreak steering critique rewrite summarize
    summary reflection role roles examples shots question query human user assistant intro suffix prefix
""")
GUIDING_NAMES = frozenset(
    {"instruction", "instructions", "guidance", "guideline", "guidelines", "directive", "directives"}
)
"""Last words of the names of what tells somebody how to do something."""
NAMING_NAMES = word_set("name names id key path file filename dir version type category")
"""Last words of the names of what only tells which prompt is meant."""
SHOWN_NAMES = word_set("""
    log error err exception warning usage tooltip placeholder banner help toast button greeting welcome notification
    alert confirm confirmation disclaimer hint
""")
"""Words of a name that say that people read it."""
MADE_UP_NAMES = frozenset({"fake", "mock", "dummy", "stub"})
"""First words of the names of what stands in for something else, as an answer does where no model is called."""
NAMES_AGAINST = SHOWN_NAMES | word_set("""
    sql html css url uri path regex regexp pattern log error err exception warning usage license schema ddl cypher
    sparql title label tooltip subject email mail placeholder filename file dir version class classname style styles
    header headers footer banner docs doc help epilog changelog toast button config cmd command script code fmt mock
    fixture expected sample response reply output answer greeting welcome notification alert confirm confirmation
    statement stmt migration disclaimer terms privacy seo meta caption alt hint id key token type description desc
    delimiter separator readme fallback checksum comment comments citation signature page
""")


EXAMPLE_OWNERS = word_set("""
    examples example demos demo cases samples sample fixtures testcases vars suggestions suggested starters presets
    posts articles faq faqs testimonials jailbreak jailbreaks attack attacks adversarial malicious injection injections
""")
"""Words of a name whose entries are said to a model by a person, or show how that is done."""
LABEL = re.compile(
    r"[A-Za-z]\w*(?:[_.\-/]\w+)+|\w*prompt\w*|\d[\w.]*|true|false|yes|no|on|off|none|null", re.IGNORECASE
)
"""A word that names something and says nothing."""


def _any(*alternatives: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), flags)


_YOU_ARE = r"you(?:'re| are| will be| will act as| have been)\b(?: now)?"
_NO_ROLE = (
    r"(?:not|no|already|almost|all|done|about to|logged|signed|notified|connected|subscribed|redirected|charged|invited"
    r"|added|removed|registered|approved|rejected|banned"
    r"|offline|online|sending|viewing|seeing|looking|wearing|out of|in (?:the )?(?:queue|offline|demo))"
)
"""What people are told that they are."""
ROLE = re.compile(
    r"(?:^|[.\n>\]:}#\"'] *|\bsystem\W{1,4})(?:(?:hi|hello|hey)\W+)?(?:from now on,? )?(?:"
    + "|".join(
        (
            _YOU_ARE + rf" (?!{_NO_ROLE}\b)[\w{{$]",
            r"act as (?:an?|the|if)",
            r"(?:imagine|suppose|pretend|assum(?:e|ing)) (?:that )?you",
            r"as an? (?:ai|expert|helpful|experienced|professional|senior)\b",
            r"i want you to",
            r"your (?:task|job|goal|role|mission|objective|purpose) is",
            r"você é|vous êtes|tu es |sei un|eres un|du bist|bạn là|ты |вы |你是|你将|请|您是|あなたは|당신은",
        )
    )
    + ")",
    re.IGNORECASE,
)
"""A role or a task that is given, where a sentence begins."""

ADDRESS = _any(
    rf"\b{_YOU_ARE} (?:an?|the|my|our|given|provided|tasked|asked|to|in charge|acting|working|helping|expert)",
    r"\bact(?:ing)? as (?:an?|the|if)\b",
    r"\byour (?:task|job|goal|role|mission|objective|purpose|response|answer|output|reply) (?:is|will|must|should)\b",
    r"\byou (?:must|should|will|need to|can|may|have access|only|never|always|do not|don't|cannot|specialize|help)\b",
    r"\bas an ai\b|\bi want you to\b|\bassistant\b|\bimagine (?:you|that you)\b|\bbelow (?:is|are)\b|\bplease\b",
    r"\bgiven (?:the|a|an|some|two|these|this|that)\b",
    r"\b(?:você|vocês) (?:é|está|deve|receber|pode)\b|\bsua tarefa\b|\beres (?:un|una|el|la)\b",
    r"\btu (?:tarea|es|sei|eres)\b|\bdu bist\b|\bvous êtes\b|\bsei un\b|\bbạn là\b|\bты\b|\bвы\b",
    r"你是|你的任务|你将|请你?|您是|あなたは|ください|당신은|하세요",
)
"""Somebody is spoken to."""

_VERBS = word_list("""
    respond, answer, return, output, write, generate, provide, list, extract, summari[sz]e, translate, identify,
    analy[sz]e, classify, rewrite, create, use, do not, don't, never, always, ensure, make sure, avoid, follow, include,
    consider, explain, determine, think, format, focus, keep, be, give, describe, evaluate, compare, rate, score, judge,
    choose, select, decide, convert, produce, suggest, propose, read, review, remember, note that, limit, replace, fix,
    complete, continue, ask, say, tell, reply, speak, act, check, verify, combine, refine, break, plan, solve, assess,
    rank, detect, categori[sz]e, label, compose, draft, design, develop, improve, edit, correct, find, pick, assume,
    begin, start, wrap, add, remove, preserve, maintain, prioriti[sz]e, mention, call, look, help, let's, work, imagine,
    infer, simplify, expand, grade, tidy, paraphrase, critique, critici[sz]e, calculate, predict, retorne, responda,
    analise, crie, gere, não, identifique, escreva, get, take, turn, craft, compile, conduct, research, match, report,
    understand, build, search, filter, apply, discuss, represent, synthesi[sz]e, highlight, gather, refer, fill, update,
    inspect, examine, investigate, perform, implement, optimi[sz]e, outline, specify, recommend, rephrase, reformulate,
    prefer, cite, treat, ignore, transcribe, derive, enumerate, elaborate, clarify, distil, distill, pretend, adopt,
    emphasi[sz]e, remediate,
    devuelve, responde, genera, réponds, antworte, 返回, 输出, 不要, 回答, 使用, 根据
""")
DEMAND = re.compile(
    r"(?:^|(?<=[.!?:;\n>*#\-–•)\]}\"'])) *(?:\d+[.)]\s*)?(?:\*\*)?"
    r"(?:please |then |now |otherwise,? |(?:can|could) you |if [^.\n]{1,80}, ?|only |you must |you should )?(?:"
    + "|".join(_VERBS)
    + r")\b",
    re.IGNORECASE,
)
"""Something is demanded, where a sentence or a line begins."""

FORMAT_DEMAND = _any(
    r"\b(?:provide|write)\b[^.\n]{0,60}\b(?:json|xml|yaml|markdown|plain text)\b",
    r"\b(?:respond|answer|reply|output|return)\w*\b[^.\n]{0,60}\b(?:json|xml|yaml|markdown|list|format|only|exactly"
    r"|one word|yes or no|concise\w*|brief\w*|sentences?|words?)\b",
    r"\bjson\b[^.\n]{0,30}\b(?:object|array|format|schema|only|válido)\b|\bSOMENTE\b|\bstep[- ]by[- ]step\b",
    r"\bdo not (?:include|make up|use|add|mention|provide|output|answer)\b",
)
"""What the answer must look like."""

LAYOUT = _any(
    r"^\s*#{1,4} \w|</?[a-z_][a-z_ \-]*>|\bJSON\b|```|^-{3,}\w",
    r"^(?:Question|Input|Output|Answer|Context|Example|Thought|Action|Human|User|Assistant|Query|Response|Instructions?"
    r"|Rules|Format|Task|Goal|Text|Document)s?\s*\d*:",
    flags=re.MULTILINE | re.IGNORECASE,
)
"""Headings, tags and labels as prompts have them."""

_SQL = (
    r"(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|MATCH|MERGE|UNWIND|OPTIONAL MATCH|CALL|RETURN|BEGIN|GRANT"
    r"|PRAGMA|EXPLAIN)\b(?![a-z ]*\b(?:the|a|an)\b)"
)
_SQL_INSIDE = r"(?:\b(?:FROM|INTO|SET|TABLE|INDEX|WHERE|RETURN|SELECT|VALUES|EXISTS|COLUMN|YIELD|DATABASE|VIEW)\b|\()"
_CODE = (
    r"(?:from [\w.]+ )?import [\w.{*]|(?:async )?def \w+\(|class \w+[(:]|function \w+\(|(?:const|let|var) \w+ ?="
    r"|\w+\(\) ?\{\s*$|\(function ?\("
    r"|#!/|package \w+;?$|export (?:default|const|async)|@[\w.]+(?:\([^\n]*\))?\n|#include|public class|fn \w+\("
)
_COMMENTS = r"\s*(?:(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/|[\"']use \w+[\"'];?)\s*)*"
_STYLE_RULE = r"[a-z-]+:[ \t]*(?:[^;{}\n]|\{\})+;"
NO_PROSE = (
    (re.compile(rf"\s*(?:--[^\n]*\n\s*)*{_SQL}[\s\S]{{0,400}}?{_SQL_INSIDE}"), "a database query"),
    (re.compile(r"\s*\w+ ?= ?[$%:]\S*\s*$"), "a database query"),
    (
        re.compile(
            r"\s*<(?:!doctype|\?xml|html|head|body|div|p|span|svg|script|style|table|h[1-6]|a|img|ul|section|form|button"
            r"|link|meta|br|center)\b",
            re.IGNORECASE,
        ),
        "markup",
    ),
    (re.compile(rf"{_COMMENTS}(?:{_CODE})", re.MULTILINE), "code"),
    (re.compile(r"\s*(?:https?|file|s3|postgres\w*|redis|mongodb)://\S+\s*$"), "an address"),
    (re.compile(r"\s*(?:usage|examples?):", re.IGNORECASE), "a help text"),
    (
        re.compile(
            r"\s*(?:curl|pip|npm|npx|docker|git|sudo|apt|brew|cd|bash|python3?) +[-\w./@]+(?: [-\w./@:=\"']+)*\s*$"
        ),
        "a command",
    ),
    (re.compile(r"\s*\{\s*\"[^{}]*\}?\s*$"), "data"),
    (re.compile(rf"\s*(?:[.&#@:*\w][^{{}};\n]*\{{\s*)?{_STYLE_RULE}\s*(?:{_STYLE_RULE}|\}})"), "a style sheet"),
    (re.compile(r"\s*\[[\w.\- ]+\][ \t]*\n(?:\s*[#;][^\n]*\n)*\s*[\w.\-]+[ \t]*=", re.ASCII), "settings"),
    (re.compile(r"\s*[&*+]*\w+(?:\s*,\s*[&*+]*[\w\[][\w.\[\]+]*){3,}\s*$"), "a list of names"),
)
"""Beginnings of what is no prose, and what it is."""
MAY_BE_PROSE = frozenset({"markup", "data", "a help text", "a command", "a template of code"})
"""Kinds that a prompt may begin like."""

CODE_LINE = re.compile(
    r"^[ \t]*(?:[\w.{}\[\]\"']+(?:, ?[\w.{}]+)* ?[-+]?= ?\S[^\n]*"
    r"|(?:(?:async )?(?:def|with|for)|if|while|elif|except)\b[^\n]*:|else:|try:|return\b[^\n]*"
    r"|(?:from [\w.]+ )?import [\w.*, {}]+|(?:[\w.]|\{\w*\})+\([^\n]*|[(){}\[\]]+[,;]?)[ \t]*$",
    re.MULTILINE,
)
"""A line of code, whose names a template may fill."""
STYLE_CLASSES = re.compile(r"[^\W\dA-Z][\w\-:/\[\].%#!()&>*+=\"']*(?: +[\w\-:/\[\].%#!()&>*+=\"']+)+")
STYLE_CLASS = re.compile(r"(?:^|(?<=\s))\S*\w-(?:\w+|\[\S+\])(?=\s|$)")
"""A word with a hyphen or a bracket in it, as every second or third name of a style has."""
COMPLAINT = _any(
    r"\b(?:failed|failure|invalid|not found|error|cannot|could not|couldn't|unable|missing|unexpected|unknown"
    r"|unsupported|required|deprecated|not supported|not installed|install|already exists|timed out|must be"
    r"|expected|no such|is not (?:a|an|valid|defined|set)|skipping|warning|successfully)\b",
)
"""Words of messages about failures."""

TYPED = _any(
    r"\b(?:press|hit) \W?(?:enter|return|any key)\b|[\[(]\W?y(?:es)?\W{1,3}no?\b|\btype in your\b",
    r"\bwithin \d+ seconds\b|\bplease (?:type|enter|provide input)\b",
    r"\bdo you (?:approve|want to (?:continue|proceed))\b|\n> *$",
)
"""Words of a question to whoever sits before a terminal."""

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
WORD = re.compile(rf"[{_CJK}]|(?:(?![{_CJK}])[^\W\d_])+(?:['’][^\W\d_]+)?")

BRACED = re.compile(r"\{[^{}]*\}")

PROMPT_FOLDERS = re.compile(
    r"(?:\w+[_\-])?(?:pre|meta|system)?[_\-]?prompts?(?:[_\-](?:templates?|library|files?))?", re.IGNORECASE
)
"""Full match of the name of a folder that is there for prompts."""

ASSISTANT_FOLDER = _any(r"(?:^|/)\.\w+/(?:[^/]+/)*(?:agents?|commands?|rules)/")
"""A folder of an assistant's settings, in which each file tells it something."""
PERSONA_FOLDER = _any(r"(?:^|/)(?:roles?|personas?)/")
"""A folder that is named for whom a model is to be."""
AGENT_FOLDER = _any(r"(?:^|/)(?:(?:sub)?agents?|commands?|rules|modes?)/")
"""A folder in which an agent may be told something, and people too."""
AGENT_HEAD = re.compile(
    r"\A\s*---[ \t]*\r?\n(?=[\s\S]{0,2000}?^(?:name|description)[ \t]*:)(?:(?!---)[^\n]*\n){0,60}?"
    r"(?:tools|allowed-tools|model|temperature|mode|agent|skills|permission|argument-hint|globs|alwaysApply)[ \t]*:",
    re.MULTILINE,
)
"""Front matter that describes something and says which model or tools it has, or when it applies."""

PROMPT_MODULE = re.compile(r"prompts?\.\w+$", re.IGNORECASE)
TEST_PLACE = _any(
    r"(?:^|/)(?!tests?/(?:[^/]+/)*(?:bench(?:marks?)?|eval(?:uation)?s?)/)(?:tests?|__tests__|testing|specs?|mocks?|__mocks__|e2e|cassettes|recordings|__snapshots__"
    r"|tests?[_\-]?(?:data|support|utils|helpers|cases|e2e)|(?:unit|integration|functional|e2e)[_\-]?tests?)/",
    r"^(?!(?:[^/]+/)*(?:[^/]+[_\-])?(?:bench(?:marks?)?|eval(?:uation)?s?)(?:[_\-][^/]+)?/)"
    r"(?:.*/)?(?:test_[^/]*|conftest|[^/]*_tests?)\.(?:pyi?|[mc]?[tj]sx?)$"
    r"|(?:^|/)(?![^/]*prompt)(?:test_[^/]*|[^/]*_tests?)\.(?:ya?ml|json|toml)$"
    r"|\.(?:test|spec|stories)\.\w+$|(?:_test|_spec)\.(?:go|rb|exs?|dart|rs|cc|cpp|lua)$",
    r"[a-z](?-i:Tests?|Spec)\.(?:java|kt|cs|scala|swift|php)$|(?-i:[a-z]Tests)/",
    r"(?:^|/)(?:results|outputs?|logs|trajectories|transcripts)/(?:[^/]+/)*[^/]+\.(?:json|txt|ya?ml)$",
)
"""Where tests stand, and what was written down of runs; what measures models is none, whatever its files are called."""
OUTSIDE_PLACE = _any(r"(?:^|/)(?:(?:\w+[_\-])?docs?|documentation|website|migrations|translations|fixtures)/")
SHOWN_PLACE = _any(
    r"(?:^|/)(?:locales?|i18n|l10n)/", r"(?:^|/)(?:messages|langs?|languages)/(?:[^/]+/)*[a-z]{2}(?:[_\-]\w+)?\.\w+$"
)
"""Where the words of an interface stand in each of its languages."""
BUILT_PLACE = _any(r"(?:^|/)(?:dist|build|vendor|third_party|node_modules|public|static)/|\.min\.")
ABOUT = re.compile(r"(?:readme|changelog|contributing|license|licence|notice|authors|code_of_conduct)\b", re.IGNORECASE)
"""The beginning of the name of a file that tells of what stands beside it, prompts too."""
DOCUMENT = re.compile(
    r"(?:security|history|todo|index|roadmap|install\w*|faq|pull_request_template|issue_template|requirements\w*|robots|llms\w*|news|upgrad\w*|migrat\w*"
    r"|overview|glossary|support|citation|version)\b",
    re.IGNORECASE,
)
"""The beginning of the name of a file that tells people something."""

SURE_CONSTANT = re.compile(r"_*(?:[A-Z0-9_]*_)?PROMPTS?(?:_TEMPLATES?|_TEXT|_STR)?")
CONSTANT = re.compile(
    rf"{SURE_CONSTANT.pattern}|_*PROMPTS?_(?!(?:PATH|FILE|DIR|NAME|VERSION|ID|KEY|URL)S?\b)[A-Z0-9_]+"
)
"""Full match of the name of a constant that holds a prompt."""
