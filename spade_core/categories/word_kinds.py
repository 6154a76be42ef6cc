"""What a word can be besides itself where a phrase asks for a kind: a number, a trait, the start of an instruction."""

from spade_core.categories.tokens import TokenKind, Tokens
from spade_core.categories.vocabulary import CLASSES, NUMBER_WORDS, words_of

SPECIAL = frozenset({"number", "counted", "ing", "any", "quoted", "trait", "compound"})
"""The kinds that no list of words makes."""
_FUNCTION_WORDS = words_of(
    """
    the a an of to in and or is are was were be it its this that these those you your they their for with from on
    at by as if when then than so not no do does which who each all about over under
    into per we us he she get will can
    """
)
_UNITS = words_of(CLASSES["unit"])
_NO_TRAIT = (
    _FUNCTION_WORDS
    | NUMBER_WORDS
    | words_of(" ".join(CLASSES[name] for name in ("format", "language", "empty", "type", "not")))
    | words_of(
        """
        sure able aware given like between within above below under over more less most least at either neither only
        exactly up out off back ready here there one none otherwise set used done need available possible necessary
        present absent missing true false equal same different optional mandatory required longer shorter fewer
        """
    )
)
_COMPOUNDS = (
    *("-friendly", "-neutral", "-free", "-sounding", "-appropriate", "-level", "-quality", "-understand", "-read"),
)
"""Endings of words that describe, whatever they begin with: ``reader-friendly``."""
_BEFORE_COMMAND = words_of(
    """
    please always also and then must should shall just only first finally next now kindly simply instead try
    """
)
_BEFORE_TO = words_of(
    """
    sure want need needs try remember have has required ensure important aim you
    """
)
_COUNTING = ("num", "count", "limit", "max", "min", "total", "length", "size", "n_", "top_", "words", "number")
_BOUNDING = words_of("most least than exactly exceed exceeding maximum minimum")
"""Words after which any placeholder is a number."""


def is_of_kind(tokens: Tokens, position: int, name: str) -> bool:
    """Whether a token is of the special kind `name`: ``@number``."""
    kind = tokens.kinds[position]
    if name == "@number":
        return is_number(tokens, position)
    if name == "@counted":
        return is_counted(tokens, position)
    if name == "@quoted":
        return tokens.quoted[position]
    if kind is not TokenKind.WORD:
        return False
    word = tokens.words[position]
    if name == "@trait":
        return word not in _NO_TRAIT and not word.endswith("ed")
    if name == "@compound":
        return is_compound(word)
    return name == "@any" or word.endswith("ing")


def is_compound(word: str) -> bool:
    """Whether a word describes by its ending: ``reader-friendly``."""
    return "-" in word and word.endswith(_COMPOUNDS)


def is_function_word(word: str) -> bool:
    """Whether a word carries no meaning of its own: ``of``."""
    return word in _FUNCTION_WORDS


def is_number(tokens: Tokens, position: int) -> bool:
    """Whether a token is a number: digits, a number word, or a placeholder whose name counts (``{num_words}``)."""
    word = tokens.words[position]
    kind = tokens.kinds[position]
    if kind is TokenKind.NUMBER:
        return not word.endswith("%")
    if kind is TokenKind.PLACEHOLDER:
        bounded = position > 0 and tokens.words[position - 1] in _BOUNDING
        return bounded or any(part in word.lower() for part in _COUNTING) or word.lower() in {"n", "k"}
    return word in NUMBER_WORDS


def is_counted(tokens: Tokens, position: int) -> bool:
    """Whether a word is a number and a unit in one: ``two-paragraph``."""
    if "-" not in tokens.words[position]:
        return False
    number, _, unit = tokens.words[position].partition("-")
    return number in NUMBER_WORDS and unit in _UNITS


def is_command(tokens: Tokens, position: int) -> bool:
    """Whether an instruction can begin here: at the start, after a mark or a tag, after "please" or "make sure to"."""
    if position == 0:
        return True
    before = tokens.words[position - 1]
    if tokens.kinds[position - 1] is TokenKind.TAG:
        return True
    if tokens.kinds[position - 1] is TokenKind.MARK:
        return before not in "'\"/@)<"
    if tokens.kinds[position - 1] is TokenKind.NUMBER:
        return position == 1
    if before == "to":
        return position > 1 and tokens.words[position - 2] in _BEFORE_TO
    return before in _BEFORE_COMMAND
