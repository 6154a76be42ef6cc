"""The parts of a question that a response leaves out: each asks for a kind of thing, and none of that kind is told."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from spade_core.checks.amounts import _DAYS, _MONEY, Amount
from spade_core.checks.contexts import _telling, _Words, says_unknown
from spade_core.checks.days import _WEEKDAYS
from spade_core.checks.derived import _TIME_OF_DAY, _YEAR_OF
from spade_core.checks.figures import _MONTH
from spade_core.checks.held import _A_DATE, _amounts, _is_date, _without_dates
from spade_core.checks.names import _STOP
from spade_core.checks.plain import plain
from spade_core.checks.sources import _CITATION, _WORD, _as_read, _sentences
from spade_core.checks.vietnamese import _VI_OWN

__all__ = ["unanswered"]

_WH: Final = (
    r"(?:who(?:m|se)?|what|when|where|why|how|which|is|are|was|were|do|does|did|can|could|will|would|should|has|have)"
)
_PREPOSITION: Final = "(?:by|since|until|till|from|for|to|at|in|on|with)"
_PARTS: Final = re.compile(
    rf"\?+\s*|,? (?:and|or|but|;)(?: also| then)?(?: {_PREPOSITION} (?=wh|how))? ?(?={_WH}\b)"
    r"|;\s*|, (?=.*[\u4e00-\u9fff])| và (?=.)|以及|并且",
    re.IGNORECASE,
)
_STOPS: Final = re.compile(r"[;.!?](?=\s|$)|[。；！？\n]|, (?:and|but) ")
_COMMAS: Final = re.compile(r"[;,:.!?](?=\s|$)|[，；：。！？、\n]| (?:and|but|with|và|nhưng|với) ")
_FRAGMENT: Final = 5
"""Words of a sentence that may answer any part: "At ten."."""
_LONGEST_ANSWER: Final = 20_000
_HAN_RUN: Final = re.compile(r"[\u4e00-\u9fff]+")
_DAY_OR_MONTH: Final = rf"\b(?:{_MONTH}|{'|'.join(_WEEKDAYS)})\b"
_VI_NUMBERS: Final = "một|hai|ba|bốn|sáu|bảy|tám|chín|mười|trăm|nghìn|ngàn|triệu|đồng|miễn|rẻ|đắt"
_SOMEBODY: Final = r"\b(?:the|an?|our|its|their|his|her|two|three|some|all) \w+(?: \w+){0,4}"


class _Kind(NamedTuple):
    """What a part of a question asks for, in English, Chinese and Vietnamese."""

    asks: re.Pattern[str]
    told_by: str
    """Groups of numbers, one of which is an answer: see ``_number_groups``."""
    told: re.Pattern[str]
    """What is one in words."""


def _kind(asks: str, told_by: str, told: str) -> _Kind:
    return _Kind(re.compile(asks, re.IGNORECASE), told_by, re.compile(told, re.IGNORECASE))


_KINDS: Final = (
    _kind(  # how long
        r"\bhow long\b|多久|多长时间|几(?:天|个月|年|小时|分钟)|bao lâu|\bmấy (?:ngày|tuần|tháng|năm|phút|tiếng)",
        "time clock bare",
        r"year|month|week|day|hour|minute|second|decade|centur|time|always|until|since|night|instant|immediate|brief"
        r"|quick|short|long|far\b|met(?:re|er)|mile|feet|foot|一直|长期|永久|直到"
        r"|\b(?:lâu|ngay|mãi|tháng|ngày|tuần|năm|giờ|phút)\b",
    ),
    _kind(  # when
        r"^when\b(?! (?:do|can|should|may|must|might|could|would|to)\b)|\b(?:by|since|until|till) when\b"
        r"|\b(?:what|which) (?:year|day|date|month|time)\b|\bopening hours\b|\bdeadline\b|几点|什么时候|何时"
        r"|哪一?[年天日月]|哪几天|几[月号]|khi nào|lúc nào|bao giờ|mấy giờ|\b(?:năm|ngày|tháng) nào",
        "date clock",
        rf"\d ?[ap]\.?m\b|\d[.:]\d\d|{_DAY_OR_MONTH}|(?<!holi)day\b|today|tomorrow|yester|ago\b|now\b|soon|shortly"
        r"|never|always|still|noon|night|morning|evening|century|ages|spring|summer|autumn|winter|easter|christmas|hour|week|month"
        r"|year|after|before|until|since|once|during|while|when|if\b|at (?:the|its|his|her|any)|immediate|annual|daily"
        r"|[今明昨后前时]|每[天周日月年]|\b(?:sau|trước|khi|hôm|nay|mai|ngày|tháng|năm|giờ)\b",
    ),
    _kind(  # how much is it
        r"^how much (?:money|is|are|do|does|did|will|would|was|were|can|to)\b|多少钱|价格|票价|房价|费用"
        r"|\b(?:giá|phí)\b"
        r"|^what (?:do|does|did|will|would|is|are|was|were)\b.{0,60}\b(?:costs?|prices?|fees?|rents?|fines?)\b",
        "money bare thing",
        r"free\b|nothing|none\b|dollar|euro|pound|cents?\b|percent|cheap|expensive"
        r"|includ|waive|charge|pay|enough|plenty|little|lots?\b|more|less|most|full|all\b|every|many|few|any|\bno\b"
        rf"|[免贵]|便宜|\b(?:{_VI_NUMBERS})\b",
    ),
    _kind(  # how much sugar
        r"^how much\b(?! of)|bao nhiêu",
        "money bare thing time measure",
        r"free\b|nothing|none\b|enough|plenty|little|lots?\b|more|less|most|full|all\b"
        rf"|some|twice|double|any|half|many|few|\bno\b|\b(?:năm|{_VI_NUMBERS})\b",
    ),
    _kind(  # how many
        r"^how many\b|几[个间张本人位]|\bmấy (?:người|chỗ|cuốn|phòng|trang|cái|con|lần)",
        "bare thing",
        r"\b(?:none|no|both|couple|once|twice|nobody|all|every|each|several|many|few|any|everyone|enough|plenty"
        r"|lots?|more|most|unlimited|limit\w*|only|an?|another|single)\b|[都全每无没]"
        rf"|\b(?:năm|mọi|tất cả|mỗi|không|{_VI_NUMBERS})\b",
    ),
    _kind(  # how tall
        r"^how (?:old|tall|high|large|big|deep|wide|far|heavy|hot|thick|fast)\b|\bwhat temperature\b|多[高大宽重远]"
        r"|全长",
        "money bare thing time measure date",
        r"centur|\b(?-i:[A-Z]{2,})\b|found|built|old|since|young|new|small|large|tiny|huge|high|low|tall|short|near|far"
        r"|size|deep|wide|few|several|middle|[旧新小大高低短近远]",
    ),
    _kind(  # why
        r"^why\b|为什么|为何|\b(?:vì|tại) sao\b",
        "",
        r"\b(?:because|since|as|due|owing|so|to|for|from|otherwise|cause\w*|reason\w*|thus|hence|by|with|without|if|else"
        r"|that|which|after|when|wants?|need\w*|lack\w*|ma[dk]es?|help\w*|prevent\w*|avoid\w*|le(?:a?d)\w*|result\w*"
        r"|threat\w*)\b|[因为故]|由于|所以|以便|\b(?:vì|do|để|nhằm|bởi|nhờ|tại|nên)\b",
    ),
    _kind(  # is it
        r"^(?:is|are|was|were|do|does|did|can|could|will|would|should|may|must"
        r"|(?:has|have)(?= (?:it|they|he|she|you|we|I|the|an?|my|your|any|there)\b))\b"
        r"|吗|是否|有没有|能否|可否|\bcó .{1,40} không$|được không$",
        "",
        r"\b(?:yes|no|not|never|only|must|may|can|can['’]t|cannot|could|should|allowed|permitted|free|without|unless|if"
        r"|both|either|neither|nor|always|sure|indeed|possible|impossible|none|any|but|except|too|also|all|needs?|needn"
        r"|ha(?:ve|s) to|every|each|(?:it|they|he|she|we|you)(?: is| are| was| were|['’](?:s|re)))\b|n['’]t\b"
        r"|\b(?:is|are|was|were|does|do|did|has|will|would)\b[.,!;]|[是有可不能没无免会需要允享都]|支持"
        r"|\b(?:có|không|được|phải|chỉ|cấm|miễn|chưa|cần|nên|đều)\b",
    ),
    _kind(  # who
        r"^who(?:se|m)?\b (?:\w+(?:ed|s)|wrote|won|built|made|led|found|drew|sang|took|gave|(?:is|was|are|were) the)\b"
        r"|谁|\bai\b",
        "",
        r"(?-i:\b[A-Z]\w+)|nobody|no one|everyone|everybody|anyone|staff|team|people|resident|member|owner"
        r"|[\u4e00-\u9fff]|(?:^|[.;] |\b(?:by|from) )(?:the|an?|our|your|its) \w+(?: \w+)?(?:$|[;,. ])",
    ),
)  # fmt: skip


def unanswered(text: str, question: str) -> list[str]:
    """Return the parts of a question of several that have no answer of their kind: no number, no date, no name.

    A part that the response takes up with a word that no other part has, counts as answered, and so do all where it has
    more than 20,000 characters, or a short sentence ("At ten.") for each of them. Where each clause takes up the other
    parts, the numbers that these ask for are no answer, and what asks for no kind ("how is it cleaned") has none.

    >>> unanswered("Mary Shelley wrote it.", "Who wrote it and when did it appear?")
    ['when did it appear']
    """
    parts = [each.strip(" .,?!") for each in _PARTS.split(_as_read(str(question))) if each and each.strip(" .,?!")]
    if len(parts) < 2 or len(text) > _LONGEST_ANSWER or says_unknown(text):
        return []
    said = _WORD.sub(  # words that are no names begin with a small letter
        lambda match: match[0].lower() if match[0].lower() in _STOP else match[0],
        _CITATION.sub(" ", plain(_as_read(text))),
    )
    own = [_own_words(part, [*parts[:place], *parts[place + 1 :]]) for place, part in enumerate(parts)]
    left_out = [part for part, its in zip(parts, own, strict=True) if not _has_any(said, its)]

    def loose(ends: re.Pattern[str]) -> list[str]:
        """Return the pieces of the response that take up a word of no part."""
        return [each for each in ends.split(said) if _WORD.search(each) and not _has_any(each, set().union(*own))]

    if not left_out or sum(len(each.split()) <= _FRAGMENT for each in loose(_STOPS)) >= len(left_out):
        return []
    others = [kind for part in parts if part not in left_out and (kind := _kind_of(part)) is not None]
    groups, is_taken_up = {*_number_groups(said)}, not loose(_COMMAS)
    if is_taken_up:  # the numbers are those that the other parts ask for
        groups -= {group for kind in others for group in kind.told_by.split()}
    dateless = re.sub(_DAY_OR_MONTH, " ", said, flags=re.IGNORECASE)

    def is_told(part: str) -> bool:
        kind = _kind_of(part)
        if kind is None:
            return not (others and is_taken_up) or bool(groups) or _HAN_RUN.search(said) is not None
        return (
            not groups.isdisjoint(kind.told_by.split())
            or kind.told.search(dateless if kind is _KINDS[-1] else said) is not None
            or _tells_who(said, part)
        )

    return [part for part in left_out if not is_told(part)]


def _kind_of(part: str) -> _Kind | None:
    return next((each for each in _KINDS if each.asks.search(part)), None)


def _number_groups(said: str) -> Iterator[str]:
    """Yield of what groups the numbers of a text are: date, clock, time, money, measure, thing; bare without a unit."""
    if any(map(_is_date, _A_DATE.findall(said))):
        yield "date"
    for sentence in _sentences(_without_dates(said)):
        yield from map(_group, _amounts(sentence))


def _group(amount: Amount) -> str:
    if amount.unit in _MONEY or amount.unit in {"cent", "pence", "%"}:
        return "money"
    known = {_TIME_OF_DAY: "clock", _YEAR_OF: "date", "": "bare", **dict.fromkeys(_DAYS, "time")}
    return known.get(amount.unit, "measure" if amount.is_measured else "thing")


def _own_words(part: str, others: list[str]) -> set[str]:
    """Return the words of a part of a question, or pairs of Chinese letters, that no other part has.

    Vietnamese words are not looked at: most have several syllables, of which each is in many words.
    """
    if _HAN_RUN.search(part):
        return {*_pairs(part)}.difference(*map(_pairs, others))
    beside = _Words(others)
    return set() if _VI_OWN.search(part) else {each for each in _telling(part) if not beside.has(each)}


def _has_any(said: str, words: set[str]) -> bool:
    return _Words([said]).has_any(words) or any(_HAN_RUN.match(each) and each in said for each in words)


def _pairs(text: str) -> Iterator[str]:
    """Yield what stands in a text as two Chinese letters beside each other."""
    yield from (run[at : at + 2] for run in _HAN_RUN.findall(text) for at in range(len(run) - 1))


def _tells_who(text: str, part: str) -> bool:
    """Tell whether a text says of somebody without a name that they did what a part of a question asks."""
    verb = re.match(r"who (\w+)", part, re.IGNORECASE)
    return verb is not None and re.search(rf"{_SOMEBODY} {verb[1]}\b", text, re.IGNORECASE) is not None
