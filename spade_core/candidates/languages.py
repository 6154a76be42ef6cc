"""Checks of the natural language of a response: by its script, or by the commonest words."""

from collections.abc import Iterator
from textwrap import wrap

from spade_core.candidates.check import Check, check
from spade_core.candidates.snippets import WORDS_OF, joined
from spade_core.criteria.readings import Language

_SCRIPTS = {
    "Russian": (("\u0400", "\u04ff"),),
    "Ukrainian": (("\u0400", "\u04ff"),),
    "Greek": (("\u0370", "\u03ff"),),
    "Arabic": (("\u0600", "\u06ff"),),
    "Hebrew": (("\u0590", "\u05ff"),),
    "Hindi": (("\u0900", "\u097f"),),
    "Chinese": (("\u4e00", "\u9fff"),),
    "Japanese": (("\u3040", "\u30ff"), ("\u4e00", "\u9fff")),
    "Korean": (("\uac00", "\ud7a3"),),
    "Thai": (("\u0e00", "\u0e7f"),),
}
_COMMON_WORDS = {
    "English": "the and of to is in that for with are on as this it be by you your",
    "French": "le la les de des et est un une que dans pour en du qui sur pas vous avec au",
    "German": "der die das und ist nicht ein eine zu den mit von auf sich im für sie dem es des",
    "Spanish": "el la los las de que y en un una es por con para del se no su al lo",
    "Italian": "il la di che e un una è per in del non con le i della sono si da più",
    "Portuguese": "o a os as de que e em um uma é para com não do da se por no na",
    "Dutch": "de het een en van is dat in op te voor met niet zijn die aan er ook als",
    "Polish": "i w na z do się nie to jest że o jak dla po od przez są ze oraz",
    "Turkish": "ve bir bu için ile de da çok olarak daha en olan gibi ne kadar sonra",
    "Swedish": "och i att det som en på är av för med den till inte har de om ett",
    "Indonesian": "dan yang di untuk dengan ini itu dari pada adalah tidak dalam akan ke atau juga",
    "Vietnamese": "và của là có cho không được một các trong người để với này đã những khi",
}  # fmt: skip


_TELLING = {
    "English": "the of with this that your",
    "French": "les est dans pour avec vous une sur",
    "German": "und ist nicht das mit für ein auf",
    "Spanish": "el la los las y es con del por",
    "Italian": "della sono che il è di le",
    "Portuguese": "não uma com é os para",
    "Dutch": "het een niet voor zijn van",
    "Polish": "się nie jest że przez",
    "Turkish": "bir ve için çok",
    "Swedish": "och att är för inte",
    "Indonesian": "yang dan untuk dengan",
    "Vietnamese": "của là không được",
}
"""Words that are common in one language and rare in a text in another."""
_FEW = 3
"""Words of other languages below which a text may only quote a name."""


def language_checks(reading: Language) -> Iterator[Check]:
    """Yield the check of a language, which fails on evidence of another one only: a terse text shows little of any."""
    name = f"is in {reading.name}"
    if reading.name in _SCRIPTS:
        ranges = " or ".join(f'"{_code(a)}" <= char <= "{_code(b)}"' for a, b in _SCRIPTS[reading.name])
        body = f"""
letters = [char for char in response if char.isalpha()]
native = [char for char in letters if {ranges}]
return len(native) * 2 >= len(letters)
"""
        yield check(name, f"At least half of the letters are of the script of {reading.name}.", body)
        return
    own = _COMMON_WORDS[reading.name].split()
    others = [word for other, words in _TELLING.items() if other != reading.name for word in words.split()]
    foreign = [word for word in dict.fromkeys(others) if word not in own]
    body = f"""
own = {_split(own)}
foreign = {_split(foreign)}
letters = [char for char in response if char.isalpha()]
latin = [char for char in letters if char < "\\u0250" or "\\u1e00" <= char < "\\u1f00"]
if len(latin) * 2 < len(letters):
    return False
words = words_of(response)
others = len([word for word in words if word in foreign])
return others < {_FEW} or others <= len([word for word in words if word in own])
"""
    says = f"Most letters are Latin, and common words of {reading.name} are no rarer than those of other languages."
    yield Check(name, says, joined(WORDS_OF, body.strip()))


def _split(words: list[str]) -> str:
    """A Python expression for a list of words, in lines that fit."""
    lines = wrap(" ".join(words), 90)
    if len(lines) == 1:
        return f'"{lines[0]}".split()'
    return "(\n" + "".join(f'    "{line} "\n' for line in lines) + ").split()"


def _code(char: str) -> str:
    return f"\\u{ord(char):04x}"
