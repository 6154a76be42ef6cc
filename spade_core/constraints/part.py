"""The part of a response that a constraint speaks of."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the response, by the expression over `spade_core.checks` that takes it out."""

    words: str = "the response"
    source: str = "response"
    each: bool = False
    """Whether `source` gives many, each of which must hold."""
    named: str = ""
    """Name of the section, key or label that it is, if it is one."""

    @property
    def is_section(self) -> bool:
        """Whether it is a section that the prompt names."""
        return self.source.startswith("section(")

    def test(self, template: str) -> str:
        """Return the expression that `template` holds of the part; ``{part}`` stands for it."""
        if self.each:
            one = template.replace("{part}", "each")
            return f"all({one} for each in {self.source})"
        return template.replace("{part}", self.source)


WHOLE: Final = Part()


def literal(value: object) -> str:
    """Return a value as Python: strings in double quotes where that needs no more escapes, all of it printable."""
    if isinstance(value, str):
        quote = "'" if '"' in value and "'" not in value else '"'
        said = value.replace("\\", "\\\\").replace(quote, f"\\{quote}")
        return quote + "".join(c if c.isprintable() else escaped(c) for c in said) + quote
    if isinstance(value, list | tuple):
        return f"[{', '.join(literal(each) for each in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{literal(key)}: {literal(item)}' for key, item in value.items())}}}"
    return repr(value)


def escaped(char: str) -> str:
    """Return a character that is not printable as it is written in a string."""
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
    code = ord(char)
    return named.get(char) or (f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")


def section(name: str) -> Part:
    """Return the section of this name."""
    return Part(f'the section "{name}"', f"section(response, {literal(name)})", named=name)


def key(address: str) -> Part:
    """Return every value of a JSON key: of this name wherever it stands, or at a path from the top, ``$.a.b``."""
    said = address.removeprefix("$.")
    return Part(f'the value of "{said}"', f"leaves_of(response, {literal(address)})", each=True, named=address)


def element(name: str) -> Part:
    """Return what stands between the tags of this name, each time."""
    return Part(f'the element "{name}"', f"tags_of(response, {literal(name)})", each=True, named=name)


def behind(label: str) -> Part:
    """Return what stands behind a label, each time that it stands there."""
    return Part(f'what stands behind "{label}:"', f"labelled_all(response, {literal(label)})", each=True, named=label)


def each_of(source: str, noun: str, around: Part = WHOLE) -> Part:
    """Return each item, paragraph, line ... of a part, by the function that lists them."""
    if around.each:
        return Part(
            f"each {noun} of {around.words}",
            f"[inner for outer in {around.source} for inner in {source}(outer)]",
            each=True,
            named=around.named,
        )
    where = "" if around == WHOLE else f" of {around.words}"
    return Part(f"each {noun}{where}", f"{source}({around.source})", each=True, named=around.named)


def quoted(phrases: Iterable[str], word: str = "and") -> str:
    """Return phrases in quotation marks, joined for a sentence."""
    marks = [f'"{phrase}"' for phrase in phrases]
    return marks[0] if len(marks) == 1 else f"{', '.join(marks[:-1])} {word} {marks[-1]}"
