"""Files that are odd, broken or hostile: read correctly, or one clear error with its line."""

import json
from collections.abc import Callable
from itertools import pairwise

import pytest
import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from spade_core.errors import PromptFileError
from spade_core.prompt_files import PromptFile, Role, read_prompt
from spade_core.text import Span
from tests.prompt_files import laws

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

PATHS = [
    "p.prompt.md",
    "p.prompty",
    "p.prompt.yml",
    "p.prompt",
    "prompts/p.txt",
    "prompts/p.jinja",
    "p.json",
    "p.yaml",
    "p.py",
    *(f"p.{suffix}" for suffix in ("go", "rs", "java", "kt", "cs", "rb", "php", "swift", "cpp", "dart", "ex", "lua")),
]


def _texts(file: PromptFile) -> list[str]:
    return [part.text for template in file.templates for part in template.parts]


def _read_or_error(path: str, text: str) -> PromptFile | str:
    try:
        return read_prompt(path, text)
    except PromptFileError as error:
        return str(error)


def _problems(file: PromptFile) -> list[str]:
    return [str(problem) for problem in file.problems]


@pytest.mark.parametrize("path", [p for p in PATHS if p != "p.json"])
@pytest.mark.parametrize("text", ["", "\n", "\ufeff"], ids=["empty", "a newline", "a byte order mark"])
def test_an_empty_file_says_nothing(path: str, text: str) -> None:
    assert _texts(read_prompt(path, text)) == []


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("p.prompt.md", "---\nmode: agent\nText", "p.prompt.md:1: front matter begins here and no closing --- follows"),
        ("p.prompty", "\r\n---\r\nname: x\r\n", "p.prompty:2: front matter begins here and no closing --- follows"),
        ("p.prompt.yml", "messages:\n\t- role: user", "p.prompt.yml:2: not YAML"),
        ("p.prompt.yml", "messages:\n  - role: user\n   content: x", "p.prompt.yml:3: not YAML"),
        ("p.prompt.yml", "a: \0", r"p.prompt.yml:1: the character U\+0000 must not stand in YAML"),
        ("p.prompt.yml", "model: m\n", "p.prompt.yml:1: expected a list of messages"),
        ("p.prompt.yml", "model: m\nmessages: 3\n", "p.prompt.yml:2: expected a list of messages"),
        ("p.prompt.yml", "- 1\n--- \n- 2\n", "p.prompt.yml:3: a second YAML document begins here"),
        ("p.prompt.yml", "messages: *x", r"p.prompt.yml:1: the alias \*x names no anchor"),
        ("p.prompt.yml", "messages: &a [*a]", r"the alias \*a names no anchor that is complete before it"),
        ("p.prompt.yml", "? [a]\n: b\n", "p.prompt.yml:1: a key that is itself a list"),
        ("p.prompt.yml", "a:\n  <<: 3\n", "p.prompt.yml:2: << takes a mapping"),
        ("p.json", "", "p.json:1: expected a JSON value, found the end of the file"),
        ("p.json", '{\n "template": "x"\n "y": 1}', "p.json:3: expected a comma or '}'"),
        ("p.json", '{"template": "a\nb"}', "p.json:1: not a JSON string: Invalid control character"),
        ("p.json", '{"template": "x",\n}', "p.json:1: a comma before '}'"),
        ("p.json", '{"template" "x"}', "p.json:1: expected a colon after the key 'template'"),
        ("p.json", "{template: 1}", "p.json:1: expected a key in double quotes"),
        ("p.json", '{"a": 1}\n]', "p.json:2: text after the end of the JSON value"),
        ("p.json", '{"a": tru}', "p.json:1: expected a JSON value, found 'tru}'"),
        ("p.json", '{"name": "left-pad",\n "version": "1"}', "p.json:1: no prompt in it"),
        ("p.json", '\n{"_type": "prompt", "template_path": "x.txt"}', "p.json:2: its template is in another file"),
        ("p.py", 'x = 1\nPROMPT = """x', "p.py:2: not Python: it cannot be read from here"),
        ("p.ts", "const a = 1;\nconst PROMPT = `x", "p.ts:2: not TypeScript: it cannot be read from here"),
        ("p.py", 'a = 1\nPROMPT = "\0"', "p.py:2: not Python: it holds a NUL"),
    ],
)
def test_a_file_that_is_not_of_its_format_is_one_error_with_its_line(path: str, text: str, message: str) -> None:
    with pytest.raises(PromptFileError, match=message):
        read_prompt(path, text)


