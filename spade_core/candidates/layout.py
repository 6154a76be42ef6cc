"""Checks of layout: Markdown, lists, tables, code, headed groups, or none of these."""

from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal
from spade_core.candidates.notations import json_checks, notation_checks
from spade_core.candidates.snippets import HEADING_LEVEL, IS_ITEM, SECTION_OF, joined
from spade_core.criteria.readings import Format, Layout, Place

_HEADINGS = 'any(line.startswith("#") for line in response.splitlines())'
_NUMBERED = """
numbers = [line.strip().replace(")", ".").partition(". ")[0] for line in text.splitlines()]
return sum(1 for number in numbers if number.isdigit()) >= 2
""".strip()
_TABLE = """
rows = [line.strip() for line in text.splitlines() if line.count("|") >= 2]
return any(set(row) <= set("|-: ") for row in rows)
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
            yield from json_checks(layout.format)
        case _:
            yield from notation_checks(layout.format)


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
    """Any mark will do: a good reply in Markdown may have a list and no heading, or bold text alone."""
    any_mark = """
lines = [line.strip() for line in response.splitlines()]
marked = any(line.startswith(("#", "- ", "* ", "> ", "1. ")) for line in lines)
return marked or "**" in response or "```" in response
"""
    yield check("has markdown", "The response has a Markdown heading, list, bold text, quote or code.", any_mark)


def _bullets(layout: Layout) -> Iterator[Check]:
    if layout.detail:
        same = (
            "lines = [line.strip() for line in response.splitlines() if is_item(line)]\n"
            "items = [line for line in lines if not line[0].isdigit()]\n"
            f"return all([item.startswith({literal(layout.detail + ' ')}) for item in items])"
        )
        says = f'Every bullet of the response is "{layout.detail}", with a space behind.'
        named = {"-": "a hyphen", "*": "an asterisk", "+": "a plus"}.get(layout.detail, "a dot")
        yield Check(f"bullets are {named}", says, joined(IS_ITEM, same))
        return
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
