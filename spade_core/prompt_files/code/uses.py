"""Where the names of a file go: which of them a model is given, and which calls show a text to a person."""

import re
from collections.abc import Set

from spade_core.prompt_files.likelihood import Use
from spade_core.text import word_list, word_set

_MODEL_KEYWORDS = word_list("""
    system prompt system_prompt systemPrompt system_message systemMessage system_instruction systemInstruction
    system_instructions instructions instruction prompt_template promptTemplate user_prompt userPrompt system_template
    preamble backstory goal human_message user_message sys_prompt sysPrompt developer template messages contents
    system_msg user_content system_content format_instructions query_str initial_message input_message basePrompt
    state_modifier stateModifier messages_modifier preprompt
""")
MODEL_KEYWORDS = frozenset(_MODEL_KEYWORDS)
"""Names of arguments that models are given their prompts by."""

TASK_KEYWORDS = frozenset({"description", "expected_output"})
"""Arguments that together describe the task of an agent."""

_TEMPLATE_CALL = re.compile(
    r"(?:\w*PromptTemplate|ChatPromptTemplate|RichPromptTemplate|SystemPrompt|(?:from|From)_?[Tt]emplate|(?:from|From)_?[Mm]essages"
    r"|(?:System|Human|User|Developer)Message(?:PromptTemplate)?|(?:system|human|user|developer)_message|ChatMessage|PromptHelper|Prompt|BasePrompt|StructuredPrompt"
    r"|SystemMessagePrompt|with_instructions|Signature)"
)
_TEMPLATE_KEYWORDS = {"", *word_list("template content text prompt messages prefix suffix instructions")}
_MODEL_CALL = re.compile(
    r"(?:\w*_)?(?:a?invoke|a?stream|a?generate|a?complete|a?completion|a?predict|a?chat|ask|agenerate|acompletion|infer|llm|gpt\d*|claude|gemini|openai)"
    r"(?:_(?:text|json|object|response|completion|llm|model|gpt|openai|claude|async|stream|structured|answer|once|api|chat|content|code|batch))*"
    r"|(?:call|query|prompt|ask|run|send|get|invoke|execute|request)_?(?:the_)?(?:to_)?(?:llm|model|gpt|openai|claude|gemini|ai|completion|chat|chat_completion|llm_response|gpt_response|prompt)\w*"
    r"|generate(?:Typed\w*|Text|Object|Content|Completion|Response|Answer|JSON|Json|Structured\w*|Chat\w*)|stream(?:Text|Object|Chat\w*)|(?:call|ask|query|invoke|run)(?:LLM|Llm|Model|GPT|Gpt|OpenAI|OpenAi|Claude|Gemini|AI|Ai|Prompt)\w*"
    r"|generator|tokenizer(?:_\w+)?|chatCompletion\w*|createChatCompletion|createCompletion|sendMessage|send_message|add_(?:user|system)(?:_(?:message|msg|prompt))?|add(?:User|System)(?:Message|Msg|Prompt)?|structured_predict|apredict|text_completion|chat_completion\w*"
)
_MODEL_METHODS = {
    "create": (re.compile("responses"), "input"),
    **dict.fromkeys(("initiate_chat", "a_initiate_chat"), (re.compile(""), "message")),
    **dict.fromkeys(
        word_list("run arun run_sync run_stream runSync call"),
        (re.compile(r"(?:agent|runner|chain|llm|model)$", re.IGNORECASE), ""),
    ),
}
"""Calls that give a model a text where what has them is called so, and the argument that the text is."""
_SHOWING_CALL = re.compile(
    r"(?:print|pprint|echo|secho|log|info|debug|warn|warning|error|exception|critical|fatal|trace|success|notice|notify|toast|alert"
    r"|markdown|write|caption|title|header|subheader|text|button|text_input|text_area|selectbox|expander|tooltip|Text|Label|Button|Markdown|Panel|Typography"
    r"|confirm|(?:\w+_)?input|getpass|ask_user|showErrorMessage|showInformationMessage|showWarningMessage|showInputBox|add_argument|add_option|add_parser|option|argument"
    r"|Option|Argument|ArgumentParser|HTTPException|fail|skip|xfail|describe|it|test|expect|assert\w*|abort|t|gettext|_|gettext_lazy|ngettext|execute|query|fetch|fetchall|fetchone|execute_query|run_query"
    r"|compile|match|search|findall|sub|split|startswith|endswith|startsWith|endsWith|includes|index|find|count|namedtuple|import_module|getLogger|sleep|open|Path|join"
    r"|deprecated|deprecate|warn_deprecated|reply_text|answer_callback|send_text|respond|jsonify|JSONResponse|Response|json)"
)
_PERSON_CALL = re.compile(
    r"[Oo]ption|[Aa]rgument|(?:\w+_)?input|getpass|confirm|showInputBox|\w*(?:Input|Select|Dropdown|Checkbox|TextArea)"
)
_TOOL_SERVER = re.compile(r"\w*MCP(?:Server)?|McpServer|Server")
"""What serves tools: its instructions tell what it is there for."""
_STATE_SETTER = re.compile(r"set[A-Z]\w*")
"""What sets the state of a window when it is called as a function of its own, as in React."""
_ERROR_CLASS = re.compile(r"\w*(?:Error|Exception|Warning|Failure|Interrupt)")
_SHOWING_KEYWORDS = word_set("""
    help description desc detail details title label placeholder epilog doc alt tooltip hint msg reason error
    error_message errorMessage caption docstring summary subtitle info note notes usage short_help metavar className
    class style subject body html text_body expected_output deprecated stop stop_sequences model url href src path
    pattern regex sql default_response fallback examples example
""")
_ASKING = frozenset(
    {"prompt", "ask", "confirm", "input", "text", "select", "question", "checkbox", "multiselect", "rawselect"}
    | {"autocomplete", "password"}
)
_PERSON_ASKED = re.compile(
    r"prompt_(?:ask|select|user|confirm|choice|yes_no)|ask_(?:the_)?user\w*|(?:prompt|ask)User\w*"
)
"""Functions of a project's own that ask whoever sits before it."""
_ASKING_OWNERS = word_set("click typer Prompt questionary inquirer window rl readline prompts p clack Confirm")

