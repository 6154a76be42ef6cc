"""Whatever stands in the files, reading them gives values or the documented error."""

import contextlib

from hypothesis import given, settings, strategies as st

from spade_core.errors import StorageError
from spade_core.examples import Label, parse_examples, set_label
from spade_core.storage import parse_assertions, parse_record
from tests.storage.build import source_of

ODD = ["\0", "\r", "\n", "\r\n", "\ud800", "\udcff", "\ufeff", "\u2028", "\x0c", "\x85", "é", "😀", "\t", "    ", "\\"]
PYTHON = [
    "async def ",
    "assert_a",
    "(",
    ")",
    ":",
    "return ",
    '"""',
    "'",
    "#",
    "@",
    "=======",
    "<<<<<<< x",
    "1",
    ";",
    "if x:",
]
JSON = ['{"', '"', '":', ",", "}", "[", "]", "label", "response", "id", "null", "NaN", "1e999", "true", "\\ud800", "-"]
TEXTS = st.lists(st.sampled_from(ODD + PYTHON + JSON) | st.text(max_size=3), max_size=40).map("".join)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_no_text_breaks_a_reader(text: str) -> None:
    file = parse_assertions(text, "f")
    for function in file.functions:
        assert function.span.of(text) == function.source
        assert function.block.of(text).endswith(function.source)
    with contextlib.suppress(StorageError):
        parse_record(text, "f")
    parse_examples(text, "f")


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS | st.just('{"response": "r"}'), min_size=1, max_size=5))
def test_labelling_among_nonsense_changes_one_line(lines: list[str]) -> None:
    text = "\n".join(lines)
    for example in parse_examples(text, "f").examples:
        labelled, edit = set_label(text, example.id, Label.BAD)
        old, new = text.split("\n"), labelled.split("\n")
        assert [i for i in range(len(old)) if old[i] != new[i]] in ([], [edit.line - 1])
        assert next(e for e in parse_examples(labelled, "f").examples if e.line == edit.line).label is Label.BAD


FUNCTIONS = [
    source_of("assert_plain"),
    source_of("assert_long", 'x = """\ntext at the margin\n"""\n\nif x:\n    x = 1\n\nreturn x'),
    "async def assert_wide(\n    example: dict,\n    prompt: str,\n) -> bool:\n    return 1\n    # end",
    'async def assert_kept(e, p, r):\n    """Say."""\n    a = 1\n# at the margin\n    return a',
]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from(FUNCTIONS), min_size=1, max_size=5, unique=True),
    st.sampled_from(["<<<<<<< HEAD", "=======", ")", "\0", '"""', "?", "    ?", "x = (", "return"]),
    st.data(),
)
def test_in_a_broken_file_a_function_is_read_whole_or_not_at_all(
    sources: list[str], junk: str, data: st.DataObject
) -> None:
    lines = "\n\n\n".join(sources).split("\n")
    lines.insert(data.draw(st.integers(0, len(lines))), junk)
    file = parse_assertions("\n".join(lines), "f")
    if file.syntax_error is None:
        return
    for function in file.functions:
        assert function.source in sources or junk in function.source.split("\n")
