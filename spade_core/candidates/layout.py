"""Checks of layout: Markdown, lists, tables, code, JSON and other notations, sections, example outputs."""

from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal, literals, quoted
from spade_core.candidates.snippets import (
    FIRST_LINE,
    HEADING_LEVEL,
    IS_ITEM,
    SECTION_OF,
    WITHOUT_FENCE,
    joined,
)
from spade_core.criteria.readings import (
    Format,
    JsonKeys,
    Layout,
    Place,
    SampleShape,
    Section,
    SectionOrder,
    Tags,
)

_HEADINGS = 'any(line.startswith("#") for line in response.splitlines())'
_NUMBERED = """
numbers = [line.strip().replace(")", ".").partition(". ")[0] for line in text.splitlines()]
return sum(1 for number in numbers if number.isdigit()) >= 2
""".strip()
_TABLE = """
rows = [line.strip() for line in text.splitlines() if line.count("|") >= 2]
return any(set(row) <= set("|-: ") for row in rows)
""".strip()
_JSON = f"""
import json

{WITHOUT_FENCE}
try:
    value = json.loads(text)
except ValueError:
    return False
""".strip()


def layout_checks(layout: Layout) -> Iterator[Check]:
    """Yield the checks of a format; an unwanted format gives the opposite of the plainest one."""
    if not layout.wanted:
        yield from _unwanted(layout)
        return
    match layout.format:
        case Format.MARKDOWN:
            yield from _markdown()
        case Format.HEADINGS:
            yield check("has markdown headings", "The response has a Markdown heading.", f"return {_HEADINGS}")
        case Format.BOLD:
            yield from _scoped(layout, "has bold text", "bold text", 'return text.count("**") >= 2')
        case Format.BULLETS:
            yield from _bullets(layout)
        case Format.NUMBERED:
            yield from _scoped(layout, "has a numbered list", "a numbered list", _NUMBERED)
        case Format.TABLE:
            yield from _scoped(layout, "has a table", "a Markdown table", _TABLE)
        case Format.CODE:
            yield from _code(layout.detail)
        case Format.GROUPS:
            yield from _groups()
        case Format.JSON | Format.JSON_ARRAY | Format.JSON_OBJECT:
            yield from _json(layout.format)
        case _:
            yield from _notation(layout.format)


def _scoped(layout: Layout, name: str, thing: str, body: str) -> Iterator[Check]:
    if layout.scope.place is Place.SECTION:
        section = layout.scope.section
        text = f"text = section_of({literal(section.lower())})"
        says = f'The section "{section}" has {thing}.'
        yield Check(f"{section} section {name}", says, joined(HEADING_LEVEL, SECTION_OF, f"{text}\n{body}"))
    yield check(
        name,
        f"The response has {thing}.",
        body.replace("in text.", "in response.").replace("text.count", "response.count"),
    )


def _markdown() -> Iterator[Check]:
    any_mark = """
lines = [line.strip() for line in response.splitlines()]
return "**" in response or "```" in response or any(line.startswith(("#", "- ", "* ", "> ", "1. ")) for line in lines)
"""
    yield check("has markdown", "The response has a Markdown heading, list, bold text, quote or code.", any_mark)
    yield check("has markdown headings", "The response has a Markdown heading.", f"return {_HEADINGS}")
    yield check(
        "starts with a markdown heading",
        "The first line of the response is a Markdown heading.",
        'return response.lstrip().startswith("#")',
    )
    yield check(
        "has headings or bold labels",
        "The response has a line that starts with a Markdown heading or bold text.",
        'return any(line.strip().startswith(("#", "**")) for line in response.splitlines())',
    )
    levels = """
levels = {len(line) - len(line.lstrip("#")) for line in response.splitlines() if line.startswith("#")}
return len(levels) >= 2
"""
    yield check("has two levels of headings", "The response has Markdown headings of at least two levels.", levels)


