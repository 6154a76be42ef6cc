"""What leaves: the assertions as Python that needs no spade, and the examples as a spreadsheet."""

from spade_core.export.csv_table import examples_as_csv
from spade_core.export.formats import Export, ExportFormat, exported

__all__ = ["Export", "ExportFormat", "examples_as_csv", "exported"]
