"""Property tests of the position laws: what was written comes back, every character at its place."""

import ast
import json
import warnings

import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from spade_core.prompt_files import Dialect, PromptFile, TemplatePart, read_prompt
from spade_core.text import Span
from tests.prompt_files import laws

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

CHARACTERS = "ab c{}\"'\\:#-\t\nẹê\u0323語😀"
TEXTS = st.text(alphabet=CHARACTERS, max_size=40)
ANY_TEXT = st.text(alphabet=CHARACTERS + "\r\0\x85\u2028\ufeff\x07%$[]<>|>&*!", max_size=40)
WORDS = st.text(alphabet="ab \n\t'\"", max_size=12).map(lambda text: f"x{text}y")


def _texts(file: PromptFile) -> list[str]:
    laws.hold_for(file)
    return [part.text for template in file.templates for part in template.parts]


def _part(file: PromptFile) -> TemplatePart:
    return file.templates[0].parts[0]


@unhurried
@given(ANY_TEXT)
def test_plain_text_is_itself_with_lf(text: str) -> None:
    texts = _texts(read_prompt("prompts/p.txt", text))
    expected = laws.with_lf(text.removeprefix("\ufeff"))
    assert texts == ([expected] if expected.strip() else [])


@unhurried
@given(TEXTS, st.booleans())
def test_json_strings_come_back(text: str, ascii_only: bool) -> None:
    written = json.dumps({"_type": "prompt", "template": f"x{text}"}, ensure_ascii=ascii_only)
    assert _texts(read_prompt("p.json", written)) == [f"x{text}"]


@unhurried
@given(
    TEXTS,
    st.sampled_from([None, '"', "'", "|", ">"]),
    st.booleans(),
    st.sampled_from([5, 20, 100]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_yaml_scalars_of_every_style_come_back(
    text: str, style: str | None, ascii_only: bool, width: int, line_break: str
) -> None:
    text = f"x{text}"
    written = yaml.safe_dump(
        {"messages": [{"role": "user", "content": text}]},
        default_style=style,
        allow_unicode=not ascii_only,
        width=width,
        line_break=line_break,
    )
    assert _texts(read_prompt("p.prompt.yml", written)) == [text]


_LINES = st.lists(st.text(alphabet="ab \t'#:", max_size=6), min_size=1, max_size=6)


@unhurried
@given(_LINES, st.sampled_from(["|", ">", "|-", ">-", "|+", ">+", "|2", ">2-", "| # note"]), st.booleans())
def test_yaml_block_scalars_are_read_as_the_parser_reads_them(lines: list[str], header: str, more: bool) -> None:
    block = "\n".join(f"    {line}" for line in ["x", *lines])
    written = f"messages:\n- role: user\n  content: {header}\n{block}\n" + ("\n\nmodel: m\n" if more else "")
    try:
        expected = yaml.safe_load(written)["messages"][0]["content"]
    except yaml.YAMLError:
        return
    assert _texts(read_prompt("p.prompt.yml", written)) == [expected]


@unhurried
@given(_LINES, st.sampled_from(["", '"', "'"]))
def test_yaml_flow_scalars_over_several_lines_are_read_as_the_parser_reads_them(lines: list[str], quote: str) -> None:
    inner = "\n".join(["x", *(f"    {line}" for line in lines), "    y"]).replace("'", "''" if quote == "'" else "'")
    written = f"messages:\n- role: user\n  content: {quote}{inner}{quote}\n"
    try:
        expected = yaml.safe_load(written)["messages"][0]["content"]
    except yaml.YAMLError:
        return
    if isinstance(expected, str):
        assert _texts(read_prompt("p.prompt.yml", written)) == [expected]


def _triple(text: str) -> str:
    return '"""' + text.replace("\\", "\\\\").replace('"', '\\"') + '"""'


LITERALS = st.one_of(
    TEXTS.map(repr),
    TEXTS.map(ascii),
    TEXTS.map(_triple),
    st.text(alphabet="ab\\\n {}", max_size=12).map(lambda text: f'r"""{text} """'),
    st.sampled_from(["'\\\n'", "'\\d\\{x}'", "u'\\x41\\101\\0'", '"\\N{EM DASH}"', "''"]),
)


def _said_by_python(expression: str) -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about escapes that are none, which must come back as they are
        return ast.literal_eval(expression)


@unhurried
@given(st.lists(LITERALS, min_size=1, max_size=4), st.sampled_from([" ", "\n  ", "  # why\n", "\\\n"]))
def test_python_literals_say_what_python_says(literals: list[str], between: str) -> None:
    expression = between.join(["('Write of x and y. '", *literals, ")"])
    written = f'é = "😀"; PROMPT = {expression}\n'
    expected = _said_by_python(expression)
    assert _texts(read_prompt("p.py", written)) == [expected]
    assert _texts(read_prompt("p.py", written.replace("\n", "\r\n"))) == [expected]


FIELDS = st.sampled_from(["a", "b.c", "d['}']", 'e["{"]', "f!r", "g:>10", "h:{w}.{p}", "i if j else {1: 2}[1]", "k = "])


@unhurried
@given(st.lists(st.one_of(TEXTS, FIELDS.map(lambda name: (name,))), max_size=6))
def test_fields_of_an_f_string_are_its_placeholders(pieces: list[str | tuple[str]]) -> None:
    body = "".join(
        f"{{{piece[0]}}}"
        if isinstance(piece, tuple)
        else piece.replace("\\", "\\\\").replace('"', '\\"').replace("{", "{{").replace("}", "}}")
        for piece in pieces
    )
    fields = [piece[0] for piece in pieces if isinstance(piece, tuple)]
    file = read_prompt("p.py", f'PROMPT = f"""Say x{body}"""')
    laws.hold_for(file)
    part, marks = _part(file), file.templates[0].placeholders
    assert [mark.span.of(part.text) for mark in marks] == [f"{{{field}}}" for field in fields]
    assert file.templates[0].dialect is Dialect.FSTRING or not marks
    text = part.text
    for mark in reversed(marks):
        text = text[: mark.span.start] + text[mark.span.end :]
    literal = "".join(piece for piece in pieces if isinstance(piece, str))
    assert text.replace("{{", "{").replace("}}", "}") == f"Say x{literal}"


@unhurried
@given(st.lists(WORDS, min_size=1, max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_role_sections_keep_their_places(texts: list[str], line_end: str) -> None:
    written = "".join(f"{role}:\n{text}\n\n" for role, text in zip(["user", "assistant"] * 2, texts, strict=False))
    file = read_prompt("p.prompty", "---\nname: x\n---\n" + written.replace("\n", line_end))
    assert _texts(file) == texts


@unhurried
@given(TEXTS, st.data())
def test_a_span_of_a_yaml_prompt_slices_the_file_to_that_text(text: str, data: st.DataObject) -> None:
    written = yaml.safe_dump(
        {"messages": [{"role": "user", "content": f"w{text}w"}]}, default_style="|", allow_unicode=True
    )
    file = read_prompt("p.prompt.yml", written)
    part = _part(file)
    start = data.draw(st.integers(0, len(part.text) - 1))
    found = part.source.locate(Span(start, start + 1)).of(file.text)
    assert found == part.text[start] or found.startswith("\\") or found.strip() == ""
