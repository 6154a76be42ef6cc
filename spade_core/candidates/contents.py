"""Checks of content: kinds that show by their shape, topics, titles, faithfulness to the input, repetition."""

from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal, literals, quoted, tuple_of
from spade_core.candidates.fields import value_of
from spade_core.candidates.snippets import FIRST_LINE, HEADING_LEVEL, IS_EMOJI, IS_ITEM, WORDS_OF, joined
from spade_core.criteria.readings import (
    Case,
    Casing,
    Content,
    Score,
    Shows,
    TitleFirst,
    Topics,
)

_DATE = """
months = [
    "january", "february", "march", "april", "june", "july",
    "august", "september", "october", "november", "december",
]
words = ["", *[word.strip(".,;:!?()*_\\"'") for word in response.split()], ""]
mays = [i for i, word in enumerate(words) if word == "May"]
near = [words[i - 1] for i in mays] + [words[i + 1] for i in mays]
leads = ("of", "in", "since", "until", "last", "next")
dated = [word for word in near if word[:1].isdigit() or word.lower() in leads]
years = [word for word in words_of(response) if len(word) == 4 and word.isdecimal() and word[:2] in ("19", "20")]
return bool(years) or bool(dated) or any([word in months for word in words_of(response)])
""".strip()
_TIME = """
times = [word.strip("()[],.-") for word in response.split()]
return any(time[:1].isdigit() and time.replace(":", "").isdigit() and ":" in time for time in times)
""".strip()
_NUMBERS_IN = """
def numbers_in(text):
    words = [word.strip(".,;:()[]*_$€£%+-\\"'") for word in text.split()]
    return [word for word in words if word != word.strip("0123456789")]
""".strip()

_EXPRESSIONS = {
    Content.LINKS: ('"http://" in response or "https://" in response or "www." in response', "a link"),
    Content.EMAIL: (
        'any("@" in word[1:] and "." in word.partition("@")[2] for word in response.split())',
        "an e-mail address",
    ),
    Content.EMOJI: (
        'any([is_emoji(char) or char == "\\ufe0f" for char in response])',
        "an emoji",
    ),
    Content.HASHTAG: ('any(word[0] == "#" and word[1:2].isalnum() for word in response.split())', "a hashtag"),
    Content.MENTION: ('any(word.strip("(*_`")[:1] == "@" for word in response.split())', "an @-mention"),
    Content.QUESTION: ('"?" in response or "\uff1f" in response', "a question"),
    Content.QUOTATION: (
        'response.count(\'"\') >= 2 or ("“" in response and "”" in response) or "\\n> " in response',
        "a quotation",
    ),
    Content.CITATION: (
        '"http" in response or ("[" in response and "]" in response) or "(source" in response.lower()',
        "a citation mark",
    ),
}


def content_checks(reading: Shows) -> Iterator[Check]:
    """Yield the checks of a kind of content."""
    has = "has" if reading.wanted else "has no"
    sign = "" if reading.wanted else "not "
    match reading.content:
        case Content.NUMBERS:
            yield from _figures(reading.wanted)
        case Content.DATES | Content.TIMES:
            helper, body = (WORDS_OF, _DATE) if reading.content is Content.DATES else ("", _TIME)
            thing = "a month or a year" if reading.content is Content.DATES else "a time such as 12:34"
            if not reading.wanted:
                body, thing = body.replace("return ", "return not (") + ")", thing.removeprefix("a ")
            yield Check(f"{has} {thing}", f"The response {has} {thing}.", joined(helper, body))
        case _:
            expression, thing = _EXPRESSIONS[reading.content]
            shown = thing if reading.wanted else thing.removeprefix("an ").removeprefix("a ")
            wrapped = f"({expression})" if sign and " or " in expression else expression
            helper = IS_EMOJI if reading.content is Content.EMOJI else ""
            body = joined(helper, f"return {sign}{wrapped}")
            yield Check(f"{has} {shown.replace('@', 'at ')}", f"The response {has} {shown}.", body)
    if reading.content is Content.MENTION and reading.wanted:
        tagged = """
tags = [word.strip("*_`(),.!?:;'\\"") for word in response.split() if word.strip("(*_`")[:1] == "@"]
return all(tag in prompt for tag in tags) if prompt else True
"""
        yield check(
            "mentions only who is in the prompt", "Every @-mention of the response occurs in the prompt.", tagged
        )
        opening = """
lines = [line for line in response.splitlines() if line.strip()]
return bool(lines) and "@" in lines[0]
"""
        yield check("has an at mention in its first line", "The first line of the response has an @-mention.", opening)


