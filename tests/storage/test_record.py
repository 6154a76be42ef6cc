"""The record keeps provenance, rejections and the last selection, and says what is wrong with itself."""

import json
from datetime import UTC, timedelta, timezone

import pytest
from hypothesis import given, strategies as st

from spade_core.criteria.criterion import Origin
from spade_core.errors import StorageError
from spade_core.selection.request import Method, Preference, Preferences, SelectionRequest, Thresholds
from spade_core.storage import (
    AssertionEntry,
    Provenance,
    Record,
    SelectionRecord,
    parse_record,
    provenance_of,
    render_record,
)
from spade_core.storage.basis import Basis
from spade_core.storage.record import Pending, entry_of
from spade_core.taxonomy import Category
from spade_core.text import SourceMap, Span
from spade_core.text.source_map import Piece
from spade_core.versions.version import PromptVersion
from tests.storage.build import COMMIT, SENTENCE, candidate, criterion, version

SELECTION = SelectionRecord(
    Method.COVERAGE,
    0.6,
    0.25,
    ("assert_a", "assert_b"),
    0.625,
    0.0,
    {"bad": 8, "good": 12},
    Preferences(("assert_a",), ("assert_c",), (Preference.CHEAP,)),
    Basis(
        {"assert_a": "0123456789abcdef"},
        "fedcba9876543210",
        ("assert_c",),
        SelectionRequest(Method.SUBSUMPTION, Thresholds(alpha=0.5, tau=0.1)),
    ),
)


def full_record() -> Record:
    entry = entry_of(candidate("assert_a", "return True", criterion()), "# quantity instruction")
    return Record(
        prompt="note.prompt.md",
        template="NOTE",
        assertions={"assert_a": entry},
        rejected={"assert_b": AssertionEntry("assert_b", "1", "2", origin=Origin.MODEL, stale=True, asks_judge=True)},
        selection=SELECTION,
        pending=Pending({"assert_c": entry}, ("assert_d",)),
    )


def test_provenance_keeps_what_a_file_can_remember_of_a_criterion() -> None:
    file_text = f"---\nx: 1\n---\nHello.\n{SENTENCE}\n"
    offset = file_text.index("Hello.")
    kept = provenance_of(criterion(at=version(offset=offset)), file_text=file_text)
    assert kept == Provenance(
        description="The response has at most 100 words.",
        category=Category.QUANTITY,
        phrase="under 100 words",
        sentence=SENTENCE,
        version=4,
        delta=4,
        path="prompts/note.prompt.md",
        span=kept.span,
        lines=(5, 5),
        commit=COMMIT.sha,
        author="Ana María",
        date=COMMIT.date,
    )
    assert kept.span is not None
    assert kept.span.of(file_text) == "under 100 words"


def test_provenance_of_text_that_was_never_committed_has_no_commit() -> None:
    kept = provenance_of(criterion(at=version(commit=None)))
    assert (kept.commit, kept.author, kept.date, kept.lines) == ("", "", None, None)


def test_a_sentence_that_is_not_in_its_version_has_no_place() -> None:
    whole = criterion()
    elsewhere = type(whole.sentence)(SENTENCE, 3, None, whole.sentence.span, whole.sentence.kind)
    lost = type(whole)(whole.description, whole.category, elsewhere, whole.phrase, whole.version, 4)
    assert provenance_of(lost, file_text="x").span is None
    assert provenance_of(lost, file_text="x").lines is None


def test_the_place_is_found_through_pieces_that_are_not_verbatim() -> None:
    text = f"Hello.\n{SENTENCE}\n"
    cut = text.index("100 words")
    pieces = (
        Piece(0, cut, Span(5, 5 + cut)),
        Piece(cut, 4, Span(5 + cut, 15 + cut)),
        Piece(cut + 4, len(text) - cut - 4, Span(15 + cut, 11 + len(text))),
    )
    at = version(text)
    part = at.template.parts[0]
    mapped = type(part)(part.role, text, SourceMap.of(pieces))
    template = type(at.template)("", at.template.dialect, (mapped,), ())
    moved = PromptVersion(at.index, template, at.state, at.path, at.commits)
    kept = provenance_of(criterion(at=moved))
    assert kept.span == Span(5 + cut - len("under "), 15 + cut + len("words"))


def test_what_is_written_is_read_back_the_same() -> None:
    assert parse_record(render_record(full_record()), "f") == full_record()


