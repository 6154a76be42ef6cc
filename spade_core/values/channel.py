"""What it costs to write a value in another way: minus the logarithm of how likely that is, in nats.

Each cost is that of the class (how often it happens to a word) plus that of the choice within it (how many such changes
the word allows): -ln(0.03) for a slip of the fingers, and ln(6) for one of six places to swap two letters. They are
rough; what they decide is the order of the classes, and `tests/benchmarks/bench_values.py` measures the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from spade_core.values.extra import edit_distance
from spade_core.values.lexicon import NameLexicon, is_english, sound, sounds_of_fulls, sounds_of_shorts, spoken

NICKNAME: Final = 2.7
PET_FORM: Final = 4.7
"""The beginning of a given name with an ending such as -y, or its end."""
FULL_NAME: Final = 3.7
"""Robert for Bob."""
SAME_NICKNAME: Final = 4.5
"""Bob for Rob: both stand for Robert."""
SPELLING: Final = 3.2
"""Catherine for Katharine: another spelling of one sound."""
INITIAL: Final = 2.5
SHORTENED: Final = 4.5
"""The beginning of a word, or its consonants."""
ACRONYM: Final = 3.0
"""The first letters of several words, with the legal form left out."""
JOINED: Final = 3.0
ORDER: Final = 1.3
INVERTED: Final = 0.3
"""Another order where a comma says so: Klein, Daniel."""
_SWAPPED, _DOUBLED, _VOWEL, _LEFT_OUT, _NEIGHBOUR, _OTHER = 5.0, 4.5, 4.5, 5.2, 5.8, 7.0
_ADDED_VOWEL: Final = 5.5
"""Behind another vowel: Meagan for Megan."""
_DIGIT: Final = 9.0
_SLIPPERY_DIGITS: Final = 6
"""Another number is another thing, and one of fewer digits is no slip."""
_DIGITS: Final = "0123456789"
_FIRST: Final = 0.7
"""People seldom get the first letter wrong."""
_DROPPED_LIGHT, _DROPPED_INITIAL, _DROPPED, _ADDED = 1.6, 2.0, 3.5, 3.0
_ADDED_LIGHT: Final = 2.0
_OTHER_LEGAL_FORM: Final = 3.0
_MOST_EDITS: Final = 3
_ENDINGS: Final = frozenset(("", "s", "es", "d", "ed", "ing", "e", "y", "ies", "on", "a", "um"))
_FEWEST_SHARED: Final = 4
_LONGEST_CODE: Final = 4
"""Letters up to which a word in capitals, or with digits, is a code, of which each tells one thing from another."""
_LONG_NUMBER: Final = 7
"""Characters from which the blanks of a number may be left out: "1.12" is not "112"."""
_VOWELS: Final = frozenset("aeiouy")
_ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_NEIGHBOURS: Final = frozenset(
    (a, b)
    for r, row in enumerate(_ROWS)
    for c, a in enumerate(row)
    for near in _ROWS[max(r - 1, 0) : r + 2]
    for b in near[max(c - 1, 0) : c + 2]
    if a != b
)
NEVER: Final = float("inf")
_NUMERALS: Final = {
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "vi": "6",
    "vii": "7",
    "viii": "8",
    "ix": "9",
    "xi": "11",
    "xii": "12",
    "xiii": "13",
    "xiv": "14",
    "xv": "15",
    "xvi": "16",
    "jr": "jr",
    "junior": "jr",
    "sr": "sr",
    "senior": "sr",
}


_Pair: TypeAlias = tuple[float, float, tuple[int, ...], tuple[int, ...]]


class Cost(NamedTuple):
    """What it costs to write a value as a text."""

    total: float
    is_same: bool
    """Whether both say the same thing."""
    changed: float
    """What the change of the word that is changed most costs, with that of others which sound changed, too.

    NEVER where one has no counterpart.
    """


@dataclass(slots=True)
class Channel:
    """Costs for one text, the costs of pairs of words kept, for many values have the same words."""

    text: tuple[str, ...]
    unlikely: Callable[[str], float]
    """Minus the logarithm of how likely a word is where nothing of the set was meant."""
    lexicon: NameLexicon
    may_be: Callable[[str], bool] = bool
    """Whether a word is one that a thing which is no value may have."""
    inverted: bool = False
    """Whether a comma parts the text."""
    _known: dict[tuple[str, str], float] = field(default_factory=dict)
    _known_joined: dict[tuple[str, str], float] = field(default_factory=dict)
    _added: list[float] = field(init=False)
    """For each word of the text what it costs to add it to a value."""
    _is_letters: bool = field(init=False)
    """Whether the text says nothing but letters, which are the initials of too much."""

    _names_something: bool = field(init=False)
    """Whether the text has more than words of English, to which one more would say another thing."""

    def __post_init__(self) -> None:
        light = self.lexicon.is_light
        self._names_something = any(word in self.lexicon.names or not is_english(word) for word in self.text)
        self._added = [_ADDED_LIGHT if light(word) else _ADDED + self.unlikely(word) for word in self.text]
        self._is_letters = all(len(word) == 1 for word in self.text if not light(word))

    def cost(self, value: Sequence[str], written: str) -> "Cost":
        """Return what it costs to write the words of a value, written so, as the text, and whether both say the same.

        They do not where a word has no counterpart that tells one thing from another (not a title or a legal form, nor
        a middle name that the text leaves out or abbreviates, nor beside a model's number an English word, as of the
        kind of thing it is), or another number, code or word of English for one.
        """
        if self.text == tuple(value):
            return Cost(0.0, True, 0.0)
        if _are_joined(self.text, value):
            return Cost(JOINED, True, 0.0)
        pairs = sorted(self._pairs(value))
        found = self._cost_by(pairs, value, written)
        whole = [pair for pair in pairs if len(self.text[pair[2][0]]) > 1 and len(value[pair[3][0]]) > 1]
        if len(whole) < len(pairs):  # what might be an initial may be a word that is left out
            found = min(found, self._cost_by(whole, value, written), key=lambda each: each.total)
        return found

    def _cost_by(self, pairs: Sequence[_Pair], value: Sequence[str], written: str) -> "Cost":
        """Return what it costs where words are paired in this order."""
        taken: set[int] = set()
        given: set[int] = set()
        total = 0.0
        places: list[tuple[int, int]] = []
        is_same = True
        changed = 0.0
        for _, cost, i, j in pairs:
            if taken.isdisjoint(i) and given.isdisjoint(j):
                taken.update(i)
                given.update(j)
                places.append((i[0], j[0]))
                total += cost
                changed = max(cost, changed) + max(0.0, min(cost, changed) - SPELLING)
                is_same &= not cost or not self._is_another(
                    "".join(self.text[k] for k in i), "".join(value[k] for k in j), value, written
                )
        ordered = [j for _, j in sorted(places)]
        total += (INVERTED if self.inverted else ORDER) * (ordered != sorted(ordered))
        total += sum(cost for i, cost in enumerate(self._added) if i not in taken)
        total += sum(self._dropped(word) for j, word in enumerate(value) if j not in given)
        says_model = any(_is_model(self.text[i]) for i in taken)
        says_all = all(
            j in given or self._may_lack(value, j) or (says_model and is_english(value[j])) for j in range(len(value))
        )
        is_all = all(i in taken or self._may_be_more(i) for i in range(len(self.text)))
        total += _OTHER_LEGAL_FORM * self._has_other_form(value)
        numbers, others = _numbers_in(self.text), _numbers_in(value)
        is_same &= not numbers or not others or not numbers.isdisjoint(others)
        return Cost(total, is_same and is_all and says_all, changed if is_all and says_all else NEVER)

    def _is_another(self, word: str, meant: str, value: Sequence[str], written: str) -> bool:
        """Tell whether both have numbers that differ, one is a code, or both are words of English or given names.

        Forms and spellings of one word or name are not told apart, nor is a middle name that a vowel changes. The word
        that is meant stands in a value written so.
        """
        if self._is_letters and len(word) < len(meant):
            return True
        if not (word.isalpha() and meant.isalpha()):
            numbers, others = _digits_of(word), _digits_of(meant)
            is_code = word != meant and len(meant) - len(others) <= _LONGEST_CODE
            return bool(numbers and others) and (is_code or numbers != others)
        is_middle_name = self.text[0] in self.lexicon.names and meant in value[1:-1] and word in self.text[1:-1]
        if is_middle_name and self.word_cost(word, meant) <= _VOWEL:
            return False
        if self.lexicon.is_light(meant) or self._is_form(word, meant):
            return False
        names = self.lexicon.names
        if meant in names and (word in names or sound(word) == sound(meant)):
            return sound(word) != sound(meant) and self.may_be(word)
        if not is_english(meant):
            is_code = 1 < len(meant) <= _LONGEST_CODE and meant.upper() in written and meant not in names
            return (is_code and word != meant) or _are_compounds(word, meant)
        return is_english(word, beside=meant) and self.may_be(word)

    def _is_form(self, word: str, meant: str) -> bool:
        """Tell whether one is a short form or another form or spelling of the other."""
        return self._listed(word, meant) < NEVER or (
            not self.lexicon.names.issuperset((word, meant))
            and (self._shortened(word, meant) < NEVER or _are_forms(word, meant))
        )

    def _pairs(self, value: Sequence[str]) -> list[_Pair]:
        """Return (minus what it saves, its cost, words of the text, words of the value) for each pair worth having."""
        found = []
        dropped = [self._dropped(word) for word in value]
        own, meant = set(self.text), set(value)  # a word that both have is no part of another one

        def offer(cost: float, i: tuple[int, ...], j: tuple[int, ...]) -> None:
            saved = sum(self._added[k] for k in i) + sum(dropped[k] for k in j) - cost
            if saved > 0:
                found.append((-saved, cost, i, j))

        for i, word in enumerate(self.text):
            may_be_initials = word.isalpha() and len(word) > (1 if len(self.text) > 1 else 2)
            for j, other in enumerate(value):
                if (cost := self.word_cost(word, other)) < NEVER:
                    offer(cost, (i,), (j,))
                if word[0] != other[0]:
                    continue
                for count in (2, 3):
                    beside = value[j : j + count]
                    if (
                        len(beside) == count
                        and _may_be_one(beside)
                        and own.isdisjoint(beside)
                        and (cost := self._joined(word, "".join(beside))) < NEVER
                    ):
                        offer(cost, (i,), (*range(j, j + count),))
                    beside = self.text[i : i + count]
                    if (
                        len(beside) == count
                        and _may_be_one(beside)
                        and meant.isdisjoint(beside)
                        and (cost := self._joined("".join(beside), other)) < NEVER
                    ):
                        offer(cost, (*range(i, i + count),), (j,))
                if may_be_initials and (initials := self._acronym(word, value, j)):
                    offer(ACRONYM, (i,), initials)
        return found

    def _joined(self, word: str, meant: str) -> float:
        """Return what it costs to write two words as one, or one as two."""
        if abs(len(word) - len(meant)) > 1:
            return NEVER
        found = self._known_joined.get((word, meant))
        if found is None:
            found = self._known_joined[word, meant] = JOINED + self._spelled(word, meant)
        return found

    def _acronym(self, word: str, value: Sequence[str], at: int) -> tuple[int, ...]:
        """Return the words of a value, from one on, whose first letters are the word; light ones may have none."""
        letters, end = 0, at
        while end < len(value):
            if value[end][0] == word[letters : letters + 1]:
                letters += 1
            elif not (letters and self.lexicon.is_light(value[end])):
                break
            end += 1
        return (*range(at, end),) if letters == len(word) else ()

    def _dropped(self, word: str) -> float:
        if self.lexicon.is_light(word):
            return _DROPPED_LIGHT
        return _DROPPED_INITIAL if len(word) == 1 else _DROPPED

    def _may_lack(self, value: Sequence[str], at: int) -> bool:
        is_inside = 0 < at < len(value) - 1 and value[at].isalpha()
        return (is_inside and self._names_something) or len(value[at]) == 1 or self.lexicon.is_light(value[at])

    def _may_be_more(self, at: int) -> bool:
        """Tell whether the text may say a word more: a title or a form, or the initial of a middle name."""
        word = self.text[at]
        is_initial = len(word) == 1 and word.isalpha() and 0 < at < len(self.text) - 1
        return self.lexicon.is_light(word) or (is_initial and self.text[at - 1] in self.lexicon.names)

    def _has_other_form(self, value: Sequence[str]) -> bool:
        own = {word for word in self.text if word in self.lexicon.legal}
        other = {word for word in value if word in self.lexicon.legal}
        return bool(own and other) and own.isdisjoint(other)

    def word_cost(self, word: str, meant: str) -> float:
        """Return what it costs to write one word as another; infinite where they have nothing in common."""
        if word == meant:
            return 0.0
        found = self._known.get((word, meant))
        if found is None:
            found = self._known[word, meant] = min(
                self._initial(word, meant), self._listed(word, meant), self._shortened(word, meant),
                self._spelled(word, meant),
            )  # fmt: skip
        return found

    @staticmethod
    def _initial(word: str, meant: str) -> float:
        alike = word[0] == meant[0] and 1 in {len(word), len(meant)} and word.isalpha() and meant.isalpha()
        return INITIAL if alike else NEVER

    def _listed(self, word: str, meant: str) -> float:
        nothing: frozenset[str] = frozenset()
        full, short = self.lexicon.short.get(word, nothing), self.lexicon.short.get(meant, nothing)
        if meant in full:
            return NICKNAME
        if word in self.lexicon.spellings.get(meant, nothing):
            return SPELLING
        if word in short:
            return FULL_NAME
        if full & short:
            return SAME_NICKNAME
        if meant in self.lexicon.names and self._is_pet_form(word, meant):
            return PET_FORM
        is_spelled = word not in self.lexicon.names and sound(word) in sounds_of_shorts(meant)
        return NICKNAME + SPELLING if is_spelled or sound(meant) in sounds_of_fulls(word) else NEVER

    def _is_pet_form(self, word: str, meant: str) -> bool:
        """Tell whether a word that is no full name has the sound in which a given name begins, or ends."""
        if word in self.lexicon.names and word not in self.lexicon.short:
            return False
        if not 2 < len(word) < len(meant):
            return False
        stem = sound(word).removesuffix("i")
        is_diminutive = (stem != sound(word) or word[-1] == "e") and len(stem) > 1
        return meant.endswith(word) or (is_diminutive and sound(meant).startswith(stem))

    @staticmethod
    def _shortened(word: str, meant: str) -> float:
        """Return what it costs to write the beginning of a word, or some letters of it with all consonants in order."""
        if not word.isalpha() or not meant.isalpha() or len(word) < 2 or len(word) >= len(meant):
            return NEVER
        if meant.startswith(word):
            return SHORTENED
        letters = iter(meant[1:])
        is_part = word[0] == meant[0] and all(letter in letters for letter in word[1:])
        return SHORTENED + 1.0 if is_part and _VOWELS.isdisjoint(word[1:]) else NEVER

    def _spelled(self, word: str, meant: str) -> float:
        """Return what the slips and the spelling cost, whichever explains more."""
        if word == meant:
            return 0.0
        most = min(_MOST_EDITS + 2, min(len(word), len(meant)) // 2 + 1)
        if edit_distance(word, meant, most) > most:
            return NEVER
        if not (word.isalpha() and meant.isalpha()):
            return _slips(word, meant)
        if sound(word) == sound(meant):
            return SPELLING
        heard, said = spoken(word), spoken(meant)
        if (
            edit_distance(word, meant, most) > most - 1
        ):  # two words that are short by their sounds have little in common
            return _slips(word, meant)
        return min(_slips(word, meant), SPELLING + _slips(heard, said))


def _slips(word: str, meant: str) -> float:
    if _numbers_at_ends(word) != _numbers_at_ends(meant):
        return NEVER
    most = min(_MOST_EDITS, 1 + min(len(word), len(meant)) // 4)
    if abs(len(word) - len(meant)) > most or edit_distance(word, meant, most) > most:
        return NEVER
    return _weighted(word, meant)


def _are_forms(word: str, meant: str) -> bool:
    """Tell whether two words differ in how they end alone, as the forms of one do."""
    shared = next(
        (at for at, (a, b) in enumerate(zip(word, meant, strict=False)) if a != b), min(len(word), len(meant))
    )
    return shared >= _FEWEST_SHARED and {word[shared:], meant[shared:]} <= _ENDINGS


def _are_joined(text: Sequence[str], value: Sequence[str]) -> bool:
    """Tell whether one is the other with its words written together."""
    one, several = sorted((text, value), key=len)
    return len(one) == 1 and "".join(several) == one[0] and _may_be_one(several)


def _are_compounds(word: str, meant: str) -> bool:
    """Tell whether two words have one part in common, and another word of English beside it: Eastgate and Westgate."""
    for at in range(_FEWEST_SHARED, min(len(word), len(meant)) - _FEWEST_SHARED + 1):
        rests = [(word[:-at], meant[:-at])] if word[-at:] == meant[-at:] else []
        rests += [(word[at:], meant[at:])] if word[:at] == meant[:at] else []
        if any(is_english(one) and is_english(other) and not _are_forms(one, other) for one, other in rests):
            return True
    return False


def _may_be_one(words: Sequence[str]) -> bool:
    """Tell whether several words may be written together."""
    is_long = sum(map(len, words)) >= _LONG_NUMBER
    return len(words) > 1 and (is_long or not any(a[-1].isdigit() and b[0].isdigit() for a, b in pairwise(words)))


def _numbers_in(words: Sequence[str]) -> set[str]:
    """Return the numbers among words, and what tells a father from a son."""
    return {_NUMERALS.get(word, word) for word in words if word in _NUMERALS or word.isdecimal()}


def _is_model(word: str) -> bool:
    """Tell whether a word has letters and digits."""
    return bool(_digits_of(word)) and not word.isdecimal()


def _digits_of(word: str) -> str:
    return "".join(each for each in word if each in _DIGITS)


def _numbers_at_ends(word: str) -> list[str]:
    """Return the short numbers that a word begins and ends with: a digit inside may stand for a letter."""
    if word.isalpha():
        return ["", ""]
    found = (word[: len(word) - len(word.lstrip(_DIGITS))], word[len(word.rstrip(_DIGITS)) :])
    return ["" if len(each) >= _SLIPPERY_DIGITS else each for each in found]


def _weighted(word: str, meant: str) -> float:
    """Return the least cost of edits that make `meant` into `word` (optimal string alignment)."""
    before: list[float] = []
    row = [0.0]
    for _ in word:
        row.append(row[-1] + _inserted(word, len(row) - 1))
    for i, letter in enumerate(meant, 1):
        last, row = row, [row[0] + _left_out(meant, i - 1)]
        for j, own in enumerate(word, 1):
            best = min(
                last[j] + _left_out(meant, i - 1),
                row[j - 1] + _inserted(word, j - 1),
                last[j - 1] + (0.0 if own == letter else _changed(letter, own, i == 1)),
            )
            if i > 1 and j > 1 and own == meant[i - 2] and word[j - 2] == letter and own != letter:
                best = min(best, before[j - 2] + (_DIGIT if (own + letter).isdigit() else _SWAPPED))
            row.append(best)
        before = last
    return row[-1]


def _left_out(meant: str, at: int) -> float:
    letter = meant[at]
    if letter.isdigit():
        return _DIGIT
    return (_DOUBLED if at and meant[at - 1] == letter else _LEFT_OUT) + _FIRST * (at == 0)


def _inserted(word: str, at: int) -> float:
    letter, before = word[at], word[at - 1 : at]
    if letter == before and letter.isalpha():
        return _DOUBLED
    if letter in _VOWELS and before in _VOWELS:
        return _ADDED_VOWEL
    return _DIGIT if letter.isdigit() else _OTHER


def _changed(meant: str, own: str, is_first: bool) -> float:
    if meant.isdigit() or own.isdigit():
        return _DIGIT
    cost = _OTHER
    if {meant, own} <= _VOWELS:
        cost = _VOWEL
    elif (meant, own) in _NEIGHBOURS:
        cost = _NEIGHBOUR
    return cost + _FIRST * is_first
