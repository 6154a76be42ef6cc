"""Whether a text is a prompt that nobody has named as one: a score over its name, place, use and words.

No IO here. The threshold is meant for few mistakes: what falls short of it can still be named, and is read then.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import pairwise

from spade_core.prompt_files import prompt_words as words
from spade_core.prompt_files.formats import RULES
from spade_core.prompt_files.template import PromptTemplate

THRESHOLD = 5
"""Points from which a text is taken for a prompt."""

MOST_OF_WORDS = 30
"""Points that words can add at most to what the path of a file of text says of an empty one."""

MOST_CHARACTERS = 6000
"""The beginning of a text by which it is judged."""

MANY = 3
"""Entries from which a list holds several texts of one kind."""

STATEMENT = 8
"""Words from which a text that a model is given says something even when it asks for nothing."""

_RULES = frozenset(name.lower() for name in RULES)

_WEAK = 1
"""Points of a name that many other texts have too."""

_SURE = 6
"""Points of a name that needs no words beside it."""


class Use(Enum):
    """Where a text goes, as far as its file tells."""

    NONE = auto()
    SYSTEM_MESSAGE = auto()
    MESSAGE = auto()
    TEMPLATE_CLASS = auto()
    MODEL_ARGUMENT = auto()
    """An argument such as ``system=`` or ``instructions=``, or of a call such as ``llm.invoke``."""
    SIGNATURE = auto()
    """The docstring of a DSPy signature, or of a function that a prompt library calls."""
    ANSWER = auto()
    """What a model or a tool says, or a conversation that was held: said by a model, not to one."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that speaks for or against a prompt."""

    points: int
    fact: str


@dataclass(frozen=True, slots=True)
class Clues:
    """What is known of a text."""

    path: str
    name: str
    """The last part of its name: a variable, a key, a keyword, a function."""
    text: str
    owners: tuple[str, ...] = ()
    """What encloses the name, outermost first: classes, functions, variables, keys."""
    use: Use = Use.NONE
    used_as: str = ""
    """The use in words, e.g. ``the argument 'system' of create``."""
    shown: bool = False
    """Given to a call that shows it to a person: a log, an error, a help text."""
    placeholders: int = 0
    is_constant: bool = False
    """Whether the name is assigned, or is a parameter with this default."""
    is_listed: bool = False
    """Whether it is one of at least ``MANY`` entries of a list."""
    is_data: bool = False
    """Whether it stands in a file of data, where the weak names are those of anything."""
    beside: tuple[Reason, ...] = ()
    """What the prompts around it say for it."""

    @property
    def is_given(self) -> bool:
        """Whether a model gets it, as far as its file tells."""
        return self.use not in (Use.NONE, Use.ANSWER)


@dataclass(frozen=True, slots=True)
class Assessment:
    """The decision and what made it."""

    reasons: tuple[Reason, ...]

    @property
    def score(self) -> int:
        """The points together."""
        return sum(reason.points for reason in self.reasons)

    @property
    def is_prompt(self) -> bool:
        """Whether the text is taken for a prompt."""
        return self.score >= THRESHOLD


@dataclass(frozen=True, slots=True)
class JudgedTemplate:
    """One text of a file, or one list of messages, and the decision about it."""

    name: str
    line: int
    template: PromptTemplate
    judgement: Assessment


def judged(clues: Clues) -> Assessment:
    """Return the decision about a text."""
    context = [*_name_reasons(clues), *_place_reasons(clues.path), *_use_reasons(clues), *clues.beside]
    said = _word_reasons(clues.text)
    is_sure = any(reason.points >= _SURE for reason in context)
    asks = any(reason.points > 0 and (reason is not _LAID_OUT or clues.placeholders > 1) for reason in said)
    says = not words.LABEL.fullmatch(clues.text.strip()) and _says_anything(clues.text[:MOST_CHARACTERS])
    is_slot = bool(clues.placeholders) and says and _is_named_among_prompts(clues)
    is_word = says and bool(words.SURE_CONSTANT.fullmatch(clues.name))
    if is_sure and is_word:
        said = tuple(reason for reason in said if reason is not _NO_SENTENCE)
    if is_sure or _is_filled(clues) or is_slot:
        said = tuple(reason for reason in said if reason is not _VERY_SHORT)
    if clues.is_given or is_kept_for_prompts(clues.path):
        said = tuple(reason for reason in said if reason is not _COMPLAINS)
    found = [*context, *said]
    if clues.is_listed and not clues.placeholders and _GIVES_ROLE not in said and _is_line(clues.text):
        found.append(Reason(-9, "it is one line of a list, as what people may ask is"))
    if _is_among_prompts(clues) and all(reason.points > 0 for reason in found):
        found.append(_AMONG_PROMPTS)
    if clues.placeholders and sum(reason.points for reason in found) > 0:
        found.append(Reason(1, f"it has {clues.placeholders} placeholder{'s' if clues.placeholders > 1 else ''}"))
    least = _WEAK if clues.is_data and _GIVES_ROLE not in said else 0
    if not any(reason.points > least for reason in context):
        found.append(Reason(-1 if _GIVES_ROLE in said else -2, "nothing but its words speaks for it"))
    elif not (asks or is_slot or _AMONG_PROMPTS in found or _need_not_ask(clues, is_sure=is_sure, is_word=is_word)):
        found.append(Reason(-2, "its words ask for nothing"))
    return Assessment(tuple(found))


