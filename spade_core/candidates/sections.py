"""Checks of sections and of the shape of an example output."""

from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal, literals, quoted
from spade_core.candidates.snippets import HEADING_LEVEL, IS_ITEM, SECTION_OF, joined
from spade_core.criteria.readings import SampleShape, Section, SectionOrder


def section_checks(reading: Section) -> Iterator[Check]:
    """Yield the checks of one section: as a heading or label, as a Markdown heading, not empty."""
    name = literal(reading.name.lower())
    if reading.mark:
        heading = f"{reading.mark} {reading.name}"
        body = (
            f"return any(line.strip().lower().startswith({literal(heading.lower())}) for line in response.splitlines())"
        )
        yield check(f"has heading {reading.name}", f'A line of the response starts with "{heading}".', body)
        return
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