@pytest.mark.parametrize(
    ("path", "text", "texts", "problem"),
    [
        ("p.prompt.md", "---\nname: [\n---\nBody", ["Body"], "p.prompt.md:3: front matter ignored: not YAML"),
        ("p.prompt.md", "---\na: 1\nb: 2\na: 3\n---\nB", ["B"], "p.prompt.md:2: the key 'a' is given again on line 4"),
        (
            "p.prompt.yml",
            "messages:\n- {role: wizard, content: a}\n- {role: user, content: b}\n- {role: user}",
            ["a", "b"],
            "p.prompt.yml:2: unknown role 'wizard'; its text is kept without a role",
        ),
        (
            "p.prompt.yml",
            "messages:\n- {role: user}\n- {role: user, content: b}",
            ["b"],
            "p.prompt.yml:2: this message",
        ),
        ("p.yaml", "a: {template: x}\nb: {template: 3.5}\nc: {_type: prompt}", ["x", "3.5"], "p.yaml:3: c: no prompt"),
        (
            "p.json",
            '{"prompt": "Answer in a.",\n"prompt": "Answer in b."}',
            ["Answer in b."],
            "p.json:1: the key 'prompt' is given again on line 2",
        ),
        ("p.py", 'A_PROMPT = load("a")\nB_PROMPT = "b"', ["b"], "p.py:1: A_PROMPT is skipped"),
    ],
)
def test_one_broken_entry_is_a_problem_and_the_others_work(
    path: str, text: str, texts: list[str], problem: str
) -> None:
    file = read_prompt(path, text)
    assert _texts(file) == texts
    assert _problems(file)[0].startswith(problem)
    laws.hold_for(file)


def test_a_constant_that_holds_no_text_is_no_problem() -> None:
    file = read_prompt(
        "p.py", "PROMPT = None\nMAX_PROMPT = -1\nA_PROMPT = OTHER.PROMPT\nPROMPTS = []\nPROMPT_FILE = open(1)"
    )
    assert (file.templates, file.problems) == ((), ())


@pytest.mark.parametrize("depth", [102, 5000, 100_000])
@pytest.mark.parametrize(
    ("path", "opening", "closing"), [("p.json", '{"a":', "1}"), ("p.prompt.yml", "[", "]"), ("p.yaml", "{a: ", "}")]
)
def test_deep_nesting_is_refused(path: str, opening: str, closing: str, depth: int) -> None:
    with pytest.raises(PromptFileError, match=rf"{path}:1: (?:JSON|YAML) nested more than 100 deep|not YAML"):
        read_prompt(path, opening * depth + closing * depth)


@pytest.mark.parametrize("expression", ["(" * 300 + '"x"' + ")" * 300, "+".join(['"x"'] * 20_000)])
def test_python_nested_too_deeply_is_an_error_or_is_read(expression: str) -> None:
    read = _read_or_error("p.py", f"PROMPT = {expression}")
    if isinstance(read, str):
        assert "nested" in read
    else:
        assert set(_texts(read)[0]) == {"x"}


@pytest.mark.parametrize("last", ["messages: *i", "<<: [*i, *i]", "x: {y: [*i, *i]}"], ids=["plain", "merged", "inner"])
@pytest.mark.parametrize("bomb", ["[*{0}, *{0}, *{0}, *{0}, *{0}, *{0}]", "{{<<: [*{0}, *{0}, *{0}, *{0}], k: *{0}}}"])
def test_a_bomb_of_aliases_does_not_go_off(bomb: str, last: str) -> None:
    names = "abcdefghi"
    lines = ["a: &a {x: 1}", *(f"{name}: &{name} {bomb.format(before)}" for before, name in pairwise(names)), last]
    with pytest.raises(PromptFileError, match="with its aliases written out this has more than 100000 values"):
        read_prompt("p.prompt.yml", "\n".join(lines))


