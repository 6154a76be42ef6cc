from .csv_table import examples_as_csv as examples_as_csv
from .formats import Export as Export, exported as exported
from .kinds import ExportFormat as ExportFormat
from .python_code import MARK as MARK
