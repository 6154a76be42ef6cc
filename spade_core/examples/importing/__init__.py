"""Examples from elsewhere: a table is read, its columns are matched, its rows become examples."""

from spade_core.examples.importing.label_words import known_words, label_in
from spade_core.examples.importing.mapping import ColumnMapping, chosen_mapping, guess_mapping
from spade_core.examples.importing.rows import Import, LabelWord, import_rows, label_words, other_columns
from spade_core.examples.importing.table import Row, Table, read_table

__all__ = [
    "ColumnMapping",
    "Import",
    "LabelWord",
    "Row",
    "Table",
    "chosen_mapping",
    "guess_mapping",
    "import_rows",
    "known_words",
    "label_in",
    "label_words",
    "other_columns",
    "read_table",
]
