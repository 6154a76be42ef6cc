from .csv_table import examples_as_csv as examples_as_csv
from .foreign_assertions import (
    ForeignAssertions as ForeignAssertions,
    assertions_of_document as assertions_of_document,
    assertions_of_python as assertions_of_python,
)
from .formats import Export as Export, exported as exported, holds_code as holds_code
from .kinds import ExportFormat as ExportFormat
