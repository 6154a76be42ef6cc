"""The words of a language as data: `lexicons/en.toml` and its like."""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, Final

from spade_core.language.normal import normalised

_VOWELS: Final = "aeiou"
_DOUBLED: Final = frozenset(
    {
        "put",
        "set",
        "get",
        "omit",
        "stop",
        "skip",
        "wrap",
        "split",
        "begin",
        "refer",
        "cap",
        "plan",
        "run",
        "ban",
        "tag",
        "map",
        "fit",
        "sum",
        "step",
        "top",
        "pick up",
    }
)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that code sees in a response."""

    names: tuple[str, ...]
    found: str
    """Expression that is true when it is there, ``{part}`` for where; empty where only its absence is seen."""
    absent: str
    hold: str
    """What it is called in words."""
    demanded: bool
    """Whether code asks for its presence, too."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of one language."""

    data: Mapping[str, Any]

    @property
    def language(self) -> str:
        """Its English name."""
        return str(self.data["language"])

    @cache  # noqa: B019  a lexicon lives as long as the process
    def words(self, table: str, key: str) -> tuple[str, ...]:
        """Return one list of words."""
        return tuple(map(folded, self.data[table][key]))

    @cached_property
    def units(self) -> Mapping[str, str]:
        """Unit by noun: ``bullet points`` -> ``items``."""
        return {folded(name): unit for unit, names in self.data["units"].items() for name in names}

    @cached_property
    def forms(self) -> Mapping[str, str]:
        """Form by noun: ``bulleted list`` -> ``bullets``."""
        return {folded(name): form for form, names in self.data["forms"].items() for name in names}

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """What code sees in a response."""
        return tuple(
            Thing(
                tuple(map(folded, each["names"])),
                each.get("found", ""),
                each.get("absent", ""),
                each["hold"],
                each.get("demanded", True),
            )
            for each in self.data["things"]
        )

    @cached_property
    def thing(self) -> Mapping[str, Thing]:
        """Thing by name."""
        return {name: thing for thing in self.things for name in thing.names}

    @cached_property
    def languages(self) -> Mapping[str, str]:
        """Name of a natural language as written -> in lower case by it."""
        return {name.lower(): name for name in self.data["languages"]}

    @cache  # noqa: B019
    def alternation(self, table: str, key: str) -> str:
        """Return a pattern for any of the words of a list."""
        return any_of(self.words(table, key))

    @cache  # noqa: B019
    def verb_of(self, table: str) -> str:
        """Return a pattern for any form of the verbs of another table than `verbs`."""
        return any_of(form for base in self.words(table, "verbs") for form in forms_of(base))

    @cache  # noqa: B019
    def verb(self, key: str) -> str:
        """Return a pattern for any form of the verbs of a list."""
        return any_of(form for base in self.words("verbs", key) for form in forms_of(base))


def folded(words: str) -> str:
    """Return words of a lexicon in the form that texts have for grammar."""
    return normalised(f"x {words}").text[2:]


def any_of(words: Iterable[str]) -> str:
    """Return a pattern that matches any of the words, the longest first."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word) for word in ordered) + ")"


def forms_of(verb: str) -> tuple[str, ...]:
    """Return the forms of an English verb: base, third person, -ing, -ed."""
    if verb == "be":
        return ("be", "being", "is", "are")
    if verb in _DOUBLED:
        stem = verb + verb[-1]
        return (verb, f"{verb}s", f"{stem}ing", f"{stem}ed")
    if verb.endswith("e"):
        return (verb, f"{verb}s", f"{verb[:-1]}ing", f"{verb}d")
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return (verb, f"{verb[:-1]}ies", f"{verb}ing", f"{verb[:-1]}ied")
    third = f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s"
    return (verb, third, f"{verb}ing", f"{verb}ed")


UNMARKED: Final = "vi-unmarked"
"""Vietnamese that is written without its marks: "Tra loi bang tieng Viet"."""

TRADITIONAL: Final = "zh-hant"
"""Chinese in traditional characters."""


def unmarked(text: str) -> str:
    """Return Vietnamese words without their marks."""
    letters = unicodedata.normalize("NFD", text.replace("đ", "d").replace("Đ", "D"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    for each in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _strings(each)


def _changed(data: Any, forms: Callable[[str], Sequence[str]]) -> Any:
    """Return a lexicon with other forms of its words: none, one or several for each."""
    if isinstance(data, dict):
        return {name: _changed(each, forms) for name, each in data.items()}
    if isinstance(data, list):
        words = [form for each in data if isinstance(each, str) for form in forms(each)]
        return list(dict.fromkeys(words))
    return next(iter(forms(data)), data) if isinstance(data, str) else data


def _unmarked_lexicon() -> dict[str, Any]:
    """Return the Vietnamese lexicon without marks.

    A word that is another one without its mark, "đừng" and "dùng", neither rules out nor compares, and is no form.
    """
    marked = lexicon("vi").data
    spoken = {word for text in _strings(marked) for word in text.split()}
    written = Counter(map(unmarked, spoken))
    several = frozenset(word for word, count in written.items() if count > 1)
    numbers = {unmarked(name): number for name, number in marked["numbers"].items() if unmarked(name) not in several}
    tables = ("negations", "comparisons", "forms", "things")
    strict = {
        name: _changed(marked[name], lambda word: [unmarked(word)] * (unmarked(word) not in several)) for name in tables
    }
    return {**_changed(marked, lambda word: [unmarked(word)]), **strict, "numbers": numbers}


@cache
def traditional() -> Mapping[int, str]:
    """Return what characters of simplified Chinese are in traditional Chinese, as `str.translate` takes them."""
    pairs = lexicon("zh").data["traditional"]["pairs"]
    return {ord(simple): other for simple, other in zip(pairs[::2], pairs[1::2], strict=True)}


def _traditional_lexicon() -> dict[str, Any]:
    """Return the Chinese lexicon with traditional characters beside the simplified ones."""
    simple = lexicon("zh").data

    def forms(word: str) -> list[str]:
        other = word.translate(traditional())
        for wrong, right in simple["traditional"]["words"]:
            other = other.replace(wrong, right)
        return [other, word]

    return {
        **_changed(simple, forms),
        "numbers": {name: n for word, n in simple["numbers"].items() for name in forms(word)},
    }


@cache
def lexicon(code: str = "en") -> Lexicon:
    """Return the lexicon of a language by its code."""
    if code in (UNMARKED, TRADITIONAL):
        return Lexicon(_unmarked_lexicon() if code == UNMARKED else _traditional_lexicon())
    file = resources.files("spade_core.language").joinpath("lexicons", f"{code}.toml")
    return Lexicon(tomllib.loads(file.read_text(encoding="utf-8")))