def _bullets(layout: Layout) -> Iterator[Check]:
    body = 'return any(line.strip().startswith(("- ", "* ", "• ")) for line in text.splitlines())'
    yield from _scoped(layout, "has bullet points", "bullet points", body)
    if layout.scope.place is Place.RESPONSE:
        mostly = (
            "lines = [line for line in response.splitlines() if line.strip()]\nreturn sum(1 for line in "
            "lines if is_item(line)) * 2 >= len(lines)"
        )
        yield Check("is mostly list items", "At least half of the lines are list items.", joined(IS_ITEM, mostly))


def _code(language: str) -> Iterator[Check]:
    yield check("has a code block", "The response has a fenced code block.", 'return response.count("```") >= 2')
    yield check(
        "closes its code blocks", "Every code fence that is opened is closed.", 'return response.count("```") % 2 == 0'
    )
    if language:
        yield check(
            f"has a {language} code block",
            f"The response has a code block marked as {language}.",
            f"return {literal('```' + language)} in response.lower()",
        )
    else:
        labelled = """
fences = [line.strip() for line in response.splitlines() if line.strip().startswith("```")]
return all(len(fence) > 3 for fence in fences[::2])
"""
        yield check(
            "names the language of its code blocks", "Every code block names its language after the fence.", labelled
        )
        shown = 'return "```" in response or response.count("`") >= 2'
        yield check("shows code", "The response has code in a fence or in backticks.", shown)


def _groups() -> Iterator[Check]:
    for number in (2, 3, 4):
        body = f"return sum(1 for line in response.splitlines() if heading_level(line)) >= {number}"
        says = f"The response has at least {number} headings or labels that stand above a group."
        yield Check(f"has at least {number} headed groups", says, joined(HEADING_LEVEL, body))
    headed = 'return any(line.strip().startswith(("#", "**")) for line in response.splitlines())'
    yield check(
        "has headings or bold labels",
        "The response has a line that starts with a Markdown heading or bold text.",
        headed,
    )
    labelled = 'return any("**" in line or line.strip("-*• ")[:40].count(":") for line in response.splitlines())'
    yield check("labels its points", "At least one line is labelled by bold text or by a word and a colon.", labelled)


_KIND = {Format.JSON_ARRAY: "list", Format.JSON_OBJECT: "dict"}


def _json(kind: Format) -> Iterator[Check]:
    result = f"return isinstance(value, {_KIND[kind]})" if kind in _KIND else "return isinstance(value, (dict, list))"
    yield check(f"is {kind}", f"The response, or the code block it consists of, is {kind}.", f"{_JSON}\n{result}")
    bare = """
text = response.strip()
return text[:1] in ("{", "[") and text[-1:] in ("}", "]")
"""
    yield check(
        "is bare JSON", "The response starts and ends with the brackets of JSON, with no text or fence around.", bare
    )


