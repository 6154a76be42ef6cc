"""Templates filled with the fields of an example, Jinja by jinja2 in its sandbox."""

from pathlib import Path

import pytest

from spade_core.prompt_files import load_prompt_file, read_prompt
from spade_core.prompt_files.files import templates_around
from spade_core.prompt_files.filling import filled_parts


def _filled(path: Path, **fields: object) -> str:
    [template] = load_prompt_file(path).templates
    return "".join(filled_parts(template, fields, lookup=templates_around(path)))


@pytest.fixture
def prompts(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    folder = tmp_path / "prompts"
    (folder / "parts").mkdir(parents=True)
    (folder / "base.j2").write_text("You are {% block role %}nobody{% endblock %}.\n", "utf-8")
    (folder / "cook.j2").write_text('{% extends "base.j2" %}{% block role %}a {{ kind }} cook{% endblock %}', "utf-8")
    (folder / "rules.j2").write_text('{% include "parts/rules.j2" %}Go, {{ names | join(", ") }}.', "utf-8")
    (folder / "parts" / "rules.j2").write_text(
        "{% for rule in rules %}{{ loop.index }}. {{ rule }}\n{% endfor %}", "utf-8"
    )
    return folder


def test_includes_inheritance_loops_and_filters_are_filled(prompts: Path) -> None:
    assert _filled(prompts / "cook.j2", kind="patient") == "You are a patient cook.\n"
    assert _filled(prompts / "rules.j2", rules=["Be brief."], names=["A", "B"]) == "1. Be brief.\nGo, A, B."


def test_a_suffix_says_which_language_fills_a_template(prompts: Path) -> None:
    (prompts / "tea.mustache").write_text("Sum up {{title}}:\n{{{letter}}}\n", "utf-8")
    assert _filled(prompts / "tea.mustache", title="a letter", letter="<tea>") == "Sum up a letter:\n<tea>\n"


def test_an_include_stays_inside_of_the_project(prompts: Path) -> None:
    (prompts.parent.parent / "secret.j2").write_text("secret", "utf-8")
    (prompts / "out.j2").write_text('{% include "../../secret.j2" %}', "utf-8")
    with pytest.raises(ValueError, match=r"includes '\.\./\.\./secret\.j2', which is not there"):
        _filled(prompts / "out.j2")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("{{ a.b }}", "there is no value: 'a' is undefined"),
        ("{% if a %}", "line 1 of the template is no Jinja"),
        ("{{ ''.__class__.__mro__ }}", "cannot be filled|no value"),
        ("{% for i in range(100000000) %}x{% endfor %}", "Range too big"),
        ("{{ 1 / 0 }}", "cannot be filled"),
        ("{{ 'a' * 10**10 }}", "too much memory"),
        ("{{ [1] * 10**10 }}", "too much memory"),
        ("{{ '%1000000000d' % 1 }}", "too much memory|more than"),
        ("{% set a = 'a' * 99999 %}{{ a|replace('a', a) }}", "too much memory"),
        ("{% set a = '%(a)s' * 9999 %}{{ a|format(a=a) }}", "more than"),
        ("{% set a = 'xxxxxxxxxx' %}" + "{% set a = a ~ a %}" * 60, "too much memory|more than"),
        ("{% for i in range(99999) %}{{ 'x' * 999 }}{% endfor %}", "more than 10,000,000"),
        ("{{ 9**(9**9) }}", "takes more than"),
        ("{% set s = 'a' * 4000000 %}{{ s.rfind('ab' ~ 'a' * 2000000) }}", "takes more than"),
        (
            "{% set n = namespace(a=[1], b=[1]) %}{% for i in range(60) %}{% set n.a = [n.a, n.a] %}"
            "{% set n.b = [n.b, n.b] %}{% endfor %}{{ n.a == n.b }}",
            "takes more than",
        ),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "recursion"),
        ("{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}", "takes more than"),
        (
            "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
            "takes more than",
        ),
    ],
)
def test_what_cannot_be_filled_says_why(tmp_path: Path, text: str, fact: str) -> None:
    path = tmp_path / "prompts" / "p.jinja2"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=fact):
        _filled(path)


@pytest.mark.parametrize(
    ("code", "fields", "said"),
    [
        ('"{price:.2f} for {name!r}{{}}".format(**x)', {"price": 3.14159, "name": "Bo"}, "3.14 for 'Bo'{}"),
        ('f"{price:.2f} for {user.name}, {row[0]}"', {"price": "3", "user": {"name": "U"}, "row": ["r"]}, "3 for U, r"),
        ("f\"{self.name} and {user['name']}\"", {"name": "N"}, "N and N"),
        ('"%(price).1f of %(all)s, 100%%" % x', {"price": 2.55, "all": [1]}, "2.5 of [1], 100%"),
        ('"{n:999999999} {n:,}".format(n=n)', {"n": 1000}, "1000 1,000"),
    ],
)
def test_strings_of_python_are_filled_as_python_does_without_running_it(
    code: str, fields: dict[str, object], said: str
) -> None:
    [template] = read_prompt("a.py", f"NOTE_PROMPT = {code}\n").templates
    assert filled_parts(template, fields) == (said,)


@pytest.mark.parametrize(
    ("path", "text", "filled"),
    [
        (
            "a.ts",
            "const prompt = `You are a cook. Return {{a: 1}} for ${x}.`;\n",
            "You are a cook. Return {{a: 1}} for me.",
        ),
        ("a.kt", 'val prompt = "You are a cook. Return {{a}} for $x."\n', "You are a cook. Return {{a}} for me."),
        ("a.rb", 'PROMPT = "You are a cook. Return {{a}} for #{x}."\n', "You are a cook. Return {{a}} for me."),
        ("a.cs", 'var prompt = $"You are a cook. Return {{a}} for {x}.";\n', "You are a cook. Return {a} for me."),
        ("a.go", "const prompt = `You are a cook. Be 100%% kind to %s.`\n", "You are a cook. Be 100% kind to me."),
    ],
)
def test_doubled_marks_stand_for_one_only_where_their_language_says_so(path: str, text: str, filled: str) -> None:
    fields = {"x": "me", "0": "me"}
    assert filled_parts(read_prompt(path, text).templates[0], fields) == (filled,)
