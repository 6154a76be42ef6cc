"""The files beside the prompt: labelled examples, assertions, record."""

from spade_core.storage.additions import add_only, added_text, reject_only
from spade_core.storage.assertions_file import AssertionFunction, AssertionsFile, parse_assertions
from spade_core.storage.merge import Merge, merge_generated
from spade_core.storage.paths import PromptFiles, files_beside
from spade_core.storage.provenance import Provenance, provenance_of
from spade_core.storage.record import Entry, Record, SelectionRecord
from spade_core.storage.record_json import parse_record, render_record
from spade_core.storage.store import (
    add_examples,
    label_example,
    load_assertions,
    load_examples,
    load_record,
    restore_rejected,
    save_generated,
    save_in_record,
    save_selection,
    undo_edit,
)
from spade_core.storage.stored import AssertionState, StoredAssertion, StoredAssertions, bodies_of, stored_assertions

__all__ = [
    "AssertionFunction",
    "AssertionState",
    "AssertionsFile",
    "Entry",
    "Merge",
    "PromptFiles",
    "Provenance",
    "Record",
    "SelectionRecord",
    "StoredAssertion",
    "StoredAssertions",
    "add_examples",
    "add_only",
    "added_text",
    "bodies_of",
    "files_beside",
    "label_example",
    "load_assertions",
    "load_examples",
    "load_record",
    "merge_generated",
    "parse_assertions",
    "parse_record",
    "provenance_of",
    "reject_only",
    "render_record",
    "restore_rejected",
    "save_generated",
    "save_in_record",
    "save_selection",
    "stored_assertions",
    "undo_edit",
]