def _figures(wanted: bool) -> Iterator[Check]:
    if not wanted:
        yield check(
            "has no figures", "The response has no digits.", "return not any(char.isdigit() for char in response)"
        )
        return
    for number in (1, 3, 10, 20):
        body = joined(_NUMBERS_IN, f"return len(numbers_in(response)) >= {number}")
        noun = "figure" if number == 1 else "figures"
        yield Check(f"has at least {number} {noun}", f"The response has at least {number} {noun}.", body)
    for share in (20, 50):
        body = joined(
            _NUMBERS_IN,
            "given = set(numbers_in(prompt))\nkept = given & set(numbers_in(response))\n"
            f"return len(kept) * 100 >= {share} * len(given)",
        )
        yield Check(
            f"has {share} percent of the prompts figures",
            f"At least {share} % of the prompt's figures occur in the response.",
            body,
        )
    for share in (10, 20, 30):
        body = joined(_NUMBERS_IN, f"return len(numbers_in(response)) * {share} >= len(response.split())")
        yield Check(f"has a figure in {share} words", f"At least one word in {share} has digits.", body)


def topic_checks(reading: Topics) -> Iterator[Check]:
    """Yield the checks that a response touches on some, several or most of the topics."""
    terms = reading.terms[:40]
    number = len(terms)
    names = literals(tuple(_stem(term) for term in terms))
    if number == 1:
        body = f"return {literal(_stem(terms[0]))} in response.lower()"
        yield check(f"names {terms[0]}", f'The response names "{terms[0]}".', body)
        return
    label = f"topics like {' '.join(terms[:3])}" if number > 3 else " ".join(terms)
    steps = {1, max(2, number // 4), max(2, number // 2), number} if number > 3 else {1, number}
    for least in sorted(steps):
        body = f"""
topics = {names}
text = response.lower()
return len([topic for topic in topics if topic in text]) >= {least}
"""
        many = "all" if least == number else f"at least {least}"
        yield check(f"names {many} of {number} {label}", f"The response names {many} of {quoted(terms)}.", body)


def _stem(term: str) -> str:
    """Return the term without the plural, so that both are found."""
    return term[:-1] if len(term) > 4 and term.endswith("s") and not term.endswith("ss") else term


def title_checks(reading: TitleFirst) -> Iterator[Check]:
    """Yield the checks that the response starts with a title."""
    short = f'{FIRST_LINE}\nreturn 0 < len(title.split()) <= 15 and not title.endswith((".", "!", ","))'
    yield Check("starts with a short title", "The first line is a title: at most 15 words, with no full stop.", short)
    heading = 'return response.lstrip().startswith(("# ", "## ", "**"))'
    yield check("starts with a heading", "The response starts with a Markdown heading or bold text.", heading)
    if reading.field:
        value = value_of(reading.field)
        words = "words = [word for word in words_of(value) if len(word) > 3]\n"
        words += "return not words or any(word in title.lower() for word in words)"
        yield Check(
            f"title has a word of the {reading.field}",
            f'The first line has a longer word of the input field "{reading.field}".',
            joined(WORDS_OF, FIRST_LINE, value, words),
        )
        yield Check(
            f"title contains the {reading.field}",
            f'The first line contains the value of the input field "{reading.field}".',
            joined(FIRST_LINE, value, "return value in title.lower()"),
        )


_OPENINGS = (
    "sure", "certainly", "of course", "here is", "here are", "here's", "okay", "ok,", "i ", "i'm", "i've",
    "as an ai", "absolutely", "great", "below is", "the following", "thank", "hi", "hello", "yes,", "based on",
)  # fmt: skip
_CLOSINGS = (
    "let me know", "i hope", "hope this", "feel free", "please let", "if you have any", "if you need",
    "is there anything", "note:", "please note", "happy to help", "good luck", "keep up", "looking forward",
)  # fmt: skip


_NOTES = ("note", "remember", "please", "overall", "enjoy", "tip", "disclaimer")


def only_content_checks() -> Iterator[Check]:
    """Yield the checks that nothing stands around the content asked for."""
    openings = tuple_of(_OPENINGS)
    yield check(
        "has no preamble",
        "The response does not open with words about itself or to the reader.",
        f'return not response.lower().lstrip("#*_> \\"\\r\\n").startswith({openings})',
    )
    closings = tuple_of(_CLOSINGS)
    body = f"""
lines = [line.strip("#*_> ").lower() for line in response.splitlines() if line.strip()]
return not lines or not any(words in lines[-1] for words in {closings})
"""
    yield check("has no closing remark", "The last line says nothing to the reader about the response.", body)


def nothing_after_list_checks() -> Iterator[Check]:
    """Yield the checks that the response ends with its list."""
    last = 'lines = [line for line in response.splitlines() if line.strip()]\nlast = lines[-1] if lines else ""\n'
    item = f'{last}return is_item(last) or last.startswith((" ", "\\t"))'
    yield Check("ends with a list item", "The last line is a list item or belongs to one.", joined(IS_ITEM, item))
    note = f'{last}notes = {tuple_of(_NOTES)}\nreturn not last.strip("*_#> ").lower().startswith(notes)'
    yield check("has no note at the end", "The last line is not a note, reminder or closing remark.", note)


def grounded_checks() -> Iterator[Check]:
    """Yield the checks that the figures of the response occur in the prompt."""
    for share, word in ((0, "all"), (10, "nearly all"), (25, "most")):
        known = "return all(number in prompt for number in numbers_in(response)) if prompt else True"
        if share:
            known = "numbers = numbers_in(response)\nunknown = [number for number in numbers if number not in prompt]\n"
            known += f"return not prompt or len(unknown) * 100 <= {share} * len(numbers)"
        says = f"{word.capitalize()} figures of the response occur in the prompt"
        says += f" (at most {share} % do not)." if share else "."
        yield Check(f"{word} figures are in the prompt", says, joined(_NUMBERS_IN, known))
    spans = """
spans = [span.strip() for span in response.replace("```", "").split("`")[1::2]]
known = [span for span in spans if span.strip("()") in prompt]
return not prompt or len(known) * 2 >= len(spans)
"""
    yield check("quotes code of the prompt", "At least half of what stands in backticks occurs in the prompt.", spans)


def own_words_checks() -> Iterator[Check]:
    """Yield the checks that the response is shorter than its input and not copied from it."""
    yield check(
        "is shorter than the prompt",
        "The response has fewer words than the prompt.",
        "return len(response.split()) < len(prompt.split()) if prompt else True",
    )
    copied = """
source = " ".join(prompt.lower().split())
lines = [" ".join(line.lower().strip("-*• ").split()) for line in response.splitlines()]
copied = [line for line in lines if len(line.split()) > 12 and line in source]
return len(copied) <= 1
"""
    yield check(
        "copies no long lines from the prompt",
        "At most one line of over twelve words is copied from the prompt.",
        copied,
    )


def repetition_checks() -> Iterator[Check]:
    """Yield the checks that no heading and no line occurs twice."""
    lines = (
        'lines = [" ".join(words_of(line)) for line in response.splitlines() if len(line.split()) > '
        "3]\nreturn len(lines) == len(set(lines))"
    )
    yield Check("repeats no line", "No line of more than three words occurs twice.", joined(WORDS_OF, lines))
    headings = (
        'headings = [line.strip("#*: ").lower() for line in response.splitlines() if '
        "heading_level(line)]\nreturn len(headings) == len(set(headings))"
    )
    yield Check("repeats no heading", "No heading or label occurs twice.", joined(HEADING_LEVEL, headings))


def code_convention_checks() -> Iterator[Check]:
    """Yield the checks of conventions that hold in most languages."""
    code = """
code = [line for block in response.split("```")[1::2] for line in block.splitlines()[1:]]
"""
    for width in (80, 100, 120):
        body = f"{code}return all(len(line) <= {width} for line in code)"
        yield check(
            f"code lines have at most {width} characters", f"No line of a code block has over {width} characters.", body
        )
    tabs = (
        f'{code}return not (any(line.startswith("\\t") for line in code) and any(line.startswith("  ") '
        f"for line in code))"
    )
    yield check("code does not mix tabs and spaces", "Code blocks indent by tabs or by spaces, not by both.", tabs)
    yield check(
        "closes its code blocks", "Every code fence that is opened is closed.", 'return response.count("```") % 2 == 0'
    )


def casing_checks(reading: Casing) -> Iterator[Check]:
    """Yield the check that all letters are of one case."""
    method = "lower" if reading.case is Case.LOWER else "upper"
    yield check(f"is in {reading.case}", f"All letters are {reading.case}.", f"return response == response.{method}()")


def score_checks(reading: Score) -> Iterator[Check]:
    """Yield the checks that a number in the range is given."""
    numbers = "numbers = [int(word) for word in words_of(response) if word.isdecimal() and len(word) < 10]\n"
    span = f"{reading.lower} <= number <= {reading.upper}"
    yield Check(
        f"gives a number from {reading.lower} to {reading.upper}",
        f"The response has a whole number from {reading.lower} to {reading.upper}.",
        joined(WORDS_OF, f"{numbers}return any({span} for number in numbers)"),
    )
    bare = (
        f'bare = response.strip(" .*\\r\\n")\nreturn bare.isdecimal() and len(bare) < 10 and '
        f"{reading.lower} <= int(bare) <= {reading.upper}"
    )
    yield check(
        f"is a number from {reading.lower} to {reading.upper}",
        f"The response is a whole number from {reading.lower} to {reading.upper} and nothing else.",
        bare,
    )
