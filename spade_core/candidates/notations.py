"""Checks of notations: JSON with its keys, YAML, XML, HTML, CSV, SQL, LaTeX, tags."""

from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal, literals, quoted
from spade_core.candidates.snippets import VALUES_OF, WITHOUT_FENCE, joined
from spade_core.criteria.readings import Format, JsonKeys, KeyChoice, KeyRange, Tags

_JSON = f"""
import json

{WITHOUT_FENCE}
try:
    value = json.loads(text)
except ValueError:
    return False
""".strip()

_KIND = {Format.JSON_ARRAY: "list", Format.JSON_OBJECT: "dict"}


def json_checks(kind: Format) -> Iterator[Check]:
    """Yield the checks that the response is JSON of a kind."""
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
            'tags = ["p", "div", "h", "ul", "ol", "a", "table", "span"]\n'
            'return "</" in response and any(f"<{tag}" in response.lower() for tag in tags)'
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


def notation_checks(kind: Format) -> Iterator[Check]:
    """Yield the check of a notation by its plainest marks."""
    name, says, body = _NOTATIONS[kind]
    yield check(name, says, body)


_OBJECTS = f"{_JSON}\nobjects = value if isinstance(value, list) else [value]"


def json_key_checks(reading: JsonKeys) -> Iterator[Check]:
    """Yield the checks of JSON keys and of the types that a sample shows."""
    listed = quoted(reading.keys)
    named = " ".join(reading.keys)
    objects = f"{_OBJECTS}\nkeys = {literals(reading.keys)}"
    if_there = "all(isinstance(item, dict) and all(key in item for key in keys) for item in objects)"
    yield check(
        f"json has keys {named}",
        f"Every object of the JSON has {listed}.",
        f"{objects}\nreturn bool(objects) and {if_there}",
    )
    if not reading.closed:
        return
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


def key_value_checks(reading: KeyChoice | KeyRange) -> Iterator[Check]:
    """Yield the check of the values of one key; a response without the key passes."""
    values = f"values = values_of({literal(reading.key)})"
    if isinstance(reading, KeyChoice):
        choices = literals(tuple(choice.lower() for choice in reading.choices))
        result = f"choices = {choices}\nreturn all([str(value).strip().lower() in choices for value in values])"
        says = f'Every value of the JSON key "{reading.key}" is {quoted(reading.choices, "or")}.'
        name = f"key {reading.key} is one of {' '.join(reading.choices)}"
    else:
        span = f"{reading.lower} <= value <= {reading.upper}"
        numbers = "numbers = [value for value in values if isinstance(value, (int, float)) and value is not True]"
        result = f"{numbers}\nreturn len(numbers) == len(values) and all([{span} for value in numbers])"
        says = f'Every value of the JSON key "{reading.key}" is a number from {reading.lower} to {reading.upper}.'
        name = f"key {reading.key} is from {reading.lower} to {reading.upper}"
    yield Check(name, says, joined(VALUES_OF, f"{values}\n{result}"))


def tag_checks(reading: Tags) -> Iterator[Check]:
    """Yield the check that tags are opened and closed."""
    shown = " and ".join(f"<{name}>" for name in reading.names)
    condition = 'f"<{tag}>" in response and f"</{tag}>" in response'
    yield check(
        f"has tags {' '.join(reading.names)}",
        f"The response has {shown}, opened and closed.",
        f"return all({condition} for tag in {literals(reading.names)})",
    )
