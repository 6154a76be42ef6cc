"""Reading block by block gives what reading the whole text gives, through any edits."""

from hypothesis import example, given, settings, strategies as st

from spade_core.deltas import segment
from spade_core.deltas.blocks import Blocks, blocks_of
from spade_core.prompt_files.template import Role

PLAIN = (
    "\n",
    "\n\n",
    "\n \n",
    "# Head\n",
    "## Two\n",
    "CAPS HEAD\n",
    "**Bold**\n",
    "Title:\n",
    "- item\n",
    "  - sub\n",
    "1. one\n",
    "a) x\n",
    "| a | b |\n",
    "|---|---|\n",
    "a | b\n--- | ---\n",
    "---\n",
    "===\n",
    "Example output:\n",
    "Please ensure to:\n",
    "Be concise. Use 3 words.",
    "wrap this line that is long enough to be wrapped at some column width or\nother",
    "{x}",
    "<tag>",
    "BEGIN TEXT\n",
    "Steps:\n- a\n- b\n",
    '"k": 1\n',
    "{\n",
    "}\n",
    "> quote\n",
    "\t",
    "\x0b",
    "\u2028",
    "\x85",
    "\ud800",
    "😀",
)
FENCES = ("```\n", "```json\n", "~~~\n", "````\n", " ``` ")
COMMENTS = ("{# c #}", "{#", "#}\n", "{{! x }}\n", "{{!-- ", "--}}\n")


def edits(bits: tuple[str, ...]) -> st.SearchStrategy[list[tuple[float, int, str]]]:
    """Where an edit is, as a share of the text, how much it deletes, and what it inserts."""
    one = st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from((*bits, "")))
    return st.lists(one, max_size=8)


def texts(bits: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(bits), max_size=25).map("".join)


def check(text: str, changes: list[tuple[float, int, str]]) -> None:
    blocks: Blocks | None = None
    for share, deleted, inserted in [(0.0, 0, ""), *changes]:
        at = int(share * len(text))
        text = text[:at] + inserted + text[at + deleted :]
        blocks = blocks_of(text, before=blocks)
        assert "".join(block.text for block in blocks.blocks) == text
        assert blocks.sentences == segment(text)


@example("\n\nBe concise. Use 3 words.```\n", [(0.0, 0, " ``` ")])
@given(texts((*PLAIN, *FENCES)), edits((*PLAIN, *FENCES)))
@settings(deadline=None, max_examples=150)
def test_edited_texts_with_fences_have_the_sentences_of_a_full_reading(
    text: str, changes: list[tuple[float, int, str]]
) -> None:
    check(text, changes)


@given(texts((*PLAIN, *COMMENTS)), edits((*PLAIN, *COMMENTS)))
@settings(deadline=None, max_examples=150)
def test_edited_texts_with_comments_have_the_sentences_of_a_full_reading(
    text: str, changes: list[tuple[float, int, str]]
) -> None:
    check(text, changes)


@given(texts((*PLAIN, *FENCES, *COMMENTS)), edits((*PLAIN, *FENCES, *COMMENTS)))
@settings(deadline=None, max_examples=80)
def test_edited_texts_with_both_have_the_sentences_of_a_full_reading(
    text: str, changes: list[tuple[float, int, str]]
) -> None:
    check(text, changes)


def test_only_the_block_of_the_edit_is_read_again() -> None:
    text = "# One\n\n- Be concise.\n\nUse 3 words.\n\n## Two\n\nMention the cast.\n"
    before = blocks_of(text)
    after = blocks_of(text.replace("3", "4"), before=before)
    same = [old is new for old, new in zip(before.blocks, after.blocks, strict=True)]
    assert same == [True, True, False, True, True]


def test_a_heading_that_takes_another_level_reaches_what_stands_under_it() -> None:
    before = blocks_of("# A\n\n## B\n\nMention the cast.\n")
    after = blocks_of("# A\n\n# B\n\nMention the cast.\n", before=before)
    assert [sentence.context for sentence in before.sentences][-1] == ("A", "B")
    assert [sentence.context for sentence in after.sentences][-1] == ("B",)


def test_blocks_of_another_role_are_not_taken_over() -> None:
    before = blocks_of("Be concise.", role=Role.USER)
    after = blocks_of("Be concise.", role=Role.SYSTEM, before=before)
    assert [sentence.role for sentence in after.sentences] == [Role.SYSTEM]


def test_a_title_over_an_edited_line_is_read_again_though_a_comment_stands_between() -> None:
    text = "Be concise.\n\nOVERVIEW\n\n{# a note #}\n\nMention the cast.\n\nUse 3 words.\n"
    edited = text.replace("Mention", "- Mention")
    assert blocks_of(edited, before=blocks_of(text)).sentences == segment(edited)


def test_what_follows_an_edit_is_taken_over_from_where_the_outline_is_the_same() -> None:
    text = "# A\n\nMention the cast.\n\nUse 3 words.\n\n# B\n\nBe concise.\n"
    before = blocks_of(text)
    after = blocks_of(text.replace("# A", "# C"), before=before)
    same = [old is new for old, new in zip(before.blocks, after.blocks, strict=True)]
    assert same == [False, False, False, False, True]
