"""Checks of input fields: their values in the response, their placeholders not."""

from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal, literals, quoted
from spade_core.candidates.snippets import WORDS_OF, joined
from spade_core.criteria.readings import Echo, NoUnfilled

_NAMES_VALUE = """
def names(text):
    if not value.replace(".", "").isdecimal():
        return value in text
    figures = "".join(char if char.isdigit() or char in ".," else " " for char in text)
    numbers = figures.replace(",", "").split() + figures.replace(",", " ").split()
    numbers = [number.strip(".,") for number in numbers]
    return any([number == value or plain(number) == plain(value) for number in numbers])
""".strip()
_PLAIN = """
def plain(number):
    return number.rstrip("0").rstrip(".") if "." in number else number
""".strip()


def value_of(field: str) -> str:
    """Return statements that put an input field's text into ``value``, and pass where there is none."""
    return f"""
value = example.get({literal(field)})
if isinstance(value, bool) or not isinstance(value, (str, int, float)):
    return True
value = str(value).strip().lower()
""".strip()


def echo_checks(reading: Echo) -> Iterator[Check]:
    """Yield the checks that an input field is named, whole or by one of its longer words; no text there passes."""
    value = value_of(reading.field)
    says = f'The response {{}} the value of the input field "{reading.field}", a number as a number of its own.'
    if not reading.wanted:
        body = joined(_PLAIN, value, _NAMES_VALUE, "return not value or not names(response.lower())")
        yield Check(f"does not name the {reading.field}", says.format("does not contain"), body)
        return
    body = joined(_PLAIN, value, _NAMES_VALUE, "return names(response.lower())")
    yield Check(f"names the {reading.field}", says.format("contains"), body)
    if not reading.exact:
        words = "words = [word for word in words_of(value) if len(word) > 3]\n"
        words += "return not words or any(word in response.lower() for word in words)"
        yield Check(
            f"names a word of the {reading.field}",
            f'The response contains a longer word of the input field "{reading.field}".',
            joined(WORDS_OF, value, words),
        )


def unfilled_checks(reading: NoUnfilled) -> Iterator[Check]:
    """Yield the checks that no placeholder stays in the response."""
    yield check(
        "leaves no placeholder unfilled",
        f"The response does not contain the placeholder {quoted(reading.marks, 'or')}.",
        f"return not any(mark in response for mark in {literals(reading.marks)})",
    )
    brackets = """
for piece in response.split("[")[1:]:
    inside, closed, after = piece.partition("]")
    is_link = after[:1] in ("(", "[", ":")
    is_blank = inside[:1].isupper() and len(inside.split()) <= 5 and "\\n" not in inside
    if closed and is_blank and not is_link and inside not in prompt:
        return False
return True
"""
    yield check(
        "leaves no bracketed blanks",
        "The response has no blank to fill in such as [Your Name] that is not in the prompt.",
        brackets,
    )
