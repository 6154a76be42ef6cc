"""Dialects by majority, and each dialect's placeholders."""

import pytest

from spade_core.prompt_files.dialects import dialect_by_majority, dialect_named
from spade_core.prompt_files.placeholders import placeholders_in
from spade_core.prompt_files.template import Dialect


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("no marks at all, 100% sure, costs $5, {}", Dialect.NONE),
        ('Return {"name": "x", "list": [1]} and <tag>', Dialect.NONE),
        ("Hi {name}", Dialect.FSTRING),
        ('{name} {{"a": 1}} {{literal}}', Dialect.FSTRING),
        ("{{name}} and {{other}} {x}", Dialect.JINJA),
        ("{% if x %}{a} {b}{% endif %}", Dialect.JINJA),
        ("{{#each xs}}{{this}}{{/each}}", Dialect.HANDLEBARS),
        ("{{{raw}}}", Dialect.HANDLEBARS),
        ("${input:x} ${selection}", Dialect.VSCODE),
        ("$a ${b}", Dialect.DOLLAR),
        ("%s %(name)s %d", Dialect.PERCENT),
    ],
)
def test_the_dialect_of_most_marks_wins(text: str, dialect: Dialect) -> None:
    assert dialect_by_majority([text]) is dialect


@pytest.mark.parametrize(
    ("name", "dialect"),
    [
        ("f-string", Dialect.FSTRING),
        (" Jinja2", Dialect.JINJA),
        ("mustache", Dialect.HANDLEBARS),
        ("x", None),
        (3, None),
    ],
)
def test_a_declared_dialect_is_known_by_name(name: object, dialect: Dialect | None) -> None:
    assert dialect_named(name) is dialect


@pytest.mark.parametrize(
    ("dialect", "text", "names"),
    [
        (Dialect.FSTRING, "{a} {b.c} {d[0]} {e!r:>10} {f:.2f} {g:%Y-%m-%d}", ["a", "b.c", "d[0]", "e", "f", "g"]),
        (Dialect.FSTRING, "{} {} {0}", ["0", "1", "0"]),
        (Dialect.FSTRING, "{{a}} {{{b}}} }}{c}{{", ["b", "c"]),
        (Dialect.FSTRING, '{"a": {b}, "c": {"d": 1}} {e: string} { f } {g h}', ["b"]),
        (Dialect.FSTRING, "{tên} {名前}", ["tên", "名前"]),
        (Dialect.JINJA, "{{ a }} {{b|upper}} {{- c.d -}} {{ f(x) }} {x} {{ 'lit' ~ g }}", ["a", "b", "c.d", "x", "g"]),
        (Dialect.JINJA, "{% for i in items %}{{ i.name }}{{ loop.index }}{% endfor %}", ["items"]),
        (Dialect.JINJA, "{% set y = x %}{{ y }}{% if not z %}{% elif w %}{% endif %}", ["z", "w"]),
        (Dialect.JINJA, "{# {{ a }} #}{% raw %}{{ b }}{% endraw %}{{ 'c' }}", []),
        (Dialect.HANDLEBARS, "{{a}} {{{b}}} {{#if c}}{{else}}{{/if}} {{> part}} {{! {{no}} }}", ["a", "b", "c"]),
        (
            Dialect.HANDLEBARS,
            '{{role "user"}} {{history}} {{helper x}} {{#each xs as |y|}}{{this}}{{@key}}',
            ["x", "xs"],
        ),
        (Dialect.VSCODE, "${format({town}, { year })} in ${input:street}", ["street"]),
        (Dialect.VSCODE, "${input:a} ${input:b:hint} ${selection} {c} {{d}}", ["a", "b", "selection", "c", "d"]),
        (Dialect.VSCODE, '{"a": 1} ${x y} {e f}', []),
        (Dialect.DOLLAR, "$a ${b} $$c $5", ["a", "b"]),
        (Dialect.PERCENT, "%s %(b)d %% 50%discount %5.2f %sure", ["0", "b", "1"]),
        (Dialect.NONE, "{a} {{b}} $c %s", []),
    ],
)
def test_each_dialect_names_its_placeholders(dialect: Dialect, text: str, names: list[str]) -> None:
    assert [p.name for p in placeholders_in([text], dialect) if p.confident] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Dear [NAME], in [word_count] words, [YOUR COMPANY], [insert topic here]", 4),
        ("[x] [ ] [X] [link](u) [ref][REF] [TODO] [INST] a[KEY] [Key] ![ALT](i) [REF]: u [word]", 0),
        ("{x[KEY]} is no [KEY]", 1),
    ],
)
def test_a_placeholder_for_people_is_one_but_not_surely(text: str, names: int) -> None:
    found = [p for p in placeholders_in([text], Dialect.FSTRING) if not p.confident]
    assert len(found) == names


def test_placeholders_come_in_reading_order_by_part() -> None:
    found = placeholders_in(["[A_B] {b}", "{c} [D_E]"], Dialect.FSTRING)
    assert [(p.part, p.name) for p in found] == [(0, "A_B"), (0, "b"), (1, "c"), (1, "D_E")]
