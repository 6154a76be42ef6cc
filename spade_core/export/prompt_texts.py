"""The prompt in the form of other tools, which mark a field ``{{ name }}``.

What a form has no place for is returned beside the text, in words.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from spade_core.examples import Example, Label
from spade_core.export.data_sets import promptfoo_test, texts_in
from spade_core.prompt_files import EXPORTED, Dialect, PromptTemplate, Role, filled_parts, read_prompt
from spade_core.report import counted, in_line
from spade_core.text import word_set

_MARKED: Final = (Dialect.JINJA, Dialect.HANDLEBARS)
_SPECIAL: Final = re.compile(r"\{[{%#]|[#%}]\}")
_ENVIRONMENT: Final = re.compile(r"\{[{%].*?\benv\b", re.DOTALL)
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_MOST_NAMED: Final = 5
_PLAIN_KEY: Final = re.compile(r"[A-Za-z_$][\w$-]*")


@dataclass(frozen=True, slots=True)
class RoleMessage:
    """What one role says."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Rendering:
    """A text, and what it leaves out."""

    text: str
    unmapped: tuple[str, ...] = ()
    without: int = 0
    """How many of the examples that are among what it leaves out."""


def messages_of(template: PromptTemplate, *, escapes: bool = True) -> tuple[tuple[RoleMessage, ...], tuple[str, ...]]:
    """Return the prompt with its fields as ``{{ name }}``, and what stands otherwise than it should.

    `escapes` says whether the form knows Jinja's ``{{ '{{' }}`` for braces that mark no field.
    """
    texts: Sequence[str] = [part.text for part in template.parts]
    notes: list[str] = []
    if template.dialect not in _MARKED:
        names = list(dict.fromkeys(place.name for place in template.placeholders if place.confident))
        # Noncharacters, which no text has, until what marks nothing is escaped.
        marks = {name: f"\ufdd0{at}\ufdd1" for at, name in enumerate(names)}
        try:
            texts = filled_parts(template, marks)
        except ValueError as error:
            notes.append(f"the prompt's fields stand as they are: {error}")
            names = []
        braces = [text for text in texts if _SPECIAL.search(text)]
        if braces and not escapes:
            notes.append("the prompt has {{ or }} in it that marks no field, which this form cannot say")
        elif braces:
            texts = [_SPECIAL.sub(lambda found: f"{{{{ '{found[0]}' }}}}", text) for text in texts]
        for at, name in enumerate(names):
            texts = [text.replace(f"\ufdd0{at}\ufdd1", f"{{{{{name}}}}}") for text in texts]
            if not _NAME.fullmatch(name):
                notes.append(f'the field "{name}" is called what is no name there')
    roles = [part.role or Role.USER for part in template.parts]
    return tuple(RoleMessage(role, text) for role, text in zip(roles, texts, strict=True)), tuple(notes)


def prompty(name: str, template: PromptTemplate, examples: Sequence[Example]) -> Rendering:
    """Return a Prompty with the first example as its sample."""
    messages, notes = messages_of(template)
    # A value ${env:NAME} or ${file:NAME} is read from there.
    kept = (each.fields for each in examples if each.fields and not any("${" in text for text in texts_in(each.fields)))
    sample: Mapping[str, object] = next(kept, {})
    names = dict.fromkeys(place.name for place in template.placeholders)
    head = {
        "name": name,
        "inputs": {each: {"type": "string"} for each in names},
        "sample": dict(sample),
        "template": {"format": "jinja2", "parser": "prompty"},
    }
    body = "\n\n".join(f"{each.role}:\n{each.text.strip()}" for each in messages)
    more = [f"{len(examples) - 1} examples: a Prompty has one sample"] if len(examples) > 1 else []
    lost = ["labels and responses of the examples: a Prompty has no place for them"] if examples else []
    text = f"---\n{_about(name)}{yaml_text(head)}---\n{body}\n"
    [read] = read_prompt("note.prompty", text).templates
    if [part.text.strip() for part in read.parts] != [each.text.strip() for each in messages]:
        notes += ("a line of the prompt, which reads as the name of a role there, begins another message",)
    return Rendering(text, (*notes, *more, *lost))