def test_a_long_text_named_many_times_is_refused() -> None:
    messages = "- {role: user, content: *t}\n" * 1_000
    with pytest.raises(PromptFileError, match="with its aliases written out this has more than 10000000 characters"):
        read_prompt("p.prompt.yml", f"t: &t {'x' * 100_000}\nmessages:\n{messages}")


def test_an_alias_says_what_its_anchor_says_and_stands_there() -> None:
    text = 'rules: &rules "Be\\tbrief"\nmessages:\n- role: system\n  content: *rules\n- {role: user, content: *rules}\n'
    file = read_prompt("p.prompt.yml", text)
    assert _texts(file) == ["Be\tbrief"] * 2
    assert file.templates[0].parts[1].source.pieces[0].source.start == text.index("Be")
    laws.hold_for(file)


def test_merged_keys_are_taken_over_unless_given() -> None:
    file = read_prompt(
        "p.prompt.yml", "a: &a {role: user, content: x}\nmessages:\n- <<: *a\n- {<<: [*a], content: y}\n"
    )
    assert [(part.role, part.text) for part in file.templates[0].parts] == [(Role.USER, "x"), (Role.USER, "y")]


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system", "!!python/name:os.system", "!made-up"])
def test_a_tag_makes_no_object(tag: str) -> None:
    file = read_prompt("p.prompt.yml", f"messages:\n- role: user\n  content: hi\nx: {tag} [echo]\ny: {tag} echo\n")
    assert file.metadata == {"x": ["echo"], "y": "echo"}


def test_yaml_values_in_metadata_are_plain() -> None:
    text = (
        "messages: [{role: user, content: x}]\n"
        "a: [1, -2.5, 1e3, true, No, ~, null, '1', 2020-01-01, 0x1F, 1_000, .5, .inf]\n1: one\n"
    )
    assert read_prompt("p.prompt.yml", text).metadata == {
        "a": [1, -2.5, 1000.0, True, False, None, None, "1", "2020-01-01", "0x1F", 1000, 0.5, ".inf"],
        "1": "one",
    }


@pytest.mark.parametrize("path", ["p.prompt.md", "prompts/p.txt", "p.prompty", "p.prompt"])
def test_nul_bytes_and_lone_surrogates_stay_in_a_text(path: str) -> None:
    file = read_prompt(path, "a\0b\ud800c\x1b{x}")
    assert _texts(file) == ["a\0b\ud800c\x1b{x}"]
    laws.hold_for(file)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("p.prompt.yml", "messages:\n- role: user\n  content: |\n    é\ud800b\ufeff😀c\n"),
        ("p.py", 'PROMPT = ("é\ud800b"\n  "\ufeff😀c\\n")'),
        ("p.json", '{"_type": "prompt", "template": "é\ud800b\ufeff😀c\\n"}'),
    ],
)
def test_lone_surrogates_do_not_shift_what_follows(path: str, text: str) -> None:
    file = read_prompt(path, text)
    assert _texts(file) == ["é\ud800b\ufeff😀c\n"]
    laws.hold_for(file)


@pytest.mark.parametrize(
    "content",
    [
        '"a\u2028 b\x85c \\\x85 d"',
        "a\u2029\u2029    b\x85\x85    c",
        "|\n    a\u2028    b\x85    c",
        ">\n    a\u2028    b\x85    c",
    ],
)
def test_line_ends_that_only_yaml_knows_are_read_as_the_parser_reads_them(content: str) -> None:
    text = f"messages:\n- role: user\n  content: {content}\nmodel: m\n"
    file = read_prompt("p.prompt.yml", text)
    laws.hold_for(file)
    assert _texts(file) == [yaml.safe_load(text)["messages"][0]["content"]]