def _need_not_ask(clues: Clues, *, is_sure: bool, is_word: bool) -> bool:
    """Whether a text is for a model without a word that addresses it or demands something."""
    if is_sure and (is_word or clues.placeholders):
        return True
    says_something = len(clues.text.split()) >= STATEMENT or _is_filled(clues)
    return clues.use is Use.SIGNATURE or (clues.is_given and says_something)


def _is_among_prompts(clues: Clues) -> bool:
    """Whether it is a text of several lines where prompts are kept."""
    is_text = "\n" in clues.text.strip() and len(clues.text.split()) >= STATEMENT
    return is_text and is_kept_for_prompts(clues.path)


def _is_named_among_prompts(clues: Clues) -> bool:
    """Whether it is called as a prompt is where prompts are kept: it may be nothing but a label and what fills it."""
    return is_kept_for_prompts(clues.path) and strong_word(words_of_name(clues.name)) is not None


def _is_filled(clues: Clues) -> bool:
    """Whether a text names what it is filled with, and is given to a model."""
    return (
        clues.is_given and clues.placeholders > 1 and len(words.WORD.findall(clues.text)) >= max(3, clues.placeholders)
    )


def _is_line(text: str) -> bool:
    return "\n" not in text.strip() and len(text.split()) < _LONG


def judged_file(path: str, text: str) -> Assessment:
    """Return the decision about a whole file of text; with no text yet, by its path alone."""
    *folders, name = path.replace("\\", "/").split("/")
    found = _called(path, name)
    parts = words_of_name(name.rpartition(".")[0] or name)
    if parts == ("system",) and not words.OUTSIDE_PLACE.search(path):
        found.append(Reason(12, "it is called 'system'"))
    elif parts and (strong_word(parts[-2:]) or parts == ("system",)):
        found.append(Reason(4, f"its name ends in {parts[-1]!r}"))
    elif strong := strong_word(parts):
        found.append(Reason(2, f"its name says {strong!r}"))
    if folder := agent_folder(path):
        found.append(folder)
        if words.AGENT_HEAD.match(text):
            found.append(Reason(12, "its head describes an agent, a command or a rule"))
    in_prompts = _in_prompt_folder(folders)
    is_page = name.lower().endswith(".md") and (not in_prompts or words.OUTSIDE_PLACE.search(path) is not None)
    if in_prompts:
        found.append(Reason(3 if is_page else 9, "its folder is there for prompts"))
    found += [reason for reason in _place_reasons(path) if reason.points < 0]
    said = _word_reasons(text)
    if in_prompts and said == (_NO_SENTENCE,):
        said = ()
    if is_page:
        gives_role = any(reason == _GIVES_ROLE for reason in said)
        found.append(Reason(-4 if gives_role else -9, "most such files are documents"))
    if not any(reason.points > 0 for reason in found):
        found.append(Reason(-1 if _GIVES_ROLE in said else -3, "nothing but its words speaks for it"))
    return Assessment((*found, *said))


def _called(path: str, name: str) -> list[Reason]:
    """Return what the whole name of a file says of whom it is for."""
    if words.ABOUT.match(name):
        return [Reason(-40, f"a file that is called {name} is about the files beside it")]
    if words.DOCUMENT.match(name):
        return [Reason(-9, f"a file that is called {name} tells people something")]
    if name.lower() in _RULES and not words.OUTSIDE_PLACE.search(path):
        return [Reason(10, f"a file that is called {name} tells an assistant something")]
    return []


def agent_folder(path: str) -> Reason | None:
    """Return what the folders of a file of text say for it that are there for agents, or may be."""
    if words.ASSISTANT_FOLDER.search(path):
        return Reason(14, "its folder holds what an assistant is told")
    if words.PERSONA_FOLDER.search(path):
        return Reason(12, "its folder is named for whom a model is to be")
    return Reason(2, "its folder is named for agents") if words.AGENT_FOLDER.search(path) else None


# --- the name

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+|(?<=[A-Z])(?=[A-Z][a-z])")
_ENDINGS = frozenset({"template", "message", "text", "content", "str", "base", "default"})


