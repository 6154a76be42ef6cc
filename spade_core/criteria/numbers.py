"""Numbers in English prose: digits and words."""

_UNITS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "dozen": 12,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_SCALES = {"hundred": 100, "thousand": 1000}

_WORD = "|".join(sorted((*_UNITS, *_TENS, *_SCALES), key=len, reverse=True))

NUMBER = (
    rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,7}}k?|(?:an? )?(?:{_WORD})(?:[ -](?:and )?(?:{_WORD}))*)(?![\w.%°]*\d|[%°]|\w)"
)
"""Matches a whole number in folded text, in digits or words; never a decimal, a percentage or a part of one."""


def value_of(number: str) -> int:
    """Return the value of what NUMBER matched."""
    text = number.replace(",", "")
    if text[:1].isdecimal():
        return int(text.removesuffix("k")) * (1000 if text.endswith("k") else 1)
    total = 0
    current = 0
    for word in text.replace("-", " ").split():
        if word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if word == "thousand":
                total, current = total + current, 0
        elif word == "dozen":
            current = max(current, 1) * _UNITS[word]
        else:
            current += _UNITS.get(word, _TENS.get(word, 0))
    return total + current
