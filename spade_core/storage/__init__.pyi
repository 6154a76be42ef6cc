from .additions import (
    add_functions as add_functions,
    add_only as add_only,
    added_text as added_text,
    new_functions as new_functions,
    reject_only as reject_only,
)
from .assertions_file import AssertionsFile as AssertionsFile, parse_assertions as parse_assertions, renamed as renamed
from .baseline import Baseline as Baseline, load_baseline as load_baseline
from .basis import Basis as Basis, changes_between as changes_between, digest_of as digest_of
from .json_object import json_fields as json_fields
from .lock import locked as locked
from .merge import Merge as Merge, merge_generated as merge_generated
from .orphans import (
    Orphan as Orphan,
    adopt as adopt,
    left_behind as left_behind,
    moves_along as moves_along,
    moves_to as moves_to,
    orphans_below as orphans_below,
    orphans_in as orphans_in,
    orphans_of as orphans_of,
    record_of as record_of,
)
from .paths import (
    PromptFiles as PromptFiles,
    files_beside as files_beside,
    files_of as files_of,
    owner_of as owner_of,
)
from .provenance import (
    Provenance as Provenance,
    provenance_of as provenance_of,
    shown_phrase as shown_phrase,
)
from .record import (
    AssertionEntry as AssertionEntry,
    Record as Record,
    SelectionRecord as SelectionRecord,
    body_hash as body_hash,
)
from .record_json import parse_record as parse_record, render_record as render_record
from .rendering import edited_text as edited_text
from .source_lines import SourceLines as SourceLines
from .store import (
    add_examples as add_examples,
    add_unknown_examples as add_unknown_examples,
    added_by as added_by,
    label_example as label_example,
    lines_in as lines_in,
    load_assertions as load_assertions,
    load_examples as load_examples,
    load_record as load_record,
    record_with as record_with,
    restore_rejected as restore_rejected,
    save_generated as save_generated,
    save_in_record as save_in_record,
    save_selection as save_selection,
    stream_examples as stream_examples,
    undo_edit as undo_edit,
)
from .stored import (
    AssertionState as AssertionState,
    StoredAssertion as StoredAssertion,
    StoredAssertions as StoredAssertions,
    bodies_of as bodies_of,
    stored_assertions as stored_assertions,
)
from .text_file import (
    BOM as BOM,
    TextFile as TextFile,
    make_folder_for as make_folder_for,
    read_text_file as read_text_file,
    write_text_file as write_text_file,
)
