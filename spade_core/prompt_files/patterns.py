"""Which files may hold prompts, judged by their path, and which format a path means."""

import re
from fnmatch import translate
from functools import lru_cache
from typing import Final

from spade_core.prompt_files.formats import PATTERNS, RULES, PathPattern, PromptFormat
from spade_core.prompt_files.likelihood import MOST_OF_WORDS, THRESHOLD, agent_folder, is_kept_for_prompts, judged_file
from spade_core.prompt_files.prompt_words import ABOUT, PROMPT_FOLDERS, TEST_PLACE
from spade_core.text import word_list

BESIDE = (".examples.jsonl", ".assertions.py", ".spade.json")
"""How the names of the files end that stand beside a prompt; they hold none."""

_CASED = frozenset(RULES)


def is_prompt_path(path: str) -> bool:
    """Return whether the path alone says that the file holds a prompt; others' texts are judged."""
    pattern = pattern_for(path)
    if pattern is None or not pattern.needs_look:
        return pattern is not None
    return pattern.format is PromptFormat.PLAIN and judged_file(path, "").is_prompt


@lru_cache(maxsize=16)
def pattern_for(path: str) -> PathPattern | None:
    """Return the first pattern that `path` matches; None when no prompt is looked for in such a file."""
    *folders, name = path.replace("\\", "/").split("/")
    if name.endswith(BESIDE):
        return None
    within = "/".join(folders) + "/"
    in_prompts: bool | None = None
    for pattern, folder, expression in _BY_ENDING.get(name[name.rfind(".") :].lower() if "." in name else "", _OTHERS):
        if expression is not None and not (expression.match(name) and ("." in pattern.glob or "." not in name)):
            continue
        if folder == _FOLDER:
            if in_prompts is None:
                in_prompts = is_in_prompt_folder(path)
            if in_prompts:
                return pattern
        elif not folder or (f"/{folder}" in f"/{within}" and not ABOUT.match(name)):
            return pattern
    return None


def is_in_prompt_folder(path: str) -> bool:
    """Return whether a folder on the path is there for prompts."""
    if "rompt" not in path.lower():
        return False
    folders = path.replace("\\", "/").split("/")[:-1]
    return any(PROMPT_FOLDERS.fullmatch(folder) for folder in folders)


_FOLDER = "prompts/"


def _compiled(pattern: PathPattern) -> tuple[PathPattern, str, re.Pattern[str] | None]:
    """Return a pattern, the folder that it is for, and what the name must match; None where its suffix says all."""
    folder, recursive, name = pattern.glob.rpartition("**/")
    if name == f"*{_ending(pattern)}" and _ending(pattern):
        return pattern, folder if recursive else "", None
    flags = 0 if pattern.glob in _CASED else re.IGNORECASE
    return pattern, folder if recursive else "", re.compile(translate(name), flags)


def _ending(pattern: PathPattern) -> str:
    """Return how the names that match begin their last suffix; empty where they may have any."""
    name = pattern.glob.rpartition("/")[2]
    return name[name.rfind(".") :].lower() if "." in name else ""


_COMPILED = tuple((_ending(pattern), _compiled(pattern)) for pattern in PATTERNS)
_OTHERS = tuple(one for ending, one in _COMPILED if not ending)
_BY_ENDING = {
    suffix: tuple(one for ending, one in _COMPILED if ending in ("", suffix))
    for suffix in {ending for ending, _ in _COMPILED}
}
"""The patterns that a name with this suffix may match."""