_MESSENGER = re.compile(r"slack|telegram|discord|whatsapp|twilio", re.IGNORECASE)
"""Owners of calls that send people messages."""


def use_of_argument(call: str, keyword: str, owner: str) -> Use:
    """Return what a text is to a call that is given it by `keyword`, or by position where that is empty."""
    if _asks_a_person(call, owner):
        return Use.NONE
    if _TEMPLATE_CALL.fullmatch(call) and keyword in _TEMPLATE_KEYWORDS:
        return Use.TEMPLATE_CLASS
    if keyword in MODEL_KEYWORDS and not _PERSON_CALL.fullmatch(call) and not _TOOL_SERVER.fullmatch(call):
        return Use.MODEL_ARGUMENT
    if not keyword and _MODEL_CALL.fullmatch(call):
        return Use.MODEL_ARGUMENT
    method = _MODEL_METHODS.get(call)
    if method is not None and keyword == method[1] and method[0].search(owner):
        return Use.MODEL_ARGUMENT
    return Use.NONE


def is_shown(call: str, keyword: str, owner: str) -> bool:
    """Return whether a call shows a text to a person, or takes it as a pattern, a query or the like."""
    is_state = not owner and _STATE_SETTER.fullmatch(call) is not None
    if keyword in _SHOWING_KEYWORDS or is_state or _asks_a_person(call, owner):
        return True
    if keyword in MODEL_KEYWORDS:
        return _PERSON_CALL.fullmatch(call) is not None
    return _SHOWING_CALL.fullmatch(call) is not None or _ERROR_CLASS.fullmatch(call) is not None


def _asks_a_person(call: str, owner: str) -> bool:
    is_asked = (call in _ASKING and owner in _ASKING_OWNERS) or _PERSON_ASKED.fullmatch(call) is not None
    return is_asked or _MESSENGER.search(owner) is not None