@lru_cache(maxsize=4096)
def words_of_name(name: str) -> tuple[str, ...]:
    """Return the words of an identifier in small letters: ``system``, ``prompt`` of ``systemPrompt``."""
    return tuple(word.lower() for word in _CAMEL.split(name) if word)


def _name_reasons(clues: Clues) -> list[Reason]:
    if any(_is_of_suggestions(name) for name in (*clues.owners, clues.name)):
        return [Reason(-9, "it is one of what people may ask")]
    parts = words_of_name(clues.name)
    found: list[Reason] = []
    if clues.is_constant and not clues.shown and words.CONSTANT.fullmatch(clues.name):
        found.append(Reason(7, "it is a constant that is named as a prompt"))
    word = strong_word(parts)
    if parts[-1:] and parts[-1] in words.NAMING_NAMES and (word or _is_entry(clues.owners)):
        found.append(Reason(-6, f"its name says that it is the {parts[-1]} of a prompt"))
    elif word:
        ends = _is_strong(parts[-1]) or parts[-1] in _ENDINGS
        found.append(Reason(4 if ends else 3, f"its name says {word!r}"))
    elif weak := next((word for word in parts if word in words.WEAK_NAMES), None):
        is_guiding = parts[-1] in words.GUIDING_NAMES or (clues.is_data and weak == "system")
        found.append(Reason(3 if is_guiding else _WEAK, f"its name says {weak!r}"))
    is_about = parts and (_is_strong(parts[-1]) or parts[-1] in words.GUIDING_NAMES)
    speaking = words.SHOWN_NAMES if is_about else words.NAMES_AGAINST  # a `title_prompt` asks for a title
    if against := next((word for word in reversed(parts) if word in speaking), None):
        is_among = is_kept_for_prompts(clues.path) or _is_entry(clues.owners) or bool(clues.beside)
        is_weak = (clues.is_given or is_among) and not clues.shown
        found.append(Reason(-1 if is_weak else -3 if parts[-1] == against else -2, f"its name says {against!r}"))
    if parts[:1] and parts[0] in words.MADE_UP_NAMES:
        found.append(Reason(-9, f"its name says {parts[0]!r}"))
    if any(word in words.EXAMPLE_OWNERS for owner in clues.owners for word in words_of_name(owner)):
        found.append(Reason(-4, "it is part of an example"))
    if any(owner.endswith(("Error", "Exception")) for owner in clues.owners):
        found.append(Reason(-4, "it belongs to an error"))
    if clues.owners and words_of_name(clues.owners[-1])[-1:] == ("instructions",):
        found.append(Reason(2, f"it is an entry of {clues.owners[-1]!r}"))
    return [*found, *_owner_reasons(clues.owners, clues.name)]


def _is_of_suggestions(name: str) -> bool:
    """Whether a name says that prompts are examples of what a person may say, as ``ExamplePrompts`` does."""
    parts = words_of_name(name)
    return parts[-1:] == ("prompts",) and any(word in words.EXAMPLE_OWNERS for word in parts)


def _is_entry(owners: tuple[str, ...]) -> bool:
    """Whether a mapping of prompts or instructions holds it: its key says what it is about."""
    parts = words_of_name(owners[-1]) if owners else ()
    return parts[-1:] in (("prompts",), ("instructions",)) or bool(owners and words.CONSTANT.fullmatch(owners[-1]))


def _owner_reasons(owners: tuple[str, ...], name: str) -> list[Reason]:
    for owner in reversed(owners):
        if words.CONSTANT.fullmatch(owner):
            return [Reason(6, f"it is an entry of {owner}")]
        if words_of_name(owner)[-1:] == ("prompts",) and owner != name:
            return [Reason(4, f"it is an entry of {owner!r}")]
        if strong_word(words_of_name(owner)):
            return [Reason(2, f"it belongs to {owner!r}")]
    return []


def strong_word(parts: tuple[str, ...]) -> str | None:
    """Return the word, or the two, by which a name in words says that it is a prompt."""
    for word in filter(_is_strong, parts):
        return word
    pairs = (f"{first} {second}" for first, second in pairwise(parts))
    return next((pair for pair in pairs if pair in words.STRONG_PAIRS), None)


def _is_strong(word: str) -> bool:
    return word in words.STRONG_NAMES or word.endswith(words.STRONG_ENDINGS)


# --- the place


def is_kept_for_prompts(path: str) -> bool:
    """Return whether a file, or a folder that it is in, is there for prompts."""
    return _in_prompt_folder(path.replace("\\", "/").split("/")[:-1]) or bool(words.PROMPT_MODULE.search(path))


def _in_prompt_folder(folders: list[str]) -> bool:
    return any(words.PROMPT_FOLDERS.fullmatch(folder) for folder in folders)


