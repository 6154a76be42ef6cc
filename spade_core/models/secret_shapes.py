"""What looks like a secret in a text: by its own shape, by its place, or by the word that it stands beside.

Every pattern is bounded, so that a hostile text costs linear time. A value in a secret's place counts only when it is
neither a placeholder, nor code, nor plain words: prompts talk of tokens and passwords without holding any.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Spans = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Shape:
    pattern: re.Pattern[str]
    """Its group `secret` is what is hidden."""
    hints: tuple[str, ...]
    """One of these stands in every lower-cased text that the pattern finds something in: looking for them is cheap."""
    counts: Callable[[str], bool] = lambda _: True
    """Whether what the group holds is a secret."""


def secret_spans(text: str) -> Spans:
    """Return where secrets stand, in order and without overlaps; of two that overlap the one that begins first."""
    found = sorted(_found(text), key=lambda span: (span[0], -span[1]))
    kept: Spans = []
    for start, end in found:
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def without_secrets(text: str) -> str:
    """Return the text with asterisks in the place of secrets."""
    kept, after = [], 0
    for start, end in secret_spans(text):
        kept.append(f"{text[after:start]}***")
        after = end
    return "".join((*kept, text[after:]))


def holds_secret(text: str) -> bool:
    """Return whether anything in the text looks like a secret."""
    return next(_found(text), None) is not None


def _found(text: str) -> Iterator[tuple[int, int]]:
    lowered = text.lower()
    for shape in _SHAPES:
        if not any(hint in lowered for hint in shape.hints):
            continue
        for match in shape.pattern.finditer(text):
            start, end = match.span("secret")
            if shape.counts(text[start:end]):
                yield start, end


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# --- what counts
_PLACEHOLDER = re.compile(r"[{}<>]|^[$%@\[(*]|^(?:\.\.\.|…)|(?:\.\.\.|…)$|^[xX*•.\-_]+$")
_STANDS_FOR = re.compile(
    r"(?:your|example|placeholder|redacted|changeme|dummy)"
    r"(?:api|access|secret|client|key|token|password|passwd|pass|here|value|name|user|id){0,5}[0-9]{0,3}"
)
_CODE = re.compile(r"^[A-Za-z_][\w.]*\s*[\[(]|^(?:os|self|process|settings|config|env|request|args)\.|^f?[\"']$")
_PIECES = re.compile(r"[^A-Za-z0-9]+")
_ORDINARY = frozenset(
    _words("""
    required optional string none null true false text str secret password passwd value hidden input field unknown
    integer float email username encrypted hashed masked plaintext
    missing empty incorrect invalid expired token admin default object number boolean protected manager strength
    generator
""")
)
_SMALL_WORDS = frozenset(
    _words("""
    a an and any are as ask at be by can do for from has have if in is it may must no not of on or should that the
    their them then this to use user was when which who will with you your
