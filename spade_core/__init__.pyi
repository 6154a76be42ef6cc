from .examples import Example as Example, Label as Label
from .pipeline import (
    Analysis as Analysis,
    analyse as analyse,
    check as check,
    evaluate as evaluate,
    generate as generate,
    remember as remember,
    report_on as report_on,
)
from .report import Report as Report, render_html as render_html
from .sandbox import Sandbox as Sandbox
from .selection import (
    Method as Method,
    SelectionRequest as SelectionRequest,
    Thresholds as Thresholds,
    select as select,
)
from .storage import files_beside as files_beside, load_assertions as load_assertions, load_examples as load_examples
from .versions import read_history as read_history