def prompt_yml(name: str, template: PromptTemplate, examples: Sequence[Example]) -> Rendering:
    """Return GitHub's form, with the inputs of the examples as test data; ``expected`` is a good response."""
    messages, notes = messages_of(template, escapes=False)
    good = [each for each in examples if each.label is Label.GOOD]
    data = [{**each.fields, "expected": each.response} for each in good]
    value = {
        "name": name,
        "messages": [{"role": str(each.role), "content": each.text} for each in messages],
        "testData": data,
    }
    bad = len(examples) - len(good)
    lost = [f"{bad} examples that are not good: test data has the expected response alone"] if bad else []
    kept = [*(["ids, prompts and other keys of the examples: test data has no place for them"] if good else []), *lost]
    return Rendering(_about(name) + yaml_text(value), (*notes, *kept))


def _about(name: str) -> str:
    return f"# The prompt {in_line(name)}, {EXPORTED}.\n"


def promptfoo_config(prompt: str, module: str, template: PromptTemplate, examples: Sequence[Example]) -> Rendering:
    """Return a configuration of promptfoo: the prompt, a test an example, and the assertions on each."""
    messages, notes = messages_of(template)
    if any(_ENVIRONMENT.search(each.text) for each in messages):
        messages, notes = (), ("the prompt names env in or behind a field, where promptfoo gives the environment",)
    one = len(messages) == 1 and template.parts[0].role is None
    chat = json.dumps([{"role": str(each.role), "content": each.text} for each in messages], ensure_ascii=False)
    if not one and template.placeholders:
        notes += ("a field whose value has quotes or line ends breaks the prompt of several roles, which is JSON",)
    made = [(each.id, promptfoo_test(each)) for each in examples]
    obeyed = [name for name, test in made if test is None]
    if obeyed:
        named = ", ".join(obeyed[:_MOST_NAMED]) + (", ..." if len(obeyed) > _MOST_NAMED else "")
        notes += (f"{counted(len(obeyed), 'example')} in which promptfoo would run a template or read a file: {named}",)
    value = {
        "description": f"Assertions of {prompt}",
        "prompts": [{"label": prompt, "raw": messages[0].text if one else chat}] if messages else [],
        "providers": ["echo"],
        "defaultTest": {"assert": [{"type": "python", "value": f"file://{module}"}]} if module else {},
        "tests": [test for _, test in made if test is not None],
    }
    about = (
        f"# The assertions of {in_line(prompt)}, {EXPORTED}.\n"
        "# A test with providerOutput takes that response; without it, the provider answers.\n"
    )
    return Rendering(about + yaml_text(value), notes, without=len(obeyed))


def yaml_text(value: object) -> str:
    """Return JSON values as YAML."""
    return "".join(f"{line}\n" for line in _yaml(value))


def _yaml(value: object) -> list[str]:
    if isinstance(value, Mapping) and value:
        return [line for key, inner in value.items() for line in _entry(f"{_key(str(key))}:", inner)]
    if isinstance(value, list) and value:
        return [line for inner in value for line in _item(inner)]
    return [_scalar(value)]


def _entry(head: str, value: object) -> list[str]:
    if isinstance(value, Mapping | list) and value:
        return [head, *(f"  {line}" for line in _yaml(value))]
    if isinstance(value, str) and _is_block(value):
        # The chomping says whether the last line has an end.
        lines = value.removesuffix("\n").split("\n")
        return [f"{head} |{'' if value.endswith(chr(10)) else '-'}", *(f"  {line}" if line else "" for line in lines)]
    return [f"{head} {_scalar(value)}"]


def _item(value: object) -> list[str]:
    if not isinstance(value, Mapping | list) or not value:
        return [f"- {_scalar(value)}"]
    first, *rest = _yaml(value)
    return [f"- {first}", *(f"  {line}" if line else "" for line in rest)]


def _is_block(text: str) -> bool:
    lines = text.removesuffix("\n").split("\n")
    clean = all(line.isprintable() and line == line.rstrip() and "\ufeff" not in line for line in lines)
    return len(lines) > 1 and clean and bool(lines[0]) and not lines[0].startswith(" ") and bool(lines[-1])


_NO_TEXT = word_set("y n yes no on off true false null")
"""What YAML takes for something else."""


def _key(key: str) -> str:
    is_word = _PLAIN_KEY.fullmatch(key) and key.lower() not in _NO_TEXT
    return key if is_word and key.isascii() else _scalar(key)


def _scalar(value: object) -> str:
    # Numbers as JSON has them are those of YAML but for 1e5, which YAML 1.1 reads as a text.
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, float) and "e" in text and "." not in text:
        text = text.replace("e", ".0e")
    return "".join(each if each.isprintable() else _escape(each) for each in text)


def _escape(character: str) -> str:
    if "\ud800" <= character <= "\udfff":
        return "\\ufffd"
    return f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"