""")
)


def _is_value(value: str) -> bool:
    return _PLACEHOLDER.search(value) is None and not _is_placeholder(value) and _CODE.search(value) is None


def _is_placeholder(value: str) -> bool:
    """Whether all of a value says what is to stand there: beside such a word are only other words and numbers."""
    words = _PIECES.split(value.casefold().strip(".,;:)]!?"))
    named = [_STANDS_FOR.fullmatch(word) is not None for word in words]
    return any(named) and all(
        is_named or word.isalpha() or word.isdigit() for is_named, word in zip(named, words, strict=True)
    )


def _mixed_length(value: str) -> int:
    """Return how many characters stand in pieces that mix letters and digits, as names and dates hardly do."""
    pieces = [piece for piece in _PIECES.split(value) if not piece.isalpha() and not piece.isdigit()]
    return sum(len(piece) for piece in pieces if len(piece) > 3)


def _is_key(value: str) -> bool:
    """Whether a value that is called a key or a token could be one."""
    return _is_value(value) and len(value) >= 12 and (_mixed_length(value) >= 8 or _is_scrambled(value))


def _is_scrambled(value: str) -> bool:
    """Whether letters of both cases are thrown together, as no name has them."""
    upper, lower = sum(map(str.isupper, value)), sum(map(str.islower, value))
    runs = len(re.findall(r"[A-Z]{2}", value))
    return len(value) >= 20 and min(upper, lower) * 4 >= len(value) and runs >= 2


def _is_random(value: str) -> bool:
    """Whether a value looks random by itself: long, and letters, digits and cases change all the time."""
    if not _is_value(value) or len(value) < 20 or _mixed_length(value) < 16:
        return False
    changes = len(re.findall(r"(?=[A-Za-z][0-9]|[0-9][A-Za-z]|[a-z][A-Z])", value))
    return changes * 5 >= len(value)


def _is_password(value: str) -> bool:
    """Whether a value that is called a password could be one: more than a word."""
    plain = value.rstrip(".,;:)]!?")
    if not _is_value(value) or len(value) < 6 or plain.casefold() in _ORDINARY:
        return False
    letters, digits = any(map(str.isalpha, plain)), any(map(str.isdigit, plain))
    symbols = re.search(r"[!@#$%^&*+=?~|\\/:;]", plain) is not None
    return digits or (letters and symbols and "://" not in plain)


def _is_given_password(value: str) -> bool:
    """The same where it is assigned outright: then a word will do, if it is no name of the program's."""
    if _is_password(value):
        return True
    name = re.search(r"[._]|pass|pwd", value, re.IGNORECASE)
    return _is_value(value) and len(value) >= 6 and name is None and value.casefold() not in _ORDINARY


def _is_given_key(value: str) -> bool:
    """Whether a quoted value that is assigned to a key or a secret could be one: here a long word will do."""
    plain = value.casefold()
    return _is_value(value) and len(value) >= 8 and re.search(r"[._ -]", value) is None and plain not in _ORDINARY


def _is_quoted_password(value: str) -> bool:
    return _is_password(value) or (_is_value(value) and " " in value.strip() and _is_phrase(value))


def _is_phrase(value: str) -> bool:
    """Whether it is a row of words that make no sentence."""
    words = value.split()
    if not 3 <= len(words) <= 24 or not _is_value(value):
        return False
    return all(word.isalnum() for word in re.split(r"[ -]+", value.strip())) and not _SMALL_WORDS & {
        word.casefold() for word in words
    }


# --- where they stand
_NAMED_AS_WORD = r"(?i:passw(?:or)?d|passwd|passcode|passphrase|pwd|(?<![a-z])pass(?![a-z]))(?i:[a-z0-9_]{0,20})"
_NAMED_A_KEY = (
    r"(?i:secret|token|credential|api[_-]?key|[a-z]{2,12}[_-]?key|(?<![a-z])key|(?<![a-z])auth|cookie|session|sig"
    r"(?![a-z]))(?i:[a-z0-9_-]{0,30})"
)
_TO = r"(?:\\?[\"'`]|[*_]{1,3})?\s{0,3}(?::=|[=-]>|[:=>]|\s(?i:is|was)\s)[*_]{0,3}\s{0,3}"
"""From the name of a value to the value: as it is assigned, in JSON (which may be in a string), and in Markdown."""
_QUOTED = r"\\?\"(?P<secret>(?:[^\"\n\\]|\\[^\"\n]){4,200})\\?\""
_QUOTED_WORD = r"\\?[\"'](?P<secret>[^\s\"'`<>\\]{6,200})\\?[\"']"
_REST = r"(?P<secret>(?:(?!&[A-Za-z_]+=)[^\s\"'`<>]){6,200}(?<![.,;:]))"
"""A value up to the next space, without the comma or the full stop of the sentence around it."""
_WORD = r"(?P<secret>[A-Za-z0-9_\-+/=.~%]{12,400})"
_PREFIXES = _words("""
    ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glcbt- glsoat- npm_ hf_ pypi- AIza ya29. GOCSPX- dop_v1_
    doo_v1_ dckr_pat_ shpat_ shpss_ shpca_ shppa_ xoxa- xoxb- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp- SG. sq0atp-
    sq0csp- EAAA r8_ gsk_ xai- pplx- nvapi- tvly- NRAK- sbp_ figd_ ntn_ lin_api_ glsa_ rubygems_ hvs. hvb. whsec_
    AGE-SECRET-KEY-1 PMAK- pscale_tkn_ pscale_pw_ pscale_oauth_ fo1_ dapi oy2 dp.pt. dp.st. dp.ct. sntrys_ phc_ phx_
    ATATT3
""")
"""What tokens begin with that are known by it."""