@pytest.mark.parametrize(
    ("path", "make"),
    [
        ("prompts/p.txt", lambda body: body),
        ("p.prompty", lambda body: f"system:\n{body}"),
        ("p.json", lambda body: json.dumps({"_type": "prompt", "template": body}, ensure_ascii=False)),
        ("p.prompt.yml", lambda body: "messages:\n- role: user\n  content: |\n    " + body.replace("\n", "\n    ")),
        ("p.py", lambda body: f'PROMPT = """{body}"""\n'),
    ],
    ids=["plain", "prompty", "json", "yaml", "python"],
)
def test_a_file_of_five_megabytes_is_read(path: str, make: Callable[[str], str]) -> None:
    body = (("A longer line with {x} and 語 😀" + " of filler text" * 20 + ".\n") * 16_000).rstrip()
    file = read_prompt(path, make(body))
    part = file.templates[0].parts[0]
    assert part.text == body
    assert part.source.locate(Span(len(body) - 5, len(body))).of(file.text) == "text."


_REPEATED = [
    *("{", "{{", "{{a", "{%", "{#", "{{!--", "{% for ", "{x}[AB]", "{a[", "{a:", "$", "${", "%0", "[A ", "`", "f'{"),
    *(" ", "\t", "\r", " \n", "_", "A_", "#", "- ", "'", '"', "\\", "a: ", "```\n", "system:\n", "---\n", "&a "),
]


@pytest.mark.parametrize("repeated", _REPEATED)
def test_one_thing_over_and_over_comes_to_an_end(repeated: str) -> None:
    # Time that grows with the square of the length would be minutes here.
    for path in PATHS:
        read = _read_or_error(path, "x " + repeated * (50_000 // len(repeated)))
        assert isinstance(read, PromptFile) or read.startswith(path)


@unhurried
@given(st.sampled_from(PATHS), st.text(alphabet="ab \t\r\n{}[]\"'\\:,-#|>&*!%$.=f()\0\ud800語😀", max_size=60))
def test_any_text_is_read_or_is_one_error(path: str, text: str) -> None:
    read = _read_or_error(path, text)
    if isinstance(read, str):
        assert read.startswith(path)
    else:
        laws.hold_for(read)


_PYTHON = ["PROMPT = ", "f", '"""', '"', "'", "{x}", "{{", "}}", "\\n", "\\", "(", ")", " + ", "r", "{a!r:>{b}}", "#"]
_YAML = [
    "messages:\n",
    "- role: user\n",
    "  content: ",
    "|\n    ",
    ">-\n    ",
    "&a ",
    "*a",
    "<<: ",
    "---\n",
    "- {role: user, ",
]
_OTHERS = ['{"template": ', '"_type": "chat", ', "[", "]", "system:\n", "user:\n", '{{role "user"}}', "{% if x %}"]
_FRAGMENTS = st.lists(st.sampled_from([*_PYTHON, *_YAML, *_OTHERS, "\t", "\n", "\r\n", "é", "x"]), max_size=14)


@unhurried
@given(st.sampled_from(PATHS), _FRAGMENTS)
def test_any_text_of_familiar_fragments_is_read_or_is_one_error(path: str, fragments: list[str]) -> None:
    read = _read_or_error(path, "".join(fragments))
    if isinstance(read, str):
        assert read.startswith(path)
    else:
        laws.hold_for(read)


CONFLICT = "Greet {name}.\n<<<<<<< HEAD\nUse 5 words.\n=======\nUse 6 words.\n>>>>>>> other\nEnd.\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("path", ["p.py", "p.ts", "p.prompt.yml"])
def test_a_file_that_cannot_be_read_for_an_unresolved_merge_says_so(path: str, newline: str) -> None:
    with pytest.raises(PromptFileError, match=rf"{path}:2: an unresolved merge conflict"):
        read_prompt(path, CONFLICT.replace("\n", newline))


def test_a_prompt_that_shows_a_conflict_is_a_prompt() -> None:
    assert read_prompt("p.prompt.md", CONFLICT).templates[0].text == CONFLICT
    code = read_prompt("p.py", f'EDIT_PROMPT = """{CONFLICT}"""')
    assert code.templates[0].text == CONFLICT
    assert code.problems == ()


@pytest.mark.parametrize("text", ["=======\nTitle\n", "<<<<<<< is an arrow\n", "a\n>>>>>>> b\n", "<<<<<<< a\n" * 5000])
def test_marks_that_are_no_whole_conflict_are_text(text: str) -> None:
    assert read_prompt("p.prompt.md", text).templates[0].text == text