def test_the_text_is_sorted_and_stable() -> None:
    text = render_record(full_record())
    assert text == render_record(parse_record(text, "f"))
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    assert "María" in text


def test_unknown_keys_are_kept_whatever_they_hold() -> None:
    raw = json.loads(render_record(full_record()))
    odd: dict[str, object] = {"zero": 0, "no": False, "null": None, "empty": "", "list": []}
    raw["future"] = odd
    raw["assertions"]["assert_a"]["future"] = odd
    raw["assertions"]["assert_a"]["provenance"][0]["future"] = odd
    raw["selection"]["future"] = odd
    assert json.loads(render_record(parse_record(json.dumps(raw), "f"))) == raw


def test_an_empty_record_has_its_format() -> None:
    assert json.loads(render_record(Record())) == {"format": 1}
    assert parse_record('{"format": 1}', "f") == Record()


def test_a_selection_without_labels_has_no_figures() -> None:
    record = Record(selection=SelectionRecord(Method.NO_EXAMPLES, 0.6, 0.25, ()))
    assert parse_record(render_record(record), "f") == record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f:1: not JSON"),
        ('{\n  "format": 1,\n}', "f:3: not JSON"),
        ("[]", "f:1: not a JSON object"),
        ('{\n<<<<<<< HEAD\n  "format": 1\n=======\n>>>>>>> b\n}', "f:2: git conflict marker"),
        ('{\n  "format": 2\n}', "f:2: written by a newer spade (format 2; this one knows 1)"),
        ('{\n  "a": 1,\n  "a": 2\n}', 'f:3: "a" stands twice'),
        ('{\n  "prompt": 3\n}', 'f:2: "prompt" is 3, not a string'),
        *((text, "f: no record that spade wrote: it has no `format`") for text in ("{}", '{"prompt": "p"}')),
        ('{"assertions": []}', 'f:1: "assertions" is [], not an object'),
        ('{"assertions": {"a": 1}}', '"a" is 1, not an object'),
        ('{"assertions": {"a": {"stale": 1}}}', '"stale" is 1, not true or false'),
        ('{"assertions": {"a": {"origin": "x"}}}', '"origin" is "x", not one of cues, model, person'),
        ('{"assertions": {"a": {"provenance": [1]}}}', "not a list of objects"),
        ('{"assertions": {"a": {"provenance": [{"date": "x"}]}}}', "not a date such as"),
        ('{"assertions": {"a": {"provenance": [{"version": -1}]}}}', "not a whole number"),
        ('{"selection": {"alpha": 2}}', '"alpha" is 2, not a number from 0 to 1'),
        ('{"selection": {"coverage": NaN}}', "not a number from 0 to 1"),
        ('{"selection": {"chosen": "a"}}', "not a list of strings"),
        ("[" * 100_000, "f: not JSON that can be read"),
    ],
)
def test_a_corrupt_record_is_named_with_file_and_line(text: str, message: str) -> None:
    with pytest.raises(StorageError) as caught:
        parse_record(text, "f")
    assert message in str(caught.value)


PROVENANCES = st.builds(
    Provenance,
    description=st.text(),
    category=st.sampled_from(Category),
    phrase=st.text(),
    sentence=st.text(),
    version=st.integers(0, 99),
    delta=st.integers(0, 99),
    path=st.text(),
    span=st.none() | st.just(Span(0, 0)) | st.just(Span(3, 9)),
    lines=st.none() | st.just((1, 2)),
    commit=st.text(),
    author=st.text(),
    date=st.none() | st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=-3, minutes=-30))])),
    origin=st.sampled_from(Origin),
)
ENTRIES = st.builds(
    AssertionEntry,
    st.text(min_size=1),
    st.text(),
    st.text(),
    comment=st.text(),
    origin=st.sampled_from(Origin),
    asks_judge=st.booleans(),
    provenance=st.lists(PROVENANCES, max_size=2).map(tuple),
    stale=st.booleans(),
)


@given(st.dictionaries(st.text(), ENTRIES, max_size=3), st.dictionaries(st.text(), ENTRIES, max_size=2), st.text())
def test_any_record_is_read_back_the_same(
    assertions: dict[str, AssertionEntry], rejected: dict[str, AssertionEntry], prompt: str
) -> None:
    record = Record(prompt=prompt, assertions=assertions, rejected=rejected)
    text = render_record(record)
    text.encode("utf-8")
    assert parse_record(text, "f") == record
