"""Vietnamese numbers, dates and units written as in English, so that one reader serves both; names in Vietnamese."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from spade_core.checks.figures import _SHORT_MONTHS

__all__: list[str] = []

_VI_OWN: Final = re.compile("[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉĩịọỏốồổỗộớờởỡợụủũứừửữựỳỵỷỹ]", re.IGNORECASE)
"""Letters of no other language that is read here."""
_VI_FEWEST: Final = 3
_VI_DAYS_OF_WEEK: Final = {
    "Hai": "Monday", "Ba": "Tuesday", "Tư": "Wednesday", "Năm": "Thursday", "Sáu": "Friday", "Bảy": "Saturday",
    "Chủ nhật": "Sunday", "Chủ Nhật": "Sunday",
}  # fmt: skip
_VI_SPELT: Final = {
    "một": "1", "hai": "2", "ba": "3", "bốn": "4", "năm": "5", "sáu": "6", "bảy": "7", "tám": "8", "chín": "9",
    "mười": "10",
}  # fmt: skip
_VI_COUNTED: Final = "(?:giờ|phút|ngày|tuần|tháng|năm|lần|viên|lít|mét|người|phần trăm|nghìn|ngàn|triệu|tỷ|tỉ|đồng)"
_VI_NUMBER_WORD: Final = re.compile(
    rf"\b({'|'.join(_VI_SPELT)})(?= (?:(?:đến|tới|hoặc) (?:{'|'.join(_VI_SPELT)}) )?{_VI_COUNTED}\b)"
)
_VI_THOUSANDS: Final = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.]\d)")
_VI_DECIMAL: Final = re.compile(r"(?<![\d.,])(\d+),(\d{1,2})(?!\d)")
_VI_TIMES: Final = {"nghìn": 1000, "ngàn": 1000, "triệu": 1_000_000, "tỷ": 10**9, "tỉ": 10**9}
_VI_LARGE: Final = re.compile(rf"(?<![\d.,])(\d+(?:\.\d+)?) ?({'|'.join(_VI_TIMES)})\b")
_VI_MONTH: Final = "(1[0-2]|0?[1-9])"
_VI_DATES: Final = (
    (
        re.compile(
            rf"(?:ngày )?\b(\d{{1,2}}) ?(?:đến|tới|-|–)(?: ngày)? ?(\d{{1,2}}) tháng {_VI_MONTH}\b(?: năm (\d{{4}}))?"
        ),
        lambda m: f"{m[1]} {_vietnamese_month(m[3])} {m[4] or ''} to {m[2]} {_vietnamese_month(m[3])} {m[4] or ''} ",
    ),
    (
        re.compile(rf"(?:ngày )?\b(\d{{1,2}}) tháng {_VI_MONTH}\b(?:,? năm (\d{{4}}))?(?! (?:lần|ngày)\b)"),
        lambda m: f"{m[1]} {_vietnamese_month(m[2])}{f' {m[3]}' if m[3] else ''}",
    ),
    (re.compile(rf"(?<!\d )\btháng {_VI_MONTH}(?: năm |/)(\d{{4}})\b"), lambda m: f"{_vietnamese_month(m[1])} {m[2]}"),
    (
        re.compile(rf"(?<!mỗi )(?<!\d )\btháng {_VI_MONTH}\b(?! (?:lần|ngày|viên)\b)"),
        lambda m: _vietnamese_month(m[1]),
    ),
    (
        re.compile(rf"\b(?:ngày|từ|đến|sáng|trưa|chiều|tối|đêm) (\d{{1,2}})/{_VI_MONTH}(?![/\d])"),
        lambda m: f"{m[1]} {_vietnamese_month(m[2])}",
    ),
    (re.compile(r"\bnăm (\d{4})\b"), lambda m: m[1]),
    (re.compile(r"\bthế kỷ (?:thứ )?(\d{1,2})\b"), lambda m: f"{m[1]}th century"),
)
_VI_WEEKDAY: Final = re.compile(r"\b(?:[Tt]hứ (Hai|Ba|Tư|Năm|Sáu|Bảy)|([Cc]hủ [Nn]hật))\b")
_VI_CLOCK: Final = re.compile(
    r"\b(?:(lúc|từ|đến) )?(\d{1,2}) ?(?:giờ|h)(?: ?([0-5]\d)(?: phút)?\b)?(?: (rưỡi))?(?: (sáng|trưa|chiều|tối|đêm))?"
)
_VI_IN_THE_DAY: Final = ("chiều", "tối", "đêm")
_VI_SAID: Final = (
    (re.compile(r"\b(?:hơn|trên)(?= \d)"), "over"),
    (re.compile(r"\b(?:khoảng|gần)(?= \d)"), "about"),
    (re.compile(r"\b(?:đóng cửa|nghỉ)\b"), "closed"),
    (re.compile(r"\btrừ\b"), "except"),
)
_VI_UNITS: Final = {
    "giờ": "hours", "phút": "minutes", "giây": "seconds", "ngày": "days", "tuần": "weeks", "tháng": "months",
    "năm": "years", "mét": "metres", "lít": "litres", "phần trăm": "%", "đ": "đồng",
}  # fmt: skip
_VI_UNIT: Final = re.compile(rf"(?<=\d) ?({'|'.join(_VI_UNITS)})\b")
_VI_RUN: Final = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
_VI_STARTS: Final = re.compile(r"(?:^|[.!?:;…\n])[\s\"'“”‘’()*_>#•–—-]*$")
_VI_EVERYWHERE: Final = frozenset(("việt nam", "hà nội", "internet", "chủ nhật"))
_VI_WEEKDAY_NAMES: Final = frozenset(("hai", "ba", "tư", "năm", "sáu", "bảy"))


def _is_vietnamese(text: str) -> bool:
    return not text.isascii() and len({each.lower() for each in _VI_OWN.findall(text)}) >= _VI_FEWEST


def _vietnamese_as_read(text: str) -> str:
    """Return a text with its Vietnamese numbers, dates, times and units as an English text has them."""
    if not _is_vietnamese(text):
        return text
    for pattern, word in _VI_SAID:
        text = pattern.sub(word, text)
    text = _VI_NUMBER_WORD.sub(lambda match: _VI_SPELT[match[1]], text)
    text = _VI_THOUSANDS.sub(lambda match: match[0].replace(".", ""), text)
    text = _VI_DECIMAL.sub(r"\1.\2", text)
    text = _VI_LARGE.sub(lambda match: f"{float(match[1]) * _VI_TIMES[match[2]]:.12g}", text)
    for pattern, written in _VI_DATES:
        text = pattern.sub(written, text)
    text = _VI_WEEKDAY.sub(lambda match: _VI_DAYS_OF_WEEK[match[1] or "Chủ nhật"], text)
    text = _VI_CLOCK.sub(_vietnamese_time, text)
    return _VI_UNIT.sub(lambda match: f" {_VI_UNITS[match[1]]}", text)


def _vietnamese_month(number: str) -> str:
    return _SHORT_MONTHS[int(number) - 1]


def _vietnamese_time(match: re.Match[str]) -> str:
    """Return a time of day with a colon; how many hours something takes stays."""
    before, hours, minutes, half, part = match.groups()
    if not (before or minutes or half or part):
        return match[0]
    hour = int(hours) + 12 * (part in _VI_IN_THE_DAY and int(hours) < 12)
    return f"{before + ' ' if before else ''}{hour}:{30 if half else int(minutes or 0):02}"


def _new_vietnamese_names(text: str, given: Iterable[str]) -> Iterator[str]:
    """Yield the names of a Vietnamese text: syllables in a row that begin with capitals, of which no source has one."""
    known = "\n".join(given).lower()
    for run in _VI_RUN.finditer(text):
        words, starts = run[0].split(), _VI_STARTS.search(text[max(0, run.start() - 20) : run.start()]) is not None
        at = 0
        while at < len(words):
            end = at
            while end < len(words) and words[end][:1].isupper() and len(words[end]) > 1:
                end += 1
            name = words[at + (starts and not at) : end]
            said = " ".join(name).lower()
            is_name = len(name) > 1 and said not in _VI_EVERYWHERE and not _VI_WEEKDAY_NAMES.issuperset(said.split())
            if is_name and not any(re.search(rf"\b{each}\b", known) for each in said.split()):
                yield " ".join(name)
            at = max(end, at + 1)
