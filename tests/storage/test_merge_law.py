"""The law of the merge, against any sequence of edits: what a person did is never undone."""

from dataclasses import dataclass

from hypothesis import given, settings, strategies as st

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.criteria.criterion import Origin
from spade_core.storage import Merge, Record, merge_generated, parse_assertions, parse_record, render_record
from spade_core.storage.assertions_file import AssertionFunction, renamed
from tests.storage.build import candidate, criterion, source_of

NAMES = [f"assert_{letter}" for letter in "abcdef"]
BODIES = st.sampled_from(["return 1", "return 2", 'x = """\n# in a string\n"""\nreturn x', "return 3\n# below"])
CANDIDATES = st.lists(
    st.builds(
        lambda name, body, explained, model: candidate(
            name, body, *([criterion()] if explained else []), origin=Origin.MODEL if model else Origin.CUES
        ),
        st.sampled_from(NAMES),
        BODIES,
        st.booleans(),
        st.booleans(),
    ),
    max_size=6,
    unique_by=lambda made: made.name,
)


@dataclass(frozen=True, slots=True)
class Edit:
    """One thing that a person does to the file."""

    kind: str
    which: int
    mark: int


EDITS = st.lists(
    st.builds(
        Edit,
        st.sampled_from(
            ["edit", "rename", "delete", "add", "note above", "note between", "copy", "move", "no final line end"]
        ),
        st.integers(0, 9),
        st.integers(100, 999),
    ),
    max_size=5,
)


def apply(text: str, edit: Edit, newline: str) -> str:
    functions = parse_assertions(text, "f").functions
    if edit.kind == "no final line end":
        return text.rstrip("\r\n")
    if edit.kind == "add" or not functions:
        return f"{text}{newline}{source_of(f'mine_{edit.mark}', 'return 0')}{newline}".replace("\r", "").replace(
            "\n", newline
        )
    function = functions[edit.which % len(functions)]
    start, end = function.span.start, function.span.end
    match edit.kind:
        case "edit":
            return f"{text[:end]}{newline}    # edited {edit.mark}{text[end:]}"
        case "rename":
            return text[:start] + renamed(function.source, function.name, f"renamed_{edit.mark}") + text[end:]
        case "delete":
            return text[: function.block.start] + text[end:]
        case "note above":
            return f"{text[: function.block.start]}# note {edit.mark}{newline}{text[function.block.start :]}"
        case "note between":
            return f"{text[: function.block.start]}# loose {edit.mark}{newline}{newline}{text[function.block.start :]}"
        case "move":
            block = function.block.of(text)
            return f"{text[: function.block.start]}{text[function.block.end :]}{newline}{newline}{block}{newline}"
        case _:
            copy = renamed(function.source, function.name, f"copy_{edit.mark}")
            return f"{text}{newline}{newline}{copy}{newline}"


def merge(text: str | None, record: Record, candidates: list[CandidateAssertion], newline: str) -> Merge:
    file = None if text is None else parse_assertions(text, "f")
    return merge_generated(file, record, candidates, path="f", newline=newline)


def blocks(text: str) -> dict[str, str]:
    def block(function: AssertionFunction) -> str:
        return function.block.of(text)

    return {function.name: block(function) for function in parse_assertions(text, "f").functions}


def loose(text: str) -> list[str]:
    """What stands between the blocks, blank lines aside."""
    for function in reversed(parse_assertions(text, "f").functions):
        text = text[: function.block.start] + text[function.block.end :]
    return [line for line in text.replace("\r\n", "\n").split("\n") if line.strip()]


@settings(max_examples=60, deadline=None)
@given(CANDIDATES, EDITS, CANDIDATES, EDITS, CANDIDATES, st.sampled_from(["\n", "\r\n"]))
def test_whatever_a_person_does_is_kept_and_a_second_merge_changes_nothing(
    first: list[CandidateAssertion],
    edits: list[Edit],
    second: list[CandidateAssertion],
    more_edits: list[Edit],
    third: list[CandidateAssertion],
    newline: str,
) -> None:
    done = merge(None, Record(prompt="p"), first, newline)
    text, record = done.text, done.record
    for round_edits, candidates in ((edits, second), (more_edits, third)):
        ours = blocks(text)
        for edit in round_edits:
            text = apply(text, edit, newline)
        before = blocks(text)
        persons = {name: block for name, block in before.items() if ours.get(name) != block}
        deleted = set(ours) - set(before)
        done = merge(text, record, candidates, newline)
        after = blocks(done.text)
        if text.strip():
            assert {name: after.get(name) for name in persons} == persons
            assert deleted.isdisjoint(after)
            assert loose(done.text) == loose(text)
            kept_order = [name for name in before if name in after]
            assert list(after)[: len(kept_order)] == kept_order
        again = merge(done.text, parse_record(render_record(done.record), "r"), candidates, newline)
        assert (again.text, again.record) == (done.text, done.record)
        for on_disk in (text, done.text):
            taken_up = merge(on_disk, done.interrupted, candidates, newline)
            assert (taken_up.text, taken_up.record) == (done.text, done.record)
        text, record = done.text, done.record