BLOCK = "a block of a message"
FOR_A_MODEL = re.compile(r"messages?\b|prompt|user|system", re.IGNORECASE)
"""What the name of a list says of which a model is given the blocks."""
_BLOCK_ADDED = re.compile(
    rf"""(?:{FOR_A_MODEL.pattern})[^\s(;]*\.(?:append|push)\(\s*\{{\s*["']?type["']?:\s*["'](?:input_)?text["'],\s*["']?$""",
    re.IGNORECASE,
)
_FILLED = r"\.(?:format|format_map|replace|replaceAll|substitute|safe_substitute|strip|trim)\("
_NAME = rf"(?:await\s+)?(?:[A-Za-z_$][\w$]*(?:\(\))?(?!{_FILLED})\.)*(?P<{{}}>[A-Za-z_$][\w$]*)"
"""A name, behind its owners; what is called on it to fill it is none of them."""
_KEYWORDS = "|".join(sorted(_MODEL_KEYWORDS, key=len, reverse=True))
_USE = re.compile(
    rf"""(?:(?P<quote>["']?)\b(?P<key>content|{_KEYWORDS}|text|parts)(?P=quote)\s*[:=]\s*(?!=)[f({{\["'`$]*{_NAME.format("keyed")}(?![\w$\[]|\s*=(?!=))"""
    rf"""|\b(?P<call>[A-Za-z_]\w*)\s*\(\s*(?:template\s*=\s*|content\s*=\s*)?{_NAME.format("given")}\s*[,).+]"""
    rf"""|\(\s*["'](?P<role>system|user|human|developer)["']\s*,\s*{_NAME.format("said")})"""
)
_MADE = re.compile(rf"\b(?P<made>\w+)\s*=\s*{_NAME.format('of')}(?={_FILLED})")


_ASKED_WITH = re.compile(rf"\b(?:\w+_)?(?:input|getpass)\(\s*{_NAME.format('asked')}\s*\)")


def asked_with(text: str) -> Set[str]:
    """Return the names of a file that whoever sits before it is asked with."""
    return {match["asked"] for match in _ASKED_WITH.finditer(text)}


def uses_in(text: str) -> dict[str, tuple[Use, str]]:
    """Return, by name, how a file gives it to a model: as a message, an argument or a template."""
    found: dict[str, tuple[Use, str]] = {}
    for match in _USE.finditer(text):
        if (name := match["keyed"]) is not None:
            key = match["key"]
            if key in ("content", "text", "parts"):
                before = text[max(0, match.start() - 60) : match.start()]
                if _BLOCK_ADDED.search(before):
                    _note(found, name, Use.MESSAGE, BLOCK)
                    continue
                role = re.search(r"role[\"']?\s*[:=]\s*[\"']?(?:\w+\.)*(system|developer|user)", before, re.IGNORECASE)
                if role is None:
                    continue
                is_system = role[1].lower() != "user"
                _note(
                    found,
                    name,
                    Use.SYSTEM_MESSAGE if is_system else Use.MESSAGE,
                    f"the content of a {role[1].lower()} message",
                )
            else:
                _note(found, name, Use.MODEL_ARGUMENT, f"given as {key!r}")
        elif (name := match["given"]) is not None:
            use = use_of_argument(match["call"], "", "")
            if use is not Use.NONE:
                _note(found, name, use, f"given to {match['call']}")
        elif (name := match["said"]) is not None:
            is_system = match["role"] in ("system", "developer")
            _note(
                found,
                name,
                Use.SYSTEM_MESSAGE if is_system else Use.MESSAGE,
                f"the content of a {match['role']} message",
            )
    for match in _MADE.finditer(text):
        if match["made"] in found:
            _note(found, match["of"], *found[match["made"]])
    return found


def _note(found: dict[str, tuple[Use, str]], name: str, use: Use, words: str) -> None:
    if name not in found:
        found[name] = use, words