_WORD_HINTS = ("pass", "pwd")
_KEY_HINTS = ("secret", "token", "credential", "key", "auth", "cookie", "session", "sig")


def _holds_digit(value: str) -> bool:
    return any(map(str.isdigit, value))


def _is_bearer(value: str) -> bool:
    return _holds_digit(value) and _is_value(value)


def _shape(pattern: str, *hints: str, counts: Callable[[str], bool] = lambda _: True) -> _Shape:
    return _Shape(re.compile(pattern), hints, counts)


_SHAPES = (
    _shape(r"\b(?:sk|pk|rk)-(?:[a-z]+[0-9]{0,2}-)*(?P<secret>[A-Za-z0-9_-]{16,200})", "k-", counts=_is_key),
    _shape(r"\b(?:key-|secret_)(?P<secret>[A-Za-z0-9]{20,200})\b", "key-", "secret_", counts=_is_key),
    _shape(r"\b(?:sk|pk|rk)_(?:live|test)_(?P<secret>[A-Za-z0-9]{10,200})", "k_live_", "k_test_"),
    _shape(
        rf"(?<![A-Za-z0-9_])(?:{'|'.join(map(re.escape, _PREFIXES))})(?P<secret>[A-Za-z0-9_\-.]{{12,400}})",
        *(prefix.lower() for prefix in _PREFIXES),
        counts=_holds_digit,
    ),
    _shape(r"\b(?:AKIA|ASIA|ABIA|ACCA)(?P<secret>[A-Z0-9]{16})\b", "akia", "asia", "abia", "acca"),
    _shape(r"\b(?:SK|AC)(?P<secret>[0-9a-f]{32})\b", "sk", "ac", counts=_holds_digit),
    _shape(r"\b(?P<secret>[0-9a-f]{32})-us[0-9]{1,2}\b", "-us"),
    _shape(r"\b[0-9]{8,10}:(?P<secret>[A-Za-z0-9_-]{35})(?![A-Za-z0-9_-])", ":"),
    _shape(r"\b(?P<secret>[MNO][A-Za-z0-9]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})", "."),
    _shape(r"\beyJ(?P<secret>[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}(?:\.[A-Za-z0-9_-]{8,2000})?)", "eyj"),
    _shape(
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"(?P<secret>(?:(?!-----)[A-Za-z0-9+/=\s\\:,.()-]){20,20000}+(?=-----END)"
        r"|(?:\s|\\[nr]|[A-Za-z0-9+/=]{16,100}(?![^\s\\])){2,400}+)",
        "private key",
    ),
    _shape(r"\bPrivate-Lines: [0-9]{1,4}\s(?P<secret>[A-Za-z0-9+/=\s]{20,20000})", "private-lines"),
    _shape(r"\bhooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9/_-]{20,200})", "hooks.slack"),
    _shape(r"\bdiscord(?:app)?\.com/api/webhooks/[0-9]{5,25}/(?P<secret>[A-Za-z0-9_-]{20,200})", "api/webhooks"),
    _shape(r"\bwebhook\.office\.com/webhookb2/(?P<secret>[A-Za-z0-9@/_-]{30,300})", "webhook.office"),
    _shape(r"(?i:\bbearer\s{1,3})(?P<secret>[A-Za-z0-9_\-.=+/~]{12,2000})", "bearer", counts=_is_bearer),
    _shape(
        r"(?i:\bauthorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:basic|token|apikey|digest)\s{1,3})"
        r"(?P<secret>[A-Za-z0-9_\-.=+/:~]{8,2000})",
        "authorization",
        counts=_is_value,
    ),
    _shape(
        r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s/:@\"'<>]{0,80}:(?P<secret>[^\s/\"'<>]{2,200})(?=@[^\s/@]{1,253})",
        "://",
        counts=_is_value,
    ),
    _shape(r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://(?P<secret>[^\s/:@\"'<>]{12,200})@", "://", counts=_is_key),
    _shape(r"\blogin\s{1,20}\S{1,100}\s{1,20}password\s{1,20}(?P<secret>\S{3,200})", "login", counts=_is_value),
    _shape(r"(?:\s-u|--user)[\s=][\"']?[^\s:\"']{1,80}:(?P<secret>[^\s\"']{3,200})", " -u", "--user", counts=_is_value),
    _shape(
        r"--(?i:password|passwd|passphrase|token|secret|api-key)[\s=](?P<secret>[^\s\"'-][^\s\"']{5,200})",
        "--",
        counts=_is_password,
    ),
    _shape(rf"{_NAMED_AS_WORD}{_TO}{_QUOTED}", *_WORD_HINTS, counts=_is_quoted_password),
    _shape(rf"{_NAMED_AS_WORD}{_TO}'(?P<secret>[^'\n]{{4,200}})'", *_WORD_HINTS, counts=_is_quoted_password),
    _shape(rf"{_NAMED_AS_WORD}[\"']?=[\"']?{_REST}", *_WORD_HINTS, counts=_is_given_password),
    _shape(rf"{_NAMED_AS_WORD}\\?[\"']\s{{0,3}}:\s{{0,3}}{_QUOTED_WORD}", *_WORD_HINTS, counts=_is_given_password),
    _shape(rf"{_NAMED_AS_WORD}{_TO}`?{_REST}", *_WORD_HINTS, counts=_is_password),
    _shape(
        r"\|\s{0,9}[*_`]{0,3}(?i:passw(?:or)?d|passcode|passphrase|pwd)[*_`]{0,3}\s{0,9}\|\s{0,9}`?"
        r"(?P<secret>[^\s|\"'`<>]{6,200})(?=`?\s{0,9}\|)",
        *_WORD_HINTS,
        counts=_is_password,
    ),
    _shape(
        rf"(?i:[a-z]{{1,12}}[_-]secret|api[_-]?key)(?:\\?[\"'])?\s{{0,3}}[:=]\s{{0,3}}{_QUOTED_WORD}",
        "secret",
        "key",
        counts=_is_given_key,
    ),
    _shape(
        r"(?i:\b(?:pass[ -]?phrase|mnemonic|seed phrase|recovery phrase)\b)[\"']?\s{0,3}(?:[:=]|is)\s{0,3}[\"']?"
        r"(?P<secret>[A-Za-z0-9]{2,20}(?:[ -][A-Za-z0-9]{2,20}){2,24})",
        "phrase",
        "mnemonic",
        counts=_is_phrase,
    ),
    _shape(rf"{_NAMED_A_KEY}{_TO}(?:\\?[\"'`])?(?![A-Za-z_]{{1,20}}=[^=]){_WORD}", *_KEY_HINTS, counts=_is_key),
    _shape(
        r"(?i:\b(?:secret|token|key|password|credential|passcode)s?\b)[^\n\"]{0,40}?(?<![A-Za-z0-9_+/=-])"
        r"(?P<secret>[A-Za-z0-9_\-+/=]{20,400})",
        *_KEY_HINTS,
        "passw",
        "passcode",
        counts=_is_random,
    ),
)