_NOTATIONS: dict[Format, tuple[str, str, str]] = {
    Format.YAML: (
        "has yaml keys",
        "Most lines of the response are YAML keys, list items or indented text.",
        f"{WITHOUT_FENCE}\nlines = [line for line in text.splitlines() if line.strip()]\n"
        'return 0 < len(lines) <= 2 * sum(1 for line in lines if ":" in line or line.strip().startswith("- "))',
    ),
    Format.XML: (
        "is xml",
        "The response, or the code block it consists of, starts with a tag and ends with a closing one.",
        (
            f'{WITHOUT_FENCE}\ntext = text.strip()\nreturn text.startswith("<") and text.endswith(">") and '
            f'("</" in text or "/>" in text)'
        ),
    ),
    Format.HTML: (
        "has html tags",
        "The response has HTML elements that are closed.",
        (
            'return "</" in response and any(f"<{tag}" in response.lower() for tag in ["p", "div", "h", '
            '"ul", "ol", "a", "table", "span"])'
        ),
    ),
    Format.CSV: (
        "is comma separated",
        "Every line of the response has as many commas as the first, and at least one.",
        f"{WITHOUT_FENCE}\nrows = [line for line in text.splitlines() if line.strip()]\n"
        'return bool(rows) and rows[0].count(",") > 0 and all(row.count(",") >= rows[0].count(",") for row in rows)',
    ),
    Format.SQL: (
        "has a sql statement",
        "A line of the response starts with an SQL verb.",
        'verbs = ("select", "with", "insert", "update", "delete", "create", "alter", "drop")\n'
        'return any(line.strip("`( ").lower().startswith(verbs) for line in response.splitlines())',
    ),
    Format.LATEX: (
        "has latex",
        "The response has LaTeX commands or formulas.",
        (
            'return "\\\\" in response and ("$" in response or "\\\\begin" in response or "\\\\(" in '
            'response or "\\\\[" in response)'
        ),
    ),
    Format.DIALOGUE: (
        "has speaker labels",
        "At least two lines start with a speaker's name and a colon.",
        'names = [line.strip("*_ ").partition(":")[0] for line in response.splitlines() if ":" in line]\n'
        "return sum(1 for name in names if 0 < len(name.split()) <= 4) >= 2",
    ),
    Format.LINES: (
        "has no list marks",
        "Entries stand one per line: no line of the response begins with a list mark.",
        'return not any(line.strip().startswith(("- ", "* ", "• ", "1.", "1)")) for line in response.splitlines())',
    ),
    Format.STEPS: (
        "has numbered steps",
        "The response numbers its steps, or speaks of a step 1 or first step.",
        "text = response.lower()\n"
        'return "1." in text or "1)" in text or "step 1" in text or "step one" in text or "first" in text',
    ),
    Format.LIST_LITERAL: (
        "is a list in brackets",
        "The response, or the code block it consists of, starts and ends with square brackets.",
        f'{WITHOUT_FENCE}\ntext = text.strip()\nreturn text.startswith("[") and text.endswith("]")',
    ),
    Format.BREAKS: (
        "has line breaks",
        "The response has at least two paragraphs.",
        'return "\\n\\n" in response.strip().replace("\\r\\n", "\\n")',
    ),
    Format.PLAIN: (
        "has no markdown",
        "The response has no Markdown headings, bold text, tables or code fences.",
        (
            'return not ("**" in response or "```" in response or any(line.startswith("#") for line in '
            "response.splitlines()))"
        ),
    ),
}


def _notation(kind: Format) -> Iterator[Check]:
    name, says, body = _NOTATIONS[kind]
    yield check(name, says, body)


_UNWANTED: dict[Format, str] = {
    Format.MARKDOWN: (
        'return not ("**" in response or "```" in response or any(line.startswith("#") for line in '
        "response.splitlines()))"
    ),
    Format.HEADINGS: f"return not {_HEADINGS}",
    Format.BOLD: 'return response.count("**") < 2',
    Format.BULLETS: 'return not any(line.strip().startswith(("- ", "* ", "• ")) for line in response.splitlines())',
    Format.NUMBERED: 'return not any(line.strip().partition(". ")[0].isdigit() for line in response.splitlines())',
    Format.TABLE: 'return not any(line.count("|") >= 2 for line in response.splitlines())',
    Format.CODE: 'return "```" not in response',
    Format.HTML: 'return "</" not in response',
    Format.XML: 'return "</" not in response',
}


def _unwanted(layout: Layout) -> Iterator[Check]:
    body = _UNWANTED.get(layout.format)
    if body is not None:
        name = layout.format.value.removeprefix("a ")
        yield check(f"has no {name}", f"The response has no {name}.", body)


_OBJECTS = f"{_JSON}\nobjects = value if isinstance(value, list) else [value]"


