"""Checks of what shows on the surface of a text: punctuation, the shape of dates, words quoted from the input."""

from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal
from spade_core.candidates.snippets import joined
from spade_core.criteria.readings import DateShape, Unpunctuated, Verbatim

_DATES_IN = """
def dates_in(text):
    figures = "".join(char if char.isdigit() or char in "-/." else " " for char in text)
    found = []
    for word in figures.split():
        word = word.strip("-/.")
        marks = [mark for mark in "-/." if word.count(mark) == 2]
        parts = word.split(marks[0]) if marks else []
        years = [part for part in parts if len(part) == 4]
        pair = [int(part) for part in word.split("/") if len(part) == 2 and part.isdecimal()]
        fits = len(pair) == 2 and 0 < min(pair) <= 12 and max(pair) <= 31
        if fits and word.count("/") == 1 and pair[0] != pair[1]:
            found.append(word)
        if len(parts) == 3 and all([part.isdecimal() for part in parts]) and (years or marks[0] == "/"):
            found.append(word)
    return found
""".strip()
_WORDED = """
def worded_dates_in(text):
    months = (
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "oct", "nov", "dec",
    )
    words = [word.strip(".,;:()*\\"'") for word in text.split()]
    words = ["", *[word for word in words if word.lower() not in ("of", "the")], ""]
    named = [i for i, word in enumerate(words) if word.lower() in months and word[:1].isupper()]
    return [words[i] for i in named if words[i - 1][:1].isdigit() or words[i + 1][:1].isdigit()]
""".strip()


def date_checks(reading: DateShape) -> Iterator[Check]:
    """Yield the check that every date has the shape."""
    body = f"""
shape = {literal(reading.shape)}
shapes = ["".join("D" if char.isdigit() else char for char in date) for date in dates_in(response)]
wanted = "".join("D" if char.isalpha() else char for char in shape)
return all([each == wanted for each in shapes]) and not worded_dates_in(response)
"""
    says = f"Every date of the response has the shape {reading.shape}; none has the name of a month or is DD/MM."
    yield Check(f"dates are {reading.shape}", says, joined(_DATES_IN, _WORDED, body.strip()))


def punctuation_checks(_: Unpunctuated) -> Iterator[Check]:
    """Yield the check that there are no punctuation marks; hyphens and apostrophes belong to words."""
    marks = ".,;:!?\u2026\u3002\uff0c\uff01\uff1f"
    yield check(
        "has no punctuation",
        "The response has no full stop, comma, colon, semicolon, exclamation or question mark.",
        f'return not any(mark in response for mark in "{marks}")',
    )


def verbatim_checks(_: Verbatim) -> Iterator[Check]:
    """Yield the check that a quoted run or a sentence of at least four words stands in the input."""
    body = """
source = " ".join([prompt, *[value for value in example.values() if isinstance(value, str)]])
source = plain(source)
text = response
for mark in "\u201c\u201d\u201e\u00ab\u00bb":
    text = text.replace(mark, '"')
runs = text.split('"')[1::2] + text.replace('"', " ").replace("! ", ". ").replace("? ", ". ").split(". ")
runs += text.splitlines()
runs = [plain(run) for run in runs]
return not source or any([len(run.split()) >= 4 and run in source for run in runs])
"""
    plain = """
def plain(text):
    text = text.lower().replace("\u2019", "'").replace("\u201c", '"').replace("\u201d", '"')
    return " ".join(text.split()).strip(".,;:!?>-*\\"' ")
""".strip()
    says = "A quoted run, a sentence or a line of the response, of four words or more, stands in the prompt or a field."
    yield Check("quotes the input word for word", says, joined(plain, body.strip()))