@lru_cache(maxsize=512)
def _place_reasons(path: str) -> tuple[Reason, ...]:
    found: list[Reason] = []
    folders = path.replace("\\", "/").split("/")[:-1]
    if _in_prompt_folder(folders):
        found.append(Reason(3, "its folder is there for prompts"))
    elif words.PROMPT_MODULE.search(path):
        found.append(Reason(3, "its file is there for prompts"))
    elif any("prompt" in word or word == "instructions" for word in words_of_name(path)):
        found.append(Reason(2, "its path says 'prompt' or 'instructions'"))
    if words.TEST_PLACE.search(path):
        found.append(Reason(-20, "it stands among tests or what was written down of runs"))
    elif words.SHOWN_PLACE.search(path):
        found.append(Reason(-6, "it stands among the words of an interface in its languages"))
    elif words.OUTSIDE_PLACE.search(path):
        found.append(Reason(-2, "it stands among documentation, translations or migrations"))
    elif words.BUILT_PLACE.search(path):
        found.append(Reason(-3, "it stands among files that are built or copied"))
    return tuple(found)


# --- the use

_USE_POINTS = {
    Use.SYSTEM_MESSAGE: 5,
    Use.MESSAGE: 4,
    Use.TEMPLATE_CLASS: 5,
    Use.MODEL_ARGUMENT: 4,
    Use.SIGNATURE: 6,
    Use.ANSWER: -5,
}


def _use_reasons(clues: Clues) -> list[Reason]:
    found = []
    if clues.use is not Use.NONE:
        found.append(Reason(_USE_POINTS[clues.use], f"it is {clues.used_as}"))
    if clues.shown:
        found.append(Reason(-5, "it is shown to a person, not to a model"))
    return found


# --- the words

_LONG = 40
_SHORT = 6
_GIVES_ROLE = Reason(3, "it begins by giving a role or a task")
_LAID_OUT = Reason(1, "it is laid out as prompts are")
_VERY_SHORT = Reason(-3, "it is very short")
_NO_SENTENCE = Reason(-12, "it is no sentence")
_AMONG_PROMPTS = Reason(1, "it is a text of several lines where prompts are kept")
_TYPED = Reason(-6, "it asks a person to type something")
_COMPLAINS = Reason(-3, "it reads like a message about a failure")


@lru_cache(maxsize=256)
def _word_reasons(text: str) -> tuple[Reason, ...]:
    """Return what the words of a text say: whether they address a model and demand something of it."""
    start = text[:MOST_CHARACTERS]
    count = sum(1 for _ in words.WORD.finditer(start))
    if count < 2 or not _says_anything(start) or (start.isascii() and not re.search(r"\s", start.strip())):
        return (_NO_SENTENCE,)
    found: list[Reason] = []
    if kind := _kind_of(start):
        found.append(Reason(-6 if kind in words.MAY_BE_PROSE else -12, f"it is {kind}"))
    role = words.ROLE.search(start[:400]) is not None
    address = len(words.ADDRESS.findall(start)) - role
    demands = len(words.DEMAND.findall(start))
    if role:
        found.append(_GIVES_ROLE)
    if address > 0:
        found.append(Reason(min(2, address), "its words address somebody"))
    if demands:
        found.append(Reason(min(3, demands), "its words demand something"))
    if words.FORMAT_DEMAND.search(start):
        found.append(Reason(1, "its words say what the answer must look like"))
    if len(words.LAYOUT.findall(start)) > 1:
        found.append(_LAID_OUT)
    asks = role or address > 0 or demands > 0
    if asks and count >= _LONG:
        found.append(Reason(1, "it is long"))
    if not demands and count < _LONG and "\n" not in text.strip() and words.COMPLAINT.search(start):
        found.append(_COMPLAINS)
    if not asks and count < _SHORT:
        found.append(_VERY_SHORT)
    if not role and count < _LONG and words.TYPED.search(start):
        found.append(_TYPED)
    return tuple(found)


def _says_anything(text: str) -> bool:
    """Return whether the words of a text do not all stand in braces, as those of a shell's prompt do."""
    outside = text
    for _ in range(3):
        outside = words.BRACED.sub("", outside)
    return "{" in outside or words.WORD.search(outside) is not None or words.WORD.search(text) is None


def _kind_of(text: str) -> str | None:
    """Return what a text is that is no prose; None for prose."""
    kind = next((kind for pattern, kind in words.NO_PROSE if pattern.match(text)), None)
    lines = sum(1 for line in text.split("\n") if line.strip())
    if kind is None and lines > 1 and len(words.CODE_LINE.findall(text)) * 4 >= lines * 3:
        return "a template of code"
    if kind is None and words.STYLE_CLASSES.fullmatch(text.strip()):
        styled = len(words.STYLE_CLASS.findall(text))
        return "a list of style classes" if styled * 3 >= len(text.split()) else None
    return kind