def json_key_checks(reading: JsonKeys) -> Iterator[Check]:
    """Yield the checks of JSON keys and of the types that a sample shows."""
    listed = quoted(reading.keys)
    named = " ".join(reading.keys)
    objects = f"keys = {literals(reading.keys)}\n{_OBJECTS}"
    if_there = "all(isinstance(item, dict) and all(key in item for key in keys) for item in objects)"
    yield check(
        f"json has keys {named}",
        f"Every object of the JSON has {listed}.",
        f"{objects}\nreturn bool(objects) and {if_there}",
    )
    if_known = "all(isinstance(item, dict) and all(key in keys for key in item) for item in objects)"
    yield check(
        f"json has no keys but {named}",
        f"No object of the JSON has keys besides {listed}.",
        f"{objects}\nreturn {if_known}",
    )
    if reading.types:
        says = "The JSON's values have the types that the sample shows; keys may be missing."
        yield check("json values have the types of the sample", says, _type_check(reading))


def _type_check(reading: JsonKeys) -> str:
    tests = [
        f"    if not isinstance(item.get({literal(key)}, {_DEFAULTS[kind]}), {_CLASSES[kind]}):\n        return False"
        for key, kind in reading.types
    ]
    loop = "for item in objects:\n    if not isinstance(item, dict):\n        return False"
    return "\n".join([_OBJECTS, loop, *tests, "return True"])


_DEFAULTS = {"str": '""', "int | float": "0", "bool": "False", "list": "[]", "dict": "{}"}
_CLASSES = {"str": "str", "int | float": "(int, float)", "bool": "bool", "list": "list", "dict": "dict"}


def tag_checks(reading: Tags) -> Iterator[Check]:
    """Yield the check that tags are opened and closed."""
    shown = " and ".join(f"<{name}>" for name in reading.names)
    condition = 'f"<{tag}>" in response and f"</{tag}>" in response'
    yield check(
        f"has tags {' '.join(reading.names)}",
        f"The response has {shown}, opened and closed.",
        f"return all({condition} for tag in {literals(reading.names)})",
    )


def section_checks(reading: Section) -> Iterator[Check]:
    """Yield the checks of one section: named at all, as a heading or label, as a Markdown heading, not empty."""
    name = literal(reading.name.lower())
    yield check(
        f"mentions {reading.name}",
        f'The response has the words "{reading.name}".',
        f"return {name} in response.lower()",
    )
    heading = f"return any([heading_level(line) and {name} in line.lower() for line in response.splitlines()])"
    yield Check(
        f"has section {reading.name}", f'A heading or label names "{reading.name}".', joined(HEADING_LEVEL, heading)
    )
    markdown = f'return any(line.startswith("#") and {name} in line.lower() for line in response.splitlines())'
    yield check(f"has heading {reading.name}", f'A Markdown heading names "{reading.name}".', markdown)
    if reading.label:
        yield check(
            f"has label {reading.name} as in the prompt",
            f'The response contains "{reading.label}", written as in the prompt.',
            f"return {literal(reading.label)} in response",
        )
    filled = f"return bool(section_of({name}))"
    yield Check(
        f"section {reading.name} is not empty",
        f'There is text below the heading or label "{reading.name}".',
        joined(HEADING_LEVEL, SECTION_OF, filled),
    )


def section_order_checks(reading: SectionOrder) -> Iterator[Check]:
    """Yield the checks of a list of sections: as headings in order, all there as headings, most of them named."""
    names = literals(tuple(name.lower() for name in reading.names))
    listed = quoted(reading.names)
    number = len(reading.names)
    headings = "headings = [line.lower() for line in response.splitlines() if heading_level(line)]"
    places = f"places = [[i for i, line in enumerate(headings) if name in line] for name in {names}]"
    ordered = "return all(places) and all(min(a) <= max(b) for a, b in zip(places, places[1:]))"
    label = "_".join(name.split()[0] for name in reading.names)
    yield Check(
        f"has sections in order {label}",
        f"Headings or labels name, in this order, {listed}.",
        joined(HEADING_LEVEL, f"{headings}\n{places}\n{ordered}"),
    )
    present = f"{headings}\nreturn all(any(name in line for line in headings) for name in {names})"
    yield Check(
        f"has all {number} sections {label}", f"Headings or labels name {listed}.", joined(HEADING_LEVEL, present)
    )
    if number > 2:
        most = (
            f"{headings}\nfound = [name for name in {names} if any(name in line for line in "
            f"headings)]\nreturn len(found) >= {number - 1}"
        )
        yield Check(
            f"has at least {number - 1} of the sections {label}",
            f"Headings or labels name at least {number - 1} of {listed}.",
            joined(HEADING_LEVEL, most),
        )
    only = f"extra = [line for line in headings if not any(name in line for name in {names})]\nreturn len(extra) <= 1"
    yield Check(
        f"has no sections besides {label}",
        f"No heading or label but one, the title, is other than {listed}.",
        joined(HEADING_LEVEL, f"{headings}\n{only}"),
    )


