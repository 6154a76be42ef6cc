from .contexts import ContextFields as ContextFields, context_fields as context_fields
from .edits import (
    LineEdit as LineEdit,
    append_examples as append_examples,
    fill_labels as fill_labels,
    set_label as set_label,
    undo as undo,
)
from .example import Example as Example, ExampleSet as ExampleSet, Label as Label, label_counts as label_counts
from .importing.formulas import with_apostrophe as with_apostrophe
from .importing.label_words import known_words as known_words, label_in as label_in
from .importing.mapping import (
    ColumnMapping as ColumnMapping,
    chosen_mapping as chosen_mapping,
    guess_mapping as guess_mapping,
)
from .importing.rows import (
    Import as Import,
    import_rows as import_rows,
    label_words as label_words,
    other_columns as other_columns,
)
from .importing.runs import Collected as Collected, collect_runs as collect_runs, rows_in as rows_in
from .importing.table import (
    Table as Table,
    read_table as read_table,
    table_of_rows as table_of_rows,
)
from .jsonl import (
    BOM as BOM,
    content_id as content_id,
    decode_object as decode_object,
    example_set as example_set,
    parse_examples as parse_examples,
    parse_label as parse_label,
    parse_lines as parse_lines,
    parse_object as parse_object,
    with_unique_ids as with_unique_ids,
)
from .prompts import Prompted as Prompted, with_prompts as with_prompts