_LANGCHAIN_KEY = re.compile(
    r"""(?<![\w.])_type["']?[ \t]*:[ \t]*["']?(?:prompt|few_shot|few_shot_with_templates|chat|chat_prompt)\b"""
    r"""|\b(?:input_variables|template_format)["']?[ \t]*:|["'](?:Chat)?PromptTemplate["']"""
)
_TREE_KEY = re.compile(
    r"""(?:prompt|system|instruction|template|persona|preamble|backstory|goal|rubric|content|text"""
    r"""|message|description|guideline|rules|task)\w*["']?[ \t]*[:=][ \t]*(?:&\w+[ \t]+)?"""
    r"""(?:[|>][-+\d]*[ \t]*(?:\#.*)?$|(?:\"\"\"|\'\'\')|"(?:[^"\\\n]|\\.){24}|'[^'\n]{24}|[^\s"'\[{\d,][^\n]{24})""",
    re.MULTILINE,
)
"""In small letters: a key with one of these words, and a text of some length behind it."""
_PROMPT_LIST = re.compile(r"""(?:^|[{,])[ \t]*["']?prompts["']?[ \t]*[:=]""", re.MULTILINE)
_CODE_WORDS = word_list("""
    prompt, instruction, persona, backstory, expected_output, your task, you are, you will, you must, you should
""")
_CODE_NAMES = ("system", "message", "template", "signature")
_MODEL_WORDS = word_list("llm gpt openai anthropic claude gemini langchain dspy role assistant completion chat agent")
"""Words of code that calls a model; without one of them the names above are those of any program."""
_TREE_WORDS = word_list("""
    prompt system instruction template persona preamble backstory goal rubric content text message description guideline
    rules task _type input_variables
""")
"""One of them is in each file that is worth a closer look."""
_PROSE_WORDS = re.compile(
    r"\byou\b|\byour\b|\bplease\b|\b[Aa]ct as\b|\{|\bdo not\b|你|您|あなた|você|eres", re.IGNORECASE
)


def is_worth_opening(path: str, pattern: PathPattern) -> bool:
    """Return whether a file whose text must be judged can hold a prompt, by its path."""
    if _is_among_tests(path):
        return False
    return pattern.format is not PromptFormat.PLAIN or judged_file(path, "").score >= THRESHOLD - MOST_OF_WORDS


@lru_cache(maxsize=2)
def _is_among_tests(path: str) -> bool:
    folder, slash, name = path.rpartition("/")
    is_called_so = TEST_PLACE.search(name) is not None
    return _is_folder_of_tests(folder + slash) or (is_called_so and TEST_PLACE.search(path) is not None)


@lru_cache(maxsize=64)
def _is_folder_of_tests(folder: str) -> bool:
    return TEST_PLACE.search(folder) is not None


def may_hold_prompt(path: str, text: str) -> bool:
    """Return whether a file with this path and text is worth reading for prompts."""
    pattern = pattern_for(path)
    if pattern is None or not pattern.needs_look:
        return pattern is not None
    return is_worth_opening(path, pattern) and may_be_in(path, pattern, text)


EXPORTED: Final = "exported by spade"
"""Stands at the head of every file of code, of configuration or of a prompt that spade exports."""


def is_exported(text: str) -> bool:
    """Return whether spade exported a text: its first line says so, or the one below the mark of front matter."""
    first, _, rest = text.partition("\n")
    return EXPORTED in (rest.partition("\n")[0] if first.strip() == "---" else first).lower()


def may_be_in(path: str, pattern: PathPattern, text: str) -> bool:
    """Return whether the text of a file that is worth opening is worth reading for prompts.

    What spade exported is not: its prompt is elsewhere.
    """
    low = text.lower()
    if is_exported(text):
        return False
    match pattern.format:
        case PromptFormat.LANGCHAIN:
            if not any(word in low for word in _TREE_WORDS):
                return False
            return is_langchain(text) or _TREE_KEY.search(low) is not None or _PROMPT_LIST.search(text) is not None
        case PromptFormat.PLAIN:
            is_meant = is_in_prompt_folder(path) or agent_folder(path) is not None
            return is_meant or _PROSE_WORDS.search(text) is not None
        case _:
            is_named = any(name in low for name in _CODE_NAMES)
            return any(word in low for word in _CODE_WORDS) or (
                is_named and (is_kept_for_prompts(path) or any(word in low for word in _MODEL_WORDS))
            )


def is_langchain(text: str) -> bool:
    """Return whether a JSON or YAML text has the keys that LangChain saves prompts with."""
    words = ("_type", "input_variables", "template_format", "PromptTemplate")
    return any(word in text for word in words) and _LANGCHAIN_KEY.search(text) is not None