def title_first_body(condition: str) -> str:
    """Return a body that tests the first line with words in it, as ``title``."""
    return f"{FIRST_LINE}\nreturn {condition}"


def sample_checks(shape: SampleShape) -> Iterator[Check]:
    """Yield the checks that a response is laid out like the sample."""
    if shape.first_is_heading:
        yield check(
            "starts with a markdown heading",
            "The first line of the response is a Markdown heading.",
            'return response.lstrip().startswith("#")',
        )
    if shape.heading_levels:
        yield _levels(shape.heading_levels)
    if shape.bullets_under_level:
        yield _below_headings(shape.bullets_under_level)
    if shape.parenthesis_level:
        yield from _heading_ends(shape.parenthesis_level, ")", "a parenthesis")
    if shape.colon_level:
        yield from _heading_ends(shape.colon_level, ":", "a colon")
    if shape.labels:
        yield from _labels(shape.labels)


def _levels(levels: tuple[int, ...]) -> Check:
    marks = tuple("#" * level + " " for level in levels)
    return check(
        f"has headings of levels {' '.join(str(level) for level in levels)}",
        (
            f"The response has Markdown headings of every level of the sample: "
            f"{', '.join(str(level) for level in levels)}."
        ),
        f"return all(any(line.startswith(mark) for line in response.splitlines()) for mark in {literals(marks)})",
    )


def _below_headings(level: int) -> Check:
    mark = literal("#" * level + " ")
    body = f"""
lines = [line for line in response.splitlines() if line.strip()]
below = [after for line, after in zip(lines, [*lines[1:], ""]) if line.startswith({mark})]
return bool(below) and all([is_item(line) for line in below])
"""
    says = f"Every level-{level} heading is followed by a list item, and there is one."
    return Check(f"has list items under every level {level} heading", says, joined(IS_ITEM, body.strip()))


def _heading_ends(level: int, end: str, what: str) -> Iterator[Check]:
    mark = literal("#" * level + " ")
    strip = '.rstrip(" *:")' if end == ")" else '.rstrip(" *")'
    headings = f"headings = [line{strip} for line in response.splitlines() if line.startswith({mark})]"
    for how, word in (("all", "every"), ("any", "a")):
        yield check(
            f"{word} level {level} heading ends in {what}",
            f"{word.capitalize()} level-{level} heading ends in {what}, and there is such a heading.",
            f"{headings}\nreturn bool(headings) and {how}(heading.endswith({literal(end)}) for heading in headings)",
        )


def _labels(labels: tuple[str, ...]) -> Iterator[Check]:
    names = literals(tuple(f"{label.lower()}:" for label in labels))
    short = " ".join(label for label in labels[:5])
    body = f'text = response.lower().replace("*", "")\nreturn all(label in text for label in {names})'
    yield check(f"has labels {short}", f"The response has the labels {quoted(labels)}.", body)
    ordered = (
        f'text = response.lower().replace("*", "")\nplaces = [text.find(label) for label in '
        f"{names}]\nreturn min(places) >= 0 and places == sorted(places)"
    )
    yield check(
        f"has labels in order {short}", f"The response has, in this order, the labels {quoted(labels)}.", ordered
    )
